//! What waits to be sent: turns, and messages without a turn.

use std::collections::VecDeque;

use super::turn::{Queued, TurnInput};
use crate::live::TurnId;

/// Turns that wait for the current one, and messages that wait for any.
#[derive(Debug, Default)]
pub(super) struct TurnQueue {
    turns: VecDeque<Queued>,
    /// Messages that wait for any turn, by the numbers of their events: an earlier session left
    /// them, or they could not be sent in their own turn.
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

    /// Returns whether no turn waits.
    pub(super) fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    pub(super) fn push(&mut self, turn: TurnId, input: TurnInput) {
        self.turns.push_back(Queued { turn, input });
    }

    pub(super) fn pop(&mut self) -> Option<Queued> {
        self.turns.pop_front()
    }

    /// Removes a turn; `None` if it is not waiting.
    pub(super) fn remove(&mut self, turn: TurnId) -> Option<Queued> {
        let at = self.turns.iter().position(|queued| queued.turn == turn)?;
        self.turns.remove(at)
    }

    /// Removes all turns, in order.
    pub(super) fn take_turns(&mut self) -> VecDeque<Queued> {
        std::mem::take(&mut self.turns)
    }

    /// Lets the messages of all turns wait for any turn instead, and removes the turns, except one
    /// that carries its words: it is about to begin.
    pub(super) fn hold(&mut self) -> Vec<TurnId> {
        let (held, rest): (VecDeque<Queued>, VecDeque<Queued>) = std::mem::take(&mut self.turns)
            .into_iter()
            .partition(|queued| !matches!(queued.input, TurnInput::Words(_)));
        self.turns = rest;
        for queued in &held {
            if let TurnInput::Waiting(submit) = queued.input {
                self.unsent.push_back(submit);
            }
        }
        held.into_iter().map(|queued| queued.turn).collect()
    }

    /// Moves a message to the front: its turn before other turns, or, if it waits for any turn,
    /// before the others that do. Returns where it waits.
    pub(super) fn promote(&mut self, submit: u64) -> Place {
        let place = self.place_of(submit);
        match place {
            Place::Turn(turn) => {
                if let Some(queued) = self.remove(turn) {
                    self.turns.push_front(queued);
                }
            }
            Place::AnyTurn => {
                self.forget_unsent(submit);
                self.unsent.push_front(submit);
            }
            Place::Nowhere => {}
        }
        place
    }

    /// Begins a turn before all others.
    pub(super) fn push_front(&mut self, turn: TurnId, input: TurnInput) {
        self.turns.push_front(Queued { turn, input });
    }

    /// Swaps a message with its neighbour of the same kind; returns where it waits.
    pub(super) fn shift(&mut self, submit: u64, earlier: bool) -> Place {
        let place = self.place_of(submit);
        let waits = |queued: &Queued| matches!(queued.input, TurnInput::Waiting(_));
        let among: Vec<usize> = match place {
            Place::Turn(_) => (0..self.turns.len()).filter(|at| waits(&self.turns[*at])).collect(),
            Place::AnyTurn => (0..self.unsent.len()).collect(),
            Place::Nowhere => return place,
        };
        let is_it = |at: usize| match place {
            Place::Turn(turn) => self.turns[at].turn == turn,
            _ => self.unsent[at] == submit,
        };
        let here = among.iter().position(|at| is_it(*at));
        let there = here.and_then(|at| if earlier { at.checked_sub(1) } else { Some(at + 1) });
        if let (Some(here), Some(there)) = (here, there.filter(|at| *at < among.len())) {
            match place {
                Place::Turn(_) => self.turns.swap(among[here], among[there]),
                _ => self.unsent.swap(here, there),
            }
        }
        place
    }

    /// How many messages wait for any turn.
    pub(super) fn unsent(&self) -> usize {
        self.unsent.len()
    }

    /// The message that is sent first with the next turn.
    pub(super) fn first_unsent(&self) -> Option<u64> {
        self.unsent.front().copied()
    }

    /// Lets a message wait for any turn, after the others.
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

    /// All waiting messages, with their turns, in the order in which they will be sent.
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
    fn what_is_held_waits_for_any_turn_and_what_was_about_to_begin_stays() {
        let mut queue = queue();
        queue.push(TurnId(3), TurnInput::Words(Vec::new()));
        assert_eq!(queue.hold(), [TurnId(1), TurnId(2)]);
        assert_eq!(queue.messages().collect::<Vec<_>>(), [(3, None), (4, None), (7, None)]);
        assert_eq!(queue.len(), 1);
    }

    #[test]
    fn a_message_goes_first_or_changes_places_with_one_that_waits_as_it_does() {
        let order = |queue: &TurnQueue| -> Vec<u64> {
            queue.messages().map(|(submit, _)| submit).collect()
        };
        let mut queue = queue();
        queue.push(TurnId(3), TurnInput::Waiting(8));
        assert_eq!(queue.shift(8, true), Place::Turn(TurnId(3)));
        assert_eq!(order(&queue), [3, 4, 8, 7]);
        // At the ends nothing happens; what is not a message keeps its place.
        queue.shift(8, true);
        queue.shift(7, false);
        queue.shift(3, false);
        assert_eq!((order(&queue), queue.shift(9, true)), (vec![4, 3, 8, 7], Place::Nowhere));
        assert_eq!(queue.promote(7), Place::Turn(TurnId(2)));
        assert_eq!(queue.promote(3), Place::AnyTurn);
        assert_eq!((order(&queue), queue.promote(9)), (vec![3, 4, 7, 8], Place::Nowhere));
        assert_eq!(queue.pop().map(|queued| queued.turn), Some(TurnId(2)));
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
