//! What a call of an agent would do, for the person who is asked.

use serde_json::Value;
use vibeue_tools::{Diff, Preview};

/// What a call would do, as far as the agent shows it: its changes as a diff, or
/// what it was called with.
pub(crate) fn preview(shown: &Value, line: &str) -> Preview {
    let words = |field: &Value| field.as_str().unwrap_or_default().to_owned();
    let name = match words(&shown["title"]) {
        title if !title.is_empty() => title,
        _ => words(&shown["path"]),
    };
    let title = if name.is_empty() { line.to_owned() } else { format!("{name} ({line})") };
    if let Some(text) = shown["text"].as_str() {
        return Preview::text(title, text);
    }
    let changes = shown["changes"].as_array().map(Vec::as_slice).unwrap_or_default();
    if !changes.is_empty() {
        let diffs: String = changes.iter().map(diff).collect();
        return Preview::diff(title, &diffs);
    }
    let mut text = String::new();
    for place in shown["places"].as_array().into_iter().flatten() {
        text.push_str(place.as_str().unwrap_or_default());
        text.push('\n');
    }
    match &shown["input"] {
        Value::Null => {}
        Value::String(input) => text.push_str(input),
        input => text.push_str(&serde_json::to_string_pretty(input).unwrap_or_default()),
    }
    Preview::text(title, text.trim_end())
}

fn diff(change: &Value) -> String {
    // Behind `a/` and `b/`, as a diff names files.
    let path = change["path"].as_str().unwrap_or_default().trim_start_matches('/');
    let before = change["before"].as_str();
    let after = change["after"].as_str().unwrap_or_default();
    Diff::of(before.unwrap_or_default(), after).unified(before.map(|_| path), Some(path))
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use vibeue_tools::PreviewKind;

    use super::*;

    #[test]
    fn changes_are_a_diff_and_the_rest_is_told_as_it_is() {
        let edit = json!({"title": "Edit a", "changes": [
            {"path": "/p/a.txt", "before": "x\n", "after": "y\n"},
            {"path": "/p/new.txt", "before": null, "after": "z\n"},
        ]});
        let shown = preview(&edit, "agent --acp");
        assert_eq!((shown.kind, shown.title.as_str()), (PreviewKind::Diff, "Edit a (agent --acp)"));
        let lines: Vec<&str> = shown.text.lines().collect();
        for line in ["--- a/p/a.txt", "-x", "+y", "+++ b/p/new.txt", "+z"] {
            assert!(lines.contains(&line), "{line}: {lines:?}");
        }
        let run =
            json!({"title": "", "places": ["/p/a:3"], "input": {"command": "ls"}, "call": "1"});
        let expected = "/p/a:3\n{\n  \"command\": \"ls\"\n}";
        assert_eq!(preview(&run, "agent"), Preview::text("agent", expected));
        let write = json!({"path": "/p/b", "text": "whole"});
        assert_eq!(preview(&write, "agent"), Preview::text("/p/b (agent)", "whole"));
    }

    #[test]
    fn what_is_of_another_form_is_no_more_than_nothing() {
        for odd in [json!(null), json!([1]), json!({"changes": [7], "title": 3, "places": {}})] {
            assert!(!preview(&odd, "agent").title.is_empty());
        }
    }
}
