//! A preview as C++ sees it.

use vibeue_core::compaction::StayReason as CoreReason;
use vibeue_core::conversation::MessageId;
use vibeue_core::session::live::{
    PreviewFate, PreviewMessage as CoreMessage, PreviewOffer as CoreOffer,
    PreviewOptions as CoreOptions, SummaryId, SummaryPreview as CorePreview,
};
use vibeue_core::settings::Mode;

use crate::fence::fenced;
use crate::ffi::ffi::{
    PreviewMessage, PreviewOffer, PreviewOptions, PreviewPart, PreviewStrategy, Status, StayReason,
    SummaryPreview,
};
use crate::live::lock;
use crate::messages::{self, MAX_PAGE};
use crate::reports;
use crate::session::Session;

/// The messages of the preview that was reported last. They stay here and are
/// handed over by pages: what telling a preview costs the host does not grow
/// with the conversation.
#[derive(Debug, Default)]
pub(crate) struct PreviewMessages {
    goes: Vec<CoreMessage>,
    shortened: Vec<CoreMessage>,
    stays: Vec<CoreMessage>,
}

impl PreviewMessages {
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

    /// Takes a part of a list, the ids alone.
    pub(crate) fn page(&self, part: PreviewPart, first: u64, count: u32) -> Vec<u64> {
        self.slice(part, first, count).iter().map(|message| message.id.0).collect()
    }

    /// Takes a part of a list.
    fn rows(&self, part: PreviewPart, first: u64, count: u32) -> Vec<PreviewMessage> {
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

/// Splits a preview into what is reported and what is kept.
pub(crate) fn part(preview: CorePreview) -> (SummaryPreview, PreviewMessages) {
    let sums = preview.sums;
    let request = preview.request_dollars_before.zip(preview.request_dollars_after);
    let told = SummaryPreview {
        summary: preview.summary.0,
        rung: reports::rung(Some(preview.rung)),
        goes: preview.goes.len() as u64,
        shortened: preview.shortened.len() as u64,
        stays: preview.stays.len() as u64,
        text: preview.text.unwrap_or_default(),
        results_pruned: preview.results_pruned,
        messages_trimmed: preview.messages_trimmed,
        tokens_before: preview.tokens_before,
        tokens_after: preview.tokens_after,
        dollars: preview.dollars.unwrap_or(0.0),
        options: told_options(preview.options),
        strategy: strategy(preview.strategy),
        target: preview.target,
        has_originals: preview.has_originals,
        tokens_gone: sums.goes,
        tokens_long: sums.shortened_before,
        tokens_short: sums.shortened_after,
        tokens_stay: sums.stays,
        tokens_summary: sums.summary,
        tokens_other_before: sums.other_before,
        tokens_other_after: sums.other_after,
        tokens_now: preview.tokens_now,
        has_request_dollars: request.is_some(),
        request_dollars_before: request.map_or(0.0, |it| it.0),
        request_dollars_after: request.map_or(0.0, |it| it.1),
        offers: preview.offers.into_iter().map(offer).collect(),
        warnings: preview.warnings,
    };
    (told, kept(preview.messages))
}

fn kept(messages: Vec<CoreMessage>) -> PreviewMessages {
    let mut parts = PreviewMessages::default();
    for message in messages {
        match message.fate {
            PreviewFate::Goes => parts.goes.push(message),
            PreviewFate::Shortened => parts.shortened.push(message),
            PreviewFate::Stays => parts.stays.push(message),
        }
    }
    parts
}

fn strategy(mode: Mode) -> PreviewStrategy {
    match mode {
        Mode::Rules => PreviewStrategy::Rules,
        Mode::Llm => PreviewStrategy::Model,
        Mode::Hybrid => PreviewStrategy::Hybrid,
        Mode::Native => PreviewStrategy::Native,
    }
}

fn offer(offer: CoreOffer) -> PreviewOffer {
    PreviewOffer {
        strategy: strategy(offer.strategy),
        model: offer.model.unwrap_or_default(),
        has_dollars: offer.dollars.is_some(),
        dollars: offer.dollars.unwrap_or(0.0),
        obstacle: offer.obstacle.unwrap_or_default(),
    }
}

/// What is tried, as C++ sees it.
pub(crate) fn told_options(options: CoreOptions) -> PreviewOptions {
    PreviewOptions {
        instructions: options.instructions.unwrap_or_default(),
        up_to: options.up_to.map_or(0, |id| id.0),
        strategy: options.strategy.map_or(PreviewStrategy::Settings, strategy),
        target: options.target.unwrap_or(0.0),
        originals: options.originals,
        keep: options.keep.into_iter().map(|id| id.0).collect(),
    }
}

/// What is tried, as the core takes it.
fn options(told: &PreviewOptions) -> CoreOptions {
    CoreOptions {
        instructions: (!told.instructions.is_empty()).then(|| told.instructions.clone()),
        up_to: (told.up_to != 0).then_some(MessageId(told.up_to)),
        strategy: match told.strategy {
            PreviewStrategy::Rules => Some(Mode::Rules),
            PreviewStrategy::Model => Some(Mode::Llm),
            PreviewStrategy::Hybrid => Some(Mode::Hybrid),
            PreviewStrategy::Native => Some(Mode::Native),
            _ => None,
        },
        target: (told.target != 0.0).then_some(told.target),
        originals: told.originals,
        keep: told.keep.iter().copied().map(MessageId).collect(),
    }
}

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl Session {
    pub fn try_preview(&self, told: &PreviewOptions) -> Status {
        let wanted = options(told);
        self.ask_lever(|session| session.try_preview(wanted))
    }

    pub fn preview_rows(&self, part: PreviewPart, first: u64, count: u32) -> Vec<PreviewMessage> {
        fenced(|_| Vec::new(), || lock(&self.live().previewed).rows(part, first, count))
    }

    pub fn apply_preview(&self, preview: u64, text: &str) -> Status {
        let text = (!text.is_empty()).then(|| text.to_owned());
        self.ask(|session| session.accept_preview_of(SummaryId(preview), text))
    }

    pub fn discard_preview(&self) -> Status {
        self.ask(vibeue_core::session::live::Session::discard_preview)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_core::conversation::Role;

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
        let messages = kept(goes.chain(stays).collect());
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
    fn a_row_of_a_preview_is_told_whole() {
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
        assert_eq!(kept(vec![message]).rows(PreviewPart::Stays, 0, 9), [expected]);
    }

    #[test]
    fn options_cross_the_border_and_come_back_as_they_were() {
        let all = CoreOptions {
            instructions: Some("keep the ids".to_owned()),
            up_to: Some(MessageId(9)),
            strategy: Some(Mode::Llm),
            target: Some(0.25),
            originals: true,
            keep: vec![MessageId(3)],
        };
        for given in [CoreOptions::default(), all] {
            assert_eq!(options(&told_options(given.clone())), given);
        }
        let forged = PreviewStrategy { repr: 77 };
        let told = PreviewOptions { strategy: forged, ..told_options(CoreOptions::default()) };
        assert_eq!(options(&told), CoreOptions::default());
    }
}
