//! The ASCII word before glued letters: a path segment, or a query value.

use super::super::trim::is_shortener;
use crate::names::host::label::is_label_separator;
use crate::uts58::termination::TailPart;

/// Path segments directly before a title.
#[rustfmt::skip]
const TITLES: &[&str] = &[
    "a", "album", "albums", "artist", "baike", "book", "books", "c", "categories", "category",
    "channel", "define", "dict", "entry", "explore", "game", "games", "hashtag", "item", "k",
    "keyword", "keywords", "label", "labels", "lemma", "movie", "name", "page", "people", "s",
    "search", "song", "songs", "subject", "tag", "tags", "term", "title", "topic", "topics", "w",
    "word",
];

/// Keys of query values that people type: `?q=rtx4090显卡`.
#[rustfmt::skip]
const TYPED_KEYS: &[&str] = &[
    "keyword", "keywords", "kw", "q", "query", "search", "search_query", "title", "wd", "word",
];

/// Keys of query values that people type or that are codes: `?k=Python教程`, `?s=5JtXyZq8`.
#[rustfmt::skip]
const SEARCH_KEYS: &[&str] = &[
    "cat", "category", "city", "content", "file", "filename", "k", "key", "label", "name", "s",
    "subject", "tag", "tags", "term", "text", "topic", "type", "w",
];

/// Parts of the hosts of wikis and encyclopedias, whose paths are titles.
const TITLE_HOSTS: &[&str] = &["wiki", "baike", "moegirl", "namu"];

/// Services whose last path segment is a code, in letters alone too: `https://discord.gg/abcdef`.
#[rustfmt::skip]
const CODE_HOSTS: &[&str] = &[
    "163cn.tv", "discord.gg", "kurl.cc", "m.tb.cn", "pin.it", "redd.it", "suo.im", "v.douyin.com",
    "v.kuaishou.com", "vm.tiktok.com", "vt.tiktok.com", "www.xhslink.com", "xhslink.com",
];

/// Path segments before the code of something that is shared: `/p/C8aBcDxYz_1/`.
const SHARED: &[&str] = &["p", "post", "reel", "reels", "share", "t", "tv", "video"];

/// Capitalised words that are names of pages rather than the start of a title: `/Download`.
#[rustfmt::skip]
const PAGES: &[&str] = &[
    "About", "Account", "Blog", "Contact", "Default", "Detail", "Details", "Docs", "Download",
    "Downloads", "Help", "Home", "Index", "Login", "Main", "News", "Pricing", "Register",
    "Releases", "Support", "Upload",
];

/// Extensions of pages and files on servers. Those of `Node.js` and `Socket.io` are in titles too.
#[rustfmt::skip]
const PAGE_EXTENSIONS: &[&str] = &[
    "asp", "aspx", "gif", "htm", "html", "jpeg", "jpg", "jsp", "mp3", "mp4", "pdf", "php", "png",
    "shtml", "xhtml", "zip",
];

