//! Files that a net names: declarations that it includes. A net may come from somewhere else, and parts of what it includes appear in messages, so it reads only files in its own folder or below,
//! wherever links lead, and in folders that the user allows (`--allow-include`). A file that is included many times costs memory each time, so there is a limit on all of them together.

use crate::file;
use crate::report::Refusal;
use std::fs;
use std::path::{Path, PathBuf};

/// Larger files hold no declarations.
const LARGEST: u64 = 16 << 20;
/// Files of one net, each counted as often as it is included.
const FILES: usize = 1000;
/// Bytes of all of them.
const BYTES: u64 = 64 << 20;

/// The folder of a net, and what was read from it.
#[derive(Clone, Debug)]
pub struct Beside<'a> {
    folder: &'a Path,
    allowed: &'a [PathBuf],
    files: usize,
    bytes: u64,
}

impl<'a> From<&'a Path> for Beside<'a> {
    fn from(folder: &'a Path) -> Beside<'a> {
        Beside::new(folder, &[])
    }
}

impl<'a> From<&'a PathBuf> for Beside<'a> {
    fn from(folder: &'a PathBuf) -> Beside<'a> {
        Beside::new(folder, &[])
    }
}

impl<'a> Beside<'a> {
    /// The folder of a net, and other folders that the user allows.
    pub fn new(folder: &'a Path, allowed: &'a [PathBuf]) -> Beside<'a> {
        Beside {
            folder,
            allowed,
            files: 0,
            bytes: 0,
        }
    }

    /// The folder of the net.
    pub fn folder(&self) -> &'a Path {
        self.folder
    }

    /// Folders that the user allows.
    pub fn allowed(&self) -> &'a [PathBuf] {
        self.allowed
    }

    /// Whether a file that is there may be read: it is in one of the folders, after all links were followed.
    pub fn holds(&self, path: &Path) -> bool {
        let Ok(real) = path.canonicalize() else {
            return false;
        };
        let own = match self.folder == Path::new("") {
            true => Path::new("."),
            false => self.folder,
        };
        let allowed = self.allowed.iter().map(PathBuf::as_path);
        let mut folders = std::iter::once(own).chain(allowed);
        folders.any(|folder| (folder.canonicalize()).is_ok_and(|folder| real.starts_with(folder)))
    }

    /// Whether no further file is read.
    pub fn is_full(&self) -> bool {
        self.files > FILES || self.bytes > BYTES
    }

    /// Reads a file.
    pub fn read(&mut self, path: &Path) -> Result<Vec<u8>, Refusal> {
        // What is not there is refused where it is read.
        if let Ok(about) = fs::metadata(path) {
            let shown = path.display();
            if !self.holds(path) {
                return Err(Refusal {
                    message: format!("`{shown}` is not in the folder of the net."),
                    help: Some("A net reads no other files, so that one from elsewhere shows nothing of this machine. `--allow-include DIR` allows those in a folder".to_string()),
                });
            }
            if !about.is_file() && !about.is_dir() {
                return Err(Refusal {
                    message: format!("`{shown}` is a pipe or a device, not a file."),
                    help: None,
                });
            }
            self.files += 1;
            self.bytes += about.len();
            if self.is_full() {
                return Err(Refusal {
                    message: format!(
                        "the net includes more than {FILES} files, or {} MB in all.",
                        BYTES >> 20
                    ),
                    help: Some("A file counts as often as it is included".to_string()),
                });
            }
        }
        file::bytes_up_to(path, LARGEST)
    }
}
