//! `vibeue journal` on real files.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod support;

use serde_json::{Value, json};
use support::{Workshop, sample, talk, user};

/// A folder with `talk.jsonl`: sixty messages and a compaction.
fn workshop() -> Workshop {
    let workshop = Workshop::new();
    workshop.write_json("talk.json", &talk());
    let report = workshop.json(&["journal", "talk.jsonl", "import", "talk.json"]);
    assert_eq!(report, json!({ "events": 60, "messages": 60 }));
    workshop.json(&["compact", "talk.jsonl", "-w", "4k", "--out", "talk.jsonl"]);
    workshop
}

fn view(workshop: &Workshop) -> Value {
    workshop.json(&["journal", "talk.jsonl", "show"])["messages"].clone()
}

#[test]
fn all_events_are_listed_in_their_order() {
    let workshop = workshop();
    let list = workshop.json(&["journal", "talk.jsonl"]);
    let events = list["events"].as_array().unwrap();
    let numbers: Vec<u64> = events.iter().map(|event| event["seq"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=61).collect::<Vec<u64>>());
    assert_eq!(
        (&events[0]["type"], &events[60]["type"]),
        (&json!("message"), &json!("compaction"))
    );
    assert_eq!(list["messages_in_all"], 60);
    assert_eq!(
        list["messages_in_view"].as_u64(),
        Some(view(&workshop).as_array().unwrap().len() as u64)
    );
    assert_eq!(list, workshop.json(&["journal", "talk.jsonl", "list"]));
    let printed = workshop.run(&["journal", "talk.jsonl"]).out;
    assert!(printed.contains("61 events") && printed.contains("1 compaction in force"));
    assert!(printed.lines().any(|line| line.trim_start().starts_with("61 ")), "{printed}");
}

#[test]
fn one_event_is_shown_in_full() {
    let workshop = workshop();
    let event = workshop.json(&["journal", "talk.jsonl", "show", "2"]);
    let text = talk()[1]["content"].clone();
    assert_eq!(event["event"]["message"]["parts"][0]["text"], text);
    let printed = workshop.run(&["journal", "talk.jsonl", "show", "2"]).out;
    assert!(printed.contains(text.as_str().unwrap()), "{printed}");
    let compaction = workshop.run(&["journal", "talk.jsonl", "show", "61"]).out;
    assert!(compaction.contains("<conversation-summary"), "{compaction}");
}

#[test]
fn an_undo_brings_the_originals_back_and_stays_in_the_list() {
    let workshop = workshop();
    assert_ne!(view(&workshop), talk());
    assert_eq!(
        workshop.json(&["journal", "talk.jsonl", "undo"]),
        json!({ "undone": [61], "messages": 60 })
    );
    assert_eq!(view(&workshop), talk());
    let events = workshop.json(&["journal", "talk.jsonl"])["events"].clone();
    assert_eq!((&events[60]["undone_by"], &events[61]["type"]), (&json!(62), &json!("undo")));
    let again = workshop.run(&["journal", "talk.jsonl", "undo", "61"]);
    assert_eq!(again.code, Some(2), "{again:?}");
}

#[test]
fn a_journal_is_exported_as_it_is_seen_or_as_it_was_said() {
    let workshop = workshop();
    let export = |args: &[&str]| {
        let to = ["journal", "talk.jsonl", "export", "--force", "--out", "out.json"];
        let args = [&to, args].concat();
        assert_eq!(workshop.run(&args).code, Some(0));
        workshop.read_json("out.json")["messages"].clone()
    };
    assert_eq!(export(&[]), view(&workshop));
    assert_eq!(export(&["--originals"]), talk());
    let printed = workshop.run(&["journal", "talk.jsonl", "export"]).out;
    assert_eq!(serde_json::from_str::<Value>(&printed).unwrap()["messages"], view(&workshop));
}

#[test]
fn a_transcript_of_one_provider_comes_out_as_one_of_the_other() {
    let workshop = Workshop::new();
    workshop.json(&["journal", "door.jsonl", "import", &sample("blueprint-door.json")]);
    let args = ["journal", "door.jsonl", "export", "--format", "anthropic", "--out", "door.json"];
    assert_eq!(workshop.run(&args).code, Some(0));
    let request = workshop.read_json("door.json");
    assert!(request["system"].is_string() || request["system"].is_array());
    let report = workshop.run(&["count", "door.json", "--strict", "--json"]);
    assert_eq!((report.code, report.err.as_str()), (Some(0), ""));
}

#[test]
fn what_is_readable_of_a_damaged_journal_is_carried_over() {
    let workshop = workshop();
    let journal = workshop.read("talk.jsonl");
    let mut lines: Vec<&str> = journal.lines().collect();
    lines[9] = "{\"seq\":9,\"at\":0,";
    workshop.write("damaged.jsonl", lines.join("\n") + "\n");
    assert_eq!(workshop.run(&["journal", "damaged.jsonl"]).code, Some(2));
    let report = workshop.json(&["journal", "damaged.jsonl", "--salvage", "repaired.jsonl"]);
    assert_eq!((&report["kept"], &report["dropped"]), (&json!(60), &json!(1)));
    assert_eq!(report["dropped_lines"][0]["line"], 10);
    assert_eq!(workshop.run(&["journal", "repaired.jsonl"]).code, Some(0));
}

