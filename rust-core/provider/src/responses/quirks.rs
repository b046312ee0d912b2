//! What a server turned out not to accept.

use std::fmt;

/// What a server, for one model, turned out not to accept. Each is learned
/// from the error that names it, and the request is sent once more without.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Quirks {
    /// `temperature` is an error.
    pub(super) no_temperature: bool,
    /// `reasoning` is an error.
    pub(super) no_reasoning: bool,
    /// Summaries of the reasoning are not given to this account.
    pub(super) no_reasoning_summary: bool,
    /// Encrypted reasoning cannot be asked for.
    pub(super) no_encrypted_content: bool,
    /// The form of the answer cannot be set.
    pub(super) no_schema: bool,
    /// `prompt_cache_key` is an error.
    pub(super) no_cache_key: bool,
    /// The length of the answer cannot be set.
    pub(super) no_max_output: bool,
    /// This conversation's earlier reasoning is not accepted: it is another
    /// model's or account's, or what followed it was cut. Holds for one
    /// request only.
    pub(super) no_reasoning_items: bool,
}

impl Quirks {
    /// Learns from the words of a refusal; `true` when they name something
    /// that was not known yet, so that another attempt can help.
    pub(super) fn learn(&mut self, message: &str) -> bool {
        let text = message.to_ascii_lowercase();
        let says = |words: &str| text.contains(words);
        let refused = ["not support", "unsupported", "unknown", "unrecognized", "not permitted"]
            .iter()
            .any(|words| text.contains(words));
        let flag = if says("required following item")
            || says("required 'reasoning' item")
            || says("invalid_encrypted_content")
            || says("could not be verified")
            || says("could not be decrypted")
            || says("items are not persisted")
            || (says("encrypted content for item") && !refused)
        {
            &mut self.no_reasoning_items
        } else if says("encrypted content is not supported")
            || says("encrypted_content") && refused
            || says("'include'") && refused
        {
            &mut self.no_encrypted_content
        } else if says("reasoning summar") || says("reasoning.summary") {
            &mut self.no_reasoning_summary
        } else if says("temperature") && refused {
            &mut self.no_temperature
        } else if says("prompt_cache_key") && refused {
            &mut self.no_cache_key
        } else if says("max_output_tokens") && refused {
            &mut self.no_max_output
        } else if (says("text.format") || says("json_schema")) && refused {
            &mut self.no_schema
        } else if says("reasoning") && refused {
            &mut self.no_reasoning
        } else {
            return false;
        };
        !std::mem::replace(flag, true)
    }

    /// What is remembered for the next request.
    pub(super) fn lasting(self) -> Self {
        Self { no_reasoning_items: false, ..self }
    }
}

impl fmt::Display for Quirks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = [
            (self.no_temperature, "temperature"),
            (self.no_reasoning, "reasoning effort"),
            (self.no_reasoning_summary, "summaries of the reasoning"),
            (self.no_encrypted_content, "encrypted reasoning"),
            (self.no_schema, "response schema"),
            (self.no_cache_key, "prompt_cache_key"),
            (self.no_max_output, "max_output_tokens"),
            (self.no_reasoning_items, "earlier reasoning"),
        ];
        let names: Vec<_> = all.iter().filter(|(set, _)| *set).map(|(_, name)| *name).collect();
        f.write_str(&names.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_known_refusal_is_learned_once() {
        let none = Quirks::default();
        let cases = [
            (
                "Unsupported parameter: 'temperature' is not supported with this model.",
                Quirks { no_temperature: true, ..none },
            ),
            (
                "Encrypted content is not supported with this model.",
                Quirks { no_encrypted_content: true, ..none },
            ),
            (
                "Your organization must be verified to generate reasoning summaries.",
                Quirks { no_reasoning_summary: true, ..none },
            ),
            (
                "Unsupported parameter: 'reasoning.effort' is not supported with this model.",
                Quirks { no_reasoning: true, ..none },
            ),
            (
                "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
                Quirks { no_reasoning_items: true, ..none },
            ),
            (
                "The encrypted content for item rs_1 could not be verified.",
                Quirks { no_reasoning_items: true, ..none },
            ),
            ("Unknown parameter: 'prompt_cache_key'.", Quirks { no_cache_key: true, ..none }),
            ("Unsupported parameter: max_output_tokens", Quirks { no_max_output: true, ..none }),
            ("json_schema is not supported", Quirks { no_schema: true, ..none }),
        ];
        for (message, expected) in cases {
            let mut quirks = Quirks::default();
            assert!(quirks.learn(message), "{message}");
            assert_eq!(quirks, expected, "{message}");
            assert!(!quirks.learn(message), "{message}");
        }
        assert!(!Quirks::default().learn("Invalid 'max_output_tokens': below the minimum of 16."));
        assert!(!Quirks::default().learn("No tool output found for function call call_1."));
    }
}
