//! The tool server that ships with Unreal Engine 5.8.
//!
//! It has three tools in front of some 830 others, whose schemas together take about 96,000 tokens.
//! The model sees only the three, described by us: the toolsets come as a short index, the tools of
//! one as a list of signatures, schemas by name. What a call of `call_tool` may touch depends on
//! the tool that it calls, see [`Gateway`].
//!
//! It answers one call at a time, cannot cancel one, and its port may belong to another project's
//! editor. See `docs/tools.md`.

mod describe;
mod editor;
mod find;
mod fits;
mod index;
mod ini;
mod project;

use serde_json::{Map, Value, json};
use vibeue_conversation::Part;
use vibeue_provider::ToolDefinition;

use super::ServerConfig;
use super::listing::Listed;
use super::naming::tool_name;
use crate::{Access, CallEnd, Gateway, Tool, ToolAnswer};

pub use editor::UnrealEditor;
pub use find::{Discovery, EditorState, FindOptions, FoundEditor, UnrealState, find, find_while};
pub(super) use fits::fits;
pub use ini::UnrealSettings;
pub(super) use project::{matches, project_of};

const LIST: &str = "list_toolsets";
const DESCRIBE: &str = "describe_toolset";
const CALL: &str = "call_tool";

/// The toolset and the tool that reveal the project.
const LOG: (&str, &str) = ("EditorToolset.LogsToolset", "GetLogEntries");

/// Returns whether a server's tools are the three of Unreal Engine's own server, and it is on this
/// machine, because the engine's server only runs there.
pub(super) fn is_front(config: &ServerConfig, tools: &[Listed]) -> bool {
    let has = |name: &str| tools.iter().any(|listed| listed.own_name == name);
    config.reach.is_local() && tools.len() == 3 && has(LIST) && has(DESCRIBE) && has(CALL)
}

/// The three tools, in our words.
pub(super) fn front(config: &ServerConfig) -> Vec<Listed> {
    let text = |words: &str| json!({"type": "string", "description": words});
    let toolset = "A toolset's whole name, as list_toolsets gives it.";
    let make = |own_name: &str, words: &str, properties: Value, required: &[&str]| {
        let definition = ToolDefinition {
            name: tool_name(&config.name, own_name, &std::collections::HashSet::new()),
            description: words.to_owned(),
            parameters: json!({"type": "object", "properties": properties, "required": required}),
        };
        let is_call = own_name == CALL;
        let access = if is_call { Access::Destructive } else { Access::Read };
        let tool = Tool {
            origin: config.origin(),
            time_limit: config.call_limit,
            most_bytes: config.most_bytes,
            gateway: is_call.then_some(Gateway::UnrealToolsets),
            ..Tool::with_access(definition, access)
        };
        Listed { own_name: own_name.to_owned(), tool }
    };
    vec![
        make(
            LIST,
            "Lists the toolsets of the running Unreal Editor, each with what it is for: actors, \
             assets, Blueprints, materials, Niagara, Sequencer, UMG, tests, log, play in editor \
             and more.",
            json!({}),
            &[],
        ),
        make(
            DESCRIBE,
            "Lists the tools of a toolset of the Unreal Editor with their parameters; with \
             tool_names, gives the whole schemas of those.",
            json!({"toolset_name": text(toolset), "tool_names": {"type": "array",
                "items": {"type": "string"}, "description": "The tools to describe in full."}}),
            &["toolset_name"],
        ),
        make(
            CALL,
            "Calls a tool of a toolset of the Unreal Editor. Describe it first; do not guess \
             names or parameters. One call runs at a time, and what it changes in the editor \
             is there when it returns.",
            json!({"toolset_name": text(toolset), "tool_name": text("The tool's name."),
                "arguments": {"type": "object", "description": "What the tool takes."}}),
            &["toolset_name", "tool_name"],
        ),
    ]
}

/// How a result is presented to the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Shape {
    /// As it is.
    Plain,
    /// As an index of toolsets.
    Index,
    /// As a list of tools, or the schemas of some.
    Tools(Vec<String>),
}

/// A call in the form that the engine accepts.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Request {
    pub(super) own_name: &'static str,
    pub(super) arguments: Map<String, Value>,
    pub(super) shape: Shape,
    /// What is called, for the user.
    pub(super) what: String,
}

/// Makes a call of one of the three in the form that the engine accepts: only with fields that it
/// knows.
///
/// # Errors
/// The answer to a call that cannot be made.
pub(super) fn request(
    own_name: &str,
    arguments: &Map<String, Value>,
) -> Result<Request, ToolAnswer> {
    let refused = |why: String| ToolAnswer::ended(CallEnd::Refused, format!("not run: {why}"));
    match own_name {
        LIST => Ok(Request {
            own_name: LIST,
            arguments: Map::new(),
            shape: Shape::Index,
            what: LIST.to_owned(),
        }),
        DESCRIBE => {
            let Some(name) = arguments.get("toolset_name").and_then(Value::as_str) else {
                return Err(refused("`toolset_name` has to name a toolset".to_owned()));
            };
            let names = arguments.get("tool_names").and_then(Value::as_array);
            let names = names.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
            Ok(Request {
                own_name: DESCRIBE,
                arguments: [("toolset_name".to_owned(), name.into())].into_iter().collect(),
                shape: Shape::Tools(names.collect()),
                what: format!("{DESCRIBE} of {name}"),
            })
        }
        CALL => {
            let inner = Gateway::UnrealToolsets.inner_of(arguments).map_err(refused)?;
            let inner_arguments = match arguments.get("arguments") {
                None | Some(Value::Null) => Map::new(),
                Some(Value::Object(given)) => given.clone(),
                // Some models write JSON inside JSON.
                Some(Value::String(text)) => serde_json::from_str(text).map_err(|_| {
                    refused("`arguments` is a text that is not a JSON object".to_owned())
                })?,
                Some(_) => return Err(refused("`arguments` is not an object".to_owned())),
            };
            Ok(call(&inner.toolset, &inner.tool, inner_arguments))
        }
        other => Err(refused(format!("the engine's server has no tool {other}"))),
    }
}

