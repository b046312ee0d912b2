//! Tools whose calls are calls of other tools.

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::Access;

/// How calls to a gateway tool name the tool that really runs.
///
/// A permission for such a tool as a whole would cover everything that it can call. So each call is
/// judged, shown and allowed as what it really calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gateway {
    /// `call_tool` of Unreal Engine's own server: by `toolset_name` and
    /// `tool_name`.
    UnrealToolsets,
}

/// The tool that a call really calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inner {
    /// The toolset that it belongs to.
    pub toolset: String,
    /// Its name in the toolset.
    pub tool: String,
}

/// Tools of Unreal Engine 5.8 that only read, by the list of its 830 tools as db-lyon/ue-mcp
/// (assets/epic-catalog.snapshot.json, MIT) recorded it: those whose name and description say so
/// and nothing else. A tool that is not listed here is assumed to change something. A line is
/// `toolset: tool tool …`.
const READS: &str = include_str!("reads.txt");

static KNOWN_READS: LazyLock<HashSet<(&str, &str)>> = LazyLock::new(|| {
    let lines = READS.lines().filter_map(|line| line.split_once(": "));
    lines.flat_map(|(set, tools)| tools.split(' ').map(move |tool| (set, tool))).collect()
});

/// Parts of names of tools that run what they are given, or control the editor.
const STEERS: [&str; 12] = [
    "execute", "run", "start", "stop", "click", "type", "presskey", "drag", "fillform", "hover",
    "compile", "play",
];

/// Parts of names of tools whose work can be undone.
const CHANGES: [&str; 8] =
    ["set", "add", "create", "connect", "rename", "select", "duplicate", "focus"];

/// The longest name of a toolset or a tool.
const LONGEST: usize = 200;

impl Gateway {
    /// Reads which tool a call really calls.
    ///
    /// # Errors
    /// For the model, when the arguments do not name one.
    pub fn inner(self, arguments: &str) -> Result<Inner, String> {
        let arguments: Map<String, Value> = serde_json::from_str(arguments)
            .map_err(|_| "the arguments are not a JSON object".to_owned())?;
        self.inner_of(&arguments)
    }

    /// Reads which tool a call really calls, from parsed arguments.
    ///
    /// # Errors
    /// As for [`Gateway::inner`].
    pub fn inner_of(self, arguments: &Map<String, Value>) -> Result<Inner, String> {
        let Self::UnrealToolsets = self;
        let name = |field: &str| {
            let text = arguments.get(field).and_then(Value::as_str).unwrap_or_default();
            let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
            if text.is_empty() || text.len() > LONGEST || !text.chars().all(plain) {
                return Err(format!(
                    "`{field}` has to name one: letters, digits, `_`, `-` and `.`, as list_toolsets \
                     and describe_toolset give it"
                ));
            }
            Ok(text.to_owned())
        };
        let (toolset, tool) = (name("toolset_name")?, name("tool_name")?);
        // A tool may be named with its toolset or without.
        let short = tool.strip_prefix(&toolset).and_then(|rest| rest.strip_prefix('.'));
        // However the name is split between the two, it is the same tool.
        let whole = format!("{toolset}.{}", short.unwrap_or(&tool));
        if whole.split('.').any(str::is_empty) {
            return Err(format!("`{whole}` is not the name of a tool"));
        }
        Ok(Inner::of(&whole))
    }

    /// What the tool may touch: it counts as read-only only if it is known to be.
    pub fn access(self, inner: &Inner) -> Access {
        let Self::UnrealToolsets = self;
        if KNOWN_READS.contains(&(inner.toolset.as_str(), inner.tool.as_str())) {
            return Access::Read;
        }
        let name = inner.tool.to_ascii_lowercase();
        let begins = |words: &[&str]| words.iter().any(|word| name.starts_with(word));
        if begins(&STEERS) {
            Access::Control
        } else if begins(&CHANGES) {
            Access::Write
        } else {
            Access::Destructive
        }
    }
}

