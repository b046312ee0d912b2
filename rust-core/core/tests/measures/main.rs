//! How good a compaction is, measured without a model: the facts that real
//! continuations need, the story that annotations tell, and how much of a
//! summary says nothing.
//!
//! `MEASURES_SHOW=folder` writes every compacted conversation there, to be
//! read; `MEASURES_SHARE=0.1` asks for another share of the tokens.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "tests; figures are for people to read, and what is skipped is said"
)]

#[path = "../common/mod.rs"]
mod common;
mod needed;
mod overruled;
mod rounds;
mod rules;
mod story;
mod view;
mod wordless;
