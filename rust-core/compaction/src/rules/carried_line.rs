//! What the form of a summary's line says: who wrote it, and which messages it
//! comes from.

use super::overruled;
use vibeue_conversation::MessageId;

/// Returns whether a line cites its messages at its end, `… (m12-m31)`, as the lines of a model do.
pub fn is_note(text: &str) -> bool {
    closing_ids(text).is_some()
}

/// The first id that a model's line cites at its end.
pub(super) fn closing_ids(text: &str) -> Option<MessageId> {
    let ids = text.strip_suffix(')')?.rsplit_once(" (m")?.1;
    let ours = |c: char| c.is_ascii_digit() || matches!(c, 'm' | '-' | ',' | ' ');
    if !ids.chars().all(ours) {
        return None;
    }
    ids.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok().map(MessageId)
}

/// Returns whether a line was extracted by rules: such a line says at its beginning what it is or
/// where it comes from, which a model's line may not.
pub fn is_extracted(text: &str) -> bool {
    let rest = [OPEN, SOLVED, FAILED]
        .iter()
        .find_map(|word| text.strip_prefix(word)?.strip_prefix(' '))
        .unwrap_or(text);
    let id = rest.split([' ', ':']).next().unwrap_or_default();
    text.strip_prefix(RULE).is_some_and(|rest| rest.starts_with(" ("))
        || text.starts_with(KEPT_LIST)
        || text.starts_with(KEPT_SENTENCE)
        || id.strip_prefix('m').is_some_and(|digits| digits.parse::<u64>().is_ok())
}

/// How a line begins that states a rule of the user's.
pub(super) const RULE: &str = "Rule";
/// How a line begins that reports a failure nothing has settled yet.
pub(super) const OPEN: &str = "Open";
/// How a line begins that reports a failure that was settled later.
pub(super) const SOLVED: &str = "Solved";
/// What begins the line of a failure long ago: abandoned, or solved in another
/// way.
pub(super) const FAILED: &str = "Failed";
/// How the line begins that lists the phrases to keep. It comes from the
/// settings, not from a message.
pub(crate) const KEPT_LIST: &str = "Keep (settings): ";
/// How a line begins that quotes a sentence with such a phrase; ids follow.
pub(crate) const KEPT_SENTENCE: &str = "Kept (";

/// The rule stated by a line of an older summary, without the mark that it was
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
