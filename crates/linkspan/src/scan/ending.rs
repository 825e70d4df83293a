//! Computes why links end where they do from the records of the readers.

use alloc::string::String;
use core::ops::Range;

use crate::names::host::{Name, RunEnd};
use crate::reason::{EndRule, EndingAt, ReasonKind};
use crate::tables::{HostClass, host_class};
use crate::text::Text;
use crate::uts58::runs::is_hard;
use crate::uts58::termination::{Extent, Stopped};

/// The character at `at`; empty at the end of the text.
fn character(text: Text<'_>, at: usize) -> Range<usize> {
    at..at + text.char_at(at).map_or(0, char::len_utf8)
}

/// The ending of a URL that ends at `end`. `extent` is the text read after its host, and `trimmed`
/// is the reason why less than that was kept.
pub(super) fn of_url(
    text: Text<'_>,
    name: &Name,
    end: usize,
    extent: &Extent,
    trimmed: Option<ReasonKind>,
    stopped: Stopped,
) -> EndingAt {
    let is_after_name = stopped.rule == EndRule::NoPart && stopped.at == name.range.end;
    let stop = if is_after_name {
        after_name(text, name, EndRule::NoPart)
    } else {
        stopped.rule
    };
    let stopped = Stopped {
        rule: stop,
        ..stopped
    };
    of_tail(text, end, extent, trimmed, stopped)
}

/// The ending of a link after its host, or of one with a scheme and no host.
pub(super) fn of_tail(
    text: Text<'_>,
    end: usize,
    extent: &Extent,
    trimmed: Option<ReasonKind>,
    stopped: Stopped,
) -> EndingAt {
    let (rule, about) = match trimmed {
        // `example.com/a?`: the standard keeps the `?`.
        Some(kind) if end < extent.end => (EndRule::Narrowed(kind), end..extent.end),
        // `example.com/a(b c`: reading stopped here.
        Some(kind) => (EndRule::Narrowed(kind), character(text, end)),
        // `example.com/a.)`: reading stopped at `)`, but `.` is the first character outside.
        None if end < stopped.at => (EndRule::Soft, character(text, end)),
        None => (stopped.rule, character(text, end)),
    };
    EndingAt {
        rule,
        about,
        stop: stopped.rule,
        stopped_at: character(text, stopped.at),
        open: stopped.open,
    }
}

/// The ending of an e-mail address.
pub(super) fn of_email(text: Text<'_>, domain: &Name) -> EndingAt {
    at(
        text,
        domain.range.end,
        after_name(text, domain, EndRule::DomainEnd),
    )
}

/// The ending of a link that another grammar found.
pub(super) fn of_grammar(text: Text<'_>, end: usize) -> EndingAt {
    let rule = match text.char_at(end) {
        None => EndRule::TextEnd,
        Some(c) if is_hard(c) => EndRule::Hard,
        Some(_) => EndRule::Grammar,
    };
    at(text, end, rule)
}

fn at(text: Text<'_>, at: usize, rule: EndRule) -> EndingAt {
    let about = character(text, at);
    EndingAt {
        rule,
        about: about.clone(),
        stop: rule,
        stopped_at: about,
        open: String::new(),
    }
}

/// Why the character after a name is not part of the link; `otherwise` if the name does not
/// determine it.
fn after_name(text: Text<'_>, name: &Name, otherwise: EndRule) -> EndRule {
    let Some(c) = text.char_at(name.range.end) else {
        return EndRule::TextEnd;
    };
    match (name.end, host_class(c)) {
        _ if is_hard(c) => EndRule::Hard,
        (RunEnd::Cut(kind), _) => EndRule::Narrowed(kind),
        (RunEnd::NextLink, _) => EndRule::NextLink,
        (_, HostClass::Dot | HostClass::Underscore) => EndRule::LabelEnd,
        (_, HostClass::Stop) => EndRule::IdeographicStop,
        _ => otherwise,
    }
}
