//! Connections and bodies that break below a session.

use std::sync::Arc;
use std::time::Duration;

use vibeue_core::conversation::Role;
use vibeue_core::provider::http::Limits;
use vibeue_core::session::live::{FailureClass, TurnEnd};
use vibeue_scripted_server::{Answer, Ending, ErrorKind, Fault, Script, Server, Step, Wire};

use crate::live::{Live, survives, survives_within};
use crate::over_every_wire;
use crate::scene::{SOON, limits, provider};

/// Long enough that it does not fit one packet, and not of one script.
fn long() -> Answer {
    Answer::text("Grüße 世界 ".repeat(200))
}

/// What was streamed is kept, marked as broken off.
fn kept(live: &Live, text: &str) {
    if !text.trim().is_empty() {
        let words = live.last_words(Role::Assistant).expect("the words are kept");
        assert!(words.starts_with(text.trim_end()), "{words:?} for {text:?}");
        assert_ne!(words, text, "it is marked");
    }
}

fn words_of_a_cut_stream_are_kept_and_marked(wire: Wire) {
    for fault in [
        Fault::Cut { after: 2_000 },
        Fault::Reset { after: 2_000 },
        Fault::MalformedChunk { after: 2_000 },
    ] {
        survives(wire, [Step::new(long(), fault.clone())], |live, told| {
            let class = told.class();
            assert!(
                matches!(class, FailureClass::Transport | FailureClass::Protocol),
                "{wire:?} {fault:?}: {told:?}"
            );
            assert!(long().whole_text().starts_with(&told.text));
            kept(live, &told.text);
        });
    }
}

fn a_stream_without_its_end_is_told(wire: Wire) {
    survives(wire, [Step::new(Answer::text("Half an answer"), Fault::NoEnd)], |live, told| {
        assert_ne!(told.end, TurnEnd::Cancelled);
        assert!(
            told.end == TurnEnd::Failed || told.failures.is_empty(),
            "{wire:?}: completed with a failure: {told:?}"
        );
        if told.end == TurnEnd::Failed {
            assert_eq!(told.class(), FailureClass::Transport);
            kept(live, &told.text);
        }
    });
}

fn an_event_that_is_not_json_ends_the_turn(wire: Wire) {
    let step = Step::new(Answer::text("a b c d e f g h"), Fault::InvalidJson { after_events: 3 });
    survives(wire, vec![step; 3], |live, told| {
        assert_eq!(told.class(), FailureClass::Protocol, "{wire:?}: {told:?}");
        kept(live, &told.text);
    });
}

fn nothing_at_all_is_a_broken_connection(wire: Wire) {
    survives(wire, vec![Step::from(Fault::EmptyReply); 3], |_, told| {
        assert_eq!((told.class(), told.requests), (FailureClass::Transport, 3), "{told:?}");
    });
    survives(wire, vec![Step::from(Fault::EmptyBody); 3], |_, told| {
        let class = told.class();
        assert!(
            matches!(class, FailureClass::Transport | FailureClass::Protocol),
            "{wire:?}: {told:?}"
        );
    });
}

fn what_never_ends_is_ended(wire: Wire) {
    let piece = Answer { text: vec!["x ".to_owned()], ..Answer::default() };
    survives(wire, [Step::new(piece, Fault::Endless { pause_us: 0 })], |live, told| {
        assert_eq!((told.class(), told.requests), (FailureClass::Protocol, 1), "{told:?}");
        assert!(ends_by_the_client(&live.server));
    });
    let huge = Fault::HugeEvent { bytes: 100 << 20 };
    survives(wire, [Step::new(Answer::text("a b"), huge)], |live, told| {
        assert_eq!((told.class(), told.requests), (FailureClass::Protocol, 1), "{told:?}");
        assert!(ends_by_the_client(&live.server));
    });
}

