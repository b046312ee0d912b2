//! The blocks of a text as a terminal shows them.

use anstyle::Style;
use vibeue_core::markdown::{Block, BlockKind, CodeLanguage, CodeReader};

use super::layout::Layout;
use super::letters::Letters;
use super::looks;
use super::table;
use crate::output::{Printable, style};

/// The maximum width of a horizontal rule.
const RULE: usize = 60;
/// How far the items of a nested list are indented.
const INDENT: usize = 2;

/// How a text ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// Nothing more comes.
    Finished,
    /// More may come in the last block.
    MayGoOn,
    /// More may come in the last word.
    InWord,
}

/// The block that is above another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Above {
    kind: BlockKind,
    level: u32,
}

impl Above {
    pub(super) fn of(block: &Block) -> Self {
        Self { kind: block.kind, level: block.level }
    }

    /// The line ends between two blocks: list items follow each other without a gap, and so does
    /// what belongs to an item.
    fn before(self, block: &Block) -> &'static str {
        let is_in_list = |kind: BlockKind, level: u32| match kind {
            BlockKind::Point => true,
            // Its level is its size.
            BlockKind::Heading => false,
            _ => level > 0,
        };
        let goes_on = is_in_list(self.kind, self.level) && is_in_list(block.kind, block.level);
        if goes_on { "\n" } else { "\n\n" }
    }
}

/// Draws blocks below another.
pub(super) fn draw(
    blocks: &[Block],
    mut above: Option<Above>,
    columns: Option<usize>,
    end: End,
) -> Letters {
    let mut drawing = Drawing { letters: Letters::default(), columns };
    for (at, block) in blocks.iter().enumerate() {
        if let Some(above) = above {
            drawing.push(Style::new(), above.before(block));
        }
        let end = if at + 1 == blocks.len() { end } else { End::Finished };
        drawing.block(block, end);
        above = Some(Above::of(block));
    }
    drawing.letters
}

/// What is drawn, for a terminal of this width.
struct Drawing {
    letters: Letters,
    columns: Option<usize>,
}

impl Drawing {
    fn push(&mut self, style: Style, text: &str) {
        self.letters.push(style, text);
    }

    fn block(&mut self, block: &Block, end: End) {
        let indent = " ".repeat(INDENT * block.level.min(16) as usize);
        match block.kind {
            BlockKind::Paragraph => self.words(block, (&indent, &indent), end),
            BlockKind::Heading => self.words(block, ("", ""), end),
            BlockKind::Quote => self.words(block, ("│ ", "│ "), end),
            BlockKind::Point => {
                let first = format!("{indent}{} ", Printable(&block.mark));
                let indent = " ".repeat(first.chars().count());
                self.words(block, (&first, &indent), end);
            }
            BlockKind::Code => self.code(block, &indent, end),
            BlockKind::Table => self.table(block, &indent),
            BlockKind::Rule => {
                self.push(style::FAINT, &"─".repeat(self.columns.unwrap_or(RULE).clamp(1, RULE)));
            }
        }
    }

    fn words(&mut self, block: &Block, (first, indent): (&str, &str), end: End) {
        let base = match block.kind {
            BlockKind::Heading => style::HEADING,
            BlockKind::Quote => style::FAINT,
            _ => Style::new(),
        };
        let mark = if block.kind == BlockKind::Quote { style::FAINT } else { Style::new() };
        let mut layout =
            Layout::new(&mut self.letters, self.columns, mark, first, indent.to_owned());
        for span in &block.spans {
            layout.push(looks::of_words(span, base), &span.text);
        }
        layout.finish(end == End::InWord);
    }

    /// Lines are not broken: what is copied from the terminal is the code.
    fn code(&mut self, block: &Block, indent: &str, end: End) {
        let faint = style::FAINT;
        let mark = block.mark.trim();
        let (corner, space) = ("╭─", if mark.is_empty() { "" } else { " " });
        self.push(faint, &format!("{indent}{corner}{space}{mark}"));
        let mut reader = CodeLanguage::of(mark).map(CodeReader::new);
        let text = block.text();
        // Code without lines and code with one empty line look the same.
        for line in text.split('\n').filter(|_| !text.is_empty()) {
            self.push(Style::new(), &format!("\n{indent}"));
            match &mut reader {
                None => self.push(looks::CODE, line),
                Some(reader) => {
                    for span in reader.line(line) {
                        self.push(looks::of_code(span.class), span.text);
                    }
                }
            }
        }
        if end == End::Finished {
            self.push(Style::new(), "\n");
            self.push(faint, &format!("{indent}╰─"));
        }
    }

    fn table(&mut self, block: &Block, indent: &str) {
        let room = self.columns.map(|columns| columns.saturating_sub(indent.len()));
        let rows = block.table.as_ref().and_then(|table| table::lines(table, room));
        let lines = rows.unwrap_or_else(|| {
            // Too many columns: as it was written, or as the core formats it.
            block.text().split('\n').map(|line| vec![(Style::new(), line.to_owned())]).collect()
        });
        for (at, line) in lines.iter().enumerate() {
            self.push(Style::new(), &format!("{}{indent}", if at > 0 { "\n" } else { "" }));
            for (style, text) in line {
                self.push(*style, text);
            }
        }
    }
}
