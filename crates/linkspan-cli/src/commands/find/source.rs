//! The search of one source: how it is read, and the state that this needs.

use std::borrow::Cow;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};

use linkspan::Detector;
use linkspan::offset::Position;
use linkspan::stream::{LONGEST_RUN, Piece};
use linkspan_read::{Decoded, Expanded, MailForm};

use super::buffer::{Buffer, Flush};
use super::collect::Collection;
use super::decode::{Bytes, Stored};
use super::place::{Cursor, Unsearched, after_invalid};
use super::plan::{Action, Content, Defanged, Delivery, Document, Plan, Sources};
use super::values::{Damage, OtherFields};
use crate::args::dns::Learner;
use crate::args::selection::Binary;
use crate::input::broken::Broken;
use crate::input::sniff::{is_binary, is_utf32, start_of};
use crate::input::{STANDARD_INPUT, Source, announce_standard_input, not_read, pieces};
use crate::out::failure::why;
use crate::out::record::Origin;
use crate::out::terminal::file_name;

/// The input of a search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layer {
    File,
    /// The content of a compressed file. It is not expanded again: a file that is compressed twice
    /// is not text.
    Expanded,
}

/// The number of bytes of output to buffer before they are written: what a pipe takes at once. Threads
/// wait for each other at each write.
const ENOUGH: usize = 1 << 16;

/// The result of searching a source.
#[derive(Default)]
pub(crate) struct SourceResult {
    pub(crate) count: usize,
    pub(crate) collected: Collection,
    /// Messages to the user.
    pub(crate) warnings: Vec<String>,
    /// The damaged places of the source; the rest was searched.
    pub(crate) damage: Damage,
    /// The names of values that were skipped.
    pub(crate) other_fields: OtherFields,
    /// The error that ended reading, if there was one.
    pub(crate) errors: Vec<String>,
    /// Whether reading stopped before the end.
    pub(crate) is_unread: bool,
    /// Whether it was skipped because it looks binary.
    pub(crate) is_binary: bool,
    /// Whether it was skipped because it is compressed.
    pub(crate) is_compressed: bool,
}

/// Searches a source according to the plan.
pub(crate) fn search(
    plan: &Plan,
    source: &Source,
    binary: Binary,
    flush: &mut Flush,
) -> SourceResult {
    let origin = Origin {
        name: source.to_string(),
        shown: match source {
            Source::StandardInput if plan.sources == Sources::One => None,
            Source::StandardInput => Some(source.to_string()),
            Source::File(path) => Some(file_name(path)),
        },
        part: None,
        header: None,
        path: None,
    };
    let name = match source {
        Source::StandardInput => {
            announce_standard_input();
            STANDARD_INPUT.to_owned()
        }
        Source::File(path) => file_name(path),
    };
    let enough = match (source, plan.delivery) {
        (Source::File(_), Delivery::Buffered) => ENOUGH,
        // The program that writes the input may wait for results before it writes more.
        (Source::File(_), Delivery::AtOnce) | (Source::StandardInput, _) => 1,
    };
    let out = Buffer::new(enough, flush);
    let mut search = SourceSearch::new(plan, origin, Position::default(), out);
    let read = match source {
        Source::StandardInput => search.read(&mut io::stdin().lock(), binary, Layer::File),
        Source::File(path) => fs::File::open(path).and_then(|file| search.read_file(file, binary)),
    };
    search.out.finish();
    let mut result = search.result;
    result
        .warnings
        .extend(result.other_fields.warning(&plan.fields));
    for warning in &mut result.warnings {
        *warning = format!("{name}: {warning}");
    }
    result
        .warnings
        .extend(search.unsearched.warnings(&name, plan.action));
    result.errors.extend(result.damage.messages(&name));
    result
        .errors
        .extend(search.unsearched.error(&name, plan.action));
    let error = read.err();
    result.is_unread = error.is_some();
    result.errors.extend(error.map(|error| match source {
        Source::File(path) => not_read(path, &error, "linkspan find"),
        Source::StandardInput => format!("{name}: {}", why(&error)),
    }));
    result
}

