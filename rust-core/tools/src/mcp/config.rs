//! The configured servers, from `mcpServers` JSON.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Map, Value};
use vibeue_conversation::{Error, ErrorKind, Result};

use super::entry::lines;
use super::expand::expand;
use super::{Entry, OwnClient, Problem, Reach, SignIns, UnrealEditor, Variables, jsonc};
use crate::{MOST_WHOLE_BYTES, ServerIdentity, Tool};

/// The maximum number of servers of one configuration.
const MOST_SERVERS: usize = 64;

/// The maximum of any time limit: a day.
const LONGEST: f64 = 24.0 * 60.0 * 60.0;

/// One server.
#[derive(Debug, Clone, PartialEq)]
pub struct ServerConfig {
    /// Its name, which is the prefix of its tools' names.
    pub name: String,
    /// How it is reached.
    pub reach: Reach,
    /// How the handshake is done.
    pub lifecycle: Lifecycle,
    /// How long it may take to say what it can do.
    pub start_limit: Duration,
    /// How long one call may take.
    pub call_limit: Duration,
    /// The maximum number of bytes of text in one result.
    pub most_bytes: usize,
    /// Whether its claims about its tools are trusted: those that it calls read-only are read-only.
    pub trusts_hints: bool,
    /// If set, it has to be Unreal Engine's own server. Without this, a server that turns out to be
    /// that one is still treated as such.
    pub unreal: Option<UnrealEditor>,
    /// The client with which the user signs in, if the entry names one.
    pub oauth: Option<OwnClient>,
    /// Where the user's sign-ins are stored; without it signing in is not
    /// possible.
    pub sign_ins: Option<SignIns>,
}

/// How the handshake with a server is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lifecycle {
    /// By `initialize`, and if it refuses that, by `server/discover`.
    Any,
    /// Only by `initialize`: the protocol up to 2025-11-25.
    Initialize,
    /// Only by `server/discover`: the protocol from 2026-07-28.
    Discover,
}

/// The content of a configuration.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Config {
    /// The servers, in the order of the file; without those that are turned
    /// off.
    pub servers: Vec<ServerConfig>,
    /// What could not be read.
    pub problems: Vec<Problem>,
    /// The entries of the servers, by name.
    pub entries: BTreeMap<String, Entry>,
}

impl ServerConfig {
    /// Creates a server with defaults for everything else.
    pub fn new(name: impl Into<String>, reach: Reach) -> Self {
        Self {
            name: name.into(),
            reach,
            lifecycle: Lifecycle::Any,
            start_limit: Duration::from_secs(60),
            call_limit: Tool::TIME_LIMIT,
            most_bytes: MOST_WHOLE_BYTES,
            trusts_hints: false,
            unreal: None,
            oauth: None,
            sign_ins: None,
        }
    }

    /// Identifies the server, for the user and for permissions: its command line or its address,
    /// without secrets.
    pub fn origin(&self) -> String {
        match &self.reach {
            Reach::Command { command, arguments, .. } => {
                let mut line = command.clone();
                for argument in arguments {
                    line.push(' ');
                    line.push_str(argument);
                }
                line
            }
            Reach::Address { url, .. } => url.clone(),
        }
    }
}

/// Reads a configuration: an object with `mcpServers` (most clients), `servers`
/// or `mcp.servers` (Visual Studio Code). Comments are allowed.
///
/// A server that cannot be read is reported as a problem, not as an error: the others start.
///
/// # Errors
/// [`ErrorKind::Input`] if it is not JSON, or names no servers at all.
pub fn parse(text: &str, variables: &dyn Variables) -> Result<Config> {
    parse_lined(text, variables).map_err(|(_, error)| error)
}

/// As [`parse`]; if the whole list cannot be read, the error has the line of the problem, if there
/// is one.
pub(super) fn parse_lined(
    text: &str,
    variables: &dyn Variables,
) -> Result<Config, (Option<usize>, Error)> {
    let text = text.trim_start_matches('\u{feff}');
    let text = jsonc::plain(text);
    let value: Value = serde_json::from_str(&text).map_err(|error| {
        let what = format!("the list of servers is not JSON: {error}");
        (Some(error.line()), Error::new(ErrorKind::Input, what).hint(EXAMPLE))
    })?;
    let mut config = parse_value(&value, variables).map_err(|error| (None, error))?;
    let lines = lines(&text, &NAMES);
    for problem in &mut config.problems {
        problem.line = lines.get(&problem.server).copied();
    }
    for (name, entry) in &mut config.entries {
        entry.line = lines.get(name).copied();
    }
    Ok(config)
}

