//! Rounds of tool calls.

use vibeue_core::conversation::{Message, Protocol, Role};
use vibeue_core::session::Event;
use vibeue_core::session::journal::{Header, JournaledHistory, ReadHistory, SyncPolicy};
use vibeue_core::session::live::{
    Approval, CallEnd, FailureClass, Phase, SessionEvent, Tool, ToolAnswer, TurnEnd, TurnId,
};
use vibeue_core::tools::Preview;

use super::*;

fn with_tools(script: Vec<Answer>) -> Talk {
    let provider = Arc::new(Scripted::new(script));
    let mut options = options(&provider, 16_000);
    let asking = Tool::asking(tool("delete").definition);
    options.tools = vec![tool("look"), tool("read_file"), asking];
    Talk::open(provider, options)
}

/// Waits until this many calls were handed out.
fn calls(talk: &Talk, count: usize) -> Vec<(String, String, bool)> {
    let mut calls = Vec::new();
    while calls.len() < count {
        let events = talk.until(|event| matches!(event, SessionEvent::ToolCall { .. }));
        for event in events {
            if let SessionEvent::ToolCall { call_id, name, needs_approval, .. } = event {
                calls.push((call_id, name, needs_approval));
            }
        }
    }
    calls
}

fn texts(talk: &Talk) -> Vec<String> {
    talk.transcript().into_iter().map(|(_, text)| text).collect()
}

#[test]
fn results_come_in_any_order_and_the_round_goes_on_with_the_last() {
    let talk = with_tools(vec![
        Answer::calls(&[("a", "look", "{}"), ("b", "read_file", "{\"path\":\"x\"}")]),
        Answer::text("Both seen."),
    ]);
    let turn = talk.session.submit_text("Look");
    assert_eq!(
        calls(&talk, 2),
        [
            ("a".to_owned(), "look".to_owned(), false),
            ("b".to_owned(), "read_file".to_owned(), false)
        ]
    );
    talk.session.answer_tool("b", ToolAnswer::text("file"));
    talk.until(|event| matches!(event, SessionEvent::Message { .. }));
    assert_eq!(talk.session.snapshot().state.turn.unwrap().phase, Phase::Tools);
    talk.session.answer_tool("a", ToolAnswer::error("nothing there"));
    assert_eq!(end(&talk.until_ended(turn)), TurnEnd::Completed);
    assert_eq!(
        texts(&talk),
        ["Look", "look({}) read_file({\"path\":\"x\"})", "file", "nothing there", "Both seen."]
    );
    let request = talk.provider.last_request();
    assert_valid(&request);
    assert!(request.messages[3].tool_results().next().unwrap().is_error);
    let names: Vec<&str> = request.tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names, ["look", "read_file", "delete"]);
}

