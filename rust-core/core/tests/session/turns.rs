//! Turns: in order, each with one end.

use vibeue_core::conversation::{Protocol, Role};
use vibeue_core::provider::{ErrorClass, ModelInfo, ProviderError, StopReason};
use vibeue_core::session::live::{
    FailureClass, Phase, SessionEvent, SessionOptions, TurnEnd, TurnId, is_interrupted,
};

use super::*;

#[test]
fn an_answer_is_streamed_said_and_ended_once() {
    let mut answer = Answer::text("It is open.");
    answer.pieces = vec!["It ".to_owned(), "is ".to_owned(), "open.".to_owned()];
    let talk = Talk::new(Scripted::new([answer.usage(20, 5)]), 8_000);
    let events = talk.ask("Is the door open?");
    assert_eq!(streamed(&events), "It is open.");
    assert_eq!(
        talk.transcript(),
        [(Role::User, "Is the door open?".to_owned()), (Role::Assistant, "It is open.".to_owned())]
    );
    let snapshot = talk.session.snapshot();
    assert_eq!((snapshot.costs.chat.calls, snapshot.costs.chat.input), (1, 20));
    assert_eq!(snapshot.usage.used, tokens_of_next(&talk));
    let request = talk.provider.last_request();
    assert_eq!((request.model.as_str(), request.messages.len()), ("gpt-4o", 1));
}

/// Tokens of the conversation as the next request would have it.
fn tokens_of_next(talk: &Talk) -> u64 {
    let mut request = talk.provider.last_request();
    request.messages = talk.session.snapshot().view.iter().cloned().collect();
    tokens(&request)
}

#[test]
fn the_system_prompt_and_the_rules_stand_first_and_once() {
    let provider = Arc::new(Scripted::new([]));
    let options = SessionOptions {
        system_prompt: Some("You help.".to_owned()),
        pinned: vec!["Never delete assets.".to_owned()],
        ..options(&provider, 8_000)
    };
    let talk = Talk::open(provider, options);
    talk.ask("one");
    talk.ask("two");
    assert_eq!(
        said(&talk.provider.last_request()),
        ["You help.", "Never delete assets.", "one", "Done.", "two"]
    );
    assert!(talk.session.snapshot().view.get(1).unwrap().pinned);
}

#[test]
fn messages_submitted_meanwhile_are_kept_once_and_in_order() {
    let gate = gate();
    let talk = Talk::new(Scripted::new([Answer::text("first").gated(&gate)]), 8_000);
    let turns: Vec<TurnId> =
        (0..5).map(|number| talk.session.submit_text(format!("question {number}"))).collect();
    talk.until(|event| matches!(event, SessionEvent::TextDelta { .. }));
    gate.add_permits(1);
    talk.until_ended(turns[4]);
    let asked: Vec<String> = talk
        .transcript()
        .into_iter()
        .filter(|(role, _)| *role == Role::User)
        .map(|(_, text)| text)
        .collect();
    let expected: Vec<String> = (0..5).map(|number| format!("question {number}")).collect();
    assert_eq!(asked, expected);
    let roles: Vec<Role> = talk.transcript().into_iter().map(|(role, _)| role).collect();
    assert_eq!(roles, [Role::User, Role::Assistant].repeat(5));
}

#[test]
fn a_turn_that_waits_can_be_withdrawn_without_a_trace() {
    let gate = gate();
    let talk = Talk::new(Scripted::new([Answer::text("first").gated(&gate)]), 8_000);
    let first = talk.session.submit_text("stays");
    let second = talk.session.submit_text("goes");
    talk.session.cancel_turn(second);
    let events = talk.until_ended(second);
    assert_eq!(end(&events), TurnEnd::Cancelled);
    gate.add_permits(1);
    talk.until_ended(first);
    assert_eq!(talk.transcript().len(), 2);
}

#[test]
fn a_broken_off_answer_is_kept_and_marked() {
    let gate = gate();
    let talk = Talk::new(Scripted::new([Answer::text("Let me see").gated(&gate)]), 8_000);
    let turn = talk.session.submit_text("Look");
    talk.until(|event| matches!(event, SessionEvent::TextDelta { .. }));
    assert_eq!(talk.session.snapshot().state.turn.unwrap().phase, Phase::Streaming);
    talk.session.cancel();
    let events = talk.until_ended(turn);
    assert_eq!(end(&events), TurnEnd::Cancelled);
    let last = talk.session.snapshot().transcript.last().cloned().unwrap();
    assert_eq!(message_words(&last), "Let me see\n\n[interrupted by the user]");
    assert!(is_interrupted(&last));
    gate.add_permits(1);
    let events = talk.ask("Go on");
    assert_eq!(streamed(&events), "Done.", "nothing of the cancelled answer comes later");
}

