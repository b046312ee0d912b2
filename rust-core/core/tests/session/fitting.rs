//! Every request fits, or there is an error before any model is asked.

use std::sync::atomic::{AtomicU64, Ordering};

use vibeue_core::compaction::Rung;
use vibeue_core::conversation::{Message, MessageKind, Part, Protocol, Role};
use vibeue_core::provider::{ErrorClass, ProviderError, StopReason};
use vibeue_core::session::live::{FailureClass, SessionEvent, SummaryEnd, SummaryPurpose, TurnEnd};
use vibeue_core::settings::Settings;
use vibeue_core::tokens::Counter;

use super::*;

/// Answers with this many words.
fn talkative(count: usize) -> Scripted {
    let number = AtomicU64::new(0);
    Scripted::new([])
        .rule(move |_| Answer::text(&words(1_000 + number.fetch_add(1, Ordering::Relaxed), count)))
}

fn assert_fit(talk: &Talk, available: u64) {
    for request in talk.provider.requests() {
        let tokens = tokens(&request);
        assert!(tokens <= available, "a request of {tokens} tokens left");
        assert_valid(&request);
    }
}

#[test]
fn a_long_talk_goes_on_and_every_request_fits() {
    let talk = Talk::new(talkative(120), 4_000);
    for turn in 0..60 {
        talk.ask(&format!("Question {turn}: {}", words(turn, 60)));
    }
    talk.until_idle();
    // 0.9 x 4,000.
    assert_fit(&talk, 3_600);
    let snapshot = talk.session.snapshot();
    let done = snapshot.summaries.iter().filter(|row| row.in_force).count();
    assert!(done >= 3, "{done}");
    assert_eq!(talk.transcript().len(), 120, "nothing of what was said is lost");
    assert_eq!(snapshot.condensed.len(), 120 - unsummarized(&talk));
}

/// Messages of the view that are the original ones.
fn unsummarized(talk: &Talk) -> usize {
    let snapshot = talk.session.snapshot();
    let whole: Vec<_> = snapshot.transcript.iter().map(Arc::as_ptr).collect();
    snapshot.view.iter().filter(|message| whole.contains(&Arc::as_ptr(message))).count()
}

#[test]
fn a_paste_that_does_not_fit_beside_the_history_is_waited_for() {
    let talk = Talk::new(talkative(120), 4_000);
    for turn in 0..6 {
        talk.ask(&words(turn, 100));
    }
    talk.until_reported();
    talk.drain();
    let paste = words(99, 700);
    let events = talk.ask(&paste);
    let done = completions(&events);
    assert_eq!(done.len(), 1, "{events:#?}");
    assert_eq!(
        (done[0].outcome, done[0].purpose),
        (SummaryEnd::Applied, SummaryPurpose::Automatic)
    );
    assert!(events.iter().any(|event| matches!(
        event,
        SessionEvent::SummarizationStarted { blocking: true, explanation, .. }
            if explanation.contains("at or over the emergency limit")
    )));
    assert_fit(&talk, 3_600);
    assert_eq!(message_words(talk.provider.last_request().messages.last().unwrap()), paste);
}

#[test]
fn a_message_larger_than_the_window_is_refused_before_any_model_is_asked() {
    let talk = Talk::new(talkative(10), 2_000);
    let events = talk.say(&words(1, 3_000));
    assert_eq!(end(&events), TurnEnd::Failed);
    let failure = &failures(&events)[0];
    assert_eq!(failure.class, FailureClass::Irreducible, "{failure:?}");
    assert!(failure.message.contains("newest user message"), "{failure:?}");
    assert_eq!(talk.provider.requests().len(), 0);
    talk.ask("A short one");
    assert_fit(&talk, 1_800);
}

#[test]
fn tools_and_a_prompt_that_leave_no_room_are_named() {
    let provider = Arc::new(talkative(10));
    let mut options = options(&provider, 2_000);
    let mut big = tool("read_file");
    big.definition.description = words(5, 1_500);
    options.tools = vec![big];
    let talk = Talk::open(provider, options);
    let events = talk.say("Hello");
    assert_eq!(end(&events), TurnEnd::Failed);
    let failure = &failures(&events)[0];
    assert_eq!(failure.class, FailureClass::Irreducible);
    assert!(failure.message.contains("tools"), "{failure:?}");
    assert_eq!(
        failure.hint.as_deref(),
        Some("offer fewer tools, or use a model with a larger context window")
    );
    assert_eq!(talk.provider.requests().len(), 0);
}

