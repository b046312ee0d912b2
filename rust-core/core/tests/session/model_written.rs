//! Summaries that a model writes, in the background of the chat and before a request.

use tokio::sync::Semaphore;
use vibeue_core::compaction::Strategy;
use vibeue_core::provider::{ErrorClass, ProviderError};
use vibeue_core::session::live::{
    Breaker, ContextForm, FailureClass, SessionEvent, SessionOptions, SummaryCompletion,
    SummaryEnd, SummaryVersion, TurnEnd,
};
use vibeue_core::settings::Mode;

use super::*;

/// Notes as a model writes them.
pub fn notes() -> Answer {
    Answer::text(
        "<analysis>\nI think.\n</analysis>\n<summary>\n## Overview\n- The doors of the level are \
         looked at one by one (m1-m4)\n## Continuation plan\n- Look at the next door (m3)\n\
         </summary>",
    )
    .usage(2_000, 100)
}

pub fn written(provider: &Arc<Scripted>) -> SessionOptions {
    let mut options = options(provider, 8_000);
    options.settings.mode = Mode::Hybrid;
    // With a window that the whole span fits into.
    options.settings.summary_models = vec!["gpt-4.1-mini".to_owned()];
    let price = vibeue_core::session::live::Price { input: 1.0, output: 2.0 };
    options.prices.insert("gpt-4.1-mini".to_owned(), price);
    options
}

pub fn talkative() -> Scripted {
    Scripted::new([]).rule(|request| Answer::text(&words(request.messages.len() as u64, 90)))
}

/// Talks until the trigger is about to fire at the next turn or has fired.
fn fill(talk: &Talk) {
    for turn in 0.. {
        let usage = talk.session.snapshot().usage;
        if usage.percent() > 72.0 {
            break;
        }
        talk.ask(&words(1_000 + turn, 90));
    }
    talk.drain();
}

#[test]
fn the_chat_goes_on_while_a_model_writes_and_the_summary_comes_before_what_was_said_since() {
    let gate = gate();
    let provider = Arc::new(talkative());
    provider.add_summary(notes().gated(&gate));
    let talk = Talk::open(Arc::clone(&provider), written(&provider));
    fill(&talk);
    let events = talk.ask(&words(1, 250));
    assert!(
        events.iter().any(|event| matches!(
            event,
            SessionEvent::SummarizationStarted { blocking: false, .. }
        ))
    );
    // The model is still writing; the user continues.
    talk.ask("A short question");
    talk.ask("Another one");
    assert!(talk.session.snapshot().state.summary.is_some());
    assert_eq!(talk.session.snapshot().summaries.len(), 0);
    gate.add_permits(1);
    let done = talk.until_summarized();
    assert_eq!(done.outcome, SummaryEnd::Applied, "{done:?}");
    assert_eq!(done.record.as_ref().unwrap().strategy, Strategy::Hybrid);
    assert_eq!((done.model_calls, done.dollars), (1, Some(0.0022)));
    let view: Vec<String> =
        talk.session.snapshot().view.iter().map(|message| message_words(message)).collect();
    assert!(view[0].contains("The doors of the level"), "{view:#?}");
    let asked = |text: &str| view.iter().filter(|said| *said == text).count();
    assert_eq!((asked("A short question"), asked("Another one")), (1, 1));
    let costs = talk.session.snapshot().costs;
    assert_eq!((costs.summaries.calls, costs.summaries.input), (1, 2_000));
    assert_eq!(costs.summaries.dollars, 0.0022);
    talk.ask("Go on");
    provider.requests().iter().for_each(assert_valid);
}

#[test]
fn what_the_user_asks_of_a_summary_reaches_the_model_that_writes_it() {
    let provider = Arc::new(talkative());
    provider.add_summary(notes());
    let talk = Talk::open(Arc::clone(&provider), written(&provider));
    fill(&talk);
    talk.session.summarize(Some("Keep the asset paths.".to_owned()));
    let record = talk.until_summarized().record.unwrap();
    assert_eq!(record.strategy, Strategy::Hybrid);
    let asked = provider.summary_requests().remove(0);
    let text: String = asked.messages.iter().map(|message| message_words(message)).collect();
    assert!(text.contains("Keep the asset paths."), "{text}");
}

