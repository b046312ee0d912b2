//! A model that makes the same calls over and over.

use vibeue_core::session::live::{FailureClass, SessionEvent, ToolAnswer, TurnEnd};

use super::*;

/// Answers every call with the same text until the turn ends; returns how many
/// were run, and all events.
fn answer_all(talk: &Talk, text: &str) -> (usize, Vec<SessionEvent>) {
    let turn = talk.session.submit_text("Look");
    let (mut run, mut all) = (0, Vec::new());
    loop {
        let events = talk.until(|event| {
            matches!(event, SessionEvent::ToolCall { .. } | SessionEvent::TurnEnded { .. })
        });
        let last = events.last().cloned();
        all.extend(events);
        match last {
            Some(SessionEvent::ToolCall { call_id, .. }) => {
                run += 1;
                talk.session.answer_tool(call_id, ToolAnswer::text(text));
            }
            Some(SessionEvent::TurnEnded { turn: of, .. }) if of == turn => return (run, all),
            _ => {}
        }
    }
}

fn talk(script: Vec<Answer>, for_ever: bool) -> Talk {
    let provider = Scripted::new(script);
    let provider = if for_ever {
        provider.rule(|_| Answer::calls(&[("a", "look", "{\"at\": 1}")]))
    } else {
        provider
    };
    let provider = Arc::new(provider);
    let mut options = options(&provider, 64_000);
    options.tools = vec![tool("look")];
    Talk::open(provider, options)
}

#[test]
fn a_loop_is_reported_to_the_model_and_the_user_and_ends_the_turn_by_name() {
    let talk = talk(Vec::new(), true);
    let (run, events) = answer_all(&talk, "a door");
    assert_eq!((run, end(&events)), (5, TurnEnd::Failed));
    assert_eq!(
        warnings(&events),
        ["the model makes the same call again and again (look): it gave the same result 5 times \
          and is no longer run"]
    );
    let failures = failures(&events);
    assert_eq!(failures.len(), 1);
    assert_eq!(failures[0].class, FailureClass::ToolRoundLimit);
    assert_eq!(failures[0].message, "the model is stuck in a loop: it keeps calling look");
    let told = talk.transcript().into_iter().filter(|(_, text)| text.contains("repeated call"));
    assert_eq!(told.count(), 3);
    assert_valid(&talk.provider.last_request());
}

#[test]
fn a_model_that_hears_it_goes_on_and_answers() {
    let again = || Answer::calls(&[("a", "look", "{\"at\":1}")]);
    let mut script: Vec<Answer> = (0..6).map(|_| again()).collect();
    script.extend([Answer::calls(&[("b", "look", "{\"at\":2}")]), Answer::text("It is blue.")]);
    let talk = talk(script, false);
    let (run, events) = answer_all(&talk, "a door");
    assert_eq!((run, end(&events)), (6, TurnEnd::Completed));
    assert_eq!(warnings(&events).len(), 1);
    assert!(failures(&events).is_empty(), "{events:?}");
}
