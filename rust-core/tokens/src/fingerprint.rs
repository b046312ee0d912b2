//! Recognizes a message whose count is already known.

use std::hash::{BuildHasher, RandomState};

use super::image::ImageFormula;
use super::piece::{self, Piece};
use vibeue_conversation::Message;

/// 128 bits that identify everything in a message that is counted.
pub(super) type Fingerprint = [u64; 2];

/// Computes fingerprints with keys of its own.
///
/// The keys are random for each fingerprinter, so no one who writes messages
/// can prepare two that are mistaken for each other; the fingerprints mean
/// nothing outside the process. The hash multiplies 64 by 64 bits and folds the
/// halves, in two lanes that both see all of the data.
#[derive(Debug, Clone)]
pub(super) struct Fingerprinter {
    keys: [u64; 4],
}

impl Fingerprinter {
    pub(super) fn new() -> Self {
        let random = RandomState::new();
        Self { keys: std::array::from_fn(|index| random.hash_one(index)) }
    }

    /// Returns the fingerprint of a message.
    pub(super) fn of(&self, message: &Message, images: ImageFormula) -> Fingerprint {
        let mut lanes = [self.keys[2], self.keys[3]];
        piece::visit(message, images, &mut |piece| match piece {
            Piece::Text(category, text) => {
                self.absorb(&mut lanes, category as u64, text.len() as u64);
                self.absorb_bytes(&mut lanes, text.as_bytes());
            }
            Piece::Fixed(category, tokens) => {
                self.absorb(&mut lanes, !(category as u64), tokens);
            }
        });
        let [a, b] = lanes;
        [fold(a ^ self.keys[0], b ^ self.keys[3]), fold(b ^ self.keys[1], a ^ self.keys[2])]
    }

    fn absorb(&self, lanes: &mut [u64; 2], low: u64, high: u64) {
        lanes[0] = fold(low ^ self.keys[0], high ^ lanes[0]);
        lanes[1] = fold(high ^ self.keys[1], low ^ lanes[1]);
    }

    fn absorb_bytes(&self, lanes: &mut [u64; 2], bytes: &[u8]) {
        let (blocks, rest) = bytes.as_chunks::<16>();
        for block in blocks {
            self.absorb_block(lanes, *block);
        }
        if !rest.is_empty() {
            let mut block = [0; 16];
            block[..rest.len()].copy_from_slice(rest);
            self.absorb_block(lanes, block);
        }
    }

    fn absorb_block(&self, lanes: &mut [u64; 2], block: [u8; 16]) {
        let both = u128::from_le_bytes(block);
        self.absorb(lanes, both as u64, (both >> 64) as u64);
    }
}

fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use vibeue_conversation::{MessageId, Part, Role};

    #[test]
    fn what_counts_the_same_has_the_same_fingerprint_and_nothing_else_has() {
        let prints = Fingerprinter::new();
        let of = |role, parts: &[&str]| {
            let parts = parts.iter().map(|text| Part::text(*text)).collect();
            prints.of(&Message::new(MessageId(1), role, parts), ImageFormula::GPT_4O)
        };
        let mut seen = HashSet::new();
        let mut texts: Vec<String> = (0..40).map(|length| "a".repeat(length)).collect();
        texts.extend((0..16).map(|at| format!("{}\0{}", "a".repeat(at), "a".repeat(15 - at))));
        for text in &texts {
            for role in [Role::System, Role::User, Role::Assistant] {
                assert!(seen.insert(of(role, &[text])), "{role:?} {text:?}");
                assert_eq!(of(role, &[text]), of(role, &[text]));
            }
        }
        assert!(seen.insert(of(Role::User, &["aa", "a"])));
        assert!(seen.insert(of(Role::User, &["a", "aa"])));
        let mut renumbered = Message::text(MessageId(9), Role::User, "aa");
        renumbered.pinned = true;
        assert_eq!(prints.of(&renumbered, ImageFormula::GPT_4O), of(Role::User, &["aa"]));
    }
}
