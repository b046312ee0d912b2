//! Reading declarations, tolerantly: what it does not understand it skips, up to the next `;` or
//! closing bracket.

use std::ops::Range;

use super::class_head::{TypeHead, read_class_head};
use super::cpp_type::{end_of_angles, is_api_macro, split_arguments};
use super::declaration::{
    Access, BodyMacro, Class, ClassKind, Declaration, Enum, MacroCall, Marker, Place, StrayMarker,
};
use super::declarator::{self, Declarator};
use super::delegate_reader::read_delegate;
use super::enum_reader::read_enum;
use super::source::Source;
use super::specifier::Specifiers;
use super::token::TokenKind;

/// Types nested deeper than this are ignored.
const MAX_DEPTH: usize = 32;

/// The macros that mark a declaration for reflection.
const MARKERS: &[&str] =
    &["UCLASS", "USTRUCT", "UENUM", "UINTERFACE", "UFUNCTION", "UPROPERTY", "UDELEGATE"];

/// Reads all that `source` declares, in order; namespaces are flattened into
/// each declaration's scope.
#[must_use]
pub fn parse(source: &Source<'_>) -> Vec<Declaration> {
    let mut parser =
        Parser { source, scope: Vec::new(), found: Vec::new(), bodies: Vec::new(), depth: 0 };
    parser.declarations(0..source.code.len(), None);
    parser.found
}

struct Parser<'s, 'a> {
    source: &'s Source<'a>,
    scope: Vec<String>,
    found: Vec<Declaration>,
    bodies: Vec<BodyMacro>,
    depth: usize,
}

/// The class whose body is read.
struct Inside<'c> {
    name: &'c str,
    is_class: bool,
    access: Access,
}

/// A marker, with the word at which it is.
type Pending = Option<(Marker, usize)>;

