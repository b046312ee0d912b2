//! The type of a property or a parameter.

use super::source::Source;
use super::token::TokenKind;

/// A C++ type, as far as reflection asks about it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CppType {
    /// The text as it is written, blanks brought into one form.
    pub text: String,
    /// The name without its template arguments: `TArray`, `FString`,
    /// `std::vector`.
    pub name: String,
    /// The template arguments.
    pub arguments: Vec<CppType>,
    /// Whether `const` occurs outside the template arguments.
    pub is_const: bool,
    /// How many `*` follow the name.
    pub pointers: u32,
    /// Whether `&` or `&&` follows the name.
    pub is_reference: bool,
}

/// Templates nested deeper than this are not types of a header.
const MAX_DEPTH: u32 = 16;

/// Words that come before a type without being part of it.
const NOT_TYPE: &[&str] = &[
    "static",
    "virtual",
    "inline",
    "explicit",
    "constexpr",
    "consteval",
    "mutable",
    "extern",
    "class",
    "struct",
    "enum",
    "typename",
    "volatile",
    "thread_local",
    "friend",
    "FORCEINLINE",
    "FORCENOINLINE",
    "UE_NODISCARD",
];

impl CppType {
    /// Reads the type that the words of `range` spell.
    #[must_use]
    pub(super) fn read(source: &Source<'_>, range: std::ops::Range<usize>) -> Self {
        read_type(source, range, 0)
    }

    /// This type and all the types in its template arguments.
    pub fn with_arguments(&self) -> Vec<&Self> {
        let mut all = vec![self];
        for argument in &self.arguments {
            all.extend(argument.with_arguments());
        }
        all
    }

    /// Whether this is not a type at all, or `void`.
    #[must_use]
    pub fn is_void(&self) -> bool {
        self.pointers == 0 && (self.name.is_empty() || self.name == "void")
    }
}

fn read_type(source: &Source<'_>, range: std::ops::Range<usize>, depth: u32) -> CppType {
    let mut cpp_type = CppType::default();
    let mut text: Vec<&str> = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let token = &source.code[at];
        let mut next = at + 1;
        match token.text {
            "const" => {
                cpp_type.is_const = true;
                text.push("const");
            }
            "UPARAM" | "UE_DEPRECATED" | "alignas"
                if at + 1 < range.end && source.code[at + 1].is_mark("(") =>
            {
                next = source.close(at + 1).min(range.end) + 1;
            }
            word if NOT_TYPE.contains(&word) || is_api_macro(word) => {}
            "[" => next = source.close(at).min(range.end) + 1,
            "*" => {
                cpp_type.pointers += 1;
                text.push("*");
            }
            "&" => {
                cpp_type.is_reference = true;
                text.push("&");
            }
            "<" if depth < MAX_DEPTH => {
                let end = end_of_angles(source, at, range.end);
                for argument in split_arguments(source, at + 1..end) {
                    cpp_type.arguments.push(read_type(source, argument, depth + 1));
                }
                next = end + 1;
                text.push("<>");
            }
            "(" => {
                // A function type as template argument, or an attribute.
                next = source.close(at).min(range.end) + 1;
                text.push("()");
            }
            word => {
                if matches!(token.kind, TokenKind::Identifier) || word == "::" {
                    cpp_type.name.push_str(word);
                }
                text.push(word);
            }
        }
        at = next;
    }
    cpp_type.text = join(&text, &cpp_type.arguments);
    cpp_type
}

/// `VIBEUE_API` and its like.
pub(super) fn is_api_macro(word: &str) -> bool {
    word.ends_with("_API") && word.bytes().all(|byte| !byte.is_ascii_lowercase())
}

fn join(words: &[&str], arguments: &[CppType]) -> String {
    let mut text = String::new();
    for word in words {
        let letter = |c: char| c.is_alphanumeric() || c == '_';
        if *word == "<>" {
            let inner: Vec<&str> =
                arguments.iter().map(|argument| argument.text.as_str()).collect();
            text.push_str(&format!("<{}>", inner.join(", ")));
            continue;
        }
        let blank = text.ends_with(|c| letter(c) || c == '>' || c == '*' || c == '&')
            && word.starts_with(letter);
        if blank {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

/// Where the template list that opens at `open` closes, at most `limit`.
pub(super) fn end_of_angles(source: &Source<'_>, open: usize, limit: usize) -> usize {
    let mut depth = 0usize;
    let mut at = open;
    while at < limit {
        match source.code[at].text {
            "<" => depth += 1,
            ">" => {
                depth -= 1;
                if depth == 0 {
                    return at;
                }
            }
            "(" | "[" | "{" => at = source.close(at),
            ";" => return at,
            _ => {}
        }
        at += 1;
    }
    limit
}

/// Splits at the commas that are in no bracket and no template.
pub(super) fn split_arguments(
    source: &Source<'_>,
    range: std::ops::Range<usize>,
) -> Vec<std::ops::Range<usize>> {
    let mut parts = Vec::new();
    let mut start = range.start;
    let mut depth = 0usize;
    // After `=` comes a default value, in which `<` compares.
    let mut in_value = false;
    let mut at = range.start;
    while at < range.end {
        match source.code[at].text {
            "<" if !in_value => depth += 1,
            ">" if !in_value => depth = depth.saturating_sub(1),
            "=" if depth == 0 => in_value = true,
            "(" | "[" | "{" => at = source.close(at).min(range.end),
            "," if depth == 0 => {
                parts.push(start..at);
                start = at + 1;
                in_value = false;
            }
            _ => {}
        }
        at += 1;
    }
    if start < range.end {
        parts.push(start..range.end);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> CppType {
        let source = Source::read("A.h", text);
        CppType::read(&source, 0..source.code.len())
    }

    #[test]
    fn a_type_is_read_with_its_arguments() {
        let name =
            |name: &str| CppType { text: name.into(), name: name.into(), ..CppType::default() };
        assert_eq!(
            read("static const TMap< FName,TObjectPtr<class UChat> >  &"),
            CppType {
                text: "const TMap<FName, TObjectPtr<UChat>>&".into(),
                name: "TMap".into(),
                arguments: vec![
                    name("FName"),
                    CppType {
                        text: "TObjectPtr<UChat>".into(),
                        name: "TObjectPtr".into(),
                        arguments: vec![name("UChat")],
                        ..CppType::default()
                    },
                ],
                is_const: true,
                pointers: 0,
                is_reference: true,
            }
        );
        assert_eq!(read("VIBEUE_API const UChat* const").text, "const UChat* const");
        assert_eq!(read("std::vector<int>").name, "std::vector");
        assert_eq!(read("TFunction<void(int32, bool)>").text, "TFunction<void()>");
        assert_eq!(read("unsigned int").text, "unsigned int");
    }

    #[test]
    fn torn_and_deep_types_are_read_without_end() {
        let _ = read("TArray<");
        let _ = read(">>>");
        let _ = read(&"TArray<".repeat(10_000));
        assert!(read("").is_void());
        assert_eq!(read("TArray<int32>").with_arguments().len(), 2);
    }

    #[test]
    fn arguments_are_split_where_no_bracket_is_open() {
        let source = Source::read("A.h", "TMap<A, B> X = (1, 2), int32 Y = 3 < 4, C");
        let parts: Vec<_> = split_arguments(&source, 0..source.code.len())
            .into_iter()
            .map(|range| source.words(range))
            .collect();
        assert_eq!(parts, ["TMap<A, B> X = (1, 2)", "int32 Y = 3 < 4", "C"]);
    }
}
