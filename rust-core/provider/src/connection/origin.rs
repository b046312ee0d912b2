//! Decides whose server an address is.

use reqwest::Url;

use crate::Preset;
use crate::http::Endpoint;

/// Scheme, host and port of an address: what a key belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Origin {
    scheme: String,
    host: String,
    port: Option<u16>,
}

impl Origin {
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

    /// Tells whether this is the preset's own server.
    pub(super) fn is_of(&self, preset: &Preset) -> bool {
        Endpoint::new(preset.base_url, false).is_ok_and(|own| Origin::of(&own) == *self)
    }

    /// The preset whose server this is; if there are several, the first.
    pub(super) fn preset(&self) -> Option<&'static Preset> {
        Preset::ALL.iter().find(|preset| self.is_of(preset))
    }
}
