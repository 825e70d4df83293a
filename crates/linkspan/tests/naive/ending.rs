//! Where a URL ends and by which rule, in the profiles `uts58` and `recommended`, for a small set of
//! characters.
//!
//! The questions are asked of a URL that is linked and has a name as its host. They are asked in the
//! order of the text: where the run of host characters ends, where the name in it ends, what is
//! directly after host and port, how far path, query and fragment go, and what is trimmed.

use super::detect::{
    authority, in_run, is_ideographic_stop, is_separator, local_part, name, scheme_length,
};
use super::{DIRECTIVE, FRAGMENT, PATH, QUERY, Row, matches_at};
use linkspan::props::{LinkTerm, link_bracket, link_term};
use linkspan::tld::TldSource;

/// The end of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    /// The index after the last character of the link.
    pub(crate) end: usize,
    /// Why the character at `at` is outside.
    pub(crate) rule: &'static str,
    /// The index of the first character outside, which is `end`; the length of the text at its end.
    pub(crate) at: usize,
}

/// Every rule, and whether it is one of the standard. The others are only in `recommended`.
pub(crate) const RULES: [(&str, bool); 17] = [
    ("text-end", true),
    ("hard", true),
    ("soft", true),
    ("unmatched-close", true),
    ("nesting-limit", true),
    ("no-part", true),
    ("label-end", true),
    ("ideographic-stop", true),
    ("next-link", true),
    ("glued-after", false),
    ("sentence-punctuation", false),
    ("trailing-markup", false),
    ("empty-part", false),
    ("trailing-invisible", false),
    ("delimiter", false),
    ("closing-quote", false),
    ("open-bracket", false),
];

/// The end in the profile `uts58`. `cp` is the whole text; the link starts at `start`, its host at
/// `host` (after the scheme, if it has one).
pub(crate) fn uts58(cp: &[char], start: usize, host: usize) -> Ended {
    ended(cp, start, host, Rules::Standard)
}

/// The end in the profile `recommended`, with the same arguments as [`uts58`]. A link without a
/// scheme may start inside a run of host characters, after text that is glued to it.
pub(crate) fn recommended(cp: &[char], start: usize, host: usize) -> Ended {
    ended(cp, start, host, Rules::Prose)
}

/// Which rules count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rules {
    /// Only those of the standard.
    Standard,
    /// Also those for links in prose.
    Prose,
}

fn ended(cp: &[char], start: usize, host: usize, rules: Rules) -> Ended {
    let has_scheme = start < host;
    // The end is found before the start is narrowed, so both are those of the candidate here.
    let (start, host) = if rules == Rules::Prose && !has_scheme {
        let candidate = start_of_candidate(cp, host);
        let (run, _) = host_run(cp, candidate, rules);
        // `see...⸠a.com⸡`: a run that is not a name as a whole is a sentence and a name after it.
        let is_name = name(&cp[candidate..run], false).is_some();
        let from = if is_name { candidate } else { host };
        (from, from)
    } else {
        (start, host)
    };
    let (mut run, mut cut) = host_run(cp, host, rules);
    // A name directly before an e-mail address is a link of its own, and the address is the next
    // link. The id says "url" because no other id is nearer: `⸠例子。中国⸡a@b.com`. Mostly there is
    // a separator before the address, which then has a rule of its own: `⸠a.com⸡。me@b.com`.
    if !has_scheme && let Some(address) = address_in(cp, host, run, rules) {
        (run, cut) = (address, Some("next-link"));
    }
    let length = name(&cp[host..run], has_scheme).expect("a link with a name as its host");
    let name_end = host + length;
    let (authority_end, _) = authority(cp, name_end);
    let (end, rule) = if matches!(cp.get(authority_end), Some('/' | '?' | '#')) {
        after_parts(cp, start, name_end, authority_end, rules)
    } else if authority_end > name_end {
        (authority_end, after_port(cp, authority_end))
    } else {
        (name_end, after_host(cp, name_end, run, cut))
    };
    let at = end;
    Ended { end, rule, at }
}

// The host.

