//! What servers say instead of an answer.

use std::time::{Duration, Instant};

use vibeue_core::provider::ErrorClass;
use vibeue_scripted_server::{
    Answer, ErrorKind, Fault, OverflowWording, RetryAfter, Script, Step, Wire,
};

use crate::over_every_wire;
use crate::scene::Scene;

fn an_overflow_is_known_in_everybodys_words(wire: Wire) {
    for wording in OverflowWording::ALL {
        let mut scene = Scene::new(wire);
        scene.server.push(Fault::Overflow {
            wording: Some(wording),
            limit: 8_192,
            requested: 9_000,
        });
        let seen = scene.turn("Too long.");
        let without_numbers = matches!(
            wording,
            OverflowWording::Responses | OverflowWording::Ollama | OverflowWording::Proxy413
        );
        let number = |value| (!without_numbers).then_some(value);
        assert_eq!(
            seen.class(),
            ErrorClass::ContextLengthExceeded { limit: number(8_192), requested: number(9_000) },
            "{wire:?} {wording:?}: {}",
            seen.error()
        );
        assert_eq!(seen.requests, 1, "the same request is never sent again");
        scene.goes_on();
    }
}

fn an_overflow_is_known_inside_a_stream(wire: Wire) {
    let mut scene = Scene::new(wire);
    scene.server.push(Fault::OverflowInStream { limit: 8_192, requested: 9_000 });
    let seen = scene.turn("Too long.");
    assert!(
        matches!(seen.class(), ErrorClass::ContextLengthExceeded { .. }),
        "{wire:?}: {:?}",
        seen.error()
    );
    assert_eq!(seen.requests, 1);
    scene.goes_on();
}

fn a_servers_own_limit_is_an_overflow(wire: Wire) {
    let script = Script { context_limit: Some(2_000), ..Script::default() };
    let mut scene = Scene::with(wire, script);
    scene.say(&"word ".repeat(4_000));
    let mut request = scene.request();
    request.max_output_tokens = Some(100);
    request.context_length = Some(2_000);
    let seen = scene.send(&request);
    assert!(matches!(seen.class(), ErrorClass::ContextLengthExceeded { .. }), "{:?}", seen.error());
    scene.messages.clear();
    scene.goes_on();
}

fn refusals_have_classes(wire: Wire) {
    let cases = [
        (ErrorKind::Authentication, "authentication", 1),
        (ErrorKind::Permission, "authentication", 1),
        (ErrorKind::Billing, "billing", 1),
        (ErrorKind::ModelNotFound, "not_found", 1),
        (ErrorKind::NotFound, "not_found", 1),
        (ErrorKind::InvalidRequest, "refused", 1),
        (ErrorKind::Server, "overloaded", 3),
        (ErrorKind::Unavailable, "overloaded", 3),
        (ErrorKind::Overloaded, "overloaded", 3),
        (ErrorKind::RateLimited, "rate_limited", 3),
    ];
    for (kind, class, mut requests) in cases {
        let mut scene = Scene::new(wire);
        if wire == Wire::Gemini && class == "not_found" {
            // The address may be of the other version of the API.
            requests = 2;
        }
        for _ in 0..requests {
            scene.server.push(Fault::error(kind));
        }
        let seen = scene.turn("Hi.");
        let error = seen.error();
        assert_eq!(error.class.name(), class, "{wire:?} {kind:?}: {error:?}");
        assert_eq!(seen.requests, requests, "{wire:?} {kind:?}: {error:?}");
        assert!(error.status.is_some() && !error.message.is_empty() && !error.delivered);
        scene.goes_on();
    }
}

fn a_used_up_quota_is_not_waited_for(wire: Wire) {
    let mut scene = Scene::new(wire);
    scene.server.push(Fault::error(ErrorKind::QuotaExceeded));
    scene.server.push(Fault::error(ErrorKind::QuotaExceeded));
    scene.server.push(Fault::error(ErrorKind::QuotaExceeded));
    let seen = scene.turn("Hi.");
    // Google and Ollama have no word that tells a quota from a rate.
    if matches!(wire, Wire::OpenaiChat | Wire::Responses | Wire::Anthropic) {
        assert_eq!((seen.class(), seen.requests), (ErrorClass::Billing, 1), "{:?}", seen.error());
    } else {
        assert!(matches!(seen.class(), ErrorClass::RateLimited { .. } | ErrorClass::Billing));
    }
    scene.goes_on();
}

fn a_body_with_too_many_bytes_is_not_sent_again(wire: Wire) {
    let mut scene = Scene::new(wire);
    scene.server.push(Fault::error(ErrorKind::TooLarge));
    let seen = scene.turn("Hi.");
    assert!(
        matches!(seen.class(), ErrorClass::ContextLengthExceeded { .. } | ErrorClass::Refused),
        "{:?}",
        seen.error()
    );
    assert_eq!(seen.requests, 1);
    scene.goes_on();
}

