//! Edits through the toolbox, as the host runs them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

#[cfg(unix)]
#[path = "check_out_tests.rs"]
mod check_out;

#[path = "secret_tests.rs"]
mod secrets;

use super::{EDIT, EDIT_GUARDED};
use crate::project::{EditRules, FileHash, Folder, ProjectFiles, tools};
use crate::{Allowance, CallEnd, Preview, Stop, ToolAnswer, Toolbox as _};
use vibeue_conversation::Part;

/// A project in a folder, and what lies outside of it.
struct Project {
    place: tempfile::TempDir,
    files: ProjectFiles,
}

impl Project {
    fn new() -> Self {
        let place = tempfile::tempdir().unwrap();
        fs::create_dir(place.path().join("game")).unwrap();
        fs::write(place.path().join("secret.txt"), "secret\n").unwrap();
        let files = Self::open(place.path());
        Self { place, files }
    }

    fn open(place: &Path) -> ProjectFiles {
        let rules = EditRules {
            backups: place.join("backups"),
            protected: vec![place.join("game/own/permissions.json"), place.join("game/talks")],
        };
        ProjectFiles::new(Folder::open(&place.join("game")).unwrap()).editing(&rules)
    }

    fn at(&self, path: &str) -> PathBuf {
        self.place.path().join("game").join(path)
    }

    fn put(&self, path: &str, content: impl AsRef<[u8]>) {
        fs::create_dir_all(self.at(path).parent().unwrap()).unwrap();
        fs::write(self.at(path), content).unwrap();
    }

    fn holds(&self, path: &str) -> String {
        fs::read_to_string(self.at(path)).unwrap()
    }

    fn allowance() -> Allowance {
        Allowance::begin(&Stop::default(), Duration::from_secs(30)).in_turn(1)
    }

    fn answer(&self, name: &str, arguments: Value) -> ToolAnswer {
        let tool = tools(true).into_iter().find(|tool| tool.name() == name).unwrap();
        let Value::Object(arguments) = arguments else { unreachable!() };
        self.files.run(&tool, arguments, &Self::allowance())
    }

    /// The result of a call that worked, or why it was not done.
    fn call(&self, name: &str, arguments: Value) -> Result<String, String> {
        let answer = self.answer(name, arguments);
        let text = answer.parts.iter().map(|part| match part {
            Part::Text { text, .. } => text.as_str(),
            _ => "",
        });
        let text = text.collect();
        if answer.end == CallEnd::Done { Ok(text) } else { Err(text) }
    }

    fn edit(&self, arguments: Value) -> Result<String, String> {
        self.call(EDIT, arguments)
    }

    fn preview(&self, name: &str, arguments: Value) -> Preview {
        let tool = tools(true).into_iter().find(|tool| tool.name() == name).unwrap();
        let Value::Object(arguments) = arguments else { unreachable!() };
        self.files.preview(&tool, arguments, &Self::allowance()).unwrap()
    }
}

fn swap(path: &str, old: &str, new: &str) -> Value {
    json!({"path": path, "old_text": old, "new_text": new})
}

#[test]
fn an_edit_says_what_it_did_with_hashes_counts_and_the_lines_as_read_back() {
    let project = Project::new();
    project.put("a.txt", "1\n2\n3\n4\n5\n6\n");
    let [before, after] =
        ["1\n2\n3\n4\n5\n6\n", "1\n2\n3\nfour\nvier\n5\n6\n"].map(|it| FileHash::of(it.as_bytes()));
    assert_eq!(
        project.edit(swap("a.txt", "4\n", "four\nvier\n")),
        Ok(format!(
            "edit a.txt: +2 -1 lines (6 before, 7 after); hash {before} before, {after} now.\n\
             It reads now, as read back:\n2\t2\n3\t3\n4\tfour\n5\tvier\n6\t5\n7\t6\n"
        ))
    );
    assert_eq!(project.holds("a.txt"), "1\n2\n3\nfour\nvier\n5\n6\n");
    let created =
        project.edit(json!({"path": "new/sub/b.h", "content": "#pragma once\n"})).unwrap();
    assert!(created.starts_with("create new/sub/b.h: 1 lines, 13 bytes; "), "{created}");
    assert_eq!(project.holds("new/sub/b.h"), "#pragma once\n");
    // Nothing is next to them.
    let names = |path: &str| fs::read_dir(project.at(path)).unwrap().count();
    assert_eq!((names("."), names("new/sub")), (2, 1));
}

