//! Journals of programs that are killed, and of disks that are full.
//!
//! The tests start this very test program a second time, as the victim: it is
//! told by an environment variable which journal to write.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use vibeue_core::ErrorKind;
use vibeue_core::compaction::{Compaction, Rung};
use vibeue_core::conversation::{Message, MessageId, MessageKind, Role};
use vibeue_core::session::journal::{Header, JournaledHistory, ReadHistory, SyncPolicy};
use vibeue_core::session::{Event, History};

/// Tells the victim its journal.
const VICTIM: &str = "VIBEUE_TEST_VICTIM_JOURNAL";

/// What happens next in the conversation that all victims hold; it depends only on the history, so
/// that the parent knows it, too.
fn next_event(history: &History) -> Event {
    let version = history.version() + 1;
    let id = history.next_id();
    let requests = || {
        let mine = history.originals().filter(|message| message.is_user_request());
        mine.map(|message| message.id).collect::<Vec<_>>()
    };
    match version % 20 {
        13 if history.branches().len() < 100 => {
            let (requests, text) = (requests(), format!("{version} in other words"));
            let before = requests[version as usize * 7 % requests.len()];
            Event::Branch { before, message: Message::text(id, Role::User, text) }
        }
        3 if !history.branches().is_empty() => {
            let count = history.branches().len() as u64 + 1;
            let other = (history.branch() + version) % count + 1;
            match history.plan_switch(other) {
                Ok(event) => event,
                Err(_) => Event::Rename { title: format!("{version}") },
            }
        }
        18 => {
            let mut summary = Message::text(id, Role::User, format!("summary {version}"));
            summary.kind = MessageKind::Summary;
            let replaced: Vec<MessageId> =
                history.view().iter().rev().take(7).rev().map(|message| message.id).collect();
            Event::Compaction(Box::new(Compaction {
                replaced,
                summary: Some(summary),
                tokens_before: 2,
                tokens_after: 1,
                ..Compaction::new("every twentieth", Rung::Rules)
            }))
        }
        0 if version.is_multiple_of(40) => Event::Undo { compaction: version - 2 },
        remainder => {
            // Now and then a line that the system copies page by page.
            let length = if remainder == 7 { 200_000 } else { 40 * remainder as usize };
            let role = if remainder % 2 == 0 { Role::User } else { Role::Assistant };
            let text = format!("{version} {}", "text ".repeat(length / 5));
            Event::Message(Message::text(id, role, text))
        }
    }
}

fn history_at(version: u64) -> History {
    let mut history = History::new();
    while history.version() < version {
        history.apply(next_event(&history)).unwrap();
    }
    history
}

/// The victim, without any sync: what is promised about killed programs must
/// not hang on it. It writes and acknowledges until it is killed or the disk is full.
fn write_until_the_end(path: &Path) {
    let mut journal = match JournaledHistory::open(path, SyncPolicy::Never) {
        Ok(opened) => opened.journal,
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::Io, "{error}");
            JournaledHistory::create(path, Header::new("victim", 1), SyncPolicy::Never).unwrap()
        }
    };
    let mut out = std::io::stdout();
    // No longer than a test may take, should nobody come to kill it.
    for _ in 0..100_000 {
        let event = next_event(journal.history());
        match journal.append(event, 1) {
            Ok(applied) => writeln!(out, "\nacknowledged {}", applied.version).unwrap(),
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::Io);
                let version = journal.history().version();
                assert_eq!(journal.history(), &history_at(version));
                assert_eq!(std::fs::metadata(path).unwrap().len(), journal.file_bytes());
                writeln!(out, "\nrefused {version}").unwrap();
                return;
            }
        }
        out.flush().unwrap();
    }
}

fn start(mut command: Command, test: &str, journal: &Path) -> Child {
    command
        .args([test, "--exact", "--nocapture", "--test-threads=1"])
        .env(VICTIM, journal)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Reads on until a word with a number comes; `None` at the end.
fn next_number(lines: &mut impl BufRead, word: &str) -> Option<u64> {
    let mut line = String::new();
    while lines.read_line(&mut line).unwrap() > 0 {
        if let Some(number) = line.strip_prefix(word) {
            // The last line of a killed program may be cut short, too.
            return line.ends_with('\n').then(|| number.trim().parse().unwrap());
        }
        line.clear();
    }
    None
}

#[test]
fn a_killed_writer_loses_nothing_that_was_acknowledged() {
    if let Some(journal) = std::env::var_os(VICTIM) {
        return write_until_the_end(Path::new(&journal));
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("victim.jsonl");
    let mut torn = 0;
    let mut expected = History::new();
    for round in 0..20_u64 {
        let command = Command::new(std::env::current_exe().unwrap());
        let name = "a_killed_writer_loses_nothing_that_was_acknowledged";
        let mut victim = start(command, name, &path);
        let mut lines = BufReader::new(victim.stdout.take().unwrap());
        // A random moment: after some acknowledgements, and a bit.
        let random = RandomState::new().hash_one(round);
        let mut last = expected.version();
        for _ in 0..=random % 12 {
            last = next_number(&mut lines, "acknowledged ").expect("the victim writes on");
        }
        std::thread::sleep(std::time::Duration::from_micros((random >> 32) % 3_000));
        victim.kill().unwrap();
        victim.wait().unwrap();
        while let Some(number) = next_number(&mut lines, "acknowledged ") {
            last = number;
        }

        let read = ReadHistory::read(&path).unwrap();
        torn += u32::from(read.torn.is_some());
        let version = read.history.version();
        // One event can be whole on the disk and not yet acknowledged.
        assert!(
            (last..=last + 1).contains(&version),
            "round {round}: {last} acknowledged, {version} found"
        );
        while expected.version() < version {
            expected.apply(next_event(&expected)).unwrap();
        }
        assert!(read.history == expected, "round {round}: the content differs at {version}");
    }
    assert!(expected.version() >= 20);
    eprintln!("{} events in 20 lives, {torn} torn lines", expected.version());
}

// By a shell's limit, which only Unix has.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_a_journal_that_goes_on_when_there_is_room() {
    if let Some(journal) = std::env::var_os(VICTIM) {
        return write_until_the_end(Path::new(&journal));
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("victim.jsonl");
    // A limit on the size of files, of some 4 MB: a write across it is partly
    // done and then refused, as on a full disk.
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; ulimit -f 8000; exec \"$0\" \"$@\""]);
    command.arg(std::env::current_exe().unwrap());
    let name = "a_full_disk_leaves_a_journal_that_goes_on_when_there_is_room";
    let mut victim = start(command, name, &path);
    let mut lines = BufReader::new(victim.stdout.take().unwrap());
    let refused = next_number(&mut lines, "refused ").expect("the limit was reached");
    assert!(victim.wait().unwrap().success(), "the victim's own checks hold");

    let opened = JournaledHistory::open(&path, SyncPolicy::Never).unwrap();
    assert_eq!(opened.torn, None);
    let mut journal = opened.journal;
    assert!(journal.history() == &history_at(refused));
    for _ in 0..3 {
        let event = next_event(journal.history());
        journal.append(event, 2).unwrap();
    }
    drop(journal);
    assert!(ReadHistory::read(&path).unwrap().history == history_at(refused + 3));
}
