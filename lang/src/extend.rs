//! Extends the library by texts that depend on a net: the functions of queries, binding elements.
//!
//! Such a text is checked in the library's scope, where no name of the user exists, so a net may
//! call its parts as it likes. Colour sets have names of their own there, and types of parameters
//! are passed as types, never as text that the user's declarations could change.

use crate::diagnostic::Diagnostic;
use crate::session::{Overload, Session};
use crate::syntax::fixity::Fixities;
use crate::types::ty::{self, Ty};
use crate::vm::program::{ColourSetId, ShapeId};

impl Session {
    /// Adds a file to the library. In it primitives may be used, names mean what they mean in the
    /// library, whatever the user declared, and the colour set with id N is the type `colour'N`.
    pub fn extend_library(&mut self, name: &str, text: &str) -> Vec<Diagnostic> {
        let source = self.sources.add(name, text);
        self.library.insert(source);
        let fixities = std::mem::replace(&mut self.fixities, Fixities::sml());
        let (ast, diagnostics) = self.read(source, Session::load_mentioned);
        let user = self.checker.enter_library();
        self.checker.number_colour_sets();
        let diagnostics = self.run_read(ast, diagnostics, &mut |_| {});
        self.checker.leave_library(user);
        self.fixities = fixities;
        diagnostics
    }

    /// Makes a name mean several library functions, told apart by the argument.
    pub fn overload(&mut self, name: &str, overload: &'static Overload) {
        self.checker.overload(name, overload);
    }

    /// The type of a multi-set of tokens, with time stamps if `timed`.
    pub fn tokens_type(&mut self, colour: ColourSetId, timed: bool) -> Ty {
        let types = &mut self.checker.types;
        let colour = self.checker.colours[colour.0 as usize].1;
        let token = match timed {
            true => types.con(ty::TIMED, &[colour]),
            false => colour,
        };
        types.con(ty::MS, &[token])
    }

    /// The type of truth values.
    pub fn bool_type(&mut self) -> Ty {
        self.checker.types.con(ty::BOOL, &[])
    }

    /// A type that the library declares in a structure.
    pub fn library_type(&mut self, structure: &str, name: &str) -> Option<Ty> {
        self.checker.library_type(structure, name)
    }

    /// How the values of a type look.
    pub fn shape_of(&mut self, ty: Ty) -> ShapeId {
        let mono = self.compiler.closed(&self.checker, ty);
        self.compiler.publish_shapes(&mut self.vm);
        ShapeId(mono.0)
    }
}
