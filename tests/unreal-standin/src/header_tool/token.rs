//! One word of a C++ source.

/// What a [`Token`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// A name or a keyword.
    Identifier,
    /// A number, with its suffix and separators.
    Number,
    /// A string literal, with its prefix and quotes, raw or not.
    String,
    /// A character literal, with its prefix and quotes.
    Character,
    /// One punctuation mark; `::` and `->` are one mark, `>>` is two, because
    /// it may close two templates.
    Punctuation,
    /// A comment, with its marks.
    Comment,
    /// A whole preprocessor line, with its continuation lines.
    Directive,
}

/// One word of a source, as a piece of the source's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token<'a> {
    /// What it is.
    pub kind: TokenKind,
    /// Its text as it is in the source.
    pub text: &'a str,
    /// The line on which it begins, from 1.
    pub line: u32,
    /// Where it begins in the source, in bytes.
    pub offset: usize,
}

impl Token<'_> {
    /// Whether this is the name or keyword `word`.
    #[must_use]
    pub fn is_word(&self, word: &str) -> bool {
        self.kind == TokenKind::Identifier && self.text == word
    }

    /// Whether this is the punctuation `mark`.
    #[must_use]
    pub fn is_mark(&self, mark: &str) -> bool {
        self.kind == TokenKind::Punctuation && self.text == mark
    }

    /// Where it ends in the source, in bytes.
    #[must_use]
    pub fn end(&self) -> usize {
        self.offset + self.text.len()
    }

    /// The content of a string literal without prefix and quotes, escapes as
    /// they were written; `None` for other tokens.
    #[must_use]
    pub fn string_content(&self) -> Option<&str> {
        if self.kind != TokenKind::String {
            return None;
        }
        let open = self.text.find('"')?;
        let inner = &self.text[open + 1..];
        let inner = inner.strip_suffix('"').unwrap_or(inner);
        if !self.text[..open].ends_with('R') {
            return Some(inner);
        }
        let (delimiter, body) = inner.split_once('(')?;
        Some(body.strip_suffix(delimiter).and_then(|body| body.strip_suffix(')')).unwrap_or(body))
    }
}
