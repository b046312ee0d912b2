//! What tools take of every request.

use std::collections::HashMap;

use serde_json::Value;
use vibeue_core::session::by_need;
use vibeue_core::tokens::Counter;
use vibeue_core::tools::Tool;
use vibeue_core::tools::mcp::ServerReport;

/// Tokens of each tool's definition, by the tool's name.
pub(crate) struct Costs {
    tools: HashMap<String, u64>,
    /// What the tool takes that loads those of servers by need.
    by_need: u64,
}

impl Costs {
    /// Counts tools as a request has them.
    pub(crate) fn of(tools: &[Tool], counter: &Counter) -> Self {
        counter.warm();
        let values: Vec<Value> = tools.iter().map(|tool| tool.definition.to_value()).collect();
        let tokens = counter.each_tool(&values);
        let names = tools.iter().map(|tool| tool.name().to_owned());
        let load = by_need::definition("load_tools", tools).to_value();
        let by_need = counter.each_tool(&[load]).into_iter().sum();
        Self { tools: names.zip(tokens).collect(), by_need }
    }

    /// What takes the place of the tools of servers if they are loaded by need.
    pub(crate) fn by_need(&self) -> u64 {
        self.by_need
    }

    /// What one tool takes; nothing if there is none of that name.
    pub(crate) fn of_tool(&self, name: &str) -> u64 {
        self.tools.get(name).copied().unwrap_or_default()
    }

    /// What a server's tools take.
    pub(crate) fn of_server(&self, report: &ServerReport) -> u64 {
        report.tools.iter().map(|tool| self.of_tool(tool)).sum()
    }

    /// What all of them take.
    pub(crate) fn total(&self) -> u64 {
        self.tools.values().sum()
    }

    /// A report with what its tools take.
    pub(crate) fn json(&self, report: &ServerReport) -> Value {
        let mut value = serde_json::to_value(report).unwrap_or_default();
        let tools = report.tools.iter().map(|tool| (tool.clone(), self.of_tool(tool).into()));
        value["tool_tokens"] = Value::Object(tools.collect());
        value["tokens"] = self.of_server(report).into();
        value
    }
}
