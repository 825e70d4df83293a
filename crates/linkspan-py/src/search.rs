//! Searches that release the interpreter and can be interrupted.

use pyo3::prelude::*;

/// Longer texts are searched without holding the interpreter.
const LONG: usize = 8 << 10;

/// The approximate number of bytes searched between checks for signals.
const PIECE: usize = 4 << 20;

/// Where a long text can be cut: after a space or a line feed, which no link contains.
pub(crate) const WORDS: &[u8] = b" \n";

/// Where a long text can be cut if the end of a line matters: after a line feed.
pub(crate) const LINES: &[u8] = b"\n";

/// Calls `search` with a text, or with the pieces of a long text and their starts. Pieces end after
/// one of the `ends`.
pub(crate) fn in_pieces<'t>(
    py: Python<'_>,
    text: &'t str,
    ends: &[u8],
    mut search: impl FnMut(usize, &'t str) + Send,
) -> PyResult<()> {
    if text.len() <= LONG {
        search(0, text);
        return Ok(());
    }
    let (mut start, mut rest) = (0, text);
    while !rest.is_empty() {
        let end = rest.as_bytes().get(PIECE..).and_then(|after| {
            let end = after.iter().position(|byte| ends.contains(byte))?;
            Some(PIECE + end + 1)
        });
        let (piece, after) = rest
            .split_at_checked(end.unwrap_or(rest.len()))
            .unwrap_or((rest, ""));
        py.detach(|| search(start, piece));
        py.check_signals()?;
        start += piece.len();
        rest = after;
    }
    Ok(())
}

/// Runs work on a text of this length, without holding the interpreter if it is long.
pub(crate) fn detached<T: Send>(
    py: Python<'_>,
    length: usize,
    work: impl FnOnce() -> T + Send,
) -> T {
    match length <= LONG {
        true => work(),
        false => py.detach(work),
    }
}
