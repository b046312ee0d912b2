//! `vibeue mcp serve`

mod desk;
mod event;
mod keys;

use std::io::{BufReader, Write as _, stdin, stdout};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use vibeue_core::session::outside::{Journaled, OutsideCalls};
use vibeue_core::tools::mcp::SignIns;
use vibeue_core::tools::project::{EditRules, Folder, ProjectFiles};
use vibeue_core::tools::served::{
    Overseer, Question, Refuses, Report, ServedOptions, ServedServer, ServedTools, serve_streams,
};
use vibeue_core::tools::{Approval, CallEnd, Policy, Registry, Stop, Tool};

use self::desk::Desk;
use self::event::Event;
use self::keys::Keys;
use super::chat::{of_all_runs, of_this_run, one_line, show_preview};
use crate::args::ServeArgs;
use crate::config::{Environment, SettingsFile};
use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::output::{Printable, style};

/// How often an open question is checked: its caller may have gone away.
const GLANCE: Duration = Duration::from_millis(100);

/// Serves the tools for a project's files.
///
/// # Errors
/// If the folder, a tool or the port cannot be used.
pub(crate) fn run(
    args: &ServeArgs,
    json: bool,
    environment: &Environment,
    console: &mut Console,
) -> Result {
    let folder = Folder::open(&args.root)?;
    let root = folder.root().display().to_string();
    let files = ProjectFiles::new(folder);
    let files = if args.read_only { files } else { files.editing(&rules(environment)?) };
    let mut registry = Registry::default();
    registry.add(Arc::new(files));
    let policy = policy(args, &registry)?;
    let calls = calls(console)?;
    if args.stdio {
        let overseer = Arc::new(Journaled::new(calls, Arc::new(Refuses)));
        let tools = Arc::new(ServedTools::new(registry, policy, overseer));
        return serve_streams(&tools, BufReader::new(stdin()), stdout()).map_err(Failure::from);
    }
    let (events, received) = mpsc::channel();
    let desk: Arc<dyn Overseer> = Arc::new(Desk::new(events.clone()));
    let desk = Arc::new(Journaled::new(calls, desk));
    let tools = Arc::new(ServedTools::new(registry, policy, desk));
    let options = ServedOptions { port: args.port, ..ServedOptions::default() };
    keys::listen(&events);
    let server = ServedServer::start(tools, options)?;
    let entry = server.entry("vibeue");
    if json {
        console.json(&entry)?;
    } else {
        writeln!(console.out, "{entry:#}")?;
    }
    console.finish()?;
    console.note(format!(
        "serving {root} at {}; the JSON above has the token that programs must send. Ctrl-C ends it",
        server.url()
    ));
    let ended = attend(&received, &mut Keys::new(events), console);
    server.stop();
    ended
}

/// The record of each call before it runs; reports the calls that were running when this program
/// last ended.
fn calls(console: &mut Console) -> Result<OutsideCalls> {
    let calls = OutsideCalls::open(of_all_runs("other-programs.calls")?)?;
    for call in calls.cut_off() {
        console.note(format!(
            "this program ended during a call by {}: {} {}; check what it did",
            Printable(&call.caller),
            Printable(&call.tool),
            Printable(&one_line(&call.arguments))
        ));
    }
    Ok(calls)
}

/// The rules for edits.
fn rules(environment: &Environment) -> Result<EditRules> {
    let settings = SettingsFile::find(None, environment).map(|settings| settings.path);
    let protected = settings
        .into_iter()
        .flat_map(|path| {
            let beside = ["permissions.json", SignIns::FILE_NAME];
            let beside = beside.map(|name| path.with_file_name(name));
            beside.into_iter().chain([path])
        })
        // The record of calls, its predecessor, and the locks next to them.
        .chain([of_all_runs("")?])
        .collect();
    Ok(EditRules { backups: of_this_run()?, protected })
}

/// What runs without a question: only what the command line allows, nothing that was allowed to a
/// model in a chat.
fn policy(args: &ServeArgs, registry: &Registry) -> Result<Policy> {
    let tools = registry.tools();
    let mut policy = Policy::asking(None);
    policy.reads_are_free = args.allow_reads;
    for name in &args.allow {
        let Some(tool) = tools.iter().find(|tool| tool.name() == name) else {
            let names: Vec<&str> = tools.iter().map(Tool::name).collect();
            return Err(Failure::input(
                format!("--allow {name}: there is no such tool"),
                format!("the tools are {}", names.join(", ")),
            ));
        };
        policy.allow_in_conversation(tool);
    }
    Ok(policy)
}

