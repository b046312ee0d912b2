//! `vibeue mcp serve`: another program reads and edits a project through it.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};
use support::Workshop;

const LONGEST: Duration = Duration::from_secs(60);

/// The program at work.
struct Serving {
    shop: Workshop,
    child: Child,
    keys: Option<ChildStdin>,
    lines: Receiver<String>,
    address: SocketAddr,
    leave: String,
    session: String,
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn shop() -> Workshop {
    let shop = Workshop::new();
    std::fs::create_dir_all(shop.path("game")).unwrap();
    shop.write("game/door.txt", "the door\nis blue\n");
    shop
}

impl Serving {
    fn start(more: &[&str]) -> Self {
        let shop = shop();
        let mut args = vec!["mcp", "serve", "--root", "game", "--json"];
        args.extend(more);
        let mut command = shop.command(&args);
        command
            .env("XDG_DATA_HOME", shop.path("data"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut first = String::new();
        out.read_line(&mut first).unwrap();
        let entry: Value = serde_json::from_str(&first).unwrap();
        let entry = &entry["mcpServers"]["vibeue"];
        let url = entry["url"].as_str().unwrap();
        let address = url.strip_prefix("http://").unwrap().strip_suffix("/mcp").unwrap();
        let (told, lines) = channel();
        std::thread::spawn(move || {
            // A question does not end its line; what is between is enough.
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = out.read(&mut bytes) {
                let _ = told.send(String::from_utf8_lossy(&bytes[..read]).into_owned());
            }
        });
        let mut serving = Self {
            keys: child.stdin.take(),
            shop,
            child,
            lines,
            address: address.parse().unwrap(),
            leave: entry["headers"]["Authorization"].as_str().unwrap().to_owned(),
            session: String::new(),
        };
        let (head, _) = serving.post(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize",
            "params": {"protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "outsider", "version": "7"}}}));
        let session = head.lines().find_map(|line| line.strip_prefix("Mcp-Session-Id: "));
        serving.session = session.unwrap().to_owned();
        serving
    }

    fn begin(&self, message: &Value) -> TcpStream {
        let body = message.to_string();
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(LONGEST)).unwrap();
        let session = match self.session.as_str() {
            "" => String::new(),
            session => format!("Mcp-Session-Id: {session}\r\n"),
        };
        write!(
            stream,
            "POST /mcp HTTP/1.1\r\nHost: {}\r\nAuthorization: {}\r\n{session}\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            self.leave,
            body.len()
        )
        .unwrap();
        stream
    }

    fn post(&self, message: &Value) -> (String, Value) {
        read(self.begin(message))
    }

    /// Waits until this is printed.
    fn until(&self, words: &str) -> String {
        let mut all = String::new();
        while !all.contains(words) {
            all.push_str(&self.lines.recv_timeout(LONGEST).unwrap_or_else(|_| panic!("{all}")));
        }
        all
    }

    fn type_in(&mut self, line: &str) {
        self.keys.as_mut().unwrap().write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    fn door(&self) -> String {
        self.shop.read("game/door.txt")
    }
}

fn read(mut stream: TcpStream) -> (String, Value) {
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    (head.to_owned(), serde_json::from_str(body).unwrap())
}

fn call(id: u64, name: &str, arguments: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call",
        "params": {"name": name, "arguments": arguments}})
}

fn paint(id: u64, from: &str, to: &str) -> Value {
    call(id, "edit_file", &json!({"path": "door.txt", "old_text": from, "new_text": to}))
}

fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap()
}

#[test]
fn an_outsider_reads_freely_where_that_is_allowed_and_asks_to_write() {
    let mut serving = Serving::start(&["--allow-reads"]);
    let (_, answer) = serving.post(&call(1, "read_file", &json!({"path": "door.txt"})));
    assert!(text(&answer).contains("is blue"), "{answer}");
    let stream = serving.begin(&paint(2, "blue", "red"));
    let shown = serving.until("[n]o (reason)");
    for words in ["calls itself outsider 7", "-is blue", "+is red", "allow edit_file (write)"] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    assert!(serving.door().contains("blue"));
    serving.type_in("hm");
    serving.until("y, a or n");
    serving.type_in("y");
    let (_, answer) = read(stream);
    assert_eq!(answer["result"]["isError"], false, "{answer}");
    assert!(serving.door().contains("red"));
    serving.until("edit_file by outsider 7: done");
    let stream = serving.begin(&paint(3, "red", "green"));
    serving.until("[n]o (reason)");
    serving.type_in("n I like red");
    let (_, answer) = read(stream);
    assert!(text(&answer).starts_with("denied by the user: I like red."), "{answer}");
    // If nobody can type any more, nobody can allow anything.
    serving.keys = None;
    let (_, answer) = read(serving.begin(&paint(4, "red", "green")));
    assert!(text(&answer).contains("the user cannot be asked"), "{answer}");
    assert!(serving.door().contains("red"));
}

#[cfg(unix)]
#[test]
fn each_call_is_written_down_with_who_asked_who_decided_and_how_it_ended() {
    let mut serving = Serving::start(&["--allow-reads"]);
    serving.post(&call(1, "read_file", &json!({"path": "door.txt"})));
    let stream = serving.begin(&paint(2, "blue", "red"));
    serving.until("[n]o (reason)");
    serving.type_in("y");
    read(stream);
    let stream = serving.begin(&paint(3, "red", "green"));
    serving.until("[n]o (reason)");
    serving.type_in("n");
    read(stream);
    let kept = serving.shop.read("data/vibeue/other-programs.calls");
    let told: Vec<String> = kept
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|line| {
            let word = |name: &str| line[name].as_str().unwrap_or("-").to_owned();
            ["call", "caller", "tool", "decided", "end"].map(word).join(" ")
        })
        .collect();
    assert_eq!(
        told,
        [
            "outside-1 outsider 7 read_file policy -",
            "outside-1 - - - done",
            "outside-2 outsider 7 edit_file person -",
            "outside-2 - - - done",
            "outside-3 outsider 7 edit_file - denied",
        ]
    );
}

#[test]
fn what_is_allowed_beforehand_runs_and_what_is_not_offered_is_not_there() {
    let serving = Serving::start(&["--allow", "edit_file"]);
    let (_, answer) = serving.post(&paint(1, "blue", "red"));
    assert_eq!(answer["result"]["isError"], false, "{answer}");
    assert!(serving.door().contains("red"));
    let serving = Serving::start(&["--read-only", "--allow-reads"]);
    let (_, answer) = serving.post(&paint(1, "blue", "red"));
    assert!(text(&answer).starts_with("refused: there is no tool"), "{answer}");
}

#[test]
fn wrong_usage_is_named() {
    let shop = shop();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    for (args, words) in [
        (vec!["--root", "nowhere"], "nowhere"),
        (vec!["--root", "game", "--allow", "fly"], "--allow fly: there is no such tool"),
        (vec!["--root", "game", "--read-only", "--port", &port], "is taken by another program"),
        (vec!["--stdio", "--port", "1"], "cannot be used with"),
    ] {
        let answer = shop.run(&[&["mcp", "serve"][..], &args].concat());
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{args:?} {answer:?}");
        assert!(answer.err.contains(words), "{args:?} {answer:?}");
    }
}

#[test]
fn on_standard_streams_nobody_is_asked_and_the_end_of_the_input_ends_it() {
    let shop = shop();
    let mut command = shop.command(&["mcp", "serve", "--root", "game", "--stdio", "--allow-reads"]);
    command.env("XDG_DATA_HOME", shop.path("data"));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let messages = [
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}),
        paint(2, "blue", "red"),
    ];
    let lines: String = messages.iter().map(|message| format!("{message}\n")).collect();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut keys = child.stdin.take().unwrap();
    keys.write_all(lines.as_bytes()).unwrap();
    let mut next = || {
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        serde_json::from_str::<Value>(&line).unwrap()
    };
    assert_eq!(next()["result"]["serverInfo"]["name"], "vibeue");
    let denied = next();
    assert!(
        text(&denied).contains("start this server with --allow edit_file to allow it"),
        "{denied}"
    );
    drop(keys);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(shop.read("game/door.txt").contains("blue"));
}

