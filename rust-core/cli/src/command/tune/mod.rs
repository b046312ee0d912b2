//! `vibeue tune`

mod candidate;
mod chart;
mod page;
mod peak;
mod peaks;
mod print;
mod report;

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use vibeue_core::compaction::facts::FactSet;
use vibeue_core::compaction::replay::{Replay, Retention};
use vibeue_core::conversation::Conversation;
use vibeue_core::session::files::{OutputFile, Readers, Replacing};

use crate::args::TuneArgs;
use crate::console::Console;
use crate::counting::{Counted, Counting};
use crate::failure::{Failure, Result};
use crate::progress::Progress;
use crate::source::Source;
use candidate::Candidate;
use report::{FileReport, RunReport, SettingReport, TuneReport};

/// The most replays of one command: a page with more plots helps nobody.
const MOST_CANDIDATES: usize = 100;

/// A conversation that is played again.
struct Talk {
    name: String,
    conversation: Conversation,
    counted: Counted,
    facts: FactSet,
}

/// Replays conversations under several settings.
///
/// # Errors
/// When a file is not a conversation, a setting is out of its range, or the page
/// cannot be written.
pub(crate) fn run(args: &TuneArgs, console: &mut Console) -> Result {
    if !(0.0..=1.0).contains(&args.cached_share) {
        return Err(Failure::input(
            format!("a cached share of {} is not between 0 and 1", args.cached_share),
            "use for example 0.1",
        ));
    }
    let candidates = Candidate::all(args)?;
    if candidates.len() > MOST_CANDIDATES {
        return Err(Failure::input(
            format!("{} combinations of settings are too many", candidates.len()),
            format!("use at most {MOST_CANDIDATES}"),
        ));
    }
    let counting = Counting::of(&args.counting, args.window, console)?;
    let mut talks = Vec::new();
    for path in &args.files {
        let source = Source::read(path, &args.reading, console)?;
        let counted = counting.count(&source.conversation, console);
        let facts = Retention::vital(&source.conversation.messages);
        talks.push(Talk { name: source.name, conversation: source.conversation, counted, facts });
    }
    let long_reply = talks.iter().filter_map(|talk| talk.counted.long_reply).max();
    let reserve = args.reserve.or(candidates[0].settings.reserve_tokens);
    let budget = counting.budget(reserve, long_reply)?;
    let available = counting.counter.safe_limit(budget.available());

    let mut runs = replay_all(&candidates, &talks, &counting, available, args, console).into_iter();
    let settings = candidates
        .iter()
        .map(|candidate| SettingReport::new(candidate, runs.by_ref().take(talks.len()).collect()))
        .collect();
    let counter = &counting.counter;
    let mut report = TuneReport {
        encoding: counter.name(),
        exact: counter.is_exact(),
        error_bound: counter.error_bound(),
        window: budget.window,
        reserve: budget.reserve,
        budget: available,
        cached_share: args.cached_share,
        files: talks.iter().map(FileReport::of).collect(),
        settings,
    };
    report.mark_best();
    if let Some(path) = &args.html {
        let page = page::Page(&report).to_string();
        OutputFile::put(path, Replacing::Files, Readers::Usual, page.as_bytes())?;
    }
    if args.json { console.json(&report) } else { print::print(&report, args, console) }
}

/// Replays every conversation under every combination of settings, on all
/// processors; the order is that of the combinations, then the conversations.
fn replay_all(
    candidates: &[Candidate],
    talks: &[Talk],
    counting: &Counting,
    available: u64,
    args: &TuneArgs,
    console: &Console,
) -> Vec<RunReport> {
    let jobs: Vec<(&Candidate, &Talk)> =
        candidates.iter().flat_map(|it| talks.iter().map(move |talk| (it, talk))).collect();
    let progress = Progress::begin(console, "replaying", jobs.len() as u64);
    let replay = |(candidate, talk): &(&Candidate, &Talk)| {
        let replay = Replay::of(
            &talk.conversation,
            &talk.counted.tokens,
            talk.counted.fixed,
            available,
            &candidate.settings,
            counting,
        );
        let facts = Retention::measure(&talk.facts, &replay.messages);
        progress.step();
        RunReport::new(talk.name.clone(), replay, facts, args.cached_share)
    };
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(at) else { return done };
            done.push((at, replay(job)));
        }
    };
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let mut done: Vec<(usize, RunReport)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..processors.min(jobs.len())).map(|_| scope.spawn(work)).collect();
        let outcomes = workers.into_iter().map(thread::ScopedJoinHandle::join);
        outcomes.flat_map(|outcome| outcome.unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, run)| run).collect()
}

impl FileReport {
    fn of(talk: &Talk) -> Self {
        Self {
            name: talk.name.clone(),
            messages: talk.conversation.messages.len(),
            tokens: talk.counted.usage.total(),
            facts: talk.facts.len(),
        }
    }
}