#[test]
fn a_send_that_does_not_fit_waits_for_the_model_but_not_for_ever() {
    let gate = gate();
    let provider = Arc::new(talkative());
    provider.add_summary(notes().gated(&gate));
    let mut options = written(&provider);
    options.settings.summary_wait_seconds = 1.0;
    let talk = Talk::open(Arc::clone(&provider), options);
    fill(&talk);
    let events = talk.ask(&sized(1, 2_500));
    let done = completions(&events);
    assert_eq!(done.len(), 1);
    assert_eq!(done[0].outcome, SummaryEnd::Applied);
    assert_eq!(done[0].record.as_ref().unwrap().strategy, Strategy::Rules);
    assert!(done[0].warnings[0].contains("rules wrote it"), "{:?}", done[0].warnings);
    assert!(tokens(&provider.last_request()) <= 7_200);
}

/// A model that writes no summary, and a user who would wait for an hour.
fn never_written(gate: &Arc<Semaphore>) -> Talk {
    let provider = Arc::new(talkative());
    provider.add_summary(notes().gated(gate));
    let mut options = written(&provider);
    options.settings.summary_wait_seconds = 3_600.0;
    options.settings.background_summary_seconds = 1.0;
    let talk = Talk::open(Arc::clone(&provider), options);
    fill(&talk);
    talk
}

/// Rules wrote it, and the user is told why.
fn out_of_time(done: &SummaryCompletion) {
    assert_eq!(done.outcome, SummaryEnd::Applied, "{done:?}");
    assert_eq!(done.record.as_ref().unwrap().strategy, Strategy::Rules);
    assert!(done.warnings.iter().any(|it| it.contains("rules wrote it")), "{:?}", done.warnings);
}

#[test]
fn a_summary_that_nothing_waits_for_takes_no_longer_than_it_may() {
    let gate = gate();
    let talk = never_written(&gate);
    talk.session.summarize(None);
    out_of_time(&talk.until_summarized());
}

#[test]
fn a_send_that_waits_gives_a_summary_under_way_no_more_time() {
    let gate = gate();
    let talk = never_written(&gate);
    let long = sized(1, 2_500);
    talk.session.summarize(None);
    talk.until(|event| matches!(event, SessionEvent::SummarizationStarted { .. }));
    out_of_time(&completions(&talk.ask(&long))[0]);
}

#[test]
fn a_summary_that_comes_after_an_undo_changes_nothing() {
    let gate = gate();
    let provider = Arc::new(talkative());
    provider.add_summary(notes());
    provider.add_summary(notes().gated(&gate));
    let talk = Talk::open(Arc::clone(&provider), written(&provider));
    fill(&talk);
    talk.session.summarize(None);
    assert!(talk.until_summarized().success);
    for turn in 0..4 {
        talk.ask(&words(turn, 90));
    }
    talk.session.summarize(Some("again".to_owned()));
    talk.until(|event| matches!(event, SessionEvent::SummarizationStarted { .. }));
    talk.session.undo(None);
    let events = talk.until(|event| matches!(event, SessionEvent::Undone { .. }));
    let done = completions(&events);
    assert_eq!((done.len(), done[0].outcome), (1, SummaryEnd::Cancelled));
    gate.add_permits(1);
    talk.ask("Go on");
    let snapshot = talk.session.snapshot();
    assert_eq!(snapshot.summaries.iter().filter(|row| row.in_force).count(), 0);
}

