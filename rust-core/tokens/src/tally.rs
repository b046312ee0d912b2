//! Keeps the count of a whole conversation as it changes.

use std::collections::HashMap;

use serde_json::Value;

use super::fingerprint::{Fingerprint, Fingerprinter};
use super::growing_text::GrowingText;
use super::overhead;
use super::piece::Category;
use super::small_usage::SmallUsage;
use super::{Count, Counter, TokenizerKind, Usage};
use vibeue_conversation::Message;

/// The running count of a conversation: equal to [`Counter::request`] for the
/// same messages and tools, without counting them again.
///
/// Each message is counted once, when it is added; the total is always at hand.
/// Counts are remembered by content, so undoing a compaction or reordering
/// messages does not count anything twice. Positions are those of the caller's
/// list of messages.
pub struct Tally {
    counter: Counter,
    fingerprinter: Fingerprinter,
    entries: Vec<Entry>,
    /// The sum over the entries.
    messages: Usage,
    /// Entries that were counted without the vocabulary.
    unsettled: usize,
    tools: SmallUsage,
    known: HashMap<Fingerprint, SmallUsage>,
    growing: Option<Growing>,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    fingerprint: Fingerprint,
    usage: SmallUsage,
}

/// The last entry, while its text is still being written.
struct Growing {
    category: Category,
    /// The message without the growing text.
    before: Usage,
    settled: bool,
    text: GrowingText,
}

impl Tally {
    /// Starts without messages and tools.
    pub fn new(counter: Counter) -> Self {
        Self {
            counter,
            fingerprinter: Fingerprinter::new(),
            entries: Vec::new(),
            messages: Usage::default(),
            unsettled: 0,
            tools: SmallUsage::new(&Usage::default(), true),
            known: HashMap::new(),
            growing: None,
        }
    }

    /// The counter in use.
    pub fn counter(&self) -> &Counter {
        &self.counter
    }

    /// Number of messages.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there are no messages.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the usage of one message.
    pub fn get(&self, at: usize) -> Option<Usage> {
        self.entries.get(at).map(|entry| entry.usage.usage())
    }

    /// Returns what the tokens of the request are spent on.
    pub fn usage(&self) -> Usage {
        let mut usage = self.messages + self.tools.usage();
        usage.overhead = usage.overhead.saturating_add(overhead::REPLY_PRIMING);
        usage
    }

    /// Returns the tokens of the request.
    pub fn total(&self) -> Count {
        let exact = matches!(self.counter.kind(), TokenizerKind::Exact(_));
        Count { tokens: self.usage().total(), exact: exact && self.is_settled() }
    }

    /// Returns whether everything was counted with the vocabulary. If not, and if
    /// [`Counter::is_warm`], call [`Tally::sync`].
    pub fn is_settled(&self) -> bool {
        self.unsettled == 0 && self.tools.settled
    }

    /// Returns whether the request, with more messages after it, would have more than `limit`
    /// tokens. Counts no more of those messages than the answer needs, and nothing if their bytes
    /// fit.
    pub fn exceeds_with(&self, more: &[Message], limit: u64) -> bool {
        self.counter.exceeds_with(self.usage().total(), more, &[], limit)
    }

    /// Sets the tool definitions.
    pub fn set_tools(&mut self, tools: &[Value]) {
        let settled = self.counter.texts().is_settled();
        self.tools = SmallUsage::new(&self.counter.tools(tools), settled);
    }

    /// Adds a message at the end and returns its usage.
    pub fn push(&mut self, message: &Message) -> Usage {
        self.growing = None;
        let entry = self.count(message);
        self.enter(&entry);
        self.entries.push(entry);
        entry.usage.usage()
    }

    /// Replaces a message and returns the old one's usage; `None` if there is
    /// no message at that position.
    pub fn replace(&mut self, at: usize, message: &Message) -> Option<Usage> {
        let old = *self.entries.get(at)?;
        self.stop_growing(at);
        let new = self.count(message);
        self.leave(&old);
        self.enter(&new);
        self.entries[at] = new;
        self.forget();
        Some(old.usage.usage())
    }

