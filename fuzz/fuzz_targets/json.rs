//! Runs `json`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| linkspan_fuzz::json::check(data));
