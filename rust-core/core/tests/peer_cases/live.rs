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
fn between_two_compactions_each_request_begins_with_the_one_before() {
    // A provider's cache of prompts holds what did not change: few, large cuts.
    let talk = Talk::new(talkative(), 8_000);
    for turn in 0..40 {
        talk.ask(&words(turn, 60));
        talk.until_idle();
    }
    let requests = talk.provider.requests();
    let goes_on = |pair: &&[vibeue_core::provider::ChatRequest]| {
        pair[0].tools == pair[1].tools && pair[1].messages.starts_with(&pair[0].messages)
    };
    let cuts = requests.windows(2).filter(|pair| !goes_on(pair)).count();
    let compactions = talk.session.snapshot().summaries.len();
    assert!(compactions >= 2, "the window was filled");
    assert!(cuts <= compactions, "{cuts} cuts for {compactions} compactions");
    assert!(cuts <= requests.len() / 5, "{cuts} cuts in {} requests", requests.len());
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
    let done = talk.until_summarized();
    assert_eq!(done.outcome, SummaryEnd::Applied);
    gate.add_permits(1);
    talk.until_ended(two);
    let asked: Vec<String> = talk
        .session
        .snapshot()
        .view
        .iter()
        .map(|message| message_words(message))
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
        let done = talk.until_summarized();
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
fn of_two_commands_to_summarize_one_runs_and_the_other_is_told() {
    // arcee-ai/nac#147, Copilot's start that does nothing
    let gate = gate();
    let provider = Arc::new(talkative());
    let notes = "<summary>\n## Overview\n- The doors are looked at (m1-m4)\n</summary>";
    provider.add_summary(Answer::text(notes).gated(&gate));
    let mut options = options(&provider, 8_000);
    options.settings.mode = Mode::Llm;
    let talk = Talk::open(Arc::clone(&provider), options);
    for turn in 0..6 {
        talk.ask(&words(turn, 90));
    }
    talk.session.summarize(None);
    talk.session.summarize(Some("again".to_owned()));
    let events = talk.until(|event| matches!(event, SessionEvent::Error { .. }));
    let failure = &failures(&events)[0];
    assert_eq!(failure.class, FailureClass::Busy);
    assert!(failure.hint.is_some(), "{failure:?}");
    gate.add_permits(1);
    assert_eq!(talk.until_summarized().outcome, SummaryEnd::Applied);
    assert_eq!(provider.summary_requests().len(), 1);
    assert_eq!(talk.session.snapshot().summaries.len(), 1);
}

/// What is reported about each summarization: its number, and how it ended.
fn summaries(events: &[SessionEvent]) -> Vec<(u64, Option<SummaryEnd>)> {
    let told = events.iter().filter_map(|event| match event {
        SessionEvent::SummarizationStarted { summary, .. } => Some((summary.0, None)),
        SessionEvent::SummarizationComplete { completion } => {
            Some((completion.summary.0, Some(completion.outcome)))
        }
        _ => None,
    });
    told.collect()
}

#[test]
fn every_summarization_is_told_from_its_start_to_one_end() {
    // microsoft/vscode#271740 (an endless spinner), codex#23589
    let gate = gate();
    let provider = Arc::new(talkative());
    let notes = "<summary>\n## Overview\n- The doors are looked at (m1-m4)\n</summary>";
    let mut panics = Answer::text(notes);
    panics.panics = true;
    provider.add_summary(panics);
    provider.add_summary(Answer::text(notes).gated(&gate));
    provider.add_summary(Answer::text(notes));
    let mut options = options(&provider, 16_000);
    options.settings.mode = Mode::Llm;
    let talk = Talk::open(Arc::clone(&provider), options);
    for turn in 0..6 {
        talk.ask(&words(turn, 90));
    }
    talk.drain();
    let ended = |event: &SessionEvent| matches!(event, SessionEvent::SummarizationComplete { .. });

    talk.session.summarize(None);
    let events = talk.until(ended);
    assert_eq!(summaries(&events), [(1, None), (1, Some(SummaryEnd::Failed))]);
    let failure = completions(&events).remove(0).failure.expect("it says why");
    assert!(!failure.message.is_empty() && failure.hint.is_some(), "{failure:?}");

    talk.session.summarize(None);
    let mut events = talk.until(|event| matches!(event, SessionEvent::SummarizationStarted { .. }));
    talk.session.cancel_summary();
    events.extend(talk.until(ended));
    assert_eq!(summaries(&events), [(2, None), (2, Some(SummaryEnd::Cancelled))]);

    // It may have been cancelled before its call left.
    gate.add_permits(1);
    talk.session.summarize(None);
    let events = talk.until(ended);
    assert_eq!(summaries(&events), [(3, None), (3, Some(SummaryEnd::Applied))]);
    let done = completions(&events).remove(0);
    assert!(done.tokens_after < done.tokens_before && done.messages_summarized > 0, "{done:?}");
    assert!(done.messages_summarized < done.messages_total, "what stays is told too");
    talk.until_idle();
    assert_eq!(summaries(&talk.drain()), [], "nothing comes behind the end");
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
        let all: String = request.messages.iter().map(|message| message_words(message)).collect();
        assert!(!all.contains("the key is wrong"), "an error is not a summary");
    }
}
