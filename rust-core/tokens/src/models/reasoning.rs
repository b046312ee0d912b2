//! Which models reason before they answer, as far as their names tell.

/// Returns whether a model's name says that it reasons before it answers, with or without a
/// gateway's prefix. Other reasoning models are detected by the reasoning tokens that their servers
/// report.
pub fn reasons(model: &str) -> bool {
    let name = model.rsplit('/').next().unwrap_or(model).to_ascii_lowercase();
    let name = name.strip_prefix("ft:").unwrap_or(&name);
    if name.contains("non-reasoning") || name.contains("non-thinking") {
        return false;
    }
    let words = ["thinking", "reasoning", "reasoner", "qwq", "magistral"];
    if words.iter().any(|word| name.contains(word)) {
        return true;
    }
    if let Some(rest) = name.strip_prefix("gpt-") {
        return generation(rest).is_some_and(|it| it >= 5) && !rest.contains("chat")
            || rest.starts_with("oss");
    }
    if let Some(rest) = name.strip_prefix("gemini-") {
        return generation(rest).is_some_and(|it| it >= 3) || rest.starts_with("2.5-pro");
    }
    let mut letters = name.chars();
    let numbered = letters.next().is_some_and(|first| matches!(first, 'o'))
        && letters.next().is_some_and(|second| second.is_ascii_digit());
    let r1 = |part: &str| part == "r1";
    numbered || name.starts_with("codex-") || name.split(['-', ':', '_']).any(r1)
}

/// The number at the beginning of the rest of a name.
fn generation(rest: &str) -> Option<u32> {
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_say_so_are_known_and_no_others() {
        for model in [
            "o3",
            "o4-mini-2025-04-16",
            "openai/gpt-5.1",
            "gpt-oss-20b",
            "ft:o3-mini:acme",
            "codex-mini-latest",
            "deepseek-reasoner",
            "deepseek-r1:14b",
            "DeepSeek-R1-Distill-Qwen-7B",
            "qwen3-235b-a22b-thinking-2507",
            "grok-4-fast-reasoning",
            "qwq-32b",
            "gemini-2.5-pro",
            "gemini-3-pro-preview",
        ] {
            assert!(reasons(model), "{model}");
        }
        for model in [
            "",
            "gpt-4o",
            "gpt-4.1-mini",
            "gpt-5-chat-latest",
            "grok-4-fast-non-reasoning",
            "claude-3-5-haiku-latest",
            "gemini-2.0-flash",
            "llama3.1:8b",
            "olmo-2",
            "orca-mini",
            "r1-like-name/mistral-small",
        ] {
            assert!(!reasons(model), "{model}");
        }
    }
}
