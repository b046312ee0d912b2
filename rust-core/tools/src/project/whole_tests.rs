//! Texts that another program has read and written as a whole.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::*;
use crate::project::{EditRules, Folder};
use crate::{PreviewKind, Stop};

struct Project {
    place: tempfile::TempDir,
    files: ProjectFiles,
}

impl Project {
    fn new() -> Self {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().join("game");
        fs::create_dir(&root).unwrap();
        let rules = EditRules {
            backups: place.path().join("backups"),
            protected: vec![root.join("talks")],
        };
        let files = ProjectFiles::new(Folder::open(&root).unwrap()).editing(&rules);
        Self { place, files }
    }

    fn at(&self, path: &str) -> PathBuf {
        self.place.path().join("game").join(path)
    }

    fn put(&self, path: &str, content: impl AsRef<[u8]>) {
        fs::create_dir_all(self.at(path).parent().unwrap()).unwrap();
        fs::write(self.at(path), content).unwrap();
    }

    fn write(&self, guarded: bool, path: &str, text: &str) -> Answer {
        self.files.write_whole(guarded, path, text, &allowance())
    }
}

fn allowance() -> Allowance {
    Allowance::begin(&Stop::default(), Duration::from_secs(30)).in_turn(1)
}

fn refused(answer: Answer) -> String {
    answer.unwrap_err()
}

#[test]
fn a_whole_text_is_written_and_undone_to_the_byte() {
    let project = Project::new();
    let before = b"\xef\xbb\xbfone\r\ntwo\r\n";
    project.put("a.txt", before);
    // A tool of ours would keep the mark and the line ends.
    project.write(false, "a.txt", "one\nthree").unwrap();
    project.write(false, "new/deep/b.txt", "b").unwrap();
    assert_eq!(fs::read(project.at("a.txt")).unwrap(), b"one\nthree");
    let sets = project.files.changes().unwrap();
    assert_eq!(
        (sets.len(), sets[0].turn, sets[0].files()),
        (1, 1, vec!["a.txt", "new/deep/b.txt"])
    );
    project.files.restore(None).unwrap();
    assert_eq!(fs::read(project.at("a.txt")).unwrap(), before);
    assert!(!project.at("new").exists());
}

#[test]
fn a_whole_text_is_shown_as_its_diff_against_the_disk_and_bound_to_it() {
    let project = Project::new();
    let long: String = (0..5_000).map(|line| format!("line {line}\n")).collect();
    project.put("a.txt", &long);
    let text = long.replace("line 4000\n", "line four thousand\n");
    let preview = project.files.preview_whole(false, "a.txt", &text, &allowance());
    assert_eq!((preview.kind, preview.would_fail), (PreviewKind::Diff, false));
    assert!(preview.text.contains("\n-line 4000\n+line four thousand\n"), "{}", preview.text);
    project.put("a.txt", "somebody else's\n");
    let why = refused(project.write(false, "a.txt", &text));
    assert!(why.contains("the file changed after the user was shown"), "{why}");
    assert_eq!(fs::read_to_string(project.at("a.txt")).unwrap(), "somebody else's\n");
}

#[test]
fn a_whole_text_goes_where_an_edit_of_that_kind_goes_and_nowhere_else() {
    let project = Project::new();
    project.put(".git/hooks/pre-commit", "");
    for (guarded, path, why) in [
        (false, ".git/hooks/pre-commit", "it belongs to source control"),
        (true, ".git/hooks/pre-commit", "it belongs to source control"),
        (false, "talks/a.jsonl", "it is where permissions, settings, journals"),
        (false, ".mcp.json", "what this file decides changed after the user was asked"),
        (true, "a.txt", "what this file decides changed after the user was asked"),
        (false, "../out.txt", "no such place in the folder"),
        (false, "a\0b", "no such place in the folder"),
    ] {
        let told = refused(project.write(guarded, path, "x"));
        assert!(told.contains(why), "{path}: {told}");
    }
    let binary = refused(project.write(false, "a.txt", "a\0b"));
    assert!(binary.contains("NUL"), "{binary}");
    project.write(true, ".mcp.json", "{}").unwrap();
    assert_eq!(fs::read_to_string(project.at(".mcp.json")).unwrap(), "{}");
    assert_eq!(fs::read(project.at(".git/hooks/pre-commit")).unwrap(), b"");
}

