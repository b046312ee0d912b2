//! The journal records what was spent on models, including earlier sessions.

use vibeue_core::session::library::Library;
use vibeue_core::session::live::CostLedger;

use super::*;

#[test]
fn what_a_session_spent_is_in_its_journal_and_adds_up_with_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::at(folder.path());
    let talk = |answers: Vec<Answer>| {
        let provider = Arc::new(Scripted::new(answers));
        let mut options = options(&provider, 8_000);
        options.journal = Some(library.path_of("talk").unwrap());
        Talk::open(provider, options)
    };
    let usage = || library.catalogue(|| false).unwrap().usage();
    let first = talk(vec![Answer::text("One.").usage(20, 5), Answer::text("Two.").usage(30, 7)]);
    first.ask("The first");
    first.ask("The second");
    let spent = first.session.snapshot().costs;
    assert_eq!((spent.chat.calls, spent.tokens()), (2, 62));
    assert_eq!((usage().total(), usage().unrecorded), (spent, 0));
    drop(first);

    let second = talk(vec![Answer::text("Three.").usage(40, 9)]);
    second.ask("The third");
    let more = second.session.snapshot().costs;
    assert_eq!(more.chat.calls, 1, "a session counts its own");
    let mut both = CostLedger::default();
    [spent, more].iter().for_each(|it| both.absorb(it));
    assert_eq!(usage().total(), both);
    assert_eq!(usage().months.len(), 1);
}
