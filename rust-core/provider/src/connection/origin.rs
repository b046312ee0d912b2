//! Decides whose server an address is.

use std::fmt;

use reqwest::Url;

use super::ConnectionFault;
use crate::Preset;
use crate::http::Endpoint;

/// Scheme, host and port of an address: what a key belongs to. It is shown as
/// an address, without the port that the scheme has anyway.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    scheme: String,
    host: String,
    port: Option<u16>,
}

impl Origin {
    /// The server that a preset's name or an address means, whatever the path.
    ///
    /// # Errors
    /// [`ConnectionFault::UnknownProvider`] and [`ConnectionFault::Address`].
    pub fn named(name: &str) -> Result<Self, ConnectionFault> {
        let name = name.trim();
        let address = match Preset::named(name) {
            Some(preset) => preset.base_url,
            None if name.contains([':', '.', '/']) => name,
            None => return Err(ConnectionFault::UnknownProvider(name.to_owned())),
        };
        Endpoint::new(address, true).map(|it| Self::of(&it)).map_err(ConnectionFault::Address)
    }

    pub(super) fn of(endpoint: &Endpoint) -> Self {
        let url: &Url = endpoint.base();
        let host = match url.host_str().unwrap_or_default() {
            // The presets name the address itself.
            "localhost" => "127.0.0.1",
            host => host,
        };
        Self {
            scheme: url.scheme().to_owned(),
            host: host.to_owned(),
            port: url.port_or_known_default(),
        }
    }

    /// Returns whether this is the preset's own server.
    pub(super) fn is_of(&self, preset: &Preset) -> bool {
        Endpoint::new(preset.base_url, false).is_ok_and(|own| Origin::of(&own) == *self)
    }

    /// The preset whose server this is; if there are several, the first.
    pub fn preset(&self) -> Option<&'static Preset> {
        Preset::ALL.iter().find(|preset| self.is_of(preset))
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, self.host)?;
        match (self.scheme.as_str(), self.port) {
            ("https", Some(443)) | ("http", Some(80)) | (_, None) => Ok(()),
            (_, Some(port)) => write!(f, ":{port}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_named_by_its_preset_or_by_any_address_of_it() {
        let named = |name: &str| match Origin::named(name) {
            Ok(origin) => origin.to_string(),
            Err(fault) => fault.place().to_owned(),
        };
        for (name, expected) in [
            (" OpenAI ", "https://api.openai.com"),
            ("openai-responses", "https://api.openai.com"),
            ("https://API.openai.com:443/v1/models", "https://api.openai.com"),
            ("lmstudio", "http://127.0.0.1:1234"),
            ("http://localhost:1234", "http://127.0.0.1:1234"),
            ("http://gate.example:80/v1", "http://gate.example"),
            ("https://[::1]:8443", "https://[::1]:8443"),
            ("skynet", "provider"),
            ("", "provider"),
            ("gate.example", "base_url"),
            ("https://me:secret@gate.example", "base_url"),
        ] {
            assert_eq!(named(name), expected, "{name:?}");
        }
    }
}
