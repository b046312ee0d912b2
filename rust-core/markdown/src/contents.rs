//! The table of contents of a long text.

use crate::{Block, BlockKind};

/// How many headings a text has before a list of them helps.
const FEWEST: usize = 4;

/// More lines than one screen shows.
const ONE_SCREEN: usize = 50;

/// How many characters fit on a line of prose, about.
const LINE: usize = 90;

/// A heading in a table of contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentsEntry {
    /// The place of the heading among the blocks.
    pub block: usize,
    /// How far in it is: 0 for those of the highest level that the text has.
    pub depth: u32,
    /// Its words.
    pub title: String,
}

/// The table of contents of a text: its headings, in order. Empty if none is needed, because there
/// are fewer than four headings or the whole text is seen at once.
///
/// ```
/// let text = "# A\n\none\n\n# B\n\ntwo";
/// assert_eq!(vibeue_markdown::contents(&vibeue_markdown::read(text)), []);
/// ```
#[must_use]
pub fn contents(blocks: &[Block]) -> Vec<ContentsEntry> {
    let is_heading = |block: &Block| block.kind == BlockKind::Heading;
    let headings = blocks.iter().enumerate().filter(|(_, block)| is_heading(block));
    let titled = headings.filter_map(|(at, block)| {
        let title = block.text().split_whitespace().collect::<Vec<_>>().join(" ");
        (!title.is_empty()).then_some(ContentsEntry { block: at, depth: block.level, title })
    });
    let mut entries: Vec<ContentsEntry> = titled.collect();
    let highest = entries.iter().map(|entry| entry.depth).min().unwrap_or(0);
    if entries.len() < FEWEST || blocks.iter().map(lines).sum::<usize>() <= ONE_SCREEN {
        return Vec::new();
    }
    entries.iter_mut().for_each(|entry| entry.depth -= highest);
    entries
}

/// About how many lines of a screen a block takes, with the space around it.
fn lines(block: &Block) -> usize {
    let text = block.text();
    let shown = text.split('\n').map(|line| line.chars().count().div_ceil(LINE).max(1));
    let around = usize::from(!matches!(block.kind, BlockKind::Point));
    shown.sum::<usize>() + around
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    fn entry(block: usize, depth: u32, title: &str) -> ContentsEntry {
        ContentsEntry { block, depth, title: title.to_owned() }
    }

    /// A text with these headings and this number of lines below each.
    fn text(headings: &[&str], lines: usize) -> String {
        headings
            .iter()
            .map(|heading| format!("{heading}\n\n{}\n", "- point\n".repeat(lines)))
            .collect()
    }

    #[test]
    fn a_long_text_has_its_headings_in_order_each_as_far_in_as_its_level() {
        let long = text(
            &["## Why  *it*\tstays shut", "### `Door.cpp`", "## What to do", "#### Tests"],
            15,
        );
        assert_eq!(
            contents(&read(&long)),
            [
                entry(0, 0, "Why it stays shut"),
                entry(16, 1, "Door.cpp"),
                entry(32, 0, "What to do"),
                entry(48, 2, "Tests"),
            ]
        );
    }

    #[test]
    fn few_headings_or_one_screen_have_no_contents() {
        assert_eq!(contents(&read(&text(&["# A", "# B", "# C"], 100))), []);
        assert_eq!(contents(&read(&text(&["# A", "# B", "# C", "# D"], 5))), []);
        assert_eq!(contents(&read("")), []);
        // Titles without words lead nowhere that the user could tell.
        assert_eq!(contents(&read(&text(&["# A", "#", "# C", "# D"], 100))), []);
    }

    #[test]
    fn what_is_not_a_heading_is_not_in_the_contents() {
        let code = format!("```\n{}```\n", "# a comment\n".repeat(100));
        assert_eq!(contents(&read(&code)), []);
        let listed = "- # in a point\n".repeat(100);
        assert_eq!(contents(&read(&listed)), []);
    }

    #[test]
    fn long_lines_of_prose_and_of_code_count_as_the_lines_that_they_take() {
        let headings = "# A\n\n# B\n\n# C\n\n# D\n\n";
        assert_eq!(contents(&read(&format!("{headings}{}", "word ".repeat(100)))), []);
        for long in ["word ".repeat(1_000), format!("```\n{}```\n", "code\n".repeat(60))] {
            assert_eq!(contents(&read(&format!("{headings}{long}"))).len(), 4, "{long}");
        }
    }
}
