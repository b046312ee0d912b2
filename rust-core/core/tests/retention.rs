//! What survives a compaction, judged by an extractor of another kind.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "tests; what is skipped is said")]

mod common;

use common::judge::Judge;
use common::{Exact, sample, shared_transcripts};
use vibeue_core::compaction::{CompactRequest, Measure, Outcome, compact, texts_of};
use vibeue_core::conversation::{Message, MessageId};
use vibeue_core::settings::Settings;

fn tokens(messages: &[Message], measure: &Exact) -> u64 {
    messages.iter().map(|m| measure.message(m)).sum()
}

fn shrink(messages: &[Message], target: u64, available: u64, measure: &Exact) -> Vec<Message> {
    let refs: Vec<&Message> = messages.iter().collect();
    let tokens: Vec<u64> = refs.iter().map(|m| measure.message(m)).collect();
    let settings =
        Settings { target_ratio: target as f64 / available as f64, ..Settings::default() };
    let request = CompactRequest {
        messages: &refs,
        tokens: &tokens,
        fixed: 3,
        available,
        settings: &settings,
        reason: "test",
        forced: true,
        next_id: MessageId(messages.iter().map(|m| m.id.0).max().unwrap() + 1),
        now: 0,
    };
    match compact(&request, measure).unwrap() {
        Outcome::Compacted(compaction) => compaction.apply(messages),
        Outcome::Unchanged(why) => panic!("{why}"),
    }
}

fn holds(after: &[Message], fact: &str) -> bool {
    after.iter().flat_map(texts_of).any(|text| {
        text.contains(fact)
            || serde_json::from_str::<serde_json::Value>(text)
                .is_ok_and(|value| flat(&value).contains(fact))
    })
}

fn flat(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::String(text) => format!("{text}\n"),
        serde_json::Value::Array(items) => items.iter().map(flat).collect(),
        serde_json::Value::Object(map) => map.values().map(flat).collect(),
        other => format!("{other}\n"),
    }
}

#[test]
fn at_a_quarter_of_its_size_a_conversation_holds_what_matters() {
    let (judge, measure) = (Judge::new(), Exact::new());
    let mut all = shared_transcripts();
    all.push(("sample".to_owned(), sample()));
    for (name, conversation) in all {
        let messages = conversation.messages;
        let before = tokens(&messages, &measure);
        let after = shrink(&messages, before / 4, before, &measure);
        let vital = judge.vital(&messages);
        let lost: Vec<_> = vital.iter().filter(|(fact, _)| !holds(&after, fact)).collect();
        eprintln!(
            "{name}: {before} -> {} ({:.0} %), {} of {} kept ({:.1} %), lost: {}",
            tokens(&after, &measure),
            100.0 * tokens(&after, &measure) as f64 / before as f64,
            vital.len() - lost.len(),
            vital.len(),
            100.0 - 100.0 * lost.len() as f64 / vital.len() as f64,
            lost.iter().take(12).map(|(f, k)| format!("{k}:{f:?} ")).collect::<String>()
        );
        if std::env::var_os("SHOW").is_some_and(|show| name.contains(&*show.to_string_lossy())) {
            for m in &after {
                eprintln!("--- {} {:?}\n{}", m.id, m.role, texts_of(m).join("\n"));
            }
        }
    }
}
