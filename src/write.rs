//! Writing output files: all of a file or nothing. The text goes to a file beside the target, is forced to the disk, and then takes the target's name; so a full
//! disk or a killed process never leaves half a file under that name. Folders that are not there are made; a file that is there is replaced.

use crate::report::Refusal;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes a file by the function given. `-` is standard output.
pub fn write(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Refusal> {
    let written = match path.as_os_str() == "-" {
        true => standard_output(content),
        false => beside(path, content),
    };
    written.map_err(|error| refusal(path, &error))
}

/// Whether what `-o` names is a folder: it ends as one, or is there.
pub fn is_folder(path: &Path) -> bool {
    let named = path.to_string_lossy().ends_with(std::path::is_separator);
    named || path.is_dir()
}

/// Refuses to replace a file by what is made from it: whoever does that has mistyped a name.
pub fn keep(source: &Path, output: &Path) -> Result<(), Refusal> {
    let (Ok(a), Ok(b)) = (fs::canonicalize(source), fs::canonicalize(output)) else {
        return Ok(());
    };
    match a == b {
        true => Err(Refusal {
            message: format!(
                "`{}` would be replaced by what is made from it.",
                output.display()
            ),
            help: Some("Name another file with `-o`.".to_string()),
        }),
        false => Ok(()),
    }
}

/// A file that cannot be written.
pub fn refusal(path: &Path, error: &io::Error) -> Refusal {
    Refusal {
        message: format!("`{}` cannot be written: {error}.", path.display()),
        help: match error.kind() {
            io::ErrorKind::StorageFull => {
                Some("Make room on the disk, or write elsewhere.".to_string())
            }
            _ => None,
        },
    }
}

fn standard_output(content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    match content(&mut out).and_then(|()| out.flush()) {
        // A reader that closes its pipe, such as `head`, has what it wanted.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

fn beside(path: &Path, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    // A device or pipe has no contents that could be half there, and must not be replaced by a file.
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        let mut out = BufWriter::new(File::create(path)?);
        content(&mut out)?;
        return out.flush();
    }
    let mut file = Beside::create(path)?;
    content(&mut file.out)?;
    file.finish()
}

/// A file that is being written: it gets its name when it is finished.
pub struct Beside {
    target: PathBuf,
    // Flushed before its file is removed.
    out: BufWriter<File>,
    temporary: Temporary,
}

impl Beside {
    /// Begins a file, and makes its folder.
    pub fn create(path: &Path) -> io::Result<Beside> {
        // A link stays a link: what it points to is replaced.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        if target.is_dir() {
            return Err(io::Error::new(
                io::ErrorKind::IsADirectory,
                "it is a directory",
            ));
        }
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder)?;
        }
        let temporary = Temporary::beside(&target)?;
        let out = BufWriter::new(temporary.file.try_clone()?);
        Ok(Beside {
            target,
            out,
            temporary,
        })
    }

    /// Adds to it.
    pub fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)
    }

    /// All is written: it takes its name.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.flush()?;
        let file = &self.temporary.file;
        if let Ok(found) = fs::metadata(&self.target) {
            file.set_permissions(found.permissions())?;
        }
        file.sync_all()?;
        fs::rename(&self.temporary.path, &self.target)
    }
}

/// A new file that is removed when it is no longer needed, unless it was renamed before.
struct Temporary {
    path: PathBuf,
    file: File,
}

impl Temporary {
    fn beside(target: &Path) -> io::Result<Temporary> {
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        let process = std::process::id();
        for attempt in 0u32.. {
            let path = target.with_file_name(format!(".{name}.{process}-{attempt}.part"));
            match File::create_new(&path) {
                Ok(file) => return Ok(Temporary { path, file }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < 100 => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // After the rename there is nothing left to remove.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_leaves_the_old_file() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("out.svg");
        write(&path, |out| out.write_all(b"old")).expect("written");
        let refused = write(&path, |out| {
            out.write_all(&[b'x'; 100_000])?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert!(refused.is_err());
        assert_eq!(fs::read_to_string(&path)?, "old");
        assert_eq!(fs::read_dir(folder.path())?.count(), 1);
        write(&path, |out| out.write_all(b"new")).expect("written");
        assert_eq!(fs::read_to_string(&path)?, "new");
        assert_eq!(fs::read_dir(folder.path())?.count(), 1);
        Ok(())
    }

    #[test]
    fn folders_are_refused() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        assert!(write(folder.path(), |_| Ok(())).is_err());
        Ok(())
    }

    #[test]
    fn folders_are_made() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let deep = folder.path().join("q").join("w").join("h.cpn");
        assert!(write(&deep, |out| out.write_all(b"x")).is_ok());
        assert_eq!(fs::read_to_string(&deep)?, "x");
        // A file is no folder.
        let below = deep.join("more");
        assert!(write(&below, |_| Ok(())).is_err());
        Ok(())
    }
}
