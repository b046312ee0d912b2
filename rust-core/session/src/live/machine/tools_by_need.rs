//! The tools that the model is offered, and how it loads those of servers.

use std::sync::Arc;

use serde_json::Value;

use super::state::State;
use crate::live::{Tool, ToolAnswer};
use crate::{by_need, recall};

impl State {
    /// Sets the tools that the model is offered: those of the host, and ours.
    pub(super) fn refresh_tools(&mut self) {
        self.loading.is_needed = self.servers_take_too_much();
        self.loading.is_offered |= self.loading.is_needed;
        let tools = self.tools.all();
        let waits = |tool: &&Tool| {
            self.loading.is_needed
                && by_need::is_loadable(tool, tools)
                && !self.loading.loaded.contains(tool.name())
        };
        let waiting = tools.iter().filter(waits).map(|tool| tool.name().to_owned()).collect();
        let offered = tools.iter().filter(|tool| !waits(tool)).map(|tool| tool.definition.clone());
        let load =
            self.loading.is_offered.then(|| by_need::definition(self.tools.load_name(), tools));
        let recall = self.recall_is_offered().then(|| recall::definition(self.tools.recall_name()));
        let offered: Vec<_> = offered.chain(load).chain(recall).collect();
        self.request.set_tools(offered);
        self.loading.waiting = waiting;
    }

    /// Returns whether the tools of servers take more of a request than the settings allow. Once
    /// true, it stays true until they take half of that: each change of the tools makes a server
    /// read the whole request again.
    fn servers_take_too_much(&self) -> bool {
        let all = self.tools.all();
        let values: Vec<Value> = all
            .iter()
            .filter(|tool| by_need::is_loadable(tool, all))
            .map(|tool| tool.definition.to_value())
            .collect();
        if values.is_empty() {
            return false;
        }
        let own = [by_need::definition(self.tools.load_name(), all).to_value()];
        let cost = |tools: &[Value]| {
            self.request.view().counter().request(std::iter::empty(), tools).total()
        };
        let available = self.model.available_counted(&self.settings) as f64;
        let most = available * self.settings.server_tools_share;
        let most = if self.loading.is_needed { most / 2.0 } else { most };
        let tokens = cost(&values);
        // Not if our tool would save nothing.
        tokens as f64 > most && tokens > 2 * cost(&own)
    }

    /// Returns whether our tool answers to a name.
    pub(super) fn loads_tools(&self, name: &str) -> bool {
        self.loading.is_offered && *name == *self.tools.load_name()
    }

    /// Answers a call of our tool.
    pub(super) fn load(&mut self, arguments: &str) -> ToolAnswer {
        match by_need::answer(self.tools.all(), arguments) {
            Ok((text, names)) => {
                self.loading.loaded.extend(names);
                self.refresh_tools();
                ToolAnswer::text(text)
            }
            Err(text) => ToolAnswer::error(text),
        }
    }

    /// Loads tools that the model called without loading them first: their calls are in the view
    /// from now on.
    pub(super) fn load_called(&mut self, names: impl Iterator<Item = String>) {
        let before = self.loading.loaded.len();
        self.loading.loaded.extend(names);
        if self.loading.is_needed && self.loading.loaded.len() > before {
            self.refresh_tools();
        }
    }

    /// The names of the tools that the request does not have until the model
    /// loads them.
    pub(super) fn waiting_tools(&self) -> Arc<[String]> {
        Arc::clone(&self.loading.waiting)
    }
}
