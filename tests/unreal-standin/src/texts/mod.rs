//! The plugin's texts and their translations.
//!
//! [`gather()`] finds the texts in the sources as the engine's gathering does, [`Catalogue`] is a
//! translator's file (`.po`, as the engine exports it), [`differences`] lists where the two
//! disagree, and [`locres`] writes what the editor loads.

mod catalogue;
mod gather;
mod hashes;
mod locmeta;
pub mod locres;
mod metadata;
mod parity;
pub mod shipped;
mod text;

pub use catalogue::{Catalogue, Entry};
pub use gather::gather;
pub use locmeta::locmeta;
pub use parity::differences;
pub use text::Text;

/// The localization target: the name of its folder, its files and its entry in
/// the descriptor.
pub const TARGET: &str = "VibeUE";

/// The language that the sources are written in.
pub const NATIVE: &str = "en";

/// The folder of the target below the plugin's, with `/`.
#[must_use]
pub fn folder() -> String {
    format!("Content/Localization/{TARGET}")
}
