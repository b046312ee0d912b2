//! An earlier request is changed, and the conversation continues from there.

use std::collections::{BTreeMap, HashSet};

use proptest::prelude::*;
use vibeue_core::session::{Branch, CompactionEntry};

use super::random::{events, steps, view_by_definition};
use super::*;

fn change(history: &mut History, before: MessageId, text: &str) -> MessageId {
    let id = history.next_id();
    let message = Message::text(id, Role::User, text);
    history.apply(Event::Branch { before, message }).unwrap();
    id
}

fn show(history: &mut History, branch: u64) {
    let event = history.plan_switch(branch).unwrap();
    history.apply(event).unwrap();
}

#[test]
fn a_changed_request_goes_on_from_before_it_and_the_old_way_stays_as_it_was() {
    let (mut history, ids) = talk(6);
    let before = history.view().to_vec();
    let changed = change(&mut history, ids[2], "t3, but red");
    say(&mut history, Role::Assistant, "Red it is.");
    assert_eq!(texts(&history), ["t1", "t2", "t3, but red", "Red it is."]);
    assert_eq!(changed, MessageId(7));
    assert_eq!(
        history.branches(),
        [Branch { number: 2, begun: 7, from: 1, before: ids[2], first: changed }]
    );

    show(&mut history, 1);
    assert_eq!((history.branch(), history.view()), (1, &before[..]));
    say(&mut history, Role::User, "t7");
    show(&mut history, 2);
    assert_eq!(texts(&history), ["t1", "t2", "t3, but red", "Red it is."]);
    let first: Vec<String> = history.originals_of(1).map(|it| it.joined_text()).collect();
    assert_eq!(first, ["t1", "t2", "t3", "t4", "t5", "t6", "t7"]);
    assert_eq!(history.originals_of(3).count(), 0);
}

#[test]
fn the_wordings_of_a_request_lead_to_the_branch_that_had_each_last() {
    let (mut history, ids) = talk(4);
    assert_eq!(history.wordings(ids[2]), []);
    let second = change(&mut history, ids[2], "second");
    let third = change(&mut history, second, "third");
    let other = change(&mut history, ids[0], "elsewhere");
    for id in [ids[2], second, third] {
        assert_eq!(history.wordings(id), [ids[2], second, third]);
    }
    assert_eq!(history.wordings(other), [ids[0], other]);
    assert_eq!(history.wordings(ids[1]), []);
    let with = [ids[0], ids[2], second, third, other].map(|id| history.branch_with(id));
    // The third wording was in view last of all that have the first request.
    assert_eq!(with, [Some(3), Some(1), Some(2), Some(3), Some(4)]);
    show(&mut history, 1);
    assert_eq!(history.branch_with(ids[0]), Some(1));
    assert_eq!(history.branch_with(MessageId(99)), None);
}

#[test]
fn summaries_of_earlier_messages_stay_and_others_are_undone() {
    let (mut history, ids) = talk(8);
    let early = history.next_id();
    let first = history.commit(8, condense(&ids[..2], Some(summary(early, "S1")))).unwrap().version;
    let late = history.next_id();
    let whole = condense(&[early, ids[2], ids[3], ids[4]], Some(summary(late, "S2")));
    let second = history.commit(first, whole).unwrap().version;
    assert_eq!(texts(&history), ["S2", "t6", "t7", "t8"]);

    change(&mut history, ids[4], "t5, but red");
    assert_eq!(texts(&history), ["S1", "t3", "t4", "t5, but red"]);
    let known: Vec<u64> = history.compactions().iter().map(|entry| entry.seq).collect();
    assert_eq!(known, [first]);
    assert_eq!(history.undo(second).unwrap_err().kind(), ErrorKind::Input);
    history.undo(first).unwrap();
    assert_eq!(texts(&history), ["t1", "t2", "t3", "t4", "t5, but red"]);

    // What is undone in one branch is in force in the other.
    show(&mut history, 1);
    assert_eq!(texts(&history), ["S2", "t6", "t7", "t8"]);
    history.undo(second).unwrap();
    assert_eq!(texts(&history), ["S1", "t3", "t4", "t5", "t6", "t7", "t8"]);
}

#[test]
fn pins_follow_the_branch_and_names_and_what_waits_belong_to_all() {
    let (mut history, ids) = talk(4);
    history.apply(Event::Pin { message: ids[0], pinned: true }).unwrap();
    history.apply(Event::Submit { parts: vec![Part::text("later")] }).unwrap();
    change(&mut history, ids[2], "t3, but red");
    assert!(history.view()[0].pinned);
    history.apply(Event::Pin { message: ids[0], pinned: false }).unwrap();
    history.apply(Event::Rename { title: "Doors".to_owned() }).unwrap();
    show(&mut history, 1);
    assert!(history.view()[0].pinned);
    assert_eq!((history.title(), history.waiting().len()), (Some("Doors"), 1));
}

