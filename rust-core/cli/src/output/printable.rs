//! External text that cannot control the terminal.

use std::fmt::{self, Display, Formatter, Write as _};

/// Shows a text with its control characters replaced.
///
/// File names and conversations come from elsewhere: an escape sequence in a tool's output must not
/// move the cursor, set the title or hide a line of the terminal. Line breaks and tabs stay.
pub(crate) struct Printable<'a>(pub(crate) &'a str);

impl Display for Printable<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut plain = 0;
        for (at, character) in self.0.char_indices() {
            let harmless = !is_steering(character);
            if harmless {
                continue;
            }
            f.write_str(&self.0[plain..at])?;
            f.write_char(match character {
                '\u{0}'..='\u{1f}' => {
                    char::from_u32(u32::from(character) + 0x2400).unwrap_or('\u{fffd}')
                }
                '\u{7f}' => '\u{2421}',
                _ => '\u{fffd}',
            })?;
            plain = at + character.len_utf8();
        }
        f.write_str(&self.0[plain..])
    }
}

/// Returns whether a character could change how others are shown: control characters except line
/// break and tab, and the marks that change the direction of writing.
fn is_steering(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        _ => character.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_are_shown_and_not_obeyed() {
        assert_eq!(
            Printable("a\u{1b}[31mb\n\tc\rd\u{7f}\u{9b}e\u{202e}f\0").to_string(),
            "a\u{241b}[31mb\n\tc\u{240d}d\u{2421}\u{fffd}e\u{fffd}f\u{2400}"
        );
        assert_eq!(Printable("Türe 门 🚪").to_string(), "Türe 门 🚪");
    }
}
