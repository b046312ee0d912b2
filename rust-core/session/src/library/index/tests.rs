use std::fs::OpenOptions;
use std::io::Write as _;

use super::*;
use crate::Event;
use crate::cost_ledger::CostLedger;
use crate::journal::{Header, JournaledHistory, SyncPolicy, crc32, encode_spent};
use crate::library::{Library, LibraryEntry};
use vibeue_conversation::{Message, MessageId, Protocol, Role};

fn begin(library: &Library, id: &str) -> JournaledHistory {
    let path = library.path_of(id).unwrap();
    JournaledHistory::create(&path, Header::new(id, 1), SyncPolicy::Never).unwrap()
}

fn say(journal: &mut JournaledHistory, text: &str) {
    let message = Message::text(journal.history().next_id(), Role::User, text);
    let at = journal.history().version() + 10;
    journal.append(Event::Message(message), at).unwrap();
}

fn entries(library: &Library) -> Vec<LibraryEntry> {
    library.list(|| false).unwrap()
}

fn found(library: &Library, word: &str) -> usize {
    library.catalogue(|| false).unwrap().search(word, 10).hits.len()
}

/// What another library of the same journals says, which has read nothing yet.
fn afresh(library: &Library) -> Vec<LibraryEntry> {
    let folder = tempfile::tempdir().unwrap();
    for (id, path) in library.journals().unwrap() {
        fs::copy(path, folder.path().join(format!("{id}.jsonl"))).unwrap();
    }
    let mut entries = entries(&Library::at(folder.path()));
    for entry in &mut entries {
        entry.path = library.path_of(&entry.id).unwrap();
    }
    entries
}

#[test]
fn what_grew_is_read_on_and_comes_to_the_same_as_reading_all() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::at(folder.path());
    let mut journal = begin(&library, "talk");
    for number in 0..40 {
        say(&mut journal, &format!("walrus number{number}"));
        if number % 7 == 0 {
            journal.append(Event::Rename { title: format!("T{number}") }, 99).unwrap();
        }
        assert_eq!(entries(&library), afresh(&library), "{number}");
        assert_eq!(found(&library, &format!("number{number}")), 1);
    }
    // A single small journal is read on without writing the index each time.
    let written = fs::metadata(folder.path().join(FILE)).unwrap().modified().unwrap();
    say(&mut journal, "one more");
    assert_eq!(found(&library, "more"), 1);
    assert_eq!(fs::metadata(folder.path().join(FILE)).unwrap().modified().unwrap(), written);
}

#[test]
fn a_journal_that_was_exchanged_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::at(folder.path());
    let mut journal = begin(&library, "talk");
    say(&mut journal, "about a walrus");
    drop(journal);
    assert_eq!(found(&library, "walrus"), 1);
    fs::remove_file(library.path_of("talk").unwrap()).unwrap();
    let mut journal = begin(&library, "talk");
    say(&mut journal, "about a narwhal, which is a longer text than the one before");
    assert_eq!((found(&library, "walrus"), found(&library, "narwhal")), (0, 1));
    assert_eq!(entries(&library), afresh(&library));
}

#[test]
fn a_tail_that_is_being_written_is_read_once_it_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::at(folder.path());
    let mut journal = begin(&library, "talk");
    say(&mut journal, "first");
    let path = library.path_of("talk").unwrap();
    let whole = fs::read(&path).unwrap();
    say(&mut journal, "walrus");
    drop(journal);
    let later = fs::read(&path).unwrap();
    for cut in [whole.len() + 1, whole.len() + 30, later.len() - 1, later.len()] {
        fs::write(&path, &later[..cut]).unwrap();
        assert_eq!(found(&library, "walrus"), usize::from(cut >= later.len() - 1), "{cut}");
        assert_eq!(entries(&library), afresh(&library), "{cut}");
    }
}

#[test]
fn an_index_that_is_missing_torn_damaged_or_of_another_version_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::at(folder.path());
    let mut journal = begin(&library, "talk");
    say(&mut journal, "a walrus");
    assert_eq!(found(&library, "walrus"), 1);
    let file = folder.path().join(FILE);
    let whole = fs::read(&file).unwrap();
    let mut newer = whole.clone();
    newer[8] += 1;
    let body = newer.len() - 4;
    let checksum = crc32(&newer[..body]).to_le_bytes();
    newer[body..].copy_from_slice(&checksum);
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    for bytes in [Vec::new(), whole[..whole.len() / 2].to_vec(), newer, damaged, vec![b'x'; 99]] {
        fs::write(&file, &bytes).unwrap();
        assert_eq!(found(&library, "walrus"), 1);
        assert_eq!(fs::read(&file).unwrap(), whole);
    }
    // What has a sound checksum may still be nonsense.
    for length in 0..whole.len() - 4 {
        let mut bytes = whole[..length].to_vec();
        bytes.extend(crc32(&bytes).to_le_bytes());
        fs::write(&file, &bytes).unwrap();
        assert_eq!(found(&library, "walrus"), 1, "{length}");
    }
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    assert_eq!(found(&library, "walrus"), 1, "it cannot be kept, and is not needed");
}

#[cfg(unix)]
#[test]
fn an_index_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let library = Library::at(folder.path());
    say(&mut begin(&library, "talk"), "a walrus");
    assert_eq!(found(&library, "walrus"), 1);
    let file = folder.path().join(FILE);
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let others: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| !name.ends_with(".jsonl") && name != FILE)
        .collect();
    assert_eq!(others, [""; 0], "nothing else is left");
}

#[test]
fn what_was_spent_is_counted_by_month_and_what_nobody_wrote_down_is_unknown() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::at(folder.path());
    let path = library.path_of("talk").unwrap();
    let mut journal = begin(&library, "talk");
    let mut answer = Message::text(journal.history().next_id(), Role::Assistant, "ok");
    answer.origin = Some(Protocol::OpenaiChat);
    journal.append(Event::Message(answer.clone()), 5).unwrap();
    drop(journal);
    let mut spent = CostLedger::default();
    spent.chat.calls = 1;
    spent.chat.input = 900;
    spent.chat.output = 100;
    spent.chat.dollars = 0.25;
    answer.id = MessageId(2);
    let mut line = Vec::new();
    let at = 1_767_225_600_000;
    encode_spent(&mut line, 2, at, &Event::Message(answer), Some(&spent)).unwrap();
    OpenOptions::new().append(true).open(&path).unwrap().write_all(&line).unwrap();
    let usage = library.catalogue(|| false).unwrap().usage();
    let months: Vec<String> = usage.months.keys().map(ToString::to_string).collect();
    assert_eq!(months, ["2026-01"]);
    assert_eq!((usage.total(), usage.unrecorded, usage.unknown()), (spent, 1, 1));
    assert_eq!(entries(&library)[0].usage, usage);
}

#[test]
fn a_cancelled_look_keeps_what_it_read() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::at(folder.path());
    for number in 0..20 {
        say(&mut begin(&library, &format!("t{number}")), "a walrus");
    }
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let after_some = || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 8;
    assert_eq!(library.list(after_some).unwrap_err().kind(), ErrorKind::Cancelled);
    let kept = store::load(&folder.path().join(FILE)).unwrap().len();
    assert!((1..20).contains(&kept), "{kept}");
    assert_eq!(entries(&library).len(), 20);
}
