//! The looks of code in a terminal.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use vibeue_core::markdown::{CodeClass, CodeSpan};

use crate::output::{Printable, style};

/// Shows a line of code in its looks, each closed behind its letters.
pub(super) fn show(spans: &[CodeSpan<'_>], out: &mut String) {
    for span in spans {
        let look = look(span.class);
        let _ = write!(out, "{look}{}{look:#}", Printable(span.text));
    }
}

fn look(class: CodeClass) -> Style {
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