/// Where the name starts whose narrowed rest starts at `host`: before text that is glued to it, as in
/// `请访问⸠example.com⸡`.
fn start_of_candidate(cp: &[char], host: usize) -> usize {
    let mut from = host;
    while from > 0 && in_run(cp[from - 1]) && !is_bullet(cp, from - 1) {
        // A joiner at the outer edge is outside.
        let before = cp[..from].iter().rev().take(8).copied();
        let beyond = before.into_iter().find(|&c| !is_joiner(c));
        if is_joiner(cp[from - 1]) && !beyond.is_some_and(goes_on_with) {
            break;
        }
        from -= 1;
    }
    // Several names can be in one run, each with text glued to its end: `a.com查看b.com`.
    loop {
        let (end, _) = host_run(cp, from, Rules::Prose);
        if end > host {
            return from;
        }
        from = end;
    }
}

/// The end of the run of host characters from `from` on, and the rule that cut it short, if one did.
fn host_run(cp: &[char], from: usize, rules: Rules) -> (usize, Option<&'static str>) {
    let mut end = from;
    while end < cp.len() && in_run(cp[end]) {
        if rules == Rules::Prose {
            // `⸠example.com⸡・b.com`: the dot is a bullet between two names.
            if is_bullet(cp, end) {
                return (end, Some("sentence-punctuation"));
            }
            // `⸠example.com⸡\u{200D}`
            let mut after = cp[end..].iter().take(8).copied();
            let beyond = after.find(|&c| !is_joiner(c));
            if is_joiner(cp[end]) && !beyond.is_some_and(goes_on_with) {
                return (end, Some("trailing-invisible"));
            }
            // `⸠https://example.com⸡查看`
            if is_glued_after(cp, from, end) {
                return (end, Some("glued-after"));
            }
        }
        end += 1;
    }
    if matches_at(cp, end, "://") {
        let scheme = scheme_length(cp, from, end);
        if scheme > 0 {
            // `⸠https://a.com和⸡https://b.com`
            return (end - scheme, Some("next-link"));
        }
    }
    (end, None)
}

fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}')
}

/// Whether a name can go on with a character after a joiner.
fn goes_on_with(c: char) -> bool {
    c == '@' || in_run(c)
}

/// Whether a middle dot is a bullet: the katakana one belongs to a name only between letters of
/// scripts without spaces, the Latin one only between two l.
fn is_bullet(cp: &[char], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| cp[before]);
    let after = cp.get(at + 1).copied();
    match cp[at] {
        '・' => !(before.is_some_and(is_unspaced) && after.is_some_and(is_unspaced)),
        '·' => {
            let is_l = |c: Option<char>| matches!(c, Some('l' | 'L'));
            !(is_l(before) && is_l(after))
        }
        _ => false,
    }
}

/// Whether the character at `at` is text of a script without spaces directly after a known ASCII
/// top-level domain, in a run that starts at `from`.
fn is_glued_after(cp: &[char], from: usize, at: usize) -> bool {
    let Some(dot) = (from..at).rev().find(|&i| is_separator(cp[i])) else {
        return false;
    };
    let label: String = cp[dot + 1..at].iter().collect();
    is_unspaced(cp[at])
        && label.chars().all(|c| c.is_ascii_alphabetic())
        && TldSource::Embedded.knows(&label)
}

/// Where an e-mail address starts inside the run `host..run`, if its `@` is directly after the run.
fn address_in(cp: &[char], host: usize, run: usize, rules: Rules) -> Option<usize> {
    if cp.get(run) != Some(&'@') {
        return None;
    }
    let (mut domain_end, _) = host_run(cp, run + 1, rules);
    if cp.get(domain_end) == Some(&'@') {
        // Text followed by another `@` is a local part.
        let stop = (run + 1..domain_end).rfind(|&i| is_ideographic_stop(cp[i]));
        domain_end = stop.unwrap_or(domain_end);
    }
    let domain = &cp[run + 1..domain_end];
    let length = name(domain, false)?;
    let mut labels = domain[..length].split(|&c| is_separator(c));
    if rules == Rules::Prose && !labels.all(is_accepted) {
        return None;
    }
    let address_end = run + 1 + length;
    let mut local = local_part(&cp[..run])?;
    if rules == Rules::Prose {
        // Markup before the address that is also after it, and text that is glued to it.
        let is_markup = |c: char| is_mark(c) && cp.get(address_end) == Some(&c);
        local += cp[local..run].iter().take_while(|&&c| is_markup(c)).count();
        // `x或⸠a@b.com⸡`: the ASCII rest after a letter of a script without spaces.
        let last = cp[local..run].iter().rposition(|c| !c.is_ascii());
        if let Some(last) = last.map(|last| local + last) {
            let dots = cp[local..=last].iter().rev();
            let dots = dots.take_while(|c| matches!(c, '・' | '·')).count();
            let letter = (last + 1 - dots).checked_sub(1).filter(|&at| at >= local);
            let is_glued = letter.is_none_or(|at| is_unspaced(cp[at]));
            let starts_well = cp[last + 1..run].first();
            if is_glued && starts_well.is_some_and(char::is_ascii_alphanumeric) {
                local = last + 1;
            }
        }
    }
    (local > host).then_some(local)
}

