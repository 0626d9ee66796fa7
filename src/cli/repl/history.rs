//! Where the lines typed are remembered: in the user's folder for state, as the XDG base directory specification says.

use std::env;
use std::path::PathBuf;

/// The history file, its folder made if need be. `None` where there is no such place; then nothing is remembered.
pub fn path() -> Option<PathBuf> {
    let folder = absolute("XDG_STATE_HOME")
        .or_else(|| absolute("LOCALAPPDATA"))
        .or_else(|| Some(absolute("HOME")?.join(".local").join("state")))?
        .join("sweepnet");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}

/// An environment variable that holds an absolute path; the specification says to ignore others.
fn absolute(variable: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env::var_os(variable)?);
    path.is_absolute().then_some(path)
}
