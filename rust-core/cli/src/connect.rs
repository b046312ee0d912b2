//! From what was said to a server that can be asked.

use std::sync::Arc;

use vibeue_core::provider::{ModelInfo, Pending, Preset, Provider, ProviderConfig, ProviderError};
use vibeue_core::session::live::{FailureClass, ModelChoice};
use vibeue_core::tokens::models::Overrides;
use vibeue_core::{Error, ErrorKind, provider};

use crate::config::{Config, Connection, Environment};
use crate::failure::{Failure, Result};
use crate::output::counted;

/// A server that can be asked.
#[derive(Debug)]
pub(crate) struct Server {
    /// It.
    pub(crate) provider: Arc<dyn Provider>,
    /// Which model is asked, and how.
    pub(crate) choice: ModelChoice,
    /// Its address.
    pub(crate) base_url: String,
    /// The environment variable that its key came from.
    pub(crate) key_variable: Option<String>,
}

/// The variable of this program's own for any server's key.
const KEY: &str = "VIBEUE_API_KEY";

/// The most models that an error lists.
const LISTED: usize = 20;

/// Connects to the server that was chosen. Where no model was, the server's
/// only one is taken.
///
/// # Errors
/// [`ErrorKind::Settings`] when no provider was chosen, its key is missing,
/// the address cannot be used, or the server has several models.
pub(crate) fn to(config: &Config, environment: &Environment) -> Result<Server> {
    let mut server = reach(config, environment)?;
    if server.choice.model.is_empty() {
        server.choice.model = only_model(&*server.provider)?;
    }
    Ok(server)
}

/// Finds the server that was chosen, without asking it anything: the model is
/// empty where none was chosen.
///
/// # Errors
/// [`ErrorKind::Settings`] when no provider was chosen, its key is missing, or
/// the address cannot be used.
pub(crate) fn reach(config: &Config, environment: &Environment) -> Result<Server> {
    let chosen = Chosen::by(&config.connection, environment)?;
    let mut wire =
        ProviderConfig::new(chosen.preset.protocol, &chosen.base_url, model(&config.connection));
    wire.key = chosen.key.as_ref().map(|(_, key)| key.clone().into());
    let provider = provider::connect(&wire)?;
    let connection = &config.connection;
    let choice = ModelChoice {
        model: model(connection).to_owned(),
        temperature: connection.temperature,
        reasoning_effort: connection.reasoning_effort.clone(),
        max_output_tokens: connection.max_output,
        limits: Overrides { window: connection.window, ..Overrides::default() },
        ..ModelChoice::default()
    };
    let key_variable = chosen.key.map(|(variable, _)| variable);
    Ok(Server { provider, choice, base_url: chosen.base_url, key_variable })
}

fn model(connection: &Connection) -> &str {
    connection.model.as_deref().unwrap_or_default()
}

/// Waits for one answer of a provider, on this thread.
///
/// # Errors
/// [`ErrorKind::Io`] when no runtime can be made; the provider's own.
pub(crate) fn wait<T>(question: Pending<'_, T>) -> Result<T> {
    runtime()?.block_on(question).map_err(failed)
}

/// How a command ends of which a provider's error is the end.
pub(crate) fn failed(error: ProviderError) -> Failure {
    let class = FailureClass::from(error.class);
    let mut told = Error::new(ErrorKind::Io, error.message);
    if let Some(hint) = error.hint {
        told = told.hint(hint);
    }
    Failure::Provider(told, class)
}

/// Makes a runtime for single questions.
///
/// # Errors
/// [`ErrorKind::Io`] when the system refuses it.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| {
        Error::new(ErrorKind::Io, format!("cannot start the network: {error}")).into()
    })
}

fn only_model(provider: &dyn Provider) -> Result<String> {
    let models = wait(provider.models())?;
    let names: Vec<String> = models.into_iter().map(|ModelInfo { id, .. }| id).collect();
    match &names[..] {
        [one] => Ok(one.clone()),
        [] => Err(unset("the server lists no models", "give one with --model")),
        several => {
            let more = several.len().saturating_sub(LISTED);
            let mut list = several[..several.len() - more].join(", ");
            if more > 0 {
                list.push_str(&format!(" and {} more", counted(more as u64, "model")));
            }
            Err(unset("no model is chosen", format!("give one with --model: {list}")))
        }
    }
}

