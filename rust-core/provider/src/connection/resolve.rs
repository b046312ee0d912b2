//! Resolves what the user chose to one server.

use secrecy::{ExposeSecret as _, SecretString};
use vibeue_conversation::Protocol;

use super::key::{ConnectionKey, KeySource, given, variable};
use super::origin::Origin;
use super::{ConnectionFault, ConnectionRequest, Kept, Read, fields};
use crate::http::Endpoint;
use crate::{CredentialFault, Preset, ProviderConfig};

/// A server that can be asked. `Debug` shows no secrets.
#[derive(Debug, Clone)]
pub struct Connection {
    /// The preset whose server it is, if known.
    pub preset: Option<&'static Preset>,
    /// The protocol that it speaks.
    pub protocol: Protocol,
    /// Its base address.
    pub base_url: String,
    /// The model's id; empty if the server has to be asked for it.
    pub model: String,
    /// The key, if one was found.
    pub key: Option<ConnectionKey>,
    /// The server whose key is fetched from the system's credential store
    /// before the first request.
    pub kept_key: Option<Origin>,
    /// Additional headers: names and values.
    pub headers: Vec<(String, SecretString)>,
    /// Allow unencrypted http to other machines.
    pub allow_insecure: bool,
}

impl Connection {
    /// Finds out which server is meant. `read` reads an environment variable; `kept` asks the
    /// credential store, and only if no key was found before and [`ConnectionRequest::key_is_kept`]
    /// is not set.
    ///
    /// A preset's own key is sent only to the preset's own origin (scheme, host
    /// and port), whatever the path. An address of that origin without a path
    /// gets the preset's path.
    ///
    /// # Errors
    /// The first thing that is missing or wrong, in the order provider,
    /// protocol, address, model, headers, key.
    pub fn resolve(
        request: &ConnectionRequest,
        read: Read<'_>,
        kept: Kept<'_>,
    ) -> Result<Self, ConnectionFault> {
        let chosen = chosen_preset(request, read)?;
        let protocol = fields::protocol(request)?;
        let address = match (given(&request.base_url), chosen) {
            (Some(address), _) => address,
            (None, Some(preset)) => preset.base_url,
            (None, None) => return Err(ConnectionFault::NoProvider),
        };
        let endpoint = fields::endpoint(request, address)?;
        let origin = Origin::of(&endpoint);
        let preset = chosen.or_else(|| origin.preset());
        let owner = preset.filter(|preset| origin.is_of(preset));
        let protocol = protocol.unwrap_or_else(|| match preset {
            // Ollama offers OpenAI's protocol besides its own, but only its own
            // can set the context length.
            Some(preset) if chosen.is_none() && uses_openai(preset, &endpoint) => {
                Protocol::OpenaiChat
            }
            Some(preset) => preset.protocol,
            // Nearly all other servers speak it.
            None => Protocol::OpenaiChat,
        });
        let completed = owner
            .filter(|owner| owner.protocol == protocol)
            .and_then(|owner| with_path_of(owner, &endpoint));
        let model = given(&request.model).unwrap_or_default().to_owned();
        if model.is_empty() && !request.model_by_server {
            return Err(ConnectionFault::NoModel);
        }
        fields::check_headers(request)?;
        let key = own_or_given(request, owner, read)?;
        let is_kept = key.is_none() && request.key_is_kept;
        let key = match key {
            None if !is_kept => kept_key(&origin, (owner, preset), kept)?,
            found => found,
        };
        Ok(Self {
            preset,
            protocol,
            base_url: completed.unwrap_or_else(|| address.to_owned()),
            model,
            key,
            kept_key: is_kept.then_some(origin),
            headers: request.headers.clone(),
            allow_insecure: request.allow_insecure,
        })
    }

