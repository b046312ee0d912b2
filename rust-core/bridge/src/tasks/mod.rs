//! Work that runs in the background and is polled for its end.

mod connection_test;
mod conversation_export;
mod conversation_import;
mod conversation_listing;
mod export;
mod file_restore;
mod file_writing;
mod job;
mod key_keeping;
mod mention_reading;
mod model_listing;
mod picture_keeping;
mod picture_reading;
mod setup_search;
mod tuning;

pub use connection_test::ConnectionTest;
pub use conversation_export::ConversationExport;
pub(crate) use conversation_export::form_of;
pub use conversation_import::ConversationImport;
pub use conversation_listing::ConversationListing;
pub(crate) use export::start_export;
pub use file_restore::FileRestore;
pub use file_writing::FileWriting;
pub(crate) use job::Job;
pub use key_keeping::KeyKeeping;
pub(crate) use key_keeping::start_key_keeping;
pub use mention_reading::MentionReading;
pub(crate) use mention_reading::{places, start_mention_reading};
pub use model_listing::ModelListing;
pub(crate) use model_listing::start_model_listing;
pub use picture_keeping::PictureKeeping;
pub(crate) use picture_keeping::{
    may_stand_for_pictures, start_pasting, start_picture_keeping, start_taken_picture,
};
pub use picture_reading::PictureReading;
pub(crate) use picture_reading::start_picture_reading;
pub use setup_search::SetupSearch;
pub(crate) use setup_search::{offer_of_key, start_setup_search};
pub use tuning::Tuning;
pub(crate) use tuning::start_tuning;
