//! Ideographic full stops in names without a scheme.
//!
//! They separate labels (UTS #58 section 3.2), but in a text they nearly always end a sentence, and
//! the next one may start with a word that is a top-level domain: `这个方案很好。AI 会改变一切`. So they
//! separate the labels of a name without a scheme only if the name is all there is between two spaces
//! and something else says that it is a name. After a scheme, `www.` and `@` they always do.

use core::ops::Range;

use super::Judge;
use super::bare::is_sentence_word;
use super::glue::{glued_start, is_unspaced};
use super::tail::FUNCTION_LETTERS;
use crate::meter::Meter;
use crate::names::host::label::labels;
use crate::names::host::{self, Evidence, Name, Run, RunEnd};
use crate::names::lists::tld::TldSource;
use crate::profile::Rule;
use crate::tables::{LinkTerm, ProseClass, prose_class};
use crate::text::Text;
use crate::uts58::props::link_term;
use crate::uts58::runs::is_hard;

/// The country codes in scripts that end sentences with an ideographic full stop or have no spaces.
const COUNTRIES: &[&str] = &[
    "中国",
    "中國",
    "台湾",
    "台灣",
    "香港",
    "澳門",
    "新加坡",
    "한국",
    "ไทย",
    "ລາວ",
];

/// Other top-level domains of these scripts with which no sentence starts. `手机`, `セール` and the
/// others do.
const RARE_WORDS: &[&str] = &["我爱你", "コム", "닷컴", "닷넷", "点看", "大拿"];

/// Letters that sentences have and names rarely, besides [`FUNCTION_LETTERS`].
const CLAUSE_LETTERS: &str =
    "大多好高低少快慢难難强強为為以个個们們自最更太可能会會要说說来來去到做本今后後于於";

/// The most letters of a label next to an ideographic full stop.
const LONGEST_NAME: usize = 8;

/// What ideographic full stops do in a run of host characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stops {
    /// They separate labels.
    #[default]
    Separate,
    /// They end a sentence.
    End,
}

/// Whether a character separates labels but is not an ASCII dot.
pub(crate) fn is_ideographic(c: char) -> bool {
    matches!(c, '\u{3002}' | '\u{FF0E}' | '\u{FF61}')
}

/// Whether a run contains such a character.
pub(crate) fn has_stops(text: Text<'_>, run: &Range<usize>) -> bool {
    text.slice(run.start, run.end).contains(is_ideographic)
}

/// Whether the last label of a name follows an ideographic full stop and is a word that starts
/// sentences.
fn ends_with_word(text: Text<'_>, name: &Range<usize>) -> bool {
    let typed = text.slice(name.start, name.end);
    // All three start with one of these bytes.
    if !typed.bytes().any(|byte| matches!(byte, 0xE3 | 0xEF)) {
        return false;
    }
    let last = typed
        .char_indices()
        .rfind(|&(_, c)| c == '.' || is_ideographic(c));
    last.is_some_and(|(at, stop)| {
        let tld = typed.get(at + stop.len_utf8()..).unwrap_or_default();
        is_ideographic(stop) && is_sentence_word(tld)
    })
}

/// The start of a label `www` in a run, after which ideographic full stops separate labels; the end
/// of the run if there is none.
pub(crate) fn start_of_www(text: Text<'_>, run: &Range<usize>) -> usize {
    let typed = text.slice(run.start, run.end);
    // Most have none.
    if memchr::memchr2(b'w', b'W', typed.as_bytes()).is_none() {
        return run.end;
    }
    let is_www = |at: usize| {
        let label = typed.as_bytes().get(at..at + 4);
        label.is_some_and(|label| label.eq_ignore_ascii_case(b"www."))
    };
    let starts = typed.char_indices().map(|(at, _)| at);
    let mut starts = starts.filter(|&at| {
        let before = typed
            .get(..at)
            .and_then(|before| before.chars().next_back());
        before.is_none_or(|c| is_unspaced(c) || is_ideographic(c))
    });
    starts
        .find(|&at| is_www(at))
        .map_or(run.end, |at| run.start + at)
}

impl Judge<'_, '_> {
    /// Whether ideographic full stops may end sentences in a run.
    pub(crate) fn may_have_sentences(&self, run: &Range<usize>) -> bool {
        self.profile.has(Rule::IdeographicDot) && has_stops(self.text, run)
    }

    /// A name of a run without the first word of the next sentence; see [`without_word`].
    pub(crate) fn without_word<M: Meter>(
        &self,
        run: &Run,
        name: Name,
        evidence: Evidence,
        meter: &mut M,
    ) -> Name {
        if !self.profile.has(Rule::IdeographicDot) {
            return name;
        }
        let (text, tlds) = (self.text, &self.profile.tlds);
        without_word(text, run, &name.range, evidence, tlds, meter).unwrap_or(name)
    }
}

