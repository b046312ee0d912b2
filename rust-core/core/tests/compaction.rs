//! What must hold for every conversation, window and setting.

#![allow(clippy::unwrap_used, reason = "a test may fail by panic")]

#[path = "support/bytes.rs"]
mod bytes;

use std::collections::{HashMap, HashSet};

use bytes::Bytes;
use proptest::prelude::*;
use vibeue_core::ErrorKind;
use vibeue_core::compaction::{CompactRequest, Compaction, Measure, Outcome, compact, rounds};
use vibeue_core::conversation::{Extra, Message, MessageId, MessageKind, Part, Role, ToolCall};
use vibeue_core::settings::Settings;
use vibeue_core::tokens::grouped;

#[derive(Debug, Clone)]
enum Turn {
    System(usize),
    User(usize, bool),
    Assistant(usize),
    Tools(Vec<(usize, usize, bool)>, bool),
}

fn turn() -> impl Strategy<Value = Turn> {
    let size = prop_oneof![4 => 0usize..400, 2 => 400usize..4_000, 1 => 4_000usize..20_000];
    prop_oneof![
        1 => (0usize..2_000).prop_map(Turn::System),
        4 => (size.clone(), prop::bool::weighted(0.1)).prop_map(|(n, pin)| Turn::User(n, pin)),
        4 => size.clone().prop_map(Turn::Assistant),
        6 => (
            prop::collection::vec((0usize..300, size, prop::bool::weighted(0.2)), 1..4),
            prop::bool::weighted(0.05)
        )
            .prop_map(|(calls, pin)| Turn::Tools(calls, pin)),
    ]
}

/// Words that differ from message to message, with paths, codes and rules
/// among them.
fn prose(seed: u64, size: usize) -> String {
    const WORDS: [&str; 12] = [
        "the door",
        "never touch",
        "/Game/Maps/Arena",
        "Source/Door.cpp",
        "error C2065:",
        "16.7 ms",
        "界面",
        "please",
        "BP_Vault",
        "4WQ150",
        "we decided",
        "🚪",
    ];
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut text = String::new();
    while text.len() < size {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        text.push_str(WORDS[(state % 12) as usize]);
        text.push_str(&format!(" {} ", state % 997));
    }
    text
}

fn conversation(turns: &[Turn]) -> Vec<Message> {
    let mut messages = Vec::new();
    let mut next = 1;
    let mut push = |role, parts, pinned| {
        let mut message = Message::new(MessageId(next), role, parts);
        message.pinned = pinned;
        next += 1;
        messages.push(message);
    };
    for (at, turn) in turns.iter().enumerate() {
        let seed = at as u64 + 1;
        match turn {
            Turn::System(size) => push(Role::System, vec![Part::text(prose(seed, *size))], false),
            Turn::User(size, pin) => push(Role::User, vec![Part::text(prose(seed, *size))], *pin),
            Turn::Assistant(size) => {
                push(Role::Assistant, vec![Part::text(prose(seed, *size))], false);
            }
            Turn::Tools(calls, pin) => {
                let parts = calls
                    .iter()
                    .enumerate()
                    .map(|(nth, (size, ..))| {
                        Part::ToolCall(Box::new(ToolCall {
                            id: format!("call_{at}_{nth}").into(),
                            name: ["read_file", "execute_python", "build_cpp"][nth % 3].into(),
                            arguments: serde_json::json!({
                                "path": format!("Source/File{at}_{nth}.cpp"),
                                "text": prose(seed + nth as u64, *size),
                            })
                            .to_string(),
                            extra: Extra::new(),
                        }))
                    })
                    .collect();
                push(Role::Assistant, parts, *pin);
                for (nth, (_, size, failed)) in calls.iter().enumerate() {
                    let text = prose(seed * 31 + nth as u64, *size);
                    let id = format!("call_{at}_{nth}");
                    let result = Message::tool_result(MessageId(0), id, None, text, *failed);
                    push(Role::Tool, result.parts, false);
                }
            }
        }
    }
    messages
}

