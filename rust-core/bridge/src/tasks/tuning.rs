//! Compares settings on the conversations of a folder.

use std::sync::Arc;

use vibeue_core::compaction::tuning::{
    Drawing, Ink, SettingChange, SettingReport, Shape, TextRole, Trial, TrialKind as CoreKind,
};
use vibeue_core::session::tuning::{LibraryTuning, TuningOptions, TuningSteps};
use vibeue_core::settings::SETTINGS;

use super::job::{Cancel, Job};
use crate::fence::fenced;
use crate::ffi::ffi::{
    ModelConfig, NameValue, PlotInk, PlotStroke, PlotText, PlotTextRole, SkippedConversation,
    Status, StatusCode, TrialChange, TrialKind, TuningPlot, TuningProgress, TuningReport,
    TuningTrial,
};
use crate::{config, settings, status};

/// Settings that are compared in the background.
#[derive(Debug)]
pub struct Tuning {
    steps: Arc<TuningSteps>,
    /// US dollars per million tokens of a request; 0 if unknown.
    price: f64,
    job: Job<Result<LibraryTuning, Status>>,
}

pub(crate) fn start_tuning(folder: &str, values: &[NameValue], model: &ModelConfig) -> Box<Tuning> {
    let steps = Arc::<TuningSteps>::default();
    let choice = config::choice(model);
    let options = settings::read(values).map(|_| TuningOptions {
        folder: folder.into(),
        settings: settings::by_core_names(values),
        model: choice.model,
        limits: choice.limits,
    });
    let broken = status::failed(
        StatusCode::Internal,
        "the settings could not be compared",
        "see the log, and close other programs",
    );
    let job = Job::start("vibeue-tuning", Err(broken), {
        let steps = Arc::clone(&steps);
        move |cancel: &Cancel| {
            options
                .and_then(|it| LibraryTuning::run(&it, &steps, &|| !cancel.is_cancelled()))
                .map_err(|error| status::of(&error))
        }
    });
    let price = choice.price.map_or(0.0, |price| price.input);
    Box::new(Tuning { steps, price, job })
}

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl Tuning {
    pub fn is_finished(&self) -> bool {
        self.job.result().is_some()
    }

    pub fn progress(&self) -> TuningProgress {
        let (done, all) = self.steps.get();
        TuningProgress { done: done as u64, all: all as u64 }
    }

    pub fn cancel(&self) {
        self.job.cancel();
    }

    pub fn report(&self) -> TuningReport {
        match self.job.result() {
            None => nothing(status::running()),
            Some(Err(status)) => nothing(status.clone()),
            Some(Ok(tuning)) => fenced(nothing, || report(tuning, self.price)),
        }
    }

    pub fn plot(&self, trial: u64) -> TuningPlot {
        let empty = || TuningPlot {
            name: String::new(),
            width: 0.0,
            height: 0.0,
            strokes: Vec::new(),
            texts: Vec::new(),
        };
        let Some(Ok(tuning)) = self.job.result() else { return empty() };
        let drawn = || usize::try_from(trial).ok().and_then(|trial| tuning.drawing(trial));
        fenced(|_| None, drawn).map_or_else(empty, |drawing| plot(&drawing))
    }
}

/// The page that shows it may close while a large journal is being read: it does
/// not wait for it.
impl Drop for Tuning {
    fn drop(&mut self) {
        self.job.leave();
    }
}

fn nothing(status: Status) -> TuningReport {
    TuningReport {
        status,
        exact: false,
        window: 0,
        budget: 0,
        conversations: Vec::new(),
        messages: 0,
        requests: 0,
        skipped: Vec::new(),
        left_out: 0,
        trials: Vec::new(),
    }
}

