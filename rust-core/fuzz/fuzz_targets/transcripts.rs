//! See `vibeue_fuzz::transcripts`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| vibeue_fuzz::transcripts(data));
