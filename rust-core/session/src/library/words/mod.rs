//! Words of texts and of queries, as a search compares them.

mod fold;
mod query;
mod snippet;
mod token;

pub(in crate::library) use query::{Query, Term};
pub(in crate::library) use snippet::{Found, Text};
pub(in crate::library) use token::each_word;
