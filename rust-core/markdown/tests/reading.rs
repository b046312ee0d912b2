//! What is read from what models write.

use proptest::prelude::{ProptestConfig, proptest};
use proptest::{prop_assert_eq, string::string_regex};
use vibeue_markdown::{Block, BlockKind, SpanStyle, read};

/// The blocks as lines: kind, level, mark, and the words with `*` around
/// emphasis, `!` around bold, `\`` around code and `/` for the end of a line.
fn described(text: &str) -> Vec<String> {
    let words = |block: &Block| {
        let spans = block.spans.iter().map(|span| {
            let look = match span.style {
                SpanStyle::Plain => "",
                SpanStyle::Strong => "!",
                SpanStyle::Emphasis => "*",
                SpanStyle::Code => "`",
            };
            format!("{look}{}{look}", span.text.replace('\n', "/"))
        });
        spans.collect::<String>()
    };
    let line = |block: &Block| {
        format!("{:?} {} [{}] {}", block.kind, block.level, block.mark, words(block))
    };
    read(text).iter().map(line).collect()
}

#[test]
fn an_answer_is_cut_into_its_parts() {
    let text = "# Title #1\nfirst\nsecond\n\nthird\n- one\n  * two\n    goes on\n\n12. three\n\n> said\n> more\n\n\
                ---\n```cpp\nint A;\n\n\tint B;\n```\nend";
    assert_eq!(
        described(text),
        [
            "Heading 1 [] Title #1",
            "Paragraph 0 [] first/second",
            "Paragraph 0 [] third",
            "Point 0 [•] one",
            "Point 1 [•] two goes on",
            "Point 0 [12.] three",
            "Quote 0 [] said/more",
            "Rule 0 [] ",
            "Code 0 [cpp] int A;//\tint B;",
            "Paragraph 0 [] end",
        ]
    );
}

#[test]
fn fences_of_both_kinds_hold_code_until_their_own_end() {
    assert_eq!(
        described("~~~py\n```\n**a**\n~~~\nb"),
        ["Code 0 [py] ```/**a**", "Paragraph 0 [] b"]
    );
    assert_eq!(described("````md\n```\nx\n```\n````"), ["Code 0 [md] ```/x/```"]);
    assert_eq!(described("```\n**a**\n# b"), ["Code 0 [] **a**/# b"]);
    assert_eq!(described("```"), ["Code 0 [] "]);
    assert_eq!(described("```a``` b"), ["Paragraph 0 [] `a` b"]);
}

#[test]
fn points_hold_code_paragraphs_tasks_and_numbers_as_they_were_written() {
    let text = "1. Compile:\n\n   ```sh\n   make\n   ```\n\n   Then look.\n2) other\n- [x] done\n- [ ] open\n- ```\n  a\n  ```\n\
                - # big\n- > said\n";
    assert_eq!(
        described(text),
        [
            "Point 0 [1.] Compile:",
            "Code 1 [sh] make",
            "Paragraph 1 [] Then look.",
            "Point 0 [2)] other",
            "Point 0 [☑] done",
            "Point 0 [☐] open",
            "Point 0 [•] ",
            "Code 1 [] a",
            "Point 0 [•] big",
            "Point 0 [•] ",
            "Quote 0 [] said",
        ]
    );
}

#[test]
fn a_quote_is_one_block_with_its_points_and_another_quote_is_another() {
    assert_eq!(
        described("> a\n>\n> - b\n>\n> c\n\n```\nx\n```\n\n> d\n\n<!-- -->\n\n> e"),
        [
            "Quote 0 [] a/• b/c",
            "Code 0 [] x",
            "Quote 0 [] d",
            "Paragraph 0 [] <!-- -->",
            "Quote 0 [] e",
        ]
    );
}

