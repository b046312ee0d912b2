//! What waits to be said: turns, and messages that no turn has.

use std::collections::VecDeque;

use super::turn::{Queued, TurnInput};
use crate::live::TurnId;

/// Turns that wait for the one under way, and messages that wait for any.
#[derive(Debug, Default)]
pub(super) struct TurnQueue {
    turns: VecDeque<Queued>,
    /// Messages that wait for any turn, by the numbers of their events: an
    /// earlier session left them, or they could not be said in their own.
    unsent: VecDeque<u64>,
}

/// Where a message waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In a turn of its own.
    Turn(TurnId),
    /// For whichever turn comes next.
    AnyTurn,
    /// Nowhere.
    Nowhere,
}

impl TurnQueue {
    /// How many turns wait.
    pub(super) fn len(&self) -> usize {
        self.turns.len()
    }

    /// Tells whether no turn waits.
    pub(super) fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    pub(super) fn push(&mut self, turn: TurnId, input: TurnInput) {
        self.turns.push_back(Queued { turn, input });
    }

    pub(super) fn pop(&mut self) -> Option<Queued> {
        self.turns.pop_front()
    }

    /// Takes a turn out; `None` where it does not wait.
    pub(super) fn remove(&mut self, turn: TurnId) -> Option<Queued> {
        let at = self.turns.iter().position(|queued| queued.turn == turn)?;
        self.turns.remove(at)
    }

    /// Takes all turns out, in their order.
    pub(super) fn take_turns(&mut self) -> VecDeque<Queued> {
        std::mem::take(&mut self.turns)
    }

    /// How many messages wait for any turn.
    pub(super) fn unsent(&self) -> usize {
        self.unsent.len()
    }

    /// The message that goes out first with the next turn.
    pub(super) fn first_unsent(&self) -> Option<u64> {
        self.unsent.front().copied()
    }

    /// Lets a message wait for any turn, behind the others.
    pub(super) fn leave_unsent(&mut self, submit: u64) {
        self.unsent.push_back(submit);
    }

    /// Forgets a message that waited for any turn: it was sent or withdrawn.
    pub(super) fn forget_unsent(&mut self, submit: u64) {
        self.unsent.retain(|waiting| *waiting != submit);
    }

    /// Where the message of an event waits.
    pub(super) fn place_of(&self, submit: u64) -> Place {
        let turn = self.turns.iter().find(|queued| queued.input == TurnInput::Waiting(submit));
        match turn {
            Some(queued) => Place::Turn(queued.turn),
            None if self.unsent.contains(&submit) => Place::AnyTurn,
            None => Place::Nowhere,
        }
    }

    /// All messages that wait, with their turns, in the order in which they
    /// will be said.
    pub(super) fn messages(&self) -> impl Iterator<Item = (u64, Option<TurnId>)> {
        let unsent = self.unsent.iter().map(|submit| (*submit, None));
        let queued = self.turns.iter().filter_map(|queued| match queued.input {
            TurnInput::Waiting(submit) => Some((submit, Some(queued.turn))),
            TurnInput::Again | TurnInput::Words(_) | TurnInput::Changed { .. } => None,
        });
        unsent.chain(queued)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue() -> TurnQueue {
        let mut queue = TurnQueue::default();
        queue.leave_unsent(3);
        queue.push(TurnId(1), TurnInput::Again);
        queue.push(TurnId(2), TurnInput::Waiting(7));
        queue.leave_unsent(4);
        queue
    }

    #[test]
    fn messages_wait_in_the_order_in_which_they_will_be_said() {
        let queue = queue();
        let waiting: Vec<_> = queue.messages().collect();
        assert_eq!(waiting, [(3, None), (4, None), (7, Some(TurnId(2)))]);
        assert_eq!((queue.len(), queue.unsent(), queue.first_unsent()), (2, 2, Some(3)));
        assert_eq!(
            [7, 4, 9].map(|submit| queue.place_of(submit)),
            [Place::Turn(TurnId(2)), Place::AnyTurn, Place::Nowhere]
        );
    }

    #[test]
    fn what_is_taken_out_waits_no_longer() {
        let mut queue = queue();
        assert_eq!(
            queue.remove(TurnId(2)),
            Some(Queued { turn: TurnId(2), input: TurnInput::Waiting(7) })
        );
        assert_eq!(queue.remove(TurnId(2)), None);
        queue.forget_unsent(3);
        assert_eq!(queue.messages().collect::<Vec<_>>(), [(4, None)]);
        assert_eq!(queue.pop(), Some(Queued { turn: TurnId(1), input: TurnInput::Again }));
        assert!(queue.is_empty() && queue.take_turns().is_empty());
    }
}
