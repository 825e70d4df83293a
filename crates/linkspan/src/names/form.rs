//! The forms of a host, each computed once.

use alloc::string::String;
use core::cell::OnceCell;

use super::idna;

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

/// Whether UTS #46 maps each character of a label to itself and never combines two of them. This
/// covers the letters of the scripts that most names use. `false` means unknown.
pub(crate) fn is_unmapped(label: &str) -> bool {
    !label.contains("--")
        && label.chars().all(|c| {
            matches!(
                c,
                'a'..='z'
                    | '0'..='9'
                    | '-'
                    | '\u{E0}'..='\u{F6}'
                    | '\u{F8}'..='\u{FF}'
                    | '\u{3B1}'..='\u{3C9}'
                    | '\u{430}'..='\u{45F}'
                    | '\u{5D0}'..='\u{5EA}'
                    | '\u{621}'..='\u{63A}'
                    | '\u{641}'..='\u{64A}'
                    | '\u{904}'..='\u{939}'
                    | '\u{3041}'..='\u{3096}'
                    | '\u{30A1}'..='\u{30FA}'
                    | '\u{4E00}'..='\u{9FFF}'
                    | '\u{AC00}'..='\u{D7A3}'
            )
        })
}

#[cfg(test)]
#[cfg(feature = "idna")]
mod tests {
    use std::string::{String, ToString};

    use super::is_unmapped;
    use crate::names::idna;

    /// Letters that are reported as mapped to themselves are, alone and next to each other.
    #[test]
    fn letters_that_are_mapped_to_themselves() {
        let letters: String = ('\0'..='\u{FFFF}')
            .filter(|c| *c != '-' && is_unmapped(&c.to_string()))
            .collect();
        assert!(letters.chars().count() > 30_000);
        for c in letters.chars() {
            let label = c.to_string();
            let unicode = idna::try_to_unicode(&label);
            assert!(unicode.is_none_or(|unicode| unicode == label), "{c:?}");
        }
        // All left-to-right letters in a row.
        let is_left = |c: &char| !('\u{590}'..='\u{6FF}').contains(c);
        let label: String = letters.chars().filter(is_left).collect();
        let unicode = idna::try_to_unicode(&label);
        assert!(unicode.is_none_or(|unicode| unicode == label));
    }
}
