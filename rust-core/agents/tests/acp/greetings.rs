//! How agents are greeted, well and badly.

use std::time::Duration;

use libtest_mimic::Trial;
use vibeue_agents::{AgentFailure, AgentState, SignIn, ToolServer, ToolServerReach};
use vibeue_core::session::live::TurnEnd;

use crate::host::{Host, Turn};
use crate::trial;

/// Long enough for a busy machine; only a fault waits for it.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        trial("each failed greeting has its name, its step and its words", failed),
        trial("an agent that says nothing is given up in time", silent),
        trial("a program that is not there is said to be missing", missing),
        trial("nothing is started before a person has allowed it", not_allowed),
        trial("a need to sign in lists the ways and the chosen one is taken", sign_in),
        trial("a journal that is opened again goes on with the agent's conversation", resumed),
        trial("an agent that forgot is said to have begun a new conversation", forgotten),
        trial("an agent's own mode is told and the chosen one is set", modes),
        trial("an agent is told of servers and gets no variable but its own", tool_servers),
    ]
}

fn failure(turn: &Turn) -> &str {
    assert_eq!(turn.end, Some(TurnEnd::Failed), "{turn:?}");
    &turn.failure.as_ref().unwrap().0
}

fn failed() {
    for (mode, expected) in [
        (
            "dies_at_start",
            "the handshake with the agent failed at initialize: it ended with code 1; its last output: \
             TypeError: cannot read properties of undefined (reading 'token')",
        ),
        ("not_an_agent", "the handshake with the agent failed at initialize: it ended with code 2"),
        (
            "newer",
            "the handshake with the agent failed at initialize: it speaks version 9 of the protocol; \
             this program speaks version 1",
        ),
        (
            "broken_new",
            "the handshake with the agent failed at session/new: its answer cannot be read: missing \
             field `sessionId`",
        ),
        (
            "refuses_new",
            "the handshake with the agent failed at session/new: Internal error: the disk is full",
        ),
    ] {
        let host = Host::new(mode);
        let turn = host.turn("hello");
        assert_eq!(failure(&turn), expected, "{mode}");
        let named = host.agent.failure().unwrap();
        assert_eq!(named.name(), "handshake_failed", "{mode}");
        // It is tried again, and says the same.
        assert_eq!(failure(&host.turn("hello")), expected, "{mode}");
    }
}

fn silent() {
    let told = |mode: &str, limit: Duration| {
        let host = Host::with(mode, |config| config.greeting_limit = limit, |_| {});
        let words = failure(&host.turn("hello")).to_owned();
        assert_eq!(host.agent.failure().unwrap().name(), "timed_out");
        words
    };
    let mut limit = Duration::from_millis(700);
    assert_eq!(
        told("hangs_at_initialize", limit),
        "the agent did not answer initialize of the greeting within 0.7 s"
    );
    // The step before the one at which it hangs is answered, but on a busy machine not that soon,
    // because the program has hardly begun by then.
    let given_up = |step: &str, limit: Duration| {
        format!("the agent did not answer {step} of the greeting within {} s", limit.as_secs_f64())
    };
    let mut words = told("hangs_at_new", limit);
    while words == given_up("initialize", limit) && limit < PATIENCE {
        limit *= 4;
        words = told("hangs_at_new", limit);
    }
    assert_eq!(words, given_up("session/new", limit));
}

fn missing() {
    let host = Host::with("plain", |config| config.command = "no-such-agent".to_owned(), |_| {});
    let turn = host.turn("hello");
    assert_eq!(
        turn.failure,
        Some((
            "the agent could not be started: there is no program no-such-agent".to_owned(),
            Some("install it, or give its full path".to_owned())
        ))
    );
    assert_eq!(host.agent.failure().unwrap().name(), "could_not_start");
}

fn not_allowed() {
    let host = Host::with("plain", |config| config.needs_permission = true, |_| {});
    let turn = host.turn("hello");
    let (what, hint) = turn.failure.clone().unwrap();
    assert!(what.starts_with("this agent is not allowed in the project yet: "), "{what}");
    assert_eq!(hint.as_deref(), Some("allow it, then send the message again"));
    let report = host.agent.report();
    assert_eq!(
        (report.state, report.name, report.usage),
        (AgentState::NeedsPermission, None, None)
    );
    host.agent.allow();
    assert_eq!(host.agent.report().state, AgentState::Stopped);
    assert_eq!(host.turn("hello again").text, "You said: hello again");
    let report = host.agent.report();
    let name = Some("scripted 1.0".to_owned());
    assert_eq!((report.state, report.name), (AgentState::Ready, name));
}

