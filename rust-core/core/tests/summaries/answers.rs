//! What happens to an answer, whatever its form.

use vibeue_core::compaction::strategy::Attempt;
use vibeue_core::compaction::{Rung, Strategy, TaskState};
use vibeue_core::provider::{Capabilities, StopReason, ToolChoice};

use super::*;

#[test]
fn a_good_answer_becomes_the_summary_with_rules_and_requests_next_to_it() {
    let talk = Talk::long(Mode::Llm);
    let provider = Arc::new(Script::saying(good()));
    let report = talk.run(&[model(&provider, "gpt-4o")]);
    let text = summary(&report);
    for part in [
        "- Rule (m2): Never touch /Game/Legacy/BP_Vault without asking me.",
        "- The gates of the level get their speeds one by one (m2-m40)",
        "- Every gate was set and read back (m6-m30)",
        "- The last gate was being measured (m38)",
    ] {
        assert!(text.contains(part), "{part} is missing: {text}");
    }
    let compaction = compacted(&report);
    let record = compaction.record.as_ref().unwrap();
    assert_eq!((record.strategy, record.rung), (Strategy::Llm, Rung::Full));
    assert_eq!(record.written_by(), Some("gpt-4o"));
    assert_eq!(compaction.rung, Rung::Full);
    assert_eq!(report.calls.len(), 1);
    let call = &report.calls[0];
    assert_eq!((call.attempt, call.error.clone()), (Attempt::Full, None));
    assert_eq!(call.cost, Some((1_000.0 * 2.0 + 100.0 * 10.0) / 1e6));
    assert_eq!(report.warnings, Vec::<String>::new());
    // Of what is not mentioned, next to nothing is missing.
    assert!(report.account().unwrap().facts_found > 20, "{report:?}");
    assert!(
        report.account().unwrap().facts_kept * 100 >= report.account().unwrap().facts_found * 95,
        "{report:?}"
    );
}

#[test]
fn a_request_has_no_tools_no_stream_and_nothing_of_the_session_outside_the_fences() {
    let mut talk = Talk::long(Mode::Llm);
    talk.instructions = Some("Keep the boss gate.".to_owned());
    talk.settings.custom_prompt = "Use metric units.".to_owned();
    let provider = Arc::new(Script::saying(good()));
    talk.run(&[model(&provider, "gpt-4o")]);
    let request = &provider.seen()[0];
    assert!(!request.stream && request.tools.is_empty());
    assert_eq!(request.tool_choice, ToolChoice::None);
    assert_eq!(request.temperature, Some(0.0));
    assert_eq!(request.response_schema, None);
    assert!(request.max_output_tokens.is_some());
    let roles: Vec<Role> = request.messages.iter().map(|message| message.role).collect();
    assert_eq!(roles, [Role::System, Role::User]);
    let system = request.messages[0].joined_text();
    assert!(system.contains("Keep the boss gate.") && system.contains("Use metric units."));
    assert!(!system.contains("SM_Gate_3"));
    let data = request.messages[1].joined_text();
    let code = data.split("===== session ").nth(1).unwrap().split(' ').next().unwrap();
    assert!(data.contains(&format!("[{code} m2 user]\nNever touch")), "{data}");
    assert!(data.contains(&format!("[{code} m5 result of read_file: ok]\n")), "{data}");
    assert!(system.contains(code));
    // Messages that carry tools' parts are text here.
    assert!(request.messages.iter().all(|m| m.tool_calls().next().is_none()));
}

