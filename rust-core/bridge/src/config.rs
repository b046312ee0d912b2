//! Converts the host's configuration to the core's options.

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use vibeue_core::provider::{self, Connection, ConnectionFault, ConnectionRequest, Provider, Read};
use vibeue_core::session::journal::SyncPolicy;
use vibeue_core::session::live::{ModelChoice, Price, SessionOptions, Waker};
use vibeue_core::tokens::models::Overrides;
use vibeue_core::tools::Policy;
use vibeue_core::{Error, ErrorKind, Result};

use crate::agent::Agent;
use crate::ffi::ffi::{ConnectionGap, ConnectionProblem, ModelConfig, SessionConfig, Status};
use crate::project::{ProjectPlace, with_own};
use crate::{permissions, settings, status, tools};

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

/// Creates the options of a session.
///
/// # Errors
/// [`ErrorKind::Settings`] if something in it cannot be used, [`ErrorKind::Input`] if the tools are
/// not valid JSON, or the journal's path is not a path.
pub(crate) fn options(
    config: &SessionConfig,
    agent: Option<&Agent>,
    waker: Waker,
) -> Result<SessionOptions> {
    let mut options = match agent {
        Some(agent) => agent.options(),
        None => SessionOptions::new(connect(&config.model)?, choice(&config.model)),
    };
    options.keeps_chosen_model = agent.is_none();
    options.settings = settings::read(&config.settings)?;
    options.journal = journal(&config.journal)?;
    if config.sync_each_event {
        options.sync = SyncPolicy::Always;
    }
    options.notes_running_calls = true;
    options.policy = policy(config);
    if let Some(agent) = agent {
        options.settings = agent.settings(options.settings);
        options.tools = agent.tools();
        // What the agent does by its own rules is reported without asking; its questions are tools
        // that always need approval, even if reading does not.
        options.policy.reads_are_free = true;
    } else {
        let mut summary_providers = HashMap::new();
        for model in &config.summary_models {
            summary_providers.insert(model.model.clone(), connect(model)?);
        }
        options.summary_providers = summary_providers;
        let place = ProjectPlace::of(config);
        options.tools = with_own(tools::parse(&config.tools_json)?, place.as_ref());
    }
    options.system_prompt = text(&config.system_prompt);
    options.pinned = config.pinned.iter().filter_map(|rule| text(rule)).collect();
    options.waker = Some(waker);
    Ok(options)
}

/// Decides whether the user is asked before a tool runs. A file of permissions that cannot be read
/// allows nothing: the user is asked again.
fn policy(config: &SessionConfig) -> Policy {
    let mut policy = Policy::asking(permissions::rules(config));
    policy.reads_are_free = !config.asks_before_reading;
    policy
}

fn text(text: &str) -> Option<String> {
    (!text.trim().is_empty()).then(|| text.to_owned())
}

/// The path of a journal; its folder is created with the journal.
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
/// [`ErrorKind::Settings`] if there is a [`ConnectionFault`], or key, header or certificates cannot
/// be used.
pub(crate) fn connect(config: &ModelConfig) -> Result<Arc<dyn Provider>> {
    let mut wire = resolve(config)?.config();
    wire.extra_roots = config.extra_roots_pem.clone().into_bytes();
    provider::connect(&wire)
}

/// Finds out which server is meant, by this process's environment.
///
/// # Errors
/// What is missing or wrong.
pub(crate) fn resolve(config: &ModelConfig) -> Result<Connection, ConnectionFault> {
    // The game thread must not wait for the credential store: if the host says that the key is in
    // it, the session fetches it.
    Connection::resolve(&request(config), READ, &|_| Ok(None))
}

/// Reads a variable of this process.
pub(crate) const READ: Read<'static> = &|name| std::env::var(name).ok();

/// What the host chose. An editor uses only what its settings name: it does not choose a provider
/// because a key happens to be set, or a model because the server has it.
pub(crate) fn request(config: &ModelConfig) -> ConnectionRequest {
    ConnectionRequest {
        provider: config.preset.clone(),
        protocol: config.protocol.clone(),
        base_url: config.base_url.clone(),
        model: config.model.clone(),
        key_variable: config.key_variable.clone(),
        key: Some(config.key.as_str().into()),
        key_is_kept: config.key_is_kept,
        headers: config
            .headers
            .iter()
            .map(|pair| (pair.name.clone(), pair.value.as_str().into()))
            .collect(),
        allow_insecure: config.allow_insecure,
        provider_by_key: false,
        kept_keys: Vec::new(),
        model_by_server: false,
    }
}

/// What is missing or wrong in a connection, for a host that reports it before it opens anything.
pub(crate) fn problem(config: &ModelConfig) -> ConnectionProblem {
    match resolve(config) {
        Ok(_) => unproblematic(status::ok()),
        Err(fault) => problem_of(fault),
    }
}

