//! What each field of a choice says by itself, or why it cannot be used.

use secrecy::ExposeSecret as _;
use vibeue_conversation::Protocol;

use super::key::{ConnectionKey, KeySource, given, trimmed, variable};
use super::{ConnectionFault, ConnectionRequest, Read, is_variable_name};
use crate::Preset;
use crate::http::{Endpoint, Redactor, check_key, read_header};

impl ConnectionRequest {
    /// What is wrong with the fields, all at once, in the order provider, protocol, address,
    /// variable, key, headers: for a host that shows it next to each field while they are edited.
    /// Missing values are not errors.
    ///
    /// [`Connection::resolve`](super::Connection::resolve) refuses the same, one at a time and in
    /// the same words. `read` reads an environment variable.
    pub fn faults(&self, read: Read<'_>) -> Vec<ConnectionFault> {
        let address = given(&self.base_url);
        let is_named = given(&self.key_variable).is_some();
        [
            provider(self).err(),
            protocol(self).err(),
            address.and_then(|address| endpoint(self, address).err()),
            named_key(self, read).err(),
            // Otherwise this key is not used.
            if is_named { None } else { given_key(self).err() },
            check_headers(self).err(),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

pub(super) fn provider(
    request: &ConnectionRequest,
) -> Result<Option<&'static Preset>, ConnectionFault> {
    let unknown = |name: &str| ConnectionFault::UnknownProvider(name.to_owned());
    let name = given(&request.provider);
    name.map(|name| Preset::named(name).ok_or_else(|| unknown(name))).transpose()
}

pub(super) fn protocol(request: &ConnectionRequest) -> Result<Option<Protocol>, ConnectionFault> {
    let unknown = |name: &str| ConnectionFault::UnknownProtocol(name.to_owned());
    let name = given(&request.protocol);
    name.map(|name| name.parse().map_err(|_| unknown(name))).transpose()
}

/// The server at the given address, or at that of the preset.
pub(super) fn endpoint(
    request: &ConnectionRequest,
    address: &str,
) -> Result<Endpoint, ConnectionFault> {
    Endpoint::new(address, request.allow_insecure).map_err(ConnectionFault::Address)
}

/// The key in the variable that is named; `None` if none is.
pub(super) fn named_key(
    request: &ConnectionRequest,
    read: Read<'_>,
) -> Result<Option<ConnectionKey>, ConnectionFault> {
    let Some(name) = given(&request.key_variable) else { return Ok(None) };
    // The system refuses such names, and the standard library panics.
    let usable = !name.contains(['=', '\0']);
    let found = if usable { variable(name, read) } else { None };
    found.map(Some).ok_or_else(|| {
        // Some keys would be names.
        let is_name = is_variable_name(name) && Redactor::default().redact(name) == name;
        if is_name {
            ConnectionFault::VariableNotSet(name.to_owned())
        } else {
            ConnectionFault::NotAVariable
        }
    })
}

/// The key that the host passes; `None` if it passes none.
pub(super) fn given_key(
    request: &ConnectionRequest,
) -> Result<Option<ConnectionKey>, ConnectionFault> {
    let Some(secret) = request.key.as_ref().and_then(trimmed) else { return Ok(None) };
    check_key(secret.expose_secret()).map_err(ConnectionFault::Key)?;
    Ok(Some(ConnectionKey { source: KeySource::Given, secret }))
}

pub(super) fn check_headers(request: &ConnectionRequest) -> Result<(), ConnectionFault> {
    let mut headers = request.headers.iter();
    headers
        .try_for_each(|(name, value)| read_header(name, value.expose_secret()).map(drop))
        .map_err(ConnectionFault::Header)
}

#[cfg(test)]
mod tests {
    use super::super::Connection;
    use super::*;

    const SET: Read<'static> = &|name| (name == "SET").then(|| "k".to_owned());

    /// A choice that is right in each field.
    fn right() -> ConnectionRequest {
        ConnectionRequest {
            provider: "LM-Studio".to_owned(),
            protocol: " openai ".to_owned(),
            base_url: "http://localhost:1234/v1".to_owned(),
            model: "m".to_owned(),
            key_variable: "SET".to_owned(),
            headers: vec![("X-Gateway".to_owned(), "blue".into())],
            ..ConnectionRequest::default()
        }
    }

    fn told(request: &ConnectionRequest) -> Vec<String> {
        let faults = request.faults(SET).into_iter();
        faults.map(|fault| format!("{}: {fault}", fault.place())).collect()
    }

    #[test]
    fn each_wrong_field_is_told_at_once_by_its_name_with_what_to_do() {
        let wrong = ConnectionRequest {
            provider: "skynet".to_owned(),
            protocol: "telepathy".to_owned(),
            base_url: "ftp://example.org".to_owned(),
            key_variable: "NOT_SET".to_owned(),
            headers: vec![("X-Gateway".to_owned(), "a".into()), ("Host".to_owned(), "b".into())],
            ..right()
        };
        assert_eq!(
            told(&wrong),
            [
                "provider: there is no provider `skynet` (choose one of: openai, openai-responses, \
                 anthropic, gemini, openrouter, ollama, lmstudio, llamacpp, vllm, sglang, litellm)",
                "protocol: there is no protocol `telepathy` (choose one of: openai, responses, \
                 anthropic, gemini, ollama)",
                "base_url: `ftp` is not a web server's address (give an address such as \
                 https://api.openai.com/v1)",
                "key_variable: the environment variable NOT_SET is not set (set it and restart \
                 this program, or remove its name)",
                "headers: the header `Host` is set by the connection itself (remove this header)",
            ]
        );
    }

    #[test]
    fn what_is_right_or_missing_is_not_told() {
        assert_eq!(told(&right()), [""; 0]);
        assert_eq!(told(&ConnectionRequest::default()), [""; 0]);
        // A key that is not used is not checked.
        let unused = ConnectionRequest { key: Some("two words".into()), ..right() };
        assert_eq!(told(&unused), [""; 0]);
    }

    #[test]
    fn what_is_told_of_a_field_is_what_a_connection_is_refused_for() {
        let text = |text: &str| text.to_owned();
        for wrong in [
            ConnectionRequest { provider: text("skynet"), ..right() },
            ConnectionRequest { protocol: text("acp"), ..right() },
            ConnectionRequest { base_url: text("http://model.example.com/v1"), ..right() },
            ConnectionRequest { key_variable: text("NOT_SET"), ..right() },
            ConnectionRequest { key_variable: text("sk-ant-secret"), ..right() },
            ConnectionRequest { key_variable: text(""), key: Some("a b".into()), ..right() },
            ConnectionRequest { headers: vec![(text("a b"), "c".into())], ..right() },
        ] {
            let refusal = Connection::resolve(&wrong, SET, &|_| Ok(None)).unwrap_err();
            assert_eq!(wrong.faults(SET), [refusal]);
        }
        assert!(Connection::resolve(&right(), SET, &|_| Ok(None)).is_ok());
    }

    #[test]
    fn a_key_in_a_wrong_field_is_not_repeated() {
        let secret = "sk-secret-1234567";
        let key = || secret.to_owned();
        let wrong = ConnectionRequest {
            provider: key(),
            protocol: key(),
            base_url: format!("https://me:{secret}@example.org"),
            key_variable: key(),
            headers: vec![(format!("Authorization: Bearer {secret}"), "".into())],
            ..right()
        };
        assert_eq!(
            told(&wrong),
            [
                "provider: there is no provider `[key]` (choose one of: openai, openai-responses, \
                 anthropic, gemini, openrouter, ollama, lmstudio, llamacpp, vllm, sglang, litellm)",
                "protocol: there is no protocol `[key]` (choose one of: openai, responses, \
                 anthropic, gemini, ollama)",
                "base_url: the address contains a user name or a password (remove it and set it as \
                 the key instead, so that it is not logged)",
                "key_variable: this is not the name of an environment variable (put the key into \
                 one, and its name here)",
                "headers: the name of a header is empty or contains a space, a colon or another \
                 character that a name cannot have (enter only the name, such as X-Gateway, and \
                 the value next to it)",
            ]
        );
        // A name to the system, and yet a key.
        let named = ConnectionRequest { key_variable: "hf_abcdefghijklmnop".to_owned(), ..right() };
        assert_eq!(named.faults(SET), [ConnectionFault::NotAVariable]);
        let odd = ConnectionRequest {
            key_variable: String::new(),
            key: Some("two words".into()),
            headers: vec![("X-Gateway".to_owned(), "hidden\nvalue".into())],
            ..right()
        };
        assert_eq!(
            told(&odd),
            [
                "key: the key contains spaces, line breaks or characters that a key cannot have \
                 (copy it again, without quotes or anything else around it)",
                "headers: the value of the header `X-Gateway` is not plain text (remove line \
                 breaks and other control characters from it)",
            ]
        );
    }
}
