//! Splits a line into pieces: what comes before and after, and the sentences or
//! fields in between, each of which can be left out.

use hashbrown::HashSet;

use super::carried_line::is_note;
use super::line::rank;
use super::{Line, Section};
use crate::facts::{breaks_off, sentences};

/// A line split into pieces.
#[derive(Debug, PartialEq)]
pub(super) struct Parts<'t> {
    /// What comes before the clauses: `m12 user: "`.
    pub(super) head: &'t str,
    /// Sentences or fields, each of which can be written without the others.
    pub(super) clauses: Vec<&'t str>,
    /// What comes after the clauses: the closing quotation mark.
    pub(super) tail: &'t str,
    /// What comes between two adjacent clauses.
    pub(super) joint: &'static str,
}

impl Parts<'_> {
    /// Returns whether a clause begins within a sentence that was too long to stay whole.
    pub(super) fn begins_within(&self, clause: usize) -> bool {
        let before = clause.checked_sub(1).and_then(|before| self.clauses.get(before));
        let pair = before.zip(self.clauses.get(clause)).filter(|_| self.joint == " ");
        pair.is_some_and(|(before, rest)| breaks_off(before, rest))
    }
}

/// Replaces clauses that are left out.
pub(super) const GAP: &str = " … ";

/// Separates a call from the fields of its result.
pub(super) const FIELDS: &str = " gave ";

/// The separator that earlier versions wrote.
pub(super) const OLD_FIELDS: &str = " → ";

/// Separates two fields of a result.
pub(super) const FIELD: &str = "; ";

/// How the field begins that names what else a result contains: it says nothing
/// on its own.
pub(super) const ALSO: &str = "also holds ";

/// How the end of a failure's line begins that says what its call was given.
pub(super) const TRIED: &str = " (tried with ";

/// Splits a line. A sentence of the user's that is `stated` elsewhere, as a
/// rule or an open task, can be left out separately.
pub(super) fn parts<'t>(line: &'t Line, stated: &HashSet<&str>) -> Parts<'t> {
    let text = line.text.as_str();
    let whole = Parts { head: "", clauses: vec![text], tail: "", joint: " " };
    let facts = matches!(line.section, Section::Codebase | Section::Foundation | Section::Ledger);
    if line.rank >= rank::RULE || facts || is_note(text) {
        return whole;
    }
    if let Some(at) = text.find(TRIED).filter(|_| line.section == Section::Problems) {
        // A failure can be reported without what was tried.
        let clauses = vec![&text[..at], &text[at + 1..]];
        return Parts { head: "", clauses, tail: "", joint: " " };
    }
    let fields = [FIELDS, OLD_FIELDS].iter().find_map(|mark| Some(text.find(mark)? + mark.len()));
    if let Some(at) = fields
        && line.section == Section::Operations
    {
        let (head, rest) = text.split_at(at);
        let (fields, tail) = match rest.strip_suffix(']') {
            Some(fields) => (fields, "]"),
            None => (rest, ""),
        };
        return Parts { head, clauses: fields.split(FIELD).collect(), tail, joint: FIELD };
    }
    let parts = text.split_once(": ").filter(|(lead, _)| lead.len() <= 24);
    let Some((lead, rest)) = parts.filter(|(lead, _)| lead.starts_with('m')) else {
        return whole;
    };
    if rest.starts_with('[') {
        return whole;
    }
    if let Some(inner) = rest.strip_prefix('"')
        && let Some(close) = inner.rfind(ANSWERS).or_else(|| inner.rfind('"'))
    {
        let head = &text[..lead.len() + 3];
        let (inner, tail) = inner.split_at(close);
        return Parts { head, clauses: chunks(inner, stated), tail, joint: " " };
    }
    let clauses = with_items(rest, sentences(rest));
    Parts { head: &text[..lead.len() + 2], clauses, tail: "", joint: " " }
}

