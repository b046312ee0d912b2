//! Taking back what turns edited.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{ChangeStore, FileLeft, Intent, Restored};
use crate::project::{EditRules, FileHash, Folder, ProjectFiles, tools};
use crate::{Allowance, CallEnd, Stop, Toolbox as _};

struct Project(tempfile::TempDir);

impl Project {
    fn new() -> Self {
        let place = tempfile::tempdir().unwrap();
        fs::create_dir(place.path().join("game")).unwrap();
        Self(place)
    }

    /// The tools of a session of the conversation.
    fn session(&self) -> ProjectFiles {
        let rules = EditRules { backups: self.0.path().join("backups"), protected: Vec::new() };
        ProjectFiles::new(Folder::open(&self.0.path().join("game")).unwrap()).editing(&rules)
    }

    fn at(&self, path: &str) -> PathBuf {
        self.0.path().join("game").join(path)
    }

    fn put(&self, path: &str, content: &str) {
        fs::write(self.at(path), content).unwrap();
    }
}

fn call(files: &ProjectFiles, turn: u64, name: &str, arguments: Value) -> CallEnd {
    let tool = tools(true).into_iter().find(|tool| tool.name() == name).unwrap();
    let Value::Object(arguments) = arguments else { unreachable!() };
    let allowance = Allowance::begin(&Stop::default(), Duration::from_secs(30)).in_turn(turn);
    files.run(&tool, arguments, &allowance).end
}

fn edit(files: &ProjectFiles, turn: u64, path: &str, old: &str, new: &str) {
    let arguments = json!({"path": path, "old_text": old, "new_text": new});
    assert_eq!(call(files, turn, "edit_file", arguments), CallEnd::Done);
}

fn create(files: &ProjectFiles, turn: u64, path: &str, content: &str) {
    let arguments = json!({"path": path, "content": content});
    assert_eq!(call(files, turn, "edit_file", arguments), CallEnd::Done);
}

/// All of a folder: files with content and permissions, folders.
fn tree(folder: &Path) -> BTreeMap<PathBuf, Option<(Vec<u8>, u32)>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.append(&mut tree(&path));
            found.insert(path, None);
        } else {
            #[cfg(unix)]
            let mode = std::os::unix::fs::PermissionsExt::mode(
                &fs::metadata(&path).unwrap().permissions(),
            );
            #[cfg(not(unix))]
            let mode = 0;
            let bytes = fs::read(&path).unwrap();
            found.insert(path, Some((bytes, mode)));
        }
    }
    found
}

#[test]
fn a_turn_is_undone_in_one_step_even_after_a_restart() {
    let project = Project::new();
    project.put("a.txt", "one\r\n");
    project.put("b.txt", "two\n");
    let begun = tree(&project.at("."));
    let first = project.session();
    edit(&first, 4, "a.txt", "one", "1");
    edit(&first, 4, "a.txt", "1", "eins");
    create(&first, 4, "new/sub/c.txt", "three\n");
    let between = tree(&project.at("."));
    edit(&first, 5, "b.txt", "two", "2");
    let told: Vec<_> = first
        .changes()
        .unwrap()
        .iter()
        .map(|set| (set.id, set.turn, set.files().join(" "), set.restored))
        .collect();
    assert_eq!(
        told,
        [(1, 4, "a.txt new/sub/c.txt".to_owned(), false), (2, 5, "b.txt".to_owned(), false)]
    );
    drop(first);

    // Turns are counted from the beginning again in a new session.
    let second = project.session();
    let turns: Vec<_> = second.changes().unwrap().iter().map(|it| (it.id, it.turn)).collect();
    assert_eq!(turns, [(1, 0), (2, 0)]);
    create(&second, 4, "d.txt", "four\n");
    let files = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let removed = Restored { set: 3, removed: files(&["d.txt"]), ..Restored::default() };
    assert_eq!(second.restore(None), Ok(removed));
    let back = Restored { set: 2, restored: files(&["b.txt"]), ..Restored::default() };
    assert_eq!(second.restore(None), Ok(back));
    assert_eq!(tree(&project.at(".")), between);
    let back = Restored {
        set: 1,
        restored: files(&["a.txt"]),
        removed: files(&["new/sub/c.txt"]),
        left: Vec::new(),
    };
    assert_eq!(second.restore(None), Ok(back));
    assert_eq!(tree(&project.at(".")), begun);
    let nothing = second.restore(None).unwrap_err().to_string();
    assert!(nothing.contains("no edits that could be taken back"), "{nothing}");
    assert!(second.restore(Some(9)).unwrap_err().to_string().contains("number 9"));
    // A later session knows the same.
    assert!(project.session().changes().unwrap().iter().all(|set| set.restored));
}

