//! Text that is glued to a name, in scripts that are written without spaces.
//!
//! - `请访问⸠example.com⸡`: letters before the ASCII rest of any label are not part of the name, but
//!   `⸠最高のSONY製品.com⸡` is one label with such letters on both sides.
//! - `⸠https://example.com⸡查看`: letters directly after a known ASCII top-level domain end the name.
//! - `・⸠example.com⸡`: a middle dot that is a bullet is not part of a name, but the one in
//!   `カタカナ・例.jp` is.

use core::ops::Range;

use super::Judge;
use super::stops::{self, Stops};
use crate::meter::Meter;
use crate::names::host::label::labels;
use crate::names::host::{self, RunStop};
use crate::names::lists::tld::TldSource;
use crate::profile::rule::Rules;
use crate::profile::{Profile, RECOMMENDED, Rule};
use crate::reason::ReasonKind;
use crate::tables::{HostClass, ProseClass, host_class, is_alphanumeric, is_unseen, prose_class};
use crate::text::Text;
use crate::uts58::runs::is_letter;

/// The rules that end a run of host characters.
const GLUE: Rules = Rules::of(&[
    Rule::GluedAfter,
    Rule::SentencePunctuation,
    Rule::InvisibleCharacter,
    Rule::IdeographicDot,
]);

/// The rules that cut glued text off a run of host characters while it is read.
#[derive(Clone, Copy)]
pub(crate) struct Glue<'d> {
    tlds: &'d TldSource,
    rules: Rules,
    /// What ideographic full stops do in the run.
    stops: Stops,
}

impl<'d> Glue<'d> {
    /// The rules of a profile, if it has any of them.
    pub(crate) fn of(profile: &'d Profile) -> Option<Self> {
        Self::with_stops(profile, Stops::Separate)
    }

    /// The same, where ideographic full stops may end a run.
    pub(crate) fn with_stops(profile: &'d Profile, stops: Stops) -> Option<Self> {
        let (tlds, rules) = (&profile.tlds, profile.policy.rules);
        rules.meets(GLUE).then_some(Self { tlds, rules, stops })
    }

    /// The rules of `recommended`.
    pub(crate) fn recommended() -> Glue<'static> {
        Glue {
            tlds: &TldSource::Embedded,
            rules: RECOMMENDED,
            stops: Stops::Separate,
        }
    }

    /// Whether a run that starts at `start` was cut off there as glued text, or follows a bullet,
    /// so that it is not the tail of a longer name. `cuts` are the offsets of the last cuts.
    pub(crate) fn starts_anew(&self, text: Text<'_>, start: usize, cuts: [usize; 2]) -> bool {
        let is_glued = cuts.contains(&start) && text.char_at(start).is_some_and(is_unspaced);
        let before = text.char_before(start);
        is_glued || before.is_some_and(|c| self.separates(text, start - c.len_utf8(), c))
    }
}

impl RunStop for Glue<'_> {
    #[inline]
    fn ends(&self, text: Text<'_>, at: usize, c: char, label: Option<usize>) -> Option<ReasonKind> {
        // Most characters are letters inside a label.
        if label.is_none() && !is_sign(c) {
            return None;
        }
        if self.is_bullet(text, at, c) {
            return Some(ReasonKind::SentencePunctuation);
        }
        if self.is_stop(c) {
            return Some(ReasonKind::IdeographicDot);
        }
        let after = || text.slice(at, text.0.len()).chars();
        if is_joiner(c) && self.is_edge(after()) {
            return Some(ReasonKind::TrailingInvisible);
        }
        let is_glued = self.rules.has(Rule::GluedAfter)
            && is_unspaced(c)
            && label.is_some_and(|label| self.tlds.knows(text.slice(label, at)));
        is_glued.then_some(ReasonKind::GluedAfter)
    }

    #[inline]
    fn separates(&self, text: Text<'_>, at: usize, c: char) -> bool {
        if !is_sign(c) {
            return false;
        }
        let before = || text.slice(0, at + c.len_utf8()).chars().rev();
        self.is_bullet(text, at, c) || self.is_stop(c) || is_joiner(c) && self.is_edge(before())
    }
}

