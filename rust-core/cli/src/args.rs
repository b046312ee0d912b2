//! The command line.

mod mcp;
mod probe;

use std::path::PathBuf;

use clap::{ArgAction, Parser, Subcommand, ValueEnum};

use crate::quantity::{pair, some_tokens, tokens};

pub(crate) use mcp::{McpAction, McpArgs};
pub(crate) use probe::{Baseline, ProbeArgs, ProbeStrategy};

const EXAMPLES: &str = "\
Examples:
  vibeue count talk.json                          how many tokens, and what they are spent on
  vibeue count --text notes.md --encoding cl100k_base
  vibeue compact talk.json --window 16k           how it would fit, and what would stay
  vibeue compact talk.json --model gpt-4o --out short.json
  vibeue tune a.json b.json --window 32k --html tune.html
  vibeue probe tests/data/probes/blueprint-door.json --model gpt-5
  vibeue journal talk.jsonl show
  vibeue chat --provider ollama --model qwen3:8b --journal talk.jsonl
  vibeue doctor --base-url http://localhost:1234/v1

Exit codes:
  0    done; a question was answered
  1    internal error: please report it
  2    wrong usage, wrong input, or a file that cannot be read or written
  3    it does not fit: found before it was sent, or by the server
  4    the provider failed; the message says why
  129  the terminal was closed (SIGHUP); what was said is in the journal
  130  cancelled by Ctrl-C
  143  ended by SIGTERM; what was said is in the journal";

/// Counts, compacts and replays conversations with AI agents, and chats with models.
///
/// Reads OpenAI chat JSON (a list, a request with `messages`, or a message a
/// line), Anthropic requests and VibeUE journals; the format is found by
/// content. `-` is standard input.
#[derive(Debug, Parser)]
#[command(name = "vibeue", version, after_help = EXAMPLES, max_term_width = 100)]
#[command(arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct Args {
    /// Log on standard error: -v each summarization and what went wrong on the
    /// way, -vv every step.
    #[arg(long, short, action = ArgAction::Count, global = true)]
    pub(crate) verbose: u8,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Count(CountArgs),
    Compact(CompactArgs),
    Tune(TuneArgs),
    Probe(Box<ProbeArgs>),
    Journal(JournalArgs),
    Settings(SettingsArgs),
    Chat(Box<ChatArgs>),
    Mcp(McpArgs),
    Doctor(DoctorArgs),
}

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

/// Shortens a conversation until it fits a context window.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Runs when the trigger fires (80 % of the budget) or with --force. The budget is
the smallest of 90 % of the window, the window less the reserve, and the model's
input limit; where tokens are estimated it is divided by 1 + the error bound, so
that the result really fits. Without --out nothing is written. --out keeps the
format of the input and replaces the file as a whole or not at all; to a journal the
compaction is appended, and `vibeue journal` can undo it. The result is a request to
go on with: the summary contains no credentials, and messages that stay are
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
    /// A model; what it drops is put back.
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
    /// What was said, by the settings' names.
    pub(crate) fn said(&self) -> Vec<(&str, String)> {
        // A file and the environment speak of chats; a file that is given is
        // compacted by rules unless the command line says otherwise.
        let mut said = vec![("mode", StrategyArg::Rules.name().to_owned())];
        said.extend(self.connect.said());
        said.extend(self.strategy.map(|strategy| ("mode", strategy.name().to_owned())));
        said.extend(self.target.clone().map(|value| ("target_ratio", value)));
        said.extend(self.keep_recent.clone().map(|value| ("recent_messages_to_keep", value)));
        said.extend(self.counting.model.clone().map(|value| ("model", value)));
        said
    }
}

/// Replays conversations under several settings, to choose between them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Goes through each conversation turn by turn, as if it happened again, and compacts
before each request (each message of the assistant) where the setting says so.
Cached tokens are those of the longest run of messages that the previous request
began with, too; they count at the stated share of their price.

Examples:
  vibeue tune talk.json --window 32k
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
    /// Any other setting: target_ratio=0.4, cooldown_messages=6, …; may be repeated.
    #[arg(long = "set", visible_alias = "settings", value_name = "NAME=VALUE", value_parser = pair)]
    pub(crate) set: Vec<(String, String)>,
    /// What a cached token costs, as a share of the price of a new one.
    #[arg(long, value_name = "RATIO", default_value_t = 0.1, allow_hyphen_values = true)]
    pub(crate) cached_share: f64,
    /// Write a page with plots: one file, nothing else needed to read it.
    #[arg(long, value_name = "OUT")]
    pub(crate) html: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// Print one JSON object instead.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Prints the effective settings, and where each comes from.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Later sources win: defaults, the settings file, VIBEUE_* variables (VIBEUE_THRESHOLD,
