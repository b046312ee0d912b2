//! Servers that nobody here wrote, over both transports and both greetings:
//! `.ci/mcp` installs them and names their folder in `VIBEUE_MCP_SERVERS`.
//! Without it every test says that it was skipped.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use vibeue_core::conversation::Part;
use vibeue_core::tools::mcp::{Lifecycle, McpServers, Reach, ServerConfig, ServerState, SignIns};
use vibeue_core::tools::{Access, Call, CallEnd, Registry, Stop, ToolAnswer, Toolbox};
use vibeue_scripted_server::loopback;
use vibeue_scripted_server::mcp::agree;

/// Long enough for an interpreter on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("VIBEUE_MCP_SERVERS").map(PathBuf::from);
    if folder.is_none() {
        print_line("skipped: VIBEUE_MCP_SERVERS names no folder of servers; .ci/mcp makes one");
    }
    folder
}

fn print_line(text: &str) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stdout(), "{text}");
}

fn script(folder: &Path, name: &str) -> String {
    let file = format!("node_modules/@modelcontextprotocol/{name}/dist/index.js");
    folder.join(file).display().to_string()
}

fn command(name: &str, command: &str, arguments: &[&str]) -> ServerConfig {
    let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
    let (command, environment) = (command.to_owned(), [].into());
    ServerConfig::new(name, Reach::Command { command, arguments, environment, folder: None })
}

struct Host {
    servers: Arc<McpServers>,
    registry: Registry,
}

impl Host {
    fn start(server: ServerConfig) -> Self {
        let servers = Arc::new(McpServers::start(vec![server]).unwrap());
        assert!(servers.wait_until_started(PATIENCE, || true), "{:?}", servers.reports());
        let mut registry = Registry::default();
        registry.add(Arc::clone(&servers) as Arc<dyn Toolbox>);
        Self { servers, registry }
    }

    fn state(&self) -> ServerState {
        self.servers.reports().remove(0).state
    }

    fn call(&self, name: &str, arguments: &Value) -> ToolAnswer {
        let call = Call {
            id: "c".to_owned(),
            turn: 1,
            name: name.to_owned(),
            arguments: arguments.to_string(),
        };
        self.registry.run(&call, &Stop::default())
    }

    fn done(&self, name: &str, arguments: &Value) -> String {
        let answer = self.call(name, arguments);
        assert_eq!(answer.end, CallEnd::Done, "{answer:?}");
        words(&answer)
    }

    fn access(&self, name: &str) -> Access {
        self.registry.tools().iter().find(|tool| tool.name() == name).unwrap().access
    }
}

fn words(answer: &ToolAnswer) -> String {
    let texts = answer.parts.iter().map(|part| match part {
        Part::Text { text, .. } => text.as_str(),
        _ => "(picture)",
    });
    texts.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_filesystem_server_reads_and_writes_its_folder_and_refuses_what_lies_outside() {
    let Some(folder) = folder() else { return };
    let place = tempfile::tempdir().unwrap();
    let root = place.path().canonicalize().unwrap();
    let file = root.join("door.txt").display().to_string();
    let server = command(
        "files",
        "node",
        &[&script(&folder, "server-filesystem"), &root.display().to_string()],
    );
    let host = Host::start(ServerConfig { trusts_hints: true, ..server });
    assert_eq!(host.state().name(), "ready", "{}", host.state());
    assert_eq!(host.access("files__read_text_file"), Access::Read);
    assert_eq!(host.access("files__write_file"), Access::Destructive);

    host.done("files__write_file", &json!({"path": file, "content": "the door is blue\n"}));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "the door is blue\n");
    let read = host.done("files__read_text_file", &json!({"path": file}));
    assert!(read.contains("the door is blue"), "{read}");
    let outside = host.call("files__read_text_file", &json!({"path": "/etc/passwd"}));
    assert_eq!(outside.end, CallEnd::Failed, "{outside:?}");
    assert!(!words(&outside).contains("root:"), "{outside:?}");
    let wrong = host.call("files__read_text_file", &json!({"path": 7}));
    assert_eq!(wrong.end, CallEnd::Failed, "{wrong:?}");
}

/// What the server of everything does, however it is reached.
fn everything(host: &Host) {
    let state = host.state().to_string();
    assert!(state.starts_with("ready: "), "{state}");
    assert_eq!(host.done("all__echo", &json!({"message": "é\u{1f6aa}"})), "Echo: é🚪");
    let sum = host.done("all__get-sum", &json!({"a": 2, "b": 40}));
    assert!(sum.contains("42"), "{sum}");
    let answer = host.call("all__get-tiny-image", &json!({}));
    let pictures = answer.parts.iter().filter(|part| matches!(part, Part::Image(_))).count();
    assert_eq!((answer.end, pictures), (CallEnd::Done, 1), "{}", words(&answer));
    let weather = host.done("all__get-structured-content", &json!({"location": "Chicago"}));
    assert!(weather.contains("temperature"), "{weather}");
    let links = host.done("all__get-resource-links", &json!({"count": 2}));
    assert!(links.contains("[resource "), "{links}");
    let wrong = host.call("all__get-sum", &json!({"a": "two"}));
    assert_eq!(wrong.end, CallEnd::Failed, "{wrong:?}");
}

