use std::fs;

use super::{ResultFiles, kept_results};
use crate::{Event, History};
use vibeue_conversation::{
    ErrorKind, Extra, Message, MessageId, Part, Role, ToolResult, WholeText,
};

/// A history whose only message holds a part of a text.
fn naming(whole: WholeText) -> History {
    let result = ToolResult {
        call_id: "a".into(),
        name: None,
        parts: vec![Part::text("head and tail")],
        is_error: false,
        whole: Some(Box::new(whole)),
        ran_ms: None,
        extra: Extra::new(),
    };
    let parts = vec![Part::ToolResult(Box::new(result))];
    let mut history = History::new();
    history.apply(Event::Message(Message::new(MessageId(1), Role::Tool, parts))).unwrap();
    history
}

#[test]
fn a_text_comes_back_whole_and_is_for_its_owner_alone() {
    let folder = tempfile::tempdir().unwrap();
    let files = ResultFiles::beside(&folder.path().join("talk.jsonl")).unwrap();
    let text = "Tür ".repeat(1_000);
    let whole = files.keep(&text).unwrap();
    assert_eq!(whole.bytes, 5_000);
    assert_eq!(files.keep(&text).unwrap(), whole, "twice is once");
    assert_eq!(files.read(&whole).unwrap(), text);
    let place = folder.path().join("talk.jsonl.results");
    assert_eq!(fs::read_dir(&place).unwrap().count(), 1);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let path = place.join(format!("{}.txt", whole.sha256));
        let mode = |path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&place), mode(&path)), (0o700, 0o600));
        let link = folder.path().join("link.jsonl");
        fs::write(folder.path().join("talk.jsonl"), "").unwrap();
        std::os::unix::fs::symlink(folder.path().join("talk.jsonl"), &link).unwrap();
        assert_eq!(ResultFiles::beside(&link).unwrap().read(&whole).unwrap(), text);
    }
}

#[test]
fn what_is_missing_spoiled_or_named_by_no_hash_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let files = ResultFiles::beside(&folder.path().join("talk.jsonl")).unwrap();
    let whole = files.keep("all of it").unwrap();
    let path = folder.path().join(format!("talk.jsonl.results/{}.txt", whole.sha256));
    for spoiled in ["all of IT", "all of it and more", ""] {
        fs::write(&path, spoiled).unwrap();
        let error = files.read(&whole).unwrap_err();
        assert_eq!(error.message(), "the file has changed since it was saved", "{spoiled}");
    }
    assert_eq!(files.keep("all of it").unwrap(), whole, "a spoiled one is replaced");
    assert_eq!(files.read(&whole).unwrap(), "all of it");
    fs::remove_file(&path).unwrap();
    let error = files.read(&whole).unwrap_err();
    assert_eq!((error.kind(), error.message()), (ErrorKind::Io, "there is no such file"));
    for name in ["../../etc/passwd", "", &"A".repeat(64)] {
        let other = WholeText { sha256: name.into(), bytes: 9 };
        assert_eq!(files.read(&other).unwrap_err().kind(), ErrorKind::Input, "{name}");
    }
}

#[test]
fn what_nothing_names_is_removed_and_what_is_not_ours_stays() {
    let folder = tempfile::tempdir().unwrap();
    let files = ResultFiles::beside(&folder.path().join("talk.jsonl")).unwrap();
    let kept = files.keep("kept").unwrap();
    let orphan = files.keep("orphan").unwrap();
    let place = folder.path().join("talk.jsonl.results");
    // Killed while it wrote.
    fs::write(place.join(format!(".{}.txt.vibeue-new", orphan.sha256)), "orp").unwrap();
    fs::write(place.join("letter.txt"), "mine").unwrap();
    let history = naming(kept.clone());
    files.tidy(&history);
    let mut left: Vec<String> = fs::read_dir(&place)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    left.sort();
    assert_eq!(left, [format!("{}.txt", kept.sha256), "letter.txt".to_owned()]);
    fs::remove_file(place.join("letter.txt")).unwrap();
    files.tidy(&History::new());
    assert!(!place.exists(), "an empty folder goes");
    files.tidy(&history);
}

#[test]
fn a_conversation_keeps_so_much_and_says_when_that_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let files = ResultFiles::beside(&folder.path().join("talk.jsonl")).unwrap();
    let files = files.keeping(1_048_580);
    let first = files.keep(&"a".repeat(1_048_570)).unwrap();
    let error = files.keep("eleven byte").unwrap_err();
    let full = "the conversation already keeps 1 MiB of long results, which is the limit";
    assert_eq!(error.message(), full);
    assert_eq!(files.keep(&"a".repeat(1_048_570)).unwrap(), first);
    files.keep("ten bytes.").unwrap();
}

#[test]
fn a_copy_gets_what_is_named_and_says_what_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let of = |name: &str| ResultFiles::beside(&folder.path().join(name)).unwrap();
    let (one, other) = (of("talk.jsonl"), of("copy.jsonl"));
    let whole = one.keep("all of it").unwrap();
    one.keep("something else").unwrap();
    let history = naming(whole.clone());
    let named: Vec<_> = kept_results(&history).collect();
    assert_eq!(named, [(MessageId(1), &whole)]);
    assert_eq!(one.carry(&history, &other), [] as [String; 0]);
    assert_eq!(other.read(&whole).unwrap(), "all of it");
    assert_eq!(fs::read_dir(folder.path().join("copy.jsonl.results")).unwrap().count(), 1);

    let mut messages = history.to_conversation().messages;
    assert_eq!(other.fill(&mut messages), [] as [String; 0]);
    assert_eq!(messages[0].tool_results().next().unwrap().joined_text(), "all of it");
    let lost = of("third.jsonl").fill(&mut history.to_conversation().messages);
    assert!(lost[0].starts_with("only head and tail of m1: "), "{lost:?}");
    let lost = of("third.jsonl").carry(&history, &of("fourth.jsonl"));
    assert!(lost[0].starts_with("the whole result of m1 is not carried over: "), "{lost:?}");
}