/// The name of a run without the first word of the next sentence, if it ends with one:
/// `⸠https://example.com⸡。AI 会改变一切`. The name before the ideographic full stop is complete, and the
/// word is not only a top-level domain.
pub(crate) fn without_word<M: Meter>(
    text: Text<'_>,
    run: &Run,
    name: &Range<usize>,
    evidence: Evidence,
    tlds: &TldSource,
    meter: &mut M,
) -> Option<Name> {
    let stop = ends_with_word(text, name).then(|| host::last_stop(text, name))??;
    let mut run = run.clone();
    run.range.end = stop;
    run.end = RunEnd::Character;
    let shorter = host::name(text, &run, evidence, tlds, meter)?;
    let tld = labels(text, &shorter.range).last()?;
    let is_known = tlds.knows(text.slice(tld.start, tld.end));
    is_known.then_some(shorter)
}

impl Stops {
    /// Decides for a run without a scheme.
    pub(crate) fn of<M: Meter>(text: Text<'_>, run: &Run, tlds: &TldSource, meter: &mut M) -> Self {
        let name = host::name(text, run, Evidence::Shape, tlds, meter);
        let is_whole = name.is_some_and(|name| name.range == run.range);
        // `请看。example.com`: text is glued to the name.
        let is_glued = || glued_start(text, &run.range).is_some();
        if is_whole && !is_glued() && is_name(text, &run.range) {
            Self::Separate
        } else {
            Self::End
        }
    }
}

/// Whether the text around a name and its labels say that it is one.
fn is_name(text: Text<'_>, name: &Range<usize>) -> bool {
    let before = text.slice(0, name.start);
    let outside = before.trim_end_matches(surrounds).chars().next_back();
    if !outside.is_none_or(is_hard) {
        return false;
    }
    let after = text.slice(name.end, text.0.len());
    // `例子。测试/路径`, `例子。测试:8080`.
    let port = after.strip_prefix(':').unwrap_or_default();
    if after.starts_with(['/', '?', '#']) || port.starts_with(|c: char| c.is_ascii_digit()) {
        return true;
    }
    let outside = after.trim_start_matches(surrounds).chars().next();
    outside.is_none_or(is_hard) && has_evidence(text, name)
}

/// Whether a character surrounds a name.
fn surrounds(c: char) -> bool {
    matches!(link_term(c), LinkTerm::Open | LinkTerm::Close)
        || matches!(c, '"' | '\'' | '«' | '»' | '‹' | '›')
        || prose_class(c) == ProseClass::Quote
}

/// Whether the labels of a name with ideographic full stops are those of a site.
fn has_evidence(text: Text<'_>, name: &Range<usize>) -> bool {
    let label = |label: Range<usize>| text.slice(label.start, label.end);
    let Some(tld) = labels(text, name).last() else {
        return false;
    };
    let others = label(name.start..tld.start);
    let tld = label(tld);
    // `ｅｘａｍｐｌｅ．ｃｏｍ`
    let is_ascii =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '\u{FF10}'..='\u{FF5A}');
    // `example。com`, but not `很好。AI` and `文件中。REST`. Labels in lower case are hardly words.
    if tld.contains(is_ascii) {
        let is_lower = |c: char| c.is_ascii_lowercase() || is_ideographic(c) || c == '.';
        let are_lower = tld.len() > 2 && others.chars().chain(tld.chars()).all(is_lower);
        return !is_sentence_word(tld) || are_lower;
    }
    if !tld.contains(is_unspaced) || others.contains(is_ascii) {
        return true;
    }
    // `例子。中国` and `普遍适用测试。我爱你`, but `我来自。中国` and `今日もお疲れさまでした。セール`.
    // `妈妈。我爱你` is two short sentences.
    let is_long = others.chars().filter(|&c| !is_ideographic(c)).count() > 5;
    (COUNTRIES.contains(&tld) || RARE_WORDS.contains(&tld) && is_long) && !is_clause(others)
}

/// Whether text in a script without spaces is more likely a sentence than the labels of a name.
fn is_clause(text: &str) -> bool {
    let is_end = |c: char| is_ideographic(c) || c == '.';
    let is_function = |c: char| {
        FUNCTION_LETTERS.contains(c)
            || CLAUSE_LETTERS.contains(c)
            || matches!(c, '\u{3041}'..='\u{309F}')
    };
    text.contains(is_function)
        || text
            .split(is_end)
            .any(|label| label.chars().count() > LONGEST_NAME)
}
