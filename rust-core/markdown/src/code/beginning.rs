//! What a line is by its beginning.

use super::class::CodeClass;
use super::grammar::{Form, Grammar};

/// Cuts off the beginning of a line whose form says what it is; the words of the rest, from the
/// returned byte on, are examined.
pub(super) fn read(grammar: &Grammar, line: &str, add: &mut impl FnMut(CodeClass, usize)) -> usize {
    let indent = line.len() - line.trim_start().len();
    let text = &line[indent..];
    if grammar.form == Form::Difference {
        add(of_difference(line), line.len());
        return line.len();
    }
    if grammar.comments_begin_lines && grammar.comments.iter().any(|it| text.starts_with(it)) {
        add(CodeClass::Plain, indent);
        add(CodeClass::Comment, line.len());
        return line.len();
    }
    match grammar.form {
        Form::Pairs if text.starts_with('[') => {
            let end = text.rfind(']').map_or(line.len(), |at| indent + at + 1);
            add(CodeClass::Plain, indent);
            add(CodeClass::Directive, end);
            end
        }
        Form::Pairs => key(line, indent, find_outside(text, |_, c| c == '='), add),
        Form::Outline => {
            let dashes = text.len() - text.trim_start_matches("- ").len();
            let colon = find_outside(&text[dashes..], |rest, c| {
                c == ':' && (rest.len() == 1 || rest[1..].starts_with([' ', '\t']))
            });
            key(line, indent + dashes, colon, add)
        }
        Form::Code | Form::Difference => 0,
    }
}

/// Adds the key that begins at `from` if its separator was found.
fn key(
    line: &str,
    from: usize,
    separator: Option<usize>,
    add: &mut impl FnMut(CodeClass, usize),
) -> usize {
    let Some(separator) = separator else { return 0 };
    let end = from + line[from..from + separator].trim_end().len();
    add(CodeClass::Plain, from);
    add(CodeClass::Key, end);
    add(CodeClass::Plain, from + separator + 1);
    from + separator + 1
}

/// Finds a letter that is outside of quotes and comments; it is asked about
/// with the text from it on.
fn find_outside(text: &str, is: impl Fn(&str, char) -> bool) -> Option<usize> {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if matches!(c, '"' | '\'') => quote = Some(c),
            None if c == '#' => return None,
            None if is(&text[at..], c) => return Some(at),
            None => {}
        }
    }
    None
}

/// What a whole line of a difference is.
fn of_difference(line: &str) -> CodeClass {
    const ABOUT: [&str; 9] = [
        "@@",
        "+++ ",
        "--- ",
        "diff ",
        "index ",
        "rename ",
        "similarity ",
        "new file ",
        "deleted file ",
    ];
    match line.as_bytes().first() {
        _ if ABOUT.iter().any(|it| line.starts_with(it)) => CodeClass::Directive,
        Some(b'+') => CodeClass::Added,
        Some(b'-') => CodeClass::Removed,
        Some(b'\\') => CodeClass::Comment,
        _ => CodeClass::Plain,
    }
}