#[test]
fn switched_off_means_an_error_on_every_path() {
    let provider = Arc::new(talkative(10));
    let mut options = options(&provider, 2_000);
    options.settings.enabled = false;
    let talk = Talk::open(Arc::clone(&provider), options);
    let events = talk.say(&words(1, 2_500));
    assert_eq!(end(&events), TurnEnd::Failed);
    assert_eq!(failures(&events)[0].class, FailureClass::OverBudget);
    assert!(failures(&events)[0].message.contains("compaction is switched off"));
    assert_eq!(provider.requests().len(), 0);
    assert_eq!(completions(&events), []);

    // The server's answer, too.
    let overflow = ErrorClass::ContextLengthExceeded { limit: Some(50), requested: Some(70) };
    let provider =
        Arc::new(Scripted::new([Answer::error(ProviderError::new(overflow, "too long"))]));
    let mut options = super::options(&provider, 2_000);
    options.settings.enabled = false;
    let talk = Talk::open(Arc::clone(&provider), options);
    let events = talk.say("Hello");
    assert_eq!(failures(&events)[0].class, FailureClass::ContextLengthExceeded);
    assert!(failures(&events)[0].hint.as_deref().unwrap().contains("compaction is off"));
    assert_eq!((provider.requests().len(), completions(&events).len()), (1, 0));
}

/// Refuses what has more than this many tokens, as a server does whose window
/// is smaller than everybody believes.
fn narrow(limit: u64, tells: bool) -> Scripted {
    Scripted::new([]).rule(move |request| {
        let requested = tokens(request);
        if requested <= limit {
            return Answer::text(&words(requested, 60));
        }
        let class = ErrorClass::ContextLengthExceeded {
            limit: tells.then_some(limit),
            requested: tells.then_some(requested),
        };
        Answer::error(ProviderError::new(class, "the prompt is too long"))
    })
}

#[test]
fn after_an_overflow_each_request_is_strictly_smaller_and_the_limit_is_learned() {
    for tells in [true, false] {
        let provider = Arc::new(narrow(1_500, tells));
        let mut options = options(&provider, 16_000);
        // The user believes nothing; the server is heard.
        options.model.limits.window = None;
        options.model.model = "gpt-4o".to_owned();
        let talk = Talk::open(Arc::clone(&provider), options);
        for turn in 0..40 {
            talk.ask(&format!("{turn} {}", words(turn, 40)));
        }
        let sizes: Vec<u64> = provider.requests().iter().map(tokens).collect();
        let refused: Vec<usize> = (0..sizes.len()).filter(|at| sizes[*at] > 1_500).collect();
        assert!(
            !refused.is_empty() && refused.len() <= 4,
            "tells: {tells}, {refused:?} of {sizes:?}"
        );
        for at in &refused {
            assert!(sizes[at + 1] < sizes[*at], "{sizes:?}");
        }
        if tells {
            assert_eq!(refused.len(), 1, "one refusal teaches it: {sizes:?}");
            assert_eq!(talk.session.snapshot().limits.window.tokens, 1_500);
        }
        provider.requests().iter().for_each(assert_valid);
    }
}

