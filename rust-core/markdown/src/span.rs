//! Words and how they look.

/// Words that look the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// Their style.
    pub style: SpanStyle,
    /// The words, without marks.
    pub text: String,
    /// Where they lead; [`Link::of`](crate::Link::of) reads it. Never over the end of a line.
    pub link: Option<String>,
}

/// How words look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpanStyle {
    /// As the block does.
    Plain,
    /// Bold.
    Strong,
    /// Italic.
    Emphasis,
    /// Monospaced.
    Code,
}

/// Adds words to others; to the last ones, when these look the same.
pub(crate) fn push(spans: &mut Vec<Span>, style: SpanStyle, text: &str) {
    match spans.last_mut().filter(|last| last.style == style) {
        Some(last) => last.text.push_str(text),
        None if text.is_empty() => {}
        None => spans.push(Span { style, text: text.to_owned(), link: None }),
    }
}
