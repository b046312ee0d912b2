//! People who write summaries instead of a model.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use vibeue_core::compaction::strategy::SummaryModel;
use vibeue_core::compaction::{fingerprint, texts_of};
use vibeue_core::conversation::{Message, MessageId, Part, Protocol, Role};
use vibeue_core::provider::{
    Capabilities, ChatRequest, DeltaSink, ErrorClass, ModelInfo, NativeCompaction, Pending,
    Provider, ProviderError, Reply, StopReason,
};
use vibeue_core::session::files::{OutputFile, Readers, Replacing};
use vibeue_core::session::live::ModelChoice;

use crate::connect::Server;

/// The model name for people.
const MODEL: &str = "people";
/// How many tokens people are given at once.
const WINDOW: u64 = 200_000;

/// Answers requests from files in a folder, and writes requests there that nobody has answered yet.
///
/// A request is the file `NAME.prompt.txt`; its answer is expected as `NAME.txt`. The name says
/// what is to be written and ends with a hash of the request, so that no answer is used for another
/// request.
#[derive(Debug)]
pub(super) struct PaperWriter {
    folder: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// What is being written.
    label: String,
    /// The first request since then that has no answer.
    waiting: Option<PathBuf>,
}

impl PaperWriter {
    pub(super) fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), state: Mutex::default() }
    }

    /// Itself as a model that is asked for summaries; one with a large window.
    pub(super) fn summary_model(self: &Arc<Self>) -> SummaryModel {
        SummaryModel {
            available: WINDOW,
            max_output: None,
            ..SummaryModel::named(Arc::<Self>::clone(self), MODEL)
        }
    }

    /// Itself as a server.
    pub(super) fn server(self: &Arc<Self>) -> Server {
        Server {
            provider: Arc::<Self>::clone(self),
            choice: ModelChoice::new(MODEL),
            base_url: String::new(),
            key_variable: None,
            kept_key: None,
        }
    }

    /// Says what the next requests are for.
    pub(super) fn begin(&self, label: String) {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = State { label, waiting: None };
    }

    /// The request that a person has to answer before this can continue.
    pub(super) fn waiting(&self) -> Option<PathBuf> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).waiting.clone()
    }

    fn answer(&self, request: &ChatRequest) -> Result<Reply, ProviderError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let asked: Vec<&str> =
            request.messages.iter().flat_map(|message| texts_of(message)).collect();
        let asked = asked.join("\n\n");
        let name = format!("{}-{}", state.label, hash(&asked));
        let answer = self.folder.join(format!("{name}.txt"));
        let failed = |what: String| Err(ProviderError::new(ErrorClass::Refused, what));
        match fs::read_to_string(&answer) {
            Ok(text) => return Ok(reply(text)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return failed(format!("cannot read {}: {error}", answer.display())),
        }
        // What would be asked next depends on the answer.
        if state.waiting.is_none() {
            let prompt = self.folder.join(format!("{name}.prompt.txt"));
            if let Err(error) = fs::create_dir_all(&self.folder) {
                return failed(format!("cannot create {}: {error}", self.folder.display()));
            }
            let bytes = asked.as_bytes();
            if let Err(error) = OutputFile::put(&prompt, Replacing::Files, Readers::Owner, bytes) {
                return failed(error.to_string());
            }
            state.waiting = Some(prompt);
        }
        failed(format!("{} is not written yet", answer.display()))
    }
}

fn reply(text: String) -> Reply {
    Reply::new(vec![Part::text(text)], StopReason::End)
}

/// A hash of a request without the twelve digits that differ each time.
fn hash(asked: &str) -> String {
    let mut plain = String::with_capacity(asked.len());
    let mut rest = asked;
    while let Some(begin) = rest.find(|c: char| c.is_ascii_digit()) {
        let digits = rest[begin..].find(|c: char| !c.is_ascii_digit());
        let end = begin + digits.unwrap_or(rest.len() - begin);
        plain.push_str(&rest[..begin]);
        plain.push_str(if end - begin == 12 { "#" } else { &rest[begin..end] });
        rest = &rest[end..];
    }
    plain.push_str(rest);
    let message = Message::new(MessageId(0), Role::User, vec![Part::text(plain)]);
    fingerprint([&message])[..8].to_owned()
}

impl Provider for PaperWriter {
    fn protocol(&self) -> Protocol {
        Protocol::OpenaiChat
    }

    fn capabilities(&self, _: &str) -> Capabilities {
        Capabilities::default()
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest, _: DeltaSink<'a>) -> Pending<'a, Reply> {
        Box::pin(async move { self.answer(request) })
    }

    fn count<'a>(&'a self, _: &'a ChatRequest) -> Pending<'a, Option<u64>> {
        Box::pin(async { Ok(None) })
    }

    fn describe<'a>(&'a self, model: &'a str) -> Pending<'a, ModelInfo> {
        Box::pin(async move { Ok(ModelInfo { id: model.to_owned(), ..ModelInfo::default() }) })
    }

    fn models(&self) -> Pending<'_, Vec<ModelInfo>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn compact<'a>(
        &'a self,
        _: &'a ChatRequest,
        _: Option<&'a str>,
    ) -> Pending<'a, Option<NativeCompaction>> {
        Box::pin(async { Ok(None) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_known_again_whatever_its_code_is() {
        assert_eq!(hash("<a-123456789012> at 42"), hash("<a-987654321098> at 42"));
        assert_ne!(hash("<a-123456789012> at 42"), hash("<a-123456789012> at 43"));
        assert_ne!(hash("1234567890123"), hash("1234567890124"));
    }
}
