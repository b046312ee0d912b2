//! The values in a list of tool servers that are hidden from a model: variables and headers, which
//! may hold keys whatever their names.

use std::ops::Range;

/// A list of servers contains one of these words, whichever client wrote it.
const LISTS: [&str; 5] = ["mcpservers", "mcp_servers", "context_servers", "\"servers\"", "\"mcp\""];

/// Tables whose values are all hidden from a model.
const TABLES: [&str; 7] =
    ["env", "environment", "headers", "http_headers", "auth", "oauth", "secrets"];

/// Where such values are in a JSON, TOML or YAML text; nowhere if it is not a list of servers.
pub(super) fn values(text: &str) -> Vec<Range<usize>> {
    let lower = text.to_ascii_lowercase();
    if !LISTS.iter().any(|word| lower.contains(word)) {
        return Vec::new();
    }
    let mut found = Reader::new(text).values();
    found.extend(indented(text));
    found.retain(|range| !is_harmless(&text[range.clone()]));
    found
}

/// Returns whether a name is that of a hidden table, however it is quoted.
fn is_table(name: &str) -> bool {
    let name = name.trim_matches(['"', '\'', ' ']).to_ascii_lowercase();
    TABLES.contains(&name.as_str())
}

/// Values that are shown: a variable's name, and what is too short for a key.
fn is_harmless(value: &str) -> bool {
    let value = value.trim();
    let bare = ["Bearer ", "bearer ", "Basic ", "token "]
        .iter()
        .find_map(|scheme| value.strip_prefix(scheme))
        .unwrap_or(value);
    let is_variable = |begin: &str, end: &str| {
        let name = bare.strip_prefix(begin).and_then(|rest| rest.strip_suffix(end));
        // The default for an unset variable may be a key itself.
        name.is_some_and(|name| {
            !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == ':')
        })
    };
    let is_small = bare.len() <= 5 && bare.bytes().all(|byte| byte.is_ascii_digit());
    is_small
        || ["true", "false", "yes", "no", "on", "off"].contains(&bare)
        || is_variable("${", "}")
        || is_variable("{env:", "}")
        || is_variable("%", "%")
        || is_variable("$", "")
}

/// Reads the brackets, names and quoted texts of JSON and TOML.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Open brackets: whether everything in them is hidden.
    open: Vec<bool>,
    /// Whether the current TOML section is hidden.
    section: bool,
    /// What was read last, before any punctuation.
    last: Range<usize>,
    /// The name of the next value.
    name: Option<Range<usize>>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, at: 0, open: Vec::new(), section: false, last: 0..0, name: None }
    }

    fn values(mut self) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'"' | b'\'' => {
                    let quoted = self.quoted(byte);
                    let is_value = self.name.is_some() || matches!(self.open.last(), Some(true));
                    let is_name = self.is_before_a_sign();
                    if is_value && !is_name && self.is_kept() {
                        found.push(quoted.clone());
                    }
                    self.last = quoted;
                }
                b':' | b'=' => {
                    self.name = Some(self.last.clone());
                    self.at += 1;
                }
                b'[' if self.open.is_empty() && self.begins_line() => self.begin_section(),
                b'{' | b'[' => {
                    self.open.push(self.is_kept());
                    self.name = None;
                    self.at += 1;
                }
                b'}' | b']' => {
                    self.open.pop();
                    self.name = None;
                    self.at += 1;
                }
                b',' => {
                    self.name = None;
                    self.at += 1;
                }
                b'\n' => {
                    // In JSON a value may be on the line after its name.
                    if self.open.is_empty() {
                        self.name = None;
                    }
                    self.at += 1;
                }
                _ if byte.is_ascii_whitespace() => self.at += 1,
                _ => self.word(),
            }
        }
        found
    }

    /// Whether the next value is hidden: because of the current section or bracket, or by its name.
    fn is_kept(&self) -> bool {
        self.open.last().copied().unwrap_or(self.section)
            || self.name.as_ref().is_some_and(|name| {
                // `env.TOKEN` is a valid TOML name, too.
                self.text[name.clone()].split('.').any(is_table)
            })
    }

    /// A quoted text, which ends with its line at the latest.
    fn quoted(&mut self, quote: u8) -> Range<usize> {
        let bytes = self.text.as_bytes();
        let start = self.at + 1;
        let mut end = start;
        while let Some(&byte) = bytes.get(end) {
            match byte {
                b'\n' => break,
                b'\\' if quote == b'"' => end += 1,
                _ if byte == quote => break,
                _ => {}
            }
            end += 1;
        }
        let end = self.text.floor_char_boundary(end.min(bytes.len()));
        let is_closed = bytes.get(end) == Some(&quote);
        // A single quote may be an apostrophe in a comment.
        if quote == b'\'' && !is_closed {
            self.at = start;
            return start..start;
        }
        self.at = end + usize::from(is_closed);
        start..end
    }

    fn word(&mut self) {
        let rest = &self.text[self.at..];
        let ends = |char: char| char.is_whitespace() || "\"':=,{}[]".contains(char);
        let length = rest.find(ends).unwrap_or(rest.len());
        self.last = self.at..self.at + length;
        self.at += length.max(1);
    }

    fn is_before_a_sign(&self) -> bool {
        self.text[self.at..].trim_start().starts_with([':', '='])
    }

    fn begins_line(&self) -> bool {
        self.text[..self.at].trim_end_matches([' ', '\t']).ends_with('\n') || self.at == 0
    }

    /// Reads the header of a TOML section: `[mcp_servers.git.env]`.
    fn begin_section(&mut self) {
        let line = self.text[self.at..].lines().next().unwrap_or_default();
        let head = line.trim_matches(|char: char| char.is_whitespace() || "[]".contains(char));
        // A comment may come after it.
        let head = head.split([']', '#']).next().unwrap_or_default();
        self.section = head.split('.').any(is_table);
        self.name = None;
        self.at += line.len().max(1);
    }
}

