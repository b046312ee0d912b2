//! A message in a shorter form.

use vibeue_conversation::Message;

/// A message in a shorter form, with its position and its tokens.
#[derive(Clone)]
pub(super) struct Short {
    pub(super) at: usize,
    pub(super) message: Message,
    pub(super) tokens: u64,
}
