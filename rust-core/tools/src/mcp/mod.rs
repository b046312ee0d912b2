//! Servers of the Model Context Protocol, as a toolbox.
//!
//! [`parse`] reads the `mcpServers` JSON that other clients write, [`places()`] says where they
//! keep it, and [`McpServers`] starts what it names: one thread for all servers, a task for each.
//! Servers are not trusted: names are converted to a form that every provider accepts, schemas are
//! read by [`portable`](crate::portable), a claim that a tool is harmless counts only if the user
//! trusts the server, and everything that a server sends is limited in size.

mod ask;
mod config;
mod connected;
mod entry;
mod expand;
mod greeting;
mod handler;
mod jsonc;
mod listing;
mod naming;
mod picture;
mod places;
mod plain;
mod project_servers;
mod reach;
mod result;
mod server;
mod servers;
mod sieve;
mod sign_in;
mod state;
mod unreal;
mod wire;

#[cfg(target_os = "linux")]
pub use crate::process::{adopt_orphans, end_orphans};
pub use config::{Config, Lifecycle, ServerConfig, parse, parse_toml};
pub use entry::{Entry, Problem};
pub use expand::Variables;
pub use places::{Home, Place, places};
pub use project_servers::{ListFile, ProjectServers, ProjectServersOptions, RowState, ServerRow};
pub use reach::Reach;
pub use servers::{McpServers, ServerReport};
pub use sign_in::{Forgotten, OwnClient, SignIns, SignOut};
pub use state::ServerState;
pub use unreal::{
    Discovery, EditorState, FindOptions, FoundEditor, UnrealEditor, UnrealSettings, UnrealState,
    find, find_while,
};