impl Glue<'_> {
    fn is_bullet(&self, text: Text<'_>, at: usize, c: char) -> bool {
        self.rules.has(Rule::SentencePunctuation) && is_bullet(text, at, c)
    }

    /// Whether a character is an ideographic full stop that ends runs.
    fn is_stop(&self, c: char) -> bool {
        self.stops == Stops::End && stops::is_ideographic(c)
    }

    /// Whether a joiner is at the outer edge of a name, where `beyond` starts with it and leads
    /// away from the name.
    fn is_edge(&self, beyond: impl Iterator<Item = char>) -> bool {
        // No script needs more than two in a row.
        let beyond = beyond.take(8).find(|&c| !is_joiner(c));
        let goes_on = beyond.is_some_and(|c| c == '@' || host::in_run(c));
        self.rules.has(Rule::InvisibleCharacter) && !goes_on
    }
}

/// Whether a run may end before or start after a character, whatever the text around it is.
#[inline]
fn is_sign(c: char) -> bool {
    matches!(c, '\u{B7}' | '\u{30FB}') || is_joiner(c) || stops::is_ideographic(c)
}

fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}')
}

/// Whether `c` is a letter or mark of a script that is written without spaces.
pub(crate) fn is_unspaced(c: char) -> bool {
    prose_class(c) == ProseClass::Unspaced
}

/// Whether a middle dot at `at` is a bullet and not part of a name: the katakana one belongs
/// between letters of scripts without spaces, the Latin one between two l (RFC 5892, appendix A.3
/// and A.7).
#[inline]
fn is_bullet(text: Text<'_>, at: usize, c: char) -> bool {
    matches!(c, '\u{30FB}' | '\u{B7}') && is_no_letter(text, at, c)
}

/// Whether a middle dot is not between the letters that it belongs to.
fn is_no_letter(text: Text<'_>, at: usize, c: char) -> bool {
    let (before, after) = (text.char_before(at), text.char_at(at + c.len_utf8()));
    let both = |is: fn(char) -> bool| before.is_some_and(is) && after.is_some_and(is);
    match c {
        '\u{30FB}' => !both(is_unspaced),
        '\u{B7}' => !both(|c| c.eq_ignore_ascii_case(&'l')),
        _ => false,
    }
}

/// The start of a name after text that is glued to it, or that an ideographic full stop ends: after
/// the last letter of a script without spaces that directly precedes the ASCII rest of a label. After
/// `www.` the name has started.
pub(super) fn glued_start(text: Text<'_>, name: &Range<usize>) -> Option<usize> {
    let mut start = name.start;
    let typed = text.slice(name.start, name.end);
    if !may_have_unspaced(typed) {
        return None;
    }
    for (at, stop) in typed
        .char_indices()
        .filter(|&(_, c)| stops::is_ideographic(c))
    {
        let after = name.start + at + stop.len_utf8();
        let starts_ascii = text
            .char_at(after)
            .is_some_and(|c| is_alphanumeric(c) && !is_unspaced(c));
        let ends_unspaced = text.char_before(name.start + at).is_some_and(is_unspaced);
        // `你好。example.com`: a sentence, then a name.
        if stop != '\u{FF0E}' && starts_ascii && ends_unspaced {
            start = after;
        }
    }
    for label in labels(text, &(start..name.end)) {
        if let Some(ascii) = ascii_rest(text.slice(label.start, label.end)) {
            start = label.start + ascii;
        }
        let is_start = start >= label.start;
        if is_start && text.slice(start, label.end).eq_ignore_ascii_case("www") {
            break;
        }
    }
    let has_two = labels(text, &(start..name.end)).nth(1).is_some();
    (start > name.start && has_two).then_some(start)
}

impl Judge<'_, '_> {
    /// The possible start of a name in a run that is not a name as a whole: after a full stop of
    /// another script that ends the text before the run or is repeated, and after three or more dots
    /// that directly follow a letter: `（完）。example.com`, `see...example.com`.
    pub(crate) fn start_after_sentence<M: Meter>(
        &self,
        run: &Range<usize>,
        meter: &mut M,
    ) -> Option<usize> {
        let is_split = self.profile.has(Rule::GluedBefore);
        is_split.then(|| after_sentence(self.text, run, meter))?
    }

    /// The start of text of a script without spaces that is glued to a host of one label, or to an IP
    /// address: `http://localhost查看`, but `http://localhost.中国` is a name.
    pub(crate) fn find_glued(&self, run: &Range<usize>) -> Option<usize> {
        let is_cut = self.profile.has(Rule::GluedAfter);
        is_cut.then(|| find_glued(self.text, run))?
    }
}

/// The first letter of a script without spaces, if it directly follows another character of a label.
pub(crate) fn find_glued(text: Text<'_>, run: &Range<usize>) -> Option<usize> {
    let typed = text.slice(run.start, run.end);
    let at = typed.find(is_unspaced)?;
    let before = text.slice(run.start, run.start + at).chars().next_back()?;
    (!host_class(before).is_separator()).then_some(run.start + at)
}

