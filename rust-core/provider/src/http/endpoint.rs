//! A server's address and key.

use std::fmt;
use std::net::IpAddr;

use reqwest::Url;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use secrecy::{ExposeSecret, SecretString};

use super::Redactor;
use vibeue_conversation::{Error, ErrorKind, Result};

/// The header in which a key is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyHeader {
    /// `Authorization: Bearer …`
    Bearer,
    /// `x-api-key`, used by Anthropic.
    XApiKey,
    /// `x-goog-api-key`, used by Google.
    XGoogApiKey,
    /// `api-key`, used by Azure.
    ApiKey,
}

/// A server's address with its key and additional headers.
///
/// A key belongs to the origin (scheme, host, port) that it was set for:
/// [`Endpoint::moved_to`] drops it if the origin changes, and a request to
/// another origin is sent without it. `Debug` shows no secrets.
#[derive(Clone)]
pub struct Endpoint {
    base: Url,
    key: Option<(SecretString, KeyHeader)>,
    headers: HeaderMap,
    allow_insecure: bool,
}

/// The operations that people paste along with a base address.
const OPERATIONS: [&str; 6] =
    ["/chat/completions", "/completions", "/responses", "/messages", "/api/chat", "/models"];

impl Endpoint {
    /// Parses a base address such as `https://api.openai.com/v1`.
    ///
    /// Operations are appended to its path; a query (`?api-version=…`) stays
    /// after that. The name of an operation at the end of the address is
    /// removed.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`] if it is not an http or https address, contains
    /// a password or a key, or is not encrypted although the server is on
    /// another machine and `allow_insecure` is not set.
    pub fn new(base: &str, allow_insecure: bool) -> Result<Self> {
        let base = base.trim();
        let fault = |what: String| Error::new(ErrorKind::Settings, what).at("base_url");
        let example = "give an address such as https://api.openai.com/v1";
        let mut url = Url::parse(base).map_err(|error| {
            let hint = match base.contains("://") {
                false if !base.is_empty() => "put http:// or https:// in front of it",
                _ => example,
            };
            fault(format!("not a valid web address: {error}")).hint(hint)
        })?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err(fault("the address contains a user name or a password".to_owned())
                .hint("remove it and set it as the key instead, so that it is not logged"));
        }
        if let Some((name, _)) = url.query_pairs().find(|(name, _)| is_secret_name(name)) {
            return Err(fault(format!("the address contains a secret (`{name}=…`)"))
                .hint("remove it and set it as the key instead, so that it is not logged"));
        }
        if !matches!(url.scheme(), "https" | "http") || url.host().is_none() {
            return Err(fault(format!("`{}` is not a web server's address", url.scheme()))
                .hint(if base.contains("://") { example } else { "put http:// in front of it" }));
        }
        if url.scheme() == "http" && !is_loopback(&url) && !allow_insecure {
            return Err(fault(format!(
                "http to {} is not encrypted: anyone in between can read the conversation and the key",
                host_of(&url)
            ))
            .hint("use https, or allow insecure connections for this server"));
        }
        url.set_fragment(None);
        let mut path = url.path().trim_end_matches('/').to_owned();
        if let Some(rest) = OPERATIONS.iter().find_map(|name| path.strip_suffix(name)) {
            path = rest.to_owned();
        }
        url.set_path(&path);
        Ok(Self { base: url, key: None, headers: HeaderMap::new(), allow_insecure })
    }

    /// Sets the key and how it is sent.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`] if it contains what no header can.
    pub fn with_key(mut self, key: SecretString, header: KeyHeader) -> Result<Self> {
        let trimmed = key.expose_secret().trim();
        if trimmed.is_empty() {
            self.key = None;
            return Ok(self);
        }
        check_key(trimmed)?;
        let key = if trimmed.len() == key.expose_secret().len() { key } else { trimmed.into() };
        self.key = Some((key, header));
        Ok(self)
    }

    /// Adds a header to every request to this origin.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`] if HTTP does not allow the name or the value, or
    /// if the header is set by the transport.
    pub fn with_header(mut self, name: &str, value: &str) -> Result<Self> {
        let (name, value) = read_header(name, value)?;
        self.headers.insert(name, value);
        Ok(self)
    }

    /// The same server at another address. Key and headers stay with the origin
    /// that they were set for: they are dropped if it changes.
    ///
    /// # Errors
    /// Those of [`Endpoint::new`].
    pub fn moved_to(&self, base: &str) -> Result<Self> {
        let mut moved = Self::new(base, self.allow_insecure)?;
        if moved.base.origin() == self.base.origin() {
            moved.key.clone_from(&self.key);
            moved.headers.clone_from(&self.headers);
        }
        Ok(moved)
    }

    /// The base address.
    pub fn base(&self) -> &Url {
        &self.base
    }

    /// The URL of an operation such as `/chat/completions`.
    pub fn url(&self, path: &str) -> Url {
        let mut url = self.base.clone();
        url.set_path(&format!("{}{path}", self.base.path().trim_end_matches('/')));
        url
    }

    /// The URL of an operation next to the versioned ones: `/props` if the base
    /// ends in `/v1`.
    pub fn url_beside(&self, path: &str) -> Url {
        let base = self.base.path().trim_end_matches('/');
        let root = match base.rsplit_once('/') {
            Some((root, last)) if is_version(last) => root,
            _ => base,
        };
        let mut url = self.base.clone();
        url.set_path(&format!("{root}{path}"));
        url
    }

    /// Host and port as usually written, for errors.
    pub fn host(&self) -> String {
        host_of(&self.base)
    }

    /// Host, port and path, without credentials and query: one gateway may have
    /// several servers.
    pub fn server(&self) -> String {
        format!("{}{}", self.host(), self.base.path().trim_end_matches('/'))
    }

    /// The address to show, without its query.
    pub fn shown(&self) -> String {
        let mut url = self.base.clone();
        url.set_query(None);
        url.as_str().trim_end_matches('/').to_owned()
    }

    /// Returns whether the server is on this machine.
    pub fn is_loopback(&self) -> bool {
        is_loopback(&self.base)
    }

    /// Returns whether one of the system's proxies may be used.
    ///
    /// Without encryption a proxy would read the key, and allowing http to a
    /// server does not mean trusting a proxy with it.
    pub fn may_use_proxy(&self) -> bool {
        let secret = self.has_key() || self.headers.values().any(HeaderValue::is_sensitive);
        !self.is_loopback() && (self.base.scheme() == "https" || !secret)
    }

    /// Returns whether a key is set.
    pub fn has_key(&self) -> bool {
        self.key.is_some()
    }

    /// Removes this endpoint's secrets from texts.
    pub fn redactor(&self) -> Redactor {
        let key = self.key.iter().map(|(key, _)| key.clone());
        let headers = self.headers.values().filter(|value| value.is_sensitive());
        let headers = headers.filter_map(|value| value.to_str().ok()).flat_map(secrets_of);
        Redactor::new(key.chain(headers))
    }

    /// The headers of a request to a URL: none that belong to this origin if
    /// the URL has another.
    pub(super) fn headers_for(&self, url: &Url) -> HeaderMap {
        if url.origin() != self.base.origin() {
            return HeaderMap::new();
        }
        let mut headers = self.headers.clone();
        if let Some((key, header)) = &self.key {
            let (name, text) = match header {
                KeyHeader::Bearer => {
                    (AUTHORIZATION, SecretString::from(format!("Bearer {}", key.expose_secret())))
                }
                KeyHeader::XApiKey => (HeaderName::from_static("x-api-key"), key.clone()),
                KeyHeader::XGoogApiKey => (HeaderName::from_static("x-goog-api-key"), key.clone()),
                KeyHeader::ApiKey => (HeaderName::from_static("api-key"), key.clone()),
            };
            let mut value = HeaderValue::from_str(text.expose_secret())
                .expect("a key of visible ASCII is a header's value");
            value.set_sensitive(true);
            // What the user set takes precedence.
            headers.entry(name).or_insert(value);
        }
        headers
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint")
            .field("base", &self.shown())
            .field("key", &self.key.as_ref().map(|(_, header)| header))
            .field("headers", &self.headers.keys().collect::<Vec<_>>())
            .finish()
    }
}

