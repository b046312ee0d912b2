//! Messages that wait for their turn, and the ids that nothing takes twice.

use super::*;

fn submit(history: &mut History, text: &str) -> u64 {
    history.apply(Event::Submit { parts: vec![Part::text(text)] }).unwrap().version
}

fn waiting(history: &History) -> Vec<(u64, String)> {
    let text = |parts: &[Part]| match parts {
        [Part::Text { text, .. }] => text.clone(),
        other => format!("{other:?}"),
    };
    history.waiting().map(|it| (it.submit, text(&it.parts))).collect()
}

#[test]
fn what_waits_is_not_part_of_the_conversation_until_it_is_sent() {
    let (mut history, _) = talk(2);
    let (one, two) = (submit(&mut history, "w1"), submit(&mut history, "w2"));
    assert_eq!(texts(&history), ["t1", "t2"]);
    assert_eq!(history.originals().count(), 2);
    assert_eq!(waiting(&history), [(one, "w1".to_owned()), (two, "w2".to_owned())]);
    // Its id is taken when it is said, so that ids follow the conversation.
    let answer = say(&mut history, Role::Assistant, "t3");
    let message = history.next_id();
    assert_eq!(message, MessageId(answer.0 + 1));
    history.apply(Event::Send { submit: two, message }).unwrap();
    assert_eq!(texts(&history), ["t1", "t2", "t3", "w2"]);
    let said = history.view().last().unwrap();
    assert_eq!(**said, Message::text(message, Role::User, "w2"));
    history.apply(Event::Withdraw { submit: one }).unwrap();
    assert_eq!(waiting(&history), []);
    assert_eq!(history.originals().count(), 4);
}

#[test]
fn nothing_is_sent_twice_or_without_being_submitted() {
    let (mut history, _) = talk(2);
    let one = submit(&mut history, "w1");
    let message = history.next_id();
    let before = history.clone();
    for (event, kind) in [
        (Event::Send { submit: 1, message }, ErrorKind::Conflict),
        (Event::Withdraw { submit: 99 }, ErrorKind::Conflict),
        (Event::Send { submit: one, message: MessageId(1) }, ErrorKind::Input),
        (Event::Submit { parts: Vec::new() }, ErrorKind::Input),
        (Event::Submit { parts: vec![Part::text(" \n")] }, ErrorKind::Input),
        (
            Event::Submit {
                parts: vec![
                    Part::text("Look"),
                    Part::ToolCall(Box::new(ToolCall {
                        id: "c".into(),
                        name: "look".into(),
                        arguments: String::new(),
                        extra: Extra::new(),
                    })),
                ],
            },
            ErrorKind::Input,
        ),
    ] {
        assert_eq!(history.apply(event.clone()).unwrap_err().kind(), kind, "{event:?}");
        assert_eq!(history, before);
    }
    history.apply(Event::Send { submit: one, message }).unwrap();
    for event in
        [Event::Send { submit: one, message: history.next_id() }, Event::Withdraw { submit: one }]
    {
        assert_eq!(history.apply(event).unwrap_err().kind(), ErrorKind::Conflict);
    }
}

#[test]
fn the_number_of_an_undone_record_is_not_given_again() {
    let (mut history, ids) = talk(6);
    let record = |number: u64, condensed: &[MessageId]| {
        let text = format!(
            "{{\"id\":\"s{number}\",\"timestamp\":1,\"depth\":0,\"narrative\":\"n\",\
             \"key_points\":[],\"context\":{{\"participants\":[],\"decisions\":[],\
             \"action_items\":[],\"unresolved\":[],\"domain_entities\":[]}},\"ledger\":[],\
             \"condensed\":[{}],\"sha256\":\"\",\"tokens_before\":9,\"tokens_after\":3,\
             \"strategy\":\"rules\",\"rung\":\"rules\",\"duration_ms\":0}}",
            condensed.iter().map(|id| id.0.to_string()).collect::<Vec<_>>().join(",")
        );
        serde_json::from_str::<vibeue_core::compaction::SummaryRecord>(&text).unwrap()
    };
    assert_eq!(history.next_record(), 1);
    let mut compaction = condense(&ids[..4], Some(summary(history.next_id(), "s")));
    compaction.record = Some(record(3, &ids[..4]));
    let seq = history.commit(history.version(), compaction).unwrap().version;
    assert_eq!(history.next_record(), 4);
    history.undo(seq).unwrap();
    assert_eq!(history.next_record(), 4);
    // One that is done again is the same one.
    let again = history.plan_redo(seq).unwrap();
    history.apply(again).unwrap();
    assert_eq!(history.next_record(), 4);
    // No number follows on the highest, so it does not count.
    let mut last = record(1, &ids[4..5]);
    last.id = format!("s{}", u64::MAX);
    let mut compaction = condense(&ids[4..5], Some(summary(history.next_id(), "s")));
    compaction.record = Some(last);
    history.commit(history.version(), compaction).unwrap();
    assert_eq!(history.next_record(), 4);
}
