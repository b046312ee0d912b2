//! `vibeue key`

use std::borrow::Cow;
use std::io::{self, IsTerminal as _, Read as _, Write as _};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{ColorMode, Config, Editor, Helper};
use secrecy::zeroize::Zeroizing;
use serde_json::json;
use vibeue_core::bug_report::SecretString;
use vibeue_core::provider::{CredentialFault, Origin, Preset};
use vibeue_core::{Error, ErrorKind};

use crate::args::{KeyAction, KeyArgs};
use crate::config::Environment;
use crate::connect;
use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::output::Printable;

/// The maximum length of a key, in bytes.
const LONGEST: u64 = 64 << 10;

/// Stores, lists or removes keys.
///
/// # Errors
/// [`ErrorKind::Settings`] if the name is not that of a server, or the store fails.
pub(crate) fn run(args: &KeyArgs, console: &mut Console) -> Result {
    let environment = Environment::of_process();
    let store = connect::credential_store(&environment);
    match &args.action {
        KeyAction::Set { server } => {
            let origin = origin(server)?;
            let key = read(&origin)?;
            asking(store.keep(&origin, &key))?;
            print_outcome(args, console, "kept", true, &origin)?;
            note_what_wins(&origin, &environment, console);
        }
        KeyAction::Remove { server } => {
            let origin = origin(server)?;
            let removed = asking(store.remove(&origin))?;
            print_outcome(args, console, "removed", removed, &origin)?;
        }
        KeyAction::List => list(args, &asking(store.list())?, console)?,
    }
    console.finish()
}

fn asking<T>(question: impl Future<Output = Result<T, CredentialFault>>) -> Result<T> {
    connect::runtime()?.block_on(question).map_err(|fault| Error::from(fault).into())
}

fn origin(server: &str) -> Result<Origin> {
    Origin::named(server).map_err(|fault| Error::from(fault).into())
}

fn print_outcome(
    args: &KeyArgs,
    console: &mut Console,
    what: &str,
    done: bool,
    origin: &Origin,
) -> Result {
    if args.json {
        return console.json(&json!({"server": origin.to_string(), what: done}));
    }
    let origin = origin.to_string();
    let origin = Printable(&origin);
    match (what, done) {
        (_, false) => writeln!(console.out, "no key was stored for {origin}")?,
        ("kept", true) => {
            writeln!(console.out, "the key for {origin} is in the system's credential store")?;
        }
        _ => writeln!(console.out, "the key for {origin} was removed")?,
    }
    Ok(())
}

fn list(args: &KeyArgs, servers: &[String], console: &mut Console) -> Result {
    if args.json {
        return console.json(&json!({ "servers": servers }));
    }
    for server in servers {
        let preset = Origin::named(server).ok().and_then(|origin| origin.preset());
        let title = preset.map_or(String::new(), |preset| format!("  {}", preset.title));
        writeln!(console.out, "{}{title}", Printable(server))?;
    }
    if servers.is_empty() {
        writeln!(console.out, "no key is stored; `vibeue key set SERVER` stores one")?;
    }
    Ok(())
}

/// Notes which variable takes precedence over the store.
fn note_what_wins(origin: &Origin, environment: &Environment, console: &mut Console) {
    let own = origin.preset().map_or(&[][..], |preset: &Preset| preset.key_variables);
    let set = |name: &&&str| environment.get(name).is_some_and(|key| !key.trim().is_empty());
    if let Some(name) = [connect::KEY].iter().chain(own).find(set) {
        console.note(format!("{name} is set and takes precedence"));
    }
}

/// Reads a key: from the terminal, without showing it, or from standard input.
fn read(origin: &Origin) -> Result<SecretString> {
    let text = if io::stdin().is_terminal() { ask(origin)? } else { read_all()? };
    let key = text.trim();
    if key.is_empty() {
        return Err(refused("no key was given", "give it on a line, or on standard input"));
    }
    if !key.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(refused(
            "the key contains spaces, line breaks or characters that a key cannot have",
            "copy it again, without quotes or anything else around it",
        ));
    }
    Ok(key.into())
}

fn read_all() -> Result<Zeroizing<String>> {
    // With room for everything, so that the buffer is never reallocated.
    let mut bytes = Zeroizing::new(Vec::with_capacity(128 << 10));
    io::stdin().take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        return Err(refused("the key is longer than 64 KiB", "give only the key"));
    }
    // What is not text is not a key, and is refused as such.
    Ok(Zeroizing::new(std::str::from_utf8(&bytes).unwrap_or("\u{fffd}").to_owned()))
}

fn ask(origin: &Origin) -> Result<Zeroizing<String>> {
    // On such a terminal the line editor could not hide what is typed.
    let term = std::env::var("TERM").unwrap_or_default();
    if cfg!(unix) && ["", "dumb", "cons25", "emacs"].contains(&term.as_str()) {
        let hint = "give the key on standard input";
        return Err(refused("this terminal cannot hide what is typed", hint));
    }
    let broken = |error: ReadlineError| match error {
        ReadlineError::Interrupted | ReadlineError::Eof => Failure::Cancelled,
        error => {
            let what = format!("the terminal cannot be read: {error}");
            Error::new(ErrorKind::Io, what).hint("give the key on standard input").into()
        }
    };
    let config = Config::builder().color_mode(ColorMode::Forced).build();
    let mut editor =
        Editor::<Hidden, MemHistory>::with_history(config, MemHistory::new()).map_err(broken)?;
    editor.set_helper(Some(Hidden));
    let prompt = format!("Key for {} (it is not shown): ", Printable(&origin.to_string()));
    editor.readline(&prompt).map(Zeroizing::new).map_err(broken)
}

fn refused(what: &str, hint: &str) -> Failure {
    Error::new(ErrorKind::Input, what).hint(hint).into()
}

/// Shows an asterisk for each character that is typed.
struct Hidden;

impl Highlighter for Hidden {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        Cow::Owned("*".repeat(line.chars().count()))
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        true
    }
}

impl Completer for Hidden {
    type Candidate = String;
}

impl Hinter for Hidden {
    type Hint = String;
}

impl Validator for Hidden {}

impl Helper for Hidden {}
