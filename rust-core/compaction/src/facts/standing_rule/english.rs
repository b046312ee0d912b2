//! How rules are worded in English.

use super::lead_ins::stripped;
use super::orders::{begins_with_order, clauses, orders};
use crate::phrases::Phrases;

/// Recognizes a rule in English, in lower case.
pub(super) fn is_english(text: &str) -> bool {
    let words = text.split_whitespace().count();
    if ANYWHERE.occur_in(text) {
        return true;
    }
    let whole = stripped(text);
    if words <= 40
        && (forbids_a_thing(whole)
            || forbids_in_the_end(text)
            || rules_all(whole)
            || binds_by_condition(whole)
            || names_a_measure(whole))
    {
        return true;
    }
    // `always, and I mean always, ask me`
    let insists = ["always, ", "never, "].iter().any(|it| whole.starts_with(it));
    if insists && clauses(whole).any(|clause| begins_with_order(stripped(clause))) {
        return true;
    }
    is_bounded_order(whole) || clauses(text).any(|clause| orders(stripped(clause)))
}

/// An order that is limited to a case, or excludes everything else: `elaborate
/// only when I ask`, `answer what I ask and nothing more`.
fn is_bounded_order(text: &str) -> bool {
    static BOUNDS: Phrases = Phrases::of(&[
        " only when i ",
        " only if i ",
        " only after i ",
        " only once i ",
        " unless i ",
        " until i say",
        " until i tell",
        " and nothing more",
        " and nothing else",
        " in any later ",
        " or any later ",
        " in future",
    ]);
    // What is not in the whole is in none of its parts.
    if !BOUNDS.occur_in(text) {
        return false;
    }
    let ordered = |part: &str| BOUNDS.occur_in(part) && begins_with_order(stripped(part));
    ordered(text) || text.split([';', ':', ',']).flat_map(|part| part.split(" so ")).any(ordered)
}

/// `…, so no signature changes`, `one thing for later: no new plugins`.
fn forbids_in_the_end(text: &str) -> bool {
    // Every mark below has one of them; most sentences have neither.
    if !text.contains([',', ':']) {
        return false;
    }
    let parts = [": ", ", so ", ", and ", ", please ", "please, ", "and please, "];
    let last = text.rsplit_once(", ").filter(|(_, end)| {
        end.starts_with("no ") && [" please", " at all", " ever"].iter().any(|it| end.contains(it))
    });
    parts.iter().filter_map(|mark| text.rsplit_once(mark)).chain(last).any(|(_, end)| {
        let end = end.trim_start_matches("and ");
        let firm = text.contains("please") || end.contains(" at all") || end.contains(" ever");
        let polite = firm && end.starts_with("no more ");
        polite || end.split_whitespace().count() <= 5 && forbids_a_thing(end)
    })
}

/// A property of all things of a kind, given without a verb: `type hints on all
/// public functions, please`, `answers of at most three lines, please`.
fn names_a_measure(text: &str) -> bool {
    let polite = text.trim_end_matches(['.', '!']).ends_with("please");
    let limits = ["no more than ", "not more than ", "at most ", "at least "];
    let per = [" at a time", " per ", " each "];
    if limits.iter().any(|it| text.starts_with(it))
        && (polite || per.iter().any(|it| text.contains(it)))
    {
        return true;
    }
    let first = text.split_whitespace().next().unwrap_or_default();
    let all = [" on all ", " on every ", " in every ", " for every ", " in all ", " for all "];
    let most = [" at most ", " no more than ", " no longer than "];
    let verbs = [" is ", " are ", " was ", " has ", " have ", "same "];
    polite
        && text.split_whitespace().count() <= 9
        && !begins_with_order(text)
        && !verbs.iter().any(|it| text.contains(*it))
        && (all.iter().any(|it| text.contains(*it))
            || first.ends_with('s') && most.iter().any(|it| text.contains(*it)))
}

