//! Reading one variable or function.

use std::ops::Range;

use super::cpp_type::{CppType, end_of_angles, is_api_macro, split_arguments};
use super::declaration::{Access, Function, Parameter, Place, Property};
use super::source::Source;
use super::specifier::Specifiers;
use super::token::TokenKind;

/// What [`read`] found, with the word at which its name is.
pub(super) enum Declarator {
    Function((Function, usize)),
    Property((Property, usize)),
}

/// Reads the declaration at the start of `range`; returns also where the next
/// one begins. `class` is the class whose body this is.
pub(super) fn read(
    source: &Source<'_>,
    range: Range<usize>,
    class: Option<&str>,
) -> (Option<Declarator>, usize) {
    let mut reader = Reader { source, range: range.clone(), class };
    let head = reader.head();
    match head.stop {
        Stop::Parenthesis(open) => reader.function(&head, open),
        Stop::Other(at) => reader.property(&head, at),
    }
}

struct Reader<'s, 'a, 'c> {
    source: &'s Source<'a>,
    range: Range<usize>,
    class: Option<&'c str>,
}

/// A declaration up to the end of its name.
struct Head {
    name: Option<Range<usize>>,
    stop: Stop,
}

enum Stop {
    /// The parameters of a function open here.
    Parenthesis(usize),
    /// Something else ends the name here: `;`, `=`, `{`, `[`, `:`, `,`.
    Other(usize),
}

