//! Orders in English, and whether they are meant to last.

/// The clauses of a sentence.
pub(super) fn clauses(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ';', ':', '—', '–', '('])
        .flat_map(|part| part.split(" and "))
        .flat_map(|part| part.split(" but "))
        .flat_map(|part| part.split(" so "))
}

/// Recognizes an order at the head of a clause that is meant to last.
pub(super) fn orders(clause: &str) -> bool {
    let clause = clause.trim();
    let mut words = clause
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '\''));
    let mut next = || words.next().unwrap_or_default();
    let (first, second, third) = (next(), next(), next());
    let has = |marks: &[&str]| marks.iter().any(|mark| clause.contains(mark));
    match first {
        "never" | "always" => {
            let verb = if second == "ever" { third } else { second };
            !verb.is_empty() && is_verb(verb)
        }
        "don't" | "dont" | "do" => forbids(clause, [first, second, third]),
        "only" => {
            let one = [" first", " second", " last", " this", " that", " for now"];
            begins_with_order(second) && !has(&one)
        }
        // One thing in place of another.
        "use" if has(&[" instead of ", " rather than ", " not "]) => {
            !clause.bytes().any(|byte| byte.is_ascii_digit())
        }
        "avoid" | "prefer" => !second.is_empty(),
        "stick" => matches!(second, "to" | "with"),
        "stay" => matches!(second, "within" | "in" | "out" | "away"),
        "leave" if has(&[" alone", " untouched", " as it is", " as they are"]) => true,
        "treat" => has(&[" as "]),
        "keep" => {
            let ends = [" short", " brief", " small", " under", " below", " clean", " in english"];
            !matches!(second, "going" | "in" | "it" | "up" | "trying") && has(&ends)
        }
        "nothing" => {
            let binds = ["in", "gets", "may", "leaves", "goes", "ships", "must", "should"];
            binds.contains(&second) || second == "is" && clause.len() < 60
        }
        // `max two retries per command`
        "max" | "maximum" => has(&[" per "]),
        _ => holds_for_all(clause, first),
    }
}

/// `don't push to main`, but not a reassurance, nor an order for now or for one
/// thing.
fn forbids(clause: &str, [first, second, third]: [&str; 3]) -> bool {
    const COMFORTS: [&str; 14] = [
        "worry", "be", "think", "know", "need", "have", "mind", "bother", "disturb", "see",
        "remember", "want", "care", "get",
    ];
    let verb = match (first, second) {
        ("do", "not") => third,
        ("do", _) => return false,
        (_, "ever") => third,
        (_, verb) => verb,
    };
    let one = [" that one", " this one", " the other one", " those two"];
    let now = ["yet", "today", "now"];
    let once = one.iter().any(|it| clause.contains(it))
        || now.iter().any(|word| clause.trim_end_matches(['.', '!']).ends_with(word));
    // `don't bother` reassures, `don't bother me with it` forbids.
    let stated = verb == "bother" && clause.contains(" me with ");
    !once && !verb.is_empty() && (stated || !COMFORTS.contains(&verb))
}

/// Recognizes an order, or a phrase used as one, that says how widely it
/// applies.
fn holds_for_all(clause: &str, first: &str) -> bool {
    let words = clause.split_whitespace().count();
    let bare = clause.trim_end_matches('.');
    if bare.ends_with(" throughout") || clause.contains(" throughout ") {
        return words <= 6 && !matches!(first, "it" | "this" | "i" | "the");
    }
    if bare.ends_with(" only") {
        // `C++ only`, `prices in euros only`.
        let most = match () {
            () if begins_with_order(clause) => 8,
            () if clause.contains(" in ") => 5,
            () => 3,
        };
        return words <= most && !matches!(first, "it" | "this" | "i");
    }
    begins_with_order(clause)
        && (SCOPES.iter().any(|scope| clause.contains(scope)) || bare.ends_with(" everywhere"))
}

/// Recognizes a clause that begins as an order does.
pub(super) fn begins_with_order(clause: &str) -> bool {
    let first = clause.trim_start().split([' ', ',']).next().unwrap_or_default();
    // Asked of nearly every clause that the user wrote: no word is compared that begins with
    // another letter.
    let Some(letter @ b'a'..=b'z') = first.bytes().next() else { return false };
    let letter = usize::from(letter - b'a');
    ORDERS[FROM[letter]..FROM[letter + 1]].contains(&first)
}

/// Where the verbs of each letter begin, and where the last end.
const FROM: [usize; 27] = {
    let mut from = [0; 27];
    let (mut letter, mut at) = (0, 0);
    while letter < from.len() {
        while at < ORDERS.len() && (ORDERS[at].as_bytes()[0] - b'a') < letter as u8 {
            at += 1;
        }
        from[letter] = at;
        letter += 1;
    }
    from
};

/// Verbs that begin orders, sorted by their first letters.
#[rustfmt::skip]
const ORDERS: [&str; 143] = [
    "add", "answer", "ask", "assign", "assume", "attach", "book", "bring", "build", "buy", "call",
    "cancel", "change", "charge", "check", "choose", "cite", "clean", "commit", "compare",
    "compile", "confirm", "consider", "convert", "copy", "count", "create", "delete", "deploy",
    "document", "double", "download", "draft", "draw", "drop", "edit", "elaborate", "ensure", "enter",
    "explain", "export", "find", "fix", "follow", "format", "give", "group", "hide", "hold",
    "import", "include", "inform", "insert", "insist", "install", "justify", "keep", "leave", "let",
    "limit", "link", "list", "load", "log", "look", "make", "mark", "measure", "mention", "merge",
    "move", "name", "notify", "open", "order", "pay", "pick", "place", "plan", "prefix", "print",
    "propose", "pull", "push", "put", "quote", "read", "record", "refund", "remind", "remove",
    "rename", "replace", "reply", "report", "reset", "respond", "restart", "return", "revert",
    "review", "round", "run", "save", "search", "sell", "send", "separate", "set", "show", "sign",
    "skip", "sort", "speak", "split", "start", "state", "stop", "store", "suggest", "summarise",
    "summarize", "switch", "take", "tell", "test", "touch", "track", "translate", "treat", "turn",
    "undo", "update", "upload", "use", "validate", "verify", "wait", "warn", "wire", "work", "wrap",
    "write",
];

/// What makes an order apply more than once.
const SCOPES: [&str; 14] = [
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
    " wherever ",
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verbs_are_sorted_and_each_is_found() {
        assert!(ORDERS.is_sorted());
        for verb in ORDERS {
            assert!(begins_with_order(&format!("{verb} it")), "{verb}");
        }
        assert!(!begins_with_order("it works") && !begins_with_order(""));
    }
}
