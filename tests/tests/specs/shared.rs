//! Cases that share processes: starting an editor for each would take longer than
//! most of them do.
//!
//! Two processes run for each thread of the tests, because a case mostly waits. Each has its share
//! of the cases that were asked for, dealt in a random order, so that what one case leaves behind
//! for the next is found, too. The order follows from `VIBEUE_SPEC_SEED`: 1 when unset, so that the
//! verdict on a commit is the same each time, and `clock` for an order that never ran before.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Once, OnceLock, PoisonError};
use std::time::SystemTime;

use libtest_mimic::{Arguments, Failed, Trial};
use unreal_standin::compile::{Host, Outcome, Step};

use super::judge;

/// Makes the host of a process and hands it on; what it needs lives as long.
pub(crate) type Start = Arc<dyn Fn(&mut dyn FnMut(&Host)) -> Result<(), Failed> + Send + Sync>;

/// Cases and the processes that they share.
pub(crate) struct Shared {
    parts: Vec<Arc<Part>>,
    /// Starts all processes, with the first case that is asked for.
    begin: Once,
    start: Start,
    /// Holds the pages, if some are asked for.
    _pages: Option<tempfile::TempDir>,
}

/// The cases of one process.
#[derive(Default)]
struct Part {
    series: Vec<Step>,
    progress: Mutex<Progress>,
    changed: Condvar,
}

#[derive(Default)]
struct Progress {
    ended: bool,
    outcomes: BTreeMap<String, Outcome>,
    /// Why there are no outcomes.
    failure: Option<String>,
}

impl Shared {
    /// Deals cases to processes. With `pages` each writes what its widgets look
    /// like.
    pub(crate) fn new(
        arguments: &Arguments,
        cases: impl Iterator<Item = String>,
        pages: bool,
        start: Start,
    ) -> std::io::Result<Self> {
        let pages = pages.then(tempfile::tempdir).transpose()?;
        let mut names: Vec<String> = cases.collect();
        shuffle(&mut names, seed());
        let mut parts: Vec<Part> = Vec::new();
        parts.resize_with((2 * threads(arguments)).min(names.len()), Part::default);
        for (index, case) in names.into_iter().enumerate() {
            let page = pages.as_ref().map(|folder| folder.path().join(format!("{index}.html")));
            let part = index % parts.len();
            parts[part].series.push(Step { case, page });
        }
        let parts = parts.into_iter().map(Arc::new).collect();
        Ok(Self { parts, begin: Once::new(), start, _pages: pages })
    }

    /// Whether a case passed in its process, and where its page lies. One that failed is run once
    /// more by itself, which shows whether it is to blame or one before it. What is in no process,
    /// because it is switched off, runs only by itself.
    pub(crate) fn judge(&self, case: &str, place: &str) -> Result<Option<PathBuf>, Failed> {
        let found = self.parts.iter().find_map(|part| {
            part.series.iter().find(|step| step.case == case).map(|step| (part, step))
        });
        let Some((part, step)) = found else {
            judge(&self.alone(case)?, place)?;
            return Ok(None);
        };
        self.begin.call_once(|| self.parts.iter().for_each(|part| part.begin(&self.start)));
        let mut outcome = part.outcome(case)?;
        if !outcome.passed {
            let alone = self.alone(case)?;
            outcome.problems.push(if alone.passed {
                format!(
                    "by itself it passes: what ran before it in the same process is to blame, or \
                     time (VIBEUE_SPEC_SEED={} has this order again)",
                    seed()
                )
            } else {
                "by itself it fails as well".to_owned()
            });
        }
        judge(&outcome, place)?;
        Ok(step.page.clone())
    }

    fn alone(&self, case: &str) -> Result<Outcome, Failed> {
        let mut outcome = None;
        (self.start)(&mut |host| outcome = Some(host.run(case)))?;
        match outcome {
            Some(outcome) => Ok(outcome?),
            None => Err("it could not be started".into()),
        }
    }
}

impl Part {
    /// Runs its cases, on a thread of its own.
    fn begin(self: &Arc<Self>, start: &Start) {
        let (part, start) = (Arc::clone(self), Start::clone(start));
        std::thread::spawn(move || part.run(&start));
    }

    /// Waits for the outcome of a case.
    fn outcome(&self, case: &str) -> Result<Outcome, Failed> {
        let waits =
            |progress: &mut Progress| !progress.ended && !progress.outcomes.contains_key(case);
        let mut progress =
            self.changed.wait_while(self.progress(), waits).unwrap_or_else(PoisonError::into_inner);
        progress.outcomes.remove(case).ok_or_else(|| {
            let why = progress.failure.clone();
            why.unwrap_or_else(|| "its process ended without it".to_owned()).into()
        })
    }

    fn run(&self, start: &Start) {
        // However this ends, nobody waits for ever.
        let _end = End(self);
        let mut ran = Ok(());
        let started = start(&mut |host| {
            ran = host.run_series(&self.series, &mut |case, outcome| {
                self.progress().outcomes.insert(case.to_owned(), outcome);
                self.changed.notify_all();
            });
        });
        self.progress().failure = match (started, ran) {
            (Err(failed), _) => {
                Some(failed.message().unwrap_or("it could not be started").to_owned())
            }
            (_, Err(error)) => Some(error.to_string()),
            _ => None,
        };
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Says that a process and its thread are done.
struct End<'a>(&'a Part);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.progress().ended = true;
        self.0.changed.notify_all();
    }
}

/// Whether a test of this name runs.
pub(crate) fn is_asked_for(arguments: &Arguments, name: &str) -> bool {
    !arguments.list && !arguments.is_filtered_out(&Trial::test(name, || Ok(())))
}

fn threads(arguments: &Arguments) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    arguments.test_threads.unwrap_or_else(cores).max(1)
}

/// Brings things into the order of a seed, the same on every machine.
pub(crate) fn shuffle<T>(things: &mut [T], seed: u64) {
    let mut state = seed;
    for left in (2..=things.len()).rev() {
        // splitmix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut random = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        random = (random ^ (random >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        random ^= random >> 31;
        let bound = u64::try_from(left).unwrap_or(u64::MAX);
        things.swap(left - 1, usize::try_from(random % bound).unwrap_or(0));
    }
}

/// The seed of all orders of this run.
pub(crate) fn seed() -> u64 {
    static SEED: OnceLock<u64> = OnceLock::new();
    *SEED.get_or_init(|| match std::env::var("VIBEUE_SPEC_SEED").as_deref() {
        Ok("clock") => SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .map_or(1, |since| since.as_secs()),
        Ok(number) => number.trim().parse().unwrap_or(1),
        Err(_) => 1,
    })
}
