//! Tools for the text files of one folder, the project's: they list, read and search it, and edit
//! it if that is allowed.
//!
//! Nothing outside of the folder is accessed. An edit is computed first ([`Preview`]), so that the
//! user sees its diff before allowing it; what it replaces is kept, so that all edits of a turn can
//! be undone at once.

mod answer;
mod check_out;
mod edit;
mod excerpt;
mod file_kind;
mod folder;
mod hash;
mod list_files;
mod passed_over;
mod paths;
mod read_file;
mod search_files;
mod secrets;
mod spelling;
mod undo;
mod walk;
mod whole;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};
use vibeue_conversation::{Error, ErrorKind, Result as CoreResult};
use vibeue_provider::ToolDefinition;

use answer::{Answer, MOST_BYTES, number, text};
pub use check_out::CheckOut;
pub use edit::EditRules;
use edit::{EDIT, EDIT_GUARDED, Editor, MOST_EDITED, Order, Place, Seen, Shown};
pub use excerpt::Excerpt;
pub use folder::Folder;
pub use hash::FileHash;
use passed_over::PassedOver;
pub use paths::FilePaths;
use undo::ChangeStore;
pub use undo::{ChangeSet, FileChange, FileLeft, Restored};
pub use whole::Outlook;

use crate::{Access, Allowance, CallEnd, Preview, Tool, ToolAnswer, Toolbox};

/// How long one call may examine files.
const LONGEST: Duration = Duration::from_secs(30);

/// The definitions of the tools that change nothing.
fn definitions() -> Vec<ToolDefinition> {
    vec![read_file::definition(), list_files::definition(), search_files::definition()]
}

/// The tools for a project's folder: those that read, and those that edit.
pub fn tools(edits: bool) -> Vec<Tool> {
    let mut tools: Vec<Tool> = definitions().into_iter().map(Tool::new).collect();
    if edits {
        tools.push(Tool::with_access(edit::definition(), Access::Write));
        tools.push(Tool::with_access(edit::guarded_definition(), Access::Control));
    }
    for tool in &mut tools {
        tool.time_limit = LONGEST;
    }
    tools
}

/// Where the old contents that a conversation's edits replace are kept: next to its journal.
pub fn backups_beside(journal: &Path) -> PathBuf {
    journal.with_extension("files")
}

/// The tools for a project's folder: they list, read and search its text files, and edit them if
/// rules for that are given.
#[derive(Debug)]
pub struct ProjectFiles {
    folder: Folder,
    edits: Option<Edits>,
}

/// What edits need.
#[derive(Debug)]
struct Edits {
    editor: Editor,
    store: Arc<ChangeStore>,
    seen: Seen,
}

impl ProjectFiles {
    /// Creates tools that only read a folder.
    pub fn new(folder: Folder) -> Self {
        Self { folder, edits: None }
    }

    /// Lets the tools edit, by rules.
    #[must_use]
    pub fn editing(self, rules: &EditRules) -> Self {
        self.checking_out(rules, None)
    }

    /// As [`ProjectFiles::editing`]; a read-only file is checked out of source control before it is
    /// written, if that is possible.
    #[must_use]
    pub fn checking_out(self, rules: &EditRules, by: Option<Arc<dyn CheckOut>>) -> Self {
        let store = Arc::new(ChangeStore::at(rules.backups.clone()));
        let editor = Editor::new(rules, Arc::clone(&store), by);
        Self { edits: Some(Edits { editor, store, seen: Seen::default() }), ..self }
    }

    /// The folder.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// What was edited, by turn, oldest first, including edits by earlier sessions of the
    /// conversation.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] if the list of changes cannot be read.
    pub fn changes(&self) -> CoreResult<Vec<ChangeSet>> {
        let Some(edits) = &self.edits else { return Ok(Vec::new()) };
        edits.store.sets().map_err(|error| {
            Error::new(ErrorKind::Io, format!("the list of edits cannot be read: {error}"))
                .hint("the edits themselves stay as they are")
        })
    }

    /// Undoes what one turn edited, by the number of its changes; without a number, the newest that
    /// is not undone. Files that were changed since stay, and are named.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] if there is nothing of that number, or nothing to undo; as for
    /// [`ProjectFiles::changes`].
    pub fn restore(&self, set: Option<u64>) -> CoreResult<Restored> {
        let sets = self.changes()?;
        let found = match set {
            Some(id) => sets.iter().find(|set| set.id == id),
            None => sets.iter().rev().find(|set| !set.restored),
        };
        let (Some(found), Some(edits)) = (found, &self.edits) else {
            let what = match set {
                Some(id) => format!("there are no edits with the number {id}"),
                None => "there are no edits that could be taken back".to_owned(),
            };
            return Err(Error::new(ErrorKind::Input, what).hint("see the list of edits"));
        };
        Ok(undo::restore(self.folder.root(), &edits.store, found))
    }

