//! `vibeue chat`

mod agent;
mod branches;
mod call_figures;
mod calls;
mod context;
mod editor;
mod edits;
mod find;
mod host_view;
mod interactive;
mod json_lines;
mod keyboard;
mod lent;
mod markdown;
mod mentions;
mod models;
mod preview;
mod prompts;
mod question;
mod queue;
mod screen;
mod signals;
mod silence;
mod summary;
mod terminal;
mod turn;

pub(super) use self::edits::{of_all_runs, of_this_run};
pub(super) use self::question::{one_line, show_preview};

use std::io::IsTerminal as _;
use std::sync::Arc;

use serde_json::json;
use vibeue_agents::Agent;
use vibeue_core::session::live::{
    Failure as TurnFailure, FailureClass, ModelChoice, Session, SessionOptions, Snapshot, TurnEnd,
};

use crate::args::ChatArgs;
use crate::config::{Config, Environment, print_notes};
use crate::connect::{self, Server};
use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::servers::Known;
use crate::{input, log};
use host_view::HostView;
use json_lines::JsonLines;
use lent::Lent;
use screen::Screen;
use signals::{FAREWELL, Signals};
use turn::Ended;

/// Chats with a model.
///
/// # Errors
/// If a setting is wrong, the model cannot be reached, the journal cannot be opened; with `-p`,
/// when there is no answer.
pub(crate) fn run(args: &ChatArgs, console: &mut Console) -> Result {
    let environment = Environment::of_process();
    let config = Config::gather(args.connect.config.as_deref(), &environment, &args.settings())?;
    print_notes(&config, console);
    let prompt = args.prompt.as_deref().map(|text| question(text, args)).transpose()?;
    let key_env = config.connection.key_env.as_deref();
    let known = Known { environment: &environment, key_env };
    let agent = agent::open(args, &known, console)?;
    let server = match (&agent, &args.agent) {
        (Some(agent), Some(line)) => agent::server(agent, line),
        _ => model_server(args, &config, &environment, console)?,
    };
    let mut options = SessionOptions::new(server.provider.clone(), server.choice.clone());
    options.journal.clone_from(&args.journal);
    // A model on the command line is meant for this run.
    options.keeps_chosen_model = args.model.is_none() && args.agent.is_none();
    options.notes_running_calls = true;
    options.settings = config.settings.clone();
    options.system_prompt = args.system.clone();
    let lent = Lent::open(args, &known, agent.as_ref(), console)?;
    options.tools = lent.tools();
    options.policy = lent.policy(args, &environment, console);
    if let Some(agent) = &agent {
        agent::arrange(agent, &mut options);
    }
    let session = Arc::new(Session::open(options)?);
    let signals = Signals::listen(&session);
    lent.settle(&session, || !signals.wants_end(), console);
    if console.is_watched() && !args.json {
        log::hold();
    }
    let outcome = match prompt {
        Some(prompt) => once(&session, prompt, &lent, args, &signals, console),
        None => {
            let switch = |name: &str| switch_model(&session, &server.choice, name);
            interactive::Chat {
                session: &session,
                server: &server.base_url,
                journal: args.journal.as_deref(),
                lent: &lent,
                signals: &signals,
                terminal: std::io::stdout().is_terminal() && !args.json,
                switch: &switch,
                provider: &*server.provider,
            }
            .run(console)
        }
    };
    session.shutdown(FAREWELL);
    lent.end();
    log::release();
    match signals.ending() {
        // A terminal that has gone away fails in many ways; this is the actual cause.
        Some(ending) => {
            terminal::restore();
            terminal::tidy();
            Err(Failure::Ended(ending))
        }
        None => outcome,
    }
}

/// Switches to another model. One that the settings do not name is kept for this conversation.
fn switch_model(session: &Session, usual: &ModelChoice, name: &str) -> Result {
    let choice = ModelChoice { model: name.to_owned(), ..usual.clone() };
    if name == usual.model {
        session.switch_model(choice, None);
    } else {
        session.choose_model(choice, None);
    }
    Ok(())
}

/// The model's server.
///
/// # Errors
/// If it cannot be reached; with `--json` that is reported first.
fn model_server(
    args: &ChatArgs,
    config: &Config,
    environment: &Environment,
    console: &mut Console,
) -> Result<Server> {
    match connect::to(config, environment) {
        Err(failure @ Failure::Provider(..)) if args.json => Err(never_began(failure, console)?),
        server => server,
    }
}

/// The question that is asked once.
fn question(text: &str, args: &ChatArgs) -> Result<String> {
    let text = if text == "-" { input::read_text(text)? } else { text.to_owned() };
    // With --json the last line reports it.
    if text.trim().is_empty() && !args.json {
        return Err(Failure::input(
            "the question is empty",
            "write it after -p, or use -p - and pipe it in",
        ));
    }
    Ok(text)
}

/// Asks once and prints the answer.
fn once(
    session: &Arc<Session>,
    prompt: String,
    lent: &Lent,
    args: &ChatArgs,
    signals: &Signals,
    console: &mut Console,
) -> Result {
    let terminal = std::io::stdout().is_terminal();
    let mut json = JsonLines;
    let mut screen = Screen::new(terminal, None, None);
    let view: &mut dyn HostView = if args.json { &mut json } else { &mut screen };
    let turn = session.submit_text(prompt);
    let ended = turn::follow(session, turn, lent.registry(), view, signals, console)?;
    if ended.end == TurnEnd::Cancelled {
        lent.leave_turn();
    }
    turn::settle(session, view, signals, console)?;
    if args.json {
        console.json(&done(&ended, &session.snapshot(), lent.agent()))?;
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
fn done(ended: &Ended, now: &Snapshot, agent: Option<&Arc<Agent>>) -> serde_json::Value {
    if let Some(agent) = agent {
        // The session's own numbers are not the agent's.
        return json!({
            "event": "done",
            "state": ended.end,
            "reply": ended.reply,
            "usage": agent.usage(),
            "error": ended.failure,
        });
    }
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

/// The last line of `--json` if the server could not even be asked for its models. Returns the
/// failure for the exit code.
fn never_began(failure: Failure, console: &mut Console) -> Result<Failure> {
    let Failure::Provider(error, class) = failure else { return Ok(failure) };
    let mut turn_failure = TurnFailure::new(class, error.message());
    turn_failure.hint = error.hint_text().map(str::to_owned);
    console.json(&json!({
        "event": "done",
        "state": TurnEnd::Failed,
        "reply": "",
        "usage": null,
        "error": turn_failure,
    }))?;
    console.finish()?;
    Ok(Failure::Reported(Failure::PROVIDER))
}

/// A failure that was already reported; only the exit code is left.
fn silent(failure: Option<TurnFailure>) -> Failure {
    let class = failure.map_or(FailureClass::Internal, |failure| failure.class);
    Failure::Reported(Failure::code_of(class))
}
