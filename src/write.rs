//! Writing output files: all of a file or nothing. The text goes to a file beside the target, is forced to the disk, and then takes the target's name; so a full disk or a killed process never
//! leaves half a file under that name. Folders that are not there are made, links are followed, a file that is there is replaced. What is no file (a pipe, a device, standard output) is written in
//! place.

use crate::leftovers::Removed;
use crate::report::Refusal;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Links that lead to links, at most so many.
const LINKS: usize = 40;
/// Characters of a name that its temporary file keeps.
const NAME: usize = 60;

/// Writes a file by the function given. `-` is standard output.
pub fn write(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Refusal> {
    let written = Output::create(path).and_then(|mut out| {
        content(&mut out)?;
        out.finish()
    });
    written.map_err(|error| refusal(path, &error))
}

/// Whether what `-o` names is a folder: it ends as one, or is there.
pub fn is_folder(path: &Path) -> bool {
    let named = path.to_string_lossy().ends_with(std::path::is_separator);
    named || path.is_dir()
}

/// A file that cannot be written.
pub fn refusal(path: &Path, error: &io::Error) -> Refusal {
    let help = match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            Some("Make room on the disk, or write elsewhere.")
        }
        ErrorKind::FileTooLarge => Some("The system limits the size of files: see `ulimit -f`."),
        _ => None,
    };
    let name = match path.as_os_str() == "-" {
        true => "Standard output".to_string(),
        false => format!("`{}`", path.display()),
    };
    Refusal {
        message: format!("{name} cannot be written: {error}."),
        help: help.map(str::to_string),
    }
}

/// What an option of a command writes: the option, and the path that it names.
pub type Named<'a> = (&'static str, &'a Path);

/// Refuses outputs over a file that the command reads, over each other, and on a standard output that holds one JSON object and nothing else.
pub fn keep_apart(outputs: &[Named], inputs: &[PathBuf], json: bool) -> Result<(), Refusal> {
    let refuse = |message, help: &str| {
        Err(Refusal {
            message,
            help: Some(help.to_string()),
        })
    };
    for (i, (option, path)) in outputs.iter().enumerate() {
        let shown = path.display();
        if json && matches!(follow(path), Ok(Target::Standard(_))) {
            let message = format!(
                "With `--json` standard output holds one object alone, so `{option}` needs a file."
            );
            return refuse(message, "Name the file.");
        }
        if inputs.iter().any(|input| is_same(input, path)) {
            let message = format!("`{option} {shown}` would replace a file that is read.");
            return refuse(message, "Name another file.");
        }
        if let Some((other, _)) = outputs[..i].iter().find(|(_, other)| is_same(other, path)) {
            let message = format!("`{other}` and `{option}` would both write `{shown}`.");
            return refuse(message, "Name different files.");
        }
    }
    Ok(())
}

/// Whether two paths lead to one file.
fn is_same(a: &Path, b: &Path) -> bool {
    let (Ok(Target::File(a)), Ok(Target::File(b))) = (follow(a), follow(b)) else {
        return false;
    };
    same_file(&a, &b) || whole(&a) == whole(&b)
}

/// A path from the root, as far as its folders are there.
fn whole(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let folder = absolute.parent().and_then(|f| f.canonicalize().ok());
    match (folder, absolute.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => absolute,
    }
}

/// A file may have several names.
#[cfg(unix)]
fn same_file(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(a), Ok(b)) = (fs::metadata(a), fs::metadata(b)) else {
        return false;
    };
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
fn same_file(a: &Path, b: &Path) -> bool {
    fs::canonicalize(a).is_ok_and(|a| fs::canonicalize(b).is_ok_and(|b| a == b))
}

/// Where a path leads.
enum Target {
    /// Standard output, or standard error.
    Standard(Standard),
    /// What is no file, or has no name of its own, and is written as it is.
    Place(PathBuf),
    /// A file, or none yet.
    File(PathBuf),
}

#[derive(Copy, Clone, Debug)]
enum Standard {
    Output,
    Error,
}

/// Follows links, also one that leads to no file yet.
fn follow(path: &Path) -> io::Result<Target> {
    let mut path = path.to_path_buf();
    if path.as_os_str() == "-" {
        return Ok(Target::Standard(Standard::Output));
    }
    for _ in 0..LINKS {
        if let Some(target) = open_already(&path) {
            return Ok(target);
        }
        let about = match fs::symlink_metadata(&path) {
            Ok(about) => about,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Target::File(path)),
            Err(error) => return Err(error),
        };
        if about.is_dir() {
            let message = "it is a directory";
            return Err(io::Error::new(ErrorKind::IsADirectory, message));
        }
        if !about.is_symlink() {
            return Ok(match about.is_file() {
                true => Target::File(path),
                false => Target::Place(path),
            });
        }
        // A link is relative to the folder that it is in.
        path = match (fs::read_link(&path)?, path.parent()) {
            (link, Some(folder)) => folder.join(link),
            (link, None) => link,
        };
    }
    Err(io::Error::other("too many links lead on"))
}

