//! Fifty compactions on top of each other: what must never fade does not.

use std::collections::BTreeSet;

use vibeue_core::compaction::facts::{ArtifactTrail, FactKind, FactSet};
use vibeue_core::compaction::{CompactRequest, Measure, Outcome, compact, rounds};
use vibeue_core::conversation::{Extra, Message, MessageId, MessageKind, Part, Role, ToolCall};
use vibeue_core::settings::Settings;

use crate::common::{Exact, sample};

const ROUNDS: usize = 50;
/// Parts into which one day is cut.
const PARTS: usize = 10;
/// Tokens that a request may have.
const AVAILABLE: u64 = 24_000;

/// The same day five times over, with ids of their own; one message of the
/// first is pinned.
fn days() -> Vec<Vec<Message>> {
    let day = sample().messages;
    let lead = day.iter().take_while(|m| !m.is_user_request()).count();
    let refs: Vec<&Message> = day.iter().collect();
    let whole = rounds(&refs);
    let mut parts = Vec::new();
    let mut id = 0;
    for nth in 0..ROUNDS {
        let (day_nth, part) = (nth / PARTS, nth % PARTS);
        let edge =
            |part: usize| if part == 0 { 0 } else { whole[whole.len() * part / PARTS - 1].end };
        let from = if day_nth > 0 && part == 0 { lead } else { edge(part) };
        let mut messages = day[from..edge(part + 1)].to_vec();
        for message in &mut messages {
            id += 1;
            message.id = MessageId(id);
        }
        parts.push(messages);
    }
    parts[0][lead].pinned = true;
    parts
}

/// Compacts on request; the summary gets an id of its own.
fn compacted(view: &[Message], measure: &Exact, nth: usize) -> Vec<Message> {
    let refs: Vec<&Message> = view.iter().collect();
    let tokens: Vec<u64> = refs.iter().map(|m| measure.message(m)).collect();
    let request = CompactRequest {
        messages: &refs,
        tokens: &tokens,
        fixed: 0,
        available: AVAILABLE,
        settings: &Settings::default(),
        reason: "measure",
        forced: true,
        next_id: MessageId(1_000_000 + nth as u64),
        next_record: nth as u64 + 1,
        now: 0,
    };
    match compact(&request, measure).unwrap() {
        Outcome::Compacted(compaction) => compaction.apply(view),
        Outcome::Unchanged(_) => view.to_vec(),
    }
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn fifty_rounds_lose_no_rule_no_pin_no_open_request_and_no_artifact() {
    let measure = Exact::new();
    let mut view: Vec<Message> = Vec::new();
    let mut seen: Vec<Message> = Vec::new();
    let (mut sizes, mut failures) = (Vec::new(), Vec::new());
    for (nth, part) in days().into_iter().enumerate() {
        view.extend_from_slice(&part);
        seen.extend(part);
        view = compacted(&view, &measure, nth);
        sizes.push(view.iter().map(|m| measure.message(m)).sum::<u64>());
        let text = folded(&crate::view::text(&view));
        let facts = FactSet::of(&seen);
        let lines = |kind| facts.of_kind(kind).map(|fact| folded(fact.text)).collect::<Vec<_>>();
        for rule in lines(FactKind::Rule) {
            if !text.contains(&rule) {
                failures.push(format!("round {nth}: rule {rule}"));
            }
        }
        // What the user put off: those words that put it off.
        for task in facts.of_kind(FactKind::Task) {
            let task = folded(task.text);
            let by_person = seen
                .iter()
                .any(|m| m.is_user_request() && folded(&m.joined_text()).contains(task.as_str()));
            if by_person && !text.contains(&task) {
                failures.push(format!("round {nth}: open {task}"));
            }
        }
        if !view.iter().any(|m| m.pinned) {
            failures.push(format!("round {nth}: the pin"));
        }
        let mut told = ArtifactTrail::of(view.iter().filter(|m| m.kind == MessageKind::Normal));
        for summary in view.iter().filter(|m| m.kind == MessageKind::Summary) {
            let text = summary.joined_text();
            let section = text.split("## Codebase status\n").nth(1).unwrap_or_default();
            for line in section.lines().take_while(|line| line.starts_with("- ")) {
                told.parse_line(&line[2..]);
            }
        }
        let names: BTreeSet<&str> = told.artifacts().iter().map(|it| &*it.name).collect();
        for artifact in ArtifactTrail::of(&seen).artifacts() {
            if !names.contains(&*artifact.name) {
                failures.push(format!("round {nth}: artifact {}", artifact.name));
            }
        }
    }
    assert_eq!(failures, Vec::<String>::new());
    // No decay: what is freed does not shrink from day to day.
    let of_day = |day: usize| sizes[day * PARTS..(day + 1) * PARTS].iter().max().copied().unwrap();
    assert!(of_day(4) <= of_day(1) * 21 / 20, "{sizes:?}");
    assert!(sizes.iter().all(|size| *size <= AVAILABLE), "{sizes:?}");
}

/// A call with its result, in messages of their own.
fn called(id: u64, tool: &str, arguments: &str, result: &str) -> [Message; 2] {
    let call = ToolCall {
        id: format!("call_{id}").into(),
        name: tool.into(),
        arguments: arguments.to_owned(),
        extra: Extra::new(),
    };
    let asked = Message::new(MessageId(id), Role::Assistant, vec![Part::ToolCall(Box::new(call))]);
    let given = Message::tool_result(MessageId(id + 1), format!("call_{id}"), None, result, false);
    [asked, given]
}

#[test]
fn fifty_rounds_lose_nothing_that_was_changed_outside_of_files() {
    let measure = Exact::new();
    let (mut view, mut id, mut lost) = (Vec::new(), 0, Vec::new());
    for nth in 0..ROUNDS {
        id += 1;
        let asked = format!("Please cancel the trip TRIP{nth:02}X, I do not need it.");
        view.push(Message::text(MessageId(id), Role::User, asked));
        for look in 0..6 {
            id += 2;
            let found = format!("Row {look} of {nth}: nothing of note was found here. ").repeat(12);
            view.extend(called(id - 1, "search_trips", r#"{"from": "JFK"}"#, &found));
        }
        id += 2;
        let trip = format!(r#"{{"trip_id": "TRIP{nth:02}X"}}"#);
        view.extend(called(id - 1, "cancel_trip", &trip, &trip));
        id += 1;
        view.push(Message::text(MessageId(id), Role::Assistant, "It is cancelled."));
        view = compacted(&view, &measure, nth);
        let text = crate::view::text(&view);
        let named = |nth: &usize| {
            let name = format!("TRIP{nth:02}X");
            let by_call = view
                .iter()
                .flat_map(Message::tool_calls)
                .any(|call| &*call.name == "cancel_trip" && call.arguments.contains(name.as_str()));
            let by_trail = text
                .lines()
                .any(|line| line.starts_with("- ✓ cancel_trip") && line.contains(name.as_str()));
            by_call || by_trail
        };
        lost.extend((0..=nth).filter(|of| !named(of)).map(|of| (nth, of)));
    }
    assert_eq!(lost, []);
}
