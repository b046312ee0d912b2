//! What a model can do besides writing, as far as anybody says.

use serde::{Deserialize, Serialize};

use super::reasons;

/// How the names of models begin that call tools and read images.
const CAN_BOTH: [&str; 10] = [
    "claude-",
    "gemini-",
    "gpt-4o",
    "gpt-4.1",
    "gpt-4-turbo",
    "gpt-5",
    "gpt-6",
    "o1",
    "o3",
    "o4-mini",
];

/// What a model can do besides writing; `None` if it is unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Abilities {
    /// It calls tools.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tools: Option<bool>,
    /// It reads images.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub images: Option<bool>,
    /// It reasons before it answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<bool>,
}

impl Abilities {
    /// What a model's name says, with or without a gateway's prefix. Names that
    /// are not known say nothing.
    pub fn by_name(model: &str) -> Self {
        let name = model.rsplit('/').next().unwrap_or(model).to_ascii_lowercase();
        let begins = |beginnings: &[&str]| beginnings.iter().any(|it| name.starts_with(it));
        let has = |parts: &[&str]| parts.iter().any(|it| name.contains(it));
        let (tools, images) = if has(&["-vl", "vision", "pixtral", "llava"]) {
            (None, Some(true))
        } else if begins(&["o1-mini", "o1-preview"]) {
            (Some(false), Some(false))
        } else if begins(&["o3-mini", "gpt-3.5", "gpt-oss"]) || name == "gpt-4" {
            (Some(true), Some(false))
        } else if begins(&CAN_BOTH) {
            (Some(true), Some(true))
        } else {
            (None, None)
        };
        Self { tools, images, reasoning: reasons(model).then_some(true) }
    }

    /// These, and if they say nothing, others.
    pub fn or(self, others: Self) -> Self {
        Self {
            tools: self.tools.or(others.tools),
            images: self.images.or(others.images),
            reasoning: self.reasoning.or(others.reasoning),
        }
    }

    /// Returns whether nothing is known.
    pub fn are_unknown(&self) -> bool {
        *self == Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_what_its_family_can_do_and_a_strange_one_nothing() {
        for (name, tools, images, reasoning) in [
            ("claude-sonnet-4-5", Some(true), Some(true), None),
            ("anthropic/claude-opus-5", Some(true), Some(true), None),
            ("gpt-5.5", Some(true), Some(true), Some(true)),
            ("gpt-4", Some(true), Some(false), None),
            ("gpt-4o-mini", Some(true), Some(true), None),
            ("o3-mini", Some(true), Some(false), Some(true)),
            ("o1-mini", Some(false), Some(false), Some(true)),
            ("gemini-3-pro-preview", Some(true), Some(true), Some(true)),
            ("Qwen/Qwen2.5-VL-7B", None, Some(true), None),
            ("zork", None, None, None),
            ("", None, None, None),
        ] {
            assert_eq!(Abilities::by_name(name), Abilities { tools, images, reasoning }, "{name}");
        }
    }

    #[test]
    fn what_somebody_says_goes_before_what_the_name_says() {
        let told = Abilities { images: Some(false), ..Abilities::default() };
        let both = told.or(Abilities::by_name("gpt-5"));
        let expected = Abilities { tools: Some(true), images: Some(false), reasoning: Some(true) };
        assert_eq!(both, expected);
        assert!(Abilities::default().are_unknown());
        assert!(!both.are_unknown());
    }
}