VIBEUE_MODEL, …), --set. The file is TOML, one name = value a line; VIBEUE_CONFIG or
--config name another one, an empty VIBEUE_CONFIG means none. Keys are never in a file:
they come from VIBEUE_API_KEY, the variable that key_env names, or the provider's own.

Examples:
  vibeue settings
  vibeue settings --explain
  VIBEUE_THRESHOLD=0.7 vibeue settings --json")]
pub(crate) struct SettingsArgs {
    /// The settings file to read instead of the user's own.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// A setting for this run: threshold=0.7, model=gpt-5, …; may be repeated.
    #[arg(long = "set", visible_alias = "settings", value_name = "NAME=VALUE", value_parser = pair)]
    pub(crate) set: Vec<(String, String)>,
    /// Print what each setting does.
    #[arg(long)]
    pub(crate) explain: bool,
    /// Print one JSON object instead.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which server and model to use.
#[derive(Debug, clap::Args)]
pub(crate) struct ConnectArgs {
    /// The wire protocol: openai (and every server that speaks it), responses, anthropic,
    /// gemini, ollama. Without it, --base-url or the keys in the environment decide.
    #[arg(long, value_name = "NAME")]
    pub(crate) provider: Option<String>,
    /// The server's address: https, or http on this machine.
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<String>,
    /// The settings file to read instead of the user's own.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Any other setting: threshold=0.7, mode=rules, key_env=MY_KEY, …; may be repeated.
    #[arg(long = "set", visible_alias = "settings", value_name = "NAME=VALUE", value_parser = pair)]
    pub(crate) set: Vec<(String, String)>,
}

impl ConnectArgs {
    /// What was said, by the settings' names.
    fn said(&self) -> Vec<(&str, String)> {
        let mut said: Vec<(&str, String)> =
            self.set.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        said.extend(self.provider.clone().map(|value| ("provider", value)));
        said.extend(self.base_url.clone().map(|value| ("base_url", value)));
        said
    }
}

/// Chats with a model for as long as you like.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Before the window fills, old messages are condensed into a summary that is checked
for what it dropped; nothing is lost, and /undo reverts it. /help lists the
commands of the chat. Keys come from VIBEUE_API_KEY, the variable that key_env names,
or the provider's own (OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY, …), which
are sent to that provider's own address only.

With --json every event is one line; the last is
  {\"event\":\"done\",\"state\":…,\"reply\":…,\"usage\":…,\"error\":…}

Examples:
  vibeue chat --provider anthropic --model claude-sonnet-4-5
  vibeue chat --base-url http://localhost:11434/v1 --model qwen3:8b --journal talk.jsonl
  vibeue chat --provider ollama --model qwen3:8b --tools Source --yes -p \"What is here?\"")]
#[command(group(clap::ArgGroup::new("lent").args(["tools", "mcp"]).multiple(true)))]
pub(crate) struct ChatArgs {
    #[command(flatten)]
    pub(crate) connect: ConnectArgs,
    /// The model's id as the server knows it.
    #[arg(long, short, value_name = "NAME")]
    pub(crate) model: Option<String>,
    /// The context window in tokens (16000, 16k, 1m) [default: the server's, or the table's].
    #[arg(long, short, value_name = "TOKENS")]
    pub(crate) window: Option<String>,
    /// Keep the conversation in this file, and continue it if the file exists.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) journal: Option<PathBuf>,
    /// The system prompt.
    #[arg(long, value_name = "TEXT")]
    pub(crate) system: Option<String>,
    /// Ask this once and exit; - reads it from standard input.
    #[arg(long = "prompt", short, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) prompt: Option<String>,
    /// Give the model access to this folder: it may read, list and search it, nothing else.
    #[arg(long, value_name = "DIR")]
    pub(crate) tools: Option<PathBuf>,
    /// Lend the model the tools of the servers that this file names, as other clients write it
    /// ({"mcpServers": …}); may be repeated. `vibeue mcp list` finds such files.
    #[arg(long, value_name = "FILE")]
    pub(crate) mcp: Vec<PathBuf>,
    /// Let no tool run that could change something, until /plan off.
    #[arg(long, requires = "lent")]
    pub(crate) plan: bool,
    /// Allow the calls of tools that only look without asking.
    #[arg(long, requires = "lent")]
    pub(crate) allow_reads: bool,
    /// Allow every call of a tool without asking.
    #[arg(long, short, requires = "lent")]
    pub(crate) yes: bool,
    /// Print one event a line as JSON; asks once, so it needs --prompt.
    #[arg(long, requires = "prompt")]
    pub(crate) json: bool,
}