#[test]
fn what_was_changed_since_stays_and_is_named() {
    let project = Project::new();
    for name in ["a", "b", "c"] {
        project.put(name, "old\n");
    }
    let files = project.session();
    for name in ["a", "b", "c"] {
        edit(&files, 1, name, "old", "new");
    }
    create(&files, 1, "d", "made\n");
    project.put("b", "by hand\n");
    fs::remove_file(project.at("c")).unwrap();
    edit(&files, 2, "d", "made", "later");
    let done = files.restore(Some(1)).unwrap();
    let left = |path: &str, why: &str| FileLeft { path: path.to_owned(), why: why.to_owned() };
    let changed = "it was changed since, by a later turn or by somebody else";
    assert_eq!(
        done,
        Restored {
            set: 1,
            restored: vec!["a".to_owned()],
            removed: Vec::new(),
            left: vec![left("b", changed), left("c", "it was removed since"), left("d", changed)],
        }
    );
    assert_eq!(fs::read_to_string(project.at("b")).unwrap(), "by hand\n");
    assert!(!files.changes().unwrap()[0].restored);
    // The later turn first, then what the user put right.
    files.restore(Some(2)).unwrap();
    project.put("b", "new\n");
    project.put("c", "new\n");
    assert_eq!(files.restore(Some(1)).unwrap().left, []);
    assert!(!project.at("d").exists() && files.changes().unwrap()[0].restored);
}

#[test]
fn a_crash_between_note_and_write_leaves_nothing_to_be_taken_back() {
    let project = Project::new();
    project.put("a", "old\n");
    let store = ChangeStore::at(project.0.path().join("backups"));
    let intent = Intent {
        turn: 1,
        path: "a".to_owned(),
        before: Some((b"old\n", 0o644)),
        after: FileHash::of(b"new\n"),
    };
    store.note(&intent).unwrap();
    // The line after it was cut by the crash.
    let list = project.0.path().join("backups/changes.jsonl");
    let mut text = fs::read_to_string(&list).unwrap();
    text.push_str("{\"write\":{\"run\":1,\"tu");
    fs::write(&list, text).unwrap();
    let files = project.session();
    assert_eq!(files.restore(None).unwrap().restored, ["a"]);
    assert_eq!(fs::read_to_string(project.at("a")).unwrap(), "old\n");
    edit(&files, 1, "a", "old", "new");
    assert_eq!(project.session().restore(None).unwrap().set, 2);
    assert_eq!(fs::read_to_string(project.at("a")).unwrap(), "old\n");
}

#[test]
fn a_call_that_is_refused_leaves_no_change_and_no_folder() {
    let project = Project::new();
    fs::write(project.at("file"), "x").unwrap();
    let files = project.session();
    let arguments = json!({"path": "a/b/CON", "content": "x"});
    assert_eq!(call(&files, 1, "edit_file", arguments), CallEnd::Failed);
    assert_eq!(files.changes().unwrap(), []);
    assert!(!project.at("a").exists());
}

#[test]
fn the_oldest_contents_go_where_there_are_too_many_and_that_is_said() {
    let place = tempfile::tempdir().unwrap();
    let store = ChangeStore::at(place.path().join("backups")).keeping(2_500);
    let content = |turn: u64| format!("{turn}").repeat(1_000).into_bytes();
    for turn in 1..=4 {
        let bytes = content(turn);
        let intent = Intent {
            turn,
            path: "a".to_owned(),
            before: Some((&bytes, 0o600)),
            after: FileHash::of(b""),
        };
        store.note(&intent).unwrap();
    }
    let kept: Vec<bool> =
        (1..=4).map(|turn| store.content(&FileHash::of(&content(turn))).is_some()).collect();
    assert_eq!(kept, [false, false, true, true]);
    fs::write(place.path().join("a"), "").unwrap();
    let done = super::restore(place.path(), &store, &store.sets().unwrap()[0]);
    assert_eq!(done.left[0].why, "its old content is no longer kept");
}

