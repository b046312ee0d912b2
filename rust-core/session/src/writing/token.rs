//! The word at the caret that may be completed.

/// A place between two characters of a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Caret {
    /// The line, from 0.
    pub line: usize,
    /// Units of UTF-16 before it in its line, as editors count.
    pub column: usize,
}

/// What a word that is being typed may become.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// A command: the text begins with its slash.
    Command,
    /// Something that is mentioned: the word begins with `@`.
    Mention,
}

/// A word that is being typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// What it may become.
    pub kind: TokenKind,
    /// What was typed after the slash or the `@`, up to the caret; without a quote.
    pub typed: String,
    /// The line, from 0.
    pub line: usize,
    /// Where the word begins, with its sign: units of UTF-16 in its line.
    pub from: usize,
    /// Where it ends, which may be after the caret.
    pub to: usize,
}

/// Finds the word at the caret; `None` if it is not one that is completed.
pub fn token_at(text: &str, caret: Caret) -> Option<Token> {
    let line = text.split('\n').nth(caret.line)?;
    let line = line.strip_suffix('\r').unwrap_or(line);
    let at = byte_of(line, caret.column);
    let (before, behind) = line.split_at(at);
    let (kind, start) = match before.rfind('@').filter(|&at| begins_mention(before, at)) {
        Some(start) => (TokenKind::Mention, start),
        None if caret.line == 0 && before.starts_with('/') => (TokenKind::Command, 0),
        None => return None,
    };
    let typed = &before[start + 1..];
    let rest = match kind {
        TokenKind::Command if typed.starts_with('/') || typed.contains(char::is_whitespace) => {
            return None;
        }
        TokenKind::Command => behind.find(char::is_whitespace).unwrap_or(behind.len()),
        // A quoted name extends to its closing quote.
        TokenKind::Mention if typed.starts_with('"') => match typed[1..].contains('"') {
            true => return None,
            false => behind.find('"').map_or(0, |end| end + 1),
        },
        TokenKind::Mention if typed.contains(char::is_whitespace) => return None,
        TokenKind::Mention => behind.find(char::is_whitespace).unwrap_or(behind.len()),
    };
    let typed = typed.strip_prefix('"').unwrap_or(typed).to_owned();
    let units = |text: &str| text.encode_utf16().count();
    let (from, to) = (units(&before[..start]), units(&line[..at + rest]));
    Some(Token { kind, typed, line: caret.line, from, to })
}

/// Replaces a token by words; returns the text, and the caret after the words.
pub fn put(text: &str, token: &Token, words: &str) -> (String, Caret) {
    let mut out = String::with_capacity(text.len() + words.len());
    let mut caret = Caret { line: token.line, column: token.from };
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            out.push('\n');
        }
        if at != token.line {
            out.push_str(line);
            continue;
        }
        let from = byte_of(line, token.from);
        let to = byte_of(line, token.to).max(from);
        out.push_str(&line[..from]);
        out.push_str(words);
        caret.column += words.encode_utf16().count();
        // One blank is enough.
        let rest = &line[to..];
        out.push_str(match words.ends_with(' ') {
            true => rest.strip_prefix(' ').unwrap_or(rest),
            false => rest,
        });
    }
    (out, caret)
}

/// Whether an `@` begins a mention: not the one in an address.
pub(super) fn begins_mention(text: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    before.is_none_or(|it| it.is_whitespace() || "([{<\"'".contains(it))
}

/// The byte offset of a column; the line's end if it is shorter.
fn byte_of(line: &str, column: usize) -> usize {
    let mut units = 0;
    for (at, letter) in line.char_indices() {
        if units >= column {
            return at;
        }
        units += letter.len_utf16();
    }
    line.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The token where `|` is.
    fn at(text: &str) -> Option<(TokenKind, String, usize, usize)> {
        let before = text.split('|').next().unwrap();
        let line = before.matches('\n').count();
        let column = before.rsplit('\n').next().unwrap().encode_utf16().count();
        let token = token_at(&text.replacen('|', "", 1), Caret { line, column })?;
        assert_eq!(token.line, line);
        Some((token.kind, token.typed, token.from, token.to))
    }

    #[test]
    fn the_word_at_the_caret_is_found_with_its_ends() {
        use TokenKind::{Command, Mention};
        let token = |kind, typed: &str, from, to| Some((kind, typed.to_owned(), from, to));
        assert_eq!(at("/co|"), token(Command, "co", 0, 3));
        assert_eq!(at("/co|ntext now"), token(Command, "co", 0, 8));
        assert_eq!(at("see @So|urce/a.cpp now"), token(Mention, "So", 4, 17));
        assert_eq!(at("/pin\n日本 (@Do|"), token(Mention, "Do", 4, 7));
        assert_eq!(at("😀 @|\r\n"), token(Mention, "", 3, 4));
        assert_eq!(at("@\"My Fi|le.txt\" x"), token(Mention, "My Fi", 0, 14));
        assert_eq!(at("/summarize @a|"), token(Mention, "a", 11, 13));
        for none in
            ["//co|", "/context |", "a /co|", "x\n/co|", "me@home|", "@a b|", "@\"a\" |", "|"]
        {
            assert_eq!(at(none), None, "{none}");
        }
    }

    #[test]
    fn a_caret_beyond_the_text_is_at_its_end_or_nowhere() {
        let far = Caret { line: 0, column: usize::MAX };
        assert_eq!(token_at("@a", far).map(|it| it.to), Some(2));
        assert_eq!(token_at("@a", Caret { line: 7, column: 0 }), None);
    }

    #[test]
    fn words_replace_the_token_and_the_caret_follows_them() {
        let put_at = |text: &str, line, column, words: &str| {
            put(text, &token_at(text, Caret { line, column }).unwrap(), words)
        };
        let caret = |line, column| Caret { line, column };
        assert_eq!(put_at("/co", 0, 3, "/context "), ("/context ".to_owned(), caret(0, 9)));
        assert_eq!(
            put_at("😀 see @Do now\r\nand", 0, 9, "@Door.cpp "),
            ("😀 see @Door.cpp now\r\nand".to_owned(), caret(0, 17))
        );
        assert_eq!(put_at("a\n(@x", 1, 3, "@y"), ("a\n(@y".to_owned(), caret(1, 3)));
    }
}
