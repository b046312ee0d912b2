//! How rules are worded in other languages than English.

use super::stripped;

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

/// Tells a rule in another language, in small letters.
pub(super) fn is_foreign(text: &str) -> bool {
    FOREIGN.iter().any(|language| language.says(text)) || is_east_asian(text)
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
            " à partir de maintenant ",
            " dorénavant ",
            " demande-moi avant ",
            " demandez-moi avant ",
            " sans mon accord ",
            " uniquement ",
        ],
        begins: &["je ", "j'", "ça ", "la ", "le ", "elle ", "il n'", "c'est "],
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
            " únicamente ",
            " exclusivamente ",
            " sin mi permiso ",
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
            " unicamente ",
            " esclusivamente ",
            " senza chiedermi ",
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
            " use apenas ",
            " usa apenas ",
            " somente ",
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
        reports: &[" was ", " heb ik ", " gezien "],
    },
];

/// Scripts without spaces: words that bind anywhere in a sentence.
fn is_east_asian(text: &str) -> bool {
    const BINDS: [&str; 25] = [
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
    ];
    const REPORTS: [&str; 7] = ["它", "他", "她", "我不", "这", "書いて", "でした"];
    !REPORTS.iter().any(|it| text.starts_with(it) || it.len() > 6 && text.contains(it))
        && BINDS.iter().any(|it| text.contains(it))
}
