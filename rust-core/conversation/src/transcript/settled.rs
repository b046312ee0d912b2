//! Keeps a file's format recognizable after its messages were condensed.
//!
//! A format is recognized by what only one provider has: calls, blocks, fields. A summary replaces
//! exactly those messages, and what is left may be only text, which is the same for both. So the
//! summary's opening tag names the provider if nothing else identifies it.

use super::unsettled::{summary_of, unsettled};
use super::{Format, Layout, write};
use crate::{Conversation, Result};

/// The maximum number of tokens by which [`settle`] lengthens a conversation: the attribute with
/// its name, counted by the coarsest tokenizer.
pub const SETTLED_TOKENS: u64 = 16;

/// Makes sure that a conversation written in a format will be read in that
/// format, however often it is condensed. [`write()`](super::write()) does the
/// same; to count the tokens of what will be written, settle it first.
///
/// # Errors
/// Those of [`write()`](super::write()).
pub fn settle(conversation: &mut Conversation, format: Format, layout: &Layout) -> Result<()> {
    if summary_of(conversation).is_none() {
        return Ok(());
    }
    let text = write::as_it_is(conversation, None, format, layout)?;
    if let Some((at, message)) = unsettled(conversation, format, &text) {
        conversation.messages[at] = message;
    }
    Ok(())
}
