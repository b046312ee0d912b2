//! A live conversation: its turns, tool rounds and summaries.
//!
//! A machine decides, as a function of its state and its inputs; one thread carries that out, and
//! two workers talk to models. The host sends commands and reads events and snapshots, none of
//! which ever blocks.

mod branch_row;
mod clock;
mod command;
mod context_figures;
mod context_file;
mod context_report;
mod event_queue;
mod executor;
mod failure;
mod form_change;
mod found_message;
mod machine;
mod message_list;
mod model_choice;
mod options;
mod preview_fate;
mod preview_message;
mod preview_offer;
mod preview_options;
mod preview_scale;
mod preview_sums;
mod reasoning;
mod running_calls;
mod scale;
mod selected_messages;
mod session;
mod session_event;
mod session_tools;
mod shutdown_report;
mod snapshot;
mod state;
mod summary_preview;
mod summary_row;
mod summary_source;
mod summary_version;
mod turn_id;
mod usage_report;

pub use crate::cost_ledger::{CostLedger, CostLine};
pub use branch_row::{BranchRow, Wording};
pub use clock::{Clock, SystemClock};
pub use context_figures::HeavyMessage;
pub use context_file::ContextForm;
pub use context_report::{
    BreakerLever, ContextKind, ContextPart, ContextReport, Forecast, NextSummary, OpenBreaker,
    SummaryGain,
};
pub use event_queue::EventQueue;
pub use failure::{Advice, Failure, FailureClass, FixedIn};
pub use form_change::FormChange;
pub use found_message::FoundMessage;
pub use machine::is_interrupted;
pub use message_list::MessageList;
pub use model_choice::{ModelChoice, Price};
pub use options::{SessionBounds, SessionOptions, Waker};
pub use preview_fate::PreviewFate;
pub use preview_message::PreviewMessage;
pub use preview_offer::PreviewOffer;
pub use preview_options::PreviewOptions;
pub use preview_sums::{PreviewNumbers, PreviewSums};
pub use reasoning::{MOST_REASONING_BYTES, shown_reasoning};
pub use session::{Opening, Session};
pub use session_event::{SessionEvent, SummaryCompletion, SummaryEnd, TurnEnd};
pub use shutdown_report::ShutdownReport;
pub use snapshot::{Breaker, ResultSize, Snapshot, Waiting};
pub use state::{Phase, SessionState, SummaryPurpose, SummaryState, TurnState};
pub use summary_preview::SummaryPreview;
pub use summary_row::SummaryRow;
pub use summary_source::{MessagesWithoutLine, SourceMessage, SourcedLine};
pub use summary_version::{ChangedLine, LineChange, SummaryVersion};
pub use turn_id::{SummaryId, TurnId};
pub use usage_report::UsageReport;
pub use vibeue_tools::{
    Access, Approval, CallEnd, CallState, Policy, RunTime, Tool, ToolAnswer, Verdict,
};