impl Inner {
    /// The tool with a full name.
    pub fn of(name: &str) -> Self {
        let (toolset, tool) = name.rsplit_once('.').unwrap_or(("", name));
        Self { toolset: toolset.to_owned(), tool: tool.to_owned() }
    }

    /// Its full name.
    pub fn name(&self) -> String {
        format!("{}.{}", self.toolset, self.tool)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GATEWAY: Gateway = Gateway::UnrealToolsets;

    fn access(toolset: &str, tool: &str) -> Access {
        let inner = Inner { toolset: toolset.to_owned(), tool: tool.to_owned() };
        GATEWAY.access(&inner)
    }

    #[test]
    fn a_tool_of_the_engine_only_looks_where_it_is_known_to() {
        let app = "EditorToolset.EditorAppToolset";
        assert_eq!(access(app, "GetSelectedActors"), Access::Read);
        assert_eq!(access(app, "CaptureViewport"), Access::Read);
        assert_eq!(access("EditorToolset.LogsToolset", "GetLogEntries"), Access::Read);
        assert_eq!(access("editor_toolset.toolsets.asset.AssetTools", "find_assets"), Access::Read);
        assert_eq!(access(app, "SetCameraTransform"), Access::Write);
        assert_eq!(access(app, "StartPIE"), Access::Control);
        assert_eq!(
            access(
                "editor_toolset.toolsets.programmatic.ProgrammaticToolset",
                "execute_tool_script"
            ),
            Access::Control
        );
        for (toolset, tool) in [
            ("editor_toolset.toolsets.asset.AssetTools", "delete"),
            // A name that merely resembles that of a read-only tool does not count.
            ("Other.Toolset", "GetLogEntries"),
            (app, "GetSelectedActorsAndDeleteThem"),
            (app, "getselectedactors"),
            ("editortoolset.editorapptoolset", "GetSelectedActors"),
        ] {
            assert_eq!(access(toolset, tool), Access::Destructive, "{toolset}.{tool}");
        }
        assert_eq!(
            KNOWN_READS.len(),
            READS.split_ascii_whitespace().count() - READS.lines().count()
        );
        for (toolset, tool) in KNOWN_READS.iter() {
            let changes = ["set_", "Set", "add_", "Add", "remove", "delete", "create", "save"];
            let says = |word: &&str| tool.starts_with(*word) || tool.contains("_or_");
            assert!(!changes.iter().any(says), "{toolset}.{tool}");
        }
    }

    #[test]
    fn what_names_no_tool_is_told_and_a_whole_name_is_the_short_one() {
        let inner = GATEWAY.inner(r#"{"toolset_name":"A.B","tool_name":"A.B.Do","arguments":{}}"#);
        assert_eq!(inner, Ok(Inner { toolset: "A.B".to_owned(), tool: "Do".to_owned() }));
        let shifted = GATEWAY.inner(r#"{"toolset_name":"A","tool_name":"B.Do"}"#);
        assert_eq!(shifted, inner);
        // If two fields have the same name the last counts, both here and at the receiver.
        let twice = r#"{"toolset_name":"A.B","tool_name":"Look","tool_name":"Do"}"#;
        assert_eq!(GATEWAY.inner(twice).unwrap().name(), "A.B.Do");
        for arguments in [
            "",
            "[]",
            "{}",
            r#"{"toolset_name":"A.B"}"#,
            r#"{"toolset_name":"A.B","tool_name":7}"#,
            r#"{"toolset_name":"A.B","tool_name":""}"#,
            r#"{"toolset_name":"A.B","tool_name":"Look "}"#,
            r#"{"toolset_name":"A.B.","tool_name":"Look"}"#,
            r#"{"toolset_name":"A.B","tool_name":"A.B."}"#,
            r#"{"toolset_name":"A.B","tool_name":"Look\nDo"}"#,
        ] {
            assert!(GATEWAY.inner(arguments).is_err(), "{arguments}");
        }
    }
}
