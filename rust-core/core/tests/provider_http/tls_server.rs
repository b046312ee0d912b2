//! An encrypted server with any certificate that a test wants.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use rcgen::{
    BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, KeyUsagePurpose,
    date_time_ymd,
};
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, Stream};

/// A certificate with its key.
pub(crate) struct Certificate {
    chain: CertificateDer<'static>,
    key: PrivateKeyDer<'static>,
}

/// An authority of the tests' own.
pub(crate) struct Authority {
    issuer: Issuer<'static, KeyPair>,
    /// Its own certificate, in PEM form.
    pub(crate) pem: String,
}

impl Authority {
    pub(crate) fn new() -> Self {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
        params.distinguished_name.push(DnType::CommonName, "An authority of a test");
        let pem = params.self_signed(&key).unwrap().pem();
        Self { issuer: Issuer::new(params, key), pem }
    }

    /// A certificate for a name; valid for long, or long expired.
    pub(crate) fn certificate(&self, name: &str, expired: bool) -> Certificate {
        let key = KeyPair::generate().unwrap();
        let certificate = params(name, expired).signed_by(&key, &self.issuer).unwrap();
        Certificate::of(certificate.der().clone(), &key)
    }
}

impl Certificate {
    /// A certificate that nobody but itself vouches for.
    pub(crate) fn self_signed(name: &str) -> Self {
        let key = KeyPair::generate().unwrap();
        let certificate = params(name, false).self_signed(&key).unwrap();
        Self::of(certificate.der().clone(), &key)
    }

    fn of(chain: CertificateDer<'static>, key: &KeyPair) -> Self {
        Self { chain, key: PrivatePkcs8KeyDer::from(key.serialize_der()).into() }
    }
}

fn params(name: &str, expired: bool) -> CertificateParams {
    let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
    params.distinguished_name.push(DnType::CommonName, "A server of a test");
    params.not_before = date_time_ymd(2020, 1, 1);
    params.not_after = date_time_ymd(if expired { 2021 } else { 2090 }, 1, 1);
    params
}

/// A server on loopback; each connection gets one answer.
pub(crate) struct TlsServer {
    pub(crate) address: SocketAddr,
    connections: Arc<AtomicUsize>,
}

/// What comes after the head of a request.
type Talk = Arc<dyn Fn(&mut TcpStream) -> std::io::Result<()> + Send + Sync>;

impl TlsServer {
    /// Answers every request with these bytes, encrypted.
    pub(crate) fn start(certificate: Certificate, answer: &'static [u8]) -> Self {
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.chain], certificate.key)
            .unwrap();
        let config = Arc::new(config);
        Self::talking(Arc::new(move |stream| {
            let failed = |error| std::io::Error::other(error);
            let mut session = ServerConnection::new(Arc::clone(&config)).map_err(failed)?;
            let mut tls = Stream::new(&mut session, stream);
            read_request(&mut tls)?;
            tls.write_all(answer)?;
            tls.conn.send_close_notify();
            tls.flush()
        }))
    }

    /// Sends these bytes, unencrypted, when the first have come; then closes.
    pub(crate) fn plain(answer: &'static [u8]) -> Self {
        Self::talking(Arc::new(move |stream| {
            let mut first = [0; 16];
            stream.read_exact(&mut first)?;
            stream.write_all(answer)
        }))
    }

    fn talking(talk: Talk) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let connections = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&connections);
        thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                count.fetch_add(1, Ordering::Relaxed);
                let talk = Arc::clone(&talk);
                thread::spawn(move || {
                    // A bound against hanging.
                    let _ = stream.set_read_timeout(Some(Duration::from_secs(30)));
                    // What the client refuses ends here; the test looks at the
                    // client.
                    let _ = talk(&mut stream);
                    let _ = stream.shutdown(std::net::Shutdown::Write);
                    let _ = stream.read_to_end(&mut Vec::new());
                });
            }
        });
        Self { address, connections }
    }

    /// How often somebody connected.
    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }
}

/// Reads a request to the end of its body.
fn read_request(stream: &mut impl Read) -> std::io::Result<()> {
    let mut bytes = Vec::new();
    let mut piece = [0; 4_096];
    loop {
        let count = stream.read(&mut piece)?;
        if count == 0 {
            return Ok(());
        }
        bytes.extend_from_slice(&piece[..count]);
        let text = String::from_utf8_lossy(&bytes).to_ascii_lowercase();
        let Some((head, _)) = text.split_once("\r\n\r\n") else { continue };
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let length: usize = length.map_or(0, |length| length.trim().parse().unwrap());
        if bytes.len() >= head.len() + 4 + length {
            return Ok(());
        }
    }
}
