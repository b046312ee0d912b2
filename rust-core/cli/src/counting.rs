//! The tokenizer and the limits that a command counts with.

use std::thread;

use vibeue_core::conversation::{Conversation, Role};
use vibeue_core::tokens::exact::Encoding;
use vibeue_core::tokens::models::{self, Family, Limits, Match, Overrides, Reported};
use vibeue_core::tokens::{Budget, Counter, ReplyLengths, TokenizerKind, Usage};

use crate::args::CountingArgs;
use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::progress::Progress;

/// A tokenizer with the limits of its model.
pub(crate) struct Counting {
    /// Counts.
    pub(crate) counter: Counter,
    /// The model's limits.
    pub(crate) limits: Limits,
    /// Whether the model reasons before it answers.
    reasons: bool,
}

/// A conversation with its tokens.
pub(crate) struct Counted {
    /// Tokens of each message.
    pub(crate) tokens: Vec<u64>,
    /// Tokens of the request besides its messages.
    pub(crate) fixed: u64,
    /// The usage of all tokens.
    pub(crate) usage: Usage,
    /// How long the latest replies were.
    pub(crate) long_reply: Option<u64>,
}

impl Counting {
    /// Takes the tokenizer and the limits that the arguments name; loads the
    /// vocabulary.
    ///
    /// # Errors
    /// [`vibeue_core::ErrorKind::Input`] for an encoding that does not exist.
    pub(crate) fn of(
        args: &CountingArgs,
        window: Option<u64>,
        console: &mut Console,
    ) -> Result<Self> {
        let counting = Self::resolve(args, window, console)?;
        counting.counter.warm();
        Ok(counting)
    }

    /// The same, but loads the vocabulary on a background thread: the caller reads the conversation
    /// meanwhile, and then waits in [`Counter::warm`].
    ///
    /// # Errors
    /// As for [`Counting::of`].
    pub(crate) fn begin(
        args: &CountingArgs,
        window: Option<u64>,
        console: &mut Console,
    ) -> Result<Self> {
        let counting = Self::resolve(args, window, console)?;
        let counter = counting.counter;
        // Without a thread, the one that waits loads it.
        let _ = thread::Builder::new().spawn(move || counter.warm());
        Ok(counting)
    }

    fn resolve(args: &CountingArgs, window: Option<u64>, console: &mut Console) -> Result<Self> {
        let user = Overrides { window, ..Overrides::default() };
        let found = args.model.as_deref().map(|name| (name, models::find(name)));
        let counter = match (&found, &args.encoding) {
            (_, Some(name)) => by_encoding(name)?,
            (Some((name, _)), None) => {
                if name.trim().is_empty() {
                    return Err(Failure::input("the model's name is empty", "omit --model"));
                }
                Counter::for_model(name)
            }
            (None, None) => Counter::for_encoding(Encoding::O200kBase),
        };
        let table = found.as_ref().and_then(|(_, found)| found.model);
        let limits = Limits::resolve(user, Reported::default(), table);
        if let Some((name, found)) = &found {
            let taken = match (found.matched, found.model) {
                (Match::Prefix, Some(model)) => format!("its limits are taken from {}", model.id),
                (Match::Family, _) => format!(
                    "it is counted like the other {} models; set its window with --window",
                    found.family
                ),
                (Match::None, _) => "its tokens are estimated; give its window with --window, or \
                                     the tokenizer by --encoding"
                    .to_owned(),
                _ => String::new(),
            };
            if !taken.is_empty() {
                console.note(format!("the model {name:?} is not in the table: {taken}"));
            }
        }
        let reasons = args.model.as_deref().is_some_and(models::reasons);
        Ok(Self { counter, limits, reasons })
    }

    /// Counts a conversation, message by message.
    pub(crate) fn count(&self, conversation: &Conversation, console: &Console) -> Counted {
        let progress = Progress::begin(console, "counting", conversation.messages.len() as u64);
        let mut usage = self.counter.request([], &conversation.tools);
        let fixed = usage.total();
        let mut replies = ReplyLengths::new();
        let mut tokens = Vec::with_capacity(conversation.messages.len());
        for message in &conversation.messages {
            let cost = self.counter.message(message);
            if message.role == Role::Assistant {
                replies.observe(cost.total());
            }
            tokens.push(cost.total());
            usage += cost;
            progress.step();
        }
        Counted { tokens, fixed, usage, long_reply: replies.long() }
    }

    /// Computes the budget: with the given reserve, or the one that the model and the replies so
    /// far suggest.
    ///
    /// # Errors
    /// [`vibeue_core::ErrorKind::Settings`] if the reserve takes the whole window.
    pub(crate) fn budget(&self, reserve: Option<u64>, long_reply: Option<u64>) -> Result<Budget> {
        let window = self.limits.window.tokens;
        let max_output = Some(self.limits.max_output.tokens);
        let learned = || Budget::learned_reserve(window, max_output, long_reply, self.reasons);
        let reserve = reserve.unwrap_or_else(learned);
        let input_limit = self.limits.input_limit.map(|limit| limit.tokens);
        Ok(Budget::new(window, reserve, input_limit)?)
    }
}

/// Finds a tokenizer by its name: that of an encoding, or of a family of
/// models whose tokens are estimated.
fn by_encoding(name: &str) -> Result<Counter> {
    if let Ok(encoding) = name.parse::<Encoding>() {
        return Ok(Counter::for_encoding(encoding));
    }
    match Family::from_name(name) {
        Some(family) if family != Family::Unknown => Ok(Counter::for_family(family)),
        _ => {
            let exact = Encoding::ALL.iter().map(|encoding| encoding.name());
            let estimated = Family::ALL
                .iter()
                .filter(|family| **family != Family::Unknown)
                .filter(|family| matches!(TokenizerKind::of(**family), TokenizerKind::Estimated(_)))
                .map(|family| family.name());
            let list = |names: Vec<&str>| names.join(", ");
            Err(Failure::input(
                format!("there is no encoding {name:?}"),
                format!(
                    "exact: {}; estimated: {}",
                    list(exact.collect()),
                    list(estimated.collect())
                ),
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_and_families_have_counters() {
        for encoding in Encoding::ALL {
            assert_eq!(by_encoding(encoding.name()).unwrap().name(), encoding.name());
        }
        for family in Family::ALL.into_iter().filter(|family| *family != Family::Unknown) {
            assert_eq!(by_encoding(family.name()).unwrap(), Counter::for_family(family));
        }
    }

    #[test]
    fn an_unknown_encoding_is_refused_with_the_known_ones() {
        for name in ["", "O200K_BASE", "unknown", "zork"] {
            let Err(Failure::Error(error)) = by_encoding(name) else { panic!("{name}") };
            assert_eq!(error.message(), format!("there is no encoding {name:?}"));
            let hint = error.hint_text().unwrap();
            assert!(hint.starts_with("exact: o200k_base, ") && hint.contains("claude"));
        }
    }
}
