//! Signals to the executor's thread.

use std::time::Instant;

use crate::live::command::Command;
use crate::live::machine::{Outcome, TaskId};
use vibeue_provider::{ModelInfo, ProviderError, Reply};
use vibeue_summarizer::CompactionReport;

/// A signal to the executor's thread, from the host or from its tasks.
#[derive(Debug)]
pub(in crate::live) enum Signal {
    /// The host asks for something.
    Command(Command),
    /// The host ends the session; everything must have ended by then.
    Shutdown { deadline: Instant },
    /// More of an answer arrived; the stream of the task has it.
    Received(TaskId),
    /// The model answered.
    Replied(TaskId, Outcome<Result<Reply, ProviderError>>),
    /// The server counted.
    Counted(TaskId, Outcome<Result<Option<u64>, ProviderError>>),
    /// The server described the model.
    Described(TaskId, Outcome<Result<ModelInfo, ProviderError>>),
    /// A compaction was made.
    Summarized(TaskId, Box<Outcome<vibeue_conversation::Result<CompactionReport>>>),
    /// The time that a timer was set for has passed.
    Elapsed(TaskId),
}
