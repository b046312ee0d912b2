//! What a host asks a session to do.

use std::fmt;
use std::sync::Arc;

use super::{Approval, ModelChoice, PreviewOptions, SummaryId, Tool, ToolAnswer, TurnId};
use vibeue_conversation::settings::Settings;
use vibeue_conversation::{MessageId, Part};
use vibeue_provider::Provider;
use vibeue_tools::Preview;

/// What a host asks a session to do; carried out in the order of the requests.
#[derive(Debug)]
pub(super) enum Command {
    Submit {
        turn: TurnId,
        parts: Vec<Part>,
    },
    Retry {
        turn: TurnId,
    },
    Change {
        turn: TurnId,
        message: MessageId,
        parts: Vec<Part>,
    },
    ShowBranch {
        branch: u64,
    },
    Cancel {
        turn: Option<TurnId>,
    },
    Withdraw {
        submit: u64,
    },
    Stop,
    SendNow {
        submit: u64,
        turn: TurnId,
    },
    MoveWaiting {
        submit: u64,
        earlier: bool,
    },
    CancelSummary,
    Summarize {
        instructions: Option<String>,
        up_to: Option<MessageId>,
    },
    SummarizeOriginals {
        instructions: Option<String>,
    },
    Preview {
        options: Box<PreviewOptions>,
    },
    AcceptPreview {
        preview: Option<SummaryId>,
        text: Option<String>,
    },
    DiscardPreview,
    Undo {
        compaction: Option<u64>,
    },
    Redo {
        compaction: Option<u64>,
    },
    Pin {
        message: MessageId,
        pinned: bool,
    },
    Shorten {
        message: MessageId,
    },
    Restore {
        message: MessageId,
    },
    EditSummary {
        message: MessageId,
        text: String,
    },
    UndoEdit {
        message: MessageId,
    },
    RedoEdit {
        message: MessageId,
    },
    SwitchModel {
        model: Box<ModelChoice>,
        provider: Option<Arc<dyn Provider>>,
        reason: SwitchReason,
    },
    BeginTool {
        call_id: String,
    },
    AnswerTool {
        call_id: String,
        answer: ToolAnswer,
    },
    AnswerToolWith {
        call_id: String,
        answer: LateAnswer,
    },
    ApproveTool {
        call_id: String,
        approval: Approval,
    },
    RehearseTool {
        call_id: String,
        preview: Option<Box<Preview>>,
    },
    SetSettings {
        settings: Box<Settings>,
    },
    SetTools {
        tools: Vec<Tool>,
    },
    SetPlanMode {
        on: bool,
    },
    SetDryRun {
        on: bool,
    },
    Rename {
        title: String,
    },
}

/// Why the model changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SwitchReason {
    /// The host set it.
    Host,
    /// The user chose it for this conversation.
    Person,
    /// The settings name it: the user's choice on the same server stays.
    Settings,
}

/// The result of a call, made on the session's thread.
pub(super) struct LateAnswer(pub(super) Box<dyn FnOnce() -> ToolAnswer + Send>);

impl fmt::Debug for LateAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LateAnswer")
    }
}
