//! The cost of one call on a short text.

use std::hint::black_box;
use std::time::Instant;

use crate::contender::Contender;

/// Words of scripts.
pub const SCRIPTS: [(&str, &str); 5] = [
    (
        "ASCII",
        "did anybody try this, or is it only me. ok then: later, at the usual place, i think so. ",
    ),
    (
        "Cyrillic",
        "Всем привет, кто-нибудь это пробовал, или только я. Тогда позже, на обычном месте. ",
    ),
    (
        "Arabic",
        "مرحبا بالجميع هل جرب أحد هذا أم أنا فقط، إذن لاحقا في المكان المعتاد. ",
    ),
    (
        "Devanagari",
        "नमस्ते सबको, क्या किसी ने यह आजमाया या सिर्फ मैंने। फिर बाद में, हमेशा की जगह पर। ",
    ),
    (
        "Chinese",
        "大家好，有没有人试过这个，还是只有我。那么以后在老地方见面吧，我想是这样的。",
    ),
];

/// Messages of at most a length, without and with a link in them.
#[must_use]
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

/// Nanoseconds and allocations of a call: the best of many batches, since whatever disturbs a batch makes
/// it slower.
#[must_use]
pub fn of_call(contender: &Contender, text: &str) -> (f64, u64) {
    const CALLS: u32 = 2_000;
    let mut best = f64::INFINITY;
    for _ in 0..50 {
        let start = Instant::now();
        for _ in 0..CALLS {
            black_box((contender.run)(black_box(text)));
        }
        best = best.min(start.elapsed().as_secs_f64() * 1e9 / f64::from(CALLS));
    }
    let used = allocation_counter::measure(|| {
        black_box((contender.run)(black_box(text)));
    });
    (best, used.count_total)
}
