//! What goes and what stays, and that no call is parted from its result.

use serde_json::{Value, json};
use vibeue_core::compaction::Rung;
use vibeue_core::conversation::pairing::NO_RESULT;
use vibeue_core::conversation::transcript::{ReadOptions, Repair, Transcript, read};
use vibeue_core::settings::Settings;

use super::*;

fn transcript(messages: &Value) -> Transcript {
    read(messages.to_string().as_bytes(), &ReadOptions::default()).unwrap()
}

/// langchain#34282, deepagents#270: wherever the cut falls by count or by
/// tokens, calls and results go or stay together.
#[test]
fn a_cut_between_a_call_and_its_result_takes_both_or_none() {
    let mut talk = Talk::new();
    talk.system("You help with an editor.");
    talk.user("Read all files.");
    for nth in 0..12 {
        let ids: Vec<String> = (0..=nth % 3).map(|call| format!("call_{nth}_{call}")).collect();
        let made: Vec<(&str, &str, Value)> =
            ids.iter().map(|id| (id.as_str(), "read_file", json!({"path": id}))).collect();
        talk.push(calls(&made));
        for id in &ids {
            talk.push(Message::tool_result(
                MessageId(0),
                id.as_str(),
                None,
                prose(nth, 150),
                false,
            ));
        }
    }
    let whole = talk.tokens();
    for keep in 1..=30 {
        let settings = Settings {
            recent_messages_to_keep: keep,
            minimum_recent_messages: 1,
            ..Settings::default()
        };
        for available in [whole / 4, whole / 2, whole - 1] {
            for forced in [false, true] {
                let compaction = applied(talk.compact(0, available, &settings, forced));
                let after = compaction.apply(&talk.messages);
                assert_pairs(&after);
                assert!(total(&after) <= available);
                // The history refuses a plan that parts a pair.
                let mut history = history_of(&talk);
                history.commit(history.version(), compaction).unwrap();
            }
        }
    }
}

/// langchain#38352: of three parallel results one has lost its call, one is
/// out of place, one is whole; only the first goes.
#[test]
fn of_mixed_results_only_the_orphan_is_removed() {
    let call = |id: &str| {
        json!({"id": id, "type": "function",
            "function": {"name": "read_file", "arguments": "{\"path\":\"a\"}"}})
    };
    let result = |id: &str| json!({"role": "tool", "tool_call_id": id, "content": id});
    let read = transcript(&json!([
        {"role": "user", "content": "Go"},
        result("lost"),
        {"role": "assistant", "content": null, "tool_calls": [call("a"), call("b"), call("c")]},
        result("a"),
        result("b"),
        {"role": "user", "content": "And?"},
        result("c"),
        {"role": "assistant", "content": "Done."}
    ]));
    let messages = &read.conversation.messages;
    assert_pairs(messages);
    let shape: Vec<(Role, Vec<&str>)> = messages
        .iter()
        .map(|m| (m.role, m.tool_results().map(|result| &*result.call_id).collect()))
        .collect();
    assert_eq!(
        shape,
        [
            (Role::User, vec![]),
            (Role::Assistant, vec![]),
            (Role::Tool, vec!["a"]),
            (Role::Tool, vec!["b"]),
            (Role::Tool, vec!["c"]),
            (Role::User, vec![]),
            (Role::Assistant, vec![]),
        ]
    );
    let repairs: Vec<String> = read.repairs.iter().map(Repair::to_string).collect();
    assert_eq!(
        repairs,
        [
            "message 1, tool_call_id: no call has the id `lost`; the result was left out",
            "message 6, tool_call_id: the result of `c` does not follow its call; it was moved \
             there"
        ]
    );
}

/// agent-os PR#1656, pi#4570: what is condensed while a tool runs leaves its
/// call where it is, or the result that comes has none.
#[test]
fn a_call_that_waits_for_its_result_stays_whatever_else_must_go() {
    let mut talk = Talk::new();
    talk.system("You help.");
    talk.exchanges(4, 200);
    talk.user(prose(1, 500));
    let caller = talk.push(calls(&[
        ("a", "look", json!({"at": prose(2, 300)})),
        ("b", "look", json!({"at": "the door"})),
    ]));
    talk.push(Message::tool_result(MessageId(0), "b", None, prose(3, 60), false));
    for available in [760, 900, 1_300] {
        for forced in [false, true] {
            let settings = Settings::default();
            let compaction = applied(talk.compact(0, available, &settings, forced));
            let mut after = compaction.apply(&talk.messages);
            assert!(total(&after) <= available);
            let kept = by_id(&after, caller).expect("the call is there");
            assert_eq!(kept.tool_calls().map(|call| &*call.id).collect::<Vec<_>>(), ["a", "b"]);
            after.push(Message::tool_result(MessageId(900), "a", None, "seen", false));
            assert_pairs(&after);
        }
    }
}

