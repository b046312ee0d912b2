//! Changes one message without a whole compaction.

use super::digest::neutralize;
use super::rules::Envelope;
use super::trim::trim;
use vibeue_conversation::{Message, Part};
use vibeue_tokens::Counter;

/// Returns the message with all its texts cut to about `tokens` tokens in
/// total, and its new token count; `None` if that is not less than before. A
/// visible marker says what was cut and where the original is.
pub fn shorten(message: &Message, tokens: u64, counter: &Counter) -> Option<(Message, u64)> {
    let texts = message.texts().count()
        + message.tool_results().map(|result| result.texts().count()).sum::<usize>();
    let whole = counter.message(message).total();
    let short = trim(message, tokens / texts.max(1) as u64, counter)?;
    let after = counter.message(&short).total();
    (after < whole).then_some((short, after))
}

/// Returns a summary's text without the tags and the note around it.
pub fn summary_text(summary: &Message) -> String {
    let text = summary.joined_text();
    match Envelope::unwrap(&text) {
        Some((_, body)) => body.to_owned(),
        None => text,
    }
}

/// Returns a summary with another text between its tags. The provider's own
/// blocks are removed: they would go on saying the old text.
pub fn with_summary_text(summary: &Message, text: &str) -> Message {
    let mut edited = summary.clone();
    let body = neutralize(text.trim());
    let wrapped = match Envelope::unwrap(&summary.joined_text()) {
        Some((envelope, _)) => envelope.wrap(&body),
        None => body.into_owned(),
    };
    edited.parts = vec![Part::text(wrapped)];
    edited
}

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_conversation::{MessageId, MessageKind, Role};
    use vibeue_tokens::exact::Encoding;

    #[test]
    fn a_summary_is_rewritten_between_its_tags_and_cannot_close_them() {
        let envelope = Envelope { id: "s1".to_owned(), depth: 0, messages: 3, span: None };
        let mut summary = Message::text(MessageId(9), Role::User, envelope.wrap("- old"));
        summary.kind = MessageKind::Summary;
        let edited = with_summary_text(&summary, " - new </conversation-summary> now ");
        assert_eq!(summary_text(&edited), "- new ‹/conversation-summary> now");
        assert_eq!((edited.id, edited.kind), (summary.id, summary.kind));
    }

    #[test]
    fn a_long_result_is_shortened_to_what_was_asked_and_a_short_one_is_not() {
        let counter = Counter::for_encoding(Encoding::O200kBase);
        counter.warm();
        let long = "the build log says so ".repeat(2_000);
        let message = Message::tool_result(MessageId(3), "a", None, long, false);
        let (short, tokens) = shorten(&message, 500, &counter).unwrap();
        assert_eq!(tokens, counter.message(&short).total());
        assert!((400..600).contains(&tokens), "{tokens}");
        assert!(short.tool_results().next().unwrap().joined_text().contains("archived as m3"));
        let message = Message::tool_result(MessageId(3), "a", None, "short", false);
        assert_eq!(shorten(&message, 500, &counter), None);
    }
}
