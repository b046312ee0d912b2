//! Tool names that every provider accepts.

use std::collections::HashSet;
use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// The longest name that every provider accepts.
const LONGEST: usize = 64;

/// The maximum number of characters of a server's name in a tool's.
const LONGEST_SERVER: usize = 24;

/// The name of a server's tool: `server__tool`, of letters, digits, `_` and `-`, not longer than
/// every provider accepts and different from those already taken.
pub(super) fn tool_name(server: &str, tool: &str, taken: &HashSet<String>) -> String {
    let mut server = plain(server);
    server.truncate(LONGEST_SERVER);
    // One provider requires a letter or an underscore first.
    if !server.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
        server.insert(0, '_');
    }
    let name = format!("{server}__{}", plain(tool));
    if name.len() <= LONGEST && !taken.contains(&name) {
        return name;
    }
    // Two that are cut to the same name, or differ only in a character that names cannot have, stay
    // distinct, and each gets the same name after a restart.
    let mut marked = String::new();
    for round in 0_u32.. {
        let hash = Sha256::digest(format!("{round}\n{tool}"));
        marked = name[..name.len().min(LONGEST - 9)].to_owned();
        marked.push('_');
        for byte in &hash[..4] {
            let _ = write!(marked, "{byte:02x}");
        }
        if !taken.contains(&marked) {
            break;
        }
    }
    marked
}

fn plain(name: &str) -> String {
    let kept = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let name: String = name.trim().chars().map(|c| if kept(c) { c } else { '_' }).collect();
    if name.is_empty() { "_".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_of_a_form_that_every_provider_takes_and_each_is_there_once() {
        let mut taken = HashSet::new();
        let long = "x".repeat(100);
        for (server, tool, name) in [
            ("files", "read", "files__read"),
            ("files", "read", "files__read_"),
            ("my files", "read.file", "my_files__read_file"),
            ("my files", "read/file", "my_files__read_file_"),
            ("2d", "draw", "_2d__draw"),
            ("é", "", "___"),
            ("a", &long, "a__xxxx"),
            (&long, &long, "xxxxxxxxxxxxxxxxxxxxxxxx__xxxx"),
        ] {
            let given = tool_name(server, tool, &taken);
            assert!(given.starts_with(name) && given.len() <= LONGEST, "{given}");
            let legal = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
            assert!(given.chars().all(legal), "{given}");
            assert_eq!(given, tool_name(server, tool, &taken));
            assert!(taken.insert(given));
        }
    }
}
