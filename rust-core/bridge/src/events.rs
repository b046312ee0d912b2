//! One event of the core as one call of the sink.

use std::pin::Pin;

use vibeue_core::session::live::{
    SessionEvent, SummaryCompletion, SummaryEnd as CoreSummaryEnd, TurnEnd as CoreTurnEnd, TurnId,
};
use vibeue_core::tools::Access;

use crate::ffi::ffi::{
    EventSink, PreviewFailure, SummarizationComplete, SummarizationStarted, SummaryAccount,
    SummaryEnd, ToolRequest, TurnEnd,
};
use crate::inside::Inside;
use crate::live::{Live, lock};
use crate::messages::Seen;
use crate::{context, messages, preview, reports, serving, status, tools};

/// Emits one event of a session to the sink.
#[expect(clippy::too_many_lines, reason = "one arm for each event")]
pub(crate) fn emit(live: &Live, sink: Pin<&mut EventSink>, event: SessionEvent) {
    let id = |turn: Option<TurnId>| turn.map_or(0, |turn| turn.0);
    match event {
        SessionEvent::State { state } => sink.on_state(&reports::state(&state)),
        SessionEvent::TurnStarted { turn } => sink.on_turn_started(turn.0),
        SessionEvent::TextDelta { turn, text } => sink.on_text_delta(turn.0, &text),
        SessionEvent::ReasoningDelta { turn, text } => sink.on_reasoning_delta(turn.0, &text),
        SessionEvent::AnswerRetracted { turn, reason } => {
            sink.on_answer_retracted(turn.0, &reason);
        }
        SessionEvent::Message { turn, message } => {
            let seen = live.snapshot().map(|now| Seen::of(&now, message.id)).unwrap_or_default();
            sink.on_message(id(turn), &messages::event_message(&message, seen));
        }
        SessionEvent::ToolCall { turn, call_id, name, arguments, needs_approval, dry_run } => {
            let (turn, preview) = (turn.0, reports::no_preview());
            let (known, is_offered) = lock(&live.tools).known(&name);
            let (inside, access) = inside(live, &name, &arguments).unzip();
            let access = access.map_or(known, tools::access_to_ffi);
            let runs_inside = inside.is_some();
            let request = ToolRequest {
                turn,
                call_id,
                name,
                arguments,
                needs_approval,
                dry_run,
                access,
                is_offered: is_offered && !runs_inside,
                runs_inside,
                preview,
            };
            match inside {
                // The sink is notified once the preview is there.
                Some(inside) if needs_approval => return inside.ask(request),
                Some(inside) => {
                    live.begins(&request.call_id);
                    inside.run(&request);
                }
                None => {}
            }
            sink.on_tool_call(&request);
        }
        SessionEvent::ToolApproved { turn, call_id } => {
            let mut of = live.insides().filter(|inside| inside.calls().has(&call_id));
            let allowed = of.next().is_none_or(|inside| {
                live.begins(&call_id);
                inside.allowed(&call_id)
            });
            if allowed {
                sink.on_tool_approved(turn.0, &call_id);
            }
        }
        SessionEvent::ToolEnded { turn, call_id, name: _, end } => {
            live.insides().for_each(|inside| inside.calls().ended(&call_id));
            sink.on_tool_ended(turn.0, &call_id, tools::end_to_ffi(end));
        }
        SessionEvent::Usage { usage } => sink.on_usage(&live.usage(&usage)),
        SessionEvent::SummarizationStarted {
            summary,
            purpose,
            reason: _,
            decision,
            explanation,
            blocking,
        } => sink.on_summarization_started(&SummarizationStarted {
            summary: summary.0,
            purpose: reports::purpose(purpose),
            trigger: reports::trigger(&decision),
            explanation,
            blocking,
        }),
        SessionEvent::SummarizationComplete { completion } => {
            sink.on_summarization_complete(&complete(*completion));
        }
        SessionEvent::PreviewStarted { summary } => sink.on_preview_started(summary.0),
        SessionEvent::PreviewReady { preview } => {
            let (shown, messages) = preview::part(*preview);
            *lock(&live.previewed) = messages;
            sink.on_preview_ready(&shown);
        }
        SessionEvent::PreviewFailed { summary, failure, warnings } => {
            let failure = status::failure(Some(failure));
            sink.on_preview_failed(&PreviewFailure { summary: summary.0, failure, warnings });
        }
        SessionEvent::BranchShown { branch } => sink.on_branch_shown(branch),
        SessionEvent::Undone { compactions } => sink.on_undone(&compactions),
        SessionEvent::Redone { compaction } => sink.on_redone(compaction),
        SessionEvent::Pinned { message, pinned } => sink.on_pinned(message.0, pinned),
        SessionEvent::Shortened { change } => sink.on_shortened(&context::form_change(&change)),
        SessionEvent::Restored { change } => sink.on_restored(&context::form_change(&change)),
        SessionEvent::SummaryEdited { message }
        | SessionEvent::SummaryEditUndone { message }
        | SessionEvent::SummaryEditRedone { message } => sink.on_summary_edited(message.0),
        SessionEvent::ModelChanged { model } => sink.on_model_changed(&model),
        SessionEvent::Warning { turn, message } => sink.on_warning(id(turn), &message),
        SessionEvent::Error { turn, failure } => {
            sink.on_session_error(id(turn), &status::failure(Some(failure)));
        }
        SessionEvent::TurnEnded { turn, end } => {
            live.insides().for_each(|inside| inside.calls().turn_ended(turn.0));
            if live.agent.is_some() {
                serving::expect_nothing();
            }
            let is_idle = || live.snapshot().is_some_and(|now| now.state.turn.is_none());
            if let Some(agent) = live.agent.as_ref().filter(|_| end != CoreTurnEnd::Completed)
                && is_idle()
            {
                // It may be waiting for the user, who is no longer being asked.
                agent.leave_turn();
            }
            sink.on_turn_ended(turn.0, turn_end(end));
        }
        SessionEvent::Lagged { missed } => sink.on_lagged(missed),
        SessionEvent::Closed => sink.on_closed(),
    }
}

