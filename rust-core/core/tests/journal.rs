//! Journals on disk: reopening, torn ends, damage, locks, salvage.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;
use tempfile::TempDir;
use vibeue_core::ErrorKind;
use vibeue_core::compaction::{Compaction, RecordContext, Rung, Strategy, SummaryRecord};
use vibeue_core::conversation::{
    ContentForm, Extra, Image, ImageSource, Message, MessageId, MessageKind, Part, Role, ToolCall,
};
use vibeue_core::session::journal::{
    Entry, Header, JournalReader, JournaledHistory, Opened, ReadHistory, SyncPolicy, TornTail,
    salvage,
};
use vibeue_core::session::{Event, History};

const BEGIN: u64 = 1_795_212_000_000;

fn header() -> Header {
    Header::new("conversation-1", BEGIN)
}

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("talk.jsonl");
    (folder, path)
}

fn extra(name: &str, value: serde_json::Value) -> Extra {
    let mut extra = Extra::new();
    extra.insert(name, value);
    extra
}

fn summary(id: u64, text: &str) -> Message {
    let mut message = Message::text(MessageId(id), Role::User, text);
    message.kind = MessageKind::Summary;
    message
}

fn compaction(replaced: &[u64], id: u64) -> Compaction {
    Compaction {
        reason: "used 9,000 of 10,000 tokens; threshold 80 %".to_owned(),
        rung: Rung::Full,
        replaced: replaced.iter().copied().map(MessageId).collect(),
        summary: Some(summary(id, "<conversation-summary>\nThe door opens.")),
        record: Some(SummaryRecord {
            id: "s1".to_owned(),
            timestamp: BEGIN + 5,
            depth: 0,
            parent: None,
            narrative: "The door opens.".to_owned(),
            key_points: vec!["Door.cpp".to_owned()],
            context: RecordContext::default(),
            ledger: vec!["/Game/Door".to_owned()],
            condensed: replaced.iter().copied().map(MessageId).collect(),
            sha256: "00".repeat(32),
            tokens_before: 9_000,
            tokens_after: 3_000,
            strategy: Strategy::Hybrid,
            rung: Rung::Full,
            duration_ms: 1_200,
        }),
        shortened: Vec::new(),
        tokens_before: 9_000,
        tokens_after: 3_000,
    }
}

/// One event of each kind, with all that is hard to keep byte for byte.
fn events() -> Vec<Event> {
    let mut system = Message::text(MessageId(1), Role::System, "You work in the editor.");
    system.pinned = true;
    let mut user = Message::new(
        MessageId(2),
        Role::User,
        vec![
            Part::text("Größe 10 µm, \"quoted\", \\, \u{0}\u{1}\u{2028}, 🚪, last line\r\n"),
            Part::Image(Box::new(Image {
                source: ImageSource::Base64 {
                    media_type: "image/png".into(),
                    data: "iVBORw0KGgo=".to_owned(),
                },
                detail: Some("low".into()),
                extra: extra("cache_control", json!({"type": "ephemeral"})),
            })),
        ],
    );
    user.name = Some("Ada".into());
    user.form = ContentForm::Blocks;
    let call = ToolCall {
        id: "call_0".into(),
        name: "read_file".into(),
        arguments: "{ \"path\" : \"Source/Door.cpp\" ".to_owned(),
        extra: extra("thought_signature", json!("c2ln")),
    };
    let mut assistant = Message::new(
        MessageId(3),
        Role::Assistant,
        vec![
            Part::Opaque {
                block: Box::new(json!({
                    "type": "thinking", "z": 1, "a": [0.1, 1e300, -0.0, 5e-324, null, true],
                    "big": u64::MAX, "small": i64::MIN, "type2": {"type": "x", "event": {}}
                })),
            },
            Part::ToolCall(Box::new(call)),
        ],
    );
    assistant.extra = extra("reasoning_content", json!({"b": 1, "a": 2}));
    let result = Message::tool_result(MessageId(4), "call_0", Some("read_file"), "void", true);
    let mut short = result.clone();
    short.parts.clone_from(
        &Message::tool_result(MessageId(4), "call_0", Some("read_file"), "[cut]", true).parts,
    );
    let shortening = Compaction {
        summary: None,
        record: None,
        rung: Rung::Prune,
        shortened: vec![short],
        ..compaction(&[], 0)
    };
    vec![
        Event::Request { fields: extra("model", json!("a-model")) },
        Event::Tools { tools: vec![json!({"type": "function", "function": {"name": "f"}})] },
        Event::Message(system),
        Event::Message(user),
        Event::Message(assistant),
        Event::Message(result),
        Event::Rename { title: "Doors".to_owned() },
        Event::Compaction(Box::new(shortening)),
        Event::Undo { compaction: 8 },
        Event::Message(Message::text(MessageId(5), Role::Assistant, "It opens.")),
        Event::Message(Message::text(MessageId(6), Role::User, "Thank you. Next.")),
        Event::Pin { message: MessageId(6), pinned: true },
        Event::Compaction(Box::new(compaction(&[2, 3, 4, 5], 7))),
        Event::Message(Message::text(MessageId(8), Role::Assistant, "What is next?")),
        Event::EditSummary { summary: summary(7, "The door opens inwards."), record: None },
        Event::Pin { message: MessageId(6), pinned: false },
    ]
}

