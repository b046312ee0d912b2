//! The fields of a tool round's digest.

use std::borrow::Cow;
use std::fmt::Write;

use serde_json::Value;

use super::arguments::Arguments;
use super::family::{ASSET_KEYS, CODE_KEYS, COMMAND_KEYS, FILE_KEYS, QUERY_KEYS, ToolFamily};
use super::hits::Hits;
use super::line::{Line, line_count};
use super::listing::Listing;
use super::outcome::Outcome;
use super::partial::partial;
use super::readings::Readings;
use super::source::{self, Outline};
use super::table::Table;
use super::{cut, json_value};

/// Writes what was searched for when a search found nothing.
pub(super) fn write_nothing_found(line: &mut Line, arguments: &Arguments) {
    let asked = match arguments.first(&QUERY_KEYS).or(arguments.first(&COMMAND_KEYS)) {
        Some(query) => Cow::Borrowed(query),
        None => Cow::Owned(asked(arguments, line.room())),
    };
    line.field("No hit for", &asked);
    line.field("In", arguments.first(&FOLDER_KEYS).unwrap_or_default());
}

/// Argument names under which searches take the place to look in.
const FOLDER_KEYS: [&str; 5] = ["dir", "directory", "path", "file", "folder"];

/// A tool round whose digest is being written.
pub(super) struct Round<'r> {
    pub(super) arguments: &'r Arguments,
    pub(super) text: &'r str,
    pub(super) value: Option<&'r Value>,
    pub(super) outcome: &'r Outcome,
    /// What the same tool printed in its previous run.
    pub(super) before: Option<Cow<'r, str>>,
}