impl ChatArgs {
    /// What was said, by the settings' names.
    pub(crate) fn said(&self) -> Vec<(&str, String)> {
        let mut said = self.connect.said();
        said.extend(self.model.clone().map(|value| ("model", value)));
        said.extend(self.window.clone().map(|value| ("window", value)));
        said
    }
}

/// Checks the connection to a model, step by step.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Checks the address, the key, the model, its real context length, a count against this
program's own, and a tiny answer; each step that fails says what to do. --bundle writes
what a bug report needs into a file that you should read before you send it: versions,
system, settings and their sources, models, these steps, the log, and the shape of a
journal. It contains no key and not a word of a conversation.

Examples:
  vibeue doctor --provider openai --model gpt-5
  vibeue doctor --base-url http://localhost:8080/v1
  vibeue doctor --bundle --journal talk.jsonl")]
pub(crate) struct DoctorArgs {
    #[command(flatten)]
    pub(crate) connect: ConnectArgs,
    /// The model's id as the server knows it [default: the server's only model].
    #[arg(long, short, value_name = "NAME")]
    pub(crate) model: Option<String>,
    /// Write what a bug report needs into a new file; `-` prints it instead.
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    #[arg(default_missing_value = "vibeue-report.md")]
    pub(crate) bundle: Option<PathBuf>,
    /// The journal whose shape goes into the bundle.
    #[arg(long, value_name = "FILE", requires = "bundle")]
    pub(crate) journal: Option<PathBuf>,
    /// Print one JSON object instead.
    #[arg(long, conflicts_with = "bundle")]
    pub(crate) json: bool,
}

impl DoctorArgs {
    /// What was said, by the settings' names.
    pub(crate) fn said(&self) -> Vec<(&str, String)> {
        let mut said = self.connect.said();
        said.extend(self.model.clone().map(|value| ("model", value)));
        said
    }
}

/// Lists, shows, undoes, exports, imports and salvages journals.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vibeue journal talk.jsonl                       all events, a line each
  vibeue journal talk.jsonl show 42               one event in full
  vibeue journal talk.jsonl undo                  undo the last compaction
  vibeue journal talk.jsonl export --format anthropic --out talk.json
  vibeue journal talk.jsonl import talk.json      make a journal of a transcript
  vibeue journal broken.jsonl --salvage repaired.jsonl")]
#[command(args_conflicts_with_subcommands = false, subcommand_negates_reqs = false)]
pub(crate) struct JournalArgs {
    /// The journal.
    pub(crate) file: PathBuf,
    /// Copy what is readable of a damaged journal into a new one.
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
        /// All that was said, as if nothing had been condensed.
        #[arg(long)]
        originals: bool,
        /// Where to write it [default: standard output]. An existing file is replaced only
        /// with --force, a journal never.
        #[arg(long, short, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Replace the file that --out names.
        #[arg(long, short, requires = "out")]
        force: bool,
        /// Keep keys, tokens, passwords and other credentials, which are masked otherwise.
        #[arg(long)]
        with_secrets: bool,
    },
    /// Makes this journal of a transcript; the journal must not exist yet.
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

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use vibeue_core::settings::Settings;

    use super::*;

    #[test]
    fn the_defaults_in_the_help_are_those_of_the_settings() {
        let settings = Settings::default();
        let help = Args::command()
            .find_subcommand_mut("compact")
            .map(|command| command.render_long_help().to_string())
            .unwrap();
        let percent = format!("({} % of the budget)", 100.0 * settings.threshold);
        let target = format!("[default: {}]", settings.target_ratio);
        let recent = format!("[default: {}]", settings.recent_messages_to_keep);
        for wanted in [percent, target, recent] {
            assert!(help.contains(&wanted), "{wanted}: {help}");
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
    }
}
