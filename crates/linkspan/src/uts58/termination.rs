//! The end of a link: the termination algorithm of UTS #58 section 3.5.1, with Table 3-3.

use alloc::string::String;
use core::ops::ControlFlow;

use super::brackets::{Brackets, Fate};
use super::plain::{ByteEffects, Plain};
use super::props::{LinkTerm, link_term};
use crate::meter::Meter;
use crate::reason::{Cause, EndRule, ReasonKind};
use crate::text::{CompactOffset, Text};

/// A part of a URL after the host: a row of Table 3-3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TailPart {
    Path,
    Query,
    Fragment,
    Directive,
}

impl TailPart {
    /// Table 3-3, column "Initiator".
    pub(crate) fn initiator(self) -> &'static str {
        match self {
            Self::Path => "/",
            Self::Query => "?",
            Self::Fragment => "#",
            Self::Directive => ":~:",
        }
    }

    /// The part that starts at `at`, after `part` has been read so far.
    ///
    /// This combines the columns "Initiator" and "Terminator set" of Table 3-3: everything that
    /// terminates a part also starts another. A directive starts only inside a fragment.
    fn started(part: Option<Self>, text: Text<'_>, at: usize) -> Option<Self> {
        match (part, text.byte(at)?) {
            (None, b'/') => Some(Self::Path),
            (None | Some(Self::Path), b'?') => Some(Self::Query),
            (None | Some(Self::Path | Self::Query), b'#') => Some(Self::Fragment),
            (Some(Self::Fragment), b':') if text.has(at, ":~:") => Some(Self::Directive),
            _ => None,
        }
    }

    /// Table 3-3, column "ClearStackOpen set": the length of the element at `at`.
    fn cleared(self, text: Text<'_>, at: usize) -> Option<usize> {
        match (self, text.byte(at)?) {
            (Self::Directive, b':') if text.has(at, ":~:") => Some(3),
            (_, byte) if self.is_cleared_by(char::from(byte)) => Some(1),
            _ => None,
        }
    }

    /// The single characters of column "ClearStackOpen set".
    pub(crate) fn is_cleared_by(self, c: char) -> bool {
        matches!(
            (self, c),
            (Self::Path, '/') | (Self::Query, '=' | '&') | (Self::Directive, '&' | ',')
        )
    }
}

/// The end of a link, and the starts of its parts after the host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) end: usize,
    pub(crate) path: CompactOffset,
    pub(crate) query: CompactOffset,
    pub(crate) fragment: CompactOffset,
    pub(crate) directive: CompactOffset,
}

impl Extent {
    /// A link without parts after its host.
    pub(crate) fn ending_at(end: usize) -> Self {
        Self {
            end,
            ..Self::default()
        }
    }

    /// The extent with an earlier end, without the parts that start after it.
    pub(crate) fn shortened_to(self, end: usize) -> Self {
        let kept =
            |part: CompactOffset| CompactOffset::new(part.get().filter(|&start| start < end));
        Self {
            end,
            path: kept(self.path),
            query: kept(self.query),
            fragment: kept(self.fragment),
            directive: kept(self.directive),
        }
    }

    fn mark(&mut self, part: TailPart, at: usize) {
        let place = match part {
            TailPart::Path => &mut self.path,
            TailPart::Query => &mut self.query,
            TailPart::Fragment => &mut self.fragment,
            TailPart::Directive => &mut self.directive,
        };
        if place.get().is_none() {
            *place = CompactOffset::new(Some(at));
        }
    }
}

/// Rules beyond the standard that end a link early, such as those about prose.
///
/// The standard consults them before it takes a character. They can only end the link there, never
/// extend it.
pub(crate) trait Stop {
    /// The effect of each byte. [`ends`](Self::ends) is called for some of them, and for every
    /// non-ASCII character.
    fn fates(&self) -> &'static ByteEffects;

    /// Why the link ends before a character, if it does.
    fn ends(&self, text: Text<'_>, next: &Next) -> Option<ReasonKind>;

    /// Why a link ends before an ASCII bracket that is still open where reading stops, if it does.
    fn ends_before_open(&self) -> Option<ReasonKind>;
}

/// The character to read next.
pub(crate) struct Next {
    pub(crate) at: usize,
    pub(crate) c: char,
    /// The innermost open bracket.
    pub(crate) open: Option<char>,
    /// The part it would belong to.
    pub(crate) part: TailPart,
    /// Whether everything read before it is ASCII.
    pub(crate) is_first: bool,
}

/// The standard alone.
pub(crate) struct Literal;

impl Stop for Literal {
    fn fates(&self) -> &'static ByteEffects {
        static FATES: ByteEffects = ByteEffects::STANDARD;
        &FATES
    }

