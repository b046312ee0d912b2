//! Rows and columns.

use pulldown_cmark::Alignment;
use unicode_width::UnicodeWidthStr;

use crate::span::{Span, SpanStyle, push};

/// The rows and columns of a table, for hosts that lay them out at another
/// width than the block's own text does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// How the cells of each column are aligned.
    pub sides: Vec<TableSide>,
    /// The rows, the first as the head. A cell is one line of words; a row may
    /// have fewer cells than there are columns.
    pub rows: Vec<Vec<Vec<Span>>>,
}

/// How the cells of a column are aligned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableSide {
    /// Left, also by default.
    Left,
    /// In the middle.
    Middle,
    /// At the right.
    Right,
}

/// A table with more columns or wider cells (in columns of a terminal) helps
/// nobody when its columns are set with blanks.
const MOST_COLUMNS: usize = 20;
const WIDEST_CELL: usize = 60;
const BETWEEN: usize = 3;

impl Table {
    pub(crate) fn new(alignments: Vec<Alignment>) -> Self {
        let sides = alignments.into_iter().map(|alignment| match alignment {
            Alignment::Right => TableSide::Right,
            Alignment::Center => TableSide::Middle,
            Alignment::Left | Alignment::None => TableSide::Left,
        });
        Self { sides: sides.collect(), rows: Vec::new() }
    }

    pub(crate) fn begin_row(&mut self) {
        self.rows.push(Vec::new());
    }

    pub(crate) fn begin_cell(&mut self) {
        if let Some(row) = self.rows.last_mut() {
            row.push(Vec::new());
        }
    }

    /// Adds words to the last cell.
    pub(crate) fn push(&mut self, style: SpanStyle, text: &str) {
        if let Some(cell) = self.rows.last_mut().and_then(|row| row.last_mut()) {
            // A cell is one line, whatever a model wrote into it.
            push(cell, style, &text.replace('\n', " "));
        }
    }

    /// How many letters and digits all cells have.
    pub(crate) fn letters(&self) -> usize {
        let cells = self.rows.iter().flatten().flatten();
        cells.flat_map(|span| span.text.chars()).filter(|c| c.is_alphanumeric()).count()
    }

    /// Sets the rows below each other, the first as the head; `None` when there
    /// are too many columns for that, or too wide ones.
    pub(crate) fn set(&self) -> Option<String> {
        let cells: Vec<Vec<String>> =
            self.rows.iter().map(|row| row.iter().map(|cell| words(cell)).collect()).collect();
        let mut widths = Vec::new();
        for row in &cells {
            widths.resize(widths.len().max(row.len()), 0);
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = cell.width().max(*width);
            }
        }
        if widths.len() > MOST_COLUMNS || widths.iter().any(|width| *width > WIDEST_CELL) {
            return None;
        }
        let mut lines: Vec<String> = cells.iter().map(|row| self.line(row, &widths)).collect();
        let whole = widths.iter().sum::<usize>() + BETWEEN * widths.len().saturating_sub(1);
        if lines.len() > 1 {
            lines.insert(1, "\u{2500}".repeat(whole.max(1)));
        }
        Some(lines.join("\n"))
    }

    /// The rows as they are read out, each on a line.
    pub(crate) fn spoken(&self) -> String {
        let row = |row: &Vec<Vec<Span>>| {
            let cells: Vec<String> = row.iter().map(|cell| words(cell)).collect();
            cells.into_iter().filter(|cell| !cell.trim().is_empty()).collect::<Vec<_>>().join(", ")
        };
        self.rows.iter().map(row).collect::<Vec<_>>().join("\n")
    }

    fn line(&self, row: &[String], widths: &[usize]) -> String {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(widths).enumerate() {
            let blanks = width - cell.width();
            let before = match self.sides.get(column) {
                Some(TableSide::Right) => blanks,
                Some(TableSide::Middle) => blanks / 2,
                Some(TableSide::Left) | None => 0,
            };
            line.extend(std::iter::repeat_n(' ', before));
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', blanks - before + BETWEEN));
        }
        line.truncate(line.trim_end().len());
        line
    }
}

fn words(cell: &[Span]) -> String {
    cell.iter().map(|span| span.text.as_str()).collect()
}