fn settings() -> impl Strategy<Value = Settings> {
    (0.05f64..0.9, 0u32..30, 0u32..4, 0.0f64..0.6, 0.0f64..0.3, any::<bool>()).prop_map(
        |(target_ratio, recent, fewest, summary_share, ledger_share, preserve)| Settings {
            target_ratio,
            recent_messages_to_keep: recent,
            minimum_recent_messages: fewest.min(recent),
            summary_share,
            ledger_share,
            preserve_error_details: preserve,
            ..Settings::default()
        },
    )
}

fn run(
    messages: &[Message],
    available: u64,
    fixed: u64,
    settings: &Settings,
    forced: bool,
) -> vibeue_core::Result<Outcome> {
    let refs: Vec<&Message> = messages.iter().collect();
    let tokens: Vec<u64> = refs.iter().map(|m| Bytes.message(m)).collect();
    let request = CompactRequest {
        messages: &refs,
        tokens: &tokens,
        fixed,
        available,
        settings,
        reason: "test",
        forced,
        next_id: MessageId(messages.iter().map(|m| m.id.0).max().unwrap_or(0) + 1),
        next_record: 1,
        now: 1_700_000_000_000,
    };
    compact(&request, &Bytes)
}

fn total(messages: &[Message], fixed: u64) -> u64 {
    fixed + messages.iter().map(|m| Bytes.message(m)).sum::<u64>()
}

fn newest_request(messages: &[Message]) -> Option<&Message> {
    messages.iter().rfind(|m| m.is_user_request())
}

fn assert_pairs_are_whole(messages: &[Message]) {
    let mut open: HashSet<String> = HashSet::new();
    for message in messages {
        for result in message.tool_results() {
            assert!(open.remove(&*result.call_id), "result without a call: {}", result.call_id);
        }
        if message.role != Role::Tool {
            assert!(open.is_empty(), "calls without results: {open:?}");
        }
        open.extend(message.tool_calls().map(|call| call.id.to_string()));
        for call in message.tool_calls() {
            let arguments: serde_json::Value = serde_json::from_str(&call.arguments).unwrap();
            assert!(arguments.is_object());
        }
    }
    assert!(open.is_empty(), "calls without results at the end: {open:?}");
}

