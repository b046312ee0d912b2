//! The state of one conversation: view, archive, compactions, undo.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::sync::Arc;

use proptest::prelude::*;
use vibeue_core::ErrorKind;
use vibeue_core::compaction::{Compaction, Rung};
use vibeue_core::conversation::{
    Conversation, Extra, Message, MessageId, MessageKind, Part, Role, ToolCall,
};
use vibeue_core::session::{Event, History};

fn say(history: &mut History, role: Role, text: &str) -> MessageId {
    let id = history.next_id();
    history.apply(Event::Message(Message::text(id, role, text))).unwrap();
    id
}

fn call(history: &mut History, call_id: &str) -> MessageId {
    let id = history.next_id();
    let call = ToolCall {
        id: call_id.into(),
        name: "read_file".into(),
        arguments: "{\"path\":\"Source/Door.cpp\"}".to_owned(),
        extra: Extra::new(),
    };
    let parts = vec![Part::text("I look."), Part::ToolCall(Box::new(call))];
    history.apply(Event::Message(Message::new(id, Role::Assistant, parts))).unwrap();
    id
}

fn answer(history: &mut History, call_id: &str) -> MessageId {
    let id = history.next_id();
    let result = Message::tool_result(id, call_id, Some("read_file"), "void ADoor::Open()", false);
    history.apply(Event::Message(result)).unwrap();
    id
}

fn summary(id: MessageId, text: &str) -> Message {
    let mut message = Message::text(id, Role::User, text);
    message.kind = MessageKind::Summary;
    message
}

fn condense(replaced: &[MessageId], summary: Option<Message>) -> Compaction {
    Compaction {
        reason: "9,000 of 10,000 tokens".to_owned(),
        rung: Rung::Rules,
        replaced: replaced.to_vec(),
        summary,
        record: None,
        shortened: Vec::new(),
        tokens_before: 9_000,
        tokens_after: 3_000,
    }
}

fn shorten(short: Vec<Message>) -> Compaction {
    Compaction { shortened: short, rung: Rung::Prune, ..condense(&[], None) }
}

fn texts(history: &History) -> Vec<String> {
    history.view().iter().map(|message| message.joined_text()).collect()
}

/// A conversation of `count` messages `t1`, `t2`, … and their ids.
fn talk(count: usize) -> (History, Vec<MessageId>) {
    let mut history = History::new();
    let ids = (1..=count)
        .map(|n| {
            let role = if n % 2 == 1 { Role::User } else { Role::Assistant };
            say(&mut history, role, &format!("t{n}"))
        })
        .collect();
    (history, ids)
}

/// Condenses some messages at once and returns the compaction's number and
/// the summary's id.
fn condensed(history: &mut History, ids: &[MessageId], text: &str) -> (u64, MessageId) {
    let id = history.next_id();
    let applied =
        history.commit(history.version(), condense(ids, Some(summary(id, text)))).unwrap();
    (applied.version, id)
}

fn bytes(history: &History) -> Vec<u8> {
    serde_json::to_vec(&history.to_conversation()).unwrap()
}

#[test]
fn a_summary_stands_where_the_first_condensed_message_stood() {
    let (mut history, ids) = talk(5);
    condensed(&mut history, &[ids[1], ids[3]], "s");
    assert_eq!(texts(&history), ["t1", "s", "t3", "t5"]);
    assert_eq!(history.version(), 6);
    let all: Vec<String> = history.originals().map(|message| message.joined_text()).collect();
    assert_eq!(all, ["t1", "t2", "t3", "t4", "t5"]);
    assert_eq!(history.original(ids[1]).unwrap().joined_text(), "t2");
    assert!(!history.is_in_view(ids[1]));
}

#[test]
fn a_preview_shows_the_view_and_changes_nothing() {
    let (mut history, ids) = talk(4);
    let plan = condense(&ids[1..3], Some(summary(history.next_id(), "s")));
    let before = history.clone();
    let preview = history.preview(plan.clone()).unwrap();
    assert_eq!(history, before);
    history.commit(history.version(), plan).unwrap();
    assert_eq!(history.view(), preview);
    assert_eq!(history.condensed_by(ids[1]).unwrap().seq, 5);
    assert_eq!(history.condensed_by(ids[0]), None);
    assert!(history.preview(condense(&ids[1..2], None)).is_err());
}

