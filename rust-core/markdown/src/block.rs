//! The parts of a text.

use crate::link::{Link, addresses};
use crate::span::{Span, SpanStyle, push};
use crate::table::Table;

/// What a part of a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockKind {
    /// Words.
    Paragraph,
    /// A heading.
    Heading,
    /// A list item, or a task of a task list.
    Point,
    /// A quotation.
    Quote,
    /// Code, as it was written.
    Code,
    /// Rows and columns, set with blanks.
    Table,
    /// A horizontal rule.
    Rule,
}

/// One part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// A heading's level, from 1 to 6. For all others, how far in it is: the
    /// points of a list in a list have 1, and so has code in a list.
    pub level: u32,
    /// What comes before a point (`•`, `12.`, `☑`), or the language of code.
    pub mark: String,
    /// The words. Lines end with `\n` between them; code and tables have one
    /// plain span.
    pub spans: Vec<Span>,
    /// The rows and columns of a table, where each of its cells has a column.
    pub table: Option<Table>,
    /// The path of the picture that a paragraph consists of, PNG or JPEG, from
    /// the project's folder on. The paragraph's text names it too, for hosts
    /// that cannot show it. A picture on the web is a link like any other:
    /// fetching it would tell its server who reads this, and when.
    pub picture: Option<String>,
}

impl Block {
    pub(crate) fn new(kind: BlockKind, level: u32) -> Self {
        Self { kind, level, mark: String::new(), spans: Vec::new(), table: None, picture: None }
    }

    /// Returns the words without their looks.
    #[must_use]
    pub fn text(&self) -> String {
        self.spans.iter().map(|span| span.text.as_str()).collect()
    }

    /// Adds words; to the last ones, when these look the same.
    pub(crate) fn push(&mut self, style: SpanStyle, text: &str) {
        push(&mut self.spans, style, text);
    }

    /// Finds what leads somewhere in words: pages in prose, and code that is the
    /// path of a file or an asset, or an address.
    pub(crate) fn find_links(&mut self) {
        if let Some(table) = &mut self.table {
            for cell in table.rows.iter_mut().flatten() {
                *cell = with_links(std::mem::take(cell));
            }
        }
        if matches!(self.kind, BlockKind::Paragraph | BlockKind::Point | BlockKind::Quote) {
            self.spans = with_links(std::mem::take(&mut self.spans));
        }
    }
}

fn with_links(found: Vec<Span>) -> Vec<Span> {
    let mut spans = Vec::with_capacity(found.len());
    for mut span in found {
        if span.style == SpanStyle::Code {
            span.link = Link::of(&span.text).map(|_| span.text.clone());
            spans.push(span);
            continue;
        }
        let Span { style, text, .. } = span;
        let mut add = |text: &str, link: Option<String>| {
            if !text.is_empty() {
                spans.push(Span { style, text: text.to_owned(), link });
            }
        };
        let mut from = 0;
        for place in addresses(&text) {
            let address = &text[place.clone()];
            add(&text[from..place.start], None);
            add(address, Some(address.to_owned()));
            from = place.end;
        }
        add(&text[from..], None);
    }
    spans
}