/// Checks that a key is one word of visible characters.
///
/// # Errors
/// [`ErrorKind::Settings`] if it is not; the key is not repeated.
pub(crate) fn check_key(key: &str) -> Result<()> {
    if key.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Ok(());
    }
    let what = "the key contains spaces, line breaks or characters that a key cannot have";
    Err(Error::new(ErrorKind::Settings, what)
        .at("key")
        .hint("copy it again, without quotes or anything else around it"))
}

/// Reads a header that the user gives for every request.
///
/// # Errors
/// [`ErrorKind::Settings`] if HTTP does not allow the name or the value, or if
/// the transport sets the header. Neither a value nor what is not a name is
/// repeated: somebody may have put a key there.
pub(crate) fn read_header(name: &str, value: &str) -> Result<(HeaderName, HeaderValue)> {
    const OURS: [&str; 5] =
        ["host", "content-length", "transfer-encoding", "connection", "content-type"];
    let fault = |what: String| Error::new(ErrorKind::Settings, what).at("headers");
    let name = name.trim();
    let header = HeaderName::from_bytes(name.as_bytes()).map_err(|_| {
        let what = "the name of a header is empty or contains a space, a colon or another \
                    character that a name cannot have";
        fault(what.to_owned())
            .hint("enter only the name, such as X-Gateway, and the value next to it")
    })?;
    // A key is a name to HTTP.
    let redactor = Redactor::default();
    let name = redactor.redact(name);
    if OURS.contains(&header.as_str()) {
        return Err(fault(format!("the header `{name}` is set by the connection itself"))
            .hint("remove this header"));
    }
    let mut value = HeaderValue::from_str(value.trim()).map_err(|_| {
        fault(format!("the value of the header `{name}` is not plain text"))
            .hint("remove line breaks and other control characters from it")
    })?;
    value.set_sensitive(is_secret_name(header.as_str()));
    Ok((header, value))
}

