//! The first state of a conversation.

use std::collections::HashMap;
use std::sync::Arc;

use super::costs::Costs;
use super::effect::Effect;
use super::exchange::Exchange;
use super::host_view::HostView;
use super::input::Moment;
use super::model_state::ModelState;
use super::next_request::NextRequest;
use super::send_view::SendView;
use super::state::State;
use super::summaries::Summaries;
use super::summary_writers::SummaryWriters;
use super::toolbox::Toolbox;
use super::tools::Tools;
use super::turn_queue::TurnQueue;
use crate::History;
use crate::live::{ModelChoice, Policy, Price, SessionBounds, SessionEvent};
use vibeue_conversation::Extra;
use vibeue_conversation::settings::Settings;
use vibeue_provider::Provider;

/// What a conversation is opened with.
#[derive(Debug)]
pub(in crate::live) struct Opened {
    pub(in crate::live) at: Moment,
    pub(in crate::live) bounds: SessionBounds,
    /// The conversation's id.
    pub(in crate::live) conversation: String,
    pub(in crate::live) history: Box<History>,
    pub(in crate::live) system_prompt: Option<String>,
    pub(in crate::live) model: ModelState,
    pub(in crate::live) summary_providers: HashMap<String, Arc<dyn Provider>>,
    pub(in crate::live) prices: HashMap<String, Price>,
    pub(in crate::live) settings: Settings,
    pub(in crate::live) tools: Toolbox,
    /// Whether the host reports when a call begins.
    pub(in crate::live) reports_begins: bool,
    pub(in crate::live) policy: Policy,
    /// What a crash had left at the end of the journal.
    pub(in crate::live) torn: Option<String>,
    /// How many calls without a result were closed: the last messages.
    pub(in crate::live) closed_calls: usize,
}

impl State {
    /// The state of a conversation that was just opened, and what is to be done
    /// first.
    pub(in crate::live) fn open(opened: Opened) -> (Self, Vec<Effect>) {
        let Opened { torn, closed_calls, .. } = opened;
        let mut state = Self::new(Opened { torn: None, ..opened });
        state.reshaped();
        state.remember_last_compaction();
        if let Some(torn) = torn {
            state.warn(format!(
                "an incomplete end of the journal, left by a crash, was removed: {torn}"
            ));
        }
        state.remember_unsent();
        let view = state.history.view();
        let closed = view[view.len().saturating_sub(closed_calls)..].to_vec();
        for message in closed {
            state.host.emit(SessionEvent::Message { turn: None, message });
        }
        state.describe();
        state.publish();
        let effects = state.take_effects();
        (state, effects)
    }

    /// The initial state.
    fn new(opened: Opened) -> Self {
        let writers = SummaryWriters::new(opened.summary_providers, opened.prices);
        let history = &opened.history;
        let tools = Tools::new(opened.tools, opened.reports_begins, opened.policy, history);
        Self {
            conversation: opened.conversation.into(),
            history: opened.history,
            request: NextRequest::new(SendView::new(opened.system_prompt, opened.model.counter)),
            model: opened.model,
            tools,
            summaries: Summaries::new(writers),
            costs: Costs::default(),
            turn: None,
            queue: TurnQueue::default(),
            closing: None,
            settings: Arc::new(opened.settings),
            bounds: opened.bounds,
            host: HostView::new(),
            exchange: Exchange::new(opened.at),
        }
    }

    /// Continues the cooldown from before the conversation was closed.
    pub(super) fn remember_last_compaction(&mut self) {
        let history = &self.history;
        let Some(entry) = history.last_compaction() else { return };
        let Some(summary) = &entry.compaction.summary else { return };
        let since: Vec<bool> = history
            .originals()
            .filter(|message| message.id > summary.id)
            .map(|message| message.is_user_request())
            .collect();
        let available = self.model.available(&self.settings);
        let (before, after) = (entry.compaction.tokens_before, entry.compaction.tokens_after);
        self.summaries.watch.trigger.compacted(before, after, available, &self.settings);
        since.into_iter().for_each(|person| self.summaries.watch.trigger.message_added(person));
    }
}

/// The request's fields for the model, merged into the known ones, as the journal stores them.
pub(in crate::live) fn fields_of(known: &Extra, choice: &ModelChoice) -> Extra {
    let mut fields = known.clone();
    fields.insert("model", choice.model.clone().into());
    let optional = [
        ("temperature", choice.temperature.map(Into::into)),
        ("reasoning_effort", choice.reasoning_effort.clone().map(Into::into)),
    ];
    for (name, value) in optional {
        match value {
            Some(value) => fields.insert(name, value),
            None => {
                fields.remove(name);
            }
        }
    }
    fields
}
