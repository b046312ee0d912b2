//! The name that was probably meant.

/// The candidate that was probably meant by `word`: the one with the fewest
/// edits, if they are no more than a third of its letters, else the longest
/// one that `word` begins with.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters: Vec<char> = word.to_lowercase().chars().take(65).collect();
    // The work grows with the square of the length, and no name is that long.
    if letters.len() > 64 {
        return None;
    }
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let near = candidates
        .iter()
        .map(|name| (distance(&letters, &name.to_lowercase().chars().collect::<Vec<_>>()), name))
        .filter(|(distance, name)| *distance <= name.chars().count().div_ceil(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| *name);
    let begun = |name: &&&str| {
        name.len() > 4
            && word.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
    };
    near.or_else(|| candidates.iter().filter(begun).max_by_key(|name| name.len()).copied())
}

/// "Did you mean X?", or `otherwise` if no candidate is near.
#[must_use]
pub fn did_you_mean<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    otherwise: &str,
) -> String {
    nearest(word, candidates)
        .map_or_else(|| otherwise.to_owned(), |name| format!("Did you mean '{name}'?"))
}

/// Levenshtein's distance, one row of its table at a time.
fn distance(left: &[char], right: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (above, a) in left.iter().enumerate() {
        let mut diagonal = above;
        row[0] = above + 1;
        for (column, b) in right.iter().enumerate() {
            let substituted = diagonal + usize::from(a != b);
            diagonal = row[column + 1];
            row[column + 1] = substituted.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_name_and_another_word_none() {
        let names = ["EditAnywhere", "EditFixedSize", "Config"];
        assert_eq!(nearest("EditAnywere", names), Some("EditAnywhere"));
        assert_eq!(nearest("Cofnig", names), Some("Config"));
        assert_eq!(nearest("configuration", names), Some("Config"));
        assert_eq!(nearest("Replicated", names), None);
        assert_eq!(nearest(&"x".repeat(1_000_000), names), None);
        assert_eq!(did_you_mean("Confg", names, "Remove it."), "Did you mean 'Config'?");
        assert_eq!(did_you_mean("", names, "Remove it."), "Remove it.");
    }
}
