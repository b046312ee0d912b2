//! Spans that are larger than a request may be.

use vibeue_core::compaction::Rung;
use vibeue_core::compaction::strategy::Attempt;
use vibeue_core::provider::ErrorClass;

use super::*;

/// A conversation of some 40,000 tokens with one message of 12,000.
fn huge() -> Talk {
    let mut talk = Talk::new(Mode::Llm);
    talk.available = 20_000;
    talk.settings.summary_chunk_tokens = 6_000;
    talk.settings.summary_max_tokens = 4_000;
    talk.say(Role::User, "Never touch /Game/Legacy/BP_Vault without asking me.");
    talk.say(Role::Assistant, "Understood.");
    talk.exchanges(20, 400);
    let long: Vec<String> = (0..900).map(|n| format!("entry{n:04} {}", prose(n, 10))).collect();
    talk.say(Role::User, long.join("\n"));
    talk.say(Role::Assistant, "I have read it.");
    talk.exchanges(14, 300);
    talk.say(Role::User, "Go on.");
    talk
}

#[test]
fn parts_come_in_order_each_with_the_notes_so_far_and_nothing_is_left_out() {
    let talk = huge();
    let answer = |n: usize| {
        Step::Say(notes(&[(
            "Progress",
            &[&*format!("Part {n} was noted with the code KX-{n}4711")],
        )]))
    };
    let provider = Arc::new(Script::new((1..=40).map(answer)));
    let report = talk.run(&[model(&provider, "gpt-4o")]);
    let seen = provider.seen();
    assert!(seen.len() >= 5, "{}", seen.len());
    let meter = counter();
    for (nth, request) in seen.iter().enumerate() {
        let text = asked(request);
        assert!(meter.text(&text).tokens <= 6_000, "part {nth} is within the chunk");
        if nth > 0 {
            assert!(text.contains(&format!("Part {nth} was noted")), "{text}");
            assert!(text.contains("There are notes so far"));
        }
    }
    let attempts: Vec<Attempt> = report.calls.iter().map(|call| call.attempt).collect();
    let count = seen.len() as u32;
    let expected: Vec<Attempt> = (1..=count).map(|n| Attempt::Part { n, m: count }).collect();
    assert_eq!(attempts, expected);
    let all: String = seen.iter().map(session).collect();
    for id in &compacted(&report).replaced {
        assert!(all.contains(&format!(" {id} ")), "{id} is in no part");
    }
    for n in 0..900 {
        assert!(all.contains(&format!("entry{n:04} ")), "entry{n:04} is in no part");
    }
    assert!(summary(&report).contains(&format!("Part {count} was noted")));
}

#[test]
fn a_model_that_fails_in_the_middle_hands_its_notes_to_the_next() {
    let talk = huge();
    let first = Arc::new(Script::new([
        Step::Say(notes(&[("Progress", &["Notes of the first model"])])),
        Step::Fail(ErrorClass::Authentication),
    ]));
    let second = Arc::new(Script::saying(good()));
    let report = talk.run(&[model(&first, "gpt-4o"), model(&second, "gpt-4o-mini")]);
    assert_eq!(compacted(&report).rung, Rung::Full);
    let seen = second.seen();
    assert!(asked(&seen[0]).contains("Notes of the first model"));
    // What the first model has noted is not paid for again.
    assert!(!session(&seen[0]).contains(" m1 user]"));
    let all: String = first.seen()[..1].iter().chain(&seen).map(session).collect();
    for id in &compacted(&report).replaced {
        assert!(all.contains(&format!(" {id} ")), "{id} is in no part");
    }
}

#[test]
fn more_parts_than_anybody_would_pay_for_are_not_asked_for() {
    let mut talk = huge();
    talk.available = 60_000;
    talk.settings.target_ratio = 0.1;
    talk.settings.summary_share = 0.05;
    talk.settings.ledger_share = 0.05;
    talk.settings.summary_chunk_tokens = 2_000;
    talk.settings.summary_max_tokens = 600;
    talk.exchanges(60, 900);
    talk.forced = true;
    let provider = Arc::new(Script::saying(good()));
    let report = talk.run(&[model(&provider, "gpt-4o")]);
    assert_eq!(provider.seen().len(), 0);
    assert_eq!(compacted(&report).rung, Rung::Rules);
    assert!(
        report.warnings.iter().any(|w| w.contains("parts would be needed")),
        "{:?}",
        report.warnings
    );
}
