//! The standard library: source files of the language itself, embedded in the program, in the order they are loaded.

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
