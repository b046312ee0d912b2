//! Identifies a tool server for a permission.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// Identifies a tool server for a permission: its name and its whole entry in the list, as written
/// there. If its command, address, environment or anything else changes, it counts as another
/// server.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ServerIdentity(String);

impl ServerIdentity {
    /// The identity of a name and its entry. Variables are not expanded, so it reveals nothing
    /// about their values.
    pub fn of(name: &str, entry: &Value) -> Self {
        let mut hash = Sha256::new();
        // The length separates the name from what follows.
        hash.update((name.len() as u64).to_le_bytes());
        hash.update(name.as_bytes());
        hash.update(entry.to_string().as_bytes());
        let mut text = format!("{name}:");
        for byte in &hash.finalize()[..16] {
            let _ = write!(text, "{byte:02x}");
        }
        Self(text)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_entry_that_was_changed_in_anything_is_another_server() {
        let entry = json!({"command": "npx", "args": ["-y"], "env": {"TOKEN": "${TOKEN}"}});
        let known = ServerIdentity::of("files", &entry);
        assert_eq!(ServerIdentity::of("files", &entry), known);
        assert!(known.0.starts_with("files:") && known.0.len() == 6 + 32, "{known:?}");
        assert_ne!(ServerIdentity::of("file", &entry), known);
        for (field, value) in [
            ("command", json!("npx2")),
            ("args", json!(["-y", "x"])),
            ("env", json!({"TOKEN": "${TOKEN}", "LD_PRELOAD": "/tmp/x.so"})),
            ("cwd", json!("/tmp")),
            ("trustHints", json!(true)),
        ] {
            let mut other = entry.clone();
            other[field] = value;
            assert_ne!(ServerIdentity::of("files", &other), known, "{field}");
        }
    }
}
