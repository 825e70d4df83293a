//! A large file in blocks that several threads search.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use linkspan::offset::Position;
use linkspan::stream::LONGEST_RUN;

use super::buffer::Buffer;
use super::place::{Unsearched, after};
use super::plan::{Action, Content, Delivery, Plan};
use super::source::SourceSearch;
use crate::out::record::Origin;

/// The size of a block in bytes. No run in a block is too long to be searched.
const BLOCK: usize = 1 << 19;
const _: () = assert!(BLOCK <= LONGEST_RUN);

/// The minimum size in bytes of a file that is searched in blocks.
const LARGE: u64 = 1 << 21;

/// The maximum number of threads that search one file. At most two blocks exist for each, which
/// bounds memory; more threads would wait for the one that reads.
const MOST_THREADS: usize = 4;

impl Plan {
    /// Whether a file is large enough to be searched in blocks, and the plan allows it.
    pub(crate) fn wants_blocks(&self, file: &File) -> bool {
        let is_local = matches!(self.action, Action::Count | Action::Print);
        let is_plain = self.dns.is_none()
            && self.content == Some(Content::Text)
            && self.delivery == Delivery::Buffered;
        let is_large = || {
            let data = file.metadata();
            data.is_ok_and(|data| data.is_file() && data.len() >= LARGE)
        };
        self.threads > 1 && is_local && is_plain && is_large()
    }
}

/// A block of a file: its number, its bytes, and where it starts.
struct Block {
    number: usize,
    bytes: Vec<u8>,
    start: Position,
}

/// The result of a block.
struct BlockResult {
    number: usize,
    /// The buffer of the block, for reuse.
    bytes: Vec<u8>,
    out: Vec<u8>,
    count: usize,
    unsearched: Unsearched,
    result: io::Result<()>,
}

impl Block {
    /// Searches one block.
    fn search(self, plan: &Plan, origin: &Origin) -> BlockResult {
        let mut keep = |_: &mut Vec<u8>| true;
        let out = Buffer::new(usize::MAX, &mut keep);
        let mut search = SourceSearch::new(plan, origin.clone(), self.start, out);
        let result = search.search_runs(&self.bytes);
        BlockResult {
            number: self.number,
            bytes: self.bytes,
            count: search.result.count,
            unsearched: search.unsearched,
            out: search.out.bytes,
            result,
        }
    }
}

impl SourceSearch<'_, '_, '_> {
    /// Searches a file in blocks, in other threads. From a run that is too long for a block, the
    /// file is searched like any other source.
    pub(crate) fn blocks(&mut self, file: File) -> io::Result<()> {
        let (plan, origin) = (self.plan, self.origin.clone());
        let threads = plan.threads.min(MOST_THREADS);
        let mut blocks = Blocks {
            file,
            carry: Vec::new(),
            number: 0,
            place: (plan.action != Action::Count).then_some(self.place),
        };
        let (send, receive) = mpsc::channel::<Block>();
        let receive = Mutex::new(receive);
        let (done, results) = mpsc::channel::<BlockResult>();
        let uncut = thread::scope(|scope| {
            for _ in 0..threads {
                let (done, receive, origin) = (done.clone(), &receive, &origin);
                scope.spawn(move || work(plan, origin, receive, &done));
            }
            drop(done);
            // The channels are closed when this call ends, also after an error, which ends the
            // threads.
            self.distribute(&mut blocks, 2 * threads, send, results)
        })?;
        self.place = blocks.place.unwrap_or(self.place);
        match uncut {
            Some(bytes) => self.pieces(bytes.as_slice().chain(blocks.file)),
            None => Ok(()),
        }
    }

    /// Sends the blocks of a file to the threads, at most `most` at a time, and takes the results
    /// in their order. Returns bytes that could not be cut.
    fn distribute(
        &mut self,
        blocks: &mut Blocks,
        most: usize,
        send: Sender<Block>,
        results: Receiver<BlockResult>,
    ) -> io::Result<Option<Vec<u8>>> {
        let mut waiting = Waiting::default();
        let uncut = loop {
            while blocks.number - waiting.turn >= most {
                waiting.add(results.recv().map_err(io::Error::other)?);
                self.take(&mut waiting)?;
            }
            let (block, is_last) = match blocks.next(waiting.spare.pop().unwrap_or_default())? {
                Next::Block(block) => (block, false),
                Next::Last(block) => (block, true),
                Next::Uncut(bytes) => break Some(bytes),
            };
            if !self.out.is_wanted() || send.send(block).is_err() || is_last {
                break None;
            }
        };
        drop(send);
        for result in results {
            waiting.add(result);
            self.take(&mut waiting)?;
        }
        Ok(uncut)
    }

    /// Merges the results of the blocks whose turn it is.
    fn take(&mut self, waiting: &mut Waiting) -> io::Result<()> {
        while let Some(mut block) = waiting.next() {
            self.result.count += block.count;
            self.unsearched.extend(&block.unsearched);
            self.out.bytes.append(&mut block.out);
            block.bytes.clear();
            waiting.spare.push(block.bytes);
            block.result?;
            self.out.hand_over();
        }
        Ok(())
    }
}

