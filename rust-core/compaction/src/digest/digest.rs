//! The line that represents a tool round in a summary.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::fmt::Write;

use super::arguments::Arguments;
use super::family::ToolFamily;
use super::fields::{Round, write_nothing_found};
use super::line::{Line, one_line};
use super::outcome::Outcome;
use super::{DigestOptions, cut, json_value, neutralize, places};
use crate::facts::{ErrorLines, error_lines};
use vibeue_conversation::{ToolCall, ToolResult};

/// Writes the line that represents a tool round: `[✓ read_file: File:
/// Source/Door.cpp | Lines: 120]`.
///
/// `✓` or `❌` says how the round went; the fields depend on the tool's family.
/// A failed round is followed by its errors, one per line. Our own tags inside
/// are neutralized. Runs in time linear in the result.
pub fn digest(call: Option<&ToolCall>, result: &ToolResult, options: &DigestOptions) -> String {
    digest_knowing(call, result, options, Known::default())
}

/// What is known of a tool round besides its call and result.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Known<'k> {
    /// The error lines, if they were already read.
    pub(crate) errors: Option<&'k ErrorLines>,
    /// The previous result of the same tool: a run is described by what
    /// changed.
    pub(crate) before: Option<&'k ToolResult>,
}

/// Like [`digest`], for when more is known of the round.
pub(crate) fn digest_knowing(
    call: Option<&ToolCall>,
    result: &ToolResult,
    options: &DigestOptions,
    known: Known<'_>,
) -> String {
    let text = text_of(result);
    let name = call.map(|call| &*call.name).or(result.name.as_deref()).unwrap_or("tool");
    let arguments = Arguments::read(call.map_or("", |call| &call.arguments));
    let family = ToolFamily::of(name, &arguments, &text);
    let value = json_value::read(&text);
    let content = family.shows_content(&arguments);
    let outcome = Outcome::of(result, content, &text, value.as_ref(), known.errors);

    let max = options.max_chars.max(DigestOptions::MIN_CHARS);
    let nothing = !outcome.failed && family.finds_nothing(name, &arguments, &text);
    let mark = match () {
        () if outcome.failed => '❌',
        // Neither a success nor a failure.
        () if nothing => '–',
        () => '✓',
    };
    let mut line = Line::open(format!("[{mark} {}", cut::head(name, 64)), max);
    if nothing {
        write_nothing_found(&mut line, &arguments);
    } else {
        let round = Round {
            arguments: &arguments,
            text: &text,
            value: value.as_ref(),
            outcome: &outcome,
            before: known.before.map(text_of),
        };
        round.write(&mut line, family);
    }
    if result.parts.len() > result.texts().count() {
        line.field("Images", &(result.parts.len() - result.texts().count()).to_string());
    }
    let mut out = line.close();
    if options.preserve_error_details {
        append_errors(&mut out, &outcome, &text);
    }
    match neutralize(&out) {
        Cow::Borrowed(_) => out,
        Cow::Owned(neutral) => neutral,
    }
}

/// Returns whether a tool round failed. `quiet` means the caller already knows that no line of the
/// result reports an error.
pub fn verdict(call: Option<&ToolCall>, result: &ToolResult, quiet: bool) -> bool {
    let name = call.map(|call| &*call.name).or(result.name.as_deref()).unwrap_or("tool");
    let arguments = Arguments::read(call.map_or("", |call| &call.arguments));
    verdict_with(name, &arguments, result, quiet, 0).is_some()
}

/// Returns the first error of a failed tool round, in at most `max` characters,
/// and its error lines, which are read only if `max` is not 0.
pub(crate) fn verdict_with(
    name: &str,
    arguments: &Arguments,
    result: &ToolResult,
    quiet: bool,
    max: usize,
) -> Option<(String, ErrorLines)> {
    let text = text_of(result);
    let family = ToolFamily::of(name, arguments, &text);
    let value = json_value::read_outcome(&text);
    let content = family.shows_content(arguments);
    let errors = OnceCell::new();
    let read = || errors.get_or_init(|| error_lines(&text));
    if !Outcome::failed(result, content, &text, value.as_ref(), || {
        !quiet && !read().lines.is_empty()
    }) {
        return None;
    }
    if max == 0 {
        return Some((String::new(), ErrorLines::default()));
    }
    let outcome = Outcome::of(result, content, &text, value.as_ref(), Some(read()));
    let first = one_line(outcome.first_error(&text).unwrap_or_default(), max).into_owned();
    Some((first, outcome.errors))
}

/// The text parts of a result, joined by line breaks; a single part is not
/// copied.
fn text_of(result: &ToolResult) -> Cow<'_, str> {
    let mut texts = result.texts();
    match (texts.next(), texts.next()) {
        (None, _) => Cow::Borrowed(""),
        (Some(text), None) => Cow::Borrowed(text),
        _ => Cow::Owned(result.joined_text()),
    }
}

/// Adds the error lines, up to [`DigestOptions::MAX_ERROR_CHARS`].
fn append_errors(out: &mut String, outcome: &Outcome, text: &str) {
    let mut room = DigestOptions::MAX_ERROR_CHARS;
    let mut shown = 0;
    for group in places::by_file(&outcome.errors.lines, text) {
        let error = one_line(&group.text, 200);
        let cost = error.chars().count() + 3;
        if out.contains(&*error) {
            shown += group.lines;
            continue;
        }
        if cost > room {
            break;
        }
        room -= cost;
        shown += group.lines;
        out.push_str("\n  ");
        out.push_str(&error);
    }
    let left = outcome.errors.total().saturating_sub(shown);
    if left > 0 {
        let _ = write!(out, "\n  … {left} more errors");
    }
    if outcome.failed && outcome.errors.lines.is_empty() {
        let error = one_line(outcome.first_error(text).unwrap_or_default(), 300);
        if !error.is_empty() && !out.contains(&*error) {
            out.push_str("\n  ");
            out.push_str(&error);
        }
    }
}
