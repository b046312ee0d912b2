//! Archive and view.

use super::*;

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

/// The text of a summary, the edit that wrote it, and the texts before it.
fn written(history: &History, id: MessageId) -> (String, Option<u64>, Vec<String>) {
    let entry = history.entry_of_summary(id).unwrap();
    let text = history.original(id).unwrap().joined_text();
    assert_eq!(entry.compaction.summary.as_ref().unwrap().joined_text(), text);
    assert!(history.view().iter().any(|message| message.joined_text() == text));
    let earlier = entry.earlier.iter().map(|earlier| earlier.text.clone()).collect();
    (text, entry.edited_by, earlier)
}

#[test]
fn edits_of_a_summary_are_undone_and_redone_one_by_one() {
    let (mut history, ids) = talk(3);
    let (_, id) = condensed(&mut history, &ids[1..], "s");
    let expected = |text: &str, by: Option<u64>, earlier: &[&str]| {
        let earlier = earlier.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        (text.to_owned(), by, earlier)
    };
    let no_edit = history.plan_undo_edit(id).unwrap_err();
    assert_eq!(no_edit.to_string(), format!("summary {id} has no edit that could be undone"));
    for text in ["a", "b"] {
        history.apply(Event::EditSummary { summary: summary(id, text), record: None }).unwrap();
    }
    history.apply(Event::Pin { message: id, pinned: true }).unwrap();
    assert_eq!(written(&history, id), expected("b", Some(6), &["s", "a"]));
    history.apply(Event::UndoEdit { summary: id }).unwrap();
    assert_eq!(written(&history, id), expected("a", Some(5), &["s"]));
    history.apply(Event::UndoEdit { summary: id }).unwrap();
    assert_eq!(written(&history, id), expected("s", None, &[]));
    assert!(history.original(id).unwrap().pinned, "the pin is not part of an edit");
    assert!(history.apply(Event::UndoEdit { summary: id }).is_err());
    history.apply(Event::RedoEdit { summary: id }).unwrap();
    assert_eq!(written(&history, id), expected("a", Some(5), &["s"]));
    // Another edit is another way to continue.
    history.apply(Event::EditSummary { summary: summary(id, "c"), record: None }).unwrap();
    assert_eq!(written(&history, id), expected("c", Some(11), &["s", "a"]));
    let nothing = history.plan_redo_edit(id).unwrap_err();
    assert_eq!(nothing.message(), format!("no edit of summary {id} was undone"));
}

#[test]
fn the_edit_of_a_summary_that_is_not_in_view_is_not_undone() {
    let (mut history, ids) = talk(3);
    let (seq, id) = condensed(&mut history, &ids[1..], "s");
    history.apply(Event::EditSummary { summary: summary(id, "a"), record: None }).unwrap();
    history.undo(seq).unwrap();
    let error = history.plan_undo_edit(id).unwrap_err();
    assert_eq!(error.message(), format!("message {id} is no longer in the view"));
    assert!(
        history.plan_undo_edit(ids[0]).is_err() && history.plan_undo_edit(MessageId(99)).is_err()
    );
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
