//! Cuts prose into sentences.

/// The longest sentence that stays whole, in bytes.
const LONGEST: usize = 420;

/// Shorter sentences are joined to the next one, in bytes.
const SHORTEST: usize = 12;

/// Cuts prose on one line into sentences and list items.
pub(crate) fn sentences(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let (mut found, mut start, mut at) = (Vec::new(), 0, 0);
    while at < bytes.len() {
        let Some(next) = boundary(text, start, at) else {
            at += 1;
            continue;
        };
        if next - start >= SHORTEST || next == bytes.len() {
            push(&mut found, text[start..next].trim());
            start = next;
        }
        at = next.max(at + 1);
    }
    push(&mut found, text[start..].trim());
    found
}

fn push<'t>(found: &mut Vec<&'t str>, mut sentence: &'t str) {
    while sentence.len() > LONGEST {
        let most = sentence.floor_char_boundary(LONGEST);
        let cut = sentence[..most].rfind(' ').filter(|at| *at > LONGEST / 2).unwrap_or(most);
        let (head, rest) = sentence.split_at(cut);
        found.push(head.trim_end());
        sentence = rest.trim_start();
    }
    if !sentence.is_empty() {
        found.push(sentence);
    }
}

/// Where the next sentence begins if one ends with the byte at `at`.
fn boundary(text: &str, start: usize, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    match bytes[at] {
        b'.' | b'!' | b'?' => {
            let mut end = at + 1;
            while matches!(bytes.get(end), Some(b'.' | b'!' | b'?' | b'"' | b')' | b'*' | b'\'')) {
                end += 1;
            }
            let ends = end == bytes.len() || bytes[end] == b' ';
            // `1. first` and `e.g. this` do not end a sentence.
            let word = text[start..at].rsplit([' ', '(']).next().unwrap_or_default();
            let counts = bytes[at] == b'.'
                && (word.len() <= 2 && word.bytes().all(|b| b.is_ascii_digit())
                    || matches!(word, "e.g" | "i.e" | "vs" | "z.B" | "cf" | "approx"));
            (ends && !counts).then_some(end)
        }
        // The marks of East Asian scripts: 。！？
        0xE3 if bytes[at..].starts_with("。".as_bytes()) => Some(at + 3),
        0xEF if text[at..].starts_with(['！', '？']) => Some(at + 3),
        b' ' => {
            let rest = &bytes[at + 1..];
            let point = rest.starts_with(b"- ") || rest.starts_with(b"* ");
            let letter = rest.len() > 3
                && rest[0] == b'('
                && rest[2] == b')'
                && rest[1].is_ascii_lowercase()
                && rest[3] == b' ';
            let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
            let counted = (1..=2).contains(&digits)
                && matches!(rest.get(digits), Some(b'.' | b')'))
                && rest.get(digits + 1) == Some(&b' ');
            (point || letter || counted).then_some(at + 1)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_cut_at_sentences_and_points_of_lists() {
        assert_eq!(
            sentences(
                "Rules: - never touch it. it ships (e.g. the kiosk) - 1.2 s is slow? Use 1.0 s."
            ),
            [
                "Rules:",
                "- never touch it.",
                "it ships (e.g. the kiosk)",
                "- 1.2 s is slow?",
                "Use 1.0 s."
            ]
            .into_iter()
            .fold(Vec::new(), |mut all: Vec<String>, it| {
                // A short sentence is joined to the next one.
                match all.last_mut() {
                    Some(last) if last.len() < SHORTEST => *last = format!("{last} {it}"),
                    _ => all.push(it.to_owned()),
                }
                all
            })
        );
        assert_eq!(
            sentences(
                "Two ways out: (a) a deprecated shim, (b) move all to tags. Which one is it?"
            )
            .len(),
            4
        );
        assert_eq!(
            sentences("ドアが開きません。直してください。"),
            ["ドアが開きません。", "直してください。"]
        );
        assert_eq!(sentences(""), Vec::<&str>::new());
    }
}
