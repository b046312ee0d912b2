//! What the host sees: events, and the lists behind the snapshots.

use std::collections::HashSet;
use std::sync::Arc;

use arc_swap::ArcSwapOption;

use crate::History;
use crate::live::{
    EventQueue, MessageList, SessionEvent, SessionState, Snapshot, SummaryRow, UsageReport, Waiting,
};
use vibeue_conversation::{Message, MessageId};

/// What the host sees.
#[derive(Debug)]
pub(super) struct HostView {
    pub(super) events: Arc<EventQueue>,
    snapshot: Arc<ArcSwapOption<Snapshot>>,
    pub(super) revision: u64,
    pub(super) transcript: MessageList,
    pub(super) view: MessageList,
    pub(super) condensed: Arc<HashSet<MessageId>>,
    pub(super) summaries: Arc<[SummaryRow]>,
    pub(super) waiting: Arc<[Waiting]>,
    state: SessionState,
    /// What was told about the tokens, and the marks of the trigger.
    usage: Option<(UsageReport, (u64, u64))>,
    pending: Vec<SessionEvent>,
}

impl HostView {
    pub(super) fn new(events: Arc<EventQueue>, snapshot: Arc<ArcSwapOption<Snapshot>>) -> Self {
        Self {
            events,
            snapshot,
            revision: 0,
            transcript: MessageList::new(),
            view: MessageList::new(),
            condensed: Arc::default(),
            summaries: Arc::from([]),
            waiting: Arc::from([]),
            state: SessionState::default(),
            usage: None,
            pending: Vec::new(),
        }
    }

    /// Tells the host something, once the snapshot holds it.
    pub(super) fn emit(&mut self, event: SessionEvent) {
        self.pending.push(event);
    }

    /// Shows a snapshot and then tells what led to it: who hears of a change
    /// finds it there.
    pub(super) fn show(&mut self, snapshot: Snapshot) {
        let (state, usage) = (snapshot.state.clone(), snapshot.usage);
        // A new setting moves the trigger while the count stays.
        let marks = (snapshot.decision.threshold_tokens, snapshot.decision.reset_tokens);
        self.snapshot.store(Some(Arc::new(snapshot)));
        self.flush();
        if self.state != state {
            self.state = state.clone();
            self.events.push(SessionEvent::State { state });
        }
        if self.usage != Some((usage, marks)) {
            self.usage = Some((usage, marks));
            self.events.push(SessionEvent::Usage { usage });
        }
    }

    /// Tells what was not told yet, also without a snapshot that holds it.
    pub(super) fn flush(&mut self) {
        for event in self.pending.drain(..) {
            self.events.push(event);
        }
    }

    /// Adds a message that was said.
    pub(super) fn appended(&mut self, message: &Arc<Message>) {
        self.transcript.push(Arc::clone(message));
        self.view.push(Arc::clone(message));
    }

    /// Takes over a history whose view was reshaped.
    pub(super) fn reshaped(&mut self, history: &History) {
        self.transcript = history.originals().cloned().collect();
        self.view = history.view().iter().cloned().collect();
        let whole: HashSet<*const Message> = history.view().iter().map(Arc::as_ptr).collect();
        let condensed =
            history.originals().filter(|message| !whole.contains(&Arc::as_ptr(message)));
        self.condensed = Arc::new(condensed.map(|message| message.id).collect());
        self.summaries = history.compactions().iter().map(SummaryRow::from).collect();
    }
}
