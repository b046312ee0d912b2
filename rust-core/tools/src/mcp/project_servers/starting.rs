//! Starts and ends servers.

use std::sync::Arc;

use super::options::ProjectServersOptions;
use super::row::ENGINE;
use super::shared::Shared;
use crate::mcp::servers::Bell;
use crate::mcp::{McpServers, unreal};

/// Ends servers, outside of the lock, because that takes time.
pub(super) fn end(servers: Vec<Arc<McpServers>>) {
    for server in servers {
        server.stop();
    }
}

/// Restarts a server.
pub(super) fn restart(options: &ProjectServersOptions, shared: &Arc<Shared>, server: &str) {
    // Bound first: a lock of the condition would be held over the end.
    let taken = shared.shelf().take_running(server);
    let Some((is_engine, running)) = taken else { return };
    end(running);
    if is_engine {
        find_engine(options, shared);
    } else {
        start(shared, server);
    }
}

/// Starts a server whose configuration is known.
pub(super) fn start(shared: &Arc<Shared>, server: &str) {
    let config = shared.shelf().config_to_start(server);
    let Some(config) = config else { return };
    let begun = McpServers::start_with(vec![config], Some(bell_of(shared)));
    shared.shelf().put(server, begun.map(Arc::new));
    shared.notify();
}

/// A bell that does not keep alive what it notifies.
fn bell_of(shared: &Arc<Shared>) -> Bell {
    let shared = Arc::downgrade(shared);
    Arc::new(move || {
        if let Some(shared) = shared.upgrade() {
            shared.notify();
        }
    })
}

/// Looks for the project's editor, and starts to talk to it if it answers.
pub(super) fn find_engine(options: &ProjectServersOptions, shared: &Arc<Shared>) {
    shared.shelf().begin_search();
    shared.notify();
    let watch = || !shared.is_closing();
    let found = unreal::find_while(&options.project, &options.find, &watch);
    if shared.is_closing() {
        return;
    }
    let is_there = shared.shelf().note_engine(found);
    if is_there {
        start(shared, ENGINE);
    }
    shared.notify();
}
