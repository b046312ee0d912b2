//! Which model is asked, and what comes next when one fails.

use std::time::Duration;

use vibeue_core::ErrorKind;
use vibeue_core::compaction::strategy::Attempt;
use vibeue_core::compaction::{Rung, Strategy};
use vibeue_core::provider::ErrorClass;

use super::*;

/// What each model was asked, and who wrote the summary in the end.
fn two(first: Vec<Step>, second: Vec<Step>) -> (usize, usize, CompactionReport) {
    let talk = Talk::long(Mode::Llm);
    let (one, two) = (Arc::new(Script::new(first)), Arc::new(Script::new(second)));
    let report = talk.run(&[model(&one, "gpt-4o"), model(&two, "gpt-4o-mini")]);
    (one.seen().len(), two.seen().len(), report)
}

#[test]
fn the_next_model_is_asked_at_once_where_asking_again_cannot_help() {
    for class in [
        ErrorClass::Authentication,
        ErrorClass::NotFound,
        ErrorClass::Billing,
        ErrorClass::Protocol,
        ErrorClass::RateLimited { retry_after: Some(Duration::from_secs(3_600)) },
    ] {
        let (one, two, report) = two(vec![Step::Fail(class)], vec![Step::Say(good())]);
        assert_eq!((one, two), (1, 1), "{class:?}");
        assert_eq!(classes(&report), [Some(class.name()), None]);
        let record = compacted(&report).record.as_ref().unwrap();
        assert_eq!((record.rung, record.written_by()), (Rung::Full, Some("gpt-4o-mini")));
        assert_eq!(report.warnings.len(), 1, "{:?}", report.warnings);
        assert!(report.warnings[0].contains("gpt-4o") && report.warnings[0].contains("said no"));
    }
}

#[test]
fn what_may_pass_is_tried_once_more_after_a_while() {
    for class in [
        ErrorClass::Transport,
        ErrorClass::Overloaded { retry_after: soon() },
        ErrorClass::RateLimited { retry_after: soon() },
    ] {
        let (one, two, report) =
            two(vec![Step::Fail(class), Step::Say(good())], vec![Step::Say(good())]);
        assert_eq!((one, two), (2, 0), "{class:?}");
        assert_eq!(classes(&report), [Some(class.name()), None]);
    }
    let class = ErrorClass::Overloaded { retry_after: soon() };
    let (one, two, _) = two(vec![Step::Fail(class)], vec![Step::Say(good())]);
    assert_eq!((one, two), (2, 1));
}

#[test]
fn a_model_that_declines_is_asked_simply_and_then_the_next_one() {
    let (one, two, report) = two(vec![Step::Fail(ErrorClass::Refused)], vec![Step::Say(good())]);
    assert_eq!((one, two), (2, 1));
    let attempts: Vec<Attempt> = report.calls.iter().map(|call| call.attempt).collect();
    assert_eq!(attempts, [Attempt::Full, Attempt::Simple, Attempt::Full]);
}

#[test]
fn when_every_model_fails_rules_write_and_the_error_is_not_a_summary() {
    let fail = || vec![Step::Fail(ErrorClass::Authentication)];
    let (one, two, report) = two(fail(), fail());
    assert_eq!((one, two), (1, 1));
    let record = compacted(&report).record.clone().unwrap();
    assert_eq!((record.strategy, record.rung), (Strategy::Rules, Rung::Rules));
    assert_eq!(record.written_by(), None);
    assert!(!summary(&report).contains("said no"));
    assert_eq!(report.warnings.last().map(String::as_str), Some("rules wrote the summary"));
}

#[test]
fn a_request_that_overflows_comes_again_strictly_smaller_and_not_for_ever() {
    let talk = Talk::long(Mode::Llm);
    for (limit, requested) in [(None, None), (Some(4_000), Some(5_000))] {
        let class = ErrorClass::ContextLengthExceeded { limit, requested };
        let provider = Arc::new(Script::new([Step::Fail(class)]));
        let report = talk.run(&[model(&provider, "gpt-4o")]);
        let sizes: Vec<usize> =
            provider.seen().iter().map(|request| asked(request).len()).collect();
        assert!((2..=6).contains(&sizes.len()), "{sizes:?}");
        assert!(sizes.windows(2).all(|pair| pair[1] < pair[0]), "{sizes:?}");
        assert_eq!(compacted(&report).rung, Rung::Rules);
    }
}

