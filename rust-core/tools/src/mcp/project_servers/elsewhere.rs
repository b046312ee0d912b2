//! Lists of servers that other clients keep.

use std::fs;
use std::path::{Path, PathBuf};

use super::files::{ListFile, config_of};
use super::row::{RowState, ServerRow, blank};
use crate::mcp::{Home, Variables, places};

/// Finds the lists of other clients that name at least one server, those of the project first,
/// without those that are already used. Nothing in them is started, and what cannot be read is
/// ignored: it was not named explicitly.
pub(super) fn find(
    project: &Path,
    home: &Home,
    used: &[ListFile],
    variables: &dyn Variables,
) -> Vec<ServerRow> {
    let same = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let used: Vec<PathBuf> = used.iter().map(|file| same(&file.path)).collect();
    places(project, home)
        .into_iter()
        .filter(|place| !used.contains(&same(&place.file)))
        .filter_map(|place| {
            let config = config_of(&place.file, variables).ok()?;
            let named = config.servers.into_iter().map(|server| server.name);
            let mut servers: Vec<String> =
                named.chain(config.problems.into_iter().map(|problem| problem.server)).collect();
            servers.retain(|name| !name.is_empty());
            servers.dedup();
            let state = RowState::Elsewhere { in_project: place.in_project, servers };
            let has_some =
                matches!(&state, RowState::Elsewhere { servers, .. } if !servers.is_empty());
            has_some.then(|| blank(place.client.to_owned(), Some(&place.file), state))
        })
        .collect()
}
