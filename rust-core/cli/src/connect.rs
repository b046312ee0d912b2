//! Connects to the server that the settings name.

use std::sync::Arc;

use vibeue_core::bug_report::SecretString;
use vibeue_core::provider::{
    Connection, ConnectionFault, ConnectionKey, ConnectionRequest, CredentialFault,
    CredentialStore, KeySource, ModelInfo, ModelList, Origin, Pending, Provider, ProviderError,
    find_kept_keys, find_keys,
};
use vibeue_core::session::live::{FailureClass, ModelChoice};
use vibeue_core::tokens::models::Overrides;
use vibeue_core::{Error, ErrorKind, provider};

use crate::config::{self, Config, Environment};
use crate::failure::{Failure, Result};

/// A server that can be asked.
#[derive(Debug)]
pub(crate) struct Server {
    /// The provider.
    pub(crate) provider: Arc<dyn Provider>,
    /// Which model is used, and with which parameters.
    pub(crate) choice: ModelChoice,
    /// Its address.
    pub(crate) base_url: String,
    /// The environment variable that its key came from.
    pub(crate) key_variable: Option<String>,
    /// Its key, if that came from the credential store.
    pub(crate) kept_key: Option<SecretString>,
}

impl Server {
    /// Where its key came from: a variable, or the credential store.
    pub(crate) fn key_place(&self) -> Option<&str> {
        let kept = self.kept_key.as_ref().map(|_| "the system's credential store");
        self.key_variable.as_deref().or(kept)
    }
}

/// The variable of this program's own for any server's key.
pub(crate) const KEY: &str = Environment::KEY;

/// The credential store of this user.
pub(crate) fn credential_store(environment: &Environment) -> CredentialStore {
    CredentialStore::of_system(&|name: &str| environment.get(name).map(str::to_owned))
}

/// Connects to the server that was chosen. If no model was chosen, the server's only one is used.
///
/// # Errors
/// [`ErrorKind::Settings`] if no provider was chosen, its key is missing, the address cannot be
/// used, or the server has several models.
pub(crate) fn to(config: &Config, environment: &Environment) -> Result<Server> {
    let mut server = reach(config, environment)?;
    if server.choice.model.is_empty() {
        server.choice.model = only_model(&*server.provider)?;
    }
    Ok(server)
}

/// Finds the server that was chosen, without asking it anything: the model is empty if none was
/// chosen.
///
/// # Errors
/// [`ErrorKind::Settings`] if no provider was chosen, its key is missing, or the address cannot be
/// used.
pub(crate) fn reach(config: &Config, environment: &Environment) -> Result<Server> {
    let connection = resolve(&config.connection, environment)?;
    let provider = provider::connect(&connection.config())?;
    let wanted = &config.connection;
    let choice = ModelChoice {
        model: connection.model,
        temperature: wanted.temperature,
        reasoning_effort: wanted.reasoning_effort.clone(),
        max_output_tokens: wanted.max_output,
        limits: Overrides { window: wanted.window, ..Overrides::default() },
        ..ModelChoice::default()
    };
    let (key_variable, kept_key) = match connection.key {
        None => (None, None),
        Some(ConnectionKey { source, secret }) => match source {
            KeySource::Given => (Some(KEY.to_owned()), None),
            KeySource::Variable(name) => (Some(name), None),
            KeySource::Store => (None, Some(secret)),
        },
    };
    Ok(Server { provider, choice, base_url: connection.base_url, key_variable, kept_key })
}

