//! Orders in English that last by their form: they apply to all of a kind, to
//! every time something happens, or until somebody says otherwise.

use super::english::NOT_ORDERS;
use super::lead_ins::stripped;
use super::orders::{begins_with_order, clauses};
use crate::phrases::Phrases;

/// Recognizes a sentence, in lower case, whose form makes it last.
pub(super) fn is_lasting(text: &str) -> bool {
    let whole = stripped(text);
    if whole.split_whitespace().count() > 40 {
        return false;
    }
    excludes(whole)
        || reserves(whole)
        || binds_all_of_a_kind(whole)
        || leaves_to_doubt(whole)
        || is_custom(whole)
        || is_measure(whole)
        || guides(whole)
        || prefers(whole)
        || objects(whole)
        || depends(whole)
        || clauses(text).any(|clause| lasts(stripped(clause)))
}

fn has(text: &str, marks: &[&str]) -> bool {
    marks.iter().any(|mark| text.contains(mark))
}

fn begins(text: &str, heads: &[&str]) -> bool {
    // Most sentences differ in the first byte from all of them.
    let first = text.bytes().next();
    heads.iter().any(|head| head.bytes().next() == first && text.starts_with(head))
}

/// Verbs that say how things are; an order without a verb has none of them.
#[rustfmt::skip]
const STATES: [&str; 46] = [
    "is", "are", "was", "were", "has", "have", "had", "did", "does", "do", "can", "could", "will",
    "would", "got", "get", "gets", "works", "work", "worked", "found", "came", "come", "comes",
    "shows", "seems", "looks", "left", "helps", "helped", "needed", "i", "i'm", "i've", "it",
    "it's", "we", "they", "there", "yet", "anymore", "so", "since", "happened", "changed",
    "matches",
];

fn states(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '\'');
    words.any(|word| STATES.contains(&word))
}

/// `no meetings before ten in my calendar`: something is not wanted, and nothing is said about it.
fn excludes(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("no ") else { return false };
    let first = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    #[rustfmt::skip]
    let answers = [
        "success", "response", "result", "results", "sign", "trace", "output", "reply", "answer",
        "warnings", "effect",
    ];
    let words = text.split_whitespace().count();
    (3..=10).contains(&words)
        && !answers.contains(&first)
        && !NOT_ORDERS.contains(&first)
        && !states(rest)
}

/// `nobody but me approves refunds`: what only the user may do.
fn reserves(text: &str) -> bool {
    #[rustfmt::skip]
    let heads = [
        "only i ", "nobody but me ", "no one but me ", "nobody except me ", "no one except me ",
        "nobody else ", "no one else ",
    ];
    let rest = heads.iter().find_map(|head| text.strip_prefix(head));
    let verb = rest.and_then(|rest| rest.split_whitespace().next()).unwrap_or_default();
    #[rustfmt::skip]
    let may = [
        "may", "can", "should", "gets", "decide", "decides", "signs", "touches", "approve",
        "approves", "publishes",
    ];
    may.contains(&verb) || begins_with_order(verb.strip_suffix('s').unwrap_or(verb))
}

/// `the header has to be first in every file`: what applies to all of a kind.
fn binds_all_of_a_kind(text: &str) -> bool {
    #[rustfmt::skip]
    static MUSTS: Phrases = Phrases::of(&[
        " must ", " has to ", " have to ", " needs to ", " need to ", " should ", " shall ",
        " is to ", " are to ", " may only ", " can only ", " goes ", " go ",
    ]);
    #[rustfmt::skip]
    static KINDS: Phrases = Phrases::of(&[
        " on every ", " in every ", " for every ", " with every ", " of every ", " on all ",
        " in all ", " for all ", " on each ", " in each ", " for each ", " with each ",
        " at the top of ", " you ever ", "everything you ", "anything you ",
    ]);
    #[rustfmt::skip]
    static FIRM: Phrases = Phrases::of(&[
        " must always ", " must never ", " should never ", " should always ", " must only ",
        " has to always ", " not to be touched", " not to be changed", " not to be edited",
        " not to be deleted", " not to be renamed", " not to be moved", " not to be used",
        " not to be committed", " never to be ", " are to be ", " is to be kept", " is taboo",
        " are taboo",
    ]);
    let about = ["it ", "there ", "this ", "that ", "they ", "i ", "he ", "she ", "we "];
    (FIRM.occur_in(text) || MUSTS.occur_in(text) && KINDS.occur_in(text))
        && !begins(text, &about)
        && !has(text, &[" must have been", " because "])
}

