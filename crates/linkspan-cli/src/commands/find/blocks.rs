//! A large file in blocks that are searched at once.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use linkspan::offset::Position;
use linkspan::stream::LONGEST_RUN;

use super::search::{Job, Searcher, Task, Trouble};
use crate::out::record::Origin;

/// The bytes of a block. No run in one is too long to be searched.
const BLOCK: usize = 1 << 19;
const _: () = assert!(BLOCK <= LONGEST_RUN);

/// From how many bytes on a file is searched in blocks.
const LARGE: u64 = 1 << 21;

/// The most threads that search one file. There are at most two blocks for each, so that memory is
/// bounded; and one thread can read only so fast.
const MOST_THREADS: usize = 4;

/// A block of a file: its number, its bytes, and where it starts.
struct Block {
    number: usize,
    bytes: Vec<u8>,
    start: Position,
}

/// What was found in a block.
struct Searched {
    number: usize,
    bytes: Vec<u8>,
    out: Vec<u8>,
    count: usize,
    trouble: Trouble,
    result: io::Result<()>,
}

impl Searcher {
    /// Whether a file is worth being searched in blocks, and what is asked for can be found so.
    pub(crate) fn wants_blocks(&self, file: &File) -> bool {
        let is_local = matches!(self.task, Task::Count | Task::Print);
        let is_plain = self.dns.is_none() && !self.mail && !self.stream;
        let is_large = |file: &File| {
            let data = file.metadata();
            data.is_ok_and(|data| data.is_file() && data.len() >= LARGE)
        };
        self.threads > 1 && is_local && is_plain && is_large(file)
    }

    /// Searches a block on its own.
    fn block(&self, origin: &Origin, block: Block) -> Searched {
        let mut keep = |_: &mut Vec<u8>| true;
        let mut job = Job::new(self, origin.clone(), block.start, usize::MAX, &mut keep);
        let result = job.block(&block.bytes);
        Searched {
            number: block.number,
            bytes: block.bytes,
            count: job.outcome.count,
            trouble: job.trouble,
            out: job.out,
            result,
        }
    }
}

impl Job<'_, '_, '_> {
    /// Searches a file in blocks, which other threads take. What cannot be cut is searched as any other
    /// source.
    pub(crate) fn blocks(&mut self, mut file: File) -> io::Result<()> {
        let searcher = self.searcher;
        let origin = self.origin.clone();
        let threads = searcher.threads.min(MOST_THREADS);
        let (send, receive) = mpsc::channel::<Block>();
        let receive = Mutex::new(receive);
        let (done, results) = mpsc::channel::<Searched>();
        let rest = thread::scope(|scope| {
            for _ in 0..threads {
                let (done, receive, origin) = (done.clone(), &receive, &origin);
                scope.spawn(move || {
                    let next = || {
                        receive
                            .lock()
                            .unwrap_or_else(PoisonError::into_inner)
                            .recv()
                    };
                    while let Ok(block) = next() {
                        if done.send(searcher.block(origin, block)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(done);
            let mut waiting = Waiting::default();
            let mut place = self.place;
            let mut carry = Vec::new();
            let mut number = 0;
            let uncut = loop {
                while number - waiting.turn >= 2 * threads {
                    waiting.add(results.recv().map_err(io::Error::other)?);
                    self.take(&mut waiting)?;
                }
                let bytes = waiting.spare.pop().unwrap_or_default();
                let (mut bytes, is_last) = read(&mut file, &carry, bytes)?;
                // Everything up to a space is Link_Term=Hard, so that no link goes over a cut behind one.
                let cut = bytes.iter().rposition(|&byte| byte <= b' ');
                match (cut, is_last) {
                    (_, true) => carry.clear(),
                    (Some(cut), _) => {
                        carry.clear();
                        carry.extend(bytes.iter().skip(cut + 1));
                        bytes.truncate(cut + 1);
                    }
                    (None, false) => break Some(bytes),
                }
                let start = place;
                if searcher.task != Task::Count {
                    place = after(place, &bytes);
                }
                let block = Block {
                    number,
                    bytes,
                    start,
                };
                number += 1;
                if !self.goes_on || send.send(block).is_err() || is_last {
                    break None;
                }
            };
            drop(send);
            for searched in results {
                waiting.add(searched);
                self.take(&mut waiting)?;
            }
            self.place = place;
            io::Result::Ok(uncut)
        })?;
        match rest {
            Some(bytes) => self.pieces(bytes.as_slice().chain(file)),
            None => Ok(()),
        }
    }

    /// Takes over what was found in the blocks whose turn it is.
    fn take(&mut self, waiting: &mut Waiting) -> io::Result<()> {
        while let Some(mut searched) = waiting.next() {
            self.outcome.count += searched.count;
            self.trouble.extend(&searched.trouble);
            self.out.append(&mut searched.out);
            searched.bytes.clear();
            waiting.spare.push(searched.bytes);
            searched.result?;
            self.flush(self.enough);
        }
        Ok(())
    }
}

/// Blocks that were searched before it was their turn.
#[derive(Default)]
struct Waiting {
    turn: usize,
    searched: BTreeMap<usize, Searched>,
    /// Buffers to be used again.
    spare: Vec<Vec<u8>>,
}

impl Waiting {
    fn add(&mut self, searched: Searched) {
        self.searched.insert(searched.number, searched);
    }

    /// The next block, if it has been searched.
    fn next(&mut self) -> Option<Searched> {
        let next = self.searched.remove(&self.turn)?;
        self.turn += 1;
        Some(next)
    }
}

/// The next block of a file, behind what was left of the one before; and whether it is the last.
fn read(file: &mut File, carry: &[u8], mut bytes: Vec<u8>) -> io::Result<(Vec<u8>, bool)> {
    bytes.reserve(BLOCK);
    bytes.extend_from_slice(carry);
    let wanted = BLOCK - bytes.len();
    let limit = u64::try_from(wanted).unwrap_or(u64::MAX);
    let count = file.take(limit).read_to_end(&mut bytes)?;
    Ok((bytes, count < wanted))
}

/// The place behind `bytes`, if they start at `place`. Bytes that are no text count as one character.
fn after(place: Position, bytes: &[u8]) -> Position {
    if let Ok(text) = simdutf8::basic::from_utf8(bytes) {
        return place.after(text);
    }
    let mut place = place;
    for chunk in bytes.utf8_chunks() {
        place = super::search::skipped(place.after(chunk.valid()), chunk.invalid());
    }
    place
}
