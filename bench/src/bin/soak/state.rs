//! How far a run has come, in `target/soak`.

use std::fs;
use std::path::{Path, PathBuf};

/// The numbers of the first text of a run and of the next one to check.
pub(crate) struct State {
    file: PathBuf,
    pub(crate) first: u64,
    pub(crate) next: u64,
}

impl State {
    /// A run that starts at a number.
    pub(crate) fn new(name: &str, first: u64) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/soak");
        Self {
            file: folder.join(format!("{name}.txt")),
            first,
            next: first,
        }
    }

    /// The run that was interrupted, or one that starts at 0.
    pub(crate) fn read(name: &str) -> Self {
        let mut state = Self::new(name, 0);
        let text = fs::read_to_string(&state.file).unwrap_or_default();
        let number = |name: &str| -> Option<u64> {
            let value = text.lines().find_map(|line| line.strip_prefix(name));
            value?.trim().parse().ok()
        };
        if let (Some(first), Some(next)) = (number("first "), number("next ")) {
            (state.first, state.next) = (first, next.max(first));
        }
        state
    }

    /// Writes the file in one step, so that an interruption leaves the old or the new one.
    pub(crate) fn write(&self) -> Result<(), String> {
        let fresh = self.file.with_extension("new");
        let text = format!("first {}\nnext {}\n", self.first, self.next);
        let folder = self.file.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&fresh, text))
            .and_then(|()| fs::rename(&fresh, &self.file))
            .map_err(|error| format!("{}: {error}", self.file.display()))
    }
}