#[test]
fn archive_and_view_share_their_messages() {
    let (history, _) = talk(3);
    assert!(history.originals().zip(history.view()).all(|(one, other)| Arc::ptr_eq(one, other)));
}

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
        // The same plan is fine where nothing happened.
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
fn undo_restores_the_originals_and_keeps_later_turns() {
    let (mut history, ids) = talk(6);
    let before = bytes(&history);
    let (seq, _) = condensed(&mut history, &ids[..4], "s");
    let applied = history.undo(seq).unwrap();
    assert_eq!((applied.version, applied.undone), (8, vec![seq]));
    assert_eq!(bytes(&history), before);

    let (seq, _) = condensed(&mut history, &ids[..4], "s again");
    for text in ["later 1", "later 2", "later 3"] {
        say(&mut history, Role::User, text);
    }
    history.undo(seq).unwrap();
    assert_eq!(
        texts(&history),
        ["t1", "t2", "t3", "t4", "t5", "t6", "later 1", "later 2", "later 3"]
    );
}

#[test]
fn undoing_the_first_of_two_nested_compactions_undoes_both() {
    let (mut history, ids) = talk(6);
    let (first, first_summary) = condensed(&mut history, &ids[..2], "s1");
    let (second, _) = condensed(&mut history, &[first_summary, ids[2], ids[3]], "s2");
    assert_eq!(texts(&history), ["s2", "t5", "t6"]);

    let mut outer = history.clone();
    assert_eq!(outer.undo(second).unwrap().undone, [second]);
    assert_eq!(texts(&outer), ["s1", "t3", "t4", "t5", "t6"]);

    assert_eq!(history.would_undo(first), [second, first]);
    assert_eq!(history.undo(first).unwrap().undone, [second, first]);
    assert_eq!(texts(&history), ["t1", "t2", "t3", "t4", "t5", "t6"]);
    assert_eq!(history.last_compaction(), None);
    let undone_by: Vec<_> = history.compactions().iter().map(|entry| entry.undone_by).collect();
    assert_eq!(undone_by, [Some(9), Some(9)]);
}

#[test]
fn a_later_compaction_that_does_not_build_on_the_undone_one_stays() {
    let (mut history, ids) = talk(6);
    let (first, _) = condensed(&mut history, &ids[..2], "s1");
    let (second, _) = condensed(&mut history, &ids[2..4], "s2");
    assert_eq!(history.undo(first).unwrap().undone, [first]);
    assert_eq!(texts(&history), ["t1", "t2", "s2", "t5", "t6"]);
    assert_eq!(history.last_compaction().unwrap().seq, second);
}

#[test]
fn a_shortened_message_comes_back_in_the_form_it_had() {
    let (mut history, ids) = talk(4);
    let short = |id: MessageId, text: &str| Message::text(id, Role::Assistant, text);
    let (version, plan) = (history.version(), shorten(vec![short(ids[1], "cut")]));
    let first = history.commit(version, plan).unwrap().version;
    let plan = shorten(vec![short(ids[1], "…"), short(ids[3], "end")]);
    let second = history.commit(first, plan).unwrap().version;
    assert_eq!(texts(&history), ["t1", "…", "t3", "end"]);
    assert_eq!(history.original(ids[1]).unwrap().joined_text(), "t2");

    let mut outer = history.clone();
    outer.undo(second).unwrap();
    assert_eq!(texts(&outer), ["t1", "cut", "t3", "t4"]);

    // Condensing a shortened message builds on the shortening.
    let (third, _) = condensed(&mut history, &ids[..2], "s");
    assert_eq!(history.undo(first).unwrap().undone, [third, second, first]);
    assert_eq!(texts(&history), ["t1", "t2", "t3", "t4"]);
}

#[test]
fn a_pin_outlives_shortening_and_undo() {
    let (mut history, ids) = talk(3);
    let plan = shorten(vec![Message::text(ids[1], Role::Assistant, "cut")]);
    let seq = history.commit(history.version(), plan).unwrap().version;
    history.apply(Event::Pin { message: ids[1], pinned: true }).unwrap();
    assert!(history.view()[1].pinned && history.original(ids[1]).unwrap().pinned);
    history.undo(seq).unwrap();
    assert_eq!((history.view()[1].joined_text().as_str(), history.view()[1].pinned), ("t2", true));
    history.apply(Event::Pin { message: ids[1], pinned: false }).unwrap();
    assert!(!history.view()[1].pinned && !history.original(ids[1]).unwrap().pinned);
}

