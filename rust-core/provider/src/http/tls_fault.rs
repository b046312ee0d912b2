//! Explains why a secure connection failed, as text for the user.

use std::error::Error;
use std::io;

use rustls::{AlertDescription, CertificateError, InvalidMessage};

/// The explanation of a failed secure connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TlsFault {
    /// What is wrong.
    pub(super) what: String,
    /// What to do about it.
    pub(super) hint: String,
}

/// Where to add a certificate that this machine should trust. On Windows and
/// Apple systems only the system's store counts; elsewhere a file works, too.
const TRUST: &str = if cfg!(any(windows, target_vendor = "apple")) {
    "if you trust the server, or a proxy that inspects traffic, add the certificate of its \
     authority to the system's trusted ones"
} else {
    "if you trust the server, or a proxy that inspects traffic, add the certificate of its \
     authority to the system's trusted ones, or name a PEM file with all trusted ones in \
     SSL_CERT_FILE"
};

/// What to do if the other side does not use encryption.
const PLAIN: &str = "check the port; if the server has no encryption, use http:// in the base \
                     address, which a setting must allow for servers on other machines";

impl TlsFault {
    /// Finds the cause in an error of the connection; `None` if it has nothing
    /// to do with encryption.
    pub(super) fn of(error: &(dyn Error + 'static)) -> Option<Self> {
        let mut next = Some(error);
        while let Some(cause) = next {
            if let Some(fault) = cause.downcast_ref::<rustls::Error>() {
                return Some(Self::of_rustls(fault));
            }
            if let Some(wrapped) = cause.downcast_ref::<io::Error>() {
                // What an `io::Error` wraps is not its source but the error
                // itself.
                if let Some(inner) = wrapped.get_ref() {
                    next = Some(inner);
                    continue;
                }
            }
            if cause.to_string() == "tls handshake eof" {
                return Some(Self::new(
                    "the other side closed the connection during the TLS handshake",
                    PLAIN,
                ));
            }
            next = cause.source();
        }
        None
    }

    fn new(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { what: what.into(), hint: hint.into() }
    }

    fn of_rustls(error: &rustls::Error) -> Self {
        match error {
            rustls::Error::InvalidCertificate(fault) => Self::of_certificate(fault),
            rustls::Error::NoCertificatesPresented => {
                Self::new("the server presents no certificate", "ask whoever runs the server")
            }
            // The first bytes were those of an unencrypted answer.
            rustls::Error::InvalidMessage(
                InvalidMessage::InvalidContentType | InvalidMessage::UnknownProtocolVersion,
            ) => Self::new("the server answers without encryption (http)", PLAIN),
            rustls::Error::AlertReceived(
                AlertDescription::ProtocolVersion | AlertDescription::HandshakeFailure,
            )
            | rustls::Error::PeerIncompatible(_) => Self::new(
                "the server offers no safe encryption (TLS 1.2 or 1.3)",
                "update the server, or ask whoever runs it",
            ),
            rustls::Error::AlertReceived(
                AlertDescription::CertificateRequired | AlertDescription::BadCertificate,
            ) => Self::new(
                "the server requires a client certificate, and this program has none",
                "use a gateway that does not, or ask whoever runs the server",
            ),
            rustls::Error::AlertReceived(AlertDescription::UnrecognisedName) => Self::new(
                "the server has no certificate for this name",
                "check the name in the base address",
            ),
            other => Self::new(
                format!("encryption failed: {other}"),
                "check the address and the port; behind a proxy, check its settings",
            ),
        }
    }

    fn of_certificate(fault: &CertificateError) -> Self {
        const CLOCK: &str =
            "check this machine's date and time; if they are right, ask whoever runs the server";
        match fault {
            CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
                Self::new("the server's certificate has expired", CLOCK)
            }
            CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
                Self::new("the server's certificate is not valid yet", CLOCK)
            }
            CertificateError::NotValidForName => Self::new(
                "the server's certificate is for another name",
                "use the name that the certificate is for in the base address",
            ),
            CertificateError::NotValidForNameContext { expected, presented } => {
                let names = presented.iter().take(4).map(|name| bare(name));
                let names = names.collect::<Vec<_>>().join(", ");
                let expected = expected.to_str();
                let what = match names.as_str() {
                    "" => format!(
                        "the server's certificate names no host, so it cannot be for {expected}"
                    ),
                    names => format!("the server's certificate is for {names}, not for {expected}"),
                };
                Self::new(what, "use the name that the certificate is for in the base address")
            }
            CertificateError::Revoked => Self::new(
                "the server's certificate has been revoked",
                "do not send anything; ask whoever runs the server",
            ),
            CertificateError::UnknownIssuer => Self::new(
                "the server's certificate is self-signed or signed by an authority that this machine does not trust",
                TRUST,
            ),
            // A certificate that is its own authority; the system's verifiers
            // have their own names for it.
            CertificateError::Other(other) if other.to_string().contains("CaUsedAsEndEntity") => {
                Self::new(
                    "the server's certificate is self-signed, and this machine does not trust it",
                    TRUST,
                )
            }
            other => Self::new(format!("the server's certificate is not accepted: {other}"), TRUST),
        }
    }
}

/// A name without its wrapper: `DnsName("localhost")`.
fn bare(shown: &str) -> String {
    let inside = shown.split_once("(\"").map_or(shown, |(_, inside)| inside);
    inside.trim_end_matches("\")").chars().take(100).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_found_under_what_wraps_it() {
        let inner = rustls::Error::InvalidCertificate(CertificateError::Expired);
        let wrapped = io::Error::other(io::Error::new(io::ErrorKind::InvalidData, inner));
        let fault = TlsFault::of(&wrapped).unwrap();
        assert_eq!(fault.what, "the server's certificate has expired");
        assert!(fault.hint.contains("date and time"));
        assert_eq!(TlsFault::of(&io::Error::other("connection refused")), None);
        assert_eq!(TlsFault::of(&io::Error::from(io::ErrorKind::ConnectionRefused)), None);
    }

    #[test]
    fn names_are_told_without_what_stands_around_them() {
        assert_eq!(bare("DnsName(\"localhost\")"), "localhost");
        assert_eq!(bare("example.org"), "example.org");
    }
}
