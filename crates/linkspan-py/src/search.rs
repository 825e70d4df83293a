//! Searches that release the interpreter and can be interrupted.

use linkspan_bind::pieces;
use pyo3::prelude::*;

/// Longer texts are searched without holding the interpreter.
const LONG: usize = 8 << 10;

/// The approximate number of bytes searched between checks for signals.
const PIECE: usize = 4 << 20;

/// Calls `search` with a text, or with the pieces of a long text and their starts. Pieces end after
/// one of the `ends`.
pub(crate) fn search_pieces<'t>(
    py: Python<'_>,
    text: &'t str,
    ends: &'static [u8],
    mut search: impl FnMut(usize, &'t str) + Send,
) -> PyResult<()> {
    if text.len() <= LONG {
        search(0, text);
        return Ok(());
    }
    for (start, piece) in pieces(text, PIECE, ends) {
        py.detach(|| search(start, piece));
        py.check_signals()?;
    }
    Ok(())
}

/// Runs work on a text of this length, without holding the interpreter if it is long.
pub(crate) fn detach<T: Send>(py: Python<'_>, length: usize, work: impl FnOnce() -> T + Send) -> T {
    match length <= LONG {
        true => work(),
        false => py.detach(work),
    }
}
