//! What a source text defines and what it imports.

/// The outline of a source text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Outline<'t> {
    /// Names of the types and functions that it defines, in order; nested ones
    /// last.
    pub(super) defines: Vec<&'t str>,
    /// What it includes, imports or uses.
    pub(super) imports: Vec<&'t str>,
}

/// The maximum number of lines that are read.
const MOST_LINES: usize = 4_000;
/// The maximum number of names of one kind that are collected.
const MOST_NAMES: usize = 64;
/// The longest line that is read, in bytes: a longer one is not a definition
/// that the user wrote.
const LONGEST_LINE: usize = 400;

/// Words that may precede the word that says what is defined.
const MODIFIERS: [&str; 25] = [
    "export",
    "default",
    "declare",
    "pub",
    "public",
    "private",
    "protected",
    "internal",
    "static",
    "sealed",
    "abstract",
    "partial",
    "final",
    "async",
    "unsafe",
    "const",
    "extern",
    "inline",
    "constexpr",
    "virtual",
    "override",
    "readonly",
    "open",
    "typedef",
    "template",
];

/// Words that say what is defined.
const KINDS: [&str; 14] = [
    "class",
    "struct",
    "enum",
    "union",
    "interface",
    "trait",
    "record",
    "protocol",
    "fn",
    "def",
    "func",
    "function",
    "type",
    "macro_rules!",
];

impl<'t> Outline<'t> {
    /// Reads the outline of a text; empty if the text is not source code.
    pub(super) fn of(text: &'t str) -> Self {
        let mut outline = Self::default();
        let mut inner = Vec::new();
        let mut block = false;
        for raw in text.lines().take(MOST_LINES) {
            let line = bare(raw);
            if line.is_empty() || line.len() > LONGEST_LINE {
                continue;
            }
            let trimmed = line.trim_start();
            if block {
                // Go's `import ( … )`.
                block = !trimmed.starts_with(')');
                push(&mut outline.imports, quoted(trimmed));
                continue;
            }
            if trimmed == "import (" {
                block = true;
            } else if let Some(name) = imported(trimmed) {
                push(&mut outline.imports, Some(name));
            } else if let Some(name) = node_of_graph(trimmed).or_else(|| defined(trimmed)) {
                let own =
                    if line.len() == trimmed.len() { &mut outline.defines } else { &mut inner };
                push(own, Some(name));
            } else if line.len() == trimmed.len() {
                push(&mut outline.defines, member(line));
            }
        }
        inner.retain(|name| !outline.defines.contains(name));
        outline.defines.extend(inner);
        outline.defines.truncate(MOST_NAMES);
        outline
    }
}

fn push<'t>(names: &mut Vec<&'t str>, name: Option<&'t str>) {
    if let Some(name) = name
        && names.len() < MOST_NAMES
        && !names.contains(&name)
    {
        names.push(name);
    }
}

/// A line without the line number that viewers put before it; the text's own
/// indentation stays.
fn bare(line: &str) -> &str {
    let rest = line.trim_start();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 {
        return line.trim_end();
    }
    match rest.as_bytes().get(digits) {
        Some(b':' | b'|' | b'\t') => rest[digits + 1..].trim_end(),
        None => "",
        _ => line.trim_end(),
    }
}

/// What a line imports, if anything.
fn imported(line: &str) -> Option<&str> {
    if let Some(rest) = line.strip_prefix("#include") {
        let name = rest.trim().trim_matches(['"', '<', '>']);
        return Some(name.split(['"', '>']).next().unwrap_or(name)).filter(|it| is_name(it));
    }
    if let Some(rest) = line.strip_prefix("from ")
        && rest.contains(" import ")
    {
        return rest.split_whitespace().next();
    }
    for (lead, needs) in [("pub use ", ";"), ("use ", ";"), ("using ", ";")] {
        if let Some(rest) = line.strip_prefix(lead)
            && rest.ends_with(needs)
            && !rest.starts_with("namespace ")
        {
            let end = rest.find(['{', ';', '=', ' ']).unwrap_or(rest.len());
            return Some(rest[..end].trim_end_matches("::")).filter(|it| is_name(it));
        }
    }
    let rest = line.strip_prefix("import ")?;
    if let Some(name) = quoted(rest) {
        return Some(name);
    }
    let name = rest.split([' ', ';', ',']).next()?;
    // `import x` and `import x as y`, not a sentence that begins with that
    // word.
    let tail = rest[name.len()..].trim_start();
    let ends = tail.is_empty() || tail.starts_with([',', ';']) || tail.starts_with("as ");
    (ends && is_name(name)).then_some(name)
}