#[test]
fn an_answer_broken_off_before_its_first_word_leaves_nothing() {
    let gate = gate();
    let mut answer = Answer::text("never");
    answer.gate = Some((0, Arc::clone(&gate)));
    let talk = Talk::new(Scripted::new([answer]), 8_000);
    let turn = talk.session.submit_text("Look");
    talk.until(|event| {
        matches!(event, SessionEvent::State { state }
            if state.turn.is_some_and(|turn| turn.phase == Phase::Streaming))
    });
    talk.session.cancel();
    assert_eq!(end(&talk.until_ended(turn)), TurnEnd::Cancelled);
    assert_eq!(talk.transcript(), [(Role::User, "Look".to_owned())]);
}

#[test]
fn a_failed_turn_says_why_keeps_what_came_and_can_be_asked_again() {
    let mut cut = Answer::text("Half an ans");
    cut.result = Err(ProviderError::new(ErrorClass::Transport, "the connection was cut"));
    let talk = Talk::new(Scripted::new([cut]), 8_000);
    let events = talk.say("Look");
    assert_eq!(end(&events), TurnEnd::Failed);
    let failure = &failures(&events)[0];
    assert_eq!(
        (failure.class, &*failure.message),
        (FailureClass::Transport, "the connection was cut")
    );
    let turn = talk.session.retry();
    assert_eq!(end(&talk.until_ended(turn)), TurnEnd::Completed);
    let texts: Vec<String> = talk.transcript().into_iter().map(|(_, text)| text).collect();
    assert_eq!(texts, ["Look", "Half an ans\n\n[interrupted by an error]", "Done."]);
    let turn = talk.session.retry();
    let events = talk.until_ended(turn);
    assert_eq!(failures(&events)[0].class, FailureClass::Invalid);
}

#[test]
fn a_message_without_words_is_refused() {
    let talk = Talk::new(Scripted::new([]), 8_000);
    for text in ["", " \n"] {
        let events = talk.say(text);
        assert_eq!(end(&events), TurnEnd::Failed);
        assert_eq!(failures(&events)[0].class, FailureClass::Invalid);
    }
    assert_eq!(talk.transcript(), []);
}

#[test]
fn a_panic_in_a_provider_ends_the_turn_and_leaves_the_session_usable() {
    let mut answer = Answer::text("never");
    answer.panics = true;
    let talk = Talk::new(Scripted::new([answer]), 8_000);
    let events = talk.say("Look");
    assert_eq!(end(&events), TurnEnd::Failed);
    assert_eq!(failures(&events)[0].class, FailureClass::Internal);
    talk.ask("And now?");
}

#[test]
fn every_reason_to_stop_has_its_end() {
    let cases = [
        (Answer::stop("all", StopReason::End), TurnEnd::Completed, 0),
        (Answer::stop("cut he", StopReason::Length), TurnEnd::Completed, 1),
        (Answer::stop("", StopReason::End), TurnEnd::Completed, 1),
        (Answer::stop("no", StopReason::Refusal), TurnEnd::Failed, 0),
        (Answer::stop("hm", StopReason::Other("odd".to_owned())), TurnEnd::Completed, 0),
    ];
    for (answer, expected, warned) in cases {
        let stop = answer.result.clone().unwrap().stop;
        let talk = Talk::new(Scripted::new([answer]), 8_000);
        let events = talk.say("Look");
        assert_eq!((end(&events), warnings(&events).len()), (expected, warned), "{stop:?}");
        talk.ask("next");
    }
}

#[test]
fn a_paused_turn_is_continued() {
    let pause = Answer::stop("searching", StopReason::Pause);
    let talk = Talk::new(Scripted::new([pause, Answer::text("found")]), 8_000);
    talk.ask("Search");
    let texts: Vec<String> = talk.transcript().into_iter().map(|(_, text)| text).collect();
    assert_eq!(texts, ["Search", "searching", "found"]);
    let request = talk.provider.last_request();
    assert_eq!(request.messages.last().unwrap().role, Role::Assistant);
}

#[test]
fn the_first_request_waits_for_what_the_server_knows_and_not_for_ever() {
    let mut provider = Scripted::new([]);
    let held = gate();
    provider.describe_gate = Some(Arc::clone(&held));
    let provider = Arc::new(provider);
    let mut options = options(&provider, 8_000);
    options.model.limits.window = None;
    options.bounds.describe_wait = std::time::Duration::from_millis(50);
    let talk = Talk::open(provider, options);
    talk.ask("Nobody tells");
    assert_eq!(talk.session.snapshot().limits.window.tokens, 128_000);
}

