//! An agent of the Agent Client Protocol that behaves as requested: well, or in one of the ways in
//! which agents misbehave.
//!
//! It speaks on its standard input and output. A test starts itself again as this agent
//! ([`serve`]). Its mode ([`MODES`]) decides how it behaves in the handshake; the message says what
//! it does in a turn ([`TURNS`]).

mod turns;

use std::io::{self, BufRead as _};
use std::process::exit;

use serde_json::{Value, json};

use crate::stdio::{complain, print_line};

/// All kinds of handshake; the words after each say what happens.
pub const MODES: &[(&str, &str)] = &[
    ("plain", "it does what it is asked"),
    ("named", "the same, under a name that an agent could have"),
    ("by_address", "it reaches servers of tools by their address"),
    ("loads", "it loads earlier conversations"),
    ("forgets", "it says that it loads conversations, and cannot"),
    ("needs_auth", "it asks the user to sign in, and offers two methods"),
    ("hangs_at_initialize", "it says nothing at all"),
    ("hangs_at_new", "it never begins a conversation"),
    ("dies_at_start", "it ends before it says hello"),
    ("not_an_agent", "it prints its usage and ends"),
    ("newer", "it speaks another version of the protocol"),
    ("broken_new", "it begins a conversation without an id"),
    ("refuses_new", "it refuses to begin a conversation"),
    ("modes", "it works in a mode that asks for nothing, and offers another"),
    ("grandchildren", "it starts programs that detach from it in every possible way"),
];

/// All turns, by the first word of the message; the words after each say what happens.
pub const TURNS: &[(&str, &str)] = &[
    ("hello", "it answers in two pieces"),
    ("think", "it thinks, plans and answers"),
    ("Look", "it says what is wrong with a door, and how full its context is"),
    ("Unlock", "it asks to change one line of the door's settings"),
    ("tool", "it runs a tool without asking"),
    ("quick", "it runs a tool that is over at once, without asking"),
    ("background", "it talks on while its tool runs"),
    ("edit", "it asks to change a file, and changes it by itself"),
    ("edits", "it asks for two changes before it makes either"),
    ("always", "it offers no other choice than always"),
    ("late_ask", "it asks for a tool that it has shown as running"),
    ("write", "it has a file written: the words behind are its path and text"),
    ("edit_long", "it asks to change one line deep in a long file"),
    ("write_here", "the same, with a path from its working folder on"),
    ("edit_write", "it asks to change a file and has the same text written"),
    ("read", "it has a file read: the word behind is its path"),
    ("die", "it ends in the middle of its answer, with last words"),
    ("die_in_tool", "it ends in the middle of a tool"),
    ("hang", "it waits until it is told to stop"),
    ("hang_for_ever", "it waits, and does not stop when it is told to"),
    ("flood", "it sends twenty thousand updates before it ends"),
    ("big_line", "it sends a message that is longer than one may be"),
    ("not_json", "it prints what is not a message between its messages"),
    ("unknown", "it sends updates and asks things that nobody knows"),
    ("late", "it goes on talking after its turn ended"),
    ("usage", "it says how full its context is"),
    ("spend", "it says what it has cost so far, by the words behind, and waits to be stopped"),
    ("spend_done", "the same, and it is done"),
    ("spend_on", "the same, and it does not stop"),
    ("condense", "it condenses its context twice, once with a summary that comes in pieces"),
    ("condense_after", "it condenses its context when its turn is over"),
    ("stray", "it answers what nobody asked"),
    ("error", "it answers with an error"),
    ("sign_in", "it asks the user to sign in"),
    ("wrong", "its answer is of another form"),
    ("closes", "it closes its output and keeps running"),
    ("deaf", "it stops reading, and asks for files endlessly"),
    ("memory", "it says what it remembers and what it was told"),
    ("mode", "it says in which mode it works"),
    ("env", "it says what is in its environment: the word behind is the name"),
];

