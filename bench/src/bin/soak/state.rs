//! How far a run has come, in `target/soak`.

use std::fs;
use std::path::{Path, PathBuf};

/// The numbers of the first text of a run and of the next one to check.
pub(crate) struct State {
    /// Where they are kept.
    file: Option<PathBuf>,
    pub(crate) first: u64,
    pub(crate) next: u64,
}

impl State {
    /// A run that starts at a number and is not kept.
    pub(crate) fn unkept(first: u64) -> Self {
        Self {
            file: None,
            first,
            next: first,
        }
    }

    /// The run that was interrupted, or one that starts at 0.
    pub(crate) fn read(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/soak");
        let file = folder.join(format!("{name}.txt"));
        let text = fs::read_to_string(&file).unwrap_or_default();
        let number = |name: &str| -> Option<u64> {
            let value = text.lines().find_map(|line| line.strip_prefix(name));
            value?.trim().parse().ok()
        };
        let first = number("first ").unwrap_or(0);
        Self {
            file: Some(file),
            first,
            next: number("next ").unwrap_or(first).max(first),
        }
    }

    /// Writes the file in one step, so an interruption leaves the old file or the new one.
    pub(crate) fn write(&self) -> Result<(), String> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        let fresh = file.with_extension("new");
        let text = format!("first {}\nnext {}\n", self.first, self.next);
        let folder = file.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&fresh, text))
            .and_then(|()| fs::rename(&fresh, file))
            .map_err(|error| format!("{}: {error}", file.display()))
    }
}
