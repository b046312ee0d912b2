//! Characters that nobody sees.

/// Returns whether a character is not seen, or changes how those beside it are: controls except
/// tabs and ends of lines, marks of direction, joiners, blanks without width, letters that are
/// blank, marks that choose another form of a letter, and tags. The two selectors with which emoji
/// are written are not among them.
pub fn is_unseen(character: char) -> bool {
    match character {
        '\n' | '\r' | '\t' => false,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' => {
            true
        }
        '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' => true,
        '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0d}' | '\u{feff}' => true,
        '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}' => true,
        _ => character.is_control(),
    }
}

/// Shows a text with its unseen characters as their numbers, `\u200b`; one beyond the first 65,536
/// as the two with which JSON and JavaScript write it.
pub fn show_unseen(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if is_unseen(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                shown.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            shown.push(character);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_is_shown_as_its_number_and_words_of_any_language_stay() {
        let cases = [
            (
                "if is_safe(\u{202e}x\u{200b}):\n\tdelete\r",
                "if is_safe(\\u202ex\\u200b):\n\tdelete\r",
            ),
            ("für\t文字\r\n", "für\t文字\r\n"),
            ("const \u{3164} = a\u{34f}\u{fe00};", "const \\u3164 = a\\u034f\\ufe00;"),
            ("a\u{e0041}b", "a\\udb40\\udc41b"),
            ("\u{1f6aa}\u{fe0f}", "\u{1f6aa}\u{fe0f}"),
            ("a\u{1b}[2Jb\u{7f}\u{9b}", "a\\u001b[2Jb\\u007f\\u009b"),
        ];
        for (text, shown) in cases {
            assert_eq!(show_unseen(text), shown);
        }
    }
}