fn unset(what: &str, hint: impl Into<String>) -> Failure {
    Error::new(ErrorKind::Settings, what).hint(hint).into()
}

/// Which provider, where, with which key.
#[derive(Debug, Clone, PartialEq)]
struct Chosen {
    preset: &'static Preset,
    base_url: String,
    /// The variable and what it holds.
    key: Option<(String, String)>,
}

impl Chosen {
    fn by(connection: &Connection, environment: &Environment) -> Result<Self> {
        let preset = match (connection.provider, &connection.base_url) {
            (Some(preset), _) => preset,
            (None, Some(address)) => by_address(address),
            (None, None) => by_keys(environment)?,
        };
        let base_url = connection.base_url.clone().unwrap_or_else(|| preset.base_url.to_owned());
        let key = key(connection, preset, &base_url, environment)?;
        if key.is_none() && preset.needs_key && same_origin(&base_url, preset.base_url) {
            let what = format!("{} does not answer without a key", preset.title);
            let hint = format!("set {} or {KEY}", preset.key_variables.join(" or "));
            return Err(unset(&what, hint));
        }
        Ok(Self { preset, base_url, key })
    }
}

/// The provider whose address it is, else any server that speaks OpenAI's
/// protocol: that is what nearly all others do.
fn by_address(address: &str) -> &'static Preset {
    let exact = Preset::ALL.iter().find(|preset| same_origin(address, preset.base_url));
    let name = match exact {
        // Ollama has OpenAI's protocol beside its own; only its own can set
        // the context length.
        Some(preset) if preset.name == "ollama" && address.contains("/v1") => "openai",
        Some(preset) => preset.name,
        None => "openai",
    };
    Preset::find(name).expect("the presets have these names")
}

/// The provider whose key is in the environment, if it is one.
fn by_keys(environment: &Environment) -> Result<&'static Preset> {
    let mut found: Vec<&str> = Vec::new();
    for preset in Preset::ALL.iter().filter(|preset| preset.needs_key) {
        let set = |name: &&str| environment.get(name).is_some_and(|key| !key.trim().is_empty());
        // OpenAI's key opens both of its protocols; the first is the safer
        // choice.
        if preset.key_variables.iter().any(set) && preset.name != "openai-responses" {
            found.push(preset.name);
        }
    }
    match found[..] {
        [one] => Ok(Preset::find(one).expect("the presets have these names")),
        [] => Err(unset(
            "no provider is chosen, and no key is in the environment",
            "give --provider (openai, anthropic, gemini, ollama, …) or --base-url",
        )),
        _ => Err(unset(
            "no provider is chosen, and several keys are in the environment",
            format!("choose with --provider: {}", found.join(", ")),
        )),
    }
}

/// Finds the key: the variable that was named, else our own, else the
/// provider's own, which goes to that provider's own address only.
fn key(
    connection: &Connection,
    preset: &Preset,
    base_url: &str,
    environment: &Environment,
) -> Result<Option<(String, String)>> {
    let set = |name: &str| {
        let key = environment.get(name)?.trim();
        (!key.is_empty()).then(|| (name.to_owned(), key.to_owned()))
    };
    if let Some(name) = &connection.key_env {
        return match set(name) {
            Some(found) => Ok(Some(found)),
            None => Err(unset(
                &format!("the environment variable {name}, named by key_env, is not set"),
                format!("put the key into {name}, or remove key_env"),
            )),
        };
    }
    if let Some(found) = set(KEY) {
        return Ok(Some(found));
    }
    let own = same_origin(base_url, preset.base_url);
    Ok(if own { preset.key_variables.iter().find_map(|name| set(name)) } else { None })
}

