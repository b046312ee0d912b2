//! Taking compactions back.

use super::*;

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