impl Round<'_> {
    /// Writes the fields that a digest of this family has.
    pub(super) fn write(&self, line: &mut Line, family: ToolFamily) {
        match family {
            ToolFamily::FileRead => self.write_file(line),
            ToolFamily::FileWrite => self.write_written(line),
            ToolFamily::Shell => self.write_command(line, family),
            ToolFamily::Search => self.write_search(line),
            ToolFamily::Python => {
                let code = self.arguments.first(&CODE_KEYS).or(self.arguments.first(&COMMAND_KEYS));
                line.field("Code", code.map_or("", main_line));
                self.exit(line);
                self.write_output(line);
            }
            ToolFamily::BlueprintCompile | ToolFamily::CppBuild => self.write_build(line, family),
            ToolFamily::AutomationTest => self.write_tests(line),
            ToolFamily::AssetQuery => self.write_query(line),
            ToolFamily::Json | ToolFamily::Other => {
                line.field("", &asked(self.arguments, line.room() / 3));
                match self.value {
                    Some(value) => condensed(line, value),
                    None => self.write_other(line),
                }
            }
        }
    }

    /// The first non-empty argument under one of these names.
    fn first(&self, keys: &[&str]) -> &str {
        self.arguments.first(keys).unwrap_or_default()
    }

    fn write_written(&self, line: &mut Line) {
        line.field("File", self.first(&FILE_KEYS));
        let to = ["destination", "new_path", "to", "destination_path", "new_name"];
        line.field("To", self.first(&to));
        let body = ["content", "text", "new_string", "new_str", "file_text", "replacement_text"];
        if let Some(body) = self.arguments.first(&body) {
            line.field("Wrote", &format!("{} lines", body.lines().count()));
        }
        line.field(self.label("Said"), first_line(self.text));
    }

    fn write_command(&self, line: &mut Line, family: ToolFamily) {
        line.field("Command", self.first(&COMMAND_KEYS));
        self.exit(line);
        if family.shows_content(self.arguments)
            && let Some(hits) = Hits::of(self.text).filter(Hits::names_lines)
        {
            return self.write_hits(line, &hits);
        }
        self.write_output(line);
    }

    fn write_search(&self, line: &mut Line) {
        line.field("Query", self.first(&QUERY_KEYS));
        line.field("In", self.first(&FOLDER_KEYS));
        match Hits::of(self.text) {
            Some(hits) => self.write_hits(line, &hits),
            None => {
                self.count(line);
                line.field("Top", &first_lines(self.text, 4).join("; "));
            }
        }
    }

    fn write_tests(&self, line: &mut Line) {
        let names = ["test", "filter", "name", "tests"];
        let subject = self.arguments.first(&COMMAND_KEYS).or(self.arguments.first(&names));
        line.field("Tests", subject.unwrap_or_default());
        self.exit(line);
        let readings = Readings::of(self.text);
        if readings.is_empty() {
            line.field("Errors", &self.outcome.errors.total().to_string());
        } else {
            self.write_readings(line, &readings);
        }
        ends(line, self.text);
    }

    fn write_query(&self, line: &mut Line) {
        let places = ["path", "directory", "directory_path", "folder", "class_name"];
        let subject = self.arguments.first(&ASSET_KEYS).or(self.arguments.first(&QUERY_KEYS));
        line.field("Query", subject.or(self.arguments.first(&places)).unwrap_or_default());
        match (self.value, Listing::of(self.text)) {
            (Some(value), _) => condensed(line, value),
            (None, Some(listing)) => self.write_assets(line, &listing),
            (None, None) => {
                self.count(line);
                line.field("Top", &first_lines(self.text, 6).join(", "));
            }
        }
    }

    fn write_file(&self, line: &mut Line) {
        let path = self.arguments.first(&FILE_KEYS).unwrap_or_default();
        line.field("File", path);
        for key in ["start_line", "line_start", "offset", "line_number", "line", "view_range"] {
            if let Some(from) = self.arguments.get(key) {
                line.field("From", &from.to_string());
                break;
            }
        }
        let kind = source::kind_of(path);
        let lines = line_count(self.text);
        match kind {
            Some(kind) => line.field("Lines", &format!("{lines} ({kind})")),
            None => line.field("Lines", &lines.to_string()),
        }
        self.partial(line);
        if matches!(kind, Some("table"))
            && let Some(table) = Table::of(self.text)
        {
            line.field("Table", &table.in_short(line.room()));
        }
        if !matches!(kind, Some("prose" | "settings" | "JSON" | "table" | "log")) {
            let outline = Outline::of(self.text);
            line.field("Defines", &named(&outline.defines, line.room() * 2 / 3));
            line.field("Imports", &named(&outline.imports, line.room()));
        }
    }

    fn write_hits(&self, line: &mut Line, hits: &Hits<'_>) {
        line.field("Hits", &hits.count());
        self.partial(line);
        line.field("", &hits.by_file(line.room()));
    }

    fn write_assets(&self, line: &mut Line, listing: &Listing<'_>) {
        line.field("Assets", &listing.count());
        self.partial(line);
        line.field("", &listing.by_folder(line.room()));
    }

    fn write_build(&self, line: &mut Line, family: ToolFamily) {
        let subject = self.arguments.first(&ASSET_KEYS).or(self.arguments.first(&COMMAND_KEYS));
        let label = if family == ToolFamily::CppBuild { "Target" } else { "Blueprint" };
        let targets = ["target", "module", "project", "name", "path"];
        line.field(label, subject.or(self.arguments.first(&targets)).unwrap_or_default());
        self.exit(line);
        line.field("Errors", &self.outcome.errors.total().to_string());
        line.field("Warnings", &warnings(self.text).to_string());
        ends(line, self.text);
    }

    /// What a command or a script printed.
    fn write_output(&self, line: &mut Line) {
        self.count(line);
        self.partial(line);
        if self.text.trim().len() <= SHORT_OUTPUT || !self.write_form(line) {
            ends(line, self.text);
        }
    }

    fn write_other(&self, line: &mut Line) {
        if self.text.chars().nth(line.room()).is_some() {
            if self.write_form(line) {
                return;
            }
            self.partial(line);
        }
        head_and_tail(line, self.text, self.label("Result"));
    }

    /// The label of what the tool answered; an error says what it is.
    fn label(&self, label: &'static str) -> &'static str {
        if self.outcome.failed { "" } else { label }
    }

    /// Writes what a text in a known form holds: readings, a listing or a table; `false` if it is
    /// none of these.
    fn write_form(&self, line: &mut Line) -> bool {
        let readings = Readings::of(self.text);
        if !readings.is_empty() {
            self.write_readings(line, &readings);
        } else if let Some(listing) = Listing::of(self.text).filter(|it| it.is_most_of(self.text)) {
            self.write_assets(line, &listing);
        } else if let Some(table) = Table::of(self.text) {
            line.field("Table", &table.in_short(line.room()));
        } else {
            return false;
        }
        true
    }

    /// Writes tests and figures, and what changed since the previous run.
    fn write_readings(&self, line: &mut Line, readings: &Readings<'_>) {
        let changed = self
            .before
            .as_deref()
            .map(|before| readings.since(&Readings::of(before), line.room() * 2 / 3))
            .unwrap_or_default();
        line.field("Since the run before", &changed);
        line.field("Tests", &readings.tests(line.room()));
        line.field("Figures", &readings.figures(line.room()));
    }

    fn exit(&self, line: &mut Line) {
        if let Some(code) = self.outcome.exit_code {
            line.field("Exit", &code.to_string());
        }
    }

    fn count(&self, line: &mut Line) {
        line.field("Lines", &line_count(self.text).to_string());
    }

    fn partial(&self, line: &mut Line) {
        if let Some(notice) = partial(self.text) {
            line.field("Partial", &notice);
        }
    }
}

