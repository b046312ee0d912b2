//! Finds which of many literals occur in a text.

use crate::work::{Work, count};

/// A set of literals, each of which can be marked as seen.
///
/// The literals are sorted once. At any position in a text, all literals that
/// start there are prefixes of the greatest literal that is not greater than
/// the rest of the text; so one binary search finds that one, and links from
/// each literal to the longest other literal that is its prefix give the
/// others. Small bitmaps over the first bytes rule out nearly every position
/// before that, and the search compares the first sixteen bytes as one number.
/// When half of the literals are marked, or marked ones were met often, the
/// bitmaps are rebuilt without them, so the search soon skips literals that
/// occur everywhere.
#[derive(Clone)]
pub(crate) struct Literals<'a> {
    sorted: Vec<&'a [u8]>,
    /// The first sixteen bytes of each literal in `sorted`, see [`head`].
    heads: Vec<u128>,
    /// The index of each literal in `sorted`.
    indices: Vec<u32>,
    /// Position in `sorted` of the longest proper prefix, or `NONE`.
    prefix: Vec<u32>,
    marked: Vec<bool>,
    /// Where in `sorted` the literals with these first two bytes begin.
    buckets: Box<[u32]>,
    starts: Starts,
    /// Literals that were not yet marked when `starts` was built, and how many
    /// of them have been marked since.
    open: usize,
    closed: usize,
    /// Positions met since then at which only marked literals begin.
    wasted: usize,
}

const NONE: u32 = u32::MAX;
/// With fewer open literals than this the bitmaps are nearly empty anyway.
const FEW: usize = 128;

