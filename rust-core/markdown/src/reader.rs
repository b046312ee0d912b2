//! From a text to its blocks.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd};

use crate::link::{Link as Target, is_web};
use crate::table::Table;
use crate::{Block, BlockKind, SpanStyle};

/// Cuts a text into its blocks, in time proportional to its length. Code that is not closed yet
/// extends to the end, so that an answer can be read while it is being written; what comes later
/// changes the last block, or adds others.
#[must_use]
pub fn read(text: &str) -> Vec<Block> {
    read_by(Reader { text, ..Reader::default() })
}

/// Cuts a text into its blocks, without the addresses after words.
pub(crate) fn read_words(text: &str) -> Vec<Block> {
    read_by(Reader { text, words_alone: true, ..Reader::default() })
}

fn read_by(mut reader: Reader<'_>) -> Vec<Block> {
    let text = reader.text;
    let mut events = Parser::new_ext(text, options()).into_offset_iter();
    for (event, range) in events.by_ref() {
        reader.take(event, range);
    }
    reader.end_words();
    // A definition (`[1]: https://…`) is not among the events.
    let definitions = events.reference_definitions().iter();
    for (_, definition) in definitions.filter(|_| !reader.words_alone) {
        let at = definition.span.start;
        let mut block = Block::new(BlockKind::Paragraph, 0);
        block.push(SpanStyle::Plain, text[definition.span.clone()].trim());
        reader.blocks.push((at, block));
    }
    reader.blocks.sort_by_key(|(at, _)| *at);
    let with_links = |(_, mut block): (usize, Block)| {
        block.find_links();
        block
    };
    reader.blocks.into_iter().map(with_links).collect()
}

/// What is read besides CommonMark.
pub(crate) fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_TASKLISTS
}

/// Collects events into blocks.
#[derive(Debug, Default)]
struct Reader<'t> {
    text: &'t str,
    /// Addresses that have words are left out.
    words_alone: bool,
    /// Finished blocks, and where in the text each begins.
    blocks: Vec<(usize, Block)>,
    /// The words that are being collected.
    words: Option<Words>,
    table: Option<Table>,
    /// What comes before the point whose words have not begun.
    mark: Option<String>,
    lists: u32,
    quotes: u32,
    /// Whether the last block is a part of the quote that is being read.
    goes_on: bool,
    strong: u32,
    emphasis: u32,
    links: Vec<Link>,
    /// Where the last paragraph is.
    paragraph: Range<usize>,
    /// Tags to leave out: what they hold is shown as it was written.
    raw: u32,
}

/// A block whose words are being collected.
#[derive(Debug)]
struct Words {
    at: usize,
    block: Block,
}

/// A link or an image whose words are being collected.
#[derive(Debug)]
struct Link {
    address: String,
    words: String,
}

