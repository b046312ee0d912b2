//! How full the budget is, as one line.

use std::fmt::{self, Display, Formatter};

use super::{grouped, percent, style};

/// Tokens used of a budget: `[██████░░░░] 12,345 / 103,000 (12 %)`.
///
/// Green below 70 %, yellow below 90 %, red from there on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TokenBar {
    /// Tokens used.
    pub(crate) used: u64,
    /// Tokens that may be used.
    pub(crate) budget: u64,
    /// Whether `used` was counted; an estimate is marked by `~`.
    pub(crate) exact: bool,
}

impl TokenBar {
    /// Cells of the bar.
    const CELLS: u64 = 24;

    fn filled(self) -> usize {
        let cells =
            u128::from(self.used) * u128::from(Self::CELLS) / u128::from(self.budget.max(1));
        // Whatever is used shows.
        let least = u128::from(self.used > 0);
        cells.clamp(least, u128::from(Self::CELLS)) as usize
    }
}

impl Display for TokenBar {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let share = percent(self.used, self.budget);
        let color = match share {
            ..70.0 => style::GOOD,
            70.0..90.0 => style::WARNING,
            _ => style::BAD,
        };
        let filled = self.filled();
        let (full, empty) = ("█".repeat(filled), "░".repeat(Self::CELLS as usize - filled));
        let about = if self.exact { "" } else { "~" };
        let (used, budget) = (grouped(self.used), grouped(self.budget));
        write!(f, "[{color}{full}{color:#}{empty}] {about}{used} / {budget} ({about}{share:.0} %)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(bar: TokenBar) -> String {
        anstream::adapter::strip_str(&bar.to_string()).to_string()
    }

    #[test]
    fn a_bar_says_how_full_the_budget_is() {
        let bar = |used, exact| plain(TokenBar { used, budget: 103_000, exact });
        assert_eq!(bar(12_345, true), "[██░░░░░░░░░░░░░░░░░░░░░░] 12,345 / 103,000 (12 %)");
        assert_eq!(bar(12_345, false), "[██░░░░░░░░░░░░░░░░░░░░░░] ~12,345 / 103,000 (~12 %)");
        assert_eq!(bar(0, true), "[░░░░░░░░░░░░░░░░░░░░░░░░] 0 / 103,000 (0 %)");
        assert_eq!(bar(1, true), "[█░░░░░░░░░░░░░░░░░░░░░░░] 1 / 103,000 (0 %)");
        assert_eq!(bar(250_000, true), "[████████████████████████] 250,000 / 103,000 (243 %)");
    }

    #[test]
    fn the_colour_turns_yellow_at_70_and_red_at_90_percent() {
        let color = |used| {
            let text = TokenBar { used, budget: 1_000, exact: true }.to_string();
            [style::GOOD, style::WARNING, style::BAD]
                .iter()
                .position(|style| text.contains(&style.to_string()))
        };
        assert_eq!(
            [0, 699, 700, 899, 900, 5_000].map(color),
            [Some(0), Some(0), Some(1), Some(1), Some(2), Some(2)]
        );
    }

    #[test]
    fn absurd_numbers_make_a_bar_too() {
        let bar = TokenBar { used: u64::MAX, budget: 0, exact: true };
        assert!(
            plain(bar).starts_with("[████████████████████████] 18,446,744,073,709,551,615 / 0")
        );
    }
}