/// A client that nobody here wrote: `.ci/mcp` installs it and names its folder in
/// `VIBEUE_MCP_SERVERS`.
fn foreign(shop: &Workshop, words: &[&str]) -> Option<Child> {
    let Some(folder) = std::env::var_os("VIBEUE_MCP_SERVERS").map(PathBuf::from) else {
        let words = "skipped: VIBEUE_MCP_SERVERS names no folder of servers; .ci/mcp makes one";
        let _ = writeln!(std::io::stdout(), "{words}");
        return None;
    };
    let mut command = Command::new(folder.join("python/bin/python"));
    command.args(["-c", include_str!("support/foreign.py")]).args(words).env("NO_PROXY", "*");
    command.env("XDG_DATA_HOME", shop.path("data")).current_dir(shop.path("."));
    Some(command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap())
}

/// What it printed: the tools, and the results of reading and of editing.
fn printed(child: Child) -> [Value; 3] {
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    lines.try_into().unwrap()
}

#[test]
fn a_foreign_client_starts_it_on_standard_streams_and_is_denied_to_write() {
    let shop = shop();
    let words = ["mcp", "serve", "--root", "game", "--stdio", "--allow-reads"];
    let Some(child) =
        foreign(&shop, &[&["start", env!("CARGO_BIN_EXE_vibeue")][..], &words].concat())
    else {
        return;
    };
    let [tools, read, edited] = printed(child);
    assert!(tools.as_array().unwrap().contains(&json!("edit_file")), "{tools}");
    assert!(read[0].as_str().unwrap().contains("is blue") && read[1] == false, "{read}");
    assert!(edited[0].as_str().unwrap().starts_with("denied"), "{edited}");
    assert_eq!(edited[1], true);
    assert!(shop.read("game/door.txt").contains("blue"));
}

