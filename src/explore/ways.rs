//! How markings were reached, on disk: a tree of steps that is only ever added to while a sweep deletes the markings themselves.
//!
//! A step is the number of the step before it and the fingerprint of its binding element: nine bytes. Nothing is looked up while sweeping. A way is read backwards
//! from its end, and the net does the steps once more (`trace`), which gives the markings back.

use crate::leftovers::Removed;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes of a step: five for the step before, four for the fingerprint.
const STEP: usize = 9;
/// The folders made for a run begin like this.
const PREFIX: &str = "sweepnet-ways-";
const FILE: &str = "steps";
/// The number of the next folder. None is used twice: a thread that is about to remove a folder that is
/// over must not find a new one under its name.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// Bits of a step's number. Above them whoever has one may note its age: how many layers ago something was on the way to it.
const BITS: u32 = 40;
const OLDEST: u64 = (1 << (64 - BITS)) - 1;

/// The age noted with a step's number.
pub fn age(step: u64) -> u64 {
    step >> BITS
}

/// A step's number without an age.
pub fn young(step: u64) -> u64 {
    step & ((1 << BITS) - 1)
}

/// A step's number with the age of another, so many layers later.
pub fn aged(step: u64, before: u64, layers: u64) -> u64 {
    step | (age(before) + layers).min(OLDEST) << BITS
}

/// A tree of steps.
#[derive(Debug)]
pub struct Ways {
    file: Option<BufWriter<File>>,
    path: PathBuf,
    /// Removed at the end, the inner one first.
    folders: Vec<Removed>,
    steps: u64,
    error: Option<io::Error>,
}

impl Ways {
    /// A tree in a folder for temporary files.
    pub fn temporary() -> io::Result<Ways> {
        Ways::below(&std::env::temp_dir())
    }

    /// A tree in a folder that may be made for it: nothing of others is touched, and in the end everything is as before.
    pub fn in_folder(all: &Path) -> io::Result<Ways> {
        let missing = all.ancestors().take_while(|folder| !folder.exists());
        let missing: Vec<&Path> = missing.filter(|f| !f.as_os_str().is_empty()).collect();
        fs::create_dir_all(all)?;
        let made = missing
            .iter()
            .rev()
            .map(|folder| Removed::if_empty(folder.to_path_buf()));
        let made: Vec<Removed> = made.collect();
        let mut ways = Ways::below(all)?;
        ways.folders.extend(made.into_iter().rev());
        Ok(ways)
    }

    /// A tree in a folder of its own below another one, removed at the end. What runs that were killed have left there is removed, too.
    fn below(all: &Path) -> io::Result<Ways> {
        remove_stale(all);
        let folder = loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let folder = all.join(format!("{PREFIX}{}-{number}", std::process::id()));
            match fs::create_dir(&folder) {
                Ok(()) => break Removed::whole(folder),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        };
        let path = folder.path().join(FILE);
        let file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(true)
            .open(&path)?;
        // Held as long as the run lasts: who finds it unlocked may remove it.
        let _ = file.try_lock();
        Ok(Ways {
            file: Some(BufWriter::with_capacity(1 << 16, file)),
            path,
            folders: vec![folder],
            steps: 0,
            error: None,
        })
    }

    /// The step at which all ways begin.
    pub fn start(&mut self) -> u64 {
        self.add(0, 0)
    }

    /// Adds a step after another; its number.
    pub fn add(&mut self, before: u64, print: u32) -> u64 {
        let mut bytes = [0; STEP];
        bytes[..5].copy_from_slice(&before.to_le_bytes()[..5]);
        bytes[5..].copy_from_slice(&print.to_le_bytes());
        if let (Some(file), None) = (&mut self.file, &self.error)
            && let Err(error) = file.write_all(&bytes)
        {
            self.error = Some(error);
        }
        self.steps += 1;
        self.steps - 1
    }

    /// Whether a step could not be written.
    pub fn is_broken(&self) -> bool {
        self.error.is_some()
    }

    /// Where the steps are, and why they could not be written.
    pub fn error(&self) -> Option<(&Path, &io::Error)> {
        self.error.as_ref().map(|error| (&*self.path, error))
    }

    /// Bytes written.
    pub fn bytes(&self) -> u64 {
        self.steps * STEP as u64
    }

    /// The fingerprints of the steps on the way to a step, from the start.
    pub fn way(&mut self, to: u64) -> io::Result<Vec<u32>> {
        let mut way = Vec::new();
        let Some(writer) = &mut self.file else {
            return Ok(way);
        };
        writer.flush()?;
        let mut file = writer.get_ref();
        let (mut at, mut bytes) = (young(to), [0; STEP]);
        while at != 0 {
            file.seek(SeekFrom::Start(at * STEP as u64))?;
            file.read_exact(&mut bytes)?;
            let mut before = [0; 8];
            before[..5].copy_from_slice(&bytes[..5]);
            way.push(u32::from_le_bytes([bytes[5], bytes[6], bytes[7], bytes[8]]));
            at = u64::from_le_bytes(before);
        }
        way.reverse();
        Ok(way)
    }
}

impl Drop for Ways {
    fn drop(&mut self) {
        // Some systems do not remove what is open.
        self.file = None;
        self.folders.drain(..).for_each(drop);
    }
}

/// Removes folders of runs that are over.
fn remove_stale(all: &Path) {
    let Ok(entries) = fs::read_dir(all) else {
        return;
    };
    for folder in entries.flatten().map(|entry| entry.path()) {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let over = || File::open(folder.join(FILE)).is_ok_and(|file| file.try_lock().is_ok());
        if name.starts_with(PREFIX) && over() {
            let _ = fs::remove_dir_all(&folder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_is_read_backwards_and_the_folder_goes() {
        let mut ways = Ways::temporary().expect("a folder");
        let start = ways.start();
        let one = ways.add(start, 11);
        let other = ways.add(start, 12);
        let two = ways.add(one, 13);
        assert_eq!(ways.way(two).expect("readable"), [11, 13]);
        assert_eq!(ways.way(other).expect("readable"), [12]);
        assert_eq!(ways.way(start).expect("readable"), [0u32; 0]);
        let folder = ways.folders[0].path().to_path_buf();
        assert!(folder.exists());
        drop(ways);
        assert!(!folder.exists());
    }

    #[test]
    fn a_folder_is_left_as_it_was() {
        let all = tempfile::tempdir().expect("a folder");
        fs::write(all.path().join(FILE), "of someone else").expect("written");
        let new = all.path().join("new").join("deep");
        for folder in [all.path(), &new] {
            let mut ways = Ways::in_folder(folder).expect("a folder");
            let start = ways.start();
            assert_eq!(ways.way(start).expect("readable"), [0u32; 0]);
        }
        let left: Vec<_> = fs::read_dir(all.path()).expect("a folder").collect();
        assert_eq!(left.len(), 1);
        let held = fs::read_to_string(all.path().join(FILE)).expect("a file");
        assert_eq!(held, "of someone else");
    }

    #[test]
    fn searches_of_several_threads_do_not_remove_folders_of_each_other() {
        let begin = |_| Ways::temporary().map(|mut ways| ways.start()).is_ok();
        let some = || (0..200).all(begin);
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(some)).collect();
            for thread in threads {
                assert!(thread.join().expect("no panic"));
            }
        });
    }
}
