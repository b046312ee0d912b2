//! How rules are worded in languages other than English.

use std::borrow::Cow;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use super::lead_ins::stripped;
use crate::phrases::{Phrases, finder};

/// How rules are worded in one language: words that bind, sentence beginnings
/// that report something or are about the speaker, and words that report.
struct Language {
    /// Words that bind if no subject is named: `toujours` before an order, but not after `cette
    /// page`.
    adverbs: &'static [&'static str],
    binds: &'static [&'static str],
    begins: &'static [&'static str],
    reports: &'static [&'static str],
}

impl Language {
    /// Returns whether a sentence begins as reports and sentences about the speaker do.
    fn begins(&self, padded: &str) -> bool {
        self.begins.iter().any(|it| padded[1..].starts_with(it))
    }
}

/// The languages whose words occur in a sentence: a bit for each.
#[derive(Debug, Clone, Copy, Default)]
struct Found {
    adverbs: u8,
    binds: u8,
    reports: u8,
}

/// The words of all languages, found in one pass.
struct Words {
    finder: AhoCorasick,
    /// What each word says, in the finder's order.
    senses: Vec<Found>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let (mut words, mut senses) = (Vec::new(), Vec::new());
    for (at, language) in FOREIGN.iter().enumerate() {
        let bit = 1 << at;
        let lists = [
            (language.adverbs, Found { adverbs: bit, ..Found::default() }),
            (language.binds, Found { binds: bit, ..Found::default() }),
            (language.reports, Found { reports: bit, ..Found::default() }),
        ];
        for (list, sense) in lists {
            words.extend(list);
            senses.extend(list.iter().map(|_| sense));
        }
    }
    Words { finder: finder(&words), senses }
});

impl Words {
    fn find(&self, padded: &str) -> Found {
        let mut found = Found::default();
        for word in self.finder.find_overlapping_iter(padded) {
            let sense = self.senses[word.pattern().as_usize()];
            found.adverbs |= sense.adverbs;
            found.binds |= sense.binds;
            found.reports |= sense.reports;
        }
        found
    }
}

/// Recognizes a rule in another language, in lower case.
pub(super) fn is_foreign(text: &str) -> bool {
    let undated = without_may(text);
    let bare = stripped(&undated).replace([',', '.', '!', ';', ':', '。'], " ");
    let padded = format!(" {bare} ");
    let found = WORDS.find(&padded);
    let reports = |at: usize, it: &Language| found.reports & (1 << at) != 0 || it.begins(&padded);
    let binds = || {
        let mut all = FOREIGN.iter().enumerate();
        all.any(|(at, it)| found.binds & (1 << at) != 0 && !reports(at, it))
    };
    let always = || {
        // Languages share these words, so a word that reports in any of them
        // counts.
        found.adverbs != 0
            && !has_subject(&padded)
            && !FOREIGN.iter().enumerate().any(|(at, it)| reports(at, it))
    };
    binds() || always() || is_east_asian(text)
}

/// Sentence beginnings, in any of the languages, that name who or what does or
/// is something.
const SUBJECTS: [&str; 101] = [
    "der", "die", "das", "ein", "eine", "mein", "meine", "dieser", "diese", "dieses", "er", "sie",
    "es", "man", "hier", "warum", "cette", "ce", "cet", "ces", "mon", "ma", "mes", "les", "l'on",
    "on", "nous", "tu", "il", "elle", "ils", "elles", "un", "une", "este", "esta", "estos",
    "estas", "ese", "esa", "los", "las", "mi", "mis", "una", "me", "nos", "questo", "questa", "la",
    "lo", "i", "gli", "le", "non mi", "non si", "non ci", "non ho", "si", "o", "a", "os", "as",
    "um", "uma", "isso", "isto", "esse", "essa", "meu", "minha", "preciso", "tenho", "não", "этот",
    "эта", "это", "мой", "моя", "он", "она", "они", "у", "ten", "ta", "to", "te", "moja", "mój",
    "ona", "de", "het", "een", "mijn", "deze", "dat", "ze", "we", "hij", "zij", "wij",
];

/// Returns whether a sentence begins with a subject.
fn has_subject(padded: &str) -> bool {
    SUBJECTS.iter().any(|it| padded[1..].strip_prefix(it).is_some_and(|rest| rest.starts_with(' ')))
}

/// The text without the month of a date such as `17. mai`: `mai` is `never` in
/// another language.
fn without_may(text: &str) -> Cow<'_, str> {
    let mut rest = text.match_indices(" mai");
    let dated = rest.any(|(at, _)| {
        let before = text[..at].trim_end_matches('.');
        before.ends_with(|c: char| c.is_ascii_digit()) || before.ends_with(" 1er")
    });
    if dated { Cow::Owned(text.replace(" mai", "")) } else { Cow::Borrowed(text) }
}