#[test]
fn a_cancelled_summary_leaves_the_history_as_it_was_and_a_send_says_why_it_cannot() {
    let gate = gate();
    let provider = Arc::new(talkative());
    provider.add_summary(notes().gated(&gate));
    let talk = Talk::open(Arc::clone(&provider), written(&provider));
    fill(&talk);
    let before = talk.session.snapshot().view.clone();
    talk.session.summarize(None);
    talk.until(|event| matches!(event, SessionEvent::SummarizationStarted { .. }));
    // A second one is refused meanwhile.
    talk.session.summarize(None);
    let events = talk.until(|event| matches!(event, SessionEvent::Error { .. }));
    assert_eq!(failures(&events)[0].class, FailureClass::Busy);
    talk.session.cancel_summary();
    assert_eq!(talk.until_summarized().outcome, SummaryEnd::Cancelled);
    assert_eq!(talk.session.snapshot().view, before);

    let turn = talk.session.submit_text(sized(1, 2_500));
    talk.until(|event| matches!(event, SessionEvent::SummarizationStarted { blocking: true, .. }));
    talk.session.cancel_summary();
    let events = talk.until_ended(turn);
    assert_eq!(end(&events), TurnEnd::Failed);
    assert_eq!(failures(&events)[0].class, FailureClass::OverBudget);
    provider.add_summary(notes());
    gate.add_permits(1);
    let turn = talk.session.retry();
    assert_eq!(end(&talk.until_ended(turn)), TurnEnd::Completed);
}

#[test]
fn beyond_the_session_s_calls_rules_write_and_the_breaker_is_seen() {
    let provider = Arc::new(talkative());
    provider.add_summary(notes());
    let mut options = written(&provider);
    options.bounds.summary_calls = 1;
    let talk = Talk::open(Arc::clone(&provider), options);
    fill(&talk);
    talk.session.summarize(None);
    let done = talk.until_summarized();
    assert_eq!(done.record.unwrap().strategy, Strategy::Hybrid);
    let warning = warnings(&talk.until(|event| matches!(event, SessionEvent::Warning { .. })));
    assert!(warning[0].contains("used up"), "{warning:?}");
    assert_eq!(talk.session.snapshot().breakers, [Breaker::SummaryCalls]);
    fill(&talk);
    talk.session.summarize(None);
    let done = talk.until_summarized();
    assert_eq!(done.record.unwrap().strategy, Strategy::Rules);
    assert!(done.warnings.iter().any(|warning| warning.contains("used up")), "{:?}", done.warnings);
    assert_eq!(provider.summary_requests().len(), 1);
}

#[test]
fn beyond_the_session_s_tokens_rules_write_and_the_breaker_is_seen() {
    let provider = Arc::new(talkative());
    provider.add_summary(notes());
    let mut options = written(&provider);
    // One call takes 2,000 of the request and 100 of the answer.
    options.bounds.summary_tokens = 2_100;
    let talk = Talk::open(Arc::clone(&provider), options.clone());
    fill(&talk);
    assert_eq!(talk.session.snapshot().breakers, []);
    talk.session.summarize(None);
    assert_eq!(talk.until_summarized().record.unwrap().strategy, Strategy::Hybrid);
    let told = warnings(&talk.until(|event| matches!(event, SessionEvent::Warning { .. })));
    assert_eq!(told, [Breaker::SummaryTokens.explanation()]);
    assert_eq!(talk.session.snapshot().breakers, [Breaker::SummaryTokens]);
    assert_eq!(talk.session.snapshot().costs.summaries.tokens(), 2_100);
    fill(&talk);
    talk.session.summarize(None);
    let done = talk.until_summarized();
    assert_eq!(done.record.unwrap().strategy, Strategy::Rules);
    assert_eq!(done.warnings[0], Breaker::SummaryTokens.explanation());
    assert_eq!(provider.summary_requests().len(), 1);

    // One token more, and the model is asked once more.
    options.bounds.summary_tokens = 2_101;
    let talk = Talk::open(Arc::clone(&provider), options);
    fill(&talk);
    talk.session.summarize(None);
    talk.until_summarized();
    talk.settle();
    assert_eq!(talk.session.snapshot().breakers, []);
}

#[test]
fn a_model_that_fails_is_not_a_failure_of_the_conversation() {
    let provider = Arc::new(talkative());
    let class = ErrorClass::Authentication;
    provider.add_summary(Answer::error(ProviderError::new(class, "the key is wrong")));
    let talk = Talk::open(Arc::clone(&provider), written(&provider));
    fill(&talk);
    talk.session.summarize(None);
    let done = talk.until_summarized();
    assert_eq!(done.outcome, SummaryEnd::Applied);
    assert_eq!(done.record.as_ref().unwrap().strategy, Strategy::Rules);
    assert!(done.warnings.iter().any(|it| it.contains("the key is wrong")), "{:?}", done.warnings);
    assert_eq!(talk.session.snapshot().costs.summaries.calls, 1);
}

