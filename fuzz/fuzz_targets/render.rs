//! Runs `render`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| linkspan_fuzz::render::check(data));
