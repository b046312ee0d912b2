//! What models write, as blocks and spans for the host that draws them.
//!
//! [`read`] takes Markdown as CommonMark defines it, with tables and task lists, and interprets it
//! for conversations among engineers: what is a mark in prose but a character in code stays a
//! character. No word is lost: what has no rendering here (a reference, a piece of HTML) is shown
//! as it was written.
//!
//! [`GrowingText`] reads an answer while it is being written: it yields what nothing that follows
//! can change. [`Speech`] reads it aloud.
//!
//! [`CodeReader`] highlights lines of code; [`Link`] says where a text leads; [`contents()`] lists
//! the headings of a long one.
#![forbid(unsafe_code)]

mod block;
mod certain;
mod code;
mod contents;
mod growing_text;
mod link;
mod reader;
mod span;
mod speech;
mod table;

pub use block::{Block, BlockKind};
pub use code::{CodeClass, CodeLanguage, CodeReader, CodeSpan};
pub use contents::{ContentsEntry, contents};
pub use growing_text::{Certain, GrowingText};
pub use link::{Caution, FileLink, Link, WebLink};
pub use reader::read;
pub use span::{Span, SpanStyle};
pub use speech::Speech;
pub use table::{Table, TableSide};
