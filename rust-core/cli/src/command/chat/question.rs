//! The question whether a call may run.

use std::io::Write as _;

use vibeue_core::tools::{Call, Preview, PreviewKind, Tool};

use crate::console::Console;
use crate::failure::Result;
use crate::output::{Printable, style};

/// Shows what a call would do, and returns the approval prompt.
///
/// # Errors
/// If the output cannot be written.
pub(super) fn show(
    call: &Call,
    tool: Option<&Tool>,
    preview: Option<&Preview>,
    console: &mut Console,
) -> Result<String> {
    // What a gateway tool calls is asked for by its own name.
    let name = tool.map_or(call.name.as_str(), Tool::name);
    let (name, shown) = (Printable(name), one_line(&call.arguments));
    // A user who allows something must be able to see all of it.
    match preview {
        Some(preview) => show_preview(preview, console)?,
        None if shown != call.arguments => {
            writeln!(console.out, "{}", Printable(&in_full(&call.arguments)))?;
        }
        None => {}
    }
    if let Some(tool) = tool.filter(|tool| !tool.origin.is_empty()) {
        let faint = style::FAINT;
        let (access, origin) = (tool.access.name(), Printable(&tool.origin));
        writeln!(console.out, "{faint}{name} ({access}) is run by {origin}{faint:#}")?;
    }
    console.finish()?;
    let what = match preview {
        Some(preview) => format!("to {}", preview.title),
        None => shown,
    };
    let what = Printable(&what);
    Ok(format!("allow {name} {what}? [y]es, [a]lways in this chat, [p]roject, [n]o "))
}

/// Shows what a call would do.
///
/// # Errors
/// If the output cannot be written.
pub(in crate::command) fn show_preview(preview: &Preview, console: &mut Console) -> Result {
    for line in preview.text.lines() {
        let style = match (preview.kind, preview.would_fail) {
            (_, true) => style::WARNING,
            (PreviewKind::Diff, _) if line.starts_with("+++") || line.starts_with("---") => {
                style::HEADING
            }
            (PreviewKind::Diff, _) if line.starts_with('+') => style::GOOD,
            (PreviewKind::Diff, _) if line.starts_with('-') => style::BAD,
            (PreviewKind::Diff, _) if line.starts_with("@@") => style::FAINT,
            _ => anstyle::Style::new(),
        };
        // Lines of a file may end as on Windows.
        let line = Printable(line.trim_end_matches('\r'));
        writeln!(console.out, "{style}{line}{style:#}")?;
    }
    Ok(())
}

/// All of a call's arguments, in lines if they are JSON; very long texts in them are visibly cut.
fn in_full(arguments: &str) -> String {
    const MOST: usize = 8_000;
    let parsed = serde_json::from_str::<serde_json::Value>(arguments);
    let text = parsed
        .ok()
        .and_then(|value| serde_json::to_string_pretty(&value).ok())
        .unwrap_or_else(|| arguments.to_owned());
    let count = text.chars().count();
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}\n[… {} more characters]", &text[..at], count - MOST),
        None => text,
    }
}

/// Arguments on one line of bounded length.
pub(in crate::command) fn one_line(arguments: &str) -> String {
    const MOST: usize = 120;
    let flat: String =
        arguments.chars().take(MOST + 1).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if flat.chars().count() <= MOST {
        return flat;
    }
    flat.chars().take(MOST - 1).chain(['…']).collect()
}
