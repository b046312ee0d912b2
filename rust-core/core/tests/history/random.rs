//! Promises that hold for any sequence of events.

use proptest::prelude::*;

use super::*;

/// What a random test does next; numbers choose among what is there.
#[derive(Debug, Clone)]
pub(super) enum Step {
    Say,
    Tool,
    Condense { from: usize, count: usize, summary: bool },
    Shorten { at: usize },
    Undo { which: usize },
    Pin { at: usize, pinned: bool },
    Edit { which: usize },
    UndoEdit { which: usize },
    RedoEdit { which: usize },
    Redo { which: usize },
    Submit,
    Send { which: usize },
    Withdraw { which: usize },
    Branch { which: usize },
    Switch { which: usize },
}

pub(super) fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => Just(Step::Say),
        2 => Just(Step::Tool),
        3 => (any::<usize>(), 1..6_usize, any::<bool>())
            .prop_map(|(from, count, summary)| Step::Condense { from, count, summary }),
        2 => any::<usize>().prop_map(|at| Step::Shorten { at }),
        2 => any::<usize>().prop_map(|which| Step::Undo { which }),
        1 => (any::<usize>(), any::<bool>()).prop_map(|(at, pinned)| Step::Pin { at, pinned }),
        2 => any::<usize>().prop_map(|which| Step::Edit { which }),
        2 => any::<usize>().prop_map(|which| Step::UndoEdit { which }),
        2 => any::<usize>().prop_map(|which| Step::RedoEdit { which }),
        1 => any::<usize>().prop_map(|which| Step::Redo { which }),
        2 => Just(Step::Submit),
        2 => any::<usize>().prop_map(|which| Step::Send { which }),
        1 => any::<usize>().prop_map(|which| Step::Withdraw { which }),
        2 => any::<usize>().prop_map(|which| Step::Branch { which }),
        2 => any::<usize>().prop_map(|which| Step::Switch { which }),
    ];
    prop::collection::vec(step, 0..60)
}

/// Turns a step into the events that it means here; some are impossible.
#[expect(clippy::too_many_lines, reason = "one arm for each kind of event")]
pub(super) fn events(history: &History, step: &Step) -> Vec<Event> {
    let next = history.next_id();
    let view = history.view();
    let pick = |at: usize| (!view.is_empty()).then(|| at % view.len());
    let entry = |at: usize| {
        let all = history.compactions();
        (!all.is_empty()).then(|| &all[at % all.len()])
    };
    let waits = |at: usize| {
        let all: Vec<u64> = history.waiting().map(|waiting| waiting.submit).collect();
        (!all.is_empty()).then(|| all[at % all.len()])
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
        Step::UndoEdit { which } | Step::RedoEdit { which } => {
            let summary = entry(which).and_then(|entry| entry.compaction.summary.as_ref());
            let summary = summary.map(|summary| summary.id);
            summary
                .map(|summary| match step {
                    Step::UndoEdit { .. } => Event::UndoEdit { summary },
                    _ => Event::RedoEdit { summary },
                })
                .into_iter()
                .collect()
        }
        Step::Submit => vec![Event::Submit { parts: vec![Part::text(format!("w{next}"))] }],
        Step::Send { which } => {
            waits(which).map(|submit| Event::Send { submit, message: next }).into_iter().collect()
        }
        Step::Withdraw { which } => {
            waits(which).map(|submit| Event::Withdraw { submit }).into_iter().collect()
        }
        Step::Branch { which } => {
            let all: Vec<MessageId> = history.originals().map(|message| message.id).collect();
            let message = Message::text(next, Role::User, format!("b{next}"));
            let before = (!all.is_empty()).then(|| all[which % all.len()]);
            before.map(|before| Event::Branch { before, message }).into_iter().collect()
        }
        Step::Switch { which } => {
            let count = history.branches().len() + 1;
            history.plan_switch((which % count) as u64 + 1).into_iter().collect()
        }
        Step::Redo { which } => {
            entry(which).and_then(|entry| history.plan_redo(entry.seq).ok()).into_iter().collect()
        }
    }
}

/// The view by its definition: the compactions in force, one after the other,
/// over everything that was said.
pub(super) fn view_by_definition(history: &History) -> Vec<Message> {
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
        // In another branch a message may be another one.
        let one_way = |step: &&Step| !matches!(step, Step::Branch { .. } | Step::Switch { .. });
        for step in steps.iter().filter(one_way) {
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
