//! The standard library: source files of the language itself, embedded in the program, in the order they are loaded.
//!
//! Most programs need little of it, and checking all of it would take longer than many a net. So it is split into *units*, the declarations at top level and the
//! members of structures, and a text that is read loads the units it mentions (`crate::load`).

use crate::slot;
use std::ops::Range;

/// File name and text of each library file.
pub const FILES: &[(&str, &str)] = &[
    ("basis.sml", include_str!("../../stdlib/basis.sml")),
    ("list.sml", include_str!("../../stdlib/list.sml")),
    ("listpair.sml", include_str!("../../stdlib/listpair.sml")),
    ("option.sml", include_str!("../../stdlib/option.sml")),
    ("stringcvt.sml", include_str!("../../stdlib/stringcvt.sml")),
    ("char.sml", include_str!("../../stdlib/char.sml")),
    ("string.sml", include_str!("../../stdlib/string.sml")),
    ("bool.sml", include_str!("../../stdlib/bool.sml")),
    ("int.sml", include_str!("../../stdlib/int.sml")),
    ("intinf.sml", include_str!("../../stdlib/intinf.sml")),
    ("ieeereal.sml", include_str!("../../stdlib/ieeereal.sml")),
    ("real.sml", include_str!("../../stdlib/real.sml")),
    ("math.sml", include_str!("../../stdlib/math.sml")),
    ("cpnlist.sml", include_str!("../../stdlib/cpnlist.sml")),
    ("multiset.sml", include_str!("../../stdlib/multiset.sml")),
    ("random.sml", include_str!("../../stdlib/random.sml")),
    ("realtime.sml", include_str!("../../stdlib/realtime.sml")),
    ("textio.sml", include_str!("../../stdlib/textio.sml")),
    ("smlnj.sml", include_str!("../../stdlib/smlnj.sml")),
];

/// A declaration at top level or a member of a structure.
#[derive(Debug)]
pub(crate) struct Unit {
    /// Which of `FILES`.
    pub file: u32,
    /// Its bytes there.
    pub range: Range<usize>,
    /// The structure it is a member of; empty at top level.
    pub structure: &'static str,
}

/// A declared name: its structure, which is empty at top level, the name, the unit, and whether it is a value.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Declared(&'static str, pub &'static str, u16, bool);

impl Declared {
    /// The number of the unit that declares it.
    pub fn unit(self) -> usize {
        usize::from(self.2)
    }
}

// `UNITS` in the order they are loaded; `NAMES` sorted; `STRUCTURES` sorted; `FIRST` where `slot` looks for names. Made by `build/units.rs`.
include!(concat!(env!("OUT_DIR"), "/units.rs"));

/// What declares a name, which may be a value and a type.
pub(crate) fn declaring(structure: &str, name: &str) -> &'static [Declared] {
    let rest = find(structure, name);
    let more = rest.iter().take_while(|d| (d.0, d.1) == (structure, name));
    &rest[..more.count()]
}

/// All entries from the first of a name on, or from the first of a structure if the name is empty.
fn find(structure: &str, name: &str) -> &'static [Declared] {
    let found = |at: usize| match name {
        "" => {
            let before = at.checked_sub(1).map(|at| NAMES[at].0);
            NAMES[at].0 == structure && before != Some(structure)
        }
        _ => (NAMES[at].0, NAMES[at].1) == (structure, name),
    };
    let mut at = slot::slot(structure, name);
    loop {
        match usize::from(FIRST[at]) {
            0 => return &[],
            first if found(first - 1) => return &NAMES[first - 1..],
            _ => at = slot::next(at),
        }
    }
}

/// What a structure declares, or the top level.
pub(crate) fn declared(structure: &str) -> &'static [Declared] {
    let rest = find(structure, "");
    &rest[..rest.partition_point(|d| d.0 == structure)]
}

/// The units of a structure.
pub(crate) fn members(structure: &str) -> Range<usize> {
    let first = UNITS.iter().position(|u| u.structure == structure);
    let last = UNITS.iter().rposition(|u| u.structure == structure);
    match (first, last) {
        (Some(first), Some(last)) => first..last + 1,
        _ => 0..0,
    }
}

/// Whether a structure's members are units of their own.
pub(crate) fn is_structure(name: &str) -> bool {
    !name.is_empty() && !find(name, "").is_empty()
}

/// The values that a structure declares, or the top level.
pub(crate) fn values(structure: &str) -> impl Iterator<Item = &str> {
    let values = declared(structure).iter().filter(|d| d.3);
    values.map(|d| d.1)
}

/// The structures that declare a value.
pub(crate) fn homes(name: &str) -> impl Iterator<Item = &str> {
    let found = NAMES.iter().filter(move |d| d.1 == name && d.3);
    found.map(|d| d.0).filter(|home| !home.is_empty())
}
