//! The identity that this program presents to an authorization server.

use std::fmt;

use serde_json::json;

use super::challenge::is_word;
use super::discovery::Authority;
use super::web::{Sent, ask};

/// The maximum number of characters of an id or a secret.
const MOST_CHARACTERS: usize = 4_096;

/// A client that the user has registered manually, as an entry of a list names it under `oauth`.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct OwnClient {
    /// Its id; empty if this program registers itself.
    pub id: String,
    /// Its secret, if it has one.
    pub secret: Option<String>,
    /// The scopes to request instead of those that the server names; may be empty.
    pub scopes: Vec<String>,
    /// The port of this machine that the browser is redirected to, if one was registered; otherwise
    /// any free one.
    pub port: Option<u16>,
}

impl fmt::Debug for OwnClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, secret, scopes, port } = self;
        f.debug_struct("OwnClient")
            .field("id", id)
            .field("has_secret", &secret.is_some())
            .field("scopes", scopes)
            .field("port", port)
            .finish()
    }
}

/// A client, as registered with an authorization server.
pub(super) struct Client {
    pub(super) id: String,
    pub(super) secret: Option<String>,
    /// Whether its secret is sent in a header, not among the fields.
    pub(super) by_header: bool,
}

impl Client {
    /// The one that the user registered.
    pub(super) fn own(own: &OwnClient, authority: &Authority) -> Self {
        let by_field = authority.methods.iter().any(|method| method == "client_secret_post");
        Self { id: own.id.clone(), secret: own.secret.clone(), by_header: !by_field }
    }

    /// Registers this program (RFC 7591), with the redirect address.
    ///
    /// # Errors
    /// Why the registration failed.
    pub(super) async fn register(authority: &Authority, back: &str) -> Result<Self, String> {
        let Some(place) = &authority.registration else {
            return Err(
                "the authorization server does not register programs automatically; register one \
                        there and write its id into the server's entry: \"oauth\": \
                        {\"clientId\": \"…\"}"
                    .to_owned(),
            );
        };
        let asked = json!({"client_name": "VibeUE", "redirect_uris": [back],
            "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"],
            "token_endpoint_auth_method": "none"});
        let (status, value) = ask(place, Sent::Json(&asked)).await?;
        let text = |name: &str| {
            let text = value[name].as_str().filter(|text| !text.is_empty())?;
            let is_sound =
                text.len() <= MOST_CHARACTERS && text.bytes().all(|it| it.is_ascii_graphic());
            is_sound.then(|| text.to_owned())
        };
        let Some(id) = text("client_id").filter(|_| matches!(status, 200 | 201)) else {
            let error = value["error"].as_str().filter(|error| is_word(error));
            let why = error.map_or_else(|| format!("status {status}"), str::to_owned);
            return Err(format!("the authorization server does not register this program: {why}"));
        };
        let method = value["token_endpoint_auth_method"].as_str().unwrap_or("none");
        let secret = text("client_secret").filter(|_| method != "none");
        Ok(Self { id, secret, by_header: method != "client_secret_post" })
    }
}
