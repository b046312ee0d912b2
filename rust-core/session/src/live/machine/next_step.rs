//! What a turn does next: decided only from values.

use crate::live::FailureClass;
use vibeue_compaction::{Decision, Reason, Situation};

/// How many summaries are tried for one request: one that was already running and is too late or
/// saves too little, its repetition, and one more for a conversation that changed meanwhile.
const ATTEMPTS: u32 = 3;

/// What is known when a request is about to be sent.
#[derive(Debug, Clone, Copy)]
pub(super) struct Facts<'a> {
    /// What the request costs, and what it may.
    pub(super) situation: &'a Situation,
    /// The trigger's decision.
    pub(super) decision: &'a Decision,
    /// Whether compaction is switched on.
    pub(super) enabled: bool,
    /// Whether nothing is sent if a compaction that is due failed.
    pub(super) abort: bool,
    /// Whether the last compaction failed.
    pub(super) last_failed: bool,
    /// Summaries that this request waited for.
    pub(super) attempts: u32,
    /// Why the last of them had no result.
    pub(super) stuck: Option<FailureClass>,
}

/// What the turn does next: first the summary, if one is due; then, unless the turn waits for it,
/// the next step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NextStep {
    pub(super) summary: Option<Summary>,
    pub(super) then: Then,
}

/// A summary that is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Summary {
    pub(super) reason: Reason,
    /// Whether the turn waits for it.
    pub(super) wait: bool,
}

/// How the turn continues without waiting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Then {
    /// The request is sent.
    Send,
    /// It is over the budget, and compaction is switched off.
    SwitchedOff,
    /// It is over the budget, and the last summary had no result.
    CannotFit,
    /// It is over the budget, and nothing more can be condensed.
    NothingLeft,
    /// It would fit, but is not sent without the summary that failed.
    SummaryFailed,
}

impl NextStep {
    /// Decides by the facts.
    pub(super) fn of(facts: &Facts<'_>) -> Self {
        let Situation { used, available, .. } = *facts.situation;
        let over = used > available;
        if over && !facts.enabled {
            return Self { summary: None, then: Then::SwitchedOff };
        }
        let again = facts.abort
            && facts.last_failed
            && facts.enabled
            && used >= facts.decision.threshold_tokens;
        let due = facts.decision.start.is_some() || again;
        let tried = facts.attempts > 0 && !(over && facts.attempts < ATTEMPTS);
        let summary = (due && facts.stuck.is_none() && !tried).then(|| Summary {
            reason: facts.decision.start.unwrap_or(Reason::Threshold),
            wait: used >= available || facts.abort,
        });
        let then = match facts.stuck {
            Some(_) if over => Then::CannotFit,
            Some(class) if facts.abort && class != FailureClass::NothingToCondense => {
                Then::SummaryFailed
            }
            None if over => Then::NothingLeft,
            _ => Then::Send,
        };
        Self { summary, then }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_compaction::Trigger;
    use vibeue_conversation::settings::Settings;

    /// The next step for a request of this many of 100 tokens, with changed facts.
    fn step(used: u64, change: impl FnOnce(&mut Facts<'_>)) -> NextStep {
        let situation = Situation { used, available: 100, messages: 40, depth: 0 };
        let decision = Trigger::new().decide(&situation, &Settings::default());
        let mut facts = Facts {
            situation: &situation,
            decision: &decision,
            enabled: true,
            abort: false,
            last_failed: false,
            attempts: 0,
            stuck: None,
        };
        change(&mut facts);
        NextStep::of(&facts)
    }

    const fn only(then: Then) -> NextStep {
        NextStep { summary: None, then }
    }

    const fn first(reason: Reason, wait: bool, then: Then) -> NextStep {
        NextStep { summary: Some(Summary { reason, wait }), then }
    }

    #[test]
    fn a_summary_is_written_in_the_background_below_the_budget_and_waited_for_at_it() {
        assert_eq!(step(50, |_| ()), only(Then::Send));
        assert_eq!(step(90, |_| ()), first(Reason::Threshold, false, Then::Send));
        assert_eq!(step(100, |_| ()), first(Reason::Emergency, true, Then::Send));
        assert_eq!(step(101, |_| ()), first(Reason::Emergency, true, Then::NothingLeft));
        assert_eq!(step(101, |it| it.enabled = false), only(Then::SwitchedOff));
    }

    #[test]
    fn a_request_waits_for_three_summaries_at_most_and_only_while_it_does_not_fit() {
        let tried = |used, attempts| step(used, |it| it.attempts = attempts);
        assert_eq!(tried(90, 1), only(Then::Send));
        assert_eq!(tried(101, 2), first(Reason::Emergency, true, Then::NothingLeft));
        assert_eq!(tried(101, 3), only(Then::NothingLeft));
    }

    #[test]
    fn what_is_stuck_is_sent_only_where_it_fits_and_may_leave_without_its_summary() {
        let stuck = |used, abort, class| {
            step(used, |it| {
                it.attempts = 1;
                it.abort = abort;
                it.stuck = Some(class);
            })
        };
        assert_eq!(stuck(90, false, FailureClass::Transport), only(Then::Send));
        assert_eq!(stuck(90, true, FailureClass::Transport), only(Then::SummaryFailed));
        assert_eq!(stuck(90, true, FailureClass::NothingToCondense), only(Then::Send));
        assert_eq!(stuck(101, true, FailureClass::Transport), only(Then::CannotFit));
    }

    #[test]
    fn where_nothing_leaves_without_its_summary_one_that_failed_is_made_again() {
        let held = |used, last_failed| {
            let situation = Situation { used, available: 100, messages: 40, depth: 0 };
            let decision =
                Decision { start: None, ..Trigger::new().decide(&situation, &Settings::default()) };
            NextStep::of(&Facts {
                situation: &situation,
                decision: &decision,
                enabled: true,
                abort: true,
                last_failed,
                attempts: 0,
                stuck: None,
            })
        };
        assert_eq!(held(90, true), first(Reason::Threshold, true, Then::Send));
        assert_eq!(held(50, true), only(Then::Send));
        assert_eq!(held(90, false), only(Then::Send));
    }
}
