//! A server of the Model Context Protocol that behaves as requested: well, or in one of the ways in
//! which such servers misbehave.
//!
//! It speaks on its standard input and output. A test starts itself again as
//! this server ([`serve`]), so that no other program has to be found.

mod answers;
mod http;
mod listing;
mod sign_in;
mod sign_in_modes;
mod unreal;

use std::io::{self, BufRead as _};
use std::process::{Command, Stdio, exit};
use std::sync::{Mutex, PoisonError};
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use crate::stdio::{complain, print_line, wait_for_ever};

pub use http::{HttpServer, Manner};
pub use sign_in::{SignInServer, agree};
pub use sign_in_modes::SIGN_IN_MODES;
pub use unreal::{UNREAL_MODES, UnrealServer};

/// All ways to behave, each the name of a mode; the words after it say what is asked and what
/// happens.
pub const MODES: &[(&str, &str)] = &[
    ("plain", "does what it is asked"),
    ("error_result", "its tool says that it failed"),
    ("rpc_error", "it answers a call with an error of the protocol"),
    ("crash", "it ends in the middle of a call, with last words"),
    ("crash_again", "it ends in every call, however often it is started"),
    ("aborts", "a signal ends it in the middle of a call"),
    ("half_line", "it ends in the middle of the line of an answer"),
    ("hang", "it never answers a call"),
    ("hang_for_ever", "it never answers a call, and does not end when its input does"),
    ("late", "it answers a call after its time is over, and the next one at once"),
    ("slow_start", "it takes its time before it says hello"),
    ("never_starts", "it says nothing at all"),
    ("dies_at_start", "it ends before it says hello"),
    ("not_a_server", "it prints its usage and ends"),
    ("banner", "it prints greetings and warnings between its messages"),
    ("bad_utf8", "its answer has bytes that are not text"),
    ("huge", "its answer has three million characters"),
    ("oversized", "its answer has more bytes than one message may have"),
    ("flood_messages", "it sends twenty thousand messages before an answer"),
    ("flood_stderr", "it writes megabytes to its standard error"),
    ("duplicates", "it lists two tools of one name, and names that differ in one sign"),
    ("bad_schemas", "its schemas have dangling references and unknown types"),
    ("bad_listing", "some entries of its list are not tools"),
    ("wrong_content", "its result has content of a wrong form"),
    ("odd_result", "its result is a list"),
    ("wrong_id", "it answers a call that nobody made"),
    ("twice", "it answers a call twice"),
    ("no_tools", "it has no tools"),
    ("endless_pages", "its list of tools always has another page"),
    ("list_error", "it refuses to list its tools"),
    ("changes", "it has another tool after the first call"),
    ("asks_back", "it asks the client something before it answers"),
    ("grandchildren", "it starts programs that detach from it in every possible way"),
    ("marked_grandchildren", "it starts programs that detach from it and keep their environment"),
    ("newer_only", "it knows only the newer greeting"),
    ("picture", "it answers with pictures"),
    ("picture_in_text", "it answers with a picture as base64 in JSON as text"),
    ("lying_hints", "it calls a tool read-only that writes"),
    ("environment", "it tells its environment"),
];

/// A server at work.
struct Server {
    mode: String,
    calls: u32,
    /// What it said, if that does not go to the standard output.
    replies: Option<Mutex<Vec<String>>>,
}

/// Speaks on the standard streams of this process until its input ends.
pub fn serve(mode: &str) {
    let mut server = Server::new(mode);
    server.begin();
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        let Ok(message) = serde_json::from_str::<Value>(&line) else { continue };
        server.handle(&message);
    }
    if server.is("hang_for_ever") {
        wait_for_ever();
    }
}

impl Server {
    fn new(mode: &str) -> Self {
        Self { mode: mode.to_owned(), calls: 0, replies: None }
    }

    fn is(&self, mode: &str) -> bool {
        self.mode == mode
    }