/// A call of a tool that is reached through the three.
fn call(toolset: &str, tool: &str, mut arguments: Map<String, Value>) -> Request {
    // Optional fields are required nevertheless; null counts as not given.
    if (toolset, tool) == ("EditorToolset.EditorAppToolset", "CaptureViewport") {
        for name in ["captureTransform", "annotations"] {
            arguments.entry(name).or_insert(Value::Null);
        }
    }
    let what = format!("{toolset}.{tool}");
    let arguments = [
        ("toolset_name".to_owned(), toolset.into()),
        ("tool_name".to_owned(), tool.into()),
        ("arguments".to_owned(), Value::Object(arguments)),
    ];
    Request {
        own_name: CALL,
        arguments: arguments.into_iter().collect(),
        shape: Shape::Plain,
        what,
    }
}

/// The call that reveals which project the editor has open: its log contains its command line.
pub(super) fn project_request() -> Request {
    let arguments = json!({"pattern": "commandline=.*uproject", "category": "LogCsvProfiler",
        "maxEntries": 10});
    let arguments = match arguments {
        Value::Object(arguments) => arguments,
        _ => Map::new(),
    };
    call(LOG.0, LOG.1, arguments)
}

/// Converts a result to the form for the model.
pub(super) fn shaped(shape: &Shape, answer: ToolAnswer) -> ToolAnswer {
    if answer.end != CallEnd::Done || *shape == Shape::Plain {
        return answer;
    }
    let text = joined(&answer);
    let text = match shape {
        Shape::Index => index::index(&text),
        Shape::Tools(names) => describe::described(&text, names),
        Shape::Plain => text,
    };
    ToolAnswer::text(text)
}

/// All texts of an answer.
pub(super) fn joined(answer: &ToolAnswer) -> String {
    let texts = answer.parts.iter().filter_map(|part| match part {
        Part::Text { text, .. } => Some(text.as_str()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcp::Reach;

    fn at(url: &str) -> ServerConfig {
        let reach = Reach::Address { url: url.to_owned(), headers: Default::default() };
        ServerConfig::new("unreal", reach)
    }

    #[test]
    fn only_what_is_on_this_machine_can_be_the_engines_server() {
        let config = at("http://127.0.0.1:8000/mcp");
        let mut tools = front(&config);
        assert!(is_front(&config, &tools));
        for url in [
            "https://127.0.0.1:8000/mcp",
            "http://127.0.0.1.example.com/mcp",
            "http://user@example.com:8000/mcp",
            "http://localhost@example.com/mcp",
        ] {
            assert!(!is_front(&at(url), &tools), "{url}");
        }
        assert!(at("http://localhost:8001/mcp").reach.is_local());
        assert!(at("http://[::1]:8000/").reach.is_local());
        tools.pop();
        assert!(!is_front(&config, &tools));
    }

    #[test]
    fn the_engine_is_sent_what_it_knows_and_nothing_else() {
        let arguments = json!({"toolset_name": "A.B", "tool_name": "A.B.Do", "name": "Other",
            "arguments": "{\"x\":1}", "confirm": true});
        let sent = request(CALL, arguments.as_object().unwrap()).unwrap();
        assert_eq!(
            Value::Object(sent.arguments),
            json!({"toolset_name": "A.B", "tool_name": "Do", "arguments": {"x": 1}})
        );
        let arguments = json!({"toolset_name": "EditorToolset.EditorAppToolset",
            "tool_name": "CaptureViewport", "arguments": {"annotations": 1}});
        let sent = request(CALL, arguments.as_object().unwrap()).unwrap();
        assert_eq!(
            sent.arguments["arguments"],
            json!({"annotations": 1, "captureTransform": null})
        );
        for arguments in [
            json!({}),
            json!({"toolset_name": "A", "tool_name": "B",
            "arguments": [1]}),
        ] {
            let answer = request(CALL, arguments.as_object().unwrap()).unwrap_err();
            assert_eq!(answer.end, CallEnd::Refused);
        }
        let arguments = json!({"toolset_name": "A.B", "tool_names": ["Do", 7]});
        let sent = request(DESCRIBE, arguments.as_object().unwrap()).unwrap();
        assert_eq!(sent.shape, Shape::Tools(vec!["Do".to_owned()]));
        assert_eq!(Value::Object(sent.arguments), json!({"toolset_name": "A.B"}));
    }
}