/// The text between the last pair of quotation marks.
fn quoted(text: &str) -> Option<&str> {
    let text = text.trim_end_matches([';', ' ', ')']);
    let mark = text.chars().next_back().filter(|it| matches!(it, '"' | '\''))?;
    let inner = &text[..text.len() - 1];
    let name = &inner[inner.rfind(mark)? + 1..];
    is_name(name).then_some(name)
}

fn is_name(text: &str) -> bool {
    (1..120).contains(&text.len()) && !text.contains(char::is_whitespace)
}

/// The name that a line defines, if any.
fn defined(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace().peekable();
    let mut modified = false;
    let mut word = words.next()?;
    let mut seen = 0;
    while seen < 6 && is_modifier(word) {
        // Rust's `const NAME` and TypeScript's `export const name = …`.
        let constant = word == "const" || word == "let";
        modified = modified || word == "export";
        word = words.next()?;
        seen += 1;
        if constant && modified && !KINDS.contains(&word) {
            return Some(identifier(word)).filter(|name| name.len() > 1);
        }
    }
    if !KINDS.contains(&word) && !word.starts_with("function*") {
        return None;
    }
    if line.starts_with("func (") {
        // Go's methods name their receiver first.
        let rest = line.split_once(')')?.1.trim_start();
        return Some(identifier(rest)).filter(|name| name.len() > 1);
    }
    let kind = word;
    let mut name = words.next()?;
    while matches!(name, "class" | "struct")
        || name.ends_with("_API")
        || name.starts_with("alignas")
    {
        name = words.next()?;
    }
    let found = identifier(name);
    if found.len() < 2 || !found.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        return None;
    }
    let from = found.as_ptr() as usize - line.as_ptr() as usize + found.len();
    let tail = line[from..].trim_start();
    let forward = line.ends_with(';') && !line.contains(['{', '=', '(']);
    let opens = tail.is_empty()
        || tail.starts_with(['{', '(', ':', '<', ';', '=', ','])
        || ["extends ", "implements ", "final", "where ", "struct", "interface", "for "]
            .iter()
            .any(|word| tail.starts_with(word));
    let behind = kind != "type"
        || tail.starts_with(['=', '<'])
        || tail.starts_with("struct")
        || tail.starts_with("interface")
        || tail.starts_with("func");
    (opens && behind && !forward).then_some(found)
}

fn is_modifier(word: &str) -> bool {
    MODIFIERS.contains(&word)
        || word.starts_with("pub(")
        || word.starts_with("template<")
        || word == "\"C\""
}

/// The identifier with which a text begins.
fn identifier(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
    &text[..end.unwrap_or(text.len())]
}

/// A member function that a C++ file defines: `void AVaultDoor::Open()`.
fn member(line: &str) -> Option<&str> {
    if line.ends_with(';') || line.starts_with(['#', '/', '*', '}', '"']) {
        return None;
    }
    let head = &line[..line.find('(')?];
    let scope = head.rfind("::")?;
    let named = |c: char| c.is_alphanumeric() || matches!(c, '_' | '~');
    let start = head[..scope].rfind(|c: char| !named(c) && c != ':').map_or(0, |at| at + 1);
    let name = &head[scope + 2..];
    let whole = &head[start..];
    (!name.is_empty() && name.chars().all(named) && scope > start && !head.contains('='))
        .then_some(whole)
}

/// A node or function of a Blueprint graph as the editor exports it.
fn node_of_graph(line: &str) -> Option<&str> {
    for key in ["CustomFunctionName=\"", "EventReference=(", "FunctionReference=("] {
        if let Some(rest) = line.strip_prefix(key) {
            let rest = match rest.split_once("MemberName=\"") {
                Some((_, name)) => name,
                None if key.ends_with('"') => rest,
                None => return None,
            };
            return rest.split('"').next().filter(|name| is_name(name));
        }
    }
    None
}

