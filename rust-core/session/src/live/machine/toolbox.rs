//! The host's tools.

use std::sync::Arc;

use serde_json::Value;

use crate::live::Tool;
use crate::{by_need, recall};

/// The host's tools.
#[derive(Debug, Default)]
pub(in crate::live) struct Toolbox {
    tools: Arc<[Tool]>,
}

impl Toolbox {
    pub(in crate::live) fn new(tools: Vec<Tool>) -> Self {
        Self { tools: tools.into() }
    }

    /// The tools, shared.
    pub(super) fn shared(&self) -> Arc<[Tool]> {
        Arc::clone(&self.tools)
    }

    pub(super) fn find(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| *tool.definition.name == *name)
    }

    /// All of them.
    pub(super) fn all(&self) -> &[Tool] {
        &self.tools
    }

    /// The definitions, as a journal keeps them.
    pub(in crate::live) fn values(&self) -> Vec<Value> {
        Self::values_of(&self.tools)
    }

    /// The same for tools that are not in a toolbox yet.
    pub(super) fn values_of(tools: &[Tool]) -> Vec<Value> {
        tools.iter().map(|tool| tool.definition.to_value()).collect()
    }

    /// The name under which our own tool is offered alongside these.
    pub(super) fn recall_name(&self) -> &'static str {
        recall::tool_name(self.tools.iter().map(Tool::name))
    }

    /// The name under which the tool that loads others is offered.
    pub(in crate::live) fn load_name(&self) -> &'static str {
        by_need::tool_name(self.tools.iter().map(Tool::name))
    }
}