    fn ends(&self, _: Text<'_>, _: &Next) -> Option<ReasonKind> {
        None
    }

    fn ends_before_open(&self) -> Option<ReasonKind> {
        None
    }
}

/// Where reading stopped.
#[derive(Clone, Copy)]
pub(crate) enum StoppedIn {
    /// Directly after the host or port: no part has started.
    Host,
    /// In a part, according to its rules.
    Part,
    /// In a part, because of a rule beyond the standard.
    Cut(ReasonKind),
}

/// Records where and why reading stopped. `()` records nothing and costs nothing.
pub(crate) trait Note {
    fn stopped(&mut self, text: Text<'_>, at: usize, place: StoppedIn, open: &Brackets);
}

impl Note for () {
    fn stopped(&mut self, _: Text<'_>, _: usize, _: StoppedIn, _: &Brackets) {}
}

/// Where and why reading stopped.
#[derive(Clone, Debug)]
pub(crate) struct Stopped {
    pub(crate) at: usize,
    pub(crate) rule: EndRule,
    /// The brackets that were open there.
    pub(crate) open: String,
}

impl Default for Stopped {
    fn default() -> Self {
        Self {
            at: 0,
            rule: EndRule::TextEnd,
            open: String::new(),
        }
    }
}

impl Note for Stopped {
    fn stopped(&mut self, text: Text<'_>, at: usize, place: StoppedIn, open: &Brackets) {
        self.at = at;
        self.open = open.iter().collect();
        self.rule = match (place, text.char_at(at).map(link_term)) {
            (StoppedIn::Cut(kind), _) => EndRule::Narrowed(kind),
            (_, None) => EndRule::TextEnd,
            (_, Some(LinkTerm::Hard)) => EndRule::Hard,
            (StoppedIn::Host, _) => EndRule::NoPart,
            (StoppedIn::Part, Some(LinkTerm::Close)) => EndRule::UnmatchedClose,
            // Everything else is read, unless it is one bracket too many.
            (StoppedIn::Part, _) => EndRule::NestingLimit,
        };
    }
}

/// The result of reading the text after a host.
#[derive(Clone, Debug)]
pub(crate) struct TailReading {
    pub(crate) extent: Extent,
    /// Why a rule beyond the standard ended the link, and the character it ended before.
    pub(crate) cut: Option<Cause>,
    /// Where reading stopped, if the link ends earlier because of an open bracket.
    pub(crate) beyond: Option<usize>,
}

/// The algorithm of 3.5.1. `from` is the end of the host or port, where `lastSafe` starts.
#[inline]
pub(crate) fn scan<S: Stop, N: Note, M: Meter>(
    text: Text<'_>,
    from: usize,
    stop: &S,
    note: &mut N,
    meter: &mut M,
) -> TailReading {
    // Most hosts are followed by neither path, query nor fragment.
    if TailPart::started(None, text, from).is_none() {
        note.stopped(text, from, StoppedIn::Host, &Brackets::new());
        return TailReading {
            extent: Extent::ending_at(from),
            cut: None,
            beyond: None,
        };
    }
    Reader::new(text, from, None, stop).read(note, meter)
}

/// Reads the text after a scheme without a host, like a path.
pub(crate) fn scan_opaque<S: Stop, N: Note, M: Meter>(
    text: Text<'_>,
    from: usize,
    stop: &S,
    note: &mut N,
    meter: &mut M,
) -> TailReading {
    let path = Some(TailPart::Path);
    let mut reading = Reader::new(text, from, path, stop).read(note, meter);
    let starts_later = TailPart::started(path, text, from).is_some();
    reading.extent.path = CompactOffset::new((!starts_later).then_some(from));
    reading
}

/// The state of the algorithm.
struct Reader<'t, 's, S> {
    text: Text<'t>,
    stop: &'s S,
    /// The current position.
    at: usize,
    /// The current part.
    part: Option<TailPart>,
    brackets: Brackets,
    /// `extent.end` is `lastSafe`.
    extent: Extent,
    cut: Option<Cause>,
    /// The start of the last section whose brackets are matched separately.
    cleared: usize,
    /// Whether everything read so far is ASCII.
    is_ascii: bool,
}

impl<'t, 's, S: Stop> Reader<'t, 's, S> {
    fn new(text: Text<'t>, from: usize, part: Option<TailPart>, stop: &'s S) -> Self {
        Self {
            text,
            stop,
            at: from,
            part,
            brackets: Brackets::new(),
            extent: Extent::ending_at(from),
            cut: None,
            cleared: from,
            is_ascii: true,
        }
    }