#[test]
fn a_pinned_message_survives_five_compactions_byte_for_byte() {
    let (mut history, ids) = talk(4);
    history.apply(Event::Pin { message: ids[0], pinned: true }).unwrap();
    let pinned = serde_json::to_string(&*history.view()[0]).unwrap();
    for round in 0..5 {
        let rest: Vec<MessageId> =
            history.view().iter().filter(|m| !m.pinned).map(|m| m.id).collect();
        let error =
            history.commit(history.version(), condense(&[ids[0], rest[0]], None)).unwrap_err();
        assert_eq!(error.to_string(), "message m1 is pinned");
        condensed(&mut history, &rest, &format!("s{round}"));
        say(&mut history, Role::User, "next");
    }
    assert_eq!(serde_json::to_string(&*history.view()[0]).unwrap(), pinned);
}

#[test]
fn redo_installs_an_undone_compaction_under_new_numbers() {
    let (mut history, ids) = talk(4);
    let (seq, old_summary) = condensed(&mut history, &ids[..2], "s");
    assert_eq!(history.plan_redo(seq).unwrap_err().kind(), ErrorKind::Conflict);
    history.undo(seq).unwrap();
    let event = history.plan_redo(seq).unwrap();
    assert_eq!(history.apply(event).unwrap().version, 7);
    assert_eq!(texts(&history), ["s", "t3", "t4"]);
    assert_ne!(history.view()[0].id, old_summary);
    history.undo(7).unwrap();
    assert_eq!(texts(&history), ["t1", "t2", "t3", "t4"]);
}

#[test]
fn an_edited_summary_keeps_its_id_and_its_place() {
    let (mut history, ids) = talk(3);
    let (seq, id) = condensed(&mut history, &ids[1..], "s");
    history.apply(Event::EditSummary { summary: summary(id, "better"), record: None }).unwrap();
    assert_eq!(texts(&history), ["t1", "better"]);
    let entry = history.entry_of_summary(id).unwrap();
    assert_eq!((entry.seq, entry.edited_by), (seq, Some(5)));
    assert_eq!(entry.compaction.summary.as_ref().unwrap().joined_text(), "better");
    history.undo(seq).unwrap();
    assert_eq!(texts(&history), ["t1", "t2", "t3"]);
}

#[test]
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
            "the compaction would part the tool call in m4 from its result in m5",
        ),
        (
            event(condense(&[answered], Some(good))),
            ErrorKind::Conflict,
            "the compaction would part the tool call in m4 from its result in m5",
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
            "a summary cannot hold tool calls or results",
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

#[test]
fn a_conversation_from_elsewhere_comes_back_whole() {
    let mut extra = Extra::new();
    extra.insert("model", "a-model".into());
    let conversation = Conversation {
        messages: talk(3).0.to_conversation().messages,
        tools: vec![serde_json::json!({"type": "function", "function": {"name": "f"}})],
        extra,
    };
    let history = History::from_conversation(conversation.clone()).unwrap();
    assert_eq!(history.to_conversation(), conversation);
    assert_eq!(history.to_original_conversation(), conversation);
    let twice = Conversation::from_messages(vec![conversation.messages[0].clone(); 2]);
    assert_eq!(History::from_conversation(twice).unwrap_err().kind(), ErrorKind::Input);
}

/// What a random test does next; numbers choose among what is there.
#[derive(Debug, Clone)]
enum Step {
    Say,
    Tool,
    Condense { from: usize, count: usize, summary: bool },
    Shorten { at: usize },
    Undo { which: usize },
    Pin { at: usize, pinned: bool },
    Edit { which: usize },
    Redo { which: usize },
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => Just(Step::Say),
        2 => Just(Step::Tool),
        3 => (any::<usize>(), 1..6_usize, any::<bool>())
            .prop_map(|(from, count, summary)| Step::Condense { from, count, summary }),
        2 => any::<usize>().prop_map(|at| Step::Shorten { at }),
        2 => any::<usize>().prop_map(|which| Step::Undo { which }),
        1 => (any::<usize>(), any::<bool>()).prop_map(|(at, pinned)| Step::Pin { at, pinned }),
        1 => any::<usize>().prop_map(|which| Step::Edit { which }),
        1 => any::<usize>().prop_map(|which| Step::Redo { which }),
    ];
    prop::collection::vec(step, 0..60)
}

