//! Tools of servers that a model loads when it needs them.
//!
//! Many servers have more tools than a request has room for. In that case the model gets one tool
//! of ours instead ([`definition`]), which lists them and loads those that the model names. A
//! loaded tool is offered like any other from the next request on and is called by its own name, so
//! its calls follow the same rules.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};
use vibeue_conversation::Message;
use vibeue_provider::ToolDefinition;
use vibeue_tools::{Tool, first_sentence, index};

/// Our tool's name, and its alternative if the host already has a tool of that name.
const NAMES: [&str; 2] = ["load_tools", "load_server_tools"];

/// The maximum number of tools that one call loads.
const MOST_AT_ONCE: usize = 40;

/// Maximum length of the description in characters: one provider accepts at most 1,024.
const MOST_WORDS: usize = 1_000;

/// Returns whether a tool may be loaded on demand: one of a server's tools, except the engine's own
/// server, which has its own loading on demand.
pub fn is_loadable(tool: &Tool, all: &[Tool]) -> bool {
    let engine = |other: &Tool| other.gateway.is_some() && other.origin == tool.origin;
    !tool.origin.is_empty() && tool.name().contains("__") && !all.iter().any(engine)
}

fn loadable(all: &[Tool]) -> Vec<&Tool> {
    all.iter().filter(|tool| is_loadable(tool, all)).collect()
}

/// The name under which our tool is offered alongside others.
pub fn tool_name<'a>(mut others: impl Iterator<Item = &'a str>) -> &'static str {
    if others.any(|other| other == NAMES[0]) { NAMES[1] } else { NAMES[0] }
}

/// The definition of our tool as the model gets it: it lists the servers.
pub fn definition(name: &str, tools: &[Tool]) -> ToolDefinition {
    let mut servers: BTreeMap<&str, usize> = BTreeMap::new();
    for tool in loadable(tools) {
        *servers.entry(server_of(tool)).or_default() += 1;
    }
    let mut words = "Loads tools of servers, which are not offered before. Without arguments it \
                     lists them; `query` lists those with all of its words; `names` loads tools, which \
                     are called by their names from then on. The servers: "
        .to_owned();
    let all = servers.len();
    for (at, (server, count)) in servers.into_iter().enumerate() {
        let entry = format!("{}{server} ({count})", if at == 0 { "" } else { ", " });
        if words.len() + entry.len() + 20 > MOST_WORDS {
            words.push_str(&format!(" and {} more", all - at));
            break;
        }
        words.push_str(&entry);
    }
    words.push('.');
    ToolDefinition {
        name: name.to_owned(),
        description: words,
        parameters: json!({"type": "object", "properties": {
            "names": {"type": "array", "items": {"type": "string"},
                "description": "Whole names of tools to load, as the list gives them."},
            "query": {"type": "string", "description": "Words to list tools by."}}}),
    }
}

/// The server that a tool is named after.
fn server_of(tool: &Tool) -> &str {
    tool.name().split("__").next().unwrap_or_default()
}

/// A call's arguments; unknown fields are ignored.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Arguments {
    names: Option<Value>,
    query: Option<String>,
}

impl Arguments {
    fn read(text: &str) -> Result<Self, String> {
        if text.trim().is_empty() {
            return Ok(Self::default());
        }
        serde_json::from_str(text)
            .map_err(|error| format!("the arguments are not understood: {error}"))
    }

