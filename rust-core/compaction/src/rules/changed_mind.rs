//! Wishes that a later message of the user replaces: `make it 0.9`, then
//! `0.9 looks cheap. 1.0 exactly`.

use std::collections::VecDeque;

use hashbrown::{HashMap, HashSet};

use crate::facts::sentences;
use crate::phrases::Phrases;
use crate::work::{Work, count};
use vibeue_conversation::MessageId;

/// How many later messages of the user are searched for one that replaces a
/// wish.
const REACH: usize = 60;

/// Finds the user's messages whose wish a later one replaces, each with the
/// later one.
///
/// Two ways of saying so are certain enough. Either the later message names the
/// value that the earlier one asked for, turns away from it (`not`, `instead
/// of`, `too`, `final`) and gives another one of the same kind; or it repeats a
/// sentence with another value and says that the user changed their mind.
pub(super) fn replaced<'a>(
    requests: impl Iterator<Item = (MessageId, &'a str)>,
) -> HashMap<MessageId, MessageId> {
    let mut found = HashMap::new();
    // Only the wishes within reach are kept: parsed, all of them would be
    // several times the size of the conversation.
    let mut near: VecDeque<(MessageId, Wish)> = VecDeque::with_capacity(REACH + 1);
    for (id, text) in requests {
        let later = Wish::read(text);
        if later.turns || !later.frames.is_empty() {
            count(Work::Compared, near.len());
            let replaced = near.iter().filter(|(_, earlier)| later.replaces(earlier));
            found.extend(replaced.map(|(earlier, _)| (*earlier, id)));
        }
        near.push_back((id, later));
        if near.len() > REACH {
            near.pop_front();
        }
    }
    found
}

/// What one message of the user asks for.
#[derive(Default)]
struct Wish {
    /// The values that it asks for.
    wanted: HashSet<String>,
    /// All values in it.
    named: HashSet<String>,
    /// Whether it turns away from something.
    turns: bool,
    /// Its sentences with a gap in place of the value, and the value.
    frames: HashMap<String, String>,
}

/// Longer messages are read up to here, in bytes.
const LONGEST: usize = 2_000;

impl Wish {
    fn read(text: &str) -> Self {
        let text = &text[..text.floor_char_boundary(LONGEST)];
        // Capitals inside a word mark a name; lower case would hide them.
        let names: HashSet<String> = words(if may_hold_names(text) { text } else { "" })
            .filter(|word| word.chars().skip(1).any(char::is_uppercase))
            .filter(|word| word.chars().any(char::is_lowercase))
            .map(str::to_lowercase)
            .collect();
        if names.is_empty() && !may_hold_values(text) {
            // Without a value there is nothing to replace, and nothing to
            // replace it with.
            return Self::default();
        }
        let text = text.to_lowercase().replace('’', "'");
        let mut wish = Self {
            wanted: HashSet::new(),
            named: HashSet::new(),
            turns: false,
            frames: HashMap::new(),
        };
        for line in text.lines() {
            for sentence in sentences(line) {
                // `What would the smallest change be?` asks for nothing else, but
                // `Isn't 1024 too large?` does.
                let may_turn = !is_question(sentence) || may_hold_values(sentence);
                wish.turns |= may_turn && TURNS.occur_in(&format!(" {sentence} "));
                wish.add(sentence, &names);
            }
        }
        wish
    }

    fn add(&mut self, sentence: &str, names: &HashSet<String>) {
        if names.is_empty() && !may_hold_values(sentence) {
            return;
        }
        let is_value = |word: &str| is_value(word) || names.contains(word);
        let question = is_question(sentence);
        let words: Vec<&str> = words(sentence).collect();
        if !words.iter().any(|word| is_value(word)) {
            return;
        }
        let dropped = dropped(sentence, &words, is_value);
        self.named.extend(words.iter().filter(|word| is_value(word)).map(|it| (*it).to_owned()));
        if question {
            return;
        }
        let first = words.iter().find(|word| is_value(word) && !dropped.contains(**word));
        self.wanted.extend(first.map(|word| (*word).to_owned()));
        self.frame(&words, &dropped, is_value);
        // `no, put it at 900` uses the same words as `put it at 1200`.
        if let Some((lead, rest)) = sentence.split_once([',', ':'])
            && lead.split_whitespace().count() <= 3
        {
            self.frame(&self::words(rest).collect::<Vec<_>>(), &dropped, is_value);
        }
    }

