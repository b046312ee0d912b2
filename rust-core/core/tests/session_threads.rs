//! A session leaves no thread behind. In a program of its own, because it counts the threads of the
//! whole process.
#![cfg(target_os = "linux")]
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on should stop; not every helper is used here"
)]

#[path = "session/scripted.rs"]
mod scripted;
#[path = "session/talk.rs"]
mod talk;

use std::sync::Arc;
use std::time::{Duration, Instant};

use scripted::{Answer, Scripted, gate};
use talk::*;
use vibeue_core::session::live::SessionEvent;
use vibeue_core::settings::Mode;

/// The session's threads that are alive, by their names, in order.
fn threads() -> Vec<String> {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap();
    let names =
        tasks.filter_map(|task| std::fs::read_to_string(task.unwrap().path().join("comm")).ok());
    let mut ours: Vec<_> = names
        .map(|name| name.trim().to_owned())
        .filter(|name| name.starts_with("vibeue-"))
        .collect();
    ours.sort();
    ours
}

/// How long an ended thread may stay on the list, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long none may be on the list although a session is at work.
const BLIND: Duration = Duration::from_secs(5);

/// Waits for this list: a thread names itself only once it runs, and the kernel
/// wakes who joins it before it takes it off the list.
fn wait_for_threads(expected: &[&str], what: &str) {
    let began = Instant::now();
    while threads() != expected {
        let waited = began.elapsed();
        let listed = threads();
        assert!(
            !listed.is_empty() || waited < BLIND,
            "{what}: no thread is listed in /proc/self/task by a name that begins with \
             \"vibeue-\", while a session is at work: this test needs a kernel that shows the names \
             of threads there"
        );
        assert!(waited < PATIENCE, "{what}: {listed:?} instead of {expected:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn no_thread_is_left_however_the_session_ends() {
    assert_eq!(threads(), [] as [&str; 0]);
    for ending in 0..4 {
        let gate = gate();
        let provider = Arc::new(Scripted::new([]));
        provider.add_summary(Answer::text("never").gated(&gate));
        let mut options = options(&provider, 8_000);
        options.settings.mode = Mode::Llm;
        let talk = Talk::open(Arc::clone(&provider), options);
        for turn in 0..10 {
            talk.ask(&words(turn, 90));
        }
        // At most three, whatever runs: the driver and two workers.
        provider.add(Answer::text("Let me see").gated(&gate));
        talk.session.summarize(None);
        talk.session.submit_text("one");
        talk.session.submit_text("two");
        talk.until(|event| matches!(event, SessionEvent::TextDelta { .. }));
        wait_for_threads(&["vibeue-session", "vibeue-worker", "vibeue-worker"], "two turns");
        match ending {
            0 => drop(talk),
            1 => {
                let report = talk.session.shutdown(Duration::from_secs(60));
                assert!(report.complete && report.turn_cancelled && report.summary_cancelled);
            }
            2 => {
                talk.session.cancel();
                talk.session.cancel_summary();
                assert!(talk.session.shutdown(Duration::from_secs(60)).complete);
            }
            _ => {
                gate.add_permits(100);
                talk.until_idle();
                assert!(talk.session.shutdown(Duration::from_secs(60)).complete);
            }
        }
        wait_for_threads(&[], &format!("ending {ending}"));
        // Ours, and that of the test's own helper if it still exists.
        let ours = if ending == 0 { 1 } else { 2 };
        assert_eq!(Arc::strong_count(&provider), ours, "ending {ending}");
    }
    // A session that cannot be opened leaves none, either.
    let provider = Arc::new(Scripted::new([]));
    let mut options = options(&provider, 8_000);
    // A file has no subfolders.
    options.journal = Some(std::env::current_exe().unwrap().join("talk.jsonl"));
    vibeue_core::session::live::Session::open(options).unwrap_err();
    wait_for_threads(&[], "a session that cannot be opened");
}
