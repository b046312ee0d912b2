//! What a server turned out not to accept.

pub(super) use crate::quirks::Quirks;
use crate::quirks::note;

/// Learns from the message of a refusal; `true` if it names something that was
/// not known yet, so that another attempt can help.
pub(super) fn learn(quirks: &mut Quirks, message: &str) -> bool {
    let text = message.to_ascii_lowercase();
    let contains = |words: &str| text.contains(words);
    let refused = ["not support", "unsupported", "unknown", "unrecognized", "not permitted"]
        .iter()
        .any(|words| text.contains(words));
    let flag = if contains("required following item")
        || contains("required 'reasoning' item")
        || contains("invalid_encrypted_content")
        || contains("could not be verified")
        || contains("could not be decrypted")
        || contains("items are not persisted")
        || (contains("encrypted content for item") && !refused)
    {
        &mut quirks.no_reasoning_items
    } else if contains("encrypted content is not supported")
        || contains("encrypted_content") && refused
        || contains("'include'") && refused
    {
        &mut quirks.no_encrypted_content
    } else if contains("reasoning summar") || contains("reasoning.summary") {
        &mut quirks.no_reasoning_summary
    } else if contains("temperature") && refused {
        &mut quirks.no_temperature
    } else if contains("prompt_cache_key") && refused {
        &mut quirks.no_cache_key
    } else if contains("max_output_tokens") && refused {
        &mut quirks.no_max_output
    } else if (contains("text.format") || contains("json_schema")) && refused {
        &mut quirks.no_schema
    } else if contains("reasoning") && refused {
        &mut quirks.no_reasoning
    } else {
        return false;
    };
    note(flag)
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
            assert!(learn(&mut quirks, message), "{message}");
            assert_eq!(quirks, expected, "{message}");
            assert!(!learn(&mut quirks, message), "{message}");
        }
        assert!(!learn(
            &mut Quirks::default(),
            "Invalid 'max_output_tokens': below the minimum of 16."
        ));
        assert!(!learn(&mut Quirks::default(), "No tool output found for function call call_1."));
    }
}
