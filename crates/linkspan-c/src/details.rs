//! What can be asked of a link besides its place.

use std::ffi::c_char;
use std::ptr::null;

use linkspan::Finding;

use crate::links::Links;
use crate::output::lent;
use crate::status::Failure;

/// The address to open: `href`.
pub const LINKSPAN_FIELD_HREF: u32 = 1;
/// The display form of the link: `display`.
pub const LINKSPAN_FIELD_DISPLAY: u32 = 2;
/// The host in A-labels and lower case, for comparison: `host_ascii`.
pub const LINKSPAN_FIELD_HOST_ASCII: u32 = 4;
/// The host in Unicode, for display: `host_display`.
pub const LINKSPAN_FIELD_HOST_DISPLAY: u32 = 8;
/// The registrable domain according to the Public Suffix List: `registrable_domain`.
pub const LINKSPAN_FIELD_REGISTRABLE_DOMAIN: u32 = 16;
/// Why a link was narrowed or a candidate rejected, and warnings: `reasons`.
pub const LINKSPAN_FIELD_REASONS: u32 = 32;
/// All of these.
pub const LINKSPAN_FIELDS_ALL: u32 = 63;
/// Also report candidates that are not linked, in text order among the links. Their only details
/// are `reasons`. Slower than finding links alone.
pub const LINKSPAN_WITH_REJECTED: u32 = 1024;

/// A text inside other memory, in UTF-8 with a NUL after it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Text {
    /// The text; NULL if it was not requested or does not exist.
    pub data: *const c_char,
    /// Its length in bytes, without the NUL after it.
    pub len: usize,
}

/// Why a link was narrowed, a warning about it, or why a candidate was rejected.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Reason {
    /// A stable name, such as `file-name`.
    pub id: Text,
    /// The clause that the reason comes from.
    pub clause: Text,
    /// A sentence for people, with the characters that it is about.
    pub message: Text,
    /// The characters that it is about, as they are in the text.
    pub about: Text,
}

/// The requested details of a link. Later versions may add members at the end, so use the pointer and
/// do not index it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Details {
    /// The address, in ASCII, as a browser writes it.
    pub href: Text,
    /// The link as people should see it.
    pub display: Text,
    /// The host in A-labels and lower case, without a root dot.
    pub host_ascii: Text,
    /// The host as people should see it.
    pub host_display: Text,
    /// The registrable domain, as written in the text.
    pub registrable_domain: Text,
    /// The reasons; NULL if there are none.
    pub reasons: *const Reason,
    /// Their number.
    pub reason_count: usize,
}

/// The details of links: private to this library.
pub struct Memory {
    /// All texts, each with a NUL after it.
    _bytes: Box<[u8]>,
    _reasons: Box<[Reason]>,
    details: Box<[Details]>,
}

// SAFETY: the pointers point into the boxes beside them, which nothing changes.
unsafe impl Send for Memory {}
// SAFETY: as above.
unsafe impl Sync for Memory {}

/// Which details are asked for.
#[derive(Clone, Copy)]
pub(crate) struct Fields(u32);

impl Fields {
    pub(crate) fn new(fields: u32) -> Result<Self, Failure> {
        if fields & !(LINKSPAN_FIELDS_ALL | LINKSPAN_WITH_REJECTED) != 0 {
            return Err(unknown(fields));
        }
        Ok(Self(fields))
    }

    pub(crate) fn has(self, field: u32) -> bool {
        self.0 & field != 0
    }

    /// Whether there is something to remember besides places.
    pub(crate) fn has_details(self) -> bool {
        self.has(LINKSPAN_FIELDS_ALL)
    }
}

#[cold]
#[inline(never)]
fn unknown(fields: u32) -> Failure {
    Failure::argument(format!("`fields` has unknown bits: {fields:#x}"))
}

/// Where a text is among the bytes.
type Slot = Option<(usize, usize)>;

#[derive(Default)]
struct Slots {
    texts: [Slot; 5],
    reasons: usize,
}

/// Collects details. Pointers are made at the end, when nothing moves any more.
#[derive(Default)]
pub(crate) struct Collector {
    bytes: Vec<u8>,
    details: Vec<Slots>,
    reasons: Vec<[Slot; 4]>,
}

