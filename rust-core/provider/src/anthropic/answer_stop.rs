//! Why an answer ended.

use serde_json::Value;

use crate::StopReason;

/// Why an answer ended, as far as the server has said.
#[derive(Debug, Default)]
pub(super) struct AnswerStop {
    reason: Option<String>,
    /// Why the model declined, in the server's words.
    refusal: Option<String>,
}

impl AnswerStop {
    /// Reads the reason from a message or from a change to one.
    pub(super) fn take(&mut self, source: &Value) {
        if let Some(reason) = source.get("stop_reason").and_then(Value::as_str) {
            self.reason = Some(reason.to_owned());
        }
        let details = source.get("stop_details").filter(|details| details.is_object());
        if let Some(details) = details {
            let detail = ["explanation", "message", "category", "reason"]
                .iter()
                .find_map(|name| details.get(*name).and_then(Value::as_str));
            self.refusal = detail.map(str::to_owned).or(self.refusal.take());
        }
    }

    /// Returns whether the server gave a reason.
    pub(super) fn is_known(&self) -> bool {
        self.reason.is_some()
    }

    /// The reason; compatible servers may leave it out.
    pub(super) fn reason(&self) -> StopReason {
        match self.reason.as_deref() {
            Some("end_turn" | "stop_sequence") | None => StopReason::End,
            Some("tool_use") => StopReason::ToolCalls,
            Some("max_tokens") => StopReason::Length,
            Some("model_context_window_exceeded") => StopReason::ContextFull,
            Some("pause_turn") => StopReason::Pause,
            Some("refusal") => StopReason::Refusal,
            Some("compaction") => StopReason::Compaction,
            Some(other) => StopReason::Other(other.to_owned()),
        }
    }

    /// Why the model declined, if it did and the server says so.
    pub(super) fn refusal(self) -> Option<String> {
        self.refusal.filter(|_| self.reason.as_deref() == Some("refusal"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_reason_to_stop_is_known() {
        let cases = [
            ("end_turn", StopReason::End),
            ("stop_sequence", StopReason::End),
            ("max_tokens", StopReason::Length),
            ("model_context_window_exceeded", StopReason::ContextFull),
            ("pause_turn", StopReason::Pause),
            ("refusal", StopReason::Refusal),
            ("compaction", StopReason::Compaction),
            ("news", StopReason::Other("news".to_owned())),
        ];
        for (reason, expected) in cases {
            let mut stop = AnswerStop::default();
            assert!(!stop.is_known());
            stop.take(&json!({"stop_reason": reason}));
            stop.take(&json!({"stop_reason": null}));
            assert!(stop.is_known());
            assert_eq!(stop.reason(), expected, "{reason}");
        }
    }

    #[test]
    fn why_the_model_declined_is_told_only_where_it_did() {
        let details = json!({"type": "refusal", "category": "cyber"});
        let told = |reason: &str| {
            let mut stop = AnswerStop::default();
            stop.take(&json!({"stop_reason": reason, "stop_details": details}));
            stop.refusal()
        };
        assert_eq!(told("refusal").as_deref(), Some("cyber"));
        assert_eq!(told("end_turn"), None);
    }
}