/// Whether `recommended` links an address with this label in its domain: no joiner, because no script
/// of the tests needs one, and no mix of scripts but Latin with those of Japanese or Korean.
fn is_accepted(label: &[char]) -> bool {
    let has = |letters: &str| label.iter().any(|&c| letters.contains(c));
    let has_latin = label.iter().any(|&c| c.is_ascii_alphabetic() || c == 'ü');
    let has_other = [has("рф"), has("ก")];
    let has_asian = [has("例子中国谢你我爱查看文次"), has("のア"), has("에")];
    let is_mixed = match has_other.iter().filter(|&&has| has).count() {
        0 => has_asian[1] && has_asian[2],
        1 => has_latin || has_asian.contains(&true),
        _ => true,
    };
    !is_mixed && !has("\u{200C}\u{200D}")
}

/// Why a link ends directly after its host. `run` is the end of the run of host characters, and `cut`
/// the rule that cut the run short.
fn after_host(cp: &[char], end: usize, run: usize, cut: Option<&'static str>) -> &'static str {
    match cp.get(end) {
        None => "text-end",
        // Dots and underscores after the last label: `⸠a.com⸡.`, `⸠a.com⸡_`, `⸠a.com⸡.・`. This is
        // asked before the reason for the end of the run, which is only after them.
        Some('.' | '．' | '_') => "label-end",
        // `⸠https://a.com⸡。谢谢`; also where no label follows (`⸠a.com⸡。`), and where the scheme of
        // another URL does (`⸠a.com⸡。https://b.com`): the sentence ends with it.
        Some(&c) if is_ideographic_stop(c) => "ideographic-stop",
        // All else that a name can end before is after the run.
        Some(_) if cut.is_some() && end == run => cut.unwrap_or_default(),
        Some(_) => after_port(cp, end),
    }
}

/// Why a link ends directly after its port, or after a host at the end of its run.
fn after_port(cp: &[char], end: usize) -> &'static str {
    match cp.get(end) {
        None => "text-end",
        Some(&c) if link_term(c) == LinkTerm::Hard => "hard",
        // Whatever else the character is, it is outside because nothing can follow a host but the
        // start of a part: `⸠a.com⸡!`, `⸠a.com⸡)`, `⸠a.com⸡，然后`, `**⸠a.com⸡**`, `⸠a.com:80⸡.`,
        // `⸠a.com⸡\u{200B}`. The rules for prose are not asked, and nothing is trimmed.
        Some(_) => "no-part",
    }
}

// Path, query and fragment.

/// The path, query and fragment read so far.
struct Reading {
    /// `lastSafe`.
    end: usize,
    /// The character that stopped the reading; the length of the text at its end.
    stop: usize,
    /// Why it did.
    why: &'static str,
    query: Option<usize>,
    fragment: Option<usize>,
}

/// The end of a link with a path, query or fragment that starts at `authority_end`, and why it ends
/// there. The name ends at `name_end`; a root dot and a port may be between the two.
fn after_parts(
    cp: &[char],
    start: usize,
    name_end: usize,
    authority_end: usize,
    rules: Rules,
) -> (usize, &'static str) {
    let reading = read(cp, start, authority_end, rules);
    if rules == Rules::Prose
        && let Some((end, rule)) = trimmed(cp, start, authority_end, &reading)
    {
        // With the part after it gone, a root dot belongs to the sentence; the rule is still the one
        // that took the part away: `⸠a.com⸡.?`
        let is_only_root = end == authority_end && authority_end == name_end + 1;
        return if is_only_root {
            (name_end, rule)
        } else {
            (end, rule)
        };
    }
    if reading.why == "open-bracket" {
        return (reading.end, reading.why);
    }
    // Between `lastSafe` and what stopped the reading there are only Soft characters, and the first
    // of them is outside because nothing of the link follows it: `⸠https://a.com/x⸡.)`,
    // `⸠https://a.com/x⸡.。次`, and before markup `**⸠https://a.com/x⸡.**`.
    if reading.end < reading.stop {
        (reading.end, "soft")
    } else {
        (reading.end, reading.why)
    }
}