/// `when in doubt, choose the cheaper option`.
fn leaves_to_doubt(text: &str) -> bool {
    #[rustfmt::skip]
    let doubts = [
        "when in doubt", "if in doubt", "when unsure", "if unsure", "if you're unsure",
        "if you are unsure", "if you're not sure", "if you are not sure", "when you're not sure",
        "when you are not sure", "if anything is unclear", "if something is unclear",
        "whenever unsure", "whenever in doubt",
    ];
    begins(text, &doubts)
}

/// `we only ship on tuesdays`, `we don't use singletons here`: how the user's
/// people work.
fn is_custom(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("we ") else { return false };
    let here =
        [" here", " in this project", " in this repo", " in this codebase", " on this project"];
    let past = [" until ", " last ", " yesterday", " today", " again", " because "];
    let verb = |rest: &str| {
        let verb = rest.split_whitespace().next().unwrap_or_default();
        let more =
            ["ship", "release", "squash", "rebase", "fly", "travel", "stay", "spell", "target"];
        begins_with_order(verb) || more.contains(&verb)
    };
    let firmly = ["only ", "always ", "never "];
    let denied = ["don't ", "do not "];
    !has(text, &past)
        && (firmly.iter().filter_map(|it| rest.strip_prefix(it)).any(verb)
            || has(text, &here) && denied.iter().filter_map(|it| rest.strip_prefix(it)).any(verb))
}

/// `all dates in iso format, please`, `commit messages in english`: what all of
/// a kind are like, without a verb.
fn is_measure(text: &str) -> bool {
    #[rustfmt::skip]
    static WAYS: Phrases = Phrases::of(&[
        " in english", " in german", " in french", " in spanish", " in metric", " in euros",
        " in dollars", " in utc", " in iso ", " in markdown", " in lower case", " in lowercase",
        " in upper case", " in uppercase", " in the imperative", " in local time", " in 24",
    ]);
    let in_a_way = WAYS.occur_in(text);
    let first = text.split_whitespace().next().unwrap_or_default();
    let all = matches!(first, "all" | "every" | "each");
    let polite = all && text.trim_end_matches(['.', '!']).ends_with("please");
    if !(in_a_way || polite)
        || !(3..=10).contains(&text.split_whitespace().count())
        || begins_with_order(text)
        || states(text)
    {
        return false;
    }
    let early = text.split_whitespace().take_while(|it| *it != "in").take(4);
    let plural = |word: &str| {
        word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("'s")
    };
    let (before, last) = early.fold((0, ""), |(count, _), word| (count + 1, word));
    all || before <= 3 && plural(last)
}

/// `follow our naming convention`, `limit yourself to …`, `keep your …`,
/// `reply in german`: orders about how to work.
fn guides(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let second = text.split_whitespace().nth(1).unwrap_or_default();
    let manner =
        ["convention", "style", "guide", "standard", "rule", "pattern", "scheme", "policy"];
    let out = [" out of ", " away from ", " free of ", " to a minimum", " to yourself", " private"];
    match first {
        "follow" | "respect" | "obey" | "honour" | "honor" => has(text, &manner),
        "limit" | "restrict" | "cap" => matches!(second, "yourself" | "your" | "all" | "every"),
        "keep" if matches!(second, "your" | "to") => true,
        "keep" if second != "going" => has(text, &out),
        "steer" => second == "clear",
        "answer" | "reply" | "respond" | "speak" | "talk" | "write" | "comment" | "explain" => {
            names_language(text)
        }
        _ => false,
    }
}

/// Names a language that people speak.
fn names_language(text: &str) -> bool {
    #[rustfmt::skip]
    let languages = [
        "english", "german", "french", "spanish", "italian", "portuguese", "dutch", "polish",
        "russian", "chinese", "japanese", "korean", "plain words", "full sentences",
        "bullet points", "british english", "american english",
    ];
    languages.iter().any(|language| text.contains(&format!(" in {language}")))
}

/// `i prefer tabs over spaces`, which is about things of a kind and not about
/// one of them.
fn prefers(text: &str) -> bool {
    let heads = ["i prefer ", "i'd always prefer ", "i always prefer ", "i generally prefer "];
    let one =
        [" the ", " this ", " that ", " one ", " it ", " these ", " those ", " to wait ", " now "];
    let what = text.split([',', '.']).next().unwrap_or_default();
    begins(text, &heads) && !has(&format!("{what} "), &one) && what.split_whitespace().count() <= 14
}

