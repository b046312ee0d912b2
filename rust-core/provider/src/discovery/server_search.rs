//! Looks for model servers that run on this machine.

use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::timeout;
use vibeue_conversation::{Protocol, Result};

use super::found_server::that_chat;
use super::{FoundServer, ServerPlace};
use crate::http::Limits;
use crate::{ModelInfo, Preset, Provider, ProviderConfig, connect};

/// Where to look for model servers of this machine, and for how long.
///
/// Each place is asked for its list of models, and for the length of the first one, all at the same
/// time. No key is sent: a program that listens at a usual address need not be the expected server.
/// A server that wants one is therefore not found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerSearch {
    /// Where to look, on loopback only.
    pub places: Vec<ServerPlace>,
    /// How long one server may take for all that it is asked.
    pub patience: Duration,
}

/// How long a port of this machine may take to be opened. Windows tries one that
/// nobody has for two seconds.
const KNOCK: Duration = Duration::from_millis(500);

impl Default for ServerSearch {
    /// The usual address of each program of the table, for two seconds.
    fn default() -> Self {
        let local = Preset::ALL.iter().filter(|preset| !preset.needs_key);
        let place = |preset| ServerPlace { preset, base_url: preset.base_url.to_owned() };
        Self { places: local.map(place).collect(), patience: Duration::from_secs(2) }
    }
}

impl ServerSearch {
    /// The environment variable that says where to look instead.
    pub const VARIABLE: &'static str = super::server_place::VARIABLE;

    /// Reads the value of [`Self::VARIABLE`]: `provider=address`, separated by
    /// commas, or `none`. Without a value these are the usual addresses.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`](vibeue_conversation::ErrorKind::Settings) if it
    /// is neither, or an address is not on this machine.
    pub fn read(value: Option<&str>) -> Result<Self> {
        let usual = Self::default();
        let places = match value.map(str::trim) {
            None | Some("") => return Ok(usual),
            Some("none") => Vec::new(),
            Some(list) => list.split(',').map(ServerPlace::read).collect::<Result<_>>()?,
        };
        Ok(Self { places, ..usual })
    }

    /// Asks at all places, and returns who answered, in the order of the places.
    /// Ends within [`Self::patience`]. Runs on tokio, with its timers and
    /// network; dropping the future closes all connections.
    pub async fn run(&self) -> Vec<FoundServer> {
        let mut asked = JoinSet::new();
        for (number, place) in self.places.iter().cloned().enumerate() {
            let patience = self.patience;
            asked.spawn(async move { Some((number, ask(place, patience).await?)) });
        }
        let mut found: Vec<(usize, FoundServer)> = Vec::new();
        while let Some(answer) = asked.join_next().await {
            found.extend(answer.ok().flatten());
        }
        found.sort_by_key(|(number, _)| *number);
        found.into_iter().map(|(_, server)| server).collect()
    }
}

/// Asks the program that listens at a place; `None` unless it is a model
/// server.
async fn ask(place: ServerPlace, patience: Duration) -> Option<FoundServer> {
    let ServerPlace { preset, base_url } = place;
    let mut config = ProviderConfig::new(preset.protocol, base_url.as_str(), "");
    config.limits = Limits {
        connect: KNOCK.min(patience),
        question: patience,
        retries: 0,
        ..Limits::default()
    };
    let provider = connect(&config).ok()?;
    let mut found = None;
    // What was found until then is kept.
    let _ = timeout(patience, look(&*provider, &mut found)).await;
    let models = found?;
    // Other programs may answer anything at a port that many use.
    let is_one = !models.is_empty() || preset.protocol == Protocol::Ollama;
    is_one.then_some(FoundServer { preset, base_url, models })
}

/// Asks for the models, and then for the length of the first one.
async fn look(provider: &dyn Provider, found: &mut Option<Vec<ModelInfo>>) {
    let Ok(models) = provider.models().await else { return };
    let models = found.insert(that_chat(models));
    if let Some(first) = models.first_mut()
        && let Ok(described) = provider.describe(&first.id).await
    {
        *first = ModelInfo { id: std::mem::take(&mut first.id), ..described };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_places_are_the_programs_of_the_table_on_loopback() {
        let search = ServerSearch::default();
        let names: Vec<&str> = search.places.iter().map(|place| place.preset.name).collect();
        assert_eq!(names, ["ollama", "lmstudio", "llamacpp", "vllm", "sglang", "litellm"]);
        assert!(search.places.iter().all(|place| place.base_url.starts_with("http://127.0.0.1:")));
    }

    #[test]
    fn the_variable_says_where_to_look_and_never_beyond_this_machine() {
        let read = |value| {
            ServerSearch::read(value).map(|search| {
                let shown =
                    |place: &ServerPlace| format!("{} {}", place.preset.name, place.base_url);
                search.places.iter().map(shown).collect::<Vec<_>>().join(", ")
            })
        };
        assert_eq!(ServerSearch::read(None), Ok(ServerSearch::default()));
        assert_eq!(ServerSearch::read(Some(" ")), Ok(ServerSearch::default()));
        assert_eq!(read(Some("none")), Ok(String::new()));
        assert_eq!(
            read(Some("ollama=http://127.0.0.1:9, vllm = http://localhost:7/v1/")),
            Ok("ollama http://127.0.0.1:9, vllm http://localhost:7/v1".to_owned())
        );
        for (wrong, why) in [
            ("ollama", "`ollama` does not give an address"),
            ("skynet=http://127.0.0.1:1", "there is no provider `skynet`"),
            ("vllm=https://models.example.org/v1", "models.example.org"),
            ("vllm=http://10.0.0.2:8000/v1", "10.0.0.2"),
            ("vllm=ftp://127.0.0.1", "`ftp`"),
        ] {
            let error = read(Some(wrong)).unwrap_err().to_string();
            assert!(error.contains(why), "{wrong}: {error}");
        }
    }
}
