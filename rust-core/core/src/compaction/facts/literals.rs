//! Finds which of many literals occur in a text.

/// A set of literals, each of which can be marked as seen.
///
/// The literals are sorted once. At any place of a text, all literals that
/// start there are prefixes of the greatest literal that is not greater than
/// the rest of the text; so one binary search finds that one, and links from
/// each literal to the longest other literal that is its prefix give the
/// others. Two small bitmaps rule out nearly every place before that.
pub(in crate::compaction) struct Literals<'a> {
    sorted: Vec<(&'a [u8], u32)>,
    /// Position in `sorted` of the longest proper prefix, or `NONE`.
    prefix: Vec<u32>,
    marked: Vec<bool>,
    /// Whether any literal begins with these two bytes.
    starts: Box<[u64]>,
    /// Where in `sorted` the literals with these two first bytes begin.
    buckets: Box<[u32]>,
    /// Whether any literal begins with four bytes of this hash, or is shorter
    /// than four bytes and begins with these two.
    filter: Box<[u64]>,
    /// Whether a literal of two or three bytes begins with these two.
    short: Box<[u64]>,
}

const NONE: u32 = u32::MAX;
const FILTER_BITS: u32 = 18;

impl<'a> Literals<'a> {
    /// Takes the literals; those of less than two bytes count as always there.
    pub(in crate::compaction) fn new(texts: Vec<&'a str>) -> Self {
        let mut marked = vec![false; texts.len()];
        let mut sorted = Vec::with_capacity(texts.len());
        for (at, text) in texts.into_iter().enumerate() {
            if text.len() < 2 {
                marked[at] = true;
            } else {
                sorted.push((text.as_bytes(), u32::try_from(at).unwrap_or(NONE)));
            }
        }
        sorted.sort_unstable();
        let mut prefix = vec![NONE; sorted.len()];
        let mut open: Vec<usize> = Vec::new();
        for at in 0..sorted.len() {
            while let Some(&top) = open.last() {
                if sorted[at].0.starts_with(sorted[top].0) {
                    prefix[at] = u32::try_from(top).unwrap_or(NONE);
                    break;
                }
                open.pop();
            }
            open.push(at);
        }
        let mut starts = vec![0u64; 1024].into_boxed_slice();
        let mut short = vec![0u64; 1024].into_boxed_slice();
        let mut filter = vec![0u64; 1 << (FILTER_BITS - 6)].into_boxed_slice();
        let mut buckets = vec![0u32; 65_537].into_boxed_slice();
        for (bytes, _) in &sorted {
            let two = pair(bytes);
            starts[two >> 6] |= 1 << (two & 63);
            buckets[two + 1] += 1;
            if let Some(four) = bytes.first_chunk::<4>() {
                let hash = hash_four(*four);
                filter[hash >> 6] |= 1 << (hash & 63);
            } else {
                short[two >> 6] |= 1 << (two & 63);
            }
        }
        for at in 1..buckets.len() {
            buckets[at] += buckets[at - 1];
        }
        Self { sorted, prefix, marked, starts, buckets, filter, short }
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
        for at in 0..bytes.len().saturating_sub(1) {
            let rest = &bytes[at..];
            let two = pair(rest);
            if self.starts[two >> 6] & (1 << (two & 63)) == 0 {
                continue;
            }
            let long = rest.first_chunk::<4>().is_some_and(|four| {
                let hash = hash_four(*four);
                self.filter[hash >> 6] & (1 << (hash & 63)) != 0
            });
            if !long && self.short[two >> 6] & (1 << (two & 63)) == 0 {
                continue;
            }
            let (from, to) = (self.buckets[two] as usize, self.buckets[two + 1] as usize);
            let below = self.sorted[from..to].partition_point(|(literal, _)| *literal <= rest);
            if below == 0 {
                continue;
            }
            let mut link = from + below - 1;
            let mut inside = false;
            loop {
                let (literal, index) = self.sorted[link];
                inside = inside || rest.starts_with(literal);
                if inside {
                    let index = index as usize;
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
    }

    /// Tells whether a literal was seen.
    pub(in crate::compaction) fn is_marked(&self, index: usize) -> bool {
        self.marked[index]
    }
}

fn pair(bytes: &[u8]) -> usize {
    usize::from(bytes[0]) << 8 | usize::from(bytes[1])
}

fn hash_four(four: [u8; 4]) -> usize {
    (u32::from_le_bytes(four).wrapping_mul(0x9E37_79B1) >> (32 - FILTER_BITS)) as usize
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
