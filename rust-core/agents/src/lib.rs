//! Other agents, by the Agent Client Protocol (version 1).
//!
//! An [`Agent`] is a program of the user: it is started under a guard, talked to over its standard
//! streams, and ended with everything that it started. [`Agent::provider`] lets it answer a session
//! as a model does, and [`Agent::toolbox`] represents what it does itself as calls of that session,
//! so that the session, its journal and its views do not know what answers.
//!
//! An agent keeps its own context: it is sent only the newest message, and nothing here shortens
//! what it knows. Its output is not trusted: the length of every line is limited, files are written
//! by the rules of our own editing tools, and what it asks to do waits for the user's approval in
//! the session. What an agent does without asking, it does with the rights of the user who started
//! it; no client can prevent that.
#![forbid(unsafe_code)]

mod agent;
mod ask;
mod call;
mod command_line;
mod compaction;
mod config;
mod failure;
mod greeting;
mod incoming;
mod known;
mod lines;
mod link;
mod preview;
mod prompt;
mod provider;
mod report;
mod rules;
mod shared;
mod shown;
mod spending;
mod state;
mod toolbox;
mod turn;
mod usage;

pub use agent::Agent;
pub use command_line::split;
pub use config::{AgentConfig, ToolServer, ToolServerReach};
pub use failure::{AgentFailure, SignIn, Stage};
pub use known::KnownAgent;
pub use report::{AgentReport, AgentState};
pub use rules::{KEEPS_CONTEXT, ROUNDS, arrange};
pub use state::Oddities;
pub use usage::AgentUsage;

/// A window that no conversation fills, in tokens: an agent keeps its own context, and is sent only
/// the newest message. For the limits of a session whose compaction is switched off.
pub const WINDOW: u64 = 1_000_000_000;
