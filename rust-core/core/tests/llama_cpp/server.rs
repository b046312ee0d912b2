//! The running server, and providers that talk to it.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use secrecy::SecretString;
use tempfile::TempDir;
use vibeue_core::conversation::Protocol;
use vibeue_core::provider::{Provider, ProviderConfig, connect};

use crate::gguf;

/// How to install the package where the tests look for it.
const INSTALL: &str = "python3 -m venv target/llama && target/llama/bin/pip install xllamacpp";

/// The key that the server asks for.
const KEY: &str = "Kq7zP2mVx9Lw4RtB";

/// The protocols that the server speaks.
pub(crate) const PROTOCOLS: [Protocol; 3] =
    [Protocol::OpenaiChat, Protocol::Responses, Protocol::Anthropic];

/// A server that runs until nobody uses it any longer.
#[derive(Debug)]
pub(crate) struct Server {
    process: Child,
    url: String,
    _model: TempDir,
}

/// The server of all tests that run at the moment; `None`, with a message, if it is not installed.
pub(crate) fn running() -> Option<Arc<Server>> {
    static SHARED: Mutex<Weak<Server>> = Mutex::new(Weak::new());
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(server) = shared.upgrade() {
        return Some(server);
    }
    let python = match installed() {
        Ok(python) => python,
        Err(why) => {
            assert!(std::env::var_os("VIBEUE_LLAMA_PYTHON").is_none(), "{why}");
            // Not by a macro: the harness would keep it to itself.
            let _ = writeln!(
                std::io::stderr(),
                "SKIPPED: no test against llama.cpp, {why}; install it from the repository's root \
                 with `{INSTALL}`"
            );
            return None;
        }
    };
    let server = Arc::new(Server::start(&python));
    *shared = Arc::downgrade(&server);
    Some(server)
}

fn installed() -> Result<PathBuf, String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let python = std::env::var_os("VIBEUE_LLAMA_PYTHON")
        .map_or_else(|| here.join("../../target/llama/bin/python"), PathBuf::from);
    let shown = python.display();
    match Command::new(&python).args(["-c", "import xllamacpp"]).output() {
        Ok(run) if run.status.success() => Ok(python),
        Ok(_) => Err(format!("{shown} has no package xllamacpp")),
        Err(error) => Err(format!("{shown} does not run: {error}")),
    }
}

impl Server {
    fn start(python: &Path) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let model = folder.path().join("random.gguf");
        std::fs::write(&model, gguf::file()).unwrap();
        let mut process = Command::new(python)
            .args(["-c", include_str!("server.py")])
            .arg(&model)
            .args([&gguf::WINDOW.to_string(), KEY])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let told = lines
            .map_while(Result::ok)
            .find_map(|line| line.strip_prefix("at ").map(|address| address.trim().to_owned()));
        let url = told.expect("llama.cpp's server starts");
        assert!(url.starts_with("http://127.0.0.1:"), "{url}");
        Self { process, url, _model: folder }
    }

    /// A provider of a protocol, with the server's key.
    pub(crate) fn provider(&self, protocol: Protocol) -> Arc<dyn Provider> {
        self.provider_with(protocol, KEY)
    }

    /// A provider of a protocol, with a key.
    pub(crate) fn provider_with(&self, protocol: Protocol, key: &str) -> Arc<dyn Provider> {
        let path = if protocol == Protocol::Anthropic { "" } else { "/v1" };
        let base = format!("{}{path}", self.url);
        let mut config = ProviderConfig::new(protocol, base, MODEL);
        config.key = Some(SecretString::from(key));
        connect(&config).unwrap()
    }
}

/// The server has one model, whatever its name.
pub(crate) const MODEL: &str = "random";

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