#[cfg(unix)]
#[test]
fn what_is_kept_is_readable_by_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let project = Project::new();
    project.put("a", "old\n");
    edit(&project.session(), 1, "a", "old", "new");
    let backups = project.0.path().join("backups");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let content = backups.join("contents").join(FileHash::of(b"old\n").digits());
    assert_eq!(
        [&backups, &backups.join("contents"), &backups.join("changes.jsonl"), &content]
            .map(|path| mode(path)),
        [0o700, 0o700, 0o600, 0o600]
    );
}

#[test]
fn a_list_that_somebody_wrote_leads_nowhere() {
    let project = Project::new();
    fs::write(project.0.path().join("secret"), "x").unwrap();
    fs::create_dir(project.0.path().join("empty")).unwrap();
    fs::create_dir(project.0.path().join("backups")).unwrap();
    let hash = FileHash::of(b"x");
    let write = |path: &str, before: &str| {
        format!(
            "{{\"write\":{{\"run\":1,\"turn\":1,\"at_ms\":0,\"path\":\"{path}\",\"before\":\
             {before},\"after\":\"{}\"}}}}\n",
            hash.digits()
        )
    };
    let text = write("../secret", "null")
        + &write("a", "{\"hash\":\"../../secret\",\"mode\":511}")
        + "{\"folders\":{\"write\":0,\"folders\":[\"../empty\"]}}\n";
    fs::write(project.0.path().join("backups/changes.jsonl"), text).unwrap();
    project.put("a", "x");
    let done = project.session().restore(None).unwrap();
    assert_eq!((done.left.len(), done.removed.len(), done.restored.len()), (2, 0, 0));
    assert!(project.0.path().join("secret").exists() && project.0.path().join("empty").exists());
}

#[cfg(windows)]
#[test]
fn a_stream_that_a_list_names_is_not_its_file() {
    let project = Project::new();
    project.put("a", "x");
    let store = ChangeStore::at(project.0.path().join("backups"));
    let path = "a::$DATA".to_owned();
    store.note(&Intent { turn: 1, path, before: None, after: FileHash::of(b"x") }).unwrap();
    let done = project.session().restore(None).unwrap();
    // Which of its reasons it gives depends on what the file system answers.
    let named: Vec<&str> = done.left.iter().map(|left| left.path.as_str()).collect();
    assert_eq!((done.set, named), (1, vec!["a::$DATA"]));
    assert!(done.removed.is_empty() && done.restored.is_empty());
    assert_eq!(fs::read_to_string(project.at("a")).unwrap(), "x");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn turns_undone_from_the_newest_restore_every_byte(
        begun in prop::collection::vec(prop::option::of("[a-c\r\n\u{feff}ü]{0,12}"), 3),
        writes in prop::collection::vec((1_u64..4, 0_usize..3, "[a-c\nü]{1,8}"), 1..10),
    ) {
        let project = Project::new();
        for (name, content) in ["a", "b", "c/d"].iter().zip(&begun) {
            if let Some(content) = content {
                fs::create_dir_all(project.at(name).parent().unwrap()).unwrap();
                project.put(name, content);
            }
        }
        let before = tree(&project.at("."));
        let mut writes = writes;
        writes.sort_by_key(|(turn, ..)| *turn);
        let files = project.session();
        let mut done = 0;
        for (turn, file, content) in writes {
            let path = ["a", "b", "c/d"][file];
            call(&files, turn, "read_file", json!({"path": path}));
            let arguments = json!({"path": path, "content": content});
            done += usize::from(call(&files, turn, "edit_file", arguments) == CallEnd::Done);
        }
        let again = project.session();
        let sets = again.changes().unwrap();
        prop_assert_eq!(sets.iter().map(|set| set.changes.len()).sum::<usize>(), done);
        for _ in &sets {
            prop_assert_eq!(again.restore(None).unwrap().left, []);
        }
        prop_assert_eq!(tree(&project.at(".")), before);
    }
}
