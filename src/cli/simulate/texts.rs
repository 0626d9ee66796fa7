//! The texts of monitors: written to files of a folder that the user names, and dropped if there is none. A model never writes files on its own.

use crate::cli::write::{self, Beside};
use crate::report::Refusal;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Where texts go.
#[derive(Default)]
pub struct Texts {
    folder: Option<PathBuf>,
    files: BTreeMap<String, Beside>,
}

impl Texts {
    /// Begins the files in the folder, which is made if it is not there.
    pub fn begin<'f>(
        folder: Option<&Path>,
        files: impl Iterator<Item = &'f str>,
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
            let file = Beside::create(&path).map_err(|error| write::refusal(&path, &error))?;
            texts.files.insert(name.to_string(), file);
        }
        Ok(texts)
    }

    /// The folder of the files; `None` if texts are dropped.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Adds texts to their files.
    pub fn add(&mut self, texts: Vec<(String, Vec<u8>)>) -> Result<(), Refusal> {
        for (name, text) in texts {
            if let (Some(folder), Some(file)) = (&self.folder, self.files.get_mut(&name)) {
                let added = file.add(&text);
                added.map_err(|error| write::refusal(&folder.join(&name), &error))?;
            }
        }
        Ok(())
    }

    /// The files get their names.
    pub fn finish(&mut self) -> Result<(), Refusal> {
        for (name, file) in std::mem::take(&mut self.files) {
            let path = self.folder.as_deref().unwrap_or(Path::new("")).join(&name);
            file.finish()
                .map_err(|error| write::refusal(&path, &error))?;
        }
        Ok(())
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
