//! A Rust source as its words and signs, without comments, texts and tests.

/// The words and symbols of a source. A string is one symbol, whatever is in it.
pub(crate) fn tokens_of(source: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = length_of_gap(rest);
        if length > 0 {
            rest = &rest[length..];
        } else if let Some(length) = length_of_text(rest) {
            tokens.push("\"".to_owned());
            rest = &rest[length..];
        } else {
            let is_word = |character: char| character.is_alphanumeric() || character == '_';
            let length = match rest.find(|character| !is_word(character)) {
                Some(0) if rest.starts_with("::") => 2,
                Some(0) => first.len_utf8(),
                Some(length) => length,
                None => rest.len(),
            };
            tokens.push(rest[..length].to_owned());
            rest = &rest[length..];
        }
    }
    without_tests(&tokens)
}

/// How many bytes of space or comment a source begins with.
fn length_of_gap(source: &str) -> usize {
    if source.starts_with("//") {
        source.find('\n').unwrap_or(source.len())
    } else if source.starts_with("/*") {
        source.find("*/").map_or(source.len(), |at| at + 2)
    } else {
        source.len() - source.trim_start().len()
    }
}

/// How many bytes of text or character a source begins with.
fn length_of_text(source: &str) -> Option<usize> {
    let bare = source.strip_prefix('b').unwrap_or(source);
    let prefix = source.len() - bare.len();
    if let Some(raw) = bare.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if let Some(text) = raw[hashes..].strip_prefix('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            return Some(prefix + 1 + hashes + 1 + text.find(&end)? + end.len());
        }
    }
    let quote = bare.chars().next().filter(|quote| ['"', '\''].contains(quote))?;
    let mut characters = bare.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => drop(characters.next()),
            _ if character == quote => return Some(prefix + at + 1),
            // A lifetime ends in no quote: 'a and not 'a'.
            _ if quote == '\'' && !is_character(bare) => return None,
            _ => {}
        }
    }
    None
}

/// Whether a source that begins with a single quote begins with a character.
fn is_character(source: &str) -> bool {
    source.starts_with("'\\") || source.chars().nth(2) == Some('\'')
}

/// Leaves out what only tests are compiled with.
fn without_tests(tokens: &[String]) -> Vec<String> {
    let starts = |at: usize, with: &[&str]| {
        tokens.len() >= at + with.len()
            && tokens[at..].iter().zip(with).all(|(token, with)| token == with)
    };
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if starts(at, &["#", "[", "cfg", "(", "test", ")", "]"])
            || starts(at, &["#", "[", "cfg", "(", "all", "(", "test"])
        {
            at = end_of_item(tokens, at);
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}

/// Where the item ends whose first attribute begins at a place.
fn end_of_item(tokens: &[String], mut at: usize) -> usize {
    while tokens[at] == "#" {
        let mut depth = 0;
        loop {
            depth += usize::from(tokens[at] == "[");
            depth -= usize::from(tokens[at] == "]");
            at += 1;
            if depth == 0 && tokens[at - 1] == "]" {
                break;
            }
        }
    }
    // The braces of an import are followed by a semicolon, others end an item.
    let is_import = tokens[at..].iter().take(6).any(|token| token == "use");
    let mut depth = 0;
    while at < tokens.len() {
        match tokens[at].as_str() {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" if depth == 0 => return at,
            "}" if depth == 1 && !is_import => return at + 1,
            "}" | ")" | "]" => depth -= 1,
            ";" | "," if depth == 0 => return at + 1,
            _ => {}
        }
        at += 1;
    }
    at
}
