//! What the host knows about a tool.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use vibeue_provider::ToolDefinition;

use crate::{Access, Gateway, Inner, MOST_WHOLE_BYTES};

/// A tool that the host runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    /// The definition for the model.
    pub definition: ToolDefinition,
    /// What it may touch.
    pub access: Access,
    /// Who runs it, in words that differ between two tools of one name: empty
    /// for the host's own, the command or the address of a server.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub origin: String,
    /// How long a call may take.
    pub time_limit: Duration,
    /// The maximum number of bytes of text in one result; the excess is cut out of its middle.
    pub most_bytes: usize,
    /// Its calls are calls of other tools, which are named in this way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gateway: Option<Gateway>,
}

/// Identifies a tool for a permission: its name, who runs it and its whole definition. A tool that
/// changes counts as another one.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ToolIdentity(String);

impl Tool {
    /// The default time limit of a call.
    pub const TIME_LIMIT: Duration = Duration::from_secs(120);

    /// Makes a tool of the host that only reads.
    pub fn new(definition: ToolDefinition) -> Self {
        Self::with_access(definition, Access::Read)
    }

    /// Makes a tool of the host whose calls are each shown to the user first.
    pub fn asking(definition: ToolDefinition) -> Self {
        Self::with_access(definition, Access::Write)
    }

    /// Makes a tool of the host's own.
    pub fn with_access(definition: ToolDefinition, access: Access) -> Self {
        Self {
            definition,
            access,
            origin: String::new(),
            time_limit: Self::TIME_LIMIT,
            most_bytes: MOST_WHOLE_BYTES,
            gateway: None,
        }
    }

    /// The name by which the model calls it.
    pub fn name(&self) -> &str {
        &self.definition.name
    }

    /// The full name of the tool that a call really calls; `None` if that is this one.
    ///
    /// # Errors
    /// For the model, if the arguments do not say which.
    pub fn inner_name(&self, arguments: &str) -> Result<Option<String>, String> {
        self.gateway.map(|gateway| gateway.inner(arguments).map(|inner| inner.name())).transpose()
    }

    /// The tool that a call really calls, as shown to the user and used for permissions.
    ///
    /// # Errors
    /// As for [`Tool::inner_name`].
    pub fn called(&self, arguments: &str) -> Result<Cow<'_, Self>, String> {
        Ok(self.as_inner(self.inner_name(arguments)?.as_deref()))
    }

    /// Returns this tool as the inner tool of that full name.
    pub fn as_inner(&self, name: Option<&str>) -> Cow<'_, Self> {
        let (Some(gateway), Some(name)) = (self.gateway, name) else {
            return Cow::Borrowed(self);
        };
        let mut called = self.clone();
        called.access = gateway.access(&Inner::of(name));
        // No tool of a server can have such a name.
        called.definition.name = format!("{}({name})", self.definition.name);
        called.gateway = None;
        Cow::Owned(called)
    }

    /// The identity of the tool, for a permission.
    pub fn identity(&self) -> ToolIdentity {
        let mut hash = Sha256::new();
        for part in [
            self.definition.name.as_str(),
            &self.origin,
            self.access.name(),
            &self.definition.description,
            &self.definition.parameters.to_string(),
        ] {
            // The lengths distinguish lists of parts that would otherwise read alike.
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part.as_bytes());
        }
        let mut text = format!("{}:", self.definition.name);
        for byte in &hash.finalize()[..16] {
            let _ = write!(text, "{byte:02x}");
        }
        ToolIdentity(text)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn tool() -> Tool {
        Tool::asking(ToolDefinition {
            name: "files__write".to_owned(),
            description: "Writes.".to_owned(),
            parameters: json!({"type": "object"}),
        })
    }

    #[test]
    fn a_tool_that_changed_in_anything_that_it_says_is_another_one() {
        let known = tool().identity();
        assert_eq!(tool().identity(), known);
        assert!(known.0.starts_with("files__write:") && known.0.len() == 13 + 32, "{known:?}");
        let changes: [fn(&mut Tool); 5] = [
            |tool| tool.definition.name.push('2'),
            |tool| tool.origin = "npx evil".to_owned(),
            |tool| tool.access = Access::Read,
            |tool| tool.definition.description = "Writes. Also sends it away.".to_owned(),
            |tool| tool.definition.parameters = json!({"type": "object", "properties": {"to": {}}}),
        ];
        for change in changes {
            let mut other = tool();
            change(&mut other);
            assert_ne!(other.identity(), known);
        }
        // A call of an inner tool is a call of something else.
        let gateway = Tool { gateway: Some(Gateway::UnrealToolsets), ..tool() };
        let of = |name: &str| {
            let arguments = format!(r#"{{"toolset_name":"A.B","tool_name":"{name}"}}"#);
            gateway.called(&arguments).unwrap().into_owned()
        };
        assert_eq!(of("Do").name(), "files__write(A.B.Do)");
        assert_eq!(of("Do").identity(), of("A.B.Do").identity());
        assert_ne!(of("Do").identity(), of("Undo").identity());
        assert_ne!(of("Do").identity(), gateway.identity());
        assert!(gateway.called("{}").is_err());
        assert_eq!(tool().called("not read at all").unwrap().identity(), known);
        // The time limit is set by the host, not by the tool.
        let longer = Tool { time_limit: Duration::from_secs(1), ..tool() };
        assert_eq!(longer.identity(), known);
    }
}
