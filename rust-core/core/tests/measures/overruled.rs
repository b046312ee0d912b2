//! Wishes that a later word replaces: the summary marks them, whether both were
//! just condensed or the earlier one was in an older summary already.

use vibeue_core::compaction::{CompactRequest, Measure, Outcome, compact, summary_text};
use vibeue_core::conversation::{Message, MessageId, MessageKind, Role};
use vibeue_core::settings::Settings;

use crate::common::Exact;

fn compacted(messages: &[Message], id: u64, measure: &Exact) -> Vec<Message> {
    let refs: Vec<&Message> = messages.iter().collect();
    let tokens: Vec<u64> = refs.iter().map(|m| measure.message(m)).collect();
    let request = CompactRequest {
        messages: &refs,
        tokens: &tokens,
        fixed: 0,
        available: tokens.iter().sum::<u64>() * 6 / 5,
        settings: &Settings { recent_messages_to_keep: 2, ..Settings::default() },
        reason: "measure",
        forced: true,
        next_id: MessageId(id),
        next_record: 1,
        now: 0,
    };
    match compact(&request, measure).unwrap() {
        Outcome::Compacted(compaction) => compaction.apply(messages),
        Outcome::Unchanged(why) => panic!("{why}"),
    }
}

/// Turns between the wishes and after them.
const TURNS: u64 = 24;

/// Some turns in which nothing is asked for by a value.
fn talk(messages: &mut Vec<Message>, from: u64) {
    for nth in 0..TURNS {
        let id = MessageId(from + 2 * nth);
        messages.push(Message::text(
            id,
            Role::Assistant,
            format!("{} {nth}.", FILLING[nth as usize % FILLING.len()]),
        ));
        let said = Message::text(MessageId(id.0 + 1), Role::User, "go on");
        messages.push(said);
    }
}

const FILLING: [&str; 6] = [
    "The level has loaded and the quay looks as it did before, with the lamps on and the nets in place in step",
    "I have read the whole of the design document and found nothing in it that speaks against what you ask in step",
    "The references are all in order, nothing points to what was moved, and the redirectors are gone since step",
    "The build went through without a warning and the tests of the doors are green, as they were in step",
    "I looked at the picture of the running game, and the shadow falls where it should since step",
    "There is one more place where it could matter, the kiosk, which we do not touch, as agreed in step",
];

/// The line of the earlier wish, which is in message 2.
fn line_of_wish(view: &[Message]) -> Option<String> {
    let summary = view.iter().find(|m| m.kind == MessageKind::Summary)?;
    let text = summary_text(summary).to_owned();
    text.lines().find(|line| line.starts_with("- m4 user: ")).map(str::to_owned)
}

#[test]
fn thirty_of_thirty_replaced_wishes_are_marked_now_and_in_the_next_summary() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/overruled-wishes.txt");
    let text = std::fs::read_to_string(file).unwrap();
    let cases: Vec<(&str, &str)> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|it| it.split_once('|'))
        .collect();
    assert_eq!(cases.len(), 30);
    let measure = Exact::new();
    let (mut missed, mut told) = (Vec::new(), 0);
    for (earlier, later) in &cases {
        let mut messages = vec![Message::text(
            MessageId(2),
            Role::User,
            "hi, let us begin with the harbour level today",
        )];
        messages.push(Message::text(MessageId(3), Role::Assistant, "Which part of it?"));
        messages.push(Message::text(MessageId(4), Role::User, *earlier));
        talk(&mut messages, 10);
        let between = messages.len();
        messages.push(Message::text(MessageId(80), Role::User, *later));
        talk(&mut messages, 90);
        let mark = "(replaced by m80)";
        let at_once = line_of_wish(&compacted(&messages, 200, &measure));
        let mut view = compacted(&messages[..between], 79, &measure);
        view.extend_from_slice(&messages[between..]);
        let carried = line_of_wish(&compacted(&view, 200, &measure));
        // An older summary's line may be dropped: then nothing mentions the earlier wish any more.
        assert!(at_once.is_some(), "{earlier}: the summary tells nothing of it");
        for (when, line) in [("at once", at_once), ("carried", carried)] {
            if line.as_ref().is_some_and(|line| !line.contains(mark)) {
                missed.push(format!("{when}: {earlier} | {later}: {line:?}"));
            }
            told += usize::from(line.is_some());
        }
    }
    eprintln!("{told} wishes are told, {} of them without their mark", missed.len());
    assert!(told >= 2 * cases.len() - 4, "{told}");
    assert_eq!(missed, Vec::<String>::new());
}
