//! The words at the beginning of a sentence that do not change what it orders.

/// Leading words that do not change an order.
const LEADS: [&str; 34] = [
    "please",
    "and",
    "but",
    "so",
    "ok",
    "okay",
    "just",
    "then",
    "also",
    "now",
    "again",
    "yes",
    "no",
    "oh",
    "well",
    "thanks",
    "remember",
    "note",
    "important",
    "rule",
    "new rule",
    "btw",
    "by the way",
    "one more thing",
    "in general",
    "generally",
    "as a rule",
    "first",
    "second",
    "third",
    "finally",
    "for the rest",
    "still",
    "really",
];

/// The text without leading words that do not change it.
pub(super) fn stripped(text: &str) -> &str {
    let mut rest = text.trim().trim_start_matches(['-', '*', '•', '>', ' ', '!']);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    if (1..=2).contains(&digits) && rest[digits..].starts_with(['.', ')']) {
        rest = rest[digits + 1..].trim_start();
    }
    loop {
        let first = rest.bytes().next();
        // Most texts begin with another letter than all of them.
        let mut near = LEADS.iter().filter(|lead| lead.bytes().next() == first);
        let next = near.find_map(|lead| {
            let after = rest.strip_prefix(lead)?;
            // `no plugins` is an order, `no, never` begins with an answer.
            let apart = after.starts_with([',', ':', '!', '.']);
            let joined = after.starts_with(' ') && *lead != "no" && *lead != "remember";
            (apart || joined).then(|| after.trim_start_matches([',', ':', '!', '.', ' ']))
        });
        match next {
            Some(after) if !after.is_empty() => rest = after,
            _ => return rest,
        }
    }
}