#[test]
fn a_plan_of_one_branch_is_refused_in_another() {
    let (mut history, ids) = talk(6);
    let planned = history.version();
    let id = history.reserve_id();
    change(&mut history, ids[4], "t5, but red");
    let error = history.commit(planned, condense(&ids[..2], Some(summary(id, "S")))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
}

#[test]
fn what_is_not_a_request_of_this_branch_cannot_be_changed() {
    let (mut history, ids) = talk(4);
    change(&mut history, ids[2], "t3, but red");
    let before = history.clone();
    let mut refused = |before: MessageId, id: u64, role: Role, text: &str| {
        let message = Message::text(MessageId(id), role, text);
        history.apply(Event::Branch { before, message }).unwrap_err().to_string()
    };
    let told = [
        refused(ids[1], 9, Role::User, "x"),
        refused(ids[2], 9, Role::User, "x"),
        // Ids are those of the whole conversation.
        refused(ids[0], 4, Role::User, "x"),
        refused(ids[0], 9, Role::User, " "),
        refused(ids[0], 9, Role::Assistant, "x"),
    ];
    let expected = [
        "message m2 is not one of your requests",
        "there is no message m3 in this branch",
        "message id m4 is in use",
        "the message is empty",
        "only a request can replace a request",
    ];
    for (told, expected) in told.iter().zip(expected) {
        assert!(told.contains(expected), "{told}");
    }
    let wrong = |history: &History, branch: u64| history.plan_switch(branch).unwrap_err().kind();
    let kinds = [0, 2, 3].map(|branch| wrong(&history, branch));
    let unknown = history.apply(Event::Switch { begun: 3 }).unwrap_err();
    assert_eq!(unknown.message(), "event 3 did not start a branch of this conversation");
    assert_eq!(kinds, [ErrorKind::Input, ErrorKind::Conflict, ErrorKind::Input]);
    assert_eq!(history, before);
}

#[test]
fn a_conversation_has_a_limited_number_of_branches() {
    let (mut history, ids) = talk(1);
    let mut last = ids[0];
    for _ in 1..History::MAX_BRANCHES {
        last = change(&mut history, last, "again");
    }
    let message = Message::text(history.next_id(), Role::User, "once more");
    let error = history.apply(Event::Branch { before: last, message }).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    assert_eq!(history.branch(), History::MAX_BRANCHES as u64);
}

/// A branch as a model keeps it: all of it, copied.
#[derive(Debug, Clone, PartialEq)]
struct Copy {
    originals: Vec<Message>,
    view: Vec<Message>,
    compactions: Vec<CompactionEntry>,
}

impl Copy {
    fn of(history: &History) -> Self {
        Self {
            originals: history.originals().map(|message| Message::clone(message)).collect(),
            view: history.view().iter().map(|message| Message::clone(message)).collect(),
            compactions: history.compactions().to_vec(),
        }
    }

    /// The compactions that say nothing of a message or of what came after it,
    /// by what their sources are, down to the messages.
    fn of_earlier(&self, before: MessageId) -> Vec<u64> {
        let end = self.originals.iter().position(|message| message.id == before).unwrap();
        let earlier: HashSet<MessageId> = self.originals[..end].iter().map(|it| it.id).collect();
        let all = &self.compactions;
        all.iter().filter(|it| self.is_of(it, &earlier)).map(|it| it.seq).collect()
    }

    fn is_of(&self, entry: &CompactionEntry, earlier: &HashSet<MessageId>) -> bool {
        let short = entry.compaction.shortened.iter().map(|short| short.id);
        entry.compaction.replaced.iter().copied().chain(short).all(|id| {
            let made = |it: &&CompactionEntry| {
                it.compaction.summary.as_ref().is_some_and(|summary| summary.id == id)
            };
            match self.compactions.iter().find(made) {
                Some(maker) => self.is_of(maker, earlier),
                None => earlier.contains(&id),
            }
        })
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn any_history_is_what_whole_copies_of_its_branches_would_be(steps in steps()) {
        let mut history = History::new();
        let mut copies = BTreeMap::from([(1, Copy::of(&history))]);
        let mut written = Vec::new();
        for step in &steps {
          for event in events(&history, step) {
            let (branch, old) = (history.branch(), Copy::of(&history));
            if history.apply(event.clone()).is_err() {
                continue;
            }
            written.push(serde_json::to_string(&event).unwrap());
            let new = Copy::of(&history);
            match &event {
                Event::Branch { before, message } => {
                    let end = old.originals.iter().position(|it| it.id == *before).unwrap();
                    prop_assert_eq!(&new.originals[..end], &old.originals[..end]);
                    prop_assert_eq!(&new.originals[end..], std::slice::from_ref(message));
                    let known: Vec<u64> = new.compactions.iter().map(|it| it.seq).collect();
                    prop_assert_eq!(known, old.of_earlier(*before));
                    prop_assert_eq!(history.branch(), copies.len() as u64 + 1);
                }
                Event::Switch { .. } => prop_assert_eq!(&new, &copies[&history.branch()]),
                _ => prop_assert_eq!(history.branch(), branch),
            }
            let view: Vec<Message> = view_by_definition(&history);
            prop_assert_eq!(&new.view, &view);
            copies.insert(history.branch(), new);
            for (number, copy) in &copies {
                let said: Vec<Message> =
                    history.originals_of(*number).map(|it| Message::clone(it)).collect();
                prop_assert_eq!(&said, &copy.originals);
            }
          }
        }
        // Opened again, it is the same.
        let mut again = History::new();
        for line in written {
            again.apply(serde_json::from_str(&line).unwrap()).unwrap();
        }
        prop_assert_eq!(again, history);
    }
}
