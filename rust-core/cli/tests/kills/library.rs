//! Commands that are killed while they put a conversation into a library, out
//! of it, back into it, and a label on it.

use std::path::Path;

use serde_json::Value;
use vibeue_core::session::library::Library;

use super::{Range, history};

/// A conversation of the library, and what is next to it.
const FILES: [&str; 3] = ["doors.jsonl", "doors.labels.json", "doors.draft"];

impl Range {
    /// Makes the library: one conversation with a label and a draft. Returns
    /// its files.
    fn library(&self) -> [Vec<u8>; 3] {
        let folder = self.path("talks");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join(FILES[0]), &self.plain).unwrap();
        self.history(&["tag", "doors", "urgent"]);
        Library::at(&folder).keep_draft("doors", "half a thought").unwrap();
        self.files()
    }

    fn files(&self) -> [Vec<u8>; 3] {
        FILES.map(|name| std::fs::read(self.path("talks").join(name)).unwrap())
    }

    fn history(&self, args: &[&str]) -> Value {
        self.workshop.json(&of_library(args))
    }

    /// The ids in the library, and those in its trash.
    fn ids(&self) -> [Vec<String>; 2] {
        [("list", "conversations"), ("trash", "trash")].map(|(action, field)| {
            let told = self.history(&[action]);
            let rows = told[field].as_array().unwrap().iter();
            rows.map(|row| row["id"].as_str().unwrap().to_owned()).collect()
        })
    }

    /// A transcript or a journal becomes a conversation as a whole or not at
    /// all.
    pub(super) fn taken_in(&mut self) {
        self.library();
        std::fs::write(self.path("from.jsonl"), &self.plain).unwrap();
        let from = if self.dice.below(2) == 0 { "talk.json" } else { "from.jsonl" };
        let args = of_library(&["import", from]);
        let life = self.life(&args);
        self.library();
        let done = self.kill_within(self.workshop.command(&args), "talks/unknown.jsonl", life);
        let [found, trash] = self.ids();
        assert!(trash.is_empty() && (1..=2).contains(&found.len()), "{found:?}, {trash:?}");
        assert!(!done || found.len() == 2, "it said that it was done: {found:?}");
        for id in &found {
            let (read, torn) = history(&self.path(&format!("talks/{id}.jsonl")));
            assert_eq!((read.version(), torn), (60, false), "{id}");
        }
        self.history(&["import", from]);
        assert_eq!(self.ids()[0].len(), found.len() + 1);
    }

    /// A conversation is in the library or in the trash, with everything that is next to it.
    pub(super) fn deleted(&mut self) {
        let args = of_library(&["delete", "doors"]);
        self.library();
        let life = self.life(&args);
        let before = self.library();
        let done = self.kill_within(self.workshop.command(&args), "talks/doors.jsonl", life);
        match self.ids() {
            [found, trash] if trash == ["doors"] => assert_eq!(found, [""; 0]),
            [found, trash] => {
                assert!(!done, "it said that it was done: {trash:?}");
                assert_eq!((found, trash.is_empty()), (vec!["doors".to_owned()], true));
                self.again(&args, "talks/doors.jsonl", 0);
            }
        }
        self.history(&["restore", "doors"]);
        assert_eq!(self.ids(), [vec!["doors".to_owned()], vec![]]);
        assert!(self.files() == before, "what came back is not what was deleted");
    }

    /// So it is on its way back.
    pub(super) fn restored(&mut self) {
        let args = of_library(&["restore", "doors"]);
        self.library();
        self.history(&["delete", "doors"]);
        let life = self.life(&args);
        let before = self.library();
        self.history(&["delete", "doors"]);
        let done = self.kill_within(self.workshop.command(&args), "talks/doors.jsonl", life);
        let [found, trash] = self.ids();
        if found.is_empty() {
            assert_eq!((done, trash), (false, vec!["doors".to_owned()]));
            self.again(&args, "talks/doors.jsonl", 0);
        }
        assert_eq!(self.ids(), [vec!["doors".to_owned()], vec![]]);
        assert!(self.files() == before, "what came back is not what was deleted");
    }

    /// Labels are those before or those after.
    pub(super) fn labels(&mut self) {
        let args = of_library(&["tag", "doors", "airlock"]);
        self.library();
        let life = self.life(&args);
        let tags = |folder: &Path| Library::at(folder).labels("doors").unwrap().tags;
        let folder = self.path("talks");
        assert_eq!(tags(&folder), ["airlock", "urgent"]);
        self.library();
        let done = self.kill_at_random(&args, "talks/doors.labels.json", life);
        let found = tags(&folder);
        assert!(found == ["airlock", "urgent"] || !done && found == ["urgent"], "{found:?}");
        // The next command that writes; a tag that is already there needs no writing.
        let next = if found.len() == 2 { "untag" } else { "tag" };
        self.again(&of_library(&[next, "doors", "airlock"]), "talks/doors.labels.json", 0);
        assert_eq!(tags(&folder).len(), if found.len() == 2 { 1 } else { 2 });
    }
}

/// A command about the library.
fn of_library<'a>(args: &[&'a str]) -> Vec<&'a str> {
    ["history", "--folder", "talks"].iter().chain(args).copied().collect()
}
