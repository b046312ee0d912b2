//! The inputs of the machine.

use std::any::Any;
use std::time::Duration;

use super::arrived::Arrived;
use crate::Event;
use crate::live::Failure;
use crate::live::command::Command;
use vibeue_conversation::WholeText;
use vibeue_provider::{ModelInfo, ProviderError, Reply};
use vibeue_summarizer::CompactionReport;

/// The number of a task; results of a task that is no longer awaited are dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::live) struct TaskId(pub(super) u64);

impl TaskId {
    /// No task: for what is done at once.
    pub(super) const NONE: Self = Self(0);
}

/// Why there is no result: a panic, with this message.
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

/// The result of a task, or its panic.
pub(in crate::live) type Outcome<T> = Result<T, Panicked>;

/// When an input comes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::live) struct Moment {
    /// Milliseconds since the Unix epoch. May go backwards.
    pub(in crate::live) wall_ms: u64,
    /// Since the session began. Never goes backwards.
    pub(in crate::live) steady: Duration,
}

/// An input of the machine, with its time.
#[derive(Debug)]
pub(in crate::live) struct Input {
    pub(in crate::live) at: Moment,
    pub(in crate::live) news: News,
}

/// The content of an input.
#[derive(Debug)]
pub(in crate::live) enum News {
    /// The host asks for something.
    Command(Command),
    /// The host ends the session.
    ShutDown,
    /// The model wrote more of its answer: words, and arguments of calls.
    Received { task: TaskId, words: String, arguments: String },
    /// The model wrote more than may be written in a turn; this was taken.
    Flooded { task: TaskId, arrived: Arrived },
    /// The model answered.
    Replied {
        task: TaskId,
        /// What had arrived.
        arrived: Arrived,
        /// Whether more arrived than may be written in a turn.
        flooded: bool,
        answer: Outcome<Result<Reply, ProviderError>>,
    },
    /// The server counted.
    Counted(TaskId, Outcome<Result<Option<u64>, ProviderError>>),
    /// The server described the model.
    Described(TaskId, Outcome<Result<ModelInfo, ProviderError>>),
    /// A compaction was made.
    Summarized(TaskId, Box<Outcome<vibeue_conversation::Result<CompactionReport>>>),
    /// The time that a timer was set for has passed.
    Elapsed(TaskId),
    /// What was asked for by [`Effect::Write`](super::Effect::Write) is in the
    /// journal, or why it is not.
    Written(Result<Box<Event>, Failure>),
    /// The answer was cut off by [`Effect::CutOff`](super::Effect::CutOff); what had arrived.
    CutOff { arrived: Arrived },
    /// What was asked for by [`Effect::Keep`](super::Effect::Keep): the text, and its reference to
    /// the file, or in words why there is none.
    Kept { text: String, kept: Result<WholeText, String> },
    /// What was asked for by [`Effect::ReadKept`](super::Effect::ReadKept), or in
    /// words why it cannot be read.
    ReadKept(Result<String, String>),
    /// A permission applies, but could not be stored; why.
    PermissionNotKept(String),
    /// The journal could not be flushed to the disk.
    NotAtRest(Failure),
    /// A bug interrupted something.
    Panicked(Panicked),
    /// Whatever is due is done.
    GoOn,
}
