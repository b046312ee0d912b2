//! The cost of an agent's turn, compared with the limit of the settings.

use std::time::Instant;

/// The share of the limit at which the user is warned.
const NEAR: f64 = 0.8;

/// The cost of an agent's turn, as far as the agent reports it, compared with the limit of the
/// settings.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Spending {
    /// US dollars that a turn may cost; 0 for no limit.
    limit: f64,
    /// What the conversation had cost before the turn; `None` if the agent continues a conversation
    /// whose cost it has not reported yet.
    before: Option<f64>,
    is_warned: bool,
    /// Whether the user was warned that the currency cannot be compared with the limit.
    is_currency_warned: bool,
    /// It exceeded the limit, and was asked to stop by this time.
    pub(crate) stops_by: Option<Instant>,
    /// The message about that.
    pub(crate) passed: Option<String>,
}

/// What follows from a report of the cost.
#[derive(Debug, PartialEq)]
pub(crate) enum Judged {
    /// Nothing.
    Fine,
    /// The user is warned.
    Warn(String),
    /// The turn is to stop.
    Stop,
}

impl Spending {
    /// Nothing spent yet, in a conversation that has cost this much.
    pub(crate) fn of(limit: f64, before: Option<f64>) -> Self {
        let mut spending = Self { before, ..Self::default() };
        spending.set_limit(limit);
        spending
    }

    /// Sets another limit from now on.
    pub(crate) fn set_limit(&mut self, limit: f64) {
        self.limit = if limit.is_finite() { limit.max(0.0) } else { 0.0 };
    }

    /// Updates what the conversation has cost so far, as the agent reports it.
    pub(crate) fn update(&mut self, amount: f64, currency: &str) -> Judged {
        if self.limit <= 0.0 || !amount.is_finite() || self.passed.is_some() {
            return Judged::Fine;
        }
        if !currency.eq_ignore_ascii_case("usd") && currency != "$" {
            return if std::mem::replace(&mut self.is_currency_warned, true) {
                Judged::Fine
            } else {
                let limit = self.limit;
                Judged::Warn(crate::shown::cut(&format!(
                    "the agent reports its cost in {currency}: the limit of ${limit:.2} for a turn \
                     does not apply"
                )))
            };
        }
        let before = self.before.get_or_insert(amount);
        if amount < *before {
            // It began to count again.
            *before = 0.0;
        }
        let (cost, limit) = (amount - *before, self.limit);
        if cost >= limit {
            self.passed =
                Some(format!("the turn has cost ${cost:.2}, and its limit is ${limit:.2}"));
            return Judged::Stop;
        }
        if cost >= limit * NEAR && !std::mem::replace(&mut self.is_warned, true) {
            return Judged::Warn(format!(
                "${cost:.2} of this turn's ${limit:.2} is spent; at 100 % it stops, and \
                 continues when you ask it to"
            ));
        }
        Judged::Fine
    }

    /// Whether it was asked to stop but continues.
    pub(crate) fn is_late(&self, now: Instant) -> bool {
        self.stops_by.is_some_and(|by| now >= by)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_user_is_warned_once_before_the_limit_and_the_turn_stops_at_it() {
        let mut turn = Spending::of(1.0, Some(2.0));
        assert_eq!(turn.update(2.79, "USD"), Judged::Fine);
        let near = "$0.85 of this turn's $1.00 is spent; at 100 % it stops, and continues when you ask it to";
        assert_eq!(turn.update(2.85, "USD"), Judged::Warn(near.to_owned()));
        assert_eq!(turn.update(2.9, "usd"), Judged::Fine);
        assert_eq!(turn.update(3.25, "USD"), Judged::Stop);
        let passed = "the turn has cost $1.25, and its limit is $1.00";
        assert_eq!(turn.passed.as_deref(), Some(passed));
        assert_eq!(turn.update(9.0, "USD"), Judged::Fine);
    }

    #[test]
    fn what_was_spent_before_the_turn_is_not_of_it() {
        // A loaded conversation reports its total cost.
        let mut loaded = Spending::of(1.0, None);
        assert_eq!(loaded.update(7.0, "USD"), Judged::Fine);
        assert_eq!(loaded.update(8.0, "USD"), Judged::Stop);
        // A restarted agent counts from 0.
        let mut again = Spending::of(1.0, Some(7.0));
        assert_eq!(again.update(0.5, "USD"), Judged::Fine);
        assert_eq!(again.update(1.0, "USD"), Judged::Stop);
    }

    #[test]
    fn without_a_bound_or_in_another_currency_nothing_stops() {
        for limit in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(Spending::of(limit, Some(0.0)).update(1e9, "USD"), Judged::Fine);
        }
        let mut euros = Spending::of(1.0, Some(0.0));
        let told =
            "the agent reports its cost in EUR: the limit of $1.00 for a turn does not apply";
        assert_eq!(euros.update(5.0, "EUR"), Judged::Warn(told.to_owned()));
        assert_eq!(euros.update(6.0, "EUR"), Judged::Fine);
        assert_eq!(Spending::of(1.0, Some(0.0)).update(f64::NAN, "USD"), Judged::Fine);
    }
}
