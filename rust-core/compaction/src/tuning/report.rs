//! The results of replaying, as data.

use serde::Serialize;

use super::SettingReport;

/// The outcome of replaying conversations under several settings.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TuneReport {
    /// The tokenizer that counted.
    pub encoding: &'static str,
    /// Whether its counts are those of the model, not estimates.
    pub exact: bool,
    /// How far an estimate may be off, as a share; 0 if it is exact.
    pub error_bound: f64,
    /// The context window in tokens.
    pub window: u64,
    /// Tokens of it that are kept free for the reply.
    pub reserve: u64,
    /// Tokens that a request may have.
    pub budget: u64,
    /// What a token costs that a prompt cache holds, as a share of the full price.
    pub cached_share: f64,
    /// The conversations.
    pub files: Vec<FileReport>,
    /// The settings that were tried, in order.
    pub settings: Vec<SettingReport>,
}

/// One conversation that was replayed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FileReport {
    /// Its name.
    pub name: String,
    /// Its messages.
    pub messages: usize,
    /// Its tokens.
    pub tokens: u64,
    /// Different facts that must not be lost.
    pub facts: usize,
}

impl TuneReport {
    /// How the best settings are found, for people.
    pub const RULE: &str = "fewest requests over the budget; then facts kept, where one \
        percentage point counts as equal; then fewest tokens with caching; then fewest compactions";

    /// Marks the best settings; see [`TuneReport::RULE`].
    pub fn mark_best(&mut self) {
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
    use super::super::Figures;
    use super::*;
    use crate::replay::Retention;

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
