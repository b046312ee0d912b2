//! Signing in at servers that ask for it, by OAuth 2.1 as the Model Context
//! Protocol describes it.
//!
//! A server that answers 401 names, by its metadata (RFC 9728), an
//! authorization server, and that one its endpoints (RFC 8414). The user
//! agrees in a browser, which then comes to a port of this machine. What was
//! granted is kept in a file of the user's own, and is sent to the one address
//! that it was granted for.
//!
//! Nothing of what a server says is believed beyond that: every address has to
//! be encrypted, or be on this machine where the server is; no redirect is
//! followed; every answer has a bound.

mod challenge;
mod client;
mod credentials;
mod discovery;
mod flow;
mod grant;
mod landing;
mod proof;
mod revoking;
mod sign_out;
mod store;
mod web;

pub(super) use challenge::Challenge;
pub use client::OwnClient;
pub(super) use credentials::Credentials;
pub(super) use flow::sign_in;
pub use sign_out::{Forgotten, SignOut};
pub use store::SignIns;
