//! Calls leave no thread and no connection behind, wherever they are dropped. In a program of its
//! own, because it counts the threads of the whole process.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[path = "support/recorder.rs"]
mod recorder;

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use vibeue_core::conversation::{Message, MessageId, Protocol, Role};
use vibeue_core::provider::{ChatRequest, Delta, ProviderConfig, connect};

use recorder::Recorder;

fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").unwrap().count()
}

#[test]
fn no_thread_and_no_connection_is_left_wherever_a_call_is_dropped() {
    let recorder = Recorder::start(|_| {
        std::thread::sleep(Duration::from_millis(5));
        (200, json!({"choices": [{"message": {"content": "Hi"}, "finish_reason": "stop"}]}))
    });
    let before = threads();
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    // By its name, which needs no thread for a name server.
    let base = recorder.address().replace("127.0.0.1", "localhost");
    let config = ProviderConfig::new(Protocol::OpenaiChat, format!("{base}/v1"), "m");
    let provider = connect(&config).unwrap();
    let message = Message::text(MessageId(1), Role::User, "Hello.");
    let mut request = ChatRequest::new("m", vec![Arc::new(message)]);
    request.stream = false;
    let mut whole = 0;
    for step in 0..60 {
        let mut unheard = |_: Delta<'_>| {};
        let wait = Duration::from_micros(step * 200);
        let call = provider.chat(&request, &mut unheard);
        let outcome = runtime.block_on(async { tokio::time::timeout(wait, call).await });
        whole += usize::from(outcome.is_ok_and(|reply| reply.is_ok()));
    }
    let mut unheard = |_: Delta<'_>| {};
    whole += usize::from(runtime.block_on(provider.chat(&request, &mut unheard)).is_ok());
    assert!(whole >= 1);
    assert!(!recorder.take_all().is_empty());
    drop(provider);
    runtime.shutdown_timeout(Duration::from_secs(60));
    // Each open connection would keep one thread of the server.
    for _ in 0..1_000 {
        if threads() == before {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{} threads became {}", before, threads());
}
