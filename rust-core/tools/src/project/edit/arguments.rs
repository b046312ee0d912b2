//! What a call asks to be written.

use serde_json::{Map, Value, json};
use vibeue_provider::ToolDefinition;

/// The tool for a project's files.
pub(in crate::project) const EDIT: &str = "edit_file";
/// The tool for files that decide what runs.
pub(in crate::project) const EDIT_GUARDED: &str = "edit_guarded_file";

/// What a call asks to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Arguments {
    pub(super) path: String,
    pub(super) change: Change,
    /// The first digits of the hash that the file must have.
    pub(super) expected_hash: Option<String>,
}

/// How the file changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Change {
    /// A text in it is replaced.
    Replace { old: String, new: String, all: bool },
    /// This becomes its whole content, whether it exists or not.
    Whole(String),
    /// The same, exactly, from a program that knows what it replaces.
    Exact(String),
}

/// The tool's description for models.
pub(in crate::project) fn definition() -> ToolDefinition {
    ToolDefinition {
        name: EDIT.to_owned(),
        description:
            "Edits a text file of the project, or creates one. To edit, give old_text (exact, \
                      without line numbers, with enough lines around it to be there once) and \
                      new_text. To create a file, give content; for one that is there that \
                      replaces all of it, and is taken only after read_file has shown all of it. \
                      Line ends and byte order mark stay as they are. The result has the file's \
                      hash before and after, and the new lines."
                .to_owned(),
        parameters: parameters(),
    }
}

/// The description of the tool for guarded files.
pub(in crate::project) fn guarded_definition() -> ToolDefinition {
    ToolDefinition {
        name: EDIT_GUARDED.to_owned(),
        description: "Like edit_file, for the files that edit_file refuses because they decide what runs or what agents are told: .uproject, .uplugin, Config/*.ini, start-up scripts, \
                      build servers, hooks, AGENTS.md. Say first why it is needed."
            .to_owned(),
        parameters: parameters(),
    }
}

fn parameters() -> Value {
    json!({"type": "object", "properties": {
        "path": {"type": "string", "description": "The file's path, relative to the folder."},
        "old_text": {"type": "string", "description": "The text to replace, exactly as it is in the file."},
        "new_text": {"type": "string", "description": "The replacement; empty removes the text."},
        "replace_all": {"type": "boolean", "description": "Replace every occurrence of old_text."},
        "content": {"type": "string", "description": "The whole file, instead of old_text and new_text."},
        "expected_hash": {"type": "string", "description": "Edit only if the file has this hash, as an earlier result said."}},
        "required": ["path"]})
}

impl Arguments {
    /// Reads a call's arguments.
    ///
    /// # Errors
    /// What is missing, wrong or contradictory, in words for the model.
    pub(super) fn read(arguments: &Map<String, Value>) -> Result<Self, String> {
        let text = |name: &str| match arguments.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(format!("{name} is not a text")),
        };
        let path = text("path")?.ok_or("path is missing")?;
        let all = match arguments.get("replace_all") {
            None | Some(Value::Null) => false,
            Some(Value::Bool(all)) => *all,
            Some(_) => return Err("replace_all is neither true nor false".to_owned()),
        };
        let change = match (text("old_text")?, text("new_text")?, text("content")?) {
            (None, None, Some(content)) => Change::Whole(content),
            (Some(old), Some(new), None) if old == new => {
                return Err("old_text and new_text are the same: nothing would change".to_owned());
            }
            (Some(old), Some(new), None) if !old.is_empty() => Change::Replace { old, new, all },
            (Some(_), Some(_), None) => {
                return Err("old_text is empty; to create a file, give content".to_owned());
            }
            (_, _, Some(_)) => {
                return Err("give old_text and new_text, or content, not both".to_owned());
            }
            (Some(_), None, None) => return Err("new_text is missing".to_owned()),
            (None, _, None) => {
                return Err(
                    "give old_text and new_text to edit, or content for all of the file".to_owned()
                );
            }
        };
        let of = match &change {
            Change::Replace { new, .. } => new,
            Change::Whole(content) | Change::Exact(content) => content,
        };
        check_text(of)?;
        Ok(Self { path, change, expected_hash: text("expected_hash")?.filter(|it| !it.is_empty()) })
    }

    /// A file's whole text, exactly.
    ///
    /// # Errors
    /// If it is not text, in words for the caller.
    pub(super) fn exact(path: &str, text: &str) -> Result<Self, String> {
        check_text(text)?;
        let (path, change) = (path.to_owned(), Change::Exact(text.to_owned()));
        Ok(Self { path, change, expected_hash: None })
    }
}

fn check_text(text: &str) -> Result<(), String> {
    if text.contains('\0') {
        return Err("the text has a NUL byte; this tool writes only text".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(arguments: Value) -> Result<Arguments, String> {
        let Value::Object(arguments) = arguments else { unreachable!() };
        Arguments::read(&arguments)
    }

    #[test]
    fn a_call_says_either_what_goes_and_comes_or_all_of_the_file() {
        let change = |arguments| read(arguments).map(|it| it.change);
        let [old, new] = ["a", ""].map(str::to_owned);
        assert_eq!(
            change(json!({"path": "p", "old_text": "a", "new_text": "", "replace_all": true})),
            Ok(Change::Replace { old, new, all: true })
        );
        assert_eq!(
            change(json!({"path": "p", "content": "", "old_text": null})),
            Ok(Change::Whole(String::new()))
        );
        for (arguments, why) in [
            (json!({}), "path is missing"),
            (json!({"path": 1}), "path is not a text"),
            (json!({"path": "p"}), "give old_text and new_text to edit"),
            (json!({"path": "p", "new_text": "x"}), "give old_text and new_text to edit"),
            (json!({"path": "p", "old_text": "x"}), "new_text is missing"),
            (json!({"path": "p", "old_text": "", "new_text": "x"}), "old_text is empty"),
            (json!({"path": "p", "old_text": "x", "new_text": "x"}), "nothing would change"),
            (json!({"path": "p", "old_text": "x", "new_text": "y", "content": "z"}), "not both"),
            (json!({"path": "p", "content": "a\u{0}"}), "NUL"),
            (json!({"path": "p", "content": "a", "replace_all": "yes"}), "replace_all is neither"),
        ] {
            let told = read(arguments).unwrap_err();
            assert!(told.contains(why), "{told}");
        }
    }
}
