use std::fs;

use super::*;
use crate::Event;
use crate::files::testing::names;
use crate::journal::{Header, JournaledHistory, SyncPolicy};

fn put(path: &Path, replacing: Replacing, text: &str) -> Result<()> {
    OutputFile::put(path, replacing, Readers::Usual, text.as_bytes())
}

fn journal(path: &Path) -> JournaledHistory {
    let mut journal =
        JournaledHistory::create(path, Header::new("c1", 7), SyncPolicy::Never).unwrap();
    journal.append(Event::Rename { title: "Doors".to_owned() }, 8).unwrap();
    journal
}

#[test]
fn a_file_appears_when_it_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.json");
    fs::write(&path, "old").unwrap();
    let mut file = OutputFile::begin(&path, Replacing::Files, Readers::Usual).unwrap();
    file.write(b"new").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    file.finish().unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    assert_eq!(names(folder.path()), ["out.json"]);
}

#[test]
fn an_abandoned_file_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.json");
    let mut file = OutputFile::begin(&path, Replacing::Files, Readers::Usual).unwrap();
    file.write(b"half").unwrap();
    drop(file);
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn a_file_is_replaced_only_where_that_is_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.json");
    put(&path, Replacing::Nothing("say --force"), "one").unwrap();
    let error = put(&path, Replacing::Nothing("say --force"), "two").unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("{}: the file already exists (say --force)", path.display())
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), "one");
    put(&path, Replacing::Files, "three").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "three");
}

#[test]
fn a_journal_is_replaced_by_nothing_open_or_closed_whatever_it_is_called() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("talk.jsonl");
    let open = journal(&path);
    let other = folder.path().join("other");
    fs::hard_link(&path, &other).unwrap();
    let before = fs::read(&path).unwrap();
    #[cfg_attr(not(unix), expect(unused_mut, reason = "only Unix makes a link of it"))]
    let mut paths = vec![path.clone(), other, folder.path().join(".").join("talk.jsonl")];
    #[cfg(unix)]
    {
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        paths.push(link);
    }
    let refusals = |expected: &[ErrorKind]| {
        for path in &paths {
            for replacing in [Replacing::Files, Replacing::Nothing("say --force")] {
                let error = put(path, replacing, "{}").unwrap_err();
                assert!(expected.contains(&error.kind()), "{error}");
            }
        }
        assert_eq!(fs::read(&path).unwrap(), before);
    };
    // Windows knows a hard link of an open journal only by its content.
    refusals(if cfg!(unix) { &[ErrorKind::Busy] } else { &[ErrorKind::Busy, ErrorKind::Input] });
    drop(open);
    refusals(&[ErrorKind::Input]);
}

#[test]
fn what_somebody_is_writing_is_not_written_a_second_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.json");
    let first = OutputFile::begin(&path, Replacing::Files, Readers::Usual).unwrap();
    assert_eq!(put(&path, Replacing::Files, "second").unwrap_err().kind(), ErrorKind::Busy);
    drop(first);
    put(&path, Replacing::Files, "second").unwrap();
}

#[test]
fn what_is_not_a_file_is_never_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let said = |path: &Path| {
        let error = put(path, Replacing::Files, "x").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Io);
        error.message().to_owned()
    };
    assert_eq!(said(folder.path()), "this is a directory");
    assert_eq!(said(&folder.path().join("no/such/file")), "its folder does not exist");
    #[cfg(unix)]
    {
        assert_eq!(said(Path::new("/dev/null")), "this is a device, not a file");
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(folder.path().join("nowhere"), &link).unwrap();
        assert_eq!(said(&link), "this is a dangling link");
        assert!(link.symlink_metadata().unwrap().is_symlink());
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert_eq!(said(&pipe), "this is a pipe (FIFO), not a file");
    }
}

#[cfg(unix)]
mod on_unix {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    fn file(path: &Path, mode: u32) {
        fs::write(path, "x").unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn a_link_stays_and_the_file_behind_it_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("out.json"), folder.path().join("link"));
        fs::write(&path, "old").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        put(&link, Replacing::Files, "new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }

    #[test]
    fn an_output_is_as_private_as_its_source_and_as_what_it_replaces() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        file(&at("private"), 0o600);
        file(&at("public"), 0o644);
        let made = |name: &str, readers: Readers<'_>| {
            OutputFile::put(&at(name), Replacing::Files, readers, b"x").unwrap();
            mode(&at(name))
        };
        assert_eq!(made("of-private", Readers::Of(&at("private"))), 0o600);
        assert_eq!(made("owner", Readers::Owner), 0o600);
        // The rest is up to the mask of whoever runs the tests.
        assert_eq!(made("usual", Readers::Usual), made("of-public", Readers::Of(&at("public"))));

        file(&at("open"), 0o644);
        assert_eq!(made("open", Readers::Of(&at("private"))), 0o600);
        file(&at("shared"), 0o640);
        assert_eq!(made("shared", Readers::Usual), 0o640);
        file(&at("closed"), 0o600);
        assert_eq!(made("closed", Readers::Usual), 0o600);
    }

    #[test]
    fn nobody_else_can_read_a_private_output_while_it_is_made() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.json");
        let open = OutputFile::begin(&path, Replacing::Files, Readers::Owner).unwrap();
        for name in names(folder.path()) {
            assert_eq!(mode(&folder.path().join(&name)), 0o600, "{name}");
        }
        drop(open);
    }

    #[test]
    fn a_write_protected_file_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.json");
        file(&path, 0o444);
        let error = put(&path, Replacing::Files, "new").unwrap_err();
        assert_eq!(error.message(), "the file is write-protected");
        assert_eq!(fs::read_to_string(&path).unwrap(), "x");
    }
}