#[test]
fn a_schema_is_asked_for_where_the_server_binds_answers_to_it() {
    let talk = Talk::long(Mode::Hybrid);
    let object = json!({
        "analysis": "long thoughts", "overview": ["The level gets gates (m2)"],
        "foundation": [], "codebase": [], "problems": [], "progress": ["Gates were set (m6)"],
        "active": [], "operations": [], "continuation": [],
        "key_points": ["Gates need speeds (m6)"], "decisions": ["Speeds are in m/s (m6)"],
        "action_items": [{"owner": "assistant", "task": "Measure the boss gate", "due": "",
            "state": "in_progress"}],
        "unresolved": ["Which gate is the boss gate?"], "entities": ["SM_Gate_3"],
    });
    let mut script = Script::saying(format!("Here you are:\n```json\n{object}\n```"));
    script.can = Capabilities { json_schema: true, ..Capabilities::default() };
    let provider = Arc::new(script);
    let report = talk.run(&[model(&provider, "gpt-4o")]);
    let request = &provider.seen()[0];
    assert!(request.response_schema.is_some());
    assert_eq!(request.temperature, None);
    let record = compacted(&report).record.clone().unwrap();
    assert_eq!(record.strategy, Strategy::Hybrid);
    assert_eq!(record.key_points[0], "Gates need speeds");
    assert_eq!(record.context.decisions[0], "Speeds are in m/s");
    assert_eq!(record.context.action_items[0].task, "Measure the boss gate");
    assert_eq!(record.context.action_items[0].state, TaskState::InProgress);
    assert_eq!(record.context.unresolved[0], "Which gate is the boss gate?");
    assert_eq!(record.context.domain_entities[0], "SM_Gate_3");
    let text = summary(&report);
    assert!(text.contains("- Decided: Speeds are in m/s"), "{text}");
    assert!(text.contains("- Open: Which gate is the boss gate?"), "{text}");
    assert!(text.contains("is at it: Measure the boss gate"), "{text}");
}

#[test]
fn in_hybrid_mode_the_extracted_lines_are_kept_word_for_word_next_to_the_models() {
    let mut talk = Talk::new(Mode::Hybrid);
    talk.say(Role::User, "Never push without asking me. Build the door.");
    talk.tool(
        "Source/Door.cpp",
        "Door.cpp(17): error C2065: 'Hinge': undeclared identifier\n[exit code: 2]",
    );
    talk.exchanges(3, 100);
    for nth in 0..3 {
        talk.tool(&format!("Source/File{nth}.cpp"), prose(nth, 120));
    }
    talk.exchanges(14, 250);
    talk.say(Role::User, "Go on.");
    let provider = Arc::new(Script::saying(good()));
    let report = talk.run(&[model(&provider, "gpt-4o")]);
    let text = summary(&report);
    for part in [
        "- Rule (m1): Never push without asking me.",
        "- Failed m3: [❌ read_file: Source/Door.cpp",
        "error C2065: 'Hinge': undeclared identifier",
    ] {
        assert!(text.contains(part), "{part} is missing: {text}");
    }
    assert!(text.contains("- The last gate was being measured ("), "{text}");
    assert!(text.contains("- Source/File2.cpp: read, ✓ m15"), "{text}");
    assert!(asked(&provider.seen()[0]).contains("A program adds the person's standing rules"));
}

#[test]
fn an_answer_that_is_not_a_summary_is_asked_for_once_more_with_less_and_then_rules_write() {
    for (step, class) in [
        (Step::Say(String::new()), "empty_summary"),
        (Step::Say(" \n ".to_owned()), "empty_summary"),
        (Step::Say("<analysis>thoughts</analysis>".to_owned()), "empty_summary"),
        (Step::Say("I am sorry, I cannot do that.".to_owned()), "invalid_summary"),
        (Step::Say("Error generating summary: 503".to_owned()), "invalid_summary"),
        (Step::Call(good(), "delete_asset"), "tool_call"),
        (Step::Stop(good(), StopReason::Refusal), "refusal"),
        (Step::Stop(good(), StopReason::Pause), "pause"),
    ] {
        let talk = Talk::long(Mode::Llm);
        let provider = Arc::new(Script::new([step.clone()]));
        let report = talk.run(&[model(&provider, "gpt-4o")]);
        assert_eq!(classes(&report), [Some(class), Some(class)], "{step:?}");
        let attempts: Vec<Attempt> = report.calls.iter().map(|call| call.attempt).collect();
        assert_eq!(attempts, [Attempt::Full, Attempt::Simple], "{step:?}");
        let record = compacted(&report).record.clone().unwrap();
        assert_eq!((record.strategy, record.rung), (Strategy::Rules, Rung::Rules), "{step:?}");
        assert!(!summary(&report).contains("I am sorry") && !report.warnings.is_empty());
    }
}

#[test]
fn the_simple_request_is_one_message_with_digests() {
    let talk = Talk::long(Mode::Llm);
    let provider = Arc::new(Script::new([Step::Say("no summary".to_owned()), Step::Say(good())]));
    let report = talk.run(&[model(&provider, "gpt-4o")]);
    assert_eq!(compacted(&report).rung, Rung::Simple);
    let seen = provider.seen();
    assert_eq!(seen[1].messages.len(), 1);
    assert_eq!(seen[1].messages[0].role, Role::User);
    assert!(session(&seen[1]).len() < session(&seen[0]).len());
    assert!(session(&seen[1]).contains("[✓ read_file: File: Source/File0.cpp"));
}

