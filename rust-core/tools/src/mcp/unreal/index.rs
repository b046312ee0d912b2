//! The index of toolsets.

use serde_json::Value;

use crate::first_sentence;
use crate::schema::shortened;

/// The maximum number of bytes that are shown of what cannot be read.
const MOST_UNREAD: usize = 3_750;

/// Makes the index from the output of `list_toolsets`: a line for each toolset.
///
/// What cannot be read is returned as it is, as far as there is room.
pub(super) fn index(text: &str) -> String {
    let toolsets = read(text);
    if toolsets.is_empty() {
        let words = shortened(text, MOST_UNREAD);
        return format!("the editor's list of toolsets cannot be read; it says:\n{words}");
    }
    let head = format!(
        "{} toolsets; describe_toolset lists the tools of one. Skills of the project: \
         ToolsetRegistry.AgentSkillToolset.",
        toolsets.len()
    );
    crate::index(&head, &toolsets)
}

/// Reads names and the first sentence of each description: from lines `- name: description`, where
/// descriptions may contain lists of their own, or from JSON.
fn read(text: &str) -> Vec<(String, String)> {
    if let Ok(value) = serde_json::from_str::<Value>(text) {
        return read_json(&value);
    }
    let toolset = |line: &str| {
        let rest = line.strip_prefix("- ")?;
        let (name, words) = rest.split_once(':').unwrap_or((rest, ""));
        is_toolset(name).then(|| (name.to_owned(), first_sentence(words)))
    };
    text.lines().filter_map(toolset).collect()
}

fn read_json(value: &Value) -> Vec<(String, String)> {
    let list = ["toolsets", "returnValue"].iter().find_map(|name| value.get(*name));
    let list = list.unwrap_or(value).as_array();
    let toolset = |value: &Value| {
        let name = value.get("name").unwrap_or(value).as_str()?;
        let words = value.get("description").and_then(Value::as_str).unwrap_or_default();
        is_toolset(name).then(|| (name.to_owned(), first_sentence(words)))
    };
    list.into_iter().flatten().filter_map(toolset).collect()
}

/// Toolsets are named by a module and a class.
fn is_toolset(name: &str) -> bool {
    let part = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    name.len() <= 200 && name.contains('.') && name.split('.').all(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_inside_a_description_are_not_toolsets() {
        let text = "Available toolsets:\n- A.B: Does things. And more.\n\nWorkflow:\n- FX-related \
                    operations in levels: see there\n- first.step\n- c.d.E: Reads\nthe rest.\n- F.G\n";
        assert_eq!(
            index(text),
            "4 toolsets; describe_toolset lists the tools of one. Skills of the project: \
             ToolsetRegistry.AgentSkillToolset.\nA.B: Does things\nfirst.step\nc.d.E: Reads\nF.G"
        );
        let json = r#"{"toolsets":[{"name":"A.B","description":"Does."},"C.D",{"name":"x"}]}"#;
        assert!(index(json).ends_with("\nA.B: Does\nC.D"), "{}", index(json));
    }

    /// The limit of every index.
    const MOST_BYTES: usize = 7_500;

    #[test]
    fn whatever_is_listed_the_index_has_its_bound() {
        let many = |count: usize, words: &str| {
            let line = |at| format!("- studio.toolsets.area_{at}.Tools: {words}\n");
            (0..count).map(line).collect::<String>()
        };
        for text in [
            many(60, &"word ".repeat(50)),
            many(100, &"word ".repeat(50)),
            many(3_000, "x"),
            "nonsense ".repeat(10_000),
            String::new(),
        ] {
            let index = index(&text);
            assert!(index.len() <= MOST_BYTES, "{}: {}", index.len(), &index[..80]);
        }
        assert!(index(&many(3_000, "x")).ends_with("which there is no room for"));
    }
}