fn problem_of(fault: ConnectionFault) -> ConnectionProblem {
    let (gap, preset) = match &fault {
        ConnectionFault::NoProvider => (ConnectionGap::Provider, None),
        ConnectionFault::NoModel => (ConnectionGap::Model, None),
        ConnectionFault::NoKey(preset) => (ConnectionGap::Key, Some(*preset)),
        _ => (ConnectionGap::Wrong, None),
    };
    let variables = preset.map_or(&[][..], |preset| preset.key_variables);
    ConnectionProblem {
        gap,
        provider: preset.map_or("", |preset| preset.title).to_owned(),
        key_variables: variables.iter().map(|name| (*name).to_owned()).collect(),
        status: status::of(&fault.into()),
    }
}

/// A connection without a known problem.
pub(crate) fn unproblematic(status: Status) -> ConnectionProblem {
    let gap = ConnectionGap::Nothing;
    ConnectionProblem { gap, provider: String::new(), key_variables: Vec::new(), status }
}

/// The parameters of requests besides the conversation.
pub(crate) fn choice(config: &ModelConfig) -> ModelChoice {
    let some = |number: u64| (number > 0).then_some(number);
    let finite = |price: f64| if price.is_finite() { price.max(0.0) } else { 0.0 };
    let price = Price { input: finite(config.price_input), output: finite(config.price_output) };
    ModelChoice {
        model: config.model.trim().to_owned(),
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

#[cfg(test)]
mod tests {
    use vibeue_core::provider::{KeySource, Preset};

    use super::*;
    use crate::ffi::ffi::NameValue;

    #[test]
    fn every_choice_of_the_host_is_asked_for() {
        let text = |text: &str| text.to_owned();
        let config = ModelConfig {
            preset: text("openai"),
            protocol: text("anthropic"),
            base_url: text("http://gate.example/v1"),
            model: text(" m "),
            key: text(" sk-typed "),
            headers: vec![NameValue { name: text("X-Gateway"), value: text("blue") }],
            allow_insecure: true,
            ..ModelConfig::default()
        };
        let found = resolve(&config).unwrap();
        assert_eq!(found.config().headers, [(text("X-Gateway"), text("blue"))]);
        assert_eq!(
            (found.preset.unwrap().name, found.protocol.name(), found.base_url, found.model),
            ("openai", "anthropic", text("http://gate.example/v1"), text("m"))
        );
        assert_eq!(found.key.unwrap().source, KeySource::Given);
        assert!(found.allow_insecure);
        let unset = ModelConfig { key_variable: text("A=B"), ..config };
        assert_eq!(resolve(&unset).unwrap_err(), ConnectionFault::NotAVariable);
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
    fn absurd_numbers_are_not_a_choice() {
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
    fn what_is_missing_is_reported_with_its_kind_and_names() {
        let model = |preset: &str, model: &str, base_url: &str| {
            let [preset, model, base_url] = [preset, model, base_url].map(str::to_owned);
            problem(&ModelConfig { preset, model, base_url, ..ModelConfig::default() })
        };
        assert_eq!(model("ollama", "m", ""), unproblematic(status::ok()));
        assert_eq!(model("", "m", "").gap, ConnectionGap::Provider);
        assert_eq!(model("ollama", " ", "").gap, ConnectionGap::Model);
        let fault = |preset| Error::from(ConnectionFault::NoKey(Preset::find(preset).unwrap()));
        let wrong = model("litellm", "m", "ftp://example.org");
        assert_eq!(
            (wrong.gap, wrong.status.message.as_str()),
            (ConnectionGap::Wrong, "base_url: `ftp` is not a web server's address")
        );
        assert_eq!(
            problem_of(ConnectionFault::NoKey(Preset::find("gemini").unwrap())),
            ConnectionProblem {
                gap: ConnectionGap::Key,
                provider: "Google Gemini".to_owned(),
                key_variables: vec!["GEMINI_API_KEY".to_owned(), "GOOGLE_API_KEY".to_owned()],
                status: status::of(&fault("gemini")),
            }
        );
    }

    #[test]
    fn a_model_without_a_server_says_what_is_missing() {
        let fault = |config: &ModelConfig| connect(config).unwrap_err().to_string();
        assert_eq!(
            fault(&ModelConfig::default()),
            "provider: no provider is chosen (choose a provider, or give the address of a server)"
        );
        let named = ModelConfig { preset: "ollama".to_owned(), ..ModelConfig::default() };
        assert!(fault(&named).starts_with("model: "));
        let unknown = ModelConfig { preset: "skynet".to_owned(), ..ModelConfig::default() };
        assert!(fault(&unknown).contains("ollama"));
    }
}
