//! Server tools that the model loads on demand.

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::Value;

use super::toolbox::Toolbox;
use crate::live::Tool;
use crate::{History, by_need};
use vibeue_conversation::Message;
use vibeue_provider::ToolDefinition;
use vibeue_tokens::Counter;

/// Which of the servers' tools a request has.
#[derive(Debug, Default)]
pub(super) struct Loading {
    /// Whether there are more than a request should have.
    is_needed: bool,
    /// Whether our tool is offered. Once offered, it stays offered: calls of it may be in the view,
    /// and some servers refuse calls of tools that are not declared.
    is_offered: bool,
    /// The names of those that the model asked for or called.
    loaded: HashSet<String>,
    /// The names of those that are not in the request.
    waiting: Arc<[String]>,
}

impl Loading {
    /// What was loaded in a conversation, in any branch.
    pub(super) fn of(history: &History, own_name: &str) -> Self {
        let lines = 1..=history.branches().len() as u64 + 1;
        let messages = || lines.clone().flat_map(|line| history.originals_of(line)).map(|it| &**it);
        let loaded = by_need::loaded(messages(), own_name).into_iter().collect();
        let is_offered = messages().flat_map(Message::tool_calls).any(|it| *it.name == *own_name);
        Self { loaded, is_offered, ..Self::default() }
    }

    /// The tools that the model is offered from now on: those of the host that do not wait, and
    /// ours if it has ever been needed. `most` is what those of servers may take of a request, in
    /// tokens.
    pub(super) fn offer(
        &mut self,
        host: &Toolbox,
        counter: &Counter,
        most: f64,
    ) -> Vec<ToolDefinition> {
        self.is_needed = self.servers_take_too_much(host, counter, most);
        self.is_offered |= self.is_needed;
        let tools = host.all();
        let waits = |tool: &&Tool| {
            self.is_needed
                && by_need::is_loadable(tool, tools)
                && !self.loaded.contains(tool.name())
        };
        let waiting = tools.iter().filter(waits).map(|tool| tool.name().to_owned()).collect();
        let offered = tools.iter().filter(|tool| !waits(tool)).map(|tool| tool.definition.clone());
        let own = self.is_offered.then(|| by_need::definition(host.load_name(), tools));
        let offered = offered.chain(own).collect();
        self.waiting = waiting;
        offered
    }

    /// Returns whether the tools of servers take more of a request than they may. Once true, it
    /// stays true until they take half of that: each change of the tools makes a server read the
    /// whole request again.
    fn servers_take_too_much(&self, host: &Toolbox, counter: &Counter, most: f64) -> bool {
        let all = host.all();
        let values: Vec<Value> = all
            .iter()
            .filter(|tool| by_need::is_loadable(tool, all))
            .map(|tool| tool.definition.to_value())
            .collect();
        if values.is_empty() {
            return false;
        }
        let own = [by_need::definition(host.load_name(), all).to_value()];
        let cost = |tools: &[Value]| counter.request(std::iter::empty(), tools).total();
        let most = if self.is_needed { most / 2.0 } else { most };
        let tokens = cost(&values);
        // Not if our tool would save nothing.
        tokens as f64 > most && tokens > 2 * cost(&own)
    }

    /// Returns whether our tool is offered.
    pub(super) fn is_offered(&self) -> bool {
        self.is_offered
    }

    /// Loads what a call of our tool names; returns what it answers.
    ///
    /// # Errors
    /// What the model did wrong.
    pub(super) fn load(&mut self, host: &Toolbox, arguments: &str) -> Result<String, String> {
        let (text, names) = by_need::answer(host.all(), arguments)?;
        self.loaded.extend(names);
        Ok(text)
    }

    /// Loads tools that the model called without loading them first; returns whether one of them
    /// may have waited.
    pub(super) fn load_called(&mut self, names: impl Iterator<Item = String>) -> bool {
        let before = self.loaded.len();
        self.loaded.extend(names);
        self.is_needed && self.loaded.len() > before
    }

    /// The names of the tools that the request does not have until the model loads them.
    pub(super) fn waiting(&self) -> Arc<[String]> {
        Arc::clone(&self.waiting)
    }
}
