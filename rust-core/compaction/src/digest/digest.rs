//! The line that stands for a tool round.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::fmt::Write;

use serde_json::Value;

use super::arguments::Arguments;
use super::family::{ASSET_KEYS, CODE_KEYS, COMMAND_KEYS, FILE_KEYS, QUERY_KEYS, ToolFamily};
use super::outcome::Outcome;
use super::{DigestOptions, cut, json_value, neutralize};
use crate::facts::{ErrorLines, error_lines};
use vibeue_conversation::{ToolCall, ToolResult};

/// Writes the line that stands for a tool round: `[✓ read_file: File:
/// Source/Door.cpp | Lines: 120]`.
///
/// `✓` or `❌` says how it went; what the line tells depends on the tool's
/// family. The errors of a failed round follow line by line. Our own tags
/// inside are neutralised. Linear in the result.
pub fn digest(call: Option<&ToolCall>, result: &ToolResult, options: &DigestOptions) -> String {
    digest_knowing(call, result, options, None)
}

/// The same for a result whose error lines may be known already.
pub(crate) fn digest_knowing(
    call: Option<&ToolCall>,
    result: &ToolResult,
    options: &DigestOptions,
    errors: Option<&ErrorLines>,
) -> String {
    let text = text_of(result);
    let name = call.map(|call| &*call.name).or(result.name.as_deref()).unwrap_or("tool");
    let arguments = Arguments::read(call.map_or("", |call| &call.arguments));
    let family = ToolFamily::of(name, &arguments, &text);
    let value = json_value::read(&text);
    let content = family.shows_content(&arguments);
    let outcome = Outcome::of(result, content, &text, value.as_ref(), errors);

    let max = options.max_chars.max(DigestOptions::MIN_CHARS);
    let mark = if outcome.failed { '❌' } else { '✓' };
    let mut line = Line::open(format!("[{mark} {}", cut::head(name, 64)), max);
    tell(&mut line, family, &arguments, &text, value.as_ref(), &outcome);
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

/// Tells whether a tool round failed. Of a `quiet` result it is known that no
/// line reports an error.
pub fn verdict(call: Option<&ToolCall>, result: &ToolResult, quiet: bool) -> bool {
    let name = call.map(|call| &*call.name).or(result.name.as_deref()).unwrap_or("tool");
    let arguments = Arguments::read(call.map_or("", |call| &call.arguments));
    verdict_with(name, &arguments, result, quiet, 0).is_some()
}

/// Returns the first error of a tool round that failed, in at most `max`
/// characters, and its error lines, which are only read where `max` is not 0.
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

/// The text parts of a result joined by line breaks; one alone is not copied.
fn text_of(result: &ToolResult) -> Cow<'_, str> {
    let mut texts = result.texts();
    match (texts.next(), texts.next()) {
        (None, _) => Cow::Borrowed(""),
        (Some(text), None) => Cow::Borrowed(text),
        _ => Cow::Owned(result.joined_text()),
    }
}

/// A digest under way: fields until there is no room.
struct Line {
    out: String,
    /// Characters of `out`.
    used: usize,
    fields: usize,
    max: usize,
}

impl Line {
    fn open(mut out: String, max: usize) -> Self {
        let used = out.chars().count();
        out.reserve(max);
        Self { out, used, fields: 0, max }
    }

    /// Adds `Label: value`, on one line, cut to the room that is left.
    fn field(&mut self, label: &str, value: &str) {
        let lead = if self.fields == 0 { ": " } else { " | " };
        let mut cost = lead.len();
        if !label.is_empty() {
            cost += label.chars().count() + 2;
        }
        let room = self.max.saturating_sub(self.used + 1 + cost);
        if room < 8 && room < value.chars().take(9).count() {
            return;
        }
        let value = one_line(value, room);
        if value.is_empty() {
            return;
        }
        self.out.push_str(lead);
        if !label.is_empty() {
            self.out.push_str(label);
            self.out.push_str(": ");
        }
        self.out.push_str(&value);
        self.used += cost + value.chars().count();
        self.fields += 1;
    }

    fn close(mut self) -> String {
        self.out.push(']');
        self.out
    }

    fn room(&self) -> usize {
        self.max.saturating_sub(self.used + 4)
    }
}

