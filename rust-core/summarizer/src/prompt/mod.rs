//! What a summary model is asked, and what it answers.
//!
//! The messages to condense are rendered as data between fences with a code
//! that they cannot know ([`render`], [`Question`]); the answer is read in
//! whatever form it comes ([`parse()`]). Everything here is pure except for the
//! code itself, which uses the system's randomness.

mod answer;
mod beside;
mod defuse;
mod field;
mod instructions;
mod nonce;
mod parse;
mod piece;
mod question;
mod rendering;
mod schema;

pub(crate) use answer::Answer;
pub(crate) use beside::Beside;
pub(crate) use defuse::defuse;
pub(crate) use instructions::Instructions;
pub(crate) use nonce::Nonce;
pub(crate) use parse::parse;
pub(crate) use piece::{Piece, Portion, split};
pub(crate) use question::Question;
pub(crate) use rendering::{Detail, notes_of, render};
