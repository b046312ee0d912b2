//! Tells a standing rule of a person from everything else that they say.

/// Tells whether a sentence of a person's own prose sets a rule that holds
/// until it is taken back. Wishes for once, questions, reports and what others
/// said do not.
pub(super) fn is_rule(sentence: &str) -> bool {
    let lower = sentence.to_lowercase().replace('’', "'");
    let text = lower.trim();
    let last = text.trim_end_matches([')', ' ', '*']);
    if text.len() < 6 || last.ends_with(['?', '？']) || REPORTED.iter().any(|it| text.contains(it))
    {
        return false;
    }
    is_english(text) || FOREIGN.iter().any(|language| language.says(text)) || is_east_asian(text)
}

/// What others say or said is not the person's rule.
const REPORTED: [&str; 18] = [
    " said ",
    " told me",
    " says ",
    " wrote ",
    "the manual",
    "the old rule",
    "i think ",
    "this time",
    "for once",
    " dit que",
    " sagte",
    " disse ",
    " dijo ",
    " сказал",
    "i thought",
    " used to ",
    "no longer",
    " mode was",
];

/// Words in front of an order that do not change it.
const LEADS: [&str; 34] = [
    "please",
    "and",
    "but",
    "so",
    "ok",
    "okay",
    "just",
    "then",
    "also",
    "now",
    "again",
    "yes",
    "no",
    "oh",
    "well",
    "thanks",
    "remember",
    "note",
    "important",
    "rule",
    "new rule",
    "btw",
    "by the way",
    "one more thing",
    "in general",
    "generally",
    "as a rule",
    "first",
    "second",
    "third",
    "finally",
    "for the rest",
    "still",
    "really",
];

fn is_english(text: &str) -> bool {
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
const ANYWHERE: [&str; 24] = [
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
];

/// The clauses of a sentence.
fn clauses(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ';', ':', '—', '–', '('])
        .flat_map(|part| part.split(" and "))
        .flat_map(|part| part.split(" but "))
}

/// The text without words in front that do not change it.
fn stripped(text: &str) -> &str {
    let mut rest = text.trim().trim_start_matches(['-', '*', '•', '>', ' ', '!']);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    if (1..=2).contains(&digits) && rest[digits..].starts_with(['.', ')']) {
        rest = rest[digits + 1..].trim_start();
    }
    loop {
        let next = LEADS.iter().find_map(|lead| {
            let after = rest.strip_prefix(lead)?;
            // `no plugins` is an order, `no, never` begins with an answer.
            let apart = after.starts_with([',', ':', '!', '.']);
            let joined = after.starts_with(' ') && *lead != "no" && *lead != "remember";
            (apart || joined).then(|| after.trim_start_matches([',', ':', '!', '.', ' ']))
        });
        match next {
            Some(after) if !after.is_empty() => rest = after,
            _ => return rest,
        }
    }
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
            !for_now
                && !verb.is_empty()
                && !matches!(
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
                )
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
        _ if clause.ends_with(" only") || clause.ends_with(" only.") => {
            // `C++ only`.
            clause.split_whitespace().count() <= 3 && !matches!(first, "it" | "this" | "i")
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
    const NOT_ORDERS: [&str; 33] = [
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
    let stops = [", stop", ", tell me", ", ask me", ", say so", ", ask first"];
    (text.starts_with("if ") || text.contains(", if you "))
        && stops.iter().any(|it| text.contains(it))
        || text.contains(" if you ") && text.contains(", tell me")
}

/// How rules are worded in a language: words that bind, how sentences begin
/// that report or are about the speaker, and words that report.
struct Language {
    binds: &'static [&'static str],
    begins: &'static [&'static str],
    reports: &'static [&'static str],
}

impl Language {
    fn says(&self, text: &str) -> bool {
        let text = stripped(text);
        let padded = format!(" {} ", text.replace([',', '.', '!', ';', ':', '。'], " "));
        !self.begins.iter().any(|it| padded.starts_with(&format!(" {it}")))
            && !self.reports.iter().any(|it| padded.contains(it))
            && self.binds.iter().any(|it| padded.contains(it))
    }
}

