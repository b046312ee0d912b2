//! What survives a compaction, judged by an extractor of another kind.
//!
//! What the user said must survive to the letter. For everything that is in calls or was seen twice
//! only a minimum share is required here: listing all of it would take the room of the story; the
//! test `measures` measures how much of it is needed later.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "tests; what is skipped is said")]

mod common;

use std::collections::BTreeMap;

use common::judge::Judge;
use common::{Exact, sample, shared_transcripts};
use vibeue_core::ErrorKind;
use vibeue_core::compaction::facts::{ArtifactOutcome, ArtifactTrail, FactSet};
use vibeue_core::compaction::{CompactRequest, Compaction, Measure, Outcome, compact, texts_of};
use vibeue_core::conversation::pairing::check_pairs;
use vibeue_core::conversation::{Message, MessageId, MessageKind, Role};
use vibeue_core::settings::Settings;

/// The available conversations: the shipped one always, the real ones if they are available, and
/// all real ones as one.
fn conversations() -> Vec<(String, Vec<Message>)> {
    let mut all = vec![("sample".to_owned(), sample().messages)];
    let shared: Vec<_> =
        shared_transcripts().into_iter().map(|(name, c)| (name, c.messages)).collect();
    if !shared.is_empty() {
        let day = one_day(&shared);
        all.extend(shared);
        all.push(("all in one".to_owned(), day));
    }
    all
}

/// Several conversations as one, with ids and call ids of their own.
fn one_day(parts: &[(String, Vec<Message>)]) -> Vec<Message> {
    let mut day = Vec::new();
    for (name, messages) in parts {
        for message in messages {
            let mut message = message.clone();
            message.id = MessageId(day.len() as u64 + 1);
            for part in &mut message.parts {
                use vibeue_core::conversation::Part;
                match part {
                    Part::ToolCall(call) => call.id = format!("{name}/{}", call.id).into(),
                    Part::ToolResult(result) => {
                        result.call_id = format!("{name}/{}", result.call_id).into();
                    }
                    _ => {}
                }
            }
            day.push(message);
        }
    }
    day
}

fn tokens(messages: &[Message], measure: &Exact) -> u64 {
    3 + messages.iter().map(|m| measure.message(m)).sum::<u64>()
}

fn run(messages: &[Message], available: u64, settings: &Settings, forced: bool) -> Outcome {
    tried(messages, available, settings, forced).unwrap()
}

fn tried(
    messages: &[Message],
    available: u64,
    settings: &Settings,
    forced: bool,
) -> vibeue_core::Result<Outcome> {
    let measure = Exact::new();
    let refs: Vec<&Message> = messages.iter().collect();
    let tokens: Vec<u64> = refs.iter().map(|m| measure.message(m)).collect();
    let request = CompactRequest {
        messages: &refs,
        tokens: &tokens,
        fixed: 3,
        available,
        settings,
        reason: "test",
        forced,
        next_id: MessageId(messages.iter().map(|m| m.id.0).max().unwrap() + 1),
        next_record: 1,
        now: 0,
    };
    compact(&request, &measure)
}

fn compacted(messages: &[Message], available: u64, settings: &Settings) -> Compaction {
    match run(messages, available, settings, true) {
        Outcome::Compacted(compaction) => *compaction,
        Outcome::Unchanged(why) => panic!("{why}"),
    }
}

fn shrink(messages: &[Message], target: u64, available: u64) -> Vec<Message> {
    let settings =
        Settings { target_ratio: (target as f64 + 0.5) / available as f64, ..Settings::default() };
    compacted(messages, available, &settings).apply(messages)
}

/// Everything that a model reads in the messages, JSON escapes resolved.
fn readable(messages: &[Message]) -> String {
    let mut all = String::new();
    for text in messages.iter().flat_map(texts_of) {
        all.push_str(text);
        all.push('\n');
        if let Ok(value) = serde_json::from_str(text) {
            flatten(&value, &mut all);
        }
    }
    all
}

fn flatten(value: &serde_json::Value, out: &mut String) {
    match value {
        serde_json::Value::String(text) => {
            out.push_str(text);
            out.push('\n');
        }
        serde_json::Value::Array(items) => items.iter().for_each(|item| flatten(item, out)),
        serde_json::Value::Object(map) => map.values().for_each(|item| flatten(item, out)),
        _ => {}
    }
}

