//! Installing what was planned earlier, and refusing what cannot be.

use super::*;

#[test]
fn messages_said_while_a_summary_was_made_stay_behind_it_once() {
    let (mut history, ids) = talk(4);
    let planned_on = history.version();
    let id = history.reserve_id();
    let plan = condense(&ids[..3], Some(summary(id, "s")));
    say(&mut history, Role::User, "meanwhile");
    history.commit(planned_on, plan).unwrap();
    assert_eq!(texts(&history), ["s", "t4", "meanwhile"]);
}

#[test]
fn a_summary_gets_another_id_when_a_message_took_its_own() {
    let (mut history, ids) = talk(2);
    let planned_on = history.version();
    let plan = condense(&ids[..1], Some(summary(history.next_id(), "s")));
    let meanwhile = say(&mut history, Role::User, "meanwhile");
    history.commit(planned_on, plan).unwrap();
    assert_eq!(meanwhile, MessageId(3));
    let seen: Vec<MessageId> = history.view().iter().map(|message| message.id).collect();
    assert_eq!(seen, [MessageId(4), MessageId(2), MessageId(3)]);
}

#[test]
fn a_plan_is_refused_when_the_view_was_reshaped_since() {
    type Change = fn(&mut History, &[MessageId]);
    let changes: [(&str, Change); 5] = [
        ("another compaction", |history, ids| {
            condensed(history, &ids[4..5], "other");
        }),
        ("an undo", |history, _| {
            history.undo(7).unwrap();
        }),
        ("a pin", |history, ids| {
            history.apply(Event::Pin { message: ids[1], pinned: true }).unwrap();
        }),
        ("an edit", |history, _| {
            let id = history.compaction(7).unwrap().compaction.summary.as_ref().unwrap().id;
            let edited = summary(id, "edited");
            history.apply(Event::EditSummary { summary: edited, record: None }).unwrap();
        }),
        ("a tool's answer", |history, _| {
            answer(history, "open");
        }),
    ];
    for (what, change) in changes {
        let (mut history, mut ids) = talk(6);
        let (seq, earlier) = condensed(&mut history, &ids[..1], "s1");
        assert_eq!(seq, 7);
        ids.push(call(&mut history, "open"));
        let planned_on = history.version();
        let replaced = [earlier, ids[1], ids[2], ids[6]];
        let plan = condense(&replaced, Some(summary(history.reserve_id(), "s2")));
        let mut unchanged = history.clone();
        change(&mut history, &ids);
        let before = history.clone();
        let error = history.commit(planned_on, plan.clone()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Conflict, "{what}: {error}");
        assert_eq!(history, before, "{what}");
        // The same plan is fine if nothing happened.
        unchanged.commit(planned_on, plan).unwrap();
    }
}

#[test]
fn what_does_not_touch_the_plan_does_not_refuse_it() {
    let (mut history, ids) = talk(6);
    let planned_on = history.version();
    let plan = condense(&ids[..2], Some(summary(history.reserve_id(), "s")));
    history.apply(Event::Pin { message: ids[4], pinned: true }).unwrap();
    history.apply(Event::Rename { title: "Doors".to_owned() }).unwrap();
    history.commit(planned_on, plan).unwrap();
    assert_eq!(texts(&history), ["s", "t3", "t4", "t5", "t6"]);
    assert_eq!(history.title(), Some("Doors"));
}

