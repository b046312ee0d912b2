//! What is read from an answer while it is being written.

use proptest::prelude::{ProptestConfig, proptest};
use proptest::{prop_assert, prop_assert_eq};
use vibeue_markdown::{Block, GrowingText, read};

const ANSWER: &str = "# Doors & *gates*\n\nThe **lock** of `BP_Door` is 2 * 3 = 6, `a|b` and ``c`d``; \
    see [the page](https://example.com/a) or <https://example.com/b>, TArray<FString> and a[0].\n\
    Second line &amp; \\*stars\\*! 門を**開ける**。\n\n- one\n- two **bold**: text\n  1. inner `x`\n  2. [ ] more\n\n\
      a paragraph of two\n- [x] done\n\n> said *so*\n> twice\n\n~~~cpp\nint A = 1; // **no**\n\n| no | table |\n\
    ~~~\n\nBefore | after\n\n| a | b |\n|---|--:|\n| 1 | `two` |\n\n---\n\n<details>\nhidden\n</details>\n\n\
    Title\n-----\nend *of* it";

/// What blocks say, each on lines of its own.
fn printed(blocks: &[Block]) -> String {
    let lines: Vec<String> =
        blocks.iter().map(|block| format!("{} {}", block.mark, block.text())).collect();
    lines.join("\n\n")
}

#[test]
fn what_is_certain_stays_and_is_added_to() {
    let whole = printed(&read(ANSWER));
    let mut text = GrowingText::default();
    let mut settled = Vec::new();
    let mut shown = 0;
    for character in ANSWER.chars() {
        text.push(character.encode_utf8(&mut [0; 4]));
        settled.extend(text.settle());
        let mut now = settled.clone();
        now.extend(text.certain().blocks);
        let now = printed(&now);
        assert!(whole.starts_with(&now), "{now:?} is not how {whole:?} begins");
        assert!(now.len() >= shown, "{now:?} has lost words");
        shown = now.len();
    }
    settled.extend(text.finish());
    assert_eq!(printed(&settled), whole);
}

/// What is certain of a beginning, with `/` for the end of a line.
fn certain(text: &str) -> String {
    let mut growing = GrowingText::default();
    growing.push(text);
    printed(&growing.certain().blocks).trim_start().replace('\n', "/")
}

#[test]
fn a_mark_waits_for_its_partner_and_no_longer() {
    for (beginning, shown) in [
        ("so **bo", "so"),
        ("so **bold** an", "so bold an"),
        ("so `co", "so"),
        ("2 * 3 and a*b", "2 * 3 and a*b"),
        ("see [the page](https://exa", "see"),
        ("see Pins[0] and [x] now", "see Pins[0] and [x] now"),
        ("- one\n- **tw", "• one"),
        ("- one\n- tw", "• one//• tw"),
        ("one\n- [", "one"),
        ("one\n12", "one"),
        ("one\n12 m", "one/12 m"),
        ("one\n| a | b |\n|--", "one"),
        ("one\n| a | b |\ntwo", "one/| a | b |/two"),
        ("| a |\n|---|\n| 1 |\n", ""),
        ("```cpp\nint A;\nint", "cpp int A;"),
        ("one &am", "one"),
        ("one <htt", "one"),
        ("TMap<FName", "TMap<FName"),
    ] {
        assert_eq!(certain(beginning), shown, "{beginning:?}");
    }
    let alone = format!("so *{}", "word ".repeat(1_000));
    assert_eq!(certain(&alone), alone.trim_end(), "a mark without a partner is a character");
}

#[test]
fn a_word_is_whole_when_a_space_or_a_line_end_follows() {
    for (beginning, is_in_word) in
        [("one tw", true), ("one two ", false), ("one\n", false), ("one`tw", true)]
    {
        let mut growing = GrowingText::default();
        growing.push(beginning);
        assert_eq!(growing.certain().is_in_word, is_in_word, "{beginning:?}");
    }
}

#[test]
fn an_endless_answer_is_forgotten_as_it_is_settled() {
    let mut text = GrowingText::default();
    let mut blocks = 0;
    for _ in 0..1_000 {
        text.push("A paragraph of some words.\n\n- a point\n\n```\ncode\n```\n\n");
        blocks += text.settle().len();
        assert!(text.unsettled() < 200, "{}", text.unsettled());
    }
    assert_eq!(blocks + text.finish().len(), 3_000);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// References that are defined elsewhere are the one thing that later text
    /// changes in settled blocks.
    #[test]
    fn the_blocks_are_the_same_however_the_text_comes(
        pieces in proptest::collection::vec("[a-c门 \n*`#>|~<!\\\\1.+=&-]{0,6}", 0..12),
    ) {
        let whole: String = pieces.concat();
        let mut text = GrowingText::default();
        let mut blocks = Vec::new();
        for piece in &pieces {
            text.push(piece);
            blocks.extend(text.settle());
            for block in text.certain().blocks {
                prop_assert!(block.spans.iter().all(|span| !span.text.is_empty()), "{block:?}");
            }
        }
        blocks.extend(text.finish());
        prop_assert_eq!(blocks, read(&whole));
    }
}
