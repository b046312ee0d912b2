//! Answers that arrive in odd ways.

use serde_json::json;
use vibeue_core::conversation::Protocol;
use vibeue_core::provider::StopReason;
use vibeue_core::tokens::ServerUsage;

use crate::server::{Server, Step, answer, chat_stream, json as json_answer, stream_head};
use crate::{ask, limits, provider, request};

#[tokio::test]
async fn bytes_that_dribble_through_characters_and_line_ends_make_the_same_answer() {
    let server = Server::start(|_, _| {
        let mut steps = Vec::new();
        for step in chat_stream("Grüße 😀 aus Köln") {
            let Step::Send(bytes) = step else { continue };
            let text = String::from_utf8(bytes).unwrap().replace("\n\n", "\r\n\r\n");
            steps.extend(text.into_bytes().chunks(3).map(|piece| Step::Send(piece.to_vec())));
        }
        steps
    })
    .await;
    let provider = provider(Protocol::OpenaiChat, &server, limits());
    let (reply, heard) = ask(provider.as_ref(), &request()).await;
    let reply = reply.unwrap();
    assert_eq!((reply.text(), heard), ("Grüße 😀 aus Köln".into(), "Grüße 😀 aus Köln".into()));
    assert_eq!(reply.stop, StopReason::End);
    assert_eq!(reply.usage, Some(ServerUsage { input: 7, output: 2, ..ServerUsage::default() }));
    let sent = &server.requests()[0];
    assert_eq!(sent.line, "POST /v1/chat/completions");
    assert!(sent.head.contains("user-agent: vibeue/"), "{}", sent.head);
    assert_eq!(
        sent.json(),
        json!({"model": "m", "messages": [{"role": "user", "content": "Hello."}], "stream": true,
            "stream_options": {"include_usage": true}})
    );
}

#[tokio::test]
async fn a_server_that_does_not_stream_or_names_the_wrong_type_is_understood() {
    let whole = json!({"choices": [{"message": {"content": "Hi"}, "finish_reason": "stop"}]});
    let server = Server::start(move |_, before| match before {
        0 => json_answer("200 OK", &whole),
        1 => {
            let mut steps = chat_stream("Hi");
            steps[0] = stream_head("application/json");
            steps
        }
        // No end mark, no blank line at the end.
        _ => vec![
            stream_head("text/event-stream"),
            Step::Send(
                b": ping\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\n".to_vec(),
            ),
            Step::Send(b"data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}".to_vec()),
        ],
    })
    .await;
    let provider = provider(Protocol::OpenaiChat, &server, limits());
    for _ in 0..3 {
        let (reply, heard) = ask(provider.as_ref(), &request()).await;
        assert_eq!((reply.unwrap().text().as_str(), heard.as_str()), ("Hi", "Hi"));
    }
}

#[tokio::test]
async fn a_request_without_streaming_gets_its_answer_whole() {
    let server = Server::start(|_, _| {
        json_answer("200 OK", &json!({"choices": [{"message": {"content": "Hi"}}]}))
    })
    .await;
    let provider = provider(Protocol::OpenaiChat, &server, limits());
    let mut request = request();
    request.stream = false;
    assert_eq!(ask(provider.as_ref(), &request).await.0.unwrap().text(), "Hi");
    assert_eq!(server.requests()[0].json().get("stream"), None);
}

#[tokio::test]
async fn ollama_speaks_in_lines() {
    let server = Server::start(|_, before| {
        let mut lines = String::new();
        for text in ["Gr", "üße"] {
            lines += &format!("{}\n", json!({"message": {"content": text}, "done": false}));
        }
        if before == 0 {
            lines += &json!({"message": {"content": ""}, "done": true, "done_reason": "stop",
                "prompt_eval_count": 9, "eval_count": 3})
            .to_string();
        } else {
            lines += "{\"error\": \"model runner has unexpectedly stopped\"}\n";
        }
        let pieces = lines.into_bytes();
        let head = stream_head("application/x-ndjson");
        [head].into_iter().chain(pieces.chunks(5).map(|piece| Step::Send(piece.to_vec()))).collect()
    })
    .await;
    let provider = provider(Protocol::Ollama, &server, limits());
    let (reply, heard) = ask(provider.as_ref(), &request()).await;
    assert_eq!((reply.unwrap().text().as_str(), heard.as_str()), ("Grüße", "Grüße"));
    assert_eq!(server.requests()[0].line, "POST /api/chat");
    let (reply, heard) = ask(provider.as_ref(), &request()).await;
    let error = reply.unwrap_err();
    assert_eq!(heard, "Grüße");
    assert!(error.delivered && error.message.contains("unexpectedly stopped"), "{error}");
    assert_eq!(server.count(), 2, "nothing is sent again after a piece was delivered");
}

#[tokio::test]
async fn ollamas_silent_cut_is_reported() {
    let server = Server::start(|_, _| {
        json_answer(
            "200 OK",
            &json!({"message": {"content": "What?"}, "done": true, "prompt_eval_count": 500,
                "eval_count": 3}),
        )
    })
    .await;
    let provider = provider(Protocol::Ollama, &server, limits());
    let mut request = request();
    let long = "The door opens inwards and the handle is on the left. ".repeat(300);
    let message = vibeue_core::conversation::Message::text(
        vibeue_core::conversation::MessageId(1),
        vibeue_core::conversation::Role::User,
        long,
    );
    request.messages = vec![message.into()];
    let reply = ask(provider.as_ref(), &request).await.0.unwrap();
    assert_eq!(reply.warnings.len(), 1);
    assert!(reply.warnings[0].contains("read only 500 of some"), "{:?}", reply.warnings);
}

#[tokio::test]
async fn what_a_server_refuses_by_name_is_left_out_and_remembered() {
    let server = Server::start(|request, _| {
        if request.body.contains("stream_options") {
            return json_answer(
                "400 Bad Request",
                &json!({"error": {"message": "Unknown parameter: stream_options"}}),
            );
        }
        if request.body.contains("temperature") {
            return answer("422 Unprocessable Entity", "", r#"{"detail": [{"loc": ["body", "temperature"], "msg": "Extra inputs are not permitted"}]}"#);
        }
        chat_stream("Hi")
    })
    .await;
    let provider = provider(Protocol::OpenaiChat, &server, limits());
    let mut request = request();
    request.temperature = Some(0.0);
    for requests in [3, 4] {
        let reply = ask(provider.as_ref(), &request).await.0.unwrap();
        assert_eq!(reply.text(), "Hi");
        assert_eq!(reply.warnings, ["sent without what the server refused: temperature"]);
        assert_eq!(server.count(), requests);
    }
    assert!(!provider.capabilities("m").temperature && provider.capabilities("n").temperature);
}
