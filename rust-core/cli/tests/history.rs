//! `vibeue history` on real files.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod support;

use serde_json::{Value, json};
use support::{Workshop, assistant, user};

/// A folder `talks` with two conversations.
fn workshop() -> Workshop {
    let workshop = Workshop::new();
    std::fs::create_dir(workshop.path("talks")).unwrap();
    let talk = json!([user("Open the red door"), assistant("BP_DoorHinge turns.")]);
    workshop.write_json("doors.json", &talk);
    workshop.write_json("stairs.json", &json!([user("Build stairs"), assistant("Of Größe 3.")]));
    for name in ["doors", "stairs"] {
        let journal = format!("talks/{name}.jsonl");
        workshop.run(&["journal", &journal, "import", &format!("{name}.json")]);
    }
    workshop
}

fn history(workshop: &Workshop, args: &[&str]) -> Value {
    let all: Vec<&str> = ["history", "--folder", "talks"].iter().chain(args).copied().collect();
    workshop.json(&all)
}

fn ids(found: &Value, field: &str) -> Vec<String> {
    let rows = found[field].as_array().unwrap().iter();
    let mut ids: Vec<String> = rows.map(|row| row["id"].as_str().unwrap().to_owned()).collect();
    ids.sort();
    ids
}

#[test]
fn words_phrases_and_tags_are_found_with_their_places() {
    let workshop = workshop();
    let found = history(&workshop, &["search", "hinge", "red door"]);
    assert_eq!(ids(&found, "hits"), ["doors"]);
    assert_eq!(found["hits"][0]["places"][0]["message"], "m1");
    assert_eq!(ids(&history(&workshop, &["search", "grosse"]), "hits"), ["stairs"]);
    assert_eq!(history(&workshop, &["search", "zeppelin"])["all"], 0);
    history(&workshop, &["tag", "st", "Airlock", "#urgent"]);
    assert_eq!(ids(&history(&workshop, &["search", "airlock"]), "hits"), ["stairs"]);
    assert_eq!(ids(&history(&workshop, &["list", "--tag", "urgent"]), "conversations"), ["stairs"]);
    let printed = workshop.run(&["history", "--folder", "talks", "search", "hinge"]);
    assert!(printed.out.contains("m2 agent: BP_DoorHinge turns."), "{printed:?}");
}

#[test]
fn pins_names_and_deletions_can_all_be_undone() {
    let workshop = workshop();
    history(&workshop, &["pin", "doors"]);
    history(&workshop, &["rename", "doors", "Airlock"]);
    let listed = history(&workshop, &[]);
    let first = &listed["conversations"][0];
    assert_eq!((&first["title"], &first["pinned"]), (&json!("Airlock"), &json!(true)));
    history(&workshop, &["unpin", "doors"]);
    history(&workshop, &["delete", "doors"]);
    assert_eq!(ids(&history(&workshop, &[]), "conversations"), ["stairs"]);
    assert_eq!(ids(&history(&workshop, &["trash"]), "trash"), ["doors"]);
    assert_eq!(history(&workshop, &["restore", "doors"]), json!({ "changed": ["doors"] }));
    assert_eq!(ids(&history(&workshop, &[]), "conversations"), ["doors", "stairs"]);
    history(&workshop, &["delete", "doors", "stairs"]);
    history(&workshop, &["delete", "doors", "--for-good"]);
    assert_eq!(history(&workshop, &["trash", "--empty"]), json!({ "deleted": 1 }));
    assert_eq!(ids(&history(&workshop, &[]), "conversations"), [""; 0]);
}

#[test]
fn conversations_go_out_and_come_in_again() {
    let workshop = workshop();
    let out = |args: &[&str]| {
        let all: Vec<&str> = ["history", "--folder", "talks", "export", "doors"]
            .iter()
            .chain(args)
            .copied()
            .collect();
        workshop.run(&all)
    };
    assert!(out(&[]).out.contains("Open the red door"));
    assert_eq!(out(&["--format", "openai", "--out", "again.json"]).code, Some(0));
    assert_eq!(
        out(&["--format", "journal", "--with-secrets", "--out", "copy.jsonl"]).code,
        Some(0)
    );
    assert_eq!(out(&["--format", "markdown", "--out", "again.md"]).code, Some(0));
    let taken = history(&workshop, &["import", "again.json", "copy.jsonl", "again.md"]);
    assert_eq!(ids(&taken, "imported").len(), 3);
    assert_eq!(history(&workshop, &["search", "hinge"])["all"], 4);
    let page = workshop.read("again.md");
    let id = taken["imported"][2]["id"].as_str().unwrap();
    let again = workshop.run(&["history", "--folder", "talks", "export", id]);
    assert_eq!(again.out, page);
    // A refused file does not keep the others out, and all are mentioned.
    workshop.write("words.txt", "hello");
    let import = ["--json", "import", "words.txt", "again.json", "missing.json"];
    let mixed = workshop.run(&[&["history", "--folder", "talks"][..], &import].concat());
    let told: Value = serde_json::from_str(&mixed.out).unwrap();
    assert_eq!((mixed.code, ids(&told, "imported").len()), (Some(2), 1));
    assert!(mixed.err.contains("words.txt") && mixed.err.contains("missing.json"), "{}", mixed.err);
    let usage = history(&workshop, &["usage"]);
    assert_eq!((&usage["tokens"], &usage["unknown"]), (&json!(0), &json!(0)));
}
