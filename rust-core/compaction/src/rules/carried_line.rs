//! What a line of a summary says of itself: who wrote it, and where it comes
//! from.

use super::overruled;
use crate::keep;
use vibeue_conversation::MessageId;

/// Tells whether a line says where it comes from at its end, `… (m12-m31)`, as
/// those do that a model wrote.
pub fn is_note(text: &str) -> bool {
    closing_ids(text).is_some()
}

/// The first id that a model's line names at its end.
pub(super) fn closing_ids(text: &str) -> Option<MessageId> {
    let ids = text.strip_suffix(')')?.rsplit_once(" (m")?.1;
    let ours = |c: char| c.is_ascii_digit() || matches!(c, 'm' | '-' | ',' | ' ');
    if !ids.chars().all(ours) {
        return None;
    }
    ids.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok().map(MessageId)
}

/// Tells whether a line was extracted by rules: it says what it is or where it
/// comes from at its beginning, which no line of a model may.
pub fn is_extracted(text: &str) -> bool {
    let rest = [OPEN, SOLVED]
        .iter()
        .find_map(|word| text.strip_prefix(word)?.strip_prefix(' '))
        .unwrap_or(text);
    let id = rest.split([' ', ':']).next().unwrap_or_default();
    text.strip_prefix(RULE).is_some_and(|rest| rest.starts_with(" ("))
        || text.starts_with(keep::LIST)
        || text.starts_with(keep::SENTENCE)
        || id.strip_prefix('m').is_some_and(|digits| digits.parse::<u64>().is_ok())
}

/// How a line of a user's rule begins.
pub(super) const RULE: &str = "Rule";
/// How a line of a failure begins that nothing has settled yet.
pub(super) const OPEN: &str = "Open";
/// How a line of a failure begins that was settled later.
pub(super) const SOLVED: &str = "Solved";

/// The rule that a line of an older summary states, without the mark that it is
/// replaced.
pub(super) fn carried_rule(line: &str) -> Option<&str> {
    let (_, rule) = line.strip_prefix(RULE)?.split_once(": ")?;
    Some(overruled::unmarked(rule))
}

/// The first id that a line names at its beginning.
pub(super) fn leading_id(text: &str) -> Option<MessageId> {
    let word = text.split([' ', ':']).find(|word| word.starts_with(['m', '(']))?;
    word.trim_matches(['(', ')', ':']).strip_prefix('m')?.parse().ok().map(MessageId)
}
