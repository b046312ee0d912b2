//! The texts in a source.

/// The string literals of a source, as they are when it runs; what is in comments is none.
pub(super) fn literals(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        if let Some(comment) = rest.strip_prefix("//") {
            rest = comment.find('\n').map_or("", |end| &comment[end..]);
        } else if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/").map_or("", |(_, behind)| behind);
        } else if let Some((text, behind)) = raw(rest) {
            found.push(text.to_owned());
            rest = behind;
        } else if let Some(inner) = rest.strip_prefix('"') {
            let (text, behind) = escaped(inner);
            found.push(text);
            rest = behind;
        } else {
            rest = character(rest).unwrap_or(&rest[first.len_utf8()..]);
        }
    }
    found
}

/// A raw literal at the beginning, and what is after it.
fn raw(source: &str) -> Option<(&str, &str)> {
    let hashed = source.strip_prefix('r')?;
    let quoted = hashed.trim_start_matches('#');
    let hashes = &hashed[..hashed.len() - quoted.len()];
    quoted.strip_prefix('"')?.split_once(format!("\"{hashes}").as_str())
}

/// The literal after its first quote, and what is after it. Only the escapes that sentences have
/// are known.
fn escaped(inner: &str) -> (String, &str) {
    let mut text = String::new();
    let mut rest = inner;
    while let Some(at) = rest.find(['"', '\\']) {
        text.push_str(&rest[..at]);
        let is_end = rest[at..].starts_with('"');
        rest = &rest[at + 1..];
        if is_end {
            return (text, rest);
        }
        if let Some(line) = rest.strip_prefix('\n') {
            rest = line.trim_start();
        } else if let Some(escape) = rest.chars().next() {
            text.push(if escape == 'n' { '\n' } else { escape });
            rest = &rest[escape.len_utf8()..];
        }
    }
    (text, "")
}

/// What is after a character literal at the beginning, which may be a quote; a lifetime is not one.
fn character(source: &str) -> Option<&str> {
    let inner = source.strip_prefix('\'')?;
    match inner.strip_prefix('\\') {
        Some(escape) => escape.get(1..)?.split_once('\'').map(|(_, behind)| behind),
        None => inner.get(inner.chars().next()?.len_utf8()..)?.strip_prefix('\''),
    }
}

#[test]
fn literals_are_told_from_comments_characters_and_lifetimes() {
    let source = r####"
        //! Says "no" to nobody's.
        fn f<'a>(x: &'a str) -> &'a str { /* "no" */
            g('"', '\'', '\\', '\u{a}', "one // \"two\" \
              and\n", r#"a "raw" \ one"#, br"bytes", "");
        }
    "####;
    assert_eq!(literals(source), ["one // \"two\" and\n", "a \"raw\" \\ one", "bytes", ""]);
}
