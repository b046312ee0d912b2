//! The tools that the model is offered, and how it loads those of servers.

use super::state::State;
use crate::live::ToolAnswer;

impl State {
    /// Sets the tools that the model is offered: those of the host, and ours.
    pub(super) fn refresh_tools(&mut self) {
        let available = self.model.available_counted(&self.settings) as f64;
        let most = available * self.settings.server_tools_share;
        let counter = self.request.view().counter();
        let offered = self.tools.offer(&self.history, counter, most);
        self.request.set_tools(offered);
    }

    /// Answers a call of our tool that loads others.
    pub(super) fn load(&mut self, arguments: &str) -> ToolAnswer {
        match self.tools.load(arguments) {
            Ok(text) => {
                self.refresh_tools();
                ToolAnswer::text(text)
            }
            Err(text) => ToolAnswer::error(text),
        }
    }

    /// Loads tools that the model called without loading them first.
    pub(super) fn load_called(&mut self, names: impl Iterator<Item = String>) {
        if self.tools.load_called(names) {
            self.refresh_tools();
        }
    }
}
