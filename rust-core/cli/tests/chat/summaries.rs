//! A chat and its summary, from the outside.

use super::*;

/// A chat with a summary, and the lines typed after it was made.
fn after_a_summary(talk: &Talk, lines: &str, environment: &[(&str, &str)]) -> Printed {
    for _ in 0..12 {
        talk.server.push(Answer::text("Done."));
    }
    let wishes: String = (1..=8).map(wish).collect();
    let mut command = talk.command(
        "openai",
        &["--journal", "t.jsonl", "--set", "mode=rules", "--set", "recent_messages_to_keep=4"],
    );
    command.envs(environment.iter().copied());
    Printed::typed(&mut command, format!("{wishes}/summarize\n{lines}"))
}

#[test]
fn the_summary_is_shown_and_a_text_takes_its_place() {
    let talk = Talk::with(Script::default());
    let lines = "/summary\n/summary edit ## Overview - doors 1 to 8 were made faster\n/summary\n";
    let printed = after_a_summary(&talk, lines, &[]);
    assert_eq!(printed.code, Some(0), "{}", printed.err);
    assert!(printed.out.contains("BP_Door_1"), "{}", printed.out);
    for told in [
        "names, paths, numbers and rules that were checked are still there; wording and detail are not\n",
        "messages in which you or the model said something\n",
    ] {
        assert!(printed.out.contains(told), "{told}: {}", printed.out);
    }
    assert!(printed.err.contains("was edited"), "{}", printed.err);
    let last = printed.out.lines().last().unwrap();
    assert_eq!(last, "## Overview - doors 1 to 8 were made faster");
    let view = talk.shop.run(&["journal", "t.jsonl", "show"]);
    assert!(view.out.contains("doors 1 to 8 were made faster"), "{}", view.out);
}

#[test]
fn what_an_edit_changed_in_the_summary_is_shown_line_by_line() {
    let talk = Talk::with(Script::default());
    let lines = "/summary changes\n/summary edit Doors 1 to 8 were made faster.\n/summary changes\n\
                 /context --json use.json\n";
    let printed = after_a_summary(&talk, lines, &[]);
    assert_eq!(printed.code, Some(0), "{}", printed.err);
    let said = "the summary has only one version: it was neither edited nor rewritten";
    assert_eq!(printed.err.matches(said).count(), 1, "{}", printed.err);
    let report: Value = serde_json::from_str(&talk.shop.read("use.json")).unwrap();
    let versions = report["summaries"][0]["versions"].as_array().unwrap();
    assert_eq!(versions.len(), 2);
    assert_eq!((&versions[0]["by"], &versions[1]["by"]), (&json!("rules"), &Value::Null));
    let removed = versions[0]["text"].as_str().unwrap().lines().count();
    assert_eq!((&versions[1]["added"], &versions[1]["removed"]), (&json!(1), &json!(removed)));
    let heading = format!("version 2 of 2, by you: 1 line added, {removed} removed");
    assert!(printed.out.contains(&heading), "{heading}: {}", printed.out);
    assert!(printed.out.contains("\n+ Doors 1 to 8 were made faster.\n"), "{}", printed.out);
    assert!(printed.out.contains("\n- ## Overview\n"), "{}", printed.out);
}

#[cfg(unix)]
#[test]
fn the_summary_is_edited_in_the_users_own_editor() {
    let talk = Talk::with(Script::default());
    // An editor with an option, as people set it.
    let editor = "sed -i s/BP_Door_3/BP_Gate_3/g";
    let printed = after_a_summary(&talk, "/summary edit\n/summary\n", &[("EDITOR", editor)]);
    assert_eq!(printed.code, Some(0), "{}", printed.err);
    assert!(printed.err.contains("was edited"), "{}", printed.err);
    assert!(printed.out.contains("BP_Gate_3") && !printed.out.contains("BP_Door_3"));

    let talk = Talk::with(Script::default());
    let printed = after_a_summary(&talk, "/summary edit\n", &[("EDITOR", "false")]);
    assert!(printed.err.contains("the editor \"false\" ended with"), "{}", printed.err);
    assert!(!printed.err.contains("was edited"), "{}", printed.err);

    let talk = Talk::with(Script::default());
    let nothing = [("EDITOR", " "), ("VISUAL", "")];
    let printed = after_a_summary(&talk, "/summary edit\n", &nothing);
    let said = "neither VISUAL nor EDITOR names an editor";
    assert!(printed.err.contains(said), "{}", printed.err);

    let talk = Talk::with(Script::default());
    let printed = after_a_summary(&talk, "/summary edit\n", &[("VISUAL", "true")]);
    assert!(printed.err.contains("the summary is unchanged"), "{}", printed.err);
}

#[test]
fn an_undone_summary_is_applied_again() {
    let talk = Talk::with(Script::default());
    let printed = after_a_summary(&talk, "/redo\n/undo\n/summary\n/redo\n/summary\n", &[]);
    assert_eq!(printed.code, Some(0), "{}", printed.err);
    let at = |words: &str| printed.err.find(words).unwrap_or_else(|| panic!("{}", printed.err));
    let order = [
        at("no compaction was undone"),
        at("undid 1 summary"),
        at("there is no summary in view"),
        at("the summary is in force again"),
    ];
    assert!(order.is_sorted(), "{}", printed.err);
    assert_eq!(printed.out.matches("## Overview").count(), 1, "{}", printed.out);
}

