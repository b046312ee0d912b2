//! Clocks, disks and hosts that do not behave.

#[cfg(unix)]
use std::io::{BufRead, BufReader};
use std::path::Path;
#[cfg(unix)]
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use vibeue_core::ErrorKind;
use vibeue_core::conversation::Role;
use vibeue_core::session::journal::{JournalReader, ReadHistory};
use vibeue_core::session::live::{
    Clock, FailureClass, Opening, Session, SessionEvent, SessionOptions, SummaryEnd, ToolAnswer,
    TurnEnd,
};
use vibeue_core::settings::Mode;

use super::model_written::{notes, talkative, written};
use super::*;

/// A clock that goes back a minute whenever it is asked.
#[derive(Debug)]
struct Backwards(AtomicU64);

impl Clock for Backwards {
    fn now(&self) -> u64 {
        self.0.fetch_sub(60_000, Ordering::SeqCst)
    }
}

#[test]
fn a_clock_that_goes_backwards_harms_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("talk.jsonl");
    let provider =
        Arc::new(Scripted::new([]).rule(|it| Answer::text(&words(it.messages.len() as u64, 60))));
    let mut options = options(&provider, 4_000);
    options.journal = Some(journal.clone());
    options.clock = Arc::new(Backwards(AtomicU64::new(1_795_212_000_000)));
    let talk = Talk::open(Arc::clone(&provider), options.clone());
    for turn in 0..40 {
        talk.ask(&words(turn, 60));
    }
    talk.until_idle();
    let before = talk.session.snapshot();
    assert!(before.summaries.iter().filter(|row| row.in_force).count() >= 2);
    // A duration is measured by a clock that does not go back.
    assert!(before.summaries.iter().all(|row| row.duration_ms < 20_000), "{:?}", before.summaries);
    drop(talk);
    let times: Vec<u64> =
        JournalReader::open(&journal).unwrap().map(|entry| entry.unwrap().at).collect();
    assert!(times.windows(2).all(|pair| pair[1] < pair[0]), "it did go back");
    let talk = Talk::open(Arc::clone(&provider), options);
    assert_eq!(talk.session.snapshot().view, before.view);
    talk.ask("Go on");
}

#[test]
fn ten_megabytes_are_refused_by_name_and_the_talk_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Arc::new(Scripted::new([]));
    let mut options = options(&provider, 16_000);
    options.journal = Some(folder.path().join("talk.jsonl"));
    options.tools = vec![tool("look")];
    let talk = Talk::open(Arc::clone(&provider), options.clone());
    let huge = words(1, 1_300_000);
    assert!(huge.len() > 10_000_000);
    let events = talk.say(&huge);
    assert_eq!(end(&events), TurnEnd::Failed);
    assert_eq!(failures(&events)[0].class, FailureClass::Irreducible);
    assert_eq!(provider.requests().len(), 0);
    talk.ask("A short one");
    // As the result of a tool it is shortened at once.
    provider.add(Answer::calls(&[("a", "look", "{}")]));
    let turn = talk.session.submit_text("Look");
    talk.until(|event| matches!(event, SessionEvent::ToolCall { .. }));
    talk.session.answer_tool("a", ToolAnswer::text(huge.clone()));
    assert_eq!(end(&talk.until_ended(turn)), TurnEnd::Completed);
    for request in provider.requests() {
        assert_valid(&request);
        assert!(tokens(&request) <= 14_400);
    }
    // All of it is there, and comes back.
    let before = talk.session.snapshot();
    let lengths: Vec<usize> = before.transcript.iter().map(|it| message_words(it).len()).collect();
    assert_eq!(lengths.iter().filter(|length| **length == huge.len()).count(), 1);
    let results = before.transcript.iter().flat_map(|it| it.tool_results());
    let kept: Vec<u64> = results.filter_map(|it| Some(it.whole.as_ref()?.bytes)).collect();
    assert_eq!(kept, [huge.len() as u64]);
    drop(talk);
    let talk = Talk::open(Arc::clone(&provider), options);
    assert_eq!(talk.session.snapshot().transcript, before.transcript);
    assert_eq!(talk.session.snapshot().view, before.view);
    talk.ask("Go on");
}

/// Tells the victim its journal.
const VICTIM: &str = "VIBEUE_TEST_VICTIM_SESSION";

