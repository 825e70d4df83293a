//! What a call through the shared library costs, beside the same work in Rust: checking that a text is
//! UTF-8, and collecting its links.
//!
//! `cargo run --release -p linkspan-c --example cost -- PREFIX/lib/liblinkspan.so`
//!
//! With `c` or `rust` and a number, only one side runs, this many times per text, for a tool that counts
//! instructions.

#![allow(clippy::restriction, reason = "a measurement may panic")]

use std::ffi::{CString, c_char, c_int, c_void};
use std::hint::black_box;
use std::mem::{MaybeUninit, transmute};
use std::time::Instant;

use linkspan_c::{Detector, Error, LINKSPAN_OK, Links, Status};

unsafe extern "C" {
    fn dlopen(file: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

type New = unsafe extern "C" fn(*const c_char, usize, *mut *mut Detector, *mut Error) -> Status;
type Find = unsafe extern "C" fn(
    *const Detector,
    *const c_char,
    usize,
    u64,
    *mut Links,
    *mut Error,
) -> Status;
type Free = unsafe extern "C" fn(*mut Links);

const ROUNDS: usize = 41;
const CALLS: usize = 20_000;

/// Texts of about 100 bytes.
const TEXTS: [(&str, &str); 4] = [
    (
        "no link",
        "The meeting moves to Thursday at ten. Please bring the printed drafts, and tell Anna about the room.",
    ),
    (
        "one link",
        "The notes are at https://example.com/notes/2026/draft(2).html, and the room is still the small one.",
    ),
    (
        "three links",
        "Ask me@example.org, or look at https://example.com/a and example.net/b?c=d before the meeting starts",
    ),
    (
        "not ASCII",
        "見てください：https://ja.wikipedia.org/wiki/アルベルト と bücher.de です。",
    ),
];

fn main() {
    let file = std::env::args().nth(1).expect("the path of liblinkspan.so");
    let side = std::env::args().nth(2);
    let calls = std::env::args()
        .nth(3)
        .and_then(|calls| calls.parse().ok())
        .unwrap_or(0);
    let only = std::env::args().nth(4);
    let file = CString::new(file).unwrap();
    // SAFETY: the name is a string; 2 is RTLD_NOW.
    let library = unsafe { dlopen(file.as_ptr(), 2) };
    assert!(!library.is_null(), "cannot load {file:?}");
    let symbol = |name: &str| {
        let name = CString::new(name).unwrap();
        // SAFETY: the library is loaded and the name is a string.
        let symbol = unsafe { dlsym(library, name.as_ptr()) };
        assert!(!symbol.is_null(), "{name:?} is missing");
        symbol
    };
    // SAFETY: the library is that of the header, whose functions have these types.
    let new: New = unsafe { transmute(symbol("linkspan_detector_new")) };
    // SAFETY: as above.
    let find: Find = unsafe { transmute(symbol("linkspan_find")) };
    // SAFETY: as above.
    let free: Free = unsafe { transmute(symbol("linkspan_links_free")) };

    for profile in ["recommended", "uts58"] {
        let mut detector = std::ptr::null_mut();
        // SAFETY: the arguments are valid.
        let status = unsafe {
            new(
                profile.as_ptr().cast(),
                profile.len(),
                &mut detector,
                std::ptr::null_mut(),
            )
        };
        assert_eq!(status, LINKSPAN_OK);
        let native = linkspan::Detector::new(linkspan::Profile::named(profile).unwrap());
        for (name, text) in TEXTS {
            if only
                .as_deref()
                .is_some_and(|only| only != format!("{profile} {name}"))
            {
                continue;
            }
            let bytes = text.as_bytes();
            let mut in_c = || {
                let mut links = MaybeUninit::uninit();
                // SAFETY: the arguments are valid, and the links are written and then freed.
                unsafe {
                    let text = black_box(bytes.as_ptr()).cast();
                    find(
                        detector,
                        text,
                        bytes.len(),
                        0,
                        links.as_mut_ptr(),
                        std::ptr::null_mut(),
                    );
                    let mut links = links.assume_init();
                    let count = links.len;
                    free(&mut links);
                    count
                }
            };
            let mut in_rust = || {
                let text = std::str::from_utf8(black_box(bytes)).unwrap();
                let links: Vec<_> = native.links(text).collect();
                black_box(&links).len()
            };
            match (side.as_deref(), calls) {
                (Some("c"), calls) => (0..calls).for_each(|_| {
                    black_box(in_c());
                }),
                (Some(_), calls) => (0..calls).for_each(|_| {
                    black_box(in_rust());
                }),
                (None, _) => {}
            }
            if side.is_some() {
                continue;
            }
            assert_eq!(in_c(), in_rust());
            let mut ratios = Vec::new();
            let mut times = Vec::new();
            for _ in 0..ROUNDS {
                let (c, rust) = (time(&mut in_c), time(&mut in_rust));
                ratios.push(c / rust);
                times.push((c, rust));
            }
            ratios.sort_by(f64::total_cmp);
            times.sort_by(|a, b| a.1.total_cmp(&b.1));
            let (c, rust) = times[ROUNDS / 2];
            println!(
                "{profile:12} {name:12} {:3} bytes: C {c:6.0} ns, Rust {rust:6.0} ns, ratio {:.2} (quartiles {:.2} to {:.2})",
                bytes.len(),
                ratios[ROUNDS / 2],
                ratios[ROUNDS / 4],
                ratios[3 * ROUNDS / 4],
            );
        }
    }
}

/// Nanoseconds for one call.
fn time(call: &mut impl FnMut() -> usize) -> f64 {
    let start = Instant::now();
    for _ in 0..CALLS {
        black_box(call());
    }
    start.elapsed().as_nanos() as f64 / CALLS as f64
}
