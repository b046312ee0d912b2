//! Compiles and runs a plugin's `*.Build.cs` files without the engine.
//!
//! The build tool runs the constructor of each module's rules for the platform that is built. So
//! does this: against a stub of the tool's API (`engine/build_tool`), with the C# compiler of Mono,
//! if one is installed. [`run_rules`] then compares what the constructor filled in with what a
//! linker needs.

mod compiler;
mod filled;
mod run;

pub use compiler::{BuildTool, find_build_tool};
pub use filled::{Filled, verify};
pub use run::{Outcome, run_rules, run_rules_once};
