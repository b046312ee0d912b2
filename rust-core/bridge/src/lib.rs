//! The border between the VibeUE core and C++: a static library.
//!
//! [`ffi`] declares what crosses; everything else here converts between both sides. There is no
//! conversation logic: a function that decides something belongs in `vibeue-core`.
//!
//! Every call that could panic runs inside one fence, so that a bug of ours costs a call and not
//! the editor with its unsaved work. The core's threads never call C++: their events wait until the
//! host pumps. The only C++ object that they read and delete is a `HeldText` that the host handed
//! over.
#![deny(unsafe_code)]

mod abi;
mod agent;
mod agent_variables;
mod answer_speech;
mod branches;
mod bug_report;
mod check_outs;
mod code_painter;
mod completer;
mod config;
pub mod constants;
mod context;
mod desk;
mod drafts;
mod events;
mod fence;
#[allow(clippy::module_inception, reason = "cxx wants a module inside of the file that it reads")]
#[allow(unsafe_code, reason = "the border itself: cxx writes what it stands for")]
pub mod ffi;
mod freeing;
mod functions;
mod handover;
mod held_answer;
mod host_names;
mod inside;
mod library;
mod link;
mod listen;
mod live;
mod lock;
mod log;
mod markdown;
mod messages;
mod parts;
mod permissions;
mod planning;
mod preview;
mod preview_messages;
mod project;
mod pump;
mod refusals;
mod reports;
mod runner;
mod served_now;
mod servers;
mod serving;
mod session;
mod session_agent;
mod session_answers;
mod session_check_outs;
mod session_modes;
mod session_previews;
mod session_servers;
mod session_summaries;
mod settings;
mod sources;
mod status;
mod tasks;
mod team;
mod tool_arguments;
mod tools;
mod tracer;
mod unseen;
mod waiting;
mod writing;

pub use abi::VERSION as ABI_VERSION;
pub use answer_speech::AnswerSpeech;
pub use code_painter::CodePainter;
pub use completer::Completer;
pub use drafts::{DraftKeeper, PromptHistory};
pub use serving::ToolServing;
pub use session::{Session, open_session};
pub use tasks::{
    ConnectionTest, ConversationExport, ConversationImport, ConversationListing, FileRestore,
    FileWriting, KeyKeeping, MentionReading, ModelListing, PictureKeeping, PictureReading,
    SetupSearch, Tuning,
};

#[cfg(test)]
mod constants_tests;
