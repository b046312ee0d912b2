//! Programs that are killed at random moments: nothing that was acknowledged is lost, no file is
//! incomplete, and what they leave behind does no harm.
//!
//! `VIBEUE_KILLS` is the number of kills, `VIBEUE_KILLS_SEED` the seed, which has a fixed default.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test that cannot go on panics")]

#[path = "kills/drafts.rs"]
mod drafts;
#[path = "kills/edits.rs"]
mod edits;
#[path = "kills/library.rs"]
mod library;
mod support;

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use support::{Workshop, talk};
use vibeue_core::conversation::Role;
use vibeue_core::session::History;
use vibeue_core::session::journal::ReadHistory;
use vibeue_scripted_server::{Answer, Rule, Script, Server, Step};

/// How many by default: some of each kind.
const FEW: u64 = 44;

/// The default seed: a verdict depends on the change that is tested, not on the hour.
const SEED: u64 = 20_261_122;

/// Gives up after this many rounds in which every program had ended before it was killed: some of
/// them do not end by themselves.
const MISSED: u32 = 10;

const ANSWER: &str = "Done with that.";

/// Numbers that look random, the same ones for the same seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound.max(1)
    }
}

/// Statistics of the kills.
#[derive(Debug, Default)]
struct Seen {
    killed: u64,
    too_late: u64,
    torn: u64,
    locks: u64,
    drafts: u64,
}

struct Range {
    workshop: Workshop,
    server: Server,
    dice: Dice,
    seen: Seen,
    /// A journal of sixty messages, and the same with a compaction.
    plain: Vec<u8>,
    compacted: Vec<u8>,
    /// The questions of the long chat that are known to be kept.
    asked: Vec<String>,
    chats: u64,
}

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).map_or(otherwise, |text| text.parse().unwrap())
}

fn history(path: &Path) -> (History, bool) {
    let read = ReadHistory::read(path).unwrap();
    (read.history, read.torn.is_some())
}

impl Range {
    fn new(seed: u64) -> Self {
        let rule = Rule { step: Step::from(Answer::text(ANSWER)), ..Rule::default() };
        let server = Server::start(Script { rules: vec![rule], ..Script::default() }).unwrap();
        let workshop = Workshop::new();
        workshop.write_json("talk.json", &talk());
        workshop.json(&["journal", "plain.jsonl", "import", "talk.json"]);
        let bytes = |name: &str| std::fs::read(workshop.path(name)).unwrap();
        let plain = bytes("plain.jsonl");
        workshop.json(&["compact", "plain.jsonl", "-w", "4k", "--out", "plain.jsonl"]);
        let compacted = bytes("plain.jsonl");
        workshop.json(&["compact", "talk.json", "-w", "4k", "--out", "short.json"]);
        let dice = Dice(seed | 1);
        let (seen, asked) = (Seen::default(), Vec::new());
        Self { workshop, server, dice, seen, plain, compacted, asked, chats: 0 }
    }

    /// Starts a command that is going to be killed.
    fn start(&self, args: &[&str]) -> Child {
        start(&mut self.workshop.command(args))
    }

    /// Kills a command that writes a file: at any moment of its life, or a moment after it took its
    /// lock. Returns whether it had done its work.
    fn kill_at_random(&mut self, args: &[&str], written: &str, life: Duration) -> bool {
        let mut command = self.workshop.command(args);
        if self.dice.below(2) == 0 {
            return self.kill_within(command, written, life);
        }
        let mut child = start(&mut command);
        let lock = self.workshop.path(&format!("{written}.lock"));
        while !lock.exists() && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        spin_until(Instant::now() + Duration::from_micros(self.dice.below(4_000)));
        self.kill(child, written)
    }

    /// Kills a command at any time, for one that holds its lock too briefly to be noticed.
    fn kill_within(&mut self, mut command: Command, written: &str, life: Duration) -> bool {
        let began = Instant::now();
        let child = start(&mut command);
        let micros = u64::try_from(life.as_micros()).unwrap();
        spin_until(began + Duration::from_micros(self.dice.below(micros)));
        self.kill(child, written)
    }

