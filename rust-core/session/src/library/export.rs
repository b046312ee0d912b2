//! A conversation as text for others.

use vibeue_compaction::secrets;
use vibeue_conversation::transcript::{Format, Layout, write};
use vibeue_conversation::{Conversation, Result};

use super::markdown;

/// The form in which a conversation is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ExportForm {
    /// As models' requests are written.
    Transcript(Format),
    /// Markdown, for readers.
    Markdown,
}

/// How a conversation leaves the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Export {
    /// The form in which it is written.
    pub form: ExportForm,
    /// Whether credentials stay readable.
    pub with_secrets: bool,
}

/// A conversation that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exported {
    /// The text of the file.
    pub text: String,
    /// How many secrets were masked.
    pub masked: usize,
}

impl Export {
    /// Writes a conversation; only Markdown shows its title.
    ///
    /// # Errors
    /// [`ErrorKind::Input`](vibeue_conversation::ErrorKind::Input) if the form cannot hold what was
    /// said.
    pub fn write(self, conversation: Conversation, title: Option<&str>) -> Result<Exported> {
        let mut title = title.map(str::to_owned);
        let (conversation, masked) = if self.with_secrets {
            (conversation, 0)
        } else {
            let export = secrets::Export::of(conversation);
            title = title.map(|title| export.text(&title));
            (export.conversation, export.count)
        };
        let text = match self.form {
            ExportForm::Markdown => markdown::write(title.as_deref(), &conversation.messages),
            ExportForm::Transcript(format) => write(&conversation, format, &layout(format))?,
        };
        Ok(Exported { text, masked })
    }
}

fn layout(format: Format) -> Layout {
    match format {
        Format::OpenAiLines => Layout { final_newline: true, ..Layout::default() },
        _ => Layout::pretty(),
    }
}

#[cfg(test)]
mod tests {
    use vibeue_conversation::{Message, MessageId, Role};

    use super::*;

    const KEY: &str = "sk-proj-4f9QzT7kLmN2pRs8vWxY3bCd";

    fn talk() -> Conversation {
        let words = Message::text(MessageId(1), Role::User, format!("Use the key {KEY}."));
        Conversation::from_messages(vec![words])
    }

    #[test]
    fn every_form_masks_secrets_in_words_and_title_unless_told_otherwise() {
        let title = format!("Try {KEY}");
        for form in [
            ExportForm::Markdown,
            ExportForm::Transcript(Format::OpenAiArray),
            ExportForm::Transcript(Format::OpenAiLines),
            ExportForm::Transcript(Format::Anthropic),
        ] {
            let export = Export { form, with_secrets: false };
            let written = export.write(talk(), Some(&title)).unwrap();
            assert!(!written.text.contains(KEY), "{form:?}: {}", written.text);
            assert!(written.masked > 0, "{form:?}");
            assert!(written.text.ends_with('\n') && !written.text.ends_with("\n\n"), "{form:?}");
            let open = Export { form, with_secrets: true }.write(talk(), Some(&title)).unwrap();
            assert!(open.text.contains(KEY), "{form:?}");
            assert_eq!(open.masked, 0);
        }
    }

    #[test]
    fn lines_are_lines_and_lists_are_indented() {
        let written = |format| {
            let export = Export { form: ExportForm::Transcript(format), with_secrets: true };
            export
                .write(
                    Conversation::from_messages(vec![Message::text(
                        MessageId(1),
                        Role::User,
                        "Hi",
                    )]),
                    None,
                )
                .unwrap()
                .text
        };
        assert_eq!(written(Format::OpenAiLines), "{\"role\":\"user\",\"content\":\"Hi\"}\n");
        assert_eq!(
            written(Format::OpenAiArray),
            "[\n  {\n    \"role\": \"user\",\n    \"content\": \"Hi\"\n  }\n]\n"
        );
    }
}