fn report(tuning: &LibraryTuning, price: f64) -> TuningReport {
    let report = &tuning.report;
    let first = report.settings.first();
    let requests = first.map_or(0, |it| it.runs.iter().map(|run| run.requests.len()).sum());
    TuningReport {
        status: status::ok(),
        exact: report.exact,
        window: report.window,
        budget: report.budget,
        conversations: report.files.iter().map(|file| file.name.clone()).collect(),
        messages: report.files.iter().map(|file| file.messages as u64).sum(),
        requests: requests as u64,
        skipped: tuning
            .skipped
            .iter()
            .map(|it| SkippedConversation { name: it.name.clone(), why: it.why.clone() })
            .collect(),
        left_out: tuning.left_out as u64,
        trials: tuning.trials.iter().zip(&report.settings).map(|it| trial(it, price)).collect(),
    }
}

fn trial((trial, setting): (&Trial, &SettingReport), price: f64) -> TuningTrial {
    let figures = &setting.figures;
    let preset = trial.candidate.preset;
    let peak = setting.peak.as_ref();
    TuningTrial {
        kind: match trial.kind {
            CoreKind::Today => TrialKind::Today,
            CoreKind::Preset => TrialKind::Preset,
            CoreKind::Threshold => TrialKind::Threshold,
        },
        preset: preset.map_or("", |it| it.info().name).to_owned(),
        title: preset.map_or("", |it| it.info().title).to_owned(),
        threshold: setting.threshold,
        best: setting.best,
        compactions: figures.compactions as u64,
        over_budget: figures.over_budget as u64,
        tokens: figures.input_tokens,
        tokens_with_caching: figures.input_tokens_with_caching,
        dollars: figures.input_tokens_with_caching as f64 * price / 1e6,
        facts: figures.facts.found,
        facts_percent: 100.0 * figures.facts.share(),
        biggest_drop: figures.biggest_drop,
        peak_percent: 100.0 * figures.peak_ratio,
        peak_conversation: peak.map_or("", |it| it.file.as_str()).to_owned(),
        peak_request: peak.map_or(0, |it| it.request as u64),
        peak_failure: peak.and_then(|it| it.failure.clone()).unwrap_or_default(),
        changes: trial.changes.iter().map(change).collect(),
    }
}

fn change(change: &SettingChange) -> TrialChange {
    let info = SETTINGS.iter().find(|info| info.name == change.name);
    TrialChange {
        name: info.map_or(change.name, |info| info.unreal_name).to_owned(),
        before: change.before.clone(),
        after: change.after.clone(),
        follows: change.follows,
    }
}

fn plot(drawing: &Drawing) -> TuningPlot {
    let strokes = drawing.strokes().into_iter().map(|stroke| {
        let (ink, color) = ink(stroke.ink);
        PlotStroke {
            ink,
            color,
            thickness: stroke.thickness as f32,
            points: stroke.points.iter().flat_map(|at| [at.x as f32, at.y as f32]).collect(),
        }
    });
    let texts = drawing.shapes.iter().filter_map(|shape| match shape {
        Shape::Text { role, at, text, .. } => Some(PlotText {
            role: match role {
                TextRole::Share => PlotTextRole::Share,
                TextRole::Request => PlotTextRole::Request,
                TextRole::Shares => PlotTextRole::Shares,
                TextRole::Requests => PlotTextRole::Requests,
            },
            x: at.x as f32,
            y: at.y as f32,
            text: text.clone(),
        }),
        _ => None,
    });
    TuningPlot {
        name: drawing.name.clone(),
        width: drawing.width as f32,
        height: drawing.height as f32,
        strokes: strokes.collect(),
        texts: texts.collect(),
    }
}

fn ink(ink: Ink) -> (PlotInk, u32) {
    match ink {
        Ink::Grid => (PlotInk::Grid, 0),
        Ink::Axis => (PlotInk::Axis, 0),
        Ink::Budget => (PlotInk::Budget, 0),
        Ink::Threshold => (PlotInk::Threshold, 0),
        Ink::Course(color) => (PlotInk::Course, u32::try_from(color).unwrap_or_default()),
        Ink::Crowd => (PlotInk::Crowd, 0),
        Ink::Median => (PlotInk::Median, 0),
        Ink::Over => (PlotInk::Over, 0),
    }
}

