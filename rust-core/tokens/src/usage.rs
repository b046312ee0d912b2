//! What the tokens of a request are spent on.

use std::ops::{Add, AddAssign, Sub, SubAssign};

use serde::{Deserialize, Serialize};

/// Tokens of a request, or of one message, by what they are spent on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Text of system messages.
    pub system: u64,
    /// Tool definitions.
    pub tools: u64,
    /// Summaries of condensed messages.
    pub summary: u64,
    /// Text of user messages.
    pub user: u64,
    /// Text of assistant messages, including thinking blocks.
    pub assistant: u64,
    /// Names and arguments of tool calls.
    pub tool_calls: u64,
    /// Text of tool results.
    pub tool_results: u64,
    /// Images, wherever they are.
    pub images: u64,
    /// What the wire format adds per message, name and reply.
    pub overhead: u64,
}

impl Usage {
    /// From its parts, in the order of the fields.
    pub(super) fn of(parts: [u64; 9]) -> Self {
        let [system, tools, summary, user, assistant, tool_calls, tool_results, images, overhead] =
            parts;
        Self { system, tools, summary, user, assistant, tool_calls, tool_results, images, overhead }
    }

    /// All tokens together.
    pub fn total(&self) -> u64 {
        self.named().map(|(_, tokens)| tokens).iter().sum()
    }

    /// What tokens are spent on, each by the name that tables and messages call it.
    pub fn named(&self) -> [(&'static str, u64); 9] {
        [
            ("system prompt", self.system),
            ("tools", self.tools),
            ("summary", self.summary),
            ("user", self.user),
            ("assistant", self.assistant),
            ("tool calls", self.tool_calls),
            ("tool results", self.tool_results),
            ("images", self.images),
            ("overhead", self.overhead),
        ]
    }

    /// The same shares of another total: each part in proportion, rounded so that they add up to
    /// exactly `total`. If nothing is known to be spent on anything, all of it is overhead.
    #[must_use]
    pub fn scaled_to(&self, total: u64) -> Self {
        let counted = self.total();
        if counted == total {
            return *self;
        }
        if counted == 0 {
            return Self { overhead: total, ..Self::default() };
        }
        // The part of the way up to and including each part is rounded, and a
        // part is what lies between two of them: no rounding adds up.
        let (mut passed, mut given) = (0, 0);
        let mut scale = |part: u64| {
            passed += part;
            let up_to = portion(total, passed, counted);
            let share = up_to - given;
            given = up_to;
            share
        };
        Self {
            system: scale(self.system),
            tools: scale(self.tools),
            summary: scale(self.summary),
            user: scale(self.user),
            assistant: scale(self.assistant),
            tool_calls: scale(self.tool_calls),
            tool_results: scale(self.tool_results),
            images: scale(self.images),
            overhead: scale(self.overhead),
        }
    }
}

/// `whole x part / of`, rounded to the nearest; `of` is not 0.
pub fn portion(whole: u64, part: u64, of: u64) -> u64 {
    let of = u128::from(of);
    let share = (u128::from(whole) * u128::from(part) + of / 2) / of;
    u64::try_from(share).unwrap_or(u64::MAX)
}

macro_rules! by_field {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign:ident, $op:ident) => {
        impl $assign_trait for Usage {
            fn $assign(&mut self, other: Self) {
                self.system = self.system.$op(other.system);
                self.tools = self.tools.$op(other.tools);
                self.summary = self.summary.$op(other.summary);
                self.user = self.user.$op(other.user);
                self.assistant = self.assistant.$op(other.assistant);
                self.tool_calls = self.tool_calls.$op(other.tool_calls);
                self.tool_results = self.tool_results.$op(other.tool_results);
                self.images = self.images.$op(other.images);
                self.overhead = self.overhead.$op(other.overhead);
            }
        }

        impl $trait for Usage {
            type Output = Self;

            fn $method(mut self, other: Self) -> Self {
                self.$assign(other);
                self
            }
        }
    };
}

by_field!(Add, add, AddAssign, add_assign, saturating_add);
by_field!(Sub, sub, SubAssign, sub_assign, saturating_sub);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_parts_together_are_the_total() {
        let parts = [1, 20, 300, 4_000, 50_000, 600_000, 7_000_000, 80_000_000, 900_000_000];
        let counted = Usage::of(parts);
        assert_eq!(counted.named().map(|(_, tokens)| tokens), parts);
        assert_eq!(counted.total(), 987_654_321);
    }

    #[test]
    fn shares_stay_in_proportion() {
        let counted = Usage::of([168, 299, 0, 100, 43, 0, 0, 0, 0]);
        assert_eq!(counted.scaled_to(1_220), Usage::of([336, 598, 0, 200, 86, 0, 0, 0, 0]));
        assert_eq!(counted.scaled_to(610), counted);
        let nothing = Usage::default();
        assert_eq!(nothing.scaled_to(7), Usage { overhead: 7, ..nothing });
        let one = Usage::of([1, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(one.scaled_to(u64::MAX), Usage { system: u64::MAX, ..nothing });
    }

    #[test]
    fn scaled_shares_add_up_to_the_total_exactly() {
        for case in 0..4_096_u64 {
            // Nine parts of 0, 1, 7 or 10,000,019 tokens, as the digits say.
            let part = |nth: u32| [0, 1, 7, 10_000_019][(case >> (2 * nth % 12) & 3) as usize];
            let counted = Usage::of(std::array::from_fn(|nth| part(nth as u32)));
            for total in [0, 1, 2, 5, 8, 1_000, 9_999_999, 10_000_019, 90_000_171, u64::MAX] {
                let scaled = counted.scaled_to(total);
                assert_eq!(scaled.total(), total, "{counted:?}");
                // No share comes from nowhere.
                let known = counted.total() > 0;
                assert!(!known || counted.system > 0 || scaled.system == 0, "{counted:?}");
                assert!(!known || counted.images > 0 || scaled.images == 0, "{counted:?}");
            }
        }
    }
}
