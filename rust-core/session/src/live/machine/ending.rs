//! The end of a session, and recovery from a bug.

use super::closing::Closing;
use super::effect::Effect;
use super::host_view::HostView;
use super::input::Panicked;
use super::internal::internal;
use super::next_request::NextRequest;
use super::state::State;
use super::turn::{Queued, Stage, TurnInput};
use crate::History;
use crate::live::{SessionEvent, TurnEnd};

/// What an ended session leaves in memory, which may be much for a long conversation. Freeing it is
/// not part of ending, because somebody waits for that.
#[derive(Debug)]
pub(in crate::live) struct Leftovers {
    _history: Box<History>,
    _request: NextRequest,
    _host: HostView,
}

impl From<State> for Leftovers {
    fn from(state: State) -> Self {
        Self { _history: state.history, _request: state.request, _host: state.host }
    }
}

impl State {
    /// Cancels what is running; what waits stays in the journal, and the next session shows it.
    pub(super) fn shut_down(&mut self) {
        if self.closing.is_some() {
            return;
        }
        let queue = self.queue.take_turns();
        let waits = |queued: &&Queued| matches!(queued.input, TurnInput::Waiting(_));
        self.closing = Some(Closing {
            turn_cancelled: self.turn.is_some(),
            summary_cancelled: self.summaries.run.is_some(),
            unsent: queue.iter().filter(waits).count(),
            left: queue.iter().map(|queued| queued.turn).collect(),
            closed: false,
        });
        self.cancel(None);
    }

    /// Emits everything that must be reported at the end.
    pub(super) fn close(&mut self) {
        let Some(closing) = &mut self.closing else { return };
        // From here on a bug ends it, too.
        closing.closed = true;
        let left = std::mem::take(&mut closing.left);
        self.cancel_summary();
        for turn in left {
            self.host.emit(SessionEvent::TurnEnded { turn, end: TurnEnd::Cancelled });
        }
        self.exchange.request(Effect::Close);
        self.publish();
    }

    /// Returns whether nothing more is to come.
    pub(in crate::live) fn is_closed(&self) -> bool {
        self.closing.as_ref().is_some_and(|closing| closing.closed)
    }

    /// How the session ends, once it does.
    pub(in crate::live) fn closing(&self) -> Option<&Closing> {
        self.closing.as_ref()
    }

    /// Returns whether something is due even after a bug: waiting turns, or the end.
    pub(in crate::live) fn is_due(&self) -> bool {
        !self.queue.is_empty() || (self.closing.is_some() && !self.is_closed())
    }

    /// A bug must not take the conversation with it: what was running ends as failed, and the state
    /// is rebuilt from the history.
    pub(in crate::live) fn recover(&mut self, panic: &Panicked) {
        let failure = internal(panic);
        self.stop_turn();
        if let Some(run) = &self.summaries.run {
            self.exchange.stop(run.task);
            self.finish_summary(&Err(failure.clone()));
        }
        match self.turn.take() {
            Some(turn) => self.fail_ended(turn.id, failure),
            None => self.error(None, failure),
        }
        self.reshaped();
        self.publish();
    }

    /// Stops the task that the turn waits for.
    fn stop_turn(&mut self) {
        self.exchange.forget_answers();
        let Some(turn) = &mut self.turn else { return };
        let task = turn.task();
        turn.stage = Stage::Preparing;
        task.into_iter().for_each(|task| self.exchange.stop(task));
    }

    /// [`State::recover`] failed, too: the host is at least notified, and may close.
    pub(in crate::live) fn abandon(&mut self, panic: &Panicked) {
        self.summaries.run = None;
        self.stop_turn();
        match self.turn.take() {
            Some(turn) => self.fail_ended(turn.id, internal(panic)),
            None => self.error(None, internal(panic)),
        }
        self.emit_pending();
    }

    /// What is to be done after [`State::recover`] or [`State::abandon`].
    pub(in crate::live) fn take_effects(&mut self) -> Vec<Effect> {
        self.exchange.take_effects()
    }
}