fn silence_ends_the_turn(wire: Wire) {
    let fault = Fault::Silence { after_events: 6, ms: 60_000 };
    let step = Step::new(Answer::text("a b c d e f g h"), fault);
    survives_within(wire, Limits { idle: SOON, ..limits() }, [step], |live, told| {
        assert_eq!((told.class(), told.requests), (FailureClass::Transport, 1), "{told:?}");
        kept(live, &told.text);
        assert!(ends_by_the_client(&live.server));
    });
    let steps = vec![Step::from(Fault::SlowHeaders { ms: 60_000 }); 3];
    survives_within(wire, Limits { first_piece: SOON, ..limits() }, steps, |live, told| {
        assert_eq!(told.class(), FailureClass::Transport, "{wire:?}: {told:?}");
        assert!(ends_by_the_client(&live.server));
    });
}

fn a_redirect_and_a_packed_body_are_named(wire: Wire) {
    let elsewhere = Server::start(Script::default()).unwrap();
    let location = format!("{}/v1/chat/completions", elsewhere.url());
    survives(wire, [Step::from(Fault::Redirect { status: 307, location })], |_, told| {
        assert_eq!((told.class(), told.requests), (FailureClass::Protocol, 1), "{told:?}");
        let host = elsewhere.address().to_string();
        assert!(told.failure().message.contains(&host), "it does not say where to: {told:?}");
    });
    assert_eq!(elsewhere.exchanges(), []);
    survives(wire, [Step::new(Answer::text("a b c"), Fault::Gzip)], |_, told| {
        assert_eq!(told.class(), FailureClass::Protocol, "{wire:?}: {told:?}");
        assert!(told.failure().message.contains("gzip"), "{told:?}");
    });
}

fn a_cancelled_turn_closes_its_connection(wire: Wire) {
    let cases = [
        Step::from(Fault::SlowHeaders { ms: 60_000 }),
        Step::new(Answer::text("a b c d"), Fault::Silence { after_events: 4, ms: 60_000 }),
        Step::from(Answer::text("word ".repeat(2_000)).slowly(5)),
    ];
    for step in cases {
        let mut live = Live::new(wire);
        live.server.push(step);
        let told = live.cancelled_turn(Duration::from_millis(100));
        assert_eq!((told.end, told.failures.len()), (TurnEnd::Cancelled, 0), "{told:?}");
        kept(&live, &told.text);
        assert!(ends_by_the_client(&live.server));
        live.goes_on();
    }
}

fn nobody_listens_at_first(wire: Wire) {
    let gone = Server::start(Script::default()).unwrap();
    let nowhere = provider(wire, &gone.url(), limits());
    drop(gone);
    let mut here = None;
    let mut live = Live::with(wire, Script::default(), |options| {
        here = Some(std::mem::replace(&mut options.provider, Arc::clone(&nowhere)));
    });
    let told = live.turn("Hi.");
    assert_eq!(told.class(), FailureClass::Transport, "{told:?}");
    assert!(told.failure().hint.is_some(), "it does not say what to do: {told:?}");
    live.switch_provider(here.expect("it was taken"));
    live.goes_on();
}

fn an_error_inside_a_stream_keeps_what_was_said(wire: Wire) {
    let fault = Fault::ErrorInStream { after_pieces: 2, error: ErrorKind::Overloaded };
    survives(wire, [Step::new(Answer::text("a b c d"), fault)], |live, told| {
        assert_eq!((told.end, told.requests), (TurnEnd::Failed, 1), "{told:?}");
        assert_eq!(told.text, "a b ");
        kept(live, &told.text);
    });
}

fn ends_by_the_client(server: &Server) -> bool {
    server.wait_until(Duration::from_secs(60), |all| {
        all.iter().any(|exchange| exchange.ending == Ending::ClientGone)
    })
}

over_every_wire! {
    words_of_a_cut_stream_are_kept_and_marked
    a_stream_without_its_end_is_told
    an_event_that_is_not_json_ends_the_turn
    nothing_at_all_is_a_broken_connection
    what_never_ends_is_ended
    silence_ends_the_turn
    a_redirect_and_a_packed_body_are_named
    a_cancelled_turn_closes_its_connection
    nobody_listens_at_first
    an_error_inside_a_stream_keeps_what_was_said
}