/// The names of files that the process has open. Behind them may be a file, in which others write too: it must not be replaced.
fn open_already(path: &Path) -> Option<Target> {
    let number = match path.to_str()? {
        "/dev/stdout" => "1",
        "/dev/stderr" => "2",
        text => match text.strip_prefix("/dev/fd/") {
            Some(number) => number,
            None => {
                let (process, number) = text.strip_prefix("/proc/")?.split_once("/fd/")?;
                let own = process == "self" || process == std::process::id().to_string();
                if own { number } else { "another" }
            }
        },
    };
    Some(match number {
        "1" => Target::Standard(Standard::Output),
        "2" => Target::Standard(Standard::Error),
        _ => Target::Place(path.to_path_buf()),
    })
}

/// A file that is being written: it gets its name when it is finished. What cannot be written is reported then: a computation does not depend on its output.
pub struct Output {
    // Flushed before its file is removed.
    out: BufWriter<Box<dyn Write + Send>>,
    error: Option<io::Error>,
    /// `None` for what is written in place.
    beside: Option<Beside>,
}

struct Beside {
    target: PathBuf,
    file: File,
    temporary: Removed,
}

impl Output {
    /// Begins a file, and makes its folder. `-` is standard output.
    pub fn create(path: &Path) -> io::Result<Output> {
        let (out, beside): (Box<dyn Write + Send>, _) = match follow(path)? {
            Target::Standard(Standard::Output) => (Box::new(io::stdout()), None),
            Target::Standard(Standard::Error) => (Box::new(io::stderr()), None),
            Target::Place(path) => (Box::new(File::options().append(true).open(path)?), None),
            Target::File(target) => {
                let beside = Beside::new(target)?;
                (Box::new(beside.file.try_clone()?), Some(beside))
            }
        };
        Ok(Output {
            out: BufWriter::new(out),
            error: None,
            beside,
        })
    }

    /// All is written: it takes its name.
    pub fn finish(mut self) -> io::Result<()> {
        let flushed = match self.error.take() {
            Some(error) => Err(error),
            None => self.out.flush(),
        };
        match (flushed, self.beside) {
            // A reader that closes its pipe, such as `head`, has what it wanted.
            (Err(error), None) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            (Ok(()), Some(beside)) => beside.rename(),
            (flushed, _) => flushed,
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.error.is_none() {
            self.error = self.out.write_all(bytes).err();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.error.is_none() {
            self.error = self.out.flush().err();
        }
        Ok(())
    }
}

impl Beside {
    fn new(target: PathBuf) -> io::Result<Beside> {
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder)?;
        }
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        let name: String = name.chars().take(NAME).collect();
        let process = std::process::id();
        for attempt in 0..100 {
            let path = target.with_file_name(format!(".{name}.{process}-{attempt}.part"));
            match File::create_new(&path) {
                Ok(file) => {
                    return Ok(Beside {
                        target,
                        file,
                        temporary: Removed::whole(path),
                    });
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    fn rename(self) -> io::Result<()> {
        if let Ok(found) = fs::metadata(&self.target) {
            self.file.set_permissions(found.permissions())?;
        }
        self.file.sync_all()?;
        fs::rename(self.temporary.path(), &self.target)
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
    fn an_error_waits_for_the_end() -> io::Result<()> {
        let full = Path::new("/dev/full");
        if full.exists() {
            let mut out = Output::create(full)?;
            out.write_all(&[b'x'; 100_000])?;
            out.write_all(b"more")?;
            let error = out.finish().expect_err("no room");
            assert_eq!(error.kind(), ErrorKind::StorageFull);
        }
        Ok(())
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_also_where_no_file_is_yet() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let (link, target) = (folder.path().join("link"), folder.path().join("target"));
        std::os::unix::fs::symlink("target", &link)?;
        for text in ["new", "again"] {
            write(&link, |out| out.write_all(text.as_bytes())).expect("written");
            assert_eq!(fs::read_to_string(&target)?, text);
            assert!(fs::symlink_metadata(&link)?.is_symlink());
        }
        assert!(is_same(&link, &target));
        fs::hard_link(&target, folder.path().join("other"))?;
        assert!(is_same(&link, &folder.path().join("other")));
        assert!(!is_same(&link, &folder.path().join("third")));
        std::os::unix::fs::symlink("loop", folder.path().join("loop"))?;
        assert!(Output::create(&folder.path().join("loop")).is_err());
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
