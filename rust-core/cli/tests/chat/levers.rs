//! The levers on one message, typed by the user.

use super::*;

/// A chat in which a long file was read, and the lines typed after it.
fn after_a_long_file(talk: &Talk, lines: &str) -> Printed {
    let call = Answer::call("c1", "read_file", r#"{"path": "door.log"}"#);
    talk.server.push(call);
    for _ in 0..12 {
        talk.server.push(Answer::text("The door is shut."));
    }
    let log: String = (0..300).map(|at| format!("{at} LogDoor: Warning: it is shut\n")).collect();
    talk.shop.write("door.log", &log);
    let options = ["--journal", "t.jsonl", "--tools", ".", "--yes", "--set", "mode=rules"];
    talk.type_in(&options, &format!("Look into the log.\n{}{lines}", wish(1)))
}

#[test]
fn a_long_result_is_shortened_and_put_back_with_the_tokens_before_and_after() {
    let talk = Talk::with(Script::default());
    let printed = after_a_long_file(
        &talk,
        "/shorten m3\n/context\n/shorten m3\n/restore m3\n/restore m3\n/shorten m3\n/undo\n/redo\n",
    );
    assert_eq!(printed.code, Some(0), "{}", printed.err);
    let said: Vec<&str> = printed.err.lines().filter(|line| line.contains("m3")).collect();
    assert!(said[0].contains("m3 is shortened: ") && said[0].contains("/restore m3 restores it"));
    assert!(said[1].contains("m3 would not become shorter"), "{}", printed.err);
    assert!(said[2].contains("m3 is restored: "), "{}", printed.err);
    assert!(said[3].contains("the model already sees m3 in its original form"), "{}", printed.err);
    let figures = |line: &str| -> Vec<u64> {
        let digits = line.split(|c: char| !c.is_ascii_digit() && c != ',');
        let numbers = digits.filter_map(|it| it.replace(',', "").parse().ok());
        // Without the ids.
        numbers.filter(|number| *number != 3).collect()
    };
    let (short, whole) = (figures(said[0]), figures(said[2]));
    assert_eq!(short.len(), 4, "{}", said[0]);
    assert!(short[0] > 2_000 && short[1] < 200 && short[3] < short[2], "{}", said[0]);
    assert_eq!((whole[0], whole[1], whole[2]), (short[1], short[0], short[3]), "{}", said[2]);
    for told in ["undid the shortening", "the messages are shortened again"] {
        assert!(printed.err.contains(told), "{told}: {}", printed.err);
    }
    assert!(printed.out.contains("m3 tool read_file, shortened"), "{}", printed.out);
    let row = "tokens, 1 result shortened; shortening m3 was asked for";
    assert!(printed.out.contains(row), "{}", printed.out);
}

#[test]
fn a_summary_ends_with_the_message_that_was_named() {
    let talk = Talk::with(Script::default());
    let printed = after_a_long_file(
        &talk,
        "/preview --up-to m2\n/summarize --up-to m4\n/summarize --up-to m4\n/summarize --up-to m99\n",
    );
    assert_eq!(printed.code, Some(0), "{}", printed.err);
    let preview = "3 messages would be condensed, 0 shortened, 3 stay\n\
                   the model would read the summary below instead of condensed messages; these stay in the \
                   archive, and /undo gives them back to it\n";
    let next = "/preview --apply applies it, /preview --cancel discards it";
    for told in [preview, next, "\ncondensed  m2 ", "\nstays      m4 "] {
        assert!(printed.out.contains(told), "{told}: {}", printed.out);
    }
    for told in [
        "the summary ends with m3, not with m2: calls and their results stay together",
        "asked for, up to m4",
        "4 of 6 messages condensed",
        "message m4 is no longer in the view",
        "there is no message m99 in this conversation",
    ] {
        assert!(printed.err.contains(told), "{told}: {}", printed.err);
    }
}

#[test]
fn a_preview_is_tried_in_other_ways_then_applied_or_forgotten() {
    let talk = Talk::with(Script::default());
    let printed = after_a_long_file(
        &talk,
        "/preview --up-to m3\n/preview --up-to m3 --keep m1 --strategy rules\n/preview --apply\n\
         /preview --apply\n/undo\n/preview --up-to m3\n/preview --cancel\n/preview --apply\n\
         /preview --keep m99\n/preview --target 95\n",
    );
    assert_eq!(printed.code, Some(0), "{}", printed.err);
    for told in [
        "3 messages would be condensed, 0 shortened, 3 stay",
        "2 messages would be condensed, 0 shortened, 4 stay",
        "rules, up to m3",
        "[you keep it] Look into the log.",
        "writing it with rules: free; llm, hybrid, native: asks ",
    ] {
        assert!(printed.out.contains(told), "{told}: {}", printed.out);
    }
    for told in [
        "m1 is pinned",
        "2 of 6 messages condensed",
        "undid 1 summary",
        "there is no message m99 that could be summarized",
        "/preview --target takes a share from 5 to 90 percent, not \"95\"",
    ] {
        assert!(printed.err.contains(told), "{told}: {}", printed.err);
    }
    let refused = "there is no preview to accept (ask for a preview first)";
    assert_eq!(printed.err.matches(refused).count(), 2, "{}", printed.err);
}
