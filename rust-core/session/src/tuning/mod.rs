//! Compares settings on existing conversations: reads them and replays each under several settings,
//! in the background on several threads.
//!
//! Choosing and evaluating the trials is pure: [`vibeue_compaction::tuning`].

mod conversations;
mod library;
mod replaying;
mod talk;

pub use conversations::{LibraryTalks, SkippedTalk};
pub use library::{LibraryTuning, TuningOptions, TuningSteps};
pub use replaying::Replaying;
pub use talk::Talk;
