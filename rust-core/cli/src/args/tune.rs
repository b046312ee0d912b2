//! The options of `vibeue tune`.

use std::path::PathBuf;

use super::{CountingArgs, ReadingArgs};
use crate::quantity::{pair, some_tokens, tokens};

/// Replays conversations under several settings, to choose between them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Replays each conversation turn by turn and compacts
before each request (each message of the assistant) if the settings say so.
Cached tokens are those at the start that the previous request had as well; they
count at the stated share of their price.

Examples:
  vibeue tune talk.json --window 32k
  vibeue tune talk.json --window 32k --presets
  vibeue tune *.json --thresholds 0.6,0.8 --keep-recent 4,10 --html tune.html")]
pub(crate) struct TuneArgs {
    /// The conversations.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) counting: CountingArgs,
    /// The context window in tokens (16000, 16k, 1m) [default: the model's, or 128,000].
    #[arg(long, short, value_name = "TOKENS", value_parser = some_tokens)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) window: Option<u64>,
    /// Tokens kept free for the reply [default: learned from the model and the replies seen].
    #[arg(long, value_name = "TOKENS", value_parser = tokens, allow_hyphen_values = true)]
    pub(crate) reserve: Option<u64>,
    /// Shares of the budget at which to compact.
    #[arg(long, value_name = "RATIOS", value_delimiter = ',', allow_hyphen_values = true)]
    #[arg(default_value = "0.6,0.7,0.8,0.9")]
    pub(crate) thresholds: Vec<String>,
    /// How many of the newest messages to keep.
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', allow_hyphen_values = true)]
    #[arg(default_value = "4,10,20")]
    pub(crate) keep_recent: Vec<String>,
    /// Compare the presets of settings instead: balanced, economical, long_memory.
    #[arg(long, conflicts_with_all = ["thresholds", "keep_recent"])]
    pub(crate) presets: bool,
    /// Any other setting: target_ratio=0.4, cooldown_messages=6, …; may be repeated.
    #[arg(long = "set", visible_alias = "settings", value_name = "NAME=VALUE", value_parser = pair)]
    pub(crate) set: Vec<(String, String)>,
    /// What a cached token costs, as a share of the price of a new one.
    #[arg(long, value_name = "RATIO", default_value_t = 0.1, allow_hyphen_values = true)]
    pub(crate) cached_share: f64,
    /// Write a self-contained page with plots. An existing file is
    /// replaced only with --replace.
    #[arg(long, value_name = "OUT")]
    pub(crate) html: Option<PathBuf>,
    /// Replace the file that --html names.
    #[arg(long, requires = "html")]
    pub(crate) replace: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// Print one JSON object instead.
    #[arg(long)]
    pub(crate) json: bool,
}
