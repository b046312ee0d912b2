//! The options of `vibeue settings`.

use std::path::PathBuf;

use crate::quantity::pair;

/// Prints the effective settings, and where each comes from.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Later sources win: defaults, the settings file, VIBEUE_* variables (VIBEUE_THRESHOLD,
VIBEUE_MODEL, …), --set. The file is TOML, one name = value per line; VIBEUE_CONFIG or
--config name another one; an empty VIBEUE_CONFIG means no file. Keys are never in a file:
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
