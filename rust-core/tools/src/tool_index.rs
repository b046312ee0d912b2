//! Lists of tools, or of groups of them, that a model picks from.

use crate::schema::shortened;

/// The maximum number of bytes of an index: about 2,600 tokens.
const MOST_BYTES: usize = 7_500;

/// How long the words of an entry may be: the first length with which all entries fit is used.
const WORDS: [usize; 5] = [140, 90, 60, 30, 0];

/// Makes an index: a line that says what it is, and a line for each entry with its name and
/// purpose. However many there are, it has at most 7,500 bytes.
pub fn index(head: &str, entries: &[(String, String)]) -> String {
    let head = format!("{head}\n");
    for most in WORDS {
        let lines: Vec<String> = entries.iter().map(|entry| line(entry, most)).collect();
        if head.len() + lines.iter().map(|line| line.len() + 1).sum::<usize>() <= MOST_BYTES {
            return head + &lines.join("\n");
        }
    }
    // Even the names alone are too many.
    let mut text = head;
    let mut shown = 0;
    for (name, _) in entries {
        if text.len() + name.len() + 80 > MOST_BYTES {
            break;
        }
        text.push_str(name);
        text.push('\n');
        shown += 1;
    }
    text.push_str(&format!("and {} more, which there is no room for", entries.len() - shown));
    text
}

fn line((name, words): &(String, String), most: usize) -> String {
    if most == 0 || words.is_empty() {
        return name.clone();
    }
    format!("{name}: {}", shortened(words, most))
}

/// The first sentence of a text, on one line.
pub fn first_sentence(text: &str) -> String {
    let text = text.trim();
    let end = [". ", ".\n", "\n\n"].iter().filter_map(|end| text.find(end)).min();
    let first = &text[..end.unwrap_or(text.len())];
    let words: Vec<&str> = first.split_whitespace().collect();
    words.join(" ").trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_give_way_to_names_and_names_to_their_number() {
        let entries = |count: usize, words: &str| -> Vec<(String, String)> {
            (0..count).map(|at| (format!("server__tool_{at}"), words.to_owned())).collect()
        };
        let few = entries(2, "Does it");
        assert_eq!(
            index("2 tools", &few),
            "2 tools\nserver__tool_0: Does it\nserver__tool_1: Does it"
        );
        assert_eq!(index("none", &[]), "none\n");
        let many = index("200 tools", &entries(200, &"word ".repeat(50)));
        assert!(many.lines().all(|line| line.len() < 40) && many.lines().count() == 201, "{many}");
        let more = index("9,000 tools", &entries(9_000, "x"));
        assert!(more.len() <= MOST_BYTES && more.ends_with(" more, which there is no room for"));
    }

    #[test]
    fn a_sentence_ends_at_its_end() {
        for (text, sentence) in [
            ("Reads a file. Then more.", "Reads a file"),
            ("  Reads\n a file.\n\nArgs:", "Reads a file"),
            ("Version 1.2 of it", "Version 1.2 of it"),
            ("", ""),
        ] {
            assert_eq!(first_sentence(text), sentence);
        }
    }
}
