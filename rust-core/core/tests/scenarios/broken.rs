//! Connections and bodies that break.

use std::time::Duration;

use vibeue_core::provider::http::Limits;
use vibeue_core::provider::{ErrorClass, StopReason};
use vibeue_scripted_server::{Answer, Ending, Fault, Script, Server, Step, Wire};

use crate::over_every_wire;
use crate::scene::{SOON, Scene, limits, provider};

/// Long enough that it does not fit one packet, and not of one script.
fn long() -> Answer {
    Answer::text("Grüße 世界 ".repeat(200))
}

fn a_cut_stream_is_told_with_what_was_delivered(wire: Wire) {
    for fault in [Fault::Cut { after: 2_000 }, Fault::Reset { after: 2_000 }] {
        let mut scene = Scene::new(wire);
        scene.server.push(Step::new(long(), fault.clone()));
        let seen = scene.turn("Hi.");
        let error = seen.error();
        assert_eq!(error.class, ErrorClass::Transport, "{wire:?} {fault:?}: {error:?}");
        // A reset may discard what was on its way.
        assert!(error.delivered || matches!(fault, Fault::Reset { .. }));
        if error.delivered {
            assert_eq!(seen.requests, 1, "what was delivered is never asked for again");
            assert!(long().whole_text().starts_with(&seen.text) && !seen.text.is_empty());
        }
        scene.goes_on();
    }
}

fn a_malformed_chunk_breaks_the_connection(wire: Wire) {
    let mut scene = Scene::new(wire);
    scene.server.push(Step::new(long(), Fault::MalformedChunk { after: 2_000 }));
    let seen = scene.turn("Hi.");
    assert!(
        matches!(seen.class(), ErrorClass::Transport | ErrorClass::Protocol),
        "{wire:?}: {:?}",
        seen.error()
    );
    assert!(seen.error().delivered && seen.requests == 1);
    scene.goes_on();
}

fn a_whole_answer_that_is_cut_is_asked_for_again(wire: Wire) {
    for fault in
        [Fault::Cut { after: 40 }, Fault::Reset { after: 40 }, Fault::MalformedChunk { after: 40 }]
    {
        let mut scene = Scene::new(wire);
        scene.stream = false;
        scene.server.push(Step::new(long(), fault.clone()));
        scene.server.push(Answer::text("There you are."));
        let seen = scene.turn("Hi.");
        assert_eq!(seen.text, "There you are.", "{wire:?} {fault:?}: {:?}", seen.result);
        scene.goes_on();
    }
}

fn a_stream_without_its_end_is_not_taken_for_whole(wire: Wire) {
    let mut scene = Scene::new(wire);
    scene.server.push(Step::new(Answer::text("Half an answer"), Fault::NoEnd));
    let seen = scene.turn("Hi.");
    match &seen.result {
        Ok(reply) => assert!(
            matches!(reply.stop, StopReason::Other(_)),
            "{wire:?}: an answer without an end counts as {:?}",
            reply.stop
        ),
        Err(error) => {
            assert_eq!((error.class, error.delivered), (ErrorClass::Transport, true), "{error:?}");
        }
    }
    scene.goes_on();
}

fn an_event_that_is_not_json_is_a_fault_of_the_server(wire: Wire) {
    for stream in [true, false] {
        let mut scene = Scene::new(wire);
        scene.stream = stream;
        for _ in 0..3 {
            let fault = Fault::InvalidJson { after_events: 3 };
            scene.server.push(Step::new(Answer::text("a b c d e f g h"), fault));
        }
        let seen = scene.turn("Hi.");
        // A torn last line of a protocol of lines looks like a cut.
        let torn = wire == Wire::Ollama && !stream;
        let expected = if torn { ErrorClass::Transport } else { ErrorClass::Protocol };
        assert_eq!(seen.class(), expected, "{wire:?}: {:?}", seen.error());
        scene.goes_on();
    }
}

fn a_server_that_says_nothing_is_a_broken_connection(wire: Wire) {
    for stream in [true, false] {
        let mut scene = Scene::new(wire);
        scene.stream = stream;
        for _ in 0..3 {
            scene.server.push(Fault::EmptyReply);
        }
        let seen = scene.turn("Hi.");
        assert_eq!((seen.class(), seen.requests), (ErrorClass::Transport, 3), "{:?}", seen.error());
        for _ in 0..3 {
            scene.server.push(Fault::EmptyBody);
        }
        let seen = scene.ask();
        assert!(
            matches!(seen.class(), ErrorClass::Transport | ErrorClass::Protocol),
            "{wire:?}: {:?}",
            seen.error()
        );
        scene.goes_on();
    }
}

fn an_endless_stream_is_ended(wire: Wire) {
    let mut scene = Scene::new(wire);
    let answer = Answer { text: vec!["x".repeat(4_096)], ..Answer::default() };
    scene.server.push(Step::new(answer, Fault::Endless { pause_us: 0 }));
    let seen = scene.turn("Hi.");
    assert_eq!(seen.class(), ErrorClass::Protocol, "{wire:?}: {:?}", seen.error());
    assert!(seen.error().delivered && seen.text.len() <= 2 << 20);
    assert!(ends_by_the_client(&scene.server));
    scene.goes_on();
}

