//! What is tried in a preview.

use serde::{Deserialize, Serialize};

use super::{Failure, FailureClass};
use vibeue_conversation::settings::{Mode, Settings};
use vibeue_conversation::{Error, MessageId};

/// What is tried in a preview. The default is what summarizing now would do; none of this becomes a
/// setting.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PreviewOptions {
    /// What the summary should pay attention to. Read by models, ignored by rules.
    pub instructions: Option<String>,
    /// The last message to condense, as with
    /// [`Session::summarize_up_to`](super::Session::summarize_up_to); not together with `target` or
    /// `originals`.
    pub up_to: Option<MessageId>,
    /// Who writes it; `None` follows the settings.
    pub strategy: Option<Mode>,
    /// The share of the budget that the request should take afterwards, from 0.05 to 0.9 and below
    /// the threshold; `None` follows the settings.
    pub target: Option<f64>,
    /// The share of the budget at which the next summary starts, as the setting `threshold`; a
    /// lower one lowers the target, too, unless that is given here as well. `None` follows the
    /// settings.
    pub threshold: Option<f64>,
    /// Whether the summary is made from the originals of all earlier summaries, so that nothing in
    /// it is a summary of a summary.
    pub originals: bool,
    /// Messages that stay as if they were pinned. They are pinned when the
    /// preview is accepted.
    pub keep: Vec<MessageId>,
}

impl PreviewOptions {
    /// The settings with which it is made.
    ///
    /// # Errors
    /// What is wrong with the threshold or the target; [`FailureClass::Invalid`] if options
    /// contradict each other.
    pub(in crate::live) fn settings(&self, base: &Settings) -> Result<Settings, Failure> {
        if self.up_to.is_some() && (self.target.is_some() || self.originals) {
            let what = "a summary up to a message has no target and is not made from originals";
            return Err(Failure::new(FailureClass::Invalid, what)
                .hint("choose a message to end with, or a target or the originals"));
        }
        let failed = |problem| Failure::from(Error::from(problem));
        let mut settings = base.clone();
        if self.threshold.is_some() || self.target.is_some() {
            settings = settings.aiming_at(self.threshold, self.target).map_err(failed)?;
        }
        settings.mode = self.strategy.unwrap_or(settings.mode);
        Ok(settings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_tried_changes_a_copy_of_the_settings() {
        let base = Settings::default();
        assert_eq!(PreviewOptions::default().settings(&base), Ok(base.clone()));
        let options = PreviewOptions {
            strategy: Some(Mode::Rules),
            target: Some(0.25),
            ..PreviewOptions::default()
        };
        let tried = Settings { mode: Mode::Rules, ..base.aiming_at(None, Some(0.25)).unwrap() };
        assert_eq!(options.settings(&base), Ok(tried));
        let both = PreviewOptions { threshold: Some(0.5), ..options };
        let tried = base.aiming_at(Some(0.5), Some(0.25)).unwrap();
        assert_eq!(both.settings(&base), Ok(Settings { mode: Mode::Rules, ..tried }));
    }

    #[test]
    fn what_contradicts_itself_is_refused_by_name() {
        let refused = |options: PreviewOptions| options.settings(&Settings::default()).unwrap_err();
        let up_to = Some(MessageId(7));
        for options in [
            PreviewOptions { up_to, target: Some(0.25), ..PreviewOptions::default() },
            PreviewOptions { up_to, originals: true, ..PreviewOptions::default() },
        ] {
            let failure = refused(options);
            assert_eq!(failure.class, FailureClass::Invalid);
            assert_eq!(
                failure.message,
                "a summary up to a message has no target and is not made from originals"
            );
        }
        let high = refused(PreviewOptions { target: Some(0.9), ..PreviewOptions::default() });
        assert_eq!(high.hint.as_deref(), Some("use less than 0.8, or a higher threshold"));
    }
}
