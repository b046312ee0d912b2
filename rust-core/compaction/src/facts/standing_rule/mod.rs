//! Tells the user's standing rules from everything else they say.

mod english;
mod foreign_orders;
mod forms;
mod languages;
mod orders;

use english::is_english;
use foreign_orders::orders_abroad;
use forms::is_lasting;
use languages::is_foreign;

use crate::phrases::Phrases;

/// Tells whether a sentence of the user's own prose sets a rule that holds
/// until it is withdrawn. One-off wishes, questions, reports and reported
/// speech do not.
pub(super) fn is_rule(sentence: &str) -> bool {
    let lower = sentence.to_lowercase().replace('’', "'");
    let text = lower.trim();
    let last = text.trim_end_matches([')', ' ', '*']);
    if text.len() < 6 || last.ends_with(['?', '？']) || REPORTED.occur_in(text) {
        return false;
    }
    is_english(text) || is_lasting(text) || is_foreign(text) || orders_abroad(text)
}

/// What others say or said is not the user's rule.
static REPORTED: Phrases = Phrases::of(&[
    " said ",
    " told me",
    " says ",
    " wrote ",
    "the manual",
    "the old rule",
    "i think ",
    "this time",
    "for once",
    " dit que",
    " sagte",
    " disse ",
    " dijo ",
    " сказал",
    "i thought",
    " used to ",
    "no longer",
    " mode was",
    "according to",
    " complain",
    " claims ",
    " docs say",
    " guide says",
    "from now on it ",
    "ontem ",
    "раньше ",
    "früher ",
    "gestern ",
    "ayer ",
    "wczoraj ",
    "вчера ",
    "gisteren ",
]);

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
fn stripped(text: &str) -> &str {
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