fn an_event_of_a_hundred_megabytes_is_not_read(wire: Wire) {
    for stream in [true, false] {
        let mut scene = Scene::new(wire);
        scene.stream = stream;
        scene.server.push(Step::new(Answer::text("a b"), Fault::HugeEvent { bytes: 100 << 20 }));
        let seen = scene.turn("Hi.");
        assert_eq!(seen.class(), ErrorClass::Protocol, "{wire:?}: {:?}", seen.error());
        assert_eq!(seen.requests, 1, "what is too large once is too large again");
        assert!(ends_by_the_client(&scene.server));
        scene.goes_on();
    }
}

fn silence_is_not_waited_out(wire: Wire) {
    let mut scene = Scene::new(wire);
    scene.limit(Limits { idle: SOON, ..limits() });
    let fault = Fault::Silence { after_events: 6, ms: 60_000 };
    scene.server.push(Step::new(Answer::text("a b c d e f g h"), fault));
    let seen = scene.turn("Hi.");
    assert_eq!((seen.class(), seen.requests), (ErrorClass::Transport, 1), "{:?}", seen.error());
    assert!(seen.error().delivered);
    assert!(ends_by_the_client(&scene.server));
    scene.limit(limits());
    scene.goes_on();
}

fn headers_that_do_not_come_are_not_waited_for(wire: Wire) {
    let mut scene = Scene::new(wire);
    scene.limit(Limits { first_piece: SOON, ..limits() });
    for _ in 0..3 {
        scene.server.push(Fault::SlowHeaders { ms: 60_000 });
    }
    let seen = scene.turn("Hi.");
    assert_eq!(seen.class(), ErrorClass::Transport, "{wire:?}: {:?}", seen.error());
    assert!(ends_by_the_client(&scene.server));
    scene.limit(limits());
    scene.goes_on();
}

fn a_redirect_is_not_followed_and_the_key_stays(wire: Wire) {
    let elsewhere = Server::start(Script::default()).unwrap();
    for status in [301, 302, 303, 307, 308] {
        let mut scene = Scene::new(wire);
        let location = format!("{}/v1/chat/completions", elsewhere.url());
        scene.server.push(Fault::Redirect { status, location });
        let seen = scene.turn("Hi.");
        assert_eq!(seen.requests, 1);
        let error = seen.error();
        assert_eq!(error.class, ErrorClass::Protocol, "{wire:?}: {error:?}");
        let host = elsewhere.address().to_string();
        assert!(error.to_string().contains(&host), "it does not say where to: {error}");
        scene.goes_on();
    }
    assert_eq!(elsewhere.exchanges(), []);
}

fn a_body_compressed_unasked_is_named(wire: Wire) {
    for stream in [true, false] {
        let mut scene = Scene::new(wire);
        scene.stream = stream;
        scene.server.push(Step::new(Answer::text("a b c"), Fault::Gzip));
        let seen = scene.turn("Hi.");
        assert_eq!(seen.class(), ErrorClass::Protocol, "{wire:?}: {:?}", seen.error());
        assert!(seen.error().to_string().contains("gzip"));
        scene.goes_on();
    }
}

fn a_dropped_call_closes_its_connection(wire: Wire) {
    let cases = [
        Step::from(Fault::SlowHeaders { ms: 60_000 }),
        Step::new(Answer::text("a b c d"), Fault::Silence { after_events: 3, ms: 60_000 }),
        Step::from(Answer::text("word ".repeat(2_000)).slowly(5)),
    ];
    for step in cases {
        let mut scene = Scene::new(wire);
        scene.server.push(step);
        scene.say("Hi.");
        scene.drop_after(Duration::from_millis(250));
        assert!(ends_by_the_client(&scene.server));
        scene.goes_on();
    }
}

fn nobody_listens(wire: Wire) {
    let mut scene = Scene::new(wire);
    let gone = Server::start(Script::default()).unwrap();
    let url = gone.url();
    drop(gone);
    let here = std::mem::replace(&mut scene.provider, provider(wire, &url, limits()));
    let seen = scene.turn("Hi.");
    assert_eq!(seen.class(), ErrorClass::Transport, "{:?}", seen.error());
    assert!(seen.error().hint.is_some(), "it does not say what to do: {}", seen.error());
    scene.provider = here;
    scene.goes_on();
}

fn ends_by_the_client(server: &Server) -> bool {
    server.wait_until(Duration::from_secs(60), |all| {
        all.last().is_some_and(|exchange| exchange.ending == Ending::ClientGone)
    })
}

over_every_wire! {
    a_cut_stream_is_told_with_what_was_delivered
    a_malformed_chunk_breaks_the_connection
    a_whole_answer_that_is_cut_is_asked_for_again
    a_stream_without_its_end_is_not_taken_for_whole
    an_event_that_is_not_json_is_a_fault_of_the_server
    a_server_that_says_nothing_is_a_broken_connection
    an_endless_stream_is_ended
    an_event_of_a_hundred_megabytes_is_not_read
    silence_is_not_waited_out
    headers_that_do_not_come_are_not_waited_for
    a_redirect_is_not_followed_and_the_key_stays
    a_body_compressed_unasked_is_named
    a_dropped_call_closes_its_connection
    nobody_listens
}
