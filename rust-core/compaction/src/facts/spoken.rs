//! The rules and deferred tasks in what the user says.

use super::class::floor_boundary;
use super::own_prose::own_lines;
use super::set::Recorded;
use super::standing_rule::is_rule;
use super::{Fact, FactKind, FactSet, Origin, sentences};
use crate::phrases::Phrases;
use vibeue_conversation::MessageId;

/// The most rules that one message may add: a bound against flooding, far above
/// what a person writes.
const MOST: usize = 4_000;

/// Extracts the standing rules and the deferred tasks from the user's text.
pub(super) fn extract(set: &mut FactSet, text: &str, id: MessageId) {
    let mut taken = 0;
    for line in own_lines(text) {
        let sentences = sentences(&line);
        for (at, sentence) in sentences.iter().enumerate() {
            let (kind, said) = if is_rule(sentence) {
                (FactKind::Rule, *sentence)
            } else if is_put_off(sentence) {
                (FactKind::Task, with_subject(&line, &sentences, at))
            } else {
                continue;
            };
            let said = strip_mark(said);
            let said = &said[..floor_boundary(said, Fact::MAX_BYTES)];
            let new = set.record(kind, said, None, Origin::User, id, taken < MOST);
            taken += usize::from(matches!(new, Recorded::New));
        }
    }
}

/// A task shorter than this, in bytes, says little by itself: its subject was
/// named just before.
const BARE_TASK: usize = 48;

/// The longest sentence that is quoted before such a task, in bytes.
const SUBJECT: usize = 160;

/// A task, with the sentence before it if it does not name its subject: `clunk
/// plays twice. put it on the list`.
fn with_subject<'l>(line: &'l str, sentences: &[&'l str], at: usize) -> &'l str {
    let sentence = sentences[at];
    let before = at.checked_sub(1).map(|before| sentences[before]);
    match before
        .filter(|before| sentence.len() <= BARE_TASK && before.len() <= SUBJECT && !is_rule(before))
    {
        Some(before) => {
            let offset = |part: &str| part.as_ptr() as usize - line.as_ptr() as usize;
            &line[offset(before)..offset(sentence) + sentence.len()]
        }
        None => sentence,
    }
}

fn strip_mark(sentence: &str) -> &str {
    let bare = sentence.trim_start_matches(['-', '*', '•', '#', ' ']);
    let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
    match bare.as_bytes().get(digits) {
        Some(b'.' | b')') if (1..=3).contains(&digits) => bare[digits + 1..].trim_start(),
        _ => bare,
    }
}

/// Tells whether a sentence asks for something to be done, or for a reminder,
/// later.
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
