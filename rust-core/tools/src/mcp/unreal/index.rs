//! The index of toolsets.

use serde_json::Value;

use crate::schema::shortened;

/// The most bytes of the index: with names as they are in the engine, about
/// 2,600 tokens.
const MOST_BYTES: usize = 7_500;

/// How long the words of a toolset may be, the longest first that leaves room
/// for all of them.
const WORDS: [usize; 5] = [140, 90, 60, 30, 0];

/// Makes the index of what `list_toolsets` says: a line for each toolset.
///
/// What cannot be read is given as it is, as far as there is room.
pub(super) fn index(text: &str) -> String {
    let toolsets = read(text);
    if toolsets.is_empty() {
        let words = shortened(text, MOST_BYTES / 2);
        return format!("the editor's list of toolsets cannot be read; it says:\n{words}");
    }
    let head = format!(
        "{} toolsets; describe_toolset lists the tools of one. Skills of the project: \
         ToolsetRegistry.AgentSkillToolset.\n",
        toolsets.len()
    );
    for most in WORDS {
        let lines: Vec<String> = toolsets.iter().map(|set| line(set, most)).collect();
        if head.len() + lines.iter().map(|line| line.len() + 1).sum::<usize>() <= MOST_BYTES {
            return head + &lines.join("\n");
        }
    }
    // Even the names alone are too many.
    let mut text = head;
    let mut shown = 0;
    for (name, _) in &toolsets {
        if text.len() + name.len() + 80 > MOST_BYTES {
            break;
        }
        text.push_str(name);
        text.push('\n');
        shown += 1;
    }
    text.push_str(&format!("and {} more, which there is no room for", toolsets.len() - shown));
    text
}

fn line((name, words): &(String, String), most: usize) -> String {
    if most == 0 || words.is_empty() {
        return name.clone();
    }
    format!("{name}: {}", shortened(words, most))
}

/// Reads names and the first sentence of each description: from lines
/// `- name: description`, among which there are lists of the descriptions' own,
/// or from JSON.
fn read(text: &str) -> Vec<(String, String)> {
    if let Ok(value) = serde_json::from_str::<Value>(text) {
        return read_json(&value);
    }
    let toolset = |line: &str| {
        let rest = line.strip_prefix("- ")?;
        let (name, words) = rest.split_once(':').unwrap_or((rest, ""));
        is_toolset(name).then(|| (name.to_owned(), sentence(words)))
    };
    text.lines().filter_map(toolset).collect()
}

fn read_json(value: &Value) -> Vec<(String, String)> {
    let list = ["toolsets", "returnValue"].iter().find_map(|name| value.get(*name));
    let list = list.unwrap_or(value).as_array();
    let toolset = |value: &Value| {
        let name = value.get("name").unwrap_or(value).as_str()?;
        let words = value.get("description").and_then(Value::as_str).unwrap_or_default();
        is_toolset(name).then(|| (name.to_owned(), sentence(words)))
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

/// The first sentence of a text, on one line.
pub(super) fn sentence(text: &str) -> String {
    let text = text.trim();
    let end = [". ", ".\n", "\n\n"].iter().filter_map(|end| text.find(end)).min();
    let first = &text[..end.unwrap_or(text.len())];
    let words: Vec<&str> = first.split_whitespace().collect();
    words.join(" ").trim_end_matches('.').to_owned()
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
