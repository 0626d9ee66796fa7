//! What happened when in a sweep: one line of a CSV file for every layer.

use super::measure::Value;
use crate::write::Output;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Instant;

/// The first line of the file.
pub const HEADER: &str =
    "seconds,sweep,progress,layer,stored,explored,frontier,persistent,bytes,resident";

/// What is known when a layer was passed, just before it is deleted.
#[derive(Clone, Debug)]
pub struct Row {
    /// Which sweep, from 1.
    pub sweep: u64,
    /// How far the sweep-line is.
    pub progress: Arc<Value>,
    /// Markings of the layer.
    pub layer: usize,
    /// Markings stored, this layer's among them.
    pub stored: usize,
    /// Markings expanded so far.
    pub explored: u64,
    /// Markings in layers ahead.
    pub frontier: usize,
    /// Persistent markings.
    pub persistent: usize,
    /// Bytes in use, by our own count.
    pub bytes: usize,
    /// Bytes of the process, as the system counts them.
    pub resident: usize,
}

/// Where lines go, and rows for a picture.
pub struct Log {
    start: Instant,
    out: Option<Output>,
    /// The rows so far, if they are wanted.
    pub rows: Option<Vec<Row>>,
}

impl std::fmt::Debug for Log {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Log")
    }
}

impl Log {
    /// Lines to `out`, and rows kept if they are wanted.
    pub fn new(out: Option<Output>, keep: bool) -> Log {
        let mut log = Log {
            start: Instant::now(),
            out,
            rows: keep.then(Vec::new),
        };
        log.line(HEADER);
        log
    }

    /// A layer was passed.
    pub fn layer(&mut self, mut row: Row) {
        row.resident = memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem);
        // A tuple has commas.
        let progress = match row.progress.parts.len() {
            1 => row.progress.to_string(),
            _ => format!("\"{}\"", row.progress),
        };
        let line = format!(
            "{:.3},{},{progress},{},{},{},{},{},{},{}",
            self.start.elapsed().as_secs_f64(),
            row.sweep,
            row.layer,
            row.stored,
            row.explored,
            row.frontier,
            row.persistent,
            row.bytes,
            row.resident,
        );
        self.line(&line);
        if let Some(rows) = &mut self.rows {
            rows.push(row);
        }
    }

    fn line(&mut self, line: &str) {
        if let Some(out) = &mut self.out {
            // What goes wrong is told at the end.
            let _ = writeln!(out, "{line}");
        }
    }

    /// The file is complete; tells what went wrong.
    pub fn finish(&mut self) -> io::Result<()> {
        self.out.take().map_or(Ok(()), Output::finish)
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        // Of a sweep that failed, too, it says how it went up to there.
        let _ = self.finish();
    }
}
