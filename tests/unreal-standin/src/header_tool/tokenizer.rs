//! Taking a C++ or C# source apart into words, without ever giving up.

use super::token::{Token, TokenKind};

/// The language of a source; they differ in their string literals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// C++: raw strings `R"x(…)x"`, prefixes `u8`, `u`, `U`, `L`.
    Cpp,
    /// C#: verbatim strings `@"…"`, interpolated strings `$"…"`.
    CSharp,
}

/// Takes `source` apart.
///
/// Never fails: a string that is not closed ends with its line, a comment or a
/// raw string that is not closed ends with the file, and a character that no
/// language knows is a punctuation mark. Takes time in proportion to the text.
#[must_use]
pub fn tokenize(source: &str, language: Language) -> Vec<Token<'_>> {
    let mut tokenizer = Tokenizer {
        source,
        bytes: source.as_bytes(),
        language,
        offset: source.len() - source.trim_start_matches('\u{feff}').len(),
        line: 1,
        tokens: Vec::with_capacity(source.len() / 6),
    };
    tokenizer.run();
    tokenizer.tokens
}

struct Tokenizer<'a> {
    source: &'a str,
    bytes: &'a [u8],
    language: Language,
    offset: usize,
    line: u32,
    tokens: Vec<Token<'a>>,
}

