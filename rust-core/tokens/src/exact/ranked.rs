//! Builds a vocabulary from its tokens in the order of their ranks, if ranks are not the merge
//! order for every token.
//!
//! Llama 3 extends `cl100k_base` by tokens of another origin. Merging never
//! produces some of them, see [`WholeTokens`], and produces others only by way
//! of a token with a higher rank: such a *hasty* token merges at the very
//! moment when that part, its *base*, has merged. The merger needs every token
//! to be newer than its parts, so hasty tokens are placed directly after their
//! base here. That changes no encoding, unless a hasty token takes away what
//! another occurrence of the base would have merged with in the meantime;
//! [`Ranked::order`] makes sure that no token does.

use hashbrown::HashMap;

use super::vocabulary::{BYTE_TOKENS, Vocabulary};
use super::whole_tokens::WholeTokens;

/// A rank, which is also the model's id of the token.
type Rank = u32;

/// The tokens of a vocabulary and how each of them is merged.
struct Ranked<'a> {
    tokens: &'a [Vec<u8>],
    /// The two tokens of each token's last merge; `None` for single bytes and
    /// for tokens that merging never produces.
    parts: Vec<Option<[Rank; 2]>>,
}

/// The position of a token in the merge order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    /// The token at whose moment it merges: itself, unless it is hasty.
    base: Rank,
    /// How many merges after its base.
    depth: u32,
    rank: Rank,
}

/// Builds a vocabulary from the bytes of its tokens by rank.
///
/// # Panics
/// Panics if the tokens are not such a vocabulary: if the first 256 are not the
/// single bytes, two are equal, or a hasty one is in another's way. The tokens
/// are compiled in, so that would be a fault of the build and would show in
/// every test.
pub(super) fn from_ranks(tokens: &[Vec<u8>]) -> (Vocabulary, WholeTokens) {
    let ranked = Ranked::new(tokens);
    let order = ranked.order();
    let mut places = vec![0; tokens.len()];
    for (token, &rank) in (0..).zip(&order) {
        places[rank as usize] = token;
    }
    let parts = order.iter().map(|&rank| {
        let parts = ranked.parts[rank as usize].unwrap_or_default();
        (tokens[rank as usize].as_slice(), parts.map(|part| places[part as usize]))
    });
    let vocabulary = Vocabulary::of_parts(parts.collect(), order.clone());
    let mut whole = WholeTokens::default();
    for (rank, bytes) in (0..).zip(tokens).skip(BYTE_TOKENS as usize) {
        if ranked.parts[rank as usize].is_none() {
            whole.insert(bytes, rank);
        }
    }
    (vocabulary, whole)
}

impl<'a> Ranked<'a> {
    fn new(tokens: &'a [Vec<u8>]) -> Self {
        let ranks: HashMap<&[u8], Rank> =
            tokens.iter().zip(0..).map(|(bytes, rank)| (bytes.as_slice(), rank)).collect();
        assert_eq!(ranks.len(), tokens.len(), "two tokens have the same bytes");
        let (single, longer) = tokens.split_at(BYTE_TOKENS as usize);
        assert!(single.iter().all(|bytes| bytes.len() == 1), "single bytes come first");
        let merged = longer.iter().map(|bytes| last_merge(bytes, &ranks));
        let parts = single.iter().map(|_| None).chain(merged).collect();
        Self { tokens, parts }
    }

    /// All tokens that merging produces, in merge order.
    fn order(&self) -> Vec<Rank> {
        let places = self.places();
        let single = 0..BYTE_TOKENS as Rank;
        let merged = (single.end..self.tokens.len() as Rank)
            .filter(|&rank| self.parts[rank as usize].is_some());
        // By base: what hasty tokens take from the left and from the right.
        let mut taken: HashMap<Rank, [Vec<Rank>; 2]> = HashMap::new();
        for rank in merged.clone() {
            let Place { base, .. } = places[rank as usize];
            let Some(parts) = self.parts[rank as usize].filter(|_| base != rank) else { continue };
            let bases = parts.map(|part| places[part as usize].base);
            assert!(bases[0] != bases[1], "a hasty token joins two of one base");
            let side = usize::from(bases[0] == base);
            taken.entry(base).or_default()[side].push(parts[side]);
        }
        for (base, [left, right]) in &taken {
            let [first, _] = self.parts[*base as usize].expect("a base has merged");
            assert!(!right.contains(&first), "a hasty token takes a base's first part");
            assert!(!left.iter().any(|it| right.contains(it)), "two hasty tokens want the same");
        }
        let mut order: Vec<Rank> = single.chain(merged).collect();
        order.sort_unstable_by_key(|&rank| places[rank as usize]);
        order
    }