#[test]
fn an_export_of_a_chat_holds_no_credentials_unless_they_are_asked_for() {
    let talk = Talk::with(Script::default());
    for _ in 0..2 {
        talk.server.push(Answer::text("I keep it to myself."));
    }
    let lines = "The build machine has DB_PASSWORD=correct-horse9\n/export\n\
                 /export --with-secrets\n/export masked.json\n/export --with-secrets whole.json\n";
    let printed = talk.type_in(&[], lines);
    assert_eq!(printed.code, Some(0), "{}", printed.err);
    assert_eq!(printed.out.matches("DB_PASSWORD=[secret]").count(), 1, "{}", printed.out);
    assert_eq!(printed.out.matches("correct-horse9").count(), 1, "{}", printed.out);
    assert!(printed.err.contains("1 secret masked; /export --with-secrets keeps them"));
    assert!(!talk.shop.read("masked.json").contains("correct-horse9"));
    assert!(talk.shop.read("whole.json").contains("correct-horse9"));
}

#[test]
fn the_messages_behind_each_line_of_the_summary_are_shown() {
    let talk = Talk::with(Script::default());
    let lines = "/summary sources\n/summary edit Door BP_Door_3 opens too slowly.\n\
                 /summary sources\n/summary edit Priya likes tea.\n/summary sources\n";
    let printed = after_a_summary(&talk, lines, &[]);
    assert_eq!(printed.code, Some(0), "{}", printed.err);
    let shown: Vec<&str> = printed.out.lines().collect();
    let wish = wish(1);
    let first = shown.iter().find(|line| line.starts_with("- m1 user: ")).unwrap();
    let at = shown.iter().position(|line| line == first).unwrap();
    let expected = format!("    m1 you: {}", wish.split_whitespace().next().unwrap());
    assert!(shown[at + 1].starts_with(&expected), "{:?}", &shown[at..at + 3]);
    let edited = "Door BP_Door_3 opens too slowly.";
    let at = shown.iter().rposition(|line| *line == edited).unwrap();
    assert!(shown[at + 1].starts_with("    m5 you: "), "{:?}", &shown[at..]);
    assert_eq!(shown[at + 2], "    found by BP_Door_3");
    let [.., line, note, silent] = &shown[..] else { panic!("{shown:?}") };
    let expected = ("Priya likes tea.", "    no condensed message was found that says this");
    assert_eq!((*line, *note), expected);
    // No line is about any of the messages.
    let count = silent.strip_prefix("without a line: ").and_then(|it| it.split(' ').next());
    let count = count.unwrap_or_default();
    let expected = format!("without a line: {count} of {count} messages (m1-m{count})");
    assert_eq!(*silent, expected);
}

#[test]
fn an_edit_of_the_summary_is_undone_and_redone() {
    let talk = Talk::with(Script::default());
    let lines = "/summary redo\n/summary edit Doors 1 to 8 were made faster.\n/summary undo\n/summary\n\
                 /summary redo\n/summary\n/summary undo\n/summary undo\n/context --json use.json\n";
    let printed = after_a_summary(&talk, lines, &[]);
    assert_eq!(printed.code, Some(0), "{}", printed.err);
    let at = |words: &str| printed.err.find(words).unwrap_or_else(|| panic!("{}", printed.err));
    let order = [
        at("no edit of summary"),
        at("was edited"),
        at("is undone"),
        at("is redone"),
        at("has no edit that could be undone"),
    ];
    assert!(order.is_sorted(), "{}", printed.err);
    let edited = "\nDoors 1 to 8 were made faster.\n";
    assert_eq!(printed.out.matches(edited).count(), 1, "{}", printed.out);
    assert_eq!(printed.out.matches("## Overview\n").count(), 1, "{}", printed.out);
    let report: Value = serde_json::from_str(&talk.shop.read("use.json")).unwrap();
    let row = &report["summaries"][0];
    assert_eq!((&row["can_undo_edit"], &row["can_redo_edit"]), (&json!(false), &json!(true)));
    assert_eq!((&row["edited"], &row["versions"]), (&json!(false), &Value::Null));
}

#[test]
fn the_model_that_wrote_the_summary_is_named_in_the_chat_and_in_the_journal() {
    let talk = Talk::with(Script::default());
    for _ in 0..8 {
        talk.server.push(Answer::text("Done."));
    }
    talk.server.push(Answer::text(
        "<summary>\n## Overview\n- The doors 1 to 8 are to open faster (m1-m15)\n</summary>",
    ));
    let options =
        ["--journal", "t.jsonl", "--set", "mode=llm", "--set", "recent_messages_to_keep=4"];
    let wishes: String = (1..=8).map(wish).collect();
    let printed = talk.type_in(&options, &format!("{wishes}/summarize\n/summary\n/context\n"));
    assert_eq!(printed.code, Some(0), "{}", printed.err);
    let list = talk.shop.json(&["journal", "t.jsonl", "list"]);
    let mut events = list["events"].as_array().unwrap().iter();
    let made = events.find(|event| event["type"] == json!("compaction")).unwrap();
    let brief = made["brief"].as_str().unwrap();
    assert!(brief.ends_with(" summarized; written by scripted"), "{brief}");
    let number = &made["seq"];
    // In the head of the summary, and in its line of the context.
    for start in [format!("[{number}] "), format!("  [{number}] ")] {
        let line = printed.out.lines().find(|line| line.starts_with(&start)).unwrap();
        assert!(line.contains(", written by scripted"), "{line}");
    }
    let event = talk.shop.json(&["journal", "t.jsonl", "show", &number.to_string()]);
    assert_eq!(event["event"]["compaction"]["record"]["writer"], json!("scripted"));
}
