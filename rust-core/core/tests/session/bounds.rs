//! How much one turn may use before it stops and the user is asked whether it should continue.

use vibeue_core::session::live::{
    FailureClass, Price, SessionEvent, SessionOptions, ToolAnswer, TurnEnd, TurnId,
};
use vibeue_core::settings::Settings;

use super::*;

/// A model that calls a tool in each answer, for half a dollar each.
fn caller(arrange: impl FnOnce(&mut SessionOptions)) -> Talk {
    let rule = |_: &_| Answer::calls(&[("a", "look", "{}")]).usage(100, 50);
    let provider = Arc::new(Scripted::new([]).rule(rule));
    let mut options = options(&provider, 64_000);
    options.tools = vec![tool("look")];
    options.model.price = Some(Price { input: 0.0, output: 10_000.0 });
    arrange(&mut options);
    Talk::open(provider, options)
}

/// Answers each call until the turn ends; returns how many there were.
fn follow(talk: &Talk, turn: TurnId) -> (usize, Vec<SessionEvent>) {
    let (mut rounds, mut all) = (0, Vec::new());
    loop {
        let events = talk.until(|event| {
            matches!(event, SessionEvent::ToolCall { .. } | SessionEvent::TurnEnded { .. })
        });
        all.extend(events);
        match all.last() {
            Some(SessionEvent::ToolCall { call_id, .. }) => {
                rounds += 1;
                talk.session
                    .answer_tool(call_id.clone(), ToolAnswer::text(format!("seen {rounds}")));
            }
            Some(SessionEvent::TurnEnded { turn: it, .. }) if *it == turn => return (rounds, all),
            _ => {}
        }
    }
}

fn failed(events: &[SessionEvent]) -> (FailureClass, String, Option<String>) {
    let failures = failures(events);
    assert_eq!((failures.len(), end(events)), (1, TurnEnd::Failed));
    let failure = &failures[0];
    (failure.class, failure.message.clone(), failure.hint.clone())
}

fn hint() -> Option<String> {
    Some("ask again to continue, or say what remains to be done".to_owned())
}

#[test]
fn a_limit_on_rounds_is_announced_before_it_is_reached_and_asking_again_continues() {
    let talk = caller(|options| options.settings.rounds_per_turn = 5);
    let turn = talk.session.submit_text("Look");
    let (rounds, events) = follow(&talk, turn);
    assert_eq!(rounds, 5);
    let near = "4 of this turn's 5 rounds are used; at 100 % it stops, and continues when \
                you ask it to";
    assert_eq!(warnings(&events), [near]);
    let what = "the model called tools in 5 rounds without giving an answer".to_owned();
    assert_eq!(failed(&events), (FailureClass::ToolRoundLimit, what, hint()));
    assert!(FailureClass::ToolRoundLimit.advice().retryable);
    let again = talk.session.retry();
    let (rounds, events) = follow(&talk, again);
    assert_eq!((rounds, failed(&events).0), (5, FailureClass::ToolRoundLimit));
    talk.provider.add(Answer::text("Done."));
    let last = talk.session.retry();
    assert_eq!(end(&follow(&talk, last).1), TurnEnd::Completed);
    assert_valid(&talk.provider.last_request());
}

#[test]
fn a_bound_on_spend_counts_each_turn_by_itself() {
    let talk = caller(|options| options.settings.dollars_per_turn = 2.0);
    let spent = |events: &[SessionEvent]| {
        let near = "$2.00 of the $2.00";
        assert!(!warnings(events).iter().any(|it| it.starts_with(near)), "{events:?}");
        failed(events)
    };
    let what = "the turn has cost $2.00, and its limit is $2.00".to_owned();
    for _ in 0..2 {
        let turn = talk.session.submit_text("Look");
        let (rounds, events) = follow(&talk, turn);
        assert_eq!(rounds, 4);
        assert_eq!(spent(&events), (FailureClass::ToolRoundLimit, what.clone(), hint()));
    }
    let cheap = Settings { dollars_per_turn: 0.6, ..(*talk.session.snapshot().settings).clone() };
    talk.session.set_settings(cheap).unwrap();
    let turn = talk.session.submit_text("Look");
    let (rounds, events) = follow(&talk, turn);
    let near = "$0.50 of this turn's $0.60 is spent; at 100 % it stops, and continues when \
                you ask it to";
    assert_eq!((rounds, warnings(&events)), (2, vec![near.to_owned()]));
    assert_valid(&talk.provider.last_request());
}

#[test]
fn without_a_known_price_there_is_no_bound_on_spend() {
    let talk = caller(|options| {
        options.model.price = None;
        options.settings.dollars_per_turn = 0.1;
        options.settings.rounds_per_turn = 6;
    });
    let turn = talk.session.submit_text("Look");
    let (rounds, events) = follow(&talk, turn);
    assert_eq!((rounds, failed(&events).0), (6, FailureClass::ToolRoundLimit));
}
