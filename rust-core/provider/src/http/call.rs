//! One request over HTTP.

use bytes::Bytes;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Method, Url};
use serde_json::Value;

/// A request that can be sent repeatedly: its body is shared.
#[derive(Debug, Clone)]
pub struct Call {
    pub(super) method: Method,
    pub(super) url: Url,
    headers: Vec<(HeaderName, HeaderValue)>,
    /// Headers whose values are lists.
    lists: Vec<(HeaderName, HeaderValue)>,
    pub(super) body: Option<Bytes>,
    /// How often it is repeated, if that is not left to the transport.
    pub(super) retries: Option<u32>,
}

impl Call {
    /// Creates a GET request.
    pub fn get(url: Url) -> Self {
        Self {
            method: Method::GET,
            url,
            headers: Vec::new(),
            lists: Vec::new(),
            body: None,
            retries: None,
        }
    }

    /// Creates a POST request with JSON.
    pub fn post(url: Url, body: &Value) -> Self {
        // Writing a value into memory cannot fail: its keys are strings.
        let body = serde_json::to_vec(body).expect("a JSON value can be written");
        Self::post_bytes(url, body)
    }

    /// Creates a POST request with JSON that is already written.
    pub fn post_bytes(url: Url, body: impl Into<Bytes>) -> Self {
        Self {
            method: Method::POST,
            url,
            headers: Vec::new(),
            lists: Vec::new(),
            body: Some(body.into()),
            retries: None,
        }
    }

    /// Sets how often it is repeated; `None` leaves it to the transport.
    #[must_use]
    pub fn retries(mut self, retries: Option<u32>) -> Self {
        self.retries = retries;
        self
    }

    /// Adds a header that the protocol requires (`anthropic-version`). A value
    /// that the user set takes precedence; one that is not valid in a header is
    /// left out.
    #[must_use]
    pub fn header(mut self, name: &'static str, value: &str) -> Self {
        if let Ok(value) = HeaderValue::from_str(value) {
            self.headers.push((HeaderName::from_static(name), value));
        }
        self
    }

    /// Adds a header whose value is a list (`anthropic-beta`): it is appended
    /// to the list that the user set.
    #[must_use]
    pub fn list_header(mut self, name: &'static str, value: &str) -> Self {
        if let Ok(value) = HeaderValue::from_str(value) {
            self.lists.push((HeaderName::from_static(name), value));
        }
        self
    }

    /// Adds the headers of this request to those of its endpoint.
    pub(super) fn headers_beside(&self, mut headers: HeaderMap) -> HeaderMap {
        for (name, value) in &self.headers {
            headers.entry(name).or_insert_with(|| value.clone());
        }
        for (name, value) in &self.lists {
            let joined = match headers.get(name) {
                Some(own) => [own.as_bytes(), b", ", value.as_bytes()].concat(),
                None => value.as_bytes().to_vec(),
            };
            if let Ok(joined) = HeaderValue::from_bytes(&joined) {
                headers.insert(name, joined);
            }
        }
        headers.entry(ACCEPT).or_insert(HeaderValue::from_static("*/*"));
        if self.body.is_some() {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        headers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_person_set_by_hand_is_sent_once_and_lists_are_joined() {
        let url = Url::parse("https://api.example.org/v1").unwrap();
        let call = Call::post_bytes(url, "{}")
            .header("anthropic-version", "2023-06-01")
            .list_header("anthropic-beta", "compact-1");
        let named = |headers: HeaderMap| {
            let mut all: Vec<String> = headers
                .iter()
                .map(|(name, value)| format!("{name}: {}", value.to_str().unwrap()))
                .collect();
            all.sort();
            all
        };
        assert_eq!(
            named(call.headers_beside(HeaderMap::new())),
            [
                "accept: */*",
                "anthropic-beta: compact-1",
                "anthropic-version: 2023-06-01",
                "content-type: application/json"
            ]
        );
        let mut own = HeaderMap::new();
        own.insert("accept", HeaderValue::from_static("text/event-stream"));
        own.insert("anthropic-version", HeaderValue::from_static("2099-01-01"));
        own.insert("anthropic-beta", HeaderValue::from_static("mine"));
        assert_eq!(
            named(call.headers_beside(own)),
            [
                "accept: text/event-stream",
                "anthropic-beta: mine, compact-1",
                "anthropic-version: 2099-01-01",
                "content-type: application/json"
            ]
        );
    }
}
