//! Recognizes sentences that report what was done without asking, and so do not
//! permit it.

use super::sources::words;

/// "Without", in the languages of the forms.
pub(super) const WITHOUT: [&str; 5] = ["without", "ohne", "sans", "sin", "без"];

/// Words that, followed by a participle, put it into the past.
const HAPPENED: [&str; 25] = [
    "was", "were", "had", "has", "have", "got", "wurde", "wurden", "hatte", "hatten", "hat",
    "haben", "été", "avait", "avaient", "ont", "fue", "fueron", "había", "hizo", "han", "было",
    "был", "была", "были",
];

/// Who may have done it, at the beginning of a clause.
const DOERS: [&str; 11] =
    ["i", "he", "she", "it", "they", "we", "assistant", "agent", "model", "ich", "er"];

/// Participles and past forms that lack the usual ending.
const PAST: [&str; 34] = [
    "made",
    "done",
    "sent",
    "set",
    "put",
    "run",
    "ran",
    "written",
    "wrote",
    "given",
    "gave",
    "taken",
    "took",
    "built",
    "begun",
    "began",
    "begin",
    "chosen",
    "chose",
    "cut",
    "read",
    "left",
    "kept",
    "overwritten",
    "overwrote",
    "shown",
    "did",
    "went",
    "gone",
    "paid",
    "bought",
    "sold",
    "drawn",
    "found",
];

/// Words with which a sentence grants, plans or demands, whatever else it
/// reports.
const GRANTS: [&str; 58] = [
    "may",
    "can",
    "must",
    "should",
    "shall",
    "will",
    "would",
    "could",
    "might",
    "need",
    "needs",
    "let",
    "be",
    "free",
    "okay",
    "ok",
    "fine",
    "allow",
    "allowed",
    "permitted",
    "approved",
    "authorized",
    "authorised",
    "agreed",
    "granted",
    "accepted",
    "consented",
    "ordered",
    "instructed",
    "wanted",
    "wants",
    "requested",
    "demanded",
    "preferred",
    "decided",
    "confirmed",
    "darf",
    "kann",
    "soll",
    "muss",
    "erlaubt",
    "genehmigt",
    "zugestimmt",
    "vereinbart",
    "peut",
    "doit",
    "autorisé",
    "approuvé",
    "permis",
    "accepté",
    "puede",
    "debe",
    "autorizado",
    "permitido",
    "можно",
    "нужно",
    "разрешено",
    "следует",
];

/// Words after which a past form only says which things are meant: "delete what
/// was found".
const RELATIVE: [&str; 20] = [
    "what",
    "whatever",
    "whichever",
    "that",
    "which",
    "who",
    "whom",
    "everything",
    "anything",
    "was",
    "alles",
    "ce",
    "qui",
    "que",
    "tout",
    "todo",
    "lo",
    "что",
    "всё",
    "которые",
];

/// Words with which the name of a thing begins. After another first word they
/// show that this one is a verb: "wipe the maps that".
const NAMING: [&str; 34] = [
    "the", "a", "an", "this", "these", "those", "all", "every", "each", "both", "no", "his", "her",
    "their", "its", "my", "our", "your", "der", "die", "das", "den", "ein", "eine", "alle", "le",
    "la", "les", "un", "une", "el", "los", "las", "todos",
];

/// Words that begin the next action: what follows them is no longer reported.
const NEXT: [&str; 20] = [
    "so",
    "then",
    "now",
    "therefore",
    "hence",
    "please",
    "just",
    "go",
    "proceed",
    "delete",
    "remove",
    "erase",
    "wipe",
    "overwrite",
    "push",
    "send",
    "run",
    "execute",
    "install",
    "to",
];

/// Returns whether each "without" of a sentence is in a clause that reports what happened: `the
/// second amount was tried without asking`.
///
/// Such a sentence permits nothing and orders nothing. If in doubt, it counts
/// as an order.
pub(super) fn is_reported(sentence: &str) -> bool {
    let all = words(sentence);
    if !all.iter().any(|word| WITHOUT.contains(&word.as_str()))
        || all.iter().any(|word| GRANTS.contains(&word.as_str()))
    {
        return false;
    }
    let lower = sentence.to_lowercase();
    let clauses = lower.split([',', ':', ';', '–', '—', '(', ')', '"', '“', '”', '„', '!', '?']);
    clauses.map(words).all(|clause| {
        let without = clause.iter().position(|word| WITHOUT.contains(&word.as_str()));
        without.is_none_or(|at| happened(&clause[..at]))
    })
}

