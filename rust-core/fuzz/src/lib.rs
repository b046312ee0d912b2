//! What must hold for any bytes, one function for each fuzz target.
//!
//! Each target of `fuzz_targets/` hands its bytes to the function of its name;
//! `tests/corpora.rs` hands over the committed corpora, without a fuzzer. A
//! function panics where something that must hold does not.

mod compaction;
mod header_tool;
mod journal;
mod markdown;
mod settings;
mod sse;
mod transcripts;

pub use compaction::compaction;
pub use header_tool::header_tool;
pub use journal::journal;
pub use markdown::markdown;
pub use settings::settings;
pub use sse::sse;
pub use transcripts::transcripts;

// The same measure as in the tests of the core.
#[path = "../../core/tests/support/bytes.rs"]
mod bytes;
// The program is not a library: the sources of its Markdown are taken as they
// are, with the pieces of its output that they need.
#[path = "../../cli/src/output/printable.rs"]
mod printable;
#[allow(dead_code, reason = "the program uses more of it than its Markdown does")]
#[path = "../../cli/src/output/style.rs"]
mod style;
#[path = "../../cli/src/command/chat/markdown/mod.rs"]
mod terminal_markdown;

mod output {
    pub(crate) use crate::printable::Printable;
    pub(crate) use crate::style;
}
