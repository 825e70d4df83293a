//! The local part of an e-mail address in text: the backward scan of UTS #58 section 5.2.

use super::props::is_link_email;
use super::runs::is_hard;
use crate::choice::{Linking, choice};
use crate::meter::Meter;
use crate::text::Text;

/// The syntax of the local part of an e-mail address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EmailSyntax {
    /// The characters of an unquoted local part: Link_Email, or a customized set (UTS #58
    /// section 6.1). `@` and Link_Term=Hard characters are never accepted.
    pub(crate) characters: fn(char) -> bool,
    /// Whether quoted local parts are linked.
    pub(crate) quoted: Linking,
    /// The effect of a misplaced dot.
    pub(crate) misplaced_dots: MisplacedDots,
}

impl Default for EmailSyntax {
    fn default() -> Self {
        Self {
            characters: is_link_email,
            quoted: Linking::default(),
            misplaced_dots: MisplacedDots::default(),
        }
    }
}

impl PartialEq for EmailSyntax {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::fn_addr_eq(self.characters, other.characters)
            && self.quoted == other.quoted
            && self.misplaced_dots == other.misplaced_dots
    }
}

choice! {
    /// The treatment of a dot at the start of a local part, or two in a row (see UTS #58, after
    /// Table 5-1).
    ///
    /// ```
    /// use linkspan::{Detector, Profile, profile::MisplacedDots};
    ///
    /// let detector = Detector::new(Profile::uts58().misplaced_dots(MisplacedDots::Stop));
    /// assert_eq!(detector.links("john..doe@a.com").next().unwrap().text(), "doe@a.com");
    /// assert_eq!(Detector::uts58().links("john..doe@a.com").count(), 0);
    /// ```
    pub enum MisplacedDots {
        /// The address is not linked.
        #[default]
        Fail = "fail",
        /// The address starts after them: `john..doe@example.com` links `doe@example.com`.
        Stop = "stop",
    }
}

impl EmailSyntax {
    /// Whether `c` can be in an unquoted local part. This excludes Link_Term=Hard characters,
    /// because no link contains one.
    pub(crate) fn contains(&self, c: char) -> bool {
        c != '@' && (self.characters)(c) && !is_hard(c)
    }
}

/// The start of the local part that ends before the `@` at `at`, not before `floor`; `None` if
/// there is no valid one. The algorithm of 5.2 without step 6 (`mailto:`).
pub(crate) fn local_part<M: Meter>(
    text: Text<'_>,
    floor: usize,
    at: usize,
    syntax: &EmailSyntax,
    meter: &mut M,
) -> Option<usize> {
    if syntax.quoted == Linking::Linked && text.byte(at.checked_sub(1)?) == Some(b'"') {
        return quoted(text, floor, at, meter);
    }
    let local = text.slice(floor, at);
    // Step 2. The standard says cp[i], but means cp[n-1].
    if local.ends_with('.') {
        return None;
    }
    // Step 3. The beginning of the text is a start like any other.
    let mut start = at;
    let mut after = '@';
    let mut steps = 1;
    for c in local.chars().rev() {
        steps += 1;
        if c == '.' {
            if after == '.' {
                if syntax.misplaced_dots == MisplacedDots::Fail {
                    start = at;
                }
                break;
            }
        } else if !syntax.contains(c) {
            break;
        }
        start -= c.len_utf8();
        after = c;
    }
    meter.work(steps);
    // Steps 4 and 5.
    match (text.byte(start), syntax.misplaced_dots) {
        _ if start == at => None,
        (Some(b'.'), MisplacedDots::Fail) => None,
        // Step 2 ensures that the local part is more than a dot.
        (Some(b'.'), MisplacedDots::Stop) => Some(start + 1),
        _ => Some(start),
    }
}

/// The opening quotation mark of a quoted local part whose closing one is directly before `at`.
/// There is no Link_Term=Hard character between them.
fn quoted<M: Meter>(text: Text<'_>, floor: usize, at: usize, meter: &mut M) -> Option<usize> {
    let is_escaped = |quote: usize| {
        let before = text.slice(floor, quote);
        (before.len() - before.trim_end_matches('\\').len()) % 2 == 1
    };
    let close = at
        .checked_sub(1)
        .filter(|&close| close >= floor && !is_escaped(close))?;
    let inside = text.slice(floor, close);
    let opening = inside
        .char_indices()
        .rfind(|&(at, c)| is_hard(c) || c == '"' && !is_escaped(floor + at));
    meter.work(inside.len() - opening.map_or(0, |(at, _)| at));
    opening.filter(|&(_, c)| c == '"').map(|(at, _)| floor + at)
}
