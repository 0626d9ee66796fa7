//! What a run makes for itself on disk and removes at its end: files that are not complete yet, folders for the steps of a sweep. It is removed where its owner is dropped, and if the program is
//! ended before, by a signal, all at once.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

static ALL: Mutex<Vec<Leftover>> = Mutex::new(Vec::new());

fn all() -> MutexGuard<'static, Vec<Leftover>> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Leftover {
    /// A file, or a folder with all that is in it.
    Whole(PathBuf),
    /// A folder in which others may have put something: then it stays.
    Empty(PathBuf),
}

/// Something that is removed when this is dropped.
#[derive(Debug)]
pub struct Removed(Leftover);

impl Removed {
    /// A file, or a folder with all that is in it.
    pub fn whole(path: PathBuf) -> Removed {
        Removed::new(Leftover::Whole(path))
    }

    /// A folder, unless others have put something into it.
    pub fn if_empty(path: PathBuf) -> Removed {
        Removed::new(Leftover::Empty(path))
    }

    fn new(leftover: Leftover) -> Removed {
        all().push(leftover.clone());
        Removed(leftover)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        let (Leftover::Whole(path) | Leftover::Empty(path)) = &self.0;
        path
    }
}

impl Drop for Removed {
    fn drop(&mut self) {
        all().retain(|leftover| *leftover != self.0);
        self.0.remove();
    }
}

impl Leftover {
    fn remove(&self) {
        // What is not there any more was renamed, and is no leftover.
        let _ = match self {
            Leftover::Whole(path) if path.is_dir() => fs::remove_dir_all(path),
            Leftover::Whole(path) => fs::remove_file(path),
            Leftover::Empty(path) => fs::remove_dir(path),
        };
    }
}

/// Removes everything, the newest first. The program is to end now: whoever uses what is removed is not asked.
pub fn remove_all() {
    all().drain(..).rev().for_each(|leftover| leftover.remove());
}
