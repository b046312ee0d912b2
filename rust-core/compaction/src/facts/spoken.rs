//! The rules and deferred tasks in what the user says.

use super::class::floor_boundary;
use super::own_prose::own_lines;
use super::set::Recorded;
use super::standing_rule::is_rule;
use super::{Fact, FactKind, FactSet, Origin, sentences};
use crate::phrases::Phrases;
use vibeue_conversation::MessageId;

/// The most rules that one message may add: a bound against flooding, far above what the user
/// writes.
const MOST: usize = 4_000;

/// Extracts the standing rules and the deferred tasks from the user's text.
pub(super) fn extract(set: &mut FactSet, text: &str, id: MessageId) {
    let mut taken = 0;
    for line in own_lines(text) {
        let sentences = sentences(&line);
        for (at, sentence) in sentences.iter().enumerate() {
            let (kind, words) = if is_rule(sentence) {
                (FactKind::Rule, *sentence)
            } else if is_put_off(sentence) {
                (FactKind::Task, with_subject(&line, &sentences, at))
            } else {
                continue;
            };
            let words = strip_mark(words);
            let words = &words[..floor_boundary(words, Fact::MAX_BYTES)];
            let new = set.record(kind, words, None, Origin::User, id, taken < MOST);
            taken += usize::from(matches!(new, Recorded::New));
        }
    }
}

/// A task shorter than this, in bytes, says little by itself: its subject was
/// named just before.
const BARE_TASK: usize = 48;

/// The longest sentence that is quoted before such a task, in bytes.
const SUBJECT: usize = 160;

/// A task with what belongs to it: the sentence before it, if it does not name
/// its subject (`clunk plays twice. put it on the list`), and a value after it
/// (`send him the list. bo@example.com`).
fn with_subject<'l>(line: &'l str, sentences: &[&'l str], at: usize) -> &'l str {
    let sentence = sentences[at];
    let is_bare = sentence.len() <= BARE_TASK && !names_subject(sentence);
    let before = at.checked_sub(1).map(|before| sentences[before]).filter(|before| {
        is_bare && before.len() <= SUBJECT && !is_rule(before) && is_statement(before)
    });
    let is_value = |text: &str| {
        !text.contains(char::is_whitespace)
            && text.contains(|c: char| c.is_ascii_digit() || "@/_".contains(c))
    };
    let after = sentences.get(at + 1).filter(|after| is_value(after));
    let offset = |part: &str| part.as_ptr() as usize - line.as_ptr() as usize;
    let (first, last) = (before.unwrap_or(sentence), after.copied().unwrap_or(sentence));
    &line[offset(first)..offset(last) + last.len()]
}

/// Returns whether a sentence begins with its subject: `widget: rename it later`.
fn names_subject(sentence: &str) -> bool {
    let lead = sentence.split_once(": ").map(|(lead, _)| lead.trim_start_matches(['-', '*', ' ']));
    lead.is_some_and(|lead| !lead.is_empty() && !lead.contains(char::is_whitespace))
}

/// Returns whether a sentence is more than an answer: `1 fine. 2 ugh, ok.` is not.
fn is_statement(sentence: &str) -> bool {
    const ANSWERS: [&str; 24] = [
        "yes", "yeah", "yep", "fine", "okay", "sure", "good", "great", "perfect", "done", "thanks",
        "thank", "nice", "cool", "right", "agreed", "exactly", "genau", "danke", "klar", "gern",
        "parfait", "merci", "vale",
    ];
    // A word of the scripts of East Asia may be a single letter.
    let is_long = |word: &str| word.chars().count() >= 4 || word.bytes().any(|byte| byte >= 0xE3);
    sentence
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| is_long(word) && !ANSWERS.contains(&word.to_lowercase().as_str()))
}

fn strip_mark(sentence: &str) -> &str {
    let bare = sentence.trim_start_matches(['-', '*', '•', '#', ' ']);
    let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
    match bare.as_bytes().get(digits) {
        Some(b'.' | b')') if (1..=3).contains(&digits) => bare[digits + 1..].trim_start(),
        _ => bare,
    }
}

/// Returns whether a sentence asks for something to be done, or for a reminder, later.
fn is_put_off(sentence: &str) -> bool {
    static WORDS: Phrases = Phrases::of(&[
        "remind me",
        "not now",
        "on the list",
        "before we finish",
        "before you finish",
        "don't forget",
        "do not forget",
        "todo:",
        " for later",
        "but later",
        "at the end remind",
        "when we are done",
        "when you are done",
        "erinner",
        "nicht vergessen",
        "auf die liste",
        "später noch",
        "rappelle-moi",
        "n'oublie pas",
        "plus tard",
        "recuérdame",
        "más tarde",
        "no olvides",
        "ricordami",
        "più tardi",
        "lembre-me",
        "mais tarde",
        "後で",
        "忘れないで",
        "以后再",
        "提醒我",
        "나중에",
        "напомни",
        "позже",
        "przypomnij",
        "herinner me",
    ]);
    let lower = sentence.to_lowercase().replace('’', "'");
    !lower.trim_end().ends_with('?') && WORDS.occur_in(&lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tasks(text: &str) -> Vec<String> {
        let mut set = FactSet::new();
        extract(&mut set, text, MessageId(7));
        set.of_kind(FactKind::Task).map(|fact| fact.text.to_owned()).collect()
    }

    #[test]
    fn a_task_is_told_with_what_belongs_to_it_and_without_answers() {
        for (said, told) in [
            (
                "1 fine. 2 ugh, ok. widget: rename it but later, door first. and go on",
                "widget: rename it but later, door first.",
            ),
            (
                "yes, fine by me. the clunk plays twice. put it on the list, not now",
                "the clunk plays twice. put it on the list, not now",
            ),
            (
                "also, remind me before we finish to send bo the list of doors, he waits for it. \
                 bo@example.com",
                "also, remind me before we finish to send bo the list of doors, he waits for it. \
                 bo@example.com",
            ),
        ] {
            assert_eq!(tasks(said), [told]);
        }
    }
}
