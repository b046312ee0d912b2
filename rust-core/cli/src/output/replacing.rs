//! What a command may overwrite.

use vibeue_core::session::files::Replacing;

/// Any file except a journal if `--replace` was given, otherwise none.
pub(crate) fn replacing(replace: bool) -> Replacing {
    if replace { Replacing::Files } else { Replacing::Nothing("--replace replaces it") }
}