#[test]
fn an_answer_that_is_too_long_is_asked_to_be_shorter_and_then_cut() {
    let talk = Talk::long(Mode::Llm);
    let many: Vec<String> = (0..150).map(|n| format!("Step {n}: {} (m6)", prose(n, 40))).collect();
    let lines: Vec<&str> = many.iter().map(String::as_str).collect();
    let long = notes(&[("Overview", &["The goal is a level (m2)"]), ("Progress", &lines)]);
    let provider = Arc::new(Script::new([Step::Say(long.clone()), Step::Say(good())]));
    let report = talk.run(&[model(&provider, "gpt-4o")]);
    assert_eq!(classes(&report), [Some("oversized_summary"), None]);
    assert!(summary(&report).contains("Every gate was set and read back"));
    let seen = provider.seen();
    assert!(asked(&seen[1]).contains("The notes are too long."), "{}", asked(&seen[1]));

    let provider = Arc::new(Script::saying(long));
    let report = talk.run(&[model(&provider, "gpt-4o")]);
    assert_eq!(report.calls.len(), 2, "one shorter try, no more");
    let text = summary(&report);
    assert!(text.contains("The goal is a level (m2)") && text.contains("Step 0:"), "{text}");
    assert!(!text.contains("Step 149:"));
    assert!(report.warnings.iter().any(|warning| warning.contains("left out")));
    assert_eq!(compacted(&report).rung, Rung::Full);
}

#[test]
fn an_answer_that_was_cut_off_is_asked_for_once_more_and_what_is_whole_of_it_is_used() {
    let talk = Talk::long(Mode::Llm);
    let torn = r#"{"analysis":"x","overview":["The goal is a level (m2)"],"progress":["Gates we"#;
    let provider = Arc::new(Script::new([Step::Stop(torn.to_owned(), StopReason::Length)]));
    let report = talk.run(&[model(&provider, "gpt-4o")]);
    assert_eq!(report.calls.len(), 2);
    assert_eq!(classes(&report)[0], Some("cut_short"));
    let text = summary(&report);
    assert!(text.contains("The goal is a level (m2)") && text.contains("Gates we…"), "{text}");
    let seen = provider.seen();
    assert!(asked(&seen[1]).contains("Leave the analysis empty"));
}

#[test]
fn ids_that_do_not_exist_are_taken_off_and_lines_without_any_name_the_span() {
    let talk = Talk::long(Mode::Llm);
    let answer = notes(&[("Progress", &["One (m6-m8)", "Two (m9999)", "Three", "m7: Four"])]);
    let provider = Arc::new(Script::saying(answer));
    let report = talk.run(&[model(&provider, "gpt-4o")]);
    let text = summary(&report);
    let gone = &compacted(&report).replaced;
    let whole = format!("({}-{})", gone[0], gone[gone.len() - 1]);
    for line in [
        "- One (m6-m8)\n",
        &format!("- Two {whole}\n"),
        &format!("- Three {whole}\n"),
        "- Four (m7)\n",
    ] {
        assert!(text.contains(line), "{line} is missing: {text}");
    }
    assert!(!text.contains("m9999"));
}

#[test]
fn the_same_span_is_paid_for_once() {
    let talk = Talk::long(Mode::Llm);
    let provider = Arc::new(Script::saying(good()));
    let models = [model(&provider, "gpt-4o")];
    let cache = SummaryCache::new();
    let first = talk.run_with(&models, &cache);
    let second = talk.run_with(&models, &cache);
    assert_eq!((first.calls.len(), second.calls.len()), (1, 0));
    assert_eq!(summary(&first), summary(&second));
    // Other wishes, other settings, another model: another summary.
    let mut other = talk.clone();
    other.instructions = Some("Keep the boss gate.".to_owned());
    assert_eq!(other.run_with(&models, &cache).calls.len(), 1);
    let mut other = talk.clone();
    other.settings.custom_prompt = "Short.".to_owned();
    assert_eq!(other.run_with(&models, &cache).calls.len(), 1);
    assert_eq!(talk.run_with(&[model(&provider, "gpt-4.1")], &cache).calls.len(), 1);
    // What failed is not remembered.
    let bad = Arc::new(Script::saying("no"));
    let cache = SummaryCache::new();
    talk.run_with(&[model(&bad, "gpt-4o")], &cache);
    assert!(cache.is_empty());
}

