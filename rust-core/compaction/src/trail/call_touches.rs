//! Reads from a call which files and assets it touches.

use serde_json::Value;

use super::touch::Touch;
use super::{ArtifactAction, python, shell};
use crate::digest::arguments::Arguments;
use crate::digest::family::{ASSET_KEYS, CODE_KEYS, COMMAND_KEYS, FILE_KEYS, words};
use vibeue_conversation::ToolCall;

/// The most artifacts that one call can touch.
const MOST: usize = 256;
/// The longest name of an artifact, in bytes.
const LONGEST: usize = 400;

/// Reads what a call touches.
pub(super) fn of_call(call: &ToolCall, arguments: &Arguments) -> Vec<Touch> {
    let words = words(&call.name);
    let words: Vec<&str> = words.iter().collect();
    let verb = arguments.edit_verb();
    let mut touches = Vec::new();
    if verb.is_none() {
        touches.extend(of_commands(&words, arguments));
    }
    for key in ["patch", "input", "diff"] {
        if let Some(patch) = arguments.get(key).and_then(Value::as_str) {
            touches.extend(of_patch(patch));
        }
    }
    let action = verb.map_or_else(|| of_words(&words), of_verb);
    let names = names(arguments);
    touches.extend(of_names(&names, action, &words, arguments));
    if names.is_empty() && touches.is_empty() {
        // SWE-agent's editor works on the file that is open.
        match &*call.name {
            "edit" | "insert" | "append" => touches.push(Touch::new(ArtifactAction::Changed, "")),
            "goto" | "scroll_down" | "scroll_up" => {
                touches.push(Touch::new(ArtifactAction::Read, ""));
            }
            _ => {}
        }
    }
    touches.retain(|touch| is_name(&touch.name) || touch.name.is_empty());
    touches.truncate(MOST);
    touches
}

/// What the command lines and scripts of a call touch; `words` are the words of
/// the tool's name.
fn of_commands(words: &[&str], arguments: &Arguments) -> Vec<Touch> {
    let is_python = words.iter().any(|word| matches!(*word, "python" | "py"));
    let mut touches = Vec::new();
    for key in COMMAND_KEYS {
        if let Some(command) = arguments.get(key).and_then(Value::as_str) {
            if is_python {
                touches.extend(python::touches(command));
            } else {
                touches.extend(shell::touches(command));
            }
        }
    }
    for key in CODE_KEYS {
        if let Some(code) = arguments.get(key).and_then(Value::as_str)
            && !COMMAND_KEYS.contains(&key)
        {
            touches.extend(python::touches(code));
        }
    }
    touches
}

/// Argument names under which calls take a destination.
const DESTINATION_KEYS: [&str; 8] = [
    "destination",
    "destination_path",
    "dest",
    "new_path",
    "new_name",
    "target_path",
    "to",
    "new_asset_path",
];

/// What an action does to the files and assets that the arguments name.
fn of_names(
    names: &[String],
    action: ArtifactAction,
    words: &[&str],
    arguments: &Arguments,
) -> Vec<Touch> {
    let has = |those: &[&str]| words.iter().any(|word| those.contains(word));
    let destination = arguments.first(&DESTINATION_KEYS);
    let mut touches = Vec::new();
    for name in names {
        match (action, destination) {
            (ArtifactAction::Renamed, Some(to)) => touches.push(Touch::renamed(name, to)),
            (ArtifactAction::Created, Some(to)) if has(&["duplicate", "copy", "clone"]) => {
                touches.push(Touch::new(ArtifactAction::Read, name));
                touches.push(Touch::new(ArtifactAction::Created, to));
            }
            _ if has(&["open", "create"]) && names.len() == 1 => {
                touches.push(Touch::opening(action, name));
            }
            _ => touches.push(Touch::new(action, name)),
        }
    }
    touches
}

/// The files and assets that arguments name.
fn names(arguments: &Arguments) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (key, value) in arguments.iter() {
        let key = key.as_str();
        if FILE_KEYS.contains(&key) || ASSET_KEYS.contains(&key) {
            names.extend(value.as_str().map(|name| name.trim().to_owned()));
        } else if matches!(
            key,
            "paths" | "files" | "file_paths" | "filenames" | "assets" | "asset_paths"
        ) {
            let items = value.as_array().into_iter().flatten();
            names.extend(items.filter_map(Value::as_str).map(|name| name.trim().to_owned()));
        }
    }
    names.retain(|name| is_name(name) && !name.contains("://"));
    names.truncate(MOST);
    names
}

fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= LONGEST
        && !name.contains(['\n', '\0'])
        && name.chars().any(char::is_alphanumeric)
}

/// The sub-command of an editing tool (`view`, `str_replace`, …).
fn of_verb(verb: &str) -> ArtifactAction {
    match verb {
        "view" => ArtifactAction::Read,
        "create" => ArtifactAction::Created,
        _ => ArtifactAction::Changed,
    }
}

fn of_words(words: &[&str]) -> ArtifactAction {
    use ArtifactAction::{Changed, Compiled, Created, Deleted, Executed, Listed, Read, Renamed};
    for word in words {
        return match *word {
            "delete" | "remove" | "destroy" | "unlink" => Deleted,
            "rename" | "move" => Renamed,
            "duplicate" | "copy" | "clone" | "create" | "new" | "import" | "touch" | "make" => {
                Created
            }
            "write" | "edit" | "replace" | "insert" | "patch" | "update" | "set" | "modify"
            | "save" | "apply" | "append" | "add" | "multiedit" | "str" | "connect"
            | "reparent" => Changed,
            "compile" | "build" => Compiled,
            "list" | "search" | "find" | "grep" | "glob" | "ls" | "query" => Listed,
            "run" | "execute" | "exec" => Executed,
            "read" | "view" | "open" | "cat" | "get" | "load" | "describe" | "inspect" => Read,
            _ => continue,
        };
    }
    Read
}

/// The files of a patch, in the `*** Update File:` form or as a unified diff.
fn of_patch(patch: &str) -> Vec<Touch> {
    let mut touches = Vec::new();
    for line in patch.lines() {
        let pairs = [
            ("*** Update File: ", ArtifactAction::Changed),
            ("*** Add File: ", ArtifactAction::Created),
            ("*** Delete File: ", ArtifactAction::Deleted),
            ("+++ b/", ArtifactAction::Changed),
        ];
        for (lead, action) in pairs {
            if let Some(name) = line.strip_prefix(lead) {
                touches.push(Touch::new(action, name.split('\t').next().unwrap_or(name).trim()));
            }
        }
        if touches.len() >= MOST {
            break;
        }
    }
    touches
}