/// The secrets in a header's value, as in `abc`, `Bearer abc` or
/// `a=123; b=456`: each word, and what follows its `=`, but not a scheme.
fn secrets_of(value: &str) -> impl Iterator<Item = SecretString> {
    const SCHEMES: [&str; 4] = ["bearer", "basic", "token", "digest"];
    let words = value.split([' ', ';', ',']).filter(|word| !word.is_empty());
    words.filter(|word| !SCHEMES.contains(&word.to_ascii_lowercase().as_str())).flat_map(|word| {
        let behind = word.split_once('=').map(|(_, behind)| behind.trim_end_matches('='));
        let behind = behind.filter(|behind| !behind.is_empty());
        [Some(word), behind].into_iter().flatten().map(SecretString::from)
    })
}

/// Returns whether a header or a query field with this name contains a secret.
pub(super) fn is_secret_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    const WORDS: [&str; 10] = [
        "key",
        "token",
        "auth",
        "secret",
        "passw",
        "cookie",
        "signature",
        "credential",
        "session",
        "jwt",
    ];
    name == "sig" || WORDS.iter().any(|word| name.contains(word))
}

fn is_version(segment: &str) -> bool {
    segment.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

fn is_loopback(url: &Url) -> bool {
    let Some(host) = url.host_str() else { return false };
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    match bare.parse::<IpAddr>() {
        Ok(ip) => ip.to_canonical().is_loopback(),
        Err(_) => host == "localhost" || host.ends_with(".localhost"),
    }
}

/// The host and, unless it is the scheme's default, the port.
pub(super) fn host_of(url: &Url) -> String {
    let host = url.host_str().unwrap_or("(no host)");
    match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(base: &str) -> String {
        Endpoint::new(base, false).unwrap_err().to_string()
    }

    #[test]
    fn addresses_are_joined_as_people_expect() {
        for base in [
            "https://api.openai.com/v1",
            " https://api.openai.com/v1/ ",
            "https://api.openai.com/v1/chat/completions",
            "https://api.openai.com/v1/responses#top",
        ] {
            let endpoint = Endpoint::new(base, false).unwrap();
            let url = endpoint.url("/chat/completions");
            assert_eq!(url.as_str(), "https://api.openai.com/v1/chat/completions", "{base}");
            assert_eq!(endpoint.url_beside("/props").as_str(), "https://api.openai.com/props");
            assert_eq!(endpoint.shown(), "https://api.openai.com/v1");
        }
        let azure = Endpoint::new("https://x.azure.com/openai?api-version=1", false).unwrap();
        assert_eq!(
            azure.url("/chat/completions").as_str(),
            "https://x.azure.com/openai/chat/completions?api-version=1"
        );
        let bare = Endpoint::new("http://127.0.0.1:8080", false).unwrap();
        assert_eq!(bare.url("/api/chat").as_str(), "http://127.0.0.1:8080/api/chat");
        assert_eq!(bare.host(), "127.0.0.1:8080");
    }

    #[test]
    fn unencrypted_addresses_are_for_this_machine_only_unless_they_are_allowed() {
        for base in [
            "http://localhost:11434",
            "http://127.8.9.1/v1",
            "http://[::1]:8080",
            "http://[::ffff:127.0.0.1]/",
            "http://ollama.localhost",
        ] {
            assert!(Endpoint::new(base, false).unwrap().is_loopback(), "{base}");
        }
        for base in ["http://192.168.1.5:11434", "http://localhost.evil.example", "http://[::2]"] {
            assert!(fault(base).contains("is not encrypted"), "{base}");
            assert!(!Endpoint::new(base, true).unwrap().is_loopback(), "{base}");
        }
    }

    #[test]
    fn what_is_not_an_address_is_answered_with_what_to_do() {
        assert!(fault("").ends_with("(give an address such as https://api.openai.com/v1)"));
        assert!(fault("api.openai.com/v1").ends_with("(put http:// or https:// in front of it)"));
        assert!(fault("localhost:11434").ends_with("(put http:// in front of it)"));
        assert!(fault("ftp://example.org").contains("`ftp` is not a web server's address"));
        for secret in ["https://me:pw12345@example.org/v1", "https://example.org/v1?key=AIzaSy"] {
            let fault = fault(secret);
            assert!(fault.contains("remove it"), "{fault}");
            assert!(!fault.contains("pw12345") && !fault.contains("AIza"), "{fault}");
        }
    }

    #[test]
    fn a_key_stays_with_its_origin() {
        let endpoint = Endpoint::new("https://api.example.org/v1", false)
            .unwrap()
            .with_key(" sk-secret-1234\n".into(), KeyHeader::Bearer)
            .unwrap()
            .with_header("X-Token", "hidden-9876")
            .unwrap();
        let headers = endpoint.headers_for(&endpoint.url("/models"));
        assert_eq!(headers["authorization"], "Bearer sk-secret-1234");
        assert!(headers["authorization"].is_sensitive() && headers["x-token"].is_sensitive());
        for elsewhere in
            ["https://api.example.org:444/v1", "http://api.example.org/v1", "https://example.org"]
        {
            let url = Url::parse(elsewhere).unwrap();
            assert_eq!(endpoint.headers_for(&url), HeaderMap::new(), "{elsewhere}");
        }
        let near = endpoint.moved_to("https://api.example.org/v2").unwrap();
        assert_eq!(near.headers_for(&near.url("/models")), headers);
        let far = endpoint.moved_to("https://api.example.com/v1").unwrap();
        assert!(!far.has_key());
        assert_eq!(far.headers_for(&far.url("/models")), HeaderMap::new());
    }

    #[test]
    fn keys_and_headers_that_http_cannot_carry_are_refused_without_showing_them() {
        let endpoint = || Endpoint::new("https://api.example.org/v1", false).unwrap();
        let key = endpoint().with_key("sk-se cret".into(), KeyHeader::Bearer).unwrap_err();
        assert!(!key.to_string().contains("cret"), "{key}");
        assert!(!endpoint().with_key("  ".into(), KeyHeader::Bearer).unwrap().has_key());
        let odd_name = "the name of a header is empty or contains a space, a colon or another \
                        character that a name cannot have (enter only the name, such as \
                        X-Gateway, and the value next to it)";
        let odd_value = |name: &str| {
            format!(
                "the value of the header `{name}` is not plain text (remove line breaks and other \
                 control characters from it)"
            )
        };
        let ours =
            "the header `Content-Length` is set by the connection itself (remove this header)";
        for (name, value, expected) in [
            ("x-key", "line\nbreak", odd_value("x-key")),
            ("sk-secret-123456", "line\nbreak", odd_value("[key]")),
            ("Authorization: Bearer sk-secret-123456", "", odd_name.to_owned()),
            (" ", "x", odd_name.to_owned()),
            ("Content-Length", "1", ours.to_owned()),
        ] {
            let fault = endpoint().with_header(name, value).unwrap_err();
            assert_eq!(fault.to_string(), format!("headers: {expected}"));
        }
    }

    #[test]
    fn no_proxy_sees_a_secret_that_is_not_encrypted() {
        let plain = || Endpoint::new("http://build-server:8080/v1", true).unwrap();
        assert!(plain().may_use_proxy());
        assert!(plain().with_header("X-Team", "blue").unwrap().may_use_proxy());
        assert!(!plain().with_header("X-Token", "hidden-9876").unwrap().may_use_proxy());
        assert!(!plain().with_key("sk-1".into(), KeyHeader::Bearer).unwrap().may_use_proxy());
        let encrypted = Endpoint::new("https://api.example.org/v1", false).unwrap();
        assert!(encrypted.with_key("sk-1".into(), KeyHeader::Bearer).unwrap().may_use_proxy());
        assert!(!Endpoint::new("http://localhost:11434", false).unwrap().may_use_proxy());
    }

    #[test]
    fn nothing_secret_is_shown() {
        let endpoint = Endpoint::new("https://api.example.org/v1", false)
            .unwrap()
            .with_key("sk-secret-1234".into(), KeyHeader::XApiKey)
            .unwrap()
            .with_header("X-Auth", "Bearer hidden-9876")
            .unwrap();
        let shown = format!("{endpoint:?} {:?}", endpoint.headers_for(endpoint.base()));
        assert!(!shown.contains("secret-1234") && !shown.contains("hidden-9876"), "{shown}");
        let text = "sk-secret-1234 and hidden-9876";
        assert_eq!(endpoint.redactor().redact(text), "[key] and [key]");
        let cookies = Endpoint::new("https://api.example.org/v1", false)
            .unwrap()
            .with_header("Cookie", "cf=first-4321; sid=second-8765==")
            .unwrap()
            .with_header("X-Session", "third-1111")
            .unwrap();
        let text = "first-4321, second-8765, third-1111";
        assert_eq!(cookies.redactor().redact(text), "[key], [key], [key]");
    }
}
