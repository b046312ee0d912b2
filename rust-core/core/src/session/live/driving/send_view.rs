//! What the next request is made of, and what it costs.

use std::sync::Arc;

use serde_json::Value;

use crate::conversation::{Message, MessageId, MessageKind, Role};
use crate::provider::ToolDefinition;
use crate::session::History;
use crate::tokens::{Counter, Tally, Usage};

/// The messages and tools of the next request, counted.
#[derive(Debug)]
pub(super) struct SendView {
    /// The host's system prompt, where the history has none or another one.
    prompt: Option<String>,
    messages: Vec<Arc<Message>>,
    tally: Tally,
    tools: Arc<[ToolDefinition]>,
    tool_values: Vec<Value>,
    /// Messages that are no system messages.
    spoken: u64,
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
        }
    }

    /// The host's system prompt.
    pub(super) fn prompt(&self) -> Option<&str> {
        self.prompt.as_deref()
    }

    /// Takes over what the history shows now.
    pub(super) fn rebuild(&mut self, history: &History) {
        let view = history.view();
        self.messages = Vec::with_capacity(view.len() + 1);
        // A greeting may stand before the system prompt; what comes after a
        // person's first words is a reminder.
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
            (None, _) => self.messages.extend(view.iter().cloned()),
            // Ids of messages begin at 1; nobody ever names this one, because
            // the system prompt stays whatever happens.
            (Some(prompt), first) => {
                let id = first.map_or(MessageId(0), |message| message.id);
                let mut own = Message::text(id, Role::System, prompt.clone());
                own.pinned = first.is_some_and(|message| message.pinned);
                let before = place.unwrap_or(0);
                self.messages.extend(view[..before].iter().cloned());
                self.messages.push(Arc::new(own));
                let behind = before + usize::from(first.is_some());
                self.messages.extend(view[behind..].iter().cloned());
            }
        }
        self.spoken =
            self.messages.iter().filter(|message| message.role != Role::System).count() as u64;
        self.recount();
    }

    fn recount(&mut self) {
        self.tally.sync(self.messages.iter().map(|message| &**message), &self.tool_values);
    }

    /// Adds a message that came.
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

    /// Tells whether the count is the model's own.
    pub(super) fn is_exact(&self) -> bool {
        self.tally.total().exact
    }

    /// Tokens of each message.
    pub(super) fn tokens(&self) -> Vec<u64> {
        (0..self.tally.len())
            .map(|at| self.tally.get(at).map_or(0, |usage| usage.total()))
            .collect()
    }

    /// Messages of the request, system messages aside.
    pub(super) fn spoken(&self) -> u64 {
        self.spoken
    }

    /// How many summaries lie beneath the next one: 0 while nothing was
    /// summarised.
    pub(super) fn depth(&self, history: &History) -> u32 {
        let newest = self.messages.iter().rev().find(|it| it.kind == MessageKind::Summary);
        let record = newest
            .and_then(|summary| history.entry_of_summary(summary.id))
            .and_then(|entry| entry.compaction.record.as_ref());
        record.map_or(u32::from(newest.is_some()), |record| record.depth.saturating_add(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Event;
    use crate::tokens::exact::Encoding;

    fn told(prompt: Option<&str>, roles: &[(Role, &str)]) -> Vec<String> {
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
        assert_eq!(told(new, &[(system, "old"), (user, "Hi")]), ["new", "Hi"]);
        assert_eq!(
            told(new, &[(agent, "Welcome"), (system, "old"), (user, "Hi")]),
            ["Welcome", "new", "Hi"]
        );
        assert_eq!(
            told(new, &[(agent, "Welcome"), (system, "new"), (user, "Hi")]),
            ["Welcome", "new", "Hi"]
        );
        // A reminder is not the prompt.
        assert_eq!(told(new, &[(user, "Hi"), (system, "Be brief.")]), ["new", "Hi", "Be brief."]);
        assert_eq!(told(None, &[(agent, "Welcome"), (system, "old")]), ["Welcome", "old"]);
    }
}
