//! The options of `vibeue mcp`.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Subcommand;

/// Finds and tests MCP servers, and serves a project's files as one.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Nothing that is found is started: a file in a project comes with the project and
names programs to run. `vibeue chat --mcp FILE` starts what the file names, and asks
before each call of its tools.

Examples:
  vibeue mcp list                                 files of other clients, and their servers
  vibeue mcp check servers.json                   start them, list their tools, stop them
  vibeue mcp login web servers.json               sign in to the server `web` in the browser
  vibeue mcp find Lyra.uproject                   look for the editor with that project
  vibeue mcp serve --root Lyra --allow-reads      other programs read it, and ask to write
  vibeue chat --mcp servers.json --model gpt-5")]
pub(crate) struct McpArgs {
    /// Print one JSON object instead.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) action: McpAction,
}

/// What is to be done with servers.
#[derive(Debug, Subcommand)]
pub(crate) enum McpAction {
    /// Lists the files in which other clients name servers, with the servers.
    List,
    /// Starts the servers of a file, lists their tools with their cost in tokens, and
    /// ends them.
    Check {
        /// The list of servers.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Count with this model's tokenizer [default: o200k_base].
        #[arg(long, short, value_name = "NAME")]
        model: Option<String>,
    },
    /// Signs in to a server that asks for it, in the browser. What is granted is stored next to the
    /// settings, for this user only.
    Login {
        /// The server's name in the list.
        name: String,
        /// The list of servers.
        #[arg(default_value = ".mcp.json")]
        files: Vec<PathBuf>,
        /// Print the page's address without opening a browser.
        #[arg(long)]
        no_browser: bool,
        /// The settings file; sign-ins are stored next to it.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
    /// Forgets a sign-in.
    Logout {
        /// The server's name in the list.
        name: String,
        /// The list of servers.
        #[arg(default_value = ".mcp.json")]
        files: Vec<PathBuf>,
        /// The settings file; sign-ins are stored next to it.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
    /// Looks for the tool server that Unreal Engine 5.8 ships, in the editor that has a
    /// project open, and says what is missing. Starts nothing.
    Find {
        /// The .uproject file, or its folder.
        #[arg(default_value = ".")]
        project: PathBuf,
        /// Ports on this machine to try besides the one in the project's settings.
        #[arg(long, value_name = "FIRST-LAST", default_value = "8000-8015", value_parser = ports)]
        ports: RangeInclusive<u16>,
    },
    /// Serves the tools for a project's files to other programs on this machine, until Ctrl-C:
    /// they list, read, search and edit. Each call needs your approval here.
    Serve(ServeArgs),
}

/// How the tools are served.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Prints the address and a token, new with each start, as the JSON that other programs take.
Anyone with the token can request calls; what runs is decided here.

Exit codes: 0 after Ctrl-C, or at the end of the input with --stdio; 2 if the folder, a
tool or the port cannot be used; 129 and 143 after SIGHUP and SIGTERM.")]
pub(crate) struct ServeArgs {
    /// The project's folder.
    #[arg(long, value_name = "PROJECT", default_value = ".")]
    pub(crate) root: PathBuf,
    /// Serve one program on standard input and output. Nobody is asked then: what is not
    /// allowed beforehand is refused.
    #[arg(long, conflicts_with = "port")]
    pub(crate) stdio: bool,
    /// The port on this machine; 0 picks a free one.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) port: u16,
    /// Run tools that only read without asking first.
    #[arg(long)]
    pub(crate) allow_reads: bool,
    /// Run this tool without asking first; may be repeated.
    #[arg(long, value_name = "TOOL")]
    pub(crate) allow: Vec<String>,
    /// Offer only the tools that read.
    #[arg(long)]
    pub(crate) read_only: bool,
}

/// The most ports that are tried.
const MOST_PORTS: u16 = 64;

fn ports(text: &str) -> Result<RangeInclusive<u16>, String> {
    let wrong =
        || format!("give a first and a last port, at most {MOST_PORTS} ports, such as 8000-8015");
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let port = |text: &str| text.parse::<u16>().ok().filter(|port| *port != 0);
    let (first, last) = port(first).zip(port(last)).ok_or_else(wrong)?;
    if first > last || last - first >= MOST_PORTS { Err(wrong()) } else { Ok(first..=last) }
}
