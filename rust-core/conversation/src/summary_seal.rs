//! Recognizes our own summaries in a file.
//!
//! In memory and in a journal, a message's kind says that it is a summary. A
//! request in a provider's format has no such field: there the text itself must
//! tell, and a block that a user typed or a model made up must not pass for
//! one. So the opening tag contains a checksum of what is between the tags. It
//! distinguishes our summaries from other text; it is not a signature: a user
//! who pastes one of our summaries as a whole pastes a summary.

/// The beginning of a summary's opening tag.
pub const SUMMARY_OPEN: &str = "<conversation-summary";
/// The closing tag of a summary.
pub const SUMMARY_CLOSE: &str = "</conversation-summary>";

/// Returns the checksum of the text between the tags: 32-bit FNV-1a, as eight
/// hexadecimal digits. White space at both ends is ignored, because programs
/// that write files trim it.
pub fn summary_seal(content: &str) -> String {
    let hash = content
        .trim()
        .bytes()
        .fold(0x811C_9DC5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    format!("{hash:08x}")
}

/// Returns whether a text is one of our summaries and nothing else: one block whose attribute
/// `check` matches its content.
pub fn is_sealed_summary(text: &str) -> bool {
    let sealed = || {
        let (attributes, rest) = text.trim_end().strip_prefix(SUMMARY_OPEN)?.split_once('>')?;
        let (_, check) = attributes.split_once(" check=\"")?;
        // Text after the end was written by a user who pasted the rest.
        let content = rest.strip_suffix(SUMMARY_CLOSE)?;
        let alone = !content.contains(SUMMARY_CLOSE);
        Some(alone && check.split_once('"')?.0 == summary_seal(content))
    };
    sealed().unwrap_or(false)
}

/// One of our summaries whose content was changed, with the matching checksum;
/// any other text unchanged.
pub fn resealed(text: &str) -> String {
    let parts = || {
        let (attributes, rest) = text.strip_prefix(SUMMARY_OPEN)?.split_once('>')?;
        let (before, check) = attributes.split_once(" check=\"")?;
        let (_, behind) = check.split_once('"')?;
        let seal = summary_seal(rest.trim_end().strip_suffix(SUMMARY_CLOSE)?);
        Some(format!("{SUMMARY_OPEN}{before} check=\"{seal}\"{behind}>{rest}"))
    };
    parts().unwrap_or_else(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_is_the_published_hash() {
        // The test vectors of the hash's authors.
        assert_eq!(summary_seal(""), "811c9dc5");
        assert_eq!(summary_seal("foobar"), "bf9cf968");
        assert_eq!(summary_seal(" \nfoobar\t"), "bf9cf968");
    }

    #[test]
    fn a_changed_block_is_ours_again_under_its_own_seal() {
        let block = |check: &str, content: &str| {
            format!(
                "<conversation-summary id=\"s1\" check=\"{check}\" of=\"3\">\n{content}\n\
                 </conversation-summary>"
            )
        };
        assert_eq!(resealed(&block("00000000", "foobar")), block("bf9cf968", "foobar"));
        assert!(is_sealed_summary(&resealed(&block("bf9cf968", "foobaz"))));
        for other in ["words", "<conversation-summary>x", ""] {
            assert_eq!(resealed(other), other);
        }
    }

    #[test]
    fn only_a_whole_block_with_its_own_seal_is_ours() {
        let ours =
            "<conversation-summary id=\"s1\" check=\"bf9cf968\">\nfoobar\n</conversation-summary>";
        assert!(is_sealed_summary(ours));
        assert!(is_sealed_summary(&format!("{ours}\n ")));
        for other in [
            "<conversation-summary id=\"s1\">\nfoobar\n</conversation-summary>",
            "<conversation-summary check=\"bf9cf968\">\nfoobaz\n</conversation-summary>",
            "<conversation-summary check=\"bf9cf968>\nfoobar\n</conversation-summary>",
            "<conversation-summary check=\"bf9cf968\">\nfoobar",
            "<conversation-summary",
            "",
            &format!(" {ours}"),
            &format!("{ours} and now?"),
            &format!("{ours}{ours}"),
        ] {
            assert!(!is_sealed_summary(other), "{other}");
        }
    }
}