#[test]
fn a_server_that_always_refuses_is_asked_four_times_at_most_and_never_the_same() {
    let provider = Arc::new(Scripted::new([]).rule(|request| {
        let long = request.messages.len() > 6;
        if !long && request.messages.iter().all(|message| message.kind == MessageKind::Normal) {
            return Answer::text(&words(3, 80));
        }
        let class = ErrorClass::ContextLengthExceeded { limit: None, requested: None };
        Answer::error(ProviderError::new(class, "the prompt is too long"))
    }));
    let talk = Talk::open(Arc::clone(&provider), options(&provider, 16_000));
    for turn in 0..3 {
        talk.ask(&words(turn, 80));
    }
    let before = provider.requests().len();
    let events = talk.say(&words(9, 80));
    assert_eq!(end(&events), TurnEnd::Failed);
    let class = failures(&events)[0].class;
    assert!(
        matches!(class, FailureClass::ContextLengthExceeded | FailureClass::Irreducible),
        "{events:#?}"
    );
    let requests = &provider.requests()[before..];
    assert!((2..=4).contains(&requests.len()), "{}", requests.len());
    let sizes: Vec<u64> = requests.iter().map(tokens).collect();
    assert!(sizes.windows(2).all(|pair| pair[1] < pair[0]), "{sizes:?}");
}

#[test]
fn a_window_that_fills_in_the_middle_of_an_answer_is_emptied_once() {
    let provider = Arc::new(talkative(60));
    let talk = Talk::open(Arc::clone(&provider), options(&provider, 16_000));
    for turn in 0..6 {
        talk.ask(&words(turn, 60));
    }
    provider.add(Answer::stop("Half of it", StopReason::ContextFull));
    let events = talk.ask("Tell me everything");
    assert!(events.iter().any(|event| matches!(event, SessionEvent::AnswerRetracted { .. })));
    assert_eq!(completions(&events).len(), 1);
    let texts: Vec<String> = talk.transcript().into_iter().map(|(_, text)| text).collect();
    assert!(!texts.iter().any(|text| text == "Half of it"));

    provider.add(Answer::stop("Half of it", StopReason::ContextFull));
    provider.add(Answer::stop("Half again", StopReason::ContextFull));
    let events = talk.ask("Tell me everything again");
    assert_eq!(warnings(&events), ["the answer was cut off: the model's window was full"]);
    assert_eq!(message_words(talk.session.snapshot().transcript.last().unwrap()), "Half again");
}

#[test]
fn a_summary_that_comes_beside_an_answer_that_fills_the_window_saves_the_turn() {
    let provider = Arc::new(talkative(60));
    let talk = Talk::open(Arc::clone(&provider), options(&provider, 16_000));
    for turn in 0..6 {
        talk.ask(&words(turn, 60));
    }
    let gate = gate();
    provider.add(Answer::stop("Half of it", StopReason::ContextFull).gated(&gate));
    let turn = talk.session.submit_text("Tell me everything");
    talk.until(|event| matches!(event, SessionEvent::Message { .. }));
    talk.until_streaming();
    talk.session.summarize(None);
    assert_eq!(talk.until_summarized().outcome, SummaryEnd::Applied);
    gate.add_permits(1);
    // There is nothing more to condense, and there need not be.
    let events = talk.until_ended(turn);
    assert_eq!(end(&events), TurnEnd::Completed, "{events:#?}");
    assert!(events.iter().any(|event| matches!(event, SessionEvent::AnswerRetracted { .. })));
    assert_eq!(completions(&events), []);
    let sizes: Vec<u64> = provider.requests().iter().rev().take(2).map(tokens).collect();
    assert!(sizes[0] < sizes[1], "{sizes:?}");
}

#[test]
fn a_summary_made_during_the_chat_does_not_hold_the_answer_up() {
    let provider = Arc::new(talkative(100));
    let mut options = options(&provider, 4_000);
    options.settings.threshold = 0.4;
    options.settings.reset_ratio = 0.3;
    options.settings.target_ratio = 0.2;
    options.settings.summary_share = 0.15;
    options.settings.ledger_share = 0.05;
    let talk = Talk::open(Arc::clone(&provider), options);
    let mut beside = 0;
    for turn in 0..20 {
        talk.session.submit_text(words(turn, 60));
        let events = talk.until(|event| matches!(event, SessionEvent::TurnEnded { .. }));
        beside += events
            .iter()
            .filter(|event| {
                matches!(event, SessionEvent::SummarizationStarted { blocking: false, .. })
            })
            .count();
    }
    talk.until_idle();
    let started = beside;
    assert!(started > 0);
    assert_fit(&talk, 3_600);
}

