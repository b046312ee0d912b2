//! Tools that a model may call.
//!
//! [`Tool`] describes a tool and what it may touch, [`Policy`] decides whether the user is asked
//! before a call runs, [`ToolAnswer`] has the result and how the call ended. A [`Registry`] runs
//! calls: it knows every [`Toolbox`] of the host and limits the time and the result of each call.
//! With the feature `mcp`, [`mcp`] makes a toolbox from Model Context Protocol servers; with the
//! feature `project`, [`project`] makes one for the text files of a folder; with the feature
//! `served`, [`served`] offers them to other programs; with the feature `process`, [`process`]
//! starts programs with a guard.
//!
//! A session knows the first three, and [`Diff`], which compares two texts; it need not know where
//! a tool runs.
#![deny(unsafe_code)]

mod access;
mod answer;
mod approval;
mod cap;
mod diff;
mod dry_run;
mod gateway;
mod legible;
#[cfg(feature = "mcp")]
pub mod mcp;
mod own_file;
mod policy;
mod preview;
#[cfg(feature = "process")]
pub mod process;
#[cfg(feature = "project")]
pub mod project;
mod project_rules;
mod registry;
mod schema;
#[cfg(feature = "served")]
pub mod served;
mod server_identity;
mod stop;
mod tool;
mod tool_index;

pub use access::Access;
pub use answer::{CallEnd, RunTime, ToolAnswer};
pub use approval::{Approval, CallState};
pub use cap::{MOST_IMAGE_BYTES, MOST_IMAGES, MOST_RESULT_BYTES, MOST_WHOLE_BYTES, capped};
pub use diff::{Diff, DiffLine};
pub use dry_run::not_done;
pub use gateway::{Gateway, Inner};
pub use policy::{Policy, Verdict};
pub use preview::{MOST_PREVIEW_BYTES, Preview, PreviewKind};
pub use project_rules::ProjectRules;
pub use registry::{Call, MOST_PREVIEW_TIME, Registry, Toolbox};
pub use schema::portable;
pub use server_identity::ServerIdentity;
pub use stop::{Allowance, Stop};
pub use tool::{Tool, ToolIdentity};
pub use tool_index::{first_sentence, index};