impl Tokenizer<'_> {
    fn run(&mut self) {
        let mut line_is_blank = true;
        while let Some(byte) = self.byte(0) {
            let start = self.offset;
            match byte {
                b'\n' => {
                    self.offset += 1;
                    self.line += 1;
                    line_is_blank = true;
                    continue;
                }
                b' ' | b'\t' | b'\r' | b'\x0b' | b'\x0c' => {
                    self.offset += 1;
                    continue;
                }
                // A spliced line continues as if it had not ended.
                b'\\' if self.splice_length(0) > 0 => {
                    self.offset += self.splice_length(0);
                    self.line += 1;
                    continue;
                }
                b'#' if line_is_blank => self.directive(),
                b'/' if self.byte(1) == Some(b'/') => {
                    let end = self.end_of_logical_line(start);
                    self.push(TokenKind::Comment, end);
                }
                b'/' if self.byte(1) == Some(b'*') => {
                    let end = self.end_of_block_comment(start);
                    self.push(TokenKind::Comment, end);
                }
                b'"' => {
                    let end = self.end_of_quoted(start);
                    self.push(TokenKind::String, end);
                }
                b'\'' => {
                    let end = self.end_of_quoted(start);
                    self.push(TokenKind::Character, end);
                }
                b'@' | b'$' if self.language == Language::CSharp => self.csharp_string(),
                b'0'..=b'9' => self.number(),
                b'.' if matches!(self.byte(1), Some(b'0'..=b'9')) => self.number(),
                b'_' | b'a'..=b'z' | b'A'..=b'Z' => self.word(),
                b':' if self.byte(1) == Some(b':') => self.push(TokenKind::Punctuation, start + 2),
                b'-' if self.byte(1) == Some(b'>') => self.push(TokenKind::Punctuation, start + 2),
                128.. => self.word(),
                _ => self.push(TokenKind::Punctuation, start + 1),
            }
            line_is_blank = false;
        }
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.offset + ahead).copied()
    }

    /// Adds the text up to `end` as a token and goes there.
    fn push(&mut self, kind: TokenKind, end: usize) {
        let text = &self.source[self.offset..end];
        self.tokens.push(Token { kind, text, line: self.line, offset: self.offset });
        self.line += newlines(text);
        self.offset = end;
    }

    /// Length of a backslash and the line end after it; 0 if there is none.
    fn splice_length(&self, ahead: usize) -> usize {
        splice_length(&self.bytes[self.offset + ahead..])
    }

    fn directive(&mut self) {
        let end = self.end_of_directive(self.offset);
        self.push(TokenKind::Directive, end);
    }

    /// The end of a preprocessor line: its comments are left to be tokens of
    /// their own, so that a block comment may run on.
    fn end_of_directive(&self, start: usize) -> usize {
        let mut at = start;
        while at < self.bytes.len() {
            match self.bytes[at] {
                b'\n' => break,
                b'\\' if splice_length(&self.bytes[at..]) > 0 => {
                    at += splice_length(&self.bytes[at..]);
                }
                b'"' => at = self.end_of_quoted(at),
                b'/' if matches!(self.bytes.get(at + 1), Some(b'/' | b'*')) => break,
                _ => at += 1,
            }
        }
        start + self.source[start..at].trim_end().len()
    }

    fn end_of_logical_line(&self, start: usize) -> usize {
        let mut at = start;
        while at < self.bytes.len() {
            match self.bytes[at] {
                b'\n' => break,
                b'\\' if splice_length(&self.bytes[at..]) > 0 => {
                    at += splice_length(&self.bytes[at..]);
                }
                _ => at += 1,
            }
        }
        start + self.source[start..at].trim_end_matches('\r').len()
    }

    fn end_of_block_comment(&self, start: usize) -> usize {
        self.source[start + 2..].find("*/").map_or(self.source.len(), |found| start + found + 4)
    }

    /// The end of a string or character that opens at `start`.
    fn end_of_quoted(&self, start: usize) -> usize {
        let quote = self.bytes[start];
        let mut at = start + 1;
        while at < self.bytes.len() {
            match self.bytes[at] {
                b'\n' => break,
                b'\\' if splice_length(&self.bytes[at..]) > 0 => {
                    at += splice_length(&self.bytes[at..]);
                }
                // The escaped character may be wider than a byte: continue byte by byte, since no
                // continuation byte is a quote or a line end.
                b'\\' if self.bytes.get(at + 1).is_some_and(|&next| next != b'\n') => at += 2,
                byte if byte == quote => return at + 1,
                _ => at += 1,
            }
        }
        let end = floor_char_boundary(self.source, at);
        start + self.source[start..end].trim_end_matches('\r').len().max(1)
    }

    fn number(&mut self) {
        let mut at = self.offset;
        while let Some(&byte) = self.bytes.get(at) {
            let exponent_sign = matches!(byte, b'+' | b'-')
                && at > self.offset
                && matches!(self.bytes[at - 1], b'e' | b'E' | b'p' | b'P')
                && !(self.bytes[at - 1] | 0x20 == b'e'
                    && self.source[self.offset..at].starts_with("0x"));
            // A digit separator is between digits.
            let separator = byte == b'\''
                && self.language == Language::Cpp
                && self.bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric);
            if byte.is_ascii_alphanumeric()
                || matches!(byte, b'.' | b'_')
                || exponent_sign
                || separator
            {
                at += 1;
            } else {
                break;
            }
        }
        self.push(TokenKind::Number, at);
    }

    fn word(&mut self) {
        let mut at = self.offset;
        while self
            .bytes
            .get(at)
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || is_letter(*byte))
        {
            at += 1;
        }
        let prefix = &self.source[self.offset..at];
        if self.language == Language::Cpp && self.bytes.get(at) == Some(&b'"') {
            if matches!(prefix, "R" | "LR" | "uR" | "UR" | "u8R") {
                let end = self.end_of_raw_string(at);
                return self.push(TokenKind::String, end);
            }
            if matches!(prefix, "L" | "u" | "U" | "u8") {
                let end = self.end_of_quoted(at);
                return self.push(TokenKind::String, end);
            }
        }
        if self.language == Language::Cpp
            && self.bytes.get(at) == Some(&b'\'')
            && matches!(prefix, "L" | "u" | "U" | "u8")
        {
            let end = self.end_of_quoted(at);
            return self.push(TokenKind::Character, end);
        }
        self.push(TokenKind::Identifier, at);
    }

    /// The end of a raw string whose quote is at `quote`.
    fn end_of_raw_string(&self, quote: usize) -> usize {
        let body = &self.source[quote + 1..];
        // The standard allows 16 characters of delimiter.
        let Some(open) = body.bytes().take(17).position(|byte| byte == b'(') else {
            return self.end_of_quoted(quote);
        };
        let close = format!("){}\"", &body[..open]);
        body[open..]
            .find(&close)
            .map_or(self.source.len(), |found| quote + 1 + open + found + close.len())
    }

    /// A string of C# that begins with `@` or `$`, or only the mark.
    fn csharp_string(&mut self) {
        let mut at = self.offset;
        while matches!(self.bytes.get(at), Some(b'@' | b'$')) && at < self.offset + 2 {
            at += 1;
        }
        if self.bytes.get(at) != Some(&b'"') {
            return self.push(TokenKind::Punctuation, self.offset + 1);
        }
        if !self.source[self.offset..at].contains('@') {
            let end = self.end_of_quoted(at);
            return self.push(TokenKind::String, end);
        }
        // Verbatim: runs over lines, and a doubled quote stands for one.
        let mut end = at + 1;
        while let Some(&byte) = self.bytes.get(end) {
            end += 1;
            if byte == b'"' {
                if self.bytes.get(end) != Some(&b'"') {
                    break;
                }
                end += 1;
            }
        }
        self.push(TokenKind::String, end);
    }
}

fn is_letter(byte: u8) -> bool {
    byte == b'_' || byte >= 128
}

fn splice_length(bytes: &[u8]) -> usize {
    match bytes {
        [b'\\', b'\n', ..] => 2,
        [b'\\', b'\r', b'\n', ..] => 3,
        _ => 0,
    }
}

