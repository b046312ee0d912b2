//! The content of the next request, and its size.

use std::sync::Arc;

use serde_json::Value;

use crate::History;
use vibeue_compaction::NativeHome;
use vibeue_conversation::{Message, MessageId, MessageKind, Part, Role};
use vibeue_provider::ToolDefinition;
use vibeue_tokens::{Counter, Tally, Usage};

/// The messages and tools of the next request, counted.
#[derive(Debug)]
pub(super) struct SendView {
    /// The host's system prompt, if the history has none or another one.
    prompt: Option<String>,
    messages: Vec<Arc<Message>>,
    tally: Tally,
    tools: Arc<[ToolDefinition]>,
    tool_values: Vec<Value>,
    /// Messages that are not system messages.
    spoken: u64,
    /// Who reads the request.
    reader: Option<NativeHome>,
    /// Whether providers' own summaries are left out because the reader refused one.
    plain: bool,
}

impl SendView {
    pub(super) fn new(prompt: Option<String>, counter: Counter) -> Self {
        Self {
            prompt: prompt.filter(|prompt| !prompt.trim().is_empty()),
            messages: Vec::new(),
            tally: Tally::new(counter),
            tools: Arc::from([]),
            tool_values: Vec::new(),
            spoken: 0,
            reader: None,
            plain: false,
        }
    }

    /// Says who reads the request from the next [`SendView::rebuild`] on.
    pub(super) fn set_reader(&mut self, reader: Option<NativeHome>) {
        if self.reader != reader {
            self.reader = reader;
            self.plain = false;
        }
    }

    /// Who reads the request.
    pub(super) fn reader(&self) -> Option<&NativeHome> {
        self.reader.as_ref()
    }

    /// Leaves out the blocks of providers' own summaries from the next [`SendView::rebuild`] on;
    /// returns whether there are any.
    pub(super) fn leave_blocks_out(&mut self) -> bool {
        self.plain = true;
        self.messages.iter().any(|message| holds_block(message))
    }

    /// A message as the reader can read it: a summary without the block of another provider. Its
    /// own text says the same.
    fn readable(&self, message: &Arc<Message>, history: &History) -> Arc<Message> {
        if !holds_block(message) {
            return Arc::clone(message);
        }
        let home = history
            .entry_of_summary(message.id)
            .and_then(|entry| entry.compaction.record.as_ref()?.native.as_ref());
        if !self.plain && home.is_none_or(|home| self.reader.as_ref() == Some(home)) {
            return Arc::clone(message);
        }
        let mut text = Message::clone(message);
        text.parts.retain(|part| !matches!(part, Part::Opaque { .. }));
        text.origin = None;
        Arc::new(text)
    }

    /// The same request of another history.
    pub(super) fn for_history(&self, history: &History) -> Self {
        let mut view = Self::new(self.prompt.clone(), *self.counter());
        view.set_reader(self.reader.clone());
        view.set_tools(self.tools.to_vec());
        view.rebuild(history);
        view
    }

    /// Takes over what the history shows now.
    pub(super) fn rebuild(&mut self, history: &History) {
        let view = history.view();
        // A greeting may come before the system prompt; a later system message is a reminder.
        let place = view
            .iter()
            .take_while(|message| message.role != Role::User)
            .position(|message| message.role == Role::System);
        let first = place.map(|at| &view[at]);
        let replaced = self
            .prompt
            .as_ref()
            .filter(|prompt| first.is_none_or(|message| message.joined_text() != **prompt));
        match (replaced, first) {
            (None, _) => {
                self.messages = view.iter().map(|it| self.readable(it, history)).collect();
            }
            // Ids of messages begin at 1; nothing ever refers to this one, because the system
            // prompt always stays.
            (Some(prompt), first) => {
                let id = first.map_or(MessageId(0), |message| message.id);
                let mut own = Message::text(id, Role::System, prompt.clone());
                own.pinned = first.is_some_and(|message| message.pinned);
                let before = place.unwrap_or(0);
                let behind = before + usize::from(first.is_some());
                let readable = |message| self.readable(message, history);
                let mut messages: Vec<_> = view[..before].iter().map(readable).collect();
                messages.push(Arc::new(own));
                messages.extend(view[behind..].iter().map(readable));
                self.messages = messages;
            }
        }
        self.spoken =
            self.messages.iter().filter(|message| message.role != Role::System).count() as u64;
        self.recount();
    }

