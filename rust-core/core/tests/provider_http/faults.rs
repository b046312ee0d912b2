//! Servers that fail: every call ends, in an error that says what to do.

use std::time::Duration;

use serde_json::json;
use vibeue_core::conversation::Protocol;
use vibeue_core::provider::http::Limits;
use vibeue_core::provider::{ErrorClass, ProviderError};

use crate::server::{Server, Step, answer, chat_stream, json as json_answer, stream_head};
use crate::{ask, config, limits, provider, request};

/// One request to a server that answers this way.
async fn error_of(limits: Limits, steps: Vec<Step>) -> (ProviderError, usize) {
    let server = Server::start(move |_, _| steps.clone()).await;
    let provider = provider(Protocol::OpenaiChat, &server, limits);
    let error = ask(provider.as_ref(), &request()).await.0.unwrap_err();
    (error, server.count())
}

fn begun() -> Step {
    Step::Send(b"data: {\"choices\":[{\"delta\":{\"content\":\"Hel\"}}]}\n\n".to_vec())
}

#[tokio::test]
async fn what_can_pass_is_sent_again_and_its_answer_is_whole() {
    let server = Server::start(|_, before| match before {
        0 => {
            answer("503 Service Unavailable", "retry-after-ms: 1\r\n", "<html><title>Busy</title>")
        }
        // Cut before a piece was delivered.
        1 => vec![stream_head("text/event-stream"), Step::Send(b": hello\n\ndata: {\"ch".to_vec())],
        _ => chat_stream("Hi"),
    })
    .await;
    let provider = provider(Protocol::OpenaiChat, &server, limits());
    assert_eq!(ask(provider.as_ref(), &request()).await.0.unwrap().text(), "Hi");
    let bodies: Vec<String> = server.requests().into_iter().map(|request| request.body).collect();
    assert_eq!(bodies, vec![bodies[0].clone(); 3]);
}

#[tokio::test]
async fn what_stays_is_given_back_after_two_repetitions() {
    let overloaded = json!({"error": {"message": "Overloaded", "type": "overloaded_error"}});
    let (error, requests) = error_of(limits(), json_answer("529 Overloaded", &overloaded)).await;
    assert_eq!(
        (error.class, error.status),
        (ErrorClass::Overloaded { retry_after: None }, Some(529))
    );
    assert_eq!(requests, 3);
    let (error, requests) =
        error_of(limits(), answer("503 Service Unavailable", "x-should-retry: false\r\n", ""))
            .await;
    assert_eq!((error.is_transient(), requests), (false, 1));
}

#[tokio::test]
async fn a_wait_above_the_cap_is_reported_at_once() {
    let body = json!({"error": {"message": "slow down"}});
    let (error, requests) = error_of(
        limits(),
        answer(
            "429 Too Many Requests",
            "retry-after: 3600\r\nx-request-id: req-1\r\n",
            &body.to_string(),
        ),
    )
    .await;
    let retry_after = Some(Duration::from_secs(3_600));
    assert_eq!(error.class, ErrorClass::RateLimited { retry_after });
    assert_eq!(error.request_id.as_deref(), Some("req-1"));
    assert_eq!(requests, 1);
}

#[tokio::test]
async fn a_stream_that_is_cut_after_a_piece_is_not_sent_again() {
    let (error, requests) =
        error_of(limits(), vec![stream_head("text/event-stream"), begun()]).await;
    assert_eq!((error.class, error.delivered, requests), (ErrorClass::Transport, true, 1));
    assert!(error.message.contains("in the middle of its answer"), "{error}");
    // With a length that does not come, and with a broken chunk.
    for head in ["content-length: 9999\r\n\r\n", "transfer-encoding: chunked\r\n\r\nzz\r\n"] {
        let head = format!("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n{head}");
        let steps = vec![Step::Send(head.into_bytes()), begun()];
        let (error, _) = error_of(limits(), steps).await;
        assert_eq!(error.class, ErrorClass::Transport, "{error}");
    }
}