impl<'a> Parser<'_, 'a> {
    fn text(&self, at: usize) -> &'a str {
        self.source.code.get(at).map_or("", |token| token.text)
    }

    fn declarations(&mut self, range: Range<usize>, mut inside: Option<Inside<'_>>) {
        let mut at = range.start;
        let mut pending: Pending = None;
        let mut is_first = true;
        while at < range.end {
            let next = self.one(at, range.end, &mut inside, &mut pending, is_first);
            is_first &= matches!(self.text(at), "public" | "protected" | "private" | ":" | ";");
            // Whatever happens, move on.
            at = next.max(at + 1);
        }
        self.drop_marker(&mut pending, "nothing follows that it could mark");
    }

    /// Reads one declaration at `at` and returns where the next begins.
    fn one(
        &mut self,
        at: usize,
        limit: usize,
        inside: &mut Option<Inside<'_>>,
        pending: &mut Pending,
        is_first: bool,
    ) -> usize {
        let word = self.text(at);
        match word {
            ";" | "}" | ")" => at + 1,
            "{" => self.source.close(at).min(limit) + 1,
            "[" => self.source.close(at).min(limit) + 1,
            "public" | "protected" | "private" if self.text(at + 1) == ":" => {
                if let Some(inside) = inside {
                    inside.access = match word {
                        "public" => Access::Public,
                        "protected" => Access::Protected,
                        _ => Access::Private,
                    };
                }
                at + 2
            }
            "inline" if self.text(at + 1) == "namespace" => at + 1,
            "namespace" => self.namespace(at, limit),
            "extern" if self.is_kind(at + 1, TokenKind::String) => {
                if self.text(at + 2) == "{" {
                    let close = self.source.close(at + 2).min(limit);
                    self.nested(at + 3..close, None);
                    close + 1
                } else {
                    at + 2
                }
            }
            "using" | "typedef" | "friend" | "static_assert" => self.end_of_statement(at, limit),
            "template" if self.text(at + 1) == "<" => end_of_angles(self.source, at + 1, limit) + 1,
            "UE_DEPRECATED" | "alignas" if self.text(at + 1) == "(" => {
                self.source.close(at + 1).min(limit) + 1
            }
            _ if MARKERS.contains(&word) && self.text(at + 1) == "(" => {
                self.marker(at, limit, pending)
            }
            _ if word.starts_with("GENERATED_") && word.contains("BODY") => {
                self.body_macro(at, limit, inside.as_mut(), is_first)
            }
            _ if word.starts_with("DECLARE_")
                && (word.contains("DELEGATE") || word.contains("EVENT"))
                && self.text(at + 1) == "(" =>
            {
                self.delegate(at, limit, inside.as_ref(), pending)
            }
            "enum" => self.enumeration(at, limit, inside.as_ref(), pending),
            "class" | "struct" | "union" => self.class(at, limit, inside.as_ref(), pending),
            _ if self.is_bare_macro(at, limit) => at + 1,
            _ if self.is_macro_statement(at, limit) => self.macro_statement(at, limit, pending),
            _ => self.variable_or_function(at, limit, inside.as_ref(), pending),
        }
    }

    /// Reads `UCLASS(…)` and its like.
    fn marker(&mut self, at: usize, limit: usize, pending: &mut Pending) -> usize {
        self.drop_marker(pending, "another macro of its kind follows at once");
        let close = self.source.close(at + 1).min(limit);
        let marker = Marker {
            name: self.text(at).to_owned(),
            specifiers: Specifiers::read(self.source, at + 2..close.max(at + 2)),
            line: self.source.code[at].line,
        };
        *pending = Some((marker, at));
        close + 1
    }

    /// Reads `GENERATED_BODY()` and its older forms.
    fn body_macro(
        &mut self,
        at: usize,
        limit: usize,
        inside: Option<&mut Inside<'_>>,
        is_first: bool,
    ) -> usize {
        let name = self.text(at).to_owned();
        // The macros end with an access of their own.
        if let Some(inside) = inside.filter(|inside| inside.is_class) {
            inside.access =
                if name == "GENERATED_UCLASS_BODY" { Access::Public } else { Access::Private };
        }
        self.bodies.push(BodyMacro { name, line: self.source.code[at].line, is_first });
        if self.text(at + 1) == "(" { self.source.close(at + 1).min(limit) + 1 } else { at + 1 }
    }

    fn is_kind(&self, at: usize, kind: TokenKind) -> bool {
        self.source.code.get(at).is_some_and(|token| token.kind == kind)
    }

    fn drop_marker(&mut self, pending: &mut Pending, problem: &str) {
        if let Some((marker, _)) = pending.take() {
            let problem = problem.to_owned();
            self.found.push(Declaration::Stray(StrayMarker { marker, problem }));
        }
    }

    fn place(&self, at: usize, inside: Option<&Inside<'_>>, pending: &mut Pending) -> Place {
        let (marker, first) = match pending.take() {
            Some((marker, first)) => (Some(marker), first),
            None => (None, at),
        };
        Place {
            line: self.source.code.get(at).map_or(0, |token| token.line),
            doc: self.source.doc(first).map(str::to_owned),
            conditions: self.source.conditions(first).to_vec(),
            access: inside.map_or(Access::Public, |inside| inside.access),
            scope: self.scope.clone(),
            marker,
        }
    }

    /// Reads what is in a namespace or a class and returns it.
    fn nested(&mut self, range: Range<usize>, inside: Option<Inside<'_>>) {
        if self.depth < MAX_DEPTH && range.start < range.end {
            self.depth += 1;
            self.declarations(range, inside);
            self.depth -= 1;
        }
    }

    fn namespace(&mut self, at: usize, limit: usize) -> usize {
        let mut open = at + 1;
        while open < limit && !matches!(self.text(open), "{" | ";" | "=") {
            open = self.source.close(open).min(limit) + 1;
        }
        if open >= limit || self.text(open) != "{" {
            return self.end_of_statement(at, limit);
        }
        let close = self.source.close(open).min(limit);
        let names: Vec<String> = self.source.code[at + 1..open]
            .iter()
            .filter(|token| token.kind == TokenKind::Identifier && token.text != "inline")
            .map(|token| token.text.to_owned())
            .collect();
        let outer = self.scope.len();
        if names.is_empty() {
            self.scope.push("(anonymous)".to_owned());
        }
        self.scope.extend(names);
        self.nested(open + 1..close, None);
        self.scope.truncate(outer);
        close + 1
    }

    fn end_of_statement(&self, at: usize, limit: usize) -> usize {
        let mut end = at;
        while end < limit && self.text(end) != ";" {
            end = self.source.close(end).min(limit) + 1;
        }
        end + 1
    }

    fn class(
        &mut self,
        at: usize,
        limit: usize,
        inside: Option<&Inside<'_>>,
        pending: &mut Pending,
    ) -> usize {
        let head = match read_class_head(self.source, at..limit) {
            TypeHead::Found(head) => head,
            TypeHead::Forward(next) => {
                self.drop_marker(pending, "a forward declaration follows, not the type's body");
                return next;
            }
            TypeHead::Nameless(next) => {
                self.drop_marker(pending, "the type behind it has no name");
                return next;
            }
            TypeHead::Torn => {
                self.drop_marker(pending, "the type behind it has no body");
                return limit;
            }
            TypeHead::PartOfDeclarator => {
                return self.variable_or_function(at, limit, inside, pending);
            }
        };
        let close = self.source.close(head.open).min(limit);
        let kind = match self.text(at) {
            "class" => ClassKind::Class,
            "struct" => ClassKind::Struct,
            _ => ClassKind::Union,
        };
        let name = self.text(head.name).to_owned();
        let place = self.place(head.name, inside, pending);
        let outer_found = std::mem::take(&mut self.found);
        let outer_bodies = std::mem::take(&mut self.bodies);
        self.scope.push(name.clone());
        let is_class = kind == ClassKind::Class;
        let access = if is_class { Access::Private } else { Access::Public };
        self.nested(head.open + 1..close, Some(Inside { name: &name, is_class, access }));
        self.scope.pop();
        let members = std::mem::replace(&mut self.found, outer_found);
        let bodies = std::mem::replace(&mut self.bodies, outer_bodies);
        let (api, bases) = (head.api, head.bases);
        self.found.push(Declaration::Class(Class {
            place,
            kind,
            name,
            api,
            bases,
            bodies,
            members,
        }));
        // What follows up to `;` names variables of the type.
        close + 1
    }

    fn enumeration(
        &mut self,
        at: usize,
        limit: usize,
        inside: Option<&Inside<'_>>,
        pending: &mut Pending,
    ) -> usize {
        match read_enum(self.source, at..limit) {
            TypeHead::Found(read) => {
                let place = self.place(read.name_at, inside, pending);
                self.found.push(Declaration::Enum(Enum { place, ..read.found }));
                read.next
            }
            TypeHead::Forward(next) => {
                self.drop_marker(pending, "a forward declaration follows, not the enumeration");
                next
            }
            TypeHead::Nameless(next) => {
                self.drop_marker(pending, "the enumeration behind it has no name");
                next
            }
            TypeHead::Torn => {
                self.drop_marker(pending, "the enumeration behind it has no body");
                limit
            }
            TypeHead::PartOfDeclarator => self.variable_or_function(at, limit, inside, pending),
        }
    }

    fn delegate(
        &mut self,
        at: usize,
        limit: usize,
        inside: Option<&Inside<'_>>,
        pending: &mut Pending,
    ) -> usize {
        let place = self.place(at, inside, pending);
        let close = self.source.close(at + 1).min(limit);
        self.found.push(Declaration::Delegate(read_delegate(self.source, at..close, place)));
        close + 1
    }

    /// Whether a macro without brackets is alone on its line:
    /// `PRAGMA_DISABLE_DEPRECATION_WARNINGS`.
    fn is_bare_macro(&self, at: usize, limit: usize) -> bool {
        let word = self.text(at);
        let shouts = word.contains('_')
            && word
                .bytes()
                .all(|byte| byte == b'_' || byte.is_ascii_uppercase() || byte.is_ascii_digit());
        shouts
            && !is_api_macro(word)
            && (at + 1 >= limit || self.source.code[at + 1].line > self.source.code[at].line)
    }

    /// Whether a macro is at `at` that is a statement of its own:
    /// `SLATE_END_ARGS()`, `IMPLEMENT_MODULE(…)`.
    fn is_macro_statement(&self, at: usize, limit: usize) -> bool {
        let word = self.text(at);
        let shouts = word.len() > 2
            && word
                .bytes()
                .all(|byte| byte == b'_' || byte.is_ascii_uppercase() || byte.is_ascii_digit());
        if !shouts || !self.is_kind(at, TokenKind::Identifier) || self.text(at + 1) != "(" {
            return false;
        }
        let close = self.source.close(at + 1);
        if close >= limit {
            return true;
        }
        let next = close + 1;
        if next >= limit || word.starts_with("SLATE_") {
            return true;
        }
        match self.text(next) {
            ";" | "}" => true,
            "{" | ":" | "const" | "->" | "noexcept" | "override" => false,
            _ => self.source.code[next].line > self.source.code[close].line,
        }
    }

    fn macro_statement(&mut self, at: usize, limit: usize, pending: &mut Pending) -> usize {
        self.drop_marker(pending, "a macro follows that declares neither a type nor a member");
        let close = self.source.close(at + 1).min(limit);
        let arguments = split_arguments(self.source, at + 2..close.max(at + 2))
            .into_iter()
            .map(|range| self.source.words(range))
            .collect();
        self.found.push(Declaration::Macro(MacroCall {
            name: self.text(at).to_owned(),
            arguments,
            line: self.source.code[at].line,
        }));
        // `SLATE_BEGIN_ARGS(SChat) : _Title() {}` is a constructor.
        if self.text(at) == "SLATE_BEGIN_ARGS" {
            let mut end = close + 1;
            if self.text(end) == ":" {
                while end < limit && !matches!(self.text(end), "{" | ";") {
                    end = self.source.close(end).min(limit) + 1;
                }
            }
            if self.text(end) == "{" {
                return self.source.close(end).min(limit) + 1;
            }
        }
        close + 1
    }

    fn variable_or_function(
        &mut self,
        at: usize,
        limit: usize,
        inside: Option<&Inside<'_>>,
        pending: &mut Pending,
    ) -> usize {
        let (declarator, end) = declarator::read(self.source, at..limit, inside.map(|i| i.name));
        match declarator {
            Some(Declarator::Function(mut function)) => {
                let name_at = function.1;
                function.0.place = self.place(at, inside, pending);
                function.0.place.line = self.source.code.get(name_at).map_or(0, |token| token.line);
                self.found.push(Declaration::Function(function.0));
            }
            Some(Declarator::Property(mut property)) => {
                let name_at = property.1;
                property.0.place = self.place(at, inside, pending);
                property.0.place.line = self.source.code.get(name_at).map_or(0, |token| token.line);
                self.found.push(Declaration::Property(property.0));
            }
            None => self.drop_marker(pending, "what follows is not a declaration that can be read"),
        }
        end
    }
}

#[cfg(test)]
mod tests;
