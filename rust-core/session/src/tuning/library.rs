//! Settings compared on a library.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use vibeue_compaction::tuning::{Candidate, Chart, Drawing, Scale, Trial, TuneReport};
use vibeue_conversation::{Error, ErrorKind, Result};
use vibeue_tokens::exact::Encoding;
use vibeue_tokens::models::{self, Limits, Overrides, Reported};
use vibeue_tokens::{Budget, Counter};

use super::{LibraryTalks, Replaying, SkippedTalk};
use crate::library::Library;

/// What is compared.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TuningOptions {
    /// The folder of the conversations.
    pub folder: PathBuf,
    /// The settings in use today, by the names of the table.
    pub settings: Vec<(String, String)>,
    /// The model that answers; may be empty.
    pub model: String,
    /// Limits that the user set.
    pub limits: Overrides,
}

/// The progress; may be read while it runs.
#[derive(Debug, Default)]
pub struct TuningSteps {
    done: AtomicUsize,
    all: AtomicUsize,
}

impl TuningSteps {
    /// Steps that are done, and their maximum number, which shrinks once it is known what there is
    /// to replay.
    pub fn get(&self) -> (usize, usize) {
        let done = self.done.load(Ordering::Relaxed);
        (done, self.all.load(Ordering::Relaxed).max(done))
    }

    fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    fn expect(&self, all: usize) {
        self.all.store(all, Ordering::Relaxed);
    }
}

/// The result of comparing settings on a library.
#[derive(Debug, Clone, PartialEq)]
pub struct LibraryTuning {
    /// Figures of each trial, in their order.
    pub report: TuneReport,
    /// What was tried; today's settings first.
    pub trials: Vec<Trial>,
    /// Conversations that cannot be read.
    pub skipped: Vec<SkippedTalk>,
    /// How many older conversations are left out.
    pub left_out: usize,
}

impl LibraryTuning {
    /// The cost of a token in a prompt cache, as a share of the full price.
    pub const CACHED_SHARE: f64 = 0.1;

    /// Compares settings on the conversations of a library; takes seconds to minutes. Uses half of
    /// the processors.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`] if settings contradict each other or the reserve takes the whole
    /// window, [`ErrorKind::Io`] if the folder cannot be read, [`ErrorKind::Input`] if there is
    /// nothing to replay, [`ErrorKind::Cancelled`] once it is no longer `wanted`.
    pub fn run(
        options: &TuningOptions,
        steps: &TuningSteps,
        wanted: &(dyn Fn() -> bool + Sync),
    ) -> Result<Self> {
        let cancelled = || Error::new(ErrorKind::Cancelled, "the comparison was cancelled");
        let trials = Trial::all(&options.settings);
        let candidates: Vec<Candidate> =
            trials.iter().map(|trial| trial.candidate.clone()).collect();
        let counter = match options.model.trim() {
            "" => Counter::for_encoding(Encoding::O200kBase),
            model => Counter::for_model(model),
        };
        let read = LibraryTalks::read(
            &Library::at(&options.folder),
            &counter,
            &|all| steps.expect(all * (1 + candidates.len())),
            &|| steps.step(),
            wanted,
        )?;
        let LibraryTalks { talks, skipped, left_out } = read.ok_or_else(cancelled)?;
        if talks.is_empty() {
            return Err(nothing(&skipped, left_out));
        }
        let long_reply = talks.iter().filter_map(|talk| talk.long_reply).max();
        let budget = budget(options, candidates[0].settings.reserve_tokens, long_reply)?;
        let available = counter.safe_limit(budget.available());
        let replaying = Replaying {
            candidates: &candidates,
            talks: &talks,
            available,
            cached_share: Self::CACHED_SHARE,
            counter: &counter,
            threads: thread::available_parallelism().map_or(1, usize::from).div_ceil(2),
        };
        steps.expect(steps.get().0 + replaying.steps());
        let settings = replaying.run(&|| steps.step(), wanted).ok_or_else(cancelled)?;
        let report = replaying.report(&budget, settings);
        Ok(Self { report, trials, skipped, left_out })
    }

    /// Draws a trial, on the scale of all of them; `None` if there is no such trial.
    pub fn drawing(&self, trial: usize) -> Option<Drawing> {
        let setting = self.report.settings.get(trial)?;
        let scale = Scale::of(&self.report.settings, self.report.budget);
        Some(Chart { setting, scale }.drawing())
    }
}

fn budget(
    options: &TuningOptions,
    reserve: Option<u64>,
    long_reply: Option<u64>,
) -> Result<Budget> {
    let table = models::find(&options.model).model;
    let limits = Limits::resolve(options.limits, Reported::default(), table);
    let window = limits.window.tokens;
    let learned = || {
        let reasons = models::reasons(&options.model);
        Budget::learned_reserve(window, Some(limits.max_output.tokens), long_reply, reasons)
    };
    let input_limit = limits.input_limit.map(|limit| limit.tokens);
    Budget::new(window, reserve.unwrap_or_else(learned), input_limit)
}

