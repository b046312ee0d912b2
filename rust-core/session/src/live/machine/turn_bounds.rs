//! How much one turn may use before it stops and the user is asked whether it should continue.

use super::state::State;
use crate::live::{Failure, FailureClass};

/// The share of a limit at which the user is warned.
const NEAR: f64 = 0.8;

impl State {
    /// Rounds of tool calls that one turn may have.
    pub(super) fn most_rounds(&self) -> u32 {
        self.bounds.tool_rounds.min(self.settings.rounds_per_turn)
    }

    /// Why the turn may not ask the model once more; `None` if it may. Warns once when a limit is
    /// near.
    pub(super) fn over_bounds(&mut self) -> Option<Failure> {
        let (rounds, dollars) = (self.most_rounds(), self.settings.dollars_per_turn);
        let total = self.costs.total().dollars();
        let turn = self.turn.as_mut()?;
        let (taken, cost) = (turn.rounds, total - turn.spent.before);
        if taken > rounds {
            let what =
                format!("the model called tools in {rounds} rounds without giving an answer");
            return Some(stopped(what));
        }
        if dollars > 0.0 && cost >= dollars {
            let what = format!("the turn has cost ${cost:.2}, and its limit is ${dollars:.2}");
            return Some(stopped(what));
        }
        let near_rounds = f64::from(taken) >= f64::from(rounds) * NEAR && !turn.spent.rounds_warned;
        let near_dollars = dollars > 0.0 && cost >= dollars * NEAR && !turn.spent.dollars_warned;
        turn.spent.rounds_warned |= near_rounds;
        turn.spent.dollars_warned |= near_dollars;
        if near_rounds {
            self.warn(format!(
                "{taken} of this turn's {rounds} rounds are used; at 100 % it stops, and \
                 continues when you ask it to"
            ));
        }
        if near_dollars {
            self.warn(format!(
                "${cost:.2} of this turn's ${dollars:.2} is spent; at 100 % it stops, and \
                 continues when you ask it to"
            ));
        }
        None
    }
}

fn stopped(what: String) -> Failure {
    Failure::new(FailureClass::ToolRoundLimit, what)
        .hint("ask again to continue, or say what remains to be done")
}
