//! Links as plain structs.

use std::ptr::{null, null_mut};

use linkspan::{HostKind, Part, Parts};

use crate::output::{give_back, take_apart};
use crate::values::Memory;

/// A URL, with or without a scheme (`example.com`), or a link without a host, such as `tel:`.
pub const LINKSPAN_KIND_URL: u32 = 0;
/// An e-mail address.
pub const LINKSPAN_KIND_EMAIL: u32 = 1;
/// A file name or path, which only the profile `pri185` finds.
pub const LINKSPAN_KIND_FILE: u32 = 2;

/// The link has no host.
pub const LINKSPAN_HOST_KIND_NONE: u32 = 0;
/// The host is a name.
pub const LINKSPAN_HOST_KIND_NAME: u32 = 1;
/// The host is an IPv4 address.
pub const LINKSPAN_HOST_KIND_IPV4: u32 = 2;
/// The host is an IPv6 address.
pub const LINKSPAN_HOST_KIND_IPV6: u32 = 3;

/// The scheme, without its `:` and `//`.
pub const LINKSPAN_PART_SCHEME: usize = 0;
/// A user name and password. No link has them; a candidate that was rejected may.
pub const LINKSPAN_PART_USERINFO: usize = 1;
/// The local part of an e-mail address.
pub const LINKSPAN_PART_LOCAL_PART: usize = 2;
/// The host of a URL, or the domain of an e-mail address.
pub const LINKSPAN_PART_HOST: usize = 3;
/// The digits of the port.
pub const LINKSPAN_PART_PORT: usize = 4;
/// The path, from its first `/`. In a link without a host, such as `tel:`, the text after the `:` up to
/// a query or fragment; for a file name, the whole name.
pub const LINKSPAN_PART_PATH: usize = 5;
/// The query, after its `?`.
pub const LINKSPAN_PART_QUERY: usize = 6;
/// The fragment, after its `#`, without directives.
pub const LINKSPAN_PART_FRAGMENT: usize = 7;
/// The fragment directives, after the first `:~:`.
pub const LINKSPAN_PART_DIRECTIVES: usize = 8;
/// The number of parts.
pub const LINKSPAN_PART_COUNT: usize = 9;

/// A range of offsets: bytes of a text in UTF-8, code units of one in UTF-16.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// Where it starts.
    pub start: usize,
    /// Where it ends: the first offset that is not in it.
    pub end: usize,
}

/// A link in a text. Offsets count from the start of the text.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// Where it starts.
    pub start: usize,
    /// Where it ends: the first offset that is not in it.
    pub end: usize,
    /// `LINKSPAN_KIND_URL`, `LINKSPAN_KIND_EMAIL` or `LINKSPAN_KIND_FILE`.
    pub kind: u32,
    /// `LINKSPAN_HOST_KIND_NONE`, `LINKSPAN_HOST_KIND_NAME`, `LINKSPAN_HOST_KIND_IPV4` or `LINKSPAN_HOST_KIND_IPV6`.
    pub host_kind: u32,
    /// 1 for a link; 0 for a candidate that is not one, reported only with `LINKSPAN_WITH_REJECTED`.
    pub linked: u32,
    /// 0.
    pub reserved: u32,
    /// The parts as written, by their numbers: `parts[LINKSPAN_PART_HOST]`, without the delimiters between
    /// them. A part that the link does not have is 0 to 0; one that is present and empty, such as the query
    /// of `https://a.com/?`, starts and ends after its delimiter.
    pub parts: [Range; LINKSPAN_PART_COUNT],
}

/// Links in the order of the text. Free them with `linkspan_links_free`.
#[repr(C)]
pub struct Links {
    /// The links; NULL if there are none.
    pub data: *const Link,
    /// Their number.
    pub len: usize,
    /// Private.
    pub capacity: usize,
    /// Private; see `linkspan_link_text`.
    pub memory: *mut Memory,
}

impl Link {
    /// A link with these parts. `offset` converts byte offsets to those of the caller.
    #[inline]
    pub(crate) fn new(
        parts: &Parts,
        linked: bool,
        offset: &mut impl FnMut(usize) -> usize,
    ) -> Self {
        let whole = parts.range();
        let start = offset(whole.start);
        let ranges = Part::ALL.map(|part| match parts.get(part) {
            Some(range) => Range {
                start: offset(range.start),
                end: offset(range.end),
            },
            None => Range::default(),
        });
        Self {
            start,
            end: offset(whole.end),
            kind: linkspan_bind::kind(parts.kind()),
            host_kind: match parts.host_kind() {
                None => LINKSPAN_HOST_KIND_NONE,
                Some(HostKind::Ipv4) => LINKSPAN_HOST_KIND_IPV4,
                Some(HostKind::Ipv6) => LINKSPAN_HOST_KIND_IPV6,
                Some(_) => LINKSPAN_HOST_KIND_NAME,
            },
            linked: linked.into(),
            reserved: 0,
            parts: ranges,
        }
    }
}

impl Links {
    /// No links.
    pub(crate) const NONE: Self = Self {
        data: null(),
        len: 0,
        capacity: 0,
        memory: null_mut(),
    };

    /// Hands links over to the caller. No links need no memory.
    pub(crate) fn new(links: Vec<Link>, memory: Option<Memory>) -> Self {
        let (data, len, capacity) = take_apart(links);
        Self {
            data,
            len,
            capacity,
            memory: memory.map_or(null_mut(), |memory| Box::into_raw(Box::new(memory))),
        }
    }
}

/// Frees links and sets them to zero, so freeing them twice is harmless. NULL is allowed.
///
/// # Safety
///
/// `links` is NULL, or points to links that this library made and that were not changed, or to zeros.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_links_free(links: *mut Links) {
    // SAFETY: `links` is NULL or points to links that this library made, or to zeros (`# Safety`).
    let Some(links) = (unsafe { links.as_mut() }) else {
        return;
    };
    let links = std::mem::replace(links, Links::NONE);
    // SAFETY: `Links::new` took them apart, and they were not changed (`# Safety`).
    unsafe { give_back(links.data, links.capacity) };
    if !links.memory.is_null() {
        // SAFETY: `Links::new` made it from a box, and the links were not changed (`# Safety`).
        drop(unsafe { Box::from_raw(links.memory) });
    }
}
