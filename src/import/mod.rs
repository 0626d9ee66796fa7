//! Models of other tools. A file becomes the same `net::model::Model` that the YAML reader makes, with places in the file it came from, so that all
//! that is behind the model is shared.
//!
//! ```text
//! bytes ─ encoding ──► text ─ xml ──► elements ─ cpn ──► Model and notes
//! ```

pub mod cpn;
pub mod encoding;
pub mod note;
pub mod xml;

use std::path::Path;

/// Whether a path is meant as a model of CPN Tools.
pub fn is_cpn(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|e| e.eq_ignore_ascii_case("cpn"))
}
