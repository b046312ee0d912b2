//! Signing in to servers that require it, by OAuth 2.1 as the Model Context Protocol describes it.
//!
//! A server that answers 401 names, by its metadata (RFC 9728), an authorization server, and that
//! one its endpoints (RFC 8414). The user agrees in a browser, which is then redirected to a port
//! of this machine. The grant is stored in a file of the user, and is sent only to the address that
//! it was granted for.
//!
//! Beyond that, nothing that a server says is trusted: every address has to be encrypted, or be on
//! this machine if the server is; no redirect is followed; every answer is limited in size.

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
