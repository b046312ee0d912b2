//! How a command reads and counts conversations.

/// Which tokenizer and window to use.
#[derive(Debug, clap::Args)]
pub(crate) struct CountingArgs {
    /// The model: decides the tokenizer and, without --window, the window. The
    /// default tokenizer is o200k_base.
    #[arg(long, short, value_name = "NAME", conflicts_with = "encoding")]
    pub(crate) model: Option<String>,
    /// The tokenizer by name: o200k_base, cl100k_base, …
    #[arg(long, short, value_name = "NAME")]
    pub(crate) encoding: Option<String>,
}

/// How transcripts are read.
#[derive(Debug, clap::Args)]
pub(crate) struct ReadingArgs {
    /// Reject what a provider would reject, instead of repairing it.
    #[arg(long)]
    pub(crate) strict: bool,
}
