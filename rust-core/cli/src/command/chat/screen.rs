//! The chat in a terminal.

use std::io::Write as _;
use std::time::Instant;

use unicode_width::UnicodeWidthStr as _;
use vibeue_core::conversation::Role;
use vibeue_core::session::live::{
    Failure, FailureClass, FormChange, Phase, SessionEvent, Snapshot, SummaryCompletion,
    SummaryEnd, SummaryPreview,
};
use vibeue_core::tools::{Approval, Call, CallEnd, Preview, Tool};

use super::call_figures::call_figures;
use super::host_view::HostView;
use super::json_lines::nobody_to_ask;
use super::markdown::Renderer;
use super::preview;
use super::question::{self, one_line};
use crate::console::Console;
use crate::failure::Result;
use crate::log;
use crate::output::{Printable, TokenBar, columns, counted, error_columns, grouped, style};

/// Asks the user; returns what was typed, `None` at the end of the input and
/// after Ctrl-C.
pub(super) type Ask<'a> = Box<dyn FnMut(&str) -> Option<String> + 'a>;

/// How full the window is, if that is to be shown.
pub(super) type Bar<'a> = Box<dyn Fn(&Snapshot) -> Option<TokenBar> + 'a>;

/// What is waited for.
#[derive(Debug, Clone, Copy)]
struct Waiting {
    what: &'static str,
    since: Instant,
    /// The seconds shown on the screen.
    shown: u64,
}

/// Shows a chat to the user: the answer on standard output, what happens around it on standard
/// error.
pub(super) struct Screen<'a> {
    markdown: Option<Renderer>,
    /// Whether the model's words were shown and their line is not ended.
    in_answer: bool,
    reasoning: bool,
    ask: Option<Ask<'a>>,
    bar: Option<Bar<'a>>,
    /// Why a summary failed, with the line that says so, until it is clear
    /// that the turn does not fail for the same reason.
    pending: Option<(String, String)>,
    /// Notes for when the answer that is being written has ended.
    later: Vec<String>,
    waiting: Option<Waiting>,
}

impl<'a> Screen<'a> {
    /// Creates a screen; `formatted` renders Markdown, `ask` asks for approvals.
    pub(super) fn new(formatted: bool, ask: Option<Ask<'a>>, bar: Option<Bar<'a>>) -> Self {
        Self {
            markdown: formatted.then(|| Renderer::new(columns)),
            in_answer: false,
            reasoning: false,
            ask,
            bar,
            pending: None,
            later: Vec::new(),
            waiting: None,
        }
    }

    /// Ends the line of an answer.
    fn end_answer(&mut self, console: &mut Console) -> Result {
        if self.in_answer {
            if let Some(markdown) = &mut self.markdown {
                let rest = markdown.finish();
                console.out.write_all(rest.as_bytes())?;
            }
            console.out.write_all(b"\n")?;
            self.in_answer = false;
        }
        self.reasoning = false;
        console.finish()?;
        for line in std::mem::take(&mut self.later) {
            console.status(None);
            console.note(line);
        }
        Ok(())
    }

    /// Notes something. What happens while an answer is being written is noted after it: a note in
    /// its middle would break a list, a table or a block of code.
    fn note(&mut self, line: &str, console: &mut Console) -> Result {
        if self.in_answer && !self.reasoning {
            self.later.push(line.to_owned());
            return Ok(());
        }
        self.end_answer(console)?;
        console.status(None);
        console.note(line);
        Ok(())
    }

    fn words(&mut self, text: &str, console: &mut Console) -> Result {
        console.status(None);
        if self.reasoning {
            self.end_answer(console)?;
        }
        let shown = match &mut self.markdown {
            Some(markdown) => markdown.push(text),
            None => Printable(text).to_string(),
        };
        console.out.write_all(shown.as_bytes())?;
        self.in_answer = true;
        console.finish()
    }

    fn reasoning(&mut self, text: &str, console: &mut Console) -> Result {
        // If only the answer is wanted, thinking is not part of it.
        if self.markdown.is_none() {
            return Ok(());
        }
        console.status(None);
        let faint = style::FAINT;
        write!(console.out, "{faint}{}{faint:#}", Printable(text))?;
        self.reasoning = true;
        self.in_answer = true;
        console.finish()
    }

    /// Shows the core's log, if the user asked for it.
    fn note_log(&mut self, console: &mut Console) {
        for line in log::take() {
            // The next word that is written fails in the same way and reports it.
            let _ = self.note(&line, console);
        }
    }

