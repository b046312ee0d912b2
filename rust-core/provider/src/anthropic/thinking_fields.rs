//! The request fields that control thinking.

use super::claude::{Claude, Thinking};
use super::quirks::Quirks;
use vibeue_conversation::transcript::tree::Object;

/// The tokens left for the answer itself besides a thinking budget.
const ANSWER_ROOM: u64 = 1_024;

/// The smallest thinking budget that the API accepts, in tokens.
const LEAST_BUDGET: u64 = 1_024;

/// The fields that say whether and how hard a model should think.
#[derive(Debug, Default)]
pub(super) struct ThinkingFields {
    /// The type of thinking; not sent if `None`.
    kind: Option<&'static str>,
    /// Whether thinking that is hidden by default is summarized.
    summarized: bool,
    budget: Option<u64>,
    effort: Option<String>,
}

impl ThinkingFields {
    /// Decides by the model's generation and by what its server accepts.
    /// `effort` is `None` if tools are forced: "Thinking may not be enabled
    /// when `tool_choice` forces tool use."
    pub(super) fn of(
        effort: Option<&str>,
        claude: Claude,
        quirks: Quirks,
        max_tokens: u64,
    ) -> Self {
        let mut fields = Self::default();
        let Some(effort) = effort.map(in_their_words) else { return fields };
        match claude.thinking() {
            Thinking::Adaptive if effort == "none" => fields.kind = Some("disabled"),
            _ if effort == "none" => {}
            Thinking::Adaptive => {
                fields.kind = Some("adaptive");
                fields.summarized = claude.hides_thinking();
                fields.effort = (!quirks.no_effort).then(|| effort.to_owned());
            }
            // A tool loop that has lost its thinking cannot continue to think.
            Thinking::Budget if quirks.no_thinking_blocks => {}
            Thinking::Budget => {
                let budget = budget(effort).min(max_tokens.saturating_sub(ANSWER_ROOM));
                if budget >= LEAST_BUDGET {
                    fields.kind = Some("enabled");
                    fields.budget = Some(budget);
                }
            }
            Thinking::Never => {}
        }
        if quirks.no_thinking_switch {
            fields.kind = None;
        }
        fields
    }

    /// Writes the fields, and the answer format next to the effort; returns
    /// whether thinking was switched on.
    pub(super) fn put<'a>(self, body: &mut Object<'a>, format: Option<Object<'a>>) -> bool {
        let thinks = self.kind.is_some_and(|kind| kind != "disabled");
        if let Some(kind) = self.kind {
            let mut thinking = Object::new();
            thinking.put("type", kind);
            if self.summarized {
                thinking.put("display", "summarized");
            }
            if let Some(budget) = self.budget {
                thinking.put("budget_tokens", budget);
            }
            body.put("thinking", thinking);
        }
        let mut config = Object::new();
        if let Some(effort) = self.effort {
            config.put("effort", effort);
        }
        if let Some(format) = format {
            config.put("format", format);
        }
        if !config.is_empty() {
            body.put("output_config", config);
        }
        thinks
    }
}

/// Converts an effort to the API's words.
fn in_their_words(effort: &str) -> &str {
    match effort {
        "minimal" => "low",
        other => other,
    }
}

/// Converts an effort to a number of tokens, for models that expect one.
fn budget(effort: &str) -> u64 {
    match effort {
        "low" => 2_048,
        "high" => 16_384,
        "xhigh" | "max" => 32_768,
        _ => 8_192,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::super::samples::*;
    use crate::{ToolChoice, ToolDefinition};
    use vibeue_conversation::Role;

    #[test]
    fn thinking_and_effort_follow_the_model_s_generation() {
        let settings = |model: &str, effort: &str, required: bool| {
            let mut asked = request(vec![message(Role::User, "x")]);
            model.clone_into(&mut asked.model);
            asked.reasoning_effort = Some(effort.to_owned());
            asked.temperature = Some(0.5);
            asked.max_output_tokens = Some(4_000);
            asked.tools = Arc::from([ToolDefinition {
                name: "t".to_owned(),
                description: String::new(),
                parameters: json!({}),
            }]);
            if required {
                asked.tool_choice = ToolChoice::Required;
            }
            let body = body(&asked);
            json!([body["thinking"], body["output_config"], body["temperature"]])
        };
        let cases = [
            (
                settings("claude-opus-4-7", "minimal", false),
                json!([{"type": "adaptive", "display": "summarized"}, {"effort": "low"}, null]),
            ),
            (
                settings("claude-sonnet-4-6", "high", false),
                json!([{"type": "adaptive"}, {"effort": "high"}, null]),
            ),
            (
                settings("claude-sonnet-4-5", "high", false),
                json!([{"type": "enabled", "budget_tokens": 2_976}, null, null]),
            ),
            (settings("claude-sonnet-4-5", "high", true), json!([null, null, 0.5])),
            (
                settings("claude-sonnet-4-6", "none", false),
                json!([{"type": "disabled"}, null, 0.5]),
            ),
            (settings("claude-3-5-haiku-latest", "high", false), json!([null, null, 0.5])),
        ];
        for (found, expected) in cases {
            assert_eq!(found, expected);
        }
    }
}