fn lost<'a>(
    vital: &'a BTreeMap<String, &'static str>,
    after: &[Message],
) -> Vec<(&'a str, &'static str)> {
    let held = readable(after);
    vital.iter().filter(|(fact, _)| !held.contains(*fact)).map(|(f, k)| (f.as_str(), *k)).collect()
}

/// What stays in any case: the system prompt and the newest request.
fn bound(messages: &[Message], measure: &Exact) -> u64 {
    let system = messages.iter().take_while(|m| m.role == Role::System);
    let request = messages.iter().rfind(|m| m.is_user_request());
    system.chain(request).map(|m| measure.message(m)).sum()
}

/// The least share of all literals in calls or seen twice that a quarter holds.
const LETTERS: f64 = 0.25;

#[test]
fn at_a_quarter_of_its_size_a_conversation_holds_what_matters() {
    let (judge, measure) = (Judge::new(), Exact::new());
    for (name, messages) in conversations() {
        let before = tokens(&messages, &measure);
        let after = shrink(&messages, before / 4, before);
        let size = tokens(&after, &measure);
        let vital = judge.user_facts(&messages);
        if vital.is_empty() {
            continue;
        }
        let lost = lost(&vital, &after);
        let kept = 100.0 - 100.0 * lost.len() as f64 / vital.len() as f64;
        let all = judge.vital(&messages);
        let letters = 1.0 - self::lost(&all, &after).len() as f64 / all.len() as f64;
        assert!(letters >= LETTERS, "{name}: {letters:.2} of {}", all.len());
        let bound = bound(&messages, &measure);
        let share = 100.0 * size as f64 / before as f64;
        let ours = FactSet::of(&messages);
        let show = |(fact, kind): &(&str, &str)| {
            let known = ours.vital().any(|v| v.text.contains(fact));
            format!("{kind} {fact:?}{}", if known { "" } else { " (unknown)" })
        };
        let lost: Vec<_> = lost.iter().map(show).collect();
        eprintln!(
            "{name}: {before} -> {size} ({share:.0} %, bound {bound}), {kept:.1} % of {}; {}",
            vital.len(),
            lost[..lost.len().min(40)].join(", ")
        );
        // A few hundred tokens hold the requests and the state, not each value.
        let least = if size.saturating_sub(bound) < 500 { 60.0 } else { 95.0 };
        assert!(kept >= least, "{name}: {kept:.1} % of {}; lost {lost:?}", vital.len());
        // If the system prompt and the request take an eighth by themselves, a quarter leaves too
        // little for the rest; the target is relaxed.
        if bound * 8 <= before {
            assert!(share <= 25.0, "{name}: {share:.1} % of its size");
        }
    }
}

/// A chat in which every message of the user brings codes and prices that nobody says again, amid
/// much talk.
fn orders(turns: usize) -> Vec<Message> {
    const TALK: &str = "the shipment that came in this morning looks fine to me but the people at \
        the counter would like to see it on the list before noon and nobody there knows how the \
        boxes were packed or who signed for them so take your time and look at it with care then \
        tell me in a few words what you make of it and whether the other lot is on its way ";
    let mut seed = 5u64;
    let mut next = move |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let letters = b"ABCDEFGHJKLMNPQRSTUVWXYZ";
    let mut messages = vec![Message::text(MessageId(1), Role::System, "You keep the order book.")];
    for _ in 0..turns {
        let from = next(TALK.len() as u64 / 2) as usize;
        let from = from + TALK[from..].find(' ').unwrap_or(0);
        let mut request = format!("{}{}\n", TALK[from..].trim_start(), &TALK[..from]);
        for _ in 0..4 {
            let mut letter = || char::from(letters[next(24) as usize]);
            let code: String = [letter(), letter(), letter()].into_iter().collect();
            let (number, whole, cents) = (1_000 + next(9_000), next(9_000), next(100));
            request.push_str(&format!("the box {code}{number} costs ${whole}.{cents:02}\n"));
        }
        let from = TALK.find("tell").unwrap_or(0);
        let reply = format!("{}{TALK}{}", &TALK[from..], &TALK[..from]);
        for (role, text) in [(Role::User, request), (Role::Assistant, reply)] {
            messages.push(Message::text(MessageId(messages.len() as u64 + 1), role, text));
        }
    }
    messages
}

