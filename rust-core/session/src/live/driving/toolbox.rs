//! The host's tools.

use std::sync::Arc;

use serde_json::Value;

use crate::live::Tool;
use crate::recall;
use vibeue_provider::ToolDefinition;

/// The host's tools.
#[derive(Debug, Default)]
pub(super) struct Toolbox {
    tools: Arc<[Tool]>,
}

impl Toolbox {
    pub(super) fn new(tools: Vec<Tool>) -> Self {
        Self { tools: tools.into() }
    }

    /// The tools, shared.
    pub(super) fn shared(&self) -> Arc<[Tool]> {
        Arc::clone(&self.tools)
    }

    /// Puts other tools in the place of these, which are returned.
    pub(super) fn replace(&mut self, tools: Arc<[Tool]>) -> Arc<[Tool]> {
        std::mem::replace(&mut self.tools, tools)
    }

    pub(super) fn find(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| *tool.definition.name == *name)
    }

    /// The definitions, as models are told.
    pub(super) fn definitions(&self) -> impl Iterator<Item = ToolDefinition> {
        self.tools.iter().map(|tool| tool.definition.clone())
    }

    /// The definitions, as a journal keeps them.
    pub(super) fn values(&self) -> Vec<Value> {
        self.tools.iter().map(|tool| tool.definition.to_value()).collect()
    }

    /// The name under which our own tool is offered beside these.
    pub(super) fn recall_name(&self) -> &'static str {
        recall::tool_name(self.tools.iter().map(|tool| tool.definition.name.as_str()))
    }
}
