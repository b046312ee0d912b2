//! What the agent does in a turn.

use std::process::exit;

use serde_json::{Value, json};

use super::{Agent, error, news, print_value, read, result, tool};
use crate::stdio::{complain, print_line, wait_for_ever};

/// What a change of a file looks like.
fn diff(path: &str, text: &str) -> Value {
    json!([{"type": "diff", "path": path, "oldText": "before\n", "newText": text}])
}

fn content(text: &str) -> Value {
    json!([{"type": "content", "content": {"type": "text", "text": text}}])
}

impl Agent {
    /// Does what the message says; `None` if it was already answered, or never will be.
    pub(super) fn turn(&mut self, id: &Value, words: &str) -> Option<&'static str> {
        let mut parts = words.splitn(3, ' ');
        let what = parts.next().unwrap_or_default();
        let (first, second) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        match what {
            "think" => self.think(),
            "Look" => self.look(),
            "Unlock" => self.unlock(),
            "tool" | "quick" | "background" | "late_ask" => self.run_tool(what),
            "edit" | "always" | "edit_write" | "edit_long" => self.edit(what, first, second),
            "edits" => self.edits(),
            "write" | "write_here" | "read" => self.file(what, first, second),
            "die" | "die_in_tool" | "closes" | "hang" | "hang_for_ever" | "deaf" => {
                self.misbehave(what);
            }
            "flood" | "big_line" | "not_json" | "unknown" | "stray" => self.babble(what),
            "usage" => {
                self.update(&json!({"sessionUpdate": "usage_update", "used": 53_000,
                    "size": 200_000, "cost": {"amount": 0.25, "currency": "USD"}}));
                self.send_text("used");
            }
            "spend" | "spend_done" | "spend_on" => return self.spend(what, first, second),
            "condense" => self.condense(),
            "error" => {
                error(id, -32603, "Internal error", json!({"details": "the model is overloaded"}));
                return None;
            }
            "sign_in" => {
                error(id, -32000, "Authentication required", Value::Null);
                return None;
            }
            "wrong" => {
                result(id, &json!({"stopReason": 5}));
                return None;
            }
            "memory" => {
                let (loaded, servers) = (self.was_loaded, self.servers.join(","));
                let heard = self.prompts.join("|");
                self.send_text(&format!("loaded: {loaded}; servers: {servers}; heard: {heard}"));
            }
            "mode" => self.send_text(&format!("mode: {}", self.mode)),
            "env" => {
                let value = std::env::var(first).unwrap_or_else(|_| "nothing".to_owned());
                self.send_text(&format!("{first} is {value}"));
            }
            _ => {
                self.send_text("You said: ");
                self.send_text(words);
            }
        }
        Some("end_turn")
    }

    fn file(&mut self, what: &str, path: &str, text: &str) {
        if what == "read" {
            let answer = self.ask("fs/read_text_file", json!({ "path": path }));
            return self.send_text(&format!("reading: {}", outcome(&answer)));
        }
        let path = match what {
            "write_here" => json!(std::env::current_dir().unwrap_or_default().join(path)),
            _ => json!(path),
        };
        let answer = self.ask("fs/write_text_file", json!({"path": path, "content": text}));
        self.send_text(&format!("writing: {}", outcome(&answer)));
    }

    fn condense(&mut self) {
        self.condensed("c1", "in_progress");
        for words in ["So far", ", so good."] {
            self.update(&json!({"sessionUpdate": "compaction_summary_chunk",
                "compactionId": "c1", "content": {"type": "text", "text": words}}));
        }
        self.condensed("c1", "completed");
        self.condensed("c2", "completed");
        self.send_text("condensed");
    }

    /// Reports the state of a compaction.
    pub(super) fn condensed(&self, id: &str, status: &str) {
        self.update(&json!({"sessionUpdate": "compaction_update", "compactionId": id,
            "status": status}));
    }

    fn spend(&mut self, what: &str, first: &str, second: &str) -> Option<&'static str> {
        for amount in [first, second].iter().filter_map(|it| it.parse::<f64>().ok()) {
            self.update(&json!({"sessionUpdate": "usage_update", "used": 1, "size": 2,
                "cost": {"amount": amount, "currency": "USD"}}));
            self.send_text(&format!("spent {amount}."));
        }
        if what == "spend_on" {
            while read().is_some() {}
            wait_for_ever();
        }
        if what == "spend" {
            while !self.is_cancelled {
                let Some(message) = read() else { exit(0) };
                self.is_cancelled = message["method"] == "session/cancel";
            }
            self.send_text("stopped.");
        }
        Some("end_turn")
    }

    fn think(&mut self) {
        self.update(&json!({"sessionUpdate": "agent_thought_chunk",
            "content": {"type": "text", "text": "Hm."}}));
        self.update(&json!({"sessionUpdate": "plan", "entries": [
            {"content": "look", "priority": "high", "status": "completed"},
            {"content": "leap", "priority": "low", "status": "pending"}]}));
        self.update(&json!({"sessionUpdate": "available_commands_update",
            "availableCommands": [{"name": "web", "description": "Searches."}]}));
        self.update(&json!({"sessionUpdate": "current_mode_update", "currentModeId": "code"}));
        self.send_text("Thought.");
    }

    /// Looks at a file, in words that are meant to be looked at.
    fn look(&mut self) {
        self.update(&json!({"sessionUpdate": "agent_thought_chunk",
            "content": {"type": "text", "text": "The settings decide it before the power does."}}));
        self.update(&json!({"sessionUpdate": "usage_update", "used": 53_000, "size": 200_000}));
        self.send_text(
            "`Locked` is on in `DefaultDoors.ini`, so the door stays shut whatever the generator \
             does. The line is from the test of the alarm; nothing else reads it.",
        );
    }

    /// Asks to change that file.
    fn unlock(&mut self) {
        let old = "[/Script/Station.Doors]\nSwing=90\nLocked=True\n";
        let shown = json!({"title": "Unlock the airlock", "kind": "edit", "content": [
            {"type": "diff", "path": "/Station/Config/DefaultDoors.ini", "oldText": old,
                "newText": old.replace("True", "False")}]});
        self.update(&tool("e1", shown.clone()));
        let answer = self.permission("e1", shown, &["allow_once", "reject_once"]);
        let is_allowed = chosen(&answer).starts_with("allow");
        let status = if is_allowed { "completed" } else { "failed" };
        self.update(&news("e1", json!({ "status": status })));
        self.send_text(if is_allowed { "It is unlocked." } else { "I have left it locked." });
    }

    fn run_tool(&mut self, what: &str) {
        let title = json!({"title": "Read a.txt", "kind": "read", "rawInput": {"file": "a.txt"},
            "locations": [{"path": "/p/a.txt", "line": 3}]});
        self.update(&tool("t1", title));
        let done = json!({"status": "completed", "content": content("42 lines")});
        match what {
            "quick" => self.update(&news("t1", done)),
            "late_ask" => {
                self.update(&news("t1", json!({"status": "in_progress"})));
                let answer = self.permission("t1", json!({}), &["allow_once", "reject_once"]);
                self.update(&news("t1", done));
                self.send_text(&format!("late: {}", chosen(&answer)));
                return;
            }
            _ => {
                self.update(&news("t1", json!({"status": "in_progress"})));
                if what == "background" {
                    self.send_text("meanwhile");
                }
                self.update(&news("t1", done));
            }
        }
        self.send_text("read it");
    }

    fn permission(&mut self, id: &str, fields: Value, kinds: &[&str]) -> Value {
        let params = self.question(id, fields, kinds);
        self.ask("session/request_permission", params)
    }

    fn question(&self, id: &str, mut fields: Value, kinds: &[&str]) -> Value {
        fields["toolCallId"] = json!(id);
        let options =
            kinds.iter().map(|kind| json!({"optionId": kind, "name": kind, "kind": kind}));
        json!({"toolCall": fields, "options": options.collect::<Vec<_>>()})
    }

    fn edit(&mut self, what: &str, path: &str, text: &str) {
        let mut shown = json!({"title": "Edit it", "kind": "edit", "content": diff(path, text)});
        if what == "edit_long" {
            let old: String = (0..1_000).map(|at| format!("line {at} of the file\n")).collect();
            shown["content"][0]["newText"] = json!(old.replace("line 700 of", "line CHANGED of"));
            shown["content"][0]["oldText"] = json!(old);
        }
        self.update(&tool("e1", shown.clone()));
        let kinds: &[&str] = if what == "always" {
            &["allow_always", "reject_always"]
        } else {
            &["allow_always", "allow_once", "reject_once", "reject_always"]
        };
        let answer = self.permission("e1", shown, kinds);
        let chosen = chosen(&answer);
        if self.is_cancelled {
            return;
        }
        if chosen.starts_with("allow") {
            if what == "edit_write" {
                let params = json!({"path": path, "content": text});
                let answer = self.ask("fs/write_text_file", params);
                self.send_text(&format!("writing: {}", outcome(&answer)));
            }
            self.update(&news("e1", json!({"status": "completed"})));
        } else {
            self.update(&news("e1", json!({"status": "failed"})));
        }
        self.send_text(&format!("edit: {chosen}"));
    }

    fn edits(&mut self) {
        let both = ["e1", "e2"];
        let mut asked = Vec::new();
        for id in both {
            self.update(&tool(id, json!({"title": format!("Edit {id}"), "kind": "edit"})));
        }
        for id in both {
            let params = self.question(id, json!({}), &["allow_once", "reject_once"]);
            asked.push(self.send_request("session/request_permission", params));
        }
        // Neither is made before both are answered, in any order.
        let mut answers = std::collections::BTreeMap::new();
        while answers.len() < asked.len() {
            let Some(message) = read() else { exit(0) };
            if let Some(id) = message["id"].as_str() {
                answers.insert(id.to_owned(), chosen(&message));
            }
        }
        for id in both {
            self.update(&news(id, json!({"status": "completed", "content": content(id)})));
        }
        let answers: Vec<String> = answers.into_values().collect();
        self.send_text(&format!("edits: {}", answers.join(", ")));
    }

    fn misbehave(&mut self, what: &str) {
        match what {
            "die" | "die_in_tool" => {
                if what == "die" {
                    self.send_text("I am about to");
                } else {
                    let shown = json!({"title": "Run it", "status": "in_progress"});
                    self.update(&tool("t1", shown));
                }
                complain("Segmentation fault in libscripted: core dumped");
                exit(3);
            }
            "closes" => {
                self.send_text("Good bye.");
                close_output();
                wait_for_ever();
            }
            "deaf" => loop {
                self.send_request("fs/read_text_file", json!({"path": "/nowhere"}));
            },
            "hang_for_ever" => {
                self.send_text("Waiting.");
                while read().is_some() {}
                wait_for_ever();
            }
            _ => {
                self.send_text("Waiting.");
                while !self.is_cancelled {
                    let Some(message) = read() else { exit(0) };
                    self.is_cancelled = message["method"] == "session/cancel";
                }
            }
        }
    }

    fn babble(&mut self, what: &str) {
        match what {
            "flood" => {
                for at in 0..20_000 {
                    self.send_text("x");
                    if at % 10 == 0 {
                        let fields = json!({"title": "Again", "status": "in_progress"});
                        self.update(&news(&format!("f{}", at % 7), fields));
                    }
                }
                for at in 0..7 {
                    self.update(&news(&format!("f{at}"), json!({"status": "completed"})));
                }
            }
            "big_line" => self.send_text(&"x".repeat(17 * 1024 * 1024)),
            "not_json" => {
                print_line(b"\x1b[32mDEBUG starting\x1b[0m");
                print_line(b"{\"jsonrpc\": \"2.0\", \"method\": \"sess");
                print_line(b"[1, 2]");
                print_line(b"\xff\xfe");
                print_line(b"{\"jsonrpc\": \"2.0\"}");
                self.send_text("All well.");
            }
            "stray" => {
                result(&json!(9_999), &json!({"stopReason": "end_turn"}));
                result(&json!("mine"), &json!({}));
                self.send_text("All well.");
            }
            _ => {
                self.update(&json!({"sessionUpdate": "hologram", "of": "later"}));
                self.update(&json!({"sessionUpdate": "tool_call", "title": 7}));
                print_value(&json!({"jsonrpc": "2.0", "method": "session/sing", "params": {}}));
                print_value(&json!({"jsonrpc": "2.0", "method": "session/update"}));
                let answer = self.ask("terminal/create", json!({"command": "ls"}));
                self.send_text(&format!("asked: {}", outcome(&answer)));
            }
        }
    }
}

/// What was chosen of a question.
fn chosen(answer: &Value) -> String {
    let outcome = &answer["result"]["outcome"];
    let chosen = outcome["optionId"].as_str().or_else(|| outcome["outcome"].as_str());
    chosen.map_or_else(|| self::outcome(answer), str::to_owned)
}

/// An answer of the client in words.
fn outcome(answer: &Value) -> String {
    match answer.get("error") {
        Some(error) => format!("{} {}", error["code"], error["message"].as_str().unwrap_or("")),
        None => answer["result"]["content"].as_str().unwrap_or("well").to_owned(),
    }
}

/// Closes the standard output of this process.
fn close_output() {
    #[cfg(unix)]
    {
        // Without unsafe code: a program that has none of it takes its place.
        use std::os::unix::process::CommandExt as _;
        let failed = std::process::Command::new("sh").args(["-c", "exec sleep 1000 >&-"]).exec();
        complain(&format!("cannot go on: {failed}"));
    }
    exit(4);
}
