//! Finds which of many literals occur in a text.

/// A set of literals, each of which can be marked as seen.
///
/// The literals are sorted once. At any place of a text, all literals that
/// start there are prefixes of the greatest literal that is not greater than
/// the rest of the text; so one binary search finds that one, and links from
/// each literal to the longest other literal that is its prefix give the
/// others. Small bitmaps over the first bytes rule out nearly every place
/// before that, and the search compares the first eight bytes as one number.
#[derive(Clone)]
pub(in crate::compaction) struct Literals<'a> {
    sorted: Vec<&'a [u8]>,
    /// The first eight bytes of each in `sorted`, as [`head`] makes them.
    heads: Vec<u64>,
    /// The index of each in `sorted`.
    indices: Vec<u32>,
    /// Position in `sorted` of the longest proper prefix, or `NONE`.
    prefix: Vec<u32>,
    marked: Vec<bool>,
    /// Where in `sorted` the literals with these two first bytes begin.
    buckets: Box<[u32]>,
    /// Whether a literal of four to seven bytes begins with four bytes of this
    /// hash.
    four: Box<[u64]>,
    /// Whether a literal of eight bytes or more begins with eight bytes of this
    /// hash.
    eight: Box<[u64]>,
    /// Whether a literal of two or three bytes begins with these two.
    short: Box<[u64]>,
}

const NONE: u32 = u32::MAX;
const FILTER_BITS: u32 = 19;

impl<'a> Literals<'a> {
    /// Takes the literals; those of less than two bytes count as always there.
    pub(in crate::compaction) fn new(texts: Vec<&'a str>) -> Self {
        let mut marked = vec![false; texts.len()];
        let mut order: Vec<(u64, &[u8], u32)> = Vec::with_capacity(texts.len());
        for (at, text) in texts.into_iter().enumerate() {
            if text.len() < 2 {
                marked[at] = true;
            } else {
                let bytes = text.as_bytes();
                order.push((head(bytes), bytes, u32::try_from(at).unwrap_or(NONE)));
            }
        }
        order.sort_unstable();
        let mut prefix = vec![NONE; order.len()];
        let mut open: Vec<usize> = Vec::new();
        for at in 0..order.len() {
            while let Some(&top) = open.last() {
                if order[at].1.starts_with(order[top].1) {
                    prefix[at] = u32::try_from(top).unwrap_or(NONE);
                    break;
                }
                open.pop();
            }
            open.push(at);
        }
        let mut short = vec![0u64; 1024].into_boxed_slice();
        let mut four = vec![0u64; 1 << (FILTER_BITS - 6)].into_boxed_slice();
        let mut eight = four.clone();
        let mut buckets = vec![0u32; 65_537].into_boxed_slice();
        for (_, bytes, _) in &order {
            let two = pair(bytes);
            buckets[two + 1] += 1;
            if let Some(first) = bytes.first_chunk::<8>() {
                set(&mut eight, hash_eight(u64::from_le_bytes(*first)));
            } else if let Some(first) = bytes.first_chunk::<4>() {
                set(&mut four, hash_four(u32::from_le_bytes(*first)));
            } else {
                set(&mut short, two);
            }
        }
        for at in 1..buckets.len() {
            buckets[at] += buckets[at - 1];
        }
        Self {
            sorted: order.iter().map(|literal| literal.1).collect(),
            heads: order.iter().map(|literal| literal.0).collect(),
            indices: order.iter().map(|literal| literal.2).collect(),
            prefix,
            marked,
            buckets,
            four,
            eight,
            short,
        }
    }

    /// Marks all literals that the text holds.
    pub(in crate::compaction) fn mark_in(&mut self, text: &str) {
        self.visit(text, |_| true);
    }

    /// Marks the literals that the text holds and tells each to `visit` the
    /// first time, by its index; where that says no, it is not marked.
    pub(in crate::compaction) fn visit(
        &mut self,
        text: &str,
        mut visit: impl FnMut(usize) -> bool,
    ) {
        let bytes = text.as_bytes();
        let long = bytes.len().saturating_sub(7);
        for at in 0..long {
            let Some(first) = bytes[at..].first_chunk::<8>() else { break };
            let first = u64::from_le_bytes(*first);
            if is_set(&self.eight, hash_eight(first))
                || is_set(&self.four, hash_four(first as u32))
                || is_set(&self.short, usize::from((first as u16).swap_bytes()))
            {
                self.visit_at(&bytes[at..], &mut visit);
            }
        }
        for at in long..bytes.len().saturating_sub(1) {
            self.visit_at(&bytes[at..], &mut visit);
        }
    }

