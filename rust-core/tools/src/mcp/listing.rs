//! The tools of a server, as it lists them.

use std::collections::HashSet;

use rmcp::model::{ClientRequest, ListToolsRequest, PaginatedRequestParams, ServerResult};
use rmcp::service::{Peer, RoleClient, ServiceError};
use serde_json::Value;
use vibeue_provider::ToolDefinition;

use super::ServerConfig;
use super::naming::tool_name;
use crate::schema::shortened;
use crate::{Access, Tool, portable};

/// The maximum number of pages of a list, and the most tools: a server may name a next page for
/// ever.
const MOST_PAGES: usize = 50;
const MOST_TOOLS: usize = 1_000;

/// The maximum number of characters of a tool's description: one provider accepts no more.
const MOST_WORDS: usize = 1_000;

/// A tool of a server.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Listed {
    /// Its name on the server.
    pub(super) own_name: String,
    /// The tool for the host.
    pub(super) tool: Tool,
}

/// Asks a server for its tools.
///
/// # Errors
/// If it does not answer with a list.
pub(super) async fn list(
    peer: &Peer<RoleClient>,
    server: &ServerConfig,
) -> Result<Vec<Listed>, ServiceError> {
    let mut listed = Vec::new();
    let mut names = HashSet::new();
    let mut own_names = HashSet::new();
    let mut cursor = None;
    for _ in 0..MOST_PAGES {
        let params = PaginatedRequestParams::default().with_cursor(cursor.take());
        let request = ListToolsRequest { params: Some(params), ..ListToolsRequest::default() };
        // If the SDK cannot read the whole page, because of one bad tool among good ones, it
        // returns the raw value.
        let page = match peer.send_request(ClientRequest::ListToolsRequest(request)).await? {
            ServerResult::ListToolsResult(result) => {
                serde_json::to_value(result).unwrap_or_default()
            }
            ServerResult::CustomResult(result) => result.0,
            ServerResult::EmptyResult(_) => break,
            _ => return Err(ServiceError::UnexpectedResponse),
        };
        let tools = page.get("tools").and_then(Value::as_array);
        for value in tools.into_iter().flatten() {
            let Some(mut tool) = read(value, server) else { continue };
            if listed.len() == MOST_TOOLS {
                return Ok(listed);
            }
            // If two have the same name, only the first could be called.
            if !own_names.insert(tool.own_name.clone()) {
                continue;
            }
            tool.tool.definition.name = tool_name(&server.name, &tool.own_name, &names);
            names.insert(tool.tool.definition.name.clone());
            listed.push(tool);
        }
        match page.get("nextCursor").and_then(Value::as_str) {
            Some(next) if !next.is_empty() => cursor = Some(next.to_owned()),
            _ => break,
        }
    }
    Ok(listed)
}

/// Reads one tool; `None` without a name.
fn read(value: &Value, server: &ServerConfig) -> Option<Listed> {
    let own_name = value.get("name")?.as_str().filter(|name| !name.trim().is_empty())?;
    let words = value.get("description").and_then(Value::as_str).unwrap_or_default().trim();
    let definition = ToolDefinition {
        name: String::new(),
        description: shortened(words, MOST_WORDS),
        parameters: portable(value.get("inputSchema").unwrap_or(&Value::Null)),
    };
    let access = access(value.get("annotations"), server.trusts_hints);
    let tool = Tool {
        origin: server.origin(),
        time_limit: server.call_limit,
        most_bytes: server.most_bytes,
        ..Tool::with_access(definition, access)
    };
    Some(Listed { own_name: own_name.to_owned(), tool })
}

/// What a tool may touch. A server's claim that a tool changes nothing counts if the user trusts
/// it; otherwise the tool counts as one whose changes can be undone, which needs approval.
fn access(hints: Option<&Value>, trusted: bool) -> Access {
    let hint = |name: &str| hints.and_then(|hints| hints.get(name)).and_then(Value::as_bool);
    match (hint("readOnlyHint"), hint("destructiveHint")) {
        (Some(true), _) if trusted => Access::Read,
        (Some(true), _) | (_, Some(false)) => Access::Write,
        _ => Access::Destructive,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::Reach;
    use super::*;

    #[test]
    fn a_servers_word_that_it_changes_nothing_counts_only_where_it_is_trusted() {
        let told = |hints: Value| [false, true].map(|trusted| access(Some(&hints), trusted));
        assert_eq!(told(json!({"readOnlyHint": true})), [Access::Write, Access::Read]);
        assert_eq!(
            told(json!({"readOnlyHint": true, "destructiveHint": true})),
            [Access::Write, Access::Read]
        );
        assert_eq!(told(json!({"destructiveHint": false})), [Access::Write; 2]);
        assert_eq!(told(json!({"readOnlyHint": "true"})), [Access::Destructive; 2]);
        assert_eq!(told(json!({})), [Access::Destructive; 2]);
        assert_eq!(access(None, true), Access::Destructive);
    }

    #[test]
    fn a_tool_is_read_from_whatever_a_server_says_of_it() {
        let reach = Reach::Address { url: "https://example.com/mcp".into(), headers: [].into() };
        let server = ServerConfig::new("web", reach);
        let long = "w".repeat(5_000);
        let read = |value: Value| read(&value, &server);
        let tool = read(json!({"name": "get", "description": long, "inputSchema": 7})).unwrap();
        assert_eq!(tool.own_name, "get");
        assert_eq!(tool.tool.origin, "https://example.com/mcp");
        assert_eq!(tool.tool.definition.description.chars().count(), MOST_WORDS + 1);
        assert_eq!(tool.tool.definition.parameters, json!({"type": "object", "properties": {}}));
        for nameless in [json!({}), json!({"name": " "}), json!({"name": 7}), json!("get")] {
            assert_eq!(read(nameless.clone()), None, "{nameless}");
        }
    }
}