/// 3.5.1, with `lastSafe` set to the end of host and port. With the rules for prose, markup around
/// the link and the sentence also stop the reading.
fn read(cp: &[char], start: usize, from: usize, rules: Rules) -> Reading {
    let wrapper = match rules {
        Rules::Standard => "",
        Rules::Prose => wrapper(cp, start),
    };
    let (mut query, mut fragment) = (None, None);
    let mut last_safe = from;
    let mut part: Option<&Row> = None;
    let mut open_stack: Vec<char> = Vec::new();
    // Where each of them is, and where the stack was cleared.
    let mut opened: Vec<usize> = Vec::new();
    let mut cleared = from;
    let closing = match rules {
        Rules::Standard => "",
        Rules::Prose => closing_quotes(cp, start),
    };
    let mut i = from;
    let why = loop {
        if i == cp.len() {
            break "text-end";
        }
        // Whatever terminates a part also starts another.
        let starts: &[&Row] = match part.map(|row| row.initiator) {
            None => &[&PATH, &QUERY, &FRAGMENT],
            Some("/") => &[&QUERY, &FRAGMENT],
            Some("?") => &[&FRAGMENT],
            Some("#") => &[&DIRECTIVE],
            Some(_) => &[],
        };
        if let Some(next) = starts
            .iter()
            .copied()
            .find(|row| matches_at(cp, i, row.initiator))
        {
            match next.initiator {
                "?" => query = Some(i),
                "#" => fragment = Some(i),
                _ => {}
            }
            part = Some(next);
            i += next.initiator.chars().count();
            last_safe = i;
            cleared = i;
            open_stack.clear();
            opened.clear();
            continue;
        }
        let row = part.expect("the reading starts with a part");
        let in_path = row.initiator == "/";
        let is_term = row.initiator == ":~:" && cp[i] == ',';
        let delimits = rules == Rules::Prose && !is_term && is_delimiter(cp, start, i, in_path);
        let clears = row.clear_stack_open.iter().find(|e| matches_at(cp, i, e));
        if let Some(element) = clears.filter(|_| !delimits) {
            i += element.chars().count();
            last_safe = i;
            cleared = i;
            open_stack.clear();
            opened.clear();
            continue;
        }
        // `**⸠https://a.com/x⸡**和`
        if !wrapper.is_empty() && matches_at(cp, i, wrapper) {
            break "trailing-markup";
        }
        if delimits {
            break "delimiter";
        }
        // `'⸠https://a.com/x⸡'`, but `'⸠https://a.com/x's⸡'`
        let is_word = |i: usize| cp.get(i).is_some_and(|c| c.is_alphanumeric());
        // Scripts without spaces have no apostrophes.
        let is_spaced = |i: usize| is_word(i) && !is_unspaced(cp[i]);
        let is_inside = matches!(cp[i], '\'' | '’') && is_word(i - 1) && is_spaced(i + 1);
        if closing.contains(cp[i]) && !is_inside {
            break "closing-quote";
        }
        // Also where the character is Soft and would be outside anyway, at the end of the text or
        // before a space: it is the sentence that ends, `⸠https://a.com/x⸡。`
        if rules == Rules::Prose && ends_sentence(cp, i, open_stack.last().copied()) {
            break "sentence-punctuation";
        }
        match link_term(cp[i]) {
            LinkTerm::Include => last_safe = i + 1,
            LinkTerm::Soft => {}
            LinkTerm::Hard => break "hard",
            LinkTerm::Open => {
                if open_stack.len() == 125 {
                    break "nesting-limit";
                }
                open_stack.push(cp[i]);
                opened.push(i);
                last_safe = i + 1;
            }
            LinkTerm::Close => {
                if open_stack.last().copied() != link_bracket(cp[i]) {
                    break "unmatched-close";
                }
                open_stack.pop();
                opened.pop();
                last_safe = i + 1;
            }
        }
        i += 1;
    };
    // `⸠https://a.com/x⸡(see below)`: brackets that are left open are outside, with what is Soft before them.
    let open = open_stack.iter().position(char::is_ascii);
    if let Some(open) = open.filter(|_| rules == Rules::Prose) {
        let mut end = opened[open];
        while end > cleared && link_term(cp[end - 1]) == LinkTerm::Soft {
            end -= 1;
        }
        return Reading {
            end,
            stop: opened[open],
            why: "open-bracket",
            query,
            fragment,
        };
    }
    Reading {
        end: last_safe,
        stop: i,
        why,
        query,
        fragment,
    }
}

