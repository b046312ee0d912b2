//! Programs that have no business here, and such that misbehave.

use std::io::Write as _;
use std::net::TcpStream;
use std::sync::atomic::Ordering;

use serde_json::json;
use vibeue_core::tools::served::{Report, ServedOptions, ServedServer};
use vibeue_core::tools::{CallEnd, Policy};

use crate::client::{Client, call, reply};
use crate::host::Host;

/// All may run: only what guards the door is in the way.
fn open() -> (Host, ServedServer) {
    open_by(Host::serve)
}

fn open_by(serve: impl Fn(&Host) -> ServedServer) -> (Host, ServedServer) {
    let mut policy = Policy::asking(None);
    policy.all_are_free = true;
    let host = Host::new(policy);
    let server = serve(&host);
    (host, server)
}

#[test]
fn without_the_token_or_from_elsewhere_nothing_is_answered() {
    let (host, server) = open();
    let client = Client::greeted(&server);
    let body = call(1, "write", "a").to_string();
    let good = client.head(body.len());
    let address = client.address.to_string();
    let attempts = [
        (good.replace(&client.token, ""), 401),
        (good.replace(&client.token, &"0".repeat(64)), 401),
        (good.replace("Authorization: Bearer", "X-Token:"), 401),
        (good.replace("Bearer", "Basic"), 401),
        (good.replace("POST /mcp", &format!("POST /mcp?token={}", client.token)), 200),
        (good.replace(&address, "evil.example"), 403),
        (good.replace(&address, &format!("evil.example:{}", client.address.port())), 403),
        (good.replace("Content-Type", "Origin: http://evil.example\r\nContent-Type"), 403),
        (good.replace("Content-Type", "Origin: null\r\nContent-Type"), 403),
        (good.replace("POST /mcp", "POST /../mcp"), 404),
        (good.replace("POST", "GET"), 405),
        (good.replace("POST", "OPTIONS"), 405),
        (good.replace("application/json\r\n", "text/plain\r\n"), 415),
    ];
    for (head, status) in attempts {
        let reply = client.raw(&format!("{head}{body}"));
        assert_eq!(reply.status, status, "{head}{reply:?}");
        assert!(!reply.head.contains("Access-Control"), "{reply:?}");
        assert!(!reply.body.contains(&client.token) && !reply.head.contains(&client.token));
    }
    // The one that was good.
    assert_eq!(host.written(), 1);
}

#[test]
fn a_body_of_a_hundred_megabytes_is_refused_before_it_comes() {
    let (_host, server) = open();
    let client = Client::greeted(&server);
    assert_eq!(client.raw(&client.head(100 * 1024 * 1024)).status, 413);
    let endless = client.head(2).replace("Content-Length: 2", "Transfer-Encoding: chunked");
    assert_eq!(client.raw(&endless).status, 411);
    let long =
        client.head(2).replace("Accept", &format!("X-Long: {}\r\nAccept", "x".repeat(60_000)));
    assert_eq!(client.raw(&long).status, 400);
    assert_eq!(client.call(1, "say", "still here").text().0, "still here");
}

#[test]
fn a_body_or_a_head_that_does_not_come_is_given_up() {
    let (_host, server) = open_by(Host::serve_impatiently);
    let client = Client::greeted(&server);
    let slow = client.raw(&format!("{}{{\"json", client.head(5000)));
    assert_eq!(slow.status, 408);
    // Nothing at all is owed to who does not even ask.
    assert_eq!(client.raw("POST /mcp HTT").status, 0);
    let mut torn = client.connect();
    torn.write_all(client.head(5000).as_bytes()).unwrap();
    drop(torn);
    assert_eq!(client.call(1, "say", "still here").text().0, "still here");
}

#[test]
fn connections_that_say_nothing_keep_nobody_out_for_long() {
    let (_host, server) = open_by(Host::serve_impatiently);
    let client = Client::greeted(&server);
    let idle: Vec<TcpStream> = (0..200).map(|_| client.connect()).collect();
    // Those that were one too many are closed, and the others given up.
    for stream in idle {
        assert!(reply(stream).map_or(true, |reply| reply.status == 0));
    }
    assert_eq!(client.call(1, "say", "still here").text().0, "still here");
}