fn write(path: &Path, events: &[Event]) -> JournaledHistory {
    let mut journal = JournaledHistory::create(path, header(), SyncPolicy::Never).unwrap();
    for (at, event) in events.iter().enumerate() {
        journal.append(event.clone(), BEGIN + at as u64).unwrap();
    }
    journal
}

fn state_after(events: &[Event]) -> History {
    let mut history = History::new();
    for event in events {
        history.apply(event.clone()).unwrap();
    }
    history
}

/// The bytes of a journal of [`events`], and where its lines end.
fn sample() -> (Vec<u8>, Vec<usize>) {
    let (_folder, path) = folder();
    drop(write(&path, &events()));
    let bytes = fs::read(&path).unwrap();
    let ends = (0..bytes.len()).filter(|at| bytes[*at] == b'\n').map(|at| at + 1).collect();
    (bytes, ends)
}

fn read(bytes: &[u8]) -> vibeue_core::Result<(Vec<Entry>, Option<TornTail>)> {
    let mut reader = JournalReader::new(bytes, "talk.jsonl")?;
    let entries = reader.by_ref().collect::<Result<_, _>>()?;
    Ok((entries, reader.torn_tail()))
}

fn open(path: &Path) -> vibeue_core::Result<Opened> {
    JournaledHistory::open(path, SyncPolicy::Never)
}

#[test]
fn reopening_gives_the_same_state_and_the_same_next_request() {
    let (_folder, path) = folder();
    let journal = write(&path, &events());
    let request = serde_json::to_vec(&journal.history().to_conversation()).unwrap();
    let (state, bytes, last) = (journal.history().clone(), journal.file_bytes(), journal.last_at());
    drop(journal);

    let Opened { journal, torn } = open(&path).unwrap();
    assert_eq!(torn, None);
    assert_eq!(journal.history(), &state);
    assert_eq!(serde_json::to_vec(&journal.history().to_conversation()).unwrap(), request);
    assert_eq!((journal.file_bytes(), journal.last_at()), (bytes, last));
    assert_eq!(journal.header(), &header());
    assert_eq!(fs::metadata(&path).unwrap().len(), bytes);
}

#[test]
fn the_events_are_read_back_as_they_were_written() {
    let (bytes, _) = sample();
    let expected: Vec<Entry> = (1..)
        .zip(events())
        .map(|(seq, event)| Entry { line: seq + 1, seq, at: BEGIN + seq - 1, event })
        .collect();
    assert_eq!(read(&bytes), Ok((expected, None)));
}

