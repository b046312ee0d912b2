//! Encrypted connections, and why they fail, in words that say what to do.

#[cfg(target_os = "linux")]
use std::process::Command;

use vibeue_core::conversation::Protocol;
use vibeue_core::provider::{ErrorClass, ProviderConfig, ProviderError, connect};

use crate::tls_server::{Authority, Certificate, TlsServer};
use crate::{ask, limits, request};

/// The name that the certificates are for: what the address has.
const NAME: &str = "127.0.0.1";

const ANSWER: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\
    content-length: 65\r\n\r\n{\"choices\":[{\"message\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}";

/// Names a file with an authority to the program below.
const ADDRESS: &str = "VIBEUE_TEST_TLS_ADDRESS";

async fn talk(address: &str, roots: &str) -> Result<String, ProviderError> {
    let mut config = ProviderConfig::new(Protocol::OpenaiChat, format!("{address}/v1"), "m");
    config.limits = limits();
    config.extra_roots = roots.as_bytes().to_vec();
    let provider = connect(&config).unwrap();
    ask(provider.as_ref(), &request()).await.0.map(|reply| reply.text())
}

async fn refused(address: &str, roots: &str) -> (String, String) {
    let error = talk(address, roots).await.unwrap_err();
    assert_eq!(error.class, ErrorClass::Transport, "{error:?}");
    assert!(!error.is_transient(), "the same would happen again: {error:?}");
    (error.message, error.hint.unwrap())
}

#[tokio::test]
async fn a_server_with_a_trusted_authority_is_used() {
    let authority = Authority::new();
    let server = TlsServer::start(authority.certificate(NAME, false), ANSWER);
    let address = format!("https://{}", server.address);
    assert_eq!(talk(&address, &authority.pem).await.as_deref(), Ok("Hi"));
}

#[tokio::test]
async fn a_certificate_that_nobody_vouches_for_is_reported_with_what_to_do() {
    let authority = Authority::new();
    for certificate in [Certificate::self_signed(NAME), authority.certificate(NAME, false)] {
        let server = TlsServer::start(certificate, ANSWER);
        let (message, hint) = refused(&format!("https://{}", server.address), "").await;
        assert_eq!(
            message,
            format!(
                "no secure connection to {}: the server's certificate is self-signed or \
                 signed by an authority that this machine does not trust",
                server.address
            )
        );
        assert!(hint.contains("the system's trusted ones"), "{hint}");
        assert_eq!(hint.contains("SSL_CERT_FILE"), cfg!(target_os = "linux"), "{hint}");
        assert_eq!(server.connections(), 1, "nothing is tried again");
    }
}

#[tokio::test]
async fn an_expired_certificate_is_reported_with_what_to_do() {
    let authority = Authority::new();
    let server = TlsServer::start(authority.certificate(NAME, true), ANSWER);
    let (message, hint) = refused(&format!("https://{}", server.address), &authority.pem).await;
    assert!(message.ends_with(": the server's certificate has expired"), "{message}");
    assert!(hint.contains("date and time"), "{hint}");
    assert_eq!(server.connections(), 1);
}

#[tokio::test]
async fn a_certificate_for_another_name_is_reported_with_both_names() {
    let authority = Authority::new();
    let server = TlsServer::start(authority.certificate("models.example.org", false), ANSWER);
    let (message, hint) = refused(&format!("https://{}", server.address), &authority.pem).await;
    assert!(
        message
            .ends_with(": the server's certificate is for models.example.org, not for 127.0.0.1"),
        "{message}"
    );
    assert!(hint.contains("the name that the certificate is for"), "{hint}");
}

#[tokio::test]
async fn https_to_a_port_without_encryption_is_reported() {
    for (answer, what) in [
        (
            &b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n"[..],
            "the server answers without encryption (http)",
        ),
        (b"", "the other side closed the connection during the TLS handshake"),
    ] {
        let server = TlsServer::plain(answer);
        let (message, hint) = refused(&format!("https://{}", server.address), "").await;
        assert_eq!(message, format!("no secure connection to {}: {what}", server.address));
        assert!(hint.contains("use http:// in the base address"), "{hint}");
        assert_eq!(server.connections(), 1);
    }
}

#[tokio::test]
async fn http_to_an_encrypted_port_is_reported() {
    let server = TlsServer::start(Certificate::self_signed(NAME), ANSWER);
    let (message, hint) = refused(&format!("http://{}", server.address), "").await;
    assert_eq!(
        message,
        format!("{} does not answer like an unencrypted web server", server.address)
    );
    assert!(hint.contains("use https:// in the base address"), "{hint}");
    // Other servers say it in words.
    let server = TlsServer::plain(
        b"HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n",
    );
    let error = talk(&format!("http://{}", server.address), "").await.unwrap_err();
    assert_eq!(error.class, ErrorClass::Protocol, "{error:?}");
    assert!(error.hint.unwrap().contains("use https://"));
}

/// What the hint promises. The environment belongs to a whole process, so that
/// it is another one that talks.
#[cfg(target_os = "linux")]
#[test]
fn an_authority_in_the_file_that_the_environment_names_is_trusted() {
    let authority = Authority::new();
    let server = TlsServer::start(authority.certificate(NAME, false), ANSWER);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("authority.pem");
    std::fs::write(&file, &authority.pem).unwrap();
    let this = std::env::current_exe().unwrap();
    let output = Command::new(this)
        .args(["--exact", "--ignored", "tls::talks_to_the_server_that_the_environment_names"])
        .env("SSL_CERT_FILE", &file)
        .env_remove("SSL_CERT_DIR")
        .env(ADDRESS, format!("https://{}", server.address))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
    assert_eq!(server.connections(), 1);
}

#[tokio::test]
#[ignore = "run in a process of its own by the test above"]
async fn talks_to_the_server_that_the_environment_names() {
    let address = std::env::var(ADDRESS).unwrap();
    assert_eq!(talk(&address, "").await.as_deref(), Ok("Hi"));
}
