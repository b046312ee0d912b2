//! What an unnamed conversation is called.

use vibeue_conversation::Message;

use crate::writing::shown_words;

/// Maximum number of characters of a title that is taken from a message.
const LONGEST: usize = 60;

/// The title of a conversation: the first words of the user's first request. Empty if there is none
/// yet.
pub fn first_words<'a>(messages: impl IntoIterator<Item = &'a Message>) -> String {
    let mut requests = messages.into_iter().filter(|message| message.is_user_request());
    let title = requests.find_map(|request| {
        // Attachments are left out: the user would not look for them.
        Some(title_of(&shown_words(&request.parts))).filter(|title| !title.is_empty())
    });
    title.unwrap_or_default()
}

/// The first words of a text on one line, at most sixty characters; what was
/// cut is marked.
pub fn title_of(text: &str) -> String {
    let mut title = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        let blank = usize::from(length > 0);
        let letters = word.chars().count();
        if length + blank + letters > LONGEST {
            let room = LONGEST.saturating_sub(length + blank);
            // A single long word is cut; otherwise the title ends with a whole word.
            if length == 0 {
                title.extend(word.chars().take(room));
            }
            title.push('…');
            return title;
        }
        title.push_str(&" "[..blank]);
        title.push_str(word);
        length += blank + letters;
    }
    title
}

#[cfg(test)]
mod tests {
    use vibeue_conversation::{MessageId, Part, Role};

    use super::*;

    #[test]
    fn the_first_words_stay_whole_on_one_line() {
        for (text, title) in [
            ("\n  Open the airlock\r\n\tnow ", "Open the airlock now".to_owned()),
            ("", String::new()),
            (" \n\t", String::new()),
            (&"ä".repeat(60), "ä".repeat(60)),
            (&"ä".repeat(61), "ä".repeat(60) + "…"),
            (&"four ".repeat(12), ["four"; 12].join(" ")),
            (&"four ".repeat(13), ["four"; 12].join(" ") + "…"),
        ] {
            assert_eq!(title_of(text), title, "{text:?}");
        }
    }

    #[test]
    fn a_conversation_is_called_by_the_first_request_that_has_words() {
        let say = |id, role, text: &str| Message::text(MessageId(id), role, text);
        let talk = [
            say(1, Role::System, "You are terse."),
            say(2, Role::User, "  "),
            say(3, Role::Assistant, "Yes?"),
            say(4, Role::User, "Paint the door."),
            say(5, Role::User, "Blue."),
        ];
        assert_eq!(first_words(&talk), "Paint the door.");
        assert_eq!(first_words(&talk[..3]), "");
        let mut with_a_picture = say(6, Role::User, "This one");
        let attached = "<attached-picture name=\"a.png\" detail=\"PNG\">\n</attached-picture>";
        with_a_picture.parts.push(Part::text(attached));
        assert_eq!(first_words([&with_a_picture]), "This one");
    }
}