#[test]
fn line_ends_byte_order_mark_and_permissions_stay() {
    let project = Project::new();
    project.put("a.txt", "\u{feff}one\r\ntwo\r\nthree");
    #[cfg(unix)]
    set_mode(&project.at("a.txt"), 0o751);
    project.edit(swap("a.txt", "one\ntwo", "1\n2\n2b")).unwrap();
    assert_eq!(project.holds("a.txt"), "\u{feff}1\r\n2\r\n2b\r\nthree");
    #[cfg(unix)]
    assert_eq!(mode(&project.at("a.txt")), 0o751);
    project.call("read_file", json!({"path": "a.txt"})).unwrap();
    let told = project.edit(json!({"path": "a.txt", "content": "x\ny\n"})).unwrap();
    assert!(told.contains("[line ends, byte order mark"), "{told}");
    assert_eq!(project.holds("a.txt"), "\u{feff}x\r\ny\r\n");
}

#[test]
fn a_file_is_replaced_as_a_whole_only_by_who_has_seen_all_of_it() {
    let project = Project::new();
    project.put("a.txt", "one\ntwo\n");
    let whole = json!({"path": "a.txt", "content": "new\n"});
    let unseen = project.edit(whole.clone()).unwrap_err();
    assert!(unseen.contains("you have not seen all of it"), "{unseen}");
    project.call("read_file", json!({"path": "a.txt", "lines": 1})).unwrap();
    assert_eq!(project.edit(whole.clone()), Err(unseen));
    project.call("read_file", json!({"path": "a.txt"})).unwrap();
    project.edit(whole).unwrap();
    // What the model wrote it knows.
    project.edit(json!({"path": "a.txt", "content": "newer\n"})).unwrap();
    project.put("a.txt", "by somebody else\n");
    let changed = project.edit(json!({"path": "a.txt", "content": "newest\n"})).unwrap_err();
    assert!(changed.contains("changed by somebody else since you read or wrote it"), "{changed}");
    // Also if a part is replaced whose text is still there.
    let part = project.edit(swap("a.txt", "somebody", "anybody")).unwrap_err();
    assert!(part.contains("read it again with read_file"), "{part}");
    assert_eq!(project.holds("a.txt"), "by somebody else\n");
}

#[test]
fn an_expected_hash_decides_alone() {
    let project = Project::new();
    project.put("a.txt", "one\n");
    let hash = FileHash::of(b"one\n").to_string();
    let call = |hash: &str| {
        project.edit(json!({"path": "a.txt", "content": "two\n", "expected_hash": hash}))
    };
    let wrong = call("0123456789abcdef").unwrap_err();
    assert!(wrong.contains(&format!("it has the hash {hash}, not the expected_hash")), "{wrong}");
    assert!(call(&hash).is_ok());
    let gone =
        project.edit(json!({"path": "b", "content": "", "expected_hash": hash})).unwrap_err();
    assert!(gone.contains("it is not there"), "{gone}");
}

#[test]
fn every_refusal_says_what_to_do() {
    let project = Project::new();
    project.put("a.txt", "x\nx\n");
    project.put("latin.txt", b"Stra\xdfe\n");
    project.put("asset.uasset", b"\xc1\x83\x2a\x9e\0\0\0");
    project.put("big.txt", vec![b'a'; 4 * 1024 * 1024 + 1]);
    for (arguments, says) in [
        (swap("a.txt", "x", "y"), "there 2 times, at lines 1, 2; give more"),
        (swap("a.txt", "z", "y"), "read the file with read_file"),
        (swap("b.txt", "z", "y"), "there is no such file; to create it, give content"),
        (swap("latin.txt", "Stra", "stra"), "not UTF-8: the bytes of line 1"),
        (swap("asset.uasset", "a", "b"), "not a text file: an Unreal asset"),
        (swap("big.txt", "a", "b"), "it has 4194305 bytes, more than can be edited"),
        (json!({"path": "c", "content": "x".repeat(4 * 1024 * 1024 + 1)}), "at most 4194304 are"),
        (json!({"path": "."}), "give old_text and new_text"),
        (json!({"path": ".", "content": ""}), "is a folder; name a file"),
    ] {
        let told = project.edit(arguments).unwrap_err();
        assert!(told.contains(says), "{told}");
    }
    assert_eq!(project.files.changes().unwrap(), []);
}

#[cfg(unix)]
#[test]
fn a_file_that_is_not_checked_out_is_named_as_locked() {
    let project = Project::new();
    project.put("a.txt", "one\n");
    set_mode(&project.at("a.txt"), 0o444);
    let told = project.edit(swap("a.txt", "one", "two")).unwrap_err();
    assert!(told.contains("it is locked: read-only") && told.contains("check it out"), "{told}");
    let preview = project.preview(EDIT, swap("a.txt", "one", "two"));
    assert!(preview.would_fail && preview.text == told, "{preview:?}");
    assert_eq!((project.holds("a.txt").as_str(), mode(&project.at("a.txt"))), ("one\n", 0o444));
}