#[test]
fn marks_are_looks_and_characters_of_names_and_products_are_not_marks() {
    assert_eq!(
        described("a **b** *c* `d<e>&` f ***g***"),
        ["Paragraph 0 [] a !b! *c* `d<e>&` f !g!"]
    );
    for same in [
        "2 * 3 ** 4 `x <b>",
        "K2_Node_Call a*b*c __init__ _b_",
        "Pins[0](x) [ ] open [a](javascript:b) [a](https://b [a][b]",
        "#hash -dash 1.5 C:\\Game\\a.txt",
        "<Strong>no</>",
    ] {
        assert_eq!(described(same), [format!("Paragraph 0 [] {same}")]);
    }
    assert_eq!(described("\\*x\\*"), ["Paragraph 0 [] *x*"]);
}

#[test]
fn the_address_of_a_link_stays_readable() {
    assert_eq!(
        described("see [the `docs`](https://example.com/a?b&c)."),
        ["Paragraph 0 [] see the `docs` (https://example.com/a?b&c)."]
    );
    assert_eq!(
        described("[http://a.b](http://a.b) <https://c>"),
        ["Paragraph 0 [] http://a.b https://c"]
    );
    assert_eq!(
        described("![a door](https://d/e.png)"),
        ["Paragraph 0 [] a door (https://d/e.png)"]
    );
    assert_eq!(
        described("as [1] says\n\n[1]: https://e.f \"why\"\n"),
        ["Paragraph 0 [] as [1] says", "Paragraph 0 [] [1]: https://e.f \"why\""]
    );
}

#[test]
fn a_line_below_words_is_a_line_across_and_does_not_make_them_a_heading() {
    assert_eq!(
        described("words\n---\nmore"),
        ["Paragraph 0 [] words", "Rule 0 [] ", "Paragraph 0 [] more"]
    );
    assert_eq!(described("Title\n===\nmore"), ["Heading 1 [] Title", "Paragraph 0 [] more"]);
}

#[test]
fn a_table_is_set_by_the_width_of_its_cells() {
    assert_eq!(
        described("| a | long | n |\n|---|:--:|--:|\n| `門` | c | 7 |\n| **x** | d | 10 |\n"),
        ["Table 0 [] a    long    n/──────────────/門    c      7/x     d     10"]
    );
    // Too wide, or with a cell too many: as it was written.
    let wide = format!("| {} |\n|---|", "x".repeat(61));
    assert_eq!(read(&wide)[0].text(), wide);
    assert_eq!(described("| a |\n|---|\n| b | c |"), ["Table 0 [] | a |/|---|/| b | c |"]);
    assert_eq!(described("| no table"), ["Paragraph 0 [] | no table"]);
}

#[test]
fn what_is_not_markdown_yet_is_shown_as_it_is() {
    for text in ["#", "-", "1.", "|", "`", "**", "\\", "#hash", "*a", "- ", "[a]: "] {
        assert_eq!(described(text), [format!("Paragraph 0 [] {}", text.trim())], "{text:?}");
    }
    assert_eq!(described("\r\n\r\n"), [""; 0]);
    assert_eq!(described("a\r\nb\r\n"), ["Paragraph 0 [] a/b"]);
}

#[test]
fn a_megabyte_of_marks_that_are_not_closed_is_one_paragraph() {
    let text = "*a `b **c | ".repeat(90_000);
    assert_eq!(read(&text).len(), 1);
    for mark in ["> ", "- ", "[", "*", "`", "<", "| "] {
        assert!(read(&mark.repeat(20_000)).len() <= 20_001, "{mark}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Letters and digits come out in order, whatever is around them.
    #[test]
    fn no_letter_is_lost(text in string_regex("([ab1]|[-*_`~#>|+.()\\[\\]!<=\\\\ ]|\n|    |```|\\| a \\|\n|---){0,60}").unwrap()) {
        let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
        let mut shown = String::new();
        for block in read(&text) {
            if block.kind == BlockKind::Code {
                shown.push_str(&block.mark);
                shown.push('\n');
                shown.push_str(&block.text());
            } else {
                shown.push_str(&block.mark);
                shown.push_str(&block.text());
            }
        }
        prop_assert_eq!(letters(&shown), letters(&text));
    }
}
