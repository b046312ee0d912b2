//! Rendered messages, and how they are split into requests.

use super::nonce::Nonce;

/// A message, or one side of it, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    /// The round that it belongs to.
    pub(crate) round: usize,
    /// Id, speaker, tool and outcome.
    pub(crate) header: String,
    /// What was said.
    pub(crate) body: String,
}

impl Piece {
    /// Writes the piece as it appears in a request.
    pub(crate) fn write(&self, nonce: Nonce, out: &mut String) {
        out.push('[');
        out.push_str(&nonce.to_string());
        out.push(' ');
        out.push_str(&self.header);
        out.push_str("]\n");
        out.push_str(&self.body);
        out.push('\n');
    }
}

/// What one request contains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Portion {
    /// The pieces, in order.
    pub(crate) pieces: Vec<Piece>,
    /// Their tokens, including headers.
    pub(crate) tokens: u64,
    /// How many of the original pieces are completely contained in this portion
    /// and the ones before it.
    pub(crate) done: usize,
}

/// Tokens of a header's code, brackets and line breaks, rounded up.
const HEADER: u64 = 16;

/// Tokens of `, piece 17 of 23`, rounded up.
const NUMBERS: u64 = 16;

/// Shorter texts are not split further, in bytes.
const SHORTEST: usize = 16;

/// Splits pieces into portions of at most `limit` tokens: between rounds if
/// possible, between messages if a round is too large, inside a message if that
/// is too large.
pub(crate) fn split(pieces: &[Piece], limit: u64, tokens: impl Fn(&str) -> u64) -> Vec<Portion> {
    let cost = |piece: &Piece| tokens(&piece.header) + tokens(&piece.body) + HEADER;
    let costs: Vec<u64> = pieces.iter().map(&cost).collect();
    let mut portions = Vec::new();
    let mut open = Portion { pieces: Vec::new(), tokens: 0, done: 0 };
    let mut at = 0;
    while at < pieces.len() {
        let end = pieces[at..]
            .iter()
            .position(|piece| piece.round != pieces[at].round)
            .map_or(pieces.len(), |length| at + length);
        let round: u64 = costs[at..end].iter().sum();
        if open.tokens > 0 && open.tokens + round > limit {
            flush(&mut open, &mut portions);
        }
        for (index, piece) in pieces.iter().enumerate().take(end).skip(at) {
            if open.tokens > 0 && open.tokens + costs[index] > limit {
                flush(&mut open, &mut portions);
            }
            if costs[index] <= limit {
                open.tokens += costs[index];
                open.pieces.push(piece.clone());
            } else {
                let header = tokens(&piece.header) + HEADER + NUMBERS;
                let bodies = cut(&piece.body, limit.saturating_sub(header), &tokens);
                let count = bodies.len();
                for (nth, body) in bodies.into_iter().enumerate() {
                    let header = format!("{}, piece {} of {count}", piece.header, nth + 1);
                    let piece = Piece { round: piece.round, header, body };
                    let cost = cost(&piece);
                    if open.tokens > 0 && open.tokens + cost > limit {
                        flush(&mut open, &mut portions);
                    }
                    open.tokens += cost;
                    open.pieces.push(piece);
                }
            }
            open.done = index + 1;
        }
        at = end;
    }
    flush(&mut open, &mut portions);
    portions
}

fn flush(open: &mut Portion, portions: &mut Vec<Portion>) {
    if !open.pieces.is_empty() {
        let done = open.done;
        portions.push(std::mem::replace(open, Portion { pieces: Vec::new(), tokens: 0, done }));
    }
}

/// Splits a text into bodies of at most `limit` tokens, at line breaks if one
/// is near.
fn cut(text: &str, limit: u64, tokens: &impl Fn(&str) -> u64) -> Vec<String> {
    let mut bodies = Vec::new();
    let mut rest = text;
    let whole = tokens(text).max(1);
    // A little less than the share by bytes, so that one count is usually
    // enough.
    let share = (text.len() as f64 * limit as f64 / whole as f64 * 0.9) as usize;
    while !rest.is_empty() {
        let mut take = share.clamp(SHORTEST, rest.len().max(SHORTEST)).min(rest.len());
        let end = loop {
            let mut end = rest.floor_char_boundary(take);
            if end == 0 {
                end = rest.ceil_char_boundary(1);
            }
            if end < rest.len()
                && let Some(line) = rest[..end].rfind('\n')
                && line * 2 > end
            {
                end = line + 1;
            }
            if take <= SHORTEST || tokens(&rest[..end]) <= limit {
                break end;
            }
            take = take * 2 / 3;
        };
        bodies.push(rest[..end].trim_end_matches('\n').to_owned());
        rest = &rest[end..];
    }
    bodies
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> u64 {
        text.split_whitespace().count() as u64
    }

    fn piece(round: usize, header: &str, count: usize) -> Piece {
        let body = (0..count).map(|n| format!("w{n}")).collect::<Vec<_>>().join(" ");
        Piece { round, header: header.to_owned(), body }
    }

    fn shape(portions: &[Portion]) -> Vec<(Vec<&str>, usize)> {
        portions
            .iter()
            .map(|p| (p.pieces.iter().map(|piece| piece.header.as_str()).collect(), p.done))
            .collect()
    }

    #[test]
    fn rounds_stay_together_while_they_fit() {
        let pieces = [piece(0, "a", 30), piece(1, "b", 20), piece(1, "c", 20), piece(2, "d", 10)];
        assert_eq!(
            shape(&split(&pieces, 100, words)),
            [(vec!["a"], 1), (vec!["b", "c"], 3), (vec!["d"], 4)]
        );
        assert_eq!(shape(&split(&pieces, 1_000, words)), [(vec!["a", "b", "c", "d"], 4)]);
        assert_eq!(split(&[], 100, words), []);
    }

    #[test]
    fn a_message_that_is_larger_than_a_portion_is_cut_inside_and_nothing_is_lost() {
        let pieces = [piece(0, "a", 10), piece(1, "b", 500), piece(2, "c", 5)];
        let portions = split(&pieces, 100, words);
        assert!(portions.iter().all(|portion| portion.tokens <= 100), "{portions:?}");
        let text: String = portions
            .iter()
            .flat_map(|portion| &portion.pieces)
            .map(|piece| piece.body.as_str())
            .collect::<Vec<_>>()
            .join("");
        let whole: String =
            pieces.iter().map(|piece| piece.body.as_str()).collect::<Vec<_>>().join("");
        assert_eq!(text, whole);
        // A message that is not complete yet is not done.
        assert_eq!(portions.first().map(|portion| portion.done), Some(1));
        assert_eq!(portions.last().map(|portion| portion.done), Some(3));
    }

    #[test]
    fn hostile_texts_are_cut_between_characters_and_end() {
        for text in ["界".repeat(3_000), "👨‍👩‍👧".repeat(900), "\n".repeat(5_000)] {
            let bodies = cut(&text, 10, &|text| text.len() as u64);
            assert_eq!(bodies.concat().replace('\n', ""), text.replace('\n', ""));
        }
    }
}