/// The schema of the tool that the first compaction brings counts against the budget, too, most of
/// all if what must stay leaves room for little else.
#[test]
fn a_first_compaction_leaves_room_for_the_tool_that_it_brings() {
    // 0.9 x 4,000.
    let available = 3_600;
    let mut rungs = Vec::new();
    for newest in (900..=1_500).step_by(20) {
        let provider = Arc::new(Scripted::new([Answer::text(&sized(3, 700))]));
        let mut options = options(&provider, 4_000);
        options.pinned = vec![sized(1, 2_000)];
        let talk = Talk::open(Arc::clone(&provider), options);
        talk.ask("Tell me all of it");
        assert_eq!(provider.last_request().tools.len(), 0, "no archive yet, no tool for it");
        provider.add(Answer::text("Done."));
        let events = talk.say(&sized(7, newest));
        if end(&events) == TurnEnd::Failed {
            assert_eq!(failures(&events)[0].class, FailureClass::Irreducible, "{events:#?}");
            assert_eq!(provider.requests().len(), 1, "what does not fit is not sent");
            continue;
        }
        let request = provider.last_request();
        assert_eq!(request.tools.iter().map(|tool| &*tool.name).collect::<Vec<_>>(), ["recall"]);
        let tokens = tokens(&request);
        assert!(tokens <= available, "{newest}: a request of {tokens} tokens left");
        let done = completions(&events);
        let [done] = &done[..] else { panic!("{newest}: {events:#?}") };
        assert!(done.tokens_after <= available, "{newest}: {}", done.tokens_after);
        rungs.extend(done.rung);
    }
    assert!(rungs.contains(&Rung::Rules) && rungs.contains(&Rung::Trim), "{rungs:?}");
}

#[test]
fn switching_to_a_smaller_model_condenses_before_the_next_request() {
    let talk = Talk::new(talkative(100), 16_000);
    for turn in 0..12 {
        talk.ask(&words(turn, 100));
    }
    let before = tokens(&talk.provider.last_request());
    assert!(before > 3_600, "{before}");
    let sent = talk.provider.requests().len();
    talk.session.switch_model(model(4_000), None);
    talk.until(|event| matches!(event, SessionEvent::ModelChanged { .. }));
    let done = talk.until_summarized();
    assert_eq!(done.outcome, SummaryEnd::Applied);
    talk.ask("Go on");
    assert_eq!(talk.provider.requests().len(), sent + 1);
    assert!(tokens(&talk.provider.last_request()) <= 3_600);
    assert_eq!(talk.session.snapshot().limits.window.tokens, 4_000);
}

#[test]
fn a_failed_compaction_stops_the_send_only_where_that_is_set() {
    // Nothing can be condensed: one huge pinned message and a short one.
    for abort in [false, true] {
        let provider = Arc::new(Scripted::new([]));
        let mut options = options(&provider, 4_000);
        options.pinned = vec![sized(1, 3_100)];
        options.settings.abort_on_failure = abort;
        options.settings.minimum_messages = 2;
        let talk = Talk::open(Arc::clone(&provider), options);
        talk.ask("one");
        let events = talk.say("two");
        let used = talk.session.snapshot().usage;
        assert!(used.used < used.available, "{used:?}");
        // Nothing to condense is not a failure: the request fits.
        assert_eq!(end(&events), TurnEnd::Completed, "{events:#?}");
    }
}

#[test]
fn an_estimate_that_cannot_tell_asks_the_server_and_believes_it() {
    let mut provider = Scripted::new([]);
    provider.capabilities.counts = true;
    // The server counts a tenth less than we do.
    provider.count = Some(Box::new(|request| Ok(Some(tokens(request) * 9 / 10))));
    let provider = Arc::new(provider);
    let mut options = options(&provider, 10_000);
    options.model.model = "claude-sonnet-4-5".to_owned();
    options.model.max_output_tokens = Some(900);
    options.settings.minimum_messages = 1_000;
    let talk = Talk::open(Arc::clone(&provider), options);
    let counter = Counter::for_model("claude-sonnet-4-5");
    counter.warm();
    assert!(counter.error_bound() > 0.0);
    // Above what is safe by the estimate, below what the server takes.
    let mut text = String::new();
    let mut seed = 0;
    let safe = counter.safe_limit(9_000);
    while counter.text(&text).tokens < safe + 100 {
        seed += 1;
        text.push_str(&words(seed, 20));
    }
    talk.ask(&text);
    assert_eq!(provider.counted(), 1);
    let snapshot = talk.session.snapshot();
    assert_eq!(snapshot.costs.counts.calls, 1);
    assert!(snapshot.summaries.is_empty(), "it fits by the server's count");
    assert_eq!(provider.requests().len(), 1);
    // By the estimate there was less room than that.
    assert_eq!(provider.last_request().max_output_tokens, Some(900));
}

