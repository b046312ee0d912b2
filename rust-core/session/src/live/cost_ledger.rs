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
    /// Questions to the server how many tokens a request has.
    pub counts: CostLine,
}

impl CostLedger {
    /// US dollars of all calls whose price is known.
    pub fn dollars(&self) -> f64 {
        self.chat.dollars + self.summaries.dollars + self.counts.dollars
    }
}

/// What one kind of calls has cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct CostLine {
    /// Calls that were made, failed ones included.
    pub calls: u64,
    /// Of these, calls of which the server did not say what they cost.
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
}
