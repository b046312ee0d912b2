//! A preview as C++ sees it.

use vibeue_core::conversation::MessageId;
use vibeue_core::session::live::SummaryPreview as CorePreview;

use crate::ffi::ffi::{PreviewPart, SummaryPreview};
use crate::messages::MAX_PAGE;
use crate::reports;

/// The messages of the preview that was reported last. They stay here and are
/// handed over by pages: what telling a preview costs the host does not grow
/// with the conversation.
#[derive(Debug, Default)]
pub(crate) struct PreviewMessages {
    goes: Vec<MessageId>,
    shortened: Vec<MessageId>,
    stays: Vec<MessageId>,
}

impl PreviewMessages {
    /// Takes a part of a list.
    pub(crate) fn page(&self, part: PreviewPart, first: u64, count: u32) -> Vec<u64> {
        let ids = match part {
            PreviewPart::Goes => &self.goes[..],
            PreviewPart::Shortened => &self.shortened,
            PreviewPart::Stays => &self.stays,
            _ => &[],
        };
        let first = usize::try_from(first).unwrap_or(usize::MAX).min(ids.len());
        ids[first..].iter().take(count.min(MAX_PAGE) as usize).map(|id| id.0).collect()
    }
}

/// Splits a preview into what is reported and what is kept.
pub(crate) fn part(preview: CorePreview) -> (SummaryPreview, PreviewMessages) {
    let CorePreview { goes, shortened, stays, .. } = preview;
    let told = SummaryPreview {
        summary: preview.summary.0,
        rung: reports::rung(Some(preview.rung)),
        goes: goes.len() as u64,
        shortened: shortened.len() as u64,
        stays: stays.len() as u64,
        text: preview.text.unwrap_or_default(),
        results_pruned: preview.results_pruned,
        messages_trimmed: preview.messages_trimmed,
        tokens_before: preview.tokens_before,
        tokens_after: preview.tokens_after,
        dollars: preview.dollars.unwrap_or(0.0),
        warnings: preview.warnings,
    };
    (told, PreviewMessages { goes, shortened, stays })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_of_a_preview_ends_with_its_list_and_is_bounded() {
        let messages = PreviewMessages {
            goes: (1..=2_500).map(MessageId).collect(),
            shortened: Vec::new(),
            stays: vec![MessageId(2_501), MessageId(2_502)],
        };
        let page = |part, first, count| messages.page(part, first, count);
        assert_eq!(page(PreviewPart::Goes, 10, 3), [11, 12, 13]);
        assert_eq!(page(PreviewPart::Goes, 500, u32::MAX), (501..=1_500).collect::<Vec<_>>());
        assert_eq!(page(PreviewPart::Goes, 2_499, 10), [2_500]);
        assert_eq!(page(PreviewPart::Stays, 0, 10), [2_501, 2_502]);
        assert_eq!(page(PreviewPart::Stays, u64::MAX, 10), [] as [u64; 0]);
        assert_eq!(page(PreviewPart::Shortened, 0, 10), [] as [u64; 0]);
        assert_eq!(page(PreviewPart { repr: 77 }, 0, 10), [] as [u64; 0]);
    }
}
