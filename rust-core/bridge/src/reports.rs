//! Numbers and states as C++ sees them.

use vibeue_core::compaction::{Account, Decision, Hold, Reason, Rung as CoreRung, Strategy};
use vibeue_core::session::live::{
    CostLedger, CostLine as CoreLine, Phase as CorePhase, SessionState as CoreState,
    ShutdownReport, SummaryPurpose as CorePurpose, SummaryRow as CoreRow, UsageReport as CoreUsage,
};
use vibeue_core::tokens::models::Source;
use vibeue_core::tokens::{Budget, Usage};
use vibeue_core::tools::project::ChangeSet;
use vibeue_core::tools::{Preview, PreviewKind};

use crate::ffi::ffi::{
    CallPreview, CallPreviewKind, CloseReport, CostLine, CostReport, FileChanges, HoldReason,
    Phase, Rung, SessionState, StartReason, SummaryAccount, SummaryPurpose, SummaryRow,
    SummaryStrategy, TriggerReport, UsageReport, WindowSource,
};

/// What a call would do.
pub(crate) fn preview(preview: Preview) -> CallPreview {
    let kind = match preview.kind {
        PreviewKind::Diff => CallPreviewKind::Diff,
        PreviewKind::Text => CallPreviewKind::Text,
    };
    let Preview { title, text, would_fail, .. } = preview;
    CallPreview { kind, title, text, would_fail }
}

/// The effect of a call according to C++; `None` if unknown.
pub(crate) fn given_preview(preview: &CallPreview) -> Option<Preview> {
    match preview.kind {
        _ if preview.would_fail => Some(Preview::refused(&*preview.title, &preview.text)),
        CallPreviewKind::Diff => Some(Preview::diff(&*preview.title, &preview.text)),
        CallPreviewKind::Text => Some(Preview::text(&*preview.title, &preview.text)),
        _ => None,
    }
}

/// A call whose effect is unknown.
pub(crate) fn no_preview() -> CallPreview {
    let kind = CallPreviewKind::Nothing;
    CallPreview { kind, title: String::new(), text: String::new(), would_fail: false }
}

/// What one turn edited.
pub(crate) fn file_changes(set: &ChangeSet) -> FileChanges {
    FileChanges {
        id: set.id,
        turn: set.turn,
        time_ms: set.at_ms,
        files: set.files().into_iter().map(str::to_owned).collect(),
        restored: set.restored,
    }
}

/// The size of the next request.
pub(crate) fn usage(usage: &CoreUsage) -> UsageReport {
    let breakdown = &usage.breakdown;
    UsageReport {
        used: usage.used,
        available: usage.available,
        percent: usage.percent(),
        exact: usage.exact,
        error_bound: usage.error_bound,
        window: usage.budget.window,
        window_source: window_source(usage.window_source),
        window_assumed: usage.window_is_assumed(),
        reserve: usage.budget.reserve,
        input_limit: usage.budget.input_limit.unwrap_or(0),
        system: breakdown.system,
        tools: breakdown.tools,
        summary: breakdown.summary,
        user: breakdown.user,
        assistant: breakdown.assistant,
        tool_calls: breakdown.tool_calls,
        tool_results: breakdown.tool_results,
        images: breakdown.images,
        overhead: breakdown.overhead,
    }
}

/// The size of the next request in a session that is not open.
pub(crate) fn no_usage() -> UsageReport {
    let budget = Budget { window: 0, reserve: 0, input_limit: None };
    usage(&CoreUsage {
        breakdown: Usage::default(),
        used: 0,
        available: 0,
        exact: false,
        error_bound: 0.0,
        budget,
        window_source: Source::Default,
        window_pending: false,
    })
}

fn window_source(source: Source) -> WindowSource {
    match source {
        Source::User => WindowSource::User,
        Source::Server => WindowSource::Server,
        Source::Table => WindowSource::Table,
        Source::Default => WindowSource::Assumed,
    }
}

/// The trigger's decision.
pub(crate) fn trigger(decision: &Decision) -> TriggerReport {
    TriggerReport {
        start: match decision.start {
            None => StartReason::None,
            Some(Reason::Threshold) => StartReason::Threshold,
            Some(Reason::Emergency) => StartReason::Emergency,
            Some(Reason::Refresh) => StartReason::Refresh,
            Some(Reason::Manual) => StartReason::Manual,
        },
        hold: match decision.hold {
            None => HoldReason::None,
            Some(Hold::Disabled) => HoldReason::Disabled,
            Some(Hold::BelowThreshold) => HoldReason::BelowThreshold,
            Some(Hold::TooFewMessages) => HoldReason::TooFewMessages,
            Some(Hold::Cooldown) => HoldReason::Cooldown,
            Some(Hold::NoProgress) => HoldReason::NoProgress,
        },
        model_allowed: decision.model_allowed,
        over_budget: decision.over_budget(),
        near_limit: decision.used >= decision.threshold_tokens,
        used: decision.used,
        available: decision.available,
        threshold_tokens: decision.threshold_tokens,
        reset_tokens: decision.reset_tokens,
        messages: decision.messages,
        has_since_last: decision.since_last.is_some(),
        since_last: decision.since_last.unwrap_or(0),
        explanation: decision.to_string(),
    }
}

/// The trigger's decision for a session that is not open.
pub(crate) fn no_trigger() -> TriggerReport {
    TriggerReport {
        start: StartReason::None,
        hold: HoldReason::BelowThreshold,
        model_allowed: false,
        over_budget: false,
        near_limit: false,
        used: 0,
        available: 0,
        threshold_tokens: 0,
        reset_tokens: 0,
        messages: 0,
        has_since_last: false,
        since_last: 0,
        explanation: "the conversation is not open".to_owned(),
    }
}

