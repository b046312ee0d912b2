//! The options of `vibeue probe`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::ConnectArgs;
use crate::quantity::some_tokens;

/// Quizzes a reader who sees only what a compaction kept, and grades the answers.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each FILE contains questions about the first part of a conversation (tests/data/README.md).
That part is compacted; --model answers every question with nothing but the result in
view, and --grader compares the answers with the key: 1, 0.5 or 0. Baselines get as many
tokens as the compaction kept.

If no model is available, people can take its place: --prompts writes a paper for each view,
named by the view and not by how it was made; --answers reads what they answered, with
--prompts it writes papers for the graders, and --grades reads their grades.

Examples:
  vibeue probe tests/data/probes/blueprint-door.json --baseline newest --model gpt-5
  vibeue probe tests/data/probes/*.json --conversations ~/talks --prompts papers
  vibeue probe tests/data/probes/*.json --answers answers --grades one --grades two
  vibeue probe --replay probes.jsonl")]
pub(crate) struct ProbeArgs {
    /// The questions, one file per conversation.
    #[arg(required_unless_present = "replay", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Where to look for conversations that are not where the questions say.
    #[arg(long, value_name = "DIR")]
    pub(crate) conversations: Option<PathBuf>,
    /// Who writes the summary.
    #[arg(long, value_enum, default_value_t = ProbeStrategy::Rules)]
    pub(crate) strategy: ProbeStrategy,
    /// Compare with this view at as many tokens; may be repeated.
    #[arg(long, value_enum)]
    pub(crate) baseline: Vec<Baseline>,
    /// The share of the tokens to come down to, system prompt and tools aside [default: 0.2].
    #[arg(long, value_name = "RATIO", conflicts_with = "window", allow_hyphen_values = true)]
    pub(crate) share: Option<String>,
    /// Compact for this context window in tokens (16000, 16k, 1m) instead.
    #[arg(long, short, value_name = "TOKENS", value_parser = some_tokens)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) window: Option<u64>,
    /// The tokenizer by name [default: o200k_base, whatever model is asked].
    #[arg(long, short, value_name = "NAME")]
    pub(crate) encoding: Option<String>,
    /// The model that answers, and that writes summaries if the strategy needs one.
    #[arg(long, short, value_name = "NAME")]
    pub(crate) model: Option<String>,
    /// The model that grades, at the same server [default: the one that answers].
    #[arg(long, value_name = "MODEL")]
    pub(crate) grader: Option<String>,
    #[command(flatten)]
    pub(crate) connect: ConnectArgs,
    /// Write all prompts, answers and grades as JSON lines. An existing file is replaced only
    /// with --replace.
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Replace the file that --record names.
    #[arg(long, requires = "record")]
    pub(crate) replace: bool,
    /// Evaluate such a file again, offline; with FILEs it says what has changed since.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["record", "prompts", "answers"])]
    #[arg(conflicts_with_all = ["strategy", "baseline", "share", "window", "encoding", "model"])]
    pub(crate) replay: Option<PathBuf>,
    /// Write a paper for a reader into this folder for each view; with --answers, for a grader.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["grades", "record"])]
    pub(crate) prompts: Option<PathBuf>,
    /// Read the readers' answers from this folder: files named like the papers.
    #[arg(long, value_name = "DIR")]
    pub(crate) answers: Option<PathBuf>,
    /// Read a grader's grades from this folder; may be repeated, once per grader.
    #[arg(long, value_name = "DIR", requires = "answers")]
    pub(crate) grades: Vec<PathBuf>,
    /// Let people write summaries: what a model would be told is written into this folder as
    /// NAME.prompt.txt, and NAME.txt next to it is read as the answer.
    #[arg(long, value_name = "DIR", conflicts_with = "replay")]
    pub(crate) writers: Option<PathBuf>,
    /// Print one JSON object instead.
    #[arg(long)]
    pub(crate) json: bool,
}

impl ProbeArgs {
    /// The settings that the options name.
    pub(crate) fn settings(&self) -> Vec<(&str, String)> {
        let mut settings = self.connect.settings();
        settings.extend(self.model.clone().map(|value| ("model", value)));
        // The strategy is what is tested: no other source may change it.
        settings.push(("mode", self.strategy.name().to_owned()));
        settings
    }
}

/// Who writes the summary that is probed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProbeStrategy {
    /// Rules, which need no model.
    Rules,
    /// A model; what it drops is restored.
    Llm,
    /// Rules extract the facts, a model writes the text.
    Hybrid,
}

impl ProbeStrategy {
    /// The name in the settings.
    pub(crate) fn name(self) -> &'static str {
        match self {
            ProbeStrategy::Rules => "rules",
            ProbeStrategy::Llm => "llm",
            ProbeStrategy::Hybrid => "hybrid",
        }
    }
}

/// What a compaction is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Baseline {
    /// The newest messages that fit.
    Newest,
    /// All of the user's messages, then the newest that fit.
    Users,
    /// An ordinary hand-over summary by the model.
    Summary,
    /// The whole first part, whatever it takes: the most that a reader can get.
    Full,
}

impl Baseline {
    /// The name in tables and records.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Baseline::Newest => "newest",
            Baseline::Users => "users",
            Baseline::Summary => "summary",
            Baseline::Full => "full",
        }
    }
}
