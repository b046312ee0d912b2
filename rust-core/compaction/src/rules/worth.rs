//! What a piece of text is worth, per token that it costs.

use super::Line;
use super::intent::corrects;
use super::line::rank;
use crate::digest::family::words;
use crate::facts::{Fact, FactKind, Origin};
use crate::phrases::Phrases;
use vibeue_conversation::MessageId;

/// What a token of a line of this rank is worth: 1 for a sentence of the agent,
/// 5 for a rule of the user.
pub(super) fn of_rank(rank: u32) -> f64 {
    (f64::from(rank) / f64::from(rank::STATEMENT)).powf(2.6)
}

/// Words that signal a cause, a decision, a result or a turn: worth more than
/// the rest of a sentence. In other languages, what matters is recognized
/// because it is repeated later.
static SIGNAL_WORDS: Phrases = Phrases::of(&[
    "because",
    "cause",
    "reason",
    "why",
    "since",
    "therefore",
    "instead",
    " not ",
    "n't ",
    "only",
    "->",
    "→",
    "fail",
    "error",
    "fix",
    "found",
    "wrong",
    "bug",
    "fault",
    "crash",
    "cannot",
    "broken",
    "works",
    "passed",
    " pass",
    "succeeded",
    "saved",
    "not saved",
    "deleted",
    "renamed",
    "changed",
    "waits",
    "still",
    "open",
    "left",
    "total",
]);

/// Words that say why something is so, what it was, or what resulted.
static CAUSES: Phrases = Phrases::of(&[
    "because",
    "cause",
    "reason",
    "why",
    "so that",
    "fault",
    "That is it",
    "turns out",
    "->",
    "→",
    "due to",
    "since ",
    "bug",
    "does not",
    "still ",
    "would not",
]);

/// Beginnings of sentences that announce something or are polite, and say
/// nothing worth remembering.
const FILLERS: [&str; 58] = [
    "Now, ",
    "I'm sorry",
    "I apologize",
    "If there's anything",
    "If there is anything",
    "If you'd",
    "Please choose",
    "Please provide",
    "Please share",
    "Please specify",
    "Please tell",
    "Feel free",
    "To help",
    "Additionally, could",
    "Additionally, I'll need",
    "Additionally, please",
    "I have found your",
    "I have located your",
    "I found your",
    "Alternatively, would",
    "I'll ",
    "I will ",
    "Let me ",
    "Let's ",
    "Now ",
    "Reading",
    "Looking",
    "I can help",
    "I can assist",
    "Please let me know",
    "Let me know",
    "If you ",
    "Would you like",
    "Could you please",
    "Please provide",
    "Sure",
    "Great",
    "Thank",
    "You're welcome",
    "To proceed",
    "Could you ",
    "Can you ",
    "Do you ",
    "May I ",
    "If so",
    "Is there",
    "Here are",
    "I understand",
    "No problem",
    "Please confirm",
    "I need to ",
    "I'll need",
    "I should ",
    "To assist",
    "Now that I have",
    "This will also",
    "I found several",
    "You may want to",
];

/// The factor for how much a sentence of the agent says.
pub(super) fn of_sentence(sentence: &str) -> f64 {
    let signals = SIGNAL_WORDS.count_in(sentence, 3);
    let mut worth = 0.8 + 0.2 * f64::from(signals);
    // It says from what to what, or how many out of how many.
    if has_figures(sentence) {
        worth += 0.35;
    }
    // Most questions have been answered since.
    if sentence.ends_with('?') {
        worth *= 0.6;
    }
    if states_change(sentence) {
        worth += CHANGE;
    }
    if CAUSES.occur_in(sentence) {
        worth += 0.3;
    }
    // An announcement of a list says nothing without the list.
    if sentence.ends_with(':') {
        worth *= ANNOUNCEMENT;
    }
    if is_filler(sentence) {
        worth *= 0.4;
    }
    if is_guess(sentence) {
        worth *= GUESS;
    }
    if is_bare_point(sentence) {
        worth *= POINT;
    }
    worth
}

/// The factor for a sentence that only guesses.
const GUESS: f64 = 0.75;

