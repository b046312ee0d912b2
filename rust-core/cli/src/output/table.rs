//! Columns of text.

use std::fmt::{self, Display, Formatter};

use anstyle::Style;
use unicode_width::UnicodeWidthStr as _;

use super::style;

/// How a cell is aligned in its column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// A table with a heading, its columns as wide as their widest cell.
#[derive(Debug, Default)]
pub(crate) struct Table {
    columns: Vec<(String, Align)>,
    rows: Vec<(Style, Vec<String>)>,
}

impl Table {
    /// Creates a table without rows.
    pub(crate) fn new<'a>(columns: impl IntoIterator<Item = (&'a str, Align)>) -> Self {
        let columns = columns.into_iter().map(|(name, align)| (name.to_owned(), align)).collect();
        Self { columns, rows: Vec::new() }
    }

    /// Adds a row in a style.
    pub(crate) fn row(&mut self, style: Style, cells: Vec<String>) {
        self.rows.push((style, cells));
    }

    fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> = self.columns.iter().map(|(name, _)| name.width()).collect();
        for (_, cells) in &self.rows {
            for (width, cell) in widths.iter_mut().zip(cells) {
                *width = (*width).max(cell.width());
            }
        }
        widths
    }

    fn line<'a>(
        &self,
        f: &mut Formatter<'_>,
        style: Style,
        widths: &[usize],
        cells: impl Iterator<Item = &'a str>,
    ) -> fmt::Result {
        write!(f, "{style}")?;
        for (at, (((_, align), width), cell)) in
            self.columns.iter().zip(widths).zip(cells).enumerate()
        {
            let gap = if at == 0 { "" } else { "  " };
            let blank = " ".repeat(width.saturating_sub(cell.width()));
            match align {
                Align::Right => write!(f, "{gap}{blank}{cell}")?,
                Align::Left if at + 1 == self.columns.len() => write!(f, "{gap}{cell}")?,
                Align::Left => write!(f, "{gap}{cell}{blank}")?,
            }
        }
        writeln!(f, "{style:#}")
    }
}

impl Display for Table {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let widths = self.widths();
        let names = self.columns.iter().map(|(name, _)| name.as_str());
        self.line(f, style::FAINT, &widths, names)?;
        for (style, cells) in &self.rows {
            self.line(f, *style, &widths, cells.iter().map(String::as_str))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let mut table = Table::new([("name", Align::Left), ("n", Align::Right)]);
        table.row(Style::new(), vec!["öl".to_owned(), "1,000".to_owned()]);
        table.row(Style::new(), vec!["tools".to_owned(), "7".to_owned()]);
        let plain = anstream::adapter::strip_str(&table.to_string()).to_string();
        assert_eq!(plain, "name       n\nöl     1,000\ntools      7\n");

        let mut table = Table::new([("name", Align::Left), ("n", Align::Right)]);
        table.row(Style::new(), vec!["門の色".to_owned(), "1".to_owned()]);
        let plain = anstream::adapter::strip_str(&table.to_string()).to_string();
        assert_eq!(plain, "name    n\n門の色  1\n");
    }
}
