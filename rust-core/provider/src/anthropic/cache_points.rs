//! Where the server is asked to cache.

use super::blocks::Block;
use super::messages::WireMessage;
use vibeue_conversation::transcript::tree::Object;

/// The most marks for messages. A request may have one more, which goes to the
/// system prompt or the tools.
const MARKS: usize = 3;

/// Marks the ends of what the server should cache among the messages.
///
/// These are the end of the request, because the next call of the same tool
/// loop begins with all of it, and the last two requests of the user, because
/// thinking is left out once the user writes again: what stays the same in the
/// next turn ends there. The server looks some twenty blocks back from a mark,
/// which a long tool loop exceeds; without marks of their own those prefixes
/// would be paid for again.
pub(super) fn mark_messages(messages: &mut [WireMessage<'_>]) {
    let mut marked = 0;
    let last = messages.len().saturating_sub(1);
    for (at, message) in messages.iter_mut().enumerate().rev() {
        if at != last && !message.is_request() {
            continue;
        }
        if message.blocks.iter_mut().rev().any(Block::mark) {
            marked += 1;
        }
        if marked == MARKS {
            return;
        }
    }
}

/// Marks the last of the system prompt's blocks or of the tools.
pub(super) fn mark_last(objects: &mut [Object<'_>]) {
    if let Some(last) = objects.last_mut() {
        last.put("cache_control", super::blocks::ephemeral());
    }
}
