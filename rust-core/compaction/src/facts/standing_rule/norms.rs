//! Rules worded as how things are here: `warnings count as errors`, `nobody edits
//! it except Priya`, `one commit per change`.

use super::lead_ins::stripped;
use super::orders::{begins_with_order, clauses};
use crate::phrases::Phrases;

/// Recognizes a norm in a sentence in lower case.
pub(super) fn is_norm(text: &str) -> bool {
    if !MARKS.occur_in(text) && !FOREIGN.occur_in(text) {
        return false;
    }
    let whole = stripped(text).trim_end_matches(['.', '!']);
    if whole.split_whitespace().count() > 30 {
        return false;
    }
    HOUSE.occur_in(text)
        || is_barred(whole)
        || is_stated(whole)
        || is_counted(whole)
        || is_one_for_another(whole)
        || clauses(whole).any(|clause| is_bounded(stripped(clause)))
        || is_foreign_norm(whole)
}

/// What every norm in English has one of, so that most sentences are read once.
#[rustfmt::skip]
static MARKS: Phrases = Phrases::of(&[
    "rule", "house", "session", "conversation", "nobody", "no one", "belong", "go over",
    "exceed", "count as", "counts as", "must have a", "must have its", "stay ", "stays ",
    " in seconds", " in metres", " in meters", " in euros", " in dollars", " in utc",
    " in english", " in german", " in pixels", " in percent", " per ", ", not ", "only ",
    "keep ", "everywhere", "assume ",
]);

/// Phrases that make a sentence a norm of this place, or of all that follows.
#[rustfmt::skip]
static HOUSE: Phrases = Phrases::of(&[
    "as a general rule", "house rule", " in our house", " in this house",
    "for the rest of this s", "for the rest of this c", "for the rest of our ",
    " not belong in ", "n't belong in ", "t go over it", "cannot go over ", "can't go over ",
    "cannot exceed ", "can't exceed ",
]);

fn begins(text: &str, heads: &[&str]) -> bool {
    heads.iter().any(|head| text.starts_with(head))
}

fn has(text: &str, marks: &[&str]) -> bool {
    marks.iter().any(|mark| text.contains(mark))
}

/// `nobody edits the level except Priya`.
fn is_barred(text: &str) -> bool {
    begins(text, &["nobody ", "no one ", "no-one "])
        && has(text, &[" except ", " without ", " unless ", " but me", " before i "])
        && !has(text, &[" knows ", " noticed ", " could ", " did ", " was "])
}

/// A state that all things of a kind must have: `commit messages stay under 60
/// characters`, `all timers are in seconds`, `every query must have a limit`.
fn is_stated(text: &str) -> bool {
    let all = begins(text, &["all ", "every ", "each ", "any "]);
    let of_them = text.contains(" of them ");
    let units = [
        " in seconds",
        " in metres",
        " in meters",
        " in euros",
        " in dollars",
        " in utc",
        " in english",
        " in german",
        " in pixels",
        " in percent",
    ];
    if all && !of_them && has(text, &[" are in ", " is in ", " are given in "]) && has(text, &units)
    {
        return true;
    }
    if all && has(text, &[" must have a ", " must have an ", " must have at ", " must have its "]) {
        return true;
    }
    if text.contains(" count as ") || text.contains(" counts as ") {
        return text.split_whitespace().count() <= 8
            && !begins(text, &["that", "this", "it", "does"]);
    }
    let stays = [" stay under ", " stay below ", " stay within ", " stay above ", " stay in "];
    let single = [" stays under ", " stays below ", " stays within "];
    let one =
        begins(text, &["i ", "it ", "they ", "we ", "you ", "he ", "she ", "these ", "those "]);
    !one && has(text, &[stays.as_slice(), single.as_slice()].concat())
        && !has(text, &[" if ", " to stay", " does", " did", " will "])
}

/// `one commit per change`, `only metric units in this project`.
fn is_counted(text: &str) -> bool {
    let words = text.split_whitespace().count();
    let says =
        [" is ", " are ", " was ", " were ", " has ", " have ", " of the ", " failed", " passed"];
    if has(text, &says) || words > 9 {
        return false;
    }
    let counts = ["one ", "two ", "three ", "a single "];
    let places = [" in this project", " in this codebase", " in this repo", " in our "];
    let wide = text.ends_with(", everywhere") && words <= 6;
    begins(text, &counts) && text.contains(" per ") && !has(text, &[" take", " cost"])
        || text.starts_with("only ") && places.iter().any(|place| text.contains(place))
        || wide
}

