//! Tells the user's standing rules from everything else they say.

mod customs;
mod english;
mod foreign_orders;
mod forms;
mod languages;
mod lead_ins;
mod norms;
mod orders;

use customs::is_custom_here;
use english::is_english;
use foreign_orders::orders_abroad;
use forms::is_lasting;
use languages::is_foreign;
use norms::is_norm;

use crate::phrases::Phrases;

/// Returns whether a sentence of the user's own prose sets a rule that holds until it is withdrawn.
/// One-off wishes, questions, reports and reported speech do not.
pub(super) fn is_rule(sentence: &str) -> bool {
    let lower = sentence.to_lowercase().replace('’', "'");
    let text = lower.trim();
    let last = text.trim_end_matches([')', ' ', '*']);
    if text.len() < 6 || last.ends_with(['?', '？']) || REPORTED.occur_in(text) {
        return false;
    }
    is_english(text)
        || is_lasting(text)
        || is_norm(text)
        || is_custom_here(text)
        || is_foreign(text)
        || orders_abroad(text)
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
