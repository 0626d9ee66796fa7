//! Evaluates the ranges of a colour set's declaration and tells the machine of the set.

use crate::core::CoreId;
use crate::diagnostic::Diagnostic;
use crate::session::Session;
use crate::span::Span;
use crate::types::{ColsetForm, ColsetItem, empty_range};
use crate::vm::program::{ColourKind, ColourSet, ShapeId, Word};
use num_bigint::BigInt;

type Errors = Vec<Diagnostic>;

impl Session {
    /// Evaluates a colour set declaration.
    pub(crate) fn colour_set(&mut self, item: ColsetItem) -> Result<(), Errors> {
        let mono = self.compiler.closed(&self.checker, item.ty);
        let kind = self.colour_kind(&item)?;
        let sets = &mut self.vm.program_mut().colour_sets;
        // Numbers were given in order; one whose ranges failed leaves a gap that nothing refers to.
        while sets.len() < item.id.0 as usize {
            sets.push(ColourSet {
                name: "".into(),
                kind: ColourKind::Unit(None),
                timed: false,
                shape: ShapeId(mono.0),
            });
        }
        sets.push(ColourSet {
            name: item.name.name,
            kind,
            timed: item.timed,
            shape: ShapeId(mono.0),
        });
        self.compiler.publish_shapes(&mut self.vm);
        Ok(())
    }

    fn colour_kind(&mut self, item: &ColsetItem) -> Result<ColourKind, Errors> {
        let span = item.name.span;
        Ok(match &item.form {
            ColsetForm::Unit(name) => ColourKind::Unit(name.clone()),
            ColsetForm::Bool(names) => ColourKind::Bool(names.clone()),
            ColsetForm::Int(range) => ColourKind::Int(self.range(*range, span, |_, w| w as i64)?),
            ColsetForm::IntInf(range) => {
                ColourKind::IntInf(self.range::<BigInt>(*range, span, |s, w| s.vm.heap.inf(w))?)
            }
            ColsetForm::Real(range) => {
                ColourKind::Real(self.range(*range, span, |_, w| f64::from_bits(w))?)
            }
            ColsetForm::Time => ColourKind::Time,
            ColsetForm::Char(range) => ColourKind::Char(self.range(*range, span, |_, w| w as u8)?),
            ColsetForm::Str(chars, lengths) => {
                let bounds = self.range(*chars, span, |s, w| s.vm.heap.str(w).to_vec())?;
                let chars = match (bounds, chars) {
                    (Some((lo, hi)), Some((at, _))) => match (lo.as_slice(), hi.as_slice()) {
                        (&[lo], &[hi]) => Some((lo, hi)),
                        _ => {
                            let span = self.checker.core[*at].span;
                            return Err(vec![
                                Diagnostic::error("E0419", span, "The bounds of a string colour set are single characters.")
                                    .at("not a string of one character")
                                    .help("Write for example `string with \"a\"..\"z\"`; lengths follow after `and`: `and 1..8`."),
                            ]);
                        }
                    },
                    _ => None,
                };
                ColourKind::Str(chars, self.lengths(*lengths, span)?)
            }
            ColsetForm::Enum(names) => ColourKind::Enum(names.clone()),
            ColsetForm::Index(name, lo, hi) => {
                let range = self.range(Some((*lo, *hi)), span, |_, w| w as i64)?;
                let (lo, hi) = range.unwrap_or((0, 0));
                ColourKind::Index(name.clone(), lo, hi)
            }
            ColsetForm::Product(parts) => ColourKind::Product(parts.clone()),
            ColsetForm::Record(fields) => ColourKind::Record(fields.clone()),
            ColsetForm::List(of, lengths) => ColourKind::List(*of, self.lengths(*lengths, span)?),
            ColsetForm::Union(parts) => ColourKind::Union(parts.clone()),
            ColsetForm::SubsetBy(of, predicate) => {
                let word = self.constant(*predicate)?;
                ColourKind::SubsetBy(*of, self.keep(word))
            }
            ColsetForm::SubsetWith(of, list) => {
                let word = self.constant(*list)?;
                ColourKind::SubsetWith(*of, self.keep(word))
            }
            ColsetForm::Alias(of) => ColourKind::Alias(*of),
        })
    }

    /// Evaluates an expression of a declaration.
    fn constant(&mut self, expr: CoreId) -> Result<Word, Errors> {
        self.compiler.declare_expression(&mut self.checker, expr);
        let func = self
            .compiler
            .expression(&self.checker, &mut self.vm, &[], expr)?;
        self.vm
            .call(func, &[])
            .map_err(|stop| vec![self.explain(&stop)])
    }

    fn keep(&mut self, word: Word) -> u32 {
        crate::compile::Compiler::new_pointer_global(&mut self.vm, word)
    }

    fn lengths(
        &mut self,
        range: Option<(CoreId, CoreId)>,
        span: Span,
    ) -> Result<Option<(u64, u64)>, Errors> {
        let range_span = range.map_or(span, |(lo, hi)| {
            self.checker.core[lo].span.to(self.checker.core[hi].span)
        });
        let range = self.range(range, span, |_, w| w as i64)?;
        match range {
            Some((lo, _)) if lo < 0 => Err(vec![
                Diagnostic::error("E0418", range_span, "A length cannot be negative.")
                    .at("the smallest length here is below 0")
                    .help("Lengths start at 0."),
            ]),
            Some((lo, hi)) => Ok(Some((lo as u64, hi as u64))),
            None => Ok(None),
        }
    }

    fn range<T: PartialOrd>(
        &mut self,
        range: Option<(CoreId, CoreId)>,
        span: Span,
        read: impl Fn(&Session, Word) -> T,
    ) -> Result<Option<(T, T)>, Errors> {
        let Some((lo, hi)) = range else {
            return Ok(None);
        };
        let place = self.checker.core[lo].span.to(self.checker.core[hi].span);
        let low = self.constant(lo)?;
        let low = read(self, low);
        let high = self.constant(hi)?;
        let high = read(self, high);
        if low <= high {
            return Ok(Some((low, high)));
        }
        Err(vec![
            empty_range(place).label(span, "in the declaration of this colour set"),
        ])
    }
}