#[tokio::test]
async fn silence_ends_at_its_limit() {
    // In each case only the limit that is meant is short: what comes before it
    // has all the time that a busy machine needs.
    let short = Limits { first_piece: Duration::from_millis(200), ..limits() };
    let (error, requests) = error_of(short, vec![Step::Hang]).await;
    assert_eq!(error.class, ErrorClass::Transport);
    // A server that is as busy may not have read it by then.
    assert!(requests <= 1, "it was sent again");
    assert!(error.message.contains("did not start to answer for 0.2 s"), "{error}");
    let short = Limits { idle: Duration::from_millis(100), ..limits() };
    let (error, requests) =
        error_of(short, vec![stream_head("text/event-stream"), begun(), Step::Hang]).await;
    assert_eq!((error.class, error.delivered, requests), (ErrorClass::Transport, true, 1));
    assert!(error.message.contains("sent nothing further for 0.1 s"), "{error}");
    // Comments are not silence, but no answer either. This limit is for the head
    // too, which has to come.
    let short = Limits { whole: Duration::from_secs(3), ..limits() };
    let head = [stream_head("text/event-stream")];
    let steps = head.into_iter().chain(dripping(b": ping\n\n")).collect();
    let (error, requests) = error_of(short, steps).await;
    assert_eq!((error.class, requests), (ErrorClass::Transport, 1));
    assert!(error.message.contains("did not finish its answer within 3 s"), "{error}");
}

#[tokio::test]
async fn what_has_no_end_ends_at_its_limit() {
    let small = Limits { total: 100_000, event: 10_000, error_body: 1_000, ..limits() };
    let event = b"data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\n".to_vec();
    let (error, _) =
        error_of(small, vec![stream_head("text/event-stream"), Step::Forever(event)]).await;
    assert_eq!(error.class, ErrorClass::Protocol);
    assert!(error.message.contains("an answer of more than 100000 bytes"), "{error}");
    let line = vec![stream_head("text/event-stream"), Step::Forever(b"data: xxxx".to_vec())];
    let (error, _) = error_of(small, line).await;
    assert!(error.message.contains("an event of more than 10000 bytes"), "{error}");
    let page = vec![
        Step::Send(b"HTTP/1.1 500 Oh\r\nconnection: close\r\n\r\n".to_vec()),
        Step::Forever(b"word ".to_vec()),
    ];
    let (error, requests) = error_of(small, page).await;
    assert_eq!((error.class, requests), (ErrorClass::Overloaded { retry_after: None }, 3));
    assert!(error.message.len() < 2_000);
}

/// Bytes that arrive again and again, for far longer than a user would wait.
fn dripping(bytes: &[u8]) -> impl Iterator<Item = Step> {
    let drip = [Step::Send(bytes.to_vec()), Step::Wait(Duration::from_millis(20))];
    std::iter::repeat_n(drip, 5_000).flatten()
}

/// A bound against hanging, well below what the server takes.
const PATIENCE: Duration = Duration::from_secs(120);

#[tokio::test]
async fn an_error_with_a_slow_body_is_reported_all_the_same() {
    // Within the limit on a question the first words have to come.
    let patient = Limits {
        question: Duration::from_secs(3),
        whole: Duration::from_secs(3_600),
        retries: 0,
        ..limits()
    };
    let head = b"HTTP/1.1 401 No\r\nconnection: close\r\n\r\nwrong key".to_vec();
    let steps = [Step::Send(head)].into_iter().chain(dripping(b".")).collect();
    let (error, _) = tokio::time::timeout(PATIENCE, error_of(patient, steps)).await.unwrap();
    assert_eq!((error.class, error.status), (ErrorClass::Authentication, Some(401)));
    assert!(error.message.contains("wrong key"), "{error}");
}

#[tokio::test]
async fn comments_after_a_complete_answer_do_not_hold_it_up() {
    let patient =
        Limits { idle: Duration::from_millis(200), whole: Duration::from_secs(3_600), ..limits() };
    let end =
        b"data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}\n\n";
    let server = Server::start(move |_, _| {
        let begin = [stream_head("text/event-stream"), Step::Send(end.to_vec())];
        begin.into_iter().chain(dripping(b": ping\n\n")).collect()
    })
    .await;
    let provider = provider(Protocol::OpenaiChat, &server, patient);
    let (reply, _) =
        tokio::time::timeout(PATIENCE, ask(provider.as_ref(), &request())).await.unwrap();
    assert_eq!(reply.unwrap().text(), "Hi");
}

