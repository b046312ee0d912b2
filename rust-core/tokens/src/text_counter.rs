//! Counts one text, by vocabulary or by estimate.

use super::estimate::{ClassRatios, Sketch};
use super::exact::Bpe;

/// A way to count texts that stays the same while a message is counted, even if
/// another thread finishes loading a vocabulary in the meantime.
#[derive(Clone, Copy)]
pub(super) enum TextCounter {
    /// By the model's own vocabulary.
    Exact(&'static Bpe),
    /// By another vocabulary, scaled by the mix of classes in the text.
    Scaled(&'static Bpe, ClassRatios),
    /// Only by the shape of the text, scaled in the same way.
    Sketched(ClassRatios),
}

impl TextCounter {
    /// Returns whether counts are exact.
    pub(super) fn is_exact(self) -> bool {
        matches!(self, Self::Exact(_))
    }

    /// Returns whether counts are as good as they get: made with a vocabulary.
    pub(super) fn is_settled(self) -> bool {
        !matches!(self, Self::Sketched(_))
    }

    /// Counts a text: never more tokens than bytes.
    pub(super) fn count(self, text: &str) -> u64 {
        match self {
            _ if text.is_empty() => 0,
            Self::Exact(bpe) => bpe.count(text) as u64,
            Self::Scaled(bpe, ratios) => Sketch::of(text).scale(bpe.count(text) as u64, &ratios),
            Self::Sketched(ratios) => Sketch::of(text).tokens(&ratios),
        }
    }

    /// Counts a text of at most `limit` tokens; `None` if it has more. Stops as
    /// soon as that is certain.
    pub(super) fn count_till_limit(self, text: &str, limit: u64) -> Option<u64> {
        match self {
            Self::Exact(bpe) => {
                let limit = usize::try_from(limit).unwrap_or(usize::MAX);
                bpe.count_till_limit(text, limit).map(|tokens| tokens as u64)
            }
            // Without a vocabulary nothing can be saved: the sketch is one
            // pass. A text with no more bytes than the limit is simply counted.
            _ if text.len() as u64 <= limit => Some(self.count(text)),
            Self::Scaled(bpe, ratios) => {
                // Whatever the mix, the ratio is at least the smallest one.
                let most_base = usize::try_from(ratios.most_base(limit)).unwrap_or(usize::MAX);
                let base = bpe.count_till_limit(text, most_base)?;
                Some(Sketch::of(text).scale(base as u64, &ratios)).filter(|&tokens| tokens <= limit)
            }
            Self::Sketched(_) => Some(self.count(text)).filter(|&tokens| tokens <= limit),
        }
    }
}
