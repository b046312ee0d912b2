//! The state of one conversation.

mod branch_list;
mod branches;
mod check;
mod edits;
mod slot;
mod undo;
mod waiting;

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use serde_json::Value;

use super::{ChosenModel, CompactionEntry, Event, WaitingMessage};
use vibeue_compaction::{Compaction, Extent, SummaryRecord};
use vibeue_conversation::{Conversation, Extra, Message, MessageId};
use vibeue_conversation::{Error, ErrorKind, Result};
use vibeue_tokens::Experience;

pub use branch_list::Branch;
use branch_list::Branches;
use slot::Slot;

/// Everything that was said in a conversation, and what the model sees of it.
///
/// Every message is kept; compactions only change the view. Archive and view share their messages,
/// so that a long history costs its text once. The only way to change it is [`History::apply`]: the
/// same events give the same state, byte for byte.
///
/// ```
/// use vibeue_conversation::{Message, Role};
/// use vibeue_session::{Event, History};
///
/// let mut history = History::new();
/// let message = Message::text(history.next_id(), Role::User, "Rename the mesh");
/// history.apply(Event::Message(message))?;
/// assert_eq!(history.view()[0].joined_text(), "Rename the mesh");
/// assert_eq!(history.version(), 1);
/// # Ok::<(), vibeue_conversation::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct History {
    slots: Vec<Slot>,
    places: HashMap<MessageId, usize>,
    view: Vec<Arc<Message>>,
    /// The shortened forms in force, the newest last.
    short_forms: HashMap<MessageId, Vec<Arc<Message>>>,
    compactions: Vec<CompactionEntry>,
    /// Submitted but not sent yet, oldest first.
    waiting: VecDeque<Arc<WaitingMessage>>,
    title: Option<String>,
    tools: Vec<Value>,
    fields: Extra,
    /// The model that the user chose for this conversation.
    chosen: Option<ChosenModel>,
    /// What was learned of each model.
    learned: HashMap<String, Experience>,
    version: u64,
    /// The version at which a compaction or an undo last reshaped the view.
    reshaped: u64,
    highest_id: u64,
    /// The highest number that the record of a summary ever had.
    highest_record: u64,
    /// The other branches of the conversation.
    branches: Branches,
}

/// The effect of an event on a history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    /// The version after the event: its sequence number in the journal.
    pub version: u64,
    /// The compactions that an undo removed, newest first: the one that was named is the last.
    pub undone: Vec<u64>,
}

impl History {
    /// The highest message id that is taken: above it, a number changes its
    /// value in programs that read JSON numbers as 64-bit floats.
    pub const MAX_ID: u64 = (1 << 53) - 1;

    /// Creates the history of an empty conversation.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates the history of a conversation that began elsewhere.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] if two messages have the same id.
    pub fn from_conversation(conversation: Conversation) -> Result<Self> {
        let mut history = Self::new();
        for event in Self::events_of(conversation) {
            history.apply(event)?;
        }
        Ok(history)
    }

    /// Returns the events that build a conversation that began elsewhere.
    pub fn events_of(conversation: Conversation) -> impl Iterator<Item = Event> {
        let Conversation { messages, tools, extra } = conversation;
        let fields = (!extra.is_empty()).then_some(Event::Request { fields: extra, chosen: None });
        let tools = (!tools.is_empty()).then_some(Event::Tools { tools });
        fields.into_iter().chain(tools).chain(messages.into_iter().map(Event::Message))
    }

    /// Applies one event to the state.
    ///
    /// # Errors
    /// As for [`History::check`]; the state is then unchanged.
    pub fn apply(&mut self, event: Event) -> Result<Applied> {
        self.check(&event)?;
        Ok(self.perform(event))
    }

