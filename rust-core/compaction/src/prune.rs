//! Pruning: old tool results become placeholders.

use super::digest::{self, DigestOptions};
use super::measure::Measure;
use vibeue_conversation::{Message, Part, ToolCall, ToolResult};

/// Results of fewer tokens than this stay: a placeholder would hardly be
/// shorter, and the model would lose a cheap fact.
pub(super) const SMALLEST_WORTH_PRUNING: u64 = 64;

/// Finds the call that a result answers: the nearest one before it.
pub fn call_of<'a>(
    messages: &[&'a Message],
    at: usize,
    result: &ToolResult,
) -> Option<&'a ToolCall> {
    messages[..at]
        .iter()
        .rev()
        .take(64)
        .find_map(|m| m.tool_calls().find(|call| call.id == result.call_id))
}

/// Returns the message with its tool results replaced by placeholders that
/// name the tool and the archived message, and its tokens; `None` when that
/// would not make it shorter.
pub(super) fn prune(
    messages: &[&Message],
    at: usize,
    tokens: u64,
    options: &DigestOptions,
    measure: &impl Measure,
) -> Option<(Message, u64)> {
    let message = messages[at];
    if tokens < SMALLEST_WORTH_PRUNING || message.tool_results().next().is_none() {
        return None;
    }
    let mut changed = false;
    let mut pruned = Message {
        id: message.id,
        role: message.role,
        kind: message.kind,
        pinned: message.pinned,
        form: message.form,
        origin: message.origin,
        name: message.name.clone(),
        parts: Vec::with_capacity(message.parts.len()),
        extra: message.extra.clone(),
    };
    for part in &message.parts {
        let short = match part {
            Part::ToolResult(result) => {
                let call = call_of(messages, at, result);
                digest::placeholder(call, result, message.id, options)
                    .map(|text| (result.as_ref(), text))
            }
            _ => None,
        };
        match short {
            Some((result, text)) => {
                changed = true;
                pruned.parts.push(Part::ToolResult(Box::new(ToolResult {
                    call_id: result.call_id.clone(),
                    name: result.name.clone(),
                    parts: vec![Part::text(text)],
                    is_error: result.is_error,
                    extra: result.extra.clone(),
                })));
            }
            None => pruned.parts.push(part.clone()),
        }
    }
    if !changed {
        return None;
    }
    let after = measure.message(&pruned);
    (after < tokens).then_some((pruned, after))
}
