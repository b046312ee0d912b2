//! Markdown as the window draws it.

use vibeue_core::markdown::{Block, BlockKind, Span, SpanStyle, Table, TableSide, contents, read};

use crate::fence::fenced;
use crate::ffi::ffi::{MarkdownBlock, MarkdownColumn, MarkdownKind, MarkdownRow, MarkdownSide};

/// A column is at least as wide as a short word, and at most as wide as a line of prose.
const WIDTHS: std::ops::RangeInclusive<usize> = 4..=40;
/// More columns would not be readable next to each other in a docked window.
const MOST_COLUMNS: usize = 12;

pub(crate) fn read_markdown(text: &str) -> Vec<MarkdownBlock> {
    let as_written = || MarkdownBlock {
        kind: MarkdownKind::Paragraph,
        level: 0,
        mark: String::new(),
        text: escaped(text),
        links: Vec::new(),
        contents: String::new(),
        contents_depth: 0,
        columns: Vec::new(),
        rows: Vec::new(),
        picture: String::new(),
    };
    fenced(|_| vec![as_written()], || to_ffi(read(text)))
}

fn to_ffi(blocks: Vec<Block>) -> Vec<MarkdownBlock> {
    let contents = contents(&blocks);
    let mut converted: Vec<MarkdownBlock> = blocks.into_iter().map(block).collect();
    for entry in contents {
        if let Some(heading) = converted.get_mut(entry.block) {
            heading.contents = entry.title;
            heading.contents_depth = entry.depth;
        }
    }
    converted
}

fn block(block: Block) -> MarkdownBlock {
    let (kind, is_rich) = match block.kind {
        BlockKind::Paragraph => (MarkdownKind::Paragraph, true),
        BlockKind::Heading => (MarkdownKind::Heading, true),
        BlockKind::Point => (MarkdownKind::Point, true),
        BlockKind::Quote => (MarkdownKind::Quote, true),
        BlockKind::Code => (MarkdownKind::Code, false),
        BlockKind::Table => (MarkdownKind::Table, false),
        BlockKind::Rule => (MarkdownKind::Rule, false),
    };
    let mut links = Vec::new();
    let text = match is_rich {
        // A heading has one style for all of its words.
        true if block.kind == BlockKind::Heading => escaped(&block.text()),
        true => block.spans.iter().map(|span| rich(span, &mut links)).collect(),
        false => block.text(),
    };
    let table = block.table.filter(|it| (1..=MOST_COLUMNS).contains(&it.sides.len()));
    let rows = table.as_ref().map(|it| rows(it, &mut links)).unwrap_or_default();
    MarkdownBlock {
        kind,
        level: block.level,
        mark: block.mark,
        text,
        links,
        contents: String::new(),
        contents_depth: 0,
        columns: table.as_ref().map(columns).unwrap_or_default(),
        rows,
        picture: block.picture.unwrap_or_default(),
    }
}

fn columns(table: &Table) -> Vec<MarkdownColumn> {
    let width = |cell: &Vec<Span>| cell.iter().map(|it| it.text.chars().count()).sum::<usize>();
    let column = |(at, side): (usize, &TableSide)| {
        let widest = table.rows.iter().filter_map(|row| row.get(at)).map(width).max();
        MarkdownColumn {
            side: match side {
                TableSide::Left => MarkdownSide::Left,
                TableSide::Middle => MarkdownSide::Middle,
                TableSide::Right => MarkdownSide::Right,
            },
            width: widest.unwrap_or(0).clamp(*WIDTHS.start(), *WIDTHS.end()) as u32,
        }
    };
    table.sides.iter().enumerate().map(column).collect()
}

fn rows(table: &Table, links: &mut Vec<String>) -> Vec<MarkdownRow> {
    let mut row = |cells: &Vec<Vec<Span>>| {
        let cell = |at: usize| cells.get(at).map(Vec::as_slice).unwrap_or_default();
        let mut text = |at: usize| cell(at).iter().map(|span| rich(span, links)).collect();
        MarkdownRow { cells: (0..table.sides.len()).map(&mut text).collect() }
    };
    table.rows.iter().map(&mut row).collect()
}

/// A span with its tags; Slate reads a rich text line by line.
fn rich(span: &Span, links: &mut Vec<String>) -> String {
    if let Some(link) = &span.link {
        links.push(link.clone());
        return format!("<a id=\"link\" href=\"{}\">{}</>", links.len() - 1, escaped(&span.text));
    }
    let tag = match span.style {
        SpanStyle::Plain => return escaped(&span.text),
        SpanStyle::Strong => "Strong",
        SpanStyle::Emphasis => "Emphasis",
        SpanStyle::Code => "Mono",
    };
    let tagged = |line: &str| match line {
        "" => String::new(),
        line => format!("<{tag}>{}</>", escaped(line)),
    };
    span.text.split('\n').map(tagged).collect::<Vec<_>>().join("\n")
}

