//! What the session has cost, and how much of that is in the journal.

use crate::live::CostLedger;
use vibeue_tokens::ServerUsage;

/// What the session has cost so far, and how much of that is in the journal.
///
/// Each event that is written records what was spent since the last one. If it could not be written,
/// the next one records that, too.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Costs {
    total: CostLedger,
    /// The part recorded by the events so far, including the one being written.
    written: CostLedger,
    /// The part recorded in the journal.
    kept: CostLedger,
}

impl Costs {
    /// What was spent so far, by what it was spent on.
    pub(super) fn total(&self) -> &CostLedger {
        &self.total
    }

    /// Adds a request for an answer; neither is known if none came.
    pub(super) fn add_answer(&mut self, usage: Option<&ServerUsage>, dollars: Option<f64>) {
        self.total.chat.add(usage, dollars);
    }

    /// Adds a request for a summary; neither is known if it was given up.
    pub(super) fn add_summary(&mut self, usage: Option<&ServerUsage>, dollars: Option<f64>) {
        self.total.summaries.add(usage, dollars);
    }

    /// Adds a request for a count.
    pub(super) fn add_count(&mut self) {
        self.total.counts.add(None, None);
    }

    /// What the event that is written now has to record; `None` if nothing was spent.
    pub(super) fn unrecorded(&mut self) -> Option<Box<CostLedger>> {
        self.written = self.total;
        self.total.since(&self.kept).map(Box::new)
    }

    /// The event is in the journal, with what it had to record.
    pub(super) fn recorded(&mut self) {
        self.kept = self.written;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::CostLine;

    #[test]
    fn an_event_records_what_was_spent_since_the_last_one_that_is_in_the_journal() {
        let ledger = |answers: u64, counts: u64| {
            let line = |calls| CostLine { calls, unreported: calls, ..CostLine::default() };
            CostLedger { chat: line(answers), counts: line(counts), ..CostLedger::default() }
        };
        let mut costs = Costs::default();
        assert_eq!(costs.unrecorded(), None, "nothing was spent");
        costs.add_answer(None, None);
        assert_eq!(costs.unrecorded(), Some(Box::new(ledger(1, 0))));
        // This event could not be written.
        costs.add_count();
        assert_eq!(costs.unrecorded(), Some(Box::new(ledger(1, 1))));
        // What is spent while it is being written is not in it.
        costs.add_answer(None, None);
        costs.recorded();
        assert_eq!(costs.unrecorded(), Some(Box::new(ledger(1, 0))));
        costs.recorded();
        assert_eq!(costs.unrecorded(), None);
        let all = ledger(2, 1);
        assert_eq!(costs, Costs { total: all, written: all, kept: all });
    }
}
