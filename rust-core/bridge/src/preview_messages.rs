//! The messages of a preview, by pages.

use vibeue_core::compaction::StayReason as CoreReason;
use vibeue_core::session::live::{PreviewFate, PreviewMessage as CoreMessage};

use crate::ffi::ffi::{PreviewMessage, PreviewPart, StayReason};
use crate::messages::{self, MAX_PAGE};

/// The messages of the preview that was reported last. They stay here and are handed over by pages,
/// so that reporting a preview costs the host the same however long the conversation is.
#[derive(Debug, Default)]
pub(crate) struct PreviewMessages {
    goes: Vec<CoreMessage>,
    shortened: Vec<CoreMessage>,
    stays: Vec<CoreMessage>,
}

impl PreviewMessages {
    /// Sorts messages by what happens to them.
    pub(crate) fn of(messages: Vec<CoreMessage>) -> Self {
        let mut parts = Self::default();
        for message in messages {
            match message.fate {
                PreviewFate::Goes => parts.goes.push(message),
                PreviewFate::Shortened => parts.shortened.push(message),
                PreviewFate::Stays => parts.stays.push(message),
            }
        }
        parts
    }

    fn slice(&self, part: PreviewPart, first: u64, count: u32) -> &[CoreMessage] {
        let all = match part {
            PreviewPart::Goes => &self.goes[..],
            PreviewPart::Shortened => &self.shortened,
            PreviewPart::Stays => &self.stays,
            _ => &[],
        };
        let first = usize::try_from(first).unwrap_or(usize::MAX).min(all.len());
        let count = count.min(MAX_PAGE) as usize;
        &all[first..all.len().min(first.saturating_add(count))]
    }

    /// Takes a part of a list, only the ids.
    pub(crate) fn page(&self, part: PreviewPart, first: u64, count: u32) -> Vec<u64> {
        self.slice(part, first, count).iter().map(|message| message.id.0).collect()
    }

    /// Takes a part of a list.
    pub(crate) fn rows(&self, part: PreviewPart, first: u64, count: u32) -> Vec<PreviewMessage> {
        self.slice(part, first, count).iter().map(row).collect()
    }
}

fn row(message: &CoreMessage) -> PreviewMessage {
    PreviewMessage {
        id: message.id.0,
        role: messages::role(message.role),
        is_summary: message.is_summary,
        tools: message.tools.clone(),
        first_words: message.first_words.clone(),
        part: match message.fate {
            PreviewFate::Goes => PreviewPart::Goes,
            PreviewFate::Shortened => PreviewPart::Shortened,
            PreviewFate::Stays => PreviewPart::Stays,
        },
        reason: match message.reason {
            None => StayReason::None,
            Some(CoreReason::System) => StayReason::System,
            Some(CoreReason::Pinned) => StayReason::Pinned,
            Some(CoreReason::NewestRequest) => StayReason::NewestRequest,
            Some(CoreReason::Waiting) => StayReason::Waiting,
            Some(CoreReason::Recent) => StayReason::Recent,
        },
        tokens_before: message.tokens_before,
        tokens_after: message.tokens_after,
        kept: message.kept,
        can_be_kept: message.can_be_kept,
    }
}

#[cfg(test)]
mod tests {
    use vibeue_core::conversation::{MessageId, Role};

    use super::*;

    #[test]
    fn a_page_of_a_preview_ends_with_its_list_and_is_bounded() {
        let message = |id, fate| CoreMessage {
            id: MessageId(id),
            role: Role::User,
            is_summary: false,
            tools: Vec::new(),
            first_words: format!("words of {id}"),
            fate,
            reason: None,
            tokens_before: 7,
            tokens_after: 0,
            kept: false,
            can_be_kept: true,
        };
        let goes = (1..=2_500).map(|id| message(id, PreviewFate::Goes));
        let stays = (2_501..=2_502).map(|id| message(id, PreviewFate::Stays));
        let messages = PreviewMessages::of(goes.chain(stays).collect());
        let page = |part, first, count| messages.page(part, first, count);
        assert_eq!(page(PreviewPart::Goes, 10, 3), [11, 12, 13]);
        assert_eq!(page(PreviewPart::Goes, 500, u32::MAX), (501..=1_500).collect::<Vec<_>>());
        assert_eq!(page(PreviewPart::Goes, 2_499, 10), [2_500]);
        assert_eq!(page(PreviewPart::Stays, 0, 10), [2_501, 2_502]);
        assert_eq!(page(PreviewPart::Stays, u64::MAX, 10), [] as [u64; 0]);
        assert_eq!(page(PreviewPart::Shortened, 0, 10), [] as [u64; 0]);
        assert_eq!(page(PreviewPart { repr: 77 }, 0, 10), [] as [u64; 0]);
    }

    #[test]
    fn a_row_of_a_preview_is_reported_completely() {
        let message = CoreMessage {
            id: MessageId(7),
            role: Role::Tool,
            is_summary: false,
            tools: vec!["read_file".to_owned()],
            first_words: "a log".to_owned(),
            fate: PreviewFate::Stays,
            reason: Some(CoreReason::Pinned),
            tokens_before: 40,
            tokens_after: 40,
            kept: true,
            can_be_kept: false,
        };
        let expected = PreviewMessage {
            id: 7,
            role: messages::role(Role::Tool),
            is_summary: false,
            tools: vec!["read_file".to_owned()],
            first_words: "a log".to_owned(),
            part: PreviewPart::Stays,
            reason: StayReason::Pinned,
            tokens_before: 40,
            tokens_after: 40,
            kept: true,
            can_be_kept: false,
        };
        assert_eq!(PreviewMessages::of(vec![message]).rows(PreviewPart::Stays, 0, 9), [expected]);
    }
}
