mod literals;
mod repaired;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use literals::literals;
use vibeue_conversation::settings::{SETTINGS, Settings, SettingsProblem};

use super::pattern::{JSON_TYPES, own_words};
use super::sentence::Takes;
use super::*;
use crate::live::{Breaker, OpenBreaker};

/// A text said again, each sentence in brackets with its key.
fn keys(text: &str) -> String {
    match find(text) {
        None => text.to_owned(),
        Some(FoundSentence { sentence, before, arguments, after }) => {
            let arguments: Vec<String> = arguments.into_iter().map(|it| format!(" {it}")).collect();
            format!("{before}[{}{}]{after}", sentence.key, arguments.concat())
        }
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn a_sentence_is_found_with_its_arguments_and_the_text_around_it() {
    for (text, said) in [
        ("the conversation is closed", "[closed]"),
        (
            "no connection to 127.0.0.1:9: connection refused",
            "[no_connection 127.0.0.1:9 connection refused]",
        ),
        ("no connection to h: the proxy on the way refused it (403)", "[proxy_refused h 403]"),
        ("key: this key cannot be stored: too long", "key: [key_unfit too long]"),
        (
            "MaxSummaryTokens: \"64000\" is not below SummaryChunkTokens 64000: a summary could be as \
             long as the text it summarizes",
            "MaxSummaryTokens: \"64000\" [summary_above_chunk SummaryChunkTokens 64000]",
        ),
        (
            "$VIBEUE_X: cooldown_messages = \"many\" is not a number; use a whole number from 0 to \
             1000, for example 4",
            "$VIBEUE_X: cooldown_messages = \"many\" [not_a_number]; use a whole number from 0 to 1000, \
             for example 4",
        ),
        (
            "64,000 of 100,000 tokens used (64 %): 16,000 below the threshold of 80,000",
            "64,000 of 100,000 tokens used (64 %): [below_threshold 16,000 80,000]",
        ),
        ("64,000 of 100,000 tokens used (64 %)", "[used 64,000 100,000 64]"),
        ("ü answered 401: you may not", "[answered ü 401 you may not]"),
        (
            "no connection to h: refused; check the address and the protocol",
            "[no_connection h refused]; check the address and the protocol",
        ),
        (
            "no connection to h: refused; try again in 2 s; open it again",
            "[no_connection h refused]; try again in 2 s; open it again",
        ),
        (
            "no connection to h: refused; reset; try later",
            "[no_connection h refused; reset; try later]",
        ),
        (
            "/saves/a.jsonl: line 4: the line is complete but not understood: missing field",
            "/saves/a.jsonl: line 4: [line_not_understood missing field]",
        ),
        (
            "/saves/a.jsonl: cannot open the file: Access is denied. (os error 5)",
            "/saves/a.jsonl: [open_file Access is denied. (os error 5)]",
        ),
        (
            "there is no command /zork; did you mean /fork?",
            "[no_such_command zork]; did you mean /fork?",
        ),
        ("message 3, tool_calls[0].id", "[in_field_of_message 3 tool_calls[0].id]"),
        ("message 3, my key", "message 3, my key"),
        (
            "message 3, content: the content is a number; it is now this JSON as text",
            "message 3, content: [content_is a number]; it is now this JSON as text",
        ),
        ("h answered 400: the content is too long", "[answered h 400 the content is too long]"),
        ("the content is too long", "the content is too long"),
        ("message lost", "message lost"),
        ("message 3 is lost", "message 3 is lost"),
        (
            "file: 3 more faults; they were repaired as well",
            "[in_file 3 more faults they were repaired as well]",
        ),
        (
            "the whole result of m1 is not carried over: /a/r: cannot read the file: denied; check \
             the disk and try again",
            "[result_not_carried m1 /a/r: cannot read the file: denied]; check the disk and try again",
        ),
        ("it is 9000 × 20 pixels; the limit is 8000 per side", "[picture_sides 9000 20 8000]"),
        (
            "2 settings cannot be used:\n  a is empty; use text\n  b is empty; use text",
            "[several_wrong 2 \n  a is empty; use text\n  b is empty; use text]",
        ),
    ] {
        assert_eq!(keys(text), said);
    }
}

#[test]
fn what_others_say_is_not_a_sentence_of_ours() {
    let long = format!("no connection to h: {}", "x".repeat(LONGEST));
    for text in
        ["", ": ", "Rate limit reached for gpt-4o", "the conversation is closed.", long.as_str()]
    {
        assert_eq!(find(text), None, "{text}");
    }
}

#[test]
fn every_sentence_has_a_key_of_its_own_and_its_arguments_in_order() {
    let mut seen = BTreeSet::new();
    for Sentence { key, english, .. } in all() {
        assert!(seen.insert(*key), "{key} is there twice");
        assert!(key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "{key}");
        let numbers = english.split(['{', '}']).skip(1).step_by(2);
        for (at, number) in numbers.enumerate() {
            assert_eq!(number, at.to_string(), "{key}");
        }
        let words: Vec<&str> = own_words(english).collect();
        let inner = &words[1..words.len().max(2) - 1];
        assert!(inner.iter().all(|words| !words.is_empty()), "{key}: nothing between arguments");
    }
}

#[test]
fn every_sentence_is_found_in_what_is_made_of_it() {
    for Sentence { key, english, takes } in all() {
        let mut text = (*english).to_owned();
        let count = own_words(english).count() - 1;
        let argument = |at: usize| match takes {
            Takes::Anything => format!("x{at}"),
            Takes::Place => at.to_string(),
            Takes::JsonType => JSON_TYPES[at].to_owned(),
        };
        let arguments: Vec<String> = (0..count).map(argument).collect();
        for (at, argument) in arguments.iter().enumerate() {
            text = text.replace(&format!("{{{at}}}"), argument);
        }
        let found = find(&text).unwrap_or_else(|| panic!("{key} is not found"));
        assert_eq!((found.sentence.key, found.before, found.after), (*key, "", ""));
        assert_eq!(found.arguments, arguments);
    }
}

#[test]
fn every_breaker_and_what_helps_are_sentences() {
    for breaker in [
        Breaker::NoProgress,
        Breaker::SummaryCalls,
        Breaker::SummaryTokens,
        Breaker::ChainDepth,
        Breaker::ModelsFailed,
    ] {
        let open = OpenBreaker::from(breaker);
        for text in [open.explanation, open.fix] {
            let found = find(text).map(|found| (found.before, found.after));
            assert_eq!(found, Some(("", "")), "{text}");
        }
    }
}

/// Settings that are each refused for a reason of their own.
fn refused() -> Vec<SettingsProblem> {
    let long = "x".repeat(201);
    let many: Vec<String> = (0..17).map(|at| format!("m{at}")).collect();
    let phrases: Vec<String> = (0..65).map(|at| format!("p{at}")).collect();
    let (many, phrases, prompt) = (many.join(","), phrases.join("\n"), "x".repeat(20_001));
    let (long, many) = (long.as_str(), many.as_str());
    let (phrases, prompt) = (phrases.as_str(), prompt.as_str());
    let pairs: &[&[(&str, &str)]] = &[
        &[("threshold", "NaN")],
        &[("threshold", "80")],
        &[("threshold", "80%")],
        &[("threshold", "0,8")],
        &[("threshold", "much")],
        &[("threshold", "-1")],
        &[("reserve_tokens", "-1")],
        &[("cooldown_messages", "1.5")],
        &[("summary_max_tokens", "4_000")],
        &[("enabled", "perhaps")],
        &[("mode", "zork")],
        &[("mode", "rule")],
        &[("custom_prompt", prompt)],
        &[("summary_models", many)],
        &[("summary_models", "a,a")],
        &[("keep", phrases)],
        &[("keep", long)],
        &[("keep", "a\na")],
        &[("treshold", "0.8")],
        &[("reset_ratio", "0.9")],
        &[("emergency_ratio", "0.5")],
        &[("target_ratio", "0.85")],
        &[("reset_ratio", "0.45"), ("target_ratio", "0.48")],
        &[("summary_share", "0.8"), ("ledger_share", "0.1")],
        &[("summary_max_tokens", "64000"), ("summary_chunk_tokens", "64000")],
        &[("recent_messages_to_keep", "3"), ("minimum_recent_messages", "4")],
        &[("minimum_messages", "4"), ("minimum_recent_messages", "4")],
        &[("refresh_every_messages", "4"), ("cooldown_messages", "4")],
    ];
    let mut found = Vec::new();
    for pairs in pairs {
        let (settings, problems) = Settings::resolve(pairs.iter().copied());
        let checked = settings.validate().err().unwrap_or_default();
        let all: Vec<SettingsProblem> = problems.into_iter().chain(checked).collect();
        assert!(!all.is_empty(), "{pairs:?} is accepted");
        found.extend(all);
    }
    found
}

/// Settings that do not suit a window.
fn refused_for_a_window() -> Vec<SettingsProblem> {
    let reserve = |tokens| Settings { reserve_tokens: Some(tokens), ..Settings::default() };
    let keep = Settings { keep: vec!["x".repeat(190)], ..Settings::default() };
    let all =
        [(Settings::default(), 0), (reserve(8_000), 8_000), (reserve(7_500), 8_000), (keep, 1_000)];
    all.into_iter()
        .flat_map(|(settings, window)| settings.validate_for(window).unwrap_err())
        .collect()
}

#[test]
fn every_refusal_of_a_setting_and_what_to_do_about_it_are_sentences() {
    let unsaid: Vec<String> = refused()
        .into_iter()
        .chain(refused_for_a_window())
        .flat_map(|problem| [problem.message, problem.fix])
        .filter(|text| find(text).is_none_or(|it| !(it.before.is_empty() && it.after.is_empty())))
        .collect();
    assert_eq!(unsaid, [""; 0]);
}

/// Sentences whose unit is that of a setting in its table, so that no literal has all of them.
/// [`every_refusal_of_a_setting_and_what_to_do_about_it_are_sentences`] has them said.
const WITH_UNIT: [&str; 4] =
    ["too_many_characters", "too_many_models", "use_characters", "use_models"];

/// The placeholder for everything that is put into a text.
const MARK: &str = "\u{1a}";

/// A text with a mark in the place of each thing that is put into it, and of each setting's name,
/// which depends on the host.
fn marked(text: &str) -> String {
    let mut text = own_words(text).collect::<Vec<&str>>().join(MARK);
    for name in SETTINGS.iter().map(|info| info.name).filter(|name| name.contains('_')) {
        text = text.replace(name, MARK);
    }
    while text.contains(&MARK.repeat(2)) {
        text = text.replace(&MARK.repeat(2), MARK);
    }
    text
}

/// The texts in the sources of the crates that say something, without those of their tests.
fn texts() -> Vec<String> {
    const NO_SOURCES: [&str; 4] = ["sentences", "tests", "testing.rs", "samples.rs"];
    let crates = [
        "conversation",
        "compaction",
        "summarizer",
        "provider",
        "tools",
        "session",
        "agents",
        "bridge",
    ];
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut open: Vec<PathBuf> = crates.iter().map(|name| root.join(name).join("src")).collect();
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
            if NO_SOURCES.contains(&name.as_str()) || name.ends_with("tests.rs") {
                continue;
            }
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let source = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
            let code = source.split("\nmod tests {").next().unwrap_or_default();
            found.extend(literals(code).iter().map(|text| marked(text)));
        }
    }
    found
}

/// Whether a text is a sentence, except for what [`find`] takes for its surroundings.
fn contains_sentence(text: &str, sentence: &str) -> bool {
    text.match_indices(sentence).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + sentence.len()..]);
        // A host says what is after a semicolon as a text of its own.
        let begins = before.is_empty() || [": ", "\" ", "; "].iter().any(|it| before.ends_with(it));
        begins && (after.is_empty() || after.starts_with("; "))
    })
}

/// A sentence that was reworded and not changed here would be English everywhere.
#[test]
fn every_sentence_is_still_said() {
    let texts = texts();
    let mut unsaid = all()
        .filter(|it| {
            let sentence = marked(it.english);
            // The system's own words are put after what it refused by `storage_error`.
            let refused = sentence.strip_suffix(&format!(": {MARK}"));
            !texts
                .iter()
                .any(|text| contains_sentence(text, &sentence) || Some(text.as_str()) == refused)
        })
        .map(|it| it.key)
        .collect::<Vec<&str>>();
    unsaid.sort_unstable();
    assert_eq!(unsaid, WITH_UNIT);
}