/// Turns a step into the events that it means here; some are impossible.
fn events(history: &History, step: &Step) -> Vec<Event> {
    let next = history.next_id();
    let view = history.view();
    let pick = |at: usize| (!view.is_empty()).then(|| at % view.len());
    let entry = |at: usize| {
        let all = history.compactions();
        (!all.is_empty()).then(|| &all[at % all.len()])
    };
    let event = |compaction| vec![Event::Compaction(Box::new(compaction))];
    match *step {
        Step::Say => vec![Event::Message(Message::text(next, Role::User, format!("t{next}")))],
        Step::Tool => {
            let mut scratch = History::new();
            call(&mut scratch, "c");
            let mut called = Message::clone(&scratch.view()[0]);
            called.id = next;
            let after = MessageId(next.0 + 1);
            let result = Message::tool_result(after, "c", None, format!("r{after}"), false);
            vec![Event::Message(called), Event::Message(result)]
        }
        Step::Condense { from, count, summary: with } => {
            let Some(from) = pick(from) else { return Vec::new() };
            let ids: Vec<MessageId> = view[from..].iter().take(count).map(|m| m.id).collect();
            event(condense(&ids, with.then(|| summary(next, &format!("s{next}")))))
        }
        Step::Shorten { at } => {
            let Some(at) = pick(at) else { return Vec::new() };
            let mut short = Message::clone(&view[at]);
            for part in &mut short.parts {
                if let Part::Text { text, .. } = part {
                    text.push('-');
                }
            }
            event(shorten(vec![short]))
        }
        Step::Undo { which } => {
            entry(which).map(|entry| Event::Undo { compaction: entry.seq }).into_iter().collect()
        }
        Step::Pin { at, pinned } => {
            pick(at).map(|at| Event::Pin { message: view[at].id, pinned }).into_iter().collect()
        }
        Step::Edit { which } => {
            let old = entry(which).and_then(|entry| entry.compaction.summary.as_ref());
            let edit = |old: &Message| summary(old.id, &format!("edited at {}", history.version()));
            old.map(|old| Event::EditSummary { summary: edit(old), record: None })
                .into_iter()
                .collect()
        }
        Step::Redo { which } => {
            entry(which).and_then(|entry| history.plan_redo(entry.seq).ok()).into_iter().collect()
        }
    }
}

/// The view by its definition: the compactions in force, one after the other,
/// over everything that was said.
fn view_by_definition(history: &History) -> Vec<Message> {
    let mut view: Vec<Message> = history.originals().map(|m| Message::clone(m)).collect();
    for entry in history.compactions().iter().filter(|entry| entry.in_force()) {
        view = entry.compaction.apply(&view);
    }
    for message in &mut view {
        message.pinned = history.original(message.id).unwrap().pinned;
    }
    view
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_history_keeps_its_promises(steps in steps()) {
        let mut history = History::new();
        let mut replay = Vec::new();
        for step in &steps {
            for event in events(&history, step) {
                let before = history.clone();
                match history.apply(event.clone()) {
                    Ok(applied) => {
                        prop_assert_eq!(applied.version, before.version() + 1);
                        replay.push(event);
                    }
                    Err(_) => prop_assert_eq!(&history, &before),
                }
            }
            let view: Vec<Message> = history.view().iter().map(|m| Message::clone(m)).collect();
            prop_assert_eq!(&view, &view_by_definition(&history));
            for message in history.view() {
                prop_assert!(history.is_in_view(message.id));
            }
        }

        let mut again = History::new();
        for event in replay {
            again.apply(event).unwrap();
        }
        prop_assert_eq!(&again, &history);

        while let Some(entry) = history.last_compaction() {
            let seq = entry.seq;
            let foretold = history.would_undo(seq);
            prop_assert_eq!(history.undo(seq).unwrap().undone, foretold);
        }
        prop_assert_eq!(history.to_conversation(), history.to_original_conversation());
    }

    #[test]
    fn undoing_any_compaction_puts_back_what_it_touched(steps in steps(), which in any::<usize>()) {
        let mut history = History::new();
        let mut before = Vec::new();
        for step in &steps {
            for event in events(&history, step) {
                let view = history.view().to_vec();
                if matches!(event, Event::Compaction(_)) && history.apply(event.clone()).is_ok() {
                    before.push((history.version(), view));
                } else {
                    let _ = history.apply(event);
                }
            }
        }
        let in_force: Vec<_> = before
            .iter()
            .filter(|(seq, _)| history.compaction(*seq).unwrap().in_force())
            .collect();
        prop_assume!(!in_force.is_empty());
        let (seq, view) = in_force[which % in_force.len()];
        history.undo(*seq).unwrap();
        let compaction = &history.compaction(*seq).unwrap().compaction;
        let shortened = compaction.shortened.iter().map(|m| m.id);
        for id in compaction.replaced.iter().copied().chain(shortened) {
            let then = view.iter().find(|m| m.id == id).unwrap();
            let mut now = Message::clone(history.view().iter().find(|m| m.id == id).unwrap());
            now.pinned = then.pinned;
            prop_assert_eq!(&now, &**then);
        }
    }
}
