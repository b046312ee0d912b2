//! Which requests go through the system's proxy.
//!
//! The proxy's settings are read from the environment, and the environment of
//! a process that runs other tests is not changed: the asking is done by this
//! program run again.

#[cfg(target_os = "linux")]
use std::process::Command;

use vibeue_core::conversation::Protocol;
use vibeue_core::provider::{ProviderConfig, connect};

#[cfg(target_os = "linux")]
use crate::server::{Server, chat_stream};
use crate::{KEY, ask, limits, request};

/// Where the child asks, and whether with a key.
const TARGET: &str = "VIBEUE_TEST_PROXY_TARGET";
const WITH_KEY: &str = "VIBEUE_TEST_PROXY_KEY";

/// Not a test by itself: what the child does.
#[tokio::test]
async fn a_request_as_the_environment_says() {
    let Ok(target) = std::env::var(TARGET) else { return };
    let mut config = ProviderConfig::new(Protocol::OpenaiChat, target, "m");
    config.allow_insecure = true;
    config.limits = limits();
    match std::env::var(WITH_KEY).as_deref() {
        Ok("key") => config.key = Some(KEY.into()),
        Ok("header") => config.headers = vec![("X-Api-Token".to_owned(), KEY.to_owned())],
        _ => {}
    }
    let provider = connect(&config).unwrap();
    assert_eq!(ask(provider.as_ref(), &request()).await.0.unwrap().text(), "Hi");
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_over_http_is_not_shown_to_a_proxy() {
    for (secret, proxied) in [("none", true), ("key", false), ("header", false)] {
        let server = Server::start(|_, _| chat_stream("Hi")).await;
        let proxy = Server::start(|_, _| chat_stream("Hi")).await;
        // An address of this machine that is not a loopback one: there a
        // proxy is never asked.
        let target = format!("http://0.0.0.0:{}/v1", server.address.port());
        let mut child = Command::new(std::env::current_exe().unwrap());
        child
            .args(["--exact", "proxy::a_request_as_the_environment_says"])
            .envs([(TARGET, &*target), (WITH_KEY, secret)])
            .env_remove("NO_PROXY")
            .env_remove("no_proxy");
        for name in ["http_proxy", "HTTP_PROXY", "ALL_PROXY"] {
            child.env(name, proxy.url(""));
        }
        let output = tokio::task::spawn_blocking(move || child.output().unwrap()).await.unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && said.contains("1 passed"), "{secret}: {said}");
        assert_eq!((proxy.count(), server.count()), if proxied { (1, 0) } else { (0, 1) });
        if proxied {
            let line = &proxy.requests()[0].line;
            assert!(line.contains(&target), "the proxy is asked as a proxy: {line}");
        } else {
            assert!(server.requests()[0].head.contains(&KEY.to_lowercase()), "{secret}");
        }
    }
}
