//! A whole session against the mock.

use std::time::{Duration, Instant};

use vibeue_core::conversation::Protocol;
use vibeue_core::session::live::{
    FailureClass, ModelChoice, Session, SessionEvent, SessionOptions, Tool, ToolAnswer, TurnEnd,
};

use crate::mock::{Mock, look, model};
use crate::over_every_wire;

/// No turn may take longer.
const BOUND: Duration = Duration::from_secs(60);

/// What a host saw of one turn.
#[derive(Debug)]
struct SeenTurn {
    end: TurnEnd,
    text: String,
    reasoning: String,
    calls: usize,
    failures: Vec<FailureClass>,
}

fn open(mock: &Mock, protocol: Protocol) -> Session {
    let mut choice = ModelChoice::new(model(protocol));
    choice.max_output_tokens = Some(1_000);
    let mut options = SessionOptions::new(mock.provider(protocol), choice);
    options.system_prompt = Some("You work in an editor.".to_owned());
    options.tools = vec![Tool::new(look())];
    Session::open(options).unwrap()
}

fn turn(session: &Session, text: &str) -> SeenTurn {
    let turn = session.submit_text(text);
    let mut told = SeenTurn {
        end: TurnEnd::Completed,
        text: String::new(),
        reasoning: String::new(),
        calls: 0,
        failures: Vec::new(),
    };
    let began = Instant::now();
    loop {
        let left = BOUND.saturating_sub(began.elapsed());
        match session.events().next_timeout(left).expect("every turn ends") {
            SessionEvent::TextDelta { text, .. } => told.text.push_str(&text),
            SessionEvent::ReasoningDelta { text, .. } => told.reasoning.push_str(&text),
            SessionEvent::AnswerRetracted { .. } => told.text.clear(),
            SessionEvent::ToolCall { call_id, .. } => {
                told.calls += 1;
                session.answer_tool(call_id, ToolAnswer::text("It has a colour."));
            }
            SessionEvent::Error { failure, .. } => told.failures.push(failure.class),
            SessionEvent::TurnEnded { turn: ended, end } if ended == turn => {
                told.end = end;
                return told;
            }
            _ => {}
        }
    }
}

fn goes_on(session: &Session) {
    let told = turn(session, "go on");
    assert_eq!(
        (told.end, told.text.as_str()),
        (TurnEnd::Completed, "All is well again."),
        "{told:?}"
    );
}

fn one_conversation_goes_through_everything(mock: &Mock, protocol: Protocol) {
    let session = open(mock, protocol);
    let told = turn(&session, "plain");
    assert_eq!(told.text, "Grüße aus der Ferne, 世界 🌍.", "{protocol:?}: {told:?}");
    // The mock tells no usage, or a usage of nothing: ours counts.
    assert!(session.snapshot().usage.used > 20, "{:?}", session.snapshot().usage);
    let told = turn(&session, "weigh it");
    assert_eq!(
        (told.text.as_str(), told.reasoning.as_str()),
        ("It is red.", "First weigh it, then look."),
        "{protocol:?}"
    );
    let told = turn(&session, "look at both doors");
    assert_eq!((told.calls, told.text.as_str()), (2, "One is red, one is blue."), "{protocol:?}");
    for (text, class) in [
        ("overloaded", FailureClass::Overloaded),
        ("wrong key", FailureClass::Authentication),
        ("dropped", FailureClass::Overloaded),
        ("hang up", FailureClass::Transport),
        ("garbled", FailureClass::Protocol),
        ("cut", FailureClass::Transport),
    ] {
        let told = turn(&session, text);
        // A torn last line of a protocol of lines looks like a cut.
        let torn = text == "garbled" && protocol == Protocol::Ollama;
        let class = if torn { FailureClass::Transport } else { class };
        assert_eq!(
            (told.end, told.failures.as_slice()),
            (TurnEnd::Failed, &[class][..]),
            "{protocol:?} {text}: {told:?}"
        );
        goes_on(&session);
    }
    assert!(session.shutdown(BOUND).complete);
}

fn a_server_that_finds_everything_too_long_is_given_up_by_name(mock: &Mock, protocol: Protocol) {
    let session = open(mock, protocol);
    turn(&session, "plain");
    let told = turn(&session, "too long");
    assert_eq!(told.end, TurnEnd::Failed, "{protocol:?}: {told:?}");
    assert!(
        matches!(
            told.failures.as_slice(),
            [FailureClass::ContextLengthExceeded
                | FailureClass::OverBudget
                | FailureClass::Irreducible]
        ),
        "{protocol:?}: {told:?}"
    );
    goes_on(&session);
    assert!(session.shutdown(BOUND).complete);
}

fn a_rate_limit_is_not_seen_by_the_host(mock: &Mock, protocol: Protocol) {
    let session = open(mock, protocol);
    let word = crate::provider::protocol_word(protocol);
    let told = turn(&session, &format!("session busy {word}"));
    assert_eq!(
        (told.end, told.text.as_str(), told.failures.len()),
        (TurnEnd::Completed, "Now there is time.", 0),
        "{protocol:?}: {told:?}"
    );
    goes_on(&session);
}

over_every_wire! {
    one_conversation_goes_through_everything
    a_server_that_finds_everything_too_long_is_given_up_by_name
    a_rate_limit_is_not_seen_by_the_host
}
