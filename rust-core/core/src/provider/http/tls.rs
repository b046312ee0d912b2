//! The encryption of connections.

use std::sync::Arc;

use rustls::ClientConfig;
use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls_platform_verifier::Verifier;

use crate::{Error, ErrorKind, Result};

/// Makes the TLS settings of a connection.
///
/// The provider of cryptography is set here and not for the process, which
/// belongs to the host. Certificates are judged by the operating system's own
/// verifier or roots, so that a company's own authority works, and by
/// `extra_roots` (PEM). A machine without any root can still reach servers
/// without TLS, so that is only an error when the server needs it.
///
/// # Errors
/// [`ErrorKind::Settings`] when an extra root is no certificate,
/// [`ErrorKind::Io`] when the system has no roots and the server needs them.
pub(super) fn settings(extra_roots: &[u8], needed: bool) -> Result<ClientConfig> {
    let provider = Arc::new(ring::default_provider());
    let mut roots = Vec::new();
    for root in CertificateDer::pem_slice_iter(extra_roots) {
        roots.push(root.map_err(|error| {
            Error::new(ErrorKind::Settings, format!("a root certificate cannot be read: {error}"))
                .at("extra_roots")
                .hint("give certificates in PEM form (-----BEGIN CERTIFICATE-----)")
        })?);
    }
    if roots.is_empty() && !extra_roots.trim_ascii().is_empty() {
        return Err(Error::new(ErrorKind::Settings, "there is no certificate in it")
            .at("extra_roots")
            .hint("give certificates in PEM form (-----BEGIN CERTIFICATE-----)"));
    }
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .expect("ring supports the versions that rustls does");
    let mut config = if needed {
        let verifier = Verifier::new_with_extra_roots(roots, provider).map_err(|error| {
            Error::new(ErrorKind::Io, format!("certificates cannot be checked: {error}"))
                .hint("install the system's CA certificates, or give extra_roots")
        })?;
        builder.dangerous().with_custom_certificate_verifier(Arc::new(verifier))
    } else {
        // Nothing is trusted: without redirects such a connection never
        // becomes an encrypted one.
        builder.with_root_certificates(rustls::RootCertStore::empty())
    }
    .with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_certificate_is_refused_by_name() {
        for text in ["nonsense", "-----BEGIN CERTIFICATE-----\n!!!\n-----END CERTIFICATE-----"] {
            let error = settings(text.as_bytes(), false).unwrap_err();
            assert_eq!(error.place(), Some("extra_roots"), "{error}");
        }
        assert!(settings(b" \n", false).is_ok());
    }
}