/// `use the word "guest", not "customer"`.
fn is_one_for_another(text: &str) -> bool {
    begins(text, &["use the word ", "use the term ", "say ", "spell ", "write "])
        && text.contains(", not ")
        && (text.contains(['"', '“', '`']) || text.starts_with("use "))
        && text.split_whitespace().count() <= 10
        && !text.bytes().any(|byte| byte.is_ascii_digit())
}

/// An order whose object is bounded for good: `write only below Source`, `keep
/// answers to three sentences`, `assume the reader is a designer`.
fn is_bounded(clause: &str) -> bool {
    if let Some(rest) = clause.strip_prefix("assume ") {
        return has(rest, &[" is a ", " is an ", " are "])
            && !begins(rest, &["it ", "this ", "that "]);
    }
    if let Some(rest) = clause.strip_prefix("keep ") {
        let counts = [" to one ", " to two ", " to three ", " to four ", " to five ", " to a "];
        return has(rest, &counts) && !begins(rest, &["it ", "this ", "that ", "on "]);
    }
    let places = [" only below ", " only under ", " only inside ", " only within "];
    begins_with_order(clause) && has(clause, &places) && !has(clause, &[" it ", " this ", " that "])
        || clause.starts_with("spell ") && clause.ends_with(" everywhere")
}

/// Norms in other languages: without asking, and what holds in this project.
#[rustfmt::skip]
static FOREIGN: Phrases = Phrases::of(&[
    "ohne vorher zu fragen", "ohne zu fragen", "ohne rückfrage", "ohne meine zustimmung",
    "sans me demander", "sans mon accord", "sin preguntar", "sin mi permiso", "senza chiedere",
    "senza il mio permesso", "zonder te vragen", "zonder mijn toestemming", "bez pytania",
    "bez mojej zgody", "sem perguntar", "sem minha permissão", "без моего согласия",
    "in diesem projekt", "dans ce projet", "en este proyecto", "in questo progetto",
    "in dit project", "w tym projekcie", "neste projeto", "в этом проекте", "aldrig ", "alltid ",
]);

fn is_foreign_norm(text: &str) -> bool {
    let padded = format!(" {text} ");
    if !FOREIGN.occur_in(&padded) || has(&padded, &PAST) {
        return false;
    }
    if has(text, &PROJECTS) {
        return has(&padded, &ALL);
    }
    if has(&padded, &[" aldrig ", " alltid "]) {
        return begins(text, &["aldrig ", "alltid "]);
    }
    true
}

/// What happened is not a norm.
#[rustfmt::skip]
const PAST: [&str; 19] = [
    " hat ", " hast ", " habe ", " haben ", " wurde ", " wurden ", " war ", " a été ", " ont ",
    " ha sido ", " han ", " è stato ", " hanno ", " werd ", " heeft ", " został ", " foi ",
    " был", " var ",
];

#[rustfmt::skip]
const PROJECTS: [&str; 8] = [
    "in diesem projekt", "dans ce projet", "en este proyecto", "in questo progetto",
    "in dit project", "w tym projekcie", "neste projeto", "в этом проекте",
];

#[rustfmt::skip]
const ALL: [&str; 19] = [
    " alle ", " alles ", " jede ", " jeder ", " jedes ", " tous ", " toutes ", " chaque ",
    " todos ", " todas ", " cada ", " tutti ", " tutte ", " ogni ", " elke ", " wszystkie ",
    " każdy ", " все ", " каждый ",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn norms_are_told_from_reports_that_use_the_same_words() {
        for norm in [
            "nobody edits the lighting level except priya.",
            "commit messages stay under 60 characters.",
            "only metric units in this project.",
            "all timers are in seconds, not milliseconds.",
            "you may read everything, but write only below source/tools.",
            "the budget is 40 euros and we can't go over it.",
            "passwords do not belong in the log.",
            "every query must have a limit clause.",
            "tabs, four wide, everywhere.",
            "for the rest of this session show only the changed lines.",
            "names of tests are full sentences in our house.",
            "assume the reader is a designer, not a programmer.",
            "warnings count as errors here.",
            "use the word \"guest\", not \"customer\".",
            "keep answers to three sentences.",
            "one commit per change, please, throughout.",
            "bitte nichts löschen, ohne vorher zu fragen.",
            "in diesem projekt werden alle kommentare auf englisch geschrieben.",
        ] {
            assert!(is_norm(norm), "{norm}");
        }
        for other in [
            "nobody noticed it except priya",
            "they stay under the bridge",
            "only two of the tests passed in this project",
            "all of them are in english",
            "one frame per second is too slow",
            "every query must have been cached",
            "does that count as an error",
            "write it to the log, not to the console",
            "keep it to three for today",
            "errors everywhere!",
            "er hat es gelöscht, ohne zu fragen",
            "in diesem projekt geht nichts mehr",
        ] {
            assert!(!is_norm(other), "{other}");
        }
    }
}
