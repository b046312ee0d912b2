//! The events of a conversation that were received, and whether they are in order.

use std::collections::{BTreeMap, VecDeque};

use vibeue_core::conversation::MessageId;
use vibeue_core::session::live::{
    SessionEvent, Snapshot, SummaryEnd, SummaryId, SummaryPurpose, TurnEnd, TurnId,
};

/// A call that the host was told of.
#[derive(Debug, Clone)]
pub(super) struct Call {
    pub(super) id: String,
    pub(super) waits: bool,
}

/// What was received, and whether it is in order.
#[derive(Debug, Default)]
pub(super) struct Received {
    pub(super) started: Vec<TurnId>,
    pub(super) ended: BTreeMap<TurnId, TurnEnd>,
    pub(super) current: Option<TurnId>,
    pub(super) summary: Option<(SummaryId, SummaryPurpose)>,
    pub(super) messages: Vec<MessageId>,
    pub(super) calls: Vec<Call>,
    /// How many messages are known to be in the snapshot where they belong.
    pub(super) compared: usize,
    pub(super) revision: u64,
    pub(super) closed: bool,
    /// The last events, oldest first, for a failure's report.
    recent: VecDeque<String>,
}

/// How many events are shown with a failure.
const SHOWN_EVENTS: usize = 60;

impl Received {
    #[expect(clippy::too_many_lines, reason = "one arm for each event")]
    pub(super) fn apply(&mut self, event: &SessionEvent) {
        self.note(event);
        assert!(!self.closed, "nothing comes after the end: {event:?}");
        match event {
            SessionEvent::TurnStarted { turn } => {
                assert_eq!(self.current, None, "{turn} begins while another runs");
                assert!(!self.ended.contains_key(turn), "{turn} begins after its end");
                assert!(self.started.last().is_none_or(|last| last < turn), "in their order");
                self.started.push(*turn);
                self.current = Some(*turn);
            }
            SessionEvent::TurnEnded { turn, end } => {
                assert_eq!(self.ended.insert(*turn, *end), None, "{turn} ends twice");
                if self.current == Some(*turn) {
                    self.current = None;
                    self.calls.clear();
                } else {
                    assert!(!self.started.contains(turn));
                    assert_ne!(*end, TurnEnd::Completed, "{turn} never began");
                }
            }
            SessionEvent::TextDelta { turn, .. }
            | SessionEvent::ReasoningDelta { turn, .. }
            | SessionEvent::AnswerRetracted { turn, .. }
            | SessionEvent::ToolApproved { turn, .. } => assert_eq!(self.current, Some(*turn)),
            SessionEvent::ToolCall { turn, call_id, needs_approval, .. } => {
                assert_eq!(self.current, Some(*turn));
                self.calls.push(Call { id: call_id.clone(), waits: *needs_approval });
            }
            SessionEvent::Message { turn, message } => {
                if let Some(turn) = turn {
                    assert_eq!(self.current, Some(*turn), "{message:?}");
                }
                self.messages.push(message.id);
            }
            SessionEvent::SummarizationStarted { summary, purpose, .. } => {
                assert_eq!(self.summary, None, "{summary} begins while another runs");
                assert_ne!(*purpose, SummaryPurpose::Preview, "a preview has its own events");
                self.summary = Some((*summary, *purpose));
            }
            SessionEvent::SummarizationComplete { completion } => {
                let run = (completion.summary, completion.purpose);
                assert_eq!(self.summary.take(), Some(run), "what ends had begun");
                let applied = completion.outcome == SummaryEnd::Applied;
                assert_eq!(completion.success, applied);
                assert_eq!(completion.failure.is_none(), applied, "{completion:?}");
                assert_eq!(completion.compaction.is_some(), applied);
                if applied {
                    assert!(completion.tokens_after < completion.tokens_before, "{completion:?}");
                } else {
                    assert_eq!(completion.tokens_after, completion.tokens_before);
                }
            }
            SessionEvent::PreviewStarted { summary } => {
                assert_eq!(self.summary, None, "{summary} begins while another runs");
                self.summary = Some((*summary, SummaryPurpose::Preview));
            }
            SessionEvent::PreviewReady { preview } => {
                let run = (preview.summary, SummaryPurpose::Preview);
                assert_eq!(self.summary.take(), Some(run), "what ends had begun");
                assert!(preview.tokens_after < preview.tokens_before, "{preview:?}");
            }
            SessionEvent::PreviewFailed { summary, .. } => {
                let run = (*summary, SummaryPurpose::Preview);
                assert_eq!(self.summary.take(), Some(run), "what ends had begun");
            }
            SessionEvent::Lagged { .. } => panic!("everything was read in time"),
            SessionEvent::Closed => self.closed = true,
            _ => {}
        }
    }

    fn note(&mut self, event: &SessionEvent) {
        if matches!(event, SessionEvent::State { .. } | SessionEvent::Usage { .. }) {
            return;
        }
        if self.recent.len() == SHOWN_EVENTS {
            self.recent.pop_front();
        }
        let mut line = format!("{event:?}");
        line.truncate(line.floor_char_boundary(300));
        self.recent.push_back(line);
    }

    /// Whatever is reported is already in the snapshot.
    pub(super) fn compare(&mut self, snapshot: &Snapshot) {
        assert!(snapshot.revision >= self.revision);
        self.revision = snapshot.revision;
        for (at, id) in self.messages.iter().enumerate().skip(self.compared) {
            let there = snapshot.transcript.get(at).map(|message| message.id);
            assert_eq!(there, Some(*id), "message {at}");
        }
        self.compared = self.messages.len();
    }
}

impl Drop for Received {
    #[allow(clippy::print_stdout, reason = "whoever reads of the failure reads it")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.recent.iter().for_each(|line| println!("{line}"));
        }
    }
}
