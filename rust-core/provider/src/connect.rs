//! Creates a provider from settings.

use std::fmt;
use std::sync::Arc;

use secrecy::{ExposeSecret, SecretString};

use super::Provider;
use super::anthropic::{AnthropicOptions, AnthropicProvider};
use super::connection::Origin;
use super::credentials::{CredentialStore, LateKey};
use super::gemini::{GeminiOptions, GeminiProvider};
use super::http::{Endpoint, HttpClient, KeyHeader, Limits};
use super::ollama::OllamaProvider;
use super::openai_chat::OpenAiChatProvider;
use super::responses::ResponsesProvider;
use vibeue_conversation::Protocol;
use vibeue_conversation::{Error, ErrorKind, Result};

/// Everything that [`connect`] needs to reach a provider. `Debug` shows no
/// secrets.
#[derive(Clone)]
pub struct ProviderConfig {
    /// The protocol that the server speaks.
    pub protocol: Protocol,
    /// The base address, for example `https://api.openai.com/v1`.
    pub base_url: String,
    /// The model's id as the server knows it.
    pub model: String,
    /// The key, if one is needed.
    pub key: Option<SecretString>,
    /// The server whose key is fetched from the system's credential store
    /// before the first request, if none is given here.
    pub kept_key: Option<Origin>,
    /// How the key is sent; `None` uses the protocol's own way.
    pub key_header: Option<KeyHeader>,
    /// Additional headers, for gateways.
    pub headers: Vec<(String, String)>,
    /// Allow unencrypted http to other machines.
    pub allow_insecure: bool,
    /// Certificates in PEM form that are trusted in addition to the system's;
    /// empty for none.
    pub extra_roots: Vec<u8>,
    /// The limits of every call.
    pub limits: Limits,
}

impl ProviderConfig {
    /// Creates a configuration with defaults for all other fields.
    pub fn new(protocol: Protocol, base_url: impl Into<String>, model: impl Into<String>) -> Self {
        Self {
            protocol,
            base_url: base_url.into(),
            model: model.into(),
            key: None,
            kept_key: None,
            key_header: None,
            headers: Vec::new(),
            allow_insecure: false,
            extra_roots: Vec::new(),
            limits: Limits::default(),
        }
    }

    /// The header in which the key is sent.
    fn key_header(&self, endpoint: &Endpoint) -> KeyHeader {
        if let Some(header) = self.key_header {
            return header;
        }
        // Anthropic's tokens for a personal account are not sent as keys.
        let is_token = self.key.as_ref().is_some_and(|key| {
            let key = key.expose_secret().trim();
            key.starts_with("sk-ant-oat") || key.starts_with("eyJ")
        });
        match self.protocol {
            Protocol::Anthropic if !is_token => KeyHeader::XApiKey,
            Protocol::Gemini if !is_token => KeyHeader::XGoogApiKey,
            _ if endpoint.host().ends_with(".azure.com") && !is_token => KeyHeader::ApiKey,
            _ => KeyHeader::Bearer,
        }
    }

    /// Creates the HTTP client of this configuration.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`] if the address, the key, a header or an extra root
    /// cannot be used.
    pub fn client(&self) -> Result<HttpClient> {
        let mut endpoint = Endpoint::new(&self.base_url, self.allow_insecure)?;
        if let Some(key) = &self.key {
            let header = self.key_header(&endpoint);
            endpoint = endpoint.with_key(key.clone(), header)?;
        }
        for (name, value) in &self.headers {
            endpoint = endpoint.with_header(name, value)?;
        }
        HttpClient::new(endpoint, self.limits, &self.extra_roots)
    }
}

impl fmt::Debug for ProviderConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProviderConfig")
            .field("protocol", &self.protocol)
            // Until it is checked, an address may contain a password.
            .field("base_url", &Endpoint::new(&self.base_url, true).map(|e| e.shown()))
            .field("model", &self.model)
            .field("key", &self.key.as_ref().map(|_| "[key]"))
            .field("kept_key", &self.kept_key.is_some())
            .field("headers", &self.headers.iter().map(|(name, _)| name).collect::<Vec<_>>())
            .field("allow_insecure", &self.allow_insecure)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

