//! What a server turned out not to accept.

pub(super) use crate::quirks::Quirks;
use crate::quirks::note;

use crate::{ErrorClass, ProviderError};

/// Learns from an error; `true` if it names something that was not known yet,
/// so that another attempt can help.
pub(super) fn learn(quirks: &mut Quirks, error: &ProviderError) -> bool {
    let judged = matches!(error.class, ErrorClass::Refused | ErrorClass::Overloaded { .. });
    if error.delivered || !judged || !matches!(error.status, Some(400 | 422 | 500)) {
        return false;
    }
    let hint = error.hint.as_deref().unwrap_or_default();
    let text = format!("{} {hint}", error.message).to_ascii_lowercase();
    let contains = |words: &str| text.contains(words);
    // A server that is down says nothing about the request.
    if error.status == Some(500)
        && !contains("template")
        && !contains("support")
        && !contains("role")
    {
        return false;
    }
    if contains("max_tokens") || contains("max_completion_tokens") || contains("max_output_tokens")
    {
        return learn_limit(quirks, &text);
    }
    match flag(quirks, &text) {
        Some(flag) => note(flag),
        None => false,
    }
}

/// The flag for the part of the request that an error names as not accepted.
fn flag<'a>(quirks: &'a mut Quirks, text: &str) -> Option<&'a mut bool> {
    let contains = |words: &str| text.contains(words);
    let flag = if contains("stream_options") || contains("include_usage") {
        &mut quirks.no_stream_options
    } else if contains("temperature") {
        &mut quirks.no_temperature
    } else if contains("response_format")
        || contains("json_schema")
        || contains("structured output")
    {
        &mut quirks.no_schema
    } else if contains("enable-auto-tool-choice") {
        &mut quirks.no_tools
    } else if contains("tool_choice") || contains("tool choice") {
        &mut quirks.no_tool_choice
    } else if contains("length of 9") {
        &mut quirks.short_ids
    } else if contains("reasoning_effort") {
        &mut quirks.no_effort
    } else if contains("prompt_cache_key") {
        &mut quirks.no_cache_key
    } else if contains("reasoning_content") || contains("reasoning_details") {
        &mut quirks.no_reasoning_fields
    } else if contains("alternate") {
        &mut quirks.alternate
    } else if contains("system role") || contains("system message") {
        &mut quirks.no_system
    } else if contains("image") || contains("multimodal") {
        &mut quirks.no_images
    } else if contains("support tools")
        || contains("support function")
        || contains("tools is not supported")
        || contains("tool use")
        || contains("`tools`")
        || contains("'tools'")
        || contains("blames `tools")
    {
        &mut quirks.no_tools
    } else if contains("content") && (contains("string") || contains("str type")) {
        &mut quirks.plain_content
    } else if contains("messages")
        && ["extra inputs", "additional propert", "property '", "unknown field", "unrecognized"]
            .iter()
            .any(|words| text.contains(words))
    {
        &mut quirks.no_extra
    } else {
        return None;
    };
    Some(flag)
}

/// Learns from an error about the answer length limit: its size, its name, or
/// that there must be none, in this order.
fn learn_limit(quirks: &mut Quirks, text: &str) -> bool {
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
    if let Some(most) = most.filter(|most| quirks.max_output.is_none_or(|known| *most < known)) {
        quirks.max_output = Some(most);
        return true;
    }
    let flag = if quirks.other_max_tokens {
        &mut quirks.no_max_tokens
    } else {
        &mut quirks.other_max_tokens
    };
    note(flag)
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
        assert!(learn(&mut quirks, &refused(400, message)), "{message}");
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
            let more = learn(&mut quirks, &again);
            assert_eq!(more, message.contains("max_tokens"), "{message}");
        }
    }

    #[test]
    fn the_same_complaint_about_the_limit_ends() {
        let mut quirks = Quirks::default();
        let error = refused(400, "max_tokens must be <= 100 for max_completion_tokens");
        let learned = (0..10).filter(|_| learn(&mut quirks, &error)).count();
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
            assert!(!learn(&mut quirks, &error), "{error}");
        }
        let mut delivered = refused(400, "temperature");
        delivered.delivered = true;
        assert!(!learn(&mut quirks, &delivered));
        assert_eq!(quirks, Quirks::default());
    }
}
