//! Passwords that a program takes as the value of a short option.

use std::ops::Range;

use super::name::Name;
use super::value::{Form, is_secret};

/// A program whose short option takes a password.
struct Program {
    name: &'static str,
    /// The option's letter; the same letter in the other case means something
    /// else.
    option: u8,
    /// The value may be the next word. If it may not, the program asks for the password if there is
    /// none after the letter.
    apart: bool,
}

const fn program(name: &'static str, option: u8, apart: bool) -> Program {
    Program { name, option, apart }
}

const PROGRAMS: [Program; 13] = [
    program("mysql", b'p', false),
    program("mysqldump", b'p', false),
    program("mysqladmin", b'p', false),
    program("mysqlimport", b'p', false),
    program("mariadb", b'p', false),
    program("mariadb-dump", b'p', false),
    program("7z", b'p', false),
    program("sshpass", b'p', true),
    program("p4", b'P', true),
    program("sqlcmd", b'P', true),
    program("bcp", b'P', true),
    program("unzip", b'P', true),
    program("zip", b'P', true),
];

/// How far before the option its program may be, in bytes.
const REACH: usize = 400;

/// The password after ` -p` or ` -P` on the command line of a program that
/// takes one there.
pub(super) fn secret(text: &str, at: Range<usize>) -> Option<Range<usize>> {
    let letter = *text.as_bytes().get(at.end.checked_sub(1)?)?;
    let head = &text[text.ceil_char_boundary(at.start.saturating_sub(REACH))..at.start];
    let command = head.rsplit(['\n', '|', ';', '&', '(', '`']).next().unwrap_or(head);
    let called = |program: &&Program| {
        let base = |word: &str| word.rsplit(['/', '\\', '"', '\'']).next() == Some(program.name);
        program.option == letter && command.split_whitespace().any(base)
    };
    let program = PROGRAMS.iter().find(called)?;
    let rest = &text[at.end..];
    let apart = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    if apart > 0 && !program.apart {
        return None;
    }
    let start = at.end + apart;
    let rest = &text[start..];
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
    let (start, length) = match quote {
        Some(quote) => (start + 1, rest[1..].find([quote, '\n'])?),
        None => (
            start,
            rest.find(|c: char| c.is_whitespace() || "\"'`|\\<>".contains(c)).unwrap_or(rest.len()),
        ),
    };
    let value = start..start + length;
    // The next word of a sentence about the option is hardly a password.
    let form = if apart > 0 { Form::Prose } else { Form::Plain };
    is_secret(Name::Password, &text[value.clone()], form).then_some(value)
}