const FOREIGN: [Language; 8] = [
    // German
    Language {
        binds: &[
            " niemals ",
            " immer ",
            " nur noch ",
            " ausschließlich ",
            " ab jetzt ",
            " ab sofort ",
            " ohne mich zu fragen",
            " darfst ",
            " dürfen ",
            " musst du ",
            " müssen das ",
            " müssen mit ",
            " verboten",
            " keine neuen ",
            " vor jedem ",
            " nicht an ",
            " nie wieder ",
        ],
        begins: &["das ", "es ", "ich ", "er ", "sie ", "wir ", "die tür", "warum ", "was "],
        reports: &[" immer noch ", " war ", " ist "],
    },
    // French
    Language {
        binds: &[
            " jamais ",
            " toujours ",
            " désormais ",
            " interdit",
            " ne dois pas ",
            " ne doit pas ",
            " doivent ",
            " sans me demander",
            " aucun nouveau ",
            " aucune nouvelle ",
        ],
        begins: &["je ", "j'", "ça ", "la ", "le ", "elle ", "c'est "],
        reports: &[" était ", " n'ai "],
    },
    // Spanish
    Language {
        binds: &[
            " nunca ",
            " siempre ",
            " no debes ",
            " a partir de ahora ",
            " prohibido ",
            " deben ",
            " sin preguntarme",
            " nada de ",
            " jamás ",
        ],
        begins: &["yo ", "siempre falla", "el ", "la "],
        reports: &[" había ", " he ", " vi ", " vi eso", " falla "],
    },
    // Italian
    Language {
        binds: &[
            " mai ",
            " sempre ",
            " d'ora in poi ",
            " soltanto ",
            " non devi ",
            " vietato ",
            " devono ",
        ],
        begins: &["io ", "im mai", "la ", "il "],
        reports: &[" l'ho ", " ho ", " fallisce ", " im ", " am "],
    },
    // Portuguese
    Language {
        binds: &[
            " de agora em diante ",
            " não deve ",
            " proibido ",
            " devem ",
            " sem me perguntar",
            " jamais ",
        ],
        begins: &["eu ", "je ", "j'"],
        reports: &[" vi ", " falha "],
    },
    // Russian
    Language {
        binds: &[
            " никогда ",
            " всегда ",
            " нельзя ",
            " запрещено ",
            " отныне ",
            " не спросив ",
            " должны ",
            " обязательно ",
        ],
        begins: &["я ", "это ", "он ", "она ", "мне ", "мы "],
        reports: &[" видел", " было ", " не было"],
    },
    // Polish
    Language {
        binds: &[" nigdy ", " zawsze ", " nie wolno ", " od teraz ", " muszą "],
        begins: &["ja ", "to ", "zawsze się ", "nigdy nie widzia"],
        reports: &[" widziałem ", " było "],
    },
    // Dutch
    Language {
        binds: &[" nooit ", " altijd ", " mag geen ", " mag niet ", " vanaf nu ", " verboden "],
        begins: &["het ", "ik ", "dat ", "er "],
        reports: &[" was "],
    },
];

/// Scripts without spaces: words that bind anywhere in a sentence.
fn is_east_asian(text: &str) -> bool {
    const BINDS: [&str; 22] = [
        "必ず",
        "絶対",
        "ないでください",
        "常に",
        "禁止",
        "勝手に",
        "不要",
        "必须",
        "必須",
        "总是",
        "總是",
        "从现在起",
        "绝不",
        "不得",
        "不准",
        "不许",
        "只能",
        "항상",
        "절대",
        "반드시",
        "금지",
        "지 마세요",
    ];
    const REPORTS: [&str; 7] = ["它", "他", "她", "我不", "这", "書いて", "でした"];
    !REPORTS.iter().any(|it| text.starts_with(it) || it.len() > 6 && text.contains(it))
        && BINDS.iter().any(|it| text.contains(it))
}