// Prose: classes of characters, for the characters that the tests use.

/// Letters of scripts that are written without spaces.
fn is_unspaced(c: char) -> bool {
    "例子中国谢你我爱查看文次ก에のア".contains(c)
}

/// Punctuation outside ASCII that ends a sentence.
fn is_sentence_end(c: char) -> bool {
    matches!(c, '。' | '｡' | '．' | '！' | '？' | '।' | '؟')
}

/// Full-width commas and semicolons.
fn is_wide_comma(c: char) -> bool {
    matches!(c, '，' | '；')
}

/// Other Soft punctuation outside ASCII.
fn is_pause(c: char) -> bool {
    matches!(c, '、' | '：' | '،')
}

fn is_quotation_mark(c: char) -> bool {
    matches!(c, '“' | '”' | '‘' | '’' | '«' | '»')
}

/// Full-width opening brackets.
fn is_wide_bracket(c: char) -> bool {
    matches!(c, '（' | '「' | '《' | '【')
}

/// Full-width forms of marks that separate or surround.
fn is_wide_mark(c: char) -> bool {
    matches!(
        c,
        '＂' | '＇' | '＊' | '／' | '＜' | '＞' | '｜' | '〝' | '〞' | '〟'
    )
}

/// Ellipses and dashes that trail off.
fn is_dash(c: char) -> bool {
    matches!(c, '—' | '～' | '〜')
}

/// Characters that are not seen, bidi controls included.
fn is_invisible(c: char) -> bool {
    let is_unseen = matches!(
        c,
        '\u{200B}' | '\u{200C}' | '\u{200D}' | '\u{FEFF}' | '\u{AD}' | '\u{2060}' | '\u{FE0F}'
    );
    let is_bidi_control = matches!(c, '\u{200E}' | '\u{202E}' | '\u{2066}' | '\u{2069}');
    is_unseen || is_bidi_control
}

/// Markup.
fn is_mark(c: char) -> bool {
    matches!(c, '*' | '_' | '`' | '|' | '~' | '^')
}

// Prose: what is around links rather than in them.

/// The quotation marks that close one directly before a link.
fn closing_quotes(cp: &[char], start: usize) -> &'static str {
    let Some(before) = start.checked_sub(1) else {
        return "";
    };
    let after_word = before > 0 && cp[before - 1].is_alphanumeric();
    match cp[before] {
        '\'' if !after_word => "'",
        '’' if !after_word => "’",
        '‘' => "’",
        '“' | '”' => "”",
        '„' => "“”",
        '«' => "»",
        '»' => "«»",
        '＂' => "＂",
        '＇' => "＇",
        '〝' => "〞〟",
        _ => "",
    }
}

/// Whether the character at `i` delimits links.
fn is_delimiter(cp: &[char], start: usize, i: usize, in_path: bool) -> bool {
    match cp[i] {
        '<' | '>' | '"' | '\\' | '`' => true,
        '[' if is_closing_tag(cp, i) => true,
        '[' if cp.get(i + 1) == Some(&']') => !matches!(cp.get(i + 2), Some('=' | '[')),
        '&' => {
            let rest: String = cp[i + 1..].iter().take(6).collect();
            let names = [
                "lt;", "gt;", "quot;", "apos;", "nbsp;", "#34;", "#39;", "#x22;", "#x27;",
                "ldquo;", "rdquo;",
            ];
            names
                .iter()
                .any(|name| rest.to_ascii_lowercase().starts_with(name))
        }
        ',' | ';' | '(' | '[' | '{' => {
            let rest: String = cp[i + 1..].iter().collect();
            let scheme =
                rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || "+-.".contains(c));
            let name = &rest[..rest.len() - scheme.len()];
            name.starts_with(|c: char| c.is_ascii_alphabetic())
                && name.len() <= 32
                && (scheme.starts_with("://")
                    || name.eq_ignore_ascii_case("mailto") && scheme.starts_with(':'))
        }
        '|' if in_path => true,
        '|' => {
            let is_hard = |c: char| link_term(c) == LinkTerm::Hard;
            let before = cp[..start].iter().rev().take(NEAR);
            let run: Vec<char> = before.copied().take_while(|&c| !is_hard(c)).collect();
            let after = cp.get(i + 1).copied();
            let word = cp[i + 1..]
                .iter()
                .take_while(|c| c.is_ascii_alphanumeric() || "_-".contains(**c));
            let length = word.count();
            matches!(run.first(), Some('[' | '<'))
                || run.contains(&'|')
                || after.is_none_or(|c| is_hard(c) || matches!(c, '|' | '}' | ']'))
                || length > 0 && cp.get(i + 1 + length) == Some(&'=')
        }
        _ => false,
    }
}

