//! A source with what it declares.

use super::declaration::{Class, Declaration, Delegate, Enum, Function};
use super::parser::parse;
use super::source::Source;

/// A C++ header or source, taken apart and read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsedFile<'a> {
    /// Its text and words.
    pub source: Source<'a>,
    /// What it declares, in order.
    pub declarations: Vec<Declaration>,
    /// The module that it belongs to.
    pub module: String,
}

impl<'a> ParsedFile<'a> {
    /// Reads the file at `path` of `module`.
    #[must_use]
    pub fn read(path: &'a str, text: &'a str, module: &str) -> Self {
        let source = Source::read(path, text);
        let declarations = parse(&source);
        Self { source, declarations, module: module.to_owned() }
    }

    /// Whether this is a header.
    #[must_use]
    pub fn is_header(&self) -> bool {
        self.source.path.ends_with(".h")
    }

    /// Whether this is a header for other modules to include.
    #[must_use]
    pub fn is_public_header(&self) -> bool {
        self.is_header()
            && ["/Public/", "/Classes/"].iter().any(|folder| self.source.path.contains(folder))
    }

    /// The file's name without folder and ending.
    #[must_use]
    pub fn stem(&self) -> &str {
        let name = self.source.path.rsplit('/').next().unwrap_or(self.source.path);
        name.split_once('.').map_or(name, |(stem, _)| stem)
    }

    /// All declarations, those inside types included, types before their
    /// members.
    #[must_use]
    pub fn all(&self) -> Vec<&Declaration> {
        let mut all = Vec::new();
        collect(&self.declarations, &mut all);
        all
    }

    /// All classes, structs and unions, nested ones included.
    #[must_use]
    pub fn classes(&self) -> Vec<&Class> {
        self.pick(|declaration| match declaration {
            Declaration::Class(class) => Some(class),
            _ => None,
        })
    }

    /// All enumerations, nested ones included.
    #[must_use]
    pub fn enums(&self) -> Vec<&Enum> {
        self.pick(|declaration| match declaration {
            Declaration::Enum(found) => Some(found),
            _ => None,
        })
    }

    /// All delegate types.
    #[must_use]
    pub fn delegates(&self) -> Vec<&Delegate> {
        self.pick(|declaration| match declaration {
            Declaration::Delegate(delegate) => Some(delegate),
            _ => None,
        })
    }

    /// All functions, of classes and of namespaces.
    #[must_use]
    pub fn functions(&self) -> Vec<&Function> {
        self.pick(|declaration| match declaration {
            Declaration::Function(function) => Some(function),
            _ => None,
        })
    }

    /// Whether it declares a type that reflection must know.
    #[must_use]
    pub fn has_reflected_types(&self) -> bool {
        self.classes().iter().any(|class| class.place.marker.is_some())
            || self.enums().iter().any(|found| found.place.marker.is_some())
            || self.delegates().iter().any(|delegate| delegate.is_dynamic())
    }

    /// The line of the first macro that marks a class or an enumeration.
    pub(crate) fn first_marker(&self) -> Option<u32> {
        let (classes, enums) = (self.classes(), self.enums());
        let places = classes.iter().map(|it| &it.place).chain(enums.iter().map(|it| &it.place));
        places.filter_map(|place| place.marker.as_ref()).map(|marker| marker.line).min()
    }

    fn pick<'s, T>(&'s self, pick: impl Fn(&'s Declaration) -> Option<&'s T>) -> Vec<&'s T> {
        self.all().into_iter().filter_map(pick).collect()
    }
}

fn collect<'s>(declarations: &'s [Declaration], all: &mut Vec<&'s Declaration>) {
    for declaration in declarations {
        all.push(declaration);
        if let Declaration::Class(class) = declaration {
            collect(&class.members, all);
        }
    }
}
