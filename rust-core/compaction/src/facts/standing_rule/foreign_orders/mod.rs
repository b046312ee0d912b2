//! Orders in languages other than English that last: those that forbid, by the
//! form of the verb, and those that name every occasion.

mod east_asian;
mod negation;
mod whenever;
mod word;

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use hashbrown::HashSet;

use super::lead_ins::stripped;
use crate::phrases::Phrases;
use east_asian::is_east_asian_order;
use negation::{
    dutch_without_verb, french, german_without_verb, italian, polish, portuguese, russian, spanish,
};
use whenever::is_for_whenever;
use word::first;

/// Recognizes a sentence, in lower case, that forbids something or orders it
/// for every occasion.
pub(super) fn orders_abroad(text: &str) -> bool {
    let bare = stripped(text);
    let bare = POLITE.iter().find_map(|it| bare.strip_prefix(it)).map_or(bare, str::trim_start);
    if bare.split_whitespace().count() > 30 {
        return false;
    }
    let begins = BEGINNINGS.contains(first(bare)) || bare.starts_with("n'");
    let east_asian = || !bare.is_ascii() && is_east_asian_order(bare);
    if !begins && !MARKS.is_match(bare) {
        return east_asian();
    }
    let padded = format!(" {} ", bare.replace([',', '.', '!', ';', ':'], " "));
    is_for_whenever(&padded)
        || TONGUES.iter().any(|tongue| tongue.orders(bare, &padded))
        || east_asian()
}

/// Words with which orders begin, in all of the languages: most sentences begin
/// otherwise.
static BEGINNINGS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let verbs = TONGUES.iter().flat_map(|tongue| tongue.verbs.iter().copied());
    verbs.chain(negation::BEGINNINGS).collect()
});

/// What binds wherever it occurs, in all of the languages, without the spaces
/// around it: one pass tells that a sentence has none of it.
static MARKS: LazyLock<AhoCorasick> = LazyLock::new(|| {
    let alone = TONGUES.iter().flat_map(|tongue| tongue.alone.list().iter());
    let all = alone.chain(whenever::marks()).chain(negation::UNTIL.list());
    // A table of all transitions would take most of a megabyte.
    AhoCorasick::builder()
        .kind(Some(AhoCorasickKind::ContiguousNFA))
        .build(all.map(|mark| mark.trim()))
        .expect("the marks are constants of a few kilobytes")
});

/// Leading words that make an order polite.
#[rustfmt::skip]
const POLITE: [&str; 14] = [
    "bitte ", "s'il te plaît", "s'il vous plaît", "stp ", "svp ", "por favor", "per favore",
    "alsjeblieft", "graag ", "proszę ", "пожалуйста", "请", "請", "und ",
];

/// How orders that last are worded in one language.
struct Tongue {
    /// Verbs that begin an order.
    verbs: &'static [&'static str],
    /// What makes such an order last.
    lasting: Phrases,
    /// What binds without one of these verbs.
    alone: Phrases,
    /// What limits an order to the moment, or makes it a comfort.
    now: Phrases,
    /// Recognizes a sentence that forbids something, by its beginning.
    forbids: fn(&str, &str) -> bool,
}

impl Tongue {
    fn orders(&self, bare: &str, padded: &str) -> bool {
        let orders = || self.verbs.contains(&first(bare)) && self.lasting.occur_in(padded);
        (orders() || (self.forbids)(bare, padded) || self.alone.occur_in(padded))
            && !self.now.occur_in(padded)
    }
}