impl<'a> Reader<'_, 'a, '_> {
    fn text(&self, at: usize) -> &'a str {
        if at < self.range.end {
            self.source.code.get(at).map_or("", |token| token.text)
        } else {
            ""
        }
    }

    fn is_name(&self, at: usize) -> bool {
        at < self.range.end
            && self.source.code.get(at).is_some_and(|token| token.kind == TokenKind::Identifier)
    }

    /// Goes to where the name ends.
    fn head(&mut self) -> Head {
        let mut at = self.range.start;
        let mut name: Option<Range<usize>> = None;
        while at < self.range.end {
            match self.text(at) {
                ";" | "=" | "{" | "," | "}" | ":" => break,
                "[" if self.text(at + 1) == "[" => at = self.source.close(at),
                "[" => break,
                "operator" => {
                    // `operator()` has brackets in its name.
                    let mut open = at + 1;
                    if self.text(open) == "(" {
                        open = self.source.close(open) + 1;
                    }
                    while open < self.range.end && !matches!(self.text(open), "(" | ";" | "{") {
                        open += 1;
                    }
                    let open = open.min(self.range.end);
                    return match self.text(open) {
                        "(" => Head { name: Some(at..open), stop: Stop::Parenthesis(open) },
                        _ => Head { name: Some(at..open), stop: Stop::Other(open) },
                    };
                }
                "<" => at = end_of_angles(self.source, at, self.range.end),
                "(" => {
                    let before = if at > self.range.start { self.text(at - 1) } else { "" };
                    let is_attribute = matches!(
                        before,
                        "decltype" | "alignas" | "UE_DEPRECATED" | "UPARAM" | "__declspec"
                    ) || matches!(before, "explicit" | "noexcept");
                    let points_to_function = self.text(at + 1) == "*" || self.text(at + 1) == "&";
                    if points_to_function && self.text(self.source.close(at) + 1) == "(" {
                        // `void (*Callback)(int32)`: a variable.
                        let inner = at + 2..self.source.close(at);
                        let name = inner.clone().find(|at| self.is_name(*at)).map(|at| at..at + 1);
                        let parameters = self.source.close(at) + 1;
                        let end = self.source.close(parameters) + 1;
                        return Head { name, stop: Stop::Other(end.min(self.range.end)) };
                    }
                    if !is_attribute && name.is_some() {
                        return Head { name, stop: Stop::Parenthesis(at) };
                    }
                    at = self.source.close(at);
                }
                "~" => {
                    // `UChat::~UChat`: the class before it is part of the name.
                    let start =
                        name.filter(|name| name.end + 1 == at).map_or(at, |name| name.start);
                    name = Some(start..at + 1);
                }
                word if self.is_name(at) => {
                    let before = if at > self.range.start { self.text(at - 1) } else { "" };
                    let goes_on = matches!(before, "::" | "~");
                    if let Some(name) = name.as_mut().filter(|name| goes_on && name.end + 1 >= at) {
                        name.end = at + 1;
                    } else if !is_specifier(word) {
                        name = Some(at..at + 1);
                    }
                }
                _ => {}
            }
            at += 1;
        }
        Head { name, stop: Stop::Other(at.min(self.range.end)) }
    }

    fn has_word(&self, range: Range<usize>, word: &str) -> bool {
        self.source.code[range].iter().any(|token| token.is_word(word))
    }

    fn function(&self, head: &Head, open: usize) -> (Option<Declarator>, usize) {
        let close = self.source.close(open).min(self.range.end);
        let (tail, body, end) = self.tail(close + 1);
        let Some(name) = head.name.clone() else { return (None, end) };
        let words = self.source.words(name.clone()).replace(' ', "");
        let (qualifier, plain) = match words.rsplit_once("::") {
            Some((qualifier, plain)) => (Some(qualifier.to_owned()), plain.to_owned()),
            None => (None, words),
        };
        let before = self.range.start..name.start;
        let owner = qualifier.as_deref().map(|text| text.rsplit("::").next().unwrap_or(text));
        let is_constructor = plain.starts_with('~') || Some(plain.as_str()) == owner.or(self.class);
        let returns = CppType::read(self.source, before.clone());
        if returns.text.is_empty() && !is_constructor && !plain.starts_with("operator") {
            // A call or a macro, no declaration.
            return (None, end);
        }
        let function = Function {
            place: nowhere(),
            qualifier,
            returns,
            parameters: self.parameters(open + 1..close),
            is_static: self.has_word(before.clone(), "static"),
            is_const: self.has_word(tail.clone(), "const"),
            is_virtual: self.has_word(before, "virtual")
                || self.has_word(tail.clone(), "override")
                || self.has_word(tail, "final"),
            body,
            name: plain,
        };
        (Some(Declarator::Function((function, name.end - 1))), end)
    }

    /// What follows a function's parameters: the words up to the body or `;`,
    /// the body, where the next declaration begins.
    fn tail(&self, start: usize) -> (Range<usize>, Option<Range<usize>>, usize) {
        let start = start.min(self.range.end);
        let mut at = start;
        let mut initializers = false;
        while at < self.range.end {
            match self.text(at) {
                ";" => return (start..at, None, at + 1),
                "}" => return (start..at, None, at),
                ":" => {
                    initializers = true;
                    at += 1;
                }
                "{" => {
                    let close = self.source.close(at).min(self.range.end);
                    // `: Member{1}` is followed by a comma or by the body.
                    if initializers
                        && (self.is_name(at - 1) || self.text(at - 1) == ">")
                        && matches!(self.text(close + 1), "," | "{")
                    {
                        at = close + 1;
                        continue;
                    }
                    return (start..at, Some(at + 1..close), close + 1);
                }
                _ => at = self.source.close(at).min(self.range.end) + 1,
            }
        }
        (start..at.min(self.range.end), None, self.range.end)
    }

    fn parameters(&self, range: Range<usize>) -> Vec<Parameter> {
        if range.start >= range.end {
            return Vec::new();
        }
        let parts = split_arguments(self.source, range);
        parts
            .into_iter()
            .map(|part| self.parameter(part))
            .filter(|parameter| !(parameter.cpp_type.is_void() && parameter.name.is_empty()))
            .collect()
    }

    fn parameter(&self, range: Range<usize>) -> Parameter {
        let mut range = range;
        let mut specifiers = None;
        if self.text(range.start) == "UPARAM" && self.text(range.start + 1) == "(" {
            let close = self.source.close(range.start + 1).min(range.end);
            specifiers =
                Some(Specifiers::read(self.source, range.start + 2..close.max(range.start + 2)));
            range.start = (close + 1).min(range.end);
        }
        let equals = range.clone().find(|at| self.source.code[*at].is_mark("="));
        let default = equals.map(|at| self.source.words(at + 1..range.end));
        let end = equals.unwrap_or(range.end);
        // The last word is the name, if a type comes before it.
        let last = (range.start..end).rev().find(|at| self.source.code[*at].text != "]");
        let name = last.filter(|at| {
            self.is_name(*at)
                && !matches!(self.text(*at), "const" | "int" | "bool" | "float" | "double" | "char")
                && *at > range.start
                && self.text(at - 1) != "::"
                && !self.source.code[range.start..*at].iter().all(|token| {
                    matches!(token.text, "const" | "class" | "struct" | "enum" | "typename")
                })
        });
        let type_end = name.unwrap_or(end);
        Parameter {
            cpp_type: CppType::read(self.source, range.start..type_end),
            name: name.map_or(String::new(), |at| self.text(at).to_owned()),
            default,
            specifiers,
        }
    }

    fn property(&self, head: &Head, stop: usize) -> (Option<Declarator>, usize) {
        let mut at = stop;
        let mut is_array = false;
        let mut is_bit_field = false;
        let mut default = None;
        let mut has_siblings = false;
        while at < self.range.end {
            match self.text(at) {
                ";" | "}" => break,
                "[" => {
                    is_array = true;
                    at = self.source.close(at) + 1;
                }
                ":" => {
                    is_bit_field = true;
                    at += 1;
                }
                "," => {
                    has_siblings = true;
                    at += 1;
                }
                "=" | "{" if default.is_none() => {
                    let end = if self.text(at) == "{" {
                        self.source.close(at).min(self.range.end)
                    } else {
                        self.end_of_value(at + 1)
                    };
                    default = Some(self.source.words((at + 1).min(end)..end));
                    at = if self.text(at) == "{" { end + 1 } else { end };
                }
                _ => at = self.source.close(at).min(self.range.end) + 1,
            }
        }
        let end = if self.text(at) == ";" { at + 1 } else { at };
        let Some(name) = head.name.clone() else { return (None, end) };
        let before = self.range.start..name.start;
        let cpp_type = CppType::read(self.source, before.clone());
        // A function that is declared with braces and a body is not a variable.
        if cpp_type.text.is_empty() || before.is_empty() {
            return (None, end);
        }
        let property = Property {
            place: nowhere(),
            cpp_type,
            name: self.source.words(name.clone()),
            default,
            is_static: self.has_word(before, "static"),
            is_array,
            is_bit_field,
            has_siblings,
        };
        (Some(Declarator::Property((property, name.end - 1))), end)
    }

    fn end_of_value(&self, start: usize) -> usize {
        let mut at = start;
        let mut may_be_template = true;
        while at < self.range.end && !matches!(self.text(at), ";" | "," | "}") {
            if may_be_template && self.text(at) == "<" && self.is_name(at - 1) {
                let end = end_of_angles(self.source, at, self.range.end);
                // A comparison rather than a template, if it never closes; those that follow are
                // none, either.
                may_be_template = self.text(end) == ">";
                at = if may_be_template { end + 1 } else { at + 1 };
            } else {
                at = self.source.close(at).min(self.range.end) + 1;
            }
        }
        at.min(self.range.end)
    }
}

/// Words that cannot be a declaration's name.
fn is_specifier(word: &str) -> bool {
    is_api_macro(word)
        || matches!(
            word,
            "static"
                | "virtual"
                | "inline"
                | "explicit"
                | "constexpr"
                | "consteval"
                | "mutable"
                | "extern"
                | "const"
                | "volatile"
                | "class"
                | "struct"
                | "enum"
                | "typename"
                | "FORCEINLINE"
                | "FORCENOINLINE"
                | "UE_NODISCARD"
                | "thread_local"
                | "noexcept"
                | "friend"
                | "decltype"
                | "alignas"
                | "return"
                | "UE_DEPRECATED"
                | "UPARAM"
        )
}

fn nowhere() -> Place {
    Place {
        line: 0,
        doc: None,
        conditions: Vec::new(),
        access: Access::Public,
        scope: Vec::new(),
        marker: None,
    }
}
