//! What a server turned out not to accept.

pub(super) use crate::quirks::Quirks;
use crate::quirks::note;

/// Learns from the message of a 400; `true` if it names something that was not
/// known yet, so that another attempt can help.
pub(super) fn learn(quirks: &mut Quirks, message: &str) -> bool {
    let text = message.to_ascii_lowercase();
    let contains = |words: &str| text.contains(words);
    if let Some(most) = most_output(&text) {
        let smaller = quirks.max_output.is_none_or(|known| most < known);
        if smaller {
            quirks.max_output = Some(most);
        }
        return smaller;
    }
    let thinking_block = contains("thinking` block")
        || contains("thinking block")
        || (contains("signature") && contains("thinking"))
        || contains("redacted_thinking");
    let flag = if contains("temperature") {
        &mut quirks.no_temperature
    } else if contains("tool_choice") {
        &mut quirks.no_forced_tools
    } else if thinking_block {
        &mut quirks.no_thinking_blocks
    } else if contains("output_config.format")
        || contains("output_format")
        || contains("json_schema")
    {
        &mut quirks.no_schema
    } else if contains("effort") || contains("output_config") {
        &mut quirks.no_effort
    } else if contains("thinking") || contains("budget_tokens") {
        &mut quirks.no_thinking_switch
    } else if contains("cache_control") {
        &mut quirks.no_cache_control
    } else {
        return false;
    };
    note(flag)
}

/// Reads the limit from a refusal of the answer's length: `max_tokens: 200000 >
/// 64000, which is the maximum allowed number of output tokens for …`.
fn most_output(text: &str) -> Option<u64> {
    let (_, rest) = text.split_once("max_tokens: ").filter(|_| text.contains("output tokens"))?;
    let (asked, rest) = rest.split_once(" > ")?;
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let most = number(&rest[..end])?;
    (1..number(asked)?).contains(&most).then_some(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_known_refusal_is_learned_once() {
        let cases = [
            (
                "`temperature` is deprecated for this model.",
                Quirks { no_temperature: true, ..Quirks::default() },
            ),
            (
                "Thinking may not be enabled when tool_choice forces tool use.",
                Quirks { no_forced_tools: true, ..Quirks::default() },
            ),
            (
                "messages.1.content.0: Invalid `signature` in `thinking` block. The block is \
                 bound to a different conversation.",
                Quirks { no_thinking_blocks: true, ..Quirks::default() },
            ),
            (
                "thinking.type: adaptive thinking is not supported on this model",
                Quirks { no_thinking_switch: true, ..Quirks::default() },
            ),
            (
                "output_config.format: Extra inputs are not permitted",
                Quirks { no_schema: true, ..Quirks::default() },
            ),
            (
                "This model does not support the effort parameter.",
                Quirks { no_effort: true, ..Quirks::default() },
            ),
            (
                "system.0.cache_control: Extra inputs are not permitted",
                Quirks { no_cache_control: true, ..Quirks::default() },
            ),
            (
                "max_tokens: 200000 > 64000, which is the maximum allowed number of output tokens \
                 for claude-sonnet-4-5",
                Quirks { max_output: Some(64_000), ..Quirks::default() },
            ),
        ];
        for (message, expected) in cases {
            let mut quirks = Quirks::default();
            assert!(learn(&mut quirks, message), "{message}");
            assert_eq!(quirks, expected, "{message}");
            assert!(!learn(&mut quirks, message), "{message}");
        }
        assert!(!learn(&mut Quirks::default(), "max_tokens: 900000 > 64000"));
        assert!(!learn(
            &mut Quirks::default(),
            "max_tokens: 9 > 64000, which is ... output tokens"
        ));
    }

    #[test]
    fn what_is_wrong_with_one_conversation_is_not_remembered() {
        let learned =
            Quirks { no_thinking_blocks: true, no_temperature: true, ..Quirks::default() };
        assert_eq!(learned.lasting(), Quirks { no_temperature: true, ..Quirks::default() });
    }
}
