//! Whether a tool reported that its result is incomplete.

use super::cut;

/// Characters of the tool's notice that are shown.
const SHOWN_CHARS: usize = 60;
/// Characters at each end of a result that are searched.
const LOOKED_AT: usize = 400;

/// Phrases with which tools report that they left something out.
const CUT_NOTICES: [&str; 14] = [
    "truncated",
    "more lines below",
    "more lines above",
    "more lines)",
    "more results",
    "more matches",
    "more files",
    "more items",
    "lines omitted",
    "output omitted",
    "tokens cut here",
    "limit reached",
    "showing first",
    "results are limited",
];

/// The notice in a result that says that it was cut, verbatim; `None` if there is none. Only the
/// ends of the result are searched.
pub(super) fn partial(text: &str) -> Option<String> {
    let head = cut::head(text, LOOKED_AT);
    let tail = cut::tail(&text[head.len()..], LOOKED_AT);
    let mut found = head.lines().chain(tail.lines()).filter_map(cut_notice);
    let first = found.next()?;
    match found.next() {
        // `(1456 more lines above)` and `(431 more lines below)`.
        Some(second) if second != first && first.len() + second.len() < SHOWN_CHARS => {
            Some(format!("{first}, {second}"))
        }
        _ => Some(first),
    }
}

fn cut_notice(line: &str) -> Option<String> {
    // In a line of prose or code the phrase means something else.
    let line = line.trim();
    if line.len() > 160 || line.is_empty() {
        return None;
    }
    if let Some(range) = lines_of(line) {
        return Some(range);
    }
    let lower = line.to_ascii_lowercase();
    let bracketed = line.starts_with(['(', '[', '…', '.', '<', '-']) || line.ends_with("...");
    let json = [
        "\"truncated\": true",
        "\"truncated\":true",
        "\"has_more\": true",
        "\"has_more\":true",
        "\"is_partial\": true",
    ];
    let is_notice = CUT_NOTICES.iter().any(|word| lower.contains(word));
    let counts = lower.starts_with("showing ")
        || lower.starts_with("output ")
        || lower.starts_with("results ");
    let flag = json.iter().any(|word| lower.contains(word));
    if flag {
        return Some("the result says that there is more".to_owned());
    }
    (is_notice && (bracketed || counts)).then(|| {
        cut::ellipsis(line.trim_matches(['(', ')', '[', ']', '.', '…', ' ', '<', '>']), SHOWN_CHARS)
            .into_owned()
    })
}

/// `lines 41-73 of 120`, if that is not all of them.
fn lines_of(line: &str) -> Option<String> {
    let rest = &line[line.find("(lines ")? + 7..];
    let (range, rest) = rest.split_once(" of ")?;
    let (from, to) = range.split_once('-')?;
    let all = rest.strip_suffix(')')?;
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let (from, to, all) = (number(from)?, number(to)?, number(all)?);
    (from > 1 || to < all).then(|| format!("lines {from}-{to} of {all}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_tool_says_of_a_cut_is_told() {
        let cases = [
            ("Door.cpp (lines 41-73 of 120)\n  41\tx", Some("lines 41-73 of 120")),
            ("Door.cpp (lines 1-120 of 120)\n  1\tx", None),
            (
                "[File: a.py (1997 lines total)]\n(1456 more lines above)\n1457: x\n(431 more lines \
                 below)\n",
                Some("1456 more lines above, 431 more lines below"),
            ),
            (
                "a\nb\n[output truncated after 30000 characters]",
                Some("output truncated after 30000 characters"),
            ),
            ("{\"items\": [1],\n \"has_more\": true}", Some("the result says that there is more")),
            ("The table was truncated by Ann.", None),
            ("Showing first 50 of 200 results", Some("Showing first 50 of 200 results")),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(partial(text).as_deref(), expected, "{text}");
        }
    }
}