#[rustfmt::skip]
static TONGUES: [Tongue; 8] = [
    // German
    Tongue {
        verbs: &[
            "ändere", "änder", "fass", "lösche", "lösch", "benutze", "benutz", "verwende",
            "verwend", "nutze", "nutz", "nimm", "schreibe", "schreib", "füge", "mache", "mach",
            "rühr", "rühre", "installiere", "erstelle", "committe", "commite", "pushe", "push",
            "buche", "buch", "sende", "schicke", "schick", "verschiebe", "speichere", "speicher",
            "starte", "frage", "frag", "antworte", "nenne", "benenne", "halte", "halt", "lass",
            "gib", "zeige", "zeig", "sag", "sage", "prüfe", "teste", "lege", "leg", "melde",
            "warte", "kommentiere", "formatiere",
        ],
        lasting: Phrases::of(&[
            " nicht ", " nichts ", " kein ", " keine ", " keinen ", " keinem ", " nie ", " immer ",
            " stets ", " jede ", " jeden ", " jedes ", " jedem ", " jeder ", " bevor ", " alle ",
            " allen ", " vorher ", " zuerst ", " nur ", " ohne ", " an unsere ", " in ruhe ",
        ]),
        alone: Phrases::of(&[
            " auf keinen fall ", " unter keinen umständen ", " keinesfalls ", " ohne rückfrage ",
            " ist tabu ", " sind tabu ", " nur nach rücksprache ", " nur mit meiner ",
            " du sollst ",
        ]),
        now: Phrases::of(&[
            " heute ", " jetzt ", " noch nicht ", " diesmal ", " gerade ", " sorge ", " ahnung ",
            " problem ",
        ]),
        forbids: german_without_verb,
    },
    // French
    Tongue {
        verbs: &[
            "demande", "demandez", "préviens", "prévenez", "montre", "montrez", "utilise",
            "utilisez", "garde", "gardez", "écris", "écrivez", "réponds", "répondez", "vérifie",
            "vérifiez", "lance", "lancez", "mets", "mettez", "laisse", "laissez", "explique",
            "expliquez", "évite", "évitez", "teste", "testez", "ajoute", "ajoutez", "nomme",
            "nommez", "confirme", "confirmez",
        ],
        lasting: Phrases::of(&[
            " avant de ", " avant chaque ", " avant toute ", " à chaque ", " chaque fois ",
            " après chaque ", " tous les ", " toutes les ", " sauf si je ", " dans chaque ",
        ]),
        alone: Phrases::of(&[
            " en aucun cas ", " sous aucun prétexte ", " doit rester ", " doivent rester ",
        ]),
        now: Phrases::of(&[
            " maintenant ", " encore ", " aujourd'hui ", " t'inquiète ", " vous inquiétez ",
            " problème ", " souci ", " soucis ", " chance ",
        ]),
        forbids: french,
    },
    // Spanish
    Tongue {
        verbs: &[
            "usa", "use", "utiliza", "pregunta", "pregúntame", "avisa", "avísame", "responde",
            "escribe", "muestra", "muéstrame", "guarda", "mantén", "evita", "deja", "consulta",
            "consúltame", "prueba", "revisa", "confirma", "haz", "pon", "explica", "ejecuta",
        ],
        lasting: Phrases::of(&[
            " antes de ", " cada ", " todos los ", " todas las ", " a menos que ", " salvo que ",
            " solo ", " sólo ", " sin mi ",
        ]),
        alone: Phrases::of(&[
            " en ningún caso ",
            " bajo ningún concepto ",
            " bajo ninguna circunstancia ",
        ]),
        now: Phrases::of(&[" ahora ", " todavía ", " aún ", " hoy "]),
        forbids: spanish,
    },
    // Italian
    Tongue {
        verbs: &[
            "usa", "chiedi", "chiedimi", "avvisa", "avvisami", "rispondi", "scrivi", "mostra",
            "mostrami", "salva", "mantieni", "evita", "lascia", "controlla", "verifica", "conferma",
            "metti", "spiega", "esegui", "tieni",
        ],
        lasting: Phrases::of(&[
            " prima di ", " ogni ", " tutti i ", " tutte le ", " solo ", " a meno che ", " senza ",
            " dopo ogni ",
        ]),
        alone: Phrases::of(&[" in nessun caso ", " per nessun motivo "]),
        now: Phrases::of(&[" adesso ", " ancora ", " oggi ", " preoccuparti "]),
        forbids: italian,
    },
    // Portuguese
    Tongue {
        verbs: &[
            "use", "usa", "pergunte", "pergunta", "avise", "avisa", "responda", "responde",
            "escreva", "mostre", "mostra", "salve", "mantenha", "evite", "deixe", "verifique",
            "confirme", "coloque", "explique", "execute", "rode", "consulte",
        ],
        lasting: Phrases::of(&[
            " antes de ", " cada ", " todos os ", " todas as ", " só ", " apenas ", " a menos que ",
            " a não ser que ", " sem ",
        ]),
        alone: Phrases::of(&[
            " em hipótese alguma ",
            " de jeito nenhum ",
            " sob nenhuma circunstância ",
        ]),
        now: Phrases::of(&[" agora ", " ainda ", " hoje "]),
        forbids: portuguese,
    },
    // Dutch
    Tongue {
        verbs: &[
            "gebruik", "wijzig", "verander", "verwijder", "raak", "maak", "schrijf", "stuur",
            "installeer", "voeg", "push", "commit", "boek", "vraag", "antwoord", "houd", "hou",
            "laat", "zet", "toon", "geef", "controleer", "test", "sla", "hernoem", "wacht", "meld",
            "leg", "doe", "koop", "blijf",
        ],
        lasting: Phrases::of(&[
            " niet ", " geen ", " niets ", " nooit ", " altijd ", " elke ", " elk ", " alle ",
            " voordat ", " eerst ", " alleen ", " zonder ", " met rust ", " steeds ", " iedere ",
            " ieder ",
        ]),
        alone: Phrases::of(&[" in geen geval ", " onder geen beding "]),
        now: Phrases::of(&[" nu ", " vandaag ", " nog niet ", " even ", " probleem ", " idee "]),
        forbids: dutch_without_verb,
    },
    // Polish
    Tongue {
        verbs: &[
            "pytaj", "zapytaj", "pisz", "odpowiadaj", "używaj", "sprawdzaj", "pokazuj", "pokaż",
            "trzymaj", "unikaj", "zostaw", "uruchamiaj", "testuj", "potwierdzaj", "informuj",
            "powiadom", "dodawaj",
        ],
        lasting: Phrases::of(&[
            " każd", " przed ", " tylko ", " zanim ", " wszystkie ", " wszystkich ", " po każd",
            " bez ", " po polsku ", " po angielsku ",
        ]),
        alone: Phrases::of(&[" w żadnym wypadku ", " bez mojej zgody ", " pod żadnym pozorem "]),
        now: Phrases::of(&[" teraz ", " jeszcze ", " dzisiaj ", " dziś "]),
        forbids: polish,
    },
    // Russian
    Tongue {
        verbs: &[
            "спрашивай", "спроси", "пиши", "отвечай", "используй", "проверяй", "показывай",
            "покажи", "оставь", "избегай", "запускай", "держи", "сохраняй", "предупреждай",
            "сообщай", "называй", "добавляй", "используйте", "пишите", "отвечайте", "спрашивайте",
        ],
        lasting: Phrases::of(&[
            " кажд", " перед ", " только ", " прежде ", " все ", " всех ", " после кажд", " без ",
            " сначала ", " на русском ", " по-русски ", " на английском ",
        ]),
        alone: Phrases::of(&[" ни в коем случае ", " ни при каких ", " без моего "]),
        now: Phrases::of(&[" сейчас ", " пока ", " сегодня ", " переживай ", " волнуйся "]),
        forbids: russian,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_that_last_are_told_from_reports_in_eleven_languages() {
        for rule in [
            "fass die configs nicht an.",
            "bitte frag mich, bevor du etwas löschst",
            "ne modifie pas les fichiers générés.",
            "no toques la carpeta de configuración.",
            "non modificare i file generati.",
            "não mexa na pasta de testes.",
            "gebruik geen globale variabelen.",
            "nie usuwaj niczego z repozytorium.",
            "не меняй настройки проекта.",
            "不要修改配置文件。",
            "設定ファイルには触らないで。",
            "설정 파일은 건드리지 마.",
        ] {
            assert!(orders_abroad(rule), "{rule}");
        }
        for other in [
            "die tür geht nicht auf.",
            "mach das jetzt nicht.",
            "je ne comprends pas.",
            "no sé qué pasa.",
            "non funziona.",
            "não sei o que houve.",
            "het werkt niet.",
            "nie działa.",
            "не работает.",
            "别担心。",
            "心配しないで。",
            "걱정하지 마.",
        ] {
            assert!(!orders_abroad(other), "{other}");
        }
    }
}