#[test]
fn what_a_file_is_is_known_before_it_is_written() {
    let project = Project::new();
    project.put("a.txt", "a\n");
    project.put("Config/DefaultEngine.ini", "[a]\n");
    project.put(".git/config", "x");
    project.put("b.uasset", b"\xc1\x83\x2a\x9e\xff");
    let look = |path: &str| {
        let it = project.files.outlook(path).unwrap();
        (it.is_guarded, it.is_open, it.is_there, it.holds)
    };
    assert_eq!(look("a.txt"), (false, true, true, Some("a\n".to_owned())));
    assert_eq!(look("new.txt"), (false, true, false, None));
    assert_eq!(look("Config/DefaultEngine.ini"), (true, true, true, Some("[a]\n".to_owned())));
    assert_eq!(look(".git/config"), (false, false, true, Some("x".to_owned())));
    assert_eq!(look("b.uasset"), (false, true, true, None));
    assert!(project.files.outlook("../a.txt").is_err());
    let mut permissions = fs::metadata(project.at("a.txt")).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(project.at("a.txt"), permissions).unwrap();
    assert!(!look("a.txt").1);
    let why = refused(project.write(false, "a.txt", "b\n"));
    assert!(why.contains("it is locked: read-only on the disk"), "{why}");
    let reads = ProjectFiles::new(Folder::open(project.place.path()).unwrap());
    assert!(!reads.can_edit() && project.files.can_edit());
    let none = Err("no files are written here".to_owned());
    assert_eq!(reads.write_whole(false, "a.txt", "x", &allowance()), none);
    assert!(reads.preview_whole(false, "a.txt", "x", &allowance()).would_fail);
}

#[cfg(unix)]
#[test]
fn no_link_leads_a_whole_text_out_of_the_folder() {
    let project = Project::new();
    let outside = project.place.path().join("out");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("c.txt"), "theirs").unwrap();
    std::os::unix::fs::symlink(&outside, project.at("link")).unwrap();
    std::os::unix::fs::symlink(outside.join("b.txt"), project.at("b.txt")).unwrap();
    for path in ["link/a.txt", "link/new/a.txt", "b.txt", "link/c.txt"] {
        let why = refused(project.write(false, path, "x"));
        assert!(why.ends_with("no such place in the folder"), "{why}");
    }
    assert!(project.files.read_whole("link/c.txt", None, None, &allowance()).is_err());
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
    assert_eq!(fs::read_to_string(outside.join("c.txt")).unwrap(), "theirs");
}

#[test]
fn lines_are_read_as_they_are_asked_for_and_secrets_are_not() {
    let project = Project::new();
    project.put("a.txt", "1\n2\n3");
    project.put(".env", "KEY=sesame\n");
    let read = |path: &str, line, limit| project.files.read_whole(path, line, limit, &allowance());
    let whole = |text: &str| Ok(text.to_owned());
    assert_eq!(read("a.txt", None, None), whole("1\n2\n3"));
    assert_eq!(read("a.txt", Some(2), None), whole("2\n3"));
    assert_eq!(read("a.txt", Some(2), Some(1)), whole("2\n"));
    assert_eq!(read("a.txt", Some(9), Some(1)), whole(""));
    let absolute = project.at(".env").canonicalize().unwrap();
    for path in [Path::new(".env"), &absolute] {
        let why = read(&path.display().to_string(), None, None).unwrap_err();
        assert!(why.contains("usually holds secrets"), "{why}");
    }
    project.put("wrong.txt", b"a\xffb\n");
    let why = read("wrong.txt", None, None).unwrap_err();
    assert!(why.ends_with("is not UTF-8 text"), "{why}");
}
