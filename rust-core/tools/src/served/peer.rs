//! One calling program, in any version of the protocol.

use std::collections::HashMap;
use std::sync::Mutex;

use serde_json::{Map, Value, json};

use super::message::{
    INVALID_PARAMS, METHOD_NOT_FOUND, Message, UNSUPPORTED_VERSION, failure, success,
};
use super::overseer::Caller;
use super::tools::ServedTools;
use super::{WITH_GREETING, WITHOUT_GREETING, encoding, lock};
use crate::Stop;

/// The longest name of a tool, in bytes: providers accept no longer ones.
const MOST_NAME: usize = 64;

/// Where the version without a handshake has its version and its client.
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CLIENT: &str = "io.modelcontextprotocol/clientInfo";

/// One calling program.
#[derive(Debug)]
pub(super) struct Peer {
    caller: Mutex<Caller>,
    /// Running calls, by their ids as JSON.
    running: Mutex<HashMap<String, Stop>>,
}

/// The outcome of handling a message.
#[derive(Debug)]
pub(super) enum Handled {
    /// Nothing is answered.
    Nothing,
    /// This is answered.
    Answer(Value),
    /// A call is to be run and answered afterwards.
    Call(Pending),
}

/// A call that is to be run.
#[derive(Debug)]
pub(super) struct Pending {
    id: Value,
    name: String,
    arguments: Value,
    /// Stops it.
    pub(super) stop: Stop,
    /// The token for progress reports, if the caller wants them.
    progress: Option<Value>,
    is_new: bool,
}

impl Default for Peer {
    fn default() -> Self {
        Self { caller: Mutex::new(Caller::new(None, None)), running: Mutex::default() }
    }
}

/// Returns whether a request uses the version without a handshake.
pub(super) fn is_new(message: &Message) -> bool {
    let (Message::Request { method, params, .. } | Message::Notification { method, params }) =
        message
    else {
        return false;
    };
    method == "server/discover" || meta(params, VERSION).is_some()
}

impl Peer {
    /// Returns whether none of its calls is running.
    pub(super) fn is_idle(&self) -> bool {
        lock(&self.running).is_empty()
    }

    /// Stops its calls: their answers are no longer wanted.
    pub(super) fn stop(&self) {
        lock(&self.running).values().for_each(Stop::stop);
    }

    /// Handles a message.
    pub(super) fn handle(&self, tools: &ServedTools, message: Message) -> Handled {
        let is_new = is_new(&message);
        match message {
            Message::Response => Handled::Nothing,
            Message::Notification { method, params } => {
                if method == "notifications/cancelled"
                    && let Some(id) = params.get("requestId")
                    && let Some(stop) = lock(&self.running).get(&id.to_string())
                {
                    stop.stop();
                }
                Handled::Nothing
            }
            Message::Request { id, method, params } => {
                self.request(tools, id, &method, params, is_new)
            }
        }
    }

    fn request(
        &self,
        tools: &ServedTools,
        id: Value,
        method: &str,
        params: Map<String, Value>,
        is_new: bool,
    ) -> Handled {
        if is_new {
            let version = meta(&params, VERSION).and_then(Value::as_str);
            if version.is_some_and(|version| version != WITHOUT_GREETING) {
                return Handled::Answer(unsupported(&id, version.unwrap_or_default()));
            }
            self.introduce(meta(&params, CLIENT));
        }
        let complete = |mut result: Value| {
            if is_new {
                result["resultType"] = "complete".into();
            }
            Handled::Answer(success(&id, &result))
        };
        match method {
            "initialize" => {
                self.introduce(params.get("clientInfo"));
                complete(greeting(params.get("protocolVersion")))
            }
            "server/discover" => complete(json!({
                "supportedVersions": [WITHOUT_GREETING],
                "capabilities": {"tools": {}},
                "instructions": encoding::INSTRUCTIONS,
                "ttlMs": 0,
                "cacheScope": "private",
                "_meta": {"io.modelcontextprotocol/serverInfo": encoding::about()},
            })),
            "ping" => complete(json!({})),
            "tools/list" => {
                let list = encoding::tools(&tools.tools());
                complete(if is_new {
                    json!({"tools": list, "ttlMs": 0, "cacheScope": "private"})
                } else {
                    json!({ "tools": list })
                })
            }
            "tools/call" => self.call(id, params, is_new),
            other => {
                let known = "initialize, server/discover, ping, tools/list, tools/call";
                let why = format!("there is no method {other:?} here; there are {known}");
                Handled::Answer(failure(&id, METHOD_NOT_FOUND, &why))
            }
        }
    }