#[test]
fn where_every_message_brings_new_codes_and_prices_a_quarter_holds_them() {
    let (judge, measure) = (Judge::new(), Exact::new());
    for turns in [40, 150, 500] {
        let messages = orders(turns);
        let before = tokens(&messages, &measure);
        let vital = judge.vital(&messages);
        // Written one after the other, they take less than the room that there
        // is; the number of a price is in the price.
        let whole = vital.iter().filter(|(_, kind)| matches!(**kind, "code" | "money"));
        let bare: u64 = whole.map(|(fact, _)| measure.text(fact) + 1).sum();
        assert!(bare * 5 < before, "{turns} turns: facts of {bare} in {before} tokens");
        let after = shrink(&messages, before / 4, before);
        let size = tokens(&after, &measure);
        let lost = lost(&vital, &after);
        let kept = 100.0 - 100.0 * lost.len() as f64 / vital.len() as f64;
        eprintln!(
            "{turns} turns: {before} -> {size}, facts {bare}, {kept:.1} % of {}",
            vital.len()
        );
        assert!(size * 4 <= before, "{turns} turns: {size} of {before}");
        assert!(kept >= 95.0, "{turns} turns: {kept:.1} % of {}; lost {lost:?}", vital.len());
    }
}

#[test]
fn a_compaction_that_runs_by_itself_holds_what_matters() {
    let (judge, measure) = (Judge::new(), Exact::new());
    for (name, messages) in conversations() {
        let before = tokens(&messages, &measure);
        let available = before * 9 / 10;
        let Outcome::Compacted(compaction) = run(&messages, available, &Settings::default(), false)
        else {
            panic!("{name} is over its budget");
        };
        let after = compaction.apply(&messages);
        let vital = judge.user_facts(&messages);
        if vital.is_empty() {
            continue;
        }
        let lost = lost(&vital, &after);
        let kept = 100.0 - 100.0 * lost.len() as f64 / vital.len() as f64;
        let rung = compaction.rung;
        eprintln!("{name}: {rung:?}, {before} -> {}, {kept:.1} %", compaction.tokens_after);
        assert!(kept >= 95.0, "{name}: {kept:.1} % of {}; lost {lost:?}", vital.len());
    }
}

#[test]
fn every_conversation_fits_every_window_with_its_pairs_whole() {
    let measure = Exact::new();
    for (name, messages) in conversations() {
        check_pairs(&messages).unwrap();
        for window in [4_096u64, 8_192, 16_384, 32_768] {
            let available = window * 3 / 4;
            let settings = Settings::default();
            let outcome = match tried(&messages, available, &settings, true) {
                Ok(outcome) => outcome,
                Err(error) => {
                    // In joined conversations every system prompt stays.
                    assert_eq!(error.kind(), ErrorKind::Irreducible, "{name} at {window}");
                    assert!(error.message().contains("system message"), "{name}: {error}");
                    continue;
                }
            };
            match outcome {
                Outcome::Compacted(compaction) => {
                    let after = compaction.apply(&messages);
                    check_pairs(&after).unwrap();
                    assert_eq!(compaction.tokens_after, tokens(&after, &measure));
                    assert!(compaction.tokens_after <= available, "{name} at {window}");
                    let again = run(&after, available, &settings, true);
                    assert!(
                        matches!(again, Outcome::Unchanged(_)),
                        "{name} at {window}: {again:?}"
                    );
                }
                Outcome::Unchanged(why) => {
                    assert!(tokens(&messages, &measure) <= available, "{name} at {window}: {why}");
                }
            }
        }
    }
}

#[test]
fn every_file_that_a_condensed_call_touched_is_in_the_trail_with_its_last_outcome() {
    let measure = Exact::new();
    for (name, messages) in conversations() {
        let before = tokens(&messages, &measure);
        let settings = Settings { target_ratio: 0.25, ..Settings::default() };
        let compaction = compacted(&messages, before, &settings);
        let replaced = &compaction.replaced;
        let condensed = messages.iter().filter(|m| replaced.contains(&m.id));
        let expected = ArtifactTrail::of(condensed);
        let mut written = ArtifactTrail::new();
        let narrative = compaction.record.unwrap().narrative;
        let section = narrative.split("## Codebase status\n").nth(1).unwrap_or_default();
        for line in section.lines().take_while(|line| !line.starts_with("## ")) {
            written.parse_line(line.trim_start_matches("- "));
        }
        for artifact in expected.artifacts() {
            let found = written.get(&artifact.name);
            let found = found.unwrap_or_else(|| panic!("{name}: {} in\n{section}", artifact.name));
            let failed = |outcome: &ArtifactOutcome| matches!(outcome, ArtifactOutcome::Failed(_));
            assert_eq!(failed(&found.outcome), failed(&artifact.outcome), "{name}: {found:?}");
        }
    }
}