/// Asks and reports until the user ends it.
fn attend(events: &Receiver<Event>, keys: &mut Keys, console: &mut Console) -> Result {
    let mut open: Option<(Stop, Sender<Approval>)> = None;
    let mut nobody_types = false;
    loop {
        let event = match events.recv_timeout(GLANCE) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        if open.as_ref().is_some_and(|(stop, _)| stop.is_stopped()) {
            open = None;
            writeln!(console.out, "\nthe call was abandoned")?;
            console.finish()?;
        }
        match event {
            None => {}
            Some(Event::Ask(question, stop, answer)) => {
                show(&question, console)?;
                if nobody_types {
                    deny_unseen(&answer);
                } else {
                    keys.read();
                    open = Some((stop, answer));
                }
            }
            Some(Event::Typed(None)) => {
                nobody_types = true;
                open.take().inspect(|(_, answer)| deny_unseen(answer));
            }
            Some(Event::Typed(Some(line))) => {
                let is_for_this = keys.has_read();
                match (open.take(), meant(&line).filter(|_| is_for_this)) {
                    // It was typed for an earlier question.
                    (None, _) => {}
                    (Some((_, answer)), Some(approval)) => drop(answer.send(approval)),
                    (Some(still), None) => {
                        write!(console.out, "y, a or n, with an optional reason after n: ")?;
                        console.finish()?;
                        keys.read();
                        open = Some(still);
                    }
                }
            }
            Some(Event::Ended(report)) => print_report(&report, console)?,
            Some(Event::Interrupted) => return Ok(()),
            Some(Event::Ending(ending)) => return Err(Failure::Ended(ending)),
        }
    }
}

fn deny_unseen(answer: &Sender<Approval>) {
    let reason = "the user cannot be asked: the input of the program that serves is closed; start it \
                  in a terminal, or with --allow";
    let _ = answer.send(Approval::Deny { reason: Some(reason.to_owned()) });
}

/// What an answer means; only a clear yes allows anything.
fn meant(line: &str) -> Option<Approval> {
    let line = line.trim();
    let (word, reason) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match word.to_lowercase().as_str() {
        "y" | "yes" if reason.is_empty() => Some(Approval::Allow),
        "a" | "always" if reason.is_empty() => Some(Approval::AllowConversation),
        "n" | "no" => {
            let reason = reason.trim();
            let reason = (!reason.is_empty()).then(|| reason.to_owned());
            Some(Approval::Deny { reason })
        }
        _ => None,
    }
}

/// Shows what a program wants, and asks.
fn show(question: &Question, console: &mut Console) -> Result {
    let tool = &question.tool;
    let faint = style::FAINT;
    let caller = Printable(&question.caller.declared_name);
    let (name, access) = (Printable(tool.name()), tool.access.name());
    writeln!(console.out, "{faint}a program that calls itself {caller} wants:{faint:#}")?;
    let what = match &question.preview {
        Some(preview) => {
            show_preview(preview, console)?;
            format!("to {}", preview.title)
        }
        None => one_line(&question.call.arguments),
    };
    let what = Printable(&what);
    write!(
        console.out,
        "allow {name} ({access}) {what}? [y]es, [a]lways until this ends, [n]o (reason) "
    )?;
    console.finish()
}

/// Prints how a call ended.
fn print_report(report: &Report, console: &mut Console) -> Result {
    let end = match report.end {
        CallEnd::Done => style::GOOD,
        _ => style::WARNING,
    };
    let arguments = one_line(&report.call.arguments);
    writeln!(
        console.out,
        "{} by {}: {end}{}{end:#} {}",
        Printable(&report.call.name),
        Printable(&report.caller.declared_name),
        report.end.name(),
        Printable(&arguments)
    )?;
    console.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_a_clear_yes_allows_anything() {
        for (line, approval) in [
            ("y\n", Some(Approval::Allow)),
            ("Yes", Some(Approval::Allow)),
            ("a", Some(Approval::AllowConversation)),
            ("n", Some(Approval::Deny { reason: None })),
            (" n  not now ", Some(Approval::Deny { reason: Some("not now".to_owned()) })),
            ("yes but", None),
            ("", None),
            ("p", None),
            ("yy", None),
        ] {
            assert_eq!(meant(line), approval, "{line:?}");
        }
    }
}
