//! The standard library: source files of the language itself, embedded in the program, in the order they are loaded.

/// File name and text of each library file.
pub const FILES: &[(&str, &str)] = &[
    ("basis.sml", include_str!("../../stdlib/basis.sml")),
    ("ieeereal.sml", include_str!("../../stdlib/ieeereal.sml")),
    ("stringcvt.sml", include_str!("../../stdlib/stringcvt.sml")),
    ("list.sml", include_str!("../../stdlib/list.sml")),
    ("listpair.sml", include_str!("../../stdlib/listpair.sml")),
    ("option.sml", include_str!("../../stdlib/option.sml")),
    ("bool.sml", include_str!("../../stdlib/bool.sml")),
    ("char.sml", include_str!("../../stdlib/char.sml")),
    ("string.sml", include_str!("../../stdlib/string.sml")),
    ("int.sml", include_str!("../../stdlib/int.sml")),
    ("intinf.sml", include_str!("../../stdlib/intinf.sml")),
    ("math.sml", include_str!("../../stdlib/math.sml")),
    ("real.sml", include_str!("../../stdlib/real.sml")),
    ("multiset.sml", include_str!("../../stdlib/multiset.sml")),
    ("cpnlist.sml", include_str!("../../stdlib/cpnlist.sml")),
    ("random.sml", include_str!("../../stdlib/random.sml")),
];
