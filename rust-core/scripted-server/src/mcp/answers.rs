//! What the server answers to a call.

use std::process::{abort, exit};
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use super::{Server, complain, wait_for_ever};

/// The beginning of a small picture, in base64.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

fn text(text: &str) -> Value {
    json!({"content": [{"type": "text", "text": text}]})
}

impl Server {
    #[expect(clippy::too_many_lines, reason = "one arm for each way to misbehave")]
    pub(super) fn call(&mut self, id: &Value, params: &Value) {
        self.calls += 1;
        let what = params["arguments"]["what"].as_str().unwrap_or("nothing");
        match self.mode.as_str() {
            "crash" if has_crashed_before() => self.result(id, &text(&format!("did {what}"))),
            "crash" | "crash_again" => {
                complain("Segmentation fault in libscripted: core dumped");
                exit(3);
            }
            "aborts" => abort(),
            "half_line" => {
                use std::io::Write as _;
                let _ = write!(std::io::stdout(), "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"resu");
                let _ = std::io::stdout().flush();
                exit(0);
            }
            "hang" => {}
            "hang_for_ever" => wait_for_ever(),
            "late" if self.calls == 1 => {
                sleep(Duration::from_secs(4));
                self.result(id, &text("too late"));
            }
            "error_result" => {
                let mut result = text("the file is locked");
                result["isError"] = true.into();
                self.result(id, &result);
            }
            "rpc_error" => self.error(id, -32602, "what is not a colour"),
            "bad_utf8" => {
                let mut line =
                    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":").into_bytes();
                line.extend_from_slice(
                    b"{\"content\":[{\"type\":\"text\",\"text\":\"a\xff\xc3b\"}]}}",
                );
                self.print_line(&line);
            }
            "huge" => self.result(id, &text(&"line of a log\n".repeat(220_000))),
            "oversized" => self.result(id, &text(&"x".repeat(17 * 1024 * 1024))),
            "flood_messages" => {
                for number in 0..20_000 {
                    self.print_value(&json!({"jsonrpc": "2.0", "method": "notifications/message",
                        "params": {"level": "info", "data": format!("step {number}")}}));
                }
                self.result(id, &text("did it"));
            }
            "wrong_content" => self.result(id, &json!({"content": "did it", "isError": "no"})),
            "odd_result" => self.result(id, &json!(["did", "it"])),
            "wrong_id" => self.result(&json!(987_654), &text("for nobody")),
            "twice" => {
                self.result(id, &text("did it"));
                self.result(id, &text("did it again"));
            }
            "changes" => {
                self.result(id, &text("did it"));
                self.print_value(
                    &json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}),
                );
            }
            "asks_back" => {
                self.print_value(
                    &json!({"jsonrpc": "2.0", "id": "q1", "method": "sampling/createMessage",
                    "params": {"messages": [], "maxTokens": 10}}),
                );
                self.print_value(
                    &json!({"jsonrpc": "2.0", "id": "q2", "method": "elicitation/create",
                    "params": {"message": "Your password?", "requestedSchema":
                        {"type": "object", "properties": {}}}}),
                );
                self.result(id, &text("did it"));
            }
            "picture" => self.result(
                id,
                &json!({"content": [{"type": "text", "text": "the viewport"},
                    {"type": "image", "data": PNG, "mimeType": "image/png"}]}),
            ),
            "picture_in_text" => {
                let data = format!("{}{}", &PNG[..40], "A".repeat(4_000));
                let words = json!({"ok": true, "image": data}).to_string();
                self.result(id, &text(&words));
            }
            "environment" => {
                let mut names: Vec<String> = std::env::vars_os()
                    .map(|(name, value)| {
                        format!("{}={}", name.to_string_lossy(), value.to_string_lossy())
                    })
                    .collect();
                names.sort();
                self.result(id, &text(&names.join("\n")));
            }
            "newer_only" => {
                let mut result = text(&format!("did {what}"));
                result["resultType"] = "complete".into();
                self.result(id, &result);
            }
            _ => self.result(id, &text(&format!("did {what}"))),
        }
    }
}

/// Returns whether a server before this one left its mark, and leaves it.
fn has_crashed_before() -> bool {
    let Some(file) = std::env::var_os("SCRIPTED_MCP_ONCE") else { return false };
    let was_there = std::path::Path::new(&file).exists();
    let _ = std::fs::write(&file, "");
    was_there
}