impl Reader<'_> {
    fn take(&mut self, event: Event<'_>, range: Range<usize>) {
        if self.raw > 0 {
            match event {
                Event::Start(_) => self.raw += 1,
                Event::End(_) => self.raw -= 1,
                _ => {}
            }
            return;
        }
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag, range),
            Event::Code(text) => self.append(SpanStyle::Code, &text, range.start),
            Event::SoftBreak => {
                let in_point = matches!(&self.words, Some(it) if it.block.kind == BlockKind::Point);
                let end = if in_point { " " } else { "\n" };
                self.append(self.style(), end, range.start);
            }
            Event::HardBreak => self.append(self.style(), "\n", range.start),
            Event::Rule => {
                self.end_point();
                self.finish(range.start, Block::new(BlockKind::Rule, 0));
            }
            Event::TaskListMarker(done) => {
                self.mark = Some(if done { "\u{2611}" } else { "\u{2610}" }.to_owned());
            }
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
                self.append(self.style(), &text, range.start);
            }
            // Not asked for, and shown as they were written if they come.
            Event::InlineMath(_) | Event::DisplayMath(_) | Event::FootnoteReference(_) => {
                let written = &self.text[range.clone()];
                self.append(self.style(), written, range.start);
            }
        }
    }

    fn start(&mut self, tag: Tag<'_>, range: Range<usize>) {
        match tag {
            // The words of a list item stay one block, even if they are a heading.
            Tag::Heading { .. } if self.mark.is_some() => {}
            Tag::Heading { level, .. } => {
                self.end_words();
                self.begin(range.start, self.heading(level, &range));
            }
            Tag::BlockQuote(_) => {
                self.end_point();
                self.goes_on &= self.quotes > 0;
                self.quotes += 1;
            }
            Tag::List(_) => {
                self.end_point();
                self.lists += 1;
            }
            Tag::Item => self.mark = Some(mark_of(&self.text[range])),
            Tag::CodeBlock(kind) => {
                self.end_point();
                let mut block = Block::new(BlockKind::Code, self.lists);
                if let CodeBlockKind::Fenced(language) = kind {
                    language.trim().clone_into(&mut block.mark);
                }
                self.begin(range.start, block);
            }
            Tag::Table(alignments) => {
                self.end_point();
                self.table = Some(Table::new(alignments));
            }
            Tag::TableHead | Tag::TableRow => self.in_table(Table::begin_row),
            Tag::TableCell => self.in_table(Table::begin_cell),
            Tag::Emphasis if self.is_emphasis(range.start) => self.emphasis += 1,
            Tag::Strong if self.is_strong(range.start) => self.strong += 1,
            Tag::Emphasis | Tag::Strong => self.append_mark(&tag.to_end(), range.start),
            Tag::Link { link_type, dest_url, title, .. }
            | Tag::Image { link_type, dest_url, title, .. } => {
                let is_here = matches!(link_type, LinkType::Inline | LinkType::Autolink);
                if is_here && title.is_empty() && leads_somewhere(&dest_url) {
                    let address = dest_url.into_string();
                    self.links.push(Link { address, words: String::new() });
                } else {
                    // `Pins[0](x)` is code that somebody forgot to mark.
                    let written = &self.text[range.clone()];
                    self.append(self.style(), written, range.start);
                    self.raw = 1;
                }
            }
            Tag::HtmlBlock => self.end_point(),
            Tag::Paragraph => {
                self.end_words();
                self.paragraph = range;
            }
            _ => self.end_words(),
        }
    }

    fn end(&mut self, tag: TagEnd, range: Range<usize>) {
        match tag {
            TagEnd::Heading(_) => self.end_heading(&range),
            TagEnd::BlockQuote(_) => {
                self.end_words();
                self.quotes -= 1;
            }
            TagEnd::List(_) => self.lists -= 1,
            TagEnd::Item => {
                self.end_words();
                if self.mark.take().is_some() {
                    // Only its mark is there so far.
                    let depth = self.lists.saturating_sub(1);
                    self.begin(range.start, Block::new(BlockKind::Paragraph, depth));
                    self.append(SpanStyle::Plain, self.text[range.clone()].trim(), range.start);
                    self.end_words();
                }
            }
            TagEnd::CodeBlock | TagEnd::HtmlBlock => {
                self.drop_last_line_end();
                self.end_words();
            }
            TagEnd::Table => self.end_table(&range),
            TagEnd::TableHead | TagEnd::TableRow | TagEnd::TableCell => {}
            TagEnd::Emphasis if self.is_emphasis(range.start) => self.emphasis -= 1,
            TagEnd::Strong if self.is_strong(range.start) => self.strong -= 1,
            TagEnd::Emphasis | TagEnd::Strong => self.append_mark(&tag, range.start),
            TagEnd::Link => self.end_link(range.start),
            TagEnd::Image => self.end_image(&range),
            _ => self.end_words(),
        }
    }

    /// A heading by its `#`, or by the `===` below it. A `---` below words is
    /// mostly a line across that was to come after them.
    fn heading(&self, level: HeadingLevel, range: &Range<usize>) -> Block {
        match self.is_underlined_by(range, '-') {
            true => Block::new(BlockKind::Paragraph, self.lists),
            false => Block::new(BlockKind::Heading, level as u32),
        }
    }

    fn is_underlined_by(&self, range: &Range<usize>, mark: char) -> bool {
        let written = &self.text[range.clone()];
        let last = written.trim_end().lines().next_back().unwrap_or_default();
        !written.trim_start().starts_with('#') && last.trim_end().ends_with(mark)
    }

    fn end_heading(&mut self, range: &Range<usize>) {
        if self.words.as_ref().is_some_and(|words| words.block.spans.is_empty()) {
            // A heading without words is a mark that somebody wrote about.
            self.words = None;
            self.append(SpanStyle::Plain, self.text[range.clone()].trim(), range.start);
        }
        self.end_words();
        if self.is_underlined_by(range, '-') {
            self.finish(range.end, Block::new(BlockKind::Rule, 0));
        }
    }

    fn end_table(&mut self, range: &Range<usize>) {
        let Some(table) = self.table.take() else { return };
        let mut block = Block::new(BlockKind::Table, self.lists);
        let written = &self.text[range.clone()];
        let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
        // A cell too many is not among the events.
        let is_whole = |table: &Table| self.words_alone || table.letters() == letters(written);
        block.table = Some(table).filter(is_whole);
        let text = block.table.as_ref().and_then(Table::set).unwrap_or_else(|| {
            written.trim_end().lines().map(str::trim).collect::<Vec<_>>().join("\n")
        });
        block.push(SpanStyle::Plain, &text);
        self.finish(range.start, block);
    }

    /// A picture that is a paragraph of its own can be shown; its words are those
    /// of a link.
    fn end_image(&mut self, range: &Range<usize>) {
        let address = self.links.last().map(|link| link.address.clone());
        self.end_link(range.start);
        let is_alone = self.quotes == 0
            && self.text[self.paragraph.clone()].trim() == &self.text[range.clone()];
        if let (true, Some(Words { block, .. }), Some(address)) =
            (is_alone, &mut self.words, address)
            && block.kind == BlockKind::Paragraph
        {
            block.picture = picture(&address);
        }
    }

    /// The address stays readable after the words.
    fn end_link(&mut self, at: usize) {
        let Some(link) = self.links.pop() else { return };
        // A path is found by its look as code.
        let style = if is_web(&link.address) { self.style() } else { SpanStyle::Code };
        if link.words.trim().is_empty() {
            self.append(style, &link.address, at);
        } else if self.words_alone {
            // The words were added as they came.
        } else if style == SpanStyle::Code && link.words != link.address {
            self.append(self.style(), " (", at);
            self.append(style, &link.address, at);
            self.append(self.style(), ")", at);
        } else if link.words != link.address {
            self.append(self.style(), &format!(" ({})", link.address), at);
        }
    }

    /// Whether a star means emphasis: `a*b*c` multiplies, and an underscore belongs to a name.
    fn is_emphasis(&self, at: usize) -> bool {
        let before = self.text[..at].chars().next_back();
        self.text[at..].starts_with('*') && !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
    }

    /// Whether two stars mean bold: `__init__` is a name.
    fn is_strong(&self, at: usize) -> bool {
        self.text[at..].starts_with('*')
    }

    /// Shows a mark that is not one.
    fn append_mark(&mut self, tag: &TagEnd, at: usize) {
        let mark = self.text[at..].chars().next().unwrap_or('*');
        let times = if *tag == TagEnd::Strong { 2 } else { 1 };
        self.append(self.style(), &mark.to_string().repeat(times), at);
    }

    fn style(&self) -> SpanStyle {
        match (self.strong, self.emphasis) {
            (0, 0) => SpanStyle::Plain,
            (0, _) => SpanStyle::Emphasis,
            _ => SpanStyle::Strong,
        }
    }

    fn in_table(&mut self, change: impl FnOnce(&mut Table)) {
        if let Some(table) = &mut self.table {
            change(table);
        }
    }

    /// Adds words to what is being read: a cell, code, or the block of words,
    /// which begins with them.
    fn append(&mut self, style: SpanStyle, text: &str, at: usize) {
        for link in &mut self.links {
            link.words.push_str(text);
        }
        if let Some(table) = &mut self.table {
            return table.push(style, text);
        }
        if self.words.is_none() {
            let mut block = Block::new(BlockKind::Paragraph, self.lists);
            if let Some(mark) = self.mark.take() {
                (block.kind, block.level) = (BlockKind::Point, self.lists.saturating_sub(1));
                block.mark = mark;
            }
            self.begin(at, block);
        }
        if let Some(words) = &mut self.words {
            words.block.push(style, text);
        }
    }

    fn begin(&mut self, at: usize, block: Block) {
        self.words = Some(Words { at, block });
    }

    fn drop_last_line_end(&mut self) {
        let Some(Words { block, .. }) = &mut self.words else { return };
        if let Some(last) = block.spans.last_mut()
            && last.text.ends_with('\n')
        {
            last.text.pop();
        }
        // Code of one empty line.
        block.spans.retain(|span| !span.text.is_empty());
    }

    /// Ends the words before a block that is not words: a point may have none.
    fn end_point(&mut self) {
        self.end_words();
        if self.mark.is_some() {
            let at = self.blocks.last().map_or(0, |(at, _)| *at);
            self.append(SpanStyle::Plain, "", at);
            self.end_words();
        }
    }

    fn end_words(&mut self) {
        if let Some(Words { at, block }) = self.words.take() {
            self.finish(at, block);
        }
    }

    /// Adds a block. The words of a quote are lines of one.
    fn finish(&mut self, at: usize, mut block: Block) {
        let is_words =
            matches!(block.kind, BlockKind::Paragraph | BlockKind::Heading | BlockKind::Point);
        if self.quotes == 0 || !is_words {
            self.goes_on = false;
            self.blocks.push((at, block));
            return;
        }
        if block.kind == BlockKind::Point {
            let mark = format!("{} ", std::mem::take(&mut block.mark));
            block.spans.insert(0, crate::Span { style: SpanStyle::Plain, text: mark, link: None });
        }
        match self.blocks.last_mut().filter(|_| self.goes_on) {
            Some((_, quote)) => {
                quote.push(SpanStyle::Plain, "\n");
                for span in block.spans {
                    quote.push(span.style, &span.text);
                }
            }
            None => {
                let quote = Block { kind: BlockKind::Quote, level: 0, ..block };
                self.blocks.push((at, quote));
            }
        }
        self.goes_on = true;
    }
}

/// The mark of a point as it was written, `•` for all that count nothing.
fn mark_of(item: &str) -> String {
    let item = item.trim_start();
    let digits = item.bytes().take_while(u8::is_ascii_digit).count();
    match item.get(..=digits) {
        Some(mark) if digits > 0 => mark.to_owned(),
        _ => "\u{2022}".to_owned(),
    }
}

/// The path of a picture of the project.
fn picture(address: &str) -> Option<String> {
    let Some(Target::File(file)) = Target::of(address) else { return None };
    let (_, ending) = file.path.rsplit_once('.')?;
    let is_picture = ["png", "jpg", "jpeg"].iter().any(|it| it.eq_ignore_ascii_case(ending));
    is_picture.then_some(file.path)
}

/// Whether an address leads into the web, or to what is in the project. Others
/// are shown as they were written.
fn leads_somewhere(address: &str) -> bool {
    is_web(address) || Target::of(address).is_some()
}