#[test]
fn the_users_limit_on_answers_beats_an_assumption() {
    for (protocol, asked, sent) in [
        // Nobody knows the model; Anthropic's protocol demands a number.
        (Protocol::Anthropic, None, Some(4_096)),
        (Protocol::Anthropic, Some(20_000), Some(20_000)),
        (Protocol::OpenaiChat, None, None),
        (Protocol::OpenaiChat, Some(20_000), Some(20_000)),
        // There is no room for that much in addition to the request.
        (Protocol::Anthropic, Some(90_000), Some(40_000)),
    ] {
        let mut provider = Scripted::new([Answer::text("Done.")]);
        provider.protocol = protocol;
        let provider = Arc::new(provider);
        let mut options = options(&provider, 40_000);
        options.model.model = "a-model-that-nobody-knows".to_owned();
        options.model.max_output_tokens = asked;
        options.settings.reserve_tokens = Some(1_000);
        let talk = Talk::open(Arc::clone(&provider), options);
        talk.ask("Go.");
        let most = provider.last_request().max_output_tokens;
        match sent {
            Some(40_000) => assert!(most.is_some_and(|most| (39_000..40_000).contains(&most))),
            sent => assert_eq!(most, sent, "{protocol:?} {asked:?}"),
        }
    }
}

#[test]
fn three_compactions_that_gain_nothing_open_the_breaker_and_say_so() {
    let provider = Arc::new(talkative(20));
    let mut options = options(&provider, 4_000);
    options.pinned = vec![sized(1, 2_950)];
    options.settings = Settings {
        no_progress_limit: 2,
        minimum_messages: 2,
        recent_messages_to_keep: 1,
        ..settings()
    };
    options.tools = vec![tool("look")];
    let talk = Talk::open(Arc::clone(&provider), options);
    for _ in 0..12 {
        provider.add(Answer::calls(&[("a", "look", "{}")]));
    }
    talk.session.submit_text("Look around");
    let mut tried = 0;
    let mut told = Vec::new();
    loop {
        let events = talk.until(|event| {
            matches!(event, SessionEvent::ToolCall { .. } | SessionEvent::TurnEnded { .. })
        });
        tried += completions(&events).len();
        told.extend(warnings(&events));
        match events.last().unwrap() {
            SessionEvent::ToolCall { call_id, .. } => {
                let answer = vibeue_core::session::live::ToolAnswer::text(words(7, 3));
                talk.session.answer_tool(call_id.clone(), answer);
            }
            _ => break,
        }
    }
    // One in the background may end after the turn.
    talk.until_reported();
    told.extend(warnings(&talk.drain()));
    assert!(tried <= 3, "{tried} compactions that gained nothing");
    assert!(told.iter().any(|warning| warning.contains("freed too little")), "{told:?}");
}

#[test]
fn an_image_counts_by_its_formula_and_travels() {
    let talk = Talk::new(Scripted::new([]), 8_000);
    let image = Part::Image(Box::new(vibeue_core::conversation::Image {
        source: vibeue_core::conversation::ImageSource::Url {
            url: "https://example.com/a.png".to_owned(),
        },
        detail: None,
        extra: vibeue_core::conversation::Extra::new(),
    }));
    let turn = talk.session.submit(vec![image]);
    assert_eq!(end(&talk.until_ended(turn)), TurnEnd::Completed);
    assert!(talk.session.snapshot().usage.breakdown.images > 0);
    let sent: &Message = &talk.provider.last_request().messages[0];
    assert_eq!((sent.role, sent.parts.len()), (Role::User, 1));
}