#[test]
fn the_server_of_everything_answers_over_its_standard_streams() {
    let Some(folder) = folder() else { return };
    let server = command("all", "node", &[&script(&folder, "server-everything"), "stdio"]);
    let host = Host::start(server.clone());
    everything(&host);
    // It tells its environment; none of ours is in it.
    let told = host.done("all__get-env", &json!({}));
    assert!(told.contains("PATH") && !told.contains("CARGO"), "{told}");

    let late = ServerConfig { call_limit: Duration::from_millis(500), ..server };
    let host = Host::start(late);
    let long = json!({"duration": 60, "steps": 60});
    let answer = host.call("all__trigger-long-running-operation", &long);
    assert_eq!(answer.end, CallEnd::TimedOut, "{answer:?}");
    assert_eq!(host.state().name(), "ready");
}

/// A server on the network, ended with the test.
struct Listening(Child, String);

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn listen(folder: &Path) -> Listening {
    let port = free_port();
    let mut command = Command::new("node");
    command.args([&script(folder, "server-everything"), "streamableHttp"]);
    listen_at(port, command.env("PORT", port.to_string()))
}

fn free_port() -> u16 {
    loopback::listen().unwrap().local_addr().unwrap().port()
}

/// Starts a server with this port, and waits until it is open.
fn listen_at(port: u16, command: &mut Command) -> Listening {
    let child =
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let listening = Listening(child, format!("http://127.0.0.1:{port}/mcp"));
    let until = Instant::now() + PATIENCE;
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(Instant::now() < until, "the server did not open port {port}");
        std::thread::sleep(Duration::from_millis(20));
    }
    listening
}

#[test]
fn the_server_of_everything_answers_over_streamable_http() {
    let Some(folder) = folder() else { return };
    let listening = listen(&folder);
    let reach = Reach::Address { url: listening.1.clone(), headers: [].into() };
    let host = Host::start(ServerConfig::new("all", reach.clone()));
    everything(&host);
    // When it is gone, a call says so.
    drop(listening);
    let answer = host.call("all__echo", &json!({"message": "?"}));
    assert_eq!(answer.end, CallEnd::Lost, "{answer:?}");
    let host = Host::start(ServerConfig::new("all", reach));
    assert_eq!(host.state().name(), "failed", "{}", host.state());
}

#[test]
fn the_user_signs_in_to_a_server_of_the_python_sdk_and_its_tokens_are_renewed() {
    let Some(folder) = folder() else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/foreign_sign_in.py");
    let (port, mut python) = (free_port(), Command::new(folder.join("python/bin/python")));
    let listening = listen_at(port, python.arg(script).arg(port.to_string()));
    let mine = tempfile::tempdir().unwrap();
    let reach = Reach::Address { url: listening.1.clone(), headers: [].into() };
    let mut server = ServerConfig::new("far", reach);
    server.sign_ins = Some(SignIns::new(mine.path().join(SignIns::FILE_NAME)));
    let host = Host::start(server.clone());
    assert_eq!(host.state().to_string(), "needs sign-in: you are not signed in");
    assert!(host.servers.sign_in("far"));
    let until = Instant::now() + PATIENCE;
    let mut agreed = false;
    while !matches!(host.state(), ServerState::Ready { .. }) {
        match host.state() {
            ServerState::SigningIn { page } if !page.is_empty() && !agreed => {
                agree(&page).unwrap();
                agreed = true;
            }
            ServerState::NeedsSignIn { why } => panic!("not signed in: {why}"),
            _ => assert!(Instant::now() < until, "{}", host.state()),
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    for word in ["one", "two", "three", "four", "five"] {
        assert!(host.done("far__echo", &json!({"text": word})).contains(word));
    }
    drop(host);
    let again = Host::start(server);
    assert_eq!(again.state().name(), "ready", "{}", again.state());
}

#[test]
fn the_git_server_tells_of_a_repository_by_either_greeting() {
    let Some(folder) = folder() else { return };
    let place = tempfile::tempdir().unwrap();
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.current_dir(place.path()).args(["-c", "user.name=a", "-c", "user.email=a@b.c"]);
        assert!(command.args(arguments).output().unwrap().status.success(), "{arguments:?}");
    };
    git(&["init", "-q"]);
    std::fs::write(place.path().join("door.txt"), "blue\n").unwrap();
    git(&["add", "door.txt"]);
    git(&["commit", "-q", "-m", "Paint the door blue"]);
    std::fs::write(place.path().join("door.txt"), "red\n").unwrap();
    let root = place.path().display().to_string();
    let program = folder.join("python/bin/mcp-server-git").display().to_string();
    let server = command("git", &program, &["--repository", &root]);
    for (lifecycle, version) in
        [(Lifecycle::Initialize, "2025-11-25"), (Lifecycle::Discover, "2026-07-28")]
    {
        let host = Host::start(ServerConfig { lifecycle, ..server.clone() });
        let state = host.state().to_string();
        assert!(state.starts_with("ready: ") && state.ends_with(version), "{state}");
        let status = host.done("git__git_status", &json!({"repo_path": root}));
        assert!(status.contains("door.txt"), "{status}");
        let log = host.done("git__git_log", &json!({"repo_path": root, "max_count": 1}));
        assert!(log.contains("Paint the door blue"), "{log}");
        let outside = host.call("git__git_status", &json!({"repo_path": "/"}));
        assert_eq!(outside.end, CallEnd::Failed, "{outside:?}");
    }
}
