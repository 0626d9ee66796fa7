//! The initial environment: types and constructors the language cannot define for itself, operators, exceptions. Everything else is in `stdlib`.

use super::Checker;
use super::env::{Head, Overload, TypeMeaning, Value};
use super::ty::*;
use crate::core::{ExnId, Op};
use crate::syntax::ast::Name;
use crate::vm::exn;
use crate::vm::program::{Payload, ShapeId};

/// Built-in type constructors in the order of their constants in `ty`: name, arity, equality.
const TYPES: &[(&str, usize, Equality)] = &[
    ("int", 0, Equality::IfArguments),
    ("IntInf.int", 0, Equality::IfArguments),
    ("real", 0, Equality::Never),
    ("char", 0, Equality::IfArguments),
    ("string", 0, Equality::IfArguments),
    ("exn", 0, Equality::Never),
    ("ref", 1, Equality::Always),
    ("ms", 1, Equality::IfArguments),
    ("timed", 1, Equality::IfArguments),
    ("bool", 0, Equality::IfArguments),
    ("list", 1, Equality::IfArguments),
    ("option", 1, Equality::IfArguments),
    ("order", 0, Equality::IfArguments),
];

const OPERATORS: &[(&str, Op)] = &[
    ("+", Op::Add),
    ("-", Op::Sub),
    ("*", Op::Mul),
    ("div", Op::Div),
    ("mod", Op::Mod),
    ("/", Op::Divide),
    ("~", Op::Neg),
    ("abs", Op::Abs),
    ("<", Op::Lt),
    ("<=", Op::Le),
    (">", Op::Gt),
    (">=", Op::Ge),
    ("=", Op::Eq),
    ("<>", Op::Ne),
    ("not", Op::Not),
    ("!", Op::Deref),
    (":=", Op::Assign),
];

/// `size` of a multi-set or a string.
pub static SIZE: Overload = Overload {
    choices: &[(Head::Con(STRING), &["String", "size"])],
    otherwise: &["mssize"],
    second: false,
};

/// `size` where nothing is known of the argument but the program is Standard ML.
pub static SIZE_SML: Overload = Overload {
    choices: &[(Head::Con(MS), &["mssize"]), (Head::Con(LIST), &["mssize"])],
    otherwise: &["String", "size"],
    second: false,
};

/// CPN ML's `@`: append for lists, a time stamp otherwise.
pub static AT: Overload = Overload {
    choices: &[(Head::Con(LIST), &["List", "@"])],
    otherwise: &["ModelTime", "stamped"],
    second: false,
};

/// `filter` of a multi-set or a list: to CPN Tools both are lists.
pub static FILTER: Overload = Overload {
    choices: &[(Head::Con(MS), &["ms_filter"])],
    otherwise: &["List", "filter"],
    second: true,
};

impl Checker {
    /// Fills the environment with what is built in.
    pub(super) fn add_builtins(&mut self) {
        for &(name, arity, equality) in TYPES {
            let tycon = TyCon(self.types.constructors.len() as u32);
            self.types.constructors.push(Constructor {
                name: name.into(),
                arity,
                data: None,
                equality,
            });
            if tycon != INTINF {
                self.env.types.insert(name.into(), TypeMeaning::Con(tycon));
            }
        }
        self.int = self.types.con(INT, &[]);
        self.bool = self.types.con(BOOL, &[]);
        self.string = self.types.con(STRING, &[]);
        self.unit = self.types.tuple(&[]);
        self.exn = self.types.con(EXN, &[]);
        self.intinf = self.types.con(INTINF, &[]);
        self.alias("unit", self.unit);
        self.alias("time", self.intinf);
        let mut intinf = super::env::Env::default();
        intinf.types.insert("int".into(), TypeMeaning::Con(INTINF));
        self.env
            .structures
            .insert("IntInf".into(), std::sync::Arc::new(intinf));

        self.datatype(BOOL, 0, |_, _| vec![("false", None), ("true", None)]);
        self.datatype(LIST, 1, |c, a| {
            let list = c.types.con(LIST, &[a]);
            let cell = c.types.tuple(&[a, list]);
            vec![("nil", None), ("::", Some(cell))]
        });
        self.datatype(OPTION, 1, |_, a| vec![("NONE", None), ("SOME", Some(a))]);
        self.datatype(ORDER, 0, |_, _| {
            vec![("LESS", None), ("EQUAL", None), ("GREATER", None)]
        });

        // 'a tms = 'a timed ms
        self.types.level += 1;
        let a = self.types.fresh();
        let timed = self.types.con(TIMED, &[a]);
        let tms = self.types.con(MS, &[timed]);
        self.types.level -= 1;
        let vars = self.types.generalisable(&[tms]);
        let scheme = Scheme { vars, ty: tms };
        self.env
            .types
            .insert("tms".into(), TypeMeaning::Alias(scheme));

        for &(name, op) in OPERATORS {
            self.env.values.insert(name.into(), Value::Op(op));
        }
        self.env.values.insert("ref".into(), Value::Ref);
        // The built-in ones carry nothing or a string.
        for (i, exception) in exn::builtin(ShapeId(0)).into_iter().enumerate() {
            let arg = (exception.payload != Payload::None).then_some(self.string);
            self.exceptions.push((exception.name.clone(), arg));
            let value = Value::Exn(ExnId(i as u32));
            self.env.values.insert(exception.name, value);
        }
    }

    fn alias(&mut self, name: &str, ty: Ty) {
        self.env
            .types
            .insert(name.into(), TypeMeaning::Alias(Scheme::mono(ty)));
    }

    fn datatype(
        &mut self,
        tycon: TyCon,
        arity: usize,
        constructors: impl FnOnce(&mut Checker, Ty) -> Vec<(&'static str, Option<Ty>)>,
    ) {
        self.types.level += 1;
        let param = self.types.fresh();
        let constructors = constructors(self, param);
        self.types.level -= 1;
        let params = match arity {
            0 => Vec::new(),
            _ => self.types.generalisable(&[param]).to_vec(),
        };
        let id = DataId(self.types.data.len() as u32);
        for (i, (name, _)) in constructors.iter().enumerate() {
            self.env
                .values
                .insert((*name).into(), Value::Con(id, i as u16));
        }
        self.types.constructors[tycon.0 as usize].data = Some(id);
        self.types.data.push(Data {
            tycon,
            params,
            constructors: (constructors.into_iter())
                .map(|(name, arg)| (Name::from(name), arg))
                .collect(),
        });
    }
}
