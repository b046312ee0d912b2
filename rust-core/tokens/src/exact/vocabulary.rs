//! The tokens of an encoding and how each of them is merged.

/// The number of different vocabularies.
pub(super) const VOCABULARIES: usize = 7;

/// The position of a token in the merge order: its merge priority. The model's
/// own id is [`Vocabulary::id`].
pub(super) type Token = u32;

/// The number of tokens that are single bytes; they have the lowest ids.
pub(super) const BYTE_TOKENS: u32 = 256;

/// A vocabulary, as unpacked from its asset.
#[derive(Debug)]
pub(super) struct Vocabulary {
    /// The token of each byte.
    pub(super) byte_tokens: [Token; 256],
    /// The two tokens that merge into each token; byte tokens hold zeros.
    pub(super) parts: Vec<[Token; 2]>,
    /// The bytes of all tokens, one after the other.
    bytes: Vec<u8>,
    /// Where each token's bytes start; one entry more than there are tokens.
    starts: Vec<u32>,
    /// The id of each token; empty if it equals the token's number.
    ids: Vec<u32>,
}

impl Vocabulary {
    /// Unpacks an asset that `cargo xtask vocab` wrote.
    ///
    /// # Panics
    /// Panics if the asset is torn. Assets are compiled in, so that would be a
    /// fault of the build and would show in every test.
    pub(super) fn unpack(asset: &[u8]) -> Self {
        let (magic, rest) = asset.split_at(5);
        assert_eq!(magic, b"VBPE1", "the asset is not a packed vocabulary");
        let (count, rest) = rest.split_at(4);
        let count = u32::from_le_bytes(count.try_into().expect("four bytes were split off"));
        let (single, rest) = rest.split_at(256);
        let mut byte_tokens = [0; 256];
        let mut parts = vec![[0; 2]; 256];
        parts.reserve_exact(count as usize - 256);
        let mut bytes = Vec::with_capacity(count as usize * 8);
        let mut starts = Vec::with_capacity(count as usize + 1);
        for (token, &byte) in (0..).zip(single) {
            byte_tokens[usize::from(byte)] = token;
            starts.push(token);
            bytes.push(byte);
        }
        let mut bits = BitReader::new(rest);
        for token in BYTE_TOKENS..count {
            let width = u32::BITS - token.leading_zeros();
            let pair = [bits.take(width), bits.take(width)];
            starts.push(bytes.len() as u32);
            for part in pair {
                let start = starts[part as usize] as usize;
                // The end of the newest token is not recorded yet, but a
                // token's parts are always older.
                let end = starts[part as usize + 1] as usize;
                bytes.extend_from_within(start..end);
            }
            parts.push(pair);
        }
        starts.push(bytes.len() as u32);
        bytes.shrink_to_fit();
        Self { byte_tokens, parts, bytes, starts, ids: Vec::new() }
    }

    /// Builds a vocabulary from the bytes, the two parts and the id of each
    /// token, in merge order. The first 256 tokens are the single bytes.
    #[cfg(feature = "llama3")]
    pub(super) fn of_parts(tokens: Vec<(&[u8], [Token; 2])>, ids: Vec<u32>) -> Self {
        let mut vocabulary = Self {
            byte_tokens: [0; 256],
            parts: Vec::with_capacity(tokens.len()),
            bytes: Vec::new(),
            starts: Vec::with_capacity(tokens.len() + 1),
            ids,
        };
        for (token, (bytes, parts)) in (0..).zip(tokens) {
            if let ([byte], ..BYTE_TOKENS) = (bytes, token) {
                vocabulary.byte_tokens[usize::from(*byte)] = token;
            }
            vocabulary.parts.push(parts);
            vocabulary.starts.push(vocabulary.bytes.len() as u32);
            vocabulary.bytes.extend_from_slice(bytes);
        }
        vocabulary.starts.push(vocabulary.bytes.len() as u32);
        vocabulary.bytes.shrink_to_fit();
        vocabulary
    }

    /// The model's id of a token, minus the ids of special tokens that come
    /// first.
    pub(super) fn id(&self, token: Token) -> u32 {
        self.ids.get(token as usize).copied().unwrap_or(token)
    }

    /// The number of tokens.
    pub(super) fn len(&self) -> usize {
        self.parts.len()
    }

    /// The bytes of a token.
    pub(super) fn bytes(&self, token: Token) -> &[u8] {
        let token = token as usize;
        &self.bytes[self.starts[token] as usize..self.starts[token + 1] as usize]
    }

    /// The length of a token in bytes.
    pub(super) fn length(&self, token: Token) -> usize {
        let token = token as usize;
        (self.starts[token + 1] - self.starts[token]) as usize
    }
}

/// Reads numbers bit by bit, lowest bit first.
struct BitReader<'a> {
    bytes: std::slice::Iter<'a, u8>,
    pending: u64,
    filled: u32,
}

impl<'a> BitReader<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self { bytes: bytes.iter(), pending: 0, filled: 0 }
    }

    fn take(&mut self, width: u32) -> u32 {
        while self.filled < width {
            let byte = self.bytes.next().copied().expect("the asset holds a pair for each token");
            self.pending |= u64::from(byte) << self.filled;
            self.filled += 8;
        }
        let value = self.pending & ((1 << width) - 1);
        self.pending >>= width;
        self.filled -= width;
        value as u32
    }
}
