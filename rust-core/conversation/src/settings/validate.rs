//! Whether the values make sense together.

use super::SETTINGS;
use super::problem::SettingsProblem;
use super::range::check;
use super::table::Settings;

/// How far two sums of shares may differ and still count as equal.
const ROUNDING: f64 = 1e-9;

impl Settings {
    /// Checks every value against its range and all of them against each
    /// other.
    ///
    /// # Errors
    /// Every problem that there is, in the order of [`SETTINGS`],
    /// contradictions last.
    pub fn validate(&self) -> Result<(), Vec<SettingsProblem>> {
        let mut copy = self.clone();
        let mut problems: Vec<SettingsProblem> = SETTINGS
            .iter()
            .filter_map(|info| {
                let slot = copy.slot(info.name).expect("every row of SETTINGS names a field");
                check(info, &slot).err()
            })
            .collect();
        problems.extend(self.contradictions());
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }

    /// Checks as [`Settings::validate`] does, and against a context window, in
    /// tokens.
    ///
    /// # Errors
    /// Every problem that there is; those with the window last.
    pub fn validate_for(&self, window: u64) -> Result<(), Vec<SettingsProblem>> {
        let mut problems = self.validate().err().unwrap_or_default();
        if window == 0 {
            problems.push(SettingsProblem::new(
                "window",
                "0",
                "leaves no room for a request",
                "give the model's context window, for example 128000",
            ));
        } else if let Some(reserve) = self.reserve_tokens
            && reserve >= window
        {
            problems.push(SettingsProblem::new(
                "reserve_tokens",
                &reserve.to_string(),
                format!("uses up a window of {window} tokens"),
                format!("use a whole number from 0 to {}, or auto", window / 2),
            ));
        } else if let Some(reserve) = self.reserve_tokens
            && window - reserve < window / 10
        {
            problems.push(SettingsProblem::new(
                "reserve_tokens",
                &reserve.to_string(),
                format!(
                    "leaves {} of a window of {window} tokens, less than a tenth: every message \
                     would start a compaction",
                    window - reserve
                ),
                format!("use a whole number from 0 to {}, or auto", window / 2),
            ));
        }
        problems.extend(self.keep_too_long_for(window));
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }

    /// Finds a list of phrases that would take too much of every summary. About
    /// three bytes are a token.
    fn keep_too_long_for(&self, window: u64) -> Option<SettingsProblem> {
        let list = self.keep.join("\n");
        let tokens = list.len() as u64 / 3;
        let most = window / 20;
        (tokens > most && window > 0).then(|| {
            SettingsProblem::new(
                "keep",
                &list,
                format!(
                    "takes about {tokens} tokens of each summary, more than a twentieth of a \
                     window of {window} tokens"
                ),
                format!("use at most {} characters, or a larger window", most * 3),
            )
        })
    }

    /// Finds values that are each in range and do not go together. Comparisons
    /// with NaN are false: that value's own problem is reported elsewhere.
    pub(super) fn contradictions(&self) -> Vec<SettingsProblem> {
        let mut found = self.contradicting_shares();
        found.extend(self.contradicting_counts());
        found
    }

    /// Those among the shares of the budget.
    fn contradicting_shares(&self) -> Vec<SettingsProblem> {
        let mut found = Vec::new();
        let mut refuse = |name: &str, value: String, message: String, fix: String| {
            found.push(SettingsProblem::new(name, &value, message, fix));
        };
        let (threshold, reset, target) = (self.threshold, self.reset_ratio, self.target_ratio);

        if reset > threshold {
            refuse(
                "reset_ratio",
                reset.to_string(),
                format!(
                    "is above the threshold {threshold}: the trigger would re-arm while it fires"
                ),
                format!("use at most {threshold}, or a higher threshold"),
            );
        }
        if threshold > self.emergency_ratio {
            refuse(
                "emergency_ratio",
                self.emergency_ratio.to_string(),
                format!(
                    "is below the threshold {threshold}: every compaction would be an emergency"
                ),
                format!("use at least {threshold}, or a lower threshold"),
            );
        }
        if target >= threshold {
            refuse(
                "target_ratio",
                target.to_string(),
                format!(
                    "is not below the threshold {threshold}: a compaction would start the next"
                ),
                format!("use less than {threshold}, or a higher threshold"),
            );
        } else if target > reset {
            refuse(
                "target_ratio",
                target.to_string(),
                format!(
                    "is above the reset ratio {reset}: a compaction would not re-arm the trigger"
                ),
                format!("use at most {reset}, or a higher reset_ratio"),
            );
        }
        if self.summary_share + self.ledger_share > target + ROUNDING {
            refuse(
                "summary_share",
                self.summary_share.to_string(),
                format!(
                    "and ledger_share {} together are above the target ratio {target}: summaries \
                     alone could miss it",
                    self.ledger_share
                ),
                "lower one of the two shares, or raise target_ratio".to_owned(),
            );
        }
        found
    }

    /// Those among the numbers of tokens and messages.
    fn contradicting_counts(&self) -> Vec<SettingsProblem> {
        let mut found = Vec::new();
        let mut refuse = |name: &str, value: String, message: String, fix: String| {
            found.push(SettingsProblem::new(name, &value, message, fix));
        };
        if self.summary_max_tokens >= self.summary_chunk_tokens {
            refuse(
                "summary_max_tokens",
                self.summary_max_tokens.to_string(),
                format!(
                    "is not below summary_chunk_tokens {}: a summary could be as long as the text it summarizes",
                    self.summary_chunk_tokens
                ),
                "lower summary_max_tokens, or raise summary_chunk_tokens".to_owned(),
            );
        }
        if self.minimum_recent_messages > self.recent_messages_to_keep {
            refuse(
                "minimum_recent_messages",
                self.minimum_recent_messages.to_string(),
                format!("is above recent_messages_to_keep {}", self.recent_messages_to_keep),
                format!("use at most {}, or keep more", self.recent_messages_to_keep),
            );
        }
        if self.minimum_messages <= self.minimum_recent_messages {
            refuse(
                "minimum_messages",
                self.minimum_messages.to_string(),
                format!(
                    "is not above minimum_recent_messages {}: a compaction could start with \
                     nothing to condense",
                    self.minimum_recent_messages
                ),
                format!("use at least {}", u64::from(self.minimum_recent_messages) + 1),
            );
        }
        let refresh = self.refresh_every_messages;
        if refresh > 0 && refresh <= self.cooldown_messages {
            refuse(
                "refresh_every_messages",
                refresh.to_string(),
                format!(
                    "is not above cooldown_messages {}: the cooldown would suppress every refresh",
                    self.cooldown_messages
                ),
                format!("use at least {}, or 0 for off", u64::from(self.cooldown_messages) + 1),
            );
        }
        found
    }
}
