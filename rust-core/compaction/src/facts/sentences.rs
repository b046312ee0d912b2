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
                && (word.len() <= 2
                    && word.bytes().all(|b| b.is_ascii_digit())
                    && (is_counted(text, start, at - word.len()) || goes_on(&text[end..]))
                    || matches!(word, "e.g" | "i.e" | "vs" | "z.B" | "cf" | "approx"));
            (ends && !counts).then_some(end)
        }
        // The marks of East Asian scripts: 。！？
        0xE3 if bytes[at..].starts_with("。".as_bytes()) => Some(at + 3),
        0xEF if text[at..].starts_with(['！', '？']) => Some(at + 3),
        b' ' => {
            let point = is_point(&bytes[at + 1..]) && !is_minus(text, start, at + 1)
                || is_counted(text, start, at + 1);
            point.then_some(at + 1)
        }
        _ => None,
    }
}

/// Recognizes the mark of a list's item: `- `, `* `, `(a) `.
fn is_point(rest: &[u8]) -> bool {
    let letter = |rest: &[u8]| {
        rest.len() > 3
            && rest[0] == b'('
            && rest[2] == b')'
            && rest[1].is_ascii_lowercase()
            && rest[3] == b' '
    };
    rest.starts_with(b"- ") || rest.starts_with(b"* ") || letter(rest)
}

/// Recognizes a minus between two figures of a sum: `$1,625 - $1,327 = $298`.
fn is_minus(text: &str, start: usize, at: usize) -> bool {
    let figure =
        |b: &u8| b.is_ascii_digit() || b.is_ascii_whitespace() || b"$.,+-*/()%".contains(b);
    let after = text[at..].strip_prefix("- ").and_then(|rest| {
        let (sum, _) = rest.split_once('=')?;
        Some(sum.replace(['€', '£'], ""))
    });
    after.is_some_and(|sum| sum.bytes().all(|b| figure(&b)))
        && text[start..at].trim_end().ends_with(|c: char| c.is_ascii_digit() || c == ')')
}

/// The number and the sign of an item at the beginning of a text: `3. `, `3) `.
fn item_number(rest: &str) -> Option<(u32, char)> {
    let digits = rest.bytes().take(3).take_while(u8::is_ascii_digit).count();
    let (number, rest) = rest.split_at(digits);
    let sign = rest.chars().next().filter(|sign| matches!(sign, '.' | ')'))?;
    let number = if digits > 2 { None } else { number.parse().ok() }?;
    rest[1..].starts_with(' ').then_some((number, sign))
}

/// How far around a number the items before and after it are looked for, in
/// bytes.
const COUNTING: usize = 2_000;

/// Returns whether the number at `at` begins an item of a list: it begins a sentence, or it goes on
/// counting. The day in `on May 27. However` does neither.
fn is_counted(text: &str, start: usize, at: usize) -> bool {
    let Some((number, sign)) = item_number(&text[at..]) else { return false };
    let before = text[start..at].trim_end_matches([' ', '"', '(', '*', '`', '\'']);
    let begins = before.is_empty() || before == "-";
    if begins || before.ends_with(['.', ':', ';', '!', '?', ')', '。', '：']) {
        return true;
    }
    let near = &text[text.floor_char_boundary(at.saturating_sub(COUNTING))..at];
    let far = &text[at..text.ceil_char_boundary((at + COUNTING).min(text.len()))];
    match number {
        0 | 1 => far.contains(&format!(" {}{sign} ", number + 1)),
        _ => {
            let previous = format!("{}{sign} ", number - 1);
            near.match_indices(&previous).any(|(found, _)| {
                let before = near[..found].bytes().next_back();
                before.is_none_or(|byte| matches!(byte, b' ' | b'"' | b'('))
            })
        }
    }
}

/// Returns whether a sentence goes on after a number with a point: `am 27. Mai`, `use port 80. then
/// restart`.
fn goes_on(rest: &str) -> bool {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mär", "Apr", "Mai", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Dez"];
    let rest = rest.trim_start();
    rest.starts_with(char::is_lowercase) || MONTHS.iter().any(|month| rest.starts_with(month))
}

/// Returns whether a text breaks off where it ends: the sentence goes on in `rest`.
pub(crate) fn breaks_off(text: &str, rest: &str) -> bool {
    let text = text.trim_end_matches(['"', ')', '*', '\'', '`', ' ']);
    let rest = rest.trim_start();
    let ends = text.ends_with(['.', '!', '?', '…', ':', ';', '。', '！', '？']);
    !(ends || rest.is_empty() || is_point(rest.as_bytes()) || item_number(rest).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minus_in_a_sum_begins_no_point_of_a_list() {
        let sum = "Remaining balance: $1,625 - $1,327 = $298";
        assert_eq!(sentences(sum), [sum]);
        assert_eq!(
            sentences("- Price of the first: 110 - 2 bags at 50 = 100"),
            ["- Price of the first: 110", "- 2 bags at 50 = 100"]
        );
    }

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

    #[test]
    fn a_day_ends_its_sentence_and_a_number_that_counts_begins_one() {
        let cases: [(&str, &[&str]); 8] = [
            (
                "I found no flight from Denver to Houston on May 27. However, I found another.",
                &[
                    "I found no flight from Denver to Houston on May 27.",
                    "However, I found another.",
                ],
            ),
            (
                "Another goes from Boston via Miami on May 17. Which one is it?",
                &["Another goes from Boston via Miami on May 17.", "Which one is it?"],
            ),
            ("Der Flug geht am 27. Mai um acht.", &["Der Flug geht am 27. Mai um acht."]),
            (
                "The gift cards are: 1. Gift card 709 2. Gift card 627 3. Credit card",
                &["The gift cards are:", "1. Gift card 709", "2. Gift card 627", "3. Credit card"],
            ),
            (
                "I do these two things 1) save the map 2) build the game",
                &["I do these two things", "1) save the map", "2) build the game"],
            ),
            (
                "Please book option 2. Then send me the receipt.",
                &["Please book option 2.", "Then send me the receipt."],
            ),
            ("1. fine by me, go on", &["1. fine by me, go on"]),
            ("The answer is 7.", &["The answer is 7."]),
        ];
        for (text, told) in cases {
            assert_eq!(sentences(text), told, "{text}");
        }
    }

    #[test]
    fn a_sentence_that_was_cut_breaks_off_and_a_whole_one_does_not() {
        for (text, rest) in
            [("checks that the file is an uploaded", "file"), ("between the two `file`", "parts")]
        {
            assert!(breaks_off(text, rest), "{text}");
        }
        for (text, rest) in [
            ("It opens.", "It closes."),
            ("He said \"it opens.\"", "It closes."),
            ("Price: $172", "- Price: $190"),
            ("Gift card 709", "2. Gift card 627"),
            ("It opens", ""),
        ] {
            assert!(!breaks_off(text, rest), "{text}");
        }
    }
}