impl Collector {
    fn keep(&mut self, text: Option<impl AsRef<str>>) -> Slot {
        let text = text?;
        let text = text.as_ref();
        let start = self.bytes.len();
        self.bytes.extend_from_slice(text.as_bytes());
        self.bytes.push(0);
        Some((start, text.len()))
    }

    /// Remembers what was asked of a link or a candidate.
    pub(crate) fn add(&mut self, finding: &Finding<'_>, fields: Fields) {
        let mut slots = Slots::default();
        if let Finding::Link(link) = finding {
            let asked = |field| fields.has(field).then_some(());
            let of_host = |field| asked(field).filter(|()| !link.host().is_empty());
            slots.texts = [
                self.keep(asked(LINKSPAN_FIELD_HREF).map(|()| link.href())),
                self.keep(asked(LINKSPAN_FIELD_DISPLAY).map(|()| link.display())),
                self.keep(of_host(LINKSPAN_FIELD_HOST_ASCII).and_then(|()| link.host_ascii())),
                self.keep(of_host(LINKSPAN_FIELD_HOST_DISPLAY).and_then(|()| link.host_display())),
                self.keep(domain(link, fields)),
            ];
        }
        if fields.has(LINKSPAN_FIELD_REASONS) {
            let before = self.reasons.len();
            match finding {
                Finding::Link(link) => link.reasons().for_each(|reason| self.reason(&reason)),
                Finding::Rejected(rejected) => self.reason(&rejected.reason()),
            }
            slots.reasons = self.reasons.len() - before;
        }
        self.details.push(slots);
    }

    fn reason(&mut self, reason: &linkspan::Reason<'_>) {
        let slots = [
            self.keep(Some(reason.kind.id())),
            self.keep(Some(reason.kind.clause())),
            self.keep(Some(reason.to_string())),
            self.keep(Some(reason.about)),
        ];
        self.reasons.push(slots);
    }

    /// The memory that a caller can look into.
    pub(crate) fn finish(self) -> Memory {
        let bytes = self.bytes.into_boxed_slice();
        let text = |slot: Slot| {
            let found = slot.and_then(|(start, len)| Some((bytes.get(start..)?, len)));
            match found {
                Some((bytes, len)) => Text {
                    data: bytes.as_ptr().cast(),
                    len,
                },
                None => Text {
                    data: null(),
                    len: 0,
                },
            }
        };
        let reasons = self.reasons.iter().map(|slots| {
            let [id, clause, message, about] = slots.map(text);
            Reason {
                id,
                clause,
                message,
                about,
            }
        });
        let reasons: Box<[Reason]> = reasons.collect();
        let mut rest = &*reasons;
        let details = self.details.iter().map(|slots| {
            let [href, display, host_ascii, host_display, registrable_domain] =
                slots.texts.map(text);
            let (own, after) = rest.split_at_checked(slots.reasons).unwrap_or_default();
            rest = after;
            Details {
                href,
                display,
                host_ascii,
                host_display,
                registrable_domain,
                reasons: if own.is_empty() { null() } else { own.as_ptr() },
                reason_count: own.len(),
            }
        });
        let details = details.collect();
        Memory {
            _bytes: bytes,
            _reasons: reasons,
            details,
        }
    }
}

#[cfg(feature = "psl")]
fn domain<'t>(link: &linkspan::Link<'t>, fields: Fields) -> Option<&'t str> {
    let asked = fields.has(LINKSPAN_FIELD_REGISTRABLE_DOMAIN);
    asked.then(|| link.registrable_domain()).flatten()
}

#[cfg(not(feature = "psl"))]
fn domain<'t>(_: &linkspan::Link<'t>, _: Fields) -> Option<&'t str> {
    None
}

/// Returns the requested details of the link at `index`; NULL if no fields were requested, or if
/// there is no such link. It is valid until the links are freed.
///
/// # Safety
///
/// `links` is NULL, or points to links that this library made and that were not changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_links_details(
    links: *const Links,
    index: usize,
) -> *const Details {
    // SAFETY: the caller promises it.
    let Ok(links) = (unsafe { lent(links, "links") }) else {
        return null();
    };
    // SAFETY: it is NULL or made by `Links::new`.
    let memory = unsafe { links.memory.as_ref() };
    let details = memory.and_then(|memory| memory.details.get(index));
    details.map_or(null(), std::ptr::from_ref)
}