    fn read<N: Note, M: Meter>(mut self, note: &mut N, meter: &mut M) -> TailReading {
        let mut steps = 0;
        let fates = self.stop.fates();
        loop {
            if self.part.is_some() && self.brackets.is_empty() {
                let plain = Plain::from(self.text, self.at, fates);
                steps += plain.length;
                if plain.kept > 0 {
                    self.extent.end = self.at + plain.kept;
                }
                self.at += plain.length;
                if plain.is_ended {
                    break;
                }
            }
            let Some(c) = self.text.char_at(self.at) else {
                break;
            };
            steps += 1;
            if self.step(c).is_break() {
                break;
            }
        }
        let place = match &self.cut {
            Some(cut) => StoppedIn::Cut(cut.kind),
            None => StoppedIn::Part,
        };
        note.stopped(self.text, self.at, place, &self.brackets);
        let mut beyond = None;
        if let Some(kind) = self.stop.ends_before_open()
            && let Some(open) = self.first_open()
        {
            steps += self.at - self.cleared;
            self.cut = Some(Cause::new(kind, open..open + 1));
            self.extent.end = self.safe_before(open);
            beyond = Some(self.at);
        }
        meter.work(steps);
        TailReading {
            extent: self.extent,
            cut: self.cut,
            beyond,
        }
    }

    /// One iteration of the loop of 3.5.1, for the character `c` at the current position.
    #[inline(always)]
    fn step(&mut self, c: char) -> ControlFlow<()> {
        let (text, at) = (self.text, self.at);
        // Step 2: an initiator starts a part, and is safe even if nothing follows it.
        if let Some(next) = TailPart::started(self.part, text, at) {
            self.extent.mark(next, at);
            self.part = Some(next);
            return self.clear(next.initiator().len());
        }
        let Some(part) = self.part else {
            return ControlFlow::Break(());
        };
        // Rules beyond the standard decide before the standard does.
        if self.stop.fates().asks(c) {
            let next = Next {
                at,
                c,
                open: self.brackets.top(),
                part,
                is_first: self.is_ascii,
            };
            self.is_ascii &= c.is_ascii();
            if let Some(kind) = self.stop.ends(text, &next) {
                self.cut = Some(Cause::new(kind, at..at + c.len_utf8()));
                return ControlFlow::Break(());
            }
        }
        // Step 3: an element that clears the stack is safe, even if it is Soft (`,` in a
        // directive).
        if let Some(len) = part.cleared(text, at) {
            return self.clear(len);
        }
        // Step 4 and later: Link_Term decides.
        let depth = self.brackets.depth();
        match self.brackets.step(c) {
            Fate::Kept => {
                self.at += c.len_utf8();
                self.extent.end = self.at;
            }
            Fate::Waiting => self.at += c.len_utf8(),
            Fate::Ended => {
                // A bracket that does not match was popped from the stack, but the link still has
                // it open.
                self.brackets.restore(depth);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// The position of the first ASCII bracket that is still open.
    fn first_open(&self) -> Option<usize> {
        let level = self.brackets.iter().position(|open| open.is_ascii())?;
        // Repeats the steps, to find where the bracket of that level was opened.
        let mut brackets = Brackets::new();
        let mut opened = None;
        let mut at = self.cleared;
        for c in self.text.slice(self.cleared, self.at).chars() {
            if brackets.depth() == level && link_term(c) == LinkTerm::Open {
                opened = Some(at);
            }
            brackets.step(c);
            at += c.len_utf8();
        }
        opened
    }

    /// The value of `lastSafe` before the character at `at`.
    fn safe_before(&self, at: usize) -> usize {
        let stretch = self.text.slice(self.cleared, at);
        let safe = stretch.trim_end_matches(|c| link_term(c) == LinkTerm::Soft);
        self.cleared + safe.len()
    }

    /// Moves past an element that starts with no bracket open.
    fn clear(&mut self, len: usize) -> ControlFlow<()> {
        self.at += len;
        self.cleared = self.at;
        self.extent.end = self.at;
        self.brackets.clear();
        ControlFlow::Continue(())
    }
}
