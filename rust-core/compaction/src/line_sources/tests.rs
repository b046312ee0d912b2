use super::*;
use vibeue_conversation::{Extra, MessageKind, Part, Role, ToolCall};

fn talk() -> Vec<Message> {
    let say = |id, role, text: &str| Message::text(MessageId(id), role, text);
    vec![
        say(2, Role::User, "The vault door is dead. Never touch Content/Legacy, please."),
        say(3, Role::Assistant, "HasKey was removed; CabinDoor.cpp still calls it."),
        Message::tool_result(
            MessageId(4),
            "c",
            None,
            "CabinDoor.cpp(57): error C2039: 'HasKey'\nMapCheck: 0 errors",
            true,
        ),
        say(5, Role::User, "Make the hinge open in 0.9 seconds, it feels sluggish."),
        say(6, Role::Assistant, "Lamps throw shadows on the quay at 24.31 ms per frame."),
        say(7, Role::User, "1 fine"),
    ]
}

fn lines(text: &str) -> Vec<(LineBasis, Vec<u64>, Vec<String>)> {
    let talk = talk();
    let condensed: Vec<&Message> = talk.iter().collect();
    let found = SummaryLine::of_summary(text, &condensed);
    assert_eq!(found.iter().map(|line| &*line.text).collect::<Vec<_>>().join("\n"), text);
    let ids = |line: &SummaryLine| line.sources.iter().map(|id| id.0).collect();
    found.into_iter().map(|line| (line.basis, ids(&line), line.shared)).collect()
}

fn cited(ids: &[u64]) -> (LineBasis, Vec<u64>, Vec<String>) {
    (LineBasis::Cited, ids.to_vec(), Vec::new())
}

fn matched(ids: &[u64], shared: &[&str]) -> (LineBasis, Vec<u64>, Vec<String>) {
    (LineBasis::Matched, ids.to_vec(), shared.iter().map(|it| (*it).to_owned()).collect())
}

fn without(basis: LineBasis) -> (LineBasis, Vec<u64>, Vec<String>) {
    (basis, Vec::new(), Vec::new())
}

#[test]
fn lines_that_cite_condensed_messages_come_from_those() {
    let text = "## Overview\n\
                - Rule (m2): Never touch Content/Legacy, m5 said.\n\
                - m7 user: \"1 fine\" (answers m3: HasKey was removed) (replaced by m5)\n\
                - Kept (m6 user): \"at 24.31 ms (m2)\"\n\
                - Keep (settings): shadows\n\
                \n\
                ## Problem resolution\n\
                - Open m4: [❌ build] error C2039\n\
                - The calls of HasKey were found. (m3-m4)\n\
                ## Codebase status\n\
                - Source/CabinDoor.cpp: changed 2, ✓ m4, m6";
    assert_eq!(
        lines(text),
        [
            without(LineBasis::Structure),
            cited(&[2]),
            cited(&[3, 5, 7]),
            cited(&[6]),
            without(LineBasis::Settings),
            without(LineBasis::Structure),
            without(LineBasis::Structure),
            cited(&[4]),
            cited(&[3, 4]),
            without(LineBasis::Structure),
            cited(&[4, 6]),
        ]
    );
}

#[test]
fn lines_that_cite_nothing_come_from_the_messages_that_contain_the_same() {
    let text = "- CabinDoor.cpp does not compile: C2039\n\
                - the hinge is to open in 0.9 seconds\n\
                - It feels sluggish, the user says, when doors open in such seconds\n\
                - shadows on the quay cost a lot, and Content/Legacy stays\n\
                - Lamps throw shadows on the quay. (m2-m7)";
    assert_eq!(
        lines(text),
        [
            matched(&[4], &["C2039", "CabinDoor.cpp"]),
            matched(&[5], &["0.9", "hinge", "open"]),
            matched(&[5], &["feels", "sluggish", "open"]),
            matched(&[2], &["Content/Legacy"]),
            matched(&[6], &["Lamps", "throw", "shadows"]),
        ]
    );
}

