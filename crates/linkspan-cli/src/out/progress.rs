//! The progress of a long search, on standard error.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Shows how many files are done if the search takes more than a second and standard error is a
/// terminal. If results go to a terminal as well, no progress is shown, because the two would mix.
pub(crate) struct Progress {
    state: Option<Mutex<State>>,
}

struct State {
    started: Instant,
    shown: Option<Instant>,
    files: usize,
    links: usize,
}

impl Progress {
    pub(crate) fn new() -> Self {
        let is_wanted = io::stderr().is_terminal() && !io::stdout().is_terminal();
        Self {
            state: is_wanted.then(|| {
                Mutex::new(State {
                    started: Instant::now(),
                    shown: None,
                    files: 0,
                    links: 0,
                })
            }),
        }
    }

    /// Records that another file is done.
    pub(crate) fn done(&self, links: usize) {
        let Some(state) = &self.state else {
            return;
        };
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        state.files += 1;
        state.links += links;
        let now = Instant::now();
        let is_long = now.duration_since(state.started) > Duration::from_secs(1);
        let is_due = state
            .shown
            .is_none_or(|shown| now.duration_since(shown) > Duration::from_millis(200));
        if is_long && is_due {
            state.shown = Some(now);
            let (files, links) = (state.files, state.links);
            // A failure to show progress is ignored.
            let _ = write!(io::stderr(), "\r\u{1B}[K{files} files, {links} links");
        }
    }

    /// Clears the progress line.
    pub(crate) fn clear(&self) {
        let was_shown = self.state.as_ref().is_some_and(|state| {
            let state = state.lock().unwrap_or_else(PoisonError::into_inner);
            state.shown.is_some()
        });
        if was_shown {
            let _ = write!(io::stderr(), "\r\u{1B}[K");
        }
    }
}