    fn begin(&self) {
        match self.mode.as_str() {
            "slow_start" => sleep(Duration::from_millis(400)),
            "never_starts" => wait_for_ever(),
            "dies_at_start" => {
                complain("TypeError: cannot read properties of undefined (reading 'token')");
                exit(1);
            }
            "not_a_server" => {
                print_line(b"usage: not-a-server [--help]");
                exit(2);
            }
            "banner" => print_line(b"\x1b[32mServer listening on stdio!\x1b[0m"),
            "flood_stderr" => {
                let line = "warning: deprecated ".repeat(50);
                (0..5_000).for_each(|_| complain(&line));
            }
            "grandchildren" => start_grandchildren(),
            "marked_grandchildren" => start_marked_grandchildren(),
            _ => {}
        }
    }

    fn handle(&mut self, message: &Value) {
        let Some(id) = message.get("id").filter(|_| message.get("method").is_some()) else {
            return;
        };
        match message["method"].as_str().unwrap_or_default() {
            "initialize" if self.is("newer_only") => {
                self.error(id, -32601, "method not found: initialize");
            }
            "initialize" => {
                let version = &message["params"]["protocolVersion"];
                self.result(
                    id,
                    &json!({"protocolVersion": version,
                    "capabilities": {"tools": {"listChanged": true}},
                    "serverInfo": {"name": "scripted", "version": "1.0"}}),
                );
            }
            "server/discover" if self.is("newer_only") => {
                self.result(
                    id,
                    &json!({"resultType": "complete",
                    "supportedVersions": ["2026-07-28"], "ttlMs": 0, "cacheScope": "private",
                    "capabilities": {"tools": {}},
                    "_meta": {"io.modelcontextprotocol/serverInfo":
                        {"name": "scripted", "version": "2.0"}}}),
                );
            }
            "ping" => self.result(id, &json!({})),
            "tools/list" => self.list(id, &message["params"]),
            "tools/call" => self.call(id, &message["params"]),
            other => self.error(id, -32601, &format!("method not found: {other}")),
        }
    }

    fn result(&self, id: &Value, result: &Value) {
        if self.is("banner") {
            self.print_line(b"DEBUG answering now");
        }
        self.print_value(&json!({"jsonrpc": "2.0", "id": id, "result": result}));
    }

    fn print_value(&self, value: &Value) {
        self.print_line(value.to_string().as_bytes());
    }

    fn print_line(&self, bytes: &[u8]) {
        match &self.replies {
            Some(replies) => replies
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(String::from_utf8_lossy(bytes).into_owned()),
            None => print_line(bytes),
        }
    }

    fn error(&self, id: &Value, code: i64, message: &str) {
        self.print_value(&json!({"jsonrpc": "2.0", "id": id,
            "error": {"code": code, "message": message}}));
    }
}

fn nap() -> String {
    std::env::var("SCRIPTED_MCP_NAP").unwrap_or_else(|_| "1000".to_owned())
}

/// Starts programs that sleep: those of [`start_marked_grandchildren`], and one
/// that has lost its environment, too.
pub(crate) fn start_grandchildren() {
    start_marked_grandchildren();
    let mut bare = Command::new("/usr/bin/env");
    bare.args(["-i", "setsid", "sleep", &nap()]);
    let _ = bare.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}

/// Starts programs that sleep: in this group, in a session of its own, without
/// its parent, deaf to being asked to end.
fn start_marked_grandchildren() {
    let nap = nap();
    for script in [
        "exec sleep NAP",
        "exec setsid sleep NAP",
        "(setsid sh -c 'trap \"\" TERM HUP; sleep NAP & wait' &) ; exit 0",
        "trap '' TERM; exec sleep NAP",
    ] {
        let mut command = Command::new("sh");
        command.args(["-c", &script.replace("NAP", &nap)]);
        let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let _ = quiet.spawn();
    }
}