/// `i don't want you to …`, `i don't want any …`.
fn objects(text: &str) -> bool {
    #[rustfmt::skip]
    let heads = [
        "i don't want you to ", "i do not want you to ", "i don't want any ", "i do not want any ",
        "i don't want to see any ", "i don't want to be ", "i don't like it when you ",
        "i hate it when you ",
    ];
    let once = [" yet", " now", " today", " this one", " that one"];
    begins(text, &heads) && !once.iter().any(|it| text.trim_end_matches(['.', '!']).ends_with(it))
}

/// `if a command takes longer than a minute, warn me`: a condition that may come
/// true any time, and how to behave then.
fn depends(text: &str) -> bool {
    let heads = ["if ", "when ", "once ", "as soon as ", "unless ", "should "];
    if !begins(text, &heads) {
        return false;
    }
    let Some((condition, then)) = text.split_once(", ") else { return false };
    #[rustfmt::skip]
    let open = [
        " a ", " an ", " any", " something", " someone", " somebody", " anybody", " you don't know",
        " you cannot", " you can't", " more than ", " longer than ", " tests fail", " i say ",
        " i don't answer", " i do not answer", " you find ", " you run into ", " you get stuck",
        " you're stuck", " you are stuck",
    ];
    #[rustfmt::skip]
    let conduct = [
        "stop", "ask", "tell", "say", "show", "warn", "wait", "undo", "revert", "report", "let me",
        "notify", "inform", "explain", "leave ", "skip", "don't ", "do not ", "never ", "always ",
        "give me", "remind", "flag", "roll ", "mark", "write", "note",
    ];
    let then = stripped(then);
    let then = then.strip_prefix("then ").unwrap_or(then);
    has(condition, &open) && begins(then, &conduct)
}

/// An order whose scope makes it last: `test whatever you change`, `ask before
/// deleting anything`, `use metric units by default`.
fn lasts(clause: &str) -> bool {
    if begins(
        clause,
        &[
            "you're only allowed ",
            "you are only allowed ",
            "you are free to ",
            "you're free to ",
            "you're allowed to ",
            "you are allowed to ",
            "you need my ",
            "make it a habit ",
        ],
    ) {
        return true;
    }
    let without = [" without asking", " without my ", " without telling me", " without checking"];
    let permits =
        ["you can ", "you may ", "feel free to ", "don't ", "do not ", "never ", "nothing "];
    if (begins(clause, &permits) || begins_with_order(clause)) && has(clause, &without) {
        return true;
    }
    if !begins_with_order(clause) {
        return false;
    }
    #[rustfmt::skip]
    static SCOPES: Phrases = Phrases::of(&[
        " whatever you ", " anything you ", " everything you ", " anything that ", " by default",
        " without exception", " until further notice", " unless i ", " unless told ",
        " unless you ", " no matter ", " after each", " after every", " with each", " with every",
        " per default", " first before ", " as a rule", " anywhere", " as you go",
    ]);
    if SCOPES.occur_in(clause) {
        return true;
    }
    // `tell me before deleting anything`
    #[rustfmt::skip]
    let warns = [
        "ask", "tell", "check", "warn", "confirm", "notify", "wait", "show", "consult", "run",
        "test", "let",
    ];
    let first = clause.split_whitespace().next().unwrap_or_default();
    let then = clause.split_once(" before ").map_or("", |it| it.1);
    let doing = then.split_whitespace().next().unwrap_or_default();
    warns.contains(&first) && (doing.len() > 4 && doing.ends_with("ing") || doing == "any")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_that_last_are_told_from_single_wishes_and_reports() {
        for rule in [
            "no pop-ups during a presentation",
            "only i may publish",
            "the licence line must be first in every header",
            "if in doubt, take the slower way",
            "we never rebase shared branches",
            "all prices in euros, please.",
            "follow our naming scheme",
            "i prefer small commits over large ones",
            "i don't want you to touch the shaders",
            "if something looks dangerous, stop and ask",
            "please ask me before removing any asset",
            "use metric units by default",
        ] {
            assert!(is_lasting(rule), "{rule}");
        }
        for other in [
            "no problems found so far",
            "nobody else complained",
            "this has to go in all the same",
            "we never got that to work",
            "two tickets in economy, please",
            "keep going",
            "i prefer the second one",
            "i don't want you to do that now",
            "if the build passes, commit it",
            "ask him about the invoice",
            "use the blue one",
        ] {
            assert!(!is_lasting(other), "{other}");
        }
    }
}
