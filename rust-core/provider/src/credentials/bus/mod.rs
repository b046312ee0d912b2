//! As much of D-Bus as the Secret Service takes: one connection, calls that
//! are answered one after another, and signals.

mod address;
mod connection;
mod message;
mod reader;
mod writer;

pub(super) use connection::{Bus, BusFault};
pub(super) use message::{Call, Message};
pub(super) use reader::Reader;
pub(super) use writer::Writer;

/// The maximum number of bytes of a message: keys and paths are short.
const LONGEST: usize = 1 << 20;
