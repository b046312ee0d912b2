//! Orders that forbid, recognized by how they begin.

use super::word::{first, forbidden};
use crate::phrases::Phrases;

/// The first words of what is recognized here.
pub(super) const BEGINNINGS: [&str; 17] = [
    "ne", "no", "non", "não", "nie", "не", "keine", "kein", "geen", "pas", "alle", "évite",
    "évitez", "evita", "evite", "unikaj", "evitar",
];

/// Until the user does something.
pub(super) static UNTIL: Phrases = Phrases::of(&[" solange ich ", " bis ich ", " bevor ich "]);

/// `keine neuen Plugins`, `hier wird nichts gelöscht, solange ich …`.
pub(super) fn german_without_verb(bare: &str, padded: &str) -> bool {
    static NOT: Phrases = Phrases::of(&[" nicht ", " nichts ", " kein ", " keine "]);
    static ALIKE: Phrases = Phrases::of(&[" auf englisch ", " auf deutsch ", " gehören "]);
    static STATES: Phrases = Phrases::of(&[" ist ", " sind ", " war ", " hat ", " haben "]);
    UNTIL.occur_in(padded) && NOT.occur_in(padded) && !bare.starts_with("ich ")
        || bare.starts_with("alle ") && ALIKE.occur_in(padded)
        || (bare.starts_with("keine ") || bare.starts_with("kein "))
            && bare.split_whitespace().count() >= 3
            && !STATES.occur_in(padded)
}

/// An order has no subject before its negation.
pub(super) fn french(bare: &str, padded: &str) -> bool {
    #[rustfmt::skip]
    static NOT: Phrases = Phrases::of(&[
        " pas ", " jamais ", " rien ", " aucun ", " aucune ", " plus ", " que ", " qu'",
    ]);
    let negated = forbidden(bare, "ne ").or_else(|| forbidden(bare, "n'"));
    negated.is_some_and(|verb| verb.len() > 3) && NOT.occur_in(padded)
        || bare.starts_with("pas de ")
        || matches!(first(bare), "évite" | "évitez")
}

pub(super) fn spanish(bare: &str, _: &str) -> bool {
    #[rustfmt::skip]
    let verbs = [
        "toques", "uses", "utilices", "borres", "cambies", "modifiques", "hagas", "crees", "envíes",
        "mandes", "publiques", "guardes", "instales", "edites", "escribas", "ejecutes", "subas",
        "compres", "reserves", "renombres", "muevas", "respondas", "añadas", "agregues", "elimines",
        "pongas", "metas", "abras", "toquen", "usen", "cambien", "borren", "modifiquen",
    ];
    first(bare) == "evita" || forbidden(bare, "no ").is_some_and(|verb| verbs.contains(&verb))
}

/// `non` and an infinitive forbid.
pub(super) fn italian(bare: &str, _: &str) -> bool {
    let ends = ["are", "ere", "ire", "arlo", "arla", "arli"];
    let negated = forbidden(bare, "non ")
        .is_some_and(|verb| verb.len() > 4 && ends.iter().any(|it| verb.ends_with(it)));
    negated && !bare.starts_with("non vedere") || first(bare) == "evita"
}

pub(super) fn portuguese(bare: &str, _: &str) -> bool {
    #[rustfmt::skip]
    let verbs = [
        "use", "usa", "mexa", "mexas", "apague", "altere", "mude", "crie", "envie", "publique",
        "salve", "instale", "edite", "escreva", "execute", "compre", "reserve", "renomeie", "mova",
        "responda", "adicione", "toque", "faça", "exclua", "remova", "modifique", "mexe", "apaga",
        "altera", "muda", "commite", "gaste", "coloque",
    ];
    matches!(first(bare), "evite" | "evita")
        || forbidden(bare, "não ").is_some_and(|verb| verbs.contains(&verb))
}

pub(super) fn dutch_without_verb(bare: &str, padded: &str) -> bool {
    static STATES: Phrases = Phrases::of(&[" is ", " zijn ", " heb ", " was "]);
    bare.starts_with("geen ") && bare.split_whitespace().count() >= 3 && !STATES.occur_in(padded)
}

/// `nie` and an imperative forbid.
pub(super) fn polish(bare: &str, _: &str) -> bool {
    #[rustfmt::skip]
    let ends = [
        "aj", "uj", "ij", "yj", "ajcie", "ujcie", "ób", "pisz", "zapisz", "buduj", "kasuj",
        "wysyłaj",
    ];
    first(bare) == "unikaj"
        || forbidden(bare, "nie ").is_some_and(|verb| ends.iter().any(|it| verb.ends_with(it)))
}

/// `не` and an imperative forbid.
pub(super) fn russian(bare: &str, _: &str) -> bool {
    #[rustfmt::skip]
    let ends = [
        "ай", "яй", "уй", "юй", "айте", "яйте", "уйте", "юйте", "пиши", "пишите", "делай",
        "бронируй", "удали", "меняй", "лезь", "пушь", "ставь", "ставьте", "добавь",
    ];
    forbidden(bare, "не ").is_some_and(|verb| ends.iter().any(|it| verb.ends_with(it)))
}
