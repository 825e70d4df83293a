//! Passes bytes from libFuzzer to `rewrite_html`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| linkspan_fuzz::rewrite_html::check(data));
