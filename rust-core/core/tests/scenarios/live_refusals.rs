//! What servers say instead of an answer, as a session's host hears it.

use vibeue_core::session::live::{FailureClass, TurnEnd};
use vibeue_scripted_server::{
    Answer, ErrorKind, Fault, OverflowWording, RetryAfter, Script, Step, Wire,
};

use crate::live::{Live, survives};
use crate::over_every_wire;
use crate::scene::KEY;

fn refusals_reach_the_host_by_their_class(wire: Wire) {
    let cases = [
        (ErrorKind::Authentication, FailureClass::Authentication),
        (ErrorKind::Permission, FailureClass::Authentication),
        (ErrorKind::Billing, FailureClass::Billing),
        (ErrorKind::ModelNotFound, FailureClass::NotFound),
        (ErrorKind::InvalidRequest, FailureClass::Refused),
        (ErrorKind::Server, FailureClass::Overloaded),
        (ErrorKind::Overloaded, FailureClass::Overloaded),
        (ErrorKind::RateLimited, FailureClass::RateLimited),
    ];
    for (kind, class) in cases {
        survives(wire, vec![Step::from(Fault::error(kind)); 3], |_, told| {
            assert_eq!(told.class(), class, "{wire:?} {kind:?}: {told:?}");
            assert_eq!(told.text, "");
        });
    }
}

fn what_passes_is_not_seen_by_the_host(wire: Wire) {
    for fault in [
        Fault::error(ErrorKind::Overloaded),
        Fault::rate_limited(RetryAfter::Millis(20)),
        Fault::ErrorInStream { after_pieces: 0, error: ErrorKind::Overloaded },
        Fault::EmptyReply,
        Fault::Html { status: 502 },
    ] {
        let steps = [Step::from(fault.clone()), Step::from(Answer::text("There you are."))];
        survives(wire, steps, |_, told| {
            assert_eq!(
                (told.end, told.text.as_str(), told.requests, told.failures.len()),
                (TurnEnd::Completed, "There you are.", 2, 0),
                "{wire:?} {fault:?}: {told:?}"
            );
        });
    }
}

fn a_long_wait_is_told_in_milliseconds(wire: Wire) {
    let fault = Fault::rate_limited(RetryAfter::Seconds(3_600));
    survives(wire, [Step::from(fault)], |_, told| {
        assert_eq!((told.class(), told.requests), (FailureClass::RateLimited, 1), "{told:?}");
        assert_eq!(told.failure().retry_after_ms, Some(3_600_000));
    });
}

fn a_page_of_html_reaches_nobody(wire: Wire) {
    for (status, class) in [
        (200, FailureClass::Protocol),
        (404, FailureClass::NotFound),
        (503, FailureClass::Overloaded),
    ] {
        survives(wire, vec![Step::from(Fault::Html { status }); 3], |_, told| {
            assert_eq!(told.class(), class, "{wire:?} {status}: {told:?}");
            assert!(!told.failure().message.contains('<'), "{told:?}");
        });
    }
}

fn an_overflow_of_a_short_conversation_ends_by_name(wire: Wire) {
    for wording in OverflowWording::ALL {
        let fault = Fault::Overflow { wording: Some(wording), limit: 8_192, requested: 9_000 };
        survives(wire, [Step::from(fault)], |_, told| {
            assert!(
                matches!(
                    told.class(),
                    FailureClass::ContextLengthExceeded
                        | FailureClass::OverBudget
                        | FailureClass::Irreducible
                ),
                "{wire:?} {wording:?}: {told:?}"
            );
            assert_eq!(told.requests, 1, "the same request is never sent again");
        });
    }
}

fn an_overflow_of_a_long_conversation_is_repaired(wire: Wire) {
    let overflows = [
        Fault::Overflow { wording: None, limit: 8_192, requested: 9_000 },
        Fault::OverflowInStream { limit: 8_192, requested: 9_000 },
    ];
    for fault in overflows {
        let mut live = Live::new(wire);
        for number in 0..12 {
            live.server.push(Answer::text(format!("Answer {number}: {}", "word ".repeat(200))));
            let told = live.turn(&format!("Question {number}: {}", "why ".repeat(100)));
            assert_eq!(told.end, TurnEnd::Completed, "{told:?}");
        }
        live.server.push(fault.clone());
        let told = live.turn("And now?");
        assert_eq!((told.end, told.failures.len()), (TurnEnd::Completed, 0), "{fault:?}: {told:?}");
        assert!(told.text.contains("And now?"), "the newest request is what is answered: {told:?}");
        live.goes_on();
    }
}

fn a_servers_own_limit_is_kept_from_then_on(wire: Wire) {
    let script = Script { context_limit: Some(6_000), ..Script::default() };
    let mut live = Live::with(wire, script, |_| {});
    for number in 0..12 {
        let told = live.turn(&format!("Question {number}: {}", "why ".repeat(800)));
        assert_eq!(told.end, TurnEnd::Completed, "turn {number}: {told:?}");
    }
    live.goes_on();
}

fn a_key_that_the_server_repeats_reaches_nobody(wire: Wire) {
    for (status, body) in [
        (401, format!("{{\"error\": {{\"message\": \"Incorrect API key provided: {KEY}.\"}}}}")),
        (400, format!("{{\"error\": \"bad key {KEY}\"}}")),
        (500, format!("<html><title>{KEY}</title></html>")),
    ] {
        let content_type = "application/json".to_owned();
        let step =
            Step::from(Fault::Raw { status, content_type, body }).header("x-request-id", KEY);
        survives(wire, vec![step; 3], |_, told| assert_eq!(told.end, TurnEnd::Failed));
    }
    let location = format!("http://x/?key={KEY}");
    survives(wire, [Step::from(Fault::Redirect { status: 307, location })], |_, told| {
        assert_eq!(told.class(), FailureClass::Protocol);
    });
}

over_every_wire! {
    refusals_reach_the_host_by_their_class
    what_passes_is_not_seen_by_the_host
    a_long_wait_is_told_in_milliseconds
    a_page_of_html_reaches_nobody
    an_overflow_of_a_short_conversation_ends_by_name
    an_overflow_of_a_long_conversation_is_repaired
    a_servers_own_limit_is_kept_from_then_on
    a_key_that_the_server_repeats_reaches_nobody
}
