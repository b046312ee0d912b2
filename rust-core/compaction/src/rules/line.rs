//! A line that a summary may contain, before it is known whether it fits.

use super::Section;
use super::carried_line::is_note;
use crate::digest;

/// A line that a summary may contain.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The section it belongs to.
    pub section: Section,
    /// How much it matters; higher ranks go first.
    pub rank: u32,
    /// Where it comes from, for the order within a section: message id, then
    /// position within the message.
    pub order: (u64, u32),
    /// Its text, without the leading `- `; never contains a line break.
    pub text: String,
}

impl Line {
    /// Recognizes the line of a user's message.
    pub(super) fn is_of_user(&self) -> bool {
        self.text.starts_with('m') && self.text.contains(" user: \"")
    }

    /// Returns whether the line states a decision of the agent.
    pub(super) fn is_decision(&self) -> bool {
        self.section == Section::Progress
            && (rank::DECISION..rank::TASK).contains(&self.rank)
            && !self.text.contains(" user: \"")
            && !is_note(&self.text)
    }
}

/// Ranks by what a line is. The distances leave room for recency, which adds up
/// to [`rank::RECENCY`].
#[allow(missing_docs, reason = "each is named by the line that it ranks")]
pub mod rank {
    /// What the user asked never to lose.
    pub(crate) const KEEP: u32 = 2_000;
    pub(crate) const RULE: u32 = 1_000;
    pub const TASK: u32 = 850;
    pub(crate) const FIRST_REQUEST: u32 = 900;
    /// What the user wants now.
    pub(crate) const NEWEST_WISH: u32 = 899;
    pub const OPEN_ERROR: u32 = 660;
    pub const DECISION: u32 = 780;
    pub const ACTIVE: u32 = 690;
    pub const REQUEST: u32 = 690;
    /// Lines of this rank or above are key points.
    pub const ESSENTIAL: u32 = 640;
    /// What the agent said just before a short reply to it.
    pub(crate) const QUESTION: u32 = 600;
    /// A failure that nothing settled but that lies long in the past.
    pub(crate) const OLD_ERROR: u32 = 380;
    pub const STATEMENT: u32 = 500;
    pub const OPERATION: u32 = 300;
    pub(crate) const SOLVED_ERROR: u32 = 260;
    pub const RECENCY: u32 = 40;
    /// What a line loses each time it is carried over into a later summary.
    pub(crate) const AGE: u32 = 120;

    /// What the place of a message adds to the rank of its lines: the more, the
    /// later it is.
    pub(crate) fn recency(at: usize, of: usize) -> u32 {
        (RECENCY as usize * (at + 1) / of.max(1)) as u32
    }
}

/// Folds white space so that a text fits on one line of at most `most`
/// characters, cut between characters (at a word if one ends nearby) with an
/// ellipsis.
pub fn one_line(text: &str, most: usize) -> String {
    if text.len() <= most && digest::is_one_line(text.as_bytes()) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(most.min(text.len()) + 4);
    let mut words = text.split_whitespace();
    for word in &mut words {
        let gap = usize::from(!out.is_empty());
        if out.len() + gap + word.len() > most {
            let room = most.saturating_sub(out.len() + gap);
            // A long word is cut only if leaving it out would waste much.
            if room > most / 3 {
                if gap == 1 {
                    out.push(' ');
                }
                out.push_str(&word[..word.floor_char_boundary(room)]);
            }
            out.push('…');
            return out;
        }
        if gap == 1 {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_folded_and_cut_at_a_word() {
        assert_eq!(one_line("  two\n lines\t here ", 40), "two lines here");
        assert_eq!(one_line("never touch Content/Legacy again", 18), "never touch…");
        assert_eq!(one_line(&"é".repeat(50), 10), format!("{}…", "é".repeat(5)));
        assert_eq!(one_line("", 10), "");
    }
}
