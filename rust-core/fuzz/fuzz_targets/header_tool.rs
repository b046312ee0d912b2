//! See `vibeue_fuzz::header_tool`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| vibeue_fuzz::header_tool(data));
