//! Facts about a profile that are computed once.

use super::trigger::{AtSigns, Colons, Dots, Kinds, Triggers};
use crate::profile::{EmailSyntax, Grammar, Limits, Linking, Profile, WwwNames};
use crate::text::Text;

/// The facts about a profile that a scan needs before it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// Whether the list of top-level domains is older than the profile allows.
    pub(crate) stale: bool,
    /// Which triggers can start a link.
    pub(crate) kinds: Kinds,
    /// Whether every name without a scheme needs a known top-level domain, regardless of how it
    /// starts, and no IP address is linked without a scheme.
    pub(crate) has_short_cuts: bool,
    /// The ASCII characters of a local part, including the dot, as bits.
    local_ascii: [u64; 2],
    /// Whether every candidate is linked unchanged.
    pub(crate) takes_all: bool,
    /// Whether another grammar than that of UTS #58 is used.
    is_other: bool,
    /// Whether the schemes before `://` are exactly `http` and `https`.
    pub(crate) has_web: bool,
}

/// The ASCII characters of a local part, as bits.
fn local_ascii(syntax: &EmailSyntax) -> [u64; 2] {
    let word = |first: u8| {
        (first..first + 64)
            .filter(|&byte| byte == b'.' || syntax.contains(char::from(byte)))
            .fold(0, |bits, byte| bits | 1 << (byte & 63))
    };
    [word(0), word(64)]
}

impl Plan {
    pub(crate) fn of(profile: &Profile) -> Self {
        let syntax = &profile.syntax;
        let has_bare_ip = syntax.bare_ip == Linking::Linked;
        let dots = match syntax.bare {
            _ if has_bare_ip => Dots::BeforeLabels,
            Linking::Linked => Dots::BeforeLetters,
            Linking::Ignored => Dots::Never,
        };
        let colons = if has_bare_ip || syntax.schemes.opaques().next().is_some() {
            Colons::All
        } else {
            Colons::BeforeSlashes
        };
        // The `@` of a quoted local part cannot be found from its start.
        let is_quoted = syntax.email.quoted == Linking::Linked;
        let at_signs = match (dots, colons) {
            (Dots::Never, Colons::BeforeSlashes) if !is_quoted => AtSigns::AfterMailto,
            _ => AtSigns::All,
        };
        let stale = profile.is_stale();
        let limits = Limits {
            run: syntax.limits.run,
            ..Limits::default()
        };
        Self {
            stale,
            takes_all: syntax.limits == limits && profile.policy.is_empty() && !stale,
            kinds: Kinds {
                dots,
                colons,
                at_signs,
            },
            local_ascii: local_ascii(&syntax.email),
            is_other: syntax.grammar != Grammar::Uts58,
            has_web: syntax.schemes.hosts().eq(["http", "https"]),
            has_short_cuts: syntax.www == WwwNames::AsOthers && !has_bare_ip,
        }
    }

    /// Whether a text may contain links; `false` is definite.
    pub(crate) fn may_have_links(&self, text: &str) -> bool {
        // Another grammar has other triggers.
        self.is_other || Triggers::new(text, self.kinds).next(0, &mut ()).is_some()
    }

    /// Whether every link contains a label separator between other characters, `://` or `mailto:`.
    pub(crate) fn needs_separator(&self) -> bool {
        // All kinds are named, so that a new kind of trigger is not forgotten here. An `@` alone is
        // not enough: the domain after it has a dot.
        let Kinds {
            dots: _,
            colons,
            at_signs: _,
        } = self.kinds;
        !self.is_other && colons == Colons::BeforeSlashes
    }

    /// Whether the character at `at` can continue or end a local part.
    pub(crate) fn goes_on_with_local_part(&self, text: Text<'_>, at: usize) -> bool {
        match text.byte(at) {
            Some(b'@') => true,
            // Any non-ASCII byte may continue it.
            Some(byte) => {
                let word = self.local_ascii.get(usize::from(byte >> 6));
                word.is_none_or(|word| word >> (byte & 63) & 1 != 0)
            }
            None => false,
        }
    }

    /// The start of the local part that ends at `at`, not before `floor`, if all of it is ASCII and
    /// no dot in it is misplaced; `None` if that is uncertain.
    #[inline]
    pub(crate) fn ascii_local_part(
        &self,
        text: Text<'_>,
        floor: usize,
        at: usize,
    ) -> Option<usize> {
        let bytes = text.0.as_bytes().get(floor..at)?;
        let mut start = at;
        let mut after = b'.';
        for &byte in bytes.iter().rev() {
            let word = self.local_ascii.get(usize::from(byte >> 6))?;
            if word >> (byte & 63) & 1 == 0 {
                break;
            }
            if byte == b'.' && after == b'.' {
                return None;
            }
            after = byte;
            start -= 1;
        }
        // An unquoted local part neither contains a quotation mark nor starts with a dot.
        (start < at && after != b'.' && text.byte(at - 1) != Some(b'"')).then_some(start)
    }

    /// The triggers to examine if reasons are wanted for names that are not linked.
    pub(crate) fn kinds_for_reasons(self) -> Kinds {
        let dots = match self.kinds.dots {
            Dots::Never => Dots::Never,
            _ => Dots::BeforeLabels,
        };
        Kinds {
            dots,
            at_signs: AtSigns::All,
            ..self.kinds
        }
    }
}
