//! One combination of settings, over all conversations.

use serde::Serialize;
use vibeue_conversation::settings::SettingsPreset;

use super::{Candidate, Figures, Peak, RunReport};

/// One combination of settings, over all conversations.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SettingReport {
    /// The preset, if presets are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<SettingsPreset>,
    /// The share of the budget at which a compaction starts.
    pub threshold: f64,
    /// The newest messages that stay verbatim.
    pub keep_recent: u32,
    /// Whether it is the best of those that were tried.
    pub best: bool,
    /// Its results over all conversations.
    #[serde(flatten)]
    pub figures: Figures,
    /// Which request the peak is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub peak: Option<Peak>,
    /// Each conversation by itself.
    pub runs: Vec<RunReport>,
}

impl SettingReport {
    /// Puts the conversations under a candidate's settings together.
    pub fn new(candidate: &Candidate, runs: Vec<RunReport>) -> Self {
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