/// Creates the provider of a configuration. Nothing is sent yet;
/// [`ConnectionTest`](super::ConnectionTest) finds out whether the server can
/// be reached.
///
/// # Errors
/// Those of [`ProviderConfig::client`]; [`ErrorKind::Settings`] for the protocol
/// of agents.
pub fn connect(config: &ProviderConfig) -> Result<Arc<dyn Provider>> {
    if let (Some(origin), None) = (&config.kept_key, &config.key) {
        let config = ProviderConfig { kept_key: None, ..config.clone() };
        let store = CredentialStore::of_system(&|name| std::env::var(name).ok());
        let late = LateKey::new(origin.clone(), store, move |key| {
            connect(&ProviderConfig { key, ..config.clone() })
        })?;
        return Ok(Arc::new(late));
    }
    let client = config.client()?;
    Ok(match config.protocol {
        Protocol::OpenaiChat => Arc::new(OpenAiChatProvider::new(client)),
        Protocol::Ollama => Arc::new(OllamaProvider::new(client)),
        Protocol::Anthropic => {
            Arc::new(AnthropicProvider::new(client, AnthropicOptions::default()))
        }
        Protocol::Responses => Arc::new(ResponsesProvider::new(client)),
        Protocol::Acp => {
            let what = "an agent is started as a program, not reached at an address";
            return Err(Error::new(ErrorKind::Settings, what).hint("choose a model's protocol"));
        }
        Protocol::Gemini => Arc::new(GeminiProvider::new(client, GeminiOptions::default())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_protocol_is_connected_and_shows_no_secret() {
        for protocol in Protocol::ALL {
            let mut config = ProviderConfig::new(protocol, "http://127.0.0.1:9/v1", "m");
            config.key = Some("sk-secret-1234567".into());
            config.headers = vec![("x-gateway-token".to_owned(), "hidden-7654321".to_owned())];
            let provider = connect(&config).unwrap();
            assert_eq!(provider.protocol(), protocol);
            let shown = format!("{config:?} {provider:?}");
            assert!(!shown.contains("1234567") && !shown.contains("7654321"), "{shown}");
        }
    }

    #[test]
    fn keys_are_sent_as_each_provider_wants_them() {
        let header = |protocol, base: &str, key: &str| {
            let mut config = ProviderConfig::new(protocol, base, "m");
            config.key = Some(key.into());
            config.key_header(&Endpoint::new(base, false).unwrap())
        };
        let openai = "https://api.openai.com/v1";
        assert_eq!(header(Protocol::OpenaiChat, openai, "sk-1"), KeyHeader::Bearer);
        let azure = "https://mine.openai.azure.com/openai/v1";
        assert_eq!(header(Protocol::OpenaiChat, azure, "abc"), KeyHeader::ApiKey);
        assert_eq!(header(Protocol::OpenaiChat, azure, "eyJhbGci"), KeyHeader::Bearer);
        let anthropic = "https://api.anthropic.com";
        assert_eq!(header(Protocol::Anthropic, anthropic, "sk-ant-api"), KeyHeader::XApiKey);
        assert_eq!(header(Protocol::Anthropic, anthropic, "sk-ant-oat01"), KeyHeader::Bearer);
        let google = "https://generativelanguage.googleapis.com";
        assert_eq!(header(Protocol::Gemini, google, "AIza"), KeyHeader::XGoogApiKey);
    }

    #[test]
    fn a_configuration_with_a_password_in_its_address_is_shown_without_it() {
        let config = ProviderConfig::new(Protocol::Ollama, "http://me:hunter22@127.0.0.1", "m");
        assert!(connect(&config).is_err());
        assert!(!format!("{config:?}").contains("hunter22"));
    }
}
