//! `vibeue compact` on real files.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod support;

use serde_json::{Value, json};
use support::{Workshop, assistant, call, calls, result, sample, talk, user};

/// Every call has its result directly after it, and no result is without its call.
fn assert_pairs_are_whole(messages: &[Value]) {
    let mut open: Vec<&str> = Vec::new();
    for (at, message) in messages.iter().enumerate() {
        if message["role"] == "tool" {
            let id = message["tool_call_id"].as_str().unwrap();
            let known = open.iter().position(|call| *call == id);
            open.remove(known.unwrap_or_else(|| panic!("message {at}: no call {id}")));
        } else {
            assert!(open.is_empty(), "message {at}: no results for {open:?}");
            let calls = message["tool_calls"].as_array().into_iter().flatten();
            open = calls.map(|call| call["id"].as_str().unwrap()).collect();
        }
    }
    assert!(open.is_empty(), "no results for {open:?} at the end");
}

/// The figures agree with each other and with a count of the messages.
fn assert_report_is_true(workshop: &Workshop, report: &Value, tools: &Value) {
    let messages = report["messages"].as_array().unwrap();
    assert_eq!(report["messages_after"].as_u64(), Some(messages.len() as u64));
    assert_pairs_are_whole(messages);
    assert!(report["tokens_after"].as_u64() <= report["budget"].as_u64());
    assert_eq!(report["fits"], true);
    workshop.write_json("recount.json", &json!({ "messages": messages, "tools": tools }));
    let encoding = report["encoding"].as_str().unwrap();
    let counted = workshop.json(&["count", "recount.json", "--encoding", encoding]);
    assert_eq!(counted["tokens"], report["tokens_after"]);
    let kinds = report["facts"]["by_kind"].as_object().unwrap().values();
    let sum = |name| kinds.clone().map(|kind| kind[name].as_u64().unwrap()).sum::<u64>();
    assert_eq!(report["facts"]["found"].as_u64(), Some(sum("found")));
    assert_eq!(report["facts"]["kept"].as_u64(), Some(sum("kept")));
}

#[test]
fn the_sample_fits_every_window_it_is_compacted_to() {
    let workshop = Workshop::new();
    let path = sample("blueprint-door.json");
    let original: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    for window in ["8k", "16k", "32k"] {
        let report = workshop.json(&["compact", &path, "--window", window]);
        assert_eq!(report["compacted"], true, "{window}");
        assert_report_is_true(&workshop, &report, &original["tools"]);
        assert_eq!(report["messages"][0], original["messages"][0], "the system prompt");
        let last = original["messages"].as_array().unwrap().last().unwrap();
        assert_eq!(report["messages"].as_array().unwrap().last().unwrap(), last, "{window}");
        assert!(report["summary"]["narrative"].as_str().unwrap().contains("## "));
    }
}

#[test]
fn an_anthropic_request_stays_one() {
    let workshop = Workshop::new();
    let path = sample("airlock-anthropic.json");
    let original: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let report = workshop.json(&["compact", &path, "--force", "-w", "16k", "--out", "out.json"]);
    let written = workshop.read_json("out.json");
    for field in original.as_object().unwrap().keys().filter(|name| *name != "messages") {
        assert_eq!(written[field], original[field], "{field}");
    }
    assert_pairs_are_whole(report["messages"].as_array().unwrap());
    let again = workshop.json(&["compact", "out.json", "-w", "16k"]);
    assert_eq!(again["tokens_before"], report["tokens_after"]);
    assert_eq!(again["repairs"], json!([]));
}

