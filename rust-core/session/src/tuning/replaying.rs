//! Replays on several threads.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use vibeue_compaction::replay::{Replay, Retention};
use vibeue_compaction::tuning::{Candidate, RunReport, SettingReport, TuneReport};
use vibeue_tokens::{Budget, Counter};

use super::Talk;

/// Conversations and the settings under which each of them is replayed.
#[derive(Debug, Clone, Copy)]
pub struct Replaying<'a> {
    /// The settings.
    pub candidates: &'a [Candidate],
    /// The conversations.
    pub talks: &'a [Talk],
    /// Tokens that a request may have.
    pub available: u64,
    /// The cost of a token in a prompt cache, as a share of the full price.
    pub cached_share: f64,
    /// Counts what compactions write.
    pub counter: &'a Counter,
    /// The maximum number of threads that work at a time.
    pub threads: usize,
}

impl Replaying<'_> {
    /// How many replays it takes.
    pub fn steps(&self) -> usize {
        self.candidates.len() * self.talks.len()
    }

    /// Replays every conversation under every combination of settings. Calls `step` for each
    /// finished replay; `None` once it is no longer `wanted`.
    pub fn run(
        &self,
        step: &(dyn Fn() + Sync),
        wanted: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<SettingReport>> {
        let jobs: Vec<(&Candidate, &Talk)> = self
            .candidates
            .iter()
            .flat_map(|it| self.talks.iter().map(move |talk| (it, talk)))
            .collect();
        let next = AtomicUsize::new(0);
        let work = || {
            let mut done = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some((candidate, talk)) = jobs.get(at) else { return Some(done) };
                done.push((at, self.replay(candidate, talk, wanted)?));
                step();
            }
        };
        let done: Vec<Option<Vec<(usize, RunReport)>>> = thread::scope(|scope| {
            let threads = self.threads.clamp(1, jobs.len().max(1));
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let outcomes = workers.into_iter().map(thread::ScopedJoinHandle::join);
            outcomes.map(|outcome| outcome.unwrap_or_else(|panic| resume_unwind(panic))).collect()
        });
        let done: Option<Vec<_>> = done.into_iter().collect();
        let mut done: Vec<(usize, RunReport)> = done?.into_iter().flatten().collect();
        done.sort_by_key(|(at, _)| *at);
        let mut runs = done.into_iter().map(|(_, run)| run);
        let reports = self.candidates.iter().map(|candidate| {
            SettingReport::new(candidate, runs.by_ref().take(self.talks.len()).collect())
        });
        Some(reports.collect())
    }

    /// The report on what [`run`](Self::run) returned, with the best settings marked. `budget` is
    /// what the available tokens were computed from.
    pub fn report(&self, budget: &Budget, settings: Vec<SettingReport>) -> TuneReport {
        let mut report = TuneReport {
            encoding: self.counter.name(),
            exact: self.counter.is_exact(),
            error_bound: self.counter.error_bound(),
            window: budget.window,
            reserve: budget.reserve,
            budget: self.available,
            cached_share: self.cached_share,
            files: self.talks.iter().map(Talk::report).collect(),
            settings,
        };
        report.mark_best();
        report
    }

    fn replay(
        &self,
        candidate: &Candidate,
        talk: &Talk,
        wanted: &(dyn Fn() -> bool + Sync),
    ) -> Option<RunReport> {
        let replay = Replay::while_wanted(
            &talk.conversation,
            &talk.tokens,
            talk.fixed,
            self.available,
            &candidate.settings,
            self.counter,
            &|| wanted(),
        )?;
        let facts = Retention::measure(&talk.facts, &replay.messages);
        Some(RunReport::new(talk.name.clone(), replay, facts, self.cached_share))
    }
}