/// Talks with tools until the disk is full, and then continues.
#[allow(clippy::print_stdout, reason = "whoever started the victim reads it")]
fn talk_until_the_disk_is_full(journal: &Path) {
    let provider =
        Arc::new(Scripted::new([]).rule(|request| match request.messages.last().unwrap().role {
            Role::User => Answer::calls(&[("a", "look", "{}"), ("b", "look", "{}")]),
            _ => Answer::text("Seen."),
        }));
    let mut options = options(&provider, 32_000);
    options.journal = Some(journal.to_owned());
    options.tools = vec![tool("look")];
    let talk = Talk::open(Arc::clone(&provider), options);
    let mut refused = 0;
    for number in 0..1_000 {
        let turn = talk.session.submit_text(format!("Question {number}: {}", words(number, 20)));
        let end = loop {
            match talk.session.events().next_timeout(Duration::from_secs(120)) {
                Some(SessionEvent::ToolCall { call_id, .. }) => {
                    talk.session.answer_tool(call_id, ToolAnswer::text(words(number, 150)));
                }
                Some(SessionEvent::Error { failure, .. }) => {
                    assert_eq!(failure.class, FailureClass::Storage, "{failure:?}");
                }
                Some(SessionEvent::TurnEnded { turn: it, end }) if it == turn => break end,
                Some(_) => {}
                None => panic!("it hangs: {:?}", talk.session.snapshot().state),
            }
        };
        refused += u32::from(end == TurnEnd::Failed);
        // What is shown is what is on the disk, whatever was refused.
        talk.until_idle();
        let read = ReadHistory::read(journal).unwrap();
        assert_eq!(read.torn, None);
        let view: Vec<_> = talk.session.snapshot().view.iter().cloned().collect();
        assert_eq!(read.history.view(), view);
        if refused == 3 {
            let report = talk.session.shutdown(Duration::from_secs(60));
            assert!(report.complete, "{report:?}");
            println!("\nrefused {number}");
            return;
        }
    }
    panic!("the disk never was full");
}

#[test]
#[cfg(unix)]
fn a_disk_that_fills_in_the_middle_of_a_turn_ends_it_by_name() {
    if let Some(journal) = std::env::var_os(VICTIM) {
        return talk_until_the_disk_is_full(Path::new(&journal));
    }
    let folder = tempfile::tempdir().unwrap();
    // Each limit falls on another place of a turn.
    for (at, blocks) in [100, 113, 126, 139].into_iter().enumerate() {
        let journal = folder.path().join(format!("talk{at}.jsonl"));
        let mut victim = Command::new("sh")
            .args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"")])
            .arg(std::env::current_exe().unwrap())
            .args(["hostile::a_disk_that_fills_in_the_middle_of_a_turn_ends_it_by_name", "--exact"])
            .args(["--nocapture", "--test-threads=1"])
            .env(VICTIM, &journal)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines: Vec<String> =
            BufReader::new(victim.stdout.take().unwrap()).lines().map_while(Result::ok).collect();
        let output = victim.wait_with_output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{told}\n{lines:#?}");
        assert!(lines.iter().any(|line| line.starts_with("refused ")), "{told}\n{lines:#?}");
        // With room on the disk it continues where it was.
        let provider = Arc::new(Scripted::new([]));
        let mut options = options(&provider, 32_000);
        options.journal = Some(journal);
        let talk = Talk::open(Arc::clone(&provider), options);
        talk.ask("Go on");
        assert_valid(&provider.last_request());
    }
}

#[test]
fn of_two_sessions_that_begin_one_journal_at_once_one_gets_it() {
    for round in 0..10 {
        let folder = tempfile::tempdir().unwrap();
        let journal = folder.path().join("talk.jsonl");
        let options = || {
            let provider = Arc::new(Scripted::new([]));
            let mut options = options(&provider, 4_000);
            options.journal = Some(journal.clone());
            options
        };
        let openings: Vec<_> = (0..4).map(|_| Session::begin(options()).unwrap()).collect();
        let opened: Vec<_> = openings.into_iter().map(Opening::wait).collect();
        let busy = opened.iter().filter_map(|it| it.as_ref().err());
        assert!(busy.clone().all(|error| error.kind() == ErrorKind::Busy), "{opened:?}");
        assert_eq!(busy.count(), 3, "round {round}: {opened:?}");
        drop(opened);
        Session::open(options()).unwrap();
    }
}

/// A conversation about to be full, whose summary a model writes when the gate
/// lets it.
fn about_to_be_full(gate: &Arc<tokio::sync::Semaphore>) -> (Talk, SessionOptions) {
    let provider = Arc::new(talkative());
    provider.add_summary(notes().gated(gate));
    let mut options = written(&provider);
    options.tools = vec![tool("look")];
    let talk = Talk::open(Arc::clone(&provider), options.clone());
    for turn in 0.. {
        if talk.session.snapshot().usage.percent() > 72.0 {
            break;
        }
        talk.ask(&words(1_000 + turn, 90));
    }
    talk.drain();
    (talk, options)
}