/// Recognizes a sentence that guesses and nothing else: what was found out may
/// end in a guess, too.
fn is_guess(sentence: &str) -> bool {
    const BEGINNINGS: [&str; 7] =
        ["If ", "Perhaps ", "Maybe ", "Possibly", "It might ", "It may be ", "There might "];
    BEGINNINGS.iter().any(|begin| sentence.starts_with(begin))
        && (sentence.contains(" might ") || !sentence.starts_with("If "))
}

/// The factor for a sentence that announces what is not there.
const ANNOUNCEMENT: f64 = 0.4;

/// What a sentence gains that states a value before and after.
const CHANGE: f64 = 0.6;

/// Recognizes a value before and after: `from 262,144 KB to 2,730 KB`, `HasKey became HasKeyItem`,
/// `$1,200.00 - $861.75 = $338.25`.
fn states_change(sentence: &str) -> bool {
    let figure = |text: &str| text.bytes().take(12).any(|b| b.is_ascii_digit());
    let measured = || {
        let (before, after) = sentence.split_once("from ")?.1.split_once(" to ")?;
        Some(figure(before) && figure(after))
    };
    sentence.contains(" became ")
        || sentence.contains(" was removed")
        || sentence.split_once(" = ").is_some_and(|(_, sum)| figure(sum) && has_figures(sentence))
        || measured().unwrap_or(false)
}

/// Returns whether a sentence has two numbers or more.
pub(super) fn has_figures(sentence: &str) -> bool {
    let is_figure = |word: &&str| {
        word.trim_start_matches(['$', '€', '£', '(', '-']).starts_with(|c: char| c.is_ascii_digit())
    };
    sentence.split(' ').filter(is_figure).nth(1).is_some()
}

/// The factor for a bare list item, and for a fact in it.
pub(super) const POINT: f64 = 0.5;

/// Recognizes a list item that names something but says nothing about it. An item with figures, or
/// with the outcome of something, does say something.
pub(super) fn is_bare_point(sentence: &str) -> bool {
    let Some((mark, rest)) = sentence.split_once(' ') else { return false };
    let listed = matches!(mark, "-" | "*") || mark.ends_with(['.', ')']);
    listed
        && sentence.len() < SHORT_POINT
        && mark.len() <= 3
        && !has_figures(rest)
        && !rest.contains("->")
        && !rest.contains('→')
}

/// First words of the names of tools that read and change nothing.
const LOOKS: [&str; 16] = [
    "get",
    "search",
    "list",
    "find",
    "read",
    "think",
    "calculate",
    "look",
    "describe",
    "view",
    "query",
    "check",
    "show",
    "fetch",
    "grep",
    "count",
];

/// Recognizes the line of a result of a call that changed something: the tool's
/// name does not say that it only reads.
pub(super) fn is_deed(head: &str) -> bool {
    !is_look(head.split_once("[✓ ").map_or("", |it| it.1))
}

/// Recognizes a tool that only reads, by its name; also what has no name.
pub(super) fn is_look(tool: &str) -> bool {
    let verb = words(own_name(tool)).iter().next().unwrap_or_default().to_owned();
    verb.is_empty() || LOOKS.contains(&verb.as_str())
}

/// A tool's own name, without the server's in front: `mcp__mail__send_mail`.
pub(super) fn own_name(tool: &str) -> &str {
    let name = tool.split([':', ' ']).next().unwrap_or(tool);
    name.rsplit("__").next().unwrap_or(name)
}

/// A shorter list item, in bytes, says little on its own.
const SHORT_POINT: usize = 72;

/// Recognizes a sentence that only announces something or is polite.
pub(super) fn is_filler(sentence: &str) -> bool {
    let bare = sentence.trim_start_matches(|c: char| c.is_ascii_digit() || "-*. ".contains(c));
    FILLERS.iter().any(|filler| bare.starts_with(filler))
}