    /// Says why a summary failed, if nothing else has said it.
    fn note_pending(&mut self, console: &mut Console) -> Result {
        match self.pending.take() {
            Some((_, line)) => self.note(&line, console),
            None => Ok(()),
        }
    }

    fn waiting(&mut self, now: &Snapshot, console: &mut Console) {
        if self.in_answer {
            self.waiting = None;
            return;
        }
        let what = match now.state.turn.map(|turn| turn.phase) {
            Some(Phase::Preparing) => "preparing the request…",
            Some(Phase::Compacting) => "summarizing conversation history… (Ctrl-C cancels)",
            Some(Phase::Streaming) => "waiting for the answer…",
            Some(Phase::Tools) => "running tools… (Ctrl-C cancels)",
            None if now.state.summary.is_some() => "summarizing conversation history…",
            None => {
                self.waiting = None;
                return console.status(None);
            }
        };
        let since = match self.waiting {
            Some(before) if before.what == what => before.since,
            _ => Instant::now(),
        };
        let seconds = since.elapsed().as_secs();
        self.waiting = Some(Waiting { what, since, shown: seconds });
        let seconds = if seconds < 2 { String::new() } else { format!(" {seconds} s") };
        let words = format!("{what}{seconds}");
        // What is waited for matters more than the bar. The last column stays
        // free: some terminals break the line when it is written.
        let room = error_columns().map(|all| all.saturating_sub(words.width() + 3));
        let bar = self.bar.as_ref().and_then(|bar| bar(now));
        let bar = bar.map(|bar| TokenBar { columns: room, ..bar }).filter(|bar| bar.fits());
        let bar = bar.map_or_else(String::new, |bar| format!("{bar}  "));
        console.status(Some(&format!("{bar}{words}")));
    }
}

/// How full the budget is.
pub(super) fn bar(now: &Snapshot) -> TokenBar {
    TokenBar {
        used: now.usage.used,
        budget: now.usage.available,
        // A share of an assumed window is a guess as well.
        exact: now.usage.exact && !now.usage.window_is_assumed(),
        columns: columns(),
    }
}

impl HostView for Screen<'_> {
    fn show(&mut self, event: &SessionEvent, now: &Snapshot, console: &mut Console) -> Result {
        if let SessionEvent::Error { failure, .. } = event {
            // The turn's own error says the same.
            self.pending.take_if(|(why, _)| failure.message.contains(why.as_str()));
        }
        // Not by the snapshot's state, which may be ahead of the event.
        let clear = matches!(
            event,
            SessionEvent::Error { .. }
                | SessionEvent::TextDelta { .. }
                | SessionEvent::ToolCall { .. }
                | SessionEvent::SummarizationStarted { .. }
                | SessionEvent::TurnEnded { .. }
                | SessionEvent::Closed
        );
        if clear {
            self.note_pending(console)?;
        }
        self.note_log(console);
        match event {
            SessionEvent::State { .. } | SessionEvent::Usage { .. } => self.waiting(now, console),
            SessionEvent::TextDelta { text, .. } => self.words(text, console)?,
            SessionEvent::ReasoningDelta { text, .. } => self.reasoning(text, console)?,
            SessionEvent::AnswerRetracted { reason, .. } => {
                self.end_answer(console)?;
                self.note(&format!("the text above is discarded: {reason}"), console)?;
            }
            SessionEvent::ToolCall { .. }
            | SessionEvent::ToolApproved { .. }
            | SessionEvent::ToolEnded { .. }
            | SessionEvent::Message { .. } => self.show_tools(event, now, console)?,
            SessionEvent::SummarizationStarted { .. }
            | SessionEvent::SummarizationComplete { .. }
            | SessionEvent::PreviewStarted { .. }
            | SessionEvent::PreviewReady { .. }
            | SessionEvent::PreviewFailed { .. } => self.show_summary(event, console)?,
            SessionEvent::BranchShown { .. }
            | SessionEvent::Undone { .. }
            | SessionEvent::Redone { .. }
            | SessionEvent::Pinned { .. }
            | SessionEvent::Shortened { .. }
            | SessionEvent::Restored { .. }
            | SessionEvent::SummaryEdited { .. }
            | SessionEvent::SummaryEditUndone { .. }
            | SessionEvent::SummaryEditRedone { .. }
            | SessionEvent::ModelChanged { .. }
            | SessionEvent::Lagged { .. } => {
                if let Some(change) = change(event, now) {
                    self.note(&change, console)?;
                }
            }
            SessionEvent::Warning { message, .. } => self.note(message, console)?,
            SessionEvent::Error { .. } | SessionEvent::TurnEnded { .. } | SessionEvent::Closed => {
                self.end_answer(console)?;
                console.status(None);
                if let SessionEvent::Error { failure, .. } = event {
                    console.complain(reason(failure));
                }
            }
            SessionEvent::TurnStarted { .. } => {}
        }
        Ok(())
    }

    fn idle(&mut self, now: &Snapshot, console: &mut Console) {
        self.note_log(console);
        if self.waiting.is_some_and(|waiting| waiting.since.elapsed().as_secs() > waiting.shown) {
            self.waiting(now, console);
        }
    }

    fn settled(&mut self, console: &mut Console) -> Result {
        self.note_log(console);
        self.note_pending(console)
    }

    fn foresee(&mut self, preview: &Preview, console: &mut Console) -> Result {
        self.end_answer(console)?;
        console.status(None);
        faint_line(format_args!("dry run: {}", Printable(&preview.title)), console)?;
        question::show_preview(preview, console)?;
        console.finish()
    }

    fn ask(
        &mut self,
        call: &Call,
        tool: Option<&Tool>,
        preview: Option<&Preview>,
        console: &mut Console,
    ) -> Result<Approval> {
        self.waiting = None;
        console.status(None);
        console.finish()?;
        let Some(ask) = &mut self.ask else { return Ok(nobody_to_ask(&call.name)) };
        let question = question::show(call, tool, preview, console)?;
        Ok(match ask(&question).as_deref().map(str::trim) {
            Some("y" | "Y" | "yes") => Approval::Allow,
            Some("a" | "A" | "always") => Approval::AllowConversation,
            Some("p" | "P" | "project") => Approval::AllowProject,
            Some("n" | "N" | "no" | "") | None => Approval::Deny { reason: None },
            // Anything else is taken as the reason, for the model.
            Some(reason) => Approval::Deny { reason: Some(reason.to_owned()) },
        })
    }
}

