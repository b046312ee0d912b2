//! Compares exact counting with `tiktoken-rs` on random strings.
//!
//! `cargo run --release -p vibeue-core --example fuzz_tokens -- [strings] [seed]`
//! prints every string on which the two differ and fails if there is any.
#![allow(clippy::print_stdout, reason = "this is a command-line program")]

use std::process::ExitCode;

use vibeue_core::tokens::exact::Encoding;

#[path = "../tests/support/references.rs"]
mod references;
#[path = "../tests/support/strings.rs"]
mod strings;

use references::{references, vocabulary};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u64| match arguments.next().map(|text| text.parse()) {
        Some(Ok(number)) => number,
        Some(Err(_)) => panic!("usage: fuzz_tokens [strings] [seed], both whole numbers"),
        None => default,
    };
    let (rounds, seed) = (number(100_000), number(1));
    let mut mismatches = 0;
    for (encoding, reference) in references() {
        // Harmony shares the vocabulary: a tenth of the strings will do.
        let rounds = if encoding == Encoding::O200kHarmony { rounds / 10 } else { rounds };
        let mut strings = strings::Strings::new(seed, vocabulary(encoding, reference));
        let (mut bytes, mut tokens) = (0, 0);
        for _ in 0..rounds {
            let text = strings.next();
            let expected = reference.encode_ordinary(&text);
            let counted = encoding.bpe().count(&text);
            let mut encoded = Vec::new();
            encoding.bpe().encode(&text, &mut encoded);
            bytes += text.len();
            tokens += expected.len();
            if counted != expected.len() || encoded != expected {
                mismatches += 1;
                println!(
                    "{encoding}: {text:?}\n  expected {expected:?}\n  encoded  {encoded:?}, counted {counted}"
                );
            }
        }
        println!("{encoding}: {rounds} strings, {bytes} bytes, {tokens} tokens compared");
    }
    println!("{mismatches} mismatches");
    if mismatches == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
