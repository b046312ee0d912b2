//! The name that was probably meant.

/// Returns the candidate with the fewest edits from `word`, if it is near
/// enough to be a slip: a third of its letters.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.chars().take(65).flat_map(char::to_lowercase).collect();
    // The work is quadratic in the word's length, and no name of ours is that long.
    if word.len() > 64 {
        return None;
    }
    candidates
        .into_iter()
        .map(|name| {
            let letters: Vec<char> = name.to_lowercase().chars().collect();
            (edits(&word, &letters), letters.len(), name)
        })
        .filter(|(edits, letters, _)| *edits <= letters.div_ceil(3))
        // Of two equally near names, the one of the same length: typing swaps letters more often
        // than it drops one.
        .min_by_key(|(edits, letters, _)| (*edits, letters.abs_diff(word.len())))
        .map(|(_, _, name)| name)
}

/// Levenshtein's distance, where two neighbours that changed places are one
/// edit: the slip of fingers that type fast ("optimal string alignment").
fn edits(from: &[char], to: &[char]) -> usize {
    let mut before: Vec<usize> = vec![0; to.len() + 1];
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.iter().enumerate() {
        let mut next = vec![i + 1; to.len() + 1];
        for (j, b) in to.iter().enumerate() {
            let replaced = row[j] + usize::from(a != b);
            next[j + 1] = replaced.min(next[j] + 1).min(row[j + 1] + 1);
            if i > 0 && j > 0 && *a == to[j - 1] && from[i - 1] == *b {
                next[j + 1] = next[j + 1].min(before[j - 1] + 1);
            }
        }
        before = std::mem::replace(&mut row, next);
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
    fn of_two_as_near_the_one_that_is_as_long_was_meant() {
        assert_eq!(nearest("modle", ["mode", "model"]), Some("model"));
        assert_eq!(nearest("mod", ["mode", "model"]), Some("mode"));
    }

    #[test]
    fn letters_that_were_left_out_put_in_exchanged_or_mixed_up_are_edits() {
        let count = |a: &str, b: &str| {
            edits(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>())
        };
        assert_eq!(count("kitten", "sitting"), 3);
        assert_eq!(count("", "abc"), 3);
        assert_eq!(count("abc", ""), 3);
        assert_eq!(count("flaw", "lawn"), 2);
        assert_eq!(count("hlep", "help"), 1);
        assert_eq!(count("ab", "ba"), 1);
        assert_eq!(count("ca", "abc"), 3);
    }
}
