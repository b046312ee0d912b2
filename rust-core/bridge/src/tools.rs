//! The host's tools, from their JSON.

use serde_json::Value;
use vibeue_core::provider::ToolDefinition;
use vibeue_core::tools::{Access, CallEnd, Tool, portable};
use vibeue_core::{Error, ErrorKind, Result};

use crate::fence::fenced_status;
use crate::ffi::ffi::{Status, ToolAccess, ToolDeclaration, ToolEnd};
use crate::status;

/// The longest name that every provider accepts.
const LONGEST_NAME: usize = 64;

/// The tools of a session: those that the host set, and those that it offers in addition.
#[derive(Debug, Default)]
pub(crate) struct Offered {
    /// As set by `set_tools`.
    pub(crate) set: Vec<Tool>,
    /// As offered by `offer_tools`.
    pub(crate) beside: Vec<Tool>,
}

impl Offered {
    /// All of them; of two with one name, the one that was set counts.
    pub(crate) fn all(&self) -> Vec<Tool> {
        let is_set = |tool: &&Tool| self.set.iter().any(|set| set.name() == tool.name());
        let beside = self.beside.iter().filter(|tool| !is_set(tool));
        self.set.iter().chain(beside).cloned().collect()
    }

    /// Returns whether there is a tool of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.set.iter().chain(&self.beside).any(|tool| tool.name() == name)
    }

    /// What a tool may touch, and whether it is one of the additional ones. A tool that no longer
    /// exists may have been anything.
    pub(crate) fn known(&self, name: &str) -> (ToolAccess, bool) {
        let find = |tools: &[Tool]| {
            tools.iter().find(|tool| tool.name() == name).map(|tool| access_to_ffi(tool.access))
        };
        find(&self.set)
            .map(|access| (access, false))
            .or_else(|| find(&self.beside).map(|access| (access, true)))
            .unwrap_or((ToolAccess::Control, false))
    }
}

pub(crate) fn access_to_ffi(access: Access) -> ToolAccess {
    match access {
        Access::Read => ToolAccess::Read,
        Access::Write => ToolAccess::Write,
        Access::Destructive => ToolAccess::Destructive,
        Access::Control => ToolAccess::Control,
    }
}

/// A tool as it is offered to the model.
pub(crate) fn declaration(tool: &Tool) -> ToolDeclaration {
    ToolDeclaration {
        name: tool.name().to_owned(),
        description: tool.definition.description.clone(),
        schema_json: tool.definition.parameters.to_string(),
        access: access_to_ffi(tool.access),
    }
}

fn access(access: ToolAccess) -> Access {
    match access {
        ToolAccess::Read => Access::Read,
        ToolAccess::Write => Access::Write,
        ToolAccess::Destructive => Access::Destructive,
        // Also for a value outside of the enumeration: the user is asked.
        _ => Access::Control,
    }
}

/// How a call ended, for the host.
pub(crate) fn end_to_ffi(end: CallEnd) -> ToolEnd {
    match end {
        CallEnd::Done => ToolEnd::Done,
        CallEnd::Failed => ToolEnd::Failed,
        CallEnd::Denied => ToolEnd::Denied,
        CallEnd::Refused => ToolEnd::Refused,
        CallEnd::TimedOut => ToolEnd::TimedOut,
        CallEnd::Cancelled => ToolEnd::Cancelled,
        CallEnd::Busy => ToolEnd::Busy,
        CallEnd::Lost => ToolEnd::Lost,
    }
}

/// How a call ended, as the host says.
pub(crate) fn end(end: ToolEnd) -> CallEnd {
    match end {
        ToolEnd::Done => CallEnd::Done,
        ToolEnd::Denied => CallEnd::Denied,
        ToolEnd::Refused => CallEnd::Refused,
        ToolEnd::TimedOut => CallEnd::TimedOut,
        ToolEnd::Cancelled => CallEnd::Cancelled,
        ToolEnd::Busy => CallEnd::Busy,
        ToolEnd::Lost => CallEnd::Lost,
        // Also for a value outside of the enumeration.
        _ => CallEnd::Failed,
    }
}