#[test]
fn a_plan_for_a_version_that_never_was_is_refused() {
    let (mut history, ids) = talk(2);
    let plan = condense(&ids[..1], None);
    assert_eq!(history.commit(3, plan).unwrap_err().kind(), ErrorKind::Conflict);
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of events")]
fn impossible_events_are_refused_and_change_nothing() {
    let (mut history, ids) = talk(3);
    let called = call(&mut history, "a");
    let answered = answer(&mut history, "a");
    let (seq, condensed_id) = condensed(&mut history, &ids[..1], "s");
    history.undo(seq).unwrap();
    let (seq_in_force, in_force) = condensed(&mut history, &ids[..1], "s");
    let free = history.next_id();
    let good = summary(free, "text");
    let event = |compaction| Event::Compaction(Box::new(compaction));
    let other_role = Message::text(ids[1], Role::Tool, "x");
    let without_call = Message::text(called, Role::Assistant, "I look.");
    let mut with_call = Message::clone(history.original(called).unwrap());
    (with_call.id, with_call.kind) = (free, MessageKind::Summary);

    let cases: Vec<(Event, ErrorKind, &str)> = vec![
        (
            Event::Message(Message::text(ids[0], Role::User, "again")),
            ErrorKind::Input,
            "message id m1 is in use (the next free id is m8)",
        ),
        (
            Event::Message(Message::text(MessageId(u64::MAX), Role::User, "high")),
            ErrorKind::Input,
            "message id m18446744073709551615 is above the highest, m9007199254740991",
        ),
        (event(condense(&[], None)), ErrorKind::Input, "the compaction changes nothing"),
        (
            event(condense(&[], Some(good.clone()))),
            ErrorKind::Input,
            "the compaction has a summary but replaces no message",
        ),
        (
            event(condense(&[ids[1], ids[1]], None)),
            ErrorKind::Input,
            "the compaction names message m2 twice",
        ),
        (
            event(Compaction {
                shortened: vec![Message::text(ids[1], Role::Assistant, "x")],
                ..condense(&[ids[1]], None)
            }),
            ErrorKind::Input,
            "the compaction names message m2 twice",
        ),
        (
            event(condense(&[MessageId(99)], None)),
            ErrorKind::Input,
            "there is no message m99 in this conversation",
        ),
        (
            event(condense(&[ids[0]], None)),
            ErrorKind::Conflict,
            "message m1 is no longer in the view (compaction 8 condensed it)",
        ),
        (
            event(condense(&[called], None)),
            ErrorKind::Conflict,
            "the compaction would separate the tool call in m4 from its result in m5",
        ),
        (
            event(condense(&[answered], Some(good))),
            ErrorKind::Conflict,
            "the compaction would separate the tool call in m4 from its result in m5",
        ),
        (
            event(condense(&[ids[1]], Some(Message::text(free, Role::User, "x")))),
            ErrorKind::Input,
            "message m8 is not marked as a summary",
        ),
        (
            event(condense(&[ids[1]], Some(summary(free, " \n")))),
            ErrorKind::Input,
            "the summary is empty",
        ),
        (
            event(condense(&[ids[1]], Some(with_call))),
            ErrorKind::Input,
            "a summary cannot contain tool calls or results",
        ),
        (
            event(condense(&[ids[1]], Some(summary(ids[2], "x")))),
            ErrorKind::Input,
            "message id m3 is in use (the next free id is m8)",
        ),
        (
            event(shorten(vec![other_role])),
            ErrorKind::Input,
            "the shortened form of m2 differs from it in role, kind or pin",
        ),
        (
            event(shorten(vec![without_call])),
            ErrorKind::Input,
            "the shortened form of m4 has other tool calls or results than it",
        ),
        (
            Event::Undo { compaction: 99 },
            ErrorKind::Input,
            "there is no compaction 99 in this conversation (the newest are 8, 6)",
        ),
        (
            Event::Undo { compaction: seq },
            ErrorKind::Conflict,
            "compaction 6 was undone before, by event 7",
        ),
        (
            Event::Pin { message: condensed_id, pinned: true },
            ErrorKind::Conflict,
            "message m6 is no longer in the view \
             (it is the summary of a compaction that was undone)",
        ),
        (
            Event::EditSummary { summary: summary(ids[1], "x"), record: None },
            ErrorKind::Input,
            "message m2 is not the summary of a compaction",
        ),
        (
            Event::EditSummary { summary: summary(in_force, ""), record: None },
            ErrorKind::Input,
            "the summary is empty",
        ),
    ];
    assert_eq!(seq_in_force, 8);
    for (event, kind, message) in cases {
        let before = history.clone();
        let error = history.apply(event.clone()).unwrap_err();
        assert_eq!((error.kind(), error.to_string().as_str()), (kind, message), "{event:?}");
        assert_eq!(history, before, "{event:?}");
    }
}
