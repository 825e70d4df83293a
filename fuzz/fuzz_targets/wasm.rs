//! Runs `wasm`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| linkspan_fuzz::wasm::check(data));