    /// Applies an event that [`History::check`] has accepted.
    pub(super) fn perform(&mut self, event: Event) -> Applied {
        self.version += 1;
        let mut undone = Vec::new();
        match event {
            Event::Message(message) => self.push(message),
            Event::Submit { parts } => self.submit(parts),
            Event::Send { submit, message } => self.send(submit, message),
            Event::Withdraw { submit } => {
                self.take_waiting(submit);
            }
            Event::Branch { before, message } => self.branch_off(before, message),
            Event::Switch { begun } => self.show_branch(begun),
            Event::Compaction(compaction) => self.compact(*compaction),
            Event::Undo { compaction } => undone = self.take_back(compaction),
            Event::Pin { message, pinned } => self.pin(message, pinned),
            Event::EditSummary { summary, record } => self.edit(summary, record.map(|it| *it)),
            Event::UndoEdit { summary } => self.undo_edit(summary),
            Event::RedoEdit { summary } => self.redo_edit(summary),
            Event::Rename { title } => self.title = Some(title),
            Event::Tools { tools } => self.tools = tools,
            Event::Request { fields, chosen } => {
                self.fields = fields;
                self.chosen = chosen;
            }
            Event::Learned { model, experience } => {
                self.learned.insert(model, *experience);
            }
        }
        Applied { version: self.version, undone }
    }

    fn push(&mut self, message: Message) {
        let message = Arc::new(message);
        self.view.push(Arc::clone(&message));
        let key = self.slots.len();
        self.archive(Slot { message, key, summary_of: None, in_view: true });
    }

    fn archive(&mut self, slot: Slot) {
        let id = slot.message.id;
        self.highest_id = self.highest_id.max(id.0);
        self.places.insert(id, self.slots.len());
        self.slots.push(slot);
    }

    fn compact(&mut self, compaction: Compaction) {
        let extent = Extent::of(&compaction, |id| self.places.get(&id).map(|at| self.form(*at)));
        let gone: HashSet<MessageId> = compaction.replaced.iter().copied().collect();
        let mut key = usize::MAX;
        for id in &gone {
            let slot = &mut self.slots[self.places[id]];
            slot.in_view = false;
            key = key.min(slot.key);
        }
        let mut shortened = HashMap::new();
        for short in &compaction.shortened {
            let form = Arc::new(short.clone());
            self.short_forms.entry(short.id).or_default().push(Arc::clone(&form));
            shortened.insert(short.id, form);
        }
        let mut summary = compaction.summary.clone().map(Arc::new);
        if let Some(message) = summary.clone() {
            let summary_of = Some(self.compactions.len());
            self.archive(Slot { message, key, summary_of, in_view: true });
        }
        let before = std::mem::take(&mut self.view);
        self.view.reserve_exact(before.len() - gone.len() + 1);
        for message in before {
            if gone.contains(&message.id) {
                self.view.extend(summary.take());
            } else {
                self.view.push(shortened.remove(&message.id).unwrap_or(message));
            }
        }
        // Shortening a message does not affect plans about other messages.
        if !compaction.replaced.is_empty() {
            self.reshaped = self.version;
        }
        let number = compaction.record.as_ref().and_then(SummaryRecord::number);
        self.highest_record = self.highest_record.max(number.unwrap_or(0));
        self.compactions.push(CompactionEntry {
            seq: self.version,
            compaction,
            extent,
            undone_by: None,
            edited_by: None,
            earlier: Vec::new(),
            before: Vec::new(),
            undone: Vec::new(),
            rewritten: None,
        });
    }

    fn pin(&mut self, id: MessageId, pinned: bool) {
        let place = self.places[&id];
        Arc::make_mut(&mut self.slots[place].message).pinned = pinned;
        for form in self.short_forms.get_mut(&id).into_iter().flatten() {
            Arc::make_mut(form).pinned = pinned;
        }
        if let Some(of) = self.slots[place].summary_of
            && let Some(summary) = &mut self.compactions[of].compaction.summary
        {
            summary.pinned = pinned;
        }
        self.refresh_in_view(place);
    }

    /// Brings one message of the view back into its current form.
    fn refresh_in_view(&mut self, place: usize) {
        let key = self.slots[place].key;
        let at = self.view.binary_search_by_key(&key, |m| self.slots[self.places[&m.id]].key);
        if let Ok(at) = at {
            self.view[at] = self.form(place);
        }
    }

    /// The form of a message that the model would see: the newest shortened
    /// one, else the message itself.
    fn form(&self, place: usize) -> Arc<Message> {
        let message = &self.slots[place].message;
        let short = self.short_forms.get(&message.id).and_then(|forms| forms.last());
        Arc::clone(short.unwrap_or(message))
    }

