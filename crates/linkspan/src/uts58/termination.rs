//! Where a link ends: the termination algorithm of UTS #58 section 3.5.
//!
//! The functions here work on a text and the offset at which the host (or port) of a link ends.
//! They are public for people who migrate an existing linkifier (UTS #58 section 10): keep its way
//! of finding scheme and host, and let [`extend`] correct where its links end.
//!
//! ```
//! use linkspan::term::extend;
//!
//! // What another library found, `https://a.com/b).`, ends before the bracket.
//! assert_eq!(extend("(https://a.com/b).", 1, 18), Some(16));
//! ```

use crate::judge::prose::ends_link;
use crate::names::host;
use crate::observe::Observer;
use crate::profile::policy::Prose;
use crate::profile::scheme;
use crate::text::{Place, Text};
use crate::uts58::plain::Plain;
use crate::uts58::props::{LinkTerm, link_bracket, link_term};

/// The parts of a URL behind the host: the rows of Table 3-3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    Path,
    Query,
    Fragment,
    Directive,
}

impl Section {
    /// Table 3-3, column "Initiator".
    pub(crate) fn initiator(self) -> &'static str {
        match self {
            Self::Path => "/",
            Self::Query => "?",
            Self::Fragment => "#",
            Self::Directive => ":~:",
        }
    }

    /// The part that starts at `at`, where `part` has been read so far.
    ///
    /// This is columns "Initiator" and "Terminator set" of Table 3-3 in one: whatever terminates a
    /// part also starts another. A directive starts only inside a fragment.
    fn started(part: Option<Self>, text: Text<'_>, at: usize) -> Option<Self> {
        match (part, text.byte(at)?) {
            (None, b'/') => Some(Self::Path),
            (None | Some(Self::Path), b'?') => Some(Self::Query),
            (None | Some(Self::Path | Self::Query), b'#') => Some(Self::Fragment),
            (Some(Self::Fragment), b':') if text.has(at, ":~:") => Some(Self::Directive),
            _ => None,
        }
    }

    /// Table 3-3, column "ClearStackOpen set": the length of the element that stands at `at`.
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

/// The most brackets that can be open at once (3.5.1, "limit").
const LIMIT: usize = 125;

/// The stack of open brackets, shared by detection (3.5.1) and minimal escaping (4.1).
#[derive(Clone, Debug)]
pub(crate) struct Brackets {
    near: [char; NEAR],
    /// Those for which there is no room in `near`; most links have none.
    far: Option<[char; LIMIT - NEAR]>,
    len: usize,
}

/// As many brackets as a link has at most, if nobody is up to something.
const NEAR: usize = 8;

/// What a character does to a link at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It belongs to the link.
    Kept,
    /// It belongs to the link if more of the link follows.
    Waiting,
    /// The link ends before it; to be part of a link it must be escaped.
    Ended,
}

impl Brackets {
    pub(crate) fn new() -> Self {
        Self {
            near: ['\0'; NEAR],
            far: None,
            len: 0,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    /// The step from "Set LT = Link_Term(cp[i])" on, which 3.5.1 and 4.1 have in common.
    pub(crate) fn step(&mut self, c: char) -> Fate {
        match link_term(c) {
            LinkTerm::Include => Fate::Kept,
            LinkTerm::Soft => Fate::Waiting,
            LinkTerm::Hard => Fate::Ended,
            LinkTerm::Open => self.push(c),
            LinkTerm::Close => match self.pop() {
                Some(open) if link_bracket(c) == Some(open) => Fate::Kept,
                _ => Fate::Ended,
            },
        }
    }

    /// Whether [`step`](Self::step) would keep `c`.
    pub(crate) fn would_keep(&self, c: char) -> bool {
        match link_term(c) {
            LinkTerm::Include => true,
            LinkTerm::Soft | LinkTerm::Hard => false,
            LinkTerm::Open => self.len < LIMIT,
            LinkTerm::Close => self.top() == link_bracket(c),
        }
    }

    /// The innermost open bracket.
    fn top(&self) -> Option<char> {
        let last = self.len.checked_sub(1)?;
        match last.checked_sub(NEAR) {
            None => self.near.get(last).copied(),
            Some(last) => self.far.as_ref()?.get(last).copied(),
        }
    }

    fn push(&mut self, open: char) -> Fate {
        let place = match self.len.checked_sub(NEAR) {
            None => self.near.get_mut(self.len),
            Some(at) => self.far.get_or_insert(['\0'; LIMIT - NEAR]).get_mut(at),
        };
        let Some(place) = place else {
            return Fate::Ended;
        };
        *place = open;
        self.len += 1;
        Fate::Kept
    }

    fn pop(&mut self) -> Option<char> {
        let top = self.top()?;
        self.len -= 1;
        Some(top)
    }
}

/// Where a link ends, and where its parts behind the host start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) end: usize,
    pub(crate) path: Place,
    pub(crate) query: Place,
    pub(crate) fragment: Place,
    pub(crate) directive: Place,
    /// Punctuation or markup that ended the link before the standard would have.
    pub(crate) cut: Option<char>,
}

impl Extent {
    /// The extent with an earlier end; parts that start behind it are gone.
    pub(crate) fn ending(self, end: usize) -> Self {
        let kept = |part: Place| Place::new(part.get().filter(|&start| start < end));
        Self {
            end,
            path: kept(self.path),
            query: kept(self.query),
            fragment: kept(self.fragment),
            directive: kept(self.directive),
            cut: self.cut,
        }
    }

