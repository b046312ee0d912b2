//! Removes the tags from the text of a summary, and restores them.

use vibeue_compaction::rules::Envelope;
use vibeue_conversation::Message;

use super::mark::SummaryTags;

/// What a page shows of a summary, and the content of its tags; `None` if the tags could not be
/// restored exactly.
pub(super) fn open(summary: &Message) -> (Option<SummaryTags>, String) {
    let text = summary.joined_text();
    match Envelope::unwrap(&text) {
        Some((envelope, body)) if holds(&envelope, body) => {
            let Envelope { id, depth, messages, span } = envelope;
            (Some(SummaryTags { id, depth, messages, span }), body.to_owned())
        }
        _ => (None, text),
    }
}

/// The text of a summary with its tags around it again.
pub(super) fn close(tags: Option<SummaryTags>, body: &str) -> String {
    let Some(SummaryTags { id, depth, messages, span }) = tags else { return body.to_owned() };
    let envelope = Envelope { id, depth, messages, span };
    let body = body.trim();
    if holds(&envelope, body) { envelope.wrap(body) } else { body.to_owned() }
}

/// Whether both can be read back from what is written.
fn holds(envelope: &Envelope, body: &str) -> bool {
    let wrapped = envelope.wrap(body);
    Envelope::unwrap(&wrapped) == Some((envelope.clone(), body))
}

#[cfg(test)]
mod tests {
    use vibeue_conversation::{MessageId, Role};

    use super::*;

    #[test]
    fn a_summary_gets_back_the_tags_that_its_page_leaves_out() {
        let span = Some((MessageId(2), MessageId(39)));
        let envelope = Envelope { id: "s2".to_owned(), depth: 1, messages: 38, span };
        let text = envelope.wrap("## Overview\n- m2: a door");
        let (tags, body) = open(&Message::text(MessageId(40), Role::User, text.as_str()));
        let whole = SummaryTags { id: "s2".to_owned(), depth: 1, messages: 38, span };
        assert_eq!((tags.as_ref(), body.as_str()), (Some(&whole), "## Overview\n- m2: a door"));
        assert_eq!(close(tags, &body), text);
        // Text that is not in our form is shown in full.
        for odd in ["words", "", "<conversation-summary id=\"s1\""] {
            let (tags, body) = open(&Message::text(MessageId(1), Role::User, odd));
            assert_eq!((&tags, body.as_str()), (&None, odd));
            assert_eq!(close(tags, &body), odd);
        }
    }

    #[test]
    fn tags_that_say_what_no_tag_can_are_left_out() {
        let tags = SummaryTags { id: "\">\n".to_owned(), depth: 0, messages: 0, span: None };
        assert_eq!(close(Some(tags), "a door"), "a door");
    }
}
