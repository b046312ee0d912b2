//! The chat with the user at the keyboard.

use std::cell::RefCell;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use rustyline::error::ReadlineError;
use vibeue_core::conversation::transcript::Format;
use vibeue_core::conversation::{Conversation, Message, MessageId, Role, ToolResult};
use vibeue_core::provider::Provider;
use vibeue_core::session::files::{OutputFile, Readers, Replacing};
use vibeue_core::session::library::{self, ExportForm};
use vibeue_core::session::live::{Session, Snapshot, TurnEnd, TurnId};
use vibeue_core::session::writing::slash::{self, Export, Place, PreviewWish, Slash, Wanted};
use vibeue_core::tokens::Counter;

use super::keyboard::{Keyboard, Typed};
use super::screen::Screen;
use super::signals::Signals;
use super::silence::Silence;
use super::{
    Lent, agent, branches, context, edits, find, mentions, models, prompts, queue, screen, summary,
    turn,
};
use crate::command::masked::note_masked;
use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::output::{Printable, TokenBar, columns, counted, style, wrapped};

/// The note after a key whose bytes are not UTF-8.
const NOT_UTF_8: &str = "input that is not UTF-8 was dropped: check the line before you send it, and set the terminal to UTF-8";

/// How many messages are shown when a conversation with an agent continues.
const SHOWN_AT_START: u64 = 10;

/// What an interactive chat needs besides its session.
pub(super) struct Chat<'a> {
    pub(super) session: &'a Arc<Session>,
    /// The server's address.
    pub(super) server: &'a str,
    /// Where the conversation is kept.
    pub(super) journal: Option<&'a Path>,
    /// What the model may call.
    pub(super) lent: &'a Lent,
    pub(super) signals: &'a Signals,
    /// Whether the output is a terminal: colours, Markdown, the bar.
    pub(super) terminal: bool,
    /// Changes the model by its name.
    pub(super) switch: &'a dyn Fn(&str) -> Result,
    /// The provider that lists the models to choose from.
    pub(super) provider: &'a dyn Provider,
}

