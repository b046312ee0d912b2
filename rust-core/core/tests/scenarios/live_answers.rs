//! Answers as they should be, and as servers that mean well send them, in a
//! session.

use vibeue_core::session::live::{FailureClass, TurnEnd};
use vibeue_scripted_server::{Answer, Fault, Step, Stop, Wire};

use crate::live::survives;
use crate::over_every_wire;

fn a_plain_answer_completes_the_turn(wire: Wire) {
    let odd = |fault: Fault| Step::new(Answer::text("Grüße, 世界 🌍"), fault);
    let mut without_usage = Answer::text("Grüße, 世界 🌍");
    without_usage.without_usage = true;
    for step in [
        Step::from(Answer::text("Grüße, 世界 🌍")),
        Step::from(without_usage),
        odd(Fault::KeepAlives),
        odd(Fault::UnknownFields),
        odd(Fault::Dribble { pause_us: 0 }),
        odd(Fault::ContentType { content_type: "text/plain".to_owned() }),
    ] {
        survives(wire, [step.clone()], |_, told| {
            assert_eq!(
                (told.end, told.text.as_str(), told.failures.len()),
                (TurnEnd::Completed, "Grüße, 世界 🌍", 0),
                "{wire:?} {step:?}: {told:?}"
            );
        });
    }
}

fn reasoning_and_calls_make_a_round(wire: Wire) {
    let answer = Answer::default().reasoning("First weigh it. Then look.");
    let steps = [
        Step::from(answer.and_call("", "look", "{\"what\":\"door\"}")),
        Step::from(Answer::text("It is red.").reasoning("So it is.")),
    ];
    survives(wire, steps, |_, told| {
        assert_eq!((told.end, told.text.as_str()), (TurnEnd::Completed, "It is red."), "{told:?}");
        assert_eq!(told.reasoning, "First weigh it. Then look.So it is.");
        assert_eq!((told.calls.as_slice(), told.requests), (&["look".to_owned()][..], 2));
    });
}

fn parallel_calls_get_their_own_results(wire: Wire) {
    for fault in [None, Some(Fault::DuplicateToolIds), Some(Fault::UnknownFields)] {
        let answer = Answer::text("Let me see.")
            .and_call("", "look", "{\"what\":\"a \\\"quoted\\\" door, 世界\"}")
            .and_call("", "count_words", "{\"what\":\"b\"}");
        let step = Step { answer: Some(answer), fault: fault.clone(), ..Step::default() };
        survives(wire, [step], |_, told| {
            assert_eq!(told.calls, ["look", "count_words"], "{wire:?} {fault:?}: {told:?}");
            assert_eq!((told.end, told.requests), (TurnEnd::Completed, 2), "{told:?}");
            assert!(told.text.contains("result 0") && told.text.contains("result 1"), "{told:?}");
        });
    }
}

fn a_tool_that_nobody_has_is_told_to_the_model(wire: Wire) {
    survives(wire, [Step::from(Answer::call("", "fly", "{}"))], |_, told| {
        assert_eq!((told.end, told.calls.len(), told.requests), (TurnEnd::Completed, 0, 2));
        assert!(told.text.contains("there is no tool `fly`"), "{wire:?}: {told:?}");
    });
}

fn stops_have_ends(wire: Wire) {
    survives(wire, [Step::from(Answer::text("Half a").stop(Stop::Length))], |_, told| {
        assert_eq!((told.end, told.text.as_str()), (TurnEnd::Completed, "Half a"));
        assert!(told.warnings.iter().any(|it| it.contains("cut")), "{wire:?}: {told:?}");
    });
    if wire != Wire::Ollama {
        survives(wire, [Step::from(Answer::text("No.").stop(Stop::Refusal))], |_, told| {
            assert_eq!(told.class(), FailureClass::Refused, "{wire:?}: {told:?}");
        });
    }
}

fn a_call_in_a_stream_that_breaks_is_not_run(wire: Wire) {
    let answer = Answer::text("Let me see.").and_call("", "look", "{\"what\":\"a door\"}");
    survives(wire, [Step::new(answer, Fault::NoEnd)], |_, told| {
        // Where the protocol delivers a call in one piece it is known to be
        // whole; everywhere else nobody runs it.
        assert_ne!(told.end, TurnEnd::Cancelled);
        assert_eq!(told.calls.is_empty(), told.end == TurnEnd::Failed, "{wire:?}: {told:?}");
    });
}

over_every_wire! {
    a_plain_answer_completes_the_turn
    reasoning_and_calls_make_a_round
    parallel_calls_get_their_own_results
    a_tool_that_nobody_has_is_told_to_the_model
    stops_have_ends
    a_call_in_a_stream_that_breaks_is_not_run
}
