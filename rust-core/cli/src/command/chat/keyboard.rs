//! The line that the user types on.

use std::cell::RefCell;
use std::io::{self, IsTerminal as _};
use std::time::Duration;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

use vibeue_core::session::writing::slash::{self, Place};
use vibeue_core::session::writing::{Caret, TokenKind, mention, rank, token_at};
use vibeue_core::tools::project::{FilePaths, Folder};
use vibeue_core::tools::{Allowance, Stop};

use super::signals::Signals;

/// How long the Tab key lists files at most.
const LONGEST: Duration = Duration::from_secs(3);

/// The maximum number of files that the Tab key cycles through.
const MOST: usize = 40;

/// The line that the user types on, with the lines before it.
pub(super) struct Keyboard {
    editor: Editor<Commands, MemHistory>,
}

/// The result of waiting for a line.
#[derive(Debug)]
pub(super) enum Typed {
    /// A line.
    Line(String),
    /// Ctrl-C.
    Interrupted,
    /// The end of the input, or of the program.
    End,
}

impl Keyboard {
    /// Opens the line; after an `@` the files of a folder are completed, and the up arrow recalls
    /// earlier prompts, which are given newest first.
    ///
    /// # Errors
    /// If the terminal cannot be read.
    pub(super) fn open(folder: Option<Folder>, earlier: &[String]) -> rustyline::Result<Self> {
        let config = Config::builder().auto_add_history(true).build();
        let mut editor = Editor::with_history(config, MemHistory::new())?;
        editor.set_helper(Some(Commands { folder, ..Commands::default() }));
        for words in earlier.iter().rev() {
            editor.add_history_entry(slash::typed(words))?;
        }
        Ok(Self { editor })
    }

    /// Waits for a line. Keys whose bytes are not UTF-8 are left out, and
    /// `warn` is called for each of them; what was typed before stays.
    ///
    /// # Errors
    /// If the terminal cannot be read, or a pipe has bytes that are not UTF-8: there is no user to
    /// notice what is missing.
    pub(super) fn read(
        &mut self,
        prompt: &str,
        signals: &Signals,
        mut warn: impl FnMut(),
    ) -> rustyline::Result<Typed> {
        let mut typed = (String::new(), String::new());
        loop {
            if let Some(commands) = self.editor.helper() {
                commands.typed.take();
                commands.files.take();
            }
            let editor = &mut self.editor;
            let read = signals.at_prompt(|| {
                editor.readline_with_initial(prompt, (typed.0.as_str(), typed.1.as_str()))
            });
            match read {
                None | Some(Err(ReadlineError::Eof)) => return Ok(Typed::End),
                Some(Ok(line)) => return Ok(Typed::Line(line)),
                Some(Err(ReadlineError::Interrupted)) => return Ok(Typed::Interrupted),
                Some(Err(ReadlineError::Io(error)))
                    if error.kind() == io::ErrorKind::InvalidData && io::stdin().is_terminal() =>
                {
                    warn();
                    if let Some(commands) = self.editor.helper() {
                        typed = commands.typed.take();
                    }
                }
                Some(Err(error)) => return Err(error),
            }
        }
    }
}

/// Completes commands with the Tab key, and sees what is being typed.
#[derive(Debug, Default)]
struct Commands {
    /// The line so far, before and after the cursor.
    typed: RefCell<(String, String)>,
    /// The folder whose files can be named.
    folder: Option<Folder>,
    /// Its files, as they were when this line was first completed.
    files: RefCell<Option<FilePaths>>,
}

impl Commands {
    /// The files that a partly typed name may mean.
    fn files(&self, typed: &str) -> Vec<String> {
        let Some(folder) = &self.folder else { return Vec::new() };
        let mut files = self.files.borrow_mut();
        let known = files.get_or_insert_with(|| {
            FilePaths::of(folder, &Allowance::begin(&Stop::default(), LONGEST))
        });
        let names = known.paths.iter().map(|path| (path.as_str(), ()));
        rank(typed, names, MOST)
            .into_iter()
            .map(|(path, ())| format!("{} ", mention(path)))
            .collect()
    }
}

impl Completer for Commands {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = line.get(..at).unwrap_or(line);
        let caret = Caret { line: 0, column: before.encode_utf16().count() };
        if let Some(token) = token_at(before, caret).filter(|it| it.kind == TokenKind::Mention) {
            return Ok((before.rfind('@').unwrap_or(at), self.files(&token.typed)));
        }
        let found = slash::completions(before, Place::Terminal);
        Ok((0, found.iter().map(|(info, _)| format!("/{} ", info.name)).collect()))
    }
}

impl Hinter for Commands {
    type Hint = String;

    /// Hints at nothing, but is asked whenever the line changes.
    fn hint(&self, line: &str, at: usize, _: &Context<'_>) -> Option<String> {
        let (before, behind) = line.split_at_checked(at)?;
        *self.typed.borrow_mut() = (before.to_owned(), behind.to_owned());
        None
    }
}

impl Highlighter for Commands {}

impl Validator for Commands {}

impl Helper for Commands {}

#[cfg(test)]
mod tests {
    use rustyline::history::MemHistory;

    use super::*;

    #[test]
    fn tab_completes_commands_and_after_an_at_sign_files() {
        let place = tempfile::tempdir().unwrap();
        for name in ["Door.cpp", "My Door.txt", "Lamp.cpp"] {
            std::fs::write(place.path().join(name), "x").unwrap();
        }
        let commands = Commands { folder: Folder::open(place.path()).ok(), ..Commands::default() };
        let history = MemHistory::new();
        let complete =
            |line: &str| commands.complete(line, line.len(), &Context::new(&history)).unwrap();
        assert_eq!(complete("/cont"), (0, vec!["/context ".to_owned()]));
        let doors = vec!["@Door.cpp ".to_owned(), "@\"My Door.txt\" ".to_owned()];
        assert_eq!(complete("See ä @do"), (7, doors));
        assert_eq!(complete("me@do"), (0, Vec::new()));
        let nothing = Commands::default();
        let found = nothing.complete("@do", 3, &Context::new(&history)).unwrap();
        assert_eq!(found, (0, Vec::new()));
    }
}
