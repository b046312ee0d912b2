//! Commands, answers and summaries in any order, against what must hold.
//!
//! The provider stops at every point and continues when a step lets it, so that commands fall
//! between any two of its words. `PROPTEST_CASES` sets how many conversations are tried and
//! `PROPTEST_RNG_SEED` which; a failure prints the shortest that fails, and the events that were
//! received. A seed does not reproduce threads: a plan that fails once in many tries is tried many
//! times here.

mod answers;
mod judge;
mod options;
mod plan;
mod received;
mod run;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use vibeue_core::conversation::pairing::check_pairs;
use vibeue_core::conversation::{Message, MessageId, Part, Protocol};
use vibeue_core::provider::ChatRequest;
use vibeue_core::session::journal::ReadHistory;
use vibeue_core::session::live::{Session, Snapshot, TurnEnd, TurnId};

use answers::{Kinds, Log, scripted};
use judge::{assert_records_unique, judge, mark, marks};
use options::{model_of, options_of, set_of, tools_of};
use plan::{Finish, Plan, Step, plan};
use received::Received;
use run::Run;

use super::*;

/// Only a fault waits for it.
const PATIENCE: Duration = Duration::from_secs(120);

fn hold(plan: &Plan) {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("talk.jsonl");
    let kinds: Kinds = Arc::new(Mutex::new(plan.answers.iter().cloned().collect()));
    let log: Log = Arc::default();
    let providers = [Protocol::OpenaiChat, Protocol::Anthropic]
        .map(|protocol| Arc::new(scripted(plan, protocol, &kinds, &log)));
    let session = Session::open(options_of(&providers[0], &journal, plan.models_write)).unwrap();
    let mut run = Run {
        session,
        providers: providers.clone(),
        models_write: plan.models_write,
        received: Received::default(),
        marks: BTreeMap::new(),
        withdrawn: BTreeSet::new(),
        barriers: 0,
    };
    // What an opening says itself comes before all events.
    run.received.messages =
        run.session.snapshot().transcript.iter().map(|message| message.id).collect();
    for step in &plan.steps {
        run.step(step);
    }
    if plan.finish == Finish::Idle {
        come_to_rest(&mut run, &kinds);
    }
    let turn_marks = run.marks.clone();
    let withdrawn = run.withdrawn.clone();
    let (received, after) = end(run, plan.finish);
    assert!(turn_marks.keys().all(|turn| received.ended.contains_key(turn)));
    let retried = plan.steps.iter().any(|step| matches!(step, Step::Retry | Step::Switch(..)));
    let summaries: Vec<ChatRequest> =
        providers.iter().flat_map(|provider| provider.summary_requests()).collect();
    judge(&log.lock().unwrap(), &summaries, retried);
    let waiting = judge_journal(&journal, &received, &turn_marks, &withdrawn);
    let begun = begun(&received, &turn_marks);
    judge_reopened(plan, &journal, after.as_deref(), &begun, &waiting);
}

/// The marks of what was said, in the order of the turns.
fn begun(received: &Received, turn_marks: &BTreeMap<TurnId, u64>) -> Vec<u64> {
    received.started.iter().filter_map(|turn| turn_marks.get(turn).copied()).collect()
}

/// Lets everything end; the next turn works whatever happened.
fn come_to_rest(run: &mut Run, kinds: &Kinds) {
    run.providers.iter().for_each(|provider| provider.points.open());
    run.until_idle();
    kinds.lock().unwrap().clear();
    run.session.set_settings(set_of(0, false)).unwrap();
    run.session.set_tools(tools_of(0));
    run.session.switch_model(model_of(0), Some(Arc::clone(&run.providers[0]) as _));
    run.submit(20);
    run.until_idle();
    let last = run.marks.keys().last().copied().unwrap();
    assert_eq!(run.received.ended.get(&last), Some(&TurnEnd::Completed));
    let snapshot = run.session.snapshot();
    assert_eq!(snapshot.waiting.len(), 0);
    let whole: Vec<Message> = snapshot.transcript.iter().map(|it| Message::clone(it)).collect();
    check_pairs(&whole).unwrap();
    assert_eq!(snapshot.usage.used, recounted(&snapshot));
}