fn sign_in() {
    let host = Host::new("needs_auth");
    let turn = host.turn("hello");
    assert_eq!(
        turn.failure,
        Some((
            "the agent wants you to sign in: Authentication required".to_owned(),
            Some(
                "sign in with the agent's own program, or choose one of its sign-in methods: account (Your \
                 account), key (A key)"
                    .to_owned()
            )
        ))
    );
    let way = |id: &str, name: &str, description: Option<&str>| SignIn {
        id: id.to_owned(),
        name: name.to_owned(),
        description: description.map(str::to_owned),
    };
    assert_eq!(
        host.agent.failure(),
        Some(AgentFailure::NeedsSignIn {
            ways: vec![
                way("account", "Your account", Some("Opens a page.")),
                way("key", "A key", None)
            ],
            why: "Authentication required".to_owned(),
        })
    );
    let with = |way: &str| {
        let way = way.to_owned();
        Host::with("needs_auth", |config| config.sign_in = Some(way), |_| {})
    };
    with("account").goes_on();
    let refused = with("key").turn("hello");
    assert_eq!(
        failure(&refused),
        "the agent wants you to sign in: there is no such way to sign in"
    );
}

fn resumed() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("talk.journal");
    let open = |mode: &str| {
        let journal = journal.clone();
        Host::with(mode, |_| {}, move |options| options.journal = Some(journal))
    };
    let first = open("loads");
    assert_eq!(first.turn("hello one").text, "You said: hello one");
    first.session.shutdown(Duration::from_secs(60));
    drop(first);
    let second = open("loads");
    let before = second.session.snapshot().transcript.len();
    assert_eq!(before, 2);
    let turn = second.turn("memory");
    assert_eq!(turn.text, "loaded: true; servers: ; heard: memory");
    assert_eq!(turn.warnings, Vec::<String>::new());
    // What it replays of the past is not added twice.
    assert_eq!(second.session.snapshot().transcript.len(), before + 2);
}

fn forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("talk.journal");
    let open = |mode: &str| {
        let journal = journal.clone();
        Host::with(mode, |_| {}, move |options| options.journal = Some(journal))
    };
    let first = open("plain");
    first.turn("hello one");
    first.session.shutdown(Duration::from_secs(60));
    drop(first);
    for (mode, wanted) in [
        ("plain", None),
        (
            "forgets",
            Some(
                "the agent could not load the conversation: Resource not found: no such \
                 conversation",
            ),
        ),
    ] {
        let host = open(mode);
        let count = host.session.snapshot().transcript.len();
        let turn = host.turn("memory");
        assert_eq!(turn.text, "loaded: false; servers: ; heard: memory");
        let new = format!(
            "the agent starts a new conversation: it does not know the {count} earlier \
             messages"
        );
        let expected: Vec<String> = wanted.map(str::to_owned).into_iter().chain([new]).collect();
        assert_eq!(turn.warnings, expected, "{mode}");
        host.session.shutdown(Duration::from_secs(60));
    }
}

fn modes() {
    let turn = Host::new("modes").turn("mode");
    assert_eq!(turn.text, "mode: modes");
    assert_eq!(
        turn.warnings,
        ["the agent is working in its mode Auto: Decides by itself; its modes are ask, auto"]
    );
    let with = |mode: &str| {
        let mode = mode.to_owned();
        Host::with("modes", |config| config.mode = Some(mode), |_| {}).turn("mode")
    };
    let turn = with("ask");
    assert_eq!((turn.text.as_str(), turn.warnings), ("mode: asks", vec![]));
    assert_eq!(
        failure(&with("fast")),
        "the handshake with the agent failed at session/set_mode: there is no such mode"
    );
}

fn tool_servers() {
    let server = |name: &str, reach| ToolServer { name: name.to_owned(), reach };
    let command = ToolServerReach::Command {
        command: "unreal-tools".to_owned(),
        arguments: vec!["--stdio".to_owned()],
        environment: [("A".to_owned(), "b".to_owned())].into(),
    };
    let address = ToolServerReach::Address {
        url: "http://127.0.0.1:8000/mcp".to_owned(),
        headers: std::collections::BTreeMap::new(),
    };
    let host = Host::with(
        "plain",
        |config| {
            config.servers = vec![server("unreal", command), server("web", address)];
            config.environment.insert("AGENT_OWN".to_owned(), "given".to_owned());
        },
        |_| {},
    );
    let turn = host.turn("memory");
    assert_eq!(turn.text, "loaded: false; servers: unreal; heard: memory");
    let untold = "the agent was not given the server web: it accepts none by address \
                  (mcpCapabilities.http)";
    assert_eq!(turn.warnings, [untold]);
    assert_eq!(host.turn("env AGENT_OWN").text, "AGENT_OWN is given");
    // Cargo sets it for this very test, and the list of harmless ones has it not.
    assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some());
    assert_eq!(host.turn("env CARGO_MANIFEST_DIR").text, "CARGO_MANIFEST_DIR is nothing");
    assert_eq!(host.agent.name().as_deref(), Some("scripted 1.0"));
}