/// As [`parse`], for a list in TOML, as Codex has it.
///
/// # Errors
/// [`ErrorKind::Input`] if it is not TOML, or names no servers at all.
pub fn parse_toml(text: &str, variables: &dyn Variables) -> Result<Config> {
    let value: Value = toml::from_str(text).map_err(|error| {
        let what = format!("the list of servers is not TOML: {}", error.message());
        Error::new(ErrorKind::Input, what)
            .hint("write [mcp_servers.name] with command = \"npx\", args = [\"-y\", \"…\"]")
    })?;
    parse_value(&value, variables)
}

/// The keys under which clients list the servers.
const NAMES: [&str; 3] = ["mcpServers", "servers", "mcp_servers"];

const EXAMPLE: &str = r#"write {"mcpServers": {"name": {"command": "npx", "args": ["-y", "…"]}}}"#;

/// Reads a parsed configuration.
fn parse_value(value: &Value, variables: &dyn Variables) -> Result<Config> {
    let list = NAMES.iter().find_map(|name| value.get(*name)).or_else(|| {
        let mcp = value.get("mcp")?;
        mcp.get("servers")
    });
    let Some(Value::Object(list)) = list else {
        let what = "there is no `mcpServers` object in it";
        return Err(Error::new(ErrorKind::Input, what).hint(EXAMPLE));
    };
    let mut config = Config::default();
    for (name, server) in list {
        if server.get("disabled") == Some(&Value::Bool(true))
            || server.get("enabled") == Some(&Value::Bool(false))
        {
            continue;
        }
        if config.servers.len() == MOST_SERVERS {
            let what = format!("is ignored: there are more than {MOST_SERVERS} servers");
            config.problems.push(Problem { server: name.clone(), line: None, what });
            break;
        }
        match one(name, server, variables) {
            Ok(read) => {
                let identity = ServerIdentity::of(name, server);
                config.entries.insert(name.clone(), Entry { line: None, identity });
                config.servers.push(read);
            }
            Err(what) => {
                config.problems.push(Problem { server: name.clone(), line: None, what });
            }
        }
    }
    Ok(config)
}

fn one(name: &str, value: &Value, variables: &dyn Variables) -> Result<ServerConfig, String> {
    let Value::Object(fields) = value else { return Err("is not an object".to_owned()) };
    if name.trim().is_empty() {
        return Err("has no name".to_owned());
    }
    let put = |text: &str| expand(text, variables);
    let mut server = ServerConfig::new(name, reach(fields, &put)?);
    if let Some(limit) = seconds(fields, "timeoutSeconds")? {
        server.call_limit = limit;
    }
    if let Some(limit) = seconds(fields, "startTimeoutSeconds")? {
        server.start_limit = limit;
    }
    server.trusts_hints = fields.get("trustHints") == Some(&Value::Bool(true));
    server.oauth = oauth(fields, &put)?;
    if let Some(project) = text(fields, &["unrealProject"])? {
        server.unreal = Some(UnrealEditor { project: Some(PathBuf::from(put(project)?)) });
        server.lifecycle = Lifecycle::Initialize;
        if !server.reach.is_local() {
            return Err(
                "has `unrealProject`, but is not reached by http on this machine".to_owned()
            );
        }
    }
    server.lifecycle = match text(fields, &["lifecycle"])? {
        None => server.lifecycle,
        Some("any") => Lifecycle::Any,
        Some("initialize") => Lifecycle::Initialize,
        Some("discover") => Lifecycle::Discover,
        Some(other) => {
            return Err(format!("lifecycle is {other:?}, not any, initialize or discover"));
        }
    };
    Ok(server)
}

/// How an entry's server is reached.
fn reach(
    fields: &Map<String, Value>,
    put: &dyn Fn(&str) -> Result<String, String>,
) -> Result<Reach, String> {
    let kind = text(fields, &["type", "transport"])?.unwrap_or_default().to_ascii_lowercase();
    let address = text(fields, &["url", "httpUrl", "serverUrl"])?;
    let command = text(fields, &["command"])?;
    Ok(match (command, address) {
        (Some(_), Some(_)) => return Err("has both a command and an address".to_owned()),
        (None, None) => return Err("has neither a command nor an address".to_owned()),
        (_, Some(_)) if kind == "sse" => {
            return Err("uses the old HTTP+SSE transport, which is not supported; most \
                        servers offer streamable HTTP at another path"
                .to_owned());
        }
        (Some(command), None) => {
            if command.trim().is_empty() {
                return Err("has an empty command".to_owned());
            }
            Reach::Command {
                command: put(command)?,
                arguments: strings(fields, "args")?
                    .iter()
                    .map(|text| put(text))
                    .collect::<Result<_, _>>()?,
                environment: table(fields, "env", put)?,
                folder: text(fields, &["cwd"])?.map(put).transpose()?.map(PathBuf::from),
            }
        }
        (None, Some(url)) => {
            Reach::Address { url: put(url)?, headers: table(fields, "headers", put)? }
        }
    })
}

