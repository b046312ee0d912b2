//! Tables that a tool printed as text.

use super::cut;

/// The maximum number of lines that are read.
const MOST_LINES: usize = 4_000;
/// The most lines before a table that can be its title.
const TITLE: usize = 3;
/// The longest name of a column, in characters.
const LONGEST_NAME: usize = 60;
/// Characters of a cell that are shown.
const CELL: usize = 40;

/// A table with a header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Table<'t> {
    columns: Vec<&'t str>,
    first: Vec<&'t str>,
    last: Vec<&'t str>,
    rows: usize,
}

/// How cells are separated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Separator {
    Byte(u8),
    Blanks,
}

impl<'t> Table<'t> {
    /// Reads a table of three rows or more; most lines must be rows with as
    /// many cells as the header.
    pub(super) fn of(text: &'t str) -> Option<Self> {
        [
            Separator::Byte(b'\t'),
            Separator::Byte(b'|'),
            Separator::Byte(b','),
            Separator::Byte(b';'),
            Separator::Blanks,
        ]
        .into_iter()
        .find_map(|separator| Self::separated(text, separator))
    }

    fn separated(text: &'t str, separator: Separator) -> Option<Self> {
        let mut lines = text.lines().take(MOST_LINES).filter(|line| !line.trim().is_empty());
        let mut columns = Vec::new();
        for line in lines.by_ref().take(TITLE) {
            columns = cells(line, separator);
            let is_name = |name: &&str| {
                (1..LONGEST_NAME).contains(&name.len()) && name.parse::<f64>().is_err()
            };
            if columns.len() >= 2 && columns.iter().all(is_name) {
                break;
            }
            columns.clear();
        }
        if columns.len() < 2 {
            return None;
        }
        let (mut rows, mut others) = (0, 0);
        let (mut first, mut last) = (Vec::new(), Vec::new());
        for line in lines {
            let is_rule = line.bytes().all(|byte| b"-=|+: \t".contains(&byte));
            let row = if is_rule { continue } else { cells(line, separator) };
            if row.len() != columns.len() {
                others += 1;
                continue;
            }
            rows += 1;
            if first.is_empty() {
                first = row;
            } else {
                last = row;
            }
        }
        (rows >= 3 && others * 3 <= rows).then_some(Self { columns, first, last, rows })
    }

    /// The header, the number of rows, the first row and the last: `7 rows
    /// (Name, Tag): Brass, Item.Brass; …; Diver, None`.
    pub(super) fn in_short(&self, max: usize) -> String {
        let join = |cells: &[&str]| {
            let shown: Vec<_> = cells.iter().map(|cell| cut::ellipsis(cell, CELL)).collect();
            shown.join(", ")
        };
        let head = format!("{} rows ({})", self.rows, join(&self.columns));
        let whole = format!("{head}: {}; …; {}", join(&self.first), join(&self.last));
        if whole.chars().count() <= max {
            return whole;
        }
        let less = format!("{head}: {}; …", join(&self.first));
        if less.chars().count() <= max { less } else { cut::ellipsis(&head, max).into_owned() }
    }
}

/// The cells of a line, without surrounding marks.
fn cells(line: &str, separator: Separator) -> Vec<&str> {
    let line = line.trim();
    let found: Vec<&str> = match separator {
        Separator::Blanks => {
            line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect()
        }
        Separator::Byte(byte) => {
            let line = if byte == b'|' { line.trim_matches('|') } else { line };
            let mut cells = Vec::new();
            let (mut start, mut within) = (0, false);
            for (at, &is) in line.as_bytes().iter().enumerate() {
                if is == b'"' {
                    within = !within;
                } else if is == byte && !within {
                    cells.push(&line[start..at]);
                    start = at + 1;
                }
            }
            cells.push(&line[start..]);
            cells
        }
    };
    found.into_iter().map(|cell| cell.trim().trim_matches('"')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_told_by_header_count_and_ends() {
        let csv = "---,Tag,Name\nBrass,\"(Tag=\"\"A,B\"\")\",\"Brass Key\"\nSteel,x,\"Steel Key\"\nDiver,None,Token\n";
        assert_eq!(
            Table::of(csv).unwrap().in_short(200),
            "3 rows (---, Tag, Name): Brass, (Tag=\"\"A,B\"\"), Brass Key; …; Diver, None, Token"
        );
        let piped = "| Value | VD-07 |\n|---|---|\n| Open time | 1.2 s |\n| Angle | 110 deg |\n| Input | press |\n";
        assert_eq!(
            Table::of(piped).unwrap().in_short(200),
            "3 rows (Value, VD-07): Open time, 1.2 s; …; Input, press"
        );
        let aligned =
            "NAME    READY   AGE\nweb-1   1/1     3d\nweb-2   0/1     4d\ndb-1    1/1     9d\n";
        assert_eq!(
            Table::of(aligned).unwrap().in_short(60),
            "3 rows (NAME, READY, AGE): web-1, 1/1, 3d; …; db-1, 1/1, 9d"
        );
        assert_eq!(
            Table::of(aligned).unwrap().in_short(50),
            "3 rows (NAME, READY, AGE): web-1, 1/1, 3d; …"
        );
        assert_eq!(Table::of("One, two.\nThree, four, five.\nSix.\n"), None);
        assert_eq!(Table::of(""), None);
    }
}
