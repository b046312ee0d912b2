//! The name that was probably meant.

/// Returns the candidate with the fewest edits from `word`, if it is near
/// enough to be a slip: a third of its letters.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.chars().take(65).flat_map(char::to_lowercase).collect();
    // The work is quadratic in the word's length, and no name of ours is so
    // long.
    if word.len() > 64 {
        return None;
    }
    candidates
        .into_iter()
        .map(|name| (edits(&word, &name.to_lowercase().chars().collect::<Vec<_>>()), name))
        .filter(|(edits, name)| *edits <= name.chars().count().div_ceil(3))
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, name)| name)
}

/// Levenshtein's distance.
fn edits(from: &[char], to: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_name_and_another_word_finds_none() {
        let names = ["threshold", "reset_ratio", "reserve_tokens"];
        assert_eq!(nearest("treshold", names), Some("threshold"));
        assert_eq!(nearest("ReserveTokens", names), Some("reserve_tokens"));
        assert_eq!(nearest("colour", names), None);
        assert_eq!(nearest("", names), None);
        assert_eq!(nearest(&"threshold".repeat(1_000_000), names), None);
    }

    #[test]
    fn edits_are_counted_as_levenshtein_counts_them() {
        let count = |a: &str, b: &str| {
            edits(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>())
        };
        assert_eq!(count("kitten", "sitting"), 3);
        assert_eq!(count("", "abc"), 3);
        assert_eq!(count("abc", ""), 3);
        assert_eq!(count("flaw", "lawn"), 2);
    }
}
