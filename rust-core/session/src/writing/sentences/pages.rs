//! What is said of a page of Markdown that is imported.

use super::sentence::Sentence;

pub(crate) const SENTENCES: &[Sentence] = &[
    // Of the whole page: what it is, and what was done about it.
    Sentence::new("windows_breaks", "a program has changed the line breaks to those of Windows"),
    Sentence::new("changed_back", "they were changed back"),
    Sentence::new("page_without_marks", "an earlier version exported it, without marks"),
    Sentence::new(
        "page_was_guessed",
        "what looks like a heading, a call or a result was taken for one, and results were given to \
         calls by names and order",
    ),
    Sentence::new("images_not_in_page", "images are not exported as Markdown ({0})"),
    Sentence::new("text_for_image", "each was replaced by text"),
    Sentence::new("no_own_ids", "messages without an id of their own"),
    Sentence::new("numbered_again", "all were numbered again"),
    Sentence::new("more_page_lines", "file: {0} more lines like these"),
    // Of a line.
    Sentence::new("text_before_messages", "text before the first message"),
    Sentence::new("part_before_messages", "this comes before the first message"),
    Sentence::new("mark_damaged", "a mark is damaged"),
    Sentence::new("text_after_mark", "what follows it was taken as text"),
    Sentence::new("no_whole_block", "there is no whole block of code after this mark"),
    Sentence::new("all_taken", "all of it was taken"),
    Sentence::new(
        "heading_out_of_order",
        "it looks like a heading, but its number does not follow",
    ),
    Sentence::new("taken_as_text", "taken as text"),
    Sentence::new("heading_in_code", "a heading in a block of code that is not closed"),
    Sentence::new("taken_as_heading", "taken as a heading"),
];
