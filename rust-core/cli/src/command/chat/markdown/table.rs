//! Tables that fit the terminal.

use anstyle::Style;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};
use vibeue_core::markdown::{Span, Table, TableSide};

use super::looks;
use crate::output::style;

/// The maximum number of columns of a table.
const MOST_COLUMNS: usize = 64;
/// The minimum width of a column if the terminal is narrow.
const NARROWEST: usize = 6;
/// What is between two columns.
const BETWEEN: &str = " │ ";

/// Styled text.
type Line = Vec<(Style, String)>;

/// The lines of a table; `columns` is the width of the terminal, if it is known. `None` if that
/// many columns do not fit in the terminal.
pub(super) fn lines(table: &Table, columns: Option<usize>) -> Option<Vec<Line>> {
    let count = table.sides.len();
    if count == 0 || count > MOST_COLUMNS {
        return None;
    }
    let natural: Vec<usize> = (0..count)
        .map(|at| table.rows.iter().map(|row| width(cell(row, at))).max().unwrap_or(0).max(1))
        .collect();
    let between = BETWEEN.width() * (count - 1);
    let widths = fitted(&natural, columns.map(|all| all.saturating_sub(between)))?;
    let mut lines = Vec::with_capacity(table.rows.len() + 1);
    for (at, row) in table.rows.iter().enumerate() {
        let base = if at == 0 { style::HEADING } else { Style::new() };
        lines.extend(row_lines(row, &widths, &table.sides, base));
        if at == 0 {
            let rule: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
            lines.push(vec![(style::FAINT, rule.join("─┼─"))]);
        }
    }
    Some(lines)
}

fn cell(row: &[Vec<Span>], at: usize) -> &[Span] {
    row.get(at).map_or(&[], Vec::as_slice)
}

fn width(cell: &[Span]) -> usize {
    cell.iter().map(|span| span.text.width()).sum()
}

/// Makes the widest columns narrower until all fit; `None` if they cannot.
fn fitted(natural: &[usize], room: Option<usize>) -> Option<Vec<usize>> {
    let mut widths = natural.to_vec();
    let Some(room) = room else { return Some(widths) };
    while widths.iter().sum::<usize>() > room {
        let widest = widths.iter_mut().max()?;
        if *widest <= NARROWEST {
            return None;
        }
        *widest -= 1;
    }
    Some(widths)
}

/// The lines of one row.
fn row_lines(row: &[Vec<Span>], widths: &[usize], sides: &[TableSide], base: Style) -> Vec<Line> {
    let parts: Vec<Vec<Line>> =
        widths.iter().enumerate().map(|(at, width)| wrapped(cell(row, at), *width, base)).collect();
    let height = parts.iter().map(Vec::len).max().unwrap_or(0);
    let line = |number: usize| {
        let mut line = Line::new();
        for (at, part) in parts.iter().enumerate() {
            let words = part.get(number).map_or(&[][..], Vec::as_slice);
            let used: usize = words.iter().map(|(_, text)| text.width()).sum();
            let blank = widths[at].saturating_sub(used);
            let before = match sides[at] {
                TableSide::Left => 0,
                TableSide::Right => blank,
                TableSide::Middle => blank / 2,
            };
            let after = if at + 1 == parts.len() { 0 } else { blank - before };
            if at > 0 {
                line.push((style::FAINT, BETWEEN.to_owned()));
            }
            line.push((Style::new(), " ".repeat(before)));
            line.extend(words.iter().cloned());
            line.push((Style::new(), " ".repeat(after)));
        }
        line
    };
    (0..height).map(line).collect()
}

/// A cell wrapped to a width, between words if possible.
fn wrapped(cell: &[Span], width: usize, base: Style) -> Vec<Line> {
    let letters: Vec<(Style, char)> = cell
        .iter()
        .flat_map(|span| {
            let style = looks::of_words(span, base);
            span.text.chars().map(move |letter| (style, letter))
        })
        .collect();
    let mut lines = vec![Line::new()];
    let mut used = 0;
    for (at, word) in letters.split(|(_, letter)| *letter == ' ').enumerate() {
        let wide = word_width(word);
        let gap = usize::from(at > 0 && used > 0);
        if used > 0 && used + gap + wide > width {
            lines.push(Line::new());
            used = 0;
        } else if gap > 0 {
            // A space is underlined only if both sides are.
            push(&mut lines, base, ' ');
            used += 1;
        }
        let is_whole = used + wide <= width;
        for (style, letter) in word {
            let wide = letter.width().unwrap_or(1);
            if !is_whole && used + wide > width && used > 0 {
                lines.push(Line::new());
                used = 0;
            }
            push(&mut lines, *style, *letter);
            used += wide;
        }
    }
    lines
}

/// The width of a word: joined characters count once.
fn word_width(word: &[(Style, char)]) -> usize {
    word.iter().map(|(_, letter)| *letter).collect::<String>().width()
}

fn push(lines: &mut [Line], style: Style, letter: char) {
    let Some(line) = lines.last_mut() else { return };
    match line.last_mut().filter(|(last, _)| *last == style) {
        Some((_, text)) => text.push(letter),
        None => line.push((style, letter.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_core::markdown::read;

    fn plain(text: &str, columns: Option<usize>) -> Option<Vec<String>> {
        let blocks = read(text);
        let lines = lines(blocks[0].table.as_ref()?, columns)?;
        let plain = |line: &Line| line.iter().map(|(_, text)| text.as_str()).collect();
        Some(lines.iter().map(plain).collect())
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell_on_the_screen() {
        let text = "| Name | Wert |\n|:--|---:|\n| 門 | 12 |\n| Türe **fett** | `a\\|b` |";
        assert_eq!(
            plain(text, None).unwrap(),
            ["Name      │ Wert", "──────────┼─────", "門        │   12", "Türe fett │  a|b"]
        );
    }

    #[test]
    fn words_in_a_cell_keep_their_looks() {
        let blocks = read("| a |\n|---|\n| **b** `c` |");
        let lines = lines(blocks[0].table.as_ref().unwrap(), Some(40)).unwrap();
        let words = |text: &str| lines[2].iter().find(|(_, it)| it == text).unwrap().0;
        assert_eq!((words("b"), words("c")), (Style::new().bold(), looks::CODE));
    }

    #[test]
    fn short_rows_are_filled() {
        assert_eq!(
            plain("| a | b |\n|---|---|\n| 1 |\n| 1 | 2 |", None).unwrap(),
            ["a │ b", "──┼──", "1 │ ", "1 │ 2"]
        );
        assert_eq!(plain("| a | b |\n|---|---|\n| 1 | 2 | 3 |", None), None, "a cell too many");
    }

    #[test]
    fn a_narrow_terminal_wraps_the_widest_cells() {
        let text = "| key | meaning |\n|---|:-:|\n| a | one two three four |\n| b | 東京特許 |";
        assert_eq!(
            plain(text, Some(16)).unwrap(),
            [
                "key │  meaning",
                "────┼───────────",
                "a   │  one two",
                "    │ three four",
                "b   │  東京特許"
            ]
        );
        assert_eq!(plain(text, Some(8)), None, "too narrow to write for");
        let long = plain("| abcdefghijkl |\n|---|", Some(7)).unwrap();
        assert_eq!(long, ["abcdefg", "hijkl", "───────"]);
    }
}
