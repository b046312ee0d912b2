//! How the numbers of a preview add up.

use serde::{Deserialize, Serialize};

use super::{PreviewFate, PreviewMessage};

/// The tokens of a preview by what happens to them; they add up to the totals before and after.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreviewSums {
    /// Of the messages that go.
    pub goes: u64,
    /// Of those that become shorter, now.
    pub shortened_before: u64,
    /// Of those that become shorter, afterwards.
    pub shortened_after: u64,
    /// Of those that stay as they are.
    pub stays: u64,
    /// Of the new summary; 0 if none is written.
    pub summary: u64,
    /// Of everything else, now: system prompt, tools, the format, and messages that were added
    /// since.
    pub other_before: u64,
    /// The same afterwards, with the tool that reads the archive.
    pub other_after: u64,
    /// Of these, that tool; 0 if the model has it already.
    #[serde(default)]
    pub tool_after: u64,
}

impl PreviewSums {
    /// Adds up a preview.
    pub(in crate::live) fn of(
        rows: &[PreviewMessage],
        summary: u64,
        tool: u64,
        (before, after): (u64, u64),
    ) -> Self {
        let sum = |fate: PreviewFate, of: fn(&PreviewMessage) -> u64| -> u64 {
            rows.iter().filter(|row| row.fate == fate).map(of).sum()
        };
        let goes = sum(PreviewFate::Goes, |row| row.tokens_before);
        let shortened_before = sum(PreviewFate::Shortened, |row| row.tokens_before);
        let shortened_after = sum(PreviewFate::Shortened, |row| row.tokens_after);
        let stays = sum(PreviewFate::Stays, |row| row.tokens_before);
        let other_after = after.saturating_sub(summary + shortened_after + stays);
        Self {
            goes,
            shortened_before,
            shortened_after,
            stays,
            summary,
            other_before: before.saturating_sub(goes + shortened_before + stays),
            other_after,
            tool_after: tool.min(other_after),
        }
    }

    /// Tokens of the whole request now.
    pub fn before(&self) -> u64 {
        self.goes + self.shortened_before + self.stays + self.other_before
    }

    /// Tokens of the whole request afterwards.
    pub fn after(&self) -> u64 {
        self.summary + self.shortened_after + self.stays + self.other_after
    }
}

/// The numbers of a preview that depend on the text of its summary.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct PreviewNumbers {
    /// Tokens of the summary.
    pub summary: u64,
    /// Tokens of the whole request after it.
    pub after: u64,
    /// US dollars that the next request costs after it; 0 if not known.
    pub request_dollars_after: f64,
}

impl PreviewNumbers {
    /// Returns the numbers after the user edited the text: by our count it had `written` tokens
    /// and has `edited` now, and the meter shows `scale` times what we count.
    #[must_use]
    pub fn edited(self, written: u64, edited: u64, scale: f64) -> Self {
        let shown = |tokens: u64| (tokens as f64 * scale).round() as u64;
        let with = |tokens: u64| {
            let more = shown(edited.saturating_sub(written));
            tokens.saturating_sub(shown(written.saturating_sub(edited))).saturating_add(more)
        };
        let after = with(self.after);
        Self {
            summary: with(self.summary),
            after,
            request_dollars_after: self.request_dollars_after * after as f64
                / self.after.max(1) as f64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::preview_scale::PreviewScale;
    use super::*;
    use vibeue_conversation::{MessageId, Role};

    fn row(id: u64, fate: PreviewFate, tokens_before: u64, tokens_after: u64) -> PreviewMessage {
        PreviewMessage {
            id: MessageId(id),
            role: Role::User,
            is_summary: false,
            tools: Vec::new(),
            first_words: String::new(),
            fate,
            reason: None,
            tokens_before,
            tokens_after,
            kept: false,
            can_be_kept: false,
        }
    }

    #[test]
    fn an_edited_text_changes_the_summary_the_request_and_its_price_alike() {
        let numbers = PreviewNumbers { summary: 120, after: 1_000, request_dollars_after: 0.002 };
        assert_eq!(numbers.edited(100, 100, 1.0), numbers);
        let longer = PreviewNumbers { summary: 620, after: 1_500, request_dollars_after: 0.003 };
        assert_eq!(numbers.edited(100, 600, 1.0), longer);
        let empty = PreviewNumbers { summary: 20, after: 900, request_dollars_after: 0.0018 };
        assert_eq!(numbers.edited(100, 0, 1.0), empty);
        // A server that counts 50 % more than we do.
        assert_eq!(numbers.edited(100, 400, 1.5).after, 1_450);
        assert_eq!(numbers.edited(100, 60, 1.5).summary, 60);
        assert_eq!(PreviewNumbers::default().edited(7, 0, 1.0), PreviewNumbers::default());
    }

    #[test]
    fn the_parts_add_up_to_the_numbers_before_and_after() {
        let rows = [
            row(1, PreviewFate::Goes, 500, 0),
            row(2, PreviewFate::Goes, 60, 0),
            row(3, PreviewFate::Shortened, 300, 40),
            row(4, PreviewFate::Stays, 70, 70),
        ];
        let sums = PreviewSums::of(&rows, 90, 7, (1_000, 280));
        let expected = PreviewSums {
            goes: 560,
            shortened_before: 300,
            shortened_after: 40,
            stays: 70,
            summary: 90,
            other_before: 70,
            other_after: 80,
            tool_after: 7,
        };
        assert_eq!((sums, sums.before(), sums.after()), (expected, 1_000, 280));
        assert_eq!(PreviewSums::of(&[], 0, 0, (7, 7)).before(), 7);
        // No part is larger than what it is part of.
        assert_eq!(PreviewSums::of(&[], 0, 9, (7, 7)).tool_after, 7);
    }

    #[test]
    fn parts_are_shown_on_the_smaller_of_two_scales_and_never_exceed_the_whole() {
        let scale = PreviewScale::of_pairs((1_200, 1_000), (330, 300));
        assert_eq!((scale.of(300), scale.of(1_000), scale.of(1)), (330, 1_100, 1));
        assert_eq!(scale, PreviewScale::of_pairs((330, 300), (330, 300)));
        let same = PreviewScale::of_pairs((5, 5), (3, 3));
        assert_eq!(same.of(u64::MAX), u64::MAX);
        assert_eq!(PreviewScale::of_pairs((0, 0), (0, 0)).of(9), 0);
    }
}