#[cfg(test)]
mod tests {
    use vibeue_core::session::library::Library;

    use super::*;

    fn wait(tuning: &Tuning) -> TuningReport {
        while !tuning.is_finished() {
            let (report, plot) = (tuning.report(), tuning.plot(0));
            // It may have ended since the check.
            if !tuning.is_finished() {
                assert_eq!((report.status.code, plot.strokes), (StatusCode::Busy, vec![]));
            }
            std::thread::yield_now();
        }
        tuning.report()
    }

    fn value(name: &str, value: &str) -> NameValue {
        NameValue { name: name.to_owned(), value: value.to_owned() }
    }

    #[test]
    fn the_page_is_told_what_each_trial_would_change_and_cost_and_is_given_its_plot() {
        let folder = tempfile::tempdir().unwrap();
        let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/blueprint-door.json");
        Library::at(folder.path()).import(sample.as_ref(), 7).unwrap();
        let model = ModelConfig { window: 16_000, price_input: 3.0, ..ModelConfig::default() };
        let set = [value("SummarizationThreshold", "0.75")];
        let tuning = start_tuning(&folder.path().to_string_lossy(), &set, &model);
        let report = wait(&tuning);
        assert_eq!((report.status, report.window), (status::ok(), 16_000));
        assert_eq!((report.conversations.len(), report.skipped.len()), (1, 0));
        let kinds: Vec<_> = report.trials.iter().map(|it| (it.kind, it.title.as_str())).collect();
        let threshold = (TrialKind::Threshold, "");
        let presets = ["Balanced", "Economical", "Long memory"].map(|it| (TrialKind::Preset, it));
        assert_eq!(kinds, [&[(TrialKind::Today, "")][..], &presets, &[threshold; 5]].concat());
        let balanced = &report.trials[1];
        let expected = TrialChange {
            name: "SummarizationThreshold".to_owned(),
            before: "0.75".to_owned(),
            after: "0.8".to_owned(),
            follows: false,
        };
        assert_eq!(balanced.changes[0], expected);
        let cost = balanced.tokens_with_caching as f64 * 3.0 / 1e6;
        assert!(cost > 0.0 && (balanced.dollars - cost).abs() < 1e-9);
        assert_eq!(report.trials.iter().filter(|it| it.best).count(), 1);
        let progress = tuning.progress();
        assert_eq!((progress.done, progress.all), (10, 10));
        let plot = tuning.plot(1);
        assert_eq!((plot.width, plot.height), (420.0, 210.0));
        let courses = plot.strokes.iter().filter(|it| it.ink == PlotInk::Course).count();
        assert_eq!(courses as u64, 1 + balanced.compactions, "a line, and a ring for each fall");
        assert_eq!(tuning.plot(99).strokes, []);
    }

    #[test]
    fn contradictions_and_an_empty_folder_are_reported_and_nothing_is_replayed() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().to_string_lossy();
        let wrong =
            [value("SummarizationThreshold", "0.6"), value("SummarizationResetRatio", "0.7")];
        let refused = wait(&start_tuning(&at, &wrong, &ModelConfig::default()));
        assert_eq!(refused.status.code, StatusCode::Settings);
        let empty = wait(&start_tuning(&at, &[], &ModelConfig::default()));
        assert_eq!(
            (empty.status.code, empty.status.message.as_str(), empty.trials.len()),
            (StatusCode::Input, "there is no conversation to replay yet", 0)
        );
    }

    #[test]
    fn what_is_cancelled_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/blueprint-door.json");
        Library::at(folder.path()).import(sample.as_ref(), 7).unwrap();
        let tuning = start_tuning(&folder.path().to_string_lossy(), &[], &ModelConfig::default());
        tuning.cancel();
        assert_eq!(wait(&tuning).status.code, StatusCode::Cancelled);
    }
}
