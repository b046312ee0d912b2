//! How well a name matches what the user typed.

use std::cmp::Reverse;

/// The best of many names for what was typed, best first; at most as many as asked for. Equal
/// matches are ordered by length, then alphabetically.
pub fn rank<'a, T>(
    typed: &str,
    names: impl IntoIterator<Item = (&'a str, T)>,
    most: usize,
) -> Vec<(&'a str, T)> {
    let typed: Vec<char> = typed.chars().map(lower).collect();
    let mut found: Vec<(Reverse<u32>, usize, &str, T)> = names
        .into_iter()
        .filter_map(|(name, of)| Some((Reverse(fit(&typed, name)?), name.len(), name, of)))
        .collect();
    let order = |a: &(Reverse<u32>, usize, &str, T), b: &(Reverse<u32>, usize, &str, T)| {
        (a.0, a.1, a.2).cmp(&(b.0, b.1, b.2))
    };
    if found.len() > most && most > 0 {
        found.select_nth_unstable_by(most - 1, order);
    }
    found.truncate(most);
    found.sort_by(order);
    found.into_iter().map(|(_, _, name, of)| (name, of)).collect()
}

/// How well a name matches: more is better, `None` is no match. The end of a path counts more than
/// its folders, prefixes more than scattered letters.
fn fit(typed: &[char], name: &str) -> Option<u32> {
    if typed.is_empty() {
        return Some(0);
    }
    let last = name.rfind('/').map_or(name, |at| &name[at + 1..]);
    if !typed.contains(&'/')
        && let Some(found) = within(typed, last)
    {
        return Some(found + 1_000);
    }
    within(typed, name)
}

/// The same within one text.
fn within(typed: &[char], text: &str) -> Option<u32> {
    if !has_all(typed, text) {
        return None;
    }
    let letters: Vec<char> = text.chars().collect();
    let small: Vec<char> = letters.iter().copied().map(lower).collect();
    if let Some(at) = small.windows(typed.len()).position(|it| it == typed) {
        let begins = if at == 0 || begins_word(&letters, at) { 200 } else { 0 };
        let whole = if small.len() == typed.len() { 100 } else { 0 };
        return Some(500 + begins + whole - u32::try_from(at.min(50)).unwrap_or(50));
    }
    // Scattered letters: those that begin words count.
    let mut score = 0;
    let mut at = 0;
    for (next, &letter) in typed.iter().enumerate() {
        let rest = &small[at..];
        let word = rest
            .iter()
            .enumerate()
            .find(|&(skip, &it)| it == letter && begins_word(&letters, at + skip));
        let any = rest.iter().position(|&it| it == letter);
        // The first of its word, as long as the letters after it are there too.
        let skip = match (word, any) {
            (Some((skip, _)), _) if follows(&typed[next..], &small[at + skip..]) => {
                score += 12;
                skip
            }
            (_, Some(skip)) => skip,
            _ => return None,
        };
        score += if skip == 0 && at > 0 { 8 } else { 1 };
        at += skip + 1;
    }
    Some(score)
}

/// Whether the rest of a text has the letters, in order.
fn follows(letters: &[char], rest: &[char]) -> bool {
    let mut rest = rest.iter();
    letters.iter().all(|wanted| rest.any(|it| it == wanted))
}

/// Whether a text has all letters, in order: cheap, and enough to exclude most names.
fn has_all(typed: &[char], text: &str) -> bool {
    let mut rest = text.chars().map(lower);
    typed.iter().all(|&wanted| rest.any(|it| it == wanted))
}

fn begins_word(letters: &[char], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|at| letters[at]) else { return true };
    !before.is_alphanumeric() || (letters[at].is_uppercase() && !before.is_uppercase())
}

fn lower(letter: char) -> char {
    // One letter stays one.
    letter.to_lowercase().next().unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best<'a>(typed: &str, names: &[&'a str]) -> Vec<&'a str> {
        rank(typed, names.iter().map(|name| (*name, ())), 10).into_iter().map(|it| it.0).collect()
    }

    #[test]
    fn the_name_counts_more_than_its_folders_and_beginnings_more_than_letters() {
        let names = [
            "Door/Readme.md",
            "Source/OldDoor.cpp",
            "Source/Door.cpp",
            "Source/DoorController.cpp",
            "Source/Drawing/OuterOrb.cpp",
            "Source/Lamp.cpp",
        ];
        assert_eq!(
            best("door", &names),
            [
                "Source/Door.cpp",
                "Source/DoorController.cpp",
                "Source/OldDoor.cpp",
                "Door/Readme.md",
                "Source/Drawing/OuterOrb.cpp",
            ]
        );
        assert_eq!(best("dcon", &names)[0], "Source/DoorController.cpp");
        assert_eq!(best("source/do", &names)[0], "Source/Door.cpp");
        assert_eq!(best("zzz", &names), [""; 0]);
        assert_eq!(best("", &["bb", "a", "ab"]), ["a", "ab", "bb"]);
    }

    #[test]
    fn any_letters_are_matched_without_regard_to_case() {
        assert_eq!(best("ÄÖ", &["x/äöü.txt", "x/ao.txt"]), ["x/äöü.txt"]);
        assert_eq!(best("日本", &["日本語.md"]), ["日本語.md"]);
        assert_eq!(best("İ", &["İstanbul"]), ["İstanbul"]);
        assert_eq!(best("a/b/c/d", &["a"]), [""; 0]);
    }

    #[test]
    fn only_so_many_are_given_and_they_are_the_best() {
        let names: Vec<String> = (0..50_000).map(|at| format!("Content/Part{at:05}.txt")).collect();
        let found = rank("part49", names.iter().map(|it| (it.as_str(), ())), 3);
        let found: Vec<&str> = found.into_iter().map(|it| it.0).collect();
        assert_eq!(
            found,
            ["Content/Part49000.txt", "Content/Part49001.txt", "Content/Part49002.txt"]
        );
        assert_eq!(rank("p", [("p", ())], 0), []);
    }
}