    fn kill(&mut self, mut child: Child, written: &str) -> bool {
        child.kill().unwrap();
        let done = child.wait().unwrap().success();
        self.count(written, done);
        done
    }

    /// Returns whether a lock and a draft of a file lie there.
    fn left_of(&self, written: &str) -> (bool, bool) {
        let lies = |name: String| self.workshop.path(&name).symlink_metadata().is_ok();
        let (folder, name) = written.rsplit_once('/').unwrap_or((".", written));
        (lies(format!("{folder}/{name}.lock")), lies(format!("{folder}/.{name}.vibeue-new")))
    }

    /// Counts what a killed program left.
    fn count(&mut self, written: &str, done: bool) {
        self.seen.killed += u64::from(!done);
        self.seen.too_late += u64::from(done);
        let (lock, draft) = self.left_of(written);
        self.seen.locks += u64::from(lock);
        self.seen.drafts += u64::from(draft);
    }

    /// Runs the command again undisturbed: what was left does no harm, and is gone afterwards. A
    /// command that is refused may not have come to the lock that was left.
    fn again(&self, args: &[&str], written: &str, code: i32) {
        let (was_left, _) = self.left_of(written);
        let answer = self.workshop.run(args);
        assert_eq!(answer.code, Some(code), "{args:?}: {answer:?}");
        let (lock, draft) = self.left_of(written);
        let may_stay = was_left && code != 0;
        assert!(!draft && (!lock || may_stay), "{args:?}: what is left of {written}");
    }

    fn path(&self, name: &str) -> PathBuf {
        self.workshop.path(name)
    }

    /// How long a command runs if it is not killed.
    fn life(&self, args: &[&str]) -> Duration {
        let began = Instant::now();
        assert!(self.start(args).wait().unwrap().success(), "{args:?}");
        began.elapsed()
    }

    /// A command that appends one event to a journal which held `before`.
    fn appends(&mut self, args: &[&str], before: &[u8]) {
        let name = "appended.jsonl";
        let write = || std::fs::write(self.path(name), before).unwrap();
        write();
        let (expected, _) = history(&self.path(name));
        let life = self.life(args);
        write();
        let done = self.kill_at_random(args, name, life);
        let (found, torn) = history(&self.path(name));
        self.seen.torn += u64::from(torn);
        assert!(std::fs::read(self.path(name)).unwrap().starts_with(before));
        let versions = expected.version() + u64::from(done)..=expected.version() + 1;
        assert!(versions.contains(&found.version()), "{args:?}, done: {done}");
        if found.version() == expected.version() {
            assert!(found == expected, "{args:?}: the history changed");
            self.again(args, name, 0);
        } else {
            // It is complete: the next writer opens it and continues.
            let other: &[&str] = match args[0] {
                "compact" => &["journal", name, "undo"],
                _ => &["compact", name, "-w", "4k", "--out", name],
            };
            self.again(other, name, 0);
        }
        std::fs::remove_file(self.path(name)).unwrap();
    }

    /// A command that creates a file or replaces it. `whole` returns whether it is complete.
    fn puts(
        &mut self,
        args: &[&str],
        name: &str,
        old: Option<&str>,
        whole: impl Fn(&Path) -> bool,
    ) {
        let path = self.path(name);
        let reset = |path: &Path| match old {
            Some(text) => std::fs::write(path, text).unwrap(),
            None => drop(std::fs::remove_file(path)),
        };
        reset(&path);
        let life = self.life(args);
        assert!(whole(&path), "{args:?}: what an undisturbed run writes");
        reset(&path);
        let done = self.kill_at_random(args, name, life);
        let unchanged = match old {
            Some(text) => std::fs::read(&path).unwrap() == text.as_bytes(),
            None => !path.exists(),
        };
        assert!(!(done && unchanged), "{args:?}: it said that it was done");
        assert!(unchanged || whole(&path), "{args:?}: the file is torn");
        if unchanged || old.is_some() {
            self.again(args, name, 0);
        } else {
            self.again(args, name, 2);
        }
        assert!(whole(&path), "{args:?}");
        std::fs::remove_file(&path).unwrap();
    }

