//! The trie of all tokens by their bytes.

use super::vocabulary::{Token, Vocabulary};

const NONE: u32 = u32::MAX;

/// A token that a text starts with, and its length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Prefix(u32);

impl Prefix {
    const TOKEN_BITS: u32 = 21;
    const LENGTH_BITS: u32 = u32::BITS - Self::TOKEN_BITS;
    const ABSENT: Self = Self(u32::MAX);

    /// Packs a token and its length.
    pub(super) fn new(token: Token, length: usize) -> Self {
        Self((length as u32) << Self::TOKEN_BITS | token)
    }

    /// The token.
    #[inline]
    pub(super) fn token(self) -> Token {
        self.0 & ((1 << Self::TOKEN_BITS) - 1)
    }

    /// The token's length in bytes.
    #[inline]
    pub(super) fn length(self) -> usize {
        (self.0 >> Self::TOKEN_BITS) as usize
    }
}

#[derive(Debug, Clone, Copy)]
struct Node {
    /// The node's first child; its last one comes just before the next node's
    /// first.
    first_child: u32,
    /// The longest token on the path to the node, including the node's own.
    longest: Prefix,
}

/// Finds the longest token that a text starts with.
///
/// Nodes are numbered level by level, and within a level by their bytes, so the
/// children of a node are stored together: a step reads one range and compares
/// the bytes of eight children at once. That keeps frequently read data small
/// enough for the processor's cache, unlike a hash table of all edges.
#[derive(Debug)]
pub(super) struct Trie {
    /// The node for each two bytes that some token starts with, otherwise
    /// `NONE`.
    pairs: Vec<u32>,
    /// All nodes, and a last one without children.
    nodes: Vec<Node>,
    /// The byte on the edge to each node, plus eight that may be read past the
    /// end.
    labels: Vec<u8>,
    /// The longest proper prefix of each token that is a token.
    shorter: Vec<Prefix>,
    byte_tokens: [Token; 256],
    /// For each byte, the nodes for two, three, ... repetitions of it. Ruled
    /// lines and indentation have tokens of a hundred bytes, and hostile texts
    /// look them up at each byte.
    runs: Vec<Vec<u32>>,
}

impl Trie {
    pub(super) fn new(vocabulary: &Vocabulary) -> Self {
        let sorted = sorted(vocabulary);
        let shared = shared_prefixes(vocabulary, &sorted);
        let level_starts = level_starts(vocabulary, &sorted, &shared);
        // There is one entry for each length, and one for the total.
        assert!(level_starts.len() < 1 << Prefix::LENGTH_BITS, "a token is too long");
        assert!(vocabulary.len() < 1 << Prefix::TOKEN_BITS, "there are too many tokens");
        let count = level_starts.last().map_or(0, |&end| end as usize);

        let mut trie = Self {
            pairs: vec![NONE; 1 << 16],
            nodes: vec![Node { first_child: count as u32, longest: Prefix::ABSENT }; count + 1],
            labels: vec![0; count + 8],
            shorter: vec![Prefix::ABSENT; vocabulary.len()],
            byte_tokens: vocabulary.byte_tokens,
            runs: Vec::new(),
        };
        // The next free node of each level, and the nodes on the path to the
        // token.
        let mut next = level_starts.clone();
        let mut path: Vec<u32> = Vec::new();
        for (&token, &shared) in sorted.iter().zip(&shared) {
            let bytes = vocabulary.bytes(token);
            path.truncate(shared as usize);
            while path.len() < bytes.len() {
                let depth = path.len();
                let node = next[depth];
                next[depth] += 1;
                trie.labels[node as usize] = bytes[depth];
                // Its children will be the next ones added to the level below.
                trie.nodes[node as usize].first_child = next[depth + 1];
                // Short tokens sort before their extensions: what is inherited
                // is already there.
                if let Some(&parent) = path.last() {
                    trie.nodes[node as usize].longest = trie.nodes[parent as usize].longest;
                }
                path.push(node);
            }
            let node = path[path.len() - 1] as usize;
            trie.shorter[token as usize] = trie.nodes[node].longest;
            trie.nodes[node].longest = Prefix::new(token, bytes.len());
        }
        trie.note_pairs(&level_starts);
        trie.runs = (0..=255).map(|byte| trie.run_nodes(byte)).collect();
        trie
    }

    /// The nodes for two, three, ... repetitions of a byte.
    fn run_nodes(&self, byte: u8) -> Vec<u32> {
        let second = self.pairs[usize::from(byte) << 8 | usize::from(byte)];
        let first = (second != NONE).then_some(second);
        std::iter::successors(first, |&node| self.child(node, byte)).collect()
    }

    /// Records the nodes of the second level, whether or not they are tokens.
    fn note_pairs(&mut self, level_starts: &[u32]) {
        for first in level_starts[0]..level_starts[1] {
            for child in self.children(first) {
                let pair = usize::from(self.labels[first as usize]) << 8
                    | usize::from(self.labels[child as usize]);
                self.pairs[pair] = child;
            }
        }
    }