/// An agent at work.
struct Agent {
    mode: String,
    session: String,
    is_signed_in: bool,
    was_loaded: bool,
    servers: Vec<String>,
    prompts: Vec<String>,
    /// Whether the running turn was cancelled.
    is_cancelled: bool,
    requests: u64,
}

/// Speaks on the standard streams of this process until its input ends.
pub fn serve(mode: &str) {
    let mut agent = Agent {
        mode: mode.to_owned(),
        session: format!("s-{}", std::process::id()),
        is_signed_in: false,
        was_loaded: false,
        servers: Vec::new(),
        prompts: Vec::new(),
        is_cancelled: false,
        requests: 0,
    };
    agent.begin();
    while let Some(message) = read() {
        agent.handle(&message);
    }
}

/// The next message; `None` at the end of the input.
fn read() -> Option<Value> {
    loop {
        let mut line = String::new();
        if io::stdin().lock().read_line(&mut line).ok()? == 0 {
            return None;
        }
        if let Ok(message) = serde_json::from_str(&line) {
            return Some(message);
        }
    }
}

impl Agent {
    fn is(&self, mode: &str) -> bool {
        self.mode == mode
    }

    fn begin(&self) {
        match self.mode.as_str() {
            "dies_at_start" => {
                complain("TypeError: cannot read properties of undefined (reading 'token')");
                exit(1);
            }
            "not_an_agent" => {
                print_line(b"usage: not-an-agent [--help]");
                exit(2);
            }
            "grandchildren" => crate::mcp::start_grandchildren(),
            _ => {}
        }
    }

    fn handle(&mut self, message: &Value) {
        let (method, params) = (message["method"].as_str().unwrap_or_default(), &message["params"]);
        let Some(id) = message.get("id") else { return };
        match method {
            "initialize" if self.is("hangs_at_initialize") => {}
            "initialize" => result(id, &self.about()),
            "authenticate" if params["methodId"] == "account" => {
                self.is_signed_in = true;
                result(id, &json!({}));
            }
            "authenticate" => error(id, -32000, "there is no such way to sign in", Value::Null),
            "session/new" | "session/load" if self.is("hangs_at_new") => {}
            "session/new" => self.begin_session(id, params),
            "session/load" => self.load(id, params),
            "session/set_mode" if params["modeId"] == "ask" => {
                self.mode = "asks".to_owned();
                result(id, &json!({}));
            }
            "session/set_mode" => error(id, -32602, "there is no such mode", Value::Null),
            "session/prompt" => self.prompt(id, params),
            other => error(id, -32601, &format!("method not found: {other}"), Value::Null),
        }
    }

    fn about(&self) -> Value {
        let ways = if self.is("needs_auth") {
            json!([
                {"id": "account", "name": "Your account", "description": "Opens a page."},
                {"id": "key", "name": "A key"},
            ])
        } else {
            json!([])
        };
        let info = if self.is("named") {
            json!({"name": "scout", "title": "Scout", "version": "1.4"})
        } else {
            json!({"name": "scripted", "version": "1.0"})
        };
        json!({
            "protocolVersion": if self.is("newer") { 9 } else { 1 },
            "agentCapabilities": {
                "loadSession": self.is("loads") || self.is("forgets"),
                "promptCapabilities": {"image": true},
                "mcpCapabilities": {"http": self.is("by_address")},
                "somethingNew": {"of": "later"},
            },
            "agentInfo": info,
            "authMethods": ways,
        })
    }

    fn begin_session(&mut self, id: &Value, params: &Value) {
        self.know_servers(params);
        match self.mode.as_str() {
            "needs_auth" if !self.is_signed_in => {
                error(id, -32000, "Authentication required", Value::Null);
            }
            "broken_new" => result(id, &json!({"session": 5})),
            "refuses_new" => {
                error(id, -32603, "Internal error", json!({"details": "the disk is full"}));
            }
            "modes" => {
                let modes = json!({"currentModeId": "auto", "availableModes": [
                    {"id": "ask", "name": "Ask", "description": "Asks first"},
                    {"id": "auto", "name": "Auto", "description": "Decides by itself"}]});
                result(id, &json!({"sessionId": self.session, "modes": modes}));
            }
            _ => result(id, &json!({"sessionId": self.session})),
        }
    }

