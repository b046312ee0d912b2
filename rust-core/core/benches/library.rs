//! What listing and searching a thousand conversations costs.
//!
//! `cargo bench -p vibeue-core --bench library`
//!
//! Writes a thousand journals into a temporary folder first: 60 messages each,
//! every sixth of them a tool's result of some kilobytes, 160 MB in all.
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on should stop")]
#![allow(clippy::print_stderr, reason = "says how large what it measures is")]

use std::fs;
use std::sync::OnceLock;

use divan::Bencher;
use vibeue_core::conversation::{Message, MessageId, Role};
use vibeue_core::session::Event;
use vibeue_core::session::journal::{Header, JournaledHistory, SyncPolicy};
use vibeue_core::session::library::Library;

const CONVERSATIONS: u64 = 1_000;
const MESSAGES: u64 = 60;

fn main() {
    divan::main();
}

/// Numbers that look like chance and are the same each time.
struct Chance(u64);

impl Chance {
    fn next(&mut self, below: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }

    /// A word: few are frequent, most are rare, as in every text.
    fn word(&mut self) -> String {
        const PARTS: [&str; 16] = [
            "do", "or", "me", "sh", "act", "po", "vec", "tor", "spa", "wn", "li", "ght", "mat",
            "eri", "al", "is",
        ];
        let range = 1 << (2 + self.next(15));
        let mut number = self.next(range);
        let mut word = String::new();
        loop {
            word.push_str(PARTS[(number % 16) as usize]);
            number /= 16;
            if number == 0 {
                return word;
            }
        }
    }

    fn text(&mut self, bytes: usize) -> String {
        let mut text = String::new();
        while text.len() < bytes {
            match self.next(12) {
                0 => text.push_str(&format!("BP_{}_{} ", self.word(), self.next(1_000))),
                1 => text.push_str("größe 扉を開ける "),
                _ => text.push_str(&(self.word() + " ")),
            }
        }
        text
    }
}

fn library() -> &'static (tempfile::TempDir, Library) {
    static LIBRARY: OnceLock<(tempfile::TempDir, Library)> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        let mut chance = Chance(7);
        for number in 0..CONVERSATIONS {
            let events = (1..=MESSAGES).map(|id| {
                let (role, bytes) = match id % 6 {
                    1 => (Role::User, 200),
                    0 => (Role::Assistant, 12_000),
                    _ => (Role::Assistant, 800),
                };
                let mut text = chance.text(bytes);
                if number == 500 && id == 30 {
                    text.push_str("The planted needle: SM_Vault_Key.");
                }
                Event::Message(Message::text(MessageId(id), role, text))
            });
            let path = library.path_of(&format!("talk-{number}")).unwrap();
            let header = Header::new(format!("c{number}"), number);
            JournaledHistory::create_with(&path, header, events, SyncPolicy::Never).unwrap();
        }
        let began = std::time::Instant::now();
        library.catalogue(|| false).unwrap();
        let size = |name: &str| fs::metadata(folder.path().join(name)).unwrap().len() as f64 / 1e6;
        let journals: f64 = (0..CONVERSATIONS).map(|it| size(&format!("talk-{it}.jsonl"))).sum();
        eprintln!(
            "reading {CONVERSATIONS} journals of {journals:.0} MB for the first time: {:.1} s; the index has {:.0} MB",
            began.elapsed().as_secs_f64(),
            size("conversations.index"),
        );
        (folder, library)
    })
}

/// From nothing in memory: the index is read and compared with all journals.
#[divan::bench(sample_count = 20)]
fn list(bencher: Bencher<'_, '_>) {
    let (_, library) = library();
    bencher.bench_local(|| library.list(|| false).unwrap().len());
}

/// With the index in memory, as a window has it while somebody types.
#[divan::bench(sample_count = 20, args = [
    "sm_vault_key", "vault needle", "do", "spawn light act", "\"planted needle\"", "größe", "扉を開ける", "nothing of the kind",
])]
fn search(bencher: Bencher<'_, '_>, query: &str) {
    let (_, library) = library();
    let catalogue = library.catalogue(|| false).unwrap();
    bencher.bench_local(|| catalogue.search(query, 50));
}

/// All of it, as a program that is started for one search.
#[divan::bench(sample_count = 20)]
fn look_and_search(bencher: Bencher<'_, '_>) {
    let (_, library) = library();
    bencher.bench_local(|| library.catalogue(|| false).unwrap().search("vault needle", 20));
}
