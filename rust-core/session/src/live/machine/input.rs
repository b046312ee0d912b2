//! The inputs of the machine.

use std::any::Any;
use std::time::Duration;

use crate::Event;
use crate::live::Failure;
use crate::live::command::Command;
use vibeue_conversation::WholeText;
use vibeue_provider::{ModelInfo, ProviderError, Reply};
use vibeue_summarizer::CompactionReport;

/// The number of a task; what comes from a task that is not awaited any more
/// is dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::live) struct TaskId(pub(super) u64);

impl TaskId {
    /// No task: for what is done at once.
    pub(super) const NONE: Self = Self(0);
}

/// Why something gave nothing: it panicked, with this message.
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

/// When an input comes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::live) struct Moment {
    /// Milliseconds since the Unix epoch. May go backwards.
    pub(in crate::live) wall_ms: u64,
    /// Since the session began. Never goes backwards.
    pub(in crate::live) steady: Duration,
}

/// An input of the machine: what comes, and when.
#[derive(Debug)]
pub(in crate::live) struct Input {
    pub(in crate::live) at: Moment,
    pub(in crate::live) news: News,
}

/// What comes to the machine.
#[derive(Debug)]
pub(in crate::live) enum News {
    /// The host asks for something.
    Command(Command),
    /// The host ends the session.
    ShutDown,
    /// The model wrote more of its answer: words, and arguments of calls.
    Received { task: TaskId, words: String, arguments: String },
    /// The model wrote more than may be said in a turn; the words that were
    /// taken.
    Flooded { task: TaskId, words: String },
    /// The model answered.
    Replied {
        task: TaskId,
        /// The words that came until then.
        words: String,
        /// More came than may be said in a turn.
        flooded: bool,
        answer: Outcome<Result<Reply, ProviderError>>,
    },
    /// The server counted.
    Counted(TaskId, Outcome<Result<Option<u64>, ProviderError>>),
    /// The server told what it knows about the model.
    Described(TaskId, Outcome<Result<ModelInfo, ProviderError>>),
    /// A compaction was made.
    Summarized(TaskId, Box<Outcome<vibeue_conversation::Result<CompactionReport>>>),
    /// The time that a timer was set for has passed.
    Elapsed(TaskId),
    /// What was asked for by [`Effect::Write`](super::Effect::Write) is in the
    /// journal, or why it is not.
    Written(Result<Box<Event>, Failure>),
    /// The answer was cut off by [`Effect::CutOff`](super::Effect::CutOff);
    /// the words that came until then.
    CutOff { words: String },
    /// What was asked for by [`Effect::Keep`](super::Effect::Keep): the text, and
    /// by what it is known in its file, or in words why it is in none.
    Kept { text: String, kept: Result<WholeText, String> },
    /// What was asked for by [`Effect::ReadKept`](super::Effect::ReadKept), or in
    /// words why it cannot be read.
    ReadKept(Result<String, String>),
    /// A permission holds, but could not be written down; why.
    PermissionNotKept(String),
    /// The journal could not be brought onto the disk.
    NotAtRest(Failure),
    /// A bug broke something off.
    Panicked(Panicked),
    /// Whatever is due is done.
    GoOn,
}
