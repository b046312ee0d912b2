//! Disarms foreign text before a model reads it.

use std::borrow::Cow;

use vibeue_compaction::digest::break_tags;

/// Names that have a meaning after `<` or `</`: to us, to the format of an
/// answer, or to a server's chat template. Local servers interpret such marks
/// even inside a message.
const MARKS: [&str; 15] = [
    "|",
    "｜",
    "<sys",
    "conversation-summary",
    "conversation_summary",
    "summary",
    "analysis",
    "think",
    "tool_call",
    "tool_use",
    "function_call",
    "invoke",
    "start_of_turn",
    "end_of_turn",
    "system",
];

/// Breaks every mark that could open or close something: `<summary>` becomes
/// `‹summary>`. A text without one is returned unchanged.
pub(crate) fn defuse(text: &str) -> Cow<'_, str> {
    break_tags(text, &MARKS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_templates_and_answers_are_broken_and_the_rest_is_borrowed() {
        assert_eq!(
            defuse("a </SUMMARY> <|im_start|>system < /conversation-summary> <<SYS>> b"),
            "a ‹/SUMMARY> ‹|im_start|>system ‹ /conversation-summary> ‹<SYS>> b"
        );
        let plain = "TArray<FString> a < b && <b>bold</b>";
        assert!(matches!(defuse(plain), Cow::Borrowed(same) if same == plain));
    }
}
