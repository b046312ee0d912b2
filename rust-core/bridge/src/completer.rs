//! What a word may become that a person types in the window.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use vibeue_core::session::library::Library;
use vibeue_core::session::writing::slash::{self, CommandInfo, Place, Usage};
use vibeue_core::session::writing::{Caret, Token, TokenKind, mention, rank, token_at};
use vibeue_core::tools::project::FilePaths;
use vibeue_core::tools::{Allowance, Stop};

use crate::fence::fenced;
use crate::ffi::ffi::{Completion, CompletionKind, CompletionRow};
use crate::live::lock;
use crate::tasks::{Job, places};

/// The most rows of one completion.
const MOST: usize = 40;
/// The longest that files are listed.
const LONGEST: Duration = Duration::from_secs(20);

/// What words may become, with what was listed for it.
#[derive(Debug)]
pub struct Completer {
    project: String,
    conversations: String,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// A person is in the middle of a name.
    mentioning: bool,
    job: Option<Job<Arc<Known>>>,
    known: Arc<Known>,
}

/// What can be named.
#[derive(Debug, Default)]
struct Known {
    files: Vec<String>,
    /// Titles with their ids.
    conversations: Vec<(String, String)>,
}

pub(crate) fn open_completer(project: &str, conversations: &str) -> Box<Completer> {
    let [project, conversations] = [project, conversations].map(str::to_owned);
    Box::new(Completer { project, conversations, state: Mutex::default() })
}

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl Completer {
    pub fn complete(&self, text: &str, line: u32, column: u32) -> Completion {
        fenced(
            |_| nothing(),
            || {
                let caret = Caret { line: line as usize, column: column as usize };
                let mut state = lock(&self.state);
                let Some(token) = token_at(text, caret) else {
                    state.mentioning = false;
                    return nothing();
                };
                if token.kind == TokenKind::Command {
                    state.mentioning = false;
                    let begun = format!("/{}", token.typed);
                    let rows = slash::completions(&begun, Place::Window).into_iter().map(command);
                    return of(&token, rows.collect(), false);
                }
                if !state.mentioning {
                    // Files come and go: each name begins with a new list, and the
                    // last one serves until it is there.
                    state.mentioning = true;
                    state.job = Some(self.list());
                }
                if let Some(known) = state.job.as_ref().and_then(Job::result).cloned() {
                    state.known = known;
                    state.job = None;
                }
                of(&token, named(&token.typed, &state.known), state.job.is_some())
            },
        )
    }

    /// Begins to list what can be named.
    fn list(&self) -> Job<Arc<Known>> {
        let (project, conversations) = (self.project.clone(), self.conversations.clone());
        Job::start("vibeue-names", Arc::default(), move |cancel| {
            let allowance = Allowance::begin(&Stop::from(cancel.clone()), LONGEST);
            let places = places(&project, &conversations);
            let files = places.project.map(|it| FilePaths::of(&it, &allowance).paths);
            let listed = |it: Library| it.list(|| cancel.is_cancelled()).unwrap_or_default();
            let conversations = places.conversations.map(listed).unwrap_or_default();
            Arc::new(Known {
                files: files.unwrap_or_default(),
                conversations: conversations
                    .into_iter()
                    .filter(|it| it.fault.is_none() && it.messages > 0)
                    .map(|it| (it.title, it.id))
                    .collect(),
            })
        })
    }
}

fn nothing() -> Completion {
    Completion { line: 0, from: 0, to: 0, rows: Vec::new(), pending: false }
}

fn of(token: &Token, rows: Vec<CompletionRow>, pending: bool) -> Completion {
    let number = |of: usize| u32::try_from(of).unwrap_or(u32::MAX);
    let [line, from, to] = [token.line, token.from, token.to].map(number);
    Completion { line, from, to, rows, pending }
}

fn command((info, usage): (&CommandInfo, Usage)) -> CompletionRow {
    CompletionRow {
        kind: CompletionKind::Command,
        label: format!("/{} {}", info.name, usage.arguments).trim_end().to_owned(),
        detail: usage.meaning.to_owned(),
        words: match usage.arguments {
            "" => format!("/{}", info.name),
            _ => format!("/{} ", info.name),
        },
    }
}

/// What was probably meant: files, and conversations by their titles.
fn named(typed: &str, known: &Known) -> Vec<CompletionRow> {
    let typed = typed.strip_prefix("chat:").map_or((typed, true), |rest| (rest, false));
    let files = known.files.iter().filter(|_| typed.1).map(|path| (path.as_str(), None));
    let titles = known.conversations.iter().map(|(title, id)| (title.as_str(), Some(id)));
    let row = |(name, id): (&str, Option<&String>)| match id {
        Some(id) => CompletionRow {
            kind: CompletionKind::Conversation,
            label: name.to_owned(),
            detail: id.to_owned(),
            words: format!("{} ", mention(&format!("chat:{id}"))),
        },
        None => CompletionRow {
            kind: CompletionKind::File,
            label: name.rsplit('/').next().unwrap_or(name).to_owned(),
            detail: name.to_owned(),
            words: format!("{} ", mention(name)),
        },
    };
    rank(typed.0, files.chain(titles), MOST).into_iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::writing::put_completion;

    fn labels(found: &Completion) -> Vec<&str> {
        found.rows.iter().map(|row| row.label.as_str()).collect()
    }

    #[test]
    fn a_command_is_completed_and_put_where_it_was_typed() {
        let completer = open_completer("", "");
        let found = completer.complete("/une", 0, 2);
        assert_eq!((found.line, found.from, found.to, found.pending), (0, 0, 4, false));
        assert_eq!(labels(&found)[..2], ["/undo [number]", "/unpin m17"]);
        let put = put_completion("/une", &found, &found.rows[1].words);
        assert_eq!((put.text.as_str(), put.line, put.column), ("/unpin ", 0, 7));
        assert_eq!(completer.complete("what is /une", 0, 12), nothing());
        let far = Completion { line: 9, from: u32::MAX, to: 3, ..nothing() };
        assert_eq!(put_completion("a", &far, "b").text, "a");
    }

    #[test]
    fn files_are_listed_beside_once_a_name_is_begun_and_again_for_the_next_one() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str| std::fs::write(folder.path().join(name), "x").unwrap();
        write("My Door.txt");
        let completer = open_completer(folder.path().to_str().unwrap(), "");
        let whole = |text: &str| loop {
            let column = u32::try_from(text.encode_utf16().count()).unwrap();
            let found = completer.complete(text, 0, column);
            if !found.pending {
                return found;
            }
            std::thread::yield_now();
        };
        let found = whole("see @do");
        assert_eq!((labels(&found), found.from), (vec!["My Door.txt"], 4));
        let put = put_completion("see @do", &found, &found.rows[0].words);
        assert_eq!(put.text, "see @\"My Door.txt\" ");
        write("dock.txt");
        assert_eq!(labels(&whole("see @do")), ["My Door.txt"]);
        assert_eq!(whole("see"), nothing());
        assert_eq!(labels(&whole("see @do")), ["dock.txt", "My Door.txt"]);
    }
}
