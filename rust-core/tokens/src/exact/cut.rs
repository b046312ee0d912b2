//! Finds positions where a text can be cut without changing its token count.

use super::char_class::{HAN, LETTER, LOWER, NEWLINE, NUMBER, SPACE, UPPER, classes};

/// The last position after `start` where the text can be cut so that the counts
/// of both parts add up to the count of the whole, whatever the parts look like
/// further away from the cut. `None` if no such position is found, which only
/// happens in a text without words: one run of letters, punctuation or white
/// space.
pub(super) fn last_cut(text: &str, start: usize) -> Option<usize> {
    let mut right: Option<char> = None;
    for (position, left) in text.char_indices().rev() {
        let after = position + left.len_utf8();
        if let Some(right) = right
            && parts(left, right)
        {
            return (after > start).then_some(after);
        }
        if position < start {
            return None;
        }
        right = Some(left);
    }
    None
}

/// Whether, in every pattern, a piece ends between the two characters, and also
/// ends there if nothing follows.
fn parts(left: char, right: char) -> bool {
    let (left_is, right_is) = (classes(u32::from(left)), classes(u32::from(right)));
    let [left_space, right_space] = [left_is & SPACE != 0, right_is & SPACE != 0];
    if left_space {
        // Line ends are never grouped with what follows them, except for
        // slashes that may trail them.
        return left_is & NEWLINE != 0 && !right_space && right != '/';
    }
    let word = left_is & (LETTER | NUMBER) != 0;
    if right_space {
        // Line ends may trail punctuation.
        return word || right_is & NEWLINE == 0;
    }
    if left_is & right_is & HAN != 0 {
        // Numbers and signs among them count as Han first of all.
        return false;
    }
    if (left_is ^ right_is) & NUMBER != 0 {
        return true;
    }
    // A word ends before anything that is not a letter or mark and does not
    // begin a contraction.
    left_is & LETTER != 0 && right_is & (LETTER | UPPER | LOWER | NUMBER) == 0 && right != '\''
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_part_before_a_blank_and_lines_after_their_end() {
        assert_eq!(last_cut("one two", 0), Some(3));
        assert_eq!(last_cut("one\ntwo", 0), Some(4));
        assert_eq!(last_cut("one;\n  two", 0), Some(3));
        assert_eq!(last_cut("one;\n  two", 3), None);
        assert_eq!(last_cut("abc123", 0), Some(3));
        assert_eq!(last_cut("你好，世界", 0), Some(6));
    }

    #[test]
    fn nothing_parts_before_the_start() {
        assert_eq!(last_cut("one two", 3), None);
        assert_eq!(last_cut("one two", 2), Some(3));
        assert_eq!(last_cut("", 0), None);
    }
}
