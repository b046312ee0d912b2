//! The options of `vibeue compact`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::{ConnectArgs, CountingArgs, ReadingArgs};
use crate::quantity::{some_tokens, tokens};

/// Shortens a conversation until it fits a context window.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Runs when the trigger fires (80 % of the budget) or with --force. The budget is
the smallest of 90 % of the window, the window less the reserve, and the model's
input limit; where tokens are estimated it is divided by 1 + the error bound, so
that the result really fits. Without --out nothing is written. --out keeps the
format of the input and replaces the input as a whole or not at all, any other file
only with --replace; to a journal the compaction is appended, and `vibeue journal` can undo it. The result is a request to
continue with: the summary contains no credentials, and messages that stay are
unchanged, word for word.

Examples:
  vibeue compact talk.json --window 16k
  vibeue compact talk.json --window 16k --full
  vibeue compact talk.json --model gpt-4o --force --out short.json
  vibeue compact talk.json --window 32k --pin 3 --keep-recent 4 --json
  vibeue compact talk.json --strategy hybrid --provider anthropic --model claude-haiku-4-5")]
pub(crate) struct CompactArgs {
    /// The conversation; `-` reads standard input.
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) counting: CountingArgs,
    /// The context window in tokens (16000, 16k, 1m) [default: the model's, or 128,000].
    #[arg(long, short, value_name = "TOKENS", value_parser = some_tokens)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) window: Option<u64>,
    /// Tokens kept free for the reply [default: learned from the model and the replies seen].
    #[arg(long, value_name = "TOKENS", value_parser = tokens, allow_hyphen_values = true)]
    pub(crate) reserve: Option<u64>,
    /// The share of the budget to come down to [default: 0.5].
    #[arg(long, value_name = "RATIO", allow_hyphen_values = true)]
    pub(crate) target: Option<String>,
    /// How many of the newest messages stay verbatim [default: 10].
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) keep_recent: Option<String>,
    /// Keep this message verbatim: its index in the file's list of messages, from 0; may be
    /// repeated.
    #[arg(long, value_name = "INDEX")]
    pub(crate) pin: Vec<usize>,
    /// Who writes the summary [default: rules, which need no model]; the others ask --model, or
    /// the models that the setting summary_models names.
    #[arg(long, value_enum)]
    pub(crate) strategy: Option<StrategyArg>,
    /// What the summary should focus on; for a model.
    #[arg(long, value_name = "TEXT")]
    pub(crate) instructions: Option<String>,
    #[command(flatten)]
    pub(crate) connect: ConnectArgs,
    /// Compact even if the trigger does not fire.
    #[arg(long, short)]
    pub(crate) force: bool,
    /// Where to write the result: the input itself or another file, never another journal.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace the file that --out names, if it is not the input.
    #[arg(long, requires = "out")]
    pub(crate) replace: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// Print the whole hand-over and how many facts of each kind are still there.
    #[arg(long, conflicts_with = "json")]
    pub(crate) full: bool,
    /// Print one JSON object instead.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Who writes a summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StrategyArg {
    /// Rules: the same every time, without a network.
    Rules,
    /// A model; what it drops is restored.
    Llm,
    /// Rules extract the facts, a model writes the text.
    Hybrid,
    /// The provider's own compaction, with our own record next to it.
    Native,
}

impl StrategyArg {
    /// The name in the settings.
    pub(crate) fn name(self) -> &'static str {
        match self {
            StrategyArg::Rules => "rules",
            StrategyArg::Llm => "llm",
            StrategyArg::Hybrid => "hybrid",
            StrategyArg::Native => "native",
        }
    }
}

impl CompactArgs {
    /// The settings that the options name.
    pub(crate) fn settings(&self) -> Vec<(&str, String)> {
        // A file and the environment speak of chats; a file that is given is
        // compacted by rules unless the command line says otherwise.
        let mut settings = vec![("mode", StrategyArg::Rules.name().to_owned())];
        settings.extend(self.connect.settings());
        settings.extend(self.strategy.map(|strategy| ("mode", strategy.name().to_owned())));
        settings.extend(self.target.clone().map(|value| ("target_ratio", value)));
        settings.extend(self.keep_recent.clone().map(|value| ("recent_messages_to_keep", value)));
        settings.extend(self.counting.model.clone().map(|value| ("model", value)));
        settings
    }
}
