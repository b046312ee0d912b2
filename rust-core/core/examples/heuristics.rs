//! How far off token estimates are, by kind of text.
//!
//! `cargo run --release -p vibeue-core --example heuristics` compares the
//! estimates with exact counts on stretches of the sample texts in
//! `tests/data/texts`; `-- file…` compares them on those files instead.
#![allow(clippy::print_stdout, reason = "an example prints its figures")]

use std::path::{Path, PathBuf};

use vibeue_core::tokens::Counter;
use vibeue_core::tokens::exact::Encoding;
use vibeue_core::tokens::models::Family;

/// Lengths of the stretches in characters: messages are short and long.
const LENGTHS: [usize; 4] = [200, 400, 800, 1_600];
/// Stretches of each length that are taken from a text, evenly spread.
const STRETCHES: usize = 24;

fn main() {
    let mut files: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if files.is_empty() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/texts");
        files = std::fs::read_dir(&folder)
            .expect("the sample texts ship with the crate")
            .map(|entry| entry.expect("a folder can be read").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
            .collect();
        files.sort();
    }
    let kinds: Vec<(String, Vec<String>)> = files
        .iter()
        .map(|file| {
            let bytes = std::fs::read(file).expect("the file is readable");
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            (name, stretches(&String::from_utf8_lossy(&bytes)))
        })
        .collect();

    // A counter estimates until its vocabulary is loaded: this comes first.
    let o200k = Counter::for_encoding(Encoding::O200kBase);
    assert!(!o200k.is_warm(), "nothing is loaded at the start");
    let sketched: Vec<Vec<u64>> = kinds.iter().map(|(_, texts)| count(&o200k, texts)).collect();
    o200k.warm();

    println!("Without a vocabulary, against exact o200k_base: mean |error| / 95th percentile /");
    println!("worst under-estimate, in %, per stretch of 200 to 1,600 characters\n");
    println!("{:<10} {:>5}  {:>18} {:>18} {:>18}", "text", "n", "chars/4", "bytes/4", "VibeUE");
    let mut all = [const { Vec::new() }; 3];
    for ((name, texts), sketched) in kinds.iter().zip(&sketched) {
        let exact = count(&o200k, texts);
        let chars: Vec<u64> = texts.iter().map(|text| text.chars().count() as u64 / 4).collect();
        let bytes: Vec<u64> = texts.iter().map(|text| text.len() as u64 / 4).collect();
        let errors = [chars, bytes, sketched.clone()].map(|estimate| errors(&estimate, &exact));
        print_row(name, &errors);
        for (all, errors) in all.iter_mut().zip(errors) {
            all.extend(errors);
        }
    }
    print_row("all", &all);

    unknown_tokenizers(&kinds, &o200k);
}

/// Compares the estimate for a tokenizer that is not known with each one at
/// hand.
fn unknown_tokenizers(kinds: &[(String, Vec<String>)], o200k: &Counter) {
    println!(
        "\nAn unknown tokenizer estimated from o200k_base, against the vocabularies at hand\n"
    );
    let unknown = Counter::for_family(Family::Unknown);
    let encodings = Encoding::ALL
        .iter()
        .filter(|&&it| !matches!(it, Encoding::O200kBase | Encoding::O200kHarmony));
    for &encoding in encodings {
        let counter = Counter::for_encoding(encoding);
        counter.warm();
        println!("{:<10} {:>5}  {:>18} {:>18}", encoding.name(), "n", "o200k as it is", "VibeUE");
        let mut all = [const { Vec::new() }; 2];
        for (name, texts) in kinds {
            let exact = count(&counter, texts);
            let plain = errors(&count(o200k, texts), &exact);
            let errors = [plain, errors(&count(&unknown, texts), &exact)];
            print_row(name, &errors);
            for (all, errors) in all.iter_mut().zip(errors) {
                all.extend(errors);
            }
        }
        print_row("all", &all);
        println!();
    }
}

fn count(counter: &Counter, texts: &[String]) -> Vec<u64> {
    texts.iter().map(|text| counter.text(text).tokens).collect()
}

/// Cuts stretches of several lengths out of a text.
fn stretches(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut stretches = Vec::new();
    for length in LENGTHS {
        let room = chars.len().saturating_sub(length);
        let count = if room == 0 { 1 } else { STRETCHES };
        for at in 0..count {
            let start = room * at / count;
            let end = (start + length).min(chars.len());
            stretches.push(chars[start..end].iter().collect());
        }
    }
    stretches
}

/// Relative errors.
fn errors(estimates: &[u64], exact: &[u64]) -> Vec<f64> {
    estimates
        .iter()
        .zip(exact)
        .filter(|&(_, &exact)| exact > 0)
        .map(|(&estimate, &exact)| estimate as f64 / exact as f64 - 1.0)
        .collect()
}

fn print_row(name: &str, columns: &[Vec<f64>]) {
    print!("{name:<10} {:>5} ", columns.first().map_or(0, Vec::len));
    for errors in columns {
        let mut sizes: Vec<f64> = errors.iter().map(|error| error.abs()).collect();
        sizes.sort_by(f64::total_cmp);
        let mean = sizes.iter().sum::<f64>() / sizes.len().max(1) as f64;
        let rank = (sizes.len() * 95).div_ceil(100).saturating_sub(1);
        let high = sizes.get(rank).copied().unwrap_or_default();
        let under = errors.iter().copied().fold(0.0, f64::min);
        print!(
            " {:>18}",
            format!("{:.1} / {:.1} / {:.0}", mean * 100.0, high * 100.0, under * 100.0)
        );
    }
    println!();
}
