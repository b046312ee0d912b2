//! What a server turned out not to accept.

use std::fmt;

use crate::{ErrorClass, ProviderError};

/// What a server, for one model, turned out not to accept. Each is learned
/// from the error that names it, and the request is sent once more without.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Quirks {
    /// `stream_options` is an error.
    pub(super) no_stream_options: bool,
    /// The other name of the limit on the answer has to be used.
    pub(super) other_max_tokens: bool,
    /// No limit on the answer is accepted, under either name.
    pub(super) no_max_tokens: bool,
    /// The most tokens of an answer that the server accepts.
    pub(super) max_output: Option<u64>,
    /// `temperature` is an error.
    pub(super) no_temperature: bool,
    /// `response_format` is an error.
    pub(super) no_schema: bool,
    /// `tool_choice` is an error.
    pub(super) no_tool_choice: bool,
    /// `reasoning_effort` is an error.
    pub(super) no_effort: bool,
    /// `prompt_cache_key` is an error.
    pub(super) no_cache_key: bool,
    /// Tools are an error: calls and results are sent as words.
    pub(super) no_tools: bool,
    /// Images are an error.
    pub(super) no_images: bool,
    /// Users and models must take turns, one message each.
    pub(super) alternate: bool,
    /// The prompt has to be in the user's first message.
    pub(super) no_system: bool,
    /// Ids of calls are nine letters or digits (Mistral).
    pub(super) short_ids: bool,
    /// Contents are texts, not lists of blocks.
    pub(super) plain_content: bool,
    /// Earlier reasoning is an error.
    pub(super) no_reasoning: bool,
    /// Fields of messages that are not in the protocol are an error.
    pub(super) no_extra: bool,
}

impl Quirks {
    /// Learns from an error; `true` when it names something that was not
    /// known yet, so that another attempt can help.
    pub(super) fn learn(&mut self, error: &ProviderError) -> bool {
        let judged = matches!(error.class, ErrorClass::Refused | ErrorClass::Overloaded { .. });
        if error.delivered || !judged || !matches!(error.status, Some(400 | 422 | 500)) {
            return false;
        }
        let hint = error.hint.as_deref().unwrap_or_default();
        let text = format!("{} {hint}", error.message).to_ascii_lowercase();
        let says = |words: &str| text.contains(words);
        // A server that is down says nothing of the request.
        if error.status == Some(500) && !says("template") && !says("support") && !says("role") {
            return false;
        }
        if says("max_tokens") || says("max_completion_tokens") || says("max_output_tokens") {
            return self.learn_limit(&text);
        }
        match self.flag(&text) {
            Some(flag) => !std::mem::replace(flag, true),
            None => false,
        }
    }

    /// What an error names as the part of the request that is not taken.
    fn flag(&mut self, text: &str) -> Option<&mut bool> {
        let says = |words: &str| text.contains(words);
        let flag = if says("stream_options") || says("include_usage") {
            &mut self.no_stream_options
        } else if says("temperature") {
            &mut self.no_temperature
        } else if says("response_format") || says("json_schema") || says("structured output") {
            &mut self.no_schema
        } else if says("enable-auto-tool-choice") {
            &mut self.no_tools
        } else if says("tool_choice") || says("tool choice") {
            &mut self.no_tool_choice
        } else if says("length of 9") {
            &mut self.short_ids
        } else if says("reasoning_effort") {
            &mut self.no_effort
        } else if says("prompt_cache_key") {
            &mut self.no_cache_key
        } else if says("reasoning_content") || says("reasoning_details") {
            &mut self.no_reasoning
        } else if says("alternate") {
            &mut self.alternate
        } else if says("system role") || says("system message") {
            &mut self.no_system
        } else if says("image") || says("multimodal") {
            &mut self.no_images
        } else if says("support tools")
            || says("support function")
            || says("tools is not supported")
            || says("tool use")
            || says("`tools`")
            || says("'tools'")
            || says("blames `tools")
        {
            &mut self.no_tools
        } else if says("content") && (says("string") || says("str type")) {
            &mut self.plain_content
        } else if says("messages")
            && ["extra inputs", "additional propert", "property '", "unknown field", "unrecognized"]
                .iter()
                .any(|words| text.contains(words))
        {
            &mut self.no_extra
        } else {
            return None;
        };
        Some(flag)
    }