    fn call(&self, id: Value, mut params: Map<String, Value>, is_new: bool) -> Handled {
        let wrong = |why: &str| Handled::Answer(failure(&id, INVALID_PARAMS, why));
        let Some(Value::String(name)) = params.remove("name") else {
            return wrong("name, the tool's, is missing");
        };
        // No tool of ours has such a name, and the name is shown to the user.
        if name.len() > MOST_NAME || !name.bytes().all(|byte| byte.is_ascii_graphic()) {
            return wrong("there is no tool of this name; tools/list names the tools that exist");
        }
        let arguments = match params.remove("arguments") {
            None | Some(Value::Null) => json!({}),
            Some(arguments @ Value::Object(_)) => arguments,
            Some(_) => return wrong("arguments has to be an object"),
        };
        let progress = meta(&params, "progressToken");
        let progress = progress.filter(|it| it.is_string() || it.is_number()).cloned();
        let stop = Stop::default();
        let mut running = lock(&self.running);
        if running.contains_key(&id.to_string()) {
            return wrong("a call with this id is under way");
        }
        running.insert(id.to_string(), stop.clone());
        Handled::Call(Pending { id, name, arguments, stop, progress, is_new })
    }

    /// Runs a call and waits for it. Returns its answer.
    pub(super) fn perform(&self, tools: &ServedTools, call: &Pending) -> Value {
        let caller = lock(&self.caller).clone();
        let answer = tools.perform(&caller, &call.name, &call.arguments, &call.stop);
        lock(&self.running).remove(&call.id.to_string());
        let mut result = encoding::result(&answer);
        if call.is_new {
            result["resultType"] = "complete".into();
        }
        success(&call.id, &result)
    }

    fn introduce(&self, client: Option<&Value>) {
        let text = |name: &str| client.and_then(|client| client.get(name)).and_then(Value::as_str);
        *lock(&self.caller) = Caller::new(text("name"), text("version"));
    }
}

impl Pending {
    /// The progress message, if the caller wants one.
    pub(super) fn going_on(&self, times: u64) -> Option<Value> {
        let token = self.progress.as_ref()?;
        Some(json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": {
            "progressToken": token, "progress": times,
            "message": "waiting for the user, or for the tool"}}))
    }
}

fn meta<'a>(params: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    params.get("_meta")?.get(name)
}

/// The answer to a handshake: the requested version, if it is one of those, otherwise the newest.
fn greeting(version: Option<&Value>) -> Value {
    let asked = version.and_then(Value::as_str);
    let spoken = WITH_GREETING.iter().find(|it| Some(**it) == asked);
    json!({
        "protocolVersion": spoken.unwrap_or(&WITH_GREETING[0]),
        "capabilities": {"tools": {}},
        "serverInfo": encoding::about(),
        "instructions": encoding::INSTRUCTIONS,
    })
}

/// The answer to a request with an unsupported version.
fn unsupported(id: &Value, version: &str) -> Value {
    let mut answer = failure(id, UNSUPPORTED_VERSION, "this version is not supported");
    answer["error"]["data"] = json!({"supported": [WITHOUT_GREETING], "requested": version});
    answer
}