    /// Records the words in which a value is asked for, with a gap in its
    /// place.
    fn frame(
        &mut self,
        words: &[&str],
        dropped: &HashSet<String>,
        is_value: impl Fn(&str) -> bool,
    ) {
        let values: Vec<&&str> =
            words.iter().filter(|word| is_value(word) && !dropped.contains(**word)).collect();
        if words.len() > LONGEST_FRAME {
            return;
        }
        let [value] = values[..] else { return };
        let definite = words.iter().any(|word| DEFINITE.contains(word));
        let mut frame: Vec<&str> = words
            .iter()
            .filter(|word| !FILLERS.contains(*word))
            .map(|word| if word == value { "…" } else { *word })
            .collect();
        if frame.len() >= 2 {
            // There is one value for the one thing that is spoken of.
            frame.extend(definite.then_some(OF_ONE));
            self.frames.insert(frame.join(" "), (*value).to_owned());
        }
    }

    fn replaces(&self, earlier: &Self) -> bool {
        // What was asked for is named again, next to another value. What is
        // found out fast comes first: every message is compared with sixty.
        let named = || {
            let is_again = |value: &String| self.named.contains(value) && !self.wanted_alone(value);
            earlier.wanted.iter().any(is_again)
        };
        let other = || self.wanted.iter().any(|value| !earlier.named.contains(value));
        if self.turns && named() && other() && self.same_kind(earlier) {
            return true;
        }
        self.frames.iter().any(|(frame, value)| {
            earlier.frames.get(frame).is_some_and(|before| before != value)
                && (self.turns || is_certain(frame))
        })
    }

    /// Returns whether a value is the only one that is wanted: then it is repeated, not withdrawn.
    fn wanted_alone(&self, value: &str) -> bool {
        self.wanted.len() == 1 && self.wanted.contains(value)
    }

    fn same_kind(&self, earlier: &Self) -> bool {
        let digits = |value: &String| value.starts_with(|c: char| c.is_ascii_digit());
        let own = self.wanted.iter().any(digits);
        earlier.wanted.iter().any(digits) == own
    }
}

fn is_question(sentence: &str) -> bool {
    sentence.ends_with(['?', '？'])
}

/// Returns whether a sentence, with a gap in place of its value, sets the value of something: said
/// again with another value, it can only mean the same thing.
fn is_certain(frame: &str) -> bool {
    let sets = ["make ", "set ", "change ", "use ", "to …", "it …"];
    let places = ["at …", "by …", "of …", "is …", "for …"];
    let one = frame.ends_with(OF_ONE) && places.iter().any(|place| frame.contains(place));
    one || sets.iter().any(|verb| frame.contains(verb))
}

/// Tells at a glance that no word of a text has a capital inside.
fn may_hold_names(text: &str) -> bool {
    let inside = |pair: &[u8]| pair[1].is_ascii_uppercase() && !pair[0].is_ascii_whitespace();
    !text.is_ascii() || text.as_bytes().windows(2).any(inside)
}

/// Tells at a glance that no word of a sentence is a value, see [`is_value`].
fn may_hold_values(sentence: &str) -> bool {
    let bytes = sentence.as_bytes();
    bytes.iter().enumerate().any(|(at, byte)| match byte {
        b'0'..=b'9' | b'_' | b'/' => true,
        b'.' => bytes.get(at + 1).is_some_and(|next| !next.is_ascii_whitespace()),
        _ => false,
    })
}

