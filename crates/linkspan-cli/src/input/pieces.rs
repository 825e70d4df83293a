//! Input of any size in pieces that can be searched on their own, with little memory.

use std::io::{self, Read};

use linkspan::stream::{Cutter, LONGEST_RUN, Piece};

/// How much is read at once.
const READ: usize = 1 << 18;

/// Hands the pieces of a source to `take`, and `None` after each reading, as soon as they are there;
/// stops when `take` says so. The outer error is one of the source, the inner one is of `take`.
pub(crate) fn each<E>(
    mut source: impl Read,
    mut take: impl FnMut(Option<Piece<'_>>) -> Result<bool, E>,
) -> io::Result<Result<(), E>> {
    let mut cutter = Cutter::new(LONGEST_RUN);
    let mut buffer = vec![0; READ];
    let mut taken = Ok(true);
    loop {
        let count = match source.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            count => count?,
        };
        let mut hand_over = |piece: Piece<'_>| {
            if matches!(taken, Ok(true)) {
                taken = take(Some(piece));
            }
        };
        match count {
            0 => cutter.finish(&mut hand_over),
            _ => cutter.push(buffer.get(..count).unwrap_or(&buffer), &mut hand_over),
        }
        if matches!(taken, Ok(true)) {
            taken = take(None);
        }
        match taken {
            Ok(true) if count > 0 => {}
            _ => return Ok(taken.map(drop)),
        }
    }
}
