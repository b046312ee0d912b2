//! All events of a journal, one per line.

use std::path::Path;

use anstyle::Style;
use serde_json::{Value, json};
use vibeue_core::session::journal::{JournalReader, ReadHistory};
use vibeue_core::session::{Event, History};

use super::event_line::brief;
use crate::console::Console;
use crate::failure::Result;
use crate::output::{Align, CivilTime, Printable, Table, counted, style};

/// Lists a journal.
///
/// # Errors
/// If the file is not a journal or damaged.
pub(super) fn list(file: &Path, as_json: bool, console: &mut Console) -> Result {
    let read = super::reading::read(file, console)?;
    let rows = rows(file, &read.history)?;
    if as_json { console.json(&json(&read, &rows)) } else { print(&read, rows, console) }
}

/// One event.
struct Row {
    seq: u64,
    at: u64,
    kind: &'static str,
    brief: String,
    /// The event that undid it.
    undone_by: Option<u64>,
}

/// Reads the events of a journal, as far as its state was read.
fn rows(file: &Path, history: &History) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    let mut reader = JournalReader::open(file)?;
    // Another process may be writing: no further than the state that was read.
    while rows.len() as u64 != history.version()
        && let Some(entry) = reader.next().transpose()?
    {
        rows.push(Row {
            seq: entry.seq,
            at: entry.at,
            kind: entry.event.kind(),
            brief: brief(&entry.event),
            undone_by: history.compaction(entry.seq).and_then(|it| it.undone_by),
        });
    }
    Ok(rows)
}

fn json(read: &ReadHistory, rows: &[Row]) -> Value {
    let history = &read.history;
    let events = rows.iter().map(|row| {
        let mut event =
            json!({ "seq": row.seq, "at": row.at, "type": row.kind, "brief": row.brief });
        if let Some(by) = row.undone_by {
            event["undone_by"] = json!(by);
        }
        event
    });
    json!({
        "conversation": read.header.conversation,
        "created": read.header.created,
        "program": read.header.program,
        "title": history.title(),
        "messages_in_view": history.view().len(),
        "messages_in_all": history.originals().count(),
        "events": events.collect::<Vec<Value>>(),
    })
}

fn print(read: &ReadHistory, rows: Vec<Row>, console: &mut Console) -> Result {
    let history = &read.history;
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
    for row in rows {
        let (style, note) = match (row.undone_by, row.kind) {
            (Some(by), _) => (style::FAINT, format!(" (undone by #{by})")),
            (None, "compaction") => (style::HEADING, String::new()),
            _ => (Style::new(), String::new()),
        };
        let what = Printable(&row.brief).to_string() + &note;
        table.row(style, vec![row.seq.to_string(), CivilTime(row.at).to_string(), what]);
    }
    write!(out, "{table}")?;
    Ok(())
}

/// Finds one event.
///
/// # Errors
/// If the file is not a journal, damaged before the event, or has no such one.
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