#[test]
fn torn_json_and_what_is_not_a_message_are_answered_with_what_is_wrong() {
    let (host, server) = open();
    let client = Client::greeted(&server);
    let deep = "[".repeat(200_000);
    for (body, code) in [
        ("{\"jsonrpc\": \"2.0\", \"id\"", -32700),
        (deep.as_str(), -32700),
        ("\u{0}", -32700),
        ("[]", -32600),
        ("{\"id\": 1, \"method\": \"ping\"}", -32600),
        ("{\"jsonrpc\": \"2.0\", \"id\": {}, \"method\": \"ping\"}", -32600),
    ] {
        let reply = client.raw(&format!("{}{body}", client.head(body.len())));
        let code_told = reply.message()["error"]["code"].as_i64();
        assert_eq!((reply.status, code_told), (400, Some(code)), "{reply:?}");
    }
    for (message, code) in [
        (json!({"jsonrpc": "2.0", "id": 1, "method": "resources/list"}), -32601),
        (json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call"}), -32602),
        (
            json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                "params": {"name": "write", "arguments": [1]}}),
            -32602,
        ),
    ] {
        assert_eq!(client.post(&message).message()["error"]["code"], code, "{message}");
    }
    assert_eq!(host.written(), 0);
}

#[test]
fn a_thousand_sessions_are_begun_and_an_unknown_one_is_not_found() {
    let (_host, server) = open();
    let first = Client::greeted(&server);
    let mut last = Client::greeted(&server);
    for _ in 0..1000 {
        last = Client::greeted(&server);
    }
    assert_eq!(last.call(1, "say", "x").text().0, "x");
    // It was silent for longest.
    assert_eq!(first.call(1, "say", "x").status, 404);
    last.session = Some("guessed".to_owned());
    assert_eq!(last.call(1, "say", "x").status, 404);
    last.session = None;
    assert_eq!(last.call(1, "say", "x").status, 400);
}

#[test]
fn a_tool_that_hangs_is_answered_for_and_cannot_pile_up() {
    let (_host, server) = open();
    let client = Client::greeted(&server);
    let hanging: Vec<TcpStream> = (0..16).map(|id| client.begin(&call(id, "hang", ""))).collect();
    for stream in hanging {
        let (text, is_error) = reply(stream).unwrap().text();
        assert!(is_error && text.starts_with("no answer within 0.05 seconds"), "{text}");
    }
    let (text, is_error) = client.call(99, "say", "x").text();
    assert!(is_error && text.starts_with("busy: 16 calls are under way"), "{text}");
}

#[test]
fn the_end_of_a_call_that_was_given_up_is_told_when_its_tool_is_back() {
    let (host, server) = open();
    let client = Client::greeted(&server);
    let (text, is_error) = reply(client.begin(&call(1, "hang", ""))).unwrap().text();
    assert!(is_error && text.starts_with("no answer within 0.05 seconds"), "{text}");
    // What ends meanwhile is reported at once.
    client.call(2, "say", "x");
    let told = |reports: &[Report]| -> Vec<(String, CallEnd)> {
        reports.iter().map(|report| (report.call.name.clone(), report.end)).collect()
    };
    assert_eq!(told(&host.until_reported(1)), [("say".to_owned(), CallEnd::Done)]);
    host.tools.released.store(true, Ordering::SeqCst);
    let reports = host.until_reported(2);
    assert_eq!(told(&reports)[1], ("hang".to_owned(), CallEnd::TimedOut));
    assert!(reports[1].why.starts_with("no answer within 0.05 seconds"), "{}", reports[1].why);
}

#[test]
fn after_the_end_nobody_answers_and_the_port_is_free() {
    let (host, server) = open_by(Host::serve_at_own_port);
    let client = Client::greeted(&server);
    let stream = client.begin(&call(1, "wait", ""));
    let mut seen = [0; 64];
    assert!(stream.peek(&mut seen).unwrap() > 0);
    host.until_begun(1);
    server.stop();
    host.until_stopped(1);
    assert!(TcpStream::connect(client.address).is_err());
    let options = ServedOptions { port: client.address.port(), ..ServedOptions::default() };
    let again = ServedServer::start(host.served.clone(), options.clone()).unwrap();
    // What was shown to the one before opens nothing here.
    assert_eq!(client.call(2, "say", "x").status, 401);
    let taken = ServedServer::start(host.served.clone(), options).unwrap_err();
    assert!(taken.to_string().contains("is taken by another program"), "{taken}");
    drop(again);
    assert!(TcpStream::connect(client.address).is_err());
}