#[test]
fn the_old_and_larger_model_writes_the_summary_for_the_smaller_one() {
    let provider = Arc::new(talkative());
    provider.add_summary(notes());
    let mut options = written(&provider);
    options.settings.summary_models = Vec::new();
    let talk = Talk::open(Arc::clone(&provider), options);
    fill(&talk);
    let mut smaller = model(4_000);
    smaller.model = "gpt-4o-mini".to_owned();
    talk.session.switch_model(smaller, None);
    let done = talk.until_summarized();
    assert!(done.success, "{done:?}");
    let asked: Vec<String> =
        provider.summary_requests().into_iter().map(|request| request.model).collect();
    assert_eq!(asked.first().map(String::as_str), Some("gpt-4o"), "{asked:?}");
    talk.ask("Go on");
    assert_eq!(provider.last_request().model, "gpt-4o-mini");
    assert!(tokens(&provider.last_request()) <= 3_600);
}

#[test]
fn a_preview_is_paid_once() {
    let provider = Arc::new(talkative());
    provider.add_summary(notes());
    let talk = Talk::open(Arc::clone(&provider), written(&provider));
    fill(&talk);
    talk.session.preview(None);
    let events = talk.until(|event| matches!(event, SessionEvent::PreviewReady { .. }));
    let Some(SessionEvent::PreviewReady { preview }) = events.last() else { unreachable!() };
    assert_eq!(preview.warnings, [] as [String; 0]);
    assert_eq!(provider.summary_requests().len(), 1);
    talk.session.summarize(None);
    assert!(talk.until_summarized().success);
    assert_eq!(provider.summary_requests().len(), 1);
}

#[test]
fn a_panic_while_summarizing_is_a_failed_run_and_the_next_one_works() {
    let provider = Arc::new(talkative());
    let mut answer = notes();
    answer.panics = true;
    provider.add_summary(answer);
    provider.add_summary(notes());
    let talk = Talk::open(Arc::clone(&provider), written(&provider));
    fill(&talk);
    let before = talk.session.snapshot().view.clone();
    talk.session.summarize(None);
    let done = talk.until_summarized();
    assert_eq!(done.outcome, SummaryEnd::Failed);
    assert_eq!(done.failure.unwrap().class, FailureClass::Internal);
    assert_eq!(talk.session.snapshot().view, before);
    talk.session.summarize(None);
    assert!(talk.until_summarized().success);
}

#[test]
fn a_send_is_refused_where_a_compaction_failed_and_that_is_set() {
    for abort in [true, false] {
        let provider = Arc::new(talkative());
        let mut answer = notes();
        answer.panics = true;
        provider.add_summary(answer);
        let mut options = written(&provider);
        options.settings.abort_on_failure = abort;
        let talk = Talk::open(Arc::clone(&provider), options);
        fill(&talk);
        let events = talk.say(&words(1, 250));
        talk.until_idle();
        if abort {
            assert_eq!(end(&events), TurnEnd::Failed);
            assert_eq!(failures(&events)[0].class, FailureClass::CompactionFailed);
            // It is tried again for the next one.
            provider.add_summary(notes());
            provider.add_summary(notes());
            talk.drain();
            let turn = talk.session.retry();
            talk.until_ended(turn);
        } else {
            assert_eq!(end(&events), TurnEnd::Completed, "it still fits");
        }
    }
}

/// A clock that is advanced by the test.
#[derive(Debug, Default)]
struct HandClock(std::sync::atomic::AtomicU64);

impl vibeue_core::session::live::Clock for HandClock {
    fn now(&self) -> u64 {
        self.0.load(std::sync::atomic::Ordering::SeqCst)
    }
}

