//! Journals that were damaged, or written by somebody else.

use std::fs;

use vibeue_core::ErrorKind;
use vibeue_core::session::journal::{JournalReader, ReadHistory, salvage};
use vibeue_core::session::{Event, History};

/// Takes the bytes as a journal: as they are if the first one is even, as events that get their
/// header, numbers and checksums here if it is odd, so that what comes after the checksum is
/// reached.
///
/// Reading ends with the events or with an error that says where. What is read is a conversation
/// that can be written, compactions can be undone and redone, and what is salvaged is a whole
/// journal.
///
/// # Panics
/// If that does not hold.
pub fn journal(data: &[u8]) {
    let Some((mode, rest)) = data.split_first() else { return };
    let file = if mode % 2 == 0 { rest.to_vec() } else { sealed(rest) };
    let history = replayed(&file);
    // Files are slow: one input in eight goes through them.
    if mode / 2 % 8 == 0 {
        on_disk(&file, history.as_ref());
    }
}

/// Replays a journal; `None` if it is refused.
fn replayed(file: &[u8]) -> Option<History> {
    let reader = match JournalReader::new(file, "fuzz") {
        Ok(reader) => reader,
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::Input, "{error}");
            return None;
        }
    };
    let mut history = History::new();
    let mut refused = false;
    for entry in reader {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::Input, "{error}");
                return None;
            }
        };
        let written = serde_json::to_string(&entry.event).expect("an event can be written");
        let event: Event = serde_json::from_str(&written).expect("and read again");
        assert_eq!(event, entry.event);
        let before = history.clone();
        match history.apply(entry.event) {
            Ok(applied) => assert_eq!(applied.version, history.version()),
            Err(_) => {
                assert!(history == before, "an event that is refused changes nothing");
                refused = true;
            }
        }
        if refused {
            break;
        }
    }
    whole(&history);
    (!refused).then_some(history)
}

/// What must hold for any history.
fn whole(history: &History) {
    let mut ids: Vec<_> = history.view().iter().map(|message| message.id).collect();
    ids.sort_unstable();
    assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "an id is seen once: {ids:?}");
    for message in history.view() {
        assert!(history.is_in_view(message.id));
        assert!(history.original(message.id).is_some());
    }
    let seen = history.to_conversation();
    assert_eq!(seen.messages.len(), history.view().len());
    assert_eq!(history.to_original_conversation().messages.len(), history.originals().count());
    for seq in history.compactions().iter().map(|entry| entry.seq).collect::<Vec<_>>() {
        let mut copy = history.clone();
        let expected = copy.would_undo(seq);
        match copy.undo(seq) {
            Ok(applied) => assert_eq!(applied.undone, expected),
            Err(error) => assert!(error.kind() == ErrorKind::Conflict, "{error}"),
        }
        if let Ok(event) = copy.plan_redo(seq) {
            copy.apply(event).expect("what was planned can be done");
        }
    }
}

/// Reads and salvages the journal as a file.
fn on_disk(file: &[u8], history: Option<&History>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let damaged = folder.path().join("damaged.jsonl");
    let rescued = folder.path().join("rescued.jsonl");
    fs::write(&damaged, file).expect("a temporary file");
    let read = ReadHistory::read(&damaged).map(|read| read.history);
    assert_eq!(read.is_ok(), history.is_some(), "{:?}", read.err());
    if let (Ok(read), Some(history)) = (&read, history) {
        assert!(read == history, "a file says what its bytes say");
    }
    if let Ok(report) = salvage(&damaged, &rescued, 1_795_212_000_000) {
        let mut reader = JournalReader::open(&rescued).expect("what was rescued is a journal");
        let entries = reader.by_ref().collect::<Result<Vec<_>, _>>().expect("a whole one");
        assert_eq!(entries.len() as u64, report.kept);
        assert_eq!(reader.torn_tail(), None);
        let again = ReadHistory::read(&rescued).expect("it can be read");
        assert!(again.history == report.history, "the report is true");
    }
}

/// Makes a journal of the lines, each the JSON of an event.
fn sealed(lines: &[u8]) -> Vec<u8> {
    let mut out =
        br#"{"vibeue_journal":1,"conversation":"5f0c","created":1795212000000,"program":"fuzz""#
            .to_vec();
    seal(&mut out, 0);
    for (at, line) in lines.split(|byte| *byte == b'\n').enumerate() {
        let start = out.len();
        let seq = at + 1;
        out.extend_from_slice(format!("{{\"seq\":{seq},\"at\":{seq},\"event\":").as_bytes());
        out.extend_from_slice(line);
        seal(&mut out, start);
    }
    out
}

fn seal(out: &mut Vec<u8>, start: usize) {
    let checksum = crc32(&out[start..]);
    out.extend_from_slice(format!(",\"crc\":\"{checksum:08x}\"}}\n").as_bytes());
}

/// The checksum of IEEE 802.3, bit by bit: the core's own is not public.
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg());
        }
    }
    !crc
}