/// What the session has cost.
pub(crate) fn costs(costs: &CostLedger) -> CostReport {
    CostReport {
        chat: cost_line(&costs.chat),
        summaries: cost_line(&costs.summaries),
        counts: cost_line(&costs.counts),
        dollars: costs.dollars(),
    }
}

fn cost_line(line: &CoreLine) -> CostLine {
    CostLine {
        calls: line.calls,
        unreported: line.unreported,
        unpriced: line.unpriced,
        input: line.input,
        cached: line.cached,
        output: line.output,
        dollars: line.dollars,
    }
}

/// What the session is doing.
pub(crate) fn state(state: &CoreState) -> SessionState {
    SessionState {
        turn: state.turn.map_or(0, |turn| turn.turn.0),
        phase: match state.turn.map(|turn| turn.phase) {
            None => Phase::Idle,
            Some(CorePhase::Preparing) => Phase::Preparing,
            Some(CorePhase::Compacting) => Phase::Compacting,
            Some(CorePhase::Streaming) => Phase::Streaming,
            Some(CorePhase::Tools) => Phase::Tools,
        },
        rounds: state.turn.map_or(0, |turn| turn.rounds),
        queued: state.queued as u64,
        summary: state.summary.map_or(0, |summary| summary.summary.0),
        purpose: state.summary.map_or(SummaryPurpose::None, |summary| purpose(summary.purpose)),
        closed: state.closed,
    }
}

/// The state of a session that is not open.
pub(crate) fn no_state(closed: bool) -> SessionState {
    SessionState { closed, ..state(&CoreState::default()) }
}

/// What a summarization is for.
pub(crate) fn purpose(purpose: CorePurpose) -> SummaryPurpose {
    match purpose {
        CorePurpose::Automatic => SummaryPurpose::Automatic,
        CorePurpose::Manual => SummaryPurpose::Manual,
        CorePurpose::Preview => SummaryPurpose::Preview,
        CorePurpose::FromOriginals => SummaryPurpose::FromOriginals,
        CorePurpose::Overflow => SummaryPurpose::Overflow,
    }
}

/// How far down the ladder it went.
pub(crate) fn rung(rung: Option<CoreRung>) -> Rung {
    match rung {
        None => Rung::None,
        Some(CoreRung::Prune) => Rung::Prune,
        Some(CoreRung::Full) => Rung::Full,
        Some(CoreRung::Simple) => Rung::Simple,
        Some(CoreRung::Rules) => Rung::Rules,
        Some(CoreRung::Trim) => Rung::Trim,
    }
}

/// Who wrote a summary.
pub(crate) fn strategy(strategy: Option<Strategy>) -> SummaryStrategy {
    match strategy {
        None => SummaryStrategy::None,
        Some(Strategy::Rules) => SummaryStrategy::Rules,
        Some(Strategy::Llm) => SummaryStrategy::Llm,
        Some(Strategy::Hybrid) => SummaryStrategy::Hybrid,
        Some(Strategy::Native) => SummaryStrategy::Native,
    }
}

/// What a compaction kept and what it cost.
fn account(row: &CoreRow) -> SummaryAccount {
    let none = Account { duration_ms: row.duration_ms, ..Account::default() };
    let account = row.account.as_ref().unwrap_or(&none);
    SummaryAccount {
        budget: account.budget,
        facts_found: account.facts_found,
        facts_kept: account.facts_kept,
        story_found: account.story_found,
        story_kept: account.story_kept,
        model_calls: account.model_calls,
        has_dollars: account.dollars.is_some(),
        dollars: account.dollars.unwrap_or(0.0),
        duration_ms: account.duration_ms,
    }
}

/// One line of the history of summarizations.
pub(crate) fn summary_row(row: &CoreRow) -> SummaryRow {
    SummaryRow {
        compaction: row.compaction,
        message: row.message.map_or(0, |message| message.0),
        reason: row.reason.clone(),
        rung: rung(Some(row.rung)),
        strategy: strategy(row.strategy),
        writer: row.writer.clone().unwrap_or_default(),
        depth: row.depth,
        at_ms: row.at.unwrap_or(0),
        messages: row.messages,
        results_pruned: row.results_pruned,
        messages_trimmed: row.messages_trimmed,
        tokens_before: row.tokens_before,
        tokens_after: row.tokens_after,
        ratio: row.ratio,
        account: account(row),
        in_force: row.in_force,
        edited: row.edited,
        can_undo_edit: row.can_undo_edit,
        can_redo_edit: row.can_redo_edit,
        versions: row.versions.len() as u64,
    }
}

/// How a session ended.
pub(crate) fn close(report: &ShutdownReport) -> CloseReport {
    CloseReport {
        complete: report.complete,
        turn_cancelled: report.turn_cancelled,
        summary_cancelled: report.summary_cancelled,
        unsent: report.unsent as u64,
        unsynced: report.unsynced,
        took_ms: u64::try_from(report.took.as_millis()).unwrap_or(u64::MAX),
    }
}

/// The report of a session that had nothing to end.
pub(crate) fn closed_already() -> CloseReport {
    CloseReport {
        complete: true,
        turn_cancelled: false,
        summary_cancelled: false,
        unsent: 0,
        unsynced: false,
        took_ms: 0,
    }
}