#[test]
fn a_journal_cut_at_any_byte_opens_with_all_events_that_are_whole() {
    let (bytes, ends) = sample();
    let all = events();
    let (_folder, path) = folder();
    let states: Vec<History> = (0..=all.len()).map(|n| state_after(&all[..n])).collect();
    for cut in 0..=bytes.len() {
        // Some file systems hurry a file to the disk that was emptied.
        let _ = fs::remove_file(&path);
        fs::write(&path, &bytes[..cut]).unwrap();
        // A line that lacks nothing but its line break is whole.
        let whole = ends.iter().filter(|end| **end <= cut + 1).count();
        let Some(kept) = whole.checked_sub(1) else {
            let error = open(&path).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Input, "cut at {cut}");
            assert_eq!(fs::read(&path).unwrap(), &bytes[..cut], "cut at {cut}");
            continue;
        };
        let end = ends[kept];
        let torn = (cut > end).then(|| TornTail {
            line: whole as u64 + 1,
            offset: end as u64,
            bytes: (cut - end) as u64,
            zeros: false,
        });
        let seen = ReadHistory::read(&path).unwrap();
        assert_eq!((&seen.history, seen.torn), (&states[kept], torn), "cut at {cut}");
        assert_eq!(fs::metadata(&path).unwrap().len(), cut as u64, "reading changes nothing");

        let opened = open(&path).unwrap();
        assert_eq!((opened.journal.history(), opened.torn), (&states[kept], torn), "cut at {cut}");
        // Appending afterwards works: the rest of the conversation goes on.
        let mut journal = opened.journal;
        for (at, event) in all.iter().enumerate().skip(kept) {
            journal.append(event.clone(), BEGIN + at as u64).unwrap();
        }
        drop(journal);
        assert_eq!(fs::read(&path).unwrap(), bytes, "cut at {cut}");
    }
}

#[test]
fn a_compaction_is_there_as_a_whole_or_not_at_all() {
    let (bytes, ends) = sample();
    let all = events();
    let at = all.iter().rposition(|event| matches!(event, Event::Compaction(_))).unwrap();
    let (before, after) = (state_after(&all[..at]), state_after(&all[..=at]));
    for cut in ends[at]..=ends[at + 1] {
        let seen = read(&bytes[..cut]).unwrap().0;
        let events: Vec<Event> = seen.into_iter().map(|entry| entry.event).collect();
        let expected = if cut + 1 < ends[at + 1] { &before } else { &after };
        assert_eq!(&state_after(&events), expected, "cut at {cut}");
    }
}

#[test]
fn a_changed_byte_is_found_with_its_line() {
    let (bytes, ends) = sample();
    for at in 0..bytes.len() {
        let line = ends.iter().filter(|end| **end <= at).count() + 1;
        for mask in [1, 0x80] {
            let mut changed = bytes.clone();
            changed[at] ^= mask;
            if at + 1 == bytes.len() {
                // Without its line break the last line is one that was cut.
                let torn = read(&changed).unwrap().1.unwrap();
                assert_eq!(torn.line, line as u64);
                continue;
            }
            let error = read(&changed).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Input);
            assert_eq!(error.place(), Some(format!("talk.jsonl:{line}").as_str()), "byte {at}");
        }
    }
}

#[test]
fn a_damaged_journal_is_refused_and_not_changed() {
    let (mut bytes, ends) = sample();
    bytes[ends[5] + 30] ^= 4;
    let (_folder, path) = folder();
    fs::write(&path, &bytes).unwrap();
    let error = open(&path).unwrap_err();
    assert_eq!(error.place(), Some(format!("{}:7", path.display()).as_str()));
    assert!(error.message().starts_with("the line was changed or damaged after it was written"));
    assert!(error.hint_text().unwrap().contains("--salvage"));
    assert_eq!(fs::read(&path).unwrap(), bytes);
    // The refusal gave the lock back.
    assert_eq!(open(&path).unwrap_err().kind(), ErrorKind::Input);
}

