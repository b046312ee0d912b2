//! Syntax highlighting.

mod beginning;
mod class;
mod grammar;
mod language;
mod line;
mod open;
mod reader;
mod words;

pub use class::{CodeClass, CodeSpan};
pub use language::CodeLanguage;
pub use reader::CodeReader;
