//! Counting while the vocabulary is still being loaded, and how far off
//! estimates are.
//!
//! Vocabularies are loaded once per process, so what happens before is tested
//! in one test of this file, and nothing else here may load `cl100k_base`.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;

use serde_json::json;
use vibeue_core::conversation::{Message, MessageId, Role};
use vibeue_core::tokens::exact::Encoding;
use vibeue_core::tokens::models::Family;
use vibeue_core::tokens::{Counter, Tally, TokenizerKind};

/// The texts that ship with the crate, by kind.
fn samples() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/texts");
    let mut samples: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect();
    samples.sort();
    assert_eq!(samples.len(), 9);
    samples
}

#[test]
fn counts_are_estimates_until_the_vocabulary_is_there_and_exact_after() {
    let counter = Counter::for_encoding(Encoding::Cl100kBase);
    let samples = samples();
    let messages: Vec<Message> = (1..)
        .zip(&samples)
        .map(|(id, (_, text))| Message::text(MessageId(id), Role::User, text.clone()))
        .collect();
    let tools = [json!({"name": "list_assets", "description": "Lists assets."})];

    assert!(!counter.is_warm());
    assert!(!counter.is_exact());
    assert!(counter.error_bound() > 0.0);
    assert!(!counter.text("hello world").exact);
    let mut tally = Tally::new(counter);
    tally.set_tools(&tools);
    for message in &messages {
        tally.push(message);
    }
    let begun = Message::text(MessageId(90), Role::Assistant, "");
    tally.begin(&begun);
    tally.append("The door");
    let estimate = tally.total();
    assert!(!estimate.exact);
    assert!(!tally.is_settled());

    counter.warm();
    assert!(counter.is_exact());
    assert_eq!(counter.error_bound(), 0.0);
    assert!(counter.text("hello world").exact);
    assert!(!tally.total().exact, "the estimates are still in there");
    tally.append(" opens.");
    let finished = Message::text(MessageId(90), Role::Assistant, "The door opens.");
    tally.finish(&finished);
    let all: Vec<Message> = messages.iter().cloned().chain([finished]).collect();
    tally.sync(&all, &tools);
    assert!(tally.total().exact);
    assert_eq!(tally.usage(), counter.request(&all, &tools));
    let reference = tiktoken_rs::cl100k_base_singleton();
    let texts: usize = samples.iter().map(|(_, text)| reference.count_ordinary(text)).sum();
    assert_eq!(tally.usage().user, texts as u64);
    let drift = estimate.tokens as f64 / tally.total().tokens as f64;
    assert!((0.7..1.3).contains(&drift), "the first estimate was {drift} of the count");
}

#[test]
fn every_family_keeps_to_its_order_on_english() {
    let (_, prose) = samples().into_iter().find(|(name, _)| name == "prose").unwrap();
    let exact = Counter::for_family(Family::O200k);
    exact.warm();
    let base = exact.text(&prose).tokens as f64;
    for family in Family::ALL {
        let counter = Counter::for_family(family);
        let TokenizerKind::Estimated(estimator) = counter.kind() else { continue };
        assert!((0.05..=0.5).contains(&estimator.error_bound()), "{family}");
        let ratio = counter.text(&prose).tokens as f64 / base;
        let expected = match family {
            Family::Claude => 1.15..1.30,
            Family::ClaudeNew => 1.40..1.65,
            _ => 0.95..1.20,
        };
        assert!(expected.contains(&ratio), "{family}: {ratio}");
    }
}

#[test]
fn families_that_split_numbers_count_every_digit() {
    let digits = "3141592653589793238462643383279502884197";
    let exact = Counter::for_family(Family::O200k);
    exact.warm();
    assert_eq!(exact.text(digits).tokens, 14);
    let gemini = Counter::for_family(Family::Gemini).text(digits).tokens;
    assert!((34..=40).contains(&gemini), "{gemini}");
    let llama = Counter::for_family(Family::Llama);
    llama.warm();
    let llama = llama.text(digits).tokens;
    assert!((13..=15).contains(&llama), "{llama}");
}

#[test]
fn hostile_texts_have_bounded_estimates() {
    Counter::for_family(Family::O200k).warm();
    for (text, least) in [
        ("a".repeat(100_000), 100),
        (" ".repeat(100_000) + "x", 100),
        ("\n".repeat(100_000), 1),
        ("=".repeat(100_000), 100),
        ("\0".repeat(100_000), 10_000),
        ("🚪".repeat(25_000), 20_000),
        ("漢".repeat(30_000), 10_000),
        ("\u{10FFFF}\u{200D}".repeat(10_000), 10_000),
        ("1".repeat(100_000), 30_000),
    ] {
        for family in [Family::O200k, Family::ClaudeNew, Family::Gemini] {
            let tokens = Counter::for_family(family).text(&text).tokens;
            let shown: String = text.chars().take(3).collect();
            assert!(
                (least..=text.len() as u64).contains(&tokens),
                "{family}, {shown:?}…: {tokens} tokens for {} bytes",
                text.len()
            );
        }
    }
}
