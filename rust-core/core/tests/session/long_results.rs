//! Results of tools that are longer than a message takes.

use std::path::Path;

use vibeue_core::session::journal::ReadHistory;
use vibeue_core::session::live::{SessionEvent, SessionOptions, ToolAnswer, TurnEnd};
use vibeue_core::session::results::{ResultFiles, kept_results};

use super::*;

/// A log of about four megabytes with something to find in its middle.
fn log() -> String {
    let line = |at: u64| match at {
        60_000 => "60000: error C2065: 'Hatch' undeclared\n".to_owned(),
        _ => format!("{at}: compiling Doors/Module.{}.cpp\n", at * 31 % 977),
    };
    (0..120_000).map(line).collect()
}

fn journaled(provider: &Arc<Scripted>, journal: Option<&Path>) -> SessionOptions {
    let mut options = options(provider, 16_000);
    options.journal = journal.map(Path::to_owned);
    options.tools = vec![tool("build")];
    options
}

/// One turn in which the tool gives the log.
fn built(talk: &Talk) -> Vec<SessionEvent> {
    talk.provider.add(Answer::calls(&[("a", "build", "{}")]));
    talk.provider.add(Answer::text("Built."));
    let turn = talk.session.submit_text("Build it");
    talk.until(|event| matches!(event, SessionEvent::ToolCall { .. }));
    talk.session.answer_tool("a", ToolAnswer::text(log()));
    talk.until_ended(turn)
}

/// The result when the model looks something up.
fn recalled(talk: &Talk, arguments: &str) -> String {
    talk.provider.add(Answer::calls(&[("r", "recall", arguments)]));
    talk.provider.add(Answer::text("I see."));
    talk.ask("Look it up");
    let request = talk.provider.last_request();
    assert_valid(&request);
    let results = request.messages.iter().flat_map(|message| message.tool_results());
    results.last().unwrap().joined_text()
}

#[test]
fn the_model_finds_and_reads_what_a_message_had_no_room_for_also_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("talk.jsonl");
    let provider = Arc::new(Scripted::new([]));
    let mut talk = Talk::open(Arc::clone(&provider), journaled(&provider, Some(&journal)));
    assert_eq!(end(&built(&talk)), TurnEnd::Completed);
    let read = ReadHistory::read(&journal).unwrap().history;
    let (id, whole) = kept_results(&read).next().unwrap();
    let files = ResultFiles::beside(&journal).unwrap();
    assert_eq!(files.read(whole).unwrap(), log());
    let held = read.original(id).unwrap().tool_results().next().unwrap().joined_text();
    assert!(held.len() < 1_100_000 && !held.contains("C2065"), "{}", held.len());

    let error = log().find("60000: error").unwrap();
    for round in ["at once", "after a restart"] {
        let found = recalled(&talk, &format!(r#"{{"message": "{id}", "query": "error c2065"}}"#));
        assert!(found.starts_with(&format!("{id}, 1 place;")), "{round}: {found}");
        let page = recalled(&talk, &format!(r#"{{"message": "{id}", "offset": {error}}}"#));
        let head = format!("{id} result of build, bytes {error} to ");
        assert!(page.starts_with(&head), "{round}: {page}");
        assert!(page.contains(&format!(" of {}; ", log().len())), "{round}: {page}");
        assert!(page.contains(":\n60000: error C2065: 'Hatch' undeclared\n60001: "), "{page}");
        let all = recalled(&talk, r#"{"query": "Hatch"}"#);
        let note = format!(
            "only head and tail were searched of {id}; search in all of one by `message` and `query`"
        );
        assert!(all.ends_with(&note), "{round}: {all}");
        drop(talk);
        // What a crash between the file and the journal leaves.
        let orphan = files.keep("nothing names it").unwrap();
        talk = Talk::open(Arc::clone(&provider), journaled(&provider, Some(&journal)));
        assert!(files.read(&orphan).is_err() && files.read(whole).is_ok(), "{round}");
    }

    std::fs::remove_dir_all(folder.path().join("talk.jsonl.results")).unwrap();
    let lost = recalled(&talk, &format!(r#"{{"message": "{id}"}}"#));
    let why = format!(
        "only head and tail of {id} are left, its file cannot be read: there is no such file\n\
         {id} result of build, bytes 0 to "
    );
    assert!(lost.starts_with(&why), "{lost}");
}

#[test]
fn without_a_journal_head_and_tail_are_kept_and_the_rest_is_said_to_be_lost() {
    let provider = Arc::new(Scripted::new([]));
    let talk = Talk::open(Arc::clone(&provider), journaled(&provider, None));
    let events = built(&talk);
    assert_eq!(end(&events), TurnEnd::Completed);
    assert_eq!(
        warnings(&events)[0],
        format!(
            "the result of build has {} bytes, too many for a message, and only head and tail are \
             kept: this conversation has no journal",
            log().len()
        )
    );
    let told = talk.provider.last_request();
    let told = told.messages.iter().flat_map(|message| message.tool_results()).last().unwrap();
    let note = "[What was left out is kept nowhere: this conversation has no journal.]";
    assert!(told.joined_text().contains(note), "{}", told.joined_text());
}
