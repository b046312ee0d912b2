//! See `vibeue_fuzz::compaction`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| vibeue_fuzz::compaction(data));