/// Roo, OpenHarness#191: the user interrupts a tool and asks for a compaction; the next request is
/// valid all the same.
#[test]
fn an_interrupted_call_is_answered_and_the_next_request_is_valid() {
    let mut messages = vec![json!({"role": "user", "content": "Build it."})];
    for nth in 0..20 {
        let id = format!("call_{nth}");
        messages.push(json!({"role": "assistant", "content": null, "tool_calls": [{"id": id,
            "type": "function", "function": {"name": "build_cpp", "arguments": "{}"}}]}));
        if nth < 19 {
            messages.push(json!({"role": "tool", "tool_call_id": id, "content": prose(nth, 90)}));
        }
    }
    let read = transcript(&Value::Array(messages));
    let before = read.conversation.messages;
    let last = before.last().unwrap();
    assert_eq!(
        last.tool_results().map(|r| (&*r.call_id, r.joined_text(), r.is_error)).collect::<Vec<_>>(),
        [("call_19", NO_RESULT.to_owned(), true)]
    );
    for available in [400, 900, 1_800] {
        let compaction = applied(outcome(&before, 100, 0, available, &Settings::default(), true));
        let after = compaction.apply(&before);
        assert_pairs(&after);
        assert!(total(&after) <= available);
    }
}

/// OpenHands made a summary of zero events when one tool loop was the whole
/// history: here the loop is cut inside.
#[test]
fn one_tool_loop_that_spans_the_whole_history_is_cut_inside() {
    let mut talk = Talk::new();
    talk.system("You help with an editor.");
    let request = talk.user("Read every file under Source and tell me which one opens the door.");
    for nth in 0..120 {
        talk.read(nth, 300);
    }
    let asked = by_id(&talk.messages, request).cloned();
    let compaction = talk.shrink(20_000, &Settings::default());
    assert!(talk.tokens() <= 10_000, "the target is half of the budget: {}", talk.tokens());
    assert_pairs(&talk.messages);
    assert_eq!(by_id(&talk.messages, request).cloned(), asked);
    assert!(
        !compaction.replaced.is_empty() || compaction.rung == Rung::Prune,
        "something was condensed"
    );
    let touched = compaction.replaced.len() + compaction.shortened.len();
    assert!(touched >= 100, "{touched} messages were condensed or shortened");
}

/// Manifold, claude-code#24792: the question that is being answered stays word for word, however
/// long the tool loop after it is; results that travel in the user role are not questions.
#[test]
fn the_newest_real_request_stays_word_for_word() {
    let mut talk = Talk::new();
    talk.system("You help with an editor.");
    talk.exchanges(10, 60);
    let request = talk.user("Now rename BP_Gate to BP_Door, but leave its children alone.");
    for nth in 0..60 {
        let id = format!("call_{nth}");
        talk.push(calls(&[(&id, "read_file", json!({"path": "a"}))]));
        let mut result = Message::tool_result(MessageId(0), id, None, prose(nth, 120), false);
        result.role = Role::User;
        talk.push(result);
    }
    let asked = by_id(&talk.messages, request).cloned();
    for available in [600, 1_500, 4_000] {
        for forced in [false, true] {
            let compaction = applied(talk.compact(0, available, &Settings::default(), forced));
            let after = compaction.apply(&talk.messages);
            assert_eq!(by_id(&after, request).cloned(), asked, "{available} {forced}");
            assert!(total(&after) <= available);
            assert_pairs(&after);
        }
    }
}

