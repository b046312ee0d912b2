//! What is to be known of a language.

use super::words;

/// What a line is before its words are examined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Words of a program.
    Code,
    /// `key = value` with `[sections]`.
    Pairs,
    /// `key: value`.
    Outline,
    /// Added and removed lines.
    Difference,
}

/// What is between quotes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Quote {
    pub(super) open: &'static str,
    pub(super) close: &'static str,
    /// A backslash makes the next letter one of the text.
    pub(super) escapes: bool,
    /// Whether it may continue in the next line.
    pub(super) goes_on: bool,
}

/// How a language marks that a text is taken as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Raw {
    /// It does not.
    None,
    /// `R"mark(…)mark"`.
    Delimited,
    /// `r#"…"#`.
    Hashes,
    /// `@"…"`.
    At,
}

/// What is to be known of a language.
#[derive(Debug)]
pub(super) struct Grammar {
    pub(super) form: Form,
    /// What begins a comment to the end of the line.
    pub(super) comments: &'static [&'static str],
    /// Comments are only at the beginning of a line.
    pub(super) comments_begin_lines: bool,
    /// A comment with a beginning and an end.
    pub(super) block_comment: Option<(&'static str, &'static str)>,
    /// Whether such comments may be nested.
    pub(super) nests: bool,
    /// The longest first if one is a prefix of another.
    pub(super) quotes: &'static [Quote],
    pub(super) raw: Raw,
    /// Letters that may directly precede a quote and belong to it.
    pub(super) prefixes: &'static [&'static str],
    pub(super) keywords: &'static [&'static str],
    pub(super) types: &'static [&'static str],
    /// A name with a capital is a type.
    pub(super) capitals_are_types: bool,
    /// Unreal's prefixes are those of types, and `CAPITALS(` is a macro.
    pub(super) is_unreals: bool,
    /// What makes the word after it a directive.
    pub(super) directive: Option<char>,
    /// What makes the name after it a variable.
    pub(super) variable: Option<char>,
    /// A text before a colon is a key.
    pub(super) texts_are_keys: bool,
    /// `'` and a name without another `'` is a lifetime.
    pub(super) has_lifetimes: bool,
}

const LINE: Quote = Quote { open: "\"", close: "\"", escapes: true, goes_on: false };
const SINGLE: Quote = Quote { open: "'", close: "'", escapes: true, goes_on: false };
const THREE: Quote = Quote { open: "\"\"\"", close: "\"\"\"", escapes: true, goes_on: true };
const THREE_SINGLE: Quote = Quote { open: "'''", close: "'''", escapes: true, goes_on: true };

const PLAIN: Grammar = Grammar {
    form: Form::Code,
    comments: &["//"],
    comments_begin_lines: false,
    block_comment: Some(("/*", "*/")),
    nests: false,
    quotes: &[LINE, SINGLE],
    raw: Raw::None,
    prefixes: &[],
    keywords: &[],
    types: &[],
    capitals_are_types: false,
    is_unreals: false,
    directive: None,
    variable: None,
    texts_are_keys: false,
    has_lifetimes: false,
};

pub(super) static CPP: Grammar = Grammar {
    raw: Raw::Delimited,
    prefixes: &["L", "U", "u", "u8"],
    keywords: words::CPP,
    types: words::CPP_TYPES,
    is_unreals: true,
    directive: Some('#'),
    ..PLAIN
};

pub(super) static CSHARP: Grammar = Grammar {
    quotes: &[THREE, LINE, SINGLE],
    raw: Raw::At,
    keywords: words::CSHARP,
    types: words::CSHARP_TYPES,
    directive: Some('#'),
    ..PLAIN
};

pub(super) static RUST: Grammar = Grammar {
    nests: true,
    quotes: &[Quote { open: "\"", close: "\"", escapes: true, goes_on: true }, SINGLE],
    raw: Raw::Hashes,
    prefixes: &["b", "c"],
    keywords: words::RUST,
    types: words::RUST_TYPES,
    capitals_are_types: true,
    has_lifetimes: true,
    ..PLAIN
};