#[test]
fn an_export_holds_no_credentials_unless_they_are_asked_for() {
    let workshop = Workshop::new();
    let key = format!("sk-proj-{}", "a7Bq9".repeat(8));
    let messages = json!([
        user("Start the build with the key in .env."),
        support::calls(&[support::call("c1", "read_file", "{\"path\":\".env\"}")]),
        support::result("c1", &format!("API_KEY={key}\nPORT=8080\n")),
        support::assistant(&format!("It runs with {key}.")),
    ]);
    workshop.write_json("talk.json", &messages);
    workshop.json(&["journal", "talk.jsonl", "import", "talk.json"]);
    for more in [&[][..], &["--originals"], &["--format", "anthropic"]] {
        let masked = workshop.run(&[&["journal", "talk.jsonl", "export"], more].concat());
        assert_eq!(masked.code, Some(0), "{}", masked.err);
        assert!(masked.err.contains("secrets masked; --with-secrets keeps them"), "{}", masked.err);
        assert!(!masked.out.contains(&key) && masked.out.contains("[secret]"), "{}", masked.out);
        assert!(masked.out.contains("PORT=8080"), "{}", masked.out);
        let args = [&["journal", "talk.jsonl", "export", "--with-secrets"], more].concat();
        let whole = workshop.run(&args);
        assert_eq!((whole.code, whole.err.as_str()), (Some(0), ""));
        assert_eq!(whole.out.matches(&key).count(), 2, "{}", whole.out);
    }
    let journal = workshop.read("talk.jsonl");
    assert_eq!(journal.matches(&key).count(), 2, "the journal keeps what was said");
}

/// A journal whose second message holds head and tail of a long result, and
/// that result.
fn with_long_result(workshop: &Workshop) -> String {
    use vibeue_core::conversation::{Extra, Message, MessageId, Part, Role, ToolResult};
    use vibeue_core::session::Event;
    use vibeue_core::session::journal::{Header, JournaledHistory, SyncPolicy};
    use vibeue_core::session::results::ResultFiles;

    let text: String = (0..500).map(|line| format!("{line}: Tür\n")).collect();
    let path = workshop.path("talk.jsonl");
    let whole = ResultFiles::beside(&path).unwrap().keep(&text).unwrap();
    let result = ToolResult {
        call_id: "c".into(),
        name: Some("build".into()),
        parts: vec![Part::text("0: Tür\n…\n499: Tür\n")],
        is_error: false,
        whole: Some(Box::new(whole)),
        ran_ms: None,
        extra: Extra::new(),
    };
    let events = [
        Event::Message(Message::text(MessageId(1), Role::User, "Build it")),
        Event::Message(Message::new(
            MessageId(2),
            Role::Tool,
            vec![Part::ToolResult(Box::new(result))],
        )),
    ];
    let header = Header::new("talk", 1_795_212_000_000);
    JournaledHistory::create_with(&path, header, events, SyncPolicy::Never).unwrap();
    text
}

#[test]
fn a_long_result_is_read_by_range_searched_exported_and_carried_to_copies() {
    let workshop = Workshop::new();
    let text = with_long_result(&workshop);
    let result = ["journal", "talk.jsonl", "result", "m2"];
    assert_eq!(workshop.run(&result).out, text);
    let part = workshop.run(&[&result[..], &["--offset", "9", "--bytes", "9"]].concat()).out;
    assert_eq!(part, &text[9..18]);
    let found = workshop.json(&[&result[..], &["--query", "250: TÜR"]].concat());
    let at = text.find("250:").unwrap();
    assert_eq!(found, json!({ "bytes": text.len(), "offsets": [at] }));

    let exported = workshop.json(&["journal", "talk.jsonl", "export", "--originals"]);
    assert_eq!(exported["messages"][1]["content"], text);
    let view = workshop.json(&["journal", "talk.jsonl", "export"]);
    assert_eq!(view["messages"][1]["content"], "0: Tür\n…\n499: Tür\n");

    workshop.run(&["journal", "talk.jsonl", "--salvage", "saved.jsonl"]);
    assert_eq!(workshop.run(&["journal", "saved.jsonl", "result", "m2"]).out, text);
    let markdown = workshop.run(&["history", "--folder", ".", "export", "talk"]).out;
    assert!(markdown.contains("\n250: Tür\n"), "{}", markdown.len());
    let copy = ["export", "talk", "--format", "journal", "--with-secrets", "--out", "copy.jsonl"];
    workshop.run(&[&["history", "--folder", "."][..], &copy].concat());
    assert_eq!(workshop.run(&["journal", "copy.jsonl", "result", "m2"]).out, text);
    let imported = workshop.json(&["history", "--folder", ".", "import", "copy.jsonl"]);
    let id = imported["imported"][0]["id"].as_str().unwrap();
    let taken = format!("{id}.jsonl");
    assert_eq!(workshop.run(&["journal", &taken, "result", "m2"]).out, text);

    std::fs::remove_dir_all(workshop.path("talk.jsonl.results")).unwrap();
    let lost = workshop.run(&result);
    assert!(lost.err.contains("there is no such file"), "{}", lost.err);
    let none = workshop.run(&["journal", "talk.jsonl", "result", "m1"]);
    assert!(none.err.contains("m1 is not a tool's result"), "{}", none.err);
}
