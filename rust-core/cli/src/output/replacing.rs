//! What a command may write over.

use vibeue_core::session::files::Replacing;

/// Any file but a journal if `--replace` was given, or else none.
pub(crate) fn replacing(replace: bool) -> Replacing {
    if replace { Replacing::Files } else { Replacing::Nothing("--replace replaces it") }
}