#[test]
fn a_line_that_shares_too_little_has_no_source() {
    let text = "- The door was painted blue by Priya\n\
                - Everything went well (m2-m7)\n\
                - Written long before (m90)\n\
                - The user said so\n\
                - 24 doors were counted";
    assert_eq!(lines(text), vec![without(LineBasis::Unknown); 5]);
    assert_eq!(SummaryLine::of_summary("- Lamps", &[])[0].basis, LineBasis::Unknown);
}

#[test]
fn of_a_wide_range_the_messages_are_named_that_the_line_comes_from() {
    let mut talk: Vec<Message> = (1..=40)
        .map(|id| Message::text(MessageId(id), Role::Assistant, format!("Gate {id} is ready")))
        .collect();
    talk[20] = Message::text(MessageId(21), Role::User, "Paint SM_Gate_21 in RAL 5002");
    let condensed: Vec<&Message> = talk.iter().collect();
    let text = "RAL 5002 was taken for SM_Gate_21 (m10-m30)\nNothing else happened (m10-m30)";
    let found = SummaryLine::of_summary(text, &condensed);
    assert_eq!((found[0].basis, &*found[0].sources), (LineBasis::Matched, &[MessageId(21)][..]));
    let listed: Vec<u64> = found[1].sources.iter().map(|id| id.0).collect();
    assert_eq!((found[1].basis, listed, found[1].more), (LineBasis::Cited, (10..18).collect(), 13));
}

#[test]
fn what_one_message_says_and_another_repeats_comes_from_both() {
    let say = |id, text: &str| Message::text(MessageId(id), Role::User, text);
    let mut older = say(1, "- open the door slowly");
    older.kind = MessageKind::Summary;
    let talk = [older, say(2, "Open the door slowly."), say(3, "So: open the door slowly!")];
    let found = SummaryLine::of_summary("- open the door slowly", &talk.each_ref());
    assert_eq!(found[0].sources, [1, 2, 3].map(MessageId));
}

fn missing_from(text: &str, talk: &[Message]) -> Vec<u64> {
    let condensed: Vec<&Message> = talk.iter().collect();
    SummaryLine::missing_from(text, &condensed).into_iter().map(|id| id.0).collect()
}

#[test]
fn messages_that_no_line_cites_or_repeats_have_none() {
    let text = "## Overview\n\
                - Rule (m2): Never touch Content/Legacy\n\
                - Keep (settings): sluggish\n\
                - Lamps throw shadows on the quay. (m2-m7)\n\
                - Everything went well (m2-m7)\n\
                ## Codebase status\n\
                - Source/CabinDoor.cpp: changed 2, \u{2713} m4";
    assert_eq!(missing_from(text, &talk()), [3, 5, 7]);
    assert_eq!(missing_from("", &talk()), [2, 3, 4, 5, 6, 7]);
    assert_eq!(missing_from("- m2: so\n- and all the rest (m3-m7)", &talk()), [0; 0]);
}

#[test]
fn a_line_about_a_call_is_about_its_results_and_nothing_is_expected_of_an_empty_message() {
    let mut call = Message::text(MessageId(3), Role::Assistant, "I build it.");
    call.parts.push(Part::ToolCall(Box::new(ToolCall {
        id: "c".into(),
        name: "build".into(),
        arguments: "{}".to_owned(),
        extra: Extra::new(),
    })));
    let talk = [
        Message::text(MessageId(1), Role::System, "Be brief."),
        Message::text(MessageId(2), Role::User, "Build it."),
        call,
        Message::tool_result(MessageId(4), "c", None, "3 errors", true),
        Message::text(MessageId(5), Role::Assistant, " "),
        Message::text(MessageId(6), Role::User, "And now?"),
    ];
    assert_eq!(
        missing_from("- m2 user: \"Build it.\"\n- \u{274c} build: 3 errors (m4)", &talk),
        [6]
    );
    assert_eq!(missing_from("- m6 user: \"And now?\"", &talk), [2, 3, 4]);
}
