//! The state of a conversation.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::closing::Closing;
use super::costs::Costs;
use super::exchange::Exchange;
use super::host_view::HostView;
use super::input::Panicked;
use super::internal::internal;
use super::model_state::ModelState;
use super::next_request::NextRequest;
use super::summaries::Summaries;
use super::tools::Tools;
use super::turn::Turn;
use super::turn_queue::TurnQueue;
use crate::History;
use crate::live::{Breaker, Failure, SessionBounds, SessionEvent, TurnEnd, TurnId};
use vibeue_compaction::{Decision, Situation};
use vibeue_conversation::Message;
use vibeue_conversation::settings::Settings;

/// The state of a conversation: everything that [`step`](super::step()) decides by.
///
/// Each part knows what can be said of it alone; the methods here and in the files next to this one
/// are about several of them.
///
/// It holds providers only to pass them on; it asks them only for their properties and never uses
/// the network.
#[derive(Debug)]
pub(in crate::live) struct State {
    /// The conversation's id.
    pub(super) conversation: Arc<str>,
    /// What was said, as the journal has it.
    pub(super) history: Box<History>,
    /// What the model reads of it next.
    pub(super) request: NextRequest,
    /// Who answers.
    pub(super) model: ModelState,
    /// What the model may call.
    pub(super) tools: Tools,
    /// What keeps the request within the budget.
    pub(super) summaries: Summaries,
    /// What the session has cost.
    pub(super) costs: Costs,
    /// The current turn.
    pub(super) turn: Option<Turn>,
    /// What waits for it to end.
    pub(super) queue: TurnQueue,
    /// How far the end of the session has come, once it has begun.
    pub(super) closing: Option<Closing>,
    /// The settings in force.
    pub(super) settings: Arc<Settings>,
    /// What stops that which would otherwise go on forever.
    pub(super) bounds: SessionBounds,
    /// What the host sees.
    pub(super) host: HostView,
    /// What the executor does and answers.
    pub(super) exchange: Exchange,
}

impl State {
    /// Does something whose end must be reported, even if a panic cuts it short.
    pub(super) fn guarded<T>(
        &mut self,
        what: impl FnOnce(&mut Self) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        catch_unwind(AssertUnwindSafe(|| what(self))).unwrap_or_else(|panic| {
            // It may have come far enough to change the history.
            self.reshaped();
            Err(internal(&Panicked::from(panic)))
        })
    }

    /// Reports that a turn that is no longer the current one failed.
    pub(super) fn fail_ended(&mut self, turn: TurnId, failure: Failure) {
        self.error(Some(turn), failure);
        self.host.emit(SessionEvent::TurnEnded { turn, end: TurnEnd::Failed });
    }

    pub(super) fn error(&mut self, turn: Option<TurnId>, failure: Failure) {
        tracing::debug!(target: "vibeue::session", class = ?failure.class, "{}", failure.message);
        self.host.emit(SessionEvent::Error { turn, failure });
    }

    pub(super) fn warn(&mut self, message: impl Into<String>) {
        let turn = self.turn.as_ref().map(|turn| turn.id);
        self.host.emit(SessionEvent::Warning { turn, message: message.into() });
    }

    /// Takes over the message that is now the last of the history.
    pub(super) fn joined(&mut self, turn: Option<TurnId>) -> Arc<Message> {
        let newest = self.history.view().last();
        let message = Arc::clone(newest.expect("a message that was added is the last of the view"));
        self.request.push(Arc::clone(&message));
        self.host.appended(&message);
        self.summaries.watch.trigger.message_added(message.is_user_request());
        self.host.emit(SessionEvent::Message { turn, message: Arc::clone(&message) });
        message
    }

    /// Takes over a view that was reshaped by more than a message at its end.
    pub(super) fn reshaped(&mut self) {
        // First of all: it has another shape, whatever fails below.
        self.request.reshape();
        self.refresh_tools();
        self.request.rebuild(&self.history, self.model.home());
        self.host.reshaped(&self.history);
        self.summaries.watch.depth = self.request.view().depth(&self.history);
    }

    /// What the trigger is asked about.
    pub(super) fn situation(&self) -> Situation {
        let view = self.request.view();
        let (used, available) = match self.request.server_count() {
            Some(tokens) => (tokens, self.model.available_certain(&self.settings)),
            None => (self.model.calibrated(view.total()), self.model.available(&self.settings)),
        };
        Situation { used, available, messages: view.spoken(), depth: self.summaries.watch.depth }
    }

    /// What the trigger says about a summary that the user asks for.
    pub(super) fn decide_by_hand(&self) -> Decision {
        self.summaries.watch.trigger.decide_manual(&self.situation(), &self.settings)
    }

    /// Why no model writes summaries at the moment.
    pub(super) fn breakers(&self, decision: &Decision) -> Vec<Breaker> {
        let spent = &self.costs.total().summaries;
        let now = self.exchange.now();
        self.summaries.watch.breakers(decision, spent, &self.bounds, &self.settings, now.wall_ms)
    }
}
