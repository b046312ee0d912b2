//! `vibeue journal`

mod event_line;
mod list;
mod reading;
mod result;
mod show;

use std::path::Path;

use serde_json::json;
use vibeue_core::conversation::transcript::Format;
use vibeue_core::session::History;
use vibeue_core::session::files::{OutputFile, Readers, Replacing};
use vibeue_core::session::journal::{Header, JournaledHistory, SyncPolicy, salvage};
use vibeue_core::session::library::{Export, ExportForm, Exported};
use vibeue_core::session::results::ResultFiles;
use vibeue_core::{Error, ErrorKind};

use super::masked::note_masked;
use super::now::now;
use crate::args::{ExportFormat, JournalAction, JournalArgs, ReadingArgs};
use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::output::counted;
use crate::source::{Source, Written};
use reading::read;

/// Inspects or changes a journal.
///
/// # Errors
/// If the file is not a journal, is damaged, or another process is writing it.
pub(crate) fn run(args: &JournalArgs, console: &mut Console) -> Result {
    let file = &args.file;
    if let Some(new) = &args.salvage {
        if args.action.is_some() {
            return Err(Failure::input("--salvage takes no subcommand", "leave it out"));
        }
        return carry_over(file, new, args.json, console);
    }
    match args.action.as_ref().unwrap_or(&JournalAction::List) {
        JournalAction::List => list::list(file, args.json, console),
        JournalAction::Show { seq: Some(seq) } => show::show_event(file, *seq, args.json, console),
        JournalAction::Show { seq: None } => show::show_view(file, args.json, console),
        JournalAction::Result { message, offset, bytes, query } => {
            let part = result::Part { offset: *offset, bytes: *bytes, query: query.as_deref() };
            result::show(file, *message, part, args.json, console)
        }
        JournalAction::Undo { seq } => undo(file, *seq, args.json, console),
        JournalAction::Export { format, originals, out, force, with_secrets } => {
            let replacing =
                if *force { Replacing::Files } else { Replacing::Nothing("--force replaces it") };
            let out = out.as_deref().map(|path| (path, replacing));
            let what = Chosen { originals: *originals, with_secrets: *with_secrets };
            export(file, *format, what, out, console)
        }
        JournalAction::Import { transcript, reading } => {
            import(file, transcript, reading, args.json, console)
        }
    }
}

fn undo(file: &Path, seq: Option<u64>, as_json: bool, console: &mut Console) -> Result {
    let opened = JournaledHistory::open(file, SyncPolicy::EachTurn)?;
    if let Some(torn) = opened.torn {
        console.note(format!("{}: {torn}; it was removed", file.display()));
    }
    let mut journal = opened.journal;
    let last = journal.history().last_compaction().map(|entry| entry.seq);
    let seq = seq.or(last).ok_or_else(|| {
        Error::new(ErrorKind::Input, "there is no compaction to undo")
            .at(file.display().to_string())
            .hint("`vibeue journal FILE list` shows all events")
    })?;
    let applied = journal.undo(seq, now()).map_err(|error| error.at(file.display().to_string()))?;
    let messages = journal.history().view().len();
    if as_json {
        return console.json(&json!({ "undone": applied.undone, "messages": messages }));
    }
    let undone: Vec<String> = applied.undone.iter().map(|seq| format!("#{seq}")).collect();
    writeln!(
        console.out,
        "Undid compaction {}; the model sees {} now.",
        undone.join(", "),
        counted(messages as u64, "message")
    )?;
    Ok(())
}

/// Which part of a journal is exported.
#[derive(Debug, Clone, Copy)]
struct Chosen {
    /// Whether to export everything that was said; otherwise what the model sees.
    originals: bool,
    /// Whether credentials stay readable.
    with_secrets: bool,
}

fn export(
    file: &Path,
    format: ExportFormat,
    what: Chosen,
    out: Option<(&Path, Replacing)>,
    console: &mut Console,
) -> Result {
    let history = read(file, console)?.history;
    let mut conversation =
        if what.originals { history.to_original_conversation() } else { history.to_conversation() };
    if what.originals {
        for lost in ResultFiles::beside(file)?.fill(&mut conversation.messages) {
            console.note(lost);
        }
    }
    let form = ExportForm::Transcript(match format {
        ExportFormat::Openai => Format::OpenAiObject,
        ExportFormat::Anthropic => Format::Anthropic,
    });
    let export = Export { form, with_secrets: what.with_secrets };
    let Exported { text, masked } = export.write(conversation, history.title())?;
    note_masked(masked, "--with-secrets", console);
    match out {
        Some((path, replacing)) => {
            Ok(OutputFile::put(path, replacing, Readers::Of(file), text.as_bytes())?)
        }
        None => Ok(console.out.write_all(text.as_bytes())?),
    }
}

fn import(
    file: &Path,
    transcript: &Path,
    reading: &ReadingArgs,
    as_json: bool,
    console: &mut Console,
) -> Result {
    let source = Source::read(transcript, reading, console)?;
    if matches!(source.written, Written::Journal { .. }) {
        return Err(Failure::input("this is already a journal", "copy the file").at(&source.name));
    }
    let events = History::events_of(source.conversation);
    let header = Header::with_random_id(now());
    let journal = JournaledHistory::create_with(file, header, events, SyncPolicy::Always)?;
    let messages = journal.history().view().len();
    let events = journal.history().version();
    if as_json {
        return console.json(&json!({ "events": events, "messages": messages }));
    }
    let path = file.display().to_string();
    let path = crate::output::Printable(&path);
    writeln!(console.out, "{path}: {}", counted(messages as u64, "message"))?;
    Ok(())
}

fn carry_over(file: &Path, new: &Path, as_json: bool, console: &mut Console) -> Result {
    let report = salvage(file, new, now())?;
    if as_json {
        let dropped: Vec<_> = report
            .dropped_lines
            .iter()
            .map(|dropped| json!({ "line": dropped.line, "reason": dropped.reason.to_string() }))
            .collect();
        return console.json(&json!({
            "kept": report.kept,
            "dropped": report.dropped,
            "dropped_lines": dropped,
            "repaired_lines": report.repaired_lines,
            "lost_results": report.lost_results,
            "header_lost": report.header_lost,
            "messages": report.history.view().len(),
        }));
    }
    if report.header_lost {
        console.note("the header was lost: the conversation has a new id");
    }
    for dropped in &report.dropped_lines {
        console.note(format!("line {} was left out: {}", dropped.line, dropped.reason));
    }
    for lost in &report.lost_results {
        console.note(lost);
    }
    for line in &report.repaired_lines {
        console.note(format!("line {line} referred to lost messages and was repaired"));
    }
    let path = new.display().to_string();
    writeln!(
        console.out,
        "{}: {} kept, {} left out",
        crate::output::Printable(&path),
        counted(report.kept, "event"),
        counted(report.dropped, "line"),
    )?;
    Ok(())
}