#[test]
fn a_system_prompt_beside_openai_messages_is_counted_and_stays_where_it_stood() {
    let workshop = Workshop::new();
    // Only the call says whose messages these are, and it is condensed.
    let mut messages = vec![user("Look."), calls(&[call("c1", "look", "{}")])];
    messages.push(result("c1", "A door."));
    messages.extend(talk().as_array().unwrap().iter().cloned());
    let prompt = "Never move a door by more than a metre. ".repeat(20);
    workshop.write_json("without.json", &json!({ "messages": messages }));
    workshop.write_json("with.json", &json!({ "system": prompt, "messages": messages }));
    let count = |name: &str| workshop.json(&["count", name])["tokens"].as_u64().unwrap();
    assert!(count("with.json") > count("without.json") + 150);

    let report = workshop.json(&["compact", "with.json", "-w", "4k", "--out", "out.json"]);
    assert_eq!(report["compacted"], true);
    assert_eq!(report["tokens_before"], count("with.json"));
    let written = workshop.read_json("out.json");
    assert_eq!(written["system"], prompt);
    for message in written["messages"].as_array().unwrap() {
        assert!(message["role"] == "user" || message["role"] == "assistant", "{message}");
        assert!(message.get("tool_calls").is_none(), "{message}");
    }
    let again = workshop.json(&["compact", "out.json", "-w", "4k"]);
    assert_eq!(again["tokens_before"], report["tokens_after"]);
    assert_eq!(again["repairs"], json!([]));
}

#[test]
fn below_the_threshold_nothing_is_done_and_every_byte_stays() {
    let workshop = Workshop::new();
    let text = talk().to_string().replace("},", "} ,\n ");
    workshop.write("talk.json", &text);
    let report = workshop.json(&["compact", "talk.json", "--window", "16k", "--out", "out.json"]);
    assert_eq!(
        (&report["compacted"], &report["rung"], &report["summary"]),
        (&json!(false), &Value::Null, &Value::Null)
    );
    assert_eq!(report["tokens_before"], report["tokens_after"]);
    assert_eq!(report["facts"]["found"], report["facts"]["kept"]);
    let reason = report["reason"].as_str().unwrap();
    assert!(reason.contains("below the threshold of"), "{reason}");
    assert_eq!(workshop.read("out.json"), text);
}

#[test]
fn compacting_the_output_again_changes_nothing() {
    let workshop = Workshop::new();
    workshop.write_json("talk.json", &talk());
    for window in ["2k", "4k", "16k"] {
        for force in [&[][..], &["--force"]] {
            let one = ["compact", "talk.json", "-w", window, "--replace", "--out", "one.json"];
            let args = [&one[..], force];
            workshop.json(&args.concat());
            let two = ["compact", "one.json", "-w", window, "--replace", "--out", "two.json"];
            let args = [&two[..], force];
            let again = workshop.json(&args.concat());
            assert_eq!(again["compacted"], false, "{window} {force:?}");
            assert_eq!(workshop.read("two.json"), workshop.read("one.json"));
        }
    }
}

#[test]
fn the_result_may_replace_its_own_input() {
    let workshop = Workshop::new();
    workshop.write_json("talk.json", &talk());
    let report = workshop.json(&["compact", "talk.json", "-w", "4k", "--out", "talk.json"]);
    assert_eq!(workshop.read_json("talk.json"), report["messages"]);
    assert_eq!(workshop.names(), ["talk.json"]);
}

#[test]
fn a_pinned_message_stays_verbatim() {
    let workshop = Workshop::new();
    let conversation = talk();
    workshop.write_json("talk.json", &conversation);
    let pinned = &conversation[7];
    let held = |args: &[&str]| {
        let args = [&["compact", "talk.json", "-w", "4k"], args].concat();
        workshop.json(&args)["messages"].as_array().unwrap().contains(pinned)
    };
    assert!(!held(&[]));
    assert!(held(&["--pin", "7"]));
    assert!(held(&["--pin", "7", "--pin", "3"]));
}

#[test]
fn a_pin_counts_places_in_the_file_also_where_it_was_repaired() {
    let workshop = Workshop::new();
    let mut messages = vec![user("first"), result("c9", "of no call"), json!({ "role": "user" })];
    messages.extend(talk().as_array().unwrap().clone());
    messages[10] = assistant("this one is pinned");
    workshop.write_json("talk.json", &json!(messages));
    let args = ["compact", "talk.json", "-w", "4k", "--pin", "10", "--json"];
    let report: Value = serde_json::from_str(&workshop.run(&args).out).unwrap();
    assert_eq!(report["repairs"].as_array().unwrap().len(), 2);
    assert!(report["messages"].as_array().unwrap().contains(&messages[10]));
}

