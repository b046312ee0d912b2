//! See `vibeue_fuzz::markdown`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| vibeue_fuzz::markdown(data));