    fn mark(&mut self, section: Section, at: usize) {
        let place = match section {
            Section::Path => &mut self.path,
            Section::Query => &mut self.query,
            Section::Fragment => &mut self.fragment,
            Section::Directive => &mut self.directive,
        };
        if place.get().is_none() {
            *place = Place::new(Some(at));
        }
    }
}

/// The algorithm of 3.5.1. `from` is the end of the host or port, where `lastSafe` starts. With
/// [`Prose::Human`] also the sentence and the markup around the link, `wrapper`, end it.
pub(crate) fn scan<O: Observer>(
    text: Text<'_>,
    from: usize,
    prose: Prose,
    wrapper: &str,
    observer: &mut O,
) -> Extent {
    // Most hosts are followed by neither path, query nor fragment.
    if Section::started(None, text, from).is_none() {
        return Extent {
            end: from,
            ..Extent::default()
        };
    }
    scan_part(text, from, None, prose, wrapper, observer)
}

/// What follows a scheme without a host, read like a path.
pub(crate) fn scan_opaque<O: Observer>(
    text: Text<'_>,
    from: usize,
    prose: Prose,
    observer: &mut O,
) -> Extent {
    let extent = scan_part(text, from, Some(Section::Path), prose, "", observer);
    let starts_later = Section::started(Some(Section::Path), text, from).is_some();
    let path = Place::new((!starts_later).then_some(from));
    Extent { path, ..extent }
}

fn scan_part<O: Observer>(
    text: Text<'_>,
    from: usize,
    mut part: Option<Section>,
    prose: Prose,
    wrapper: &str,
    observer: &mut O,
) -> Extent {
    // `extent.end` is `lastSafe`.
    let mut extent = Extent {
        end: from,
        ..Extent::default()
    };
    let mut brackets = Brackets::new();
    let mut at = from;
    let mut steps = 0;
    loop {
        if part.is_some() && brackets.len == 0 {
            let plain = Plain::from(text, at, wrapper);
            steps += plain.length;
            if plain.kept > 0 {
                extent.end = at + plain.kept;
            }
            at += plain.length;
            if plain.is_ended {
                break;
            }
        }
        let Some(c) = text.char_at(at) else { break };
        steps += 1;
        if let Some(next) = Section::started(part, text, at) {
            extent.mark(next, at);
            part = Some(next);
            at += next.initiator().len();
            extent.end = at;
            brackets.clear();
            continue;
        }
        let Some(section) = part else { break };
        if let Some(len) = section.cleared(text, at) {
            at += len;
            extent.end = at;
            brackets.clear();
            continue;
        }
        // Markup that stands around the link ends it.
        if !wrapper.is_empty() && text.has(at, wrapper) {
            extent.cut = Some(c);
            break;
        }
        if prose == Prose::Human && !c.is_ascii() && ends_link(text, at, c, brackets.top()) {
            extent.cut = Some(c);
            break;
        }
        match brackets.step(c) {
            Fate::Kept => {
                at += c.len_utf8();
                extent.end = at;
            }
            Fate::Waiting => at += c.len_utf8(),
            Fate::Ended => break,
        }
    }
    observer.work(steps);
    extent
}

/// The end of a link whose host (or port) ends at byte offset `from` of `text`.
///
/// This is the termination algorithm of UTS #58 section 3.5.1, on its own. The result is `from` if
/// no path, query or fragment starts there, or if `from` is not an offset of a character in `text`.
/// It takes time proportional to what it reads and never allocates.
///
/// ```
/// let text = "(see example.com/wiki/Foo_(bar)?)";
/// let end = linkspan::term::end(text, "(see example.com".len());
/// assert_eq!(&text[5..end], "example.com/wiki/Foo_(bar)?");
/// ```
#[must_use]
pub fn end(text: &str, from: usize) -> usize {
    scan(Text(text), from, Prose::Literal, "", &mut ()).end
}

/// The UTS #58 end of a link that another library found at `start..end` of `text`.
///
/// The scheme and host are taken as the other library found them; what follows the host is read
/// anew from the first initiator of a path, query or fragment, so that the result may be longer or
/// shorter than `end`. (UTS #58 section 10.1 starts from the last initiator, which would lose the
/// part and the open brackets.) An e-mail address ends with its domain.
///
/// `None` means that `start..end` is not a range of characters in `text`.
///
/// ```
/// use linkspan::term::extend;
///
/// // A library that stops at the first non-ASCII character:
/// let text = "see https://en.wikipedia.org/wiki/Antonín_Dvořák.";
/// assert_eq!(extend(text, 4, 39), Some(text.len() - 1));
/// // One that takes everything up to a space:
/// assert_eq!(extend("(http://a.com/b).", 1, 17), Some(15));
/// ```
#[must_use]
pub fn extend(text: &str, start: usize, end: usize) -> Option<usize> {
    let found = text.get(start..end)?;
    let text = Text(text);
    let scheme = scheme::prefix_len(found);
    let rest = found.get(scheme..)?;
    let initiator = rest.find(['/', '?', '#']);
    let authority = rest.get(..initiator.unwrap_or(rest.len()))?;
    let at_sign = match found.get(..7) {
        Some(word) if word.eq_ignore_ascii_case("mailto:") => found.rfind('@'),
        _ if scheme == 0 => authority.rfind('@'),
        _ => None,
    };
    if let Some(at) = at_sign {
        let run = host::run_from(text, start + at + 1, None, &mut ());
        return Some(host::trim_end(text, run.start, run.end));
    }
    match initiator {
        Some(at) => Some(scan(text, start + scheme + at, Prose::Literal, "", &mut ()).end),
        None => {
            // Dots at the end of the match belong to the sentence, unless more of the link follows.
            let name_end = host::trim_end(text, start + scheme, end);
            let authority = host::Authority::after(text, name_end, &mut ());
            Some(scan(text, authority.end, Prose::Literal, "", &mut ()).end)
        }
    }
}
