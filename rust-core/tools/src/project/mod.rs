//! Tools over the text files of one folder, the project's.

mod file_kind;
mod folder;
mod list_files;
mod passed_over;
mod read_file;
mod search_files;
mod walk;

use std::time::Duration;

use serde_json::{Map, Value};
use vibeue_provider::ToolDefinition;

use crate::{Allowance, CallEnd, Tool, ToolAnswer, Toolbox};

pub use folder::Folder;
use passed_over::PassedOver;

/// The most bytes of one answer; the last line may pass it.
const MOST_BYTES: usize = 64 * 1024;

/// The longest that one call looks at files.
const LONGEST: Duration = Duration::from_secs(30);

/// What a tool answered: text for the model, and whether it failed.
pub(super) type Answer = Result<String, String>;

/// The definitions of all tools.
fn definitions() -> Vec<ToolDefinition> {
    vec![read_file::definition(), list_files::definition(), search_files::definition()]
}

/// The tools over a project's folder: they list, read and search its text
/// files.
#[derive(Debug)]
pub struct ProjectFiles {
    folder: Folder,
}

impl ProjectFiles {
    /// Makes tools that look into a folder and change nothing.
    pub fn new(folder: Folder) -> Self {
        Self { folder }
    }

    /// The folder.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }
}

impl Toolbox for ProjectFiles {
    fn tools(&self) -> Vec<Tool> {
        let tool = |definition| Tool { time_limit: LONGEST, ..Tool::new(definition) };
        definitions().into_iter().map(tool).collect()
    }

    fn run(&self, tool: &Tool, arguments: Map<String, Value>, allowance: &Allowance) -> ToolAnswer {
        match run(&self.folder, tool.name(), &Value::Object(arguments), allowance) {
            Ok(text) => ToolAnswer::text(text),
            Err(text) if allowance.stop().is_stopped() => {
                ToolAnswer::ended(CallEnd::Cancelled, text)
            }
            Err(text) if allowance.is_over().is_some() => {
                ToolAnswer::ended(CallEnd::TimedOut, text)
            }
            Err(text) => ToolAnswer::error(text),
        }
    }
}

/// Runs a call.
///
/// # Errors
/// What went wrong, in words for the model: unknown tool, wrong arguments, a
/// path outside the folder, a file that cannot be read, a call that was
/// stopped before it had anything to give.
fn run(folder: &Folder, name: &str, arguments: &Value, allowance: &Allowance) -> Answer {
    match name {
        read_file::NAME => read_file::run(folder, arguments, allowance),
        list_files::NAME => list_files::run(folder, arguments, allowance),
        search_files::NAME => search_files::run(folder, arguments, allowance),
        _ => Err(format!(
            "there is no tool {name:?}; there are {}, {} and {}",
            read_file::NAME,
            list_files::NAME,
            search_files::NAME
        )),
    }
}

/// Returns a text argument.
fn text<'a>(arguments: &'a Value, name: &str) -> Option<&'a str> {
    arguments.get(name).and_then(Value::as_str)
}

/// Returns a number argument; models also write numbers as texts.
fn number(arguments: &Value, name: &str, default: u64) -> Result<u64, String> {
    match arguments.get(name) {
        None | Some(Value::Null) => Ok(default),
        Some(value) => value
            .as_u64()
            .or_else(|| value.as_str().and_then(|text| text.trim().parse().ok()))
            .ok_or_else(|| format!("{name} is not a whole number")),
    }
}

#[cfg(test)]
mod tests {
    use crate::Stop;
    use serde_json::json;

    use super::*;

    /// An allowance that lasts.
    pub(super) fn ample() -> Allowance {
        Allowance::begin(&Stop::default(), LONGEST)
    }

    /// One that is over already.
    pub(super) fn spent() -> Allowance {
        Allowance::begin(&Stop::default(), Duration::ZERO)
    }

    #[test]
    fn wrong_calls_are_answered_in_words_for_the_model() {
        let folder = tempfile::tempdir().unwrap();
        let folder = Folder::open(folder.path()).unwrap();
        let run = |name: &str, arguments: Value| run(&folder, name, &arguments, &ample());
        assert_eq!(
            run("write_file", json!({})),
            Err(
                "there is no tool \"write_file\"; there are read_file, list_files and search_files"
                    .to_owned()
            )
        );
        assert_eq!(run("read_file", json!({})), Err("path is missing".to_owned()));
        assert_eq!(
            run("read_file", json!({"path": "a", "start_line": -1})),
            Err("start_line is not a whole number".to_owned())
        );
    }

    #[test]
    fn every_definition_names_its_required_arguments() {
        for tool in definitions() {
            let properties = tool.parameters["properties"].as_object().unwrap();
            for required in tool.parameters["required"].as_array().unwrap() {
                assert!(properties.contains_key(required.as_str().unwrap()), "{}", tool.name);
            }
        }
    }
}
