//! The encryption of connections.

use std::sync::Arc;

use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::Verifier;

use vibeue_conversation::{Error, ErrorKind, Result};

/// Reads root certificates in PEM form; an empty text contains none.
///
/// # Errors
/// [`ErrorKind::Settings`] if one is not a certificate that can be trusted, or
/// if a text that is not empty contains none.
pub(super) fn roots(pem: &[u8]) -> Result<Vec<CertificateDer<'static>>> {
    let wrong = |what: String| {
        Error::new(ErrorKind::Settings, what)
            .at("extra_roots")
            .hint("give certificates in PEM form (-----BEGIN CERTIFICATE-----)")
    };
    let roots: Vec<_> = CertificateDer::pem_slice_iter(pem)
        .collect::<Result<_, _>>()
        .map_err(|error| wrong(format!("a root certificate cannot be read: {error}")))?;
    for root in &roots {
        // Each is checked here, one by one, so that a faulty one can be reported.
        RootCertStore::empty()
            .add(root.clone())
            .map_err(|error| wrong(format!("a root certificate cannot be used: {error}")))?;
    }
    if roots.is_empty() && !pem.trim_ascii().is_empty() {
        return Err(wrong("there is no certificate in it".to_owned()));
    }
    Ok(roots)
}

/// Creates the TLS settings of a connection. Reads the system's certificates,
/// which takes some hundredths of a second.
///
/// The cryptography provider is set here, not for the process, which belongs to
/// the host. Certificates are verified by the operating system's own verifier
/// or roots, so that a company's own authority works, and by `extra_roots`. A
/// machine without any roots can still reach servers without TLS, so a lack of
/// roots is an error only if the server needs them.
///
/// # Errors
/// [`ErrorKind::Io`] if the system has no roots and the server needs them.
pub(super) fn settings(
    extra_roots: &[CertificateDer<'static>],
    needed: bool,
) -> Result<ClientConfig> {
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .expect("ring supports the versions that rustls does");
    let mut config = if needed {
        let verifier = Verifier::new_with_extra_roots(extra_roots.iter().cloned(), provider)
            .map_err(|error| {
                Error::new(ErrorKind::Io, format!("certificates cannot be checked: {error}"))
                    .hint("install the system's CA certificates, or give extra_roots")
            })?;
        builder.dangerous().with_custom_certificate_verifier(Arc::new(verifier))
    } else {
        // Nothing is trusted: without redirects such a connection never becomes
        // an encrypted one.
        builder.with_root_certificates(RootCertStore::empty())
    }
    .with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_certificate_is_refused_by_name() {
        for inside in ["", "!!!", "AAAA"] {
            let text = format!("-----BEGIN CERTIFICATE-----\n{inside}\n-----END CERTIFICATE-----");
            let error = roots(text.as_bytes()).unwrap_err();
            assert_eq!(error.place(), Some("extra_roots"), "{error}");
        }
        assert!(roots(b"nonsense").is_err());
        assert_eq!(roots(b" \n"), Ok(Vec::new()));
    }
}