/// The client with which the user signs in.
fn oauth(
    fields: &Map<String, Value>,
    put: &dyn Fn(&str) -> Result<String, String>,
) -> Result<Option<OwnClient>, String> {
    let fields = match fields.get("oauth") {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::Object(fields)) => fields,
        Some(_) => return Err("`oauth` is not an object".to_owned()),
    };
    let port = match fields.get("callbackPort") {
        None | Some(Value::Null) => None,
        Some(value) => {
            let port = value.as_u64().and_then(|port| u16::try_from(port).ok());
            let port = port.filter(|port| *port != 0);
            Some(port.ok_or("`callbackPort` is not the number of a port")?)
        }
    };
    let scopes = strings(fields, "scopes")?.into_iter().map(put).collect::<Result<_, _>>()?;
    let id = text(fields, &["clientId"])?.map(put).transpose()?.unwrap_or_default();
    let secret = text(fields, &["clientSecret"])?.map(put).transpose()?;
    Ok(Some(OwnClient { id, secret, scopes, port }))
}

fn text<'v>(fields: &'v Map<String, Value>, names: &[&str]) -> Result<Option<&'v str>, String> {
    for name in names {
        match fields.get(*name) {
            None | Some(Value::Null) => {}
            Some(Value::String(text)) => return Ok(Some(text)),
            Some(_) => return Err(format!("`{name}` is not a string")),
        }
    }
    Ok(None)
}

fn strings<'v>(fields: &'v Map<String, Value>, name: &str) -> Result<Vec<&'v str>, String> {
    let wrong = || format!("`{name}` is not a list of strings");
    match fields.get(name) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(list)) => {
            list.iter().map(|value| value.as_str().ok_or_else(wrong)).collect()
        }
        Some(_) => Err(wrong()),
    }
}

fn table(
    fields: &Map<String, Value>,
    name: &str,
    put: &dyn Fn(&str) -> Result<String, String>,
) -> Result<BTreeMap<String, String>, String> {
    let Some(value) = fields.get(name).filter(|value| !value.is_null()) else {
        return Ok(BTreeMap::new());
    };
    let Value::Object(table) = value else { return Err(format!("`{name}` is not an object")) };
    table
        .iter()
        .map(|(key, value)| match value {
            Value::String(text) => Ok((key.clone(), put(text)?)),
            Value::Number(number) => Ok((key.clone(), number.to_string())),
            Value::Bool(flag) => Ok((key.clone(), flag.to_string())),
            _ => Err(format!("`{name}.{key}` is not a string")),
        })
        .collect()
}