const FOREIGN: [Language; 8] = [
    // German
    Language {
        adverbs: &[" immer "],
        binds: &[
            " niemals ",
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
            // On its own, `nie` is `not` in another language.
            " nie mehr ",
            " nie ohne ",
            " nie direkt ",
            " nie den ",
            " nie die ",
            " nie das ",
            " nie eine ",
            " nie in ",
            " finger weg ",
            " ohne mein ",
            " ohne meine ",
            " durchgehend ",
            " unangetastet ",
            " grundsätzlich ",
        ],
        begins: &["das ", "es ", "ich ", "er ", "sie ", "wir ", "die tür", "warum ", "was "],
        reports: &[" immer noch ", " war ", " ist ", " habe ich ", " hab ich "],
    },
    // French
    Language {
        adverbs: &[" jamais ", " toujours ", " uniquement "],
        binds: &[
            " désormais ",
            " interdit",
            " ne dois pas ",
            " ne doit pas ",
            " doivent ",
            " sans me demander",
            " aucun nouveau ",
            " aucune nouvelle ",
            " à partir de maintenant ",
            " dorénavant ",
            " demande-moi avant ",
            " demandez-moi avant ",
            " sans mon accord ",
            " sans me prévenir",
            " sans mon autorisation",
        ],
        begins: &["je ", "j'", "ça ", "la ", "le ", "elle ", "il n'", "c'est "],
        reports: &[" était ", " n'ai "],
    },
    // Spanish
    Language {
        adverbs: &[" nunca ", " siempre ", " jamás "],
        binds: &[
            " no debes ",
            " a partir de ahora ",
            " de ahora en adelante ",
            " prohibido ",
            " deben ",
            " sin preguntarme",
            " nada de ",
            " únicamente ",
            " exclusivamente ",
            " sin mi permiso ",
        ],
        begins: &[
            "yo ",
            "nunca más ",
            "siempre llega",
            "siempre falla",
            "siempre me ",
            "siempre se ",
            "siempre da ",
            "siempre pasa",
            "nunca me ",
            "nunca se ",
            "el ",
            "la ",
        ],
        reports: &[" había ", " he ", " vi ", " vi eso", " falla ", " recibí ", " pude ", " tuve "],
    },
    // Italian
    Language {
        adverbs: &[" mai ", " sempre "],
        binds: &[
            " d'ora in poi ",
            " soltanto ",
            " non devi ",
            " vietato ",
            " devono ",
            " unicamente ",
            " esclusivamente ",
            " senza chiedermi ",
        ],
        begins: &["io ", "im mai", "la ", "il "],
        reports: &[" l'ho ", " ho ", " fallisce ", " im ", " am "],
    },
    // Portuguese
    Language {
        adverbs: &[" nunca ", " sempre ", " jamais "],
        binds: &[
            " de agora em diante ",
            " não deve ",
            " proibido ",
            " devem ",
            " sem me perguntar",
            " use apenas ",
            " usa apenas ",
            " somente ",
        ],
        begins: &["eu ", "je ", "j'", "nunca mais "],
        reports: &[" vi ", " falha ", " recebi ", " consegui "],
    },
    // Russian
    Language {
        adverbs: &[" никогда ", " всегда "],
        binds: &[
            " нельзя ",
            " запрещено ",
            " отныне ",
            " не спросив ",
            " должны ",
            " обязательно ",
        ],
        begins: &["я ", "это ", "этот ", "эта ", "он ", "она ", "мне ", "мы ", "у меня ", "у нас "],
        reports: &[" видел", " было ", " не было"],
    },
    // Polish
    Language {
        adverbs: &[" nigdy ", " zawsze "],
        binds: &[" nie wolno ", " od teraz ", " muszą "],
        begins: &["ja ", "to ", "ten ", "ta ", "u mnie ", "zawsze się ", "nigdy nie widzia"],
        reports: &[" widziałem ", " było ", " mam ", " nie mam ", " jest ", " działa "],
    },
    // Dutch
    Language {
        adverbs: &[" nooit ", " altijd "],
        binds: &[" mag geen ", " mag niet ", " vanaf nu ", " verboden "],
        begins: &["het ", "ik ", "dat ", "er "],
        reports: &[" was ", " heb ik ", " gezien "],
    },
];

/// Scripts without spaces: words that bind anywhere in a sentence.
fn is_east_asian(text: &str) -> bool {
    static BINDS: Phrases = Phrases::of(&[
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
        "从现在开始",
        "只用",
        "今後は",
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
    ]);
    const REPORTS: [&str; 9] =
        ["它", "他", "她", "我不", "这", "書いて", "でした", "같은 오류", "같은 문제"];
    if !BINDS.occur_in(text) {
        return false;
    }
    // What always happens can be stated without asking for it.
    let bare = text.trim_end_matches(['。', '.', '!', '！']);
    let requests = ["ください", "こと", "禁止", "下さい", "세요", "십시오", "해줘", "해 줘"];
    let states = ["ます", "ました", "です", "돼요", "나요", "와요", "어요", "아요"];
    if states.iter().any(|it| bare.ends_with(it)) && !requests.iter().any(|it| text.contains(it)) {
        return false;
    }
    if ["我总", "我一直", "我從", "我从"].iter().any(|it| text.starts_with(it)) {
        return false;
    }
    !REPORTS.iter().any(|it| text.starts_with(it) || it.len() > 6 && text.contains(it))
}