    /// Learns from an error that names the limit on the answer: its size, its
    /// name, or that there is none, in this order.
    fn learn_limit(&mut self, text: &str) -> bool {
        const MOST: [&str; 6] = [
            "at most ",
            "less than or equal to ",
            "<= ",
            "maximum value of ",
            "range [1, ",
            "maximum of ",
        ];
        let most = MOST.iter().find_map(|words| {
            let rest = text.split_once(words)?.1.trim_start_matches(['`', '\'']);
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            rest[..digits].parse::<u64>().ok().filter(|limit| *limit > 0)
        });
        if let Some(most) = most.filter(|most| self.max_output.is_none_or(|known| *most < known)) {
            self.max_output = Some(most);
            return true;
        }
        let flag = if self.other_max_tokens {
            &mut self.no_max_tokens
        } else {
            &mut self.other_max_tokens
        };
        !std::mem::replace(flag, true)
    }
}

impl fmt::Display for Quirks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = [
            (self.no_temperature, "temperature"),
            (self.no_max_tokens, "the limit on the answer"),
            (self.no_schema, "response schema"),
            (self.no_tool_choice, "tool choice"),
            (self.no_effort, "reasoning effort"),
            (self.no_tools, "tools"),
            (self.no_images, "images"),
        ];
        let names: Vec<_> = all.iter().filter(|(set, _)| *set).map(|(_, name)| *name).collect();
        f.write_str(&names.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(status: u16, message: &str) -> ProviderError {
        let mut error = ProviderError::new(ErrorClass::Refused, message);
        error.status = Some(status);
        error
    }

    fn learned(message: &str) -> Quirks {
        let mut quirks = Quirks::default();
        assert!(quirks.learn(&refused(400, message)), "{message}");
        quirks
    }

    #[test]
    fn each_complaint_is_understood_once() {
        let none = Quirks::default;
        for (message, expected) in [
            (
                "Unsupported parameter: 'max_tokens' is not supported with this model. Use \
                 'max_completion_tokens' instead.",
                Quirks { other_max_tokens: true, ..none() },
            ),
            (
                "max_tokens is too large: 100000. This model supports at most 16384 completion \
                 tokens",
                Quirks { max_output: Some(16_384), ..none() },
            ),
            (
                "Unsupported value: 'temperature' does not support 0 with this model.",
                Quirks { no_temperature: true, ..none() },
            ),
            ("Unknown field: stream_options", Quirks { no_stream_options: true, ..none() }),
            ("This response_format type is unavailable now", Quirks { no_schema: true, ..none() }),
            (
                "registry.ollama.ai/library/gemma does not support tools",
                Quirks { no_tools: true, ..none() },
            ),
            (
                "\"auto\" tool choice requires --enable-auto-tool-choice",
                Quirks { no_tools: true, ..none() },
            ),
            (
                "Conversation roles must alternate user/assistant/user/assistant/...",
                Quirks { alternate: true, ..none() },
            ),
            ("System role not supported", Quirks { no_system: true, ..none() }),
            (
                "Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.",
                Quirks { short_ids: true, ..none() },
            ),
            ("model is not a multimodal model", Quirks { no_images: true, ..none() }),
            (
                "messages.0.content: Input should be a valid string",
                Quirks { plain_content: true, ..none() },
            ),
        ] {
            let mut quirks = learned(message);
            assert_eq!(quirks, expected, "{message}");
            let again = refused(400, message);
            let more = quirks.learn(&again);
            assert_eq!(more, message.contains("max_tokens"), "{message}");
        }
    }

    #[test]
    fn the_same_complaint_about_the_limit_ends() {
        let mut quirks = Quirks::default();
        let error = refused(400, "max_tokens must be <= 100 for max_completion_tokens");
        let learned = (0..10).filter(|_| quirks.learn(&error)).count();
        assert_eq!((learned, quirks.max_output, quirks.no_max_tokens), (3, Some(100), true));
    }

    #[test]
    fn other_errors_teach_nothing() {
        let mut quirks = Quirks::default();
        for error in [
            refused(400, "Missing required parameter"),
            refused(401, "temperature"),
            refused(500, "temperature sensor failed"),
            ProviderError::new(ErrorClass::Authentication, "temperature"),
        ] {
            assert!(!quirks.learn(&error), "{error}");
        }
        let mut delivered = refused(400, "temperature");
        delivered.delivered = true;
        assert!(!quirks.learn(&delivered));
        assert_eq!(quirks, Quirks::default());
    }
}
