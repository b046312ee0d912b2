//! Markdown as the window draws it.

use vibeue_core::markdown::{Block, BlockKind, Span, SpanStyle, contents, read};

use crate::fence::fenced;
use crate::ffi::ffi::{MarkdownBlock, MarkdownKind};

pub(crate) fn read_markdown(text: &str) -> Vec<MarkdownBlock> {
    let as_written = || MarkdownBlock {
        kind: MarkdownKind::Paragraph,
        level: 0,
        mark: String::new(),
        text: escaped(text),
        links: Vec::new(),
        contents: String::new(),
        contents_depth: 0,
    };
    fenced(|_| vec![as_written()], || told(read(text)))
}

fn told(blocks: Vec<Block>) -> Vec<MarkdownBlock> {
    let contents = contents(&blocks);
    let mut told: Vec<MarkdownBlock> = blocks.into_iter().map(block).collect();
    for entry in contents {
        if let Some(heading) = told.get_mut(entry.block) {
            heading.contents = entry.title;
            heading.contents_depth = entry.depth;
        }
    }
    told
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
        // A heading has one look for all of its words.
        true if block.kind == BlockKind::Heading => escaped(&block.text()),
        true => block.spans.iter().map(|span| rich(span, &mut links)).collect(),
        false => block.text(),
    };
    MarkdownBlock {
        kind,
        level: block.level,
        mark: block.mark,
        text,
        links,
        contents: String::new(),
        contents_depth: 0,
    }
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
