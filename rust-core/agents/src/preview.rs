//! What a call of an agent would do, for the user's approval.

use agent_client_protocol_schema::v1::{Diff as Change, ToolKind};
use serde_json::Value;
use vibeue_tools::Preview;

use crate::call::{Call, NO_ROOM};
use crate::shown::{MOST_NAMED, unified};

/// The longest title, in characters; a longer one is shown as text.
const MOST_TITLE: usize = 200;

/// What a call would do, as far as the agent shows it: its changes as a diff of the whole texts,
/// and its arguments.
pub(crate) fn preview(call: &Call, line: &str) -> Preview {
    let changes: Vec<&Change> = call.changes().collect();
    let mut title = title(call.title(), line);
    let mut head = String::new();
    if call.title().chars().count() > MOST_TITLE || call.title().contains('\n') {
        head = format!("{}\n", call.title());
    }
    if changes.is_empty() {
        return Preview::text(title, (head + &call.details()).trim_end());
    }
    let diffs = changes.iter().take(MOST_NAMED);
    let mut texts: Vec<String> = diffs.map(|change| unified(change)).collect();
    if changes.len() > 1 {
        title = format!("{title}: {} files", changes.len());
    }
    if let Some(more) = changes.get(MOST_NAMED..).filter(|more| !more.is_empty()) {
        let names: String =
            more.iter().map(|change| format!("  {}\n", change.path.display())).collect();
        let count = more.len();
        texts.insert(0, format!("[{count} more files are changed and not shown:]\n{names}"));
    }
    // An edit is fully described by its changes; for anything else the details count, too.
    if call.kind != ToolKind::Edit {
        texts.insert(0, call.details() + "\n");
    } else if call.is_cut {
        texts.insert(0, format!("{NO_ROOM}\n"));
    }
    texts.insert(0, head);
    Preview::diffs(title, &texts)
}

/// The same for a call whose whole texts were dropped: what its row shows.
pub(crate) fn preview_of_row(shown: &Value, line: &str) -> Preview {
    let name = ["title", "path"].iter().find_map(|name| shown[name].as_str()).unwrap_or_default();
    let rest = serde_json::to_string_pretty(shown).unwrap_or_default();
    Preview::text(title(name, line), &rest)
}

fn title(name: &str, line: &str) -> String {
    let name: String = name.lines().next().unwrap_or_default().chars().take(MOST_TITLE).collect();
    if name.is_empty() { line.to_owned() } else { format!("{name} ({line})") }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use vibeue_tools::PreviewKind;

    use super::*;

    fn call(fields: Value) -> Call {
        let mut call = Call::default();
        call.update(serde_json::from_value(fields).unwrap(), 1, usize::MAX);
        call
    }

    fn change(path: &str, before: Option<&str>, after: &str) -> Value {
        json!({"type": "diff", "path": path, "oldText": before, "newText": after})
    }

    #[test]
    fn changes_are_a_diff_and_the_rest_is_told_as_it_is() {
        let edit =
            call(json!({"title": "Edit a", "kind": "edit", "rawInput": {"a": 1}, "content": [
                change("/p/a.txt", Some("x\n"), "y\n"), change("/p/new.txt", None, "z\n"),
            ]}));
        let shown = preview(&edit, "agent --acp");
        assert_eq!(
            (shown.kind, shown.title.as_str()),
            (PreviewKind::Diff, "Edit a (agent --acp): 2 files")
        );
        let expected = "--- a/p/a.txt\n+++ b/p/a.txt\n@@ -1 +1 @@\n-x\n+y\n\
                        --- /dev/null\n+++ b/p/new.txt\n@@ -0,0 +1 @@\n+z\n";
        assert_eq!(shown.text, expected);
        let run = call(
            json!({"locations": [{"path": "/p/a", "line": 3}], "rawInput": {"command": "ls"}}),
        );
        let expected = "/p/a:3\n{\n  \"command\": \"ls\"\n}";
        assert_eq!(preview(&run, "agent"), Preview::text("agent", expected));
        let plan = call(json!({"title": "Ready?", "content": [
            {"type": "content", "content": {"type": "text", "text": "1. Delete all."}}]}));
        assert_eq!(preview(&plan, "agent"), Preview::text("Ready? (agent)", "1. Delete all."));
        // A command cannot hide behind a change.
        let both = call(json!({"title": "Do", "kind": "execute", "rawInput": "rm -r /",
            "content": [change("/p/a.txt", Some("x\n"), "y\n")]}));
        assert!(preview(&both, "agent").text.starts_with("rm -r /\n--- a/p/a.txt\n"));
    }

    #[test]
    fn a_change_deep_in_a_long_file_is_shown_as_what_it_is() {
        let old: String = (0..1_000).map(|line| format!("line {line} of the file\n")).collect();
        let new = old.replace("line 700 of", "line seven hundred of");
        let edit = call(
            json!({"title": "Edit", "kind": "edit", "content": [change("/a", Some(&old), &new)]}),
        );
        let differs = "-line 700 of the file\n+line seven hundred of the file\n";
        let text = preview(&edit, "agent").text;
        assert!(text.contains(differs), "{text}");
        let row = edit.shown();
        let text = row["changes"][0]["diff"].as_str().unwrap();
        assert!(text.contains(differs), "{text}");
        let same = call(json!({"kind": "edit", "content": [change("/a", Some(&old), &old)]}));
        assert!(preview(&same, "agent").text.ends_with("[both texts are the same]\n"));
    }

    #[test]
    fn a_long_command_is_shown_to_its_end() {
        let command = format!("echo {}; rm -r /", "x".repeat(20_000));
        let run =
            call(json!({"title": command, "kind": "execute", "rawInput": {"command": command}}));
        let shown = preview(&run, "agent");
        assert!(shown.text.ends_with("; rm -r /\"\n}"), "{}", shown.text);
        assert!(shown.text.contains("[16014 more characters are not shown]"), "{}", shown.text);
    }

    #[test]
    fn of_many_files_all_are_named() {
        let changes: Vec<Value> =
            (0..25).map(|at| change(&format!("/f{at}"), None, "x\n")).collect();
        let edit = call(json!({"title": "Edit", "kind": "edit", "content": changes}));
        let shown = preview(&edit, "agent");
        assert!(shown.title.ends_with(": 25 files"), "{}", shown.title);
        let more =
            "[5 more files are changed and not shown:]\n  /f20\n  /f21\n  /f22\n  /f23\n  /f24\n";
        assert!(shown.text.starts_with(more), "{}", shown.text);
        assert_eq!(edit.shown()["more_changes"], 5);
    }

    #[test]
    fn a_preview_of_another_form_still_has_a_title() {
        for odd in [json!(null), json!([1]), json!({"changes": [7], "title": 3, "places": {}})] {
            assert!(!preview_of_row(&odd, "agent").title.is_empty());
        }
    }
}
