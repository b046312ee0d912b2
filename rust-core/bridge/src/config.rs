//! From what the host configured to the core's options.

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use vibeue_core::conversation::Protocol;
use vibeue_core::provider::{self, Preset, Provider, ProviderConfig};
use vibeue_core::session::journal::SyncPolicy;
use vibeue_core::session::live::{ModelChoice, Price, SessionOptions, Waker};
use vibeue_core::settings::Settings;
use vibeue_core::tokens::models::Overrides;
use vibeue_core::{Error, ErrorKind, Result};

use crate::ffi::ffi::{ModelConfig, SessionConfig};
use crate::{settings, tools};

/// Shows no secret: headers can hold keys, and an address a password.
impl fmt::Debug for ModelConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ModelConfig")
            .field("preset", &self.preset)
            .field("protocol", &self.protocol)
            .field("key_variable", &self.key_variable)
            .field("key", &if self.key.is_empty() { "" } else { "[key]" })
            .field("model", &self.model)
            .finish_non_exhaustive()
    }
}

/// Makes the options of a session.
///
/// # Errors
/// [`ErrorKind::Settings`] when something in it cannot be used,
/// [`ErrorKind::Input`] when the tools are not JSON of that kind, or the
/// journal's path is none.
pub(crate) fn options(config: &SessionConfig, waker: Waker) -> Result<SessionOptions> {
    let mut options = SessionOptions::new(connect(&config.model)?, choice(&config.model));
    options.settings = Settings::from_pairs(settings::pairs(&config.settings))?;
    options.journal = journal(&config.journal)?;
    if config.sync_each_event {
        options.sync = SyncPolicy::Always;
    }
    let mut summary_providers = HashMap::new();
    for model in &config.summary_models {
        summary_providers.insert(model.model.clone(), connect(model)?);
    }
    options.summary_providers = summary_providers;
    options.tools = tools::parse(&config.tools_json)?;
    options.system_prompt = text(&config.system_prompt);
    options.pinned = config.pinned.iter().filter_map(|rule| text(rule)).collect();
    options.waker = Some(waker);
    Ok(options)
}

fn text(text: &str) -> Option<String> {
    (!text.trim().is_empty()).then(|| text.to_owned())
}

/// The path of a journal; its folder is made where the journal is begun.
fn journal(path: &str) -> Result<Option<PathBuf>> {
    if path.contains('\0') {
        return Err(Error::new(ErrorKind::Input, "the journal's path contains a NUL")
            .hint("give another path"));
    }
    Ok((!path.is_empty()).then(|| PathBuf::from(path)))
}

/// Connects to a model's server; nothing is sent yet.
///
/// # Errors
/// [`ErrorKind::Settings`] when there is no such preset or protocol, the key's
/// variable is empty, or address, key or a header cannot be used.
pub(crate) fn connect(config: &ModelConfig) -> Result<Arc<dyn Provider>> {
    provider::connect(&wire(config, &|name| std::env::var(name).ok())?)
}

/// What the model is asked for beside the conversation.
pub(crate) fn choice(config: &ModelConfig) -> ModelChoice {
    let some = |number: u64| (number > 0).then_some(number);
    let finite = |price: f64| if price.is_finite() { price.max(0.0) } else { 0.0 };
    let price = Price { input: finite(config.price_input), output: finite(config.price_output) };
    ModelChoice {
        model: config.model.clone(),
        temperature: (config.has_temperature && config.temperature.is_finite())
            .then(|| config.temperature.clamp(0.0, 2.0)),
        reasoning_effort: text(&config.reasoning_effort),
        max_output_tokens: some(config.max_output_tokens),
        limits: Overrides {
            window: some(config.window),
            input_limit: some(config.input_limit),
            max_output: None,
        },
        price: (price.input > 0.0 || price.output > 0.0).then_some(price),
        ..ModelChoice::default()
    }
}

fn wire(config: &ModelConfig, read: &dyn Fn(&str) -> Option<String>) -> Result<ProviderConfig> {
    let wrong = |at: &str, what: String, hint: String| {
        Error::new(ErrorKind::Settings, what).at(at).hint(hint)
    };
    let preset = match config.preset.as_str() {
        "" => None,
        name => Some(Preset::find(name).ok_or_else(|| {
            let names: Vec<&str> = Preset::ALL.iter().map(|preset| preset.name).collect();
            wrong("preset", format!("there is no provider `{name}`"), names.join(", "))
        })?),
    };
    let protocol = match (config.protocol.as_str(), preset) {
        ("", Some(preset)) => preset.protocol,
        ("", None) => Protocol::OpenaiChat,
        (name, _) => name
            .parse()
            .map_err(|what: String| wrong("protocol", what, "choose one of them".to_owned()))?,
    };
    let own_address = preset.map_or("", |preset| preset.base_url);
    let base_url = if config.base_url.is_empty() { own_address } else { &config.base_url };
    if base_url.is_empty() {
        let hint = "choose a provider, or give the address of a server";
        return Err(wrong("base_url", "no server is chosen".to_owned(), hint.to_owned()));
    }
    if config.model.trim().is_empty() {
        let hint = "give the model's id as its server knows it";
        return Err(wrong("model", "no model is chosen".to_owned(), hint.to_owned()));
    }
    let mut wire = ProviderConfig::new(protocol, base_url, config.model.as_str());
    wire.key = key(config, preset, base_url, read)?.map(Into::into);
    wire.headers =
        config.headers.iter().map(|pair| (pair.name.clone(), pair.value.clone())).collect();
    wire.allow_insecure = config.allow_insecure;
    wire.extra_roots = config.extra_roots_pem.clone().into_bytes();
    Ok(wire)
}

