//! One scale for counts of this program and of servers.

use vibeue_tokens::portion;

/// Converts counts of this program to the scale of the deciding number, which servers correct: a
/// report uses a single scale.
#[derive(Debug, Clone, Copy)]
pub(in crate::live) struct Scale {
    pub(in crate::live) used: u64,
    pub(in crate::live) counted: u64,
}

impl Scale {
    pub(in crate::live) fn of(self, tokens: u64) -> u64 {
        if self.counted == 0 || self.counted == self.used {
            return tokens;
        }
        portion(self.used, tokens, self.counted)
    }
}