impl Chat<'_> {
    /// Reads lines until the end of the input.
    ///
    /// # Errors
    /// If the terminal cannot be read or written.
    pub(super) fn run(&self, console: &mut Console) -> Result {
        let earlier = if self.terminal {
            prompts::earlier(&self.session.snapshot(), self.journal)
        } else {
            Vec::new()
        };
        let keyboard = Keyboard::open(mentions::folder(self.lent), &earlier)
            .map_err(|error| unreadable(&error))?;
        let keyboard = RefCell::new(keyboard);
        let ask = Box::new(|question: &str| self.answer_to(question, &keyboard));
        let mut screen = Screen::new(self.terminal, Some(ask), Some(Box::new(|now| self.bar(now))));
        if self.terminal {
            self.greet(console)?;
        }
        loop {
            self.drain(&mut screen, console)?;
            if let Some(bar) = self.bar(&self.session.snapshot()).filter(|_| self.terminal) {
                writeln!(console.out, "{bar}")?;
            }
            console.finish()?;
            let prompt = if self.terminal { "› " } else { "" };
            let warn = || console.note(NOT_UTF_8);
            let typed = keyboard.borrow_mut().read(prompt, self.signals, warn);
            let line = match typed.map_err(|error| unreadable(&error))? {
                Typed::Line(line) => line,
                // At the prompt there is no turn to cancel: the line is discarded.
                Typed::Interrupted => {
                    console.note("Ctrl-D or /quit exits");
                    continue;
                }
                Typed::End => return Ok(()),
            };
            self.signals.take_interrupt();
            match Slash::parse(&line, Place::Terminal) {
                _ if line.trim().is_empty() => {}
                None => self.send(&line, &mut screen, console)?,
                Some(Ok(Slash::Quit)) => return Ok(()),
                Some(Ok(command)) => match self.obey(command, &mut screen, console) {
                    Err(closed @ Failure::OutputClosed) => return Err(closed),
                    Err(failure) => console.report(&failure),
                    Ok(()) => {}
                },
                Some(Err(message)) => console.complain(message),
            }
        }
    }

    /// How full the window is, if that is to be shown: the model's, or what an agent reports about
    /// its own.
    fn bar(&self, now: &Snapshot) -> Option<TokenBar> {
        if !now.settings.show_token_count {
            return None;
        }
        match self.lent.agent() {
            Some(agent) => agent::bar(agent),
            None => Some(screen::bar(now)),
        }
    }

    /// Asks in the middle of a turn; `None` at the end of the input, and after Ctrl-C, which
    /// cancels the turn as it does at any other time.
    fn answer_to(&self, question: &str, keyboard: &RefCell<Keyboard>) -> Option<String> {
        match keyboard.borrow_mut().read(question, self.signals, || {}) {
            Ok(Typed::Line(answer)) => Some(answer),
            Ok(Typed::Interrupted) => {
                self.signals.interrupt();
                None
            }
            Ok(Typed::End) | Err(_) => None,
        }
    }

    /// Sends what was typed and follows the turn to its end.
    fn send(&self, line: &str, screen: &mut Screen<'_>, console: &mut Console) -> Result {
        let _silence = Silence::begin();
        self.lent.refresh(self.session);
        let places = mentions::places(self.lent, self.journal);
        let now = self.session.snapshot();
        let parts = mentions::parts(slash::message(line), &places, &now, console);
        let turn = self.session.submit(parts);
        self.follow(turn, screen, console)
    }

    /// Asks again after a turn that failed or reached a limit, and follows it.
    fn retry(&self, screen: &mut Screen<'_>, console: &mut Console) -> Result {
        let _silence = Silence::begin();
        let turn = self.session.retry();
        self.follow(turn, screen, console)
    }

    /// Sends an earlier message again in other words, and follows the turn.
    fn change(
        &self,
        id: Option<MessageId>,
        words: Option<String>,
        screen: &mut Screen<'_>,
        console: &mut Console,
    ) -> Result {
        let Some((id, words)) = branches::change(&self.session.snapshot(), id, words, console)?
        else {
            return Ok(());
        };
        let _silence = Silence::begin();
        self.lent.refresh(self.session);
        let places = mentions::places(self.lent, self.journal);
        let now = self.session.snapshot();
        let turn = self.session.change(id, mentions::parts(&words, &places, &now, console));
        self.follow(turn, screen, console)
    }

    fn follow(&self, turn: TurnId, screen: &mut Screen<'_>, console: &mut Console) -> Result {
        let ended =
            turn::follow(self.session, turn, self.lent.registry(), screen, self.signals, console)?;
        if ended.end == TurnEnd::Cancelled {
            self.lent.leave_turn();
            console.note(if ended.reply.is_empty() {
                "cancelled"
            } else {
                "cancelled; what was written so far stays in the conversation"
            });
        }
        Ok(())
    }

    /// Says who answers, and which conversation continues.
    fn greet(&self, console: &mut Console) -> Result {
        let faint = style::FAINT;
        let now = self.session.snapshot();
        let with = match self.lent.agent() {
            Some(_) => self.server.to_owned(),
            None => format!("{} at {}", now.model.model, self.server),
        };
        writeln!(console.out, "{faint}{}{faint:#}", Printable(&with))?;
        if self.lent.agent().is_some() {
            agent::greet(console)?;
        }
        if let Some(journal) = self.journal {
            let journal = journal.display().to_string();
            let held = match now.transcript.len() as u64 {
                0 => "a new conversation".to_owned(),
                held => format!("continuing after {}", counted(held, "message")),
            };
            writeln!(console.out, "{faint}{held}, kept in {}{faint:#}", Printable(&journal))?;
            if self.lent.agent().is_some() {
                self.history(SHOWN_AT_START, console)?;
            }
        }
        writeln!(console.out, "{faint}/help lists the commands, Ctrl-D exits{faint:#}")?;
        console.finish()
    }

    /// Shows what happened since the last call.
    fn drain(&self, screen: &mut Screen<'_>, console: &mut Console) -> Result {
        use super::host_view::HostView as _;
        while let Some(event) = self.session.events().try_next() {
            screen.show(&event, &self.session.snapshot(), console)?;
        }
        screen.settled(console)?;
        console.status(None);
        Ok(())
    }

    fn obey(&self, command: Slash, screen: &mut Screen<'_>, console: &mut Console) -> Result {
        let session = self.session;
        let command = match (self.lent.agent(), command) {
            (Some(agent), Slash::Context(how)) if how.form.is_none() => {
                return agent::print_context(agent, &session.snapshot(), console);
            }
            // The report is about what is counted here, and nothing is.
            (
                Some(_),
                Slash::Context(_)
                | Slash::Summarize(_)
                | Slash::Preview(_)
                | Slash::Shorten(_)
                | Slash::Restore(_)
                | Slash::Edit(..)
                | Slash::Branches(_)
                | Slash::Model(_),
            ) => return Err(agent::not_for_agents()),
            (_, command) => command,
        };
        match command {
            Slash::Context(how) => return context::obey(&session.snapshot(), &how, console),
            Slash::Model(None) => {
                return models::list(&session.snapshot(), self.server, self.provider, console);
            }
            Slash::Summarize(wanted) => self.summarize(wanted),
            Slash::Preview(wish) => self.preview(wish),
            Slash::Undo(number) => session.undo(number),
            Slash::Redo(number) => session.redo(number),
            Slash::Summary(what) => {
                if !summary::obey(session, &what, console)? {
                    return Ok(());
                }
            }
            Slash::Pin(id, pinned) => self.pin(id, pinned)?,
            Slash::Shorten(id) => session.shorten(id),
            Slash::Restore(id) => session.restore(id),
            Slash::Model(Some(name)) => (self.switch)(&name)?,
            Slash::Tools => return self.tools(console),
            Slash::Plan(on) => return self.plan(on, console),
            Slash::DryRun(on) => return self.dry_run(on, console),
            Slash::Edits => return edits::list(self.lent.edited().as_deref(), console),
            Slash::UndoFiles(number) => {
                return edits::take_back(self.lent.edited().as_deref(), number, console);
            }
            Slash::Queue(place) => queue::obey(session, place, console)?,
            Slash::Retry => return self.retry(screen, console),
            Slash::Export(export) => return self.export(&export, console),
            Slash::History(number) => return self.history(number, console),
            Slash::Find(words) => return find::find(&session.snapshot(), &words, console),
            Slash::Edit(id, words) => return self.change(id, words, screen, console),
            Slash::Branches(None) => return branches::list(&session.snapshot(), console),
            Slash::Branches(Some(number)) => session.show_branch(number),
            Slash::Rename(title) => session.rename(title),
            Slash::Help => return help(console),
            // Commands of the window are not parsed here.
            Slash::New | Slash::Conversations | Slash::Settings | Slash::Quit => return Ok(()),
        }
        let _silence = Silence::begin();
        turn::settle(session, screen, self.signals, console)
    }

    /// Lists the tools, with the tokens that each takes.
    fn tools(&self, console: &mut Console) -> Result {
        let now = self.session.snapshot();
        let counter = Counter::for_model(&now.model.model);
        self.lent.list(&counter, &now.waiting_tools, console)
    }

    /// Turns plan mode on or off, and says which it is now.
    fn plan(&self, on: Option<bool>, console: &mut Console) -> Result {
        let on = self.lent.plan(self.session, on);
        let what = if on { "on: no tool that could change something runs" } else { "off" };
        writeln!(console.out, "plan mode is {what}")?;
        console.finish()
    }

    /// Begins or ends a dry run, and says which it is now.
    fn dry_run(&self, on: Option<bool>, console: &mut Console) -> Result {
        if self.lent.agent().is_some() {
            let what = "an agent acts on its own, so there is no dry run; use /plan";
            writeln!(console.out, "{what}")?;
            return console.finish();
        }
        let on = self.lent.dry_run(self.session, on);
        let what = if on { "on: changes by tools are shown but not made" } else { "off" };
        writeln!(console.out, "the dry run is {what}")?;
        console.finish()
    }

    /// Summarizes as requested.
    fn summarize(&self, wanted: Wanted) {
        match wanted.up_to {
            Some(last) => self.session.summarize_up_to(last, wanted.instructions),
            None => self.session.summarize(wanted.instructions),
        }
    }

    /// Shows what a summary would do, or applies the preview.
    fn preview(&self, wish: PreviewWish) {
        match wish {
            PreviewWish::Try(options) => self.session.try_preview(options),
            PreviewWish::Apply => self.session.accept_preview(None),
            PreviewWish::Cancel => self.session.discard_preview(),
        }
    }

    /// Pins a message or releases it: the last request if none is named.
    fn pin(&self, id: Option<MessageId>, pinned: bool) -> Result {
        let Some(id) = id.or_else(|| self.session.snapshot().last_request()) else {
            return Err(Failure::input("there is no message to pin yet", "say something first"));
        };
        self.session.pin(id, pinned);
        Ok(())
    }

    fn export(&self, export: &Export, console: &mut Console) -> Result {
        let now = self.session.snapshot();
        let messages: Vec<Message> =
            now.view.iter().map(|message| Message::clone(message)).collect();
        let mut talk = Conversation::from_messages(messages);
        talk.tools = now.tools.iter().map(|tool| tool.definition.to_value()).collect();
        let form = ExportForm::Transcript(Format::OpenAiObject);
        let written = library::Export { form, with_secrets: export.with_secrets }
            .write(talk, now.title.as_deref())?;
        note_masked(written.masked, "/export --with-secrets", console);
        let text = written.text;
        match &export.file {
            Some(file) => {
                let replacing = if export.force {
                    Replacing::Files
                } else {
                    Replacing::Nothing("/export --force FILE replaces it")
                };
                // As private as a journal, whether there is one or not.
                OutputFile::put(Path::new(file), replacing, Readers::Owner, text.as_bytes())?;
                writeln!(console.out, "written to {}", Printable(file))?;
            }
            None => console.out.write_all(text.as_bytes())?,
        }
        console.finish()
    }

    fn history(&self, number: u64, console: &mut Console) -> Result {
        const SHOWN: usize = 100;
        let now = self.session.snapshot();
        let count = now.transcript.len();
        let first = count.saturating_sub(usize::try_from(number).unwrap_or(usize::MAX));
        let faint = style::FAINT;
        for message in now.transcript.page(first..count) {
            let mut text = message.joined_text();
            if text.is_empty() {
                let calls: Vec<_> =
                    message.tool_calls().map(|call| call.name.to_string()).collect();
                text = if message.role == Role::Tool {
                    message.tool_results().map(ToolResult::joined_text).collect()
                } else {
                    format!("→ {}", calls.join(", "))
                };
            }
            let line: String =
                text.chars().take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect();
            let mark = match (message.pinned, now.condensed.contains(&message.id)) {
                (true, _) => " pinned",
                (_, true) => " condensed",
                _ => "",
            };
            writeln!(
                console.out,
                "{faint}{} {}{mark}{faint:#} {}",
                message.id,
                message.role.as_str(),
                Printable(&line)
            )?;
        }
        console.finish()
    }
}

fn help(console: &mut Console) -> Result {
    let columns = columns();
    for (info, usage) in slash::commands(Place::Terminal) {
        let typed = format!("/{} {}", info.name, usage.arguments);
        let line = format!("  {:<26} {}", typed.trim_end(), usage.meaning);
        writeln!(console.out, "{}", wrapped(&line, 29, columns))?;
    }
    let keys = "  Ctrl-C cancels the answer; Tab completes commands; // begins a message \
                with a slash";
    writeln!(console.out, "{}", wrapped(keys, 2, columns))?;
    console.finish()
}

fn unreadable(error: &ReadlineError) -> Failure {
    if let ReadlineError::Io(io) = error
        && io.kind() == std::io::ErrorKind::InvalidData
    {
        return Failure::input(
            "what was typed or piped in is not UTF-8",
            "the messages before it are answered; convert the rest",
        );
    }
    Failure::input(format!("cannot read the terminal: {error}"), "use -p TEXT to ask once")
}
