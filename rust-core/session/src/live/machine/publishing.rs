//! What the host is shown.

use std::sync::Arc;

use super::effect::Effect;
use super::state::State;
use super::turn::{Stage, Turn};
use crate::live::{SessionState, Snapshot, SummaryState, TurnState, UsageReport};
use vibeue_compaction::Situation;
use vibeue_tokens::models::Source;

impl State {
    /// The size of the request as the host sees it: with the words of an answer that is still
    /// arriving, which will be part of the next request.
    fn shown_situation(&self) -> Situation {
        let mut situation = self.situation();
        let coming = self.turn.as_ref().map_or(0, |turn| turn.coming().total());
        situation.used = situation.used.saturating_add(self.model.calibrated(coming));
        situation
    }

    fn usage_report(&self, situation: &Situation) -> UsageReport {
        let known = self.request.server_count().is_some();
        let coming = self.turn.as_ref().map(Turn::coming).unwrap_or_default();
        let window_source = self.model.limits().window.source;
        UsageReport {
            breakdown: self.request.view().usage() + coming,
            used: situation.used,
            available: situation.available,
            exact: known || self.request.view().is_exact(),
            error_bound: if known { 0.0 } else { self.model.error_bound() },
            budget: self.model.budget(&self.settings),
            window_source,
            window_pending: self.model.description.is_pending()
                && matches!(window_source, Source::Table | Source::Default),
        }
    }

    fn session_state(&self) -> SessionState {
        SessionState {
            turn: self.turn.as_ref().map(|turn| TurnState {
                turn: turn.id,
                phase: turn.phase(),
                rounds: turn.rounds,
            }),
            queued: self.queue.len(),
            unsent: self.queue.unsent(),
            summary: self
                .summaries
                .run
                .as_ref()
                .map(|run| SummaryState { summary: run.id, purpose: run.purpose }),
            closed: self.closing.is_some(),
        }
    }

    fn snapshot(&mut self, situation: &Situation) -> Snapshot {
        let decision = self.summaries.watch.trigger.decide(situation, &self.settings);
        let breakers = self.breakers(&decision);
        let breakers = self.summaries.watch.of_concern(breakers, &self.settings);
        let figures = self.figures(&breakers);
        let (history, host) = (&self.history, &self.host);
        Snapshot {
            revision: host.revision,
            version: history.version(),
            conversation: Arc::clone(&self.conversation),
            title: history.title().map(Into::into),
            model: Arc::clone(&self.model.choice),
            limits: self.model.limits(),
            abilities: self.model.abilities(),
            state: self.session_state(),
            usage: self.usage_report(situation),
            decision,
            costs: *self.costs.total(),
            summaries: Arc::clone(&host.summaries),
            earlier: Arc::clone(&host.earlier),
            redoable: Arc::clone(&host.redoable),
            transcript: host.transcript.clone(),
            view: host.view.clone(),
            condensed: Arc::clone(&host.condensed),
            breakers,
            figures,
            settings: Arc::clone(&self.settings),
            tools: self.tools.host.shared(),
            waiting_tools: self.tools.waiting(),
            waiting: Arc::clone(&host.waiting),
            running: self.running_calls(),
            session_began: None,
            branches: Arc::clone(&host.branches),
            wordings: Arc::clone(&host.wordings),
        }
    }

    /// Publishes the current state to the host: first the snapshot and then what led to it, so that
    /// a host that is notified of a change finds it there.
    pub(super) fn publish(&mut self) {
        self.host.revision += 1;
        let snapshot = self.snapshot(&self.shown_situation());
        for breaker in self.summaries.watch.news(&snapshot.breakers) {
            self.warn(breaker.explanation());
        }
        let changes = self.host.changes(&snapshot);
        self.exchange.request(Effect::Show(Box::new(snapshot)));
        self.emit_pending();
        self.exchange.emit(changes);
        self.release();
    }

    /// Emits the remaining events, even without a snapshot that reflects them.
    pub(super) fn emit_pending(&mut self) {
        self.exchange.emit(self.host.take_pending());
    }

    /// Lets the words of the answer through to the host, which has been notified of the request.
    fn release(&mut self) {
        if let Some(turn) = &mut self.turn
            && let Stage::Streaming { task, released, .. } = &mut turn.stage
            && !*released
        {
            *released = true;
            self.exchange.request(Effect::Release { task: *task });
        }
    }
}