pub(super) static PYTHON: Grammar = Grammar {
    comments: &["#"],
    block_comment: None,
    quotes: &[THREE, THREE_SINGLE, LINE, SINGLE],
    prefixes: &[
        "r", "R", "b", "B", "f", "F", "u", "U", "rb", "Rb", "rB", "RB", "br", "bR", "Br", "BR",
        "rf", "Rf", "rF", "RF", "fr", "fR", "Fr", "FR",
    ],
    keywords: words::PYTHON,
    types: words::PYTHON_TYPES,
    directive: Some('@'),
    ..PLAIN
};

pub(super) static JAVASCRIPT: Grammar = Grammar {
    quotes: &[LINE, SINGLE, Quote { open: "`", close: "`", escapes: true, goes_on: true }],
    keywords: words::JAVASCRIPT,
    types: words::JAVASCRIPT_TYPES,
    directive: Some('@'),
    ..PLAIN
};

pub(super) static JSON: Grammar = Grammar { keywords: words::JSON, texts_are_keys: true, ..PLAIN };

pub(super) static INI: Grammar = Grammar {
    form: Form::Pairs,
    comments: &[";", "#"],
    comments_begin_lines: true,
    block_comment: None,
    quotes: &[LINE],
    keywords: words::VALUES,
    ..PLAIN
};

pub(super) static TOML: Grammar = Grammar {
    form: Form::Pairs,
    comments: &["#"],
    block_comment: None,
    quotes: &[
        THREE,
        Quote { open: "'''", close: "'''", escapes: false, goes_on: true },
        LINE,
        Quote { open: "'", close: "'", escapes: false, goes_on: false },
    ],
    keywords: words::VALUES,
    ..PLAIN
};

pub(super) static YAML: Grammar = Grammar {
    form: Form::Outline,
    comments: &["#"],
    block_comment: None,
    quotes: &[LINE, Quote { open: "'", close: "'", escapes: false, goes_on: false }],
    keywords: words::VALUES,
    ..PLAIN
};

pub(super) static SHELL: Grammar = Grammar {
    comments: &["#"],
    block_comment: None,
    quotes: &[
        Quote { open: "\"", close: "\"", escapes: true, goes_on: true },
        Quote { open: "'", close: "'", escapes: false, goes_on: true },
    ],
    keywords: words::SHELL,
    variable: Some('$'),
    ..PLAIN
};

pub(super) static DIFF: Grammar =
    Grammar { form: Form::Difference, comments: &[], block_comment: None, quotes: &[], ..PLAIN };

pub(super) static LUA: Grammar = Grammar {
    comments: &["--"],
    block_comment: Some(("--[[", "]]")),
    quotes: &[LINE, SINGLE, Quote { open: "[[", close: "]]", escapes: false, goes_on: true }],
    keywords: words::LUA,
    ..PLAIN
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_in_order_for_they_are_looked_up_by_halves() {
        for grammar in [&CPP, &CSHARP, &RUST, &PYTHON, &JAVASCRIPT, &JSON, &INI, &SHELL, &LUA] {
            assert!(grammar.keywords.is_sorted(), "{:?}", grammar.keywords);
            assert!(grammar.types.is_sorted(), "{:?}", grammar.types);
        }
    }

    #[test]
    fn a_longer_quote_is_looked_for_before_the_one_that_begins_it() {
        for grammar in [&CPP, &CSHARP, &RUST, &PYTHON, &JAVASCRIPT, &TOML, &YAML, &SHELL, &LUA] {
            for (at, quote) in grammar.quotes.iter().enumerate() {
                let hidden = grammar.quotes[..at].iter().any(|it| quote.open.starts_with(it.open));
                assert!(!hidden, "{}", quote.open);
            }
        }
    }
}
