//! Options of this protocol.

/// Options of Anthropic's protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnthropicOptions {
    /// Mark what stays the same so that the server caches it: the system prompt
    /// with the tools, the last two requests of the user, and the end.
    ///
    /// A request that repeats a cached prefix pays a tenth of the price for it;
    /// writing the cache costs a quarter more, once. Compatible servers that do
    /// not know the marks ignore them.
    pub prompt_caching: bool,
    /// Values for the header `anthropic-beta`, besides those that are required.
    pub betas: Vec<String>,
    /// The header `anthropic-version`.
    pub version: String,
}

impl Default for AnthropicOptions {
    fn default() -> Self {
        Self { prompt_caching: true, betas: Vec::new(), version: "2023-06-01".to_owned() }
    }
}
