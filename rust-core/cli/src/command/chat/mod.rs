//! `vibeue chat`

mod context;
mod face;
mod interactive;
mod json_lines;
mod keyboard;
mod markdown;
mod screen;
mod silence;
mod slash;
mod tools;
mod turn;

use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::json;
use vibeue_core::session::live::{
    Failure as TurnFailure, FailureClass, ModelChoice, Session, SessionOptions, Snapshot, Tool,
    TurnEnd,
};

use crate::args::ChatArgs;
use crate::config::{Config, Environment};
use crate::connect;
use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::input;
use face::Face;
use json_lines::JsonLines;
use screen::Screen;
use silence::Silence;
use tools::Folder;
use turn::Ended;

/// How long leaving waits for what is under way.
const FAREWELL: Duration = Duration::from_secs(2);

/// Set by Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Chats with a model.
///
/// # Errors
/// When a setting is wrong, the model cannot be reached, the journal cannot be
/// opened; with `-p`, when there is no answer.
pub(crate) fn run(args: &ChatArgs, console: &mut Console) -> Result {
    let environment = Environment::of_process();
    let strong = args.said();
    let strong: Vec<(&str, &str)> =
        strong.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let config = Config::gather(args.connect.config.as_deref(), &environment, &[], &strong)?;
    config.tell(console);
    let folder = args.tools.as_deref().map(Folder::open).transpose()?;
    let server = match connect::to(&config, &environment) {
        Err(failure @ Failure::Provider(..)) if args.json => {
            return Err(never_began(failure, console)?);
        }
        server => server?,
    };
    let mut options = SessionOptions::new(server.provider.clone(), server.choice.clone());
    options.journal.clone_from(&args.journal);
    options.settings = config.settings.clone();
    options.system_prompt = args.system.clone();
    if folder.is_some() {
        let make = if args.yes { Tool::new } else { Tool::asking };
        options.tools = tools::definitions().into_iter().map(make).collect();
    }
    catch_interrupts();
    let session = Session::open(options)?;
    let outcome = match &args.prompt {
        Some(prompt) => once(&session, prompt, folder.as_ref(), args, console),
        None => {
            let switch = |name: &str| -> Result {
                let choice = ModelChoice { model: name.to_owned(), ..server.choice.clone() };
                session.switch_model(choice, None);
                Ok(())
            };
            interactive::Chat {
                session: &session,
                server: &server.base_url,
                journal: args.journal.as_deref(),
                folder: folder.as_ref(),
                interrupted: &INTERRUPTED,
                terminal: std::io::stdout().is_terminal() && !args.json,
                switch: &switch,
            }
            .run(console)
        }
    };
    session.shutdown(FAREWELL);
    outcome
}

/// Asks once and prints the answer.
fn once(
    session: &Session,
    prompt: &str,
    folder: Option<&Folder>,
    args: &ChatArgs,
    console: &mut Console,
) -> Result {
    let prompt = if prompt == "-" { input::read_text(prompt)? } else { prompt.to_owned() };
    // With --json the last line says it.
    if prompt.trim().is_empty() && !args.json {
        return Err(Failure::input(
            "the question is empty",
            "write it behind -p, or give -p - and pipe it in",
        ));
    }
    let terminal = std::io::stdout().is_terminal();
    let mut json = JsonLines;
    let mut screen = Screen::new(terminal, None, false);
    let face: &mut dyn Face = if args.json { &mut json } else { &mut screen };
    let turn = session.submit_text(prompt);
    let ended = turn::follow(session, turn, folder, face, &INTERRUPTED, console)?;
    turn::settle(session, face, &INTERRUPTED, console)?;
    if args.json {
        console.json(&done(&ended, &session.snapshot()))?;
        console.finish()?;
    }
    match (ended.end, ended.failure) {
        (TurnEnd::Completed, _) => Ok(()),
        (TurnEnd::Cancelled, _) => Err(Failure::Cancelled),
        // With --json the last line has said it; otherwise the screen has.
        (TurnEnd::Failed, failure) => Err(silent(failure)),
    }
}

/// The last line of `--json`.
fn done(ended: &Ended, now: &Snapshot) -> serde_json::Value {
    json!({
        "event": "done",
        "state": ended.end,
        "reply": ended.reply,
        "usage": {
            "used": now.usage.used,
            "available": now.usage.available,
            "percent": (now.usage.percent() * 10.0).round() / 10.0,
            "exact": now.usage.exact,
            "window": now.usage.budget.window,
            "window_assumed": now.usage.window_is_assumed(),
            "breakdown": now.usage.breakdown,
            "costs": now.costs,
        },
        "error": ended.failure,
    })
}

/// The last line of `--json` where the server could not even be asked for its
/// models. Returns what is left to do.
fn never_began(failure: Failure, console: &mut Console) -> Result<Failure> {
    let Failure::Provider(error, class) = failure else { return Ok(failure) };
    let mut told = TurnFailure::new(class, error.message());
    told.hint = error.hint_text().map(str::to_owned);
    console.json(&json!({
        "event": "done",
        "state": TurnEnd::Failed,
        "reply": "",
        "usage": null,
        "error": told,
    }))?;
    console.finish()?;
    Ok(Failure::Told(Failure::PROVIDER))
}

/// A failure that was told already; what is left is the exit code.
fn silent(failure: Option<TurnFailure>) -> Failure {
    let class = failure.map_or(FailureClass::Internal, |failure| failure.class);
    Failure::Told(match class {
        FailureClass::Irreducible | FailureClass::OverBudget => Failure::IRREDUCIBLE,
        FailureClass::Storage | FailureClass::Settings | FailureClass::Invalid => Failure::USAGE,
        FailureClass::Internal => Failure::INTERNAL,
        _ => Failure::PROVIDER,
    })
}

/// Lets Ctrl-C cancel the turn and not the program. A second one, while the
/// first is not yet obeyed, ends the program: nothing acknowledged is lost,
/// because the journal has it.
fn catch_interrupts() {
    let caught = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            Silence::end_all();
            std::process::exit(i32::from(Failure::CANCELLED));
        }
    });
    // Without a handler Ctrl-C ends the program, which loses nothing either.
    let _ = caught;
}
