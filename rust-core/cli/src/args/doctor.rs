//! The options of `vibeue doctor`.

use std::path::PathBuf;

use super::ConnectArgs;

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
    /// The settings that the options name.
    pub(crate) fn settings(&self) -> Vec<(&str, String)> {
        let mut settings = self.connect.settings();
        settings.extend(self.model.clone().map(|value| ("model", value)));
        settings
    }
}