    /// Returns the event that installs a compaction that was planned earlier:
    /// compare-and-swap on the version.
    ///
    /// Messages that were added since it was planned stay, after the summary. If the summary's id
    /// was taken meanwhile, it gets the next one.
    ///
    /// # Errors
    /// [`ErrorKind::Conflict`] if the view was reshaped since, or a message that the compaction
    /// names was pinned, edited or answered by a tool; [`ErrorKind::Input`] if it could never have
    /// been planned.
    pub fn plan_commit(&self, planned_on: u64, mut compaction: Compaction) -> Result<Event> {
        if planned_on > self.version {
            return Err(Error::new(
                ErrorKind::Conflict,
                format!(
                    "the compaction was planned on version {planned_on}, \
                     but the conversation is at version {}",
                    self.version
                ),
            )
            .hint("plan the compaction again"));
        }
        if planned_on < self.reshaped {
            return Err(Error::new(
                ErrorKind::Conflict,
                format!(
                    "the compaction was planned on version {planned_on}, \
                     but another compaction or an undo changed the conversation at version {}",
                    self.reshaped
                ),
            )
            .hint("plan the compaction again"));
        }
        if let Some(id) = self.shortened_since(planned_on, &compaction) {
            return Err(Error::new(
                ErrorKind::Conflict,
                format!("message {id} was shortened after the compaction was planned"),
            )
            .hint("plan the compaction again"));
        }
        if let Some(summary) = &mut compaction.summary
            && self.places.contains_key(&summary.id)
        {
            summary.id = self.next_id();
        }
        let shortened = compaction.shortened.iter().map(|short| short.id);
        let edited = compaction.replaced.iter().copied().chain(shortened).find(|id| {
            self.entry_of_summary(*id)
                .is_some_and(|entry| entry.rewritten.is_some_and(|at| at > planned_on))
        });
        if let Some(id) = edited {
            return Err(Error::new(
                ErrorKind::Conflict,
                format!("summary {id} was edited after the compaction was planned"),
            )
            .hint("plan the compaction again"));
        }
        let event = Event::Compaction(Box::new(compaction));
        self.check(&event)?;
        Ok(event)
    }

    /// Finds a message that a compaction names and that was shortened after it was planned.
    fn shortened_since(&self, planned_on: u64, compaction: &Compaction) -> Option<MessageId> {
        let from = self.compactions.partition_point(|entry| entry.seq <= planned_on);
        let since: HashSet<MessageId> = self.compactions[from..]
            .iter()
            .filter(|entry| entry.in_force())
            .flat_map(|entry| entry.compaction.shortened.iter().map(|short| short.id))
            .collect();
        let shortened = compaction.shortened.iter().map(|short| short.id);
        compaction.replaced.iter().copied().chain(shortened).find(|id| since.contains(id))
    }

    /// Installs a compaction that was planned on an earlier version.
    ///
    /// # Errors
    /// As for [`History::plan_commit`]; the state is then unchanged.
    pub fn commit(&mut self, planned_on: u64, compaction: Compaction) -> Result<Applied> {
        let event = self.plan_commit(planned_on, compaction)?;
        Ok(self.perform(event))
    }

    /// Undoes a compaction, and those that build on it.
    ///
    /// # Errors
    /// [`ErrorKind::Conflict`] if it is already undone, [`ErrorKind::Input`] if there is none of
    /// that number.
    pub fn undo(&mut self, seq: u64) -> Result<Applied> {
        self.apply(Event::Undo { compaction: seq })
    }

    /// Returns the event that redoes an undone compaction as a new one: its summary gets a new id.
    ///
    /// # Errors
    /// [`ErrorKind::Conflict`] if it is in force, or no longer fits the view; [`ErrorKind::Input`]
    /// if there is none of that number.
    pub fn plan_redo(&self, seq: u64) -> Result<Event> {
        let entry = self.require_compaction(seq)?;
        if entry.in_force() {
            return Err(Error::new(ErrorKind::Conflict, format!("compaction {seq} is in force"))
                .hint("only an undone compaction can be redone"));
        }
        self.plan_commit(self.version, entry.compaction.clone())
    }

    /// What the model sees, oldest first; system messages included.
    pub fn view(&self) -> &[Arc<Message>] {
        &self.view
    }

    /// Returns a message in its full form, whether the model still sees it or
    /// not. Takes the same time however long the conversation is.
    pub fn original(&self, id: MessageId) -> Option<&Message> {
        Some(&*self.slots[*self.places.get(&id)?].message)
    }