fn check(before: &[Message], compaction: &Compaction, available: u64, fixed: u64) -> Vec<Message> {
    let after = compaction.apply(before);
    assert_eq!(compaction.tokens_before, total(before, fixed));
    assert_eq!(compaction.tokens_after, total(&after, fixed), "the count is the count");
    assert!(compaction.tokens_after <= available, "{} > {available}", compaction.tokens_after);
    assert!(compaction.tokens_after < compaction.tokens_before);
    assert_pairs_are_whole(&after);

    let kept: Vec<u64> =
        after.iter().filter(|m| m.kind == MessageKind::Normal).map(|m| m.id.0).collect();
    assert!(kept.is_sorted(), "order is kept: {kept:?}");
    let replaced: HashSet<MessageId> = compaction.replaced.iter().copied().collect();
    let by_id: HashMap<MessageId, &Message> = after.iter().map(|m| (m.id, m)).collect();
    for original in before {
        assert!(
            replaced.contains(&original.id) != by_id.contains_key(&original.id),
            "{} is either replaced or kept",
            original.id
        );
    }
    for original in before.iter().filter(|m| m.pinned) {
        assert_eq!(by_id.get(&original.id), Some(&original), "pinned messages stay verbatim");
    }
    for original in before.iter().take_while(|m| m.role == Role::System) {
        assert_eq!(by_id.get(&original.id), Some(&original), "the system prompt stays verbatim");
    }
    // One of equal instructions is enough.
    let told: HashSet<String> =
        after.iter().filter(|m| m.role == Role::System).map(Message::joined_text).collect();
    for original in before.iter().filter(|m| m.role == Role::System) {
        assert!(told.contains(&original.joined_text()), "{} is still told", original.id);
    }
    if let Some(request) = newest_request(before) {
        assert_eq!(by_id.get(&request.id), Some(&request), "the newest request stays verbatim");
    }
    after
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn a_compaction_fits_or_says_why_it_cannot(
        turns in prop::collection::vec(turn(), 0..60),
        settings in settings(),
        available in prop_oneof![50u64..500, 500u64..8_000, 8_000u64..100_000],
        fixed in 0u64..400,
        forced in any::<bool>(),
    ) {
        let before = conversation(&turns);
        match run(&before, available, fixed, &settings, forced) {
            Ok(Outcome::Compacted(compaction)) => {
                let after = check(&before, &compaction, available, fixed);
                let mut again = run(&after, available, fixed, &settings, forced).unwrap();
                // What is left above the threshold starts the next one: that may find more.
                // A target above the threshold is what one gets.
                let threshold = settings.threshold.max(settings.target_ratio) * available as f64;
                if compaction.tokens_after as f64 + 1.0 >= threshold
                    && let Outcome::Compacted(more) = &again
                {
                    prop_assert!((more.tokens_after as f64) <= threshold, "{more:#?}");
                    let after = check(&after, more, available, fixed);
                    again = run(&after, available, fixed, &settings, forced).unwrap();
                }
                prop_assert!(
                    matches!(again, Outcome::Unchanged(_)),
                    "a second run changes nothing: {again:#?}"
                );
            }
            Ok(Outcome::Unchanged(_)) => prop_assert!(total(&before, fixed) <= available),
            Err(error) => {
                prop_assert_eq!(error.kind(), ErrorKind::Irreducible);
                // What must stay, and a summary line for what may go.
                let refs: Vec<&Message> = before.iter().collect();
                let staying: u64 = rounds(&refs)
                    .into_iter()
                    .filter(|round| {
                        let pinned = before[round.clone()].iter().any(|m| m.pinned);
                        pinned || before[round.start].role != Role::Assistant
                    })
                    .flatten()
                    .map(|at| Bytes.message(&before[at]))
                    .sum::<u64>() + fixed;
                prop_assert!(staying + 200 > available, "{error}");
                prop_assert!(total(&before, fixed) > available);
            }
        }
    }
}

proptest! {
    // Each case is up to eighty turns and ten compactions of them.
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn ten_rounds_of_a_growing_conversation_stay_within_the_budget(
        turns in prop::collection::vec(turn(), 30..80),
        settings in settings(),
        available in 3_000u64..30_000,
    ) {
        let all = conversation(&turns);
        let mut view: Vec<Message> = Vec::new();
        let mut last = 0;
        for (at, message) in all.iter().enumerate() {
            view.push(message.clone());
            let whole_round = all.get(at + 1).is_none_or(|next| next.role != Role::Tool);
            let calls = message.tool_calls().next().is_some();
            if !whole_round || calls || total(&view, 0) * 5 < available * 4 {
                continue;
            }
            match run(&view, available, 0, &settings, false) {
                Ok(Outcome::Compacted(compaction)) => {
                    let mut compaction = *compaction;
                    // Ids of summaries come from the same counter as those of
                    // messages; here the messages' ids are given already.
                    if let Some(summary) = &mut compaction.summary {
                        summary.id = MessageId(10_000 + last);
                        last += 1;
                    }
                    view = compaction.apply(&view);
                    prop_assert!(total(&view, 0) <= available);
                    assert_pairs_are_whole(&view);
                    let summaries =
                        view.iter().filter(|m| m.kind == MessageKind::Summary).count();
                    prop_assert!(summaries <= 1, "summaries do not pile up");
                }
                Ok(Outcome::Unchanged(_)) => {}
                Err(error) => {
                    prop_assert_eq!(error.kind(), ErrorKind::Irreducible);
                    return Ok(());
                }
            }
        }
    }
}

