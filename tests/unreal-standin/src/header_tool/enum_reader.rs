//! Reading an enumeration.

use std::ops::Range;

use super::class_head::TypeHead;
use super::cpp_type::{is_api_macro, split_arguments};
use super::declaration::{Access, Enum, Enumerator, Place};
use super::source::Source;
use super::specifier::Specifiers;
use super::token::TokenKind;

/// An enumeration whose place is still to be filled in.
pub(super) struct ReadEnum {
    pub(super) found: Enum,
    /// The word that is its name.
    pub(super) name_at: usize,
    /// Where the next declaration begins.
    pub(super) next: usize,
}

/// Reads the enumeration whose keyword is at the start of `range`.
pub(super) fn read_enum(source: &Source<'_>, range: Range<usize>) -> TypeHead<ReadEnum> {
    let text = |at: usize| source.code.get(at).map_or("", |token| token.text);
    let limit = range.end;
    let mut at = range.start + 1;
    let is_scoped = matches!(text(at), "class" | "struct");
    if is_scoped {
        at += 1;
    }
    let mut name = None;
    let mut colon = None;
    while at < limit {
        match text(at) {
            "{" => break,
            ";" => return TypeHead::Forward(at + 1),
            ":" => colon = Some(at),
            "(" | "=" | "*" | "&" => return TypeHead::PartOfDeclarator,
            "[" => at = source.close(at).min(limit),
            word if colon.is_none()
                && source.code[at].kind == TokenKind::Identifier
                && !is_api_macro(word) =>
            {
                name = Some(at);
            }
            _ => {}
        }
        at += 1;
    }
    if at >= limit {
        return TypeHead::Torn;
    }
    let close = source.close(at).min(limit);
    let Some(name_at) = name else { return TypeHead::Nameless(close + 1) };
    let values = split_arguments(source, at + 1..close)
        .into_iter()
        .filter_map(|range| read_enumerator(source, range))
        .collect();
    let place = Place {
        line: source.code[name_at].line,
        doc: None,
        conditions: Vec::new(),
        access: Access::Public,
        scope: Vec::new(),
        marker: None,
    };
    let underlying = colon.map(|colon| source.words(colon + 1..at));
    let found = Enum { place, name: text(name_at).to_owned(), is_scoped, underlying, values };
    TypeHead::Found(ReadEnum { found, name_at, next: close + 1 })
}

fn read_enumerator(source: &Source<'_>, range: Range<usize>) -> Option<Enumerator> {
    let name = source.code.get(range.start)?;
    if name.kind != TokenKind::Identifier {
        return None;
    }
    let is = |at: usize, text: &str| source.code.get(at).is_some_and(|token| token.text == text);
    let umeta = range.clone().find(|at| is(*at, "UMETA"));
    let equals = (range.start..umeta.unwrap_or(range.end)).find(|at| is(*at, "="));
    let meta = umeta.filter(|at| is(at + 1, "(")).map_or(Vec::new(), |at| {
        let close = source.close(at + 1).min(range.end).max(at + 2);
        Specifiers::read(source, at + 2..close).list
    });
    let value = equals.map(|equals| source.words(equals + 1..umeta.unwrap_or(range.end)));
    Some(Enumerator {
        name: name.text.to_owned(),
        meta,
        doc: source.doc(range.start).map(str::to_owned),
        line: name.line,
        value,
    })
}