#[test]
fn missing_repeated_and_swapped_lines_are_found() {
    let (bytes, _) = sample();
    let text = String::from_utf8(bytes).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let error_of = |lines: &[&str]| read(lines.concat().as_bytes()).unwrap_err().to_string();
    let hint = "(restore a copy, or use --salvage to carry what is readable over into a new file)";

    let mut missing = lines.clone();
    missing.remove(4);
    assert_eq!(
        error_of(&missing),
        format!("talk.jsonl:5: event 5 stands where event 4 belongs {hint}")
    );
    let mut repeated = lines.clone();
    repeated.insert(4, lines[3]);
    assert_eq!(
        error_of(&repeated),
        format!("talk.jsonl:5: event 3 stands where event 4 belongs {hint}")
    );
    let mut swapped = lines.clone();
    swapped.swap(7, 8);
    assert_eq!(
        error_of(&swapped),
        format!("talk.jsonl:8: event 8 stands where event 7 belongs {hint}")
    );
    let mut empty = lines.clone();
    empty.insert(2, "\n");
    assert_eq!(
        error_of(&empty),
        format!("talk.jsonl:3: the line is too short to be a journal's {hint}")
    );
}

#[test]
fn zeros_at_the_end_are_a_torn_tail() {
    let (bytes, _) = sample();
    let (_folder, path) = folder();
    for (cut, zeros) in [(bytes.len(), true), (bytes.len() - 9, false)] {
        let mut powerless = bytes[..cut].to_vec();
        powerless.resize(cut + 1_000_000, 0);
        fs::write(&path, &powerless).unwrap();
        let opened = open(&path).unwrap();
        assert_eq!(opened.torn.unwrap().zeros, zeros);
        assert_eq!(opened.journal.history().version(), if zeros { 16 } else { 15 });
        let length = opened.journal.file_bytes();
        assert_eq!(fs::read(&path).unwrap(), &bytes[..length as usize]);
    }
    assert_eq!(
        TornTail { line: 3, offset: 70, bytes: 512, zeros: true }.to_string(),
        "line 3 is filled with zeros (512 bytes from byte 70)"
    );
}

#[test]
fn windows_line_breaks_and_a_byte_order_mark_do_no_harm() {
    let (bytes, _) = sample();
    let expected = read(&bytes).unwrap();
    let text = String::from_utf8(bytes).unwrap().replace('\n', "\r\n");
    assert_eq!(read(text.as_bytes()).unwrap(), expected);
    let marked = format!("\u{FEFF}{text}");
    assert_eq!(read(marked.as_bytes()).unwrap(), expected);

    let (_folder, path) = folder();
    fs::write(&path, &marked).unwrap();
    let mut journal = open(&path).unwrap().journal;
    journal.append(Event::Rename { title: "On".to_owned() }, BEGIN + 99).unwrap();
    let state = journal.history().clone();
    drop(journal);
    assert_eq!(ReadHistory::read(&path).unwrap().history, state);
}

#[test]
fn an_editor_that_took_the_last_line_break_lost_nothing() {
    let (bytes, _) = sample();
    let (_folder, path) = folder();
    fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    let opened = open(&path).unwrap();
    assert_eq!((opened.torn, opened.journal.history().version()), (None, 16));
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn wrong_utf_8_is_found_with_its_line() {
    let (mut bytes, ends) = sample();
    let letter = "ö".as_bytes();
    let at = ends[3] + bytes[ends[3]..].windows(2).position(|two| two == letter).unwrap();
    bytes[at + 1] = 0xFF;
    assert_eq!(read(&bytes).unwrap_err().place(), Some("talk.jsonl:5"));
}

#[test]
fn files_that_are_no_journal_are_refused_by_name() {
    let (folder, path) = folder();
    let say = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let error = open(&path).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Input);
        assert_eq!(fs::read(&path).unwrap(), bytes);
        error.message().to_owned()
    };
    assert_eq!(say(b""), "the file is empty: not even a header");
    assert_eq!(say(b"\n"), "this is not a VibeUE journal");
    assert_eq!(say(b"[{\"role\":\"user\"}]"), "this is not a VibeUE journal");
    assert_eq!(say(&[0; 4096]), "this is not a VibeUE journal");
    assert_eq!(say(&[b'x'; 300_000]), "this is not a VibeUE journal");
    assert_eq!(say(b"{\"vibeue_journal\":1"), "the header of the journal is cut short or damaged");
    assert_eq!(
        say(b"{\"vibeue_journal\":99}\n"),
        "the journal has format 99, this program reads format 1"
    );
    let missing = folder.path().join("none.jsonl");
    assert_eq!(open(&missing).unwrap_err().kind(), ErrorKind::Io);
    assert_eq!(ReadHistory::read(folder.path()).unwrap_err().kind(), ErrorKind::Io);
    assert!(!folder.path().join("none.jsonl.lock").exists());
}