    /// The longest token that `bytes` starts with. `bytes` must not be empty.
    #[inline]
    pub(super) fn longest_prefix(&self, bytes: &[u8]) -> Prefix {
        let single = Prefix::new(self.byte_tokens[usize::from(bytes[0])], 1);
        let [first, second, rest @ ..] = bytes else { return single };
        let mut rest = rest;
        let mut node = self.pairs[usize::from(*first) << 8 | usize::from(*second)];
        if node == NONE {
            return single;
        }
        if bytes.first_chunk() == Some(&[*first; 8]) {
            let nodes = &self.runs[usize::from(*first)];
            let longest = bytes.len().min(nodes.len() + 1);
            let length = run_length(&bytes[..longest]);
            node = nodes[length - 2];
            rest = &bytes[length..];
        }
        for &byte in rest {
            match self.child(node, byte) {
                Some(child) => node = child,
                None => break,
            }
        }
        self.nodes[node as usize].longest
    }

    /// The longest token that is a proper prefix of `token`.
    #[inline]
    pub(super) fn shorter(&self, token: Token) -> Option<Prefix> {
        Some(self.shorter[token as usize]).filter(|&prefix| prefix != Prefix::ABSENT)
    }

    #[inline]
    fn children(&self, node: u32) -> std::ops::Range<u32> {
        let node = node as usize;
        self.nodes[node].first_child..self.nodes[node + 1].first_child
    }

    #[inline]
    fn child(&self, node: u32, byte: u8) -> Option<u32> {
        const ONES: u64 = 0x0101_0101_0101_0101;
        let std::ops::Range { start: mut child, end } = self.children(node);
        while child < end {
            let labels: &[u8; 8] = self.labels[child as usize..].first_chunk()?;
            // The lowest byte that becomes zero gets its top bit set; bits set
            // above it may be wrong and are ignored.
            let difference = u64::from_le_bytes(*labels) ^ (u64::from(byte) * ONES);
            let zeros = difference.wrapping_sub(ONES) & !difference & (0x80 * ONES);
            if zeros != 0 {
                let found = child + zeros.trailing_zeros() / 8;
                return (found < end).then_some(found);
            }
            child += 8;
        }
        None
    }
}

/// How often the first byte is repeated at the start of `bytes`.
fn run_length(bytes: &[u8]) -> usize {
    let first = bytes[0];
    let (chunks, _) = bytes.as_chunks::<8>();
    let whole = 8 * chunks.iter().take_while(|&&chunk| chunk == [first; 8]).count();
    whole + bytes[whole..].iter().take_while(|&&byte| byte == first).count()
}

/// All tokens, sorted by their bytes.
fn sorted(vocabulary: &Vocabulary) -> Vec<Token> {
    // First by two bytes into buckets, which are then small enough to sort fast.
    let bucket = |token: Token| match *vocabulary.bytes(token) {
        [first] => usize::from(first) << 8,
        [first, second, ..] => usize::from(first) << 8 | usize::from(second),
        [] => 0,
    };
    let tokens = 0..vocabulary.len() as Token;
    let mut starts = vec![0usize; (1 << 16) + 1];
    for token in tokens.clone() {
        starts[bucket(token) + 1] += 1;
    }
    for index in 1..starts.len() {
        starts[index] += starts[index - 1];
    }
    let mut next = starts.clone();
    let mut sorted = vec![0; vocabulary.len()];
    for token in tokens {
        let slot = &mut next[bucket(token)];
        sorted[*slot] = token;
        *slot += 1;
    }
    for window in starts.windows(2) {
        let tokens = &mut sorted[window[0]..window[1]];
        if tokens.len() > 1 {
            tokens.sort_by_cached_key(|&token| {
                let bytes = vocabulary.bytes(token);
                let mut head = [0; 8];
                let tail = bytes.get(2..).unwrap_or(&[]);
                let known = tail.len().min(8);
                head[..known].copy_from_slice(&tail[..known]);
                (u64::from_be_bytes(head), bytes)
            });
        }
    }
    sorted
}

/// How many bytes each token shares with the one before it.
fn shared_prefixes(vocabulary: &Vocabulary, sorted: &[Token]) -> Vec<u32> {
    let mut previous: &[u8] = &[];
    let shared = sorted.iter().map(|&token| {
        let bytes = vocabulary.bytes(token);
        let shared = previous.iter().zip(bytes).take_while(|(left, right)| left == right).count();
        previous = bytes;
        shared as u32
    });
    shared.collect()
}

/// The number of the first node of each level; the last entries are the total.
fn level_starts(vocabulary: &Vocabulary, sorted: &[Token], shared: &[u32]) -> Vec<u32> {
    let deepest = sorted.iter().map(|&token| vocabulary.length(token)).max().unwrap_or(0);
    let mut starts = vec![0u32; deepest + 2];
    for (&token, &shared) in sorted.iter().zip(shared) {
        // Each token has one node on each level that the one before does not share.
        for count in &mut starts[shared as usize + 1..=vocabulary.length(token)] {
            *count += 1;
        }
    }
    for depth in 1..starts.len() {
        starts[depth] += starts[depth - 1];
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_token_and_each_of_its_shorter_prefixes_is_found() {
        let asset = include_bytes!("../../assets/vocab/cl100k_base.bpe");
        let vocabulary = Vocabulary::unpack(asset);
        let trie = Trie::new(&vocabulary);
        let tokens: std::collections::HashMap<&[u8], Token> =
            (0..vocabulary.len() as Token).map(|token| (vocabulary.bytes(token), token)).collect();
        for token in 0..vocabulary.len() as Token {
            let bytes = vocabulary.bytes(token);
            let shorter = (1..bytes.len()).rev().find_map(|end| tokens.get(&bytes[..end]));
            assert_eq!(trie.longest_prefix(bytes), Prefix::new(token, bytes.len()));
            assert_eq!(trie.shorter(token).map(Prefix::token), shorter.copied());
        }
    }
}
