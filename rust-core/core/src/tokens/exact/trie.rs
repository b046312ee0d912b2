//! The tree of all tokens by their bytes.

use super::vocabulary::{BYTE_TOKENS, Token, Vocabulary};

const NONE: u32 = u32::MAX;

/// Finds the longest token that a text starts with.
#[derive(Debug)]
pub(super) struct Trie {
    /// The node of each two bytes that some token starts with, else `NONE`.
    pairs: Vec<u32>,
    /// Open addressing: parent node and byte in the upper half, child below.
    edges: Vec<u64>,
    shift: u32,
    /// The longest token on the way to each node, the node's own included.
    longest: Vec<Token>,
    /// The longest proper prefix of each token that is a token, else `NONE`.
    shorter: Vec<Token>,
    byte_tokens: [Token; 256],
}

impl Trie {
    pub(super) fn new(vocabulary: &Vocabulary) -> Self {
        // A token adds about two nodes; the table grows when that is too few.
        let mut builder = Builder::new(vocabulary.len() * 2);
        let mut node_of = Vec::with_capacity(vocabulary.len());
        for token in 0..vocabulary.len() as Token {
            let node = if token < BYTE_TOKENS {
                // Nodes 0..256 are the single bytes in the order of their tokens.
                builder.push(NONE)
            } else {
                // Tokens are merged from older ones, so the left part has its node.
                let [left, right] = vocabulary.parts[token as usize];
                vocabulary
                    .bytes(right)
                    .iter()
                    .fold(node_of[left as usize], |node, &byte| builder.child(node, byte))
            };
            builder.own[node as usize] = token;
            node_of.push(node);
        }
        builder.finish(vocabulary, &node_of)
    }

    /// The longest token that `bytes` starts with. `bytes` must not be empty.
    #[inline]
    pub(super) fn longest_prefix(&self, bytes: &[u8]) -> Token {
        let single = self.byte_tokens[usize::from(bytes[0])];
        let [first, second, rest @ ..] = bytes else { return single };
        let mut node = self.pairs[usize::from(*first) << 8 | usize::from(*second)];
        if node == NONE {
            return single;
        }
        for &byte in rest {
            let child = self.child(node, byte);
            if child == NONE {
                break;
            }
            node = child;
        }
        self.longest[node as usize]
    }

    /// The longest token that is a proper prefix of `token`.
    #[inline]
    pub(super) fn shorter(&self, token: Token) -> Option<Token> {
        Some(self.shorter[token as usize]).filter(|&token| token != NONE)
    }

    #[inline]
    fn child(&self, node: u32, byte: u8) -> u32 {
        let key = edge_key(node, byte);
        let mut index = edge_index(key, self.shift);
        loop {
            let slot = self.edges[index];
            if slot == 0 {
                return NONE;
            }
            if slot >> 32 == key {
                return slot as u32;
            }
            index = (index + 1) & (self.edges.len() - 1);
        }
    }
}

#[inline]
fn edge_key(node: u32, byte: u8) -> u64 {
    u64::from(node) << 8 | u64::from(byte)
}

#[inline]
fn edge_index(key: u64, shift: u32) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> shift) as usize
}

/// A trie to which nodes are added.
struct Builder {
    edges: Vec<u64>,
    shift: u32,
    parents: Vec<u32>,
    own: Vec<Token>,
}

impl Builder {
    fn new(expected_nodes: usize) -> Self {
        let size = (expected_nodes * 2).next_power_of_two();
        Self {
            edges: vec![0; size],
            shift: u64::BITS - size.trailing_zeros(),
            parents: Vec::with_capacity(expected_nodes + expected_nodes / 4),
            own: Vec::with_capacity(expected_nodes + expected_nodes / 4),
        }
    }

    fn push(&mut self, parent: u32) -> u32 {
        let node = self.parents.len() as u32;
        self.parents.push(parent);
        self.own.push(NONE);
        node
    }

    /// The child of `node` at `byte`, made where there is none.
    fn child(&mut self, node: u32, byte: u8) -> u32 {
        let key = edge_key(node, byte);
        let mut index = edge_index(key, self.shift);
        loop {
            let slot = self.edges[index];
            if slot == 0 {
                break;
            }
            if slot >> 32 == key {
                return slot as u32;
            }
            index = (index + 1) & (self.edges.len() - 1);
        }
        let child = self.push(node);
        self.edges[index] = key << 32 | u64::from(child);
        if self.parents.len() * 4 > self.edges.len() * 3 {
            self.grow();
        }
        child
    }

    fn grow(&mut self) {
        let size = self.edges.len() * 2;
        let old = std::mem::replace(&mut self.edges, vec![0; size]);
        self.shift -= 1;
        for slot in old.into_iter().filter(|slot| *slot != 0) {
            let mut index = edge_index(slot >> 32, self.shift);
            while self.edges[index] != 0 {
                index = (index + 1) & (size - 1);
            }
            self.edges[index] = slot;
        }
    }

    fn finish(self, vocabulary: &Vocabulary, node_of: &[u32]) -> Trie {
        // Parents come before their children, so one pass in order inherits.
        let mut longest = self.own;
        for node in BYTE_TOKENS as usize..longest.len() {
            if longest[node] == NONE {
                longest[node] = longest[self.parents[node] as usize];
            }
        }
        let shorter = node_of
            .iter()
            .map(|&node| match self.parents[node as usize] {
                NONE => NONE,
                parent => longest[parent as usize],
            })
            .collect();
        let mut trie = Trie {
            pairs: vec![NONE; 1 << 16],
            edges: self.edges,
            shift: self.shift,
            longest,
            shorter,
            byte_tokens: vocabulary.byte_tokens,
        };
        for pair in 0..1 << 16 {
            let first = trie.byte_tokens[pair >> 8];
            trie.pairs[pair] = trie.child(first, pair as u8);
        }
        trie
    }
}