#[test]
fn a_pin_in_an_anthropic_file_counts_its_messages_without_the_system_prompt() {
    let workshop = Workshop::new();
    let messages = talk();
    workshop.write_json("talk.json", &json!({ "system": "Be brief.", "messages": messages }));
    let report = workshop.json(&["compact", "talk.json", "-w", "4k", "--pin", "7"]);
    assert!(report["messages"].as_array().unwrap().contains(&messages[7]));
}

#[test]
fn the_target_and_the_messages_to_keep_are_obeyed() {
    let workshop = Workshop::new();
    workshop.write_json("talk.json", &talk());
    let report = |args: &[&str]| {
        workshop.json(&[&["compact", "talk.json", "-w", "6k", "--force"], args].concat())
    };
    let few = report(&["--keep-recent", "4", "--target", "0.3"]);
    let many = report(&["--keep-recent", "20"]);
    let tokens = |report: &Value| report["tokens_after"].as_u64().unwrap();
    assert!(10 * tokens(&few) <= 3 * few["budget"].as_u64().unwrap(), "{few}");
    assert!(2 * tokens(&many) <= many["budget"].as_u64().unwrap(), "{many}");
    assert!(many["messages_after"].as_u64() > few["messages_after"].as_u64());
    let all = talk();
    // Two of the four make room for what is said about the fifty-six before them: the setting says
    // how many may stay at most, `minimum_recent_messages` how many stay in any case. The two are
    // covered by the summary, while the messages before them would be covered nowhere else.
    let tail = &all.as_array().unwrap()[58..];
    assert!(few["messages"].as_array().unwrap().ends_with(tail));
}

#[test]
fn an_estimate_is_held_against_a_budget_that_is_smaller_by_its_error_bound() {
    let workshop = Workshop::new();
    workshop.write_json("talk.json", &talk());
    let args = ["compact", "talk.json", "--force", "-w", "8k", "--reserve", "1000"];
    let exact = workshop.json(&[&args[..], &["--encoding", "o200k_base"]].concat());
    let estimated = workshop.json(&[&args[..], &["--encoding", "claude"]].concat());
    assert_eq!((&exact["budget"], &exact["error_bound"]), (&json!(7_000), &json!(0.0)));
    let budget = estimated["budget"].as_f64().unwrap();
    let bound = estimated["error_bound"].as_f64().unwrap();
    assert!(bound > 0.0 && budget * (1.0 + bound) <= 7_000.5, "{budget} {bound}");
    assert!((budget + 2.0) * (1.0 + bound) > 6_990.0, "{budget} {bound}");
}

#[test]
fn old_tool_results_are_pruned_before_anything_is_summarized() {
    let workshop = Workshop::new();
    let log = |n: usize| format!("step {n}: compiled module and linked it in {n} ms\n").repeat(60);
    let mut messages = vec![user("Build everything.")];
    for n in 0..12 {
        let id = format!("c{n}");
        messages.push(calls(&[call(&id, "build_cpp", &format!("{{\"target\":\"T{n}\"}}"))]));
        messages.push(result(&id, &log(n)));
    }
    messages.push(assistant("All built."));
    workshop.write_json("talk.json", &json!({ "model": "gpt-4o", "messages": messages }));
    let report = workshop.json(&["compact", "talk.json", "-w", "12k", "--out", "out.json"]);
    assert_eq!((&report["rung"], &report["summary"]), (&json!("prune"), &Value::Null));
    assert!(report["pruned_tool_results"].as_u64().unwrap() > 0);
    assert_eq!(report["messages_after"], report["messages_before"]);
    assert_report_is_true(&workshop, &report, &json!([]));
    let written = workshop.read_json("out.json");
    assert_eq!((&written["model"], &written["messages"]), (&json!("gpt-4o"), &report["messages"]));
}