#[test]
fn a_model_that_only_repeats_the_form_has_written_nothing() {
    let talk = Talk::long(Mode::Llm);
    let provider =
        Arc::new(Script::saying(notes(&[("Overview", &["… (m12)"]), ("Progress", &["…"])])));
    let report = talk.run(&[model(&provider, "gpt-4o")]);
    assert_eq!(compacted(&report).rung, Rung::Rules);
    assert!(!summary(&report).contains("\n- … ("), "{}", summary(&report));
}

/// A small room: what was said and read is long, and next to nothing may stay.
fn cramped() -> Talk {
    let mut talk = Talk::new(Mode::Hybrid);
    talk.say(Role::User, "Never push without asking me. Paint the north gate blue, not red.");
    for nth in 0..8 {
        talk.tool(&format!("Source/File{nth}.cpp"), prose(nth, 120));
        talk.say(Role::User, format!("Tower {nth} gets {nth}.5 m more, please."));
        talk.say(Role::Assistant, prose(40 + nth, 120));
    }
    talk.say(Role::Assistant, "Shall I paint it now?");
    talk.say(Role::User, "Yes, paint it.");
    talk.available = 1_700;
    talk.forced = true;
    talk
}

#[test]
fn in_little_room_the_models_notes_have_nearly_all_of_it() {
    let talk = cramped();
    let provider = Arc::new(Script::saying(good()));
    talk.run(&[model(&provider, "gpt-4o")]);
    let told = asked(&provider.seen()[0]);
    let number = |before: &str| -> u64 {
        let rest = told.split(before).nth(1).unwrap();
        rest.split(' ').next().unwrap().parse().unwrap()
    };
    let tokens = number("The notes have at most ");
    let after = (0.5 * talk.available as f64) as u64;
    assert!(tokens * 100 >= after * 65, "{tokens} of {after} tokens that everything has");
    // As long as they may be, and what they say is all there.
    let per_line = 26;
    let lines: Vec<String> = (0..tokens / per_line - 1)
        .map(|n| format!("Tower {n} got {n}.5 m, since {} (m{})", prose(500 + n, 8), 4 + n))
        .collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let answer = notes(&[("Progress", &lines)]);
    let size = counter().text(&answer).tokens;
    assert!(size <= tokens && size * 100 >= tokens * 75, "{size} of {tokens}");
    let provider = Arc::new(Script::saying(answer));
    let report = talk.run(&[model(&provider, "gpt-4o")]);
    let text = summary(&report);
    for line in lines {
        assert!(text.contains(line.split(" (m").next().unwrap()), "{line} is missing: {text}");
    }
    assert!(text.contains("- Rule (m1): Never push without asking me."), "{text}");
}

#[test]
fn the_model_is_shown_which_rules_stand_beside_its_notes() {
    let talk = Talk::long(Mode::Hybrid);
    let provider = Arc::new(Script::saying(good()));
    talk.run(&[model(&provider, "gpt-4o")]);
    let told = asked(&provider.seen()[0]);
    let beside = told.split("===== beside ").nth(1).unwrap();
    assert!(beside.contains("\nRule (m2): Never touch /Game/Legacy/BP_Vault without asking me."));
}

#[test]
fn recent_messages_make_way_for_notes_where_little_room_is_left_and_no_tool_just_answered() {
    let after = |talk: &Talk| {
        let provider = Arc::new(Script::saying(good()));
        let report = talk.run(&[model(&provider, "gpt-4o")]);
        compacted(&report).apply(&talk.owned())
    };
    let after_talk: Vec<String> =
        after(&cramped()).iter().skip(1).map(Message::joined_text).collect();
    assert_eq!(after_talk, ["Shall I paint it now?", "Yes, paint it."]);
    let mut at_work = cramped();
    at_work.tool("Source/Gate.cpp", prose(7, 60));
    let after = after(&at_work);
    let result = after.last().unwrap().tool_results().next().unwrap().joined_text();
    assert_eq!(result, prose(7, 60), "what a tool just gave stays as it is");
}
