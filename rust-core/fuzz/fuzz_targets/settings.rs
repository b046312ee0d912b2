//! See `vibeue_fuzz::settings`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| vibeue_fuzz::settings(data));