/// `[/url]`
fn is_closing_tag(cp: &[char], i: usize) -> bool {
    let name = cp[i..]
        .iter()
        .skip(2)
        .take(16)
        .take_while(|c| c.is_ascii_alphabetic())
        .count();
    matches_at(cp, i, "[/") && name > 0 && cp.get(i + 2 + name) == Some(&']')
}

// Prose: the sentence.

/// How many characters away a partner of a quotation mark or bracket may be.
const NEAR: usize = 64;

/// Whether the character at `i`, in path, query or fragment, belongs to the sentence and not to the
/// link. `open` is the innermost open bracket.
fn ends_sentence(cp: &[char], i: usize, open: Option<char>) -> bool {
    let c = cp[i];
    if c.is_ascii() {
        return false;
    }
    if is_wide_bracket(c) {
        // `⸠https://a.com/x⸡（说明）`, `⸠https://a.com/你好⸡「引用`, but
        // `⸠https://a.com/wiki/聖保羅（巴西）⸡`
        return cp[i - 1].is_ascii_alphanumeric() || !is_closed(cp, i);
    }
    if open.is_some_and(|open| !open.is_ascii()) {
        // What is inside such brackets belongs to them: `⸠https://a.com/《你好，世界》⸡`
        return false;
    }
    let after_ascii = cp[i - 1].is_ascii();
    let next = cp.get(i + 1).copied();
    if is_sentence_end(c) || is_wide_comma(c) {
        // `⸠https://a.com/東京⸡。次`, but `⸠https://a.com/東京，_日本⸡`
        let goes_on = matches!(next, Some('_' | '-' | '/' | '.' | '%'));
        return after_ascii || !goes_on;
    }
    if is_pause(c) {
        // `⸠https://a.com/x⸡、次`, but `⸠https://a.com/教育、科学⸡`
        return after_ascii || is_start_of_url(cp, i + 1);
    }
    if is_quotation_mark(c) {
        // `“⸠https://a.com/x⸡”他说`, but `⸠https://a.com/“阿波罗”号⸡`
        let speaks_for_it = match c {
            '”' => !is_opened(cp, i, '“'),
            '’' => !is_opened(cp, i, '‘'),
            _ => cp[i - 1].is_ascii_alphanumeric(),
        };
        return next.is_some_and(is_unspaced) && speaks_for_it;
    }
    if is_wide_mark(c) {
        return after_ascii;
    }
    if c == '…' {
        return after_ascii;
    }
    // `⸠https://a.com/x⸡🙂`, but `⸠https://a.com/🙂⸡`
    if c == '🙂' {
        return cp[i - 1].is_ascii_alphanumeric();
    }
    if matches!(c, '·' | '\u{387}') {
        return !cp.get(i + 1).is_some_and(|c| c.is_alphanumeric());
    }
    if is_dash(c) {
        // `⸠https://a.com/x⸡—`, but `⸠https://a.com/a—b⸡`
        return after_ascii && !next.is_some_and(|c| c.is_ascii_alphanumeric());
    }
    // `⸠https://a.com/x⸡・⸠https://b.com/y⸡`
    c == '・' && is_start_of_url(cp, i + 1)
}

fn is_start_of_url(cp: &[char], i: usize) -> bool {
    let rest: String = cp.iter().skip(i).take(8).collect();
    let rest = rest.to_ascii_lowercase();
    rest.starts_with("https://") || rest.starts_with("http://") || rest.starts_with("www.")
}

/// Whether the quotation mark `open` is near before `i`, in the same piece of the URL.
fn is_opened(cp: &[char], i: usize, open: char) -> bool {
    for distance in 1..=NEAR.min(i) {
        let c = cp[i - distance];
        if ends_piece(c) {
            return false;
        }
        if c == open {
            return true;
        }
    }
    false
}

