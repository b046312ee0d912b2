//! A report of the context as a file.

use super::context_report::{ContextReport, Forecast};
use super::{HeavyMessage, SummaryRow};

/// The format of a context report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ContextForm {
    /// JSON: the whole report, under its field names.
    Json,
    /// A table of comma-separated values (RFC 4180): one row for each kind of
    /// tokens, heavy message, summary and breaker.
    Csv,
}

/// The columns of the table.
const COLUMNS: [&str; 7] = ["section", "id", "name", "tokens", "percent", "turns_ago", "detail"];

impl ContextReport {
    /// Writes the report as a text. Credentials in the words of messages are
    /// masked in it, as they are in the report.
    pub fn write(&self, form: ContextForm) -> String {
        match form {
            ContextForm::Json => {
                let written = serde_json::to_string_pretty(self);
                written.expect("numbers, words and lists are always JSON") + "\n"
            }
            ContextForm::Csv => self.table(),
        }
    }

    fn table(&self) -> String {
        let mut table = Table(String::new());
        table.row(COLUMNS.map(str::to_owned));
        for part in &self.parts {
            table.share("part", part.kind.name(), part.tokens, self.available);
        }
        for (name, tokens) in [
            ("used", self.used),
            ("free", self.free),
            ("over", self.over),
            ("available", self.available),
            ("reserve", self.reserve),
            ("margin", self.margin),
            ("window", self.window),
        ] {
            table.share("room", name, tokens, self.available);
        }
        self.next_rows(&mut table);
        for message in &self.heaviest {
            table.row(heavy(message, self.available));
        }
        for row in &self.summaries {
            table.row(summary(row));
        }
        for open in &self.breakers {
            let detail = format!("{}; {}", open.explanation, open.fix);
            table.row(cells("breaker", "", "", &detail));
        }
        table.0
    }

    fn next_rows(&self, table: &mut Table) {
        let next = &self.next;
        table.share("next", "line", next.line, self.available);
        table.share("next", "left", next.left, self.available);
        if let Some(gain) = &next.gain {
            table.share("next", "frees", gain.frees, self.available);
        }
        let turns = match next.forecast {
            Forecast::Off => "off".to_owned(),
            Forecast::Due => "due".to_owned(),
            Forecast::Held => "held".to_owned(),
            Forecast::Unknown => "unknown".to_owned(),
            Forecast::InTurns(turns) => turns.to_string(),
        };
        let mut row = cells("next", "", "turns", &next.explanation);
        row[3] = String::new();
        row[5] = turns;
        table.row(row);
    }
}

/// A row of text cells.
fn cells(section: &str, id: &str, name: &str, detail: &str) -> [String; 7] {
    let none = String::new;
    [section.to_owned(), id.to_owned(), name.to_owned(), none(), none(), none(), detail.to_owned()]
}

fn heavy(message: &HeavyMessage, available: u64) -> [String; 7] {
    let mut name = message.role.as_str().to_owned();
    if !message.tools.is_empty() {
        name = format!("{name} {}", message.tools.join(" "));
    }
    let name = if message.pinned { name + ", pinned" } else { name };
    let name = if message.shortened { name + ", shortened" } else { name };
    let mut row = cells("message", &message.id.to_string(), &name, &message.first_words);
    row[3] = message.tokens.to_string();
    row[4] = percent(message.tokens, available);
    row[5] = message.turns_ago.to_string();
    row
}

fn summary(row: &SummaryRow) -> [String; 7] {
    let state = if row.in_force { "in force" } else { "undone" };
    let author = row.author().map_or(String::new(), |author| format!(", written by {author}"));
    let detail = format!(
        "{} messages, {} to {} tokens{author}; {}",
        row.messages, row.tokens_before, row.tokens_after, row.reason
    );
    let mut cells = cells("summary", &row.compaction.to_string(), state, &detail);
    cells[3] = row.tokens_after.to_string();
    cells[4] = percent(row.tokens_after, row.tokens_before);
    cells
}

fn percent(tokens: u64, of: u64) -> String {
    format!("{:.1}", 100.0 * tokens as f64 / of.max(1) as f64)
}

/// Lines of comma-separated values.
struct Table(String);

impl Table {
    fn share(&mut self, section: &str, name: &str, tokens: u64, available: u64) {
        let mut row = cells(section, "", name, "");
        row[3] = tokens.to_string();
        row[4] = percent(tokens, available);
        self.row(row);
    }

    fn row(&mut self, cells: [String; 7]) {
        let cells = cells.map(|cell| quoted(&cell));
        self.0.push_str(&cells.join(","));
        self.0.push_str("\r\n");
    }
}

/// A cell as spreadsheets read it. What begins like a formula gets an apostrophe before it: the
/// words of a message must not run as one when the table is opened.
fn quoted(cell: &str) -> String {
    let formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let cell = if formula { format!("'{cell}") } else { cell.to_owned() };
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_formulas_are_words() {
        for (cell, written) in [
            ("plain words", "plain words"),
            ("", ""),
            ("one, two", "\"one, two\""),
            ("a \"name\"", "\"a \"\"name\"\"\""),
            ("two\nlines", "\"two\nlines\""),
            ("=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\""),
            ("-1", "'-1"),
            ("@sum", "'@sum"),
        ] {
            assert_eq!(quoted(cell), written);
        }
    }
}
