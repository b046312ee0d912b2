//! What the models say, and what they were asked.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use vibeue_core::conversation::Protocol;
use vibeue_core::provider::{ChatRequest, ErrorClass, ProviderError, StopReason};

use super::options::server_count;
use super::plan::{Kind, Notes, Plan};
use crate::model_written::notes as model_notes;
use crate::scripted::{Answer, Scripted};
use crate::talk::{tokens, words};

/// One request of the chat and whether the server found it too long.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    pub(super) request: ChatRequest,
    pub(super) overflowed: bool,
}

pub(super) type Log = Arc<Mutex<Vec<Asked>>>;

/// The answers that are still to come.
pub(super) type Kinds = Arc<Mutex<VecDeque<Kind>>>;

pub(super) fn answer_of(kind: Option<&Kind>, request: &ChatRequest) -> Answer {
    let seed = request.messages.len() as u64;
    let error = |class, what: &str| Answer::error(ProviderError::new(class, what));
    match kind.cloned() {
        None => Answer::text("Done."),
        Some(Kind::Text(count)) => {
            let mut answer = Answer::text(&words(seed, count));
            answer.pieces = words(seed, count).split_inclusive("5 ").map(str::to_owned).collect();
            answer
        }
        Some(Kind::Calls(count)) => {
            let ids = ["a", "b", "c"];
            let names = ["look", "delete", "look"];
            let calls: Vec<_> = (0..usize::from(count))
                .map(|at| (ids[at], names[(at + request.messages.len()) % 3], "{\"at\": 1}"))
                .collect();
            Answer::calls(&calls)
        }
        Some(Kind::Unknown) => Answer::calls(&[("u", "fly", "{}")]),
        Some(Kind::Recall) => Answer::calls(&[("r", "recall", "{\"query\": \"said\"}")]),
        Some(Kind::BadArguments) => Answer::calls(&[("x", "look", "{\"at\": ")]),
        Some(Kind::Cut) => {
            let mut answer = Answer::text("Half an ans");
            answer.result = Err(ProviderError::new(ErrorClass::Transport, "cut"));
            answer
        }
        Some(Kind::Refused) => Answer::stop("No.", StopReason::Refusal),
        Some(Kind::Nothing) => Answer::stop("", StopReason::End),
        Some(Kind::Pause) => Answer::stop("I search", StopReason::Pause),
        Some(Kind::Length) => Answer::stop("So far", StopReason::Length),
        Some(Kind::WindowFull) => Answer::stop("Until here", StopReason::ContextFull),
        Some(Kind::Overflow { tells }) => {
            let requested = tokens(request);
            let class = ErrorClass::ContextLengthExceeded {
                limit: tells.then_some(requested * 9 / 10),
                requested: tells.then_some(requested),
            };
            error(class, "the prompt is too long")
        }
        Some(Kind::Fails(true)) => error(ErrorClass::Overloaded { retry_after: None }, "busy"),
        Some(Kind::Fails(false)) => error(ErrorClass::Authentication, "the key is wrong"),
        Some(Kind::Panics) => {
            let mut answer = Answer::text("never");
            answer.panics = true;
            answer
        }
    }
}

pub(super) fn summary_answer(notes: &Notes) -> Answer {
    match notes {
        Notes::Good => model_notes(),
        Notes::Garbage => Answer::text("Sure! I will now call the tool."),
        Notes::Fails => {
            Answer::error(ProviderError::new(ErrorClass::Authentication, "the key is wrong"))
        }
        Notes::Panics => {
            let mut answer = Answer::text("never");
            answer.panics = true;
            answer
        }
    }
}

pub(super) fn scripted(plan: &Plan, protocol: Protocol, kinds: &Kinds, log: &Log) -> Scripted {
    let (kinds, log) = (Arc::clone(kinds), Arc::clone(log));
    let mut provider = Scripted::new([]).rule(move |request| {
        let kind = kinds.lock().unwrap().pop_front();
        let overflowed = matches!(kind, Some(Kind::Overflow { .. }));
        log.lock().unwrap().push(Asked { request: request.clone(), overflowed });
        answer_of(kind.as_ref(), request)
    });
    provider.protocol = protocol;
    provider.capabilities.counts = true;
    provider.count = Some(Box::new(|request| Ok(Some(server_count(request)))));
    plan.notes.iter().for_each(|notes| provider.add_summary(summary_answer(notes)));
    provider.add_summary(model_notes());
    provider.points.hold();
    provider
}
