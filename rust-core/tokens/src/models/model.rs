//! One model of the table.

use serde::Serialize;

use super::Family;

/// What is publicly known about a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Model {
    /// Who serves it, in the spelling of the table: `openai`, `anthropic`,
    /// `google`, `alibaba`, …
    pub provider: &'static str,
    /// The provider's name for it.
    pub id: &'static str,
    /// The context window in tokens, request and reply together.
    pub window: u64,
    /// The limit on the request in tokens, if it is below the window.
    pub input_limit: Option<u64>,
    /// The maximum number of tokens of one reply, if known.
    pub max_output: Option<u64>,
    /// Its tokenizer.
    pub family: Family,
    /// The day on which the provider retires it, as `2027-01-14`, if one was
    /// announced.
    pub retires: Option<&'static str>,
}

/// One row of the generated table: window, input limit and max output; 0 and
/// the empty string mean unknown.
pub(super) const fn row(
    provider: &'static str,
    id: &'static str,
    limits: [u64; 3],
    family: Family,
    retires: &'static str,
) -> Model {
    const fn known(tokens: u64) -> Option<u64> {
        if tokens == 0 { None } else { Some(tokens) }
    }
    Model {
        provider,
        id,
        window: limits[0],
        input_limit: known(limits[1]),
        max_output: known(limits[2]),
        family,
        retires: if retires.is_empty() { None } else { Some(retires) },
    }
}
