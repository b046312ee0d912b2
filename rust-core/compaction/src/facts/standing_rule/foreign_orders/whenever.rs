//! Orders for the time to come, or for whenever something happens.

use crate::phrases::Phrases;

/// From now on.
#[rustfmt::skip]
static FURTHER: Phrases = Phrases::of(&[
    " voortaan ", " künftig ", " zukünftig ", " fortan ", " en adelante ", " d'ora in avanti ",
    " daqui pra frente ", " daqui em diante ", " doravante ", " od tej pory ", " odtąd ",
    " na przyszłość ", " впредь ", " с этого момента ", " в дальнейшем ", " по умолчанию ",
    " por defecto ", " por padrão ", " par défaut ", " standardmäßig ", " standaard ",
    " domyślnie ",
]);

/// Whenever something happens.
#[rustfmt::skip]
static TIMES: Phrases = Phrases::of(&[
    " toda vez que ", " todas as vezes ", " cada vez que ", " siempre que ", " sempre que ",
    " ogni volta ", " tutte le volte ", " chaque fois ", " dès que tu ", " si jamais ",
    " si tu ", " jedes mal ", " immer wenn ", " wenn du ", " sobald du ", " elke keer ",
    " telkens ", " als je ", " zodra je ", " za każdym razem ", " jeśli coś ", " gdy coś ",
    " каждый раз ", " если что ", " si algo ", " se algo ", " se qualcosa ", " wenn etwas ",
    " als er iets ", " falls etwas ", " falls du ", " se hai ", " si no estás ", " se não ",
    " если не ", " jeśli nie ",
]);

/// What a sentence has one of that is recognized here.
pub(super) fn marks() -> impl Iterator<Item = &'static &'static str> {
    FURTHER.list().iter().chain(TIMES.list())
}

/// An order for the time to come, or for whenever something happens, in any of
/// the languages.
pub(super) fn is_for_whenever(padded: &str) -> bool {
    #[rustfmt::skip]
    static ORDERS: Phrases = Phrases::of(&[
        " me avis", " avise", " avísa", " me pergunt", " pergunte", " me mostr", " párate",
        " detente", " pregúnta", " muéstra", " dime", " avvisami", " chiedimi", " dimmi",
        " fermati", " mostrami", " préviens", " demande", " dis-moi", " dis-le-moi", " arrête-toi",
        " montre-moi", " sag mir", " sag bescheid", " frag ", " stopp", " zeig mir",
        " gib bescheid", " melde dich", " vertel ", " vraag ", " meld ", " laat me ",
        " laat het me ", " waarschuw", " powiedz", " zapytaj", " pytaj", " powiadom", " zatrzymaj",
        " daj znać", " скажи", " спроси", " спрашивай", " сообщи", " останов", " предупред",
        " покажи",
    ]);
    static STATES: Phrases =
        Phrases::of(&[" ist ", " war ", " está ", " è ", " est ", " jest ", " is "]);
    FURTHER.occur_in(padded) && !STATES.occur_in(padded)
        || TIMES.occur_in(padded) && ORDERS.occur_in(padded)
}
