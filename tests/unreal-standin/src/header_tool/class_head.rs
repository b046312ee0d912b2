//! Reading what comes before a type's body.

use std::ops::Range;

use super::cpp_type::{CppType, end_of_angles, is_api_macro, split_arguments};
use super::source::Source;
use super::token::TokenKind;

/// What the words after `class`, `struct`, `union` or `enum` turned out to be.
pub(super) enum TypeHead<T> {
    /// A type with a name and a body.
    Found(T),
    /// A forward declaration; the next declaration begins here.
    Forward(usize),
    /// A type without a name, passed over; the next declaration begins here.
    Nameless(usize),
    /// A type whose body never opens.
    Torn,
    /// A word before a type's name, as in `class UChat* Get();`.
    PartOfDeclarator,
}

/// The head of a class with a body.
pub(super) struct ClassHead {
    /// The word that is its name.
    pub(super) name: usize,
    /// Its export macro.
    pub(super) api: Option<String>,
    /// Its bases, without their access.
    pub(super) bases: Vec<CppType>,
    /// The word that opens its body.
    pub(super) open: usize,
}

/// Reads the head of the class whose keyword is at the start of `range`.
pub(super) fn read_class_head(source: &Source<'_>, range: Range<usize>) -> TypeHead<ClassHead> {
    let text = |at: usize| source.code.get(at).map_or("", |token| token.text);
    let limit = range.end;
    let mut at = range.start + 1;
    let mut colon = None;
    let mut name = None;
    let mut api = None;
    while at < limit {
        match text(at) {
            "{" => break,
            ":" if colon.is_none() => colon = Some(at),
            ";" => return TypeHead::Forward(at + 1),
            "(" if name.is_none() || text(at - 1) == "UE_DEPRECATED" => {
                at = source.close(at).min(limit);
            }
            "(" | "=" | "*" | "&" if colon.is_none() => return TypeHead::PartOfDeclarator,
            "<" => at = end_of_angles(source, at, limit),
            "[" | "(" => at = source.close(at).min(limit),
            word if colon.is_none() && source.code[at].kind == TokenKind::Identifier => {
                if is_api_macro(word) {
                    api = Some(word.to_owned());
                } else if !matches!(word, "final" | "alignas" | "UE_DEPRECATED") {
                    name = Some(at);
                }
            }
            _ => {}
        }
        at += 1;
    }
    if at >= limit {
        return TypeHead::Torn;
    }
    let Some(name) = name else {
        return TypeHead::Nameless(source.close(at).min(limit) + 1);
    };
    let bases = colon.map_or(Vec::new(), |colon| bases(source, colon + 1..at));
    TypeHead::Found(ClassHead { name, api, bases, open: at })
}

fn bases(source: &Source<'_>, range: Range<usize>) -> Vec<CppType> {
    let is_access = |at: &usize| {
        matches!(source.code[*at].text, "public" | "protected" | "private" | "virtual")
    };
    split_arguments(source, range)
        .into_iter()
        .map(|range| {
            let start = range.clone().find(|at| !is_access(at)).unwrap_or(range.end);
            CppType::read(source, start..range.end)
        })
        .collect()
}
