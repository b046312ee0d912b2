//! Creating journals, appending to them, keeping others from it.

use super::*;

#[test]
fn a_second_writer_is_refused_and_a_reader_is_not() {
    let (_folder, path) = folder();
    let mut journal = write(&path, &events());
    let error = open(&path).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Busy);
    assert_eq!(
        error.to_string(),
        format!(
            "{}: another program is writing this file \
             (close the conversation there, or name another file)",
            path.display()
        )
    );
    assert_eq!(&ReadHistory::read(&path).unwrap().history, journal.history());
    journal.append(Event::Rename { title: "Still mine".to_owned() }, BEGIN + 50).unwrap();
    drop(journal);
    assert_eq!(open(&path).unwrap().journal.history().title(), Some("Still mine"));
}

#[cfg(unix)]
#[test]
fn a_link_to_a_journal_leads_to_the_same_lock() {
    let (folder, path) = folder();
    let _journal = write(&path, &[]);
    let link = folder.path().join("link.jsonl");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    assert_eq!(open(&link).unwrap_err().kind(), ErrorKind::Busy);
}

#[test]
fn a_new_journal_never_replaces_a_file() {
    let (folder, path) = folder();
    drop(write(&path, &events()));
    let before = fs::read(&path).unwrap();
    let error = JournaledHistory::create(&path, header(), SyncPolicy::Never).unwrap_err();
    assert_eq!((error.kind(), error.message()), (ErrorKind::Input, "the file already exists"));
    assert_eq!(fs::read(&path).unwrap(), before);

    // What a crash during creation left behind does no harm.
    let other = folder.path().join("other.jsonl");
    fs::write(folder.path().join(".other.jsonl.vibeue-new"), "half a head").unwrap();
    drop(write(&other, &events()));
    assert_eq!(fs::read(&other).unwrap(), before);
    let mut left: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["other.jsonl", "talk.jsonl"]);
}

#[test]
fn a_journal_that_was_deleted_or_exchanged_takes_no_more_events() {
    let (_folder, path) = folder();
    let mut journal = write(&path, &events());
    let (bytes, state) = (fs::read(&path).unwrap(), journal.history().clone());
    let event = Event::Rename { title: "Where to?".to_owned() };

    fs::write(&path, b"something else").unwrap();
    let error = journal.append(event.clone(), BEGIN + 90).unwrap_err();
    let expected =
        format!("the journal was changed by another program: it has 14 bytes, not {}", bytes.len());
    assert_eq!((error.kind(), error.message()), (ErrorKind::Io, expected.as_str()));
    fs::remove_file(&path).unwrap();
    let error = journal.append(event.clone(), BEGIN + 91).unwrap_err();
    // Where a file keeps its name until all who opened it are gone (Wine, old
    // Windows), it is still there, and still not what was written.
    let kept = path.exists() && error.message() == expected;
    assert!(kept || error.message().starts_with("the journal can no longer be found"), "{error}");
    assert_eq!(journal.history(), &state);
}

#[test]
fn a_journal_that_was_exchanged_for_a_copy_of_itself_takes_no_more_events() {
    let (folder, path) = folder();
    let mut journal = write(&path, &events());
    let (bytes, state) = (fs::read(&path).unwrap(), journal.history().clone());
    let event = Event::Rename { title: "Where to?".to_owned() };
    let (kept, copy) = (folder.path().join("kept"), folder.path().join("copy"));
    fs::copy(&path, &copy).unwrap();
    fs::rename(&path, &kept).unwrap();
    fs::rename(&copy, &path).unwrap();

    let error = journal.append(event.clone(), BEGIN + 90).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "{}: another file has replaced the journal; nothing was written to it \
             (put the journal back, or export the conversation and open the new file)",
            path.display()
        )
    );
    assert_eq!(journal.history(), &state);
    assert_eq!((fs::read(&path).unwrap(), fs::read(&kept).unwrap()), (bytes.clone(), bytes));

    // Once the file is back, it continues.
    fs::rename(&kept, &path).unwrap();
    journal.append(event, BEGIN + 91).unwrap();
    assert_eq!(&ReadHistory::read(&path).unwrap().history, journal.history());
}

#[cfg(unix)]
#[test]
fn a_hard_link_to_an_open_journal_is_the_same_journal() {
    let (folder, path) = folder();
    let journal = write(&path, &[]);
    let second = folder.path().join("second.jsonl");
    fs::hard_link(&path, &second).unwrap();
    assert_eq!(open(&second).unwrap_err().kind(), ErrorKind::Busy);
    drop(journal);
    let opened = open(&second).unwrap();
    assert_eq!(open(&path).unwrap_err().kind(), ErrorKind::Busy);
    drop(opened);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "no lock stays behind");
}