impl<'a> Literals<'a> {
    /// Takes the literals; those shorter than two bytes count as always
    /// present.
    pub(crate) fn new(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let texts = texts.into_iter();
        let some = texts.size_hint().0;
        let mut marked = Vec::with_capacity(some);
        let mut order: Vec<(u128, &[u8], u32)> = Vec::with_capacity(some);
        for (at, text) in texts.enumerate() {
            marked.push(text.len() < 2);
            if text.len() >= 2 {
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
        let mut starts = Starts::new();
        let mut buckets = vec![0u32; 65_537].into_boxed_slice();
        for (_, bytes, _) in &order {
            buckets[pair(bytes) + 1] += 1;
            starts.add(bytes);
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
            starts,
            open: order.len(),
            closed: 0,
            wasted: 0,
        }
    }

    /// Rebuilds the bitmaps for the literals that are still open.
    fn reopen(&mut self) {
        self.starts = Starts::new();
        self.open = 0;
        self.closed = 0;
        self.wasted = 0;
        for (bytes, index) in self.sorted.iter().zip(&self.indices) {
            if !self.marked[*index as usize] {
                self.starts.add(bytes);
                self.open += 1;
            }
        }
    }

    /// Marks all literals that occur in the text.
    pub(crate) fn mark_in(&mut self, text: &str) {
        self.visit(text, |_| true);
    }

    /// Marks the literals that occur in the text and passes the index of each
    /// to `visit` the first time; if that returns `false`, it is not marked.
    pub(crate) fn visit(&mut self, text: &str, mut visit: impl FnMut(usize) -> bool) {
        let bytes = text.as_bytes();
        let long = bytes.len().saturating_sub(15);
        for (at, first) in bytes.windows(16).enumerate() {
            let Some(first) = first.first_chunk::<16>() else { break };
            if self.starts.may_start(first) {
                self.visit_at(&bytes[at..], &mut visit);
            }
        }
        for at in long..bytes.len().saturating_sub(1) {
            let rest = &bytes[at..];
            let mut first = [0; 16];
            first[..rest.len()].copy_from_slice(rest);
            if self.starts.may_start(&first) {
                self.visit_at(rest, &mut visit);
            }
        }
        let stale = self.closed * 2 >= self.open || self.wasted * 4 >= self.sorted.len();
        if self.closed > 0 && stale && self.open >= FEW {
            self.reopen();
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
        // Literals with the same first sixteen bytes differ in what follows.
        let same = self.heads[lower..to].partition_point(|head| *head == first);
        let below = lower + self.sorted[lower..lower + same].partition_point(|l| *l <= rest);
        if below == from {
            return;
        }
        let mut link = below - 1;
        let mut inside = false;
        loop {
            count(Work::Compared, 1);
            inside = inside || self.begins(rest, first, link);
            if inside {
                let index = self.indices[link] as usize;
                if self.marked[index] {
                    self.wasted += 1;
                    break;
                }
                if visit(index) {
                    self.mark(index);
                }
            }
            match self.prefix[link] {
                NONE => break,
                next => link = next as usize,
            }
        }
    }

    /// Returns whether `rest`, whose head is `first`, begins with the literal at `link`: in most
    /// cases comparing the heads decides it.
    fn begins(&self, rest: &[u8], first: u128, link: usize) -> bool {
        let literal = self.sorted[link];
        let differ = self.heads[link] ^ first;
        if literal.len() <= 16 {
            rest.len() >= literal.len() && differ >> (128 - 8 * literal.len()) == 0
        } else {
            differ == 0 && rest.starts_with(literal)
        }
    }

    /// Marks one literal by its index. The caller should also mark all other
    /// literals that are prefixes of it.
    pub(crate) fn mark(&mut self, index: usize) {
        self.closed += usize::from(!std::mem::replace(&mut self.marked[index], true));
    }

    /// Returns whether a literal was seen.
    pub(crate) fn is_marked(&self, index: usize) -> bool {
        self.marked[index]
    }
}

fn pair(bytes: &[u8]) -> usize {
    usize::from(bytes[0]) << 8 | usize::from(bytes[1])
}

/// The first sixteen bytes as a number that sorts as they do; missing bytes
/// count as zeros.
fn head(bytes: &[u8]) -> u128 {
    if let Some(first) = bytes.first_chunk::<16>() {
        return u128::from_be_bytes(*first);
    }
    let mut first = [0; 16];
    first[..bytes.len()].copy_from_slice(bytes);
    u128::from_be_bytes(first)
}

/// How literals begin, by length: bitmaps that answer "no" for nearly every
/// position where no literal begins, and never for one where a literal does.
#[derive(Clone)]
struct Starts {
    /// The first two bytes of literals of two or three bytes.
    pairs: Box<[u64; 1 << 10]>,
    /// Hashes of the two or three bytes of literals of that length.
    short: Bitmap,
    /// Hashes of the first four bytes of all literals of at least that length.
    lead: Bitmap,
    /// Hashes of the first four bytes of literals of four to seven bytes.
    four: Bitmap,
    /// Hashes of the first eight bytes of literals of eight to fifteen bytes.
    eight: Bitmap,
    /// Hashes of the first sixteen bytes of longer literals.
    sixteen: Bitmap,
}

/// Bits indexed by the hash of some bytes. The size is in the type, so that
/// look-ups need no bounds check.
type Bitmap = Box<[u64; 1 << (Starts::BITS - 6)]>;

fn zeros<const N: usize>() -> Box<[u64; N]> {
    vec![0u64; N].into_boxed_slice().try_into().expect("the slice was made with that length")
}

impl Starts {
    /// Each bitmap of hashes has two to the power of this many bits.
    const BITS: u32 = 19;

    fn new() -> Self {
        Self {
            pairs: zeros(),
            short: zeros(),
            lead: zeros(),
            four: zeros(),
            eight: zeros(),
            sixteen: zeros(),
        }
    }

    fn add(&mut self, literal: &[u8]) {
        let mut first = [0; 16];
        let length = literal.len().min(16);
        first[..length].copy_from_slice(&literal[..length]);
        let [low, high] = halves(&first);
        if length >= 4 {
            set(&mut *self.lead, Self::hash(low << 32));
        }
        match length {
            0..=3 => {
                set(&mut *self.pairs, usize::from(low as u16));
                set(&mut *self.short, Self::hash(low << (64 - 8 * length)));
            }
            4..=7 => set(&mut *self.four, Self::hash(low << 32)),
            8..=15 => set(&mut *self.eight, Self::hash(low)),
            _ => set(&mut *self.sixteen, Self::hash(mix(low, high))),
        }
    }

    /// Returns whether a literal may begin with these bytes; zeros stand in for bytes after the end
    /// of the text.
    #[inline(always)]
    fn may_start(&self, first: &[u8; 16]) -> bool {
        let [low, _] = halves(first);
        let lead = Self::hash(low << 32);
        is_set(&*self.lead, lead) && self.may_start_long(first, lead)
            || is_set(&*self.pairs, usize::from(low as u16)) && self.may_start_short(low)
    }

    fn may_start_long(&self, first: &[u8; 16], lead: usize) -> bool {
        let [low, high] = halves(first);
        is_set(&*self.four, lead)
            || is_set(&*self.eight, Self::hash(low))
            || is_set(&*self.sixteen, Self::hash(mix(low, high)))
    }

    fn may_start_short(&self, low: u64) -> bool {
        is_set(&*self.short, Self::hash(low << 48)) || is_set(&*self.short, Self::hash(low << 40))
    }

    fn hash(bytes: u64) -> usize {
        (bytes.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - Self::BITS)) as usize
    }
}

fn halves(first: &[u8; 16]) -> [u64; 2] {
    let both = u128::from_le_bytes(*first);
    [both as u64, (both >> 64) as u64]
}

fn mix(low: u64, high: u64) -> u64 {
    low ^ high.wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(32)
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
        let mut index = Literals::new(literals.iter().copied());
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
        // A small alphabet makes every kind of nesting and overlap occur.
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
    #[test]
    fn literals_of_every_length_are_found_while_others_are_marked_already() {
        let mut seed = 11u32;
        let mut next = move || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 24) as usize
        };
        for _ in 0..8 {
            let texts: Vec<String> = (0..24)
                .map(|_| (0..40).map(|_| ["Source/", "Game", "b", "é"][next() % 4]).collect())
                .collect();
            // Half of the literals are pieces of the texts, half are a byte off.
            let mut literals: Vec<String> = Vec::new();
            while literals.len() < 4 * FEW {
                let text = &texts[next() % texts.len()];
                let from = text.ceil_char_boundary(next() % 60);
                let to = text.ceil_char_boundary(from + 2 + next() % 24);
                let end = if next() % 2 == 0 { "" } else { "x" };
                literals.push(format!("{}{end}", &text[from..to]));
            }
            literals.sort();
            literals.dedup();
            let borrowed: Vec<&str> = literals.iter().map(String::as_str).collect();
            let mut index = Literals::new(borrowed.iter().copied());
            for (so_far, text) in texts.iter().enumerate() {
                index.mark_in(text);
                for (at, literal) in borrowed.iter().enumerate() {
                    let expected = texts[..=so_far].iter().any(|text| text.contains(literal));
                    assert_eq!(index.is_marked(at), expected, "{literal} in {text}");
                }
            }
        }
    }
}
