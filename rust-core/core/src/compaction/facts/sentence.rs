//! Hears rules, decisions and requests while the scanner reads a sentence.

use super::collector::Collector;
use super::{FactKind, Origin};

/// The longest sentence that is kept whole, in bytes.
const LONGEST: usize = 220;

/// What was heard in the sentence so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Sentence {
    start: usize,
    rule: bool,
    decision: bool,
    task: bool,
    /// Characters of East Asian scripts were seen, which have no chunks.
    pub(super) wide: bool,
}

/// Words of rules in scripts without spaces, looked for in whole sentences.
const WIDE_RULES: [&str; 14] = [
    "必ず",
    "絶対",
    "しないで",
    "だけ",
    "必须",
    "必須",
    "不要",
    "总是",
    "绝不",
    "只能",
    "항상",
    "절대",
    "반드시",
    "禁止",
];

impl Sentence {
    /// Begins a sentence.
    pub(super) fn from(start: usize) -> Self {
        Self { start, ..Self::default() }
    }

    /// Hears one word of letters.
    pub(super) fn hear(&mut self, text: &str, start: usize, end: usize, origin: Origin) {
        let mut buffer = [0u8; 12];
        let word = &text.as_bytes()[start..end];
        let lower = &mut buffer[..word.len()];
        lower.copy_from_slice(word);
        lower.make_ascii_lowercase();
        let rest = &text[end..];
        if origin == Origin::User {
            self.rule |= lower == b"use" && takes_back(&text[self.start..start], rest);
            self.rule |=
                is_rule_word(lower, rest) && !is_own_trouble(lower, &text[self.start..start], rest);
            self.task |= is_request_word(lower, rest);
        }
        self.decision |= is_decision_word(lower, rest);
        self.task |= is_open_task_word(lower, rest);
    }

    /// Ends the sentence before `end` and takes it when something was heard.
    pub(super) fn close(&self, text: &str, end: usize, out: &mut Collector<'_>) {
        let heard = self.rule || self.decision || self.task || self.wide;
        if !heard || end <= self.start {
            return;
        }
        let mut sentence = text[self.start..end].trim();
        sentence = strip_list_mark(sentence);
        let rule = self.rule
            || (self.wide
                && out.origin == Origin::User
                && WIDE_RULES.iter().any(|word| cut(sentence).contains(word)));
        let kind = if rule {
            FactKind::Rule
        } else if self.decision {
            FactKind::Decision
        } else if self.task {
            FactKind::Task
        } else {
            return;
        };
        // A word or two rule nothing.
        if sentence.len() >= 8 {
            out.add(kind, cut(sentence));
        }
    }
}

/// Cuts a sentence that is too long behind a word.
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

fn is_rule_word(word: &[u8], rest: &str) -> bool {
    match word {
        b"never" | b"always" | b"must" | b"mustn't" | b"don't" | b"dont" | b"only" | b"without"
        | b"keep" | b"ensure" | b"prefer" | b"avoid" | b"required" | b"cannot" | b"shall"
        | b"forbidden" | b"remember" | b"shouldn't" => true,
        b"don" => rest.starts_with("’t"),
        b"do" | b"should" => follows(rest, " not"),
        b"make" | b"be" => follows(rest, " sure") || follows(rest, " certain"),
        b"i" => follows(rest, " want") || follows(rest, " prefer"),
        b"from" => follows(rest, " now on"),
        b"no" => follows(rest, " longer"),
        b"change" => follows(rest, " of plan"),
        // German, French, Spanish, Italian, Portuguese.
        b"niemals" | b"nie" | b"immer" | b"muss" | b"musst" | b"nur" | b"jamais" | b"toujours"
        | b"doit" | b"dois" | b"seulement" | b"uniquement" | b"nunca" | b"siempre" | b"debe"
        | b"solamente" | b"sempre" | b"deve" | b"soltanto" | b"apenas" | b"ausschliess" => true,
        _ => matches!(
            word,
            [b'm', 0xC3, 0xBC, b's', b's', b'e', b'n', ..] | [b's', 0xC3, 0xB3, b'l', b'o']
        ),
    }
}

/// Tells a person's own trouble from a rule: "I don't remember", "I cannot
/// see it" forbid nothing; "I don't want" does.
fn is_own_trouble(word: &[u8], before: &str, rest: &str) -> bool {
    let last = before.trim_end().rsplit(char::is_whitespace).next().unwrap_or_default();
    match word {
        b"don't" | b"dont" | b"don" | b"cannot" | b"do" => {
            last == "I" && !follows(rest, " want") && !rest.starts_with("’t want")
        }
        b"remember" => matches!(last, "I" | "don't" | "don’t" | "can't" | "cannot" | "not"),
        _ => false,
    }
}

/// Tells whether a sentence tells to use one thing in place of another: `no, use
/// spaces instead of tabs`.
fn takes_back(before: &str, rest: &str) -> bool {
    let orders = before.split_whitespace().all(|word| {
        let word = word.trim_end_matches([',', ':', '-']);
        ["no", "please", "now", "then", "and", "ok", "okay", "actually", "just", "sorry"]
            .iter()
            .any(|lead| word.eq_ignore_ascii_case(lead))
    });
    // Not further than a sentence goes.
    let end = super::class::floor_boundary(rest, 120);
    let near = rest[..end].split(['.', '!', '?', '\n']).next().unwrap_or_default();
    orders && [" instead of ", " rather than ", ", not "].iter().any(|turn| near.contains(turn))
}

fn is_request_word(word: &[u8], rest: &str) -> bool {
    match word {
        b"please" | b"bitte" | b"prego" => true,
        b"can" | b"could" | b"would" | b"will" => follows(rest, " you"),
        b"i" => {
            follows(rest, " need") || follows(rest, " would like") || follows(rest, " also need")
        }
        b"i'd" => follows(rest, " like"),
        _ => false,
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

fn is_open_task_word(word: &[u8], rest: &str) -> bool {
    match word {
        b"todo" | b"fixme" => true,
        b"still" => follows(rest, " need") || follows(rest, " have to") || follows(rest, " open"),
        b"next" => follows(rest, " step") || rest.starts_with(", ") || rest.starts_with(": "),
        b"remaining" | b"unresolved" => true,
        _ => false,
    }
}

fn follows(rest: &str, phrase: &str) -> bool {
    rest.get(..phrase.len()).is_some_and(|head| head.eq_ignore_ascii_case(phrase))
}
