//! What an authorization server grants and renews.

use std::fmt;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::{Url, form_urlencoded};

use super::challenge::is_word;
use super::client::Client;
use super::discovery::Authority;
use super::web::{Sent, allowed, ask};

/// How long before its expiry a token is no longer used.
const EARLY: Duration = Duration::from_secs(30);

/// The maximum number of characters of a token.
const MOST_CHARACTERS: usize = 16 * 1024;

/// What was granted for one server, with all that is needed to renew it. `Debug` shows no secret.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Grant {
    /// The token endpoint.
    token_endpoint: String,
    /// The revocation endpoint, as the authorization server named it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    revocation_endpoint: Option<String>,
    resource: String,
    client_id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    client_secret: Option<String>,
    #[serde(default)]
    secret_by_header: bool,
    access_token: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    refresh_token: Option<String>,
    /// The expiry in seconds since 1970; `None` if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires_at: Option<u64>,
}

impl fmt::Debug for Grant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Grant")
            .field("resource", &self.resource)
            .field("expires_at", &self.expires_at)
            .finish_non_exhaustive()
    }
}

/// Why a grant was not renewed.
pub(super) struct NotRenewed {
    /// Whether the authorization server refused, so that asking again is useless.
    pub(super) is_final: bool,
}

impl Grant {
    /// Exchanges a code for a grant.
    ///
    /// # Errors
    /// Why nothing is granted, without a secret.
    pub(super) async fn exchange(
        authority: &Authority,
        client: Client,
        code: &str,
        verifier: &str,
        back: &str,
    ) -> Result<Self, String> {
        let mut grant = Self {
            token_endpoint: authority.token.to_string(),
            revocation_endpoint: authority.revocation.clone(),
            resource: authority.resource.clone(),
            client_id: client.id,
            client_secret: client.secret,
            secret_by_header: client.by_header,
            access_token: String::new(),
            refresh_token: None,
            expires_at: None,
        };
        let fields = [
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", back),
            ("code_verifier", verifier),
        ];
        let (status, value) = ask(&authority.token, grant.form(&fields)).await?;
        grant.take(status, &value)?;
        Ok(grant)
    }

    /// Renews it, without the user.
    ///
    /// # Errors
    /// If it is not renewed.
    pub(super) async fn renewed(&self, server: &Url) -> Result<Self, NotRenewed> {
        let place = allowed(&self.token_endpoint, "the token endpoint", server);
        let (Some(token), Ok(place)) = (&self.refresh_token, place) else {
            return Err(NotRenewed { is_final: true });
        };
        let fields = [("grant_type", "refresh_token"), ("refresh_token", token.as_str())];
        let asked = ask(&place, self.form(&fields)).await;
        let (status, value) = asked.map_err(|_| NotRenewed { is_final: false })?;
        let mut grant = self.clone();
        let is_final = (400..500).contains(&status) && status != 429;
        grant.take(status, &value).map_err(|_| NotRenewed { is_final })?;
        Ok(grant)
    }

    /// Revokes it: first the refresh token, with which good servers revoke everything, then the
    /// access token.
    ///
    /// # Errors
    /// What stays valid and why, without a secret.
    pub(super) async fn revoke(&self, server: &Url) -> Result<(), String> {
        let Some(named) = &self.revocation_endpoint else {
            return Err("the authorization server has no revocation endpoint".to_owned());
        };
        let place = allowed(named, "the revocation endpoint", server)?;
        let renews = self.refresh_token.as_deref().map(|token| ("refresh_token", token));
        let mut kept = Vec::new();
        for (kind, token) in renews.into_iter().chain([("access_token", self.token())]) {
            let fields = [("token", token), ("token_type_hint", kind)];
            // If it does not answer, the other token is not tried.
            let (status, value) = ask(&place, self.client_form(&fields)).await?;
            if !(200..300).contains(&status) {
                let error = value["error"].as_str().filter(|error| is_word(error));
                let why = error.map_or_else(|| format!("status {status}"), str::to_owned);
                kept.push(format!("{kind}: {why}"));
            }
        }
        if kept.is_empty() { Ok(()) } else { Err(kept.join(", ")) }
    }

    /// The access token.
    pub(super) fn token(&self) -> &str {
        &self.access_token
    }

    /// Whether it has expired, or nearly so.
    pub(super) fn is_over(&self, now: SystemTime) -> bool {
        let now = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        self.expires_at.is_some_and(|end| (now + EARLY).as_secs() >= end)
    }

    /// All of its secrets.
    pub(super) fn secrets(&self) -> impl Iterator<Item = &str> {
        let others = [&self.refresh_token, &self.client_secret].into_iter().flatten();
        std::iter::once(&self.access_token).chain(others).map(String::as_str)
    }