/// Ends the session; returns all that was received, and what it last showed
/// unless it was dropped.
fn end(run: Run, finish: Finish) -> (Received, Option<Arc<Snapshot>>) {
    let Run { session, mut received, .. } = run;
    let before = session.snapshot();
    let events = session.shared_events();
    let after = if finish == Finish::Drop {
        drop(session);
        None
    } else {
        let report = session.shutdown(Duration::from_secs(60));
        assert!(report.complete && !report.unsynced, "{report:?}");
        let after = session.snapshot();
        assert!(after.transcript.len() >= before.transcript.len());
        Some(after)
    };
    while let Some(event) = events.try_next() {
        received.apply(&event);
    }
    assert!(received.closed);
    assert_eq!((received.current, received.summary), (None, None), "everything ended");
    assert!(received.started.iter().all(|turn| received.ended.contains_key(turn)));
    (received, after)
}

/// The journal holds what the host was shown. Returns the marks of what waits
/// in it.
fn judge_journal(
    journal: &Path,
    received: &Received,
    turn_marks: &BTreeMap<TurnId, u64>,
    withdrawn: &BTreeSet<TurnId>,
) -> Vec<u64> {
    let read = ReadHistory::read(journal).unwrap();
    let history = read.history;
    assert_eq!(read.torn, None);
    assert_records_unique(&history);
    assert_eq!(
        marks(history.originals()),
        begun(received, turn_marks),
        "what was begun was said, once"
    );
    let ids: Vec<MessageId> = history.originals().map(|message| message.id).collect();
    assert_eq!(ids, received.messages);
    let waiting: Vec<u64> = history
        .waiting()
        .filter_map(|waiting| match &waiting.parts[..] {
            [Part::Text { text, .. }] => mark(text),
            _ => None,
        })
        .collect();
    let unsent = |turn: &TurnId| {
        !received.started.contains(turn) && received.ended.get(turn) == Some(&TurnEnd::Cancelled)
    };
    let may: Vec<u64> =
        turn_marks.iter().filter(|(turn, _)| unsent(turn)).map(|(_, mark)| *mark).collect();
    let must: Vec<u64> = turn_marks
        .iter()
        .filter(|(turn, _)| unsent(turn) && !withdrawn.contains(turn))
        .map(|(_, mark)| *mark)
        .collect();
    assert!(waiting.is_sorted() && waiting.iter().all(|it| may.contains(it)), "{waiting:?}");
    assert!(must.iter().all(|it| waiting.contains(it)), "{must:?} of {waiting:?}");
    waiting
}

/// When reopened, it is the same conversation, and it continues.
fn judge_reopened(
    plan: &Plan,
    journal: &Path,
    after: Option<&Snapshot>,
    begun: &[u64],
    waiting: &[u64],
) {
    let again = Arc::new(scripted(plan, Protocol::OpenaiChat, &Arc::default(), &Log::default()));
    again.points.open();
    let options = options_of(&again, journal, false);
    let talk = Talk::open(Arc::clone(&again), options);
    let opened = talk.session.snapshot();
    if let Some(after) = after {
        assert_eq!(opened.view, after.view);
        assert_eq!(opened.transcript, after.transcript);
        assert_eq!(opened.summaries, after.summaries);
        assert_eq!(opened.condensed, after.condensed);
        assert_eq!(opened.title, after.title);
    }
    assert_eq!(opened.waiting.len(), waiting.len());
    assert_eq!(opened.state.unsent, waiting.len());
    // What was left goes out first, and once.
    talk.ask("[said 1000000] and now");
    let expected: Vec<u64> = begun.iter().chain(waiting).copied().chain([1_000_000]).collect();
    assert_eq!(marks(talk.session.snapshot().transcript.iter()), expected);
    assert_eq!(talk.session.snapshot().waiting.len(), 0);
}

fn number<T: std::str::FromStr>(name: &str, default: T) -> T {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: number("PROPTEST_CASES", 40),
        rng_seed: RngSeed::Fixed(number("PROPTEST_RNG_SEED", 20_261_121)),
        max_shrink_time: 120_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn whatever_comes_between_nothing_is_lost_doubled_or_too_long(plan in plan()) {
        hold(&plan);
    }
}
