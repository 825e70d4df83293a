//! Input of any size, cut into pieces that can be searched separately, with little memory.

use std::io::{self, Read};

use linkspan::stream::{Cutter, LONGEST_RUN, Piece};

/// How much is read at once.
const READ: usize = 1 << 18;

/// The warning about runs that were too long to be searched. `first` gives the place of the first
/// one, or is empty.
pub(crate) fn too_long(count: usize, first: &str) -> String {
    let (runs, were) = if count == 1 {
        ("run", "was")
    } else {
        ("runs", "were")
    };
    format!(
        "run-too-long: {count} {runs} of more than {} MiB without a space or line break {were} not searched{first}; \
         put spaces or line breaks between its parts",
        LONGEST_RUN >> 20
    )
}

/// Passes the pieces of a source to `take`, and `None` after each read, when `take` can flush its
/// output. Stops when `take` returns `false`. The outer error comes from the source, the inner one
/// from `take`.
pub(crate) fn for_each<E>(
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
