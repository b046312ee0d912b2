//! Text as a block of code.

use super::mark::end_of_line;

/// Writes a block of code whose fence is longer than any inside.
pub(super) fn write(out: &mut String, language: &str, text: &str) {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let end = if text.ends_with('\n') { "" } else { "\n" };
    out.push_str(&format!("\n{fence}{language}\n{text}{end}{fence}\n"));
}

/// A block of code that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Block<'t> {
    /// Its content. It cannot be seen whether the last line break is part of it: here it is
    /// removed.
    pub(super) text: &'t str,
    /// Where the line after it begins.
    pub(super) end: usize,
}

/// The line that would end the block of code that begins at `at`; `None` if none begins there.
pub(super) fn fence(text: &str, at: usize) -> Option<&str> {
    let rest = text.get(at..)?;
    let length = rest.bytes().take_while(|byte| *byte == b'`').count();
    (length >= 3).then(|| &rest[..length])
}

/// Reads the block of code that begins in the line at `at`; `None` if there is none, or it does not
/// end.
pub(super) fn read(text: &str, at: usize) -> Option<Block<'_>> {
    let fence = fence(text, at)?;
    let begin = end_of_line(text, at) + 1;
    // The fence was chosen to be longer than any in the content.
    let closes = memchr::memmem::find_iter(text.as_bytes().get(begin..)?, fence)
        .map(|found| begin + found)
        .find(|found| {
            text.as_bytes()[found - 1] == b'\n'
                && text[*found..end_of_line(text, *found)].trim_end() == fence
        })?;
    let inside = &text[begin..closes];
    let end = (end_of_line(text, closes) + 1).min(text.len());
    Some(Block { text: inside.strip_suffix('\n').unwrap_or(inside), end })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_read_as_it_was_written() {
        for text in ["", "x", "{\"a\":1}", "```cpp\nx\n```", "`````", "a\n\n", "\n", "\u{0}\r\n"] {
            let mut out = String::new();
            write(&mut out, "json", text);
            out.push_str("\nmore\n```\n");
            let end = out.find("\nmore").unwrap();
            let seen = text.strip_suffix('\n').unwrap_or(text);
            assert_eq!(read(&out, 1), Some(Block { text: seen, end }), "{text:?}");
        }
        for none in ["``\nx\n``\n", "x", "", "```\nx", "```", "```\nx\n``` y\n````\n"] {
            assert_eq!(read(none, 0), None, "{none:?}");
        }
        assert_eq!(read("```\nx\n```", 0), Some(Block { text: "x", end: 9 }));
    }
}
