//! What a session has cost so far.

use serde::{Deserialize, Serialize};

use vibeue_tokens::ServerUsage;

/// What a session has cost, by what it was spent on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct CostLedger {
    /// Answers.
    pub chat: CostLine,
    /// Summaries.
    pub summaries: CostLine,
    /// Requests asking the server to count tokens.
    pub counts: CostLine,
}

impl CostLedger {
    /// US dollars of all calls whose price is known.
    pub fn dollars(&self) -> f64 {
        self.chat.dollars + self.summaries.dollars + self.counts.dollars
    }

    /// Tokens of all requests and answers that were reported.
    pub fn tokens(&self) -> u64 {
        let parts = [self.chat, self.summaries, self.counts].map(|line| line.tokens());
        parts.into_iter().fold(0, u64::saturating_add)
    }

    /// Calls that were made, failed ones included.
    pub fn calls(&self) -> u64 {
        let parts = [self.chat, self.summaries, self.counts].map(|line| line.calls);
        parts.into_iter().fold(0, u64::saturating_add)
    }

    /// Calls whose price or tokens are unknown. Requests to count tokens are left out: every server
    /// that answers them does so for free.
    pub fn unknown(&self) -> u64 {
        let parts = [self.chat, self.summaries].map(|line| line.unpriced + line.unreported);
        parts.into_iter().fold(0, u64::saturating_add)
    }

    /// Of these, calls whose token counts are also unknown.
    pub fn unreported(&self) -> u64 {
        self.chat.unreported.saturating_add(self.summaries.unreported)
    }

    /// Adds what was spent elsewhere.
    pub fn absorb(&mut self, other: &Self) {
        self.chat.absorb(&other.chat);
        self.summaries.absorb(&other.summaries);
        self.counts.absorb(&other.counts);
    }

    /// What was spent since an earlier state of this ledger; `None` if nothing was.
    pub(crate) fn since(&self, earlier: &Self) -> Option<Self> {
        let spent = Self {
            chat: self.chat.since(&earlier.chat),
            summaries: self.summaries.since(&earlier.summaries),
            counts: self.counts.since(&earlier.counts),
        };
        (spent.calls() > 0).then_some(spent)
    }
}

/// What one kind of calls has cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct CostLine {
    /// Calls that were made, failed ones included.
    pub calls: u64,
    /// Of these, calls whose cost the server did not report.
    pub unreported: u64,
    /// Of these, calls with tokens but without a known price.
    pub unpriced: u64,
    /// Tokens of the requests, cached ones included.
    pub input: u64,
    /// Of these, tokens from a cache.
    pub cached: u64,
    /// Tokens of the answers.
    pub output: u64,
    /// US dollars, of the calls whose price is known.
    pub dollars: f64,
}

impl CostLine {
    /// Adds a call.
    pub fn add(&mut self, usage: Option<&ServerUsage>, dollars: Option<f64>) {
        self.calls += 1;
        match usage {
            None => self.unreported += 1,
            Some(usage) => {
                self.input = self.input.saturating_add(usage.input);
                self.cached = self.cached.saturating_add(usage.cached);
                self.output = self.output.saturating_add(usage.output);
                match dollars.filter(|dollars| dollars.is_finite()) {
                    Some(dollars) => self.dollars += dollars,
                    None => self.unpriced += 1,
                }
            }
        }
    }

    /// Adds what was spent elsewhere.
    pub fn absorb(&mut self, other: &Self) {
        for (sum, more) in [
            (&mut self.calls, other.calls),
            (&mut self.unreported, other.unreported),
            (&mut self.unpriced, other.unpriced),
            (&mut self.input, other.input),
            (&mut self.cached, other.cached),
            (&mut self.output, other.output),
        ] {
            *sum = sum.saturating_add(more);
        }
        self.dollars += other.dollars;
    }

    fn since(&self, earlier: &Self) -> Self {
        Self {
            calls: self.calls.saturating_sub(earlier.calls),
            unreported: self.unreported.saturating_sub(earlier.unreported),
            unpriced: self.unpriced.saturating_sub(earlier.unpriced),
            input: self.input.saturating_sub(earlier.input),
            cached: self.cached.saturating_sub(earlier.cached),
            output: self.output.saturating_sub(earlier.output),
            dollars: (self.dollars - earlier.dollars).max(0.0),
        }
    }

    /// Tokens of requests and answers together.
    pub fn tokens(&self) -> u64 {
        self.input.saturating_add(self.output)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_without_usage_or_price_are_told_apart() {
        let mut line = CostLine::default();
        let usage = ServerUsage { input: 100, cached: 40, output: 10, reasoning: 0 };
        line.add(Some(&usage), Some(0.5));
        line.add(Some(&usage), None);
        line.add(None, None);
        line.add(Some(&usage), Some(f64::NAN));
        assert_eq!(
            line,
            CostLine {
                calls: 4,
                unreported: 1,
                unpriced: 2,
                input: 300,
                cached: 120,
                output: 30,
                dollars: 0.5
            }
        );
        assert_eq!(line.tokens(), 330);
    }

    #[test]
    fn what_was_spent_since_is_the_difference_and_adds_up_again() {
        let usage = ServerUsage { input: 100, cached: 40, output: 10, reasoning: 0 };
        let mut before = CostLedger::default();
        before.chat.add(Some(&usage), Some(0.5));
        let mut now = before;
        assert_eq!(now.since(&before), None);
        now.chat.add(Some(&usage), Some(0.25));
        now.summaries.add(None, None);
        let since = now.since(&before).unwrap();
        let told = (since.calls(), since.tokens(), since.dollars(), since.unknown());
        assert_eq!(told, (2, 110, 0.25, 1));
        now.chat.add(Some(&usage), None);
        assert_eq!((now.unknown(), now.unreported()), (2, 1));
        let since = now.since(&before).unwrap();
        before.absorb(&since);
        assert_eq!(before, now);
    }
}