/// Phrases that set a rule wherever they occur.
static ANYWHERE: Phrases = Phrases::of(&[
    "from now on",
    "going forward",
    "i never want ",
    "i do not ever want ",
    "i don't ever want ",
    " needs my ",
    " need my ok",
    " need my approval",
    "without my permission",
    "without my approval",
    "stay untouched",
    "stays untouched",
    "not a cent ",
    "no exceptions",
    "this and every other ",
    "everything that follows",
    "in any reply",
    "in every reply",
    "you are not to ",
    "you're not to ",
    "whatever it costs",
    "whatever you do",
    "no matter how",
    "no matter which",
    "you to always ",
    "you to never ",
    " has to stay ",
    " have to stay ",
    " must stay ",
    " must remain ",
    "must not exceed",
    "under no circumstances",
    "off limits",
    "hands off",
    "keep it that way",
    "it is forbidden to",
    "it's forbidden to",
    "you must not",
    "you must never",
    "you must always",
    "you may not ",
    "you may only",
    "you are not allowed",
    "you're not allowed",
    "you can only ",
    "you should always",
    "you should never",
    "you shall ",
    "without asking me first",
    "write only to",
    "at all times",
    "new rule:",
    "not a single ",
    "without my explicit",
    "without my ok",
    "whatever happens",
    "no matter what",
    "for the whole session",
    "for the rest of the session",
    "for everything you",
    "in everything you",
    "in whatever you",
    "let's agree that",
    "refrain from",
    "i'd rather you ",
    "from here on",
]);

/// Words after `no` with which nothing is forbidden.
pub(super) const NOT_ORDERS: [&str; 45] = [
    "idea",
    "problem",
    "problems",
    "worries",
    "error",
    "errors",
    "rush",
    "the",
    "more",
    "one",
    "thanks",
    "thank",
    "need",
    "way",
    "change",
    "changes",
    "doubt",
    "hurry",
    "i",
    "it",
    "we",
    "that",
    "this",
    "not",
    "clue",
    "luck",
    "freelancer",
    "wonder",
    "matter",
    "news",
    "difference",
    "longer",
    "hits",
    // The beginnings of negations in other languages.
    "te",
    "se",
    "sé",
    "me",
    "lo",
    "la",
    "es",
    "hay",
    "está",
    "puedo",
    "tengo",
    "sirve",
];

/// `no new plugins`: what is not wanted at all.
fn forbids_a_thing(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("no ") else {
        let what = text.strip_prefix("nothing ");
        return what.is_some_and(|rest| rest.contains("without"));
    };
    let first = rest.split([' ', ',', '.', '!']).next().unwrap_or_default();
    // Recurring occasions: `no changes on Fridays`.
    let again = ["mondays", "fridays", "weekends", "sundays", "holidays"];
    if again.iter().any(|day| rest.contains(day)) {
        return true;
    }
    if NOT_ORDERS.contains(&first) || text.contains(" then") {
        return false;
    }
    let past = ["last", "since", "so far", "yet", "today", "yesterday", "now", " my "];
    let place = [" in the ", " in our ", " in this ", " on this ", " on our "];
    if first.ends_with('s')
        && text.split_whitespace().count() <= 6
        && place.iter().any(|it| rest.contains(it))
        && !past.iter().any(|it| rest.contains(it))
    {
        return true;
    }
    let bound = ["please", "ever", "without", "until", " unless", " allowed", " in any"];
    bound.iter().any(|it| rest.contains(it)) || text.split_whitespace().count() <= 4
}

/// What all things of a kind must be, or what you must do.
fn rules_all(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    // `function names in snake_case`
    let cases = [" in snake_case", " in camelcase", " in pascalcase", " in kebab-case"];
    if cases.iter().any(|it| text.contains(it)) {
        return text.split_whitespace().count() <= 10;
    }
    binds_all(text, first)
        || wants_all(text)
        || ["tests before ", "test before "].iter().any(|it| text.starts_with(it))
        || binds_you(text).unwrap_or_else(|| must_be(text, first))
}