/// Finds out which server is meant.
///
/// # Errors
/// [`ErrorKind::Settings`] in this program's words.
fn resolve(wanted: &config::Connection, environment: &Environment) -> Result<Connection> {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let request = ConnectionRequest {
        provider: wanted.provider.map(|preset| preset.name.to_owned()).unwrap_or_default(),
        base_url: text(&wanted.base_url),
        model: text(&wanted.model),
        key_variable: text(&wanted.key_env),
        key: environment.get(KEY).map(Into::into),
        provider_by_key: true,
        model_by_server: true,
        ..ConnectionRequest::default()
    };
    let read = |name: &str| environment.get(name).map(str::to_owned);
    let store = credential_store(environment);
    let kept_keys = if store_may_choose(wanted, environment) {
        runtime()?.block_on(find_kept_keys(&store))
    } else {
        Vec::new()
    };
    let request = ConnectionRequest { kept_keys, ..request };
    let kept = |origin: &Origin| {
        let runtime = runtime()
            .map_err(|_| CredentialFault::Broken("this program could not query it".to_owned()))?;
        runtime.block_on(store.find(origin))
    };
    Connection::resolve(&request, &read, &kept).map_err(failure_of)
}

/// Whether the service whose key is in the credential store is the one that is meant. Not if
/// anything else chooses the provider, or if a variable has a key, which may be another service's
/// and would be sent to this one.
fn store_may_choose(wanted: &config::Connection, environment: &Environment) -> bool {
    let has_key = environment.get(KEY).is_some_and(|key| !key.trim().is_empty());
    let is_open =
        wanted.provider.is_none() && wanted.base_url.is_none() && wanted.key_env.is_none();
    let read = |name: &str| environment.get(name).map(str::to_owned);
    is_open && !has_key && find_keys(&read).is_empty()
}

/// Says how to fix a fault in this program.
fn failure_of(fault: ConnectionFault) -> Failure {
    let message = fault.message();
    match &fault {
        ConnectionFault::NoProvider => unset(
            &format!("{message}, and no key is in the environment or the credential store"),
            "give --provider (openai, anthropic, gemini, ollama, …) or --base-url",
        ),
        ConnectionFault::SeveralProviders(found) => {
            let names: Vec<&str> = found.iter().map(|preset| preset.name).collect();
            unset(&message, format!("choose one with --provider: {}", names.join(", ")))
        }
        ConnectionFault::VariableNotSet(name) => unset(
            &format!("the environment variable {name}, named by key_env, is not set"),
            format!("put the key into {name}, or remove key_env"),
        ),
        ConnectionFault::NotAVariable => {
            unset("key_env is not the name of an environment variable", fault.hint())
        }
        ConnectionFault::NoKey(preset) => {
            let variables = preset.key_variables.join(" or ");
            let keep = format!("store it with `vibeue key set {}`", preset.name);
            unset(&message, format!("set {variables} or {KEY}, or {keep}"))
        }
        _ => Error::from(fault).into(),
    }
}

/// Waits for one answer of a provider, blocking this thread.
///
/// # Errors
/// [`ErrorKind::Io`] if no runtime can be made; the provider's own.
pub(crate) fn wait<T>(question: Pending<'_, T>) -> Result<T> {
    runtime()?.block_on(question).map_err(failed)
}

/// How a command ends after a provider's error.
pub(crate) fn failed(error: ProviderError) -> Failure {
    let class = FailureClass::from(error.class);
    let mut failure_of = Error::new(ErrorKind::Io, error.message);
    if let Some(hint) = error.hint {
        failure_of = failure_of.hint(hint);
    }
    Failure::Provider(failure_of, class)
}

/// Creates a runtime for single requests.
///
/// # Errors
/// [`ErrorKind::Io`] if the system refuses it.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| {
        Error::new(ErrorKind::Io, format!("cannot start the network: {error}")).into()
    })
}

fn only_model(provider: &dyn Provider) -> Result<String> {
    let models = wait(provider.models())?;
    let listed = ModelList(models.into_iter().map(|ModelInfo { id, .. }| id).collect());
    match listed.only() {
        Ok(only) => Ok(only.to_owned()),
        Err(_) if listed.0.is_empty() => {
            Err(unset("the server lists no models", "give one with --model"))
        }
        Err(fault) => {
            Err(unset(&fault.message(), format!("give one with --model: {}", listed.shown())))
        }
    }
}

