//! The tools, and what is known about their calls.

use std::sync::Arc;
use std::time::Duration;

use super::input::Moment;
use super::known_calls::KnownCalls;
use super::loading::Loading;
use super::toolbox::Toolbox;
use crate::live::Policy;
use crate::results::{kept_results, whole_texts};
use crate::{History, recall};
use vibeue_conversation::Message;
use vibeue_provider::ToolDefinition;
use vibeue_tokens::Counter;

/// The tools of the host and ours: which of them a request has, which calls run without a question,
/// and which calls there were.
#[derive(Debug)]
pub(super) struct Tools {
    /// Those of the host.
    pub(super) host: Toolbox,
    /// Whether the host reports when a call begins.
    pub(super) reports_begins: bool,
    /// Decides whether the user is asked before a call runs, with what was already allowed.
    pub(super) policy: Policy,
    /// The ids of all calls that were ever made.
    pub(super) known_calls: KnownCalls,
    loading: Loading,
    /// Whether the conversation has results in files next to the journal.
    keeps_results: bool,
}

impl Tools {
    /// The tools of a conversation with this history.
    pub(super) fn new(
        host: Toolbox,
        reports_begins: bool,
        policy: Policy,
        history: &History,
    ) -> Self {
        // Of every branch: the user may return to any of them.
        let lines = 1..=history.branches().len() as u64 + 1;
        Self {
            reports_begins,
            policy,
            known_calls: KnownCalls::of(lines.flat_map(|line| history.originals_of(line))),
            loading: Loading::of(history, host.load_name()),
            keeps_results: kept_results(history).next().is_some(),
            host,
        }
    }

    /// The tools that the model is offered from now on, those of the host and ours. `most` is what
    /// those of servers may take of a request, in tokens.
    pub(super) fn offer(
        &mut self,
        history: &History,
        counter: &Counter,
        most: f64,
    ) -> Vec<ToolDefinition> {
        let mut offered = self.loading.offer(&self.host, counter, most);
        offered.extend(self.offers_recall(history).then(|| self.recall_definition()));
        offered
    }

    /// Returns whether there is anything that the model no longer sees in full.
    ///
    /// Once offered, the tool stays: calls of it may be in the view, and some servers refuse calls
    /// of tools that are not declared.
    pub(super) fn offers_recall(&self, history: &History) -> bool {
        self.keeps_results || !history.compactions().is_empty()
    }

    /// The tool that reads the archive, as the model gets it.
    pub(super) fn recall_definition(&self) -> ToolDefinition {
        recall::definition(self.host.recall_name())
    }

    /// Notes whether a result is in a file; returns whether it is the first, with which the tool
    /// that reads such files is offered.
    pub(super) fn note_kept(&mut self, message: &Message) -> bool {
        let is_first = !self.keeps_results && whole_texts(message).next().is_some();
        self.keeps_results |= is_first;
        is_first
    }

    /// Returns whether our tool that loads others answers to a name.
    pub(super) fn loads(&self, name: &str) -> bool {
        self.loading.is_offered() && *name == *self.host.load_name()
    }

    /// Loads what a call of that tool names; the next offer has it.
    ///
    /// # Errors
    /// What the model did wrong.
    pub(super) fn load(&mut self, arguments: &str) -> Result<String, String> {
        self.loading.load(&self.host, arguments)
    }

    /// Loads tools that the model called without loading them first: their calls are in the view
    /// from now on. Returns whether that changes what is offered.
    pub(super) fn load_called(&mut self, names: impl Iterator<Item = String>) -> bool {
        self.loading.load_called(names)
    }

    /// The names of the tools that the request does not have until the model loads them.
    pub(super) fn waiting(&self) -> Arc<[String]> {
        self.loading.waiting()
    }

    /// When a call that may now run begins; `None` if the host reports that itself.
    pub(super) fn begins(&self, now: Moment) -> Option<Duration> {
        (!self.reports_begins).then_some(now.steady)
    }

    /// Why a call is not waiting. No other call ever gets its id, so a late answer reaches nobody.
    pub(super) fn why_not_open(&self, call_id: &str) -> &'static str {
        if self.known_calls.contains(call_id) {
            "the call has ended"
        } else {
            "there is no such call"
        }
    }
}
