//! What a header or source declares.

use std::ops::Range;

use super::cpp_type::CppType;
use super::specifier::{Specifier, Specifiers};

/// What a class's members may be reached from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// From everywhere.
    Public,
    /// From derived classes.
    Protected,
    /// Only from the class.
    Private,
}

/// One of the macros that mark a declaration for reflection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marker {
    /// The macro's name: `UCLASS`, `UPROPERTY`, …
    pub name: String,
    /// What is in its brackets.
    pub specifiers: Specifiers,
    /// The line on which it is, from 1.
    pub line: u32,
}

/// Where a declaration is, and what is said about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The line of its name, from 1.
    pub line: u32,
    /// The comment before it (before its marker, if it has one).
    pub doc: Option<String>,
    /// The preprocessor conditions it is under, outermost first.
    pub conditions: Vec<String>,
    /// Who may reach it; `Public` outside classes.
    pub access: Access,
    /// The namespaces and classes around it, outermost first.
    pub scope: Vec<String>,
    /// The marker before it.
    pub marker: Option<Marker>,
}

impl Place {
    /// The specifiers of the marker, or none.
    #[must_use]
    pub fn specifiers(&self) -> Option<&Specifiers> {
        self.marker.as_ref().map(|marker| &marker.specifiers)
    }
}

/// What kind of type a [`Class`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClassKind {
    /// Declared with `class`.
    Class,
    /// Declared with `struct`.
    Struct,
    /// Declared with `union`.
    Union,
}

/// `GENERATED_BODY()` or one of its older forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BodyMacro {
    /// The macro's name.
    pub name: String,
    /// The line on which it is, from 1.
    pub line: u32,
    /// Whether nothing but an access specifier comes before it in the class.
    pub is_first: bool,
}

/// A class, struct or union with its body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// Where it is.
    pub place: Place,
    /// What it is declared with.
    pub kind: ClassKind,
    /// Its name.
    pub name: String,
    /// Its export macro, `VIBEUE_API`.
    pub api: Option<String>,
    /// Its bases with their template arguments, in order.
    pub bases: Vec<CppType>,
    /// The body macros in it.
    pub bodies: Vec<BodyMacro>,
    /// Its members in order, nested types included.
    pub members: Vec<Declaration>,
}

impl Class {
    /// Its member functions.
    pub fn functions(&self) -> impl Iterator<Item = &Function> {
        self.members.iter().filter_map(|member| match member {
            Declaration::Function(function) => Some(function),
            _ => None,
        })
    }

    /// Its member variables.
    pub fn properties(&self) -> impl Iterator<Item = &Property> {
        self.members.iter().filter_map(|member| match member {
            Declaration::Property(property) => Some(property),
            _ => None,
        })
    }
}

/// A value of an enumeration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enumerator {
    /// Its name.
    pub name: String,
    /// The entries of its `UMETA(…)`.
    pub meta: Vec<Specifier>,
    /// The comment before it.
    pub doc: Option<String>,
    /// The line on which it is, from 1.
    pub line: u32,
    /// The words after `=`.
    pub value: Option<String>,
}

/// An enumeration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enum {
    /// Where it is.
    pub place: Place,
    /// Its name.
    pub name: String,
    /// Whether it is an `enum class`.
    pub is_scoped: bool,
    /// The type after the colon.
    pub underlying: Option<String>,
    /// Its values, in order.
    pub values: Vec<Enumerator>,
}

/// A variable: of a class, or of a namespace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// Where it is.
    pub place: Place,
    /// Its type.
    pub cpp_type: CppType,
    /// Its name.
    pub name: String,
    /// The words of its initializer.
    pub default: Option<String>,
    /// Whether it is `static`.
    pub is_static: bool,
    /// Whether it is an array, `X[4]`.
    pub is_array: bool,
    /// Whether it is a bit field, `bX : 1`.
    pub is_bit_field: bool,
    /// Whether further names follow in the same declaration.
    pub has_siblings: bool,
}

/// A parameter of a function or a delegate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Its type.
    pub cpp_type: CppType,
    /// Its name; empty if it has none.
    pub name: String,
    /// The words of its default value.
    pub default: Option<String>,
    /// What is in its `UPARAM(…)`.
    pub specifiers: Option<Specifiers>,
}

/// A function: of a class, or of a namespace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// Where it is.
    pub place: Place,
    /// Its name without what comes before `::`; `~UChat` for a destructor.
    pub name: String,
    /// What comes before the name and `::`, as in `UChat::Send`.
    pub qualifier: Option<String>,
    /// What it returns; empty for constructors and destructors.
    pub returns: CppType,
    /// Its parameters, in order.
    pub parameters: Vec<Parameter>,
    /// Whether it is `static`.
    pub is_static: bool,
    /// Whether it is `const`.
    pub is_const: bool,
    /// Whether it is `virtual` or an `override`.
    pub is_virtual: bool,
    /// The words of its body, as indices of the source's code.
    pub body: Option<Range<usize>>,
}

impl Function {
    /// The class that it belongs to, by its qualifier or its scope.
    #[must_use]
    pub fn class_name(&self) -> Option<&str> {
        let qualifier =
            self.qualifier.as_deref().map(|name| name.rsplit("::").next().unwrap_or(name));
        qualifier.or_else(|| self.place.scope.last().map(String::as_str))
    }
}

/// A `DECLARE_…DELEGATE…` macro.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delegate {
    /// Where it is.
    pub place: Place,
    /// The macro's name.
    pub macro_name: String,
    /// The delegate type's name.
    pub name: String,
    /// The arguments after the name, as they are written.
    pub arguments: Vec<String>,
    /// The types of its parameters, in order.
    pub parameters: Vec<Parameter>,
}

impl Delegate {
    /// Whether Blueprint and reflection know it.
    #[must_use]
    pub fn is_dynamic(&self) -> bool {
        self.macro_name.starts_with("DECLARE_DYNAMIC_")
    }

    /// Whether many may listen to it.
    #[must_use]
    pub fn is_multicast(&self) -> bool {
        self.macro_name.contains("MULTICAST") || self.macro_name.starts_with("DECLARE_EVENT")
    }
}

/// A macro in the place of a declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MacroCall {
    /// Its name.
    pub name: String,
    /// Its arguments, as they are written.
    pub arguments: Vec<String>,
    /// The line on which it is, from 1.
    pub line: u32,
}

/// A marker that comes before nothing it could mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrayMarker {
    /// The marker.
    pub marker: Marker,
    /// What is wrong, as a sentence without its end.
    pub problem: String,
}

/// One thing that a source declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Declaration {
    /// A class, struct or union.
    Class(Class),
    /// An enumeration.
    Enum(Enum),
    /// A variable.
    Property(Property),
    /// A function.
    Function(Function),
    /// A delegate type.
    Delegate(Delegate),
    /// A macro on its own.
    Macro(MacroCall),
    /// A marker that marks nothing.
    Stray(StrayMarker),
}
