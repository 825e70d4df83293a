//! Passes bytes from libFuzzer to `rewrite_markdown`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| linkspan_fuzz::rewrite_markdown::check(data));
