//! What came of replaying, as data.

use serde::Serialize;
use vibeue_core::compaction::replay::{Replay, ReplayRequest, Retention};
use vibeue_core::settings::SettingsPreset;

use super::candidate::Candidate;
use super::peak::Peak;

/// What is printed with `--json`.
#[derive(Serialize)]
pub(super) struct TuneReport {
    pub(super) encoding: &'static str,
    pub(super) exact: bool,
    pub(super) error_bound: f64,
    pub(super) window: u64,
    pub(super) reserve: u64,
    pub(super) budget: u64,
    pub(super) cached_share: f64,
    pub(super) files: Vec<FileReport>,
    pub(super) settings: Vec<SettingReport>,
}

/// One conversation that was replayed.
#[derive(Serialize)]
pub(super) struct FileReport {
    pub(super) name: String,
    pub(super) messages: usize,
    pub(super) tokens: u64,
    /// Different facts that must not be lost.
    pub(super) facts: usize,
}

/// One combination of settings, over all conversations.
#[derive(Serialize)]
pub(super) struct SettingReport {
    /// The preset, where presets are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) preset: Option<SettingsPreset>,
    pub(super) threshold: f64,
    pub(super) keep_recent: u32,
    pub(super) best: bool,
    #[serde(flatten)]
    pub(super) figures: Figures,
    /// Which request the peak is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) peak: Option<Peak>,
    pub(super) runs: Vec<RunReport>,
}

/// One conversation under one combination of settings.
#[derive(Serialize)]
pub(super) struct RunReport {
    pub(super) file: String,
    #[serde(flatten)]
    pub(super) figures: Figures,
    pub(super) requests: Vec<ReplayRequest>,
    /// The share of the budget that each request filled as it was sent.
    #[serde(skip)]
    pub(super) ratios: Vec<f64>,
}

/// What settings are judged by.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub(super) struct Figures {
    /// How often a compaction ran.
    pub(super) compactions: usize,
    /// The largest share of the budget that a request filled as it was sent.
    pub(super) peak_ratio: f64,
    /// Requests that a provider would have refused.
    pub(super) over_budget: usize,
    /// Tokens of all requests.
    pub(super) input_tokens: u64,
    /// Those of them that a prompt cache holds.
    pub(super) cached_tokens: u64,
    /// All of them, the cached ones at their share of the price.
    pub(super) input_tokens_with_caching: u64,
    /// The most tokens that one compaction took away.
    pub(super) biggest_drop: u64,
    /// Facts of the whole conversation that are left at its end.
    pub(super) facts: Retention,
}

impl RunReport {
    pub(super) fn new(file: String, replay: Replay, facts: Retention, cached_share: f64) -> Self {
        let figures = Figures {
            compactions: replay.compactions(),
            peak_ratio: replay.peak_ratio(),
            over_budget: replay.over_budget(),
            input_tokens: replay.input_tokens(),
            cached_tokens: replay.cached_tokens(),
            input_tokens_with_caching: replay.cost(cached_share).round() as u64,
            biggest_drop: replay.biggest_drop(),
            facts,
        };
        let ratios = replay.fill_ratios().collect();
        Self { file, figures, requests: replay.requests, ratios }
    }
}

impl SettingReport {
    pub(super) fn new(candidate: &Candidate, runs: Vec<RunReport>) -> Self {
        let mut figures = Figures::default();
        for run in &runs {
            figures.add(&run.figures);
        }
        Self {
            preset: candidate.preset,
            threshold: candidate.settings.threshold,
            keep_recent: candidate.settings.recent_messages_to_keep,
            best: false,
            figures,
            peak: Peak::of(&runs),
            runs,
        }
    }
}

impl Figures {
    fn add(&mut self, other: &Self) {
        self.compactions += other.compactions;
        self.peak_ratio = self.peak_ratio.max(other.peak_ratio);
        self.over_budget += other.over_budget;
        self.input_tokens += other.input_tokens;
        self.cached_tokens += other.cached_tokens;
        self.input_tokens_with_caching += other.input_tokens_with_caching;
        self.biggest_drop = self.biggest_drop.max(other.biggest_drop);
        self.facts.add(&other.facts);
    }
}

impl TuneReport {
    /// How the best settings are found, for people.
    pub(super) const RULE: &str = "fewest requests over the budget; then facts kept, where one \
        percentage point counts as equal; then fewest tokens with caching; then fewest compactions";

    /// Marks the best settings; see [`TuneReport::RULE`].
    pub(super) fn mark_best(&mut self) {
        let fewest = self.settings.iter().map(|it| it.figures.over_budget).min();
        let fitting = |it: &&SettingReport| Some(it.figures.over_budget) == fewest;
        let most = self.settings.iter().filter(fitting).map(|it| it.figures.facts.share());
        let most = most.fold(0.0, f64::max);
        let best = self
            .settings
            .iter()
            .enumerate()
            .filter(|(_, it)| fitting(it) && it.figures.facts.share() >= most - 0.01)
            .min_by_key(|(_, it)| (it.figures.input_tokens_with_caching, it.figures.compactions))
            .map(|(at, _)| at);
        if let Some(best) = best {
            self.settings[best].best = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting(over_budget: usize, kept: u64, cost: u64, compactions: usize) -> SettingReport {
        let facts = Retention { found: 1_000, kept, ..Retention::default() };
        let input_tokens_with_caching = cost;
        let figures = Figures {
            over_budget,
            facts,
            input_tokens_with_caching,
            compactions,
            ..Figures::default()
        };
        SettingReport {
            preset: None,
            threshold: 0.8,
            keep_recent: 10,
            best: false,
            figures,
            peak: None,
            runs: Vec::new(),
        }
    }

    fn best(settings: Vec<SettingReport>) -> Vec<usize> {
        let mut report = TuneReport {
            encoding: "o200k_base",
            exact: true,
            error_bound: 0.0,
            window: 16_000,
            reserve: 4_000,
            budget: 12_000,
            cached_share: 0.1,
            files: Vec::new(),
            settings,
        };
        report.mark_best();
        (0..report.settings.len()).filter(|at| report.settings[*at].best).collect()
    }

    #[test]
    fn what_fits_is_better_than_what_is_cheap() {
        assert_eq!(best(vec![setting(1, 990, 10, 1), setting(0, 900, 99, 9)]), [1]);
    }

    #[test]
    fn among_equals_in_facts_the_cheapest_is_best() {
        let settings = vec![
            setting(0, 970, 10, 1),
            setting(0, 985, 40, 3),
            setting(0, 990, 50, 1),
            setting(0, 981, 40, 2),
        ];
        assert_eq!(best(settings), [3]);
        assert!(best(Vec::new()).is_empty());
    }
}
