//! Work that runs beside a session and is asked whether it is finished.

mod connection_test;
mod conversation_listing;
mod export;
mod file_restore;
mod file_writing;
mod job;

pub use connection_test::ConnectionTest;
pub use conversation_listing::ConversationListing;
pub(crate) use export::start_export;
pub use file_restore::FileRestore;
pub use file_writing::FileWriting;
