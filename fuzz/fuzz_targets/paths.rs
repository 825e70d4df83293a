//! Runs `paths`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| linkspan_fuzz::paths::check(data));