/// `every function needs a comment`: what applies to all of a kind.
fn binds_all(text: &str, first: &str) -> bool {
    let has = |marks: &[&str]| marks.iter().any(|mark| text.contains(mark));
    // `must have been` is a guess.
    if !matches!(first, "all" | "every" | "each" | "any") || has(&[" must have ", " should have "])
    {
        return false;
    }
    if first != "all" && has(&[" goes to ", " goes back ", " goes on ", " goes through "]) {
        return !has(&[" must be ", "that's why", " because "]);
    }
    let binds = [
        " go into ",
        " goes into ",
        " use ",
        " uses ",
        " need ",
        " needs ",
        " start ",
        " starts ",
        " must ",
        " has to ",
        " have to ",
        " should ",
        " shall ",
        " gets ",
        " lives ",
        " belong",
    ];
    has(&binds) && !has(&[" of them "])
}

/// `I want every commit signed`, `I'd like a summary at the end of each step`.
fn wants_all(text: &str) -> bool {
    let wants = ["i want ", "i expect ", "i'd like ", "i would like ", "i need ", "i prefer "];
    let Some(rest) = wants.iter().find_map(|it| text.strip_prefix(it)) else { return false };
    let scope = ["every ", "all ", "each ", "no "];
    let each = [" each ", " every ", " whenever ", " always "];
    let firm = text.starts_with("i want ") || text.starts_with("i expect ");
    firm && scope.iter().any(|it| rest.starts_with(it))
        || !rest.starts_with("to ") && each.iter().any(|it| rest.contains(it))
}

/// `you must ask`, `you cannot push`; `None` if it does not begin that way.
fn binds_you(text: &str) -> Option<bool> {
    if let Some(rest) = text.strip_prefix("you must ") {
        return Some(!rest.starts_with("be ") && !rest.starts_with("have "));
    }
    let cannot = ["you cannot ", "you can't ", "you can not "];
    let rest = cannot.iter().find_map(|it| text.strip_prefix(it))?;
    let seen = ["see", "know", "tell", "imagine", "hear"];
    Some(!seen.iter().any(|verb| rest.starts_with(verb)))
}

/// Plural things that must be something, or a single one that must not.
fn must_be(text: &str, first: &str) -> bool {
    let Some((subject, rest)) = text.split_once(" must ") else { return false };
    let last = subject.split_whitespace().next_back().unwrap_or_default();
    let person = matches!(first, "i" | "it" | "we" | "he" | "she" | "they" | "that" | "there");
    let plural = last.len() > 3 && last.ends_with('s') && !last.ends_with("ss");
    !person
        && subject.split_whitespace().count() <= 4
        && (rest.starts_with("not ") || plural && !rest.starts_with("have "))
}

/// `before any call that can write …, tell me`, `if a test fails, stop`,
/// `whenever you rename …`.
fn binds_by_condition(text: &str) -> bool {
    let each = [
        "before any ",
        "before each ",
        "before every ",
        "before you ",
        "whenever you ",
        "for all further ",
        "for any further ",
        "for all future ",
        "for any future ",
        "for every new ",
    ];
    if each.iter().any(|it| text.starts_with(it)) {
        return true;
    }
    // `every time a test fails, show me …`
    let times = ["every time ", "each time ", "any time ", "whenever "];
    if let Some((_, then)) =
        text.split_once(", ").filter(|_| times.iter().any(|it| text.starts_with(it)))
    {
        return begins_with_order(stripped(then));
    }
    // `when you rename something, …` applies every time.
    if let Some((when, then)) = text.strip_prefix("when you ").and_then(|it| it.split_once(", ")) {
        let any = [" something", " anything", " a ", " an ", " files"];
        let order = then.split(' ').next().unwrap_or_default();
        let own = matches!(order, "i" | "we" | "it" | "you" | "they" | "that" | "the");
        return any.iter().any(|it| when.contains(it)) && !own;
    }
    let stops = [", stop", ", tell me", ", ask ", ", say so"];
    (text.starts_with("if ") || text.contains(", if you "))
        && stops.iter().any(|it| text.contains(it))
        || text.contains(" if you ") && text.contains(", tell me")
}
