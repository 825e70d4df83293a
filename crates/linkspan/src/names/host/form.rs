//! The forms of a host, each computed once.

use alloc::string::String;
use core::cell::OnceCell;

use crate::names::idna;

/// A host and its ASCII form, which is computed on first use.
pub(crate) struct HostForm<'t> {
    host: &'t str,
    ascii: OnceCell<Option<String>>,
}

impl<'t> HostForm<'t> {
    pub(crate) fn new(host: &'t str) -> Self {
        Self {
            host,
            ascii: OnceCell::new(),
        }
    }

    /// The host as written.
    pub(crate) fn as_str(&self) -> &'t str {
        self.host
    }

    /// The host in ASCII; `None` if UTS #46 rejects it.
    pub(crate) fn ascii(&self) -> Option<&str> {
        let ascii = self.ascii.get_or_init(|| idna::to_ascii(self.host));
        ascii.as_deref()
    }
}