/// What kind of text a file holds, judged by its extension.
pub(super) fn kind_of(path: &str) -> Option<&'static str> {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let ending = name.rsplit_once('.')?.1.to_ascii_lowercase();
    Some(match ending.as_str() {
        "h" | "hpp" | "hh" | "inl" => "C++ header",
        "cpp" | "cc" | "cxx" | "c" => "C++",
        "rs" => "Rust",
        "py" | "pyi" => "Python",
        "ts" | "tsx" | "mts" => "TypeScript",
        "js" | "jsx" | "mjs" | "cjs" => "JavaScript",
        "cs" => "C#",
        "go" => "Go",
        "java" | "kt" => "Java",
        "md" | "rst" => "prose",
        "ini" | "toml" | "yaml" | "yml" | "cfg" => "settings",
        "json" | "uproject" | "uplugin" => "JSON",
        "csv" | "tsv" => "table",
        "log" => "log",
        "usf" | "ush" | "hlsl" => "shader",
        "t3d" | "copy" => "graph",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_says_what_it_defines_and_imports() {
        let cases: [(&str, &[&str], &[&str]); 9] = [
            (
                "   1\t#include \"Door.h\"\n   2\t\n   3\tclass UAudioComponent;\n   4\tclass GAME_API \
                 ADoor : public AActor\n   5\t{\n   6\t\tvoid Open();\n   7\t};\n   8\tenum class \
                 EDoor : uint8\n   9\tvoid ADoor::Open()\n  10\t{\n  11\tADoor::ADoor()\n",
                &["ADoor", "EDoor", "ADoor::Open", "ADoor::ADoor"],
                &["Door.h"],
            ),
            (
                "use std::fmt;\npub use a::b::{C, D};\npub struct Door<'a> {\nimpl Door<'_> {\n    \
                 pub(crate) async fn open(&self) {}\n}\npub enum Kind {\npub trait Opens {\nmod x;\n",
                &["Door", "Kind", "Opens", "open"],
                &["std::fmt", "a::b"],
            ),
            (
                "import os\nfrom a.b import c\nclass Door(Base):\n    def open(self):\n        \
                 pass\nasync def main():\nimport it all, please\n",
                &["Door", "main", "open"],
                &["os", "a.b"],
            ),
            (
                "import { x } from './door';\nimport React from \"react\";\nexport default class Door \
                 extends Base {\nexport const hinge = 3;\nexport interface Opens {\nexport type Id = \
                 string;\nfunction open() {\nexport async function shut(x) {\n",
                &["Door", "hinge", "Opens", "Id", "open", "shut"],
                &["./door", "react"],
            ),
            (
                "using System.IO;\nnamespace Game {\n    public sealed class Door : Base\n    {\n    \
                 internal record Hinge(int A);\n",
                &["Door", "Hinge"],
                &["System.IO"],
            ),
            (
                "package door\nimport (\n\t\"fmt\"\n\t\"os\"\n)\ntype Door struct {\nfunc (d *Door) \
                 Open() error {\nfunc main() {\n",
                &["Door", "Open", "main"],
                &["fmt", "os"],
            ),
            (
                "Begin Object Class=/Script/BlueprintGraph.K2Node_Event Name=\"K2Node_Event_0\"\n   \
                 EventReference=(MemberParent=\"/Script/Engine.Actor\",MemberName=\"ReceiveBeginPlay\")\n   \
                 CustomFunctionName=\"TryUnlock\"\n",
                &["ReceiveBeginPlay", "TryUnlock"],
                &[],
            ),
            ("The class of doors that open.\ntype a word\nimport what you like\n", &[], &[]),
            ("", &[], &[]),
        ];
        for (text, defines, imports) in cases {
            let outline = Outline::of(text);
            assert_eq!(outline.defines, defines, "{text}");
            assert_eq!(outline.imports, imports, "{text}");
        }
    }

    #[test]
    fn a_file_says_its_kind_by_its_name() {
        assert_eq!(kind_of("Source/Door.H"), Some("C++ header"));
        assert_eq!(kind_of("a\\b.py"), Some("Python"));
        assert_eq!(kind_of("a.b/README"), None);
        assert_eq!(kind_of(""), None);
    }
}
