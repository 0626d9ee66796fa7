//! A temporary folder as the working directory, for inputs that write files. The folder is removed
//! with its contents when the sandbox is dropped.

use std::env;
use std::path::PathBuf;
use tempfile::TempDir;

/// The folder, and where the process was before.
pub struct Sandbox {
    before: PathBuf,
    folder: TempDir,
}

impl Sandbox {
    /// Makes a folder with these files, and goes there.
    pub fn enter(files: &[(&str, &[u8])]) -> Sandbox {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, content) in files {
            std::fs::write(folder.path().join(name), content).expect("a file");
        }
        let before = env::current_dir().expect("a working directory");
        env::set_current_dir(folder.path()).expect("the folder is there");
        Sandbox { before, folder }
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        env::set_current_dir(&self.before).expect("the folder is still there");
        // A file that cannot be removed stays behind in the folder for temporary files.
        let _ = std::fs::remove_dir_all(self.folder.path());
    }
}

/// Whether a text could name a file outside of the working directory: such a name has a slash,
/// perhaps as an escape of a string (`\047`).
pub fn leads_outside(text: &str) -> bool {
    text.contains(['/', '\0']) || text.contains("\\0") || text.contains("\\u")
}
