//! Calls that never ran, by the thousand.

use std::sync::atomic::{AtomicU64, Ordering};

use super::*;

/// The maximum number of bytes that such calls take of a file.
const BUDGET: u64 = super::super::refusals::BUDGET;

#[derive(Debug, Default)]
struct Hands(AtomicU64);

impl Clock for Hands {
    fn now(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

fn refused(number: u64, says: &str, end: CallEnd) -> Report {
    let why = format!("{}: plan mode is on", end.name());
    let call = call(number, &json!({"what": "red"}));
    Report { caller: Caller { declared_name: says.to_owned() }, call, end, why }
}

#[test]
fn programs_that_are_refused_for_ten_hours_push_out_nothing_that_was_done() {
    let place = Place::new();
    let clock = Arc::new(Hands::default());
    let calls = OutsideCalls::open_with(place.path(), Arc::clone(&clock) as _).unwrap();
    calls.begins(&begun(1, &json!({"what": "red"}))).unwrap();
    calls.ended(&report(1, CallEnd::Done, "")).unwrap();
    let before = fs::metadata(place.path()).unwrap().len();
    let mut number = 1;
    for minute in 1..=600 {
        clock.0.store(minute * 60_000, Ordering::Relaxed);
        for call in 0..60 {
            number += 1;
            let says = format!("program {}", call % 20);
            let mut report = refused(number, &says, CallEnd::Refused);
            report.call.arguments = json!({"text": "\u{1f6aa}".repeat(1_000)}).to_string();
            calls.ended(&report).unwrap();
        }
    }
    let taken = fs::metadata(place.path()).unwrap().len() - before;
    assert!(taken <= BUDGET && taken > BUDGET / 2, "{taken}");
    assert!(!place.old().exists());
    drop(calls);
    let lines = place.lines();
    assert_eq!([&lines[0]["call"], &lines[1]["end"]], ["outside-1", "done"]);
    let longest =
        lines.iter().map(|line| line["arguments"].as_str().map_or(0, |it| it.chars().count()));
    assert_eq!(longest.max().unwrap(), 200 + " [811 more characters]".len());
    // Each of them has a line, or is in a count.
    let counted = |line: &Value| {
        let why = line["why"].as_str().unwrap();
        let count = why.strip_prefix("and ").and_then(|it| it.split_once(" more"));
        count.map_or(1, |(count, _)| count.parse::<u64>().unwrap())
    };
    assert_eq!(lines[2..].iter().map(counted).sum::<u64>(), number - 1);
}

#[test]
fn a_count_that_cannot_be_written_is_not_lost() {
    let place = Place::new();
    let calls = place.open();
    for number in 1..=60 {
        calls.ended(&refused(number, "a", CallEnd::Refused)).unwrap();
    }
    let kept = fs::read(place.path()).unwrap();
    fs::remove_file(place.path()).unwrap();
    fs::create_dir(place.path()).unwrap();
    calls.begins(&begun(61, &json!({}))).unwrap_err();
    calls.ended(&refused(62, "b", CallEnd::Refused)).unwrap_err();
    fs::remove_dir(place.path()).unwrap();
    fs::write(place.path(), kept).unwrap();
    calls.begins(&begun(63, &json!({}))).unwrap();
    let told: Vec<_> = place.lines()[50..]
        .iter()
        .map(|line| ["call", "why"].map(|it| line[it].as_str().unwrap_or_default().to_owned()))
        .collect();
    let more = |count: &str| format!("and {count} more that were not run, this one being the last");
    assert_eq!(
        told,
        [
            ["outside-60".to_owned(), more("10")],
            ["outside-62".to_owned(), more("1")],
            ["outside-63".to_owned(), String::new()],
        ]
    );
}

#[test]
fn a_denial_by_the_user_has_its_line_however_many_others_are_counted() {
    let ends = |overseer: Arc<dyn Overseer>| {
        let place = Place::new();
        let journaled = Journaled::new(place.open(), overseer);
        for number in 1..=60 {
            journaled.ended(&refused(number, "a", CallEnd::Refused));
        }
        journaled.ended(&refused(61, "a", CallEnd::Denied));
        let lines = place.lines();
        (lines.len(), lines.last().unwrap()["end"].as_str().unwrap().to_owned())
    };
    let told = Arc::new(Recorder(Mutex::default()));
    // The count of those before it waits.
    assert_eq!(ends(told), (51, "denied".to_owned()));
    // What nobody was asked for is refused by a rule.
    assert_eq!(ends(Arc::new(Refuses)), (50, "refused".to_owned()));
}
