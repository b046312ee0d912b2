//! The options of `vibeue history`.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};

/// Lists, searches and manages the conversations in a folder.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
An ID may be abbreviated as long as it is unambiguous.

Examples:
  vibeue history                                  all conversations, pinned ones first
  vibeue history search airlock \"red door\"        in titles, tags and all that was said
  vibeue history pin 3f2a
  vibeue history tag 3f2a airlock urgent
  vibeue history delete 3f2a                      to the trash, for thirty days
  vibeue history restore 3f2a
  vibeue history usage                            tokens and cost by month
  vibeue history export 3f2a --format markdown --out airlock.md")]
pub(crate) struct HistoryArgs {
    /// The folder with the conversations [default: Saved/VibeUE of the project
    /// in the current folder, else the current folder].
    #[arg(long, short, value_name = "DIR", global = true)]
    pub(crate) folder: Option<PathBuf>,
    /// Print one JSON object instead.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) action: Option<HistoryAction>,
}

/// What to do with the conversations.
#[derive(Debug, Subcommand)]
pub(crate) enum HistoryAction {
    /// Lists all conversations (the default).
    List {
        /// Only those with this tag.
        #[arg(long)]
        tag: Option<String>,
    },
    /// Finds conversations that contain all of the words; "words in quotation marks"
    /// are matched as a phrase.
    Search {
        /// What to look for.
        #[arg(required = true)]
        words: Vec<String>,
        /// How many conversations are shown.
        #[arg(long, short = 'n', value_name = "N", default_value_t = 10)]
        limit: usize,
    },
    /// Pins conversations to the top of the list.
    Pin {
        #[arg(required = true)]
        id: Vec<String>,
    },
    /// Unpins conversations.
    Unpin {
        #[arg(required = true)]
        id: Vec<String>,
    },
    /// Adds tags to a conversation.
    Tag {
        id: String,
        #[arg(required = true)]
        tag: Vec<String>,
    },
    /// Removes tags.
    Untag {
        id: String,
        #[arg(required = true)]
        tag: Vec<String>,
    },
    /// Renames a conversation; an empty name removes the name.
    Rename { id: String, title: String },
    /// Deletes conversations: they stay in the trash for thirty days.
    Delete {
        #[arg(required = true)]
        id: Vec<String>,
        /// Permanently, including conversations already in the trash.
        #[arg(long)]
        for_good: bool,
    },
    /// Lists what is in the trash.
    Trash {
        /// Delete all of it permanently instead.
        #[arg(long)]
        empty: bool,
    },
    /// Restores deleted conversations.
    Restore {
        #[arg(required = true)]
        id: Vec<String>,
    },
    /// Tokens and cost by month and conversation.
    Usage,
    /// Writes a conversation for other programs, or for people.
    Export {
        id: String,
        /// What to write.
        #[arg(long, value_enum, default_value_t = HistoryFormat::Markdown)]
        format: HistoryFormat,
        /// What the model sees, summaries included, instead of everything that was said.
        #[arg(long)]
        view: bool,
        /// Where to write it [default: standard output]. An existing file is replaced only
        /// with --force, a journal never.
        #[arg(long, short, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Replace the file that --out names.
        #[arg(long, requires = "out", visible_alias = "replace")]
        force: bool,
        /// Keep keys, tokens, passwords and other credentials, which are masked otherwise.
        #[arg(long)]
        with_secrets: bool,
    },
    /// Imports exported Markdown, transcripts and journals as new conversations.
    Import {
        #[arg(required = true)]
        file: Vec<PathBuf>,
    },
}

/// What a conversation is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum HistoryFormat {
    /// For people.
    Markdown,
    /// An OpenAI chat request.
    Openai,
    /// An Anthropic request.
    Anthropic,
    /// The journal as it is, with everything in it; needs --with-secrets.
    Journal,
}
