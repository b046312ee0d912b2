//! What the user types: messages, commands, completions, and what is attached to a message.
//!
//! Every host uses this module, so that the terminal and the editor's window have the same commands
//! with the same names.

mod attachment;
mod draft_keeper;
mod fuzzy;
#[cfg(feature = "project")]
mod host;
#[cfg(feature = "project")]
mod mention;
mod naming;
#[cfg(feature = "project")]
mod picture;
mod prompt_history;
mod token;

pub mod sentences;
pub mod slash;

pub use attachment::{Attachment, AttachmentKind, own_words, shown_words};
pub use draft_keeper::DraftKeeper;
pub use fuzzy::rank;
#[cfg(feature = "project")]
pub use host::{
    ASSET_TAGS, HostCandidate, HostCandidates, HostKind, HostName, HostThing, host_names,
};
#[cfg(feature = "project")]
pub use mention::{Mentioned, Places, attach};
pub use naming::{Mention, mention, mentions};
#[cfg(feature = "pixels")]
pub use picture::Pixels;
#[cfg(feature = "project")]
pub(crate) use picture::keep_named;
#[cfg(feature = "clipboard")]
pub use picture::{Copied, keep_pasted, may_stand_for_pictures};
#[cfg(feature = "project")]
pub use picture::{
    Dropped, DroppedFile, LARGEST_PICTURE, MOST_PICTURES, Picture, image_part,
    keep as keep_picture, keep_dropped, no_pictures_for, picture_type,
};
pub use prompt_history::PromptHistory;
pub use token::{Caret, Token, TokenKind, put, token_at};