/// The ASCII word before glued letters: a path segment, or a query value.
pub(super) struct Word {
    pub(super) kind: WordKind,
    /// Whether it starts a title or a search value.
    pub(super) is_title: bool,
    /// Whether it is a number of at most four digits.
    pub(super) is_short_number: bool,
    /// Whether it is a code that no word resembles: `C8aBcDxYz_1`, or that of a short link.
    pub(super) is_random: bool,
    /// Whether it is in a fragment that is the path of an application: `/#/login`.
    pub(super) is_route: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum WordKind {
    /// A number, or letters and digits that spell nothing.
    Code,
    /// It ends with a file extension: `index.html`.
    File,
    /// It starts with a capital letter, as a title does.
    Title,
    Lower,
    /// There is none: a slash is before the letters.
    Empty,
}

impl Word {
    /// The word at the end of a URL that has been read so far.
    pub(super) fn before(url: &str, part: TailPart) -> Self {
        let rest = without_scheme(url);
        let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let mut fragment = rest.splitn(2, '#').skip(1);
        let (word, is_title) = match part {
            TailPart::Query => {
                let pair = rest.rsplit(['&', '?', ';']).next().unwrap_or_default();
                let path = path.split('?').next().unwrap_or_default();
                match pair.split_once('=') {
                    Some((key, value)) => {
                        let is_search = is_listed(SEARCH_KEYS, key) || path.ends_with("/search");
                        let is_typed = is_listed(TYPED_KEYS, key);
                        (value, is_typed || is_search && !is_long_code(value))
                    }
                    // `?Python教程`
                    None => (pair, true),
                }
            }
            TailPart::Path => {
                let mut segments = path.rsplit('/');
                let word = segments.next().unwrap_or_default();
                let parent = segments.clone().next().unwrap_or_default();
                let is_wiki = has_titles(host)
                    || segments.any(|segment| segment.eq_ignore_ascii_case("wiki"));
                // `/@anna/React入門`: the posts of a person.
                let is_marked = is_listed(TITLES, parent)
                    || is_variant(parent)
                    || parent.starts_with('@') && !word.is_empty();
                let is_title = is_wiki || is_marked && is_title(word, parent);
                (word, is_title && !is_page(word))
            }
            TailPart::Fragment | TailPart::Directive => (
                rest.rsplit(['#', '/', '?', '&', '='])
                    .next()
                    .unwrap_or_default(),
                false,
            ),
        };
        // `t.co/abcde`: the only segment of a short link is a code.
        let is_random = is_random(word) || part == TailPart::Path && is_short_link(host, path);
        Self {
            kind: match WordKind::of(word) {
                WordKind::Lower | WordKind::Title if is_random => WordKind::Code,
                kind => kind,
            },
            is_title: is_title && !(is_random && part == TailPart::Path && is_short(host)),
            is_random,
            is_short_number: is_number(word) && word.len() <= 4,
            is_route: fragment
                .next()
                .is_some_and(|route| route.starts_with(['/', '!'])),
        }
    }
}

/// The text after the scheme of a URL, if it has one.
fn without_scheme(url: &str) -> &str {
    let slash = url.find('/').unwrap_or(url.len());
    let has_scheme = url.get(..slash).is_some_and(|start| start.ends_with(':'));
    let start = if has_scheme { slash + 2 } else { 0 };
    url.get(start..).unwrap_or_default()
}

/// Whether the last segment of a URL that ends with a slash is the code of something that is shared:
/// `https://v.douyin.com/iRNBho5/`, `/p/C8aBcDxYz_1/`. No path goes on after it.
pub(super) fn ends_with_shared(url: &str) -> bool {
    let rest = without_scheme(url);
    let Some(rest) = rest.strip_suffix('/') else {
        return false;
    };
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let mut segments = path.rsplit('/');
    let code = segments.next().unwrap_or_default();
    let parent = segments.next().unwrap_or_default();
    let is_code = || WordKind::of(code) == WordKind::Code && !is_number(code);
    is_listed(CODE_HOSTS, host) && is_code_like(code)
        || is_shortener(host) && is_code()
        || is_listed(SHARED, parent) && code.len() > 7 && (is_code() || count_changes(code) > 1)
}

/// Whether a path is that of a short link, with a code as its only segment, or on some services as its
/// last one: `xhslink.com/a/AbCdEf1`, `t.me/+abcDEF123`.
fn is_short_link(host: &str, path: &str) -> bool {
    let code = path.strip_prefix('/').unwrap_or_default();
    let code = match is_listed(CODE_HOSTS, host) {
        true => code.rsplit('/').next().unwrap_or_default(),
        false => code,
    };
    is_short(host) && is_code_like(code)
}

/// Whether a host is that of a service that shortens links, or as short as those are: `ppt.cc`.
fn is_short(host: &str) -> bool {
    host.len() <= 6 || is_shortener(host) || is_listed(CODE_HOSTS, host)
}

fn is_code_like(word: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'+');
    !word.is_empty() && word.bytes().all(is_part)
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word is long and has small and capital letters and digits, or changes between the cases
/// as no name does: `abcDEFghij-K2`, `MzRlODBiNWFlZA==`, but `iPhone15Pro` and `GitHubActions`.
fn is_random(word: &str) -> bool {
    let code = word.trim_end_matches(['-', '_', '=']);
    let count = |is: fn(&u8) -> bool| code.bytes().filter(is).count();
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let pairs = code.as_bytes().windows(2);
    let letters_after_digits = pairs.filter(|pair| match pair {
        [a, b] => a.is_ascii_digit() && b.is_ascii_alphabetic(),
        _ => false,
    });
    let changes = count_changes(code);
    let is_mixed = || match count(u8::is_ascii_digit) {
        0 => changes > 2 && count(u8::is_ascii_uppercase) * 3 > code.len(),
        _ => changes > 1 || changes > 0 && letters_after_digits.count() > 1,
    };
    code.len() > 7 && code.bytes().all(is_part) && is_mixed()
}

/// How often a capital letter follows a small one.
fn count_changes(word: &str) -> usize {
    let pairs = word.as_bytes().windows(2);
    let changes = pairs.filter(|pair| match pair {
        [a, b] => a.is_ascii_lowercase() && b.is_ascii_uppercase(),
        _ => false,
    });
    changes.count()
}

/// Whether the paths of a host are titles. Labels that are not ASCII are left out, so that all forms
/// of a host give the same answer.
fn has_titles(host: &str) -> bool {
    let is_part = |label: &[u8]| {
        TITLE_HOSTS.iter().any(|part| {
            let mut windows = label.windows(part.len());
            windows.any(|window| window.eq_ignore_ascii_case(part.as_bytes()))
        })
    };
    let is_plain = |label: &&str| label.is_ascii() && !label.contains("--");
    host.split(is_label_separator)
        .filter(is_plain)
        .any(|label| is_part(label.as_bytes()))
}

/// Whether a word after a segment that precedes titles starts one. `/s/1kVbX3aH` and
/// `/people/zhang-san` are not titles, but `/item/5G网络` is.
fn is_title(word: &str, parent: &str) -> bool {
    match WordKind::of(word) {
        WordKind::Code => !is_long_code(word),
        WordKind::Lower => !word.contains('-') && is_listed(TITLES, parent),
        WordKind::Empty | WordKind::File | WordKind::Title => true,
    }
}

/// Whether a word is a code that no title contains: `5JtXyZq8`, but `iPhone15` and `2024`.
fn is_long_code(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let is_code = WordKind::of(word) == WordKind::Code;
    is_code
        && word.len() > 4
        && (digits > 2 || has_digit_first(word) || digits > 0 && count_changes(word) > 1)
}

/// Whether a digit is directly before a letter.
fn has_digit_first(word: &str) -> bool {
    let mut pairs = word.as_bytes().windows(2);
    pairs.any(|pair| matches!(pair, [a, b] if a.is_ascii_digit() && b.is_ascii_alphabetic()))
}

impl WordKind {
    fn of(word: &str) -> Self {
        if word.is_empty() {
            return Self::Empty;
        }
        if is_file(word) {
            return Self::File;
        }
        if is_code(word) {
            return Self::Code;
        }
        // `How-To-Ask-Questions` is the name of a page, not the start of a title.
        let is_slug = word.matches('-').count() > 1;
        let is_name = is_slug || PAGES.contains(&word);
        match word.starts_with(|c: char| c.is_ascii_uppercase()) && !is_name {
            true => Self::Title,
            false => Self::Lower,
        }
    }
}

fn is_listed(list: &[&str], word: &str) -> bool {
    list.iter().any(|listed| listed.eq_ignore_ascii_case(word))
}

/// Whether a path segment is a variant of Chinese, which precedes titles in wikis: `zh-hant`.
fn is_variant(segment: &str) -> bool {
    let variant = segment.get(..3);
    variant.is_some_and(|start| start.eq_ignore_ascii_case("zh-")) && segment.len() <= 7
}

/// Whether a word ends with the extension of a file.
fn is_file(word: &str) -> bool {
    let Some((stem, extension)) = word.rsplit_once('.') else {
        return false;
    };
    let is_short = (2..=5).contains(&extension.len());
    let has_letter = extension.bytes().any(|byte| byte.is_ascii_lowercase());
    !stem.is_empty() && is_short && has_letter
}

/// Whether a word ends with the extension of a page: `1234.html`, but `Node.js`.
fn is_page(word: &str) -> bool {
    let extension = word.rsplit_once('.').map(|(_, extension)| extension);
    is_file(word) && extension.is_some_and(|extension| is_listed(PAGE_EXTENSIONS, extension))
}

/// Whether a word is a number, or letters and digits that spell nothing: `2041`, `aB3xYz9`, `v2`.
fn is_code(word: &str) -> bool {
    let count = |is: fn(&u8) -> bool| word.bytes().filter(is).count();
    let digits = count(u8::is_ascii_digit);
    let letters = count(u8::is_ascii_alphabetic);
    if digits == 0 {
        // `dQwXcQ`, but `GitHub`.
        return count_changes(word) > 1 && count(u8::is_ascii_uppercase) * 3 > word.len();
    }
    // `3D`, `5G`, `K8s`, `web3`.
    let is_version = word.starts_with('v') && letters == 1;
    let is_mixed = || {
        let is_upper = count(u8::is_ascii_uppercase) > 0;
        let is_lower = count(u8::is_ascii_lowercase) > 0;
        word.len() > 3 && (is_upper && is_lower || has_digit_first(word))
    };
    letters == 0 || digits > 2 || is_version || word.len() > 4 && word.contains('-') || is_mixed()
}
