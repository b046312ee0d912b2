//! One event in full, or what the model sees.

use std::io::Write;
use std::path::Path;

use serde_json::json;
use vibeue_core::conversation::transcript::openai::messages_to_json;
use vibeue_core::conversation::{Message, Part};
use vibeue_core::session::Event;

use super::event_line::brief;
use super::list::find;
use crate::console::Console;
use crate::failure::Result;
use crate::output::{CivilTime, Printable, style};

/// Shows one event in full.
///
/// # Errors
/// If the file is not a journal, damaged before the event, or has no such one.
pub(super) fn show_event(file: &Path, seq: u64, as_json: bool, console: &mut Console) -> Result {
    let (at, event) = find(file, seq)?;
    if as_json {
        return console.json(&json!({ "seq": seq, "at": at, "event": event }));
    }
    let (heading, faint) = (style::HEADING, style::FAINT);
    let out = &mut console.out;
    let line = brief(&event);
    let when = CivilTime(at);
    match &event {
        Event::Message(message) | Event::Branch { message, .. } => {
            writeln!(out, "{heading}#{seq}{heading:#} {faint}{when}{faint:#}")?;
            write_message(out, message)
        }
        Event::Compaction(compaction) => {
            writeln!(
                out,
                "{heading}#{seq} {}{heading:#} {faint}{when}{faint:#}",
                Printable(&line)
            )?;
            writeln!(out, "{}", Printable(&compaction.reason))?;
            for message in compaction.summary.iter().chain(&compaction.shortened) {
                writeln!(out)?;
                write_message(out, message)?;
            }
            Ok(())
        }
        _ => {
            writeln!(out, "{heading}#{seq}{heading:#} {faint}{when}{faint:#}")?;
            writeln!(out, "{}", Printable(&line))?;
            Ok(())
        }
    }
}

/// Shows what the model sees.
///
/// # Errors
/// If the file is not a journal or damaged.
pub(super) fn show_view(file: &Path, as_json: bool, console: &mut Console) -> Result {
    let history = super::reading::read(file, console)?.history;
    if as_json {
        let view: Vec<Message> = history.view().iter().map(|it| Message::clone(it)).collect();
        return console.json(&json!({ "messages": messages_to_json(&view) }));
    }
    for (at, message) in history.view().iter().enumerate() {
        if at > 0 {
            writeln!(console.out)?;
        }
        write_message(&mut console.out, message)?;
    }
    Ok(())
}

fn write_message(out: &mut dyn Write, message: &Message) -> Result {
    let (heading, faint) = (style::HEADING, style::FAINT);
    let pinned = if message.pinned { ", pinned" } else { "" };
    let role = message.role.as_str();
    writeln!(out, "{heading}{} {role}{heading:#}{faint}{pinned}{faint:#}", message.id)?;
    for part in &message.parts {
        match part {
            Part::Text { text, .. } => writeln!(out, "{}", Printable(text))?,
            Part::Image(_) => writeln!(out, "{faint}[image]{faint:#}")?,
            Part::ToolCall(call) => writeln!(
                out,
                "{faint}→ {}{faint:#} {}",
                Printable(&call.name),
                Printable(&call.arguments)
            )?,
            Part::ToolResult(result) => {
                let mark = if result.is_error { "✗ " } else { "" };
                writeln!(out, "{faint}← {}{faint:#}", Printable(&result.call_id))?;
                writeln!(out, "{mark}{}", Printable(&result.joined_text()))?;
            }
            Part::Opaque { block } => {
                let kind = block.get("type").and_then(|kind| kind.as_str()).unwrap_or("block");
                writeln!(out, "{faint}[{}]{faint:#}", Printable(kind))?;
            }
        }
    }
    Ok(())
}