/// The most that an announcement and the items after it have together, in
/// bytes; the first item belongs to it in any case.
const ANNOUNCED: usize = 240;

/// Joins each sentence that announces a list to the items after it: neither
/// says anything without the other.
fn with_items<'t>(text: &'t str, sentences: Vec<&'t str>) -> Vec<&'t str> {
    if !sentences.iter().any(|sentence| sentence.ends_with(':')) {
        return sentences;
    }
    let offset = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let mut joined: Vec<&str> = Vec::with_capacity(sentences.len());
    let mut announced = false;
    for sentence in sentences {
        match joined.last_mut() {
            Some(last) if announced && is_item(sentence) => {
                let from = offset(last);
                let to = offset(sentence) + sentence.len();
                if last.ends_with(':') || to - from <= ANNOUNCED {
                    *last = &text[from..to];
                    continue;
                }
                announced = sentence.ends_with(':');
            }
            _ => announced = sentence.ends_with(':'),
        }
        joined.push(sentence);
    }
    joined
}

/// Recognizes an item of a list: `- Save it`, `2. Save it`.
pub(super) fn is_item(sentence: &str) -> bool {
    let rest = sentence.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = sentence.len() - rest.len();
    let marks: &[char] = if digits == 0 { &['-', '*', '•'] } else { &['.', ')'] };
    digits <= 2 && rest.strip_prefix(marks).is_some_and(|rest| rest.starts_with(' '))
}

/// What follows words of the user that say little on their own.
const ANSWERS: &str = "\" (answers m";

/// The smallest pieces that a user's words are split into, in bytes: they are
/// kept word for word while that is cheap.
const CHUNK: usize = 200;

/// Splits a user's words into sentences, joining short ones.
fn chunks<'t>(text: &'t str, stated: &HashSet<&str>) -> Vec<&'t str> {
    let offset = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let mut chunks: Vec<&str> = Vec::new();
    // Set if the last piece must not grow: it is stated elsewhere.
    let mut closed = true;
    let mut start = 0;
    for sentence in sentences(text) {
        let end = offset(sentence) + sentence.len();
        if stated.contains(bare(sentence)) {
            push(&mut chunks, text[start..offset(sentence)].trim());
            chunks.push(sentence);
            (start, closed) = (end, true);
        } else if end - start >= CHUNK {
            push(&mut chunks, text[start..end].trim());
            (start, closed) = (end, false);
        }
    }
    let rest = text[start..].trim();
    match chunks.last_mut() {
        // A short end is joined to what precedes it.
        Some(last) if rest.len() < CHUNK / 3 && !closed => {
            let from = offset(last);
            *last = text[from..].trim();
        }
        _ => push(&mut chunks, rest),
    }
    chunks
}

fn push<'t>(chunks: &mut Vec<&'t str>, text: &'t str) {
    if !text.is_empty() {
        chunks.push(text);
    }
}

