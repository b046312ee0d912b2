//! Detects decisions and open tasks while the scanner reads a sentence.

use super::collector::Collector;
use super::{FactKind, Origin};

/// The longest sentence that is kept whole, in bytes.
const LONGEST: usize = 220;

/// What has been found in the sentence so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Sentence {
    start: usize,
    decision: bool,
    task: bool,
}

impl Sentence {
    /// Begins a sentence at `start`.
    pub(super) fn from(start: usize) -> Self {
        Self { start, ..Self::default() }
    }

    /// Adds one word of letters.
    pub(super) fn add_word(&mut self, text: &str, start: usize, end: usize, origin: Origin) {
        let mut buffer = [0u8; 12];
        let word = &text.as_bytes()[start..end];
        let lower = &mut buffer[..word.len()];
        lower.copy_from_slice(word);
        lower.make_ascii_lowercase();
        let rest = &text[end..];
        self.decision |= is_decision_word(lower, rest);
        // Tasks that the user defers are recognized by other signs.
        self.task |= origin != Origin::User && is_open_task_word(lower, rest);
    }

    /// Ends the sentence before `end` and takes it if a word marked it.
    pub(super) fn close(&self, text: &str, end: usize, out: &mut Collector<'_>) {
        let is_kept = self.decision || self.task;
        if !is_kept || end <= self.start {
            return;
        }
        let mut sentence = text[self.start..end].trim();
        sentence = strip_list_mark(sentence);
        let kind = if self.decision {
            FactKind::Decision
        } else if self.task {
            FactKind::Task
        } else {
            return;
        };
        // One or two words decide nothing.
        if sentence.len() >= 8 {
            out.add(kind, cut(sentence));
        }
    }
}

/// Cuts a sentence that is too long, after a word.
fn cut(sentence: &str) -> &str {
    if sentence.len() <= LONGEST {
        return sentence;
    }
    let end = super::class::floor_boundary(sentence, LONGEST);
    let head = &sentence[..end];
    head.rfind(' ').map_or(head, |space| &head[..space])
}

fn strip_list_mark(sentence: &str) -> &str {
    let bare = sentence.trim_start_matches(['-', '*', '•', '>', '#', ' ']);
    let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
    match bare.as_bytes().get(digits) {
        Some(b'.' | b')') if (1..=3).contains(&digits) => bare[digits + 1..].trim_start(),
        _ => bare,
    }
}

fn is_decision_word(word: &[u8], rest: &str) -> bool {
    match word {
        b"decided" | b"agreed" | b"instead" => true,
        b"go" | b"going" | b"stick" => follows(rest, " with"),
        b"yes" => rest.starts_with(", ") && rest.len() > 24,
        b"i'll" => follows(rest, " take") || follows(rest, " use") || follows(rest, " go"),
        b"we'll" => follows(rest, " use") || follows(rest, " keep"),
        b"let's" => follows(rest, " use") || follows(rest, " keep"),
        _ => false,
    }
}

/// What is still to be done where it remains.
const REMAINING: [&str; 10] = [
    " work",
    " task",
    " step",
    " item",
    " issue",
    " problem",
    " question",
    " error",
    " failure",
    " test",
];

fn is_open_task_word(word: &[u8], rest: &str) -> bool {
    match word {
        b"todo" | b"fixme" => true,
        b"still" => follows(rest, " need") || follows(rest, " have to") || follows(rest, " open"),
        b"next" => follows(rest, " step") || rest.starts_with(", ") || rest.starts_with(": "),
        b"unresolved" => true,
        // The rest of a balance or a budget is not one of work.
        b"remaining" => rest.starts_with(": ") || REMAINING.iter().any(|work| follows(rest, work)),
        _ => false,
    }
}

fn follows(rest: &str, phrase: &str) -> bool {
    rest.get(..phrase.len()).is_some_and(|head| head.eq_ignore_ascii_case(phrase))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::FactSet;
    use vibeue_conversation::MessageId;

    #[test]
    fn what_remains_to_be_done_is_told_from_what_remains_of_a_balance() {
        let tasks = |text: &str| {
            let mut set = FactSet::new();
            set.add_text(text, Origin::Assistant, MessageId(3));
            set.of_kind(FactKind::Task).map(|fact| fact.text.to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(tasks("Remaining: the ring's colour."), ["Remaining: the ring's colour."]);
        assert_eq!(
            tasks("I come back to the remaining tests later."),
            ["I come back to the remaining tests later."]
        );
        assert_eq!(tasks("The remaining balance is $298."), Vec::<String>::new());
    }
}