    fn compact(&mut self) {
        match self.dice.below(3) {
            0 => {
                let name = "appended.jsonl";
                let before = self.plain.clone();
                self.appends(&["compact", name, "-w", "4k", "--out", name], &before);
            }
            1 => {
                std::fs::write(self.path("from.jsonl"), &self.plain).unwrap();
                let old = (self.dice.below(2) == 0).then_some("an old file");
                let args =
                    ["compact", "from.jsonl", "-w", "4k", "--replace", "--out", "copy.jsonl"];
                let plain = self.plain.clone();
                self.puts_or_refuses_journal(&args, old, &plain);
            }
            _ => {
                let short = self.workshop.read("short.json");
                let args = ["compact", "talk.json", "-w", "4k", "--replace", "--out", "out.json"];
                self.puts(&args, "out.json", Some("an old file"), |path| {
                    std::fs::read_to_string(path).is_ok_and(|text| text == short)
                });
            }
        }
    }

    /// A compacted copy of a journal, which is a journal itself.
    fn puts_or_refuses_journal(&mut self, args: &[&str], old: Option<&str>, plain: &[u8]) {
        let name = "copy.jsonl";
        let path = self.path(name);
        match old {
            Some(text) => std::fs::write(&path, text).unwrap(),
            None => drop(std::fs::remove_file(&path)),
        }
        let done = self.kill_at_random(args, name, Duration::from_millis(60));
        let unchanged = match old {
            Some(text) => std::fs::read(&path).unwrap() == text.as_bytes(),
            None => !path.exists(),
        };
        assert!(!(done && unchanged), "{args:?}: it said that it was done");
        if unchanged {
            self.again(args, name, 0);
        } else {
            // A journal is not replaced, not even by one.
            self.again(args, name, 2);
        }
        let (found, torn) = history(&path);
        assert_eq!((found.version(), torn), (61, false));
        assert!(std::fs::read(&path).unwrap().starts_with(plain));
        std::fs::remove_file(&path).unwrap();
    }

    fn undo(&mut self) {
        let before = self.compacted.clone();
        self.appends(&["journal", "appended.jsonl", "undo"], &before);
    }

    fn import(&mut self) {
        let args = ["journal", "new.jsonl", "import", "talk.json"];
        self.puts(&args, "new.jsonl", None, |path| {
            let (found, torn) = history(path);
            found.version() == 60 && !torn
        });
    }

    fn export(&mut self) {
        std::fs::write(self.path("from.jsonl"), &self.plain).unwrap();
        let whole = |path: &Path| {
            let text = std::fs::read_to_string(path).unwrap();
            let value: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
            value["messages"] == talk()
        };
        if self.dice.below(2) == 0 {
            let args = ["journal", "from.jsonl", "export", "--out", "export.json"];
            self.puts(&args, "export.json", None, whole);
        } else {
            let args = ["journal", "from.jsonl", "export", "--force", "--out", "export.json"];
            self.puts(&args, "export.json", Some("an old file"), whole);
        }
    }