/// The values that a sentence rejects: those after a word that says so, and the
/// one that it judges: `0.9 looks cheap`, `20 is too choppy`.
fn dropped(sentence: &str, words: &[&str], is_value: impl Fn(&str) -> bool) -> HashSet<String> {
    let mut dropped = HashSet::new();
    for pair in words.windows(2) {
        if DROPS.contains(&pair[0]) && is_value(pair[1]) {
            dropped.insert(pair[1].to_owned());
        }
    }
    // Most sentences judge nothing.
    let judges = if JUDGES.occur_in(sentence) { JUDGES.list() } else { &[] };
    for at in judges.iter().filter_map(|judge| sentence.find(judge)) {
        let before = self::words(&sentence[..at]).filter(|word| is_value(word)).last();
        dropped.extend(before.map(str::to_owned));
    }
    dropped
}

/// The maximum number of words of a sentence that another one may repeat with a different value.
const LONGEST_FRAME: usize = 14;

/// Words before a thing of which there is only one.
const DEFINITE: [&str; 14] =
    ["the", "my", "our", "its", "der", "die", "das", "den", "le", "la", "el", "il", "o", "het"];

/// Ends the frame of a sentence about the only thing of its kind.
const OF_ONE: &str = "(one)";

fn words(sentence: &str) -> impl Iterator<Item = &str> {
    sentence
        .split(|c: char| {
            c.is_whitespace() || matches!(c, ';' | '!' | '(' | ')' | '"' | '、' | '，')
        })
        // `1200,400` is one value, `0.9, 1.0` are two.
        .flat_map(|word| {
            let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit() || b == b'.');
            let pair = word.trim_end_matches(',');
            let one = pair
                .split_once(',')
                .is_some_and(|(x, y)| digits(x) && digits(y) && !x.is_empty() && !y.is_empty());
            let (whole, parts) = if one { (Some(pair), "") } else { (None, word) };
            whole.into_iter().chain(parts.split(','))
        })
        .map(|word| word.trim_matches(|c: char| matches!(c, '.' | ':' | '\'' | '?' | '`' | '-')))
        .filter(|word| !word.is_empty())
}

/// Recognizes a value: a number, with its unit if they are one word, or a name
/// as used in programs.
fn is_value(word: &str) -> bool {
    let bare = word.trim_start_matches(['$', '€', '£', '-', '+']);
    let digits = bare.bytes().any(|b| b.is_ascii_digit());
    let letters = bare.bytes().any(|b| b.is_ascii_alphabetic());
    bare.starts_with(|c: char| c.is_ascii_digit())
        || bare.len() >= 4 && (bare.contains(['_', '/', '.']) || digits && letters)
}

/// Words directly before something that is no longer wanted.
const DROPS: [&str; 18] = [
    "not",
    "from",
    "desde",
    "of",
    "than",
    "nicht",
    "statt",
    "von",
    "pas",
    "de",
    "no",
    "non",
    "não",
    "nie",
    "не",
    "вместо",
    "niet",
    "van",
];

/// Phrases with which a message departs from what was said before.
static TURNS: Phrases = Phrases::of(&[
    "not ",
    "instead",
    "rather",
    "too ",
    "zu ",
    "final",
    "actually",
    "no, ",
    "hmm",
    "wait",
    "exactly",
    "scratch that",
    "change",
    "sorry",
    "forget ",
    "looks cheap",
    "felt ",
    "back to",
    "make it",
    "correction",
    "on second thought",
    "better",
    "statt",
    "lieber",
    "doch ",
    "nein",
    "plutôt",
    "finalement",
    " non ",
    "mejor",
    "en vez",
    "al final",
    "invece",
    "meglio",
    "em vez",
    "melhor",
    "afinal",
    "вместо",
    "лучше",
    "нет,",
    "ではなく",
    "やっぱり",
    "而不是",
    "改成",
    "대신",
    "zamiast",
    "liever",
    "in plaats",
]);

/// Words that judge a value instead of asking for it.
static JUDGES: Phrases = Phrases::of(&[
    " looks ",
    " felt ",
    " feels ",
    " was ",
    " is too ",
    " too ",
    " seems ",
    " sounds ",
    " ist zu ",
    " est trop ",
    " es demasiado",
    " è troppo",
    " é demais",
    " слишком",
]);

