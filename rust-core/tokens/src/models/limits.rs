//! What a model accepts, and how that is known.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Model;

/// Limits that the user set; they take precedence over everything else. 0
/// counts as not set.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Overrides {
    /// The context window in tokens.
    pub window: Option<u64>,
    /// The limit on the request in tokens.
    pub input_limit: Option<u64>,
    /// The maximum number of tokens of one reply.
    pub max_output: Option<u64>,
}

/// Limits that the server reported, such as a local server's loaded context
/// length; they take precedence over the table. 0, and anything above
/// [`Reported::BELIEVABLE`], counts as not reported.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reported {
    /// The context window in tokens.
    pub window: Option<u64>,
    /// The limit on the request in tokens.
    pub input_limit: Option<u64>,
    /// The maximum number of tokens of one reply.
    pub max_output: Option<u64>,
}

impl Reported {
    /// The largest limit, in tokens, that is believed: ten times the largest
    /// window of any model. Servers report `i64::MAX` and the like for "none".
    pub const BELIEVABLE: u64 = 100_000_000;
}

/// Where a limit comes from; the most trusted source first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The user's own setting.
    User,
    /// The server that runs the model.
    Server,
    /// The table of models.
    Table,
    /// None of these: the default for an unknown model.
    Default,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Source::User => "set by the user",
            Source::Server => "reported by the server",
            Source::Table => "from the model table",
            Source::Default => "default for an unknown model",
        })
    }
}

/// A number of tokens and its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sourced {
    /// The number of tokens.
    pub tokens: u64,
    /// Where it comes from.
    pub source: Source,
}

impl fmt::Display for Sourced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} tokens, {}", self.tokens, self.source)
    }
}

/// The limits of a model: its window, input and output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// The context window: request and reply together.
    pub window: Sourced,
    /// The limit on the request, if it is below the window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_limit: Option<Sourced>,
    /// The maximum number of tokens of one reply; never above the window.
    pub max_output: Sourced,
}

impl Limits {
    /// The window assumed for an unknown model: four fifths of the hosted
    /// models in the table have at least this much. Local servers, whose
    /// windows are often smaller, report theirs.
    pub const DEFAULT_WINDOW: u64 = 128_000;

    /// The longest reply assumed for an unknown model, which is also the
    /// smallest common one among hosted models.
    pub const DEFAULT_MAX_OUTPUT: u64 = 4_096;

    /// Takes each limit from the best source that has it: the user, the server,
    /// the table, the default.
    ///
    /// The table's limit on the request belongs to the table's window: if the
    /// user or the server names a larger window, it is ignored.
    pub fn resolve(user: Overrides, server: Reported, table: Option<&Model>) -> Self {
        let best = |user: Option<u64>, server: Option<u64>, table: Option<u64>| {
            let believed = server.filter(|tokens| *tokens <= Reported::BELIEVABLE);
            [(user, Source::User), (believed, Source::Server), (table, Source::Table)]
                .into_iter()
                .find_map(|(tokens, source)| {
                    Some(Sourced { tokens: tokens.filter(|t| *t > 0)?, source })
                })
        };
        let or = |found: Option<Sourced>, tokens| {
            found.unwrap_or(Sourced { tokens, source: Source::Default })
        };

        let window =
            or(best(user.window, server.window, table.map(|m| m.window)), Self::DEFAULT_WINDOW);
        let same_window = table.filter(|model| window.tokens <= model.window);
        let input_limit =
            best(user.input_limit, server.input_limit, same_window.and_then(|m| m.input_limit))
                .filter(|limit| limit.tokens < window.tokens);
        let mut max_output = or(
            best(user.max_output, server.max_output, table.and_then(|m| m.max_output)),
            Self::DEFAULT_MAX_OUTPUT,
        );
        max_output.tokens = max_output.tokens.min(window.tokens);
        Self { window, input_limit, max_output }
    }

