//! One request over HTTP.

use bytes::Bytes;
use reqwest::header::{HeaderName, HeaderValue};
use reqwest::{Method, Url};
use serde_json::Value;

/// A request that can be sent again: the body is shared.
#[derive(Debug, Clone)]
pub struct Call {
    pub(super) method: Method,
    pub(super) url: Url,
    pub(super) headers: Vec<(HeaderName, HeaderValue)>,
    pub(super) body: Option<Bytes>,
}

impl Call {
    /// Asks for what stands at an address.
    pub fn get(url: Url) -> Self {
        Self { method: Method::GET, url, headers: Vec::new(), body: None }
    }

    /// Sends JSON to an address.
    pub fn post(url: Url, body: &Value) -> Self {
        // Writing a value into memory cannot fail: its keys are strings.
        let body = serde_json::to_vec(body).expect("a JSON value can be written");
        Self::post_bytes(url, body)
    }

    /// Sends JSON that is written already.
    pub fn post_bytes(url: Url, body: impl Into<Bytes>) -> Self {
        Self { method: Method::POST, url, headers: Vec::new(), body: Some(body.into()) }
    }

    /// Adds a header that the protocol asks for (`anthropic-version`). A value
    /// that no header can hold is left out.
    #[must_use]
    pub fn header(mut self, name: &'static str, value: &str) -> Self {
        if let Ok(value) = HeaderValue::from_str(value) {
            self.headers.push((HeaderName::from_static(name), value));
        }
        self
    }
}