/// opencode: a single result larger than the whole budget is cut with a marker
/// that names the original, never sent as it is and never dropped unsaid.
#[test]
fn a_newest_result_larger_than_the_budget_is_cut_with_a_marker() {
    let mut talk = Talk::new();
    talk.user("Show me the log.");
    talk.tool("read_log", &json!({"lines": 90_000}), prose(1, 30_000));
    let result = MessageId(talk.highest);
    let available = 3_000;
    let compaction = talk.shrink(available, &Settings::default());
    assert_eq!((compaction.rung, compaction.replaced), (Rung::Trim, vec![]));
    assert!(talk.tokens() <= available);
    assert_pairs(&talk.messages);
    let text = by_id(&talk.messages, result).unwrap().tool_results().next().unwrap().joined_text();
    assert!(
        text.contains(&format!("tokens cut here; the original is archived as {result} …]")),
        "{text}"
    );
}

/// opencode: a newest request larger than the share for recent messages stays
/// whole, and what is older makes room for it.
#[test]
fn a_newest_request_larger_than_the_target_stays_whole() {
    let mut talk = Talk::new();
    talk.exchanges(30, 100);
    let request = talk.user(prose(5, 6_000));
    let asked = by_id(&talk.messages, request).cloned();
    talk.shrink(8_000, &Settings::default());
    assert!(talk.tokens() <= 8_000, "{}", talk.tokens());
    assert_eq!(talk.messages.last().cloned(), asked);
}

/// Copilot, Roo, Zed: there is nothing to compact in an empty or tiny talk, and
/// nothing but a summary is not summarized again (deepseek-harness 7212).
#[test]
fn where_there_is_nothing_to_compact_nothing_happens() {
    let mut talks = vec![Talk::new()];
    let mut talk = Talk::new();
    talk.user("Hello");
    talks.push(talk);
    let mut talk = Talk::new();
    talk.user("Hello");
    talk.assistant("Hello to you");
    talks.push(talk);
    let mut talk = Talk::new();
    talk.system("You help with an editor.");
    talk.exchanges(40, 60);
    talk.shrink(4_000, &Settings::default());
    let summary = talk.summary().clone();
    talk.messages = vec![talk.messages[0].clone(), summary];
    talks.push(talk);
    for (nth, talk) in talks.iter().enumerate() {
        assert_eq!(
            talk.compact(0, 100_000, &Settings::default(), true),
            Ok(Outcome::Unchanged(
                "there is nothing to condense except the recent messages".to_owned()
            )),
            "talk {nth}"
        );
        assert_eq!(
            talk.compact(0, 100_000, &Settings::default(), false),
            Ok(Outcome::Unchanged("the request is already within the target".to_owned())),
            "talk {nth}"
        );
    }
}

/// claude-code#19471, #23063: rules that were pinned are the same bytes after
/// five compactions, and in the same order.
#[test]
fn pinned_messages_are_the_same_bytes_after_five_compactions() {
    let mut talk = Talk::new();
    talk.system("You help with an editor.");
    let rules = [
        talk.user(
            "Rules:\n1. Never save without asking.\n\t2. Keep /Game/Legacy as it is. 界🚪\r\n",
        ),
        talk.assistant("Understood:  no saving."),
    ];
    for rule in rules {
        talk.messages[rule.0 as usize - 1].pinned = true;
    }
    let mut history = history_of(&talk);
    let bytes = |history: &History| -> Vec<String> {
        let seen = history.view().iter().filter(|message| message.pinned);
        seen.map(|message| serde_json::to_string(&**message).unwrap()).collect()
    };
    let before = bytes(&history);
    assert_eq!(before.len(), 2);
    for round in 0..5 {
        for nth in 0..20 {
            let role = if nth % 2 == 0 { Role::User } else { Role::Assistant };
            let message = Message::text(history.next_id(), role, prose(round * 20 + nth, 90));
            history.apply(Event::Message(message)).unwrap();
        }
        let plan = plan(&history, 2_000, &Settings::default(), false);
        assert!(plan.summary.is_some(), "round {round}");
        history.commit(history.version(), plan).unwrap();
        assert_eq!(bytes(&history), before, "round {round}");
    }
    assert_eq!(history.compactions().len(), 5);
}

