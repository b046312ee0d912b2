//! What is found again in a journal.

use super::*;

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
        .map(|(seq, event)| Entry { line: seq + 1, seq, at: BEGIN + seq - 1, event, spent: None })
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
        // Files are a hundred times as slow there, by Wine above all.
        let by_an_end = ends.iter().any(|end| cut.abs_diff(*end) <= 1);
        if cfg!(windows) && !by_an_end && !cut.is_multiple_of(16) {
            continue;
        }
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
        // Appending afterwards works: the conversation continues.
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
fn a_changed_request_is_there_with_its_branch_or_not_at_all() {
    let all = formats::with_branches();
    let (_folder, path) = folder();
    drop(write(&path, &all));
    let bytes = fs::read(&path).unwrap();
    let ends: Vec<usize> =
        (0..bytes.len()).filter(|at| bytes[*at] == b'\n').map(|at| at + 1).collect();
    for at in all.len() - 5..all.len() {
        let (before, after) = (state_after(&all[..at]), state_after(&all[..=at]));
        for cut in ends[at]..=ends[at + 1] {
            fs::write(&path, &bytes[..cut]).unwrap();
            let expected = if cut + 1 < ends[at + 1] { &before } else { &after };
            let seen = ReadHistory::read(&path).unwrap();
            assert_eq!(&seen.history, expected, "cut at {cut}");
        }
    }
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