/// Finds the key: the named variable, else the configured one, else the
/// preset's own variables, which go to the preset's own address only.
fn key(
    config: &ModelConfig,
    preset: Option<&Preset>,
    base_url: &str,
    read: &dyn Fn(&str) -> Option<String>,
) -> Result<Option<String>> {
    let set = |key: String| Some(key.trim().to_owned()).filter(|key| !key.is_empty());
    let name = config.key_variable.trim();
    if !name.is_empty() {
        // The system refuses such names, and the standard library would panic.
        let usable = !name.contains(['=', '\0']);
        let found = if usable { read(name).and_then(set) } else { None };
        return found.map(Some).ok_or_else(|| {
            Error::new(ErrorKind::Settings, format!("the environment variable {name} is not set"))
                .at("key_variable")
                .hint("set it and start the editor again, or remove its name from the settings")
        });
    }
    if let Some(key) = set(config.key.clone()) {
        return Ok(Some(key));
    }
    let plain = |address: &str| address.trim().trim_end_matches('/').to_lowercase();
    let Some(preset) = preset.filter(|preset| plain(preset.base_url) == plain(base_url)) else {
        return Ok(None);
    };
    let found = preset.key_variables.iter().find_map(|name| read(name).and_then(set));
    if found.is_none() && preset.needs_key {
        let what = format!("{} does not answer without a key", preset.title);
        return Err(Error::new(ErrorKind::Settings, what)
            .at("key")
            .hint(format!("give a key, or set {}", preset.key_variables.join(" or "))));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ffi::ffi::NameValue;

    fn key_of(change: impl FnOnce(&mut ModelConfig)) -> Result<Option<String>, String> {
        let mut config = ModelConfig {
            preset: "openai".to_owned(),
            model: "m".to_owned(),
            ..ModelConfig::default()
        };
        change(&mut config);
        let variables = |name: &str| match name {
            "OPENAI_API_KEY" => Some(" sk-own \n".to_owned()),
            "MINE" => Some("sk-mine".to_owned()),
            _ => None,
        };
        let preset = Preset::find(&config.preset);
        let base = if config.base_url.is_empty() {
            preset.map_or("", |preset| preset.base_url).to_owned()
        } else {
            config.base_url.clone()
        };
        key(&config, preset, &base, &variables).map_err(|error| error.to_string())
    }

    #[test]
    fn a_named_variable_wins_over_the_key_and_that_over_the_presets_own() {
        assert_eq!(key_of(|_| ()), Ok(Some("sk-own".to_owned())));
        assert_eq!(key_of(|it| it.key = "sk-typed".to_owned()), Ok(Some("sk-typed".to_owned())));
        let both = key_of(|it| {
            it.key = "sk-typed".to_owned();
            it.key_variable = "MINE".to_owned();
        });
        assert_eq!(both, Ok(Some("sk-mine".to_owned())));
        for name in ["NONE", "A=B", "A\0B"] {
            assert!(key_of(|it| it.key_variable = name.to_owned()).is_err(), "{name:?}");
        }
    }

    #[test]
    fn a_presets_key_goes_to_its_own_address_only() {
        let at = |address: &str| key_of(|it| it.base_url = address.to_owned()).unwrap();
        assert_eq!(at("https://API.openai.com/v1/").as_deref(), Some("sk-own"));
        for other in ["https://api.openai.com.evil.example/v1", "http://api.openai.com/v1"] {
            assert_eq!(at(other), None, "{other}");
        }
    }

    #[test]
    fn a_configuration_is_shown_without_its_secrets() {
        let config = ModelConfig {
            key: "sk-secret".to_owned(),
            base_url: "http://me:secret@host".to_owned(),
            headers: vec![NameValue { name: "x".to_owned(), value: "secret".to_owned() }],
            ..ModelConfig::default()
        };
        let session = SessionConfig { model: config, ..SessionConfig::default() };
        let shown = format!("{session:?}");
        assert!(shown.contains("[key]") && !shown.contains("secret"), "{shown}");
    }

    #[test]
    fn absurd_numbers_are_no_choice() {
        let config = ModelConfig {
            has_temperature: true,
            temperature: f64::NAN,
            price_input: f64::INFINITY,
            price_output: -3.0,
            ..ModelConfig::default()
        };
        assert_eq!(choice(&config), ModelChoice::default());
    }

    #[test]
    fn a_model_without_a_server_says_what_is_missing() {
        let none = |_: &str| None;
        let error = wire(&ModelConfig::default(), &none).unwrap_err();
        assert_eq!(
            error.to_string(),
            "base_url: no server is chosen (choose a provider, or give \
             the address of a server)"
        );
        let named = ModelConfig { preset: "ollama".to_owned(), ..ModelConfig::default() };
        assert!(wire(&named, &none).unwrap_err().to_string().starts_with("model: "));
        let unknown = ModelConfig { preset: "skynet".to_owned(), ..ModelConfig::default() };
        assert!(wire(&unknown, &none).unwrap_err().to_string().contains("ollama"));
    }
}