/// agent-os PR#1656: the user speaks while a tool runs, so that words are between the call and its
/// result. Pair and words stay or go together, and the history takes the plan.
#[test]
fn words_between_a_call_and_its_result_do_not_part_them() {
    let mut talk = Talk::new();
    talk.system("You help with an editor.");
    for nth in 0..12 {
        talk.user(prose(nth, 60));
        let id = format!("call_{nth}");
        talk.push(calls(&[(&id, "build_cpp", json!({"target": "Editor"}))]));
        talk.user("And hurry up, please.");
        talk.push(Message::tool_result(MessageId(0), id, None, prose(nth + 50, 120), false));
        talk.assistant(prose(nth + 100, 60));
    }
    let whole = talk.tokens();
    for keep in 1..=12 {
        let settings = Settings {
            recent_messages_to_keep: keep,
            minimum_recent_messages: 1,
            ..Settings::default()
        };
        let compaction = applied(talk.compact(0, whole / 2, &settings, true));
        let mut history = history_of(&talk);
        history.commit(history.version(), compaction).unwrap();
        let open: Vec<Message> = history.view().iter().map(|m| Message::clone(m)).collect();
        let called: Vec<&str> =
            open.iter().flat_map(Message::tool_calls).map(|call| &*call.id).collect();
        let answered: Vec<&str> =
            open.iter().flat_map(Message::tool_results).map(|result| &*result.call_id).collect();
        assert_eq!(called, answered, "keeping {keep}");
    }
}

/// pi#4570: some servers name every call `call_0`; the second of two chained
/// compactions must not take an older result for a newer call's.
#[test]
fn ids_that_are_used_again_in_every_turn_do_no_harm_to_chained_compactions() {
    let mut talk = Talk::new();
    let mut history = history_of(&talk);
    for chain in 0..3 {
        for nth in 0..15 {
            let seed = chain * 15 + nth;
            talk = Talk { messages: Vec::new(), highest: history.next_id().0 - 1 };
            talk.user(prose(seed, 40));
            talk.push(calls(&[("call_0", "read_file", json!({"path": format!("{seed}.cpp")}))]));
            talk.push(Message::tool_result(MessageId(0), "call_0", None, prose(seed, 80), false));
            for message in &talk.messages {
                history.apply(Event::Message(message.clone())).unwrap();
            }
        }
        let plan = plan(&history, 1_500, &Settings::default(), false);
        history.commit(history.version(), plan).unwrap();
        let view: Vec<Message> = history.view().iter().map(|m| Message::clone(m)).collect();
        assert_pairs(&view);
        assert!(total(&view) <= 1_500);
    }
}

/// openclaw#90108, pi#9391: a thinking block is valid whole or not at all. What
/// is kept keeps it byte for byte, and no summary holds its signature.
#[test]
fn thinking_is_kept_whole_or_goes_with_its_message() {
    let mut talk = Talk::new();
    talk.system("You help with an editor.");
    for nth in 0..30 {
        talk.user(prose(nth, 50));
        let block = json!({"type": "thinking", "thinking": prose(nth + 40, 30),
            "signature": format!("c2lnbmF0dXJl{nth}==")});
        let parts = vec![Part::Opaque { block: Box::new(block) }, Part::text(prose(nth + 80, 50))];
        talk.push(Message::new(MessageId(0), Role::Assistant, parts));
    }
    let before = talk.messages.clone();
    let compaction = talk.shrink(4_000, &Settings::default());
    assert_eq!(compaction.rung, Rung::Rules);
    let mut kept = 0;
    for message in talk.messages.iter().filter(|m| m.kind == MessageKind::Normal) {
        assert_eq!(by_id(&before, message.id), Some(message));
        kept += message.parts.iter().filter(|p| matches!(p, Part::Opaque { .. })).count();
    }
    assert!(kept >= 5, "{kept} thinking blocks are kept");
    assert!(!talk.summary().joined_text().contains("c2lnbmF0dXJl"));
}

/// RooCode#7644: 210,000 tokens became 12,000 where 50,000 were wanted. A
/// compaction that runs by itself uses the room that the target gives it.
#[test]
fn a_compaction_does_not_take_more_than_it_must() {
    let mut talk = Talk::new();
    talk.system("You help with an editor.");
    talk.exchanges(100, 200);
    let available = talk.tokens() * 10 / 9;
    let settings = Settings::default();
    talk.shrink(available, &settings);
    let used = talk.tokens();
    assert!(used <= available / 2, "{used} of {available}");
    assert!(used >= available / 3, "{used} of {available}");
}
