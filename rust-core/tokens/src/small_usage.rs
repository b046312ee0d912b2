//! A message's usage in at most forty bytes.

use super::Usage;

/// The [`Usage`] of one message in 32-bit numbers, and whether it is settled:
/// counted with the vocabulary that its counter uses. A session keeps one per
/// message. A field that does not fit stays at the largest number (four billion
/// tokens in one message).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SmallUsage {
    fields: [u32; 9],
    pub(super) settled: bool,
}

const _: () = assert!(size_of::<SmallUsage>() <= 40);

impl SmallUsage {
    pub(super) fn new(usage: &Usage, settled: bool) -> Self {
        let fields = [
            usage.system,
            usage.tools,
            usage.summary,
            usage.user,
            usage.assistant,
            usage.tool_calls,
            usage.tool_results,
            usage.images,
            usage.overhead,
        ];
        Self { fields: fields.map(|tokens| u32::try_from(tokens).unwrap_or(u32::MAX)), settled }
    }

    pub(super) fn usage(&self) -> Usage {
        Usage::of(self.fields.map(u64::from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_up_to_32_bits_and_nothing_wraps_above() {
        let usage = Usage {
            system: 1,
            tools: 2,
            summary: 3,
            user: 4,
            assistant: 5,
            tool_calls: 6,
            tool_results: 7,
            images: 8,
            overhead: 9,
        };
        assert_eq!(SmallUsage::new(&usage, true).usage(), usage);
        let huge = Usage { user: u64::MAX, ..usage };
        let kept = Usage { user: u64::from(u32::MAX), ..usage };
        assert_eq!(SmallUsage::new(&huge, true).usage(), kept);
    }
}
