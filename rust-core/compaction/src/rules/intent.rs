//! What the user's words are for: they ask, report, or correct.

use crate::phrases::Phrases;

/// Returns whether a text asks something: a question mark ends a word in it. The one in a symbol
/// (`?CountLampChanges@@`) or an address asks nothing.
pub(super) fn asks(text: &str) -> bool {
    text.contains('？')
        || text.match_indices('?').any(|(at, _)| {
            let rest = text[at + 1..].trim_start_matches(['?', '!', '"', ')', '*', '\'']);
            rest.is_empty() || rest.starts_with(char::is_whitespace)
        })
}

/// Recognizes words that only say what the user did, or the outcome: nothing is wanted in them.
pub(super) fn is_report(text: &str) -> bool {
    let lower = text.trim_start().to_lowercase().replace('’', "'");
    let opens = REPORTS.iter().any(|opening| {
        let rest = lower.strip_prefix(opening);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '\''))
    });
    let wants = |phrase: &&str| format!(" {lower}").contains(*phrase);
    opens && !asks(text) && !WANTS.iter().any(wants)
}

/// How such words begin.
const REPORTS: [&str; 24] = [
    "builds",
    "built",
    "compiles",
    "compiled",
    "done",
    "saved",
    "works",
    "passed",
    "passes",
    "finished",
    "it works",
    "it builds",
    "it compiles",
    "i closed",
    "i built",
    "i restarted",
    "i saved",
    "i ran",
    "i opened",
    "i tested",
    "gebaut",
    "gespeichert",
    "erledigt",
    "ça marche",
];

/// Words by which a report goes on to say what is wanted.
const WANTS: [&str; 14] = [
    " now ", " please", " must", " should", " want", " need", " then ", " next", " let", " make ",
    " can you", " don't", " jetzt", " bitte",
];

/// Recognizes words by which the user corrects what the agent did or means to do,
/// however briefly.
pub(super) fn corrects(text: &str) -> bool {
    CORRECTIONS.occur_in(&text.to_lowercase().replace('’', "'"))
}

static CORRECTIONS: Phrases = Phrases::of(&[
    " must not ",
    " mustn't ",
    " should not ",
    " shouldn't ",
    " may not ",
    "you forgot",
    "you missed",
    "that's wrong",
    "that is wrong",
    "that's not what",
    "that is not what",
    "not what i ",
    " darf nicht ",
    " soll nicht ",
    "du hast vergessen",
    "das ist falsch",
    " ne doit pas ",
    " no debe ",
    " non deve ",
    " não deve ",
]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_told_from_a_question_mark_in_a_symbol_or_an_address() {
        for question in ["Does it open?", "it opens?! ok", "\"why?\" she asked", "開きますか？"]
        {
            assert!(asks(question), "{question}");
        }
        for other in ["unresolved symbol (?Count@@QEAAHM@Z)", "see http://a.example/b?c=1", ""] {
            assert!(!asks(other), "{other}");
        }
    }

    #[test]
    fn a_report_wants_nothing() {
        for report in [
            "Builds, 37.2 s, editor is back.",
            "I closed the editor and built. One error: (?Count@@QEAAHM@Z)",
            "done.",
        ] {
            assert!(is_report(report), "{report}");
        }
        for wish in [
            "Built. Now make the limit a property.",
            "Saved. Does it open?",
            "Buildsystem X, all of it",
            "It builds, but the lamp must not stay off",
            "I built it; can you run the tests",
        ] {
            assert!(!is_report(wish), "{wish}");
        }
    }

    #[test]
    fn a_correction_is_recognized_however_briefly_it_is_put() {
        for said in [
            "btw the lamp must not stay Off, you return early there",
            "That’s not what I meant",
            "die Lampe darf nicht aus bleiben",
        ] {
            assert!(corrects(said), "{said}");
        }
        assert!(!corrects("the lamp stays off, good"));
    }
}