fn what_passes_is_waited_for(wire: Wire) {
    for fault in [
        Fault::error(ErrorKind::Overloaded),
        Fault::error(ErrorKind::Server),
        Fault::error(ErrorKind::RateLimited),
        Fault::rate_limited(RetryAfter::Seconds(0)),
        Fault::rate_limited(RetryAfter::Millis(20)),
        Fault::rate_limited(RetryAfter::RetryInfo(20)),
        Fault::rate_limited(RetryAfter::DateIn(0)),
        Fault::EmptyReply,
        Fault::Html { status: 502 },
    ] {
        let mut scene = Scene::new(wire);
        scene.server.push(fault.clone());
        scene.server.push(Answer::text("There you are."));
        let seen = scene.turn("Hi.");
        assert_eq!(seen.text, "There you are.", "{wire:?} {fault:?}: {:?}", seen.result);
        assert_eq!(seen.requests, 2);
        scene.goes_on();
    }
}

fn a_long_wait_is_told_at_once_in_every_form(wire: Wire) {
    for retry_after in [
        RetryAfter::Seconds(3_600),
        RetryAfter::DateIn(3_600),
        RetryAfter::Millis(3_600_000),
        RetryAfter::RetryInfo(3_600_000),
    ] {
        if matches!(retry_after, RetryAfter::RetryInfo(_)) && wire != Wire::Gemini {
            continue;
        }
        let mut scene = Scene::new(wire);
        scene.server.push(Fault::rate_limited(retry_after));
        let began = Instant::now();
        let seen = scene.turn("Hi.");
        let took = began.elapsed();
        let ErrorClass::RateLimited { retry_after: Some(wait) } = seen.class() else {
            panic!("{wire:?} {retry_after:?}: {:?}", seen.error());
        };
        let hour = Duration::from_secs(3_600);
        if let RetryAfter::DateIn(_) = retry_after {
            // A date has whole seconds, and comes closer while the answer is on its way.
            let least = hour.saturating_sub(took + Duration::from_secs(1));
            assert!(wait <= hour && wait >= least, "{wait:?} after {took:?}");
        } else {
            assert_eq!(wait, hour, "{retry_after:?}");
        }
        assert_eq!(seen.requests, 1);
        scene.goes_on();
    }
}

fn a_page_of_html_is_named_and_not_shown(wire: Wire) {
    for status in [200, 404, 502, 503] {
        let mut scene = Scene::new(wire);
        for _ in 0..3 {
            scene.server.push(Fault::Html { status });
        }
        let seen = scene.turn("Hi.");
        let error = seen.error();
        assert!(!error.to_string().contains('<'), "{wire:?}: {error}");
        if status != 404 {
            assert!(error.to_string().contains("Gateway trouble"), "{wire:?} {status}: {error}");
        }
        let class = match status {
            200 => "protocol",
            404 => "not_found",
            _ => "overloaded",
        };
        assert_eq!(error.class.name(), class, "{wire:?} {status}: {error}");
        scene.goes_on();
    }
}

fn an_error_inside_a_stream_is_an_error(wire: Wire) {
    let mut scene = Scene::new(wire);
    let fault = Fault::ErrorInStream { after_pieces: 2, error: ErrorKind::Overloaded };
    scene.server.push(Step::new(Answer::text("a b c d"), fault));
    let seen = scene.turn("Hi.");
    assert!(seen.error().delivered, "{wire:?}: {:?}", seen.error());
    assert_eq!((seen.text.as_str(), seen.requests), ("a b ", 1));
    scene.goes_on();
}

fn an_error_at_the_start_of_a_stream_is_tried_again(wire: Wire) {
    let mut scene = Scene::new(wire);
    scene.server.push(Fault::ErrorInStream { after_pieces: 0, error: ErrorKind::Overloaded });
    scene.server.push(Answer::text("There you are."));
    let seen = scene.turn("Hi.");
    assert_eq!(seen.text, "There you are.", "{wire:?}: {:?}", seen.result);
    scene.goes_on();
}

over_every_wire! {
    an_overflow_is_known_in_everybodys_words
    an_overflow_is_known_inside_a_stream
    a_servers_own_limit_is_an_overflow
    refusals_have_classes
    a_used_up_quota_is_not_waited_for
    a_body_with_too_many_bytes_is_not_sent_again
    what_passes_is_waited_for
    a_long_wait_is_told_at_once_in_every_form
    a_page_of_html_is_named_and_not_shown
    an_error_inside_a_stream_is_an_error
    an_error_at_the_start_of_a_stream_is_tried_again
}