    /// Visits everything that was ever said, oldest first, in full form; without our summaries.
    pub fn originals(&self) -> impl Iterator<Item = &Arc<Message>> {
        self.slots.iter().filter(|slot| slot.summary_of.is_none()).map(|slot| &slot.message)
    }

    /// Returns whether the model sees this message, even if only in shortened form.
    pub fn is_in_view(&self, id: MessageId) -> bool {
        self.places.get(&id).is_some_and(|place| self.slots[*place].in_view)
    }

    /// All compactions, oldest first, including undone ones.
    pub fn compactions(&self) -> &[CompactionEntry] {
        &self.compactions
    }

    /// Returns one compaction by its sequence number.
    pub fn compaction(&self, seq: u64) -> Option<&CompactionEntry> {
        let at = self.compactions.binary_search_by_key(&seq, |entry| entry.seq).ok()?;
        Some(&self.compactions[at])
    }

    /// The newest compaction in force: what "undo" means without a number.
    pub fn last_compaction(&self) -> Option<&CompactionEntry> {
        self.compactions.iter().rev().find(|entry| entry.in_force())
    }

    /// The compaction whose summary this message is.
    pub fn entry_of_summary(&self, id: MessageId) -> Option<&CompactionEntry> {
        let of = self.slots[*self.places.get(&id)?].summary_of?;
        Some(&self.compactions[of])
    }

    /// The compaction in force that took a message out of the view.
    pub fn condensed_by(&self, id: MessageId) -> Option<&CompactionEntry> {
        let mut in_force = self.compactions.iter().rev().filter(|entry| entry.in_force());
        in_force.find(|entry| entry.compaction.replaced.contains(&id))
    }

    /// Returns what the model would see after a compaction, without changing
    /// anything.
    ///
    /// # Errors
    /// As for [`History::check`].
    pub fn preview(&self, compaction: Compaction) -> Result<Vec<Arc<Message>>> {
        let mut copy = self.clone();
        copy.commit(self.version, compaction)?;
        Ok(copy.view)
    }

    /// The name of the conversation.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The tools' definitions.
    pub fn tools(&self) -> &[Value] {
        &self.tools
    }

    /// The top-level fields of the request (`model`, `temperature`, …).
    pub fn fields(&self) -> &Extra {
        &self.fields
    }

    /// The model that the user chose for this conversation, on any server.
    pub(crate) fn chosen(&self) -> Option<&ChosenModel> {
        self.chosen.as_ref()
    }

    /// The model that the user chose for this conversation, if it is on this
    /// [server](vibeue_provider::Provider::server).
    pub fn chosen_model(&self, server: &str) -> Option<&str> {
        let chosen = self.chosen.as_ref().filter(|chosen| chosen.server == server)?;
        Some(&chosen.model)
    }

    /// What was learned about a model in this conversation.
    pub fn learned(&self, model: &str) -> Option<&Experience> {
        self.learned.get(model)
    }

    /// The number of events so far; each event raises it by one.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The id that the next message takes: one above the highest so far.
    pub fn next_id(&self) -> MessageId {
        MessageId(self.highest_id + 1)
    }

    /// Reserves an id for a summary that is being written while messages arrive. An id that is
    /// never used leaves a harmless gap.
    pub fn reserve_id(&mut self) -> MessageId {
        self.highest_id += 1;
        MessageId(self.highest_id)
    }

    /// The number that the next summary's record takes: one above the highest
    /// so far, those of undone summaries included.
    pub fn next_record(&self) -> u64 {
        self.highest_record.saturating_add(1)
    }

    /// Returns the content of the next request, as a copy.
    pub fn to_conversation(&self) -> Conversation {
        self.copy_of(self.view.iter())
    }

    /// Returns the conversation as if nothing had ever been condensed, as a
    /// copy.
    pub fn to_original_conversation(&self) -> Conversation {
        self.copy_of(self.originals())
    }

    /// Breaks the history so that any look-up of this message panics.
    #[cfg(test)]
    pub(crate) fn break_at(&mut self, id: MessageId) {
        self.places.insert(id, usize::MAX);
    }

    fn copy_of<'a>(&self, messages: impl Iterator<Item = &'a Arc<Message>>) -> Conversation {
        Conversation {
            messages: messages.map(|message| Message::clone(message)).collect(),
            tools: self.tools.clone(),
            extra: self.fields.clone(),
        }
    }
}