/// The factor for how much the user's words say: a few words without a figure
/// or name only keep the work going.
pub(super) fn of_words(text: &str) -> f64 {
    let unknown = UNKNOWN.iter().any(|phrase| text.contains(phrase));
    match () {
        () if corrects(text) => 1.2,
        () if is_brief(text) && !is_wish(text) => 0.6,
        () if unknown => 0.7,
        () if is_wish(text) => 1.1,
        () if is_assent(text) => 0.7,
        () => 1.0,
    }
}

/// Recognizes a few words without a figure, a name or a question.
pub(super) fn is_brief(text: &str) -> bool {
    let plain = |b: u8| !b.is_ascii_digit() && !matches!(b, b'"' | b'_' | b'/' | b'?');
    text.len() < 86 && text.bytes().all(plain)
}

/// Recognizes words that begin by agreeing: they say that the agent may go on.
pub(super) fn is_assent(text: &str) -> bool {
    let begin = text.trim_start();
    let word = begin.split(|c: char| !c.is_alphanumeric() && c != '\'').next().unwrap_or_default();
    ASSENTS.iter().any(|it| it.eq_ignore_ascii_case(word))
        || begin.starts_with(['好', '是', '네', 'は'])
        || AGREEMENTS.iter().any(|it| begin.starts_with(it))
}

const ASSENTS: [&str; 23] = [
    "great", "yes", "yep", "yeah", "yup", "ok", "okay", "sure", "agreed", "fine", "perfect",
    "exactly", "thanks", "thank", "ja", "gern", "genau", "klar", "oui", "vale", "sim", "tak", "да",
];

const AGREEMENTS: [&str; 6] = [
    "That sounds good",
    "Sounds good",
    "That's correct",
    "Everything looks",
    "Let's go ahead",
    "Let's proceed",
];

/// Recognizes words by which the user says what they want, however briefly.
pub(super) fn is_wish(text: &str) -> bool {
    WISHES.iter().any(|phrase| text.contains(phrase))
}

/// Recognizes a greeting.
pub(super) fn is_greeting(text: &str) -> bool {
    let first = text.split([' ', ',', '!', '.']).next().unwrap_or_default();
    ["Hi", "Hello", "Hey", "hi", "hello", "hey"].contains(&first)
}

const WISHES: [&str; 8] = [
    "I want ",
    "I'd like ",
    "I’d like ",
    "I would like ",
    "I need ",
    "I'd prefer ",
    "I'll go with ",
    "I'll take ",
];

/// Words by which the user says that they cannot tell something: somebody looked
/// it up since.
const UNKNOWN: [&str; 6] = [
    "don't remember",
    "don’t remember",
    "don't recall",
    "not sure about",
    "don't know",
    "don't have",
];

/// The factor for a line's later clauses, by how many of its tokens were
/// already written: nobody needs all of a pasted page.
pub(super) fn of_depth(tokens: u64, line: &Line) -> f64 {
    let by_user = line.text.contains(" user: \"");
    match tokens {
        0..=80 => 1.0,
        81..=500 if by_user => 0.5,
        81..=160 => 0.75,
        _ => 0.35,
    }
}

/// What a token of a fact is worth that nothing mentions yet.
///
/// What the user said or a call used will be needed again; so will what several
/// messages contain. `newest` is the last condensed message.
pub(super) fn of_fact(fact: &Fact<'_>, newest: MessageId) -> f64 {
    let origin = match fact.origin {
        Origin::User => 2.2,
        Origin::CallArgument => 1.8,
        Origin::Summary => 1.5,
        Origin::Assistant => 2.0,
        Origin::ToolResult => 1.4,
        Origin::System => 0.0,
    };
    let digits = fact.text.bytes().filter(u8::is_ascii_digit).count();
    let kind = match fact.kind {
        FactKind::Identifier if digits >= 3 => 4.6,
        // That a tool exists is known in other ways, too.
        FactKind::Identifier if fact.label == Some("tool") => 0.5,
        // What the user states is the basis for what follows.
        FactKind::Date if fact.origin == Origin::User => 3.0,
        FactKind::Number if fact.origin == Origin::User => 0.4,
        FactKind::Money if fact.origin == Origin::User => 1.5,
        // A time of day is rarely asked for again, a day is.
        FactKind::Date if fact.text.contains('-') => 1.0,
        // The name of a field is needed once, for the next call; above all that
        // of one that holds an id.
        FactKind::Quote if is_field(fact) && fact.text.ends_with("_id") => 8.0,
        FactKind::Quote if is_field(fact) && fact.messages >= 2 => 2.4,
        FactKind::Quote if is_field(fact) => 1.2,
        // A number with a name says something.
        FactKind::Number if fact.label.is_some() => 0.5,
        kind => kind.worth(),
    };
    // A place is looked up again if it is needed; a call takes its owner's id.
    let kind = if fact.label.is_some_and(is_postal) { kind * 0.3 } else { kind };
    let seen = match fact.messages {
        0 | 1 => 1.0,
        2 => 1.4,
        _ => 1.7,
    };
    let recent = fact.last.0 as f64 / newest.0.max(1) as f64;
    origin * kind * seen * (0.5 + 0.3 * recent)
}

