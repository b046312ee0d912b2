//! What the context holds, as C++ sees it.

use std::path::Path;
use std::sync::Arc;

use vibeue_core::session::live::{
    BreakerLever as CoreLever, ContextForm as CoreForm, ContextKind as CoreKind,
    ContextReport as CoreReport, Forecast as CoreForecast, FormChange as CoreChange,
    HeavyMessage as CoreHeavy, NextSummary as CoreNext, OpenBreaker as CoreBreaker, Snapshot,
};

use crate::ffi::ffi::{
    BreakerLever, ContextForm, ContextKind, ContextPart, ContextReport, Forecast, FormChange,
    HeavyMessage, NextSummary, OpenBreaker,
};
use crate::tasks::FileWriting;
use crate::{messages, reports, settings, status};

/// What the context holds.
pub(crate) fn report(report: &CoreReport) -> ContextReport {
    let part = |part: &vibeue_core::session::live::ContextPart| ContextPart {
        kind: kind(part.kind),
        tokens: part.tokens,
        percent: part.percent,
    };
    ContextReport {
        used: report.used,
        available: report.available,
        percent: report.percent,
        exact: report.exact,
        error_bound: report.error_bound,
        free: report.free,
        over: report.over,
        window: report.window,
        window_assumed: report.window_assumed,
        reserve: report.reserve,
        margin: report.margin,
        parts: report.parts.iter().map(part).collect(),
        next: next(&report.next),
        messages: report.messages,
        condensed: report.condensed,
        heaviest: report.heaviest.iter().map(heavy).collect(),
        summaries: report.summaries.iter().map(reports::summary_row).collect(),
        redoable: report.redoable.clone(),
        breakers: report.breakers.iter().map(breaker).collect(),
    }
}

/// The context report of a session that is not open.
pub(crate) fn nothing() -> ContextReport {
    ContextReport {
        used: 0,
        available: 0,
        percent: 0.0,
        exact: false,
        error_bound: 0.0,
        free: 0,
        over: 0,
        window: 0,
        window_assumed: false,
        reserve: 0,
        margin: 0,
        parts: Vec::new(),
        next: NextSummary {
            line: 0,
            line_percent: 0.0,
            left: 0,
            forecast: Forecast::Unknown,
            turns: 0,
            turn_tokens: 0,
            is_near: false,
            has_gain: false,
            messages: 0,
            frees: 0,
            after: 0,
            has_price: false,
            dollars: 0.0,
            writer: String::new(),
            explanation: String::new(),
        },
        messages: 0,
        condensed: 0,
        heaviest: Vec::new(),
        summaries: Vec::new(),
        redoable: Vec::new(),
        breakers: Vec::new(),
    }
}

/// Begins to write a report to a file; without a state, the session is closed.
pub(crate) fn start_export(
    now: Option<Arc<Snapshot>>,
    path: &str,
    form: ContextForm,
) -> FileWriting {
    let form = if form == ContextForm::Csv { CoreForm::Csv } else { CoreForm::Json };
    let text = move || now.map(|now| now.context().write(form)).ok_or_else(status::closed);
    FileWriting::start("vibeue-export", Path::new(path), text)
}

fn kind(kind: CoreKind) -> ContextKind {
    match kind {
        CoreKind::System => ContextKind::System,
        CoreKind::Tools => ContextKind::Tools,
        CoreKind::Summary => ContextKind::Summary,
        CoreKind::User => ContextKind::User,
        CoreKind::Assistant => ContextKind::Assistant,
        CoreKind::ToolCalls => ContextKind::ToolCalls,
        CoreKind::ToolResults => ContextKind::ToolResults,
        CoreKind::Images => ContextKind::Images,
        CoreKind::Overhead => ContextKind::Overhead,
    }
}

fn heavy(message: &CoreHeavy) -> HeavyMessage {
    HeavyMessage {
        id: message.id.0,
        role: messages::role(message.role),
        tools: message.tools.clone(),
        is_tool_result: message.is_tool_result,
        tokens: message.tokens,
        turns_ago: message.turns_ago,
        first_words: message.first_words.clone(),
        pinned: message.pinned,
        can_shorten: message.can_shorten,
        shortened: message.shortened,
    }
}

/// A message that was shortened or restored.
pub(crate) fn form_change(change: &CoreChange) -> FormChange {
    FormChange {
        message: change.message.0,
        compaction: change.compaction,
        tokens_before: change.tokens_before,
        tokens_after: change.tokens_after,
        request_before: change.request_before,
        request_after: change.request_after,
    }
}

fn next(next: &CoreNext) -> NextSummary {
    let (forecast, turns) = match next.forecast {
        CoreForecast::Off => (Forecast::Off, 0),
        CoreForecast::Due => (Forecast::Due, 0),
        CoreForecast::Held => (Forecast::Held, 0),
        CoreForecast::InTurns(turns) => (Forecast::InTurns, turns),
        CoreForecast::Unknown => (Forecast::Unknown, 0),
    };
    // A line at which nothing starts is none to draw.
    let drawn = forecast != Forecast::Off;
    let gain = next.gain;
    let dollars = gain.and_then(|gain| gain.dollars);
    NextSummary {
        line: if drawn { next.line } else { 0 },
        line_percent: if drawn { next.line_percent } else { 0.0 },
        left: if drawn { next.left } else { 0 },
        forecast,
        turns,
        turn_tokens: next.turn_tokens.unwrap_or(0),
        is_near: next.is_near(),
        has_gain: gain.is_some(),
        messages: gain.map_or(0, |gain| gain.messages),
        frees: gain.map_or(0, |gain| gain.frees),
        after: gain.map_or(0, |gain| gain.after),
        has_price: dollars.is_some(),
        dollars: dollars.unwrap_or(0.0),
        writer: next.writer.clone().unwrap_or_default(),
        explanation: next.explanation.clone(),
    }
}

fn breaker(open: &CoreBreaker) -> OpenBreaker {
    OpenBreaker {
        explanation: open.explanation.to_owned(),
        fix: settings::with_editor_names(open.fix),
        lever: match open.lever {
            None => BreakerLever::None,
            Some(CoreLever::Summarize) => BreakerLever::Summarize,
            Some(CoreLever::SummarizeOriginals) => BreakerLever::SummarizeOriginals,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn while_summaries_are_off_there_is_no_line_to_draw() {
        let lines = |forecast| {
            let core = CoreNext {
                line: 8_000,
                line_percent: 80.0,
                left: 3_000,
                forecast,
                turn_tokens: None,
                gain: None,
                writer: None,
                explanation: String::new(),
            };
            let next = next(&core);
            (next.line, next.line_percent, next.left)
        };
        assert_eq!(lines(CoreForecast::Unknown), (8_000, 80.0, 3_000));
        assert_eq!(lines(CoreForecast::Off), (0, 0.0, 0));
    }
}
