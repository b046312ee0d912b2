//! The client with which VibeUE uses servers, against our own server.

use std::collections::BTreeMap;
use std::sync::Arc;

use vibeue_core::tools::mcp::{Lifecycle, McpServers, Reach, ServerConfig};
use vibeue_core::tools::{Approval, Call, Policy, Registry, Stop};

use crate::host::{Host, LONGEST};

#[test]
fn both_generations_are_spoken_as_the_official_sdk_speaks_them() {
    let host = Host::new(Policy::default());
    let server = host.serve();
    for (lifecycle, protocol) in
        [(Lifecycle::Initialize, "2025-11-25"), (Lifecycle::Discover, "2026-07-28")]
    {
        let leave = format!("Bearer {}", server.token().reveal());
        let headers = BTreeMap::from([("Authorization".to_owned(), leave)]);
        let config = ServerConfig {
            lifecycle,
            ..ServerConfig::new("ours", Reach::Address { url: server.url(), headers })
        };
        let servers = Arc::new(McpServers::start(vec![config]).unwrap());
        servers.wait_until_started(LONGEST, || true);
        let state = servers.reports().remove(0).state.to_string();
        let ready =
            format!("ready: 6 tools, vibeue {}, protocol {protocol}", env!("CARGO_PKG_VERSION"));
        assert_eq!(state, ready);
        let mut registry = Registry::default();
        registry.add(Arc::clone(&servers) as _);
        let call = |name: &str| {
            let arguments = r#"{"what":"x"}"#.to_owned();
            let call = Call { id: "1".to_owned(), turn: 1, name: name.to_owned(), arguments };
            registry.run(&call, &Stop::default())
        };
        assert_eq!(call("ours__say").parts, vibeue_core::tools::ToolAnswer::text("x").parts);
        std::thread::scope(|scope| {
            let written = scope.spawn(|| call("ours__write"));
            let (question, answer) = host.question();
            assert!(question.caller.declared_name.starts_with("vibeue "), "{question:?}");
            answer.send(Approval::Deny { reason: None }).unwrap();
            assert!(written.join().unwrap().is_error());
        });
    }
    assert_eq!(host.written(), 0);
}