/// The search of one source, or of a block of one: its position and its results.
pub(crate) struct SourceSearch<'p, 'f, 'g> {
    pub(crate) plan: &'p Plan,
    learner: Option<Learner<'p>>,
    pub(crate) origin: Origin,
    pub(crate) out: Buffer<'f, 'g>,
    /// The current place.
    pub(crate) place: Position,
    pub(crate) result: SourceResult,
    pub(crate) unsearched: Unsearched,
    /// Whether the next piece continues a run that is too long.
    in_long_run: bool,
    /// The position in the source, if that is not UTF-8.
    pub(crate) stored: Option<Bytes>,
    /// Whether the next text continues a word that a byte has broken.
    broken: Broken,
}

impl<'p, 'f, 'g> SourceSearch<'p, 'f, 'g> {
    pub(crate) fn new(
        plan: &'p Plan,
        origin: Origin,
        place: Position,
        out: Buffer<'f, 'g>,
    ) -> Self {
        let dns = plan.dns.as_ref();
        Self {
            plan,
            learner: dns.map(|dns| Learner::new(&plan.detector, dns)),
            origin,
            out,
            place,
            result: SourceResult {
                collected: Collection::new(plan.repeats),
                ..SourceResult::default()
            },
            unsearched: Unsearched::default(),
            in_long_run: false,
            stored: None,
            broken: Broken::default(),
        }
    }

    /// The detector to search `text` with. With DNS, it knows the top-level domains of the text.
    pub(crate) fn detector(&mut self, text: &str) -> io::Result<Cow<'p, Detector>> {
        match &mut self.learner {
            None => Ok(Cow::Borrowed(&self.plan.detector)),
            Some(learner) => match learner.informed(&[text]) {
                Ok(detector) => Ok(Cow::Owned(detector.clone())),
                Err(message) => Err(io::Error::other(message)),
            },
        }
    }
}

/// The whole content of a source that has to be in memory; if reading fails, the bytes read so far
/// and the error.
pub(crate) fn all_of(source: impl Read) -> (Vec<u8>, io::Result<()>) {
    let mut bytes = Vec::new();
    let read = source.take(MOST_WHOLE + 1).read_to_end(&mut bytes);
    if bytes.len() as u64 > MOST_WHOLE {
        let error = io::Error::other(
            "larger than 256 MiB, the limit for all formats except text, JSON lines and tables; split it, or use `--from text`",
        );
        return (Vec::new(), Err(error));
    }
    (bytes, read.map(drop))
}

/// The bytes of a source that can be read before an error.
struct Before<'f, R> {
    source: R,
    failure: &'f mut io::Result<()>,
}

impl<R: Read> Read for Before<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.source.read(buffer) {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                *self.failure = Err(error);
                Ok(0)
            }
            read => read,
        }
    }
}

/// The maximum size of a source that has to be in memory as a whole.
const MOST_WHOLE: u64 = 1 << 28;

