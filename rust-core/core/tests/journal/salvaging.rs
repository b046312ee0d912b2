//! Carrying over what is readable.

use super::*;

#[test]
fn salvage_carries_over_what_still_fits() {
    let (bytes, ends) = sample();
    let mut damaged = bytes.clone();
    // Lines 5 and 9: the user's first request, and the compaction that the
    // undo in line 10 names.
    for line in [5, 9] {
        damaged[ends[line - 2] + 40] ^= 1;
    }
    damaged.extend_from_slice(b"{\"seq\":17,\"at\":17952");
    let (folder, path) = folder();
    fs::write(&path, &damaged).unwrap();
    let repaired = folder.path().join("repaired.jsonl");
    let report = salvage(&path, &repaired, BEGIN + 500).unwrap();

    let lines: Vec<u64> = report.dropped_lines.iter().map(|dropped| dropped.line).collect();
    assert_eq!((report.kept, report.dropped, lines), (13, 4, vec![5, 9, 10, 18]));
    assert_eq!(report.dropped_lines[2].reason.message(), "compaction 8 was lost");
    assert_eq!((report.header_lost, &report.header), (false, &header()));
    // The compaction in line 14 condensed the lost request.
    assert_eq!(report.repaired_lines, [14]);

    let opened = open(&repaired).unwrap();
    assert_eq!((opened.journal.history(), opened.torn), (&report.history, None));
    let whole = state_after(&events());
    assert_eq!(opened.journal.history().view(), whole.view());
    assert_eq!(opened.journal.history().last_compaction().unwrap().seq, 10);
    assert_eq!(fs::read(&path).unwrap(), damaged, "the damaged journal is only read");
    drop(opened);

    let error = salvage(&path, &repaired, BEGIN).unwrap_err();
    assert_eq!(error.message(), "the file already exists");
}

#[test]
fn salvage_renumbers_undos() {
    let (bytes, ends) = sample();
    let mut damaged = bytes.clone();
    damaged[ends[1] + 40] ^= 1;
    let (folder, path) = folder();
    fs::write(&path, &damaged).unwrap();
    let report = salvage(&path, &folder.path().join("repaired.jsonl"), BEGIN).unwrap();
    assert_eq!((report.kept, report.dropped), (15, 1));
    let undone: Vec<_> =
        report.history.compactions().iter().map(|entry| (entry.seq, entry.undone_by)).collect();
    assert_eq!(undone, [(7, Some(8)), (12, None)]);
}

#[test]
fn salvage_makes_a_new_header_where_the_old_one_is_lost() {
    let (bytes, ends) = sample();
    let mut damaged = bytes.clone();
    damaged[3] ^= 1;
    let (folder, path) = folder();
    for (bytes, dropped) in [(&damaged[..], 1), (&bytes[ends[0]..], 0)] {
        fs::write(&path, bytes).unwrap();
        let repaired = folder.path().join(format!("repaired-{dropped}.jsonl"));
        let report = salvage(&path, &repaired, BEGIN + 500).unwrap();
        assert_eq!((report.header_lost, report.kept, report.dropped), (true, 16, dropped));
        assert_eq!(report.header.created, BEGIN + 500);
        assert_eq!(report.history, state_after(&events()));
    }
}

#[test]
fn salvage_of_something_else_makes_no_file() {
    let (folder, path) = folder();
    let repaired = folder.path().join("repaired.jsonl");
    for bytes in [&b""[..], b"\xFF\xFE\n\n\n", b"{\"messages\":[]}"] {
        fs::write(&path, bytes).unwrap();
        let error = salvage(&path, &repaired, BEGIN).unwrap_err();
        assert_eq!(error.message(), "the file contains no readable line of a journal");
        assert!(!repaired.exists());
    }
}

