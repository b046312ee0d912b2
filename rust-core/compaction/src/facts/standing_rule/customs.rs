//! Rules worded as what the speakers do, have or allow: `we don't use exceptions`,
//! `my limit is 300 dollars`, `only Mara can approve purchases`.

use super::lead_ins::stripped;
use crate::phrases::Phrases;

/// Recognizes a custom in a sentence in lower case.
pub(super) fn is_custom_here(text: &str) -> bool {
    if !MARKS.occur_in(text) {
        return false;
    }
    let whole = stripped(text).trim_end_matches(['.', '!']);
    if whole.split_whitespace().count() > 30 || PASSING.occur_in(whole) {
        return false;
    }
    SAID.occur_in(text)
        || whole.ends_with(", always")
        || own(whole)
        || allowed(whole)
        || stays(whole)
}

/// What every custom has one of, so that most sentences are read once.
#[rustfmt::skip]
static MARKS: Phrases = Phrases::of(&[
    "your ", "is banned", "are banned", "is forbidden", "are forbidden", "read-only", "read access",
    "in mind", ", always", "i only ", "my limit", "my budget", "my maximum", "we don't use ",
    "we do not use ", "we don't do ", "we write ", "our ", "important", "be brief", "be concise",
    "remember that ", "one step at a time", "wait for my go", "everything ", " never go",
    " never leave", " never end up", " in english", " in german", "only ", "wird nichts",
    "werden keine", "il faut toujours", "il ne faut", "sin mi confirmación", "sin confirmación",
    "sans ma confirmation", "bestätigung", "senza conferma", "bez potwierdzenia",
]);

/// What limits a sentence to the moment, or reports.
#[rustfmt::skip]
static PASSING: Phrases = Phrases::of(&[
    " any more", " anymore", " yesterday", " last week", " so far", " since ", " was ", " were ",
    " hat ", " wurde ", " today", "this one", "that one", " seems ",
]);

/// Phrases that set a custom wherever they occur.
#[rustfmt::skip]
static SAID: Phrases = Phrases::of(&[
    " is banned", " are banned", " is forbidden", " are forbidden", " is read-only",
    " are read-only", "read access only", "keep that in mind for ", "keep this in mind for ",
    "important to me that ", "one step at a time", "wait for my go", "be brief from ",
    "be concise from ", " never go into ", " never goes into ", " never leave the ",
    " never leaves the ", " never end up in ", "il faut toujours ", "il ne faut jamais ",
    "sin mi confirmación", "sin confirmación", "sans ma confirmation", "ohne meine bestätigung",
    "senza conferma", "bez potwierdzenia", " wird nichts ", "wird nie ",
]);

fn begins(text: &str, heads: &[&str]) -> bool {
    heads.iter().any(|head| text.starts_with(head))
}

fn has(text: &str, marks: &[&str]) -> bool {
    marks.iter().any(|mark| text.contains(mark))
}

/// What the speakers do or have: `i only fly with refundable tickets`, `we write
/// British English`, `our style guide requires trailing commas`.
fn own(text: &str) -> bool {
    if let Some(rest) = text.strip_prefix("i only ") {
        #[rustfmt::skip]
        let habits = [
            "fly ", "eat ", "drink ", "use ", "accept ", "take ", "read ", "work ", "pay ", "travel ",
            "buy ", "stay ", "book ",
        ];
        return begins(rest, &habits);
    }
    let uses = ["we don't use ", "we do not use ", "we don't do "];
    if begins(text, &uses) {
        return !has(text, &[" that ", " this ", " yet", " because "]);
    }
    if text.starts_with("we write ") {
        return text.ends_with(" english") || text.ends_with(" german");
    }
    let limits = ["my limit is ", "my budget is ", "my maximum is ", "my limits are "];
    begins(text, &limits)
        || text.starts_with("our ")
            && has(text, &[" requires ", " require ", " demands ", " forbids "])
        || text.starts_with("your ")
            && has(
                text,
                &[" should be ", " should fit ", " should have ", " must be ", " must fit "],
            )
            && begins(
                &text[5..],
                &["answers", "replies", "summaries", "reports", "messages", "code"],
            )
        || text.starts_with("remember that ")
            && has(text, &[" is not ours", " are not ours", " never "])
}

/// Who is the only one that may do something: `only Mara can approve purchases`.
fn allowed(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("only ") else { return false };
    let Some((who, what)) = rest.split_once(" can ").or_else(|| rest.split_once(" may ")) else {
        return false;
    };
    #[rustfmt::skip]
    let acts = [
        "approve", "decide", "merge", "publish", "change", "edit", "touch", "delete", "sign", "push",
        "deploy", "release", "order", "buy",
    ];
    who.split_whitespace().count() <= 3 && begins(what, &acts)
}

/// Where things stay, and in which language they are: `everything stays on this
/// machine`, `comments in the code are in English`.
fn stays(text: &str) -> bool {
    let kinds = [
        "comments ",
        "names ",
        "messages ",
        "texts ",
        "labels ",
        "strings ",
        "answers ",
        "commits ",
        "documents ",
        "docs ",
    ];
    begins(text, &["everything stays on ", "everything stays in ", "everything stays local"])
        || begins(text, &kinds)
            && [" are in english", " are in german", " in english only"]
                .iter()
                .any(|it| text.ends_with(it))
        || text.starts_with("just the ") && has(text, &[" in your ", " in all ", " in every "])
        || text.contains(" werden keine ") && !text.contains(" haben ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn customs_are_told_from_reports_that_use_the_same_words() {
        for custom in [
            "your answers should fit on one screen.",
            "the word \"cheap\" is banned from all copy.",
            "you have read access only.",
            "window seats for me, always.",
            "i only fly with refundable tickets.",
            "my limit is 300 dollars per night.",
            "we write british english.",
            "we don't use exceptions.",
            "our style guide requires trailing commas.",
            "the old assets are read-only.",
            "it's important to me that nothing gets deleted.",
            "remember that content/legacy is not ours.",
            "do one step at a time and wait for my go.",
            "everything stays on this machine.",
            "credentials never go into the repository.",
            "comments in the code are in english.",
            "only mara can approve purchases.",
            "aus dem netz wird nichts heruntergeladen.",
            "il faut toujours demander avant d'effacer.",
            "ninguna llamada a la api sin mi confirmación.",
        ] {
            assert!(is_custom_here(custom), "{custom}");
        }
        for other in [
            "i only have two days left.",
            "my limit was reached yesterday.",
            "we write to you because the lamp is broken.",
            "we don't use that door any more, you can delete it.",
            "the old assets are gone.",
            "it's important, please hurry.",
            "everything stays grey after the load.",
            "comments in the code are in the wrong place here.",
            "only mara has seen it happen.",
            "your answers were helpful.",
            "remember that bug from last week",
        ] {
            assert!(!is_custom_here(other), "{other}");
        }
    }
}
