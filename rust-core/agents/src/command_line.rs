//! A command as the user types it.

/// Splits a command into words: at blanks, but not between quotation marks of either kind. A
/// backslash is an ordinary character, because paths have them; only `\"` between double quotation
/// marks is a quotation mark.
///
/// # Errors
/// If there is no word, or a quotation is not closed.
pub fn split(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' | '"' => quoted(letter, &mut letters, word.get_or_insert_default())?,
            blank if blank.is_whitespace() => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    if words.first().is_none_or(String::is_empty) {
        return Err("the command is empty".to_owned());
    }
    Ok(words)
}

fn quoted(
    mark: char,
    letters: &mut std::iter::Peekable<std::str::Chars<'_>>,
    word: &mut String,
) -> Result<(), String> {
    while let Some(letter) = letters.next() {
        if letter == mark {
            return Ok(());
        }
        if letter == '\\' && mark == '"' && letters.peek() == Some(&'"') {
            letters.next();
            word.push('"');
        } else {
            word.push(letter);
        }
    }
    Err(format!("the quotation mark {mark} is never closed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_split_at_blanks_outside_quotation_marks() {
        let words = |line| split(line).map(|words| words.join("|"));
        assert_eq!(words(" npx  -y pkg "), Ok("npx|-y|pkg".to_owned()));
        assert_eq!(words(r#"'a b' "c d"e '' "#), Ok("a b|c de|".to_owned()));
        assert_eq!(words(r"C:\x\agent.exe --acp"), Ok(r"C:\x\agent.exe|--acp".to_owned()));
        assert_eq!(words(r#""say \"hi\"" x"#), Ok(r#"say "hi"|x"#.to_owned()));
        assert_eq!(words("  "), Err("the command is empty".to_owned()));
        assert_eq!(words("''"), Err("the command is empty".to_owned()));
        assert_eq!(words("a 'b"), Err("the quotation mark ' is never closed".to_owned()));
    }
}
