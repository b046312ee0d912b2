//! What the wire format adds to a request besides its texts.

/// Tokens that frame one message (`<|start|>`, `<|message|>`, `<|end|>`).
///
/// Source: OpenAI's cookbook, "How to count tokens with tiktoken", for every
/// chat model since `gpt-3.5-turbo-0613`.
pub(super) const PER_MESSAGE: u64 = 3;

/// Tokens of a role's name: each of `system`, `user`, `assistant` and `tool`
/// is one token in every vocabulary that this crate carries.
pub(super) const PER_ROLE: u64 = 1;

/// Tokens that a speaker's name adds besides the name itself. Same source.
pub(super) const PER_NAME: u64 = 1;

/// Tokens that a tool call adds besides its name and arguments.
pub(super) const PER_TOOL_CALL: u64 = 1;

/// Tokens that prime the reply (`<|start|>assistant<|message|>`), once per
/// request. Same source.
pub(super) const REPLY_PRIMING: u64 = 3;

/// Tokens that frame the list of tools, once per request that has any.
///
/// Source: OpenAI's cookbook, `num_tokens_for_tools`, for `gpt-4o`.
pub(super) const TOOL_LIST: u64 = 12;

/// Tokens that frame one tool's definition. Same source.
pub(super) const PER_TOOL: u64 = 7;

/// Tokens of the system prompt that Anthropic adds to a request with tools
/// (346 with `tool_choice` `auto`, the highest published for the Claude 4
/// models; <https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview>).
pub(super) const CLAUDE_TOOL_PROMPT: u64 = 346;