pub(crate) fn check_tools(tools: &[ToolDeclaration]) -> Status {
    fenced_status(|| declared(tools).map(|_| ()).map_err(|error| status::of(&error)))
}

/// Reads what the host declares.
///
/// # Errors
/// [`ErrorKind::Input`] with the tool and what is wrong with it.
pub(crate) fn declared(tools: &[ToolDeclaration]) -> Result<Vec<Tool>> {
    let mut read: Vec<Tool> = Vec::new();
    for tool in tools {
        let wrong = |what: String| {
            Error::new(ErrorKind::Input, what)
                .at(format!("the tool `{}`", tool.name))
                .hint("fix its declaration")
        };
        let fits = |it: u8| it.is_ascii_alphanumeric() || b"_-".contains(&it);
        if tool.name.is_empty() || tool.name.len() > LONGEST_NAME || !tool.name.bytes().all(fits) {
            return Err(wrong(format!(
                "a name must be 1 to {LONGEST_NAME} letters, digits, `_` or `-`"
            )));
        }
        if read.iter().any(|other| other.name() == tool.name) {
            return Err(wrong("another tool has this name".to_owned()));
        }
        let schema = if tool.schema_json.trim().is_empty() { "{}" } else { &tool.schema_json };
        let schema: Value = serde_json::from_str(schema)
            .map_err(|error| wrong(format!("its schema is not JSON: {error}")))?;
        if !schema.is_object() {
            return Err(wrong("its schema is not a JSON object".to_owned()));
        }
        let definition = ToolDefinition {
            name: tool.name.clone(),
            description: tool.description.clone(),
            parameters: portable(&schema),
        };
        read.push(Tool::with_access(definition, access(tool.access)));
    }
    Ok(read)
}