fn tell(
    line: &mut Line,
    family: ToolFamily,
    arguments: &Arguments,
    text: &str,
    value: Option<&Value>,
    outcome: &Outcome,
) {
    let lines = line_count(text);
    match family {
        ToolFamily::FileRead => {
            line.field("File", arguments.first(&FILE_KEYS).unwrap_or_default());
            for key in ["start_line", "line_start", "offset", "line_number", "line", "view_range"] {
                if let Some(from) = arguments.get(key) {
                    line.field("From", &from.to_string());
                    break;
                }
            }
            line.field("Lines", &lines.to_string());
            line.field("Defines", &definitions(text));
        }
        ToolFamily::FileWrite => {
            line.field("File", arguments.first(&FILE_KEYS).unwrap_or_default());
            let to = ["destination", "new_path", "to", "destination_path", "new_name"];
            line.field("To", arguments.first(&to).unwrap_or_default());
            let body =
                ["content", "text", "new_string", "new_str", "file_text", "replacement_text"];
            if let Some(body) = arguments.first(&body) {
                line.field("Wrote", &format!("{} lines", body.lines().count()));
            }
            line.field("Said", first_line(text));
        }
        ToolFamily::Shell => {
            line.field("Command", arguments.first(&COMMAND_KEYS).unwrap_or_default());
            exit(line, outcome);
            line.field("Lines", &lines.to_string());
            ends(line, text);
        }
        ToolFamily::Search => {
            line.field("Query", arguments.first(&QUERY_KEYS).unwrap_or_default());
            line.field(
                "In",
                arguments
                    .first(&["dir", "directory", "path", "file", "folder"])
                    .unwrap_or_default(),
            );
            let hits = first_lines(text, 4);
            line.field("Lines", &lines.to_string());
            line.field("Top", &hits.join("; "));
        }
        ToolFamily::Python => {
            line.field(
                "Code",
                arguments
                    .first(&CODE_KEYS)
                    .or(arguments.first(&COMMAND_KEYS))
                    .map_or("", telling_line),
            );
            exit(line, outcome);
            line.field("Lines", &lines.to_string());
            ends(line, text);
        }
        ToolFamily::BlueprintCompile | ToolFamily::CppBuild => {
            let subject = arguments.first(&ASSET_KEYS).or(arguments.first(&COMMAND_KEYS));
            let label = if family == ToolFamily::CppBuild { "Target" } else { "Blueprint" };
            let targets = ["target", "module", "project", "name", "path"];
            line.field(label, subject.or(arguments.first(&targets)).unwrap_or_default());
            exit(line, outcome);
            line.field("Errors", &outcome.errors.total().to_string());
            line.field("Warnings", &warnings(text).to_string());
            ends(line, text);
        }
        ToolFamily::AutomationTest => {
            let subject = arguments
                .first(&COMMAND_KEYS)
                .or(arguments.first(&["test", "filter", "name", "tests"]));
            line.field("Tests", subject.unwrap_or_default());
            exit(line, outcome);
            line.field("Errors", &outcome.errors.total().to_string());
            ends(line, text);
        }
        ToolFamily::AssetQuery => {
            let subject = arguments.first(&ASSET_KEYS).or(arguments.first(&QUERY_KEYS));
            let places = ["path", "directory", "directory_path", "folder", "class_name"];
            line.field("Query", subject.or(arguments.first(&places)).unwrap_or_default());
            match value {
                Some(value) => condensed(line, value),
                None => {
                    line.field("Lines", &lines.to_string());
                    let top = first_lines(text, 6);
                    line.field("Top", &top.join(", "));
                }
            }
        }
        ToolFamily::Json | ToolFamily::Other => {
            line.field("", &asked(arguments, line.room() / 3));
            match value {
                Some(value) => condensed(line, value),
                None => head_and_tail(line, text),
            }
        }
    }
}

fn condensed(line: &mut Line, value: &Value) {
    let room = line.room().saturating_sub(24);
    let label = match value {
        Value::Array(items) => format!("{} items", items.len()),
        _ => String::new(),
    };
    match value {
        // The items of a bare list are told one after the other.
        Value::Array(items) if items.first().is_some_and(Value::is_object) => {
            line.field("Result", &label);
            let each = room / items.len().clamp(1, 4);
            let shown: Vec<String> =
                items.iter().take(4).map(|item| json_value::condense(item, each)).collect();
            line.field("", &shown.join("; "));
        }
        value => line.field("Result", &json_value::condense(value, room)),
    }
}

/// The scalar arguments of a call: `origin: IAH, date: 2024-05-19`.
fn asked(arguments: &Arguments, max: usize) -> String {
    let mut out = String::new();
    for (key, value) in arguments.iter() {
        let value = match value {
            Value::String(text) => cut::ellipsis(text.trim(), 60).into_owned(),
            Value::Number(_) | Value::Bool(_) => value.to_string(),
            _ => continue,
        };
        let lead = if out.is_empty() { "" } else { ", " };
        if out.chars().count() + key.len() + value.chars().count() + 4 > max {
            break;
        }
        let _ = write!(out, "{lead}{key}: {value}");
    }
    out
}

fn head_and_tail(line: &mut Line, text: &str) {
    let room = line.room();
    if text.chars().nth(room).is_none() {
        line.field("Result", text);
        return;
    }
    let half = room.saturating_sub(40) / 2;
    line.field("Head", &cut::ellipsis(text.trim_start(), half));
    line.field("Tail", cut::tail(text.trim_end(), half));
}

