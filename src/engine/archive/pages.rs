//! A long array of bytes, few of which are in memory: the others are in a temporary file that the system removes when the process ends.
//!
//! The file is made when the first page has to leave. If it cannot be made or written, pages stay in memory: a full disk costs memory and nothing else. A page that cannot be
//! read back is lost, and whoever asks for it has to tell (`is_lost`).

use rustc_hash::FxHashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

/// Bytes of a page.
const PAGE: usize = 1 << 12;
/// Pages that are always in memory.
const FEW: usize = 32;

/// An array of bytes; those never written are 0.
#[derive(Debug)]
pub struct Pages {
    frames: Vec<Frame>,
    /// Which frame holds a page.
    table: FxHashMap<usize, usize>,
    /// The page looked at last, and its frame.
    last: Option<(usize, usize)>,
    /// How many frames there may be.
    most: usize,
    /// The next frame to be asked whether it can be given up.
    hand: usize,
    file: Option<File>,
    lost: bool,
}

#[derive(Debug)]
struct Frame {
    page: usize,
    bytes: Box<[u8; PAGE]>,
    /// Written since it was read from the file.
    changed: bool,
    /// Looked at since it was last asked.
    wanted: bool,
}

impl Default for Pages {
    fn default() -> Pages {
        Pages {
            frames: Vec::new(),
            table: FxHashMap::default(),
            last: None,
            most: FEW,
            hand: 0,
            file: None,
            lost: false,
        }
    }
}

impl Pages {
    /// Reads bytes.
    pub fn read(&mut self, at: usize, to: &mut [u8]) {
        let mut done = 0;
        while done < to.len() {
            let (page, offset) = ((at + done) / PAGE, (at + done) % PAGE);
            let length = (PAGE - offset).min(to.len() - done);
            let frame = self.frame(page);
            let from = &self.frames[frame].bytes[offset..offset + length];
            to[done..done + length].copy_from_slice(from);
            done += length;
        }
    }

    /// Writes bytes.
    pub fn write(&mut self, at: usize, from: &[u8]) {
        let mut done = 0;
        while done < from.len() {
            let (page, offset) = ((at + done) / PAGE, (at + done) % PAGE);
            let length = (PAGE - offset).min(from.len() - done);
            let frame = self.frame(page);
            let frame = &mut self.frames[frame];
            frame.changed = true;
            frame.bytes[offset..offset + length].copy_from_slice(&from[done..done + length]);
            done += length;
        }
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> usize {
        self.frames.len() * PAGE
    }

    /// From now on about so many bytes may be in memory, and a few pages in any case.
    pub fn allow(&mut self, bytes: usize) {
        self.most = (bytes / PAGE).max(FEW);
        while self.frames.len() > self.most
            && let Some(frame) = self.freed()
        {
            self.frames.swap_remove(frame);
            if let Some(moved) = self.frames.get(frame) {
                self.table.insert(moved.page, frame);
            }
        }
    }

    /// Takes the place of other pages: as many may be in memory, and what was lost there is lost.
    pub fn succeed(&mut self, other: &Pages) {
        self.most = other.most;
        self.lost |= other.lost;
    }

    /// Notes that what is there makes no sense.
    pub fn set_lost(&mut self) {
        self.lost = true;
    }

    /// Whether something that was written could not be read back.
    pub fn is_lost(&self) -> bool {
        self.lost
    }

    /// The frame that holds a page.
    #[inline]
    fn frame(&mut self, page: usize) -> usize {
        match self.last {
            Some((last, frame)) if last == page => frame,
            _ => self.look_up(page),
        }
    }

    fn look_up(&mut self, page: usize) -> usize {
        let frame = match self.table.get(&page) {
            Some(&frame) => frame,
            None => self.bring(page),
        };
        self.frames[frame].wanted = true;
        self.last = Some((page, frame));
        frame
    }

    /// Brings a page into memory.
    fn bring(&mut self, page: usize) -> usize {
        let free = match self.frames.len() < self.most {
            true => None,
            false => self.freed(),
        };
        let frame = free.unwrap_or_else(|| {
            self.frames.push(Frame {
                page,
                bytes: Box::new([0; PAGE]),
                changed: false,
                wanted: false,
            });
            self.frames.len() - 1
        });
        let to = &mut self.frames[frame];
        (to.page, to.changed) = (page, false);
        to.bytes.fill(0);
        if let Some(file) = &mut self.file
            && read_page(file, page, &mut to.bytes[..]).is_err()
        {
            self.lost = true;
        }
        self.table.insert(page, frame);
        frame
    }

    /// A frame whose page has left; `None` if none can leave.
    fn freed(&mut self) -> Option<usize> {
        loop {
            self.hand = (self.hand + 1) % self.frames.len();
            let frame = &mut self.frames[self.hand];
            if !std::mem::take(&mut frame.wanted) {
                break;
            }
        }
        let frame = &self.frames[self.hand];
        if frame.changed && write_page(&mut self.file, frame.page, &frame.bytes[..]).is_err() {
            self.most = usize::MAX;
            return None;
        }
        self.table.remove(&frame.page);
        self.last = None;
        Some(self.hand)
    }
}

fn write_page(file: &mut Option<File>, page: usize, bytes: &[u8]) -> io::Result<()> {
    let file = match file {
        Some(file) => file,
        None => file.insert(tempfile::tempfile()?),
    };
    file.seek(SeekFrom::Start((page * PAGE) as u64))?;
    file.write_all(bytes)
}

/// What lies behind the end of the file was never written.
fn read_page(file: &mut File, page: usize, mut bytes: &mut [u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start((page * PAGE) as u64))?;
    while !bytes.is_empty() {
        match file.read(bytes) {
            Ok(0) => break,
            Ok(read) => bytes = &mut bytes[read..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_a_full_disk_all_stays_in_memory() {
        let full = File::options().read(true).write(true).open("/dev/full");
        let Ok(full) = full else {
            println!("skipped: there is no `/dev/full`");
            return;
        };
        let mut pages = Pages {
            file: Some(full),
            ..Pages::default()
        };
        for page in 0..3 * FEW {
            pages.write(page * PAGE, &[page as u8 + 1]);
        }
        for page in 0..3 * FEW {
            let mut byte = [0];
            pages.read(page * PAGE, &mut byte);
            assert_eq!(byte, [page as u8 + 1]);
        }
        assert!(!pages.is_lost());
        assert_eq!(pages.bytes(), 3 * FEW * PAGE);
    }

    #[test]
    fn what_left_comes_back() {
        let mut pages = Pages::default();
        let long = 3 * FEW * PAGE;
        let value = |at: usize| (at * at % 251) as u8;
        // Far apart first, then across the borders of pages.
        for at in (0..long).step_by(PAGE / 3).rev() {
            pages.write(at, &[value(at), value(at + 1), value(at + 2)]);
        }
        assert!(pages.bytes() <= FEW * PAGE);
        let mut three = [0; 3];
        for round in 0..2 {
            for at in (0..long).step_by(PAGE / 3) {
                pages.read(at, &mut three);
                assert_eq!(three, [value(at), value(at + 1), value(at + 2)], "{at}");
            }
            pages.read(5 * long, &mut three);
            assert_eq!(three, [0; 3]);
            pages.allow(2 * long * (1 - round));
        }
        assert!(pages.bytes() <= FEW * PAGE);
        assert!(!pages.is_lost());
    }
}
