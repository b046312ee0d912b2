//! Byte pair encoding of one piece in linear time.
//!
//! Merging by rank gives one encoding for every prefix of a piece, and any two neighbours in it are
//! a *compatible* pair: encoded together, they stay separate. The converse holds as well: a
//! sequence of tokens whose neighbours are all compatible is the encoding. So the encoder takes the
//! longest token that fits, falls back to shorter ones if a neighbour is not compatible, and never
//! retries a position that led nowhere: each byte is visited a bounded number of times, however
//! hostile the piece is. The algorithm was published with the crate `bpe` (github/rust-gems).

use super::pairs::Pairs;
use super::trie::{Prefix, Trie};
use super::vocabulary::{BYTE_TOKENS, Token, Vocabulary};

/// Encodes pieces with one vocabulary.
#[derive(Debug)]
pub(super) struct Merger {
    vocabulary: Vocabulary,
    trie: Trie,
    pairs: Pairs,
    longest_token: usize,
}

/// The working memory of [`Merger::encode`], kept between pieces.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    /// The tokens of the piece.
    pub(super) tokens: Vec<Token>,
    /// One bit for each position from which no encoding continues.
    dead: Vec<u64>,
    verdicts: Verdicts,
}

/// Caches the answers of [`Merger::compatible`] for long pieces: runs of one
/// character ask the same few questions at each byte.
///
/// An entry holds both tokens in 21 bits each and the answer in the lowest bit.
///
/// Allocated on first use, so that threads without long pieces do not pay for
/// it.
#[derive(Debug, Default)]
struct Verdicts(Vec<u64>);

impl Verdicts {
    const BITS: u32 = 14;

    fn get_or_find(&mut self, left: Token, right: Token, find: impl FnOnce() -> bool) -> bool {
        // The tag bit distinguishes an entry from an unused one.
        let key = 1 << 42 | u64::from(left) << 21 | u64::from(right);
        let index = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - Self::BITS);
        if self.0.is_empty() {
            self.0 = vec![0; 1 << Self::BITS];
        }
        let entry = &mut self.0[index as usize];
        if *entry >> 1 != key {
            *entry = key << 1 | u64::from(find());
        }
        *entry & 1 == 1
    }
}

/// Pieces of at least this many bytes use [`Verdicts`].
const LONG: usize = 64;

impl Workspace {
    /// Frees the memory that an unusually long piece needed.
    fn trim(&mut self) {
        const KEPT: usize = 1 << 16;
        if self.tokens.capacity() > KEPT {
            self.tokens = Vec::new();
            self.dead = Vec::new();
        }
    }
}

impl Merger {
    pub(super) fn new(vocabulary: Vocabulary) -> Self {
        let (trie, pairs) = (Trie::new(&vocabulary), Pairs::new(&vocabulary));
        let lengths = (0..vocabulary.len() as Token).map(|token| vocabulary.length(token));
        let longest_token = lengths.max().unwrap_or(1);
        Self { vocabulary, trie, pairs, longest_token }
    }

    /// The length of the longest token in bytes.
    pub(super) fn longest_token(&self) -> usize {
        self.longest_token
    }

    /// The model's id of a token, minus the ids of special tokens that come
    /// first.
    pub(super) fn id(&self, token: Token) -> u32 {
        self.vocabulary.id(token)
    }

    /// The length of a token in bytes.
    pub(super) fn token_length(&self, token: Token) -> usize {
        self.vocabulary.length(token)
    }

    /// The number of tokens of a piece, which must not be empty.
    pub(super) fn count(&self, piece: &[u8], workspace: &mut Workspace) -> usize {
        self.encode(piece, workspace);
        let count = workspace.tokens.len();
        workspace.trim();
        count
    }

