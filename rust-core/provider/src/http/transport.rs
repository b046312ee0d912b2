//! Connection errors, as text for the user.

use std::error::Error;
use std::time::Duration;

use super::Endpoint;
use super::tls_fault::TlsFault;
use crate::{ErrorClass, ProviderError};

/// How a request reaches its server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// The server is on this machine.
    Local,
    /// Not through the system's proxies, because they would read a key.
    Direct,
    /// As the system is configured.
    System,
}

impl Way {
    pub(super) fn to(endpoint: &Endpoint) -> Self {
        if endpoint.is_loopback() {
            Self::Local
        } else if endpoint.may_use_proxy() {
            Self::System
        } else {
            Self::Direct
        }
    }
}

/// Creates the error of a request that got no answer, or whose answer broke
/// off. It does not contain the URL, which may contain a key.
pub(super) fn transport_error(host: &str, error: reqwest::Error, way: Way) -> ProviderError {
    let error = error.without_url();
    let class = ErrorClass::Transport;
    if let Some(fault) = TlsFault::of(&error) {
        let what = format!("no secure connection to {host}: {}", fault.what);
        return for_good(ProviderError::new(class, what).hint(fault.hint));
    }
    let causes = causes(&error);
    if causes.contains("tunnel") || causes.contains("proxy") {
        let what = format!("no connection to {host}: the proxy on the way refused it ({causes})");
        return for_good(ProviderError::new(class, what).hint(PROXY));
    }
    // The answer does not start with HTTP: another protocol, usually the alert
    // of a server that expects encryption.
    if causes.starts_with("invalid HTTP") {
        let what = format!("{host} does not answer like an unencrypted web server");
        return for_good(
            ProviderError::new(class, what).hint(
                "check the port; if the server is encrypted, use https:// in the base address",
            ),
        );
    }
    if error.is_connect() {
        let what = if error.is_timeout() { "it did not answer in time" } else { &causes };
        let hint = match way {
            Way::Local => "is the server running on this machine, on this port?",
            Way::Direct => {
                "check the address and the network; no proxy is used, because it would read the \
                 key: if one is needed, use https"
            }
            Way::System => {
                "check the address and the network; behind a proxy, check HTTPS_PROXY or the \
                 system's proxy settings"
            }
        };
        return ProviderError::new(class, format!("no connection to {host}: {what}")).hint(hint);
    }
    if error.is_timeout() {
        return ProviderError::new(class, format!("{host} did not answer in time"))
            .hint("try again; a server on this machine may be loading the model");
    }
    ProviderError::new(class, format!("the connection to {host} broke off: {causes}"))
        .hint("try again; if it keeps happening, check the network and the server's log")
}

/// What to do about a proxy.
const PROXY: &str = "check HTTPS_PROXY, ALL_PROXY and NO_PROXY, or the system's proxy settings: put the user name and password into the proxy's address";

/// Marks an error as permanent: the same request would fail the same way.
fn for_good(mut error: ProviderError) -> ProviderError {
    error.may_repeat = Some(false);
    error
}

/// The error for a server that was silent for too long.
pub(super) fn silence(host: &str, waited: Duration, begun: bool) -> ProviderError {
    let seconds = waited.as_secs_f64();
    let what = if begun {
        format!("{host} sent nothing further for {seconds} s")
    } else {
        format!("{host} did not start to answer for {seconds} s")
    };
    let mut error = ProviderError::new(ErrorClass::Transport, what)
        .hint("try again; if it keeps happening, check the server's load and its log");
    // The server may still be working on it: a second request would double the
    // load.
    error.may_repeat = Some(false);
    error
}

/// A cause without the system's number for it, which helps nobody who reads it.
fn without_number(cause: &str) -> &str {
    cause.split_once(" (os error ").map_or(cause, |(words, _)| words)
}

/// The innermost causes of an error, which say what really happened.
fn causes(error: &reqwest::Error) -> String {
    let mut texts: Vec<String> = Vec::new();
    let mut next: Option<&dyn Error> = error.source();
    while let Some(cause) = next {
        let text = without_number(&cause.to_string()).to_owned();
        if texts.last().is_none_or(|last| !last.contains(&text)) {
            texts.push(text);
        }
        next = cause.source();
    }
    match texts.len() {
        0 => error.to_string(),
        // hyper's outer layers say no more than "client error (Connect)".
        1 => texts.remove(0),
        _ => texts.split_off(texts.len() - 1).remove(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_told_without_the_systems_number_for_it() {
        let refused = std::io::Error::from_raw_os_error(1).to_string();
        assert!(refused.contains("(os error 1)"));
        assert!(!without_number(&refused).contains("os error"));
        assert_eq!(without_number("the peer hung up"), "the peer hung up");
    }
}