impl Screen<'_> {
    /// Shows calls of tools and their results to the user; if only the answer is wanted, they are
    /// not part of it.
    fn show_tools(
        &mut self,
        event: &SessionEvent,
        now: &Snapshot,
        console: &mut Console,
    ) -> Result {
        let formatted = self.markdown.is_some();
        match event {
            SessionEvent::ToolCall { name, arguments, needs_approval, dry_run, .. } => {
                self.end_answer(console)?;
                console.status(None);
                // The approval prompt names it.
                if formatted && (!needs_approval || *dry_run) {
                    let shown = one_line(arguments);
                    faint_line(format_args!("→ {} {shown}", Printable(name)), console)?;
                }
            }
            SessionEvent::ToolEnded { name, end, .. } if formatted && *end != CallEnd::Done => {
                self.end_answer(console)?;
                console.status(None);
                faint_line(format_args!("✗ {} {}", Printable(name), end.name()), console)?;
            }
            SessionEvent::Message { message, .. } => {
                self.end_answer(console)?;
                if message.role == Role::Tool && formatted {
                    for result in message.tool_results() {
                        console.status(None);
                        let shown = one_line(result.joined_text().trim());
                        let figures = call_figures(result.ran_ms, now.result_size(message.id));
                        faint_line(format_args!("← {}{figures}", Printable(&shown)), console)?;
                    }
                    console.finish()?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Shows the progress of a summary or its preview.
    fn show_summary(&mut self, event: &SessionEvent, console: &mut Console) -> Result {
        let warnings = match event {
            SessionEvent::SummarizationStarted { explanation, .. } => {
                let what = format!("summarizing conversation history: {explanation}");
                return self.note(&what, console);
            }
            SessionEvent::SummarizationComplete { completion } => {
                let line = completed(completion);
                match &completion.failure {
                    Some(failure) => self.pending = Some((failure.message.clone(), line)),
                    None => self.note(&line, console)?,
                }
                &completion.warnings
            }
            SessionEvent::PreviewReady { preview } => {
                self.preview(preview, console)?;
                &preview.warnings
            }
            SessionEvent::PreviewFailed { failure, warnings, .. } => {
                self.pending = Some((failure.message.clone(), no_preview(failure)));
                warnings
            }
            // A preview changes nothing: it has already said everything.
            _ => return Ok(()),
        };
        if warnings.is_empty() { Ok(()) } else { self.note(&warnings.join("; "), console) }
    }

    fn preview(&mut self, preview: &SummaryPreview, console: &mut Console) -> Result {
        self.end_answer(console)?;
        console.status(None);
        preview::show(preview, console)?;
        console.finish()
    }
}

fn faint_line(line: std::fmt::Arguments<'_>, console: &mut Console) -> Result {
    let faint = style::FAINT;
    Ok(writeln!(console.out, "{faint}{line}{faint:#}")?)
}

/// What the user changed, in a sentence; `None` if nothing was.
fn change(event: &SessionEvent, now: &Snapshot) -> Option<String> {
    let summarizes = |number: &u64| {
        let row = now.summaries.iter().find(|row| row.compaction == *number);
        row.is_none_or(|row| row.messages > 0)
    };
    Some(match event {
        SessionEvent::BranchShown { branch } => {
            format!("branch {branch} of {}; /branches lists them", now.branches().len())
        }
        SessionEvent::Undone { compactions } => {
            let summaries = compactions.iter().filter(|number| summarizes(number)).count();
            let what = match (summaries, compactions.len() - summaries) {
                (0, 1) => "the shortening".to_owned(),
                (0, number) => format!("{number} shortenings"),
                (1, _) => "1 summary".to_owned(),
                (number, _) => format!("{number} summaries"),
            };
            format!("undid {what}; the originals are in view again")
        }
        SessionEvent::Redone { compaction } if summarizes(compaction) => {
            "the summary is in force again".to_owned()
        }
        SessionEvent::Redone { .. } => "the messages are shortened again".to_owned(),
        SessionEvent::Shortened { change } => format!(
            "{} is shortened: {}; the full message is archived, /restore {} restores it",
            change.message,
            sizes(change),
            change.message
        ),
        SessionEvent::Restored { change } => {
            format!("{} is restored: {}", change.message, sizes(change))
        }
        SessionEvent::Pinned { message, pinned: true } => {
            format!("{message} is pinned: it is never condensed")
        }
        SessionEvent::Pinned { message, pinned: false } => format!("{message} is no longer pinned"),
        SessionEvent::SummaryEdited { message } => format!("summary {message} was edited"),
        SessionEvent::SummaryEditUndone { message } => {
            format!("the last edit of summary {message} is undone")
        }
        SessionEvent::SummaryEditRedone { message } => {
            format!("the edit of summary {message} is redone")
        }
        SessionEvent::Lagged { missed } => format!("{} were not shown", counted(*missed, "event")),
        SessionEvent::ModelChanged { model } => format!("{model} will answer from now on"),
        _ => return None,
    })
}

/// What shortening or restoring a message changed.
fn sizes(change: &FormChange) -> String {
    format!(
        "{} → {} tokens, the request {} → {}",
        grouped(change.tokens_before),
        grouped(change.tokens_after),
        grouped(change.request_before),
        grouped(change.request_after)
    )
}

/// The outcome of a summarization, in a sentence.
fn completed(completion: &SummaryCompletion) -> String {
    match completion.outcome {
        SummaryEnd::Applied => applied(completion),
        SummaryEnd::Cancelled => "the summary was cancelled; nothing changed".to_owned(),
        SummaryEnd::Failed => {
            let why = completion
                .failure
                .as_ref()
                .map_or_else(|| "for an unknown reason".to_owned(), reason);
            format!("no summary was made and nothing changed: {why}")
        }
    }
}

/// Everything that was done: some summarizations only prune or cut.
fn applied(completion: &SummaryCompletion) -> String {
    let mut done = Vec::new();
    if completion.messages_summarized > 0 {
        let total = counted(completion.messages_total, "message");
        done.push(format!("{} of {total} condensed", grouped(completion.messages_summarized)));
    }
    if completion.results_pruned > 0 {
        done.push(format!("{} pruned", counted(completion.results_pruned, "tool result")));
    }
    if completion.messages_trimmed > 0 {
        done.push(format!("{} cut", counted(completion.messages_trimmed, "message")));
    }
    let what = if completion.messages_summarized > 0 { "summarized" } else { "shortened" };
    format!(
        "context {what}: {} → {} tokens, {}",
        grouped(completion.tokens_before),
        grouped(completion.tokens_after),
        done.join(", ")
    )
}

/// Why no preview could be made, in a sentence.
fn no_preview(failure: &Failure) -> String {
    match failure.class {
        FailureClass::Cancelled => "the preview was cancelled".to_owned(),
        _ => format!("there is nothing to preview: {}", reason(failure)),
    }
}

fn reason(failure: &Failure) -> String {
    let hint = failure.hint.as_ref().map_or(String::new(), |hint| format!(" ({hint})"));
    format!("{}{hint}", failure.message)
}