/// Tells whether two addresses have scheme, host and port in common.
fn same_origin(one: &str, other: &str) -> bool {
    let origin = |address: &str| {
        let address = address.trim().to_lowercase();
        let (scheme, rest) = address.split_once("://")?;
        let authority = rest.split(['/', '?', '#']).next()?;
        // A name before an @ belongs to nobody's origin.
        if authority.contains('@') {
            return None;
        }
        let authority = authority.replacen("localhost", "127.0.0.1", 1);
        let port = if scheme == "https" { ":443" } else { ":80" };
        let authority = authority.strip_suffix(port).unwrap_or(&authority).to_owned();
        Some((scheme.to_owned(), authority))
    };
    origin(one).is_some() && origin(one) == origin(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen<const N: usize>(
        said: &[(&str, &str)],
        variables: [(&str, &str); N],
    ) -> Result<(String, String, Option<String>), String> {
        let mut connection = Connection::default();
        for (name, value) in said {
            connection.set(name, value).unwrap().unwrap();
        }
        match Chosen::by(&connection, &Environment::of(variables)) {
            Ok(chosen) => Ok((
                chosen.preset.name.to_owned(),
                chosen.base_url,
                chosen.key.map(|(variable, key)| format!("{variable}={key}")),
            )),
            Err(Failure::Error(error)) => Err(error.to_string()),
            Err(other) => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_providers_own_key_goes_to_its_own_address_only() {
        let keys = [("OPENAI_API_KEY", "sk-own")];
        let key = |said: &[(&str, &str)]| chosen(said, keys).unwrap().2;
        assert_eq!(key(&[("provider", "openai")]).as_deref(), Some("OPENAI_API_KEY=sk-own"));
        assert_eq!(
            key(&[("base_url", "https://API.openai.com:443/v1")]).as_deref(),
            Some("OPENAI_API_KEY=sk-own")
        );
        for address in [
            "https://api.openai.com.evil.example/v1",
            "https://api.openai.com@evil.example/v1",
            "http://api.openai.com/v1",
            "https://api.openai.com:8443/v1",
            "http://127.0.0.1:8080/v1",
        ] {
            assert_eq!(key(&[("provider", "openai"), ("base_url", address)]), None, "{address}");
        }
    }

    #[test]
    fn a_named_variable_wins_over_ours_and_that_over_the_providers() {
        let keys = [("OPENAI_API_KEY", "a"), ("VIBEUE_API_KEY", "b"), ("MINE", "c")];
        let key = |said: &[(&str, &str)]| chosen(said, keys).unwrap().2.unwrap();
        assert_eq!(key(&[("provider", "openai")]), "VIBEUE_API_KEY=b");
        assert_eq!(key(&[("provider", "openai"), ("key_env", "MINE")]), "MINE=c");
        let missing = chosen(&[("provider", "openai"), ("key_env", "NONE")], keys).unwrap_err();
        assert!(missing.contains("NONE") && !missing.contains('='), "{missing}");
    }

    #[test]
    fn the_provider_is_found_by_address_or_by_the_only_key() {
        let name = |said: &[(&str, &str)]| chosen(said, []).unwrap().0;
        assert_eq!(name(&[("base_url", "http://localhost:11434")]), "ollama");
        assert_eq!(name(&[("base_url", "http://localhost:11434/v1")]), "openai");
        assert_eq!(name(&[("base_url", "http://localhost:1234/v1")]), "lmstudio");
        assert_eq!(name(&[("base_url", "https://models.example/v1")]), "openai");
        let by_key = chosen(&[], [("GEMINI_API_KEY", "k")]).unwrap();
        assert_eq!(by_key.0, "gemini");
        let none = chosen(&[], []).unwrap_err();
        assert!(none.contains("--provider"), "{none}");
        let several = chosen(&[], [("GEMINI_API_KEY", "k"), ("OPENAI_API_KEY", "k")]).unwrap_err();
        assert!(several.contains("openai, gemini"), "{several}");
        let keyless = chosen(&[("provider", "anthropic")], []).unwrap_err();
        assert!(keyless.contains("ANTHROPIC_API_KEY"), "{keyless}");
    }
}
