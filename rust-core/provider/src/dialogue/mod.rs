//! A conversation in a form from which every provider's rules can be applied.
//!
//! A history can contain anything: calls without results, results without calls
//! or far from them, two calls with one id, empty texts, blocks of another
//! provider. [`Dialogue`] borrows it and puts it in order once, so that each
//! wire module only has to write.

mod blob;
mod builder;
mod foreign;
mod rules;
mod turn;

pub(crate) use blob::Blob;
pub(crate) use foreign::is_blank;
pub(crate) use rules::{Rules, is_plain};
pub(crate) use turn::{Answer, Call, Dialogue, Piece, Turn};
