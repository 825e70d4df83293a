//! Atomic writing of files.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// Writes a file atomically: another process that reads it sees the old content or the new content,
/// never a part. If anything fails, or a signal ends the program, the old content stays and no
/// temporary file is left. `prepare` gets the new file before it replaces the old one.
pub(crate) fn write(
    path: &Path,
    content: &[u8],
    prepare: impl FnOnce(&File) -> io::Result<()>,
) -> io::Result<()> {
    // A rename needs the same file system, which only the same folder guarantees.
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let unfinished = unfinished::start();
    let mut file: NamedTempFile = Builder::new()
        .prefix(".linkspan-")
        .make_in(folder, |path| {
            unfinished.note(path);
            fs::OpenOptions::new()
                .read(true)
                .write(true)
                .create_new(true)
                .open(path)
        })
        .map_err(|error| match error.kind() {
            io::ErrorKind::PermissionDenied => io::Error::other(
                "cannot create a temporary file in its folder: permission denied; change the permissions of the folder",
            ),
            _ => error,
        })?;
    file.write_all(content)?;
    prepare(file.as_file())?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// The temporary files to remove when a signal arrives.
#[cfg(unix)]
mod unfinished {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::sync::{Mutex, Once, PoisonError};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    static FILES: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    static WATCH: Once = Once::new();

    /// A file that is being written; dropping this marks it as finished.
    pub(super) struct Unfinished(std::cell::RefCell<Option<PathBuf>>);

    pub(super) fn start() -> Unfinished {
        WATCH.call_once(watch);
        Unfinished(std::cell::RefCell::new(None))
    }

    impl Unfinished {
        /// Records the name of the file before it is created.
        pub(super) fn note(&self, path: &Path) {
            let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
            files.insert(path.to_owned());
            if let Some(earlier) = self.0.replace(Some(path.to_owned())) {
                files.remove(&earlier);
            }
        }
    }

    impl Drop for Unfinished {
        fn drop(&mut self) {
            if let Some(path) = self.0.take() {
                let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
                files.remove(&path);
            }
        }
    }

    /// Waits for signals in a separate thread. A signal that is ignored, as after `nohup`, stays
    /// ignored. If the thread cannot be started, signals keep their default action.
    fn watch() {
        let signals = [SIGHUP, SIGINT, SIGTERM]
            .into_iter()
            .filter(|&signal| !is_ignored(signal));
        let Ok(mut signals) = Signals::new(signals) else {
            return;
        };
        std::thread::spawn(move || {
            for signal in signals.forever() {
                // The lock is held until the process ends, which keeps other files from being
                // started.
                let files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
                for path in files.iter() {
                    // The file may not exist yet, or no longer.
                    let _ = fs::remove_file(path);
                }
                let _ = emulate_default_handler(signal);
            }
        });
    }

    /// Whether the program was started with a signal ignored, on systems that report it.
    fn is_ignored(signal: i32) -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
    }
}

#[cfg(not(unix))]
mod unfinished {
    use std::path::Path;

    pub(super) struct Unfinished;

    pub(super) fn start() -> Unfinished {
        Unfinished
    }

    impl Unfinished {
        pub(super) fn note(&self, _: &Path) {}
    }
}
