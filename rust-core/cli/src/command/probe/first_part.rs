//! The first part of a conversation, and the views that are made from it.

use std::path::Path;

use vibeue_core::compaction::strategy::{SummaryModel, WholeConversation};
use vibeue_core::conversation::{Message, MessageId, Part, Role};
use vibeue_core::settings::Settings;

use super::ask::Models;
use super::question_set::QuestionSet;
use super::view::{self, View};
use crate::args::{Baseline, CountingArgs, ProbeStrategy};
use crate::command::compact;
use crate::console::Console;
use crate::counting::{Counted, Counting};
use crate::failure::{Failure, Result};
use crate::source::Source;

/// How far a compaction goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Size {
    /// To a share of the tokens that are neither system prompt nor tools.
    Share(f64),
    /// To the target that the settings give for a context window.
    Window(u64),
}

impl Size {
    /// A fifth of the tokens: what the project's own figures are about.
    pub(super) const DEFAULT: Size = Size::Share(0.2);

    /// Reads what was typed.
    ///
    /// # Errors
    /// [`vibeue_core::ErrorKind::Input`] for a share that is not one.
    pub(super) fn of(share: Option<&str>, window: Option<u64>) -> Result<Self> {
        match (share, window) {
            (_, Some(window)) => Ok(Size::Window(window)),
            (None, None) => Ok(Size::DEFAULT),
            (Some(text), None) => match text.parse::<f64>() {
                Ok(share) if share > 0.0 && share <= 1.0 => Ok(Size::Share(share)),
                _ => {
                    let what = format!("the share {text:?} is not a number above 0 and up to 1");
                    Err(Failure::input(what, "0.2 is a fifth of the tokens"))
                }
            },
        }
    }
}

/// What is needed to make views.
pub(super) struct Maker {
    pub(super) counting: Counting,
    pub(super) settings: Settings,
    pub(super) size: Size,
}

impl Maker {
    /// # Errors
    /// [`vibeue_core::ErrorKind::Input`] for an encoding that does not exist.
    pub(super) fn new(
        encoding: Option<&str>,
        size: Size,
        settings: Settings,
        console: &mut Console,
    ) -> Result<Self> {
        // Not the tokenizer of the model that is asked: the views must be the same for every
        // reader.
        let args = CountingArgs { model: None, encoding: encoding.map(str::to_owned) };
        let window = match size {
            Size::Window(window) => Some(window),
            Size::Share(_) => None,
        };
        Ok(Self { counting: Counting::of(&args, window, console)?, settings, size })
    }

    /// Reads and counts the first part of a set's conversation.
    ///
    /// # Errors
    /// As for [`QuestionSet::first_part`]; [`vibeue_core::ErrorKind::Settings`] if the window
    /// leaves no room.
    pub(super) fn first_part(
        &self,
        set: &QuestionSet,
        folder: Option<&Path>,
        console: &mut Console,
    ) -> Result<FirstPart> {
        let source = set.first_part(folder, console)?;
        let counted = self.counting.count(&source.conversation, console);
        let lead = view::instructions(&source.conversation).len();
        let whole: u64 = counted.tokens.iter().sum();
        let ratio = self.settings.target_ratio;
        let (asked, available) = match self.size {
            Size::Share(share) => {
                let system: u64 = counted.tokens[..lead].iter().sum();
                let asked = system + (share * (whole - system) as f64) as u64;
                (asked, ((asked + counted.fixed) as f64 / ratio) as u64)
            }
            Size::Window(_) => {
                let reserve = self.settings.reserve_tokens;
                let budget = self.counting.budget(reserve, counted.long_reply)?;
                let available = self.counting.counter.safe_limit(budget.available());
                let asked = (available as f64 * ratio) as u64;
                (asked.saturating_sub(counted.fixed), available)
            }
        };
        Ok(FirstPart { source, counted, whole, asked, available })
    }
}

/// The first part of a conversation, counted.
pub(super) struct FirstPart {
    pub(super) source: Source,
    counted: Counted,
    /// Tokens of its messages.
    pub(super) whole: u64,
    /// Tokens that the messages of a view are to have at most.
    pub(super) asked: u64,
    /// Tokens that a request may have, so that the compaction aims at `asked`.
    available: u64,
}

impl FirstPart {
    /// The view that a compaction leaves, and what the user should know about how it was made;
    /// written by models if there are any.
    ///
    /// # Errors
    /// If what must stay does not fit.
    pub(super) fn compacted(
        &self,
        strategy: ProbeStrategy,
        maker: &Maker,
        models: &[SummaryModel],
    ) -> Result<(View, Vec<String>)> {
        let Maker { counting, settings, .. } = maker;
        let whole = WholeConversation {
            by_hand: true,
            ..compact::whole(&self.source, counting, &self.counted, self.available, settings)
        };
        let done = compact::compact(&whole, models, &self.source)?;
        Ok((View::new(strategy.name(), &done.after.messages, &counting.counter), done.warnings))
    }

    /// A view to compare with, in a number of tokens.
    ///
    /// # Errors
    /// Those of the model that writes a summary.
    ///
    /// # Panics
    /// If a summary is requested and there are no models.
    pub(super) fn baseline(
        &self,
        baseline: Baseline,
        tokens: u64,
        maker: &Maker,
        models: Option<&Models>,
    ) -> Result<View> {
        let conversation = &self.source.conversation;
        let counter = &maker.counting.counter;
        let messages = match baseline {
            Baseline::Newest => view::trivial(conversation, tokens, false, counter),
            Baseline::Users => view::trivial(conversation, tokens, true, counter),
            Baseline::Full => conversation.messages.clone(),
            Baseline::Summary => {
                let models = models.expect("whoever wants a summary has a model");
                let mut messages = view::instructions(conversation).to_vec();
                let size = |message: &Message| counter.message(message).total();
                let lead: u64 = messages.iter().map(size).sum();
                // A message costs some tokens besides its text.
                let empty = size(&summary(""));
                let room = tokens.saturating_sub(lead + empty);
                let text = view::rendered(view::spoken(conversation));
                let handover = models.hand_over(&text, room)?;
                messages.push(summary(&view::cut_to(&handover, room, counter)));
                messages
            }
        };
        Ok(View::new(baseline.name(), &messages, counter))
    }
}

/// The message that carries a hand-over.
fn summary(text: &str) -> Message {
    Message::new(MessageId(u64::MAX), Role::User, vec![Part::text(text)])
}
