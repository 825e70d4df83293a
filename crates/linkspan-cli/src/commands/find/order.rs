//! Output of many sources in their order, whichever finishes first.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Condvar, Mutex, PoisonError};

/// The maximum number of bytes that wait for their turn.
const MOST_WAITING: usize = 1 << 26;

/// Writes the output of numbered sources in the order of their numbers.
pub(crate) struct InOrder<W> {
    state: Mutex<State<W>>,
    moved: Condvar,
}

struct State<W> {
    out: W,
    /// The source whose turn it is.
    turn: usize,
    /// The output of later sources, and whether they are done.
    waiting: BTreeMap<usize, (Vec<u8>, bool)>,
    size: usize,
    result: io::Result<()>,
}

impl<W: Write> InOrder<W> {
    pub(crate) fn new(out: W) -> Self {
        Self {
            state: Mutex::new(State {
                out,
                turn: 0,
                waiting: BTreeMap::new(),
                size: 0,
                result: Ok(()),
            }),
            moved: Condvar::new(),
        }
    }

    /// Takes a piece of a source's output, and blocks while too much output is waiting for its
    /// turn. Returns whether more output is wanted, which is false after an error of the writer.
    pub(crate) fn put(&self, source: usize, piece: Vec<u8>, done: bool) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while state.turn != source
            && state.size + piece.len() > MOST_WAITING
            && state.result.is_ok()
        {
            state = self
                .moved
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        state.size += piece.len();
        let (waiting, is_done) = state.waiting.entry(source).or_default();
        waiting.extend(piece);
        *is_done = done;
        state.write_ready();
        self.moved.notify_all();
        state.result.is_ok()
    }

    /// The result of writing.
    pub(crate) fn finish(self) -> io::Result<W> {
        let state = self
            .state
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        state.result.map(|()| state.out)
    }
}

impl<W: Write> State<W> {
    /// Writes everything whose turn it is.
    fn write_ready(&mut self) {
        while let Some((piece, done)) = self.waiting.get_mut(&self.turn) {
            self.size -= piece.len();
            if self.result.is_ok() {
                self.result = self.out.write_all(piece);
            }
            piece.clear();
            if !*done {
                break;
            }
            self.waiting.remove(&self.turn);
            self.turn += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::InOrder;

    #[test]
    fn jobs_come_out_in_order() {
        let out = InOrder::new(Vec::new());
        assert!(out.put(1, b"c".to_vec(), false));
        assert!(out.put(2, b"e".to_vec(), true));
        assert!(out.put(0, b"a".to_vec(), false));
        assert!(out.put(1, b"d".to_vec(), true));
        assert!(out.put(0, b"b".to_vec(), true));
        assert_eq!(out.finish().unwrap(), b"abcde");
    }
}