/// The values below `env:` and the like in YAML.
fn indented(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut kept: Option<usize> = None;
    let mut begins = 0;
    for line in text.split_inclusive('\n') {
        let start = begins;
        begins += line.len();
        let content = line.trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        if kept.is_some_and(|outer| indent > outer) {
            if let Some((name, value)) = content.split_once(": ") {
                let value_at = start + indent + name.len() + 2;
                let inner = value.trim().trim_matches(['"', '\'']);
                let skipped = value.find(inner).unwrap_or_default();
                found.push(value_at + skipped..value_at + skipped + inner.len());
            }
            continue;
        }
        let is_begin =
            content.strip_suffix(':').is_some_and(|name| is_table(name.trim_start_matches("- ")));
        kept = is_begin.then_some(indent);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is hidden in a text.
    fn kept(text: &str) -> Vec<&str> {
        values(text).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn variables_and_headers_of_json_are_kept_whatever_they_are_called() {
        let text = r#"{
  // Don't share.
  "mcpServers": {
    "gh": {
      "command": "npx", "args": ["-y", "server"],
      "env": {"FOO": "opaque", "DEBUG": "1", "BAR": "${BAR}", "OTHER": "${A:-opaque too}"},
      "headers": {"X-Key":
        "hunter2", "Authorization": "Bearer ${TOKEN}"}
    },
    "web": {"url": "https://a.example", "cwd": "a \"quoted\" folder", "env": {"A": "say \"b\""}}
  },
  "theme": "dark"
}"#;
        assert_eq!(kept(text), ["opaque", "${A:-opaque too}", "hunter2", "say \\\"b\\\""]);
        let none = r#"{"env": {"A": "opaque"}}"#;
        assert_eq!(kept(none), Vec::<&str>::new());
    }

    #[test]
    fn the_same_of_toml_is_kept_in_each_way_of_writing_it() {
        let text = "model = \"o4\" # don't\n\
                    [mcp_servers.gh]\ncommand = \"npx\"\nenv = { \"A\" = \"one\", B = 'two' }\n\
                    env.C = \"three\"\n\
                    [mcp_servers.gh.env] # keys\nD = \"four\"\n\
                    [mcp_servers.gh.http_headers]\n\"X-Key\" = \"five\"\n\
                    [mcp_servers.web]\nurl = \"https://a.example\"\nargs = [\"x\"]\n";
        assert_eq!(kept(text), ["one", "two", "three", "four", "five"]);
    }

    #[test]
    fn the_same_of_yaml_is_kept_as_far_as_it_is_indented() {
        let text = "mcpServers:\n  - name: gh\n    command: npx\n    env:\n      A: one\n      \
                    B: \"two\"\n    args:\n      - x\n  - name: web\n    url: https://a.example\n";
        assert_eq!(kept(text), ["one", "two"]);
    }
}