/// Whether text that is glued to a name is before the invisible characters before `start`:
/// `网站\u{FE0F}github.com`.
pub(crate) fn precedes(text: Text<'_>, start: usize, rules: Rules) -> bool {
    let is_invisible = |c| host_class(c) == HostClass::Joiner;
    let before = text.slice(0, start).trim_end_matches(is_invisible);
    rules.has(Rule::GluedBefore) && before.ends_with(is_unspaced)
}

fn after_sentence<M: Meter>(text: Text<'_>, run: &Range<usize>, meter: &mut M) -> Option<usize> {
    let typed = text.slice(run.start, run.end);
    meter.work(typed.len());
    // Most runs contain neither three dots nor such a full stop, whose last bytes these are.
    let dots = typed.bytes().filter(|&byte| byte == b'.').count();
    if dots < 3 && !typed.bytes().any(|byte| matches!(byte, 0x82 | 0xA1)) {
        return None;
    }
    let mut start = None;
    // The start of the current separators, and how many of them are dots and ideographic full
    // stops.
    let (mut first, mut dots, mut stops) = (run.start, 0, 0);
    for (at, c) in typed.char_indices() {
        let at = run.start + at;
        match host_class(c) {
            HostClass::Stop => stops += 1,
            class if class.is_separator() => dots += usize::from(c == '.'),
            _ => {
                let after_letter = || text.char_before(first).is_some_and(is_letter);
                let is_end = stops > 0 && (stops > 1 || first == run.start);
                if is_end || stops == 0 && dots >= 3 && after_letter() {
                    start = Some(at);
                }
                (first, dots, stops) = (at + c.len_utf8(), 0, 0);
            }
        }
    }
    start
}

/// The start of the rest of a label or local part in another script, directly after a letter of a
/// script without spaces: `iOSアプリはapple`, `请访问élysée`. A hyphen between them keeps them together.
/// Canonically equivalent texts have the same rest.
pub(crate) fn ascii_rest(text: &str) -> Option<usize> {
    // Nearly all end with ASCII.
    let ascii = text.trim_end_matches(|c: char| c.is_ascii());
    let glued = ascii.trim_end_matches(|c| !is_unspaced(c) && !is_joint(c));
    let letters = glued.trim_end_matches(is_joint);
    // A bullet may be the first character, but `〆` alone is no prose.
    let is_bullet = letters.is_empty() && glued.ends_with('\u{30FB}');
    let is_glued = is_bullet || letters.ends_with(is_unspaced);
    // `网站\u{301}github`: a mark belongs to the letter before it.
    let rest = text.get(glued.len()..)?;
    let rest =
        rest.trim_start_matches(|c| c == '\u{B7}' || host_class(c).is_mark() || is_unseen(c));
    let starts_well = rest.starts_with(is_alphanumeric);
    (is_glued && starts_well).then_some(text.len() - rest.len())
}

/// Whether a character is no letter of a script without spaces, but occurs only after one: the
/// katakana middle dot, the voicing marks of decomposed kana, `〆`, `〼`, and ideographic tone marks.
fn is_joint(c: char) -> bool {
    matches!(
        c,
        '\u{30FB}'
            | '\u{3099}'
            | '\u{309A}'
            | '\u{FF9E}'
            | '\u{FF9F}'
            | '\u{3006}'
            | '\u{303C}'
            | '\u{302A}'..='\u{302F}'
    )
}

/// Whether a text may have letters of scripts without spaces, which take three bytes or more.
fn may_have_unspaced(text: &str) -> bool {
    text.bytes().any(|byte| byte >= 0xE0)
}

/// The first label of a name that joins prose and a name.
pub(super) fn joined_label(text: Text<'_>, name: &Range<usize>) -> Option<Range<usize>> {
    may_have_unspaced(text.slice(name.start, name.end)).then_some(())?;
    labels(text, name).find(|label| ascii_rest(text.slice(label.start, label.end)).is_some())
}

/// Whether a bidi control joins a name to host characters before it.
pub(super) fn is_reordered(text: Text<'_>, start: usize) -> bool {
    let is_control = |c| prose_class(c) == ProseClass::BidiControl;
    let control = text.char_before(start).filter(|&c| is_control(c));
    control.is_some_and(|c| host::is_tail(text, start - c.len_utf8()))
}
