//! Tools of servers that are loaded when the model needs them.

use vibeue_core::conversation::Role;
use vibeue_core::session::live::{
    Access, Approval, CallEnd, SessionEvent, SessionOptions, Tool, ToolAnswer, TurnEnd,
};

use super::*;

const DOOR: &str = "web__door_7";

/// Sixty tools of a server and one of the host's own.
fn tools() -> Vec<Tool> {
    let of_server = |at: u64| {
        let mut tool = tool(&format!("web__door_{at}"));
        tool.definition.description = format!("Opens door {at}. {}", words(at, 20));
        Tool { origin: "npx web".to_owned(), access: Access::Write, ..tool }
    };
    std::iter::once(tool("look")).chain((0..60).map(of_server)).collect()
}

fn with_tools(provider: &Arc<Scripted>) -> SessionOptions {
    let mut options = options(provider, 16_000);
    options.tools = tools();
    options
}

fn offered(talk: &Talk) -> Vec<String> {
    talk.provider.last_request().tools.iter().map(|tool| tool.name.clone()).collect()
}

/// The result of the model's last call.
fn last_result(talk: &Talk) -> String {
    let request = talk.provider.last_request();
    assert_valid(&request);
    let results = request.messages.iter().flat_map(|message| message.tool_results());
    results.last().unwrap().joined_text()
}

#[test]
fn what_takes_too_much_room_is_listed_loaded_and_then_called_like_any_tool() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("talk.jsonl");
    let provider = Arc::new(Scripted::new([
        Answer::calls(&[("a", "load_tools", r#"{"query": "door_7 opens"}"#)]),
        Answer::calls(&[("b", "load_tools", r#"{"names": ["web__door_7"]}"#)]),
        Answer::calls(&[("c", DOOR, "{}")]),
        Answer::text("It is open."),
    ]));
    let mut options = with_tools(&provider);
    options.journal = Some(journal.clone());
    let talk = Talk::open(Arc::clone(&provider), options);
    let turn = talk.session.submit_text("Open door 7");
    let mut seen = talk.until(|event| matches!(event, SessionEvent::ToolCall { .. }));
    let waits = matches!(seen.pop(), Some(SessionEvent::ToolCall { name, needs_approval: true, .. }) if name == DOOR);
    assert!(waits, "it is asked for as if it had been there from the beginning");
    talk.session.approve_tool("c", Approval::AllowConversation);
    talk.until(|event| matches!(event, SessionEvent::ToolApproved { .. }));
    talk.session.answer_tool("c", ToolAnswer::text("opened"));
    assert_eq!(end(&talk.until_ended(turn)), TurnEnd::Completed);

    let requests = talk.provider.requests();
    let names = |at: usize| -> Vec<&str> {
        requests[at].tools.iter().map(|tool| tool.name.as_str()).collect()
    };
    assert_eq!(names(0), ["look", "load_tools"]);
    assert_eq!(names(1), ["look", "load_tools"]);
    assert_eq!(names(2), ["look", DOOR, "load_tools"]);
    let result = |at: usize| {
        let results = requests[at].messages.iter().flat_map(|it| it.tool_results());
        results.last().unwrap().joined_text()
    };
    assert!(
        result(1)
            .starts_with("1 of 60 tools; load by `names` what you call\nweb__door_7: Opens door 7"),
        "{}",
        result(1)
    );
    assert_eq!(result(2), "Loaded: web__door_7. Call them by these names.");
    assert_eq!(talk.session.snapshot().waiting_tools.len(), 59);

    // What was allowed was the tool itself.
    talk.provider.add(Answer::calls(&[("d", DOOR, "{}")]));
    talk.provider.add(Answer::text("Again."));
    let turn = talk.session.submit_text("Once more");
    let called = talk.until(|event| matches!(event, SessionEvent::ToolCall { .. })).pop();
    assert!(matches!(called, Some(SessionEvent::ToolCall { needs_approval: false, .. })));
    talk.session.answer_tool("d", ToolAnswer::text("opened"));
    talk.until_ended(turn);
    drop(talk);

    provider.add(Answer::text("Hello again."));
    let mut options = with_tools(&provider);
    options.journal = Some(journal);
    let talk = Talk::open(Arc::clone(&provider), options);
    talk.ask("Hello");
    assert_eq!(offered(&talk), ["look", DOOR, "load_tools"], "also after a restart");
}

#[test]
fn a_tool_that_was_not_loaded_first_is_held_to_the_same_rules() {
    let provider = Arc::new(Scripted::new([
        Answer::calls(&[("a", DOOR, "{}"), ("b", "web__nothing", "{}")]),
        Answer::text("I see."),
    ]));
    let talk = Talk::open(Arc::clone(&provider), with_tools(&provider));
    talk.session.set_plan_mode(true);
    let events = talk.ask("Open it");
    let ends: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            SessionEvent::ToolEnded { name, end, .. } => Some((name.as_str(), *end)),
            _ => None,
        })
        .collect();
    assert_eq!(ends, [(DOOR, CallEnd::Refused), ("web__nothing", CallEnd::Refused)]);
    let refused = talk.transcript().into_iter().find(|(role, _)| *role == Role::Tool).unwrap().1;
    assert!(refused.starts_with("not run: plan mode is on, and web__door_7"), "{refused}");
    talk.session.set_plan_mode(false);

    talk.provider.add(Answer::calls(&[("c", DOOR, "{}")]));
    talk.provider.add(Answer::text("Fine."));
    let turn = talk.session.submit_text("Open it now");
    let called = talk.until(|event| matches!(event, SessionEvent::ToolCall { .. })).pop();
    assert!(matches!(called, Some(SessionEvent::ToolCall { needs_approval: true, .. })));
    // Its definition changes while the user is asked.
    let mut changed = tools();
    changed[8].definition.description = "Opens all doors.".to_owned();
    talk.session.set_tools(changed);
    talk.session.approve_tool("c", Approval::Allow);
    talk.until_ended(turn);
    assert_eq!(last_result(&talk), "not run: web__door_7 changed while the user was asked");
    assert!(offered(&talk).contains(&DOOR.to_owned()), "its call is in the view");
}

#[test]
fn the_setting_and_the_window_decide_whether_tools_wait() {
    let provider = Arc::new(Scripted::new([]).rule(|_| Answer::text("Fine.")));
    let talk = Talk::open(Arc::clone(&provider), with_tools(&provider));
    let mut settings = settings();
    settings.server_tools_share = 1.0;
    talk.session.set_settings(settings.clone()).unwrap();
    talk.ask("All of them");
    // Our own tool stays: it may have been called.
    assert_eq!(offered(&talk).len(), 62);
    settings.server_tools_share = 0.1;
    talk.session.set_settings(settings).unwrap();
    talk.ask("By need");
    assert_eq!(offered(&talk), ["look", "load_tools"]);
    let by_need = talk.session.snapshot().usage.breakdown.tools;

    let provider = Arc::new(Scripted::new([]).rule(|_| Answer::text("Fine.")));
    let mut options = with_tools(&provider);
    options.model = model(400_000);
    let talk = Talk::open(Arc::clone(&provider), options);
    talk.ask("Room for all");
    assert_eq!(offered(&talk).len(), 61);
    let all = talk.session.snapshot().usage.breakdown.tools;
    assert!(by_need * 8 < all, "{by_need} of {all} tokens");
}