#[test]
fn a_second_writer_is_refused_and_a_reader_is_not() {
    let (_folder, path) = folder();
    let mut journal = write(&path, &events());
    let error = open(&path).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Busy);
    assert_eq!(
        error.to_string(),
        format!(
            "{}: another program is writing this journal \
             (close the conversation there, or open it for reading)",
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
    assert_eq!((error.kind(), error.message()), (ErrorKind::Input, "the file exists already"));
    assert_eq!(fs::read(&path).unwrap(), before);

    // What a crash while creating left is no obstacle.
    let other = folder.path().join("other.jsonl");
    fs::write(folder.path().join("other.jsonl.new"), "half a head").unwrap();
    drop(write(&other, &events()));
    assert_eq!(fs::read(&other).unwrap(), before);
    assert!(!folder.path().join("other.jsonl.new").exists());
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
    assert!(error.message().starts_with("the journal can no longer be found"), "{error}");
    assert_eq!(journal.history(), &state);
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
    assert_eq!(left, ["talk.jsonl.lock"]);

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
    let mended = folder.path().join("mended.jsonl");
    let report = salvage(&path, &mended, BEGIN + 500).unwrap();

    let lines: Vec<u64> = report.dropped_lines.iter().map(|dropped| dropped.line).collect();
    assert_eq!((report.kept, report.dropped, lines), (13, 4, vec![5, 9, 10, 18]));
    assert_eq!(report.dropped_lines[2].reason.message(), "compaction 8 was lost");
    assert_eq!((report.header_lost, &report.header), (false, &header()));
    // The compaction in line 14 condensed the lost request.
    assert_eq!(report.mended_lines, [14]);

    let opened = open(&mended).unwrap();
    assert_eq!((opened.journal.history(), opened.torn), (&report.history, None));
    let whole = state_after(&events());
    assert_eq!(opened.journal.history().view(), whole.view());
    assert_eq!(opened.journal.history().last_compaction().unwrap().seq, 10);
    assert_eq!(fs::read(&path).unwrap(), damaged, "the damaged journal is only read");
    drop(opened);

    let error = salvage(&path, &mended, BEGIN).unwrap_err();
    assert_eq!(error.message(), "the file exists already");
}

#[test]
fn salvage_renumbers_undos() {
    let (bytes, ends) = sample();
    let mut damaged = bytes.clone();
    damaged[ends[1] + 40] ^= 1;
    let (folder, path) = folder();
    fs::write(&path, &damaged).unwrap();
    let report = salvage(&path, &folder.path().join("mended.jsonl"), BEGIN).unwrap();
    assert_eq!((report.kept, report.dropped), (15, 1));
    let undone: Vec<_> =
        report.history.compactions().iter().map(|entry| (entry.seq, entry.undone_by)).collect();
    assert_eq!(undone, [(7, Some(8)), (12, None)]);
}

#[test]
fn salvage_makes_a_new_header_where_the_old_one_is_lost() {
    let (mut bytes, _) = sample();
    bytes[3] ^= 1;
    let (folder, path) = folder();
    fs::write(&path, &bytes).unwrap();
    let report = salvage(&path, &folder.path().join("mended.jsonl"), BEGIN + 500).unwrap();
    assert_eq!((report.header_lost, report.kept, report.dropped), (true, 16, 1));
    assert_eq!(report.header.created, BEGIN + 500);
    assert_eq!(report.history, state_after(&events()));
}

#[test]
fn salvage_of_something_else_makes_no_file() {
    let (folder, path) = folder();
    let mended = folder.path().join("mended.jsonl");
    for bytes in [&b""[..], b"\xFF\xFE\n\n\n", b"{\"messages\":[]}"] {
        fs::write(&path, bytes).unwrap();
        let error = salvage(&path, &mended, BEGIN).unwrap_err();
        assert_eq!(error.message(), "the file holds no readable line of a journal");
        assert!(!mended.exists());
    }
}
