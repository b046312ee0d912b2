//! The options of `vibeue journal`.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use vibeue_core::conversation::MessageId;

use super::ReadingArgs;

/// Lists, shows, undoes, exports, imports and salvages journals.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vibeue journal talk.jsonl                       all events, one per line
  vibeue journal talk.jsonl show 42               one event in full
  vibeue journal talk.jsonl result m17            a tool's result, however long it was
  vibeue journal talk.jsonl undo                  undo the last compaction
  vibeue journal talk.jsonl export --format anthropic --out talk.json
  vibeue journal talk.jsonl import talk.json      make a journal from a transcript
  vibeue journal broken.jsonl --salvage repaired.jsonl")]
#[command(args_conflicts_with_subcommands = false, subcommand_negates_reqs = false)]
pub(crate) struct JournalArgs {
    /// The journal.
    pub(crate) file: PathBuf,
    /// Copy whatever is readable in a damaged journal into a new one.
    #[arg(long, value_name = "NEW")]
    pub(crate) salvage: Option<PathBuf>,
    /// Print one JSON object instead; `export` is JSON in any case.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) action: Option<JournalAction>,
}

/// What to do with a journal.
#[derive(Debug, Subcommand)]
pub(crate) enum JournalAction {
    /// Lists all events (the default).
    List,
    /// Shows one event in full, or what the model sees now.
    Show {
        /// The event's number.
        seq: Option<u64>,
    },
    /// Writes a tool's result, even one that is too long for a message and kept in a file.
    Result {
        /// The message with it, such as m17.
        message: MessageId,
        /// Where to begin, in bytes.
        #[arg(long, default_value_t = 0)]
        offset: usize,
        /// How many bytes [default: all that follow].
        #[arg(long)]
        bytes: Option<usize>,
        /// Print the offsets of this text instead, ignoring case, one per line.
        #[arg(long, conflicts_with_all = ["offset", "bytes"])]
        query: Option<String>,
    },
    /// Undoes a compaction, with those that build on it.
    Undo {
        /// The number of the compaction's event [default: the last one in force].
        seq: Option<u64>,
    },
    /// Writes what the model sees, or everything that was said, as a transcript.
    Export {
        /// The format to write.
        #[arg(long, value_enum, default_value_t = ExportFormat::Openai)]
        format: ExportFormat,
        /// Everything that was said, as if nothing had been condensed.
        #[arg(long)]
        originals: bool,
        /// Where to write it [default: standard output]. An existing file is replaced only
        /// with --force, a journal never.
        #[arg(long, short, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Replace the file that --out names.
        #[arg(long, short, requires = "out", visible_alias = "replace")]
        force: bool,
        /// Keep keys, tokens, passwords and other credentials, which are masked otherwise.
        #[arg(long)]
        with_secrets: bool,
    },
    /// Creates this journal from a transcript; the journal must not exist yet.
    Import {
        /// The transcript; `-` reads standard input.
        transcript: PathBuf,
        #[command(flatten)]
        reading: ReadingArgs,
    },
}

/// A provider's format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// An OpenAI chat request.
    Openai,
    /// An Anthropic request.
    Anthropic,
}
