//! What a server turned out not to accept.

use std::fmt;

use tracing::debug;

/// What a server, or one of its models, turned out not to accept: learned from
/// refusals, one at a time. Each wire knows which phrases mean what, and uses
/// only the fields of its own protocol.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Quirks {
    /// `stream_options` is an error.
    pub(crate) no_stream_options: bool,
    /// The limit on the answer has to be sent under its other name.
    pub(crate) other_max_tokens: bool,
    /// No limit on the answer is accepted, under either name.
    pub(crate) no_max_tokens: bool,
    /// The maximum number of tokens of an answer that the server accepts.
    pub(crate) max_output: Option<u64>,
    /// `temperature` is an error.
    pub(crate) no_temperature: bool,
    /// The answer format cannot be set.
    pub(crate) no_schema: bool,
    /// `tool_choice` is an error.
    pub(crate) no_tool_choice: bool,
    /// No thinking effort can be set.
    pub(crate) no_effort: bool,
    /// `prompt_cache_key` is an error.
    pub(crate) no_cache_key: bool,
    /// Tools are an error: calls and results are sent as text.
    pub(crate) no_tools: bool,
    /// Images are an error.
    pub(crate) no_images: bool,
    /// Users and models must take turns, one message each.
    pub(crate) alternate: bool,
    /// The prompt has to be in the user's first message.
    pub(crate) no_system: bool,
    /// Ids of calls are nine letters or digits (Mistral).
    pub(crate) short_ids: bool,
    /// Content must be text, not a list of blocks.
    pub(crate) plain_content: bool,
    /// Earlier reasoning is an error.
    pub(crate) no_reasoning_fields: bool,
    /// `reasoning` is an error.
    pub(crate) no_reasoning: bool,
    /// Message fields that are not part of the protocol are an error.
    pub(crate) no_extra: bool,
    /// This account gets no reasoning summaries.
    pub(crate) no_reasoning_summary: bool,
    /// Encrypted reasoning cannot be requested.
    pub(crate) no_encrypted_content: bool,
    /// The length of the answer cannot be set.
    pub(crate) no_max_output: bool,
    /// This conversation's earlier reasoning is not accepted: it belongs to
    /// another model or account, or what followed it was cut. Applies to one
    /// request only.
    pub(crate) no_reasoning_items: bool,
    /// Thinking can neither be switched on nor off.
    pub(crate) no_thinking_switch: bool,
    /// A tool call cannot be forced.
    pub(crate) no_forced_tools: bool,
    /// `cache_control` is an error.
    pub(crate) no_cache_control: bool,
    /// The signatures of this conversation's thinking are not accepted: what
    /// precedes it has changed since. Applies to one request only.
    pub(crate) no_thinking_blocks: bool,
    /// Schemas must be in the form of OpenAPI, under `parameters` and
    /// `responseSchema`.
    pub(crate) openapi_schemas: bool,
    /// `thinkingConfig` is an error.
    pub(crate) no_thinking_config: bool,
    /// Results cannot carry images.
    pub(crate) no_images_in_results: bool,
    /// The signatures of this conversation's thoughts are not accepted: each
    /// call gets the one that means "none". Applies to one request only.
    pub(crate) no_signatures: bool,
    /// The model does not think, or does not accept a named effort.
    pub(crate) no_thinking: bool,
}

impl Quirks {
    /// What is remembered for the next request: what was learned about one
    /// conversation's blocks is not.
    pub(crate) fn lasting(self) -> Self {
        Self { no_thinking_blocks: false, no_reasoning_items: false, no_signatures: false, ..self }
    }

    /// Says in the log that more was learned about a model, and returns what is
    /// remembered of it.
    pub(crate) fn learned(self, model: &str) -> Self {
        debug!(
            target: "vibeue::provider",
            model, left_out = %self, "the server refused a part of the request"
        );
        self.lasting()
    }
}

/// Sets a flag; `false` if it was already set, so that another attempt cannot
/// help.
pub(crate) fn note(flag: &mut bool) -> bool {
    !std::mem::replace(flag, true)
}

/// Lists what is left out of requests, for the user.
impl fmt::Display for Quirks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = [
            (self.no_temperature, "temperature"),
            (self.no_max_tokens, "the answer length limit"),
            (self.no_max_output, "max_output_tokens"),
            (self.no_schema, "response schema"),
            (self.no_tool_choice, "tool choice"),
            (self.no_forced_tools, "forced tools"),
            (self.no_thinking_switch, "thinking"),
            (self.no_thinking_config, "thinking"),
            (self.no_thinking, "thinking"),
            (self.no_effort, "reasoning effort"),
            (self.no_reasoning, "reasoning effort"),
            (self.no_reasoning_summary, "summaries of the reasoning"),
            (self.no_encrypted_content, "encrypted reasoning"),
            (self.no_tools, "tools"),
            (self.no_images, "images"),
            (self.no_images_in_results, "images in results"),
            (self.openapi_schemas, "JSON schemas in their original form"),
            (self.no_cache_control, "cache_control"),
            (self.no_cache_key, "prompt_cache_key"),
            (self.no_thinking_blocks, "earlier thinking"),
            (self.no_reasoning_items, "earlier reasoning"),
            (self.no_signatures, "earlier thought signatures"),
            (self.max_output.is_some(), "the length of the answer"),
        ];
        let names: Vec<_> = all.iter().filter(|(set, _)| *set).map(|(_, name)| *name).collect();
        f.write_str(&names.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_for_one_conversation_is_not_remembered() {
        let learned = Quirks {
            no_temperature: true,
            no_thinking_blocks: true,
            no_reasoning_items: true,
            no_signatures: true,
            max_output: Some(7),
            ..Quirks::default()
        };
        let lasting = learned.lasting();
        let expected = Quirks { no_temperature: true, max_output: Some(7), ..Quirks::default() };
        assert_eq!(lasting, expected);
        assert_eq!(lasting.to_string(), "temperature, the length of the answer");
    }

    #[test]
    fn a_flag_is_noted_once() {
        let mut quirks = Quirks::default();
        assert_eq!([note(&mut quirks.no_tools), note(&mut quirks.no_tools)], [true, false]);
        assert_eq!(quirks, Quirks { no_tools: true, ..Quirks::default() });
    }
}
