//! How rules are worded in English.

use super::stripped;

/// Tells a rule in English, in small letters.
pub(super) fn is_english(text: &str) -> bool {
    let words = text.split_whitespace().count();
    if ANYWHERE.iter().any(|it| text.contains(it)) {
        return true;
    }
    let whole = stripped(text);
    if words <= 40 && (forbids_a_thing(whole) || rules_all(whole) || binds_by_condition(whole)) {
        return true;
    }
    clauses(text).any(|clause| orders(stripped(clause)))
}

/// Turns that set a rule wherever they stand.
const ANYWHERE: [&str; 36] = [
    "from now on",
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
];

/// The clauses of a sentence.
fn clauses(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ';', ':', '—', '–', '('])
        .flat_map(|part| part.split(" and "))
        .flat_map(|part| part.split(" but "))
        .flat_map(|part| part.split(" so "))
}

/// An order at the head of a clause that is meant to hold.
fn orders(clause: &str) -> bool {
    let clause = clause.trim();
    let mut words = clause
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '\''));
    let first = words.next().unwrap_or_default();
    let second = words.next().unwrap_or_default();
    let third = words.next().unwrap_or_default();
    let for_now = ["yet", "today", "now", "right now", "for now"]
        .iter()
        .any(|word| clause.trim_end_matches(['.', '!']).ends_with(word));
    match first {
        "never" | "always" => {
            let verb = if second == "ever" { third } else { second };
            !verb.is_empty() && is_verb(verb)
        }
        "don't" | "dont" | "do" => {
            let verb = match (first, second) {
                ("do", "not") => third,
                ("do", _) => return false,
                (_, "ever") => third,
                (_, verb) => verb,
            };
            // `don't bother` comforts, `don't bother me with it` forbids.
            let forbids = verb == "bother" && clause.contains(" me with ");
            !for_now
                && !verb.is_empty()
                && (forbids
                    || !matches!(
                        verb,
                        "worry"
                            | "be"
                            | "think"
                            | "know"
                            | "need"
                            | "have"
                            | "mind"
                            | "bother"
                            | "disturb"
                            | "see"
                            | "remember"
                            | "want"
                            | "care"
                            | "get"
                    ))
        }
        "only" => ORDERS.contains(&second),
        // One thing in the place of another.
        "use"
            if [" instead of ", " rather than ", " not "].iter().any(|it| clause.contains(it)) =>
        {
            !clause.bytes().any(|byte| byte.is_ascii_digit())
        }
        "avoid" | "prefer" => !second.is_empty(),
        "stick" => second == "to" || second == "with",
        "stay" => matches!(second, "within" | "in" | "out" | "away"),
        "leave" => clause.contains(" alone") || clause.contains(" untouched"),
        "treat" => clause.contains(" as "),
        "keep" => {
            let ends = ["short", "brief", "small", "under", "below", "clean", "in english"];
            !matches!(second, "going" | "in" | "it" | "up" | "trying")
                && ends.iter().any(|end| clause.contains(end))
        }
        "nothing" => matches!(second, "in" | "gets" | "may") || second == "is" && clause.len() < 60,
        // `max two retries per command`
        "max" | "maximum" => clause.contains(" per "),
        _ if clause.ends_with(" throughout") || clause.contains(" throughout ") => {
            clause.split_whitespace().count() <= 6 && !matches!(first, "it" | "this" | "i" | "the")
        }
        _ if clause.ends_with(" only") || clause.ends_with(" only.") => {
            // `C++ only`, `prices in euros only`.
            let most = if clause.contains(" in ") { 5 } else { 3 };
            clause.split_whitespace().count() <= most && !matches!(first, "it" | "this" | "i")
        }
        _ => {
            ORDERS.contains(&first)
                && (SCOPES.iter().any(|scope| clause.contains(scope))
                    || clause.ends_with(" everywhere.")
                    || clause.ends_with(" everywhere"))
        }
    }
}

/// Verbs with which orders begin that may hold for ever.
const ORDERS: [&str; 30] = [
    "use", "ask", "make", "ensure", "show", "tell", "confirm", "check", "run", "write", "name",
    "put", "add", "log", "review", "document", "test", "commit", "edit", "refund", "read",
    "change", "touch", "open", "answer", "work", "save", "call", "reply", "list",
];

