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
        let tokens = meter.text(&text).tokens;
        assert!(tokens <= 6_000, "part {nth} is within the chunk, not {tokens} tokens");
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

#[test]
fn where_full_messages_need_too_many_parts_digests_are_asked_for() {
    let mut talk = Talk::new(Mode::Llm);
    talk.available = 60_000;
    talk.settings.summary_chunk_tokens = 3_000;
    talk.settings.summary_max_tokens = 1_500;
    talk.forced = true;
    talk.say(Role::User, "Read all of the sources.");
    for nth in 0..60 {
        talk.tool(&format!("Source/File{nth}.cpp"), prose(nth, 1_600));
    }
    talk.exchanges(8, 20);
    talk.say(Role::User, "Go on.");
    let provider = Arc::new(Script::saying(good()));
    let report = talk.run(&[model(&provider, "gpt-4o")]);
    assert_eq!(compacted(&report).rung, Rung::Simple);
    assert!(report.warnings[0].contains("parts would be needed"), "{:?}", report.warnings);
    let all: String = provider.seen().iter().map(session).collect();
    for nth in 0..60 {
        assert!(all.contains(&format!("[✓ read_file: File: Source/File{nth}.cpp")), "{nth}");
    }
}

#[test]
fn a_local_model_with_a_small_window_summarizes_a_long_session() {
    // With the smallest, messages whole would take more parts than are asked
    // for.
    for (available, rung) in [(3_600, Rung::Simple), (7_300, Rung::Full)] {
        let mut talk = huge();
        talk.settings.summary_chunk_tokens = 64_000;
        let provider = Arc::new(Script::saying(good()));
        let mut small = model(&provider, "llama-3.1-8b-instruct");
        small.available = available;
        let report = talk.run(&[small]);
        assert_eq!(compacted(&report).rung, rung, "{:?}", report.warnings);
        let meter = Counter::for_model("llama-3.1-8b-instruct");
        for request in provider.seen() {
            let tokens = meter.text(&asked(&request)).tokens;
            assert!(tokens <= available, "{tokens}");
            // The server counts what it may answer into the window, too.
            let whole = tokens + request.max_output_tokens.unwrap();
            assert!(whole <= available * 10 / 9, "{whole}");
        }
    }
}
