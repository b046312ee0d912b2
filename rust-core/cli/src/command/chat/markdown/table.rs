//! Tables.

use std::fmt::Write as _;

use anstyle::{Effects, Style};
use unicode_width::UnicodeWidthStr as _;

use super::inline::Inline;
use crate::output::{Printable, style};

/// The rows of a table, as they were written.
#[derive(Debug, Default)]
pub(super) struct PipeTable {
    rows: Vec<String>,
    bytes: usize,
}

/// How a cell is aligned in its column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
    Middle,
}

/// A cell as it is shown.
struct Cell {
    styled: String,
    plain: String,
}

impl Cell {
    fn of(text: &str, base: Style) -> Self {
        let styled = Inline::render(text, base);
        let plain = anstream::adapter::strip_str(&styled).to_string();
        Self { styled, plain }
    }

    fn width(&self) -> usize {
        self.plain.width()
    }
}

impl PipeTable {
    /// The most bytes of a table that are held back until it is whole.
    const MOST_BYTES: usize = 64 * 1024;
    /// The most columns of a table.
    const MOST_COLUMNS: usize = 64;
    /// The narrowest that a column is made where the terminal is narrow.
    const NARROWEST: usize = 6;
    /// What is between two columns.
    const BETWEEN: &str = " │ ";

    /// Adds a row.
    pub(super) fn push(&mut self, row: String) {
        self.bytes += row.len();
        self.rows.push(row);
    }

    /// Tells whether there are no rows.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Tells whether it is as long as a table may be.
    pub(super) fn is_full(&self) -> bool {
        self.bytes >= Self::MOST_BYTES
    }

    /// The rows as lines without their breaks; `columns` is the width of the
    /// terminal, where it is known. Rows that make no table, or one with more
    /// columns than the terminal can hold, stay as they were written.
    pub(super) fn render(self, columns: Option<usize>) -> Vec<String> {
        let Some(sides) = self.rows.get(1).and_then(|row| sides(row)) else {
            return self.as_written();
        };
        let cells: Vec<Vec<Cell>> = self
            .rows
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != 1)
            .map(|(at, row)| {
                let base = if at == 0 { style::HEADING } else { Style::new() };
                let mut cells: Vec<Cell> =
                    split(row).iter().map(|cell| Cell::of(cell, base)).collect();
                cells.truncate(sides.len());
                cells.resize_with(sides.len(), || Cell::of("", base));
                cells
            })
            .collect();
        let natural: Vec<usize> = (0..sides.len())
            .map(|at| cells.iter().map(|row| row[at].width()).max().unwrap_or(0).max(1))
            .collect();
        let between = Self::BETWEEN.width() * (sides.len() - 1);
        let Some(widths) = fitted(&natural, columns.map(|all| all.saturating_sub(between))) else {
            return self.as_written();
        };
        let mut lines = Vec::with_capacity(cells.len() + 1);
        for (at, row) in cells.iter().enumerate() {
            let base = if at == 0 { style::HEADING } else { Style::new() };
            lines.extend(shown(row, &widths, &sides, base));
            if at == 0 {
                let faint = style::FAINT;
                let rule: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
                lines.push(format!("{faint}{}{faint:#}", rule.join("─┼─")));
            }
        }
        lines
    }

    fn as_written(&self) -> Vec<String> {
        self.rows.iter().map(|row| Inline::render(row, Style::new())).collect()
    }
}

/// The sides that the line below the heading states; `None` where it is none.
fn sides(row: &str) -> Option<Vec<Side>> {
    let cells = split(row);
    if cells.is_empty() || cells.len() > PipeTable::MOST_COLUMNS {
        return None;
    }
    cells
        .iter()
        .map(|cell| {
            let dashes = cell.trim_start_matches(':').trim_end_matches(':');
            if dashes.is_empty() || !dashes.bytes().all(|byte| byte == b'-') {
                return None;
            }
            Some(match (cell.starts_with(':'), cell.ends_with(':')) {
                (true, true) => Side::Middle,
                (false, true) => Side::Right,
                _ => Side::Left,
            })
        })
        .collect()
}