#[test]
fn one_screen_shows_before_and_after_the_hand_over_in_short_and_the_archive() {
    let workshop = Workshop::new();
    let args = ["compact", &sample("blueprint-door.json"), "--window", "16000"];
    let short = workshop.run(&args);
    assert_eq!((short.code, short.err.as_str()), (Some(0), ""));
    for wanted in [
        "before  [████████████████████████] ",
        "after   [",
        "Compacted: ",
        "  stays       ",
        "  condensed   ",
        "  kept        names, paths, numbers and rules: ",
        "; messages mentioned: ",
        "Hand-over s1 (from the originals; 10 of ",
        "  wanted        m239 user: \"lockout is wanted",
        "\n  rules         Rule (m2): never touch Content/Legacy",
        "\n  open          ",
        "Archive: ",
        " still holds them.",
        "`recall`",
    ] {
        assert!(short.out.contains(wanted), "{wanted}: {}", short.out);
    }
    assert!(short.out.lines().count() <= 24, "{}", short.out);
    assert!(!short.out.contains("## "), "{}", short.out);

    let full = workshop.run(&[&args[..], &["--full"]].concat());
    assert_eq!((full.code, full.err.as_str()), (Some(0), ""));
    let report = workshop.json(&args);
    let narrative = report["summary"]["narrative"].as_str().unwrap();
    for line in narrative.lines() {
        assert!(full.out.contains(line), "{line}: {}", full.out);
    }
    assert!(full.out.contains("Hand-over s1 (from the originals)\n"), "{}", full.out);
    assert!(full.out.contains("rules ") && !short.out.contains("rules 9/"), "facts by kind");
}

#[test]
fn the_report_says_what_was_kept_and_what_it_took() {
    let workshop = Workshop::new();
    let path = sample("blueprint-door.json");
    let report = workshop.json(&["compact", &path, "--window", "16000"]);
    let number = |name: &str| report[name].as_f64().unwrap();
    let ratio = number("tokens_after") / number("tokens_before");
    assert!((number("ratio") - ratio).abs() < 1e-9, "{}", report["ratio"]);
    let (found, kept) = (&report["story"]["found"], &report["story"]["kept"]);
    assert!(found.as_u64() > Some(40) && kept.as_u64() > Some(20), "{found} {kept}");
    assert!(kept.as_u64() <= found.as_u64(), "{found} {kept}");
    assert_eq!((&report["model_calls"], &report["dollars"]), (&json!(0), &json!(0.0)));
    assert!(number("tokens_archived") > 30_000.0, "{}", report["tokens_archived"]);

    // A journal keeps the same with the compaction.
    workshop.json(&["journal", "talk.jsonl", "import", &path]);
    workshop.json(&["compact", "talk.jsonl", "-w", "16000", "--out", "talk.jsonl"]);
    let list = workshop.json(&["journal", "talk.jsonl"]);
    let events = list["events"].as_array().unwrap();
    let seq = events.last().unwrap()["seq"].to_string();
    let event = workshop.json(&["journal", "talk.jsonl", "show", &seq]);
    let account = &event["event"]["compaction"]["account"];
    assert_eq!((&account["story_found"], &account["story_kept"]), (found, kept), "{account}");
    assert_eq!(account["budget"], report["budget"]);
    assert!(account["facts_kept"].as_u64() > Some(0), "{account}");
}

#[test]
fn a_compaction_is_appended_to_a_journal_and_can_be_undone() {
    let workshop = Workshop::new();
    workshop.write_json("talk.json", &talk());
    workshop.json(&["journal", "talk.jsonl", "import", "talk.json"]);
    let before = workshop.read("talk.jsonl");
    let args = ["compact", "talk.jsonl", "-w", "4k", "--out", "short.jsonl"];
    let report = workshop.json(&args);
    assert_eq!(workshop.read("talk.jsonl"), before);
    assert!(workshop.read("short.jsonl").starts_with(&before));
    let view = |name| workshop.json(&["journal", name, "show"])["messages"].clone();
    assert_eq!(view("short.jsonl"), report["messages"]);
    assert_eq!(workshop.json(&["compact", "short.jsonl", "-w", "4k"])["compacted"], false);
    workshop.json(&["journal", "short.jsonl", "undo"]);
    assert_eq!(view("short.jsonl"), talk());
}