#[test]
fn a_preview_is_the_diff_and_writes_nothing() {
    let project = Project::new();
    project.put("a.txt", "one\ntwo\n");
    let preview = project.preview(EDIT, swap("a.txt", "two", "2"));
    assert_eq!(preview.title, "edit a.txt: +1 -1 lines (2 before, 2 after)");
    assert_eq!(preview.text, "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n");
    let preview = project.preview(EDIT, json!({"path": "d/b.txt", "content": "x"}));
    assert_eq!(
        preview.text,
        "--- /dev/null\n+++ b/d/b.txt\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n"
    );
    assert_eq!(project.holds("a.txt"), "one\ntwo\n");
    assert!(!project.at("d").exists() && !project.place.path().join("backups").exists());
}

#[test]
fn what_was_shown_is_what_is_done_or_nothing() {
    let project = Project::new();
    project.put("a.txt", "one\ntwo\n");
    project.preview(EDIT, swap("a.txt", "two", "2"));
    project.put("a.txt", "ONE\ntwo\n");
    let told = project.edit(swap("a.txt", "two", "2")).unwrap_err();
    assert!(told.contains("the file changed after the user was shown"), "{told}");
    assert_eq!(project.holds("a.txt"), "ONE\ntwo\n");
    // Shown again, it is done.
    project.preview(EDIT, swap("a.txt", "two", "2"));
    project.edit(swap("a.txt", "two", "2")).unwrap();
    assert_eq!(project.holds("a.txt"), "ONE\n2\n");
    // If it was not there.
    let new = json!({"path": "b.txt", "content": "mine\n"});
    project.preview(EDIT, new.clone());
    project.put("b.txt", "theirs\n");
    assert!(project.edit(new).is_err());
    assert_eq!(project.holds("b.txt"), "theirs\n");
}

/// Paths to what is outside of the folder, or never edited.
const HOSTILE: [&str; 49] = [
    "../secret.txt",
    "../new.txt",
    "sub/../../secret.txt",
    "./../game/../secret.txt",
    "..",
    "/etc/passwd",
    "/etc/vibeue-new",
    "/proc/self/mem",
    "/dev/stdout",
    "//etc/passwd",
    "~/.bashrc",
    "sub/../..",
    "a.txt/../../secret.txt",
    "..\\secret.txt",
    "sub\\..\\..\\x",
    "C:\\Windows\\win.ini",
    "C:x",
    "\\\\?\\C:\\x",
    "\\\\server\\share\\x",
    "file:///etc/passwd",
    ".git/hooks/pre-commit",
    ".GIT/config",
    "sub/.git/hooks/new",
    ".git",
    ".git ",
    ".git.",
    ".git::$INDEX_ALLOCATION",
    ".svn/wc.db",
    ".hg/hgrc",
    "Saved/Config/a.ini",
    "saved/../Saved/Config/b.ini",
    "Intermediate/x.cpp",
    "Binaries/x.txt",
    "own/permissions.json",
    "OWN/Permissions.JSON",
    "own/../own/permissions.json",
    "talks/one.jsonl",
    "talks/new/two.jsonl",
    "CON",
    "nul.txt",
    "sub/COM1.log",
    "a.txt:stream",
    "sub/a.txt.",
    "sub/a.txt ",
    "a\u{0}b",
    "a\nb",
    "\u{202e}",
    "sub/a.txt/b",
    "",
];

#[test]
fn no_path_of_an_attacker_reaches_a_file_that_is_not_the_models() {
    let project = Project::new();
    project.put("Game.uproject", "{}\n");
    project.put(".git/hooks/pre-commit", "#!/bin/sh\n");
    project.put("Saved/Config/a.ini", "[a]\n");
    project.put("talks/one.jsonl", "{}\n");
    project.put("own/permissions.json", "{}\n");
    project.put("sub/a.txt", "a\n");
    let outside = project.place.path().join("secret.txt").display().to_string();
    let home = project.place.path().join("backups/changes.jsonl").display().to_string();
    let before = tree(project.place.path());
    let places = [outside.as_str(), home.as_str()];
    for path in HOSTILE.into_iter().chain(places) {
        for name in [EDIT, EDIT_GUARDED] {
            for arguments in [json!({"path": path, "content": "owned\n"}), swap(path, "a", "owned")]
            {
                // The one odd name that is only a name.
                if path == "\u{202e}" && name == EDIT {
                    continue;
                }
                let preview = project.preview(name, arguments.clone());
                assert!(preview.would_fail, "{name} {path:?}: {preview:?}");
                let told = project.call(name, arguments).unwrap_err();
                assert!(!told.contains("secret\n"), "{told}");
            }
        }
    }
    assert_eq!(tree(project.place.path()), before);
}

