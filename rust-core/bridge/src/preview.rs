//! A preview as C++ sees it.

use vibeue_core::conversation::MessageId;
use vibeue_core::session::live::{
    PreviewOffer as CoreOffer, PreviewOptions as CoreOptions, SummaryPreview as CorePreview,
};
use vibeue_core::settings::Mode;

use crate::ffi::ffi::{PreviewOffer, PreviewOptions, PreviewStrategy, SummaryPreview};
use crate::preview_messages::PreviewMessages;
use crate::reports;

/// Splits a preview into what is reported and what is kept.
pub(crate) fn part(preview: CorePreview) -> (SummaryPreview, PreviewMessages) {
    let sums = preview.sums;
    let request = preview.request_dollars_before.zip(preview.request_dollars_after);
    let summary = SummaryPreview {
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
        options: options_to_ffi(preview.options),
        strategy: strategy(preview.strategy),
        target: preview.target,
        threshold: preview.threshold,
        next_at: preview.next_at,
        next_in: preview.next_in.unwrap_or(0),
        has_originals: preview.has_originals,
        tokens_gone: sums.goes,
        tokens_long: sums.shortened_before,
        tokens_short: sums.shortened_after,
        tokens_stay: sums.stays,
        tokens_summary: sums.summary,
        tokens_other_before: sums.other_before,
        tokens_other_after: sums.other_after,
        tokens_tool_after: sums.tool_after,
        tokens_now: preview.tokens_now,
        has_request_dollars: request.is_some(),
        request_dollars_before: request.map_or(0.0, |it| it.0),
        request_dollars_after: request.map_or(0.0, |it| it.1),
        offers: preview.offers.into_iter().map(offer).collect(),
        warnings: preview.warnings,
    };
    (summary, PreviewMessages::of(preview.messages))
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

/// The options that are tried, as C++ sees them.
pub(crate) fn options_to_ffi(options: CoreOptions) -> PreviewOptions {
    PreviewOptions {
        instructions: options.instructions.unwrap_or_default(),
        up_to: options.up_to.map_or(0, |id| id.0),
        strategy: options.strategy.map_or(PreviewStrategy::Settings, strategy),
        target: options.target.unwrap_or(0.0),
        threshold: options.threshold.unwrap_or(0.0),
        originals: options.originals,
        keep: options.keep.into_iter().map(|id| id.0).collect(),
    }
}

/// The options that are tried, as the core takes them.
pub(crate) fn options(given: &PreviewOptions) -> CoreOptions {
    CoreOptions {
        instructions: (!given.instructions.is_empty()).then(|| given.instructions.clone()),
        up_to: (given.up_to != 0).then_some(MessageId(given.up_to)),
        strategy: match given.strategy {
            PreviewStrategy::Rules => Some(Mode::Rules),
            PreviewStrategy::Model => Some(Mode::Llm),
            PreviewStrategy::Hybrid => Some(Mode::Hybrid),
            PreviewStrategy::Native => Some(Mode::Native),
            _ => None,
        },
        target: (given.target != 0.0).then_some(given.target),
        threshold: (given.threshold != 0.0).then_some(given.threshold),
        originals: given.originals,
        keep: given.keep.iter().copied().map(MessageId).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_cross_the_border_and_come_back_as_they_were() {
        let all = CoreOptions {
            instructions: Some("keep the ids".to_owned()),
            up_to: Some(MessageId(9)),
            strategy: Some(Mode::Llm),
            target: Some(0.25),
            threshold: Some(0.65),
            originals: true,
            keep: vec![MessageId(3)],
        };
        for given in [CoreOptions::default(), all] {
            assert_eq!(options(&options_to_ffi(given.clone())), given);
        }
        let forged = PreviewStrategy { repr: 77 };
        let told = PreviewOptions { strategy: forged, ..options_to_ffi(CoreOptions::default()) };
        assert_eq!(options(&told), CoreOptions::default());
    }
}
