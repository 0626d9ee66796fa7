//! Generates the parser from `src/syntax/grammar.lalrpop`, and the table of the library's units from `stdlib`.

#[path = "../src/slot.rs"]
mod slot;
mod units;

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=src/syntax/grammar.lalrpop");
    lalrpop::process_src().expect("the grammar is valid");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where"));
    let table = units::table(Path::new("../stdlib"), Path::new("src/library.rs"));
    std::fs::write(out.join("units.rs"), table).expect("the folder can be written to");
}