fn nothing(skipped: &[SkippedTalk], left_out: usize) -> Error {
    let Some(first) = skipped.first() else {
        if left_out > 0 {
            let most = LibraryTalks::MOST_BYTES >> 20;
            let what = format!("every conversation to replay has more than {most} MiB");
            return Error::new(ErrorKind::Input, what)
                .hint("replay an export of one with `vibeue tune FILE`, which has no such limit");
        }
        return Error::new(ErrorKind::Input, "there is no conversation to replay yet")
            .hint("chat with the agent first: every conversation with an answer counts");
    };
    let what = format!("no conversation can be read; {}: {}", first.name, first.why);
    Error::new(ErrorKind::Input, what).hint("delete the damaged ones, or start a new conversation")
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::path::Path;

    use super::*;

    fn sample() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/blueprint-door.json")
    }

    fn options(folder: &Path) -> TuningOptions {
        let limits = Overrides { window: Some(16_000), ..Overrides::default() };
        TuningOptions { folder: folder.to_owned(), limits, ..TuningOptions::default() }
    }

    #[test]
    fn conversations_are_replayed_as_they_were_and_a_damaged_one_is_named_and_skipped() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        library.import(&sample(), 7).unwrap();
        std::fs::write(folder.path().join("torn.jsonl"), b"no journal\n").unwrap();
        let steps = TuningSteps::default();
        let tuning = LibraryTuning::run(&options(folder.path()), &steps, &|| true).unwrap();
        let skipped: Vec<&str> = tuning.skipped.iter().map(|it| it.name.as_str()).collect();
        assert_eq!((skipped, tuning.left_out), (vec!["torn"], 0));
        let report = &tuning.report;
        assert_eq!((report.files.len(), report.window), (1, 16_000));
        assert_eq!(report.settings.len(), tuning.trials.len());
        assert_eq!(report.settings.iter().filter(|it| it.best).count(), 1);
        assert!(report.settings.iter().all(|it| it.figures.compactions > 0), "{report:?}");
        assert_eq!(tuning.drawing(0).map(|it| it.width), Some(420.0));
        assert_eq!(tuning.drawing(tuning.trials.len()), None);
        let (done, all) = steps.get();
        // Two are read, and one is replayed under each of the settings.
        assert_eq!((done, all), (2 + tuning.trials.len(), 2 + tuning.trials.len()));
    }

    #[test]
    fn without_a_conversation_it_says_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let steps = TuningSteps::default();
        let run = || LibraryTuning::run(&options(folder.path()), &steps, &|| true).unwrap_err();
        let said = run();
        assert_eq!(
            (said.kind(), said.message(), said.hint_text()),
            (
                ErrorKind::Input,
                "there is no conversation to replay yet",
                Some("chat with the agent first: every conversation with an answer counts")
            )
        );
        std::fs::write(folder.path().join("torn.jsonl"), b"no journal\n").unwrap();
        assert!(run().message().starts_with("no conversation can be read; torn: "));
        assert_eq!(nothing(&[], 1).message(), "every conversation to replay has more than 128 MiB");
    }

    #[test]
    fn a_journal_that_is_too_large_leaves_the_others_their_room() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        library.import(&sample(), 7).unwrap();
        let small = library.catalogue(|| false).unwrap().entries()[0].bytes;
        let large = folder.path().join("large.jsonl");
        std::fs::write(&large, "\n".repeat(small as usize + 1)).unwrap();
        let read = |most_bytes| {
            let counter = Counter::for_encoding(Encoding::O200kBase);
            let (all, step) = (&|_| {}, &|| {});
            LibraryTalks::read_within(most_bytes, &library, &counter, all, step, &|| true)
                .unwrap()
                .unwrap()
        };
        let told = |read: LibraryTalks| (read.talks.len(), read.skipped.len(), read.left_out);
        assert_eq!(told(read(small)), (1, 0, 1));
        assert_eq!(told(read(small - 1)), (0, 0, 2));
        assert_eq!(told(read(3 * small)), (1, 1, 0));
    }

    #[test]
    fn it_ends_soon_once_nobody_wants_it() {
        let folder = tempfile::tempdir().unwrap();
        Library::at(folder.path()).import(&sample(), 7).unwrap();
        let steps = TuningSteps::default();
        let error = LibraryTuning::run(&options(folder.path()), &steps, &|| steps.get().0 < 2);
        assert_eq!(error.unwrap_err().kind(), ErrorKind::Cancelled);
        let asked = Cell::new(0);
        let talks = LibraryTalks::read(
            &Library::at(folder.path()),
            &Counter::for_encoding(Encoding::O200kBase),
            &|all| asked.set(all),
            &|| {},
            &|| true,
        );
        assert_eq!((talks.unwrap().unwrap().talks.len(), asked.get()), (1, 1));
    }
}
