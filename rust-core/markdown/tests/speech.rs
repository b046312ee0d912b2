//! What is read out of an answer while it is being written.

use vibeue_markdown::Speech;

/// Everything that is read aloud of a text at once.
fn said(text: &str) -> String {
    let mut speech = Speech::default();
    let begins = speech.hear(text);
    let ends = speech.finish();
    [begins, ends].into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ")
}

/// What is read aloud after each piece, and at the end.
fn steps(pieces: &[&str]) -> Vec<String> {
    let mut speech = Speech::default();
    let mut said: Vec<String> = pieces.iter().map(|piece| speech.hear(piece)).collect();
    said.push(speech.finish());
    said
}

#[test]
fn words_are_said_without_marks_code_and_addresses() {
    for (text, words) in [
        ("# The *door*\n\nIt is **red**, `bOpen` is 2 * 3.", "The door It is red, bOpen is 2 * 3."),
        (
            "See [the page](https://example.com/a.b), [a file](Source/Door.cpp).",
            "See the page, a file.",
        ),
        (
            "See <https://example.com/a>.\n\n![the door](https://example.com/b.png)",
            "See https://example.com/a. the door",
        ),
        ("A\n\n```cpp\nOpen(); // Now. Or never.\n```\n~~~~\n~~~\nb.\n~~~~\nC", "A C"),
        ("A\n\n````md\n```sh\nls\n```\n````\n\n    indented\n\nB\n```\nnever closed", "A B"),
        ("```Open()``` opens it.", "Open() opens it."),
        (
            "- one\n- two\n  goes on\n3. three\n- [x] done\n",
            "one two goes on 3. three \u{2611} done",
        ),
        ("> - said\n> twice\n\n---\n\nend", "said twice end"),
        ("| a | b |\n|---|--:|\n| [1](https://example.com) | |\n| | 2 |", "a, b 1 2"),
        ("A [page][1].\n\n[1]: https://example.com", "A [page][1]."),
        ("", ""),
    ] {
        assert_eq!(said(text), words, "{text}");
    }
}

#[test]
fn a_sentence_is_said_when_its_end_is_known() {
    for (pieces, said) in [
        (
            &["# The door\nIt is **re", "d**. See", " it"][..],
            &["The door", "It is red.", "", "See it"][..],
        ),
        (&["It is 3.", "5 m. ", "Or"], &["", "It is 3.5 m.", "", "Or"]),
        (&["A line\n", "and more.\nB"], &["A line", "and more.", "B"]),
        (&["\u{8d64}\u{3044}\u{3002}\u{9752}"], &["\u{8d64}\u{3044}\u{3002}", "\u{9752}"]),
        (&["12. Oil", " it. Then", " go."], &["", "12. Oil it.", "", "Then go."]),
        (&["**No. Not now", ".** Go. "], &["", "No. Not now. Go.", ""]),
        (&["Why?\n", "```\nA. B.\n", "C.\n", "```\nSo. "], &["Why?", "", "", "So.", ""]),
    ] {
        assert_eq!(steps(pieces), said, "{pieces:?}");
    }
}

#[test]
fn nothing_is_said_twice_or_left_out_however_an_answer_comes() {
    let answer = "# Doors & *gates*\n\nThe **lock** of `BP_Door` is 2 * 3 = 6! See [the page](https://example.com/a) \
        or [it](Source/A.cpp).\nSecond line &amp; \\*stars\\*! \u{9580}\u{3092}**\u{958b}\u{3051}\u{308b}**\u{3002}\n\n\
        - one\n- two. **bold**: text\n  1. inner `x`\n  2. [ ] more\n\n      a paragraph\n- [x] done\n\n\
        > said *so*.\n> twice\n\n~~~cpp\nint A = 1; // **no**. No.\n~~~\n\n| a | b |\n|---|--:|\n\
        | 1 | [two](https://example.com) |\n\n---\n\nTitle\n-----\nend *of* it. Good";
    let bare = |text: &str| text.split_whitespace().collect::<String>();
    let whole = bare(&said(answer));
    for size in [1, 2, 7, 40] {
        let characters: Vec<char> = answer.chars().collect();
        let pieces: Vec<String> = characters.chunks(size).map(|it| it.iter().collect()).collect();
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        assert_eq!(bare(&steps(&pieces).concat()), whole, "in pieces of {size}");
    }
}

#[test]
fn much_code_is_not_read_again_for_each_of_its_lines() {
    let mut speech = Speech::default();
    assert_eq!(speech.hear("Look:\n```\n"), "Look:");
    for _ in 0..20_000 {
        assert_eq!(speech.hear("Open(); // Now. Or never.\n"), "");
    }
    assert_eq!(speech.hear("```\n"), "");
    assert_eq!(speech.hear("That is all.\n"), "");
    assert_eq!(speech.finish(), "That is all.");
}
