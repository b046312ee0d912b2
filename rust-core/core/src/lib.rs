//! Keeps a conversation with an AI agent inside the model's context window.
//!
//! The way a message takes: [`conversation`] says what it is, [`tokens`] what
//! it costs, [`compaction`] what happens when the window fills, [`provider`]
//! asks models, [`session`] holds the conversation and keeps all of it safe on
//! disk, [`bug_report`] says what went wrong without telling what was said;
//! [`handover`] is how its threads hand things to each other. Everything but
//! `provider`, `session` and `handover` is pure: no I/O, no clock, no
//! threads.
#![deny(unsafe_code)]

pub mod bug_report;
pub mod compaction;
pub mod conversation;
pub mod error;
pub mod handover;
pub mod provider;
pub mod secrets;
pub mod session;
pub mod settings;
pub mod tokens;

pub use error::{Error, ErrorKind, Result};
