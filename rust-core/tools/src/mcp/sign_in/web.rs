//! Requests to authorization servers: one address, one answer, no more.

use std::time::Duration;

use serde_json::Value;
use url::Url;
use vibeue_provider::http::{Endpoint, HttpClient, Limits};

use crate::mcp::plain::plain;

/// The maximum number of bytes of an answer.
const MOST_BYTES: usize = 256 * 1024;

/// How long one answer may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// What is sent.
pub(super) enum Sent<'s> {
    /// Nothing: a plain GET.
    Nothing,
    Json(&'s Value),
    /// Fields of a form, and a name and a secret for the header.
    Form(String, Option<(String, String)>),
}

/// An address that a sign-in may use.
///
/// # Errors
/// Why it may not be used: it is not encrypted, or leads to this machine although the server that
/// named it is elsewhere.
pub(super) fn allowed(text: &str, what: &str, server: &Url) -> Result<Url, String> {
    let shown = plain(text);
    let wrong = |why: &str| Err(format!("{what} {shown:?} {why}"));
    let Ok(url) = Url::parse(text) else { return wrong("is not a web address") };
    if !matches!(url.scheme(), "https" | "http") || url.host().is_none() {
        return wrong("is not a web address");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return wrong("contains a user name");
    }
    let is_near = is_on_this_machine(&url);
    if is_near && !is_on_this_machine(server) {
        return wrong("points to this machine, although the server is elsewhere");
    }
    if url.scheme() == "http" && !is_near {
        return wrong("is not encrypted");
    }
    Ok(url)
}

fn is_on_this_machine(url: &Url) -> bool {
    Endpoint::new(url.origin().ascii_serialization().as_str(), true)
        .is_ok_and(|endpoint| endpoint.is_loopback())
}

/// Requests JSON. Returns the status and the body, `null` if it is not JSON.
///
/// # Errors
/// Why there is no answer, in words for the user, without what was sent.
pub(super) async fn ask(url: &Url, sent: Sent<'_>) -> Result<(u16, Value), String> {
    let site = url.origin().ascii_serialization();
    let failed = |why: &str| format!("{site} cannot be reached: {}", plain(why));
    let client = Endpoint::new(&site, false)
        .and_then(|endpoint| HttpClient::new(endpoint, Limits::default(), &[]))
        .and_then(|client| client.connect())
        .map_err(|error| failed(&error.to_string()))?;
    let request = match sent {
        Sent::Nothing => client.get(url.clone()),
        Sent::Json(value) => client
            .post(url.clone())
            .header("content-type", "application/json")
            .body(value.to_string()),
        Sent::Form(form, secret) => {
            let request = client
                .post(url.clone())
                .header("content-type", "application/x-www-form-urlencoded")
                .body(form);
            match secret {
                Some((name, secret)) => request.basic_auth(name, Some(secret)),
                None => request,
            }
        }
    };
    let request = request.header("accept", "application/json").timeout(PATIENCE);
    let mut response = request.send().await.map_err(|error| {
        let why = if error.is_timeout() { "it does not answer" } else { "no connection is made" };
        failed(why)
    })?;
    let status = response.status().as_u16();
    let mut body = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(|_| failed("its answer was cut off"))? {
        if body.len() + piece.len() > MOST_BYTES {
            return Err(failed("its answer is too long"));
        }
        body.extend_from_slice(&piece);
    }
    Ok((status, serde_json::from_slice(&body).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_encrypted_addresses_are_asked_and_this_machine_by_itself_alone() {
        let far = Url::parse("https://mcp.example.com/mcp").unwrap();
        let near = Url::parse("http://127.0.0.1:8000/mcp").unwrap();
        let why = |text: &str, server: &Url| allowed(text, "the page", server).err();
        for good in ["https://login.example.com/a?b=c", "https://10.0.0.1/"] {
            assert_eq!((why(good, &far), why(good, &near)), (None, None), "{good}");
        }
        for local in ["http://localhost:1/a", "http://[::1]/", "https://127.0.0.1/"] {
            assert_eq!(why(local, &near), None, "{local}");
            assert!(why(local, &far).unwrap().ends_with("although the server is elsewhere"));
        }
        for (bad, end) in [
            ("http://login.example.com/", "is not encrypted"),
            ("http://127.0.0.1.example.com/", "is not encrypted"),
            ("https://me:pw@login.example.com/", "contains a user name"),
            ("javascript:alert(1)", "is not a web address"),
            ("file:///etc/passwd", "is not a web address"),
            ("login.example.com", "is not a web address"),
            ("", "is not a web address"),
        ] {
            assert!(why(bad, &near).unwrap().ends_with(end), "{bad}");
        }
    }
}