/// A sentence without surrounding marks and without its number in a list.
pub(super) fn bare(text: &str) -> &str {
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric());
    // `1. Save it` is the same sentence as `Save it`.
    let rest = bare.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix(['.', ')']).and_then(|rest| rest.strip_prefix(' ')) {
        Some(rest) if bare.len() - rest.len() <= 4 => rest.trim_start(),
        _ => bare,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(section: Section, text: &str) -> Line {
        Line { section, rank: rank::REQUEST, order: (1, 0), text: text.to_owned() }
    }

    #[test]
    fn a_line_is_taken_apart_and_a_models_line_is_not() {
        let none = HashSet::new();
        let request = line(Section::Progress, "m12 user: \"Open it, please. Then \"save\" it.\"");
        assert_eq!(
            parts(&request, &none),
            Parts {
                head: "m12 user: \"",
                clauses: vec!["Open it, please. Then \"save\" it."],
                tail: "\"",
                joint: " "
            }
        );
        let reply = line(Section::Progress, "m12 user: \"b\" (answers m11: \"a\" or (b)?)");
        let taken = parts(&reply, &none);
        assert_eq!(
            (&taken.clauses[..], taken.tail),
            (&["b"][..], "\" (answers m11: \"a\" or (b)?)")
        );
        let result = line(Section::Operations, "m4: [✓ look: id=7 gave name Ann; flights HAT1]");
        let taken = parts(&result, &none);
        assert_eq!((taken.head, taken.tail), ("m4: [✓ look: id=7 gave ", "]"));
        assert_eq!(taken.clauses, ["name Ann", "flights HAT1"]);
        let note = line(Section::Progress, "It opens. It closes. (m12-m31)");
        assert_eq!(parts(&note, &none).clauses, ["It opens. It closes. (m12-m31)"]);
    }

    #[test]
    fn a_sentence_too_long_to_stay_whole_is_told_from_the_end_of_one() {
        let long = format!("m5: It checks {} uploaded file.", "that the file is an ".repeat(30));
        let cut = line(Section::Progress, &long);
        let taken = parts(&cut, &HashSet::new());
        let within: Vec<bool> =
            (0..=taken.clauses.len()).map(|at| taken.begins_within(at)).collect();
        assert_eq!(within, [false, true, false]);
        let whole = line(Section::Progress, "m5: It opens the door. It closes the door.");
        let taken = parts(&whole, &HashSet::new());
        assert!((0..=2).all(|at| !taken.begins_within(at)));
    }

    #[test]
    fn a_rule_among_a_persons_words_is_a_clause_of_its_own() {
        let text = "m2 user: \"The door is dead since the rename. never touch Content/Legacy! it \
                    ships from there.\"";
        let said = line(Section::Progress, text);
        let stated = HashSet::from(["never touch Content/Legacy"]);
        assert_eq!(
            parts(&said, &stated).clauses,
            [
                "The door is dead since the rename.",
                "never touch Content/Legacy!",
                "it ships from there."
            ]
        );
        assert_eq!(parts(&said, &HashSet::new()).clauses.len(), 1);
    }

    #[test]
    fn an_announcement_keeps_its_list_and_a_long_list_its_first_item() {
        let none = HashSet::new();
        let said = "Two could not be cancelled: 1. UDMOP1 (basic economy) 2. XAZ3C0 (basic \
                    economy). Is there anything else? Open so far:";
        let line_of = |text: &str| line(Section::Progress, &format!("m33: {text}"));
        assert_eq!(
            parts(&line_of(said), &none).clauses,
            [
                "Two could not be cancelled: 1. UDMOP1 (basic economy) 2. XAZ3C0 (basic economy).",
                "Is there anything else?",
                "Open so far:"
            ]
        );
        let long = "x".repeat(200);
        let said = format!("These are open: - {long} one - {long} two");
        let line = line_of(&said);
        let clauses = parts(&line, &none).clauses;
        assert_eq!(clauses, [format!("These are open: - {long} one"), format!("- {long} two")]);
    }

    #[test]
    fn a_failure_can_be_told_without_what_was_tried() {
        let text = "Open m54: [❌ book] total is 1002, paid 957 (tried with to SEA; bags 3)";
        let failed = line(Section::Problems, text);
        assert_eq!(
            parts(&failed, &HashSet::new()).clauses,
            ["Open m54: [❌ book] total is 1002, paid 957", "(tried with to SEA; bags 3)"]
        );
    }

    #[test]
    fn a_rule_is_recognized_behind_its_number_in_a_list() {
        let text = "m2 user: \"The lamp blinks. 1. Never touch Content/Legacy. 2. Save it.\"";
        let said = line(Section::Progress, text);
        let stated = HashSet::from([bare("Never touch Content/Legacy.")]);
        assert!(
            parts(&said, &stated).clauses.contains(&"1. Never touch Content/Legacy."),
            "{:?}",
            parts(&said, &stated).clauses
        );
        assert_eq!(bare("2024) was warm"), "2024) was warm");
    }
}