/// Reads a JSON list of definitions; an empty text is an empty list.
///
/// # Errors
/// [`ErrorKind::Input`] with the place of what is wrong.
pub(crate) fn parse(json: &str) -> Result<Vec<Tool>> {
    if json.trim().is_empty() {
        return Ok(Vec::new());
    }
    let wrong = |place: String, what: String| {
        Error::new(ErrorKind::Input, what)
            .at(place)
            .hint(r#"give [{"name": …, "description": …, "parameters": {…}}, …]"#)
    };
    let list: Value = serde_json::from_str(json)
        .map_err(|error| wrong("tools".to_owned(), format!("the JSON is malformed: {error}")))?;
    let Value::Array(list) = list else {
        return Err(wrong("tools".to_owned(), "the JSON is not a list".to_owned()));
    };
    let mut tools: Vec<Tool> = Vec::new();
    for (at, value) in list.iter().enumerate() {
        let place = format!("tools[{at}]");
        let Some(definition) = ToolDefinition::from_value(value) else {
            return Err(wrong(place, "the definition has no name".to_owned()));
        };
        if tools.iter().any(|tool| tool.definition.name == definition.name) {
            return Err(wrong(place, format!("there is already a tool `{}`", definition.name)));
        }
        let needs_approval =
            value.get("needs_approval").and_then(Value::as_bool).unwrap_or_default();
        let access = match value.get("access") {
            None if needs_approval => Access::Write,
            None => Access::Read,
            Some(access) => serde_json::from_value(access.clone()).map_err(|_| {
                let what = "the access must be read, write, destructive or control";
                wrong(place, what.to_owned())
            })?,
        };
        tools.push(Tool::with_access(definition, access));
    }
    Ok(tools)
}

#[cfg(test)]
mod tests {
    use vibeue_core::tools::Access;

    use super::*;

    #[test]
    fn definitions_of_any_form_are_read_with_their_approval() {
        let json = r#"[
            {"name": "a", "parameters": {"type": "object"}, "needs_approval": true},
            {"type": "function", "function": {"name": "b", "description": "B."}},
            {"name": "c", "input_schema": {"type": "object"}},
            {"name": "d", "access": "destructive"}, {"name": "e", "access": "read"}]"#;
        let tools = parse(json).unwrap();
        let told: Vec<_> = tools.iter().map(|tool| (tool.name(), tool.access)).collect();
        let expected = [
            ("a", Access::Write),
            ("b", Access::Read),
            ("c", Access::Read),
            ("d", Access::Destructive),
            ("e", Access::Read),
        ];
        assert_eq!(told, expected);
        assert_eq!(parse(" "), Ok(Vec::new()));
    }

    #[test]
    fn what_is_not_a_list_of_definitions_is_named_by_its_place() {
        let deep = "[".repeat(100_000);
        for (json, place) in [
            ("{}", "tools: the JSON is not a list"),
            ("[{", "tools: the JSON is malformed"),
            (deep.as_str(), "tools: the JSON is malformed"),
            (r#"[{"name": "a"}, {"name": ""}]"#, "tools[1]: the definition has no name"),
            (r#"[{"name": "a"}, {"name": "a"}]"#, "tools[1]: there is already a tool `a`"),
            ("[null]", "tools[0]: the definition has no name"),
            (
                r#"[{"name": "a", "access": "all"}]"#,
                "tools[0]: the access must be read, write, destructive or control",
            ),
        ] {
            let error = parse(json).unwrap_err().to_string();
            assert!(error.starts_with(place), "{error}");
        }
    }

    fn declaration(name: &str, schema_json: &str) -> ToolDeclaration {
        ToolDeclaration {
            name: name.to_owned(),
            description: "Does.".to_owned(),
            schema_json: schema_json.to_owned(),
            access: ToolAccess::Destructive,
        }
    }

    #[test]
    fn what_is_declared_is_offered_beside_what_was_set_and_gives_way_to_it() {
        let set = parse(r#"[{"name": "a"}, {"name": "b", "access": "write"}]"#).unwrap();
        let beside = declared(&[declaration("b", ""), declaration("c", "{}")]).unwrap();
        let offered = Offered { set, beside };
        let all: Vec<_> =
            offered.all().iter().map(|tool| (tool.name().to_owned(), tool.access)).collect();
        let expected = [("a", Access::Read), ("b", Access::Write), ("c", Access::Destructive)];
        assert_eq!(all, expected.map(|(name, access)| (name.to_owned(), access)));
        let told = ["a", "b", "c", "gone"].map(|name| offered.known(name));
        let expected = [
            (ToolAccess::Read, false),
            (ToolAccess::Write, false),
            (ToolAccess::Destructive, true),
            (ToolAccess::Control, false),
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn a_declaration_that_no_provider_would_take_is_named() {
        let long = "a".repeat(65);
        for (name, schema, what) in [
            ("", "", "a name must be 1 to 64 letters, digits, `_` or `-`"),
            ("find assets", "", "a name must be 1 to 64 letters, digits, `_` or `-`"),
            (long.as_str(), "", "a name must be 1 to 64 letters, digits, `_` or `-`"),
            ("a", "[]", "its schema is not a JSON object"),
            ("a", "{", "its schema is not JSON"),
        ] {
            let error = declared(&[declaration(name, schema)]).unwrap_err().to_string();
            assert!(error.starts_with(&format!("the tool `{name}`: {what}")), "{error}");
        }
        let twice = [declaration("a", ""), declaration("a", "")];
        let error = declared(&twice).unwrap_err().to_string();
        assert!(error.starts_with("the tool `a`: another tool has this name"), "{error}");
    }

    #[test]
    fn every_end_of_a_call_crosses_both_ways() {
        for ended in [
            CallEnd::Done,
            CallEnd::Failed,
            CallEnd::Denied,
            CallEnd::Refused,
            CallEnd::TimedOut,
            CallEnd::Cancelled,
            CallEnd::Busy,
            CallEnd::Lost,
        ] {
            assert_eq!(end(end_to_ffi(ended)), ended);
        }
    }
}
