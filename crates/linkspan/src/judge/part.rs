//! Text that looks like a name, but is part of something longer.

use core::ops::Range;

use super::Judge;
use super::edges::is_slash;
use super::sentence::{is_east_asian, is_wide_punctuation};
use crate::meter::Meter;
use crate::names::host;
use crate::names::host::label::labels;
use crate::profile::Rule;
use crate::profile::rule::Rules;
use crate::reason::{Cause, ReasonKind};
use crate::uts58::runs::{is_hard, is_name_part};

impl Judge<'_, '_> {
    /// The end of the authority that starts at `body`, directly after a scheme: before a path, query
    /// or fragment, a character that ends a link in any part, or punctuation of the sentence. `None`
    /// if the profile links names in an authority that is not a host as a whole.
    pub(crate) fn end_of_authority<M: Meter>(&self, body: usize, meter: &mut M) -> Option<usize> {
        self.profile.has(Rule::PartOfName).then_some(())?;
        let text = self.text;
        let mut at = body;
        while let Some(c) = text.char_at(at) {
            let is_end = match c {
                '/' | '?' | '#' | '<' | '>' | '"' | '\\' | '`' | '|' => true,
                // `https://bank.com／account．badsite.top/`, and U+0387, which is U+00B7 in another
                // encoding: none of them is punctuation in a name.
                '\u{FF0E}' | '\u{387}' => false,
                _ if is_wide_punctuation(c) && !is_slash(c) => {
                    // `https://pay،pal.com/`: a space follows where a sentence goes on.
                    let after = text.char_at(at + c.len_utf8());
                    let is_end = is_east_asian(c) || !after.is_some_and(host::in_run);
                    is_end || !self.profile.policy.rules.meets(Rules::PROSE)
                }
                _ => is_hard(c) && !is_name_part(c),
            };
            if is_end {
                break;
            }
            at += c.len_utf8();
        }
        meter.work(at - body + 1);
        Some(at)
    }

    /// Why the text after a scheme is not a host.
    pub(crate) fn not_a_host(&self, authority: Range<usize>) -> Cause {
        let unseen = self.edges().inside(&authority);
        unseen.unwrap_or_else(|| Cause::new(ReasonKind::PartOfName, authority))
    }

    /// The text of a run that ends like a name, but is not linked because it is part of other text or
    /// because one of its parts is not a label.
    pub(crate) fn part_of_name(&self, run: &Range<usize>) -> Option<Range<usize>> {
        self.profile.has(Rule::PartOfName).then_some(())?;
        let candidate = run.start..host::trim_end(self.text, run.start, run.end);
        let tld = labels(self.text, &candidate).last()?;
        let is_known = self.profile.tlds.knows(self.text.slice(tld.start, tld.end));
        (is_known && tld.start > candidate.start).then_some(candidate)
    }
}