    /// The position of each token in the merge order.
    fn places(&self) -> Vec<Place> {
        let own = |rank| Place { base: rank, depth: 0, rank };
        let mut places: Vec<Place> = (0..self.tokens.len() as Rank).map(own).collect();
        let mut by_length: Vec<Rank> = (0..self.tokens.len() as Rank).collect();
        by_length.sort_by_key(|&rank| self.tokens[rank as usize].len());
        for rank in by_length {
            let Some(parts) = self.parts[rank as usize] else { continue };
            let [left, right] = parts.map(|part| places[part as usize]);
            let newer = left.max(right);
            if newer.base > rank {
                places[rank as usize] = Place { base: newer.base, depth: newer.depth + 1, rank };
            }
        }
        places
    }
}

/// The two tokens of the last merge when the bytes of a token are merged by
/// rank, leftmost first; `None` if merging ends elsewhere.
fn last_merge(bytes: &[u8], ranks: &HashMap<&[u8], Rank>) -> Option<[Rank; 2]> {
    let mut ends: Vec<usize> = (0..=bytes.len()).collect();
    let rank = |ends: &[usize], at: usize| ranks.get(&bytes[ends[at]..ends[at + 1]]).copied();
    // The rank of the merge of any two neighbours.
    let merge = |ends: &[usize], at: usize| {
        ranks.get(&bytes[ends[at]..ends[at + 2]]).copied().unwrap_or(Rank::MAX)
    };
    let mut merges: Vec<Rank> = (0..ends.len() - 2).map(|at| merge(&ends, at)).collect();
    while merges.len() > 1 {
        let (best, at) = merges.iter().copied().zip(0..).min()?;
        if best == Rank::MAX {
            return None;
        }
        ends.remove(at + 1);
        merges.remove(at);
        for near in at.saturating_sub(1)..=at {
            if near < merges.len() {
                merges[near] = merge(&ends, near);
            }
        }
    }
    Some([rank(&ends, 0)?, rank(&ends, 1)?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::merger::{Merger, Workspace};

    fn llama3() -> Vec<Vec<u8>> {
        let encoding = tiktoken::encoding::llama3();
        (0..encoding.vocab_size() as u32).map(|rank| encoding.decode(&[rank])).collect()
    }

    /// Merges by rank as the definition says: the best pair, leftmost first.
    fn by_definition(piece: &[u8], ranks: &HashMap<&[u8], Rank>) -> Vec<Rank> {
        let mut ends: Vec<usize> = (0..=piece.len()).collect();
        loop {
            let merges = (2..ends.len())
                .filter_map(|at| Some((*ranks.get(&piece[ends[at - 2]..ends[at]])?, at)));
            let Some((_, at)) = merges.min() else { break };
            ends.remove(at - 1);
        }
        ends.windows(2).map(|ends| ranks[&piece[ends[0]..ends[1]]]).collect()
    }

    #[test]
    fn hasty_tokens_merge_as_by_the_definition_beside_whatever_they_are_made_of() {
        let tokens = llama3();
        let ranks: HashMap<&[u8], Rank> =
            tokens.iter().zip(0..).map(|(bytes, rank)| (bytes.as_slice(), rank)).collect();
        let ranked = Ranked::new(&tokens);
        let places = ranked.places();
        let hasty: Vec<Rank> =
            (0..).take(tokens.len()).filter(|&rank| places[rank as usize].base != rank).collect();
        assert_eq!(hasty.len(), 90);
        let (vocabulary, _) = from_ranks(&tokens);
        let merger = Merger::new(vocabulary);
        let mut workspace = Workspace::default();
        for &token in &hasty {
            let base = places[token as usize].base;
            // Everything that is involved: the token, its base, and their
            // parts.
            let mut words = vec![token, base];
            for at in 0..6 {
                let Some(&word) = words.get(at) else { break };
                words.extend(ranked.parts[word as usize].into_iter().flatten());
            }
            words.extend(hasty.iter().filter(|it| places[**it as usize].base == base));
            let words: Vec<&[u8]> =
                words.iter().map(|&word| tokens[word as usize].as_slice()).collect();
            for first in &words {
                for second in &words {
                    for third in &words {
                        let piece = [*first, second, third].concat();
                        merger.encode(&piece, &mut workspace);
                        let encoded: Vec<Rank> =
                            workspace.tokens.iter().map(|&it| merger.id(it)).collect();
                        assert_eq!(encoded, by_definition(&piece, &ranks), "{piece:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_token_is_reached_by_merging_or_is_a_whole_one() {
        let tokens = llama3();
        let (vocabulary, whole) = from_ranks(&tokens);
        let merged: Vec<u32> = (0..vocabulary.len() as u32).map(|it| vocabulary.id(it)).collect();
        assert_eq!(merged.len(), 127_412);
        let unreached = (0..).zip(&tokens).filter(|(_, bytes)| whole.get(bytes).is_some());
        let mut all: Vec<u32> = unreached.map(|(rank, _)| rank).chain(merged).collect();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..128_000));
    }
}
