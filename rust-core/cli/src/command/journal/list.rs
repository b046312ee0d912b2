//! All events of a journal, a line each.

use std::path::Path;

use anstyle::Style;
use serde_json::{Value, json};
use vibeue_core::session::Event;
use vibeue_core::session::journal::JournalReader;

use super::event_line::{brief, kind};
use crate::console::Console;
use crate::failure::Result;
use crate::output::{Align, CivilTime, Printable, Table, counted, style};

/// Lists a journal.
///
/// # Errors
/// When the file is not a journal or damaged.
pub(super) fn list(file: &Path, as_json: bool, console: &mut Console) -> Result {
    let read = super::read(file, console)?;
    let history = &read.history;
    let mut entries = Vec::new();
    let mut reader = JournalReader::open(file)?;
    // Somebody may be writing: no further than the state that was read.
    while entries.len() as u64 != history.version()
        && let Some(entry) = reader.next().transpose()?
    {
        let undone = history.compaction(entry.seq).and_then(|it| it.undone_by);
        entries.push((entry.seq, entry.at, kind(&entry.event), brief(&entry.event), undone));
    }
    if as_json {
        let events: Vec<Value> = entries
            .iter()
            .map(|(seq, at, kind, brief, undone)| {
                let mut event = json!({ "seq": seq, "at": at, "type": kind, "brief": brief });
                if let Some(by) = undone {
                    event["undone_by"] = json!(by);
                }
                event
            })
            .collect();
        return console.json(&json!({
            "conversation": read.header.conversation,
            "created": read.header.created,
            "program": read.header.program,
            "title": history.title(),
            "messages_in_view": history.view().len(),
            "messages_in_all": history.originals().count(),
            "events": events,
        }));
    }
    let (heading, faint) = (style::HEADING, style::FAINT);
    let out = &mut console.out;
    let title = history.title().unwrap_or("untitled");
    writeln!(
        out,
        "{heading}{}{heading:#} {faint}conversation {}, begun {}{faint:#}",
        Printable(title),
        Printable(&read.header.conversation),
        CivilTime(read.header.created),
    )?;
    let in_force = history.compactions().iter().filter(|entry| entry.in_force()).count();
    writeln!(
        out,
        "{faint}{}; the model sees {}; {} in force{faint:#}\n",
        counted(history.version(), "event"),
        counted(history.view().len() as u64, "message"),
        counted(in_force as u64, "compaction"),
    )?;
    let mut table =
        Table::new([("seq", Align::Right), ("when", Align::Left), ("what", Align::Left)]);
    for (seq, at, kind, brief, undone) in entries {
        let (style, note) = match (undone, kind) {
            (Some(by), _) => (style::FAINT, format!(" (undone by #{by})")),
            (None, "compaction") => (style::HEADING, String::new()),
            _ => (Style::new(), String::new()),
        };
        let what = Printable(&brief).to_string() + &note;
        table.row(style, vec![seq.to_string(), CivilTime(at).to_string(), what]);
    }
    write!(out, "{table}")?;
    Ok(())
}

/// Finds one event.
///
/// # Errors
/// When the file is not a journal, damaged before the event, or has no such one.
pub(super) fn find(file: &Path, seq: u64) -> Result<(u64, Event)> {
    let mut reader = JournalReader::open(file)?;
    let mut last = 0;
    while let Some(entry) = reader.next().transpose()? {
        if entry.seq == seq {
            return Ok((entry.at, entry.event));
        }
        last = entry.seq;
    }
    let hint = match last {
        0 => "the journal has no events yet".to_owned(),
        last => format!("use a number from 1 to {last}"),
    };
    Err(crate::failure::Failure::input(format!("there is no event {seq}"), hint)
        .at(&file.display().to_string()))
}
