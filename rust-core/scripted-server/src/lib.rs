//! A model server on loopback that answers by a script.
//!
//! One abstract [`Step`] is rendered in five wire protocols, streamed or whole as the request asks.
//! The server judges requests as strictly as the real ones do ([`judge`]), counts tokens and
//! refuses what exceeds its limit, fails in every way that networks and servers fail ([`Fault`]),
//! and remembers every request for the test that asked ([`Exchange`]).
//!
//! ```
//! use vibeue_scripted_server::{Answer, Fault, Script, Server};
//!
//! let server = Server::start(Script::default())?;
//! server.push(Answer::text("Hello."));
//! server.push(Fault::Cut { after: 120 });
//! let chat = format!("{}/v1/chat/completions", server.url());
//! # assert!(chat.starts_with("http://127.0.0.1:"));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Without a step it answers by what the last user message says, so that the user can talk to it:
//! see [`echo`].
#![forbid(unsafe_code)]

pub mod acp;
pub mod echo;
mod exchange;
mod http;
pub mod judge;
pub mod loopback;
pub mod mcp;
mod operation;
mod plan;
#[cfg(target_os = "linux")]
pub mod processes;
mod script;
mod server;
mod stdio;
mod wire;

pub use exchange::{Ending, Exchange};
pub use operation::Operation;
pub use plan::error_body;
pub use script::{
    Answer, Call, ErrorKind, Fault, Flavour, Model, OverflowWording, RetryAfter, Rule, Script,
    Step, Stop, Usage,
};
pub use server::Server;
pub use wire::{Asked, Item, Wire};
