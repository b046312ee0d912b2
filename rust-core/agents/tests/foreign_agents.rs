//! Agents that nobody here wrote, driven by a model server on loopback: `.ci/acp` installs them and
//! names their folder in `VIBEUE_ACP_AGENTS`. Without it every test reports that it was skipped.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on should stop; not every test uses every helper"
)]

#[path = "acp/host.rs"]
mod host;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use host::{Does, Host, Turn};
use serde_json::json;
use vibeue_core::session::live::{SessionEvent, TurnEnd};
use vibeue_core::tools::Approval;
use vibeue_scripted_server::{Script, Server};

/// The scripted agent's variable; unused here.
const MODE: &str = "SCRIPTED_ACP_MODE";

fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("VIBEUE_ACP_AGENTS").map(PathBuf::from);
    if folder.is_none() {
        use std::io::Write as _;
        let _ = writeln!(
            std::io::stdout(),
            "skipped: VIBEUE_ACP_AGENTS names no folder of agents; .ci/acp makes one"
        );
    }
    folder
}

/// An agent from npm, with a home of its own and a server that follows instructions: `use NAME {…}`
/// makes it call that tool.
struct Foreign {
    host: Host,
    server: Server,
    _home: tempfile::TempDir,
}

fn foreign(folder: &Path, program: &str, arguments: &[&str], own: &[(&str, &str)]) -> Foreign {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(Script::default()).unwrap();
    let host = Host::with(
        "",
        |config| {
            let script = folder.join("node_modules").join(program);
            config.command = "node".to_owned();
            config.arguments = vec![script.display().to_string()];
            config.arguments.extend(arguments.iter().map(|&argument| argument.to_owned()));
            config.environment = own
                .iter()
                .map(|(name, value)| ((*name).to_owned(), value.replace("SERVER", &server.url())))
                .collect();
            let home = home.path().display().to_string();
            config.environment.insert("HOME".to_owned(), home.clone());
            config.environment.insert("USERPROFILE".to_owned(), home);
            config.greeting_limit = Duration::from_secs(180);
            config.mode = Some("default".to_owned());
        },
        |_| {},
    );
    Foreign { host, server, _home: home }
}

fn claude(folder: &Path) -> Foreign {
    foreign(
        folder,
        "@agentclientprotocol/claude-agent-acp/dist/index.js",
        &[],
        &[
            ("ANTHROPIC_BASE_URL", "SERVER"),
            ("ANTHROPIC_API_KEY", "sk-ant-test-0123456789"),
            ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"),
            ("DISABLE_TELEMETRY", "1"),
            // Root may not let it skip its own questions; it does not here.
            ("IS_SANDBOX", "1"),
        ],
    )
}

fn gemini(folder: &Path) -> Foreign {
    foreign(
        folder,
        "@google/gemini-cli/bundle/gemini.js",
        &["--acp", "--model", "gemini-2.5-pro"],
        &[
            ("GOOGLE_GEMINI_BASE_URL", "SERVER"),
            ("GEMINI_API_KEY", "test-0123456789"),
            ("GEMINI_CLI_TRUST_WORKSPACE", "true"),
            ("GEMINI_TELEMETRY_ENABLED", "false"),
        ],
    )
}

#[track_caller]
fn completed(foreign: &Foreign, turn: &Turn) {
    let asked: Vec<_> = foreign
        .server
        .exchanges()
        .iter()
        .map(|exchange| format!("{:?} {:?}", exchange.operation, exchange.ending))
        .collect();
    assert_eq!(turn.end, Some(TurnEnd::Completed), "{turn:#?}\n{asked:#?}");
}

/// Talks, writes a file if allowed, does not if denied, and stops on request.
fn drives(foreign: &Foreign, write: &str, path: &str) {
    let host = &foreign.host;
    let turn = host.turn("Good morning, agent.");
    completed(foreign, &turn);
    assert!(turn.text.contains("You said: "), "{turn:#?}");
    assert!(turn.text.contains("Good morning, agent."), "{turn:#?}");

    let denied = host.root().join("denied.txt");
    let order = |file: &Path| {
        format!("use {write} {}", json!({path: file.display().to_string(), "content": "made\n"}))
    };
    let turn = host.denied(&order(&denied));
    assert!(!turn.asked.is_empty(), "{turn:#?}");
    assert!(!denied.exists(), "{turn:#?}");

    let file = host.root().join("made.txt");
    let turn = host.turn(&order(&file));
    completed(foreign, &turn);
    assert_eq!(turn.asked.len(), 1, "{turn:#?}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "made\n", "{turn:#?}");

    let first = |event: &SessionEvent| matches!(event, SessionEvent::TextDelta { .. });
    let turn = host.turn_with("write 100000 words", |_| Does::Answers(Approval::Allow), first);
    assert_eq!(turn.end, Some(TurnEnd::Cancelled), "{:?}", turn.failure);

    let turn = host.turn("Good night.");
    completed(foreign, &turn);
    assert!(turn.text.contains("Good night."), "{turn:#?}");
}

#[test]
fn the_claude_agent_answers_asks_and_stops() {
    let Some(folder) = folder() else { return };
    let foreign = claude(&folder);
    drives(&foreign, "Write", "file_path");
    assert!(foreign.host.agent.name().unwrap().starts_with("Claude Agent "));
    assert!(foreign.host.agent.usage().is_some_and(|usage| usage.size > 0));
}

#[test]
fn the_gemini_agent_answers_asks_and_stops() {
    let Some(folder) = folder() else { return };
    let foreign = gemini(&folder);
    drives(&foreign, "write_file", "file_path");
    assert!(foreign.host.agent.name().unwrap().starts_with("Gemini CLI "));
}