fn unset(what: &str, hint: impl Into<String>) -> Failure {
    Error::new(ErrorKind::Settings, what).hint(hint).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen<const N: usize>(
        options: &[(&str, &str)],
        variables: [(&str, &str); N],
    ) -> Result<String, String> {
        let mut connection = config::Connection::default();
        for (name, value) in options {
            connection.set(name, value).unwrap().unwrap();
        }
        match resolve(&connection, &Environment::of(variables)) {
            Ok(Connection { protocol, base_url, model, key, .. }) => {
                Ok(format!("{protocol} {base_url} {model:?} {:?}", key.map(|key| key.source)))
            }
            Err(Failure::Error(error)) => Err(error.to_string()),
            Err(other) => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_was_said_is_resolved_as_every_host_does() {
        let keys = [("OPENAI_API_KEY", "a"), ("VIBEUE_API_KEY", "b"), ("MINE", "c")];
        assert_eq!(
            chosen(&[("base_url", "https://api.openai.com"), ("model", "m")], [keys[0]]),
            Ok(r#"openai https://api.openai.com/v1 "m" Some(Variable("OPENAI_API_KEY"))"#.into())
        );
        assert_eq!(
            chosen(&[], keys),
            Ok(r#"openai https://api.openai.com/v1 "" Some(Given)"#.into())
        );
        assert_eq!(
            chosen(&[("provider", "ollama"), ("key_env", "MINE")], keys),
            Ok(r#"ollama http://127.0.0.1:11434 "" Some(Variable("MINE"))"#.into())
        );
    }

    #[test]
    fn the_store_chooses_no_service_for_a_key_that_it_does_not_have() {
        let [ours, blank] = [("VIBEUE_API_KEY", "k"), ("VIBEUE_API_KEY", " ")];
        let [theirs, mine] = [("OPENAI_API_KEY", "k"), ("MINE", "k")];
        for (said, variables, expected) in [
            (&[][..], [blank, mine], true),
            (&[], [ours, mine], false),
            (&[], [theirs, mine], false),
            (&[("key_env", "MINE")], [blank, mine], false),
            (&[("provider", "ollama")], [blank, mine], false),
            (&[("base_url", "https://gate.example")], [blank, mine], false),
        ] {
            let mut wanted = config::Connection::default();
            for (name, value) in said {
                wanted.set(name, value).unwrap().unwrap();
            }
            let found = store_may_choose(&wanted, &Environment::of(variables));
            assert_eq!(found, expected, "{said:?} {variables:?}");
        }
    }

    #[test]
    fn what_is_missing_is_said_in_this_programs_words() {
        for (said, variables, expected) in [
            (
                &[][..],
                [("A", ""), ("B", "")],
                "no provider is chosen, and no key is in the environment or the credential \
                 store (give --provider (openai, anthropic, gemini, ollama, …) or --base-url)",
            ),
            (
                &[],
                [("GEMINI_API_KEY", "k"), ("OPENAI_API_KEY", "k")],
                "no provider is chosen, and there are keys for several (choose one with --provider: \
                 openai, gemini)",
            ),
            (
                &[("provider", "anthropic")],
                [("GEMINI_API_KEY", "k"), ("B", "")],
                "Anthropic does not answer without a key (set ANTHROPIC_API_KEY or \
                 ANTHROPIC_AUTH_TOKEN or VIBEUE_API_KEY, or store it with `vibeue key set \
                 anthropic`)",
            ),
            (
                &[("provider", "openai"), ("key_env", "NONE")],
                [("OPENAI_API_KEY", "k"), ("B", "")],
                "the environment variable NONE, named by key_env, is not set (put the key into \
                 NONE, or remove key_env)",
            ),
            (
                &[("provider", "openai"), ("key_env", "hf_abcdefghijklmnop")],
                [("OPENAI_API_KEY", "k"), ("B", "")],
                "key_env is not the name of an environment variable (put the key into one, and its \
                 name here)",
            ),
        ] {
            assert_eq!(chosen(said, variables), Err(expected.to_owned()));
        }
    }
}
