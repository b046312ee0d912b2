//! Rows and columns.

use pulldown_cmark::Alignment;
use unicode_width::UnicodeWidthStr;

/// A table that is being read.
#[derive(Debug, Default)]
pub(crate) struct Table {
    pub(crate) alignments: Vec<Alignment>,
    rows: Vec<Vec<String>>,
}

/// A table with more columns or wider cells (in columns of a terminal) helps
/// nobody when its columns are set with blanks.
const MOST_COLUMNS: usize = 20;
const WIDEST_CELL: usize = 60;
const BETWEEN: usize = 3;

impl Table {
    pub(crate) fn new(alignments: Vec<Alignment>) -> Self {
        Self { alignments, rows: Vec::new() }
    }

    pub(crate) fn begin_row(&mut self) {
        self.rows.push(Vec::new());
    }

    pub(crate) fn begin_cell(&mut self) {
        if let Some(row) = self.rows.last_mut() {
            row.push(String::new());
        }
    }

    /// Adds words to the last cell.
    pub(crate) fn push(&mut self, text: &str) {
        if let Some(cell) = self.rows.last_mut().and_then(|row| row.last_mut()) {
            // A cell is one line, whatever a model put into it.
            cell.push_str(&text.replace('\n', " "));
        }
    }

    /// Sets the rows below each other, the first as the head; `None` when there
    /// are too many columns for that, or too wide ones.
    pub(crate) fn set(&self) -> Option<String> {
        let mut widths = Vec::new();
        for row in &self.rows {
            widths.resize(widths.len().max(row.len()), 0);
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = cell.width().max(*width);
            }
        }
        if widths.len() > MOST_COLUMNS || widths.iter().any(|width| *width > WIDEST_CELL) {
            return None;
        }
        let mut lines: Vec<String> = self.rows.iter().map(|row| self.line(row, &widths)).collect();
        let whole = widths.iter().sum::<usize>() + BETWEEN * widths.len().saturating_sub(1);
        if lines.len() > 1 {
            lines.insert(1, "\u{2500}".repeat(whole.max(1)));
        }
        Some(lines.join("\n"))
    }

    fn line(&self, row: &[String], widths: &[usize]) -> String {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(widths).enumerate() {
            let blanks = width - cell.width();
            let before = match self.alignments.get(column) {
                Some(Alignment::Right) => blanks,
                Some(Alignment::Center) => blanks / 2,
                _ => 0,
            };
            line.extend(std::iter::repeat_n(' ', before));
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', blanks - before + BETWEEN));
        }
        line.truncate(line.trim_end().len());
        line
    }
}
