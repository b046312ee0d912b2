//! How many tokens tools take in every request.

use std::collections::HashMap;

use serde_json::Value;
use vibeue_core::session::by_need;
use vibeue_core::tokens::Counter;
use vibeue_core::tools::Tool;
use vibeue_core::tools::mcp::ServerReport;

/// Tokens of each tool's definition, by the tool's name.
pub(crate) struct Costs {
    tools: HashMap<String, u64>,
    /// Tokens of the tool that loads those of servers on demand.
    by_need: u64,
}

impl Costs {
    /// Counts tools as they are in a request.
    pub(crate) fn of(tools: &[Tool], counter: &Counter) -> Self {
        counter.warm();
        let values: Vec<Value> = tools.iter().map(|tool| tool.definition.to_value()).collect();
        let tokens = counter.each_tool(&values);
        let names = tools.iter().map(|tool| tool.name().to_owned());
        let load = by_need::definition("load_tools", tools).to_value();
        let by_need = counter.each_tool(&[load]).into_iter().sum();
        Self { tools: names.zip(tokens).collect(), by_need }
    }

    /// Tokens of the tool that replaces those of servers if they are loaded on demand.
    pub(crate) fn by_need(&self) -> u64 {
        self.by_need
    }

    /// Tokens of one tool; 0 if there is none of that name.
    pub(crate) fn of_tool(&self, name: &str) -> u64 {
        self.tools.get(name).copied().unwrap_or_default()
    }

    /// Tokens of a server's tools.
    pub(crate) fn of_server(&self, report: &ServerReport) -> u64 {
        report.tools.iter().map(|tool| self.of_tool(tool)).sum()
    }

    /// Tokens of all of them.
    pub(crate) fn total(&self) -> u64 {
        self.tools.values().sum()
    }

    /// A report with the tokens of its tools.
    pub(crate) fn json(&self, report: &ServerReport) -> Value {
        let mut value = serde_json::to_value(report).unwrap_or_default();
        let tools = report.tools.iter().map(|tool| (tool.clone(), self.of_tool(tool).into()));
        value["tool_tokens"] = Value::Object(tools.collect());
        value["tokens"] = self.of_server(report).into();
        value
    }
}