/// Words that do not change a wish.
const FILLERS: [&str; 24] = [
    "please", "actually", "no", "sorry", "then", "ok", "okay", "hmm", "wait", "now", "instead",
    "rather", "exactly", "just", "and", "so", "better", "let's", "again", "well", "bitte", "doch",
    "nein", "lieber",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn replaces(earlier: &str, later: &str) -> bool {
        let requests = [(MessageId(1), earlier), (MessageId(2), "go on"), (MessageId(3), later)];
        replaced(requests.into_iter()) == HashMap::from_iter([(MessageId(1), MessageId(3))])
    }

    #[test]
    fn a_later_value_replaces_the_earlier_one() {
        let cases = [
            (
                "make it 0.9, 1.2 always felt sluggish. and change the doc",
                "hmm 0.9 looks cheap with the heavy clunk, the sound is longer than the swing. 1.0 exactly. final answer :)",
            ),
            ("make it 0.9", "make it 1.0"),
            ("set the speed to 400", "set the speed to 500"),
            ("set the speed to 400 please", "no, set the speed to 500"),
            ("Use 1024 for the paper grain", "2048 not 1024"),
            (
                "Use 1024 for the paper grain",
                "paper grain 2048 instead of 1024, the journal is full screen",
            ),
            ("24 px down", "24 px is too much, 16 px"),
            ("call it WBP_Key", "actually call it WBP_KeyToast"),
            ("name the widget WBP_Key", "sorry, name the widget WBP_Lock"),
            ("the reserve is 4096", "change the reserve from 4096 to 8192"),
            ("put it into Content/Props", "wait, put it into Content/Doors"),
            ("open at 0.6 s", "0.6 is too long. make it 0.4"),
            ("timeout 30 s please", "timeout 60 s instead of 30"),
            ("three retries: use 3", "use 5 rather than 3"),
            ("the limit is 40", "not 40, the limit is 35"),
            ("budget $300", "budget $250 instead of $300"),
            ("version 5.6.0", "5.7.0 rather than 5.6.0, sorry"),
            ("deadline 2026-03-20", "deadline 2026-03-27, not 2026-03-20"),
            ("make the ring 120 wide", "make the ring 140 wide"),
            ("volume -6", "hmm, -6 is too loud, use -9"),
            ("use port 8080", "port 9090 instead of 8080"),
            ("scale 1.5", "no, scale 1.25"),
            ("mach es 0.9", "0.9 ist zu billig, lieber 1.0"),
            ("nimm 1024", "2048 statt 1024"),
            ("mets 0.9", "plutôt 1.0, pas 0.9"),
            ("pon 0.9", "mejor 1.0 en vez de 0.9"),
            ("metti 0.9", "meglio 1.0, non 0.9"),
            ("use 0.9 mesmo", "melhor 1.0 em vez de 0.9"),
            ("поставь 0.9", "лучше 1.0 вместо 0.9"),
            ("ustaw 0.9", "1.0 zamiast 0.9"),
            ("take 1024 for the grain", "Isn't 1024 too large? 512 please."),
            ("metti 0.9", "1.0 esatto. Non 0.9"),
        ];
        assert_eq!(cases.len(), 32);
        let missed: Vec<_> = cases.iter().filter(|case| !replaces(case.0, case.1)).collect();
        assert_eq!(missed, Vec::<&(&str, &str)>::new());
    }

    #[test]
    fn what_adds_or_repeats_replaces_nothing() {
        let cases = [
            ("save BP_Door.uasset", "save BP_Hatch.uasset"),
            ("make it 0.9", "make it 0.9"),
            ("set the speed to 400", "set the gravity to 500"),
            ("use 1024 for the paper", "what is 1024 in kilobytes?"),
            ("24 px down", "now 3 doors are left"),
            ("budget $300", "we spent $250 of it"),
            ("build 1842 is the one", "tests took 37.2 s"),
            ("make it 0.9", "is 0.9 saved?"),
            (
                "What does the door do when the level begins? Answer in 90 words.",
                "What would the smallest change be? Answer in 94 words.",
            ),
            ("", ""),
        ];
        let wrong: Vec<_> = cases.iter().filter(|case| replaces(case.0, case.1)).collect();
        assert_eq!(wrong, Vec::<&(&str, &str)>::new());
    }
}