/// Makes a text safe to put into a rich text.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<(MarkdownKind, String)> {
        read_markdown(text).into_iter().map(|block| (block.kind, block.text)).collect()
    }

    #[test]
    fn looks_become_tags_and_the_texts_own_tags_become_words() {
        assert_eq!(
            texts("a **b** *c* `d<e>&` <Strong>f</>\n\n# **T** & `u`\n\n```\n<x> & y\n```"),
            [
                (
                    MarkdownKind::Paragraph,
                    "a <Strong>b</> <Emphasis>c</> <Mono>d&lt;e&gt;&amp;</> &lt;Strong&gt;f&lt;/&gt;"
                        .to_owned()
                ),
                (MarkdownKind::Heading, "T &amp; u".to_owned()),
                (MarkdownKind::Code, "<x> & y".to_owned()),
            ]
        );
    }

    #[test]
    fn what_leads_somewhere_is_a_link_by_its_number() {
        let block = read_markdown("`A/b.h` and https://c.d/?e&f, `g`").remove(0);
        assert_eq!(
            block.text,
            "<a id=\"link\" href=\"0\">A/b.h</> and <a id=\"link\" href=\"1\">https://c.d/?e&amp;f</>, \
             <Mono>g</>"
        );
        assert_eq!(block.links, ["A/b.h", "https://c.d/?e&f"]);
    }

    #[test]
    fn a_table_comes_as_cells_with_their_looks_and_a_ragged_one_as_text() {
        let block = read_markdown(
            "| File | Lines |\n|---|--:|\n| `A/b.h` | **12** |\n| a name that is longer than forty letters and more |",
        )
        .remove(0);
        let column = |side, width| MarkdownColumn { side, width };
        let row = |cells: [&str; 2]| MarkdownRow { cells: cells.map(str::to_owned).to_vec() };
        assert_eq!(block.columns, [column(MarkdownSide::Left, 40), column(MarkdownSide::Right, 5)]);
        assert_eq!(
            block.rows,
            [
                row(["File", "Lines"]),
                row(["<a id=\"link\" href=\"0\">A/b.h</>", "<Strong>12</>"]),
                row(["a name that is longer than forty letters and more", ""]),
            ]
        );
        assert_eq!(block.links, ["A/b.h"]);
        let ragged = read_markdown("| a |\n|---|\n| 1 | 2 |").remove(0);
        assert!(ragged.kind == MarkdownKind::Table && ragged.columns.is_empty());
        let wide = format!("|{}\n|{}\n", " a |".repeat(13), "---|".repeat(13));
        assert!(read_markdown(&wide)[0].rows.is_empty(), "more columns than a dock shows");
    }

    #[test]
    fn a_picture_of_the_project_is_one_and_that_of_a_page_is_a_link() {
        let of = |text: &str| {
            let block = read_markdown(text).remove(0);
            (block.picture, block.text)
        };
        let (picture, text) = of("![The door](Saved/door.PNG)");
        assert_eq!(picture, "Saved/door.PNG");
        assert_eq!(text, "The door (<a id=\"link\" href=\"0\">Saved/door.PNG</>)");
        for none in [
            "![a](https://b.c/d.png)",
            "![a](Saved/a.webp)",
            "![a](../a.png)",
            "See ![a](Saved/a.png)",
            "- ![a](Saved/a.png)",
            "> ![a](Saved/a.png)",
            "[a](Saved/a.png)",
        ] {
            assert_eq!(of(none).0, "", "{none}");
        }
    }

    #[test]
    fn headings_of_a_long_text_say_what_they_are_called_in_its_contents() {
        let of = |text: &str| {
            let blocks = read_markdown(text).into_iter();
            let called = blocks.filter(|block| !block.contents.is_empty());
            called.map(|it| (it.text, it.contents, it.contents_depth)).collect::<Vec<_>>()
        };
        let below = "- point\n".repeat(20);
        let long = format!("# A < `b`\n{below}\n## C\n{below}\n# D\n{below}\n# E\n");
        let named = |text: &str, title: &str, depth| (text.to_owned(), title.to_owned(), depth);
        assert_eq!(
            of(&long),
            [
                named("A &lt; b", "A < b", 0),
                named("C", "C", 1),
                named("D", "D", 0),
                named("E", "E", 0)
            ]
        );
        assert_eq!(of("# A\n# B\n# C\n# D\n"), []);
    }

    #[test]
    fn no_tag_goes_over_the_end_of_a_line() {
        assert_eq!(
            texts("**a\nb**"),
            [(MarkdownKind::Paragraph, "<Strong>a</>\n<Strong>b</>".to_owned())]
        );
    }
}
