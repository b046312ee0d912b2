//! The options of `vibeue chat`.

use std::path::PathBuf;

use super::ConnectArgs;

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
  vibeue chat --agent \"npx -y @agentclientprotocol/claude-agent-acp\" --journal talk.jsonl
  vibeue chat --provider ollama --model qwen3:8b --tools Source --yes -p \"What is here?\"
  vibeue chat --provider anthropic --model claude-sonnet-4-5 --tools . --edit --journal talk.jsonl")]
#[command(group(clap::ArgGroup::new("lent").args(["tools", "mcp", "unreal", "agent"]).multiple(true)))]
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
    /// Give the model access to this folder: it may read, list and search it, and nothing else
    /// unless --edit is given.
    #[arg(long, value_name = "DIR")]
    pub(crate) tools: Option<PathBuf>,
    /// Let the model edit text files of that folder, too; each edit is shown as a diff first.
    /// /undo-files undoes those of a turn.
    #[arg(long, requires = "tools")]
    pub(crate) edit: bool,
    /// Give the model the tools of the servers in this file, which has the form of other clients
    /// ({"mcpServers": …}); may be repeated. `vibeue mcp list` finds such files.
    #[arg(long, value_name = "FILE")]
    pub(crate) mcp: Vec<PathBuf>,
    /// Give the model the tools of the Unreal Editor (5.8 or later) that has this project open:
    /// a .uproject file, or a folder with one [default: this folder].
    #[arg(long, value_name = "PROJECT", num_args = 0..=1, default_missing_value = ".")]
    pub(crate) unreal: Option<PathBuf>,
    /// Talk to another agent instead of a model: a program that speaks the Agent Client Protocol,
    /// with its options. It works in this folder, keeps its own context and uses its own sign-in;
    /// its requests for permission come to you here. --mcp FILE tells it about servers.
    #[arg(
        long,
        value_name = "COMMAND",
        conflicts_with_all = ["model", "window", "tools", "unreal", "dry_run", "provider", "base_url"]
    )]
    pub(crate) agent: Option<String>,
    /// A variable for the agent, which gets no key unless named here: NAME=VALUE, or NAME to pass
    /// on its current value; may be repeated.
    #[arg(long, value_name = "NAME", requires = "agent")]
    pub(crate) agent_env: Vec<String>,
    /// The sign-in method to use if the agent asks for one; without this, its methods are listed.
    #[arg(long, value_name = "WAY", requires = "agent")]
    pub(crate) agent_sign_in: Option<String>,
    /// One of the agent's working modes; the one that it chooses itself may
    /// never ask.
    #[arg(long, value_name = "MODE", requires = "agent")]
    pub(crate) agent_mode: Option<String>,
    /// Run only tools that read, whatever was allowed, until /plan off.
    #[arg(long, requires = "lent")]
    pub(crate) plan: bool,
    /// Run no tool that could change something: the model and you are told what it would have done.
    #[arg(long, requires = "lent")]
    pub(crate) dry_run: bool,
    /// Run tools that only read without asking first.
    #[arg(long, requires = "lent")]
    pub(crate) allow_reads: bool,
    /// Run every tool without asking first.
    #[arg(long, short, requires = "lent")]
    pub(crate) yes: bool,
    /// Print one JSON event per line; asks once, so it needs --prompt.
    #[arg(long, requires = "prompt")]
    pub(crate) json: bool,
}

impl ChatArgs {
    /// The settings that the options name.
    pub(crate) fn settings(&self) -> Vec<(&str, String)> {
        let mut settings = self.connect.settings();
        settings.extend(self.model.clone().map(|value| ("model", value)));
        settings.extend(self.window.clone().map(|value| ("window", value)));
        settings
    }
}