fn seconds(fields: &Map<String, Value>, name: &str) -> Result<Option<Duration>, String> {
    match fields.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => value
            .as_f64()
            .filter(|seconds| *seconds > 0.0 && *seconds <= LONGEST)
            .map(|seconds| Some(Duration::from_secs_f64(seconds)))
            .ok_or_else(|| format!("`{name}` is not a number of seconds up to a day")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::expand::tests::Known;
    use super::*;

    #[test]
    fn the_json_of_other_clients_is_read() {
        let config = parse(
            r#"{ // written by hand
            "mcpServers": {
                "files": {"command": "npx", "args": ["-y", "server", "${workspaceFolder}"],
                    "env": {"TOKEN": "${TOKEN}", "PORT": 8080, "DEBUG": true}, "cwd": "/tmp",
                    "timeoutSeconds": 2.5, "trustHints": true, "alwaysAllow": ["write"]},
                "web": {"type": "http", "url": "https://example.com/mcp",
                    "headers": {"Authorization": "Bearer ${TOKEN}"}, "lifecycle": "discover",
                    "startTimeoutSeconds": 5},
                "off": {"command": "x", "disabled": true},
            }}"#,
            &Known,
        )
        .unwrap();
        let table = |pairs: &[(&str, &str)]| {
            pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
        };
        let files = ServerConfig {
            call_limit: Duration::from_millis(2_500),
            trusts_hints: true,
            ..ServerConfig::new(
                "files",
                Reach::Command {
                    command: "npx".to_owned(),
                    arguments: ["-y", "server", "/game"].map(str::to_owned).to_vec(),
                    environment: table(&[("TOKEN", "t0k"), ("PORT", "8080"), ("DEBUG", "true")]),
                    folder: Some(PathBuf::from("/tmp")),
                },
            )
        };
        let web = ServerConfig {
            lifecycle: Lifecycle::Discover,
            start_limit: Duration::from_secs(5),
            ..ServerConfig::new(
                "web",
                Reach::Address {
                    url: "https://example.com/mcp".to_owned(),
                    headers: table(&[("Authorization", "Bearer t0k")]),
                },
            )
        };
        assert_eq!((config.servers, config.problems), (vec![files, web], Vec::new()));
        let lines: Vec<_> =
            config.entries.iter().map(|(name, entry)| (name.as_str(), entry.line)).collect();
        assert_eq!(lines, [("files", Some(3)), ("web", Some(6))]);
    }

    #[test]
    fn other_keys_for_the_list_are_known() {
        for text in [
            r#"{"servers": {"a": {"command": "x"}}}"#,
            r#"{"mcp": {"servers": {"a": {"command": "x"}}}}"#,
            r#"{"mcp_servers": {"a": {"command": "x"}}}"#,
            "\u{feff}{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}",
        ] {
            assert_eq!(parse(text, &Known).unwrap().servers.len(), 1, "{text}");
        }
        for text in ["", "[]", "{}", r#"{"mcpServers": []}"#, "{"] {
            assert!(parse(text, &Known).is_err(), "{text}");
        }
    }

    #[test]
    fn the_client_of_a_sign_in_is_read_without_keys_of_this_program() {
        let read = |oauth: &str| {
            let text =
                format!(r#"{{"mcpServers": {{"a": {{"url": "https://y", "oauth": {oauth}}}}}}}"#);
            let mut config = parse(&text, &Known).unwrap();
            config.servers.pop().map(|it| it.oauth).ok_or_else(|| config.problems[0].what.clone())
        };
        let all = OwnClient {
            id: "me".to_owned(),
            secret: Some("t0k".to_owned()),
            scopes: vec!["a".to_owned()],
            port: Some(80),
        };
        let text = r#"{"clientId": "me", "clientSecret": "${TOKEN}", "scopes": ["a"], "callbackPort": 80}"#;
        assert!(!format!("{all:?}").contains("t0k"));
        assert_eq!(read(text), Ok(Some(all)));
        assert_eq!((read("{}"), read("null")), (Ok(Some(OwnClient::default())), Ok(None)));
        for wrong in [r#"{"clientSecret": "${OPENAI_API_KEY}"}"#, "7", r#"{"callbackPort": 70000}"#]
        {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_server_that_cannot_be_read_is_named_and_the_others_start() {
        let config = parse(
            r#"{"mcpServers": {
                "a": 1, "b": {}, "c": {"command": "x", "url": "https://y"},
                "d": {"command": 7}, "e": {"command": "x", "args": "y"},
                "f": {"command": "x", "env": {"K": "${OPENAI_API_KEY}"}},
                "g": {"url": "https://y/sse", "type": "sse"}, "h": {"command": " "},
                "i": {"command": "x", "timeoutSeconds": -1}, "j": {"url": "${NO}"},
                "k": {"command": "x", "lifecycle": "maybe"},
                "l": {"url": "https://y/mcp", "unrealProject": "/game/A.uproject"},
                "ok": {"url": "http://127.0.0.1:8000/mcp", "unrealProject": "/game/A.uproject"}}}"#,
            &Known,
        )
        .unwrap();
        assert_eq!(config.servers.iter().map(|it| &*it.name).collect::<Vec<_>>(), ["ok"]);
        let editor = UnrealEditor { project: Some(PathBuf::from("/game/A.uproject")) };
        assert_eq!(config.servers[0].unreal, Some(editor));
        let told: Vec<_> = config.problems.iter().map(ToString::to_string).collect();
        let lines: Vec<_> = config.problems.iter().filter_map(|problem| problem.line).collect();
        assert_eq!(lines, [2, 2, 2, 3, 3, 4, 5, 5, 6, 6, 7, 8]);
        assert_eq!(
            told,
            [
                "a: is not an object",
                "b: has neither a command nor an address",
                "c: has both a command and an address",
                "d: `command` is not a string",
                "e: `args` is not a list of strings",
                "f: OPENAI_API_KEY holds a key of this program, which is not given to servers; \
                 set a variable of another name for it",
                "g: uses the old HTTP+SSE transport, which is not supported; most \
                 servers offer streamable HTTP at another path",
                "h: has an empty command",
                "i: `timeoutSeconds` is not a number of seconds up to a day",
                "j: the variable NO is not set",
                "k: lifecycle is \"maybe\", not any, initialize or discover",
                "l: has `unrealProject`, but is not reached by http on this machine",
            ]
        );
    }
}
