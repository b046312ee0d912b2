//! What is known about an entry of a list besides the server itself.

use std::borrow::Cow;
use std::collections::HashMap;

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::ServerIdentity;

/// Where an entry is in its list, and its identity for a permission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The line of the list, from 1 on; `None` if it has no lines.
    pub line: Option<usize>,
    /// The identity for a permission.
    pub identity: ServerIdentity,
}

/// An entry of a list that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The server.
    pub server: String,
    /// The line of its entry, from 1 on; `None` if the list has no lines.
    pub line: Option<usize>,
    /// What is wrong with it.
    pub what: String,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.server, self.what)
    }
}

impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The line on which each server's entry begins, by the server's name. `text` is the list as JSON,
/// `names` are the keys under which the servers may be.
pub(super) fn lines(text: &str, names: &[&str]) -> HashMap<String, usize> {
    type Fields<'t> = HashMap<Cow<'t, str>, &'t RawValue>;
    let top = serde_json::from_str::<Fields<'_>>(text).unwrap_or_default();
    let nested = || {
        let mcp = serde_json::from_str::<Fields<'_>>(top.get("mcp")?.get()).ok()?;
        mcp.get("servers").copied()
    };
    let Some(list) = names.iter().find_map(|name| top.get(*name).copied()).or_else(nested) else {
        return HashMap::new();
    };
    let begin = text.as_ptr() as usize;
    let entries = serde_json::from_str::<Fields<'_>>(list.get()).unwrap_or_default();
    let mut lines = HashMap::new();
    for (name, value) in entries {
        // A raw value is a slice of this very text.
        let at = (value.get().as_ptr() as usize).saturating_sub(begin).min(text.len());
        let line = text.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
        lines.insert(name.into_owned(), line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_entry_has_the_line_on_which_it_begins() {
        let of = |text: &str| {
            let mut lines: Vec<_> = lines(text, &["mcpServers", "servers"]).into_iter().collect();
            lines.sort();
            lines
        };
        let at = |pairs: &[(&str, usize)]| {
            pairs.iter().map(|(name, line)| ((*name).to_owned(), *line)).collect::<Vec<_>>()
        };
        assert_eq!(
            of("{\n\"mcpServers\": {\n \"a\": {},\n\n \"b\\u0062\": 7}}"),
            at(&[("a", 3), ("bb", 5)])
        );
        assert_eq!(of("{\"mcp\": {\"servers\":\n{\"a\": {}}}}"), at(&[("a", 2)]));
        for odd in ["", "{", "[]", "{}", "{\"mcpServers\": []}"] {
            assert_eq!(of(odd), at(&[]), "{odd}");
        }
    }
}
