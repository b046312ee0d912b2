//! What a model's name says about it.

/// The kind of model that a name refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ModelKind {
    /// OpenAI's models that reason: no temperature, encrypted reasoning.
    Reasoning,
    /// OpenAI's models that do not.
    Plain,
    /// Another maker's.
    Unknown,
}

impl ModelKind {
    /// Reads a name, with or without a gateway's prefix.
    pub(super) fn of(model: &str) -> Self {
        let name = model.rsplit('/').next().unwrap_or(model).to_ascii_lowercase();
        let name = name.strip_prefix("ft:").unwrap_or(&name);
        if let Some(rest) = name.strip_prefix("gpt-") {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            return match digits.parse::<u32>() {
                Ok(generation) if generation >= 5 && !rest.contains("chat") => Self::Reasoning,
                Ok(_) => Self::Plain,
                Err(_) => Self::Unknown,
            };
        }
        if name.starts_with("chatgpt-") {
            return Self::Plain;
        }
        let mut chars = name.chars();
        match (chars.next(), chars.next()) {
            (Some('o'), Some(digit)) if digit.is_ascii_digit() => Self::Reasoning,
            _ if name.starts_with("codex-") => Self::Reasoning,
            _ => Self::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_whether_a_model_reasons() {
        for (name, kind) in [
            ("gpt-5", ModelKind::Reasoning),
            ("openai/gpt-5.1-codex", ModelKind::Reasoning),
            ("gpt-6.1-sol", ModelKind::Reasoning),
            ("o4-mini", ModelKind::Reasoning),
            ("codex-mini-latest", ModelKind::Reasoning),
            ("gpt-5-chat-latest", ModelKind::Plain),
            ("gpt-4.1", ModelKind::Plain),
            ("gpt-4o", ModelKind::Plain),
            ("chatgpt-4o-latest", ModelKind::Plain),
            ("gpt-oss-20b", ModelKind::Unknown),
            ("olmo-2", ModelKind::Unknown),
            ("", ModelKind::Unknown),
        ] {
            assert_eq!(ModelKind::of(name), kind, "{name}");
        }
    }
}
