//! What is sent to an agent: only the newest message.

use std::collections::HashSet;
use std::sync::Arc;

use agent_client_protocol_schema::v1::{ContentBlock, ImageContent, PromptRequest, TextContent};
use serde_json::Value;
use vibeue_conversation::{ImageSource, Message, MessageId, Part, Protocol, Role};

use crate::state::Ready;

/// The name under which a message stores the agent's conversation that it is from.
pub(crate) const EXTRA: &str = "acp_session";

/// A message to an agent.
#[derive(Debug)]
pub(crate) struct Prompt {
    pub(crate) request: PromptRequest,
    /// The messages of the session that it contains.
    pub(crate) sent: Vec<MessageId>,
    /// Notes about what the agent is not sent.
    pub(crate) notes: Vec<String>,
}

/// The agent's conversation that this one continues, if any.
pub(crate) fn session_of(messages: &[Arc<Message>]) -> Option<String> {
    let of_agents = messages.iter().rev().filter(|message| message.origin == Some(Protocol::Acp));
    let mut named = of_agents.filter_map(|message| message.extra.get(EXTRA)?.as_str());
    named.next().map(str::to_owned)
}

/// Returns whether the session continues a turn: results came last.
pub(crate) fn is_going_on(messages: &[Arc<Message>]) -> bool {
    messages.last().is_some_and(|message| message.role == Role::Tool)
}

/// Makes a message to the agent from what it has not been sent yet.
pub(crate) fn prompt(
    messages: &[Arc<Message>],
    ready: &Ready,
    sent: &HashSet<MessageId>,
    is_first: bool,
) -> Prompt {
    let newest = messages.iter().rposition(|message| message.role != Role::User);
    let behind = &messages[newest.map_or(0, |at| at + 1)..];
    let mut fresh: Vec<&Arc<Message>> =
        behind.iter().filter(|message| !sent.contains(&message.id)).collect();
    if fresh.is_empty() {
        // It failed, and is sent again.
        fresh.extend(behind.last());
    }
    let mut blocks = Vec::new();
    let mut notes = Vec::new();
    let is_new = is_first && !ready.is_resumed;
    if is_new {
        let rules = messages.iter().filter(|message| message.role == Role::System);
        blocks.extend(rules.map(|rule| text(rule.joined_text())));
        let before = messages.len() - behind.len();
        let count =
            messages[..before].iter().filter(|message| message.role != Role::System).count();
        if count > 0 {
            notes.push(format!(
                "the agent starts a new conversation: it does not know the {count} earlier messages"
            ));
        }
    }
    for part in fresh.iter().flat_map(|message| &message.parts) {
        match part {
            Part::Text { text: words, .. } => blocks.push(text(words.clone())),
            Part::Image(image) => match &image.source {
                ImageSource::Base64 { media_type, data } if ready.images => {
                    let image = ImageContent::new(data.to_string(), media_type.to_string());
                    blocks.push(ContentBlock::Image(image));
                }
                _ => notes.push(
                    "the agent does not accept this kind of picture: one was left out".to_owned(),
                ),
            },
            _ => {}
        }
    }
    Prompt {
        request: PromptRequest::new(ready.session.clone(), blocks),
        sent: fresh.iter().map(|message| message.id).collect(),
        notes,
    }
}

fn text(words: String) -> ContentBlock {
    ContentBlock::Text(TextContent::new(words))
}

/// The parameters as JSON.
pub(crate) fn params(request: &PromptRequest) -> Value {
    serde_json::to_value(request).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(id: u64, role: Role, words: &str) -> Arc<Message> {
        Arc::new(Message::new(MessageId(id), role, vec![Part::text(words)]))
    }

    fn texts(prompt: &Prompt) -> Vec<String> {
        let texts = prompt.request.prompt.iter().map(|block| match block {
            ContentBlock::Text(text) => text.text.clone(),
            other => format!("{other:?}"),
        });
        texts.collect()
    }

    #[test]
    fn the_agent_is_sent_what_it_has_not_been_sent() {
        let ready = |is_resumed| Ready { session: "s".to_owned(), images: false, is_resumed };
        let talk = [
            message(1, Role::System, "rules"),
            message(2, Role::User, "one"),
            message(3, Role::Assistant, "two"),
            message(4, Role::User, "three"),
            message(5, Role::User, "four"),
        ];
        let sent = HashSet::from([talk[3].id]);
        let later = prompt(&talk, &ready(false), &sent, false);
        assert_eq!(texts(&later), ["four"]);
        assert_eq!((later.sent, later.notes), (vec![talk[4].id], vec![]));
        let again = prompt(&talk, &ready(false), &talk.iter().map(|m| m.id).collect(), false);
        assert_eq!(texts(&again), ["four"]);
        let first = prompt(&talk, &ready(false), &HashSet::new(), true);
        assert_eq!(texts(&first), ["rules", "three", "four"]);
        assert_eq!(
            first.notes,
            ["the agent starts a new conversation: it does not know the 2 earlier messages"]
        );
        let resumed = prompt(&talk, &ready(true), &HashSet::new(), true);
        assert_eq!(texts(&resumed), ["three", "four"]);
        assert_eq!(resumed.notes, Vec::<String>::new());
    }
}
