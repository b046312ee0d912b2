//! All conversations, or what is in the trash.

use anstyle::Style;
use serde_json::{Value, json};
use vibeue_core::session::library::{Labels, Library, LibraryEntry};

use super::spent::{dollars, tokens};
use crate::command::now::now;
use crate::console::Console;
use crate::failure::Result;
use crate::output::{Align, CivilTime, Printable, Table, counted, style};
use crate::progress::Progress;

/// How much of an id a list shows.
const SHOWN: usize = 8;

/// Lists all conversations, or those with a tag.
///
/// # Errors
/// If the folder cannot be read, or that is not a tag.
pub(super) fn list(
    library: &Library,
    tag: Option<&str>,
    as_json: bool,
    console: &mut Console,
) -> Result {
    let tag = tag.map(Labels::tag_of).transpose()?;
    let progress = Progress::begin(console, "reading", 0);
    let mut entries = library.list(|| false)?;
    drop(progress);
    if let Some(tag) = &tag {
        entries.retain(|entry| entry.labels.tags.contains(tag));
    }
    for fault in entries.iter().flat_map(|it| it.fault.iter().chain(&it.labels_fault)) {
        console.note(fault);
    }
    if as_json {
        let conversations: Vec<Value> = entries.iter().map(json_of).collect();
        return console.json(&json!({ "conversations": conversations }));
    }
    if entries.is_empty() {
        writeln!(console.out, "There are no conversations here.")?;
        return Ok(());
    }
    let mut table = Table::new([
        ("id", Align::Left),
        ("changed", Align::Left),
        ("messages", Align::Right),
        ("tokens", Align::Right),
        ("cost", Align::Right),
        ("title", Align::Left),
    ]);
    for entry in &entries {
        let style = if entry.labels.pinned { style::HEADING } else { Style::new() };
        let (tokens, cost) = (tokens(&entry.usage), dollars(&entry.usage));
        table.row(
            style,
            vec![
                short(&entry.id, &entries),
                CivilTime(entry.changed).to_string()[..16].to_owned(),
                entry.messages.to_string(),
                tokens,
                cost,
                title_of(entry),
            ],
        );
    }
    write!(console.out, "{table}")?;
    Ok(())
}

/// Lists what is in the trash.
///
/// # Errors
/// If it cannot be read.
pub(super) fn trash(library: &Library, as_json: bool, console: &mut Console) -> Result {
    let all = library.trash()?;
    if as_json {
        let rows = all.iter().map(|it| {
            let mut row = json_of(&it.entry);
            row["deleted"] = json!(it.deleted);
            row
        });
        return console.json(&json!({ "trash": rows.collect::<Vec<Value>>() }));
    }
    if all.is_empty() {
        writeln!(console.out, "The trash is empty.")?;
        return Ok(());
    }
    let entries: Vec<LibraryEntry> = all.iter().map(|it| it.entry.clone()).collect();
    let mut table =
        Table::new([("id", Align::Left), ("kept for", Align::Right), ("title", Align::Left)]);
    for it in &all {
        let left = (it.deleted + Library::TRASH_KEEPS).saturating_sub(now()) / 86_400_000;
        let row = vec![short(&it.entry.id, &entries), counted(left, "day"), title_of(&it.entry)];
        table.row(Style::new(), row);
    }
    write!(console.out, "{table}")?;
    Ok(())
}

/// A conversation as JSON.
pub(super) fn json_of(entry: &LibraryEntry) -> Value {
    let total = entry.usage.total();
    json!({
        "id": entry.id,
        "path": entry.path,
        "title": entry.title,
        "created": entry.created,
        "changed": entry.changed,
        "messages": entry.messages,
        "bytes": entry.bytes,
        "pinned": entry.labels.pinned,
        "tags": entry.labels.tags,
        "tokens": total.tokens(),
        "dollars": total.dollars(),
        "unknown": entry.usage.unknown(),
        "fault": entry.fault.as_ref().or(entry.labels_fault.as_ref()).map(ToString::to_string),
    })
}

/// The title with the pin's mark and the tags.
pub(super) fn title_of(entry: &LibraryEntry) -> String {
    let mut line = if entry.labels.pinned { "★ ".to_owned() } else { String::new() };
    match (&entry.fault, entry.title.as_str()) {
        (Some(_), "") => line.push_str("(cannot be read)"),
        (Some(_), title) => line.push_str(&format!("{} (damaged)", Printable(title))),
        (None, "") => line.push_str("(nothing was said yet)"),
        (None, title) => line.push_str(&Printable(title).to_string()),
    }
    if let Some(tags) = tags_of(&entry.labels) {
        line.push_str(&format!("  {tags}"));
    }
    line
}

/// Tags in a line.
pub(super) fn tags_of(labels: &Labels) -> Option<String> {
    let tags: Vec<String> = labels.tags.iter().map(|tag| format!("#{tag}")).collect();
    (!tags.is_empty()).then(|| tags.join(" "))
}

/// The shortest beginning of an id that distinguishes it from others.
pub(super) fn short(id: &str, all: &[LibraryEntry]) -> String {
    let same = |length: usize| all.iter().filter(|it| it.id.starts_with(&id[..length])).count();
    let length = (SHOWN.min(id.len())..id.len()).find(|length| same(*length) <= 1);
    id[..length.unwrap_or(id.len())].to_owned()
}