    /// The maximum number of tokens of a reply for which `asked` are requested; `None` requests
    /// [`Limits::max_output`].
    ///
    /// A limit set by the user, reported by the server or found in the table
    /// caps what is requested. The default does not: it is an assumption about
    /// an unknown model, and a caller who requests more knows better.
    pub fn reply(&self, asked: Option<u64>) -> u64 {
        let most = match self.max_output.source {
            Source::Default => self.window.tokens,
            _ => self.max_output.tokens,
        };
        asked.map_or(self.max_output.tokens, |asked| asked.min(most))
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::row;
    use super::super::{Family, MODELS};
    use super::*;

    const MODEL: Model = row("openai", "gpt-5", [400_000, 272_000, 128_000], Family::O200k, "");

    fn sourced(tokens: u64, source: Source) -> Sourced {
        Sourced { tokens, source }
    }

    #[test]
    fn the_user_wins_over_the_server_and_the_server_over_the_table() {
        let user = Overrides { window: Some(100_000), ..Overrides::default() };
        let server =
            Reported { window: Some(200_000), max_output: Some(32_000), ..Reported::default() };
        assert_eq!(
            Limits::resolve(user, server, Some(&MODEL)),
            Limits {
                window: sourced(100_000, Source::User),
                input_limit: None,
                max_output: sourced(32_000, Source::Server),
            }
        );
        assert_eq!(
            Limits::resolve(Overrides::default(), server, Some(&MODEL)),
            Limits {
                window: sourced(200_000, Source::Server),
                input_limit: None,
                max_output: sourced(32_000, Source::Server),
            }
        );
        assert_eq!(
            Limits::resolve(Overrides::default(), Reported::default(), Some(&MODEL)),
            Limits {
                window: sourced(400_000, Source::Table),
                input_limit: Some(sourced(272_000, Source::Table)),
                max_output: sourced(128_000, Source::Table),
            }
        );
    }

    #[test]
    fn a_larger_window_than_the_table_s_drops_the_table_s_limit_on_the_request() {
        let resolve = |window, input_limit| {
            let user = Overrides { window: Some(window), input_limit, max_output: None };
            Limits::resolve(user, Reported::default(), Some(&MODEL)).input_limit
        };
        assert_eq!(resolve(1_000_000, None), None);
        assert_eq!(resolve(1_000_000, Some(900_000)), Some(sourced(900_000, Source::User)));
        assert_eq!(resolve(400_000, None), Some(sourced(272_000, Source::Table)));
        assert_eq!(resolve(300_000, None), Some(sourced(272_000, Source::Table)));
        assert_eq!(resolve(272_000, None), None);
    }

    #[test]
    fn an_unknown_model_gets_the_defaults_and_says_so() {
        let absurd = Reported {
            window: Some(u64::MAX),
            input_limit: Some(0),
            max_output: Some(i64::MAX as u64),
        };
        let zero = Overrides { window: Some(0), input_limit: Some(0), max_output: Some(0) };
        assert_eq!(
            Limits::resolve(zero, absurd, None),
            Limits {
                window: sourced(128_000, Source::Default),
                input_limit: None,
                max_output: sourced(4_096, Source::Default),
            }
        );
    }

    #[test]
    fn what_is_asked_for_beats_a_default_and_no_limit_that_is_known() {
        let reply = |server: Option<u64>, table: Option<&Model>, asked| {
            let server = Reported { max_output: server, ..Reported::default() };
            Limits::resolve(Overrides::default(), server, table).reply(asked)
        };
        assert_eq!(reply(None, None, None), 4_096);
        assert_eq!(reply(None, None, Some(1_000)), 1_000);
        assert_eq!(reply(None, None, Some(32_000)), 32_000);
        assert_eq!(reply(None, None, Some(1_000_000)), 128_000, "never above the window");
        assert_eq!(reply(Some(8_192), None, Some(32_000)), 8_192);
        assert_eq!(reply(None, Some(&MODEL), Some(1_000_000)), 128_000);
        assert_eq!(reply(None, Some(&MODEL), None), 128_000);
    }

    #[test]
    fn a_reply_is_never_longer_than_the_window() {
        let server = Reported { window: Some(2_048), ..Reported::default() };
        let limits = Limits::resolve(Overrides::default(), server, Some(&MODEL));
        assert_eq!(limits.max_output, sourced(2_048, Source::Table));
        let limits = Limits::resolve(Overrides::default(), server, None);
        assert_eq!(limits.max_output, sourced(2_048, Source::Default));
    }

    #[test]
    fn four_fifths_of_the_table_have_the_default_window() {
        let have = MODELS.iter().filter(|m| m.window >= Limits::DEFAULT_WINDOW).count();
        assert!(have * 5 >= MODELS.len() * 4, "{have} of {}", MODELS.len());
    }
}
