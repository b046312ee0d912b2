//! What was learned about a model by using it.

use serde::{Deserialize, Serialize};

use super::{Calibration, Counter, ReplyLengths, ServerUsage};

/// What was learned about a model by using it: how its server counts, and how
/// long its replies are.
///
/// A session writes it to its journal, so that a reopened conversation is
/// counted and budgeted as before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Experience {
    /// The factor between this crate's counts and the server's.
    pub calibration: Calibration,
    /// The lengths of its replies.
    #[serde(default)]
    pub replies: ReplyLengths,
}

impl Experience {
    /// Starts without experience.
    pub fn new(counter: &Counter) -> Self {
        Self { calibration: Calibration::new(counter), replies: ReplyLengths::new() }
    }

    /// Notes what the server reports about a request that this crate counted as
    /// `counted` tokens, and about the reply.
    pub fn observe(&mut self, counted: u64, usage: &ServerUsage) {
        self.calibration.observe(counted, usage.input);
        self.replies.observe(usage.output);
        self.replies.observe_reasoning(usage.reasoning);
    }

    /// Continues with what was learned before, using today's counter. If the
    /// model's own vocabulary has become available since, or is no longer
    /// available, the old factor is dropped.
    #[must_use]
    pub fn resumed(&self, counter: &Counter) -> Self {
        let fresh = Calibration::new(counter);
        let calibration =
            if self.calibration.scales() == fresh.scales() { self.calibration } else { fresh };
        Self { calibration, replies: self.replies.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Encoding;
    use crate::models::Family;

    #[test]
    fn what_was_learned_holds_as_long_as_the_count_is_of_the_same_kind() {
        let estimate = Counter::for_family(Family::Claude);
        let mut learned = Experience::new(&estimate);
        learned.calibration.observe(10_000, 12_000);
        learned.replies.observe(700);
        assert_eq!(learned.resumed(&estimate), learned);

        let exact = Counter::for_encoding(Encoding::O200kBase);
        let resumed = learned.resumed(&exact);
        assert_eq!(resumed.calibration, Calibration::new(&exact));
        assert_eq!(resumed.replies, learned.replies);
    }

    #[test]
    fn what_was_written_is_read_back_to_the_last_bit() {
        let mut learned = Experience::new(&Counter::for_family(Family::Claude));
        for turn in 0..50 {
            learned.calibration.observe(9_973 + turn, 11_003 + turn * 7);
            learned.replies.observe(300 + turn * 13);
            let json = serde_json::to_string(&learned).unwrap();
            assert_eq!(serde_json::from_str::<Experience>(&json).unwrap(), learned);
        }
    }
}
