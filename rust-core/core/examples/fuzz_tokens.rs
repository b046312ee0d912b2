//! Compares exact counting with `tiktoken-rs` on random strings.
//!
//! `cargo run --release -p vibeue-core --example fuzz_tokens -- [strings] [seed] [encoding]...`
//! takes all encodings unless some are named,
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
    const USAGE: &str = "usage: fuzz_tokens [strings] [seed] [encoding]..., two whole numbers";
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u64| match arguments.next().map(|text| text.parse()) {
        Some(Ok(number)) => number,
        Some(Err(_)) => panic!("{USAGE}"),
        None => default,
    };
    let (rounds, seed) = (number(100_000), number(1));
    let named: Vec<Encoding> = arguments
        .map(|name| name.parse().unwrap_or_else(|error| panic!("{USAGE}: {error}")))
        .collect();
    let mut mismatches = 0;
    let wanted = |encoding: &Encoding| named.is_empty() || named.contains(encoding);
    for (encoding, reference) in references().into_iter().filter(|(it, _)| wanted(it)) {
        // Harmony shares the vocabulary: a tenth of the strings will do.
        let rounds = if encoding == Encoding::O200kHarmony { rounds / 10 } else { rounds };
        let mut strings = strings::Strings::new(seed, vocabulary(encoding, &reference));
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