/// Names, in at most `max` characters; the rest are only counted.
fn named(names: &[&str], max: usize) -> String {
    let mut out = String::new();
    for (nth, name) in names.iter().enumerate() {
        let lead = if nth == 0 { "" } else { ", " };
        if out.chars().count() + lead.len() + name.chars().count() + 5 > max {
            if nth > 0 {
                let _ = write!(out, " +{}", names.len() - nth);
            }
            break;
        }
        let _ = write!(out, "{lead}{name}");
    }
    out
}

/// Outputs of at most this many bytes are quoted whole.
const SHORT_OUTPUT: usize = 100;

fn condensed(line: &mut Line, value: &Value) {
    line.field("Result", &json_value::condense(value, line.room().saturating_sub(24)));
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

fn head_and_tail(line: &mut Line, text: &str, label: &str) {
    let room = line.room();
    if text.chars().nth(room).is_none() {
        line.field(label, text);
        return;
    }
    let half = room.saturating_sub(40) / 2;
    line.field("Head", &cut::ellipsis(text.trim_start(), half));
    line.field("Tail", cut::tail(text.trim_end(), half));
}

/// Writes the last line that says something, or all of a short output.
fn ends(line: &mut Line, text: &str) {
    let text = text.trim();
    if text.len() <= SHORT_OUTPUT {
        line.field("Output", text);
        return;
    }
    let last = text.lines().rev().take(12).map(str::trim).find(|l| is_informative(l));
    line.field("Last", last.unwrap_or_default());
}

/// Returns whether a line says what happened: prompts and the editor's state lines do not.
fn is_informative(line: &str) -> bool {
    line.chars().any(char::is_alphanumeric)
        && !line.ends_with('$')
        && !line.starts_with("(Open file:")
        && !line.starts_with("(Current directory:")
}

/// The first non-empty lines, each cut to what a digest can show.
fn first_lines(text: &str, most: usize) -> Vec<&str> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.take(most).map(|line| cut::head(line, 240)).collect()
}

fn first_line(text: &str) -> &str {
    text.lines().map(str::trim).find(|line| is_informative(line)).unwrap_or_default()
}

/// The first line of a script that is not an import.
fn main_line(code: &str) -> &str {
    let mut lines = code.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    let starts = ["import ", "from ", "#"];
    if !starts.iter().any(|start| first.starts_with(start)) {
        return first;
    }
    lines.find(|line| !starts.iter().any(|start| line.starts_with(start))).unwrap_or(first)
}

fn warnings(text: &str) -> usize {
    memchr::memmem::find_iter(text.as_bytes(), b"arning")
        .filter(|at| {
            let rest = &text.as_bytes()[at + 6..];
            rest.starts_with(b": ") || rest.starts_with(b" C") || rest.starts_with(b"[")
        })
        .count()
}