#[test]
fn the_server_s_window_holds_unless_the_user_set_one() {
    let provider = Scripted::new([]);
    provider.info.lock().unwrap().as_mut().unwrap().context_length = Some(4_096);
    let provider = Arc::new(provider);
    let mut options = options(&provider, 8_000);
    options.model.limits.window = None;
    let talk = Talk::open(Arc::clone(&provider), options);
    talk.ask("Hello");
    assert_eq!(talk.session.snapshot().limits.window.tokens, 4_096);
    let talk = Talk::open(Arc::clone(&provider), super::options(&provider, 8_000));
    talk.ask("Hello");
    assert_eq!(talk.session.snapshot().limits.window.tokens, 8_000);
}

#[test]
fn a_server_that_could_not_tell_its_window_is_asked_again_with_the_next_turn() {
    let provider = Scripted::new([]);
    let busy = ProviderError::new(ErrorClass::Overloaded { retry_after: None }, "loading");
    *provider.info.lock().unwrap() = Err(busy);
    let provider = Arc::new(provider);
    let mut options = options(&provider, 8_000);
    options.model.limits.window = None;
    let talk = Talk::open(Arc::clone(&provider), options);
    talk.ask("Hello");
    assert_eq!(talk.session.snapshot().limits.window.tokens, 128_000);
    *provider.info.lock().unwrap() =
        Ok(ModelInfo { context_length: Some(4_096), ..ModelInfo::default() });
    talk.ask("And now?");
    assert_eq!(talk.session.snapshot().limits.window.tokens, 4_096);
    let described = provider.described();
    talk.ask("Once more");
    assert_eq!(provider.described(), described, "what is known is not asked again");
}

#[test]
fn a_server_that_never_tells_is_not_asked_for_ever() {
    let provider = Scripted::new([]);
    let error = ProviderError::new(ErrorClass::Transport, "no connection");
    *provider.info.lock().unwrap() = Err(error);
    let provider = Arc::new(provider);
    let talk = Talk::open(Arc::clone(&provider), options(&provider, 8_000));
    for _ in 0..8 {
        talk.ask("Hello");
    }
    assert_eq!(provider.described(), 4);

    // One that has nothing to tell is asked once.
    let provider = Scripted::new([]);
    let error = ProviderError::new(ErrorClass::NotFound, "no such address");
    *provider.info.lock().unwrap() = Err(error);
    let provider = Arc::new(provider);
    let talk = Talk::open(Arc::clone(&provider), options(&provider, 8_000));
    for _ in 0..3 {
        talk.ask("Hello");
    }
    assert_eq!(provider.described(), 1);
}

#[test]
fn settings_that_do_not_suit_what_the_server_tells_are_told() {
    let told = |window: Option<u64>, reserve: Option<u64>, server: u64| {
        let provider = Scripted::new([]);
        provider.info.lock().unwrap().as_mut().unwrap().context_length = Some(server);
        let provider = Arc::new(provider);
        let mut options = options(&provider, 8_000);
        options.model.limits.window = window;
        options.settings.reserve_tokens = reserve;
        let talk = Talk::open(provider, options);
        warnings(&talk.ask("Hello"))
    };
    assert_eq!(told(Some(8_000), Some(100), 8_000), [] as [&str; 0]);
    assert_eq!(
        told(Some(32_000), Some(100), 8_192),
        ["the window of gpt-4o is set to 32,000 tokens, its server says 8,192: longer requests \
          may be refused or cut; lower the setting, or load the model with a larger window"]
    );
    assert_eq!(
        told(None, Some(9_000), 8_192),
        ["the settings do not suit the window of gpt-4o: reserve_tokens: \"9000\" uses up a \
          window of 8192 tokens (use a whole number from 0 to 4096, or auto)"]
    );
}

#[test]
fn a_model_that_is_chosen_in_the_middle_of_an_answer_answers_next() {
    let gate = gate();
    let mut old = Scripted::new([Answer::text("old").usage(9_000, 5).gated(&gate)]);
    old.protocol = Protocol::Anthropic;
    let talk = Talk::new(old, 8_000);
    let turn = talk.session.submit_text("Who are you?");
    talk.until(|event| matches!(event, SessionEvent::TextDelta { .. }));
    let new = Arc::new(Scripted::new([Answer::text("new")]));
    let mut choice = model(8_000);
    choice.model = "gpt-4o-mini".to_owned();
    talk.session.switch_model(choice, Some(Arc::clone(&new) as _));
    talk.until(|event| matches!(event, SessionEvent::ModelChanged { .. }));
    gate.add_permits(1);
    talk.until_ended(turn);
    talk.ask("And now?");
    let origins: Vec<_> =
        talk.session.snapshot().transcript.iter().map(|message| message.origin).collect();
    assert_eq!(origins, [None, Some(Protocol::Anthropic), None, Some(Protocol::OpenaiChat)]);
    assert_eq!((talk.provider.requests().len(), new.requests().len()), (1, 1));
    assert_eq!(new.last_request().model, "gpt-4o-mini");
    assert_eq!(talk.session.snapshot().model.model, "gpt-4o-mini");
}
