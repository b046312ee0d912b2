//! Pruning: old tool results become placeholders.

use super::digest::{self, DigestOptions, Known};
use super::measure::Measure;
use vibeue_conversation::{Message, Part, ToolCall, ToolResult};

/// Results with fewer tokens than this stay: a placeholder would hardly be
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

/// Finds the previous result of the same tool: with the same arguments, if
/// there was one recently, otherwise with others.
fn run_before<'a>(
    messages: &[&'a Message],
    at: usize,
    call: Option<&ToolCall>,
) -> Option<&'a ToolResult> {
    let call = call?;
    let mut other = None;
    let mut results: Vec<&ToolResult> = Vec::new();
    for message in messages[..at].iter().rev().take(64) {
        results.extend(message.tool_results());
        for earlier in message.tool_calls() {
            if earlier.name != call.name || earlier.id == call.id {
                continue;
            }
            let Some(result) = results.iter().find(|it| it.call_id == earlier.id) else { continue };
            if earlier.arguments == call.arguments {
                return Some(result);
            }
            other = other.or(Some(*result));
        }
    }
    other
}

/// Returns whether a message of this many tokens may have a pruned form at all.
pub(super) fn may_be_pruned(message: &Message, tokens: u64) -> bool {
    tokens >= SMALLEST_WORTH_PRUNING && message.tool_results().next().is_some()
}

/// Returns the message with its tool results replaced by placeholders that name
/// the tool and the archived message, and its tokens; `None` if that would not
/// be shorter.
pub(super) fn prune(
    messages: &[&Message],
    at: usize,
    tokens: u64,
    options: &DigestOptions,
    measure: &impl Measure,
) -> Option<(Message, u64)> {
    let message = messages[at];
    if !may_be_pruned(message, tokens) {
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
        // Only the model reads this form.
        reasoning: None,
    };
    for part in &message.parts {
        let short = match part {
            Part::ToolResult(result) => {
                let call = call_of(messages, at, result);
                let before = run_before(messages, at, call);
                let known = Known { errors: None, before };
                digest::placeholder_knowing(call, result, message.id, options, known)
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
                    whole: result.whole.clone(),
                    ran_ms: result.ran_ms,
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

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_conversation::{Extra, MessageId, Role};

    struct Bytes;

    impl Measure for Bytes {
        fn text(&self, text: &str) -> u64 {
            text.len() as u64 / 4
        }

        fn message(&self, message: &Message) -> u64 {
            message.tool_results().flat_map(ToolResult::texts).map(|it| self.text(it)).sum()
        }
    }

    fn run(id: u64, tool: &str, arguments: &str, result: &str) -> [Message; 2] {
        let call = ToolCall {
            id: format!("c{id}").into(),
            name: tool.into(),
            arguments: arguments.to_owned(),
            extra: Extra::new(),
        };
        [
            Message::new(MessageId(id), Role::Assistant, vec![Part::ToolCall(Box::new(call))]),
            Message::tool_result(MessageId(id + 1), format!("c{id}"), None, result, false),
        ]
    }

    #[test]
    fn a_pruned_run_says_what_changed_since_the_run_before() {
        let stat = |frame: f64| {
            format!(
                "stat unit, average of 120 frames, 1920x1080, Medium (2)\nFrame:   {frame:.2} ms\n\
                 Game:     9.87 ms\nDraws:   4213\n{}",
                "\n".repeat(300)
            )
        };
        let messages: Vec<Message> = [
            run(1, "console_command", r#"{"command":"stat unit"}"#, &stat(24.31)),
            run(3, "console_command", r#"{"command":"stat memory"}"#, "Physical: 7.62 GB used"),
            run(5, "console_command", r#"{"command":"stat unit"}"#, &stat(17.92)),
        ]
        .into_iter()
        .flatten()
        .collect();
        let refs: Vec<&Message> = messages.iter().collect();
        let told = |at: usize| {
            let options = DigestOptions::default();
            let (pruned, _) = prune(&refs, at, 100, &options, &Bytes).unwrap();
            pruned.tool_results().next().unwrap().joined_text()
        };
        assert_eq!(
            told(1),
            "[archived as m2] [✓ console_command: Command: stat unit | Lines: 304 | Figures: Frame \
             24.31 ms, Game 9.87 ms, Draws 4213]"
        );
        assert_eq!(
            told(5),
            "[archived as m6] [✓ console_command: Command: stat unit | Lines: 304 | Since the run \
             before: Frame 24.31 → 17.92 ms | Figures: Frame 17.92 ms, Game 9.87 ms, Draws 4213]"
        );
    }
}
