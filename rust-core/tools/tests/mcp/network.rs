//! Servers that are reached by streamable HTTP.

use std::time::Duration;

use libtest_mimic::Trial;
use vibeue_core::tools::CallEnd;
use vibeue_core::tools::mcp::{Reach, ServerConfig};
use vibeue_scripted_server::mcp::{HttpServer, Manner};

use crate::host::{Host, act, start};
use crate::scripted::Answer;
use crate::trial;

pub fn trials() -> Vec<Trial> {
    vec![
        trial("a call goes over HTTP, answered at once or by a stream, with the headers", answered),
        trial("a server on the network that cannot be used says why", refused),
        trial("a redirect is not followed", redirected),
        trial("a server that says nothing is given up in time", silent),
    ]
}

fn at(url: &str, headers: &[(&str, &str)]) -> ServerConfig {
    let headers =
        headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    ServerConfig::new("s", Reach::Address { url: url.to_owned(), headers })
}

fn answered() {
    for manner in [Manner::Json, Manner::Stream] {
        let server = HttpServer::start(manner.clone()).unwrap();
        let headers = [("Authorization", "Bearer given-by-the-person")];
        let host =
            Host::new(vec![at(&server.url(), &headers)], vec![act("c1"), Answer::text("Done.")]);
        let state = host.state().to_string();
        assert_eq!(state, "ready: 1 tool, scripted 1.0, protocol 2025-11-25", "{manner:?}");
        let turn = host.allowed("Do it.");
        assert_eq!(turn.ends, [("s__act".to_owned(), CallEnd::Done)], "{manner:?}");
        assert_eq!(turn.results, ["did it"]);
        host.assert_valid();
        let heads = server.heads();
        let with_leave = |head: &String| {
            head.to_lowercase().contains("authorization: bearer given-by-the-person")
        };
        assert!(heads.len() >= 4 && heads.iter().all(with_leave), "{heads:?}");
    }
}

/// The state of a server that does not come up.
fn state(server: ServerConfig) -> String {
    start(vec![server]).reports().remove(0).state.to_string()
}

fn refused() {
    let unauthorized = HttpServer::start(Manner::Unauthorized).unwrap();
    let html = HttpServer::start(Manner::Html).unwrap();
    for (url, why) in [
        (unauthorized.url(), "uth"),
        (html.url(), "text/html"),
        ("http://127.0.0.1:9/mcp".to_owned(), "error sending request"),
        ("http://example.com/mcp".to_owned(), "is not encrypted"),
        ("ftp://example.com/mcp".to_owned(), "`ftp` is not a web server's address"),
        ("not an address".to_owned(), "not a valid web address"),
    ] {
        let state = state(at(&url, &[]));
        assert!(state.starts_with("failed: ") && state.contains(why), "{url}: {state}");
    }
    let state = state(at(&html.url(), &[("X-Key", "secret\nvalue")]));
    assert_eq!(state, "failed: the header \"X-Key\" cannot be sent");
}

fn redirected() {
    let elsewhere = HttpServer::start(Manner::Json).unwrap();
    let server = HttpServer::start(Manner::Redirect(elsewhere.url())).unwrap();
    let state = state(at(&server.url(), &[("Authorization", "Bearer key")]));
    assert!(state.starts_with("failed: "), "{state}");
    assert!(!server.heads().is_empty());
    assert_eq!(elsewhere.heads(), Vec::<String>::new());
}

fn silent() {
    let server = HttpServer::start(Manner::Silent).unwrap();
    let mut config = at(&server.url(), &[]);
    config.start_limit = Duration::from_millis(300);
    assert_eq!(state(config), "failed: it did not answer the handshake within 0.3 seconds");
}