    /// The configuration for [`connect()`](crate::connect()): this connection,
    /// and defaults for everything else.
    pub fn config(&self) -> ProviderConfig {
        let mut config =
            ProviderConfig::new(self.protocol, self.base_url.as_str(), self.model.as_str());
        config.key = self.key.as_ref().map(|key| key.secret.clone());
        config.kept_key = self.kept_key.clone();
        let text = |(name, value): &(String, SecretString)| {
            (name.clone(), value.expose_secret().to_owned())
        };
        config.headers = self.headers.iter().map(text).collect();
        config.allow_insecure = self.allow_insecure;
        config
    }
}

fn chosen_preset(
    request: &ConnectionRequest,
    read: Read<'_>,
) -> Result<Option<&'static Preset>, ConnectionFault> {
    match fields::provider(request)? {
        Some(preset) => Ok(Some(preset)),
        None if given(&request.base_url).is_none() && request.provider_by_key => {
            by_keys(request, read).map(Some)
        }
        None => Ok(None),
    }
}

/// The provider whose key is in the environment, if there is exactly one; if
/// there is none, the one whose key is kept.
fn by_keys(
    request: &ConnectionRequest,
    read: Read<'_>,
) -> Result<&'static Preset, ConnectionFault> {
    let has_key = |preset: &&'static Preset| {
        // OpenAI's key works for both of its protocols; the first is the safer
        // choice.
        preset.needs_key && preset.name != "openai-responses" && own_key(preset, read).is_some()
    };
    let mut found: Vec<&'static Preset> = Preset::ALL.iter().filter(has_key).collect();
    if found.is_empty() {
        found.clone_from(&request.kept_keys);
    }
    match found[..] {
        [one] => Ok(one),
        [] => Err(ConnectionFault::NoProvider),
        _ => Err(ConnectionFault::SeveralProviders(found)),
    }
}

/// Returns whether an address of Ollama's is the one for OpenAI's protocol.
fn uses_openai(preset: &Preset, endpoint: &Endpoint) -> bool {
    preset.protocol == Protocol::Ollama && endpoint.base().path().starts_with("/v1")
}

/// The address with the preset's path, if it has none of its own.
fn with_path_of(preset: &Preset, endpoint: &Endpoint) -> Option<String> {
    let own = Endpoint::new(preset.base_url, false).ok()?;
    if endpoint.base().path() != "/" || own.base().path() == "/" {
        return None;
    }
    let mut url = endpoint.base().clone();
    url.set_path(own.base().path());
    Some(url.into())
}

/// Finds the key: in the named variable, otherwise the one passed, otherwise
/// that of the address's owner.
fn own_or_given(
    request: &ConnectionRequest,
    owner: Option<&'static Preset>,
    read: Read<'_>,
) -> Result<Option<ConnectionKey>, ConnectionFault> {
    let chosen = match fields::named_key(request, read)? {
        None => fields::given_key(request)?,
        named => named,
    };
    Ok(chosen.or_else(|| own_key(owner?, read)))
}

/// Finds the key in the credential store.
fn kept_key(
    origin: &Origin,
    (owner, preset): (Option<&'static Preset>, Option<&'static Preset>),
    kept: Kept<'_>,
) -> Result<Option<ConnectionKey>, ConnectionFault> {
    let needing = owner.filter(|owner| owner.needs_key);
    let is_free = preset.is_some_and(|preset| !preset.needs_key);
    match (kept(origin), needing) {
        (Ok(Some(secret)), _) => Ok(Some(ConnectionKey { source: KeySource::Store, secret })),
        (Ok(None) | Err(CredentialFault::Absent), Some(owner)) => {
            Err(ConnectionFault::NoKey(owner))
        }
        // A server that needs no key is not held up by a failing store, and nobody is by a missing
        // one.
        (Ok(None) | Err(CredentialFault::Absent), None) => Ok(None),
        (Err(fault), None) if is_free && !fault.may_have_key() => Ok(None),
        // A gateway would only reject a request without its key.
        (Err(fault), _) => Err(ConnectionFault::Kept(fault)),
    }
}

/// The key in the preset's own variables; the first one that is set is used.
pub(crate) fn own_key(preset: &Preset, read: Read<'_>) -> Option<ConnectionKey> {
    preset.key_variables.iter().find_map(|name| variable(name, read))
}