    fn load(&mut self, id: &Value, params: &Value) {
        if self.is("forgets") {
            return error(id, -32002, "Resource not found", json!("no such conversation"));
        }
        self.know_servers(params);
        self.session = params["sessionId"].as_str().unwrap_or_default().to_owned();
        self.was_loaded = true;
        // The past is replayed before the answer.
        self.update(&json!({"sessionUpdate": "user_message_chunk",
            "content": {"type": "text", "text": "what was asked"}}));
        self.send_text("what was said before");
        result(id, &json!({}));
    }

    fn know_servers(&mut self, params: &Value) {
        let names = params["mcpServers"].as_array().into_iter().flatten();
        self.servers =
            names.filter_map(|server| server["name"].as_str().map(str::to_owned)).collect();
    }

    fn prompt(&mut self, id: &Value, params: &Value) {
        self.is_cancelled = false;
        let blocks = params["prompt"].as_array().into_iter().flatten();
        let texts: Vec<&str> = blocks.filter_map(|block| block["text"].as_str()).collect();
        let words = texts.join("\n");
        let last = texts.last().copied().unwrap_or_default().to_owned();
        self.prompts.push(words);
        if let Some(stop) = self.turn(id, &last) {
            let stop = if self.is_cancelled { "cancelled" } else { stop };
            result(id, &json!({ "stopReason": stop }));
            // Only after its own words: what follows the end of any other turn may be read as the
            // beginning of the next one.
            if last == "condense_after" {
                self.condensed("c8", "completed");
                self.condensed("c9", "completed");
            }
            if last == "late" {
                self.send_text("one more thing");
                self.update(&tool("late", json!({"title": "Late", "status": "completed"})));
            }
        }
    }

    /// Sends an update.
    fn update(&self, update: &Value) {
        print_value(&json!({"jsonrpc": "2.0", "method": "session/update",
            "params": {"sessionId": self.session, "update": update}}));
    }

    fn send_text(&self, words: &str) {
        self.update(&json!({"sessionUpdate": "agent_message_chunk",
            "content": {"type": "text", "text": words}}));
    }

    /// Asks the client something and waits for its answer; what comes before
    /// it is heard.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.send_request(method, params);
        self.wait_for(&id)
    }

    fn send_request(&mut self, method: &str, mut params: Value) -> String {
        self.requests += 1;
        let id = format!("q{}", self.requests);
        params["sessionId"] = json!(self.session);
        print_value(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    fn wait_for(&mut self, id: &str) -> Value {
        loop {
            let Some(message) = read() else { exit(0) };
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
            if message["method"] == "session/cancel" {
                self.is_cancelled = true;
            }
        }
    }
}

/// A new tool call.
fn tool(id: &str, fields: Value) -> Value {
    let mut update = json!({"sessionUpdate": "tool_call", "toolCallId": id});
    join(&mut update, fields);
    update
}

/// News of a tool call.
fn news(id: &str, fields: Value) -> Value {
    let mut update = json!({"sessionUpdate": "tool_call_update", "toolCallId": id});
    join(&mut update, fields);
    update
}

fn join(update: &mut Value, fields: Value) {
    if let (Value::Object(update), Value::Object(fields)) = (update, fields) {
        update.extend(fields);
    }
}

fn result(id: &Value, result: &Value) {
    print_value(&json!({"jsonrpc": "2.0", "id": id, "result": result}));
}

fn error(id: &Value, code: i64, message: &str, data: Value) {
    let mut error = json!({"code": code, "message": message});
    if !data.is_null() {
        error["data"] = data;
    }
    print_value(&json!({"jsonrpc": "2.0", "id": id, "error": error}));
}

fn print_value(value: &Value) {
    print_line(value.to_string().as_bytes());
}