/// The cells of a row. A bar behind a backslash is a character.
fn split(row: &str) -> Vec<String> {
    let row = row.trim();
    let row = row.strip_prefix('|').unwrap_or(row);
    let mut cells = vec![String::new()];
    let mut escaped = false;
    for character in row.chars() {
        match (character, cells.last_mut()) {
            ('|', _) if !escaped => cells.push(String::new()),
            (_, Some(cell)) => {
                if escaped && character == '|' {
                    cell.pop();
                }
                cell.push(character);
            }
            (_, None) => {}
        }
        escaped = character == '\\' && !escaped;
    }
    // A row ends with a bar or without one.
    if cells.last().is_some_and(|cell| cell.trim().is_empty()) && cells.len() > 1 {
        cells.pop();
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

/// Makes the widest columns narrower until all fit; `None` when they cannot.
fn fitted(natural: &[usize], room: Option<usize>) -> Option<Vec<usize>> {
    let mut widths = natural.to_vec();
    let Some(room) = room else { return Some(widths) };
    while widths.iter().sum::<usize>() > room {
        let widest = widths.iter_mut().max()?;
        if *widest <= PipeTable::NARROWEST {
            return None;
        }
        *widest -= 1;
    }
    Some(widths)
}

/// The lines of one row.
fn shown(row: &[Cell], widths: &[usize], sides: &[Side], base: Style) -> Vec<String> {
    let whole = row.iter().zip(widths).all(|(cell, width)| cell.width() <= *width);
    let parts: Vec<Vec<(String, usize)>> = row
        .iter()
        .zip(widths)
        .map(|(cell, width)| {
            if whole {
                return vec![(cell.styled.clone(), cell.width())];
            }
            // What is wrapped is shown without the styles within it.
            wrapped(&cell.plain, *width)
                .into_iter()
                .map(|line| (Printable(&line).to_string(), line.width()))
                .collect()
        })
        .collect();
    let height = parts.iter().map(Vec::len).max().unwrap_or(0);
    (0..height)
        .map(|line| {
            let mut out = String::new();
            for (at, part) in parts.iter().enumerate() {
                let (text, used) = part.get(line).map_or(("", 0), |(text, used)| (text, *used));
                let blank = widths[at].saturating_sub(used);
                let before = match sides[at] {
                    Side::Left => 0,
                    Side::Right => blank,
                    Side::Middle => blank / 2,
                };
                let faint = style::FAINT;
                if at > 0 {
                    let _ = write!(out, "{faint}{}{faint:#}", PipeTable::BETWEEN);
                }
                let last = at + 1 == parts.len();
                let after = if last { 0 } else { blank - before };
                let styled = base.get_effects() != Effects::new() && !text.is_empty();
                let base = if styled { base } else { Style::new() };
                let _ =
                    write!(out, "{}{base}{text}{base:#}{}", " ".repeat(before), " ".repeat(after));
            }
            out
        })
        .collect()
}

/// A text in lines of a width, broken between words where that is possible.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split(' ') {
        let gap = usize::from(used > 0);
        if used > 0 && used + gap + word.width() > width {
            lines.push(String::new());
            used = 0;
        }
        let Some(line) = lines.last_mut() else { break };
        if used > 0 {
            line.push(' ');
            used += 1;
        }
        if used + word.width() <= width {
            line.push_str(word);
            used += word.width();
            continue;
        }
        for character in word.chars() {
            let mut buffer = [0; 4];
            let wide = (*character.encode_utf8(&mut buffer)).width();
            if used + wide > width && used > 0 {
                lines.push(String::new());
                used = 0;
            }
            if let Some(line) = lines.last_mut() {
                line.push(character);
            }
            used += wide;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(rows: &[&str], columns: Option<usize>) -> Vec<String> {
        let mut table = PipeTable::default();
        for row in rows {
            table.push((*row).to_owned());
        }
        let lines = table.render(columns);
        lines.iter().map(|line| anstream::adapter::strip_str(line).to_string()).collect()
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell_on_the_screen() {
        assert_eq!(
            plain(
                &["| Name | Wert |", "|:--|---:|", "| 門 | 12 |", r"| Türe **fett** | `a\|b` |"],
                None
            ),
            ["Name      │ Wert", "──────────┼─────", "門        │   12", "Türe fett │  a|b"]
        );
    }

    #[test]
    fn rows_that_are_no_table_stay_as_they_were_written() {
        for rows in [&["| a | b |"][..], &["| a |", "| b |"], &["|", "|"], &["| a |", "|::|"]] {
            assert_eq!(plain(rows, None), rows);
        }
        let many = ["|a".repeat(30), "|-".repeat(30)];
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(plain(&many, Some(40)), many);
    }

    #[test]
    fn short_rows_are_filled_and_long_ones_cut() {
        assert_eq!(
            plain(&["| a | b |", "|---|---|", "| 1 |", "| 1 | 2 | 3 |"], None),
            ["a │ b", "──┼──", "1 │ ", "1 │ 2"]
        );
    }

    #[test]
    fn a_narrow_terminal_wraps_the_widest_cells() {
        assert_eq!(
            plain(
                &[
                    "| key | meaning |",
                    "|---|:-:|",
                    "| a | one two three four |",
                    "| b | 東京特許 |"
                ],
                Some(16)
            ),
            [
                "key │  meaning",
                "────┼───────────",
                "a   │  one two",
                "    │ three four",
                "b   │  東京特許"
            ]
        );
        assert_eq!(wrapped("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrapped("", 4), [""]);
    }
}