#[test]
fn salvage_renumbers_what_waits_and_what_was_sent_of_it() {
    let submit = |text: &str| Event::Submit { parts: vec![Part::text(text)] };
    let events = vec![
        Event::Message(Message::text(MessageId(1), Role::User, "one")),
        submit("two"),
        submit("three"),
        submit("four"),
        submit("five"),
        Event::Send { submit: 2, message: MessageId(2) },
        Event::Withdraw { submit: 3 },
        Event::Send { submit: 4, message: MessageId(3) },
    ];
    let (folder, path) = folder();
    drop(write(&path, &events));
    let mut damaged = fs::read(&path).unwrap();
    let ends: Vec<usize> =
        (0..damaged.len()).filter(|at| damaged[*at] == b'\n').map(|at| at + 1).collect();
    // Line 3 submits "two", which line 7 sends.
    damaged[ends[1] + 40] ^= 1;
    fs::write(&path, &damaged).unwrap();
    let report = salvage(&path, &folder.path().join("repaired.jsonl"), BEGIN).unwrap();
    let lines: Vec<u64> = report.dropped_lines.iter().map(|dropped| dropped.line).collect();
    assert_eq!((report.kept, lines), (6, vec![3, 7]));
    assert_eq!(
        report.dropped_lines[1].reason.message(),
        "the message that event 2 submitted was lost"
    );
    let texts: Vec<String> = report.history.view().iter().map(|it| it.joined_text()).collect();
    assert_eq!(texts, ["one", "four"]);
    let waiting: Vec<_> =
        report.history.waiting().map(|it| (it.submit, it.parts.clone())).collect();
    assert_eq!(waiting, [(4, vec![Part::text("five")])]);
}

/// A conversation of three branches, all of which continue, and what is left of it when one line
/// was damaged: what was said in each branch, and the lines that were dropped.
fn salvaged_branches(damaged: usize) -> (Vec<Vec<u64>>, Vec<u64>, Vec<u64>) {
    let user = |id: u64| Message::text(MessageId(id), Role::User, format!("words {id}"));
    let branch =
        |before: u64, id: u64| Event::Branch { before: MessageId(before), message: user(id) };
    let events = vec![
        Event::Message(user(1)),
        Event::Message(user(2)),
        branch(2, 3),
        Event::Message(user(4)),
        branch(1, 5),
        Event::Switch { begun: 0 },
        Event::Message(user(6)),
        Event::Switch { begun: 3 },
        Event::Message(user(7)),
        Event::Switch { begun: 5 },
        Event::Message(user(8)),
    ];
    let (folder, path) = folder();
    drop(write(&path, &events));
    let mut bytes = fs::read(&path).unwrap();
    let lines: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at] == b'\n').collect();
    bytes[lines[damaged - 2] + 40] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let repaired = folder.path().join("repaired.jsonl");
    let report = salvage(&path, &repaired, BEGIN).unwrap();
    assert_eq!(ReadHistory::read(&repaired).unwrap().history, report.history);
    let history = &report.history;
    let said = |branch| history.originals_of(branch).map(|it| it.id.0).collect::<Vec<_>>();
    let branches = (1..=history.branches().len() as u64 + 1).map(said).collect();
    let dropped = report.dropped_lines.iter().map(|dropped| dropped.line).collect();
    (branches, dropped, report.repaired_lines)
}

#[test]
fn salvage_carries_over_every_branch_and_what_is_left_of_a_damaged_one() {
    // Nothing is torn by a lost answer: branches keep to what is their own.
    let whole = vec![vec![1, 2, 6], vec![1, 3, 7], vec![5, 8]];
    assert_eq!(salvaged_branches(5), (whole, vec![5], vec![]));
    // The request of line 3 was changed in line 4: its other wording is said in
    // the branch in view, and so is what came after that.
    let joined = vec![vec![1, 3, 4, 6, 7], vec![5, 8]];
    assert_eq!(salvaged_branches(3), (joined, vec![3, 9], vec![4]));
    // The line that began a branch was lost: the later ones are found all the same.
    let without = vec![vec![1, 2, 4, 6, 7], vec![5, 8]];
    assert_eq!(salvaged_branches(4), (without, vec![4, 9], vec![]));
}