#[test]
#[expect(clippy::too_many_lines, reason = "one story")]
fn what_is_changed_while_a_summary_is_written_holds_for_the_next_request() {
    for change in 0..5 {
        let gate = gate();
        let (talk, options) = about_to_be_full(&gate);
        let before = talk.transcript();
        // It does not fit: the turn waits for the summary.
        let turn = talk.session.submit_text(sized(1, 2_400));
        talk.until(|event| matches!(event, SessionEvent::SummarizationStarted { .. }));
        let mut budget = 7_200;
        match change {
            0 => {
                let mut settings = options.settings.clone();
                settings.enabled = false;
                talk.session.set_settings(settings).unwrap();
            }
            1 => {
                let mut settings = options.settings.clone();
                settings.mode = Mode::Rules;
                settings.recent_messages_to_keep = 4;
                talk.session.set_settings(settings).unwrap();
            }
            2 => {
                let mut long = tool("look");
                long.definition.description = words(5, 500);
                talk.session.set_tools(vec![long]);
            }
            3 => {
                budget = 5_400;
                let mut smaller = model(6_000);
                smaller.model = "gpt-4o-mini".to_owned();
                talk.session.switch_model(smaller, None);
            }
            _ => {
                budget = 14_400;
                let mut larger = model(16_000);
                larger.model = "gpt-4.1".to_owned();
                talk.session.switch_model(larger, None);
            }
        }
        talk.settle();
        gate.add_permits(100);
        let events = talk.until_ended(turn);
        talk.until_idle();
        if change == 0 {
            // Off means off, even for what is running.
            assert_eq!(end(&events), TurnEnd::Failed);
            assert_eq!(failures(&events)[0].class, FailureClass::OverBudget);
            assert_eq!(completions(&events)[0].outcome, SummaryEnd::Cancelled);
            talk.session.set_settings(options.settings.clone()).unwrap();
            let turn = talk.session.retry();
            assert_eq!(end(&talk.until_ended(turn)), TurnEnd::Completed);
        } else {
            assert_eq!(end(&events), TurnEnd::Completed, "change {change}: {events:#?}");
        }
        let request = talk.provider.last_request();
        assert_valid(&request);
        assert!(tokens(&request) <= budget, "change {change}: {}", tokens(&request));
        let long = |description: &str| description.len() > 100;
        assert_eq!(
            request.tools.iter().any(|it| long(&it.description) && it.name == "look"),
            change == 2
        );
        let after = talk.transcript();
        assert_eq!(after[..before.len()], before[..]);
        let expected = ["gpt-4o", "gpt-4o", "gpt-4o", "gpt-4o-mini", "gpt-4.1"][change];
        assert_eq!(request.model, expected);
    }
}

#[test]
fn what_is_changed_while_tools_run_holds_for_the_next_request() {
    for change in 0..4 {
        let provider = Arc::new(Scripted::new([
            Answer::calls(&[("a", "look", "{}"), ("b", "look", "{}")]),
            Answer::text("Seen."),
        ]));
        let mut options = options(&provider, 8_000);
        options.tools = vec![tool("look"), tool("build")];
        let talk = Talk::open(Arc::clone(&provider), options.clone());
        let turn = talk.session.submit_text("Look");
        talk.until(
            |event| matches!(event, SessionEvent::ToolCall { call_id, .. } if call_id == "b"),
        );
        talk.session.answer_tool("b", ToolAnswer::text("the wall"));
        let other = Arc::new(Scripted::new([Answer::text("Seen.")]));
        match change {
            0 => talk.session.set_tools(vec![tool("build")]),
            1 => {
                let mut choice = model(4_000);
                choice.model = "gpt-4o-mini".to_owned();
                talk.session.switch_model(choice, Some(Arc::clone(&other) as _));
            }
            2 => {
                let mut settings = options.settings.clone();
                settings.enabled = false;
                talk.session.set_settings(settings).unwrap();
            }
            _ => {
                talk.session.summarize(None);
                talk.session.undo(None);
            }
        }
        talk.session.answer_tool("a", ToolAnswer::text("the door"));
        assert_eq!(end(&talk.until_ended(turn)), TurnEnd::Completed, "change {change}");
        let asked = if change == 1 { &other } else { &provider };
        let request = asked.last_request();
        assert_valid(&request);
        assert_eq!(
            said(&request),
            ["Look", "look({}) look({})", "the wall", "the door"],
            "change {change}"
        );
        let names: Vec<&str> = request.tools.iter().map(|tool| tool.name.as_str()).collect();
        let expected: &[&str] = if change == 0 { &["build"] } else { &["look", "build"] };
        assert_eq!(names, expected, "change {change}");
    }
}
