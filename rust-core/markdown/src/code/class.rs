//! What a part of code is.

/// What a part of code is, as far as a look is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CodeClass {
    /// Everything else: names, operators, blanks.
    Plain,
    /// A word of the language.
    Keyword,
    /// A type that the language, or Unreal by its prefix, says is one.
    Type,
    /// A text or a character between its quotes.
    Text,
    /// A number.
    Number,
    /// A comment.
    Comment,
    /// What speaks to a compiler or about the lines below: `#include`,
    /// `UPROPERTY`, a decorator, a section, the place of a difference.
    Directive,
    /// What a value belongs to, or a variable of a shell.
    Key,
    /// A line that a difference adds.
    Added,
    /// A line that a diff removes.
    Removed,
}

impl CodeClass {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Plain,
        Self::Keyword,
        Self::Type,
        Self::Text,
        Self::Number,
        Self::Comment,
        Self::Directive,
        Self::Key,
        Self::Added,
        Self::Removed,
    ];
}

/// A part of a line of code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodeSpan<'t> {
    /// What it is.
    pub class: CodeClass,
    /// The letters, never none.
    pub text: &'t str,
}
