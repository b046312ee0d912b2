//! What is in the brackets of `UPROPERTY(…)` and its like.

use super::source::Source;
use super::token::TokenKind;

/// One word of a specifier list, with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Specifier {
    /// The word as it is written; the engine ignores its case.
    pub name: String,
    /// What comes after `=`: the text of a string, a word, or the words of a
    /// bracketed list joined by commas.
    pub value: Option<String>,
    /// The line on which it is, from 1.
    pub line: u32,
}

/// A whole list: specifiers, and the entries of `meta=(…)`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Specifiers {
    /// The specifiers, in order, without `meta`.
    pub list: Vec<Specifier>,
    /// The entries of every `meta=(…)`, in order.
    pub meta: Vec<Specifier>,
}

impl Specifiers {
    /// Whether the list has `name`, in any case.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.list.iter().any(|specifier| specifier.name.eq_ignore_ascii_case(name))
    }

    /// The specifier `name`, in any case.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Specifier> {
        self.list.iter().find(|specifier| specifier.name.eq_ignore_ascii_case(name))
    }

    /// The entry `name` of `meta`, in any case.
    #[must_use]
    pub fn meta(&self, name: &str) -> Option<&Specifier> {
        self.meta.iter().find(|specifier| specifier.name.eq_ignore_ascii_case(name))
    }

    /// Whether the entry `name` of `meta` is there and not switched off.
    #[must_use]
    pub fn meta_is_on(&self, name: &str) -> bool {
        self.meta(name).is_some_and(|entry| {
            !entry.value.as_deref().is_some_and(|value| value.trim().eq_ignore_ascii_case("false"))
        })
    }

    /// Reads the words between a macro's brackets; `range` is without them.
    #[must_use]
    pub(super) fn read(source: &Source<'_>, range: std::ops::Range<usize>) -> Self {
        let mut specifiers = Self::default();
        for specifier in read_list(source, range) {
            if specifier.0.name.eq_ignore_ascii_case("meta") {
                if let Some(inner) = specifier.1 {
                    let entries = read_list(source, inner);
                    specifiers.meta.extend(entries.into_iter().map(|(entry, _)| entry));
                }
            } else {
                specifiers.list.push(specifier.0);
            }
        }
        specifiers
    }
}

/// Reads `A, B = "x", C = (D, E)`; the range is that of a bracketed value.
fn read_list(
    source: &Source<'_>,
    range: std::ops::Range<usize>,
) -> Vec<(Specifier, Option<std::ops::Range<usize>>)> {
    let mut list = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let mut end = at;
        while end < range.end && !source.code[end].is_mark(",") {
            end = source.close(end).min(range.end.saturating_sub(1)).max(end) + 1;
        }
        let end = end.min(range.end);
        if at < end {
            list.push(read_one(source, at..end));
        }
        at = end + 1;
    }
    list
}

fn read_one(
    source: &Source<'_>,
    range: std::ops::Range<usize>,
) -> (Specifier, Option<std::ops::Range<usize>>) {
    let line = source.code[range.start].line;
    let equals = range.clone().find(|index| source.code[*index].is_mark("="));
    let name = source.words(range.start..equals.unwrap_or(range.end));
    let name = name.trim_matches('"').to_owned();
    let Some(equals) = equals else {
        return (Specifier { name, value: None, line }, None);
    };
    let value = equals + 1..range.end;
    let bracketed = source.code.get(value.start).is_some_and(|token| token.is_mark("("));
    if bracketed && value.start < range.end {
        let inner = value.start + 1..source.close(value.start).min(range.end);
        let words = source.code[inner.clone()].iter().filter(|token| !token.is_mark(","));
        let text = words
            .map(|token| token.string_content().unwrap_or(token.text))
            .collect::<Vec<_>>()
            .join(",");
        return (Specifier { name, value: Some(text), line }, Some(inner));
    }
    let strings = source.code[value.clone()].iter().all(|token| token.kind == TokenKind::String);
    let text = if strings {
        // Neighbouring literals are one, as the compiler sees them.
        source.code[value].iter().filter_map(|token| token.string_content()).map(unescape).collect()
    } else {
        source.words(value)
    };
    (Specifier { name, value: Some(text), line }, None)
}

/// Resolves the simple escapes of a literal; others stay as they are.
fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            plain.push(character);
            continue;
        }
        match characters.next() {
            Some('n') => plain.push('\n'),
            Some('t') => plain.push('\t'),
            Some(escaped @ ('"' | '\'' | '\\')) => plain.push(escaped),
            Some(other) => plain.extend(['\\', other]),
            None => plain.push('\\'),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Specifiers {
        let source = Source::read("A.h", text);
        Specifiers::read(&source, 0..source.code.len())
    }

    fn specifier(name: &str, value: Option<&str>) -> Specifier {
        Specifier { name: name.to_owned(), value: value.map(str::to_owned), line: 1 }
    }

    #[test]
    fn specifiers_and_meta_are_read_with_their_values() {
        let read = read(
            r#"Config, EditAnywhere, Category = "A|B", ClassGroup=(X, Y), Meta = (ClampMin = 0.5, ClampMax="1" , DisplayName="Say \"hi\"" " twice", PasswordField=true, Bitmask), "#,
        );
        assert_eq!(
            read,
            Specifiers {
                list: vec![
                    specifier("Config", None),
                    specifier("EditAnywhere", None),
                    specifier("Category", Some("A|B")),
                    specifier("ClassGroup", Some("X,Y")),
                ],
                meta: vec![
                    specifier("ClampMin", Some("0.5")),
                    specifier("ClampMax", Some("1")),
                    specifier("DisplayName", Some("Say \"hi\" twice")),
                    specifier("PasswordField", Some("true")),
                    specifier("Bitmask", None),
                ],
            }
        );
        assert!(read.has("config") && read.meta_is_on("passwordfield") && !read.has("meta"));
    }

    #[test]
    fn torn_lists_are_read_as_far_as_they_go() {
        for text in ["=", "A=(", "A=(B", ",,", "meta=(", "A = = B", "(", "A=(B))", "meta=(A=(B)"] {
            let _ = read(text);
        }
        assert_eq!(read("A=(B").list, [specifier("A", Some("B"))]);
        assert_eq!(read("meta=(A").meta, [specifier("A", None)]);
    }
}