/// Whether the bracket at `i` is closed by one of the [`NEAR`] characters from itself on, in the same
/// piece of the URL.
fn is_closed(cp: &[char], i: usize) -> bool {
    let mut depth = 0;
    for &c in cp[i..].iter().take(NEAR) {
        if ends_piece(c) {
            return false;
        }
        if c == cp[i] {
            depth += 1;
        }
        if link_bracket(c) == Some(cp[i]) {
            depth -= 1;
            if depth == 0 {
                return true;
            }
        }
    }
    false
}

fn ends_piece(c: char) -> bool {
    link_term(c) == LinkTerm::Hard || matches!(c, '/' | '?' | '#' | '&' | '=')
}

// Prose: markup and what is trimmed.

/// The markup directly before a link that the same markup ends.
fn wrapper(cp: &[char], start: usize) -> &'static str {
    let before: String = cp[..start].iter().collect();
    let marks = ["|", "`", "**", "~~"];
    let found = marks.into_iter().find(|mark| before.ends_with(mark));
    found.unwrap_or_default()
}

/// The end of a link without invisible characters, empty parts and markup at its end, and the rule
/// for the first of them that was taken off; `None` if there is nothing to take off.
fn trimmed(
    cp: &[char],
    start: usize,
    authority_end: usize,
    reading: &Reading,
) -> Option<(usize, &'static str)> {
    let mut first_rule = None;
    let mut end = reading.end;
    // `⸠https://a.com/x⸡->https://b.com`
    let is_arrow = |end: usize| {
        let is_shaft = end > authority_end && matches!(cp[end - 1], '-' | '=');
        let is_open = start > 0 && cp[start - 1] == '<';
        reading.why == "delimiter" && end == reading.stop && cp[end] == '>' && is_shaft && !is_open
    };
    while end > authority_end {
        let last = end - 1;
        // `⸠https://a.com/❤\u{FE0F}⸡`: the selector belongs to the character before it.
        let is_outside = |at: usize| {
            let base = cp[at - 1];
            let is_seen = !base.is_ascii() && !is_invisible(base);
            let selects = cp[at] == '\u{FE0F}' && is_seen && link_term(base) == LinkTerm::Include;
            is_invisible(cp[at]) && !selects
        };
        let rule = if is_outside(last) {
            while is_outside(end - 1) {
                end -= 1;
            }
            "trailing-invisible"
        } else if reading.query == Some(last) || reading.fragment == Some(last) {
            end -= 1;
            "empty-part"
        } else if is_markup_of_text(cp, start, end) {
            while cp[end - 1] == cp[last] {
                end -= 1;
            }
            "trailing-markup"
        } else {
            break;
        };
        // What was only inside because something followed is outside now: `*⸠https://a.com/x⸡.*`. The
        // `?` that starts the query stays, and so does the start of a directive:
        // `⸠https://a.com#b:~:⸡**`.
        let is_directive = |end: usize| {
            let in_fragment = reading.fragment.is_some_and(|at| at + 3 < end);
            in_fragment && super::matches_at(cp, end - 3, ":~:")
        };
        while end > authority_end
            && link_term(cp[end - 1]) == LinkTerm::Soft
            && reading.query != Some(end - 1)
            && !is_directive(end)
        {
            end -= 1;
        }
        first_rule = first_rule.or(Some(rule));
    }
    if is_arrow(end) {
        end -= 1;
        while end > authority_end
            && link_term(cp[end - 1]) == LinkTerm::Soft
            && reading.query != Some(end - 1)
        {
            end -= 1;
        }
        first_rule = Some("delimiter");
    }
    first_rule.map(|rule| (end, rule))
}

/// Whether the same marks at the end of `start..end` are markup and not the URL's own: they are also
/// before the link, or they are stray.
fn is_markup_of_text(cp: &[char], start: usize, end: usize) -> bool {
    let mark = cp[end - 1];
    if !is_mark(mark) {
        return false;
    }
    let before = cp[..start].iter().rev().take(NEAR);
    let is_wrapped = before.take_while(|&&c| is_mark(c)).any(|&c| c == mark);
    let mut inside = end;
    while cp[inside - 1] == mark {
        inside -= 1;
    }
    let is_only_here = !cp[start..inside].contains(&mark);
    let is_stray = match mark {
        '|' | '^' => true,
        '`' => is_only_here,
        '*' | '~' => end - inside >= 2 && is_only_here,
        _ => false,
    };
    is_wrapped || is_stray
}