fn floor_char_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn newlines(text: &str) -> u32 {
    u32::try_from(text.bytes().filter(|byte| *byte == b'\n').count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use TokenKind::*;

    fn words(source: &str) -> Vec<(TokenKind, &str, u32)> {
        tokenize(source, Language::Cpp)
            .into_iter()
            .map(|token| (token.kind, token.text, token.line))
            .collect()
    }

    #[test]
    fn a_macro_with_arguments_is_words_and_marks() {
        assert_eq!(
            words("UPROPERTY(meta=(ClampMin=\"0.5\"))\nint32 A::B->C;"),
            [
                (Identifier, "UPROPERTY", 1),
                (Punctuation, "(", 1),
                (Identifier, "meta", 1),
                (Punctuation, "=", 1),
                (Punctuation, "(", 1),
                (Identifier, "ClampMin", 1),
                (Punctuation, "=", 1),
                (String, "\"0.5\"", 1),
                (Punctuation, ")", 1),
                (Punctuation, ")", 1),
                (Identifier, "int32", 2),
                (Identifier, "A", 2),
                (Punctuation, "::", 2),
                (Identifier, "B", 2),
                (Punctuation, "->", 2),
                (Identifier, "C", 2),
                (Punctuation, ";", 2),
            ]
        );
    }

    #[test]
    fn strings_hide_what_looks_like_code() {
        assert_eq!(
            words(r##"u"a\"// x" R"x(UCLASS() )" )x" '\'' L'"' u8"é" 1'000'000ull 0x1p-3 .5f"##),
            [
                (String, r#"u"a\"// x""#, 1),
                (String, r#"R"x(UCLASS() )" )x""#, 1),
                (Character, r"'\''", 1),
                (Character, "L'\"'", 1),
                (String, "u8\"é\"", 1),
                (Number, "1'000'000ull", 1),
                (Number, "0x1p-3", 1),
                (Number, ".5f", 1),
            ]
        );
    }

    #[test]
    fn comments_and_directives_keep_their_lines() {
        assert_eq!(
            words("/* a\n b */ x // y \\\nz\n#define A \\\n  B // c\nd\n  # if 1\n"),
            [
                (Comment, "/* a\n b */", 1),
                (Identifier, "x", 2),
                (Comment, "// y \\\nz", 2),
                (Directive, "#define A \\\n  B", 4),
                (Comment, "// c", 5),
                (Identifier, "d", 6),
                (Directive, "# if 1", 7),
            ]
        );
    }

    #[test]
    fn what_is_not_closed_ends_somewhere() {
        assert_eq!(words("\"abc\nd"), [(String, "\"abc", 1), (Identifier, "d", 2)]);
        assert_eq!(words("/* abc\nd"), [(Comment, "/* abc\nd", 1)]);
        assert_eq!(words("R\"(abc\nd"), [(String, "R\"(abc\nd", 1)]);
        assert_eq!(words("'"), [(Character, "'", 1)]);
        assert_eq!(words("\"é\\"), [(String, "\"é\\", 1)]);
        assert_eq!(words("\"\\é"), [(String, "\"\\é", 1)]);
        assert_eq!(words("#"), [(Directive, "#", 1)]);
    }

    #[test]
    fn every_cut_of_a_source_is_taken_apart_without_loss() {
        let source =
            "\u{feff}#if A\nclass é : B<\"x\\\"\",'\\'',R\"z(a)z\"> {}; // é \\\n/* x */ @\r\n";
        for cut in (0..=source.len()).filter(|cut| source.is_char_boundary(*cut)) {
            for language in [Language::Cpp, Language::CSharp] {
                let tokens = tokenize(&source[..cut], language);
                for pair in tokens.windows(2) {
                    let between = &source[pair[0].end()..pair[1].offset];
                    assert_eq!(between.trim_matches(['\\', '\r', '\n', ' ']), "");
                }
            }
        }
    }

    #[test]
    fn the_strings_of_c_sharp_are_known() {
        let kinds: Vec<_> = tokenize("@\"a\\\" $\"b{c}\" @\"d\"\"e\" @class", Language::CSharp)
            .into_iter()
            .map(|token| (token.kind, token.text))
            .collect();
        assert_eq!(
            kinds,
            [
                (String, "@\"a\\\""),
                (String, "$\"b{c}\""),
                (String, "@\"d\"\"e\""),
                (Punctuation, "@"),
                (Identifier, "class"),
            ]
        );
    }

    #[test]
    fn the_content_of_a_string_is_without_its_quotes() {
        for (text, content) in [("u\"a\"", "a"), ("R\"x(b)x\"", "b"), ("\"c", "c"), ("\"", "")] {
            assert_eq!(tokenize(text, Language::Cpp)[0].string_content(), Some(content));
        }
    }
}
