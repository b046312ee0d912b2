//! How much of a summary is names, numbers and values strung together, without
//! a word that says anything of them.

/// The most names or values in a row that a sentence may have: more are a
/// list.
const ROW: usize = 5;

/// The share of a summary's characters that are in rows of more than [`ROW`] names, numbers and
/// values without a plain word among them, with any punctuation; without headings.
pub(crate) fn wordless(summary: &str) -> f64 {
    let (mut bare, mut all) = (0, 0);
    // A trail says in front of its names what was done to them.
    let mut trail = false;
    for line in summary.lines() {
        if line.starts_with("## ") {
            trail = line == "## Codebase status";
        }
        let deeds = ["created", "changed", "deleted", "renamed", "compiled", "run", "read"];
        let deed = line.trim_start_matches("- ").split(':').next().unwrap_or_default();
        if line.starts_with("## ") || trail && deeds.contains(&deed) {
            continue;
        }
        let (mut row, mut characters) = (0, 0);
        let mut end = |row: &mut usize, characters: &mut usize| {
            if *row > ROW {
                bare += *characters;
            }
            (*row, *characters) = (0, 0);
        };
        // What a heading of a list says about what follows is not a word of a
        // sentence: `numbers: 1, 2, 3`.
        for word in line.trim_start_matches("- ").split([' ', '|', '=', ',', ';']) {
            let size = word.chars().count();
            all += size;
            if is_plain(word) {
                end(&mut row, &mut characters);
            } else if size > 0 {
                row += 1;
                characters += size;
            }
        }
        end(&mut row, &mut characters);
    }
    if all == 0 { 0.0 } else { bare as f64 / all as f64 }
}

/// Tells a word of a language from a name, a number or a value.
fn is_plain(word: &str) -> bool {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    let letters = |text: &str| text.chars().all(|c| c.is_alphabetic() || c == '\'' || c == '’');
    // Words of languages without cases, and of several letters that begin with
    // a capital at most.
    bare.chars().count() >= 2 && letters(bare) && !bare.chars().skip(1).any(char::is_uppercase)
        || bare.split('-').count() > 1
            && bare.split('-').all(|part| part.len() > 1 && letters(part))
        || matches!(bare, "a" | "I" | "à" | "y" | "e" | "o")
}

#[test]
fn lists_are_told_from_sentences_in_whatever_punctuation() {
    let list = "A1, B22; C_3 | D-4 = E5, /Game/F6, 7, 8.5";
    assert!(wordless(&format!("- {list}")) > 0.95);
    assert!(wordless(&format!("- names: {list}")) > 0.8);
    assert!(
        wordless("- JG7FMM: cabin business, price 1859 and 1679, paid with credit_card_29") < 0.01
    );
    assert!(
        wordless("- m11 user: \"a please, quick. we can do it properly when he's back\"") < 0.01
    );
    assert!(wordless("") < 0.01);
}