#[test]
fn a_dry_run_does_what_looks_and_answers_the_rest_with_what_it_would_do() {
    let talk = with_tools(vec![
        Answer::calls(&[("a", "delete", "{}"), ("l", "look", "{}")]),
        Answer::text("It would go."),
        Answer::calls(&[("b", "delete", "{}")]),
        Answer::text("Nobody knows."),
        Answer::calls(&[("c", "delete", "{}")]),
        Answer::text("Gone."),
    ]);
    talk.session.set_dry_run(true);
    let turn = talk.session.submit_text("Delete it");
    let dry = |talk: &Talk, wanted: &str| {
        let called = |event: &SessionEvent| matches!(event, SessionEvent::ToolCall { call_id, .. } if call_id == wanted);
        match talk.until(called).pop() {
            Some(SessionEvent::ToolCall { needs_approval, dry_run, .. }) => {
                (needs_approval, dry_run)
            }
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(dry(&talk, "a"), (true, true));
    assert_eq!(dry(&talk, "l"), (false, false));
    talk.session.answer_tool("l", ToolAnswer::text("a door"));
    talk.session.rehearse_tool("a", Some(Preview::text("delete the door", "Door.uasset\n")));
    let events = talk.until_ended(turn);
    assert!(events.iter().any(|event| matches!(
        event,
        SessionEvent::ToolEnded { call_id, end: CallEnd::Refused, .. } if call_id == "a"
    )));
    // A host that knows nothing of it asks the user, whose answer changes nothing, even if the dry
    // run is over by then.
    let turn = talk.session.submit_text("Delete it now");
    assert_eq!(dry(&talk, "b"), (true, true));
    talk.session.set_dry_run(false);
    talk.session.approve_tool("b", Approval::AllowConversation);
    talk.until_ended(turn);
    let turn = talk.session.submit_text("Really");
    assert_eq!(dry(&talk, "c"), (true, false));
    talk.session.approve_tool("c", Approval::Allow);
    talk.until(|event| matches!(event, SessionEvent::ToolApproved { .. }));
    talk.session.rehearse_tool("c", None);
    talk.session.answer_tool("c", ToolAnswer::text("deleted"));
    let events = talk.until_ended(turn);
    assert_eq!(warnings(&events), ["what `c` would do was ignored: the call runs already"]);
    assert_eq!(
        texts(&talk),
        [
            "Delete it",
            "delete({}) look({})",
            "a door",
            "not done: dry run. It would do this: delete the door\nDoor.uasset\n",
            "It would go.",
            "Delete it now",
            "delete({})",
            "not done: dry run. What delete would do is not known in advance.",
            "Nobody knows.",
            "Really",
            "delete({})",
            "deleted",
            "Gone."
        ]
    );
    assert_valid(&talk.provider.last_request());
}

#[test]
fn a_call_that_asks_when_a_dry_run_begins_is_not_run_any_more() {
    let talk = with_tools(vec![Answer::calls(&[("a", "delete", "{}")]), Answer::text("Kept.")]);
    let turn = talk.session.submit_text("Delete it");
    calls(&talk, 1);
    talk.session.set_dry_run(true);
    talk.session.approve_tool("a", Approval::AllowProject);
    talk.until_ended(turn);
    let told = "not done: a dry run began while the user was asked";
    assert_eq!(texts(&talk), ["Delete it", "delete({})", told, "Kept."]);
}

#[test]
fn a_second_answer_and_one_to_nothing_are_ignored_with_a_warning() {
    let talk = with_tools(vec![Answer::calls(&[("a", "look", "{}"), ("b", "look", "{}")])]);
    talk.session.answer_tool("z", ToolAnswer::text("too early"));
    let events = talk.until(|event| matches!(event, SessionEvent::Warning { .. }));
    assert_eq!(warnings(&events), ["the result of `z` was ignored: there is no such call"]);
    let turn = talk.session.submit_text("Look");
    calls(&talk, 2);
    talk.session.answer_tool("a", ToolAnswer::text("one"));
    talk.session.answer_tool("a", ToolAnswer::text("two"));
    talk.session.answer_tool("b", ToolAnswer::text("three"));
    let events = talk.until_ended(turn);
    assert_eq!(warnings(&events), ["the result of `a` was ignored: the call has ended"]);
    assert_eq!(texts(&talk), ["Look", "look({}) look({})", "one", "three", "Done."]);
}

#[test]
fn a_call_that_needs_approval_waits_for_the_user() {
    let talk = with_tools(vec![
        Answer::calls(&[("a", "delete", "{}"), ("b", "delete", "{}"), ("c", "delete", "{}")]),
        Answer::calls(&[("d", "delete", "{}")]),
    ]);
    let turn = talk.session.submit_text("Delete");
    assert!(calls(&talk, 3).iter().all(|(_, _, asks)| *asks));
    talk.session.answer_tool("a", ToolAnswer::text("gone"));
    let events = talk.until(|event| matches!(event, SessionEvent::Warning { .. }));
    assert_eq!(
        warnings(&events),
        ["the result of `a` was ignored: the call has not been allowed yet"]
    );
    talk.session.approve_tool("a", Approval::Deny { reason: Some("not that one".to_owned()) });
    talk.session.approve_tool("b", Approval::AllowConversation);
    for call in ["b", "c"] {
        talk.until(
            |event| matches!(event, SessionEvent::ToolApproved { call_id, .. } if call_id == call),
        );
        talk.session.answer_tool(call, ToolAnswer::text("gone"));
    }
    assert_eq!(calls(&talk, 1), [("d".to_owned(), "delete".to_owned(), false)]);
    talk.session.answer_tool("d", ToolAnswer::text("gone"));
    assert_eq!(end(&talk.until_ended(turn)), TurnEnd::Completed);
    assert_eq!(texts(&talk)[2], "denied by the user: not that one");
    assert_valid(&talk.provider.last_request());
}

#[test]
fn an_unknown_tool_is_answered_with_the_names_of_the_known_ones() {
    let talk = with_tools(vec![Answer::calls(&[("a", "fly", "{}")]), Answer::text("Sorry.")]);
    talk.ask("Fly");
    assert_eq!(texts(&talk)[2], "there is no tool `fly`; there are look, read_file, delete");
}

#[test]
fn a_cancelled_round_leaves_no_call_without_a_result() {
    let talk = with_tools(vec![Answer::calls(&[("a", "look", "{}"), ("b", "look", "{}")])]);
    let turn = talk.session.submit_text("Look");
    calls(&talk, 2);
    talk.session.answer_tool("b", ToolAnswer::text("seen"));
    talk.session.cancel();
    assert_eq!(end(&talk.until_ended(turn)), TurnEnd::Cancelled);
    assert_eq!(texts(&talk)[2..], ["seen", "cancelled by the user"]);
    talk.ask("Something else");
    assert_valid(&talk.provider.last_request());
}

#[test]
fn a_model_that_calls_for_ever_is_stopped_by_name() {
    let provider = Arc::new(Scripted::new([]).rule(|_| Answer::calls(&[("a", "look", "{}")])));
    let mut options = options(&provider, 64_000);
    options.tools = vec![tool("look")];
    options.bounds.tool_rounds = 5;
    let talk = Talk::open(Arc::clone(&provider), options);
    let turn = talk.session.submit_text("Look");
    let mut rounds = 0;
    let events = loop {
        let events = talk.until(|event| {
            matches!(event, SessionEvent::ToolCall { .. } | SessionEvent::TurnEnded { .. })
        });
        if matches!(events.last(), Some(SessionEvent::TurnEnded { turn: it, .. }) if *it == turn) {
            break events;
        }
        rounds += 1;
        let Some(SessionEvent::ToolCall { call_id, .. }) = events.last() else { unreachable!() };
        talk.session.answer_tool(call_id.clone(), ToolAnswer::text("seen"));
    };
    assert_eq!((rounds, end(&events)), (5, TurnEnd::Failed));
    assert_eq!(failures(&events)[0].class, FailureClass::ToolRoundLimit);
    provider.add(Answer::text("Done."));
    talk.ask("Stop");
    assert_valid(&provider.last_request());
}

#[test]
fn calls_of_one_id_are_told_apart() {
    let talk = with_tools(vec![Answer::calls(&[("a", "look", "{}"), ("a", "look", "{}")])]);
    let turn = talk.session.submit_text("Look");
    let ids: Vec<String> = calls(&talk, 2).into_iter().map(|(id, ..)| id).collect();
    assert_eq!(ids, ["a", "a_1"]);
    for id in ids {
        talk.session.answer_tool(id, ToolAnswer::text("seen"));
    }
    talk.until_ended(turn);
    assert_valid(&talk.provider.last_request());
}

/// A tool may still run when its turn is cancelled, and its host answers then.
#[test]
fn a_late_answer_is_not_taken_for_that_of_a_later_call_with_the_same_id() {
    let again = || Answer::calls(&[("a", "look", "{}"), ("b", "delete", "{}")]);
    let talk = with_tools(vec![again(), again(), Answer::text("Seen.")]);
    let first = talk.session.submit_text("Look");
    calls(&talk, 2);
    talk.session.cancel();
    talk.until_ended(first);
    let second = talk.session.submit_text("Look again");
    let ids: Vec<String> = calls(&talk, 2).into_iter().map(|(id, ..)| id).collect();
    assert_eq!(ids, ["a_0", "b_1"]);
    let mut told = Vec::new();
    let mut next_warning = || {
        told.extend(warnings(&talk.until(|it| matches!(it, SessionEvent::Warning { .. }))));
    };
    talk.session.answer_tool("a", ToolAnswer::text("what the first call saw"));
    next_warning();
    talk.session.approve_tool("b", Approval::Allow);
    next_warning();
    talk.session.approve_tool("a_0", Approval::Allow);
    next_warning();
    assert_eq!(
        told,
        [
            "the result of `a` was ignored: the call has ended",
            "the decision on `b` was ignored: the call has ended",
            "the decision on `a_0` was ignored: the call runs already",
        ]
    );
    talk.session.approve_tool("b_1", Approval::Deny { reason: None });
    talk.session.answer_tool("a_0", ToolAnswer::text("what the second call saw"));
    assert_eq!(end(&talk.until_ended(second)), TurnEnd::Completed);
    let results: Vec<(String, String)> = talk
        .session
        .snapshot()
        .transcript
        .iter()
        .flat_map(|message| message.tool_results())
        .map(|result| (result.call_id.to_string(), result.joined_text()))
        .collect();
    let pair = |id: &str, text: &str| (id.to_owned(), text.to_owned());
    assert_eq!(
        results,
        [
            pair("a", "cancelled by the user"),
            pair("b", "cancelled by the user"),
            pair("b_1", "denied by the user"),
            pair("a_0", "what the second call saw"),
        ]
    );
    assert_valid(&talk.provider.last_request());
}

#[test]
fn a_journal_whose_calls_have_the_same_id_opens_and_new_calls_get_others() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("talk.jsonl");
    let mut journal =
        JournaledHistory::create(&path, Header::with_random_id(1), SyncPolicy::Never).unwrap();
    for _ in 0..2 {
        let Answer { result: Ok(reply), .. } = Answer::calls(&[("0", "look", "{}")]) else {
            unreachable!()
        };
        let next = |journal: &JournaledHistory| journal.history().next_id();
        let asked = Message::text(next(&journal), Role::User, "Look");
        journal.append(Event::Message(asked), 1).unwrap();
        let call = reply.into_message(next(&journal), Protocol::OpenaiChat);
        journal.append(Event::Message(call), 1).unwrap();
        let seen = Message::tool_result(next(&journal), "0", Some("look"), "seen", false);
        journal.append(Event::Message(seen), 1).unwrap();
    }
    drop(journal);
    let provider = Arc::new(Scripted::new([Answer::calls(&[("0", "look", "{}")])]));
    let mut options = options(&provider, 16_000);
    options.journal = Some(path.clone());
    options.tools = vec![tool("look")];
    let talk = Talk::open(Arc::clone(&provider), options);
    let turn = talk.session.submit_text("Look");
    assert_eq!(calls(&talk, 1)[0].0, "0_0");
    talk.session.answer_tool("0", ToolAnswer::text("of another call"));
    talk.session.answer_tool("0_0", ToolAnswer::text("seen again"));
    assert_eq!(end(&talk.until_ended(turn)), TurnEnd::Completed);
    let sent = provider.last_request();
    assert_valid(&sent);
    drop(talk);
    let history = ReadHistory::read(&path).unwrap().history;
    let ids: Vec<&str> = history
        .view()
        .iter()
        .flat_map(|message| message.tool_results())
        .map(|result| &*result.call_id)
        .collect();
    assert_eq!(ids, ["0", "0", "0_0"]);
}

#[test]
fn a_huge_result_is_shortened_for_the_model_and_kept_whole() {
    let talk = with_tools(vec![Answer::calls(&[("a", "look", "{}")]), Answer::text("Seen.")]);
    let turn = talk.session.submit_text("Look");
    calls(&talk, 1);
    let log = format!("{} the needle {}", words(1, 6_000), words(2, 6_000));
    talk.session.answer_tool("a", ToolAnswer::text(log.clone()));
    assert_eq!(end(&talk.until_ended(turn)), TurnEnd::Completed);
    assert_eq!(texts(&talk)[2], log);
    let sent = talk.provider.last_request();
    assert_valid(&sent);
    assert!(tokens(&sent) < 4_500, "{}", tokens(&sent));
    assert!(message_words(&sent.messages[2]).contains("the original is archived as m3"));
    let names: Vec<&str> = sent.tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names, ["look", "read_file", "delete", "recall"]);

    // The model looks for what was cut.
    talk.provider.add(Answer::calls(&[("r", "recall", "{\"query\": \"The Needle\"}")]));
    talk.provider.add(Answer::text("Found."));
    let events = talk.ask("Where is it?");
    assert!(!events.iter().any(|event| matches!(event, SessionEvent::ToolCall { .. })));
    let sent = talk.provider.last_request();
    let found = message_words(&sent.messages[sent.messages.len() - 1]);
    assert!(
        found.starts_with("1 match; read one in full by `message`:\nm3 result of look: …"),
        "{found}"
    );
    assert!(found.contains("the needle"), "{found}");
}