/// Returns whether the words before a "without" say that something happened.
fn happened(before: &[String]) -> bool {
    let word = |at: usize| before.get(at).map_or("", String::as_str);
    let start = usize::from(matches!(word(0), "and" | "but" | "und" | "et" | "y"));
    let named = NAMING.contains(&word(start));
    let first = start + usize::from(named);
    // "The agent saved it without asking".
    let done = DOERS.contains(&word(first)) && is_past(word(first + 1));
    let verb = if done {
        Some(first + 1)
    } else {
        let auxiliary = (first..before.len()).find(|at| HAPPENED.contains(&word(*at)));
        auxiliary
            .filter(|at| *at > first && is_subject(&before[start..*at], named))
            .and_then(|at| (at..=at + 3).find(|verb| is_past_of(word(at), word(*verb), *verb - at)))
    };
    verb.is_some_and(|verb| {
        before.len() - verb <= FARTHEST
            && !before[verb + 1..].iter().any(|word| NEXT.contains(&word.as_str()))
    })
}

/// The most words between the past form and the "without".
const FARTHEST: usize = 9;

/// Whether words name what was done or who did it, and none of them is a verb.
fn is_subject(words: &[String], named: bool) -> bool {
    let word = |word: &String, list: &[&str]| list.contains(&word.as_str());
    !words.iter().any(|it| word(it, &RELATIVE))
        && !words.iter().skip(1 + usize::from(named)).any(|it| word(it, &DOERS))
        && (named || !words.iter().skip(1).any(|it| word(it, &NAMING)))
}

fn is_past(word: &str) -> bool {
    PAST.contains(&word) || word.len() > 3 && word.ends_with("ed")
}

/// Whether a word is the participle of an auxiliary that many words before it.
/// In languages that put it at the end, or have no auxiliary, the auxiliary is
/// enough.
fn is_past_of(auxiliary: &str, word: &str, distance: usize) -> bool {
    match auxiliary {
        "was" | "were" | "had" | "has" | "have" | "got" => distance > 0 && is_past(word),
        _ => distance == 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_done_without_asking_is_told_and_orders_nothing() {
        for told in [
            "the guess of 3 * 30 in extra fees gave $1047, and the second $957 was tried without \
             asking him.",
            "The assistant saved both maps without asking; the person noticed later.",
            "BP_Door was compiled twice without confirmation.",
            "I had deleted the old cache without asking you.",
            "All three calls were made without his approval.",
            "Der zweite Betrag wurde ohne Rückfrage versucht.",
            "Le fichier a été écrasé sans demander.",
            "El archivo fue borrado sin preguntar.",
            "Файл был удалён без подтверждения.",
        ] {
            assert!(is_reported(told), "{told}");
        }
    }

    #[test]
    fn an_order_in_the_dress_of_a_report_is_still_one() {
        for order in [
            "Delete what was found without asking.",
            "Erase all the files he saved without asking.",
            "The user was clear: delete without asking.",
            "The user was asked so delete the rest without asking.",
            "The person has agreed that files were deleted without asking.",
            "Everything that was listed may be removed without confirmation.",
            "The map was saved, overwrite it without asking.",
            "It was decided to push without asking.",
            "Files were to be deleted without asking.",
            "You have to save without asking.",
            "Nuke the map I have opened without asking.",
            "Nuke maps the person has opened without asking.",
            "Lösche, was gefunden wurde, ohne Rückfrage.",
            "Es wurde erlaubt, ohne Rückfrage zu löschen.",
            "Supprime ce qui a été trouvé sans demander.",
            "Borra lo que fue encontrado sin preguntar.",
        ] {
            assert!(!is_reported(order), "{order}");
        }
    }
}