    fn recount(&mut self) {
        self.tally.sync(self.messages.iter().map(|message| &**message), &self.tool_values);
    }

    /// Adds a new message.
    pub(super) fn push(&mut self, message: Arc<Message>) -> Usage {
        let usage = self.tally.push(&message);
        self.spoken += u64::from(message.role != Role::System);
        self.messages.push(message);
        usage
    }

    /// Counts with another model's counter from now on.
    pub(super) fn set_counter(&mut self, counter: Counter) {
        if *self.tally.counter() != counter {
            self.tally = Tally::new(counter);
            self.recount();
        }
    }

    pub(super) fn set_tools(&mut self, tools: Vec<ToolDefinition>) {
        if *self.tools != *tools {
            self.tool_values = tools.iter().map(ToolDefinition::to_value).collect();
            self.tools = tools.into();
            self.tally.set_tools(&self.tool_values);
        }
    }

    pub(super) fn messages(&self) -> &[Arc<Message>] {
        &self.messages
    }

    pub(super) fn tools(&self) -> &Arc<[ToolDefinition]> {
        &self.tools
    }

    pub(super) fn counter(&self) -> &Counter {
        self.tally.counter()
    }

    /// Where the tokens of the request go.
    pub(super) fn usage(&self) -> Usage {
        self.tally.usage()
    }

    /// Tokens of the request, by our own count.
    pub(super) fn total(&self) -> u64 {
        self.tally.total().tokens
    }

    /// Returns whether the count is the model's own.
    pub(super) fn is_exact(&self) -> bool {
        self.tally.total().exact
    }

    /// Tokens of each message.
    pub(super) fn tokens(&self) -> Vec<u64> {
        (0..self.tally.len()).map(|at| self.tokens_of(at)).collect()
    }

    /// Tokens of the message at a place; 0 if there is none.
    pub(super) fn tokens_of(&self, at: usize) -> u64 {
        self.tally.get(at).map_or(0, |usage| usage.total())
    }

    /// Messages of the request, without system messages.
    pub(super) fn spoken(&self) -> u64 {
        self.spoken
    }

    /// How many summaries the next one builds on: 0 if nothing was summarized yet.
    pub(super) fn depth(&self, history: &History) -> u32 {
        let newest = self.messages.iter().rev().find(|it| it.kind == MessageKind::Summary);
        let record = newest
            .and_then(|summary| history.entry_of_summary(summary.id))
            .and_then(|entry| entry.compaction.record.as_ref());
        record.map_or(u32::from(newest.is_some()), |record| record.depth.saturating_add(1))
    }
}

/// Whether a message is a summary with a block that only its provider reads.
fn holds_block(message: &Message) -> bool {
    message.kind == MessageKind::Summary
        && message.parts.iter().any(|part| matches!(part, Part::Opaque { .. }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Event;
    use vibeue_tokens::exact::Encoding;

    fn sent(prompt: Option<&str>, roles: &[(Role, &str)]) -> Vec<String> {
        let mut history = History::new();
        for (role, text) in roles {
            let message = Message::text(history.next_id(), *role, *text);
            history.apply(Event::Message(message)).unwrap();
        }
        let counter = Counter::for_encoding(Encoding::O200kBase);
        let mut view = SendView::new(prompt.map(str::to_owned), counter);
        view.rebuild(&history);
        view.messages().iter().map(|message| message.joined_text()).collect()
    }

    #[test]
    fn the_hosts_prompt_takes_the_place_of_the_one_that_was_there_also_behind_a_greeting() {
        let (system, user, agent) = (Role::System, Role::User, Role::Assistant);
        let new = Some("new");
        assert_eq!(sent(new, &[(system, "old"), (user, "Hi")]), ["new", "Hi"]);
        assert_eq!(
            sent(new, &[(agent, "Welcome"), (system, "old"), (user, "Hi")]),
            ["Welcome", "new", "Hi"]
        );
        assert_eq!(
            sent(new, &[(agent, "Welcome"), (system, "new"), (user, "Hi")]),
            ["Welcome", "new", "Hi"]
        );
        // A reminder is not the prompt.
        assert_eq!(sent(new, &[(user, "Hi"), (system, "Be brief.")]), ["new", "Hi", "Be brief."]);
        assert_eq!(sent(None, &[(agent, "Welcome"), (system, "old")]), ["Welcome", "old"]);
    }
}
