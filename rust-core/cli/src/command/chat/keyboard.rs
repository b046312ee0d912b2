//! The line that a person types on.

use std::cell::RefCell;
use std::io::{self, IsTerminal as _};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

use super::signals::Signals;
use super::slash;

/// The line that a person types on, with the lines before it.
pub(super) struct Keyboard {
    editor: Editor<Commands, MemHistory>,
}

/// What came of waiting for a line.
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
    /// Makes the line.
    ///
    /// # Errors
    /// When the terminal cannot be read.
    pub(super) fn open() -> rustyline::Result<Self> {
        let config = Config::builder().auto_add_history(true).build();
        let mut editor = Editor::with_history(config, MemHistory::new())?;
        editor.set_helper(Some(Commands::default()));
        Ok(Self { editor })
    }

    /// Waits for a line. Keys whose bytes are not UTF-8 are left out, and
    /// `told` is called for each of them; what was typed before stays.
    ///
    /// # Errors
    /// When the terminal cannot be read, or a pipe holds bytes that are not
    /// UTF-8: nobody is there to look at what is missing.
    pub(super) fn read(
        &mut self,
        prompt: &str,
        signals: &Signals,
        mut told: impl FnMut(),
    ) -> rustyline::Result<Typed> {
        let mut typed = (String::new(), String::new());
        loop {
            if let Some(commands) = self.editor.helper() {
                commands.typed.take();
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
                    told();
                    if let Some(commands) = self.editor.helper() {
                        typed = commands.typed.take();
                    }
                }
                Some(Err(error)) => return Err(error),
            }
        }
    }
}

/// Completes commands by the tabulator, and sees what is being typed.
#[derive(Debug, Default)]
struct Commands {
    /// The line so far, before and behind the cursor.
    typed: RefCell<(String, String)>,
}

impl Completer for Commands {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let found = slash::completions(&line[..at]);
        Ok((0, found.iter().map(|name| format!("/{name} ")).collect()))
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