#[test]
fn an_overflow_is_survived_by_parts_that_together_hold_everything() {
    let talk = Talk::long(Mode::Llm);
    let class = ErrorClass::ContextLengthExceeded { limit: None, requested: None };
    let provider = Arc::new(Script::new([Step::Fail(class), Step::Say(good())]));
    let report = talk.run(&[model(&provider, "gpt-4o")]);
    assert_eq!(compacted(&report).rung, Rung::Full);
    let seen = provider.seen();
    assert!(seen.len() >= 3);
    let parts: String = seen[1..].iter().map(session).collect();
    for id in &compacted(&report).replaced {
        assert!(parts.contains(&format!(" {id} ")), "{id} is in no part");
    }
}

#[test]
fn a_model_whose_window_is_too_small_is_passed_over_without_a_call() {
    let talk = Talk::long(Mode::Llm);
    let (small, large) = (Arc::new(Script::saying(good())), Arc::new(Script::saying(good())));
    let mut tiny = model(&small, "tiny");
    tiny.available = 700;
    let report = talk.run(&[tiny, model(&large, "gpt-4o")]);
    assert_eq!((small.seen().len(), large.seen().len()), (0, 1));
    assert!(report.warnings.iter().any(|w| w.contains("tiny") && w.contains("too small")));
}

#[test]
fn no_model_is_asked_where_none_may_be_or_none_is_needed() {
    let provider = Arc::new(Script::saying(good()));
    let models = [model(&provider, "gpt-4o")];
    let mut talk = Talk::long(Mode::Llm);
    talk.model_allowed = false;
    let report = talk.run(&models);
    assert_eq!(compacted(&report).rung, Rung::Rules);
    assert!(report.warnings[0].contains("no model may be asked"), "{:?}", report.warnings);

    let report = Talk::long(Mode::Llm).run(&[]);
    assert!(report.warnings[0].contains("no model for summaries"), "{:?}", report.warnings);

    let report = Talk::long(Mode::Rules).run(&models);
    assert_eq!(report.warnings, Vec::<String>::new());

    // Within the target: nothing to do.
    let mut talk = Talk::long(Mode::Llm);
    talk.available = 100_000;
    let report = talk.run(&models);
    assert!(matches!(report.outcome, Outcome::Unchanged(_)));
    assert_eq!(report.account(), None);

    // Pruning does it.
    let mut talk = Talk::new(Mode::Llm);
    talk.say(Role::User, "Read the logs.");
    for nth in 0..8 {
        talk.tool(&format!("Logs/{nth}.txt"), prose(nth, 900));
    }
    talk.exchanges(6, 20);
    talk.say(Role::User, "Go on.");
    let report = talk.run(&models);
    assert_eq!(compacted(&report).rung, Rung::Prune);
    assert!(provider.seen().is_empty());
}

#[test]
fn what_cannot_fit_is_said_before_any_call() {
    let provider = Arc::new(Script::saying(good()));
    let mut talk = Talk::new(Mode::Llm);
    talk.say(Role::System, prose(1, 9_000));
    talk.exchanges(9, 50);
    let models = [model(&provider, "gpt-4o")];
    let error = block_on(run(talk.job(), &models, &SummaryCache::new())).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Irreducible);
    assert!(provider.seen().is_empty());
}

#[test]
fn a_provider_that_was_cancelled_changes_nothing_and_asks_nobody_else() {
    let talk = Talk::long(Mode::Llm);
    let provider = Arc::new(Script::new([Step::Fail(ErrorClass::Cancelled)]));
    let models = [model(&provider, "gpt-4o"), model(&provider, "gpt-4o-mini")];
    let error = block_on(run(talk.job(), &models, &SummaryCache::new())).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Cancelled);
    assert_eq!(provider.seen().len(), 1);
}
