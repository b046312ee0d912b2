//! Which server and model a command uses.

use std::path::PathBuf;

use crate::quantity::pair;

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
    /// The settings that the options name.
    pub(super) fn settings(&self) -> Vec<(&str, String)> {
        let mut settings: Vec<(&str, String)> =
            self.set.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        settings.extend(self.provider.clone().map(|value| ("provider", value)));
        settings.extend(self.base_url.clone().map(|value| ("base_url", value)));
        settings
    }
}
