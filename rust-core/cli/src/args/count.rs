//! The options of `vibeue count`.

use std::path::PathBuf;

use super::{CountingArgs, ReadingArgs};

/// Counts the tokens of a conversation, and says what they are spent on.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Counts messages as they are sent: with what the wire format adds to each, tools'
schemas and images. `~` marks estimates: tokenizers that are not public.

Examples:
  vibeue count talk.json --model gpt-4o
  vibeue count talk.json --json | jq .tokens
  vibeue count talk.json --check
  cat prompt.txt | vibeue count --text -")]
pub(crate) struct CountArgs {
    /// The conversation; `-` reads standard input.
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) counting: CountingArgs,
    /// Count the file as plain text, exactly as it is.
    #[arg(long, conflicts_with = "strict")]
    pub(crate) text: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// Have tiktoken-rs count the same texts, and say whether it agrees and how
    /// long both took.
    #[arg(long)]
    pub(crate) check: bool,
    /// Print one JSON object instead.
    #[arg(long)]
    pub(crate) json: bool,
}