    /// Runs a call.
    ///
    /// # Errors
    /// What went wrong, in words for the model: unknown tool, wrong arguments, a path outside the
    /// folder, a file that cannot be read or written, a call that was stopped before it had a
    /// result.
    fn answer(&self, name: &str, arguments: Map<String, Value>, allowance: &Allowance) -> Answer {
        let folder = &self.folder;
        if let Some(edits) = self.edits.as_ref().filter(|_| is_edit(name)) {
            let order = Order::Call { guarded: name == EDIT_GUARDED, arguments: &arguments };
            return edits.editor.run(folder, &edits.seen, order, allowance);
        }
        let arguments = Value::Object(arguments);
        match name {
            read_file::NAME => self.read(&arguments, allowance),
            list_files::NAME => list_files::run(folder, &arguments, allowance),
            search_files::NAME => search_files::run(folder, &arguments, allowance),
            _ => Err(format!(
                "there is no tool {name:?}; there are {}, {} and {}",
                read_file::NAME,
                list_files::NAME,
                search_files::NAME
            )),
        }
    }

    /// Reads a file, and remembers what was shown to the model.
    fn read(&self, arguments: &Value, allowance: &Allowance) -> Answer {
        // Read before its lines: a change in between is noticed when it is edited.
        let held = self.edits.as_ref().and_then(|_| self.held(text(arguments, "path")?));
        let page = read_file::run(&self.folder, arguments, allowance)?;
        if let (Some((inside, hash)), Some(edits)) = (held, &self.edits) {
            edits.seen.show(&inside, Shown { hash, whole: page.is_whole });
        }
        Ok(page.text)
    }

    /// The content of a file that is small enough to be edited.
    fn held(&self, path: &str) -> Option<(PathBuf, FileHash)> {
        let real = self.folder.find(path).ok()?;
        let inside = real.strip_prefix(self.folder.root()).ok()?;
        let content =
            Place::open(self.folder.root(), inside, None).ok()??.read(MOST_EDITED).ok()??;
        Some((inside.to_owned(), content.hash()))
    }
}

fn is_edit(name: &str) -> bool {
    name == EDIT || name == EDIT_GUARDED
}

impl Toolbox for ProjectFiles {
    fn tools(&self) -> Vec<Tool> {
        tools(self.edits.is_some())
    }

    fn run(&self, tool: &Tool, arguments: Map<String, Value>, allowance: &Allowance) -> ToolAnswer {
        match self.answer(tool.name(), arguments, allowance) {
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

    fn preview(
        &self,
        tool: &Tool,
        arguments: Map<String, Value>,
        allowance: &Allowance,
    ) -> Option<Preview> {
        let edits = self.edits.as_ref().filter(|_| is_edit(tool.name()))?;
        let order = Order::Call { guarded: tool.name() == EDIT_GUARDED, arguments: &arguments };
        Some(edits.editor.preview(&self.folder, &edits.seen, order, allowance))
    }
}

#[cfg(test)]
mod tests {
    use crate::Stop;
    use serde_json::json;

    use super::*;

    /// An allowance that suffices.
    pub(super) fn ample() -> Allowance {
        Allowance::begin(&Stop::default(), LONGEST)
    }

    /// One that has already run out.
    pub(super) fn spent() -> Allowance {
        Allowance::begin(&Stop::default(), Duration::ZERO)
    }

    #[test]
    fn wrong_calls_are_answered_in_words_for_the_model() {
        let folder = tempfile::tempdir().unwrap();
        let folder = Folder::open(folder.path()).unwrap();
        let files = ProjectFiles::new(folder);
        let run = |name: &str, arguments: Value| {
            let Value::Object(arguments) = arguments else { unreachable!() };
            files.answer(name, arguments, &ample())
        };
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
    fn a_call_that_was_cancelled_ends_whichever_tool_it_is_of() {
        let place = tempfile::tempdir().unwrap();
        let project = place.path().join("game");
        std::fs::create_dir(&project).unwrap();
        std::fs::write(project.join("a.txt"), "a door\n").unwrap();
        let rules = EditRules { backups: place.path().join("backups"), protected: Vec::new() };
        let files = ProjectFiles::new(Folder::open(&project).unwrap()).editing(&rules);
        let stop = Stop::default();
        stop.stop();
        let run = |name: &str, arguments: Value| {
            let Value::Object(arguments) = arguments else { unreachable!() };
            files.answer(name, arguments, &Allowance::begin(&stop, LONGEST))
        };
        let said = |text: &str| Ok(text.to_owned());
        assert_eq!(
            run(read_file::NAME, json!({"path": "a.txt"})),
            said("[stopped: it was cancelled, at line 1; search_files may find it]\n")
        );
        assert_eq!(
            run(list_files::NAME, json!({})),
            said("[stopped: it was cancelled; list a folder below]\n")
        );
        assert_eq!(
            run(search_files::NAME, json!({"pattern": "door"})),
            said(
                "[nothing found]\n[stopped: it was cancelled; search more narrowly, or name a \
                 folder below]\n"
            )
        );
        assert_eq!(
            run(EDIT, json!({"path": "b.txt", "content": "a hatch\n"})),
            Err("b.txt: not changed: stopped: it was cancelled".to_owned())
        );
        assert!(!project.join("b.txt").exists());
    }

    #[test]
    fn every_definition_names_its_required_arguments() {
        for tool in tools(true) {
            let tool = tool.definition;
            let properties = tool.parameters["properties"].as_object().unwrap();
            for required in tool.parameters["required"].as_array().unwrap() {
                assert!(properties.contains_key(required.as_str().unwrap()), "{}", tool.name);
            }
        }
    }
}