/// Recognizes the name of a field that calls may need: not a timestamp or a
/// history.
fn is_field(fact: &Fact<'_>) -> bool {
    let text = fact.text;
    text.contains('_') && fact.label.is_none() && !is_incidental(text)
}

/// Recognizes the name of a field of a postal address.
fn is_postal(name: &str) -> bool {
    ["zip", "postal_code", "address1", "address2", "city", "province", "country"].contains(&name)
}

/// Recognizes the name of a field that dates or lists something, which a call
/// seldom needs.
pub(super) fn is_incidental(name: &str) -> bool {
    ["_at", "_time", "_est", "_utc", "_date", "_history"].iter().any(|end| name.ends_with(end))
}

/// The factor for one of many similar things that a tool listed: the next step
/// needs only a few of them.
pub(super) fn of_crowd(alike: usize) -> f64 {
    (3.0 / alike.max(1) as f64).sqrt().clamp(0.4, 1.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_that_only_names_something_is_told_from_one_that_says_what_became_of_it() {
        for bare in ["- Flight Number: HAT057", "2. Flight HAT180", "* Departure: 09:00 AM EST"] {
            assert!(is_bare_point(bare), "{bare}");
        }
        for told in [
            "- Frame: 24.31 -> 15.84 ms",
            "- VRAM 5.58 of 6 GB",
            "5. Left to pay: $1,625 - $1,327 = $298",
            "3 of 3.",
            "-12 dB",
        ] {
            assert!(!is_bare_point(told), "{told}");
        }
    }

    #[test]
    fn a_tool_that_changes_something_is_told_from_one_that_looks() {
        for head in ["m4: [✓ book_reservation: id=7 gave ", "m4: [✓ saveAsset gave "] {
            assert!(is_deed(head), "{head}");
        }
        for head in [
            "m4: [✓ get_user: id=7 gave ",
            "m4: [✓ mcp__crm__get_user gave ",
            "m4: [✓ findReferences gave ",
            "m4: gave ",
        ] {
            assert!(!is_deed(head), "{head}");
        }
    }

    #[test]
    fn a_wish_is_worth_more_than_going_on_and_what_was_found_more_than_a_guess() {
        let wish = "I'd like economy, and no insurance. The flight before was late by two hours.";
        let assent = "Great, thank you! Let's get back to booking that flight from San Francisco \
                      to New York.";
        let correction = "the lamp must not stay off";
        assert!(of_words(correction) > of_words(wish) && of_words(wish) > of_words(assent));
        assert!(of_words(assent) > of_words("Yes, go on with that."));
        let found = "The reservation has one passenger.";
        assert!(of_sentence(found) > of_sentence("It might be a reservation with one passenger."));
    }

    #[test]
    fn a_rule_is_worth_more_than_a_wish_and_a_cause_more_than_a_greeting() {
        assert!(of_rank(rank::RULE) > 2.0 * of_rank(rank::REQUEST));
        assert!(of_rank(rank::REQUEST) > of_rank(rank::STATEMENT));
        let cause = of_sentence("It fails because the tag list says Bras.");
        assert!(cause > 2.0 * of_sentence("Let me know if I can do anything else."));
    }
}
