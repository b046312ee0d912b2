//! What the generations of Gemini accept.

/// What a model accepts, judging by its name. An unknown name is assumed to be
/// one of the newest models.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Gemini {
    /// The generation as a number: 2.5 is 205, 3 is 300; `None` if the name
    /// contains none (`gemini-flash-latest`).
    generation: Option<u32>,
    /// Whether it is of another family at the same address (Gemma), without
    /// switchable thinking.
    other: bool,
}

/// How thinking is requested from a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Thinking {
    /// Not at all.
    Never,
    /// Up to a number of tokens.
    Budget,
    /// At a level.
    Level,
}

impl Gemini {
    /// Reads a model's name, with or without `models/` before it.
    pub(super) fn of(model: &str) -> Self {
        let name = model.rsplit('/').next().unwrap_or(model).to_ascii_lowercase();
        let Some(rest) = name.strip_prefix("gemini-") else {
            return Self { generation: None, other: !name.contains("gemini") };
        };
        let number = rest.split('-').next().unwrap_or_default();
        let (major, minor) = number.split_once('.').unwrap_or((number, "0"));
        let digits = |text: &str| text.parse::<u32>().ok().filter(|number| *number < 100);
        let generation = digits(major).map(|major| major * 100 + digits(minor).unwrap_or(0));
        Self { generation, other: false }
    }

    fn since(self, generation: u32) -> bool {
        !self.other && self.generation.is_none_or(|known| known >= generation)
    }

    /// Returns whether the first call of each step must carry a signature.
    pub(super) fn wants_signatures(self) -> bool {
        self.since(300)
    }

    /// Returns whether results may carry images.
    pub(super) fn takes_images_in_results(self) -> bool {
        self.since(300)
    }

    /// Returns whether an answer format may be requested together with tools.
    pub(super) fn takes_schema_beside_tools(self) -> bool {
        self.since(300)
    }

    /// Tells how thinking is requested from the model.
    pub(super) fn thinking(self) -> Thinking {
        match self {
            _ if self.since(300) => Thinking::Level,
            _ if self.since(205) => Thinking::Budget,
            _ => Thinking::Never,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generations_follow_the_name() {
        for (model, generation, thinking) in [
            ("gemini-2.0-flash", Some(200), Thinking::Never),
            ("models/gemini-2.5-pro", Some(205), Thinking::Budget),
            ("gemini-3-flash-preview", Some(300), Thinking::Level),
            ("google/gemini-3.1-pro", Some(301), Thinking::Level),
            ("gemini-flash-latest", None, Thinking::Level),
        ] {
            let expected = Gemini { generation, other: false };
            assert_eq!((Gemini::of(model), Gemini::of(model).thinking()), (expected, thinking));
        }
        assert_eq!(Gemini::of("gemma-3-27b-it").thinking(), Thinking::Never);
        assert!(!Gemini::of("gemini-2.5-flash").wants_signatures());
        assert!(Gemini::of("gemini-flash-latest").wants_signatures());
    }
}
