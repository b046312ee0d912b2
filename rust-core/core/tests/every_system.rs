//! What differs between operating systems and must not differ for a journal:
//! locks, names of files, long paths, renames. Runs on each of them.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::env;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use vibeue_core::ErrorKind;
use vibeue_core::conversation::transcript::{ReadOptions, read};
use vibeue_core::session::Event;
use vibeue_core::session::journal::{Header, JournaledHistory, ReadHistory, SyncPolicy, salvage};

/// The journal that the child process of a test is to hold.
const HELD: &str = "VIBEUE_TEST_HELD_JOURNAL";

fn create(path: &Path) -> JournaledHistory {
    JournaledHistory::create(path, Header::new("c", 1), SyncPolicy::EachTurn).unwrap()
}

fn rename(title: &str) -> Event {
    Event::Rename { title: title.to_owned() }
}

fn open(path: &Path) -> vibeue_core::Result<JournaledHistory> {
    JournaledHistory::open(path, SyncPolicy::EachTurn).map(|opened| opened.journal)
}

/// A folder further down than old interfaces of Windows reach (260 letters),
/// with blanks and letters of other scripts in its names.
fn far_down(top: &Path) -> PathBuf {
    let mut folder = top.to_owned();
    while folder.as_os_str().len() < 400 {
        folder.push("a folder with a long name, \u{fc}\u{4e2d}");
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_journal_far_down_in_folders_is_locked_written_and_read() {
    let top = tempfile::tempdir().unwrap();
    let path = far_down(top.path()).join("talk.jsonl");
    let mut journal = create(&path);
    journal.append(rename("Far down"), 2).unwrap();
    assert_eq!(open(&path).unwrap_err().kind(), ErrorKind::Busy);
    drop(journal);
    let mut journal = open(&path).unwrap();
    assert_eq!(journal.history().title(), Some("Far down"));
    journal.append(rename("Further"), 3).unwrap();
    assert_eq!(ReadHistory::read(&path).unwrap().history.title(), Some("Further"));
}

#[test]
fn a_reader_keeps_nobody_from_writing_and_sees_what_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("talk.jsonl");
    drop(create(&path));
    let mut reader = File::open(&path).unwrap();
    let mut journal = open(&path).unwrap();
    journal.append(rename("Seen"), 2).unwrap();
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    assert!(text.contains("\"Seen\""), "{text}");
    // A rescued copy takes its name while others read the old file.
    let rescued = folder.path().join("rescued.jsonl");
    assert_eq!(salvage(&path, &rescued, 3).unwrap().kept, 1);
    assert_eq!(ReadHistory::read(&rescued).unwrap().history.title(), Some("Seen"));
}

#[test]
fn the_lock_of_a_program_that_was_killed_is_free_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("talk.jsonl");
    drop(create(&path));
    let mut holder = Holder::start(&path);
    assert_eq!(open(&path).unwrap_err().kind(), ErrorKind::Busy);
    holder.kill();
    open(&path).unwrap().append(rename("Mine"), 2).unwrap();
}

/// Not a test of its own: what the child process of the one above runs.
#[test]
fn the_holder_of_a_lock() {
    let Some(path) = env::var_os(HELD) else { return };
    let _journal = open(Path::new(&path)).unwrap();
    println!("\nheld");
    // Until the parent kills this process, or is gone itself.
    let _ = std::io::stdin().read(&mut [0]);
}

/// A process of this program that holds a journal.
struct Holder {
    child: Child,
}

impl Holder {
    fn start(path: &Path) -> Self {
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["--exact", "the_holder_of_a_lock", "--nocapture"])
            .env(HELD, path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(lines.any(|line| line.is_ok_and(|line| line == "held")), "the lock is taken");
        Self { child }
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Holder {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_transcript_with_windows_line_breaks_keeps_them() {
    let text = "{\"role\":\"user\",\"content\":\"one\\r\\ntwo\"}\r\n\
                {\"role\":\"assistant\",\"content\":\"three\"}\r\n";
    let transcript = read(text.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(transcript.repairs, []);
    assert_eq!(transcript.conversation.messages[0].joined_text(), "one\r\ntwo");
    assert_eq!(transcript.to_text().unwrap(), text);
}
