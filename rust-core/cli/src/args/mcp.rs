//! The options of `vibeue mcp`.

use std::path::PathBuf;

use clap::Subcommand;

/// Finds and tries servers of the Model Context Protocol.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Nothing that is found is started: a file in a project comes with the project and
names programs to run. `vibeue chat --mcp FILE` starts what the file names, and asks
before each call of its tools.

Examples:
  vibeue mcp list                                 files of other clients, and their servers
  vibeue mcp check servers.json                   start them, list their tools, end them
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
    /// Starts the servers of a file, lists their tools, and ends them.
    Check {
        /// The list of servers.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}