#[test]
fn a_file_that_decides_what_runs_has_a_tool_of_its_own() {
    let project = Project::new();
    project.put("Game.uproject", "{\"Modules\": []}\n");
    let call = swap("Game.uproject", "[]", "[1]");
    let told = project.edit(call.clone()).unwrap_err();
    assert!(
        told.contains("it decides which code the editor loads. Call edit_guarded_file"),
        "{told}"
    );
    project.call(EDIT_GUARDED, call).unwrap();
    assert_eq!(project.holds("Game.uproject"), "{\"Modules\": [1]}\n");
    project.put("a.txt", "x\n");
    let told = project.call(EDIT_GUARDED, swap("a.txt", "x", "y")).unwrap_err();
    assert!(told.contains("not a guarded one; use edit_file"), "{told}");
    let access: Vec<_> =
        tools(true).iter().map(|tool| (tool.name().to_owned(), tool.access.name())).collect();
    assert_eq!(access[3..], [(EDIT.into(), "write"), (EDIT_GUARDED.into(), "control")]);
}

#[test]
fn what_surrounds_an_edit_of_a_file_with_secrets_is_not_shown() {
    let project = Project::new();
    project.put(".env", "KEY=sesame\nPORT=1\n");
    let told = project.edit(swap(".env", "PORT=1", "PORT=2")).unwrap();
    assert!(
        told.ends_with(
            " now.\n[its lines are not shown: a file of that name usually holds secrets]\n"
        ),
        "{told}"
    );
    assert_eq!(project.holds(".env"), "KEY=sesame\nPORT=2\n");
}

#[cfg(unix)]
#[test]
fn a_link_that_takes_a_folders_place_between_look_and_write_leads_nowhere() {
    use super::Place;
    use std::os::unix::fs::symlink;
    let project = Project::new();
    project.put("sub/a.txt", "a\n");
    let outer = project.place.path().join("outer");
    fs::create_dir(&outer).unwrap();
    fs::write(outer.join("a.txt"), "a\n").unwrap();
    let root = project.files.folder().root().to_owned();
    let inside = Path::new("sub/a.txt");
    let place = Place::open(&root, inside, None).unwrap().unwrap();
    // Meanwhile the folder moves away, and a link out takes its name.
    fs::rename(project.at("sub"), project.at("moved")).unwrap();
    symlink(&outer, project.at("sub")).unwrap();
    let hash = FileHash::of(b"a\n");
    place.write(b"b\n", None, Some(&hash), 100).unwrap();
    assert_eq!(project.holds("moved/a.txt"), "b\n");
    assert_eq!(fs::read_to_string(outer.join("a.txt")).unwrap(), "a\n");
    // Opened only now, it is not followed, and neither is a link with the file's name.
    assert!(Place::open(&root, inside, None).is_err());
    symlink(outer.join("a.txt"), project.at("link.txt")).unwrap();
    let link = Place::open(&root, Path::new("link.txt"), None).unwrap().unwrap();
    assert!(link.read(100).is_err() && link.write(b"b\n", None, Some(&hash), 100).is_err());
    assert!(project.edit(swap("link.txt", "a", "b")).is_err());
    assert_eq!(fs::read_to_string(outer.join("a.txt")).unwrap(), "a\n");
    // Nothing of the attempts is left.
    assert_eq!(fs::read_dir(&outer).unwrap().count(), 1);
    assert_eq!(fs::read_dir(project.at("moved")).unwrap().count(), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn pipes_and_devices_are_not_waited_for() {
    let project = Project::new();
    let pipe = project.at("pipe");
    rustix::fs::mknodat(
        rustix::fs::CWD,
        &pipe,
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RWXU,
        0,
    )
    .unwrap();
    let told = project.edit(swap("pipe", "a", "b")).unwrap_err();
    assert!(told.contains("not a regular file"), "{told}");
}

#[test]
fn a_write_that_finds_another_content_than_was_read_is_not_done() {
    use super::{Place, PlaceError};
    let project = Project::new();
    project.put("a.txt", "a\n");
    let place =
        Place::open(project.files.folder().root(), Path::new("a.txt"), None).unwrap().unwrap();
    let other = FileHash::of(b"other\n");
    assert!(matches!(place.write(b"b", None, Some(&other), 100), Err(PlaceError::Changed)));
    assert!(matches!(place.write(b"b", None, None, 100), Err(PlaceError::Changed)));
    assert!(matches!(place.remove(&other, 100), Err(PlaceError::Changed)));
    assert_eq!(project.holds("a.txt"), "a\n");
    assert_eq!(fs::read_dir(project.at(".")).unwrap().count(), 1);
}

/// All files of a folder with what they hold.
fn tree(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push((path.clone(), fs::read(path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

#[cfg(unix)]
fn mode(path: &Path) -> u32 {
    std::os::unix::fs::PermissionsExt::mode(&fs::metadata(path).unwrap().permissions()) & 0o7777
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) {
    let mode = std::os::unix::fs::PermissionsExt::from_mode(mode);
    fs::set_permissions(path, mode).unwrap();
}