impl SourceSearch<'_, '_, '_> {
    fn read_file(&mut self, mut file: fs::File, binary: Binary) -> io::Result<()> {
        // Blocks are searched before it is known whether the file looks binary.
        if binary != Binary::Skipped && self.plan.wants_blocks(&file) {
            let start = start_of(&mut file)?;
            file.seek(SeekFrom::Start(0))?;
            if let Stored::Plain(mark) = self.plan.reading.stored(&start)
                && self.refusal(&start, binary).is_none()
                && !is_utf32(&start)
            {
                self.pass_mark(&mut file, mark)?;
                return self.blocks(file);
            }
        }
        self.read(&mut file, binary, Layer::File)
    }

    /// Searches a source from start to end.
    ///
    /// The first bytes decide how, and the order of the questions matters: a compressed file and one
    /// in UTF-16 look binary, so they are recognized before binary files are skipped.
    fn read(&mut self, source: &mut dyn Read, binary: Binary, layer: Layer) -> io::Result<()> {
        let start = start_of(source)?;
        if let Some(message) = self.refusal(&start, binary) {
            self.result.is_compressed = true;
            return match binary {
                Binary::Skipped => Ok(()),
                _ => Err(io::Error::other(message)),
            };
        }
        self.result.warnings.extend(self.plan.reading.doubt(&start));
        if is_utf32(&start) {
            return Err(io::Error::other(
                "UTF-32 is not supported; convert the file to UTF-8",
            ));
        }
        let mut source = start.as_slice().chain(source);
        match self.plan.reading.stored(&start) {
            Stored::Encoded(encoding, mark) => {
                io::copy(&mut source.by_ref().take(mark as u64), &mut io::sink())?;
                self.stored = Some(Bytes::new(encoding, mark));
                let mut decoded = Decoded::new(source, encoding);
                self.text_source(&mut decoded)?;
                if decoded.is_damaged() {
                    let message =
                        format!("not valid {encoding} in some places, which were read as U+FFFD");
                    self.result.warnings.push(message);
                }
                Ok(())
            }
            Stored::Compressed(compression, most) if layer == Layer::File => {
                let mut expanded = Expanded::new(source, compression, most);
                self.read(&mut expanded, binary, Layer::Expanded)
            }
            _ if binary == Binary::Skipped && is_binary(&start) => {
                self.result.is_binary = true;
                Ok(())
            }
            Stored::Plain(mark) => {
                self.pass_mark(&mut source, mark)?;
                self.text_source(source)
            }
            Stored::Compressed(..) => self.text_source(source),
        }
    }

    /// The message about a source that is compressed and is not searched.
    fn refusal(&self, start: &[u8], binary: Binary) -> Option<String> {
        match binary {
            Binary::Searched => None,
            Binary::Named | Binary::Skipped => self.plan.reading.refusal(start),
        }
    }

    /// Skips a byte order mark in UTF-8, which is not part of the text.
    fn pass_mark(&mut self, source: &mut impl Read, mark: usize) -> io::Result<()> {
        let mut bytes = Vec::new();
        source.take(mark as u64).read_to_end(&mut bytes)?;
        self.place.byte += bytes.len();
        if self.plan.prints_all_text() {
            self.out.write_all(&bytes)?;
        }
        Ok(())
    }

    /// Searches text in UTF-8, or bytes that are treated as UTF-8.
    fn text_source(&mut self, source: impl Read) -> io::Result<()> {
        let content = self.plan.content_of(&self.origin.name);
        match (content, self.plan.action) {
            (Content::Mail, _) => self.search_mail(source),
            (Content::Values(values), _) => self.values(source, values),
            (Content::Document(document), _) => {
                let (bytes, read) = all_of(source);
                self.document(&bytes, document)?;
                read
            }
            (Content::Text, Action::Context(around)) => self.lines(source, around),
            (Content::Markup(markup), _) => self.plain(markup.unmarked(source)),
            (Content::Text, _) => self.plain(source),
        }
    }

    /// Searches text of any size.
    fn plain(&mut self, source: impl Read) -> io::Result<()> {
        match self.plan.defanged {
            Defanged::Ignored => self.pieces(source),
            // Words that stand for a dot may have spaces around them, but are on one line.
            Defanged::Found => self.each_line(source),
        }
    }

    /// Searches a source line by line. After a line that is too long, the rest is searched in
    /// pieces.
    fn each_line(&mut self, source: impl Read) -> io::Result<()> {
        let mut source = BufReader::new(source);
        let mut line = Vec::new();
        while self.goes_on() {
            let most = LONGEST_RUN as u64;
            if source.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
                break;
            }
            if line.len() == LONGEST_RUN {
                return self.pieces(line.as_slice().chain(source));
            }
            self.search_runs(&line)?;
            line.clear();
            self.out.hand_over();
        }
        Ok(())
    }

    /// Searches a source of any size.
    pub(crate) fn pieces(&mut self, source: impl Read) -> io::Result<()> {
        pieces::for_each(source, |piece| {
            match piece {
                Some(piece) => self.piece(piece)?,
                None => self.out.hand_over(),
            }
            Ok(self.goes_on())
        })?
    }

    /// Searches the texts of messages. Places are those of the decoded text.
    fn search_mail(&mut self, source: impl Read) -> io::Result<()> {
        // Byte offsets of the source do not apply to the decoded texts.
        self.stored = None;
        let mut failure = Ok(());
        let source = Before {
            source,
            failure: &mut failure,
        };
        linkspan_read::read_mail(BufReader::new(source), |text| {
            self.origin.part = Some((text.message, text.part));
            self.origin.header = text.header;
            if text.is_plain {
                let message = "has no mail header; read as text".to_owned();
                self.result.warnings.push(message);
            }
            self.place = Position::default();
            match text.form {
                MailForm::Html => self.document(text.text.as_bytes(), Document::Html)?,
                _ => self.bytes(text.text.as_bytes())?,
            }
            self.out.hand_over();
            Ok(self.goes_on())
        })?;
        failure
    }

    /// Searches bytes in memory, with the same limit for runs as elsewhere.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        if bytes.len() <= LONGEST_RUN {
            return self.search_runs(bytes);
        }
        pieces::for_each(bytes, |piece| {
            piece.map_or(Ok(()), |piece| self.piece(piece))?;
            Ok(true)
        })?
    }

    fn piece(&mut self, piece: Piece<'_>) -> io::Result<()> {
        match piece {
            Piece::Whole(bytes) => self.search_runs(bytes),
            Piece::TooLong { bytes, ends } => {
                if !self.in_long_run {
                    self.unsearched.long_runs.add(self.place);
                }
                self.in_long_run = !ends;
                for chunk in bytes.utf8_chunks() {
                    self.pass(chunk.valid())?;
                    self.pass_invalid(chunk.invalid())?;
                }
                Ok(())
            }
        }
    }

    /// Searches bytes that contain only whole runs.
    pub(crate) fn search_runs(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Ok(text) = simdutf8::basic::from_utf8(bytes) {
            let (word, text) = self.broken.divide(text);
            self.pass(word)?;
            return self.text(text);
        }
        for chunk in bytes.utf8_chunks() {
            let (word, text) = self.broken.divide(chunk.valid());
            self.pass(word)?;
            self.text(text)?;
            if !chunk.invalid().is_empty() {
                self.broken.pass(chunk.invalid());
                self.unsearched.invalid.add(self.place);
                self.pass_invalid(chunk.invalid())?;
            }
        }
        Ok(())
    }

    /// Whether more results are wanted. If not, the search can stop.
    pub(crate) fn goes_on(&self) -> bool {
        self.out.is_wanted() && !self.plan.is_done()
    }

    /// The current place.
    pub(crate) fn cursor(&self) -> Cursor {
        Cursor {
            place: self.place,
            stored: self.stored,
        }
    }

    /// Advances over text that is not a link.
    pub(crate) fn pass(&mut self, text: &str) -> io::Result<()> {
        self.place = self.place.after(text);
        self.stored = self.stored.map(|stored| stored.after(text));
        if self.plan.prints_all_text() {
            self.out.write_all(text.as_bytes())?;
        }
        Ok(())
    }

    /// Advances over bytes that are not UTF-8.
    fn pass_invalid(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.place = after_invalid(self.place, bytes);
        if self.plan.prints_all_text() {
            self.out.write_all(bytes)?;
        }
        Ok(())
    }
}