    /// The names; a single one may come without a list.
    fn names(&self) -> Vec<&str> {
        match &self.names {
            Some(Value::String(name)) => vec![name.trim()],
            Some(Value::Array(names)) => {
                names.iter().filter_map(Value::as_str).map(str::trim).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Answers a call of our tool: the text for the model, and the names of the
/// tools that are loaded from now on.
///
/// # Errors
/// The text for the model if the arguments make no sense.
pub fn answer(tools: &[Tool], arguments: &str) -> Result<(String, Vec<String>), String> {
    let arguments = Arguments::read(arguments)?;
    let tools = loadable(tools);
    let names = arguments.names();
    if names.is_empty() {
        return Ok((list(&tools, arguments.query.as_deref().unwrap_or_default()), Vec::new()));
    }
    let has = |name: &str| tools.iter().any(|tool| tool.name() == name);
    let (known, unknown): (Vec<&str>, Vec<&str>) =
        names.into_iter().take(MOST_AT_ONCE).partition(|name| has(name));
    let unknown = match unknown[..] {
        [] => String::new(),
        _ => format!("There is no {} in the list.", unknown.join(", ")),
    };
    if known.is_empty() {
        return Err(unknown);
    }
    let text = format!("Loaded: {}. Call them by these names. {unknown}", known.join(", "));
    Ok((text.trim_end().to_owned(), known.into_iter().map(str::to_owned).collect()))
}

/// Lists the tools whose name or description has all words of the query.
fn list(tools: &[&Tool], query: &str) -> String {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    let fits = |tool: &&&Tool| {
        let definition = &tool.definition;
        let text = format!("{} {}", definition.name, definition.description).to_lowercase();
        words.iter().all(|word| text.contains(word.as_str()))
    };
    let entries: Vec<(String, String)> = tools
        .iter()
        .filter(fits)
        .map(|tool| (tool.name().to_owned(), first_sentence(&tool.definition.description)))
        .collect();
    if entries.is_empty() {
        return format!("none of {} tools has all of these words; try fewer", tools.len());
    }
    index(
        &format!("{} of {} tools; load by `names` what you call", entries.len(), tools.len()),
        &entries,
    )
}

/// The tools that the conversation so far has loaded: those requested through our tool, and those
/// already called, because some servers require a called tool to be offered as long as its calls
/// are in view.
pub fn loaded<'a>(messages: impl Iterator<Item = &'a Message>, own_name: &str) -> Vec<String> {
    let mut all = Vec::new();
    for call in messages.flat_map(Message::tool_calls) {
        if *call.name == *own_name {
            let arguments = Arguments::read(&call.arguments).unwrap_or_default();
            all.extend(arguments.names().into_iter().take(MOST_AT_ONCE).map(str::to_owned));
        } else if call.name.contains("__") {
            all.push(call.name.to_string());
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use vibeue_conversation::{Extra, MessageId, Part, Role, ToolCall};
    use vibeue_tools::Gateway;

    use super::*;

    fn tool(name: &str, words: &str, origin: &str) -> Tool {
        let definition = ToolDefinition {
            name: name.to_owned(),
            description: words.to_owned(),
            parameters: json!({"type": "object"}),
        };
        Tool { origin: origin.to_owned(), ..Tool::asking(definition) }
    }

    fn tools() -> Vec<Tool> {
        let engine = tool("unreal__call_tool", "Calls.", "http://127.0.0.1:8000/mcp");
        vec![
            tool("read_file", "Reads.", ""),
            tool("web__get", "Gets a page. Follows no redirect.", "npx web"),
            tool("web__post", "Posts a form.", "npx web"),
            tool("git__log", "Shows what was\ncommitted.", "git-server"),
            Tool { gateway: Some(Gateway::UnrealToolsets), ..engine },
            tool("unreal__list_toolsets", "Lists.", "http://127.0.0.1:8000/mcp"),
        ]
    }

    fn answered(arguments: &str) -> Result<(String, Vec<String>), String> {
        answer(&tools(), arguments)
    }

    #[test]
    fn the_model_is_told_of_servers_and_finds_their_tools_by_words() {
        let definition = definition("load_tools", &tools());
        assert!(
            definition.description.ends_with(" The servers: git (1), web (2)."),
            "{}",
            definition.description
        );
        let listed = |arguments: &str| answered(arguments).unwrap();
        let all = "3 of 3 tools; load by `names` what you call\nweb__get: Gets a page\nweb__post: \
                   Posts a form\ngit__log: Shows what was committed";
        assert_eq!(listed("{}"), (all.to_owned(), Vec::new()));
        assert_eq!(listed("").0, all);
        assert_eq!(
            listed(r#"{"query": "WEB form"}"#).0,
            "1 of 3 tools; load by `names` what you call\nweb__post: Posts a form"
        );
        assert_eq!(
            listed(r#"{"query": "unreal"}"#).0,
            "none of 3 tools has all of these words; try fewer"
        );
    }

    #[test]
    fn what_is_named_is_loaded_and_what_is_not_there_is_said() {
        assert_eq!(
            answered(r#"{"names": ["web__get", "git__push", 7]}"#),
            Ok((
                "Loaded: web__get. Call them by these names. There is no git__push in the list."
                    .to_owned(),
                vec!["web__get".to_owned()]
            ))
        );
        assert_eq!(answered(r#"{"names": "git__log"}"#).unwrap().1, ["git__log"]);
        // One that belongs to no server, and one of the engine's own.
        let not_there = r#"{"names": ["read_file", "unreal__list_toolsets"]}"#;
        let why = "There is no read_file, unreal__list_toolsets in the list.".to_owned();
        assert_eq!(answered(not_there), Err(why));
        assert!(answered("[").unwrap_err().starts_with("the arguments are not understood"));
    }

    #[test]
    fn many_servers_are_named_as_far_as_every_provider_takes_it() {
        let many: Vec<Tool> =
            (0..200).map(|at| tool(&format!("a_server_{at}__do"), "Does.", "x")).collect();
        let words = definition("load_tools", &many).description;
        assert!(words.chars().count() <= 1_024 && words.ends_with(" more."), "{words}");
        assert_eq!(tool_name(["read_file"].into_iter()), "load_tools");
        assert_eq!(tool_name(["load_tools"].into_iter()), "load_server_tools");
    }

    #[test]
    fn what_was_asked_for_or_called_is_loaded_after_a_restart() {
        let call = |name: &str, arguments: &str| {
            Part::ToolCall(Box::new(ToolCall {
                id: "a".into(),
                name: name.into(),
                arguments: arguments.to_owned(),
                extra: Extra::new(),
            }))
        };
        let parts = vec![
            call("load_tools", r#"{"names": ["web__get"]}"#),
            call("load_tools", "{"),
            call("git__log", "{}"),
            call("read_file", "{}"),
        ];
        let message = Message::new(MessageId(1), Role::Assistant, parts);
        assert_eq!(loaded([&message].into_iter(), "load_tools"), ["web__get", "git__log"]);
    }
}