    /// A chat of some questions, killed after some answers and a bit.
    fn chat(&mut self) {
        let path = self.path("chat.jsonl");
        if self.chats.is_multiple_of(20) {
            // A long one takes longer to open each time.
            let _ = std::fs::remove_file(&path);
            self.asked.clear();
        }
        self.chats += 1;
        let mut command = self.workshop.chat(&self.server.url(), &["--journal", "chat.jsonl"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let first = self.asked.len();
        let questions: Vec<String> =
            (0..6).map(|at| format!("Question {} of chat {}", first + at, self.chats)).collect();
        let mut typed = child.stdin.take().unwrap();
        // A victim that is dead already reads nothing.
        let _ = typed.write_all(format!("{}\n", questions.join("\n")).as_bytes());
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        let mut answered = 0;
        let mut line = String::new();
        for _ in 0..self.dice.below(6) {
            line.clear();
            lines.read_line(&mut line).unwrap();
            assert_eq!(line, format!("{ANSWER}\n"));
            answered += 1;
        }
        spin_until(Instant::now() + Duration::from_micros(self.dice.below(12_000)));
        child.kill().unwrap();
        child.wait().unwrap();
        self.count("chat.jsonl", false);
        line.clear();
        while lines.read_line(&mut line).unwrap() > 0 && line.ends_with('\n') {
            answered += 1;
            line.clear();
        }
        drop(typed);
        if path.exists() {
            self.check_chat(&path, &questions, answered);
        } else {
            assert_eq!((answered, first), (0, 0), "the journal is gone");
        }
    }

    fn check_chat(&mut self, path: &Path, questions: &[String], answered: usize) {
        let (found, torn) = history(path);
        self.seen.torn += u64::from(torn);
        let said: Vec<(Role, String)> =
            found.originals().map(|message| (message.role, message.joined_text())).collect();
        let of = |role| said.iter().filter(move |it| it.0 == role).map(|it| it.1.as_str());
        let kept: Vec<&str> = of(Role::User).collect();
        let expected: Vec<&str> =
            self.asked.iter().chain(questions).map(String::as_str).take(kept.len()).collect();
        assert_eq!(kept, expected, "the questions, in their order");
        let known = self.asked.len() + answered;
        assert!(kept.len() >= known, "{} of {known} questions are kept", kept.len());
        // An answer counts as given when its line is closed.
        let from = said
            .iter()
            .position(|it| questions.first().is_some_and(|question| *question == it.1))
            .unwrap_or(said.len());
        let answers = said[from..].iter().filter(|it| **it == (Role::Assistant, ANSWER.to_owned()));
        assert!(answers.count() >= answered, "{answered} answers were shown: {said:?}");
        self.asked = kept.into_iter().map(str::to_owned).collect();
    }
}

fn start(command: &mut Command) -> Child {
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn spin_until(moment: Instant) {
    while Instant::now() < moment {
        std::thread::yield_now();
    }
}

/// What is killed, by its name.
type Kind = (&'static str, fn(&mut Range));

/// All that is killed.
const KINDS: [Kind; 11] = [
    ("chat", Range::chat),
    ("compact", Range::compact),
    ("undo", Range::undo),
    ("import", Range::import),
    ("export", Range::export),
    ("edits", Range::edits),
    ("taken in", Range::taken_in),
    ("deleted", Range::deleted),
    ("restored", Range::restored),
    ("labels", Range::labels),
    ("drafts", Range::drafts),
];

#[test]
fn programs_that_are_killed_lose_nothing_that_was_acknowledged_and_tear_no_file() {
    let kills = number("VIBEUE_KILLS", FEW);
    let seed = number("VIBEUE_KILLS_SEED", SEED);
    eprintln!("VIBEUE_KILLS_SEED={seed}");
    let mut range = Range::new(seed);
    let mut kinds = [0; KINDS.len()];
    let mut missed = 0;
    while range.seen.killed < kills {
        let before = range.seen.killed;
        for (at, (_, kill)) in KINDS.iter().enumerate() {
            if range.seen.killed >= kills {
                break;
            }
            let before = range.seen.killed;
            kill(&mut range);
            kinds[at] += range.seen.killed - before;
        }
        missed = if range.seen.killed > before { 0 } else { missed + 1 };
        assert!(missed < MISSED, "no program was met alive in {MISSED} rounds: {:?}", range.seen);
    }
    let told: Vec<String> =
        KINDS.iter().zip(kinds).map(|((name, _), kills)| format!("{name} {kills}")).collect();
    eprintln!("{}; {:?}", told.join(", "), range.seen);
}
