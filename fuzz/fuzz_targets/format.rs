//! Runs `format`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| linkspan_fuzz::format::check(data));
