//! The cost of one call on a short text.

use std::hint::black_box;
use std::time::Instant;

use crate::contender::Contender;

/// Scripts, and words in them.
const SCRIPTS: &str = "\
    ASCII: did anybody try this, or is it only me. ok then: later, at the usual place, i think so.\n\
    Cyrillic: Всем привет, кто-нибудь это пробовал, или только я. Тогда позже, на обычном месте.\n\
    Arabic: مرحبا بالجميع هل جرب أحد هذا أم أنا فقط، إذن لاحقا في المكان المعتاد.\n\
    Devanagari: नमस्ते सबको, क्या किसी ने यह आजमाया या सिर्फ मैंने। फिर बाद में, हमेशा की जगह पर।\n\
    Chinese: 大家好，有没有人试过这个，还是只有我。那么以后在老地方见面吧，我想是这样的。";

/// The name of each script, and words that can be repeated.
pub fn scripts() -> impl Iterator<Item = (&'static str, String)> {
    let pairs = SCRIPTS.lines().filter_map(|line| line.split_once(": "));
    pairs.map(|(name, words)| {
        let space = if words.ends_with('。') { "" } else { " " };
        (name, [words, space].concat())
    })
}

/// Messages of at most a length, without and with a link in them.
pub fn messages(words: &str, bytes: usize) -> [(&'static str, String); 2] {
    let cut = |bytes: usize| {
        let mut text = String::new();
        for c in words.chars().cycle() {
            if text.len() + c.len_utf8() > bytes {
                break;
            }
            text.push(c);
        }
        text
    };
    let link = if bytes < 20 {
        "a.com/b "
    } else {
        "https://example.com "
    };
    [
        ("without", cut(bytes)),
        ("with", [link, &cut(bytes - link.len())].concat()),
    ]
}

/// Nanoseconds of a call: the best of many batches, since whatever disturbs a batch makes it slower.
pub fn of_call(contender: &Contender, text: &str) -> f64 {
    const CALLS: u32 = 2_000;
    let batch = |_| {
        let start = Instant::now();
        for _ in 0..CALLS {
            black_box((contender.run)(black_box(text)));
        }
        start.elapsed().as_secs_f64() * 1e9 / f64::from(CALLS)
    };
    (0..50).map(batch).fold(f64::INFINITY, f64::min)
}
