//! How many tokens a request may use.

use serde::{Deserialize, Serialize};

use vibeue_conversation::{Error, ErrorKind, Result};

/// How much of a model's window a request may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// The model's context window: request and reply together, in tokens.
    pub window: u64,
    /// Tokens kept free for the reply.
    pub reserve: u64,
    /// The model's own limit on the request, if it has one below the window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_limit: Option<u64>,
}

impl Budget {
    /// The largest share of the window that a request may fill, in per cent;
    /// the rest is a margin for what the provider adds unseen.
    pub const WINDOW_SHARE_PERCENT: u64 = 90;

    /// Creates a budget.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`] if the window is zero or too small for any request, or when the
    /// reserve leaves nothing of it.
    pub fn new(window: u64, reserve: u64, input_limit: Option<u64>) -> Result<Self> {
        let budget = Self { window, reserve, input_limit };
        if window == 0 {
            return Err(Error::new(ErrorKind::Settings, "the context window is 0 tokens")
                .at("window")
                .hint("give the model's context window, for example 128000"));
        }
        if reserve >= window {
            return Err(Error::new(
                ErrorKind::Settings,
                format!("a reserve of {reserve} tokens uses up a window of {window}"),
            )
            .at("reserve_tokens")
            .hint(format!("use a reserve from 0 to {}", window / 2)));
        }
        if budget.available() == 0 {
            return Err(Error::new(
                ErrorKind::Settings,
                format!("a window of {window} tokens leaves no room for a request"),
            )
            .at("window")
            .hint("use a larger window or a smaller reserve"));
        }
        Ok(budget)
    }

    /// The maximum number of tokens that a request may use: `min(floor(0.9 x window), window -
    /// reserve, input limit)`.
    pub fn available(&self) -> u64 {
        let share = u128::from(self.window) * u128::from(Self::WINDOW_SHARE_PERCENT) / 100;
        (share as u64)
            .min(self.window.saturating_sub(self.reserve))
            .min(self.input_limit.unwrap_or(u64::MAX))
    }

    /// The least that is kept free for a reply, in tokens, if the reserve is learned: short replies
    /// so far do not promise that the next one is short. In small windows it is a sixteenth of the
    /// window, but at least 1,024.
    pub const RESERVE_FLOOR: u64 = 4_096;

    /// What is kept free for a reasoning model, in tokens: it may think for
    /// long before an answer of a few words.
    pub const REASONING_RESERVE: u64 = 25_000;

    /// The reserve to use if the user set none: the longest reply the model can
    /// write, narrowed to twice the length of the long replies seen so far. It
    /// is never more than a quarter of the window.
    ///
    /// Narrowing stops at [`Budget::RESERVE_FLOOR`], or at
    /// [`Budget::REASONING_RESERVE`] for a reasoning model. `long_reply` is the
    /// result of [`super::ReplyLengths::long`]; `max_output` is `None` if the
    /// model's longest reply is unknown.
    ///
    /// Without narrowing, a declared maximum of, say, 128,000 output tokens
    /// would take half of a window for replies that are a hundred times
    /// shorter.
    pub fn learned_reserve(
        window: u64,
        max_output: Option<u64>,
        long_reply: Option<u64>,
        reasons: bool,
    ) -> u64 {
        let floor = if reasons {
            Self::REASONING_RESERVE
        } else {
            Self::RESERVE_FLOOR.min(window / 16).max(1_024)
        };
        let declared = max_output.unwrap_or(if reasons { floor } else { 4_096 });
        let narrowed =
            long_reply.map_or(declared, |seen| declared.min(seen.saturating_mul(2).max(floor)));
        narrowed.min(window / 4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_of_the_three_limits_is_available() {
        assert_eq!(Budget::new(128_000, 4_096, None).unwrap().available(), 115_200);
        assert_eq!(Budget::new(128_000, 25_000, None).unwrap().available(), 103_000);
        assert_eq!(Budget::new(128_000, 4_096, Some(90_000)).unwrap().available(), 90_000);
        assert_eq!(Budget::new(u64::MAX, 0, None).unwrap().available(), 16_602_069_666_338_596_453);
    }

    #[test]
    fn a_reserve_that_eats_the_window_is_refused_by_name() {
        let error = Budget::new(8_000, 8_000, None).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Settings);
        assert_eq!(
            error.to_string(),
            "reserve_tokens: a reserve of 8000 tokens uses up a window of 8000 \
             (use a reserve from 0 to 4000)"
        );
        assert!(Budget::new(0, 0, None).is_err());
        assert!(Budget::new(1, 0, None).is_err());
        assert!(Budget::new(100, 0, Some(0)).is_err());
    }

    #[test]
    fn a_learned_reserve_follows_the_long_replies_and_keeps_a_floor() {
        let reserve = |window, most, seen| Budget::learned_reserve(window, most, seen, false);
        assert_eq!(reserve(200_000, Some(128_000), None), 50_000);
        assert_eq!(reserve(200_000, Some(128_000), Some(3_000)), 6_000);
        assert_eq!(reserve(200_000, Some(128_000), Some(10)), 4_096);
        assert_eq!(reserve(200_000, Some(2_000), Some(10)), 2_000);
        assert_eq!(reserve(200_000, Some(128_000), Some(u64::MAX)), 50_000);
        // Small windows.
        assert_eq!(reserve(32_000, Some(8_000), Some(10)), 2_000);
        assert_eq!(reserve(8_000, Some(8_000), Some(10)), 1_024);
        assert_eq!(reserve(2_000, Some(8_000), Some(10)), 500);
        assert_eq!(reserve(16_000, None, None), 4_000);
    }

    #[test]
    fn a_model_that_reasons_keeps_more_free_whatever_it_wrote_so_far() {
        let reserve = |window, most, seen| Budget::learned_reserve(window, most, seen, true);
        assert_eq!(reserve(200_000, Some(128_000), Some(10)), 25_000);
        assert_eq!(reserve(200_000, Some(128_000), Some(20_000)), 40_000);
        assert_eq!(reserve(64_000, Some(64_000), Some(10)), 16_000);
        assert_eq!(reserve(200_000, None, None), 25_000);
        assert_eq!(reserve(200_000, Some(8_192), None), 8_192);
    }
}
