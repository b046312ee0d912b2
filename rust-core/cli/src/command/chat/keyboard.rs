//! The line that a person types on.

use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

use super::slash;

/// The line that a person types on, with the lines before it.
pub(super) type Keyboard = Editor<Commands, MemHistory>;

/// Makes the line.
///
/// # Errors
/// When the terminal cannot be read.
pub(super) fn open() -> rustyline::Result<Keyboard> {
    let config = Config::builder().auto_add_history(true).build();
    let mut keyboard = Keyboard::with_history(config, MemHistory::new())?;
    keyboard.set_helper(Some(Commands));
    Ok(keyboard)
}

/// Completes commands by the tabulator.
#[derive(Debug)]
pub(super) struct Commands;

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
}

impl Highlighter for Commands {}

impl Validator for Commands {}

impl Helper for Commands {}