    /// Removes a message and returns its usage; `None` if there is no message
    /// at that position.
    pub fn remove(&mut self, at: usize) -> Option<Usage> {
        if at >= self.entries.len() {
            return None;
        }
        self.growing = None;
        let old = self.entries.remove(at);
        self.leave(&old);
        Some(old.usage.usage())
    }

    /// Removes all messages from a position on.
    pub fn truncate(&mut self, length: usize) {
        self.growing = None;
        while self.entries.len() > length {
            if let Some(old) = self.entries.pop() {
                self.leave(&old);
            }
        }
    }

    /// Takes over a whole list of messages: after a compaction, an undo, a
    /// load, or when [`Counter::warm`] has finished. Counts only what is new,
    /// and what was counted before the vocabulary was loaded.
    pub fn sync<'a>(&mut self, messages: impl IntoIterator<Item = &'a Message>, tools: &[Value]) {
        self.truncate(0);
        self.set_tools(tools);
        for message in messages {
            self.push(message);
        }
        self.forget();
    }

    /// Adds a message whose text is about to be streamed and returns its usage
    /// so far.
    pub fn begin(&mut self, message: &Message) -> Usage {
        let before = self.push(message);
        let texts = self.counter.texts();
        let settled =
            texts.is_settled() && self.entries.last().is_some_and(|entry| entry.usage.settled);
        let category = Category::of_text(message);
        self.growing = Some(Growing { category, before, settled, text: GrowingText::new(texts) });
        before
    }

    /// Appends text to a text part at the end of the message that was begun,
    /// and returns the usage of that message; `None` if none was begun or
    /// another change came in between. The cost depends on the new text only,
    /// however long the message already is.
    pub fn append(&mut self, text: &str) -> Option<Usage> {
        let growing = self.growing.as_mut()?;
        let last = self.entries.last_mut()?;
        growing.text.push(text);
        let mut usage = growing.before;
        growing.category.add(&mut usage, growing.text.tokens());
        let settled = growing.settled && growing.text.is_settled();
        let old = *last;
        // A half-written message need not be recognized later.
        *last = Entry { fingerprint: [0; 2], usage: SmallUsage::new(&usage, settled) };
        let new = *last;
        self.leave(&old);
        self.enter(&new);
        Some(new.usage.usage())
    }

    /// Replaces the message that was begun by the finished one, and returns its
    /// usage.
    pub fn finish(&mut self, message: &Message) -> Usage {
        if self.growing.is_some() {
            self.truncate(self.entries.len().saturating_sub(1));
        }
        self.push(message)
    }

    /// Counts a message, or recalls its count. A count made before the
    /// vocabulary was loaded is not used once it is.
    fn count(&mut self, message: &Message) -> Entry {
        let texts = self.counter.texts();
        let fingerprint = self.fingerprinter.of(message, self.counter.images());
        let usage = match self.known.get(&fingerprint) {
            Some(known) if known.settled || !texts.is_settled() => *known,
            _ => {
                let usage = self.counter.message_with(texts, message);
                SmallUsage::new(&usage, texts.is_settled())
            }
        };
        self.known.insert(fingerprint, usage);
        Entry { fingerprint, usage }
    }

    fn enter(&mut self, entry: &Entry) {
        self.messages += entry.usage.usage();
        self.unsettled += usize::from(!entry.usage.settled);
    }

    fn leave(&mut self, entry: &Entry) {
        self.messages -= entry.usage.usage();
        self.unsettled -= usize::from(!entry.usage.settled);
    }

    fn stop_growing(&mut self, at: usize) {
        if at + 1 == self.entries.len() {
            self.growing = None;
        }
    }

    /// Drops the counts of messages that are gone, once there are many.
    fn forget(&mut self) {
        const SPARE: usize = 4_096;
        if self.known.len() > 2 * self.entries.len() + SPARE {
            self.known =
                self.entries.iter().map(|entry| (entry.fingerprint, entry.usage)).collect();
        }
    }
}

impl std::fmt::Debug for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tally")
            .field("counter", &self.counter)
            .field("messages", &self.entries.len())
            .field("total", &self.total())
            .finish_non_exhaustive()
    }
}
