//! Earlier messages in other words, typed by the user.

use super::*;

#[test]
fn an_earlier_message_is_sent_again_and_the_old_branch_is_shown_by_its_number() {
    let talk = Talk::with(Script::default());
    for answer in ["Painted.", "Glazed.", "The gate is painted."] {
        talk.server.push(Answer::text(answer));
    }
    let printed = talk.type_in(
        &["--journal", "t.jsonl"],
        "/edit\n/branches\nPaint the door\nGlaze the window\n/edit m1 Paint the gate\n/branches\n\
         /branches 1\n/history\n/branches 7\n/edit m2 x\n/edit m99 x\n/edit Glaze the window\n",
    );
    assert_eq!(printed.code, Some(0), "{}", printed.err);
    let out = &printed.out;
    assert!(out.contains("The gate is painted."), "{out}");
    assert!(out.contains("  1 m1 Paint the door 4 messages"), "{out}");
    assert!(out.contains("→ 2 m5 Paint the gate 2 messages, from branch 1"), "{out}");
    assert!(out.contains("m3 user Glaze the window"), "{out}");
    assert!(!out.contains("m5 user"), "{out}");
    for told in [
        "there is no message to change yet",
        "there is only one branch: /edit resends an earlier message and starts another",
        "branch 2 of 2; /branches lists them",
        "branch 1 of 2; /branches lists them",
        "there is no branch 7 in this conversation",
        "m2 is not a message of yours",
        "there is no message m99 in this branch",
        "the message is unchanged; /retry asks again",
    ] {
        assert!(printed.err.contains(told), "{told}: {}", printed.err);
    }
}