/// Which part of the core runs a call, and what it may touch; `None` if the host runs it. A
/// server's tool never replaces one of the host's.
fn inside<'l>(live: &'l Live, name: &str, arguments: &str) -> Option<(&'l dyn Inside, Access)> {
    if let Some(agent) = &live.agent {
        return Some((agent, agent.access(name)?));
    }
    if let Some(project) = &live.project
        && let Some(access) = project.access(name)
    {
        return Some((project, access));
    }
    if lock(&live.tools).has(name) {
        return None;
    }
    let servers = live.servers.as_ref()?;
    Some((servers, servers.access(name, arguments)?))
}

fn turn_end(end: CoreTurnEnd) -> TurnEnd {
    match end {
        CoreTurnEnd::Completed => TurnEnd::Completed,
        CoreTurnEnd::Failed => TurnEnd::Failed,
        CoreTurnEnd::Cancelled => TurnEnd::Cancelled,
    }
}

fn complete(completion: SummaryCompletion) -> SummarizationComplete {
    SummarizationComplete {
        summary: completion.summary.0,
        purpose: reports::purpose(completion.purpose),
        end: match completion.outcome {
            CoreSummaryEnd::Applied => SummaryEnd::Applied,
            CoreSummaryEnd::Failed => SummaryEnd::Failed,
            CoreSummaryEnd::Cancelled => SummaryEnd::Cancelled,
        },
        success: completion.success,
        failure: status::failure(completion.failure),
        compaction: completion.compaction.unwrap_or(0),
        text: completion.record.map(|record| record.narrative).unwrap_or_default(),
        rung: reports::rung(completion.rung),
        strategy: reports::strategy(completion.strategy),
        depth: completion.depth,
        tokens_before: completion.tokens_before,
        tokens_after: completion.tokens_after,
        ratio: completion.ratio,
        messages_summarized: completion.messages_summarized,
        results_pruned: completion.results_pruned,
        messages_trimmed: completion.messages_trimmed,
        messages_total: completion.messages_total,
        account: SummaryAccount {
            budget: completion.budget,
            facts_found: completion.facts_found,
            facts_kept: completion.facts_kept,
            story_found: completion.story_found,
            story_kept: completion.story_kept,
            model_calls: completion.model_calls,
            has_dollars: completion.dollars.is_some(),
            dollars: completion.dollars.unwrap_or(0.0),
            duration_ms: completion.duration_ms,
        },
        warnings: completion.warnings,
    }
}
