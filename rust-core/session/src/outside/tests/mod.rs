use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tempfile::TempDir;
use vibeue_tools::served::{Begun, Caller, Decision, Overseer, Question, Refuses, Report};
use vibeue_tools::{Approval, Call, CallEnd, Stop};

use super::{CutOff, Journaled, OutsideCalls};
use crate::live::Clock;

/// What a file of an earlier run may take.
const MOST: u64 = 3 << 20;

mod refused;

#[derive(Debug)]
struct Noon;

impl Clock for Noon {
    fn now(&self) -> u64 {
        1_000
    }
}

struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("kept").join("OtherPrograms.calls")
    }

    fn open(&self) -> OutsideCalls {
        OutsideCalls::open_with(self.path(), Arc::new(Noon)).unwrap()
    }

    fn old(&self) -> PathBuf {
        self.path().with_extension("calls.old")
    }

    fn lines(&self) -> Vec<Value> {
        lines_of(&self.path())
    }

    /// What lies in the folder.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path().parent().unwrap()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

fn lines_of(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn caller() -> Caller {
    Caller { declared_name: "outsider 7".to_owned() }
}

fn call(number: u64, arguments: &Value) -> Call {
    Call {
        id: format!("outside-{number}"),
        turn: number,
        name: "paint".to_owned(),
        arguments: arguments.to_string(),
    }
}

fn begun(number: u64, arguments: &Value) -> Begun {
    Begun { caller: caller(), call: call(number, arguments), decided: Decision::Person }
}

fn report(number: u64, end: CallEnd, why: &str) -> Report {
    let call = call(number, &json!({"what": "red"}));
    Report { caller: caller(), call, end, why: why.to_owned() }
}

#[test]
fn a_call_is_written_down_before_it_runs_and_when_it_ended() {
    let place = Place::new();
    let calls = place.open();
    calls.begins(&begun(1, &json!({"what": "red"}))).unwrap();
    let run = format!("1000-{}", std::process::id());
    let arguments = r#"{"what":"red"}"#;
    let first = json!({"at": 1000, "run": run, "call": "outside-1", "caller": "outsider 7",
        "tool": "paint", "arguments": arguments, "decided": "person"});
    assert_eq!(place.lines(), std::slice::from_ref(&first));
    calls.ended(&report(1, CallEnd::Failed, "no paint")).unwrap();
    // One that never ran.
    calls.ended(&report(2, CallEnd::Denied, "denied by the user")).unwrap();
    assert_eq!(
        place.lines(),
        [
            first,
            json!({"at": 1000, "run": run, "call": "outside-1", "end": "failed", "why": "no paint"}),
            json!({"at": 1000, "run": run, "call": "outside-2", "caller": "outsider 7",
                "tool": "paint", "arguments": arguments, "end": "denied",
                "why": "denied by the user"}),
        ]
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(place.path()).unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn a_call_that_took_the_program_down_is_named_once() {
    let place = Place::new();
    let calls = place.open();
    assert_eq!(calls.cut_off(), []);
    calls.begins(&begun(1, &json!({"what": "red"}))).unwrap();
    calls.begins(&begun(2, &json!({"what": "blue"}))).unwrap();
    calls.ended(&report(1, CallEnd::Done, "")).unwrap();
    // Another program at the same time takes nothing for cut off.
    assert_eq!(place.open().cut_off(), []);
    drop(calls);
    let cut_off = CutOff {
        caller: "outsider 7".to_owned(),
        tool: "paint".to_owned(),
        arguments: r#"{"what":"blue"}"#.to_owned(),
    };
    assert_eq!(place.open().cut_off(), [cut_off]);
    assert_eq!(place.lines().last().unwrap()["end"], "lost");
    assert_eq!(place.open().cut_off(), []);
}

#[test]
fn a_program_that_is_refused_again_and_again_does_not_push_out_what_was_done() {
    let place = Place::new();
    let calls = place.open();
    calls.begins(&begun(1, &json!({"what": "red"}))).unwrap();
    for number in 2..=100_000 {
        calls.ended(&report(number, CallEnd::Refused, "refused: plan mode is on")).unwrap();
    }
    // Before the first, and 50 of them.
    assert_eq!(place.lines().len(), 51);
    calls.ended(&report(1, CallEnd::Done, "")).unwrap();
    calls.begins(&begun(100_001, &json!({}))).unwrap();
    calls.ended(&report(100_002, CallEnd::Busy, "busy")).unwrap();
    drop(calls);
    let told: Vec<_> = place.lines()[51..]
        .iter()
        .map(|line| {
            ["call", "end", "why"].map(|it| line[it].as_str().unwrap_or_default().to_owned())
        })
        .collect();
    let more = |count: &str| format!("and {count} more that were not run, this one being the last");
    assert_eq!(
        told,
        [
            ["outside-1".to_owned(), "done".to_owned(), String::new()],
            ["outside-100000".to_owned(), "refused".to_owned(), more("99949")],
            ["outside-100001".to_owned(), String::new(), String::new()],
            ["outside-100002".to_owned(), "busy".to_owned(), more("1")],
        ]
    );
}

#[test]
fn secrets_and_floods_are_not_kept() {
    let place = Place::new();
    let calls = place.open();
    let key = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    calls.begins(&begun(1, &json!({"api_key": key, "text": "x".repeat(100_000)}))).unwrap();
    let why = format!("the key {key} is refused");
    calls.ended(&report(1, CallEnd::Failed, &why)).unwrap();
    let text = fs::read_to_string(place.path()).unwrap();
    assert!(!text.contains("abcdefghijklmnop"), "{text}");
    assert!(text.contains("more characters]") && text.len() < 6_000, "{}", text.len());
}

#[test]
fn the_file_begins_again_when_it_is_long_and_nothing_open_is_forgotten() {
    let place = Place::new();
    let calls = place.open();
    calls.begins(&begun(1, &json!({"what": "first"}))).unwrap();
    let long = json!({"text": "x".repeat(4_000)});
    for number in 2..900 {
        calls.begins(&begun(number, &long)).unwrap();
        calls.ended(&report(number, CallEnd::Done, "")).unwrap();
    }
    for file in [place.path(), place.old()] {
        let length = fs::metadata(&file).unwrap().len();
        assert!(length > 0 && length < MOST, "{}: {length}", file.display());
    }
    drop(calls);
    let named = place.open();
    let [only] = named.cut_off() else { panic!("{:?}", named.cut_off()) };
    assert_eq!(only.arguments, r#"{"what":"first"}"#);
}

#[test]
fn what_several_threads_write_is_all_there_when_the_file_begins_again() {
    let place = Place::new();
    let calls = place.open();
    let long = json!({"text": "x".repeat(4_000)});
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let (calls, long) = (&calls, &long);
            scope.spawn(move || {
                for number in 0..90 {
                    calls.begins(&begun(thread * 1_000 + number, long)).unwrap();
                }
            });
        }
    });
    let lines = [lines_of(&place.old()), place.lines()].concat();
    let numbers = (0..8).flat_map(|thread| (0..90).map(move |number| thread * 1_000 + number));
    let all: BTreeSet<String> = numbers.map(|number| format!("outside-{number}")).collect();
    let found: BTreeSet<String> =
        lines.iter().map(|line| line["call"].as_str().unwrap().to_owned()).collect();
    assert_eq!((lines.len(), found), (720, all));
}

#[test]
fn what_is_under_way_in_a_program_that_lives_is_not_cut_off() {
    let place = Place::new();
    let (first, second) = (place.open(), place.open());
    first.begins(&begun(1, &json!({"what": "red"}))).unwrap();
    second.begins(&begun(1, &json!({"what": "blue"}))).unwrap();
    let pid = std::process::id();
    let lock = |run: &str| format!("OtherPrograms.calls.run-1000-{pid}{run}.lock");
    let mut names = ["OtherPrograms.calls".to_owned(), lock(""), lock("-2")];
    names.sort();
    assert_eq!(place.names(), names);
    drop(first);
    let third = place.open();
    let [only] = third.cut_off() else { panic!("{:?}", third.cut_off()) };
    assert_eq!(only.arguments, r#"{"what":"red"}"#);
    drop(third);
    drop(second);
    // What a killed program left goes, too.
    fs::write(place.path().with_extension("calls.run-7-7.lock"), "").unwrap();
    let last = place.open();
    let [only] = last.cut_off() else { panic!("{:?}", last.cut_off()) };
    assert_eq!(only.arguments, r#"{"what":"blue"}"#);
    drop(last);
    assert_eq!(place.names(), ["OtherPrograms.calls"]);
}

#[test]
fn the_second_of_two_programs_begins_another_file_as_the_first_does() {
    let place = Place::new();
    let (_first, second) = (place.open(), place.open());
    let long = json!({"text": "x".repeat(4_000)});
    for number in 0..600 {
        second.begins(&begun(number, &long)).unwrap();
    }
    assert_eq!(lines_of(&place.old()).len() + place.lines().len(), 600);
}

#[test]
fn half_a_line_does_not_spoil_the_next_one() {
    let place = Place::new();
    let calls = place.open();
    fs::write(place.path(), "{\"at\": 1, \"ru").unwrap();
    calls.begins(&begun(1, &json!({"what": "red"}))).unwrap();
    drop(calls);
    let named = place.open();
    let [only] = named.cut_off() else { panic!("{:?}", named.cut_off()) };
    assert_eq!(only.arguments, r#"{"what":"red"}"#);
}

#[test]
fn the_name_of_a_run_leads_to_no_other_folder() {
    let place = Place::new();
    drop(place.open());
    let line = json!({"at": 1, "run": "/../../1", "call": "outside-1", "tool": "paint"});
    fs::write(place.path(), format!("{line}\n")).unwrap();
    assert_eq!(place.open().cut_off(), []);
    assert_eq!(place.names(), ["OtherPrograms.calls"]);
}

#[test]
fn what_is_not_a_line_is_skipped_and_what_is_not_a_file_is_refused() {
    let place = Place::new();
    drop(place.open());
    fs::write(place.path(), b"\xff\xfe\n{\"call\": 7}\n[]\n{\"at\"\n\n").unwrap();
    assert_eq!(place.open().cut_off(), []);
    fs::remove_file(place.path()).unwrap();
    fs::create_dir(place.path()).unwrap();
    let error = OutsideCalls::open(place.path()).unwrap_err();
    assert!(error.to_string().contains("this is a directory"), "{error}");
}

struct Recorder(Mutex<Vec<String>>);

impl Overseer for Recorder {
    fn ask(&self, question: &Question, stop: &Stop) -> Approval {
        Refuses.ask(question, stop)
    }

    fn begins(&self, begun: &Begun) -> Result<(), String> {
        self.0.lock().unwrap().push(format!("begins {}", begun.call.id));
        Ok(())
    }

    fn ended(&self, report: &Report) {
        self.0.lock().unwrap().push(format!("ended {}", report.call.id));
    }
}

#[test]
fn what_cannot_be_written_down_does_not_run() {
    let place = Place::new();
    let told = Arc::new(Recorder(Mutex::default()));
    let journaled = Journaled::new(place.open(), Arc::clone(&told) as _);
    assert_eq!(journaled.begins(&begun(1, &json!({}))), Ok(()));
    fs::remove_file(place.path()).unwrap();
    fs::create_dir(place.path()).unwrap();
    let why = journaled.begins(&begun(2, &json!({}))).unwrap_err();
    assert!(why.starts_with("it cannot be recorded: "), "{why}");
    journaled.ended(&report(2, CallEnd::Refused, &why));
    assert_eq!(
        *told.0.lock().unwrap(),
        ["begins outside-1", "begins outside-2", "ended outside-2"]
    );
}
