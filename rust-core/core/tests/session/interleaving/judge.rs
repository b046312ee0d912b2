//! What must hold of everything that was asked and of all that is kept.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use vibeue_core::conversation::pairing::check_pairs;
use vibeue_core::conversation::{Message, MessageId, MessageKind, Role};
use vibeue_core::provider::ChatRequest;
use vibeue_core::session::History;

use super::answers::Asked;
use super::options::{MODELS, server_count};
use crate::talk::tokens;

/// The number in the mark of a message of the user.
pub(super) fn mark(text: &str) -> Option<u64> {
    text.strip_prefix("[said ")?.split(']').next()?.parse().ok()
}

/// The marks of the user's messages, in order; summaries quote them.
pub(super) fn marks<'a>(messages: impl Iterator<Item = &'a Arc<Message>>) -> Vec<u64> {
    messages
        .filter(|message| message.role == Role::User && message.kind == MessageKind::Normal)
        .filter_map(|message| mark(&message.joined_text()))
        .collect()
}

pub(super) fn judge(log: &[Asked], summaries: &[ChatRequest], retried: bool) {
    let budget = |model: &str| {
        let (_, window) = MODELS.iter().find(|(name, _)| *name == model).unwrap();
        (window * 9 / 10).min(window - 100)
    };
    for asked in log {
        let (size, most) = (server_count(&asked.request), budget(&asked.request.model));
        assert!(size <= most, "a request of {size} tokens of {most} left");
        assert_pairs(&asked.request);
        let marks = marks(asked.request.messages.iter());
        let unique: BTreeSet<u64> = marks.iter().copied().collect();
        assert_eq!(unique.len(), marks.len(), "nothing is there twice: {marks:?}");
        assert!(marks.is_sorted(), "in order: {marks:?}");
    }
    for pair in log.windows(2) {
        let [one, next] = pair else { continue };
        let newest = |asked: &Asked| marks(asked.request.messages.iter()).last().copied();
        let same = newest(one) == newest(next) && one.request.model == next.request.model;
        if one.overflowed && same && !retried {
            let (before, after) = (tokens(&one.request), tokens(&next.request));
            assert!(after < before, "after an overflow {after} follow on {before}");
        }
    }
    for request in summaries {
        let (size, most) = (server_count(request), budget(&request.model));
        assert!(size <= most, "a request of {size} tokens of {most} left for a summary");
    }
}

/// Checks what every provider demands, and shows the request that breaks it.
fn assert_pairs(request: &ChatRequest) {
    let messages: Vec<Message> = request.messages.iter().map(|it| Message::clone(it)).collect();
    if let Err(error) = check_pairs(&messages) {
        let mut shown = String::new();
        for message in &messages {
            let mut line = format!("{message:?}");
            line.truncate(line.floor_char_boundary(400));
            shown.push_str(&line);
            shown.push('\n');
        }
        panic!("{error}\n{shown}");
    }
}

/// No record's id names two summaries.
pub(super) fn assert_records_unique(history: &History) {
    let mut seen: HashMap<String, Vec<MessageId>> = HashMap::new();
    for record in history.compactions().iter().filter_map(|it| it.compaction.record.as_ref()) {
        let known = seen.entry(record.id.clone()).or_insert_with(|| record.condensed.clone());
        // One that was done again is the same.
        assert_eq!(*known, record.condensed, "two summaries are called {}", record.id);
    }
}