/// A greeting, then the host's instructions, then talk.
fn greeted(instructions: usize) -> Vec<Message> {
    let mut messages = vec![
        Message::text(MessageId(1), Role::Assistant, "Hello! What shall we build?"),
        Message::text(MessageId(2), Role::System, prose(5, instructions)),
    ];
    for at in 0..40 {
        let role = if at % 2 == 0 { Role::User } else { Role::Assistant };
        messages.push(Message::text(MessageId(3 + at), role, prose(at + 9, 600)));
    }
    messages
}

#[test]
fn the_only_system_prompt_stays_in_its_place_after_a_greeting() {
    let before = greeted(8_000);
    let Ok(Outcome::Compacted(compaction)) = run(&before, 3_000, 0, &Settings::default(), false)
    else {
        panic!("the instructions take two thirds of the budget, the rest can go")
    };
    let after = check(&before, &compaction, 3_000, 0);
    assert_eq!(after.iter().find(|message| message.role == Role::System), Some(&before[1]));
}

#[test]
fn a_system_prompt_after_a_greeting_that_does_not_fit_is_named() {
    let before = greeted(16_000);
    let error = run(&before, 3_000, 0, &Settings::default(), false).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Irreducible);
    let tokens = Bytes.message(&before[1]);
    let request = Bytes.message(newest_request(&before).unwrap());
    assert_eq!(
        error.message(),
        format!(
            "what must stay needs {} tokens, {} more than the budget of 3,000: system prompt \
             (m2) {}, newest user message {request}",
            grouped(tokens + request),
            grouped(tokens + request - 3_000),
            grouped(tokens)
        )
    );
    assert_eq!(
        error.hint_text(),
        Some("shorten the system prompt, or use a model with a larger context window")
    );
}

#[test]
fn instructions_at_several_places_stay_or_are_named() {
    let mut before = greeted(4_000);
    for (at, text) in [(12, 1), (24, 2), (36, 1)] {
        before[at].role = Role::System;
        before[at].parts = vec![Part::text(prose(70 + text, 3_000))];
    }
    let settings = Settings::default();
    let Ok(Outcome::Compacted(compaction)) = run(&before, 4_000, 0, &settings, false) else {
        panic!("three instructions of some 2,500 tokens, and a budget of 4,000")
    };
    let after = check(&before, &compaction, 4_000, 0);
    let kept: Vec<u64> = after.iter().filter(|m| m.role == Role::System).map(|m| m.id.0).collect();
    assert_eq!(kept, [2, 25, 37], "of two equal ones the newest");
    let error = run(&before, 2_000, 0, &settings, false).unwrap_err();
    assert!(
        error.message().contains("3 system messages (m2, m25, m37) 2,5"),
        "{}",
        error.message()
    );
    assert!(error.hint_text().unwrap().contains("remove those that no longer apply"));
}

#[test]
fn in_the_smallest_room_a_rule_is_told_rather_than_that_there_is_none() {
    let before: Vec<Message> = [
        "Let's plan the importer with Noor.",
        "Sounds good. What should I keep in mind?",
        "Never return raw exception messages to end users.",
        "Noted. Do you want to get back to the plan?",
        "By the way, what time is it where you are?",
        "Happy to chat about that. Anything else on the main topic?",
        "I was thinking about lunch earlier.",
        "Quick aside, sure. Anything else pressing?",
        "Given all that, propose a next step.",
    ]
    .iter()
    .zip(1..)
    .map(|(text, at)| {
        let role = if at % 2 == 0 { Role::Assistant } else { Role::User };
        Message::text(MessageId(at), role, *text)
    })
    .collect();
    let available = total(&before, 0) - 1;
    let Ok(Outcome::Compacted(compaction)) = run(&before, available, 0, &Settings::default(), true)
    else {
        panic!("a summary in a few words fits")
    };
    let after = check(&before, &compaction, available, 0);
    let texts: Vec<String> = after.iter().map(Message::joined_text).collect();
    let [summary, request] = texts.as_slice() else { panic!("{texts:#?}") };
    assert!(
        summary.contains("Never return raw exception messages to end users."),
        "{available} tokens: {summary}"
    );
    assert_eq!(request, "Given all that, propose a next step.");
}