    /// Visits the literals that `rest` begins with.
    fn visit_at(&mut self, rest: &[u8], visit: &mut impl FnMut(usize) -> bool) {
        let two = pair(rest);
        let (from, to) = (self.buckets[two] as usize, self.buckets[two + 1] as usize);
        if from == to {
            return;
        }
        let first = head(rest);
        let heads = &self.heads[from..to];
        let lower = from + heads.partition_point(|head| *head < first);
        // Those of the same eight bytes are told apart by the others.
        let same = self.heads[lower..to].iter().take_while(|head| **head == first).count();
        let below = lower + self.sorted[lower..lower + same].partition_point(|l| *l <= rest);
        if below == from {
            return;
        }
        let mut link = below - 1;
        let mut inside = false;
        loop {
            inside = inside || rest.starts_with(self.sorted[link]);
            if inside {
                let index = self.indices[link] as usize;
                if self.marked[index] {
                    break;
                }
                self.marked[index] = visit(index);
            }
            match self.prefix[link] {
                NONE => break,
                next => link = next as usize,
            }
        }
    }

    /// Marks one literal, by its index. Whoever does so marks all others that it
    /// begins with, too.
    pub(in crate::compaction) fn mark(&mut self, index: usize) {
        self.marked[index] = true;
    }

    /// Tells whether a literal was seen.
    pub(in crate::compaction) fn is_marked(&self, index: usize) -> bool {
        self.marked[index]
    }
}

fn pair(bytes: &[u8]) -> usize {
    usize::from(bytes[0]) << 8 | usize::from(bytes[1])
}

/// The first eight bytes as a number that sorts as they do; zeros stand for
/// those that are missing.
fn head(bytes: &[u8]) -> u64 {
    if let Some(first) = bytes.first_chunk::<8>() {
        return u64::from_be_bytes(*first);
    }
    let mut first = [0; 8];
    first[..bytes.len()].copy_from_slice(bytes);
    u64::from_be_bytes(first)
}

fn hash_four(four: u32) -> usize {
    (four.wrapping_mul(0x9E37_79B1) >> (32 - FILTER_BITS)) as usize
}

fn hash_eight(eight: u64) -> usize {
    (eight.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - FILTER_BITS)) as usize
}

fn set(bits: &mut [u64], at: usize) {
    bits[at >> 6] |= 1 << (at & 63);
}

fn is_set(bits: &[u64], at: usize) -> bool {
    bits[at >> 6] & (1 << (at & 63)) != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found<'a>(literals: &[&'a str], text: &str) -> Vec<&'a str> {
        let mut index = Literals::new(literals.to_vec());
        index.mark_in(text);
        (0..literals.len()).filter(|&at| index.is_marked(at)).map(|at| literals[at]).collect()
    }

    #[test]
    fn literals_are_found_anywhere_and_nested() {
        let literals = ["ab", "abc", "abcd", "bcd", "zz", "cde", "abd"];
        assert_eq!(found(&literals, "xabcdx"), ["ab", "abc", "abcd", "bcd"]);
        assert_eq!(found(&literals, "ab"), ["ab"]);
        assert_eq!(found(&literals, "a"), Vec::<&str>::new());
    }

    #[test]
    fn the_search_agrees_with_plain_contains() {
        // A small alphabet makes every nesting and overlap occur.
        let mut seed = 7u32;
        let mut next = move || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 24) as usize
        };
        for _ in 0..200 {
            let mut word = |longest: usize| -> String {
                let length = 2 + next() % longest;
                (0..length).map(|_| ['a', 'b', 'é'][next() % 3]).collect()
            };
            let mut literals: Vec<String> = (0..12).map(|_| word(5)).collect();
            literals.sort();
            literals.dedup();
            let text = word(30);
            let borrowed: Vec<&str> = literals.iter().map(String::as_str).collect();
            let expected: Vec<&str> =
                borrowed.iter().copied().filter(|literal| text.contains(literal)).collect();
            assert_eq!(found(&borrowed, &text), expected, "in {text}");
        }
    }
}
