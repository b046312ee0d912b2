//! Tools that a model may call.
//!
//! [`Tool`] says what one is and what it may touch, [`Policy`] who has to be
//! asked before a call runs, [`ToolAnswer`] what came back and how the call
//! ended. A [`Registry`] runs calls: it knows every [`Toolbox`] of the host and
//! gives each call its time and its room. With the feature `mcp`, [`mcp`] makes
//! a toolbox of the servers of the Model Context Protocol.
//!
//! A session knows the first three and nothing else: where a tool lives is not
//! its business.

mod access;
mod answer;
mod approval;
mod cap;
#[cfg(feature = "mcp")]
pub mod mcp;
mod policy;
#[cfg(feature = "process")]
pub mod process;
mod project_rules;
mod registry;
mod schema;
mod stop;
mod tool;

pub use access::Access;
pub use answer::{CallEnd, ToolAnswer};
pub use approval::{Approval, CallState};
pub use cap::{MOST_IMAGE_BYTES, MOST_IMAGES, MOST_RESULT_BYTES};
pub use policy::{Policy, Verdict};
pub use project_rules::ProjectRules;
pub use registry::{Call, Registry, Toolbox};
pub use schema::portable;
pub use stop::{Allowance, Stop};
pub use tool::{Tool, ToolIdentity};