/// Searches blocks until there are no more, or their results are not wanted.
fn work(
    plan: &Plan,
    origin: &Origin,
    receive: &Mutex<Receiver<Block>>,
    done: &Sender<BlockResult>,
) {
    let next = || {
        let receive = receive.lock().unwrap_or_else(PoisonError::into_inner);
        receive.recv()
    };
    while let Ok(block) = next() {
        if done.send(block.search(plan, origin)).is_err() {
            break;
        }
    }
}

/// The blocks of a file, in their order.
struct Blocks {
    file: File,
    /// What was read after the last cut.
    carry: Vec<u8>,
    /// The number of the next block.
    number: usize,
    /// Where the next block starts; `None` if places are not needed.
    place: Option<Position>,
}

/// The result of reading the next block.
enum Next {
    Block(Block),
    /// The end of the file.
    Last(Block),
    /// Bytes without a place to cut.
    Uncut(Vec<u8>),
}

impl Blocks {
    /// The next block, in a buffer that was used before.
    fn next(&mut self, buffer: Vec<u8>) -> io::Result<Next> {
        let (mut bytes, is_last) = self.read(buffer)?;
        self.carry.clear();
        if is_last {
            return Ok(Next::Last(self.block(bytes)));
        }
        // A space and every character before it in ASCII is Link_Term=Hard: no link continues after
        // a cut there. Words that stand for a dot may have spaces around them, but are on one line.
        let lines = bytes.iter().rposition(|&byte| byte == b'\n');
        let Some(cut) = lines.or_else(|| bytes.iter().rposition(|&byte| byte <= b' ')) else {
            return Ok(Next::Uncut(bytes));
        };
        self.carry.extend(bytes.iter().skip(cut + 1));
        bytes.truncate(cut + 1);
        Ok(Next::Block(self.block(bytes)))
    }

    fn block(&mut self, bytes: Vec<u8>) -> Block {
        let number = self.number;
        let start = self.place.unwrap_or_default();
        self.number += 1;
        self.place = self.place.map(|place| after(place, &bytes));
        Block {
            number,
            bytes,
            start,
        }
    }

    /// Appends to the rest of the last block; also returns whether the file ends.
    fn read(&mut self, mut bytes: Vec<u8>) -> io::Result<(Vec<u8>, bool)> {
        bytes.reserve(BLOCK);
        bytes.extend_from_slice(&self.carry);
        let wanted = BLOCK - bytes.len();
        let limit = u64::try_from(wanted).unwrap_or(u64::MAX);
        let count = (&mut self.file).take(limit).read_to_end(&mut bytes)?;
        Ok((bytes, count < wanted))
    }
}

/// Blocks that were searched before it was their turn.
#[derive(Default)]
struct Waiting {
    turn: usize,
    results: BTreeMap<usize, BlockResult>,
    /// Buffers for reuse.
    spare: Vec<Vec<u8>>,
}

impl Waiting {
    fn add(&mut self, result: BlockResult) {
        self.results.insert(result.number, result);
    }

    /// The result of the next block, if it has arrived.
    fn next(&mut self) -> Option<BlockResult> {
        let next = self.results.remove(&self.turn)?;
        self.turn += 1;
        Some(next)
    }
}
