//! The command line.

mod chat;
mod compact;
mod connect;
mod count;
mod doctor;
mod history;
mod journal;
mod key;
mod mcp;
mod probe;
mod settings;
mod setup;
mod source;
mod tune;

use clap::{ArgAction, Parser, Subcommand};

pub(crate) use chat::ChatArgs;
pub(crate) use compact::CompactArgs;
pub(crate) use connect::ConnectArgs;
pub(crate) use count::CountArgs;
pub(crate) use doctor::DoctorArgs;
pub(crate) use history::{HistoryAction, HistoryArgs, HistoryFormat};
pub(crate) use journal::{ExportFormat, JournalAction, JournalArgs};
pub(crate) use key::{KeyAction, KeyArgs};
pub(crate) use mcp::{McpAction, McpArgs, ServeArgs};
pub(crate) use probe::{Baseline, ProbeArgs, ProbeStrategy};
pub(crate) use settings::SettingsArgs;
pub(crate) use setup::SetupArgs;
pub(crate) use source::{CountingArgs, ReadingArgs};
pub(crate) use tune::TuneArgs;

const EXAMPLES: &str = "\
Examples:
  vibeue count talk.json                          how many tokens, and what they are spent on
  vibeue count --text notes.md --encoding cl100k_base
  vibeue compact talk.json --window 16k           how it would fit, and what would stay
  vibeue compact talk.json --model gpt-4o --out short.json
  vibeue tune a.json b.json --window 32k --html tune.html
  vibeue probe tests/data/probes/blueprint-door.json --model gpt-5
  vibeue journal talk.jsonl show
  vibeue history search airlock door              in all conversations of a project
  vibeue chat --provider ollama --model qwen3:8b --journal talk.jsonl
  vibeue doctor --base-url http://localhost:1234/v1
  vibeue setup                                    what is available on this machine
  vibeue key set anthropic                        a key into the system's credential store

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
/// line), Anthropic requests and VibeUE journals; the format is detected from
/// the content. `-` is standard input.
#[derive(Debug, Parser)]
#[command(name = "vibeue", version, after_help = EXAMPLES, max_term_width = 100)]
#[command(arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct Args {
    /// Log to standard error: -v for each summarization and what went wrong in
    /// it, -vv for every step.
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
    History(HistoryArgs),
    Settings(SettingsArgs),
    Chat(Box<ChatArgs>),
    Mcp(McpArgs),
    Doctor(DoctorArgs),
    Setup(SetupArgs),
    Key(KeyArgs),
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
