//! The inputs of the driver's thread.

use std::any::Any;

use crate::live::command::Command;
use vibeue_provider::{ModelInfo, ProviderError, Reply};
use vibeue_summarizer::CompactionReport;

/// The number of a task; what comes from a task that is not awaited any more
/// is dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::live) struct TaskId(pub(super) u64);

impl TaskId {
    /// No task: for what is done at once.
    pub(super) const NONE: Self = Self(0);
}

/// Why a task gave nothing: it panicked, with this message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::live) struct Panicked(String);

impl Panicked {
    pub(super) fn message(&self) -> &str {
        &self.0
    }
}

impl From<Box<dyn Any + Send>> for Panicked {
    fn from(panic: Box<dyn Any + Send>) -> Self {
        let text = panic
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| panic.downcast_ref::<String>().cloned());
        Self(text.unwrap_or_else(|| "a panic without a message".to_owned()))
    }
}

/// What a task gave, or that it panicked.
pub(in crate::live) type Outcome<T> = Result<T, Panicked>;

/// An input of the driver's thread.
#[derive(Debug)]
pub(in crate::live) enum Input {
    /// The host asks for something.
    Command(Command),
    /// The model wrote more of its answer.
    Heard(TaskId),
    /// The model answered.
    Replied(TaskId, Outcome<Result<Reply, ProviderError>>),
    /// The server counted.
    Counted(TaskId, Outcome<Result<Option<u64>, ProviderError>>),
    /// The server told what it knows about the model.
    Described(TaskId, Outcome<Result<ModelInfo, ProviderError>>),
    /// A compaction was made.
    Summarized(TaskId, Box<Outcome<vibeue_conversation::Result<CompactionReport>>>),
    /// The time that a timer was set for has passed.
    Elapsed(TaskId),
}