#[test]
fn ten_rounds_over_one_long_day_keep_what_the_user_said() {
    let (judge, measure) = (Judge::new(), Exact::new());
    let mut poor = Vec::new();
    for (name, messages) in conversations() {
        if messages.len() < 200 {
            continue;
        }
        // Ten rounds, each with a tenth of the day, cut where pairs are whole.
        let refs: Vec<&Message> = messages.iter().collect();
        let rounds = vibeue_core::compaction::rounds(&refs);
        let available = tokens(&messages, &measure) / 2;
        let mut view: Vec<Message> = Vec::new();
        let mut done = 0;
        for nth in 1..=10 {
            let until = rounds[(rounds.len() * nth / 10) - 1].end;
            view.extend_from_slice(&messages[done..until]);
            done = until;
            let settings = Settings::default();
            if let Outcome::Compacted(mut compaction) = run(&view, available, &settings, true) {
                if let Some(summary) = &mut compaction.summary {
                    summary.id = MessageId(100_000 + nth as u64);
                }
                view = compaction.apply(&view);
            }
            assert!(tokens(&view, &measure) <= available);
            check_pairs(&view).unwrap();
        }
        assert_eq!(view.iter().filter(|m| m.kind == MessageKind::Summary).count(), 1);
        let vital = judge.user_facts(&messages);
        let lost = lost(&vital, &view);
        let kept = 100.0 - 100.0 * lost.len() as f64 / vital.len() as f64;
        eprintln!("{name}: {kept:.1} % of {} after ten rounds in {available}", vital.len());
        if std::env::var_os("SHOW").is_some() {
            eprintln!("lost {lost:?}, final {}", tokens(&view, &measure));
            for m in view.iter().filter(|m| m.kind == MessageKind::Summary) {
                eprintln!("{}", m.joined_text());
            }
        }
        if kept < 95.0 {
            poor.push(format!("{name}: {kept}; lost {lost:?}"));
        }
    }
    assert!(poor.is_empty(), "{poor:#?}");
}

/// Lines of the story name the messages that they come from; the lists of
/// names and values at the end are found again by their words.
#[test]
fn every_line_of_a_story_leads_to_its_source() {
    const LISTS: [&str; 3] = ["## Codebase status", "## Technical foundation", "## Facts"];
    let measure = Exact::new();
    let settings = Settings {
        target_ratio: 0.2,
        keep: vec!["door".to_owned(), "insurance".to_owned()],
        ..Settings::default()
    };
    for (name, messages) in conversations() {
        let compaction = compacted(&messages, tokens(&messages, &measure), &settings);
        let Some(record) = &compaction.record else { panic!("{name}: no summary") };
        let mut section = "";
        let mut checked = 0;
        for line in record.narrative.lines() {
            if line.starts_with("## ") {
                section = line;
                continue;
            }
            let line = line.trim_start_matches("- ");
            if LISTS.contains(&section) || line == "Keep (settings): \"door\", \"insurance\"" {
                continue;
            }
            // What calls changed is found again by its name.
            if let Some((_, changed)) =
                line.split_once(": ").filter(|_| line.starts_with(['✓', '❌']))
            {
                let names = changed.split(", ").filter_map(|it| it.split(' ').next());
                for name_of in names {
                    let has = |message: &Message| format!("{message:?}").contains(name_of);
                    assert!(messages.iter().any(has), "{name}: {name_of} in {line}");
                    checked += 1;
                }
                continue;
            }
            let lead = ["Rule (", "Kept (", "Open ", "Solved ", "Failed "]
                .iter()
                .find_map(|lead| line.strip_prefix(lead))
                .unwrap_or(line);
            let id = lead.split([' ', ':', ')']).next().unwrap_or_default();
            let id: MessageId = id.parse().unwrap_or_else(|_| panic!("{name}: no source: {line}"));
            assert!(messages.iter().any(|message| message.id == id), "{name}: {line}");
            checked += 1;
        }
        assert!(checked > 0, "{name}: {}", record.narrative);
    }
}
