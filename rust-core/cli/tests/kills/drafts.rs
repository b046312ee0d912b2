//! Drafts of a program that is killed while somebody types.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use vibeue_core::session::library::Library;

use super::{Range, spin_until};

/// Tells the victim the folder of the library.
const VICTIM: &str = "VIBEUE_TEST_DRAFTS";

/// What the user has typed after a number of keys.
fn typed(keys: usize) -> String {
    format!("{keys} {}", "word ".repeat(keys % 4_000))
}

/// Not a test by itself: what the victim does. It tells each draft that is kept.
#[test]
fn the_user_types_and_each_draft_is_kept() {
    let Some(folder) = std::env::var_os(VICTIM) else { return };
    let library = Library::at(folder);
    let mut out = std::io::stdout();
    for keys in 1..1_000_000 {
        library.keep_draft("doors", &typed(keys)).unwrap();
        writeln!(out, "kept {keys}").unwrap();
    }
}

impl Range {
    /// The draft is the last one that was kept, or the next one, and whole.
    pub(super) fn drafts(&mut self) {
        let folder = self.path("drafts");
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "drafts::the_user_types_and_each_draft_is_kept", "--nocapture"]);
        command.env(VICTIM, &folder).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut victim = command.spawn().unwrap();
        let mut lines = BufReader::new(victim.stdout.take().unwrap());
        let mut kept = 0;
        let wanted = self.dice.below(20) as usize;
        let read = |kept: &mut usize, lines: &mut BufReader<_>| {
            let mut line = String::new();
            let read = lines.read_line(&mut line).unwrap();
            // A line counts when it is closed.
            if let Some((_, keys)) = line.split_once("kept ").filter(|_| line.ends_with('\n')) {
                *kept = keys.trim().parse().unwrap();
            }
            read > 0
        };
        while kept < wanted && read(&mut kept, &mut lines) {}
        spin_until(Instant::now() + Duration::from_micros(self.dice.below(4_000)));
        victim.kill().unwrap();
        victim.wait().unwrap();
        while read(&mut kept, &mut lines) {}
        self.count("drafts/doors.draft", false);
        let library = Library::at(&folder);
        let draft = library.draft("doors").unwrap();
        let keys = draft.split(' ').next().unwrap().parse().unwrap_or(0);
        assert!((kept..=kept + 1).contains(&keys), "{keys} of {kept} keys");
        assert!(keys == 0 || draft == typed(keys), "the draft of {keys} keys is torn");
        // What was left does no harm.
        library.keep_draft("doors", "on").unwrap();
        assert_eq!(library.draft("doors").unwrap(), "on");
        assert_eq!(self.left_of("drafts/doors.draft"), (false, false));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
