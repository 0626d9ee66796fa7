//! The texts of monitors: written to files of a folder that the user names, and dropped if there is none. A model never writes files on its own.

use crate::report::Refusal;
use crate::write::{self, Output, keep_apart};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where texts go.
#[derive(Default)]
pub struct Texts {
    folder: Option<PathBuf>,
    files: BTreeMap<String, Output>,
}

impl Texts {
    /// Begins the files in the folder, which is made if it is not there. The net says how they are called, so none may be one of the `inputs`.
    pub fn begin<'f>(
        folder: Option<&Path>,
        files: impl Iterator<Item = &'f str>,
        inputs: &[PathBuf],
    ) -> Result<Texts, Refusal> {
        let Some(folder) = folder else {
            return Ok(Texts::default());
        };
        let mut texts = Texts {
            folder: Some(folder.to_path_buf()),
            files: BTreeMap::new(),
        };
        std::fs::create_dir_all(folder).map_err(|error| write::refusal(folder, &error))?;
        for name in files {
            // Several monitors may write to one file.
            if texts.files.contains_key(name) {
                continue;
            }
            let path = folder.join(name);
            keep_apart(&[("--monitor-output", &path)], inputs, false)?;
            let file = Output::create(&path).map_err(|error| write::refusal(&path, &error))?;
            texts.files.insert(name.to_string(), file);
        }
        Ok(texts)
    }

    /// The folder of the files; `None` if texts are dropped.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Adds texts to their files.
    pub fn add(&mut self, texts: Vec<(String, Vec<u8>)>) {
        for (name, text) in texts {
            if let Some(file) = self.files.get_mut(&name) {
                // What goes wrong is told at the end.
                let _ = file.write_all(&text);
            }
        }
    }

    /// The files get their names; tells which do not.
    pub fn finish(&mut self) -> Vec<Refusal> {
        let folder = self.folder.clone().unwrap_or_default();
        let files = std::mem::take(&mut self.files).into_iter();
        let finished = files.map(|(name, file)| (folder.join(name), file.finish()));
        finished
            .filter_map(|(path, result)| Some(write::refusal(&path, &result.err()?)))
            .collect()
    }

    /// What is told of them in the end.
    pub fn note(&self, files: usize) -> Option<String> {
        let texts = match files {
            0 => return None,
            1 => "The texts of a monitor".to_string(),
            n => format!("The texts of {n} monitors"),
        };
        Some(match &self.folder {
            Some(folder) => format!("{texts} are in `{}`.", folder.display()),
            None => format!("{texts} are dropped; `--monitor-output DIR` writes them."),
        })
    }
}
