//! The styles of words and code in a terminal.

use anstyle::{AnsiColor, Color, Effects, Style};
use vibeue_core::markdown::{CodeClass, Span, SpanStyle};

use crate::output::style;

/// Code in a language without highlighting, and inline code.
pub(super) const CODE: Style = AnsiColor::Cyan.on_default();

/// The style of words in a block with a base style.
pub(super) fn of_words(span: &Span, base: Style) -> Style {
    let style = match span.style {
        SpanStyle::Plain => base,
        SpanStyle::Strong => with(base, Effects::BOLD),
        SpanStyle::Emphasis => with(base, Effects::ITALIC),
        SpanStyle::Code => base.fg_color(Some(Color::Ansi(AnsiColor::Cyan))),
    };
    if span.link.is_some() { with(style, Effects::UNDERLINE) } else { style }
}

/// The style of a part of code.
pub(super) fn of_code(class: CodeClass) -> Style {
    match class {
        CodeClass::Plain => Style::new(),
        CodeClass::Keyword => AnsiColor::Magenta.on_default(),
        CodeClass::Type | CodeClass::Key => AnsiColor::Cyan.on_default(),
        CodeClass::Text | CodeClass::Added => AnsiColor::Green.on_default(),
        CodeClass::Number => AnsiColor::Yellow.on_default(),
        CodeClass::Comment => style::FAINT,
        CodeClass::Directive => AnsiColor::Blue.on_default(),
        CodeClass::Removed => AnsiColor::Red.on_default(),
    }
}

fn with(style: Style, effects: Effects) -> Style {
    style.effects(style.get_effects() | effects)
}