#[tokio::test]
async fn a_server_whose_limit_shrinks_with_every_refusal_is_not_asked_for_ever() {
    let server = Server::start(|_, before| {
        let message = format!("max_tokens must be less than or equal to {}", 100_000 - before);
        json_answer("400 Bad Request", &json!({"error": {"message": message}}))
    })
    .await;
    let provider = provider(Protocol::OpenaiChat, &server, limits());
    let mut request = request();
    request.max_output_tokens = Some(200_000);
    let (reply, _) =
        tokio::time::timeout(PATIENCE, ask(provider.as_ref(), &request)).await.unwrap();
    assert_eq!(reply.unwrap_err().class, ErrorClass::Refused);
    assert_eq!(server.count(), 13);
}

#[tokio::test]
async fn an_error_steers_no_terminal() {
    let body = json!({"error": {"message": "no\u{1b}[2J\u{202e}"}});
    let (error, _) = error_of(limits(), json_answer("400 Bad Request", &body)).await;
    assert!(error.message.ends_with("no\u{fffd}[2J\u{fffd}"), "{error:?}");
}

#[tokio::test]
async fn a_redirect_is_not_followed_and_names_where_it_leads() {
    let elsewhere = Server::start(|_, _| chat_stream("stolen")).await;
    let target = elsewhere.url("/v1/chat/completions");
    for status in ["301 Moved", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"] {
        let headers = format!("location: {target}\r\n");
        let (error, requests) = error_of(limits(), answer(status, &headers, "")).await;
        assert_eq!((error.class, requests), (ErrorClass::Protocol, 1));
        assert!(error.message.contains(&elsewhere.address.to_string()), "{error}");
    }
    assert_eq!(elsewhere.count(), 0);
}

#[tokio::test]
async fn other_servers_and_odd_bodies_are_named() {
    let page = "<!DOCTYPE html><html><head><title>Log in</title></head></html>";
    let says = |error: &ProviderError, words: &str| {
        assert!(error.to_string().contains(words), "{error} says `{words}`");
    };
    let (error, requests) =
        error_of(limits(), answer("200 OK", "content-type: text/html\r\n", page)).await;
    assert_eq!((error.class, requests), (ErrorClass::Protocol, 1));
    says(&error, "a web page titled “Log in”");
    let (error, _) = error_of(limits(), answer("404 Not Found", "", page)).await;
    assert_eq!(error.class, ErrorClass::NotFound);
    says(&error, "/v1");
    let gzip = "content-encoding: gzip\r\n";
    let (error, _) = error_of(limits(), answer("200 OK", gzip, "\u{1f}")).await;
    assert_eq!(error.class, ErrorClass::Protocol);
    says(&error, "gzip");
    let (error, requests) = error_of(limits(), answer("200 OK", "", "")).await;
    assert_eq!((error.class, requests), (ErrorClass::Transport, 3));
    says(&error, "an empty body");
    let torn =
        vec![stream_head("text/event-stream"), Step::Send(b"data: {\"a\": nope}\n\n".to_vec())];
    let (error, requests) = error_of(limits(), torn).await;
    assert_eq!((error.class, requests), (ErrorClass::Protocol, 1));
    says(&error, "not JSON");
    let (error, _) = error_of(limits(), json_answer("200 OK", &json!({"hello": "world"}))).await;
    assert_eq!(error.class, ErrorClass::Protocol);
}

#[tokio::test]
async fn errors_inside_a_stream_keep_their_class() {
    let event = json!({"error": {"message": "This model's maximum context length is 8192 tokens. \
        However, you requested 9000 tokens", "code": "context_length_exceeded"}});
    let body = format!("data: {event}\n\n");
    let (error, requests) =
        error_of(limits(), vec![stream_head("text/event-stream"), Step::Send(body.into_bytes())])
            .await;
    let expected = ErrorClass::ContextLengthExceeded { limit: Some(8_192), requested: Some(9_000) };
    assert_eq!((error.class, error.status, requests), (expected, Some(200), 1));
}

#[tokio::test]
async fn an_address_where_nobody_answers_is_reported_with_what_to_do() {
    let server = Server::start(|_, _| Vec::new()).await;
    let mut config = config(Protocol::OpenaiChat, &server, limits());
    let nobody = vibeue_scripted_server::loopback::listen().unwrap().local_addr().unwrap();
    config.base_url = format!("http://{nobody}/v1");
    let provider = vibeue_core::provider::connect(&config).unwrap();
    let error = ask(provider.as_ref(), &request()).await.0.unwrap_err();
    assert_eq!((error.class, error.status), (ErrorClass::Transport, None));
    assert!(error.message.contains(&nobody.to_string()), "{error}");
    assert!(error.hint.unwrap().contains("is the server running"));
}