#[cfg(unix)]
#[test]
fn what_is_not_an_ordinary_file_is_not_a_journal_and_nobody_waits_for_it() {
    let (folder, path) = folder();
    let at = |name: &str| folder.path().join(name);
    assert!(std::process::Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
    let _socket = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
    std::os::unix::fs::symlink(at("nowhere"), at("link")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", at("zeros")).unwrap();
    let expected = [
        (folder.path().to_path_buf(), "this is a directory"),
        (at("pipe"), "this is a pipe (FIFO), not a file"),
        (at("socket"), "this is a socket, not a file"),
        (at("link"), "this is a dangling link"),
        (at("zeros"), "this is a device, not a file"),
        (PathBuf::from("/dev/zero"), "this is a device, not a file"),
    ];
    for (path, said) in expected {
        let told = [
            open(&path).map(drop).unwrap_err(),
            ReadHistory::read(&path).map(drop).unwrap_err(),
            JournaledHistory::create(&path, header(), SyncPolicy::Never).map(drop).unwrap_err(),
            salvage(&path, &at("new.jsonl"), BEGIN).map(drop).unwrap_err(),
            salvage(&at("good.jsonl"), &path, BEGIN).map(drop).unwrap_err(),
        ];
        let place = Some(path.display().to_string());
        for (at, error) in told.iter().enumerate().take(4) {
            assert_eq!((error.message(), error.place()), (said, place.as_deref()), "{at}");
        }
    }
    assert!(!path.exists() && !at("nowhere").exists() && !at("new.jsonl").exists());
}

#[cfg(unix)]
#[test]
fn only_its_owner_may_read_a_journal() {
    use std::os::unix::fs::PermissionsExt;
    let (_folder, path) = folder();
    drop(write(&path, &[]));
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn an_import_that_fails_leaves_no_file() {
    let (folder, path) = folder();
    let message = Event::Message(Message::text(MessageId(1), Role::User, "twice"));
    let error = JournaledHistory::create_with(
        &path,
        header(),
        [message.clone(), message.clone()],
        SyncPolicy::EachTurn,
    )
    .unwrap_err();
    assert_eq!(error.message(), "message id m1 is in use");
    let left: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left, [""; 0]);

    let journal =
        JournaledHistory::create_with(&path, header(), [message.clone()], SyncPolicy::EachTurn)
            .unwrap();
    assert_eq!(journal.history(), &state_after(&[message]));
}

#[test]
fn a_refused_event_writes_nothing() {
    let (_folder, path) = folder();
    let mut journal = write(&path, &events());
    let (before, state) = (fs::read(&path).unwrap(), journal.history().clone());
    let mut block = json!(1);
    for _ in 0..125 {
        block = json!([block]);
    }
    let deep =
        Message::new(MessageId(50), Role::Assistant, vec![Part::Opaque { block: Box::new(block) }]);
    let refused = [
        Event::Undo { compaction: 8 },
        Event::Message(Message::text(MessageId(1), Role::User, "again")),
        Event::Message(deep),
    ];
    for event in refused {
        assert_eq!(journal.append(event.clone(), BEGIN + 60).map_err(|e| e.kind()), {
            let undo = matches!(event, Event::Undo { .. });
            Err(if undo { ErrorKind::Conflict } else { ErrorKind::Input })
        });
        assert_eq!(journal.history(), &state);
        assert_eq!(fs::read(&path).unwrap(), before);
    }
    journal.append(Event::Rename { title: "Goes on".to_owned() }, BEGIN + 61).unwrap();
}

#[test]
fn commit_undo_and_redo_are_written() {
    let (_folder, path) = folder();
    let all = events();
    let mut journal = write(&path, &all[..6]);
    let planned_on = journal.history().version();
    let id = journal.reserve_id();
    let meanwhile = journal.history().next_id();
    let said = Message::text(meanwhile, Role::User, "meanwhile");
    journal.append(Event::Message(said), BEGIN + 70).unwrap();
    let seq = journal.commit(planned_on, compaction(&[2, 3, 4], id.0), BEGIN + 71).unwrap().version;
    assert_eq!(journal.undo(seq, BEGIN + 72).unwrap().undone, [seq]);
    let again = journal.redo(seq, BEGIN + 73).unwrap().version;
    journal.sync().unwrap();
    let ids: Vec<u64> = journal.history().view().iter().map(|m| m.id.0).collect();
    assert_eq!(ids, [1, 7, 6]);
    let state = journal.history().clone();
    drop(journal);
    let read = ReadHistory::read(&path).unwrap();
    assert_eq!((&read.history, read.last_at), (&state, BEGIN + 73));
    assert_eq!(read.history.last_compaction().unwrap().seq, again);
}

#[test]
fn an_event_takes_the_same_room_at_the_end_of_a_long_journal() {
    let (_folder, path) = folder();
    let event = |id: u64| {
        Event::Message(Message::text(MessageId(1_000_000 + id), Role::User, "x".repeat(100)))
    };
    let filled =
        JournaledHistory::create_with(&path, header(), (0..10_000).map(event), SyncPolicy::Never);
    drop(filled);
    let mut journal = open(&path).unwrap().journal;
    assert_eq!(journal.history().version(), 10_000);
    let before = journal.file_bytes();
    journal.append(event(10_000), BEGIN).unwrap();
    let first = journal.file_bytes() - before;
    journal.append(event(10_001), BEGIN).unwrap();
    assert_eq!(journal.file_bytes() - before, 2 * first);
    assert_eq!(fs::metadata(&path).unwrap().len(), journal.file_bytes());
}
