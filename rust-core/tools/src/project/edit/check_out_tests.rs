//! Edits of files that source control keeps read-only.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::{Project, mode, set_mode, swap};
use crate::Allowance;
use crate::project::edit::EDIT;
use crate::project::{CheckOut, EditRules, Folder, ProjectFiles};

/// Source control that checks out, or does something else.
#[derive(Debug)]
struct Control {
    is_on: bool,
    does: fn(&Path) -> Result<(), String>,
    asked: Mutex<Vec<PathBuf>>,
}

impl CheckOut for Control {
    fn is_on(&self) -> bool {
        self.is_on
    }

    fn check_out(&self, file: &Path, _: &Allowance) -> Result<(), String> {
        self.asked.lock().unwrap().push(file.to_owned());
        (self.does)(file)
    }
}

/// A project with a read-only file, below source control that does this.
fn controlled(is_on: bool, does: fn(&Path) -> Result<(), String>) -> (Project, Arc<Control>) {
    let mut project = Project::new();
    project.put("a.txt", "one\n");
    set_mode(&project.at("a.txt"), 0o444);
    let control = Arc::new(Control { is_on, does, asked: Mutex::default() });
    let rules = EditRules { backups: project.place.path().join("backups"), protected: Vec::new() };
    let folder = Folder::open(&project.place.path().join("game")).unwrap();
    project.files = ProjectFiles::new(folder).checking_out(&rules, Some(control.clone() as _));
    (project, control)
}

#[test]
fn a_read_only_file_is_checked_out_before_it_is_written_and_the_preview_says_so() {
    let (project, control) = controlled(true, |file| {
        set_mode(file, 0o644);
        Ok(())
    });
    let preview = project.preview(EDIT, swap("a.txt", "one", "two"));
    let title = "edit a.txt: +1 -1 lines (1 before, 1 after); it will be checked out first";
    assert_eq!((preview.title.as_str(), preview.would_fail), (title, false));
    assert_eq!(*control.asked.lock().unwrap(), Vec::<PathBuf>::new());
    let told = project.edit(swap("a.txt", "one", "two")).unwrap();
    assert!(told.contains("[it was checked out of source control]"), "{told}");
    assert!(!told.contains("will be"), "{told}");
    let file = project.at("a.txt").canonicalize().unwrap();
    assert_eq!(*control.asked.lock().unwrap(), std::slice::from_ref(&file));
    assert_eq!((project.holds("a.txt").as_str(), mode(&file)), ("two\n", 0o644));
    // What can be written is not asked for.
    project.edit(swap("a.txt", "two", "three")).unwrap();
    assert_eq!(control.asked.lock().unwrap().len(), 1);
}

#[test]
fn a_file_that_cannot_be_checked_out_stays_and_the_refusal_says_why() {
    type Does = fn(&Path) -> Result<(), String>;
    let newer: Does = |file| {
        set_mode(file, 0o644);
        fs::write(file, "one\nnewer\n").unwrap();
        Ok(())
    };
    for (is_on, does, why) in [
        (true, (|_| Err("ann has it checked out".to_owned())) as Does, "ann has it checked out"),
        (true, |_| Ok(()), "it is still read-only after it was checked out"),
        (true, newer, "checking it out changed it"),
        (false, |_| Ok(()), "it is locked: read-only"),
    ] {
        let (project, control) = controlled(is_on, does);
        let told = project.edit(swap("a.txt", "one", "two")).unwrap_err();
        assert!(told.contains(why), "{why}: {told}");
        assert!(project.holds("a.txt").starts_with("one\n"), "{why}");
        assert_eq!(control.asked.lock().unwrap().len(), usize::from(is_on), "{why}");
        assert_eq!(project.files.changes().unwrap(), [], "{why}");
    }
}