    /// Puts the tokens of a piece, which must not be empty, into the workspace.
    pub(super) fn encode(&self, piece: &[u8], workspace: &mut Workspace) {
        let Workspace { tokens, dead, verdicts } = workspace;
        tokens.clear();
        let mut next = self.trie.longest_prefix(piece);
        if next.length() == piece.len() {
            tokens.push(next.token());
            return;
        }
        dead.clear();
        dead.resize(piece.len() / 64 + 1, 0);
        let mut position = 0;
        loop {
            let (token, end) = (next.token(), position + next.length());
            let fits = dead[end / 64] >> (end % 64) & 1 == 0
                && tokens.last().is_none_or(|&last| {
                    if piece.len() < LONG {
                        return self.compatible(last, token);
                    }
                    verdicts.get_or_find(last, token, || self.compatible(last, token))
                });
            if fits {
                tokens.push(token);
                position = end;
                if position == piece.len() {
                    return;
                }
                next = self.trie.longest_prefix(&piece[position..]);
            } else if let Some(shorter) = self.trie.shorter(token) {
                next = shorter;
            } else {
                dead[position / 64] |= 1 << (position % 64);
                // The empty prefix always has an encoding that continues, since
                // the piece has one: the search never backs out of the start.
                let Some(last) = tokens.pop() else { return };
                next = Prefix::new(last, self.vocabulary.length(last));
                position -= next.length();
            }
        }
    }

    /// Whether the tokens stay separate when their bytes are encoded together.
    ///
    /// Undoes the merges of both sides from the newest to the oldest and checks each pair of tokens
    /// that ever met at the boundary: if they had a merge of their own with a better rank, it would
    /// have run first. Among equal ranks the leftmost runs first, hence the `+ 1` if the right side
    /// is undone.
    #[inline]
    fn compatible(&self, mut left: Token, mut right: Token) -> bool {
        let mut limit = Token::MAX;
        loop {
            if self.pairs.merged(left, right).is_some_and(|merged| merged < limit) {
                return false;
            }
            if left > right {
                if left < BYTE_TOKENS {
                    return true;
                }
                limit = left;
                left = self.vocabulary.parts[left as usize][1];
            } else {
                if right < BYTE_TOKENS {
                    return true;
                }
                limit = right + 1;
                right = self.vocabulary.parts[right as usize][0];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merger() -> Merger {
        Merger::new(Vocabulary::unpack(include_bytes!("../../assets/vocab/cl100k_base.bpe")))
    }

    /// Merges by rank as the definition says: the best pair, leftmost first.
    fn by_definition(merger: &Merger, piece: &[u8]) -> Vec<Token> {
        let byte_tokens = merger.vocabulary.byte_tokens;
        let mut tokens: Vec<Token> =
            piece.iter().map(|&byte| byte_tokens[usize::from(byte)]).collect();
        loop {
            let pairs = tokens.windows(2).enumerate();
            let merges = pairs.filter_map(|(at, pair)| {
                merger.pairs.merged(pair[0], pair[1]).map(|token| (token, at))
            });
            let Some((token, at)) = merges.min() else { return tokens };
            tokens.splice(at..at + 2, [token]);
        }
    }

    #[test]
    fn pieces_are_encoded_as_by_the_definition() {
        let merger = merger();
        let mut workspace = Workspace::default();
        let mut state = 1u64;
        for round in 0..3000 {
            // Few distinct bytes make many merges; each round uses different
            // ones.
            let piece: Vec<u8> = (0..1 + round % 90)
                .map(|_| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    ((state >> 33) % (1 + round % 7)) as u8 + b"aeE=\xe4 -"[round as usize % 7]
                })
                .collect();
            merger.encode(&piece, &mut workspace);
            assert_eq!(workspace.tokens, by_definition(&merger, &piece), "{piece:?}");
        }
    }

    #[test]
    fn a_single_byte_of_any_value_is_one_token() {
        let merger = merger();
        let mut workspace = Workspace::default();
        for byte in 0..=255 {
            assert_eq!(merger.count(&[byte], &mut workspace), 1);
        }
    }
}