#[test]
fn a_model_that_writes_no_summary_is_asked_twice_and_then_left_alone_for_a_while() {
    let provider = Arc::new(talkative());
    let clock = Arc::new(HandClock::default());
    let mut options = written(&provider);
    options.clock = Arc::clone(&clock) as _;
    // Not what stops them here.
    options.settings.max_chain_depth = 20;
    let talk = Talk::open(Arc::clone(&provider), options);
    let overloaded = || {
        let class = ErrorClass::Overloaded { retry_after: None };
        Answer::error(ProviderError::new(class, "too many of you"))
    };
    (0..9).for_each(|_| provider.add_summary(overloaded()));
    let summarize = |seed| {
        fill(&talk);
        let events = talk.ask(&sized(seed, 2_500));
        let done = completions(&events);
        assert!(done.iter().all(|it| it.outcome == SummaryEnd::Applied), "{done:#?}");
        assert!(!done.is_empty());
        talk.until_idle();
        (provider.summary_requests().len(), events)
    };
    let (asked, events) = summarize(1);
    assert_eq!(asked, 2, "once, and once more");
    assert_eq!(warnings(&events), [Breaker::ModelsFailed.explanation()]);
    assert_eq!(talk.session.snapshot().breakers, [Breaker::ModelsFailed]);
    // A summary requested now asks it, and the user is told beforehand.
    let writer = talk.session.snapshot().context().next.writer;
    assert_eq!(writer.as_deref(), Some("gpt-4.1-mini"));
    assert_eq!(summarize(2).0, 2, "and not again with the next turn");

    // After a quarter of an hour they are tried again.
    clock.0.fetch_add(15 * 60 * 1_000, std::sync::atomic::Ordering::SeqCst);
    assert_eq!(summarize(3).0, 4);
    assert_eq!(summarize(4).0, 4);

    // A request of the user asks them; what they write then ends the pause.
    provider.forget_summaries();
    provider.add_summary(notes());
    talk.session.summarize(None);
    let done = talk.until_summarized();
    assert_eq!(done.record.unwrap().strategy, Strategy::Hybrid);
    assert_eq!(provider.summary_requests().len(), 5);
    assert_eq!(talk.session.snapshot().breakers, []);
}

#[test]
fn the_model_that_wrote_a_summary_is_named_wherever_the_summary_is_listed() {
    let provider = Arc::new(talkative());
    provider.add_summary(notes());
    let talk = Talk::open(Arc::clone(&provider), written(&provider));
    fill(&talk);
    talk.session.summarize(None);
    let done = talk.until_summarized();
    assert_eq!(done.record.unwrap().writer.as_deref(), Some("gpt-4.1-mini"));
    let report = || talk.session.snapshot().context();
    let row = report().summaries[0].clone();
    assert_eq!(row.writer.as_deref(), Some("gpt-4.1-mini"));
    assert_eq!(row.author().as_deref(), Some("gpt-4.1-mini and rules"));
    let read: serde_json::Value = serde_json::from_str(&report().write(ContextForm::Json)).unwrap();
    assert_eq!(read["summaries"][0]["writer"], serde_json::json!("gpt-4.1-mini"));
    let table = report().write(ContextForm::Csv);
    let line = table.lines().find(|line| line.starts_with("summary,")).unwrap();
    assert!(line.contains(" tokens, written by gpt-4.1-mini and rules; "), "{line}");

    // The editor is the author of the new text only.
    talk.session.edit_summary(row.message.unwrap(), "The doors are done.");
    talk.until(|event| matches!(event, SessionEvent::SummaryEdited { .. }));
    let row = report().summaries[0].clone();
    assert_eq!((row.writer.as_deref(), row.edited), (Some("gpt-4.1-mini"), true));
    let writers: Vec<_> =
        row.versions.iter().map(|version| (version.by, version.writer.as_deref())).collect();
    assert_eq!(writers, [(Some(Strategy::Hybrid), Some("gpt-4.1-mini")), (None, None)]);
    let changes = SummaryVersion::changes(&row.versions);
    let heads: Vec<&str> = changes.lines().filter(|line| line.starts_with("version ")).collect();
    assert!(heads[0].starts_with("version 1 of 2, by gpt-4.1-mini and rules: "), "{heads:?}");
    assert!(heads[1].starts_with("version 2 of 2, by you: "), "{heads:?}");
}
