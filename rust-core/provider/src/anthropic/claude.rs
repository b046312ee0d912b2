//! What the generations of Claude accept.

/// What a model accepts, judging by its name. An unknown name is assumed to be
/// one of the newest models.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Claude {
    /// The generation as a number: 3.7 is 307, 4.5 is 405; `None` if the name
    /// contains none.
    generation: Option<u32>,
}

/// How thinking is requested from a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Thinking {
    /// Not at all.
    Never,
    /// Up to a number of tokens.
    Budget,
    /// As much as the model finds right, at a given effort.
    Adaptive,
}

impl Claude {
    /// Reads a model's name, however a gateway decorates it:
    /// `us.anthropic.claude-opus-4-7-v1:0`, `anthropic/claude-3.5-sonnet`.
    pub(super) fn of(model: &str) -> Self {
        let name = model.to_ascii_lowercase();
        let Some((_, name)) = name.rsplit_once("claude") else { return Self { generation: None } };
        // Dates, and versions of a deployment (`v1:0`), are not generations.
        let is_short = |word: &&str| {
            (1..=2).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit())
        };
        let name = name.split(['@', ':']).next().unwrap_or(name);
        let words: Vec<&str> = name.split(['-', '.', '_', '/']).collect();
        let first = words.iter().position(is_short);
        let generation = first.map(|at| {
            let number = |word: Option<&&str>| {
                word.filter(|word| is_short(word)).and_then(|word| word.parse::<u32>().ok())
            };
            number(words.get(at)).unwrap_or(0) * 100 + number(words.get(at + 1)).unwrap_or(0)
        });
        Self { generation }
    }

    fn since(self, generation: u32) -> bool {
        self.generation.is_none_or(|known| known >= generation)
    }

    /// Returns whether a temperature may be sent: since 4.7 it is an error.
    pub(super) fn takes_temperature(self) -> bool {
        !self.since(407)
    }

    /// Returns whether an answer can be constrained to a JSON schema: since 4.5.
    pub(super) fn takes_schema(self) -> bool {
        self.since(405)
    }

    /// Returns whether the provider's own compaction is available: since 4.6.
    pub(super) fn compacts(self) -> bool {
        self.since(406)
    }

    /// Returns whether thinking is left out of the stream unless it is requested: since 4.7.
    pub(super) fn hides_thinking(self) -> bool {
        self.since(407)
    }

    /// Tells how thinking is requested from the model.
    pub(super) fn thinking(self) -> Thinking {
        match self.generation {
            Some(known) if known < 307 => Thinking::Never,
            Some(known) if known < 406 => Thinking::Budget,
            _ => Thinking::Adaptive,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generations_are_read_out_of_decorated_names() {
        let cases = [
            ("claude-3-5-sonnet-20241022", Some(305)),
            ("claude-3-7-sonnet-latest", Some(307)),
            ("claude-opus-4-20250514", Some(400)),
            ("claude-opus-4-1", Some(401)),
            ("anthropic/claude-sonnet-4.5", Some(405)),
            ("us.anthropic.claude-opus-4-7-v1:0", Some(407)),
            ("claude-sonnet-5", Some(500)),
            ("claude-fable-5-1", Some(501)),
            ("claude-opus-4-6@20260101", Some(406)),
            ("claude-mythos-preview", None),
            ("some-model-4-1", None),
        ];
        for (model, generation) in cases {
            assert_eq!(Claude::of(model), Claude { generation }, "{model}");
        }
    }

    #[test]
    fn what_a_generation_accepts_follows_its_number() {
        let shown = |model| {
            let claude = Claude::of(model);
            (
                claude.takes_temperature(),
                claude.takes_schema(),
                claude.compacts(),
                claude.thinking(),
            )
        };
        assert_eq!(shown("claude-3-5-haiku-latest"), (true, false, false, Thinking::Never));
        assert_eq!(shown("claude-haiku-4-5"), (true, true, false, Thinking::Budget));
        assert_eq!(shown("claude-sonnet-4-6"), (true, true, true, Thinking::Adaptive));
        assert_eq!(shown("claude-opus-4-7"), (false, true, true, Thinking::Adaptive));
        assert_eq!(shown("claude-next"), (false, true, true, Thinking::Adaptive));
    }
}
