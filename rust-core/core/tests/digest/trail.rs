//! The artifact trail over whole rounds.

use super::*;

#[test]
fn the_trail_says_what_happened_to_each_artifact() {
    let messages: Vec<Message> = [
        round(1, "read_file", r#"{"path":"Source/Door.cpp"}"#, "text"),
        round(3, "edit_file", r#"{"path":"./Source/Door.cpp"}"#, "ok"),
        round(5, "edit_file", r#"{"path":"Source/Door.cpp"}"#, "Error: no match for the text"),
        round(7, "bash", r#"{"command":"rm old.txt && mv a.txt b.txt"}"#, ""),
        round(9, "open", r#"{"path":"tests/a.py"}"#, "[File: tests/a.py]"),
        round(11, "edit", r#"{"search":"x","replace":"y"}"#, "Text replaced."),
        round(13, "execute_python", r#"{"code":"unreal.load_asset('/Game/A')"}"#, "None"),
        round(15, "compile_blueprint", r#"{"blueprint_path":"/Game/BP_Door"}"#, "ok"),
    ]
    .into_iter()
    .flatten()
    .collect();
    let trail = ArtifactTrail::of(&messages);
    assert_eq!(
        trail.render(),
        "tests/a.py: changed, read, ✓ m12\n\
         old.txt: deleted, ✓ m8\n\
         a.txt: renamed to b.txt, ✓ m8\n\
         b.txt: created, ✓ m8\n\
         Source/Door.cpp: changed, read, failed, ❌ m6 Error: no match for the text\n\
         /Game/BP_Door: compiled, ✓ m16\n\
         /Game/A: read, ✓ m14"
    );
    assert_eq!(
        trail.get("Source/Door.cpp").unwrap().outcome,
        ArtifactOutcome::Failed("Error: no match for the text".into())
    );
    let brief = trail.render_within(|text| text.len() as u64, 150);
    for artifact in trail.artifacts() {
        assert!(brief.contains(&*artifact.name), "{brief}");
    }
    assert!(brief.contains("\nchanged: tests/a.py, Source/Door.cpp ❌\n"), "{brief}");
    let end = "\nrenamed: a.txt to b.txt\ncompiled: /Game/BP_Door\nread: /Game/A";
    assert!(brief.ends_with(end), "{brief}");
    assert!(brief.len() <= 151, "{brief}");
    assert_eq!(trail.render_within(|text| text.len() as u64, 0), "+7 more");
}

#[test]
fn a_trail_travels_as_json_and_merges() {
    let first: Vec<Message> = round(1, "read_file", r#"{"path":"a.rs"}"#, "x").into();
    let second: Vec<Message> = round(3, "edit_file", r#"{"path":"a.rs"}"#, "ok").into();
    let json = serde_json::to_string(&ArtifactTrail::of(&first)).unwrap();
    let mut trail: ArtifactTrail = serde_json::from_str(&json).unwrap();
    trail.merge(ArtifactTrail::of(&second));
    assert_eq!(trail, ArtifactTrail::of(first.iter().chain(&second)));
    assert_eq!(trail.render(), "a.rs: changed, read, ✓ m4");
}

#[test]
fn commands_in_code_fences_leave_a_trail() {
    let message =
        Message::text(MessageId(4), Role::Assistant, "I will look.\n```\nopen src/main.py\n```\n");
    assert_eq!(ArtifactTrail::of([&message]).render(), "src/main.py: read, m4");
    let tildes = "~~~ bash\nopen src/main.py\n~~~\n````md\n```\nopen src/shown.py\n```\n````\n";
    let message = Message::text(MessageId(6), Role::Assistant, tildes);
    assert_eq!(ArtifactTrail::of([&message]).render(), "src/main.py: read, m6");
}

#[test]
fn tools_without_files_leave_no_trail() {
    let messages = round(1, "search_flight", r#"{"origin":"IAH","date":"2024-05-19"}"#, "[]");
    assert!(ArtifactTrail::of(&messages).is_empty());
}