#[test]
fn a_foreign_client_calls_at_its_address_and_the_user_at_the_terminal_allows_it() {
    let mut serving = Serving::start(&["--allow-reads"]);
    let url = format!("http://{}/mcp", serving.address);
    let Some(child) = foreign(&serving.shop, &["call", &url, &serving.leave]) else { return };
    let shown = serving.until("[n]o (reason)");
    assert!(shown.contains("calls itself foreign 1") && shown.contains("+is red"), "{shown}");
    serving.type_in("y");
    let [_, read, edited] = printed(child);
    assert!(read[0].as_str().unwrap().contains("is blue"), "{read}");
    assert_eq!(edited[1], false, "{edited}");
    assert!(serving.door().contains("red"));
}

#[cfg(unix)]
#[test]
fn signals_end_it_and_the_port_is_free() {
    use rustix::process::{Pid, Signal, kill_process};
    use vibeue_scripted_server::loopback;

    for (signal, code) in [(Signal::INT, 0), (Signal::TERM, 143), (Signal::HUP, 129)] {
        // One that no other program takes when it is free again.
        let port = loopback::listen().unwrap().local_addr().unwrap().port().to_string();
        let mut serving = Serving::start(&["--port", &port]);
        // Also while somebody is asked.
        let stream = serving.begin(&paint(1, "blue", "red"));
        serving.until("[n]o (reason)");
        let id = Pid::from_raw(i32::try_from(serving.child.id()).unwrap()).unwrap();
        kill_process(id, signal).unwrap();
        assert_eq!(serving.child.wait().unwrap().code(), Some(code), "{signal:?}");
        assert!(TcpStream::connect(serving.address).is_err());
        assert!(serving.door().contains("blue"));
        drop(stream);
    }
}