#[tokio::test]
async fn dropping_a_call_closes_its_connection() {
    let server =
        Server::start(|_, _| vec![stream_head("text/event-stream"), begun(), Step::Hang]).await;
    let provider = provider(Protocol::OpenaiChat, &server, limits());
    let request = request();
    let heard = tokio::sync::Notify::new();
    let mut note = |_: vibeue_core::provider::Delta<'_>| heard.notify_one();
    tokio::select! {
        answer = provider.chat(&request, &mut note) => panic!("it ended: {answer:?}"),
        () = heard.notified() => {}
    }
    for _ in 0..500 {
        if server.gone() == 1 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the connection is still open");
}

#[tokio::test]
async fn the_servers_reason_comes_with_every_shape_of_error_event() {
    let reason = "the disk is full";
    for (protocol, name, event) in [
        // As llama.cpp reports it on all three of its wires.
        (
            Protocol::Anthropic,
            "error",
            json!({"code": 500, "message": reason, "type": "server_error"}),
        ),
        (
            Protocol::Responses,
            "error",
            json!({"code": 500, "message": reason, "type": "server_error"}),
        ),
        (Protocol::OpenaiChat, "", json!({"error": {"code": 500, "message": reason}})),
        (Protocol::Anthropic, "error", json!({"type": "error", "error": {"message": reason}})),
        (Protocol::Anthropic, "", json!({"error": reason})),
        (Protocol::Anthropic, "error", json!(reason)),
        (Protocol::Responses, "error", json!({"type": "error", "code": null, "message": reason})),
        (Protocol::Responses, "", json!({"error": reason})),
        (
            Protocol::Responses,
            "response.failed",
            json!({"type": "response.failed", "response": {"status": "failed",
                "error": {"code": "server_error", "message": reason}}}),
        ),
        (
            Protocol::Responses,
            "response.failed",
            json!({"type": "response.failed", "response": {"status": "failed", "error": null,
                "incomplete_details": {"reason": reason}}}),
        ),
        (
            Protocol::Gemini,
            "error",
            json!({"code": 500, "message": reason, "type": "server_error"}),
        ),
    ] {
        let named = if name.is_empty() { String::new() } else { format!("event: {name}\n") };
        let body = format!("{named}data: {event}\n\n").into_bytes();
        let steps = vec![stream_head("text/event-stream"), Step::Send(body)];
        let server = Server::start(move |_, _| steps.clone()).await;
        let limits = Limits { retries: 0, ..limits() };
        let provider = provider(protocol, &server, limits);
        let error = ask(provider.as_ref(), &request()).await.0.unwrap_err();
        assert_eq!(error.message, format!("the server reported an error: {reason}"), "{event}");
    }
}

#[tokio::test]
async fn a_wait_of_nothing_is_not_obeyed_at_once_and_one_of_decades_is_told() {
    let slow = Limits { backoff: Duration::from_millis(200), ..limits() };
    for wait in ["0", "-1", "Thu, 01 Jan 1970 00:00:00 GMT"] {
        let begun = std::time::Instant::now();
        let steps = answer("429 Too Many Requests", &format!("retry-after: {wait}\r\n"), "{}");
        let (error, requests) = error_of(slow, steps).await;
        assert_eq!(error.class, ErrorClass::RateLimited { retry_after: None }, "{wait}");
        // 200 ms and 400 ms, each less a quarter at most.
        assert!(begun.elapsed() >= Duration::from_millis(450), "{wait}: {:?}", begun.elapsed());
        assert_eq!(requests, 3);
    }
    let far = "retry-after: Thu, 31 Dec 2099 23:59:59 GMT\r\n";
    let (error, requests) = error_of(slow, answer("429 Too Many Requests", far, "{}")).await;
    assert_eq!(requests, 1, "nobody waits for that");
    let hint = error.hint.unwrap();
    assert!(hint.starts_with("the server asks to wait a year or more"), "{hint}");
}
