//! The running mock, and providers that talk to it.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use secrecy::SecretString;
use vibeue_core::conversation::Protocol;
use vibeue_core::provider::http::Limits;
use vibeue_core::provider::{Provider, ProviderConfig, ToolDefinition, connect};

/// How to install the package where the tests look for it.
const INSTALL: &str = "npm i --prefix target/aimock @copilotkit/aimock@1.43.0";

/// A mock that runs until nobody uses it any longer.
#[derive(Debug)]
pub(crate) struct Mock {
    process: Child,
    url: String,
}

/// The mock of all tests that run at the moment; `None`, with a message, if it is not installed.
pub(crate) fn running() -> Option<Arc<Mock>> {
    static SHARED: Mutex<Weak<Mock>> = Mutex::new(Weak::new());
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(mock) = shared.upgrade() {
        return Some(mock);
    }
    let folder = match installed() {
        Ok(folder) => folder,
        Err(why) => {
            assert!(std::env::var_os("VIBEUE_AIMOCK").is_none(), "{why}");
            // Not by a macro: the harness would keep it to itself.
            let _ = writeln!(
                std::io::stderr(),
                "SKIPPED: no test against aimock, {why}; install it from the repository's root \
                 with `{INSTALL}`"
            );
            return None;
        }
    };
    let mock = Arc::new(Mock::start(&folder));
    *shared = Arc::downgrade(&mock);
    Some(mock)
}

/// The folder that holds the package, if node is there to run it.
fn installed() -> Result<PathBuf, String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = std::env::var_os("VIBEUE_AIMOCK")
        .map_or_else(|| here.join("../../target/aimock"), PathBuf::from);
    let package = folder.join("node_modules/@copilotkit/aimock/package.json");
    if !package.is_file() {
        return Err(format!("there is no {}", package.display()));
    }
    match Command::new("node").arg("--version").output() {
        Ok(version) if version.status.success() => Ok(folder),
        Ok(version) => Err(format!("node does not run: {}", version.status)),
        Err(error) => Err(format!("node does not run: {error}")),
    }
}

impl Mock {
    fn start(folder: &Path) -> Self {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/aimock/fixtures.json");
        let mut process = Command::new("node")
            .args(["--input-type=module", "--eval", include_str!("start.mjs"), "--"])
            .arg(fixtures)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut url = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut url).unwrap();
        let url = url.trim().to_owned();
        assert!(url.starts_with("http://127.0.0.1:"), "aimock did not start: {url:?}");
        Self { process, url }
    }

    /// A provider of a protocol, as the user's settings would make it.
    pub(crate) fn provider(&self, protocol: Protocol) -> Arc<dyn Provider> {
        let path = match protocol {
            Protocol::OpenaiChat | Protocol::Responses => "/v1",
            _ => "",
        };
        let base = format!("{}{path}", self.url);
        let mut config = ProviderConfig::new(protocol, base, model(protocol));
        config.key = Some(SecretString::from("Kq7zP2mVx9Lw4RtB"));
        config.limits = Limits {
            first_piece: Duration::from_secs(10),
            idle: Duration::from_secs(5),
            question: Duration::from_secs(5),
            backoff: Duration::from_millis(5),
            ..Limits::default()
        };
        connect(&config).unwrap()
    }
}

impl Drop for Mock {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub(crate) fn model(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Anthropic => "claude-sonnet-4-5",
        Protocol::Gemini => "gemini-2.5-pro",
        Protocol::Ollama => "qwen3:8b",
        _ => "gpt-5",
    }
}

pub(crate) fn look() -> ToolDefinition {
    ToolDefinition {
        name: "look".to_owned(),
        description: "Looks at something.".to_owned(),
        parameters: serde_json::json!({"type": "object",
            "properties": {"what": {"type": "string"}}, "required": ["what"]}),
    }
}