    /// Fields for the token endpoint.
    fn form(&self, fields: &[(&str, &str)]) -> Sent<'static> {
        let mut fields = fields.to_vec();
        fields.push(("resource", &self.resource));
        self.client_form(&fields)
    }

    /// Form fields, with the client's identification.
    fn client_form(&self, fields: &[(&str, &str)]) -> Sent<'static> {
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.append_pair("client_id", &self.client_id);
        form.extend_pairs(fields);
        let mut header = None;
        if let Some(secret) = &self.client_secret {
            if self.secret_by_header {
                let coded = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect();
                header = Some((coded(&self.client_id), coded(secret)));
            } else {
                form.append_pair("client_secret", secret);
            }
        }
        Sent::Form(form.finish(), header)
    }

    /// Handles the answer of the token endpoint. Its text is not shown: it may contain what was
    /// sent.
    fn take(&mut self, status: u16, value: &Value) -> Result<(), String> {
        let sound = |name: &str| {
            let text = value[name].as_str().filter(|text| !text.is_empty())?;
            let is_sound =
                text.len() <= MOST_CHARACTERS && text.bytes().all(|it| it.is_ascii_graphic());
            is_sound.then(|| text.to_owned())
        };
        if status != 200 {
            let error = value["error"].as_str().filter(|error| is_word(error));
            let why = error.map_or_else(|| format!("status {status}"), str::to_owned);
            return Err(format!("the authorization server refused to issue a token: {why}"));
        }
        let kind = value["token_type"].as_str().unwrap_or_default();
        if !kind.eq_ignore_ascii_case("bearer") {
            return Err("the authorization server grants an unknown kind of token".to_owned());
        }
        let Some(token) = sound("access_token") else {
            return Err("the authorization server's answer has no token".to_owned());
        };
        self.access_token = token;
        if let Some(token) = sound("refresh_token") {
            self.refresh_token = Some(token);
        }
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let seconds = value["expires_in"].as_u64().map(|seconds| seconds.min(10 * 365 * 86_400));
        self.expires_at = seconds.map(|seconds| now.as_secs() + seconds);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn blank() -> Grant {
        Grant {
            token_endpoint: "https://login.example/token".to_owned(),
            revocation_endpoint: None,
            resource: "https://a.example/mcp".to_owned(),
            client_id: "me".to_owned(),
            client_secret: Some("client secret".to_owned()),
            secret_by_header: true,
            access_token: "old".to_owned(),
            refresh_token: Some("again".to_owned()),
            expires_at: Some(1_000),
        }
    }

    #[test]
    fn what_is_granted_is_taken_and_what_is_odd_is_refused_without_its_words() {
        let mut grant = blank();
        let answer = json!({"access_token": "new", "token_type": "bearer", "expires_in": 60});
        grant.take(200, &answer).unwrap();
        assert_eq!(grant.secrets().collect::<Vec<_>>(), ["new", "again", "client secret"]);
        assert!(!grant.is_over(SystemTime::now()));
        assert!(grant.is_over(SystemTime::now() + Duration::from_secs(31)));
        for (status, value, why) in [
            (
                400,
                json!({"error": "invalid_grant", "error_description": "code XYZ"}),
                "invalid_grant",
            ),
            (400, json!({"error": "code XYZ of verifier"}), "status 400"),
            (200, json!({"access_token": "t", "token_type": "mac"}), "kind of token"),
            (200, json!({"access_token": "t"}), "kind of token"),
            (200, json!({"access_token": "a\r\nX: b", "token_type": "Bearer"}), "no token"),
            (200, json!({"token_type": "Bearer"}), "no token"),
            (200, json!("access_token=t"), "kind of token"),
            (302, json!(null), "status 302"),
        ] {
            let mut kept = blank();
            let refused = kept.take(status, &value).unwrap_err();
            assert!(refused.contains(why) && !refused.contains("XYZ"), "{refused}");
            assert_eq!(kept, blank(), "{value}");
        }
    }

    #[test]
    fn a_secret_is_shown_as_the_authorization_server_wants_it_and_never_in_a_log() {
        let form = |grant: &Grant| match grant.form(&[("a", "b c")]) {
            Sent::Form(form, header) => (form, header),
            _ => unreachable!("a form is asked for"),
        };
        let by_header = form(&blank());
        let resource = "resource=https%3A%2F%2Fa.example%2Fmcp";
        let header = Some(("me".to_owned(), "client+secret".to_owned()));
        assert_eq!(by_header, (format!("client_id=me&a=b+c&{resource}"), header));
        let by_field = form(&Grant { secret_by_header: false, ..blank() });
        let fields = format!("client_id=me&a=b+c&{resource}&client_secret=client+secret");
        assert_eq!(by_field, (fields, None));
        let shown = format!("{:?}", blank());
        assert!(blank().secrets().all(|secret| !shown.contains(secret)), "{shown}");
    }
}
