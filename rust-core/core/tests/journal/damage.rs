//! Journals that were damaged, and files that are none.

use proptest::prelude::*;

use super::*;

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
    let hint = "(restore a copy, or use --salvage to copy what is readable into a new file)";

    let mut missing = lines.clone();
    missing.remove(4);
    assert_eq!(
        error_of(&missing),
        format!("talk.jsonl:5: event 5 is where event 4 belongs {hint}")
    );
    let mut repeated = lines.clone();
    repeated.insert(4, lines[3]);
    assert_eq!(
        error_of(&repeated),
        format!("talk.jsonl:5: event 3 is where event 4 belongs {hint}")
    );
    let mut swapped = lines.clone();
    swapped.swap(7, 8);
    assert_eq!(
        error_of(&swapped),
        format!("talk.jsonl:8: event 8 is where event 7 belongs {hint}")
    );
    let mut empty = lines.clone();
    empty.insert(2, "\n");
    assert_eq!(
        error_of(&empty),
        format!("talk.jsonl:3: the line is too short to be a journal's {hint}")
    );
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
fn files_that_are_not_a_journal_are_refused_by_name() {
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

/// One way to damage a file; places are taken modulo its length.
#[derive(Debug, Clone)]
enum Accident {
    Change { at: usize, to: u8 },
    Remove { at: usize, count: usize },
    Insert { at: usize, bytes: Vec<u8> },
    Repeat { at: usize, count: usize },
    Clear { at: usize, count: usize },
}

fn accident() -> impl Strategy<Value = Accident> {
    let place = || (any::<usize>(), 1..2_000_usize);
    prop_oneof![
        (any::<usize>(), any::<u8>()).prop_map(|(at, to)| Accident::Change { at, to }),
        place().prop_map(|(at, count)| Accident::Remove { at, count }),
        (any::<usize>(), prop::collection::vec(any::<u8>(), 1..50))
            .prop_map(|(at, bytes)| Accident::Insert { at, bytes }),
        place().prop_map(|(at, count)| Accident::Repeat { at, count }),
        place().prop_map(|(at, count)| Accident::Clear { at, count }),
    ]
}

fn damage(bytes: &mut Vec<u8>, accident: &Accident) {
    let length = bytes.len();
    if length == 0 {
        return;
    }
    let range = |at: usize, count: usize| at % length..(at % length + count).min(length);
    match accident {
        Accident::Change { at, to } => bytes[at % length] = *to,
        Accident::Remove { at, count } => drop(bytes.drain(range(*at, *count))),
        Accident::Insert { at, bytes: new } => {
            let at = at % length;
            drop(bytes.splice(at..at, new.iter().copied()));
        }
        Accident::Repeat { at, count } => {
            let range = range(*at, *count);
            let copy = bytes[range.clone()].to_vec();
            drop(bytes.splice(range.end..range.end, copy));
        }
        Accident::Clear { at, count } => bytes[range(*at, *count)].fill(0),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, ..ProptestConfig::default() })]

    #[test]
    fn whatever_happens_to_a_journal_no_wrong_event_is_read(
        accidents in prop::collection::vec(accident(), 1..4)
    ) {
        let (mut bytes, _) = sample();
        let whole = read(&bytes).unwrap().0;
        for accident in &accidents {
            damage(&mut bytes, accident);
        }
        if let Ok(reader) = JournalReader::new(bytes.as_slice(), "talk.jsonl") {
            let entries: Vec<Entry> = reader.map_while(Result::ok).collect();
            prop_assert!(whole.starts_with(&entries));
        }

        let (folder, path) = folder();
        fs::write(&path, &bytes).unwrap();
        let repaired = folder.path().join("repaired.jsonl");
        if let Ok(report) = salvage(&path, &repaired, BEGIN) {
            let texts = |history: &History| -> Vec<Message> {
                history.originals().map(|message| Message::clone(message)).collect()
            };
            let originals = texts(&state_after(&events()));
            for message in texts(&report.history) {
                let same = originals.iter().find(|original| original.id == message.id).unwrap();
                prop_assert_eq!(&message.parts, &same.parts);
            }
            let again = ReadHistory::read(&repaired).unwrap();
            prop_assert_eq!((again.history, again.torn), (report.history, None));
        } else {
            prop_assert!(!repaired.exists());
        }
    }
}