#[test]
fn the_host_s_own_recall_stays_the_host_s() {
    let provider = Arc::new(Scripted::new([]));
    let mut options = options(&provider, 4_000);
    options.tools = vec![tool("recall")];
    let talk = Talk::open(Arc::clone(&provider), options);
    for turn in 0..10 {
        talk.ask(&words(turn, 60));
    }
    talk.session.summarize(None);
    assert!(talk.until_summarized().success);
    talk.ask("Go on");
    let names: Vec<String> =
        provider.last_request().tools.iter().map(|tool| tool.name.clone()).collect();
    assert_eq!(names, ["recall", "recall_archive"]);
    provider.add(Answer::calls(&[("a", "recall", "{}")]));
    let turn: TurnId = talk.session.submit_text("Use yours");
    assert_eq!(calls(&talk, 1)[0].1, "recall");
    talk.session.answer_tool("a", ToolAnswer::text("mine"));
    talk.until_ended(turn);
    assert_eq!(provider.last_request().messages.last().unwrap().role, Role::Tool);
}

#[test]
fn results_without_content_and_with_foreign_parts_are_sent_in_a_form_that_servers_take() {
    let talk = with_tools(vec![Answer::calls(&[("a", "look", "{}"), ("b", "look", "{}")])]);
    let turn = talk.session.submit_text("Look");
    calls(&talk, 2);
    talk.session.answer_tool("a", ToolAnswer::of(Vec::new(), false));
    let message = talk.session.snapshot().transcript.get(0).cloned().unwrap();
    talk.session.answer_tool("b", ToolAnswer::of(message.parts.clone(), false));
    talk.until_ended(turn);
    assert_eq!(texts(&talk)[2..4], ["(no output)", "Look"]);
    assert_valid(&talk.provider.last_request());
}

#[test]
fn arguments_that_are_not_json_are_told_to_the_model_and_not_to_the_host() {
    let talk = with_tools(vec![
        Answer::calls(&[("a", "look", "{\"path\": \"C:"), ("b", "look", "")]),
        Answer::text("Sorry."),
    ]);
    let turn = talk.session.submit_text("Look");
    assert_eq!(calls(&talk, 1)[0].0, "b");
    talk.session.answer_tool("b", ToolAnswer::text("seen"));
    talk.until_ended(turn);
    assert!(
        texts(&talk)[2].starts_with("not run: the arguments are not JSON"),
        "{:?}",
        texts(&talk)
    );
}