/// What makes an order hold for more than once.
const SCOPES: [&str; 13] = [
    " everywhere ",
    " before you ",
    " before each ",
    " before every ",
    " before any ",
    " whenever ",
    " every ",
    " each ",
    " always ",
    " never ",
    " in all ",
    " for all ",
    " any time",
];

/// Tells the verb of an order from a report: `never saw`, `always the same`.
fn is_verb(word: &str) -> bool {
    let reports = word.ends_with("ed") && !matches!(word, "need" | "feed" | "embed" | "proceed")
        || word.ends_with("ing");
    !reports
        && !matches!(
            word,
            "mind"
                | "sure"
                | "had"
                | "been"
                | "seen"
                | "again"
                | "a"
                | "the"
                | "thought"
                | "was"
                | "is"
                | "it"
                | "an"
                | "my"
                | "this"
                | "that"
                | "saw"
                | "knew"
                | "did"
                | "in"
                | "crashes"
                | "fails"
                | "works"
                | "happens"
                | "on"
                | "off"
                | "true"
                | "returns"
                | "zero"
                | "null"
        )
}

/// `no new plugins`: what is not wanted at all.
fn forbids_a_thing(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("no ") else {
        let what = text.strip_prefix("nothing ");
        return what.is_some_and(|rest| rest.contains("without"));
    };
    let first = rest.split([' ', ',', '.', '!']).next().unwrap_or_default();
    const NOT_ORDERS: [&str; 45] = [
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
        // How other languages begin to say that something is not so.
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
    if NOT_ORDERS.contains(&first) || text.contains(" then") {
        return false;
    }
    let bound = ["please", "ever", "without", "until", " unless", " allowed", " in any"];
    bound.iter().any(|it| rest.contains(it)) || text.split_whitespace().count() <= 4
}

/// What all things of a kind must be, or you must do.
fn rules_all(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let all = matches!(first, "all" | "every" | "each" | "any");
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
    if all && binds.iter().any(|it| text.contains(it)) && !text.contains(" of them ") {
        return true;
    }
    if text.starts_with("i want ") || text.starts_with("i expect ") {
        let scope = ["every ", "all ", "each ", "no "];
        let rest = text.trim_start_matches("i want ").trim_start_matches("i expect ");
        return scope.iter().any(|it| rest.starts_with(it));
    }
    // `function names in snake_case`
    let cases = [" in snake_case", " in camelcase", " in pascalcase", " in kebab-case"];
    if cases.iter().any(|it| text.contains(it)) {
        return text.split_whitespace().count() <= 10;
    }
    if text.starts_with("tests before ") || text.starts_with("test before ") {
        return true;
    }
    if let Some(rest) = text.strip_prefix("you must ") {
        return !rest.starts_with("be ") && !rest.starts_with("have ");
    }
    let cannot = ["you cannot ", "you can't ", "you can not "];
    if let Some(rest) = cannot.iter().find_map(|it| text.strip_prefix(it)) {
        let seen = ["see", "know", "tell", "imagine", "hear"];
        return !seen.iter().any(|verb| rest.starts_with(verb));
    }
    // Things in the plural that must be something.
    let Some((subject, rest)) = text.split_once(" must ") else { return false };
    let last = subject.split_whitespace().next_back().unwrap_or_default();
    let person = matches!(first, "i" | "it" | "we" | "he" | "she" | "they" | "that" | "there");
    rest.starts_with("not ") && !person && subject.split_whitespace().count() <= 4
        || last.len() > 3
            && last.ends_with('s')
            && !last.ends_with("ss")
            && !person
            && !rest.starts_with("have ")
            && subject.split_whitespace().count() <= 4
}

/// `before any call that can write …, tell me`, `if a test fails, stop`,
/// `whenever you rename …`.
fn binds_by_condition(text: &str) -> bool {
    let each = ["before any ", "before each ", "before every ", "before you ", "whenever you "];
    if each.iter().any(|it| text.starts_with(it)) {
        return true;
    }
    // `when you rename something, …` is meant for each time.
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
