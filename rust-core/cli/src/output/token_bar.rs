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
    /// Whether `used` was counted and the budget is known; a guess is marked by
    /// `~`.
    pub(crate) exact: bool,
    /// How wide the terminal is, if that is known: the bar is shorter or left out if it would not
    /// fit on a line.
    pub(crate) columns: Option<usize>,
}

impl TokenBar {
    /// Cells of the bar if there is room.
    const CELLS: usize = 24;
    /// Fewer cells than this would be meaningless.
    const FEWEST: usize = 6;

    /// How many cells fit next to a text of a width.
    fn cells(self, text: usize) -> usize {
        // Two brackets and a space; the last column stays free, because some
        // terminals break the line when it is written.
        let room = self.columns.map(|columns| columns.saturating_sub(text + 4));
        match room.unwrap_or(Self::CELLS) {
            room if room < Self::FEWEST => 0,
            room => room.min(Self::CELLS),
        }
    }

    /// How full it is, in words.
    fn text(self) -> String {
        let about = if self.exact { "" } else { "~" };
        let share = percent(self.used, self.budget);
        format!("{about}{} / {} ({about}{share:.0} %)", grouped(self.used), grouped(self.budget))
    }

    /// Returns whether there is room for it, even if only without its cells.
    pub(crate) fn fits(self) -> bool {
        self.columns.is_none_or(|columns| self.text().len() <= columns)
    }

    fn filled(self, cells: usize) -> usize {
        let full = u128::from(self.used) * cells as u128 / u128::from(self.budget.max(1));
        // Anything above the 0 % next to it is visible.
        let least = u128::from(percent(self.used, self.budget) >= 0.5);
        full.clamp(least, cells as u128) as usize
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
        let text = self.text();
        let cells = self.cells(text.len());
        if cells == 0 {
            return write!(f, "{color}{text}{color:#}");
        }
        let filled = self.filled(cells);
        let (full, empty) = ("█".repeat(filled), "░".repeat(cells - filled));
        write!(f, "[{color}{full}{color:#}{empty}] {text}")
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
        let bar = |used, exact| plain(TokenBar { used, budget: 103_000, exact, columns: None });
        assert_eq!(bar(12_345, true), "[██░░░░░░░░░░░░░░░░░░░░░░] 12,345 / 103,000 (12 %)");
        assert_eq!(bar(12_345, false), "[██░░░░░░░░░░░░░░░░░░░░░░] ~12,345 / 103,000 (~12 %)");
        assert_eq!(bar(0, true), "[░░░░░░░░░░░░░░░░░░░░░░░░] 0 / 103,000 (0 %)");
        assert_eq!(bar(1, true), "[░░░░░░░░░░░░░░░░░░░░░░░░] 1 / 103,000 (0 %)");
        assert_eq!(bar(514, true), "[░░░░░░░░░░░░░░░░░░░░░░░░] 514 / 103,000 (0 %)");
        assert_eq!(bar(520, true), "[█░░░░░░░░░░░░░░░░░░░░░░░] 520 / 103,000 (1 %)");
        assert_eq!(bar(250_000, true), "[████████████████████████] 250,000 / 103,000 (243 %)");
    }

    #[test]
    fn the_colour_turns_yellow_at_70_and_red_at_90_percent() {
        let color = |used| {
            let text = TokenBar { used, budget: 1_000, exact: true, columns: None }.to_string();
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
    fn a_narrow_terminal_has_a_shorter_bar_or_none() {
        let bar = |columns| {
            plain(TokenBar { used: 50, budget: 100, exact: false, columns: Some(columns) })
        };
        assert_eq!(bar(80), "[████████████░░░░░░░░░░░░] ~50 / 100 (~50 %)");
        assert_eq!(bar(31), "[█████░░░░░] ~50 / 100 (~50 %)");
        assert_eq!(bar(26), "~50 / 100 (~50 %)");
        assert_eq!(bar(0), "~50 / 100 (~50 %)");
        let fits = |columns| TokenBar { used: 50, budget: 100, exact: false, columns }.fits();
        assert_eq!([None, Some(17), Some(16)].map(fits), [true, true, false]);
    }

    #[test]
    fn absurd_numbers_make_a_bar_too() {
        let bar = TokenBar { used: u64::MAX, budget: 0, exact: true, columns: None };
        assert!(
            plain(bar).starts_with("[████████████████████████] 18,446,744,073,709,551,615 / 0")
        );
    }
}
