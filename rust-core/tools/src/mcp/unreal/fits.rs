//! Whether a server is the engine's, and its editor the project's.

use super::{UnrealEditor, matches};
use crate::mcp::listing::Listed;
use crate::mcp::plain::plain;

/// Checks that a server is the engine's server that it has to be.
///
/// # Errors
/// Why it is not, in words for the user.
pub(in crate::mcp) fn fits(
    wanted: &UnrealEditor,
    engine: Option<&Option<String>>,
    tools: &[Listed],
    server: &str,
    problem: Option<&str>,
) -> Result<(), String> {
    let Some(project) = engine else {
        if let Some(problem) = problem {
            return Err(format!("something else answers there: {problem}"));
        }
        if tools.iter().any(|tool| tool.own_name.starts_with("EditorToolset.")) {
            return Err("tool search is off in the editor: turn Enable Tool Search on in Editor \
                        Preferences, Model Context Protocol, and start the server again"
                .to_owned());
        }
        return Err(format!("something else answers there: {server}"));
    };
    match (&wanted.project, project) {
        (None, _) => Ok(()),
        (Some(wanted), Some(project)) if matches(project, wanted) => Ok(()),
        (Some(_), Some(project)) => Err(format!(
            "the editor there has another project open: {}; start the server of this project's \
             editor on another port (ModelContextProtocol.StartServer PORT)",
            plain(project)
        )),
        (Some(_), None) => Err("which project that editor has open cannot be determined: turn on the plugin AllToolsets, or EditorToolset, which exposes its log"
            .to_owned()),
    }
}