fn exit(line: &mut Line, outcome: &Outcome) {
    if let Some(code) = outcome.exit_code {
        line.field("Exit", &code.to_string());
    }
}

/// The last line that says something, or all of a short output.
fn ends(line: &mut Line, text: &str) {
    let text = text.trim();
    if text.len() <= 100 {
        line.field("Output", text);
        return;
    }
    let last = text.lines().rev().take(12).map(str::trim).find(|l| says_something(l));
    line.field("Last", last.unwrap_or_default());
}

/// Prompts and the editor's state lines say nothing about what happened.
fn says_something(line: &str) -> bool {
    line.chars().any(char::is_alphanumeric)
        && !line.ends_with('$')
        && !line.starts_with("(Open file:")
        && !line.starts_with("(Current directory:")
}

/// The first lines with something in them, each as far as a digest can show it.
fn first_lines(text: &str, most: usize) -> Vec<&str> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.take(most).map(|line| cut::head(line, 240)).collect()
}

fn first_line(text: &str) -> &str {
    text.lines().map(str::trim).find(|line| says_something(line)).unwrap_or_default()
}

/// The first line of a script that does more than import.
fn telling_line(code: &str) -> &str {
    let mut lines = code.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    let starts = ["import ", "from ", "#"];
    if !starts.iter().any(|start| first.starts_with(start)) {
        return first;
    }
    lines.find(|line| !starts.iter().any(|start| line.starts_with(start))).unwrap_or(first)
}

/// The names of the first things that a source text defines.
fn definitions(text: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    for line in text.lines().take(4000) {
        // Viewers put line numbers before the text.
        let line = line.trim_start_matches(|c: char| {
            c.is_ascii_digit() || matches!(c, ' ' | ':' | '\t' | '|')
        });
        for keyword in
            ["class ", "struct ", "def ", "pub fn ", "fn ", "function ", "interface ", "enum "]
        {
            let Some(rest) = line.strip_prefix(keyword) else {
                continue;
            };
            let name = rest
                .split_whitespace()
                .find(|word| !word.ends_with("_API"))
                .unwrap_or_default()
                .split(|c: char| !(c.is_alphanumeric() || c == '_'))
                .next()
                .unwrap_or_default();
            if name.len() > 1 && name.len() < 64 && !names.contains(&name) {
                names.push(name);
            }
        }
        if names.len() >= 6 {
            break;
        }
    }
    names.join(", ")
}

fn warnings(text: &str) -> usize {
    memchr::memmem::find_iter(text.as_bytes(), b"arning")
        .filter(|at| {
            let rest = &text.as_bytes()[at + 6..];
            rest.starts_with(b": ") || rest.starts_with(b" C") || rest.starts_with(b"[")
        })
        .count()
}

/// Adds the error lines, within [`DigestOptions::MAX_ERROR_CHARS`].
fn append_errors(out: &mut String, outcome: &Outcome, text: &str) {
    let mut room = DigestOptions::MAX_ERROR_CHARS;
    let mut shown = 0;
    for error in &outcome.errors.lines {
        let error = one_line(error, 200);
        let cost = error.chars().count() + 3;
        if out.contains(&*error) {
            shown += 1;
            continue;
        }
        if cost > room {
            break;
        }
        room -= cost;
        shown += 1;
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

/// How many lines a text has; a break at its end begins no other.
fn line_count(text: &str) -> usize {
    let breaks = memchr::memchr_iter(b'\n', text.as_bytes()).count();
    breaks + usize::from(!text.is_empty() && !text.ends_with('\n'))
}

/// Makes one line of a text: runs of white space become one space.
fn one_line(text: &str, max: usize) -> Cow<'_, str> {
    // Twice the room is enough even when every second character is a space.
    let text = cut::head(text, max.saturating_mul(4));
    if is_one_line(text.as_bytes()) {
        return cut::ellipsis(text, max);
    }
    let mut out = String::with_capacity(text.len().min(2 * max + 4));
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
        // What is cut off needs no folding; a character has four bytes at most.
        if out.len() > 4 * max {
            break;
        }
    }
    match cut::ellipsis(&out, max) {
        Cow::Borrowed(_) => Cow::Owned(out),
        Cow::Owned(short) => Cow::Owned(short),
    }
}

/// Tells whether a text is one line already: words of ASCII with one space
/// between them.
pub(crate) fn is_one_line(text: &[u8]) -> bool {
    let mut before = b' ';
    for &byte in text {
        if !(0x20..0x80).contains(&byte) || byte == b' ' && before == b' ' {
            return false;
        }
        before = byte;
    }
    before != b' ' || text.is_empty()
}
