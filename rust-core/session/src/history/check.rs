//! The conditions that an event must meet before it changes a history.

use std::collections::HashSet;
use std::sync::Arc;

use super::History;
use crate::{CompactionEntry, Event};
use vibeue_compaction::Compaction;
use vibeue_conversation::pairing::{first_split_pair, same_pairs};
use vibeue_conversation::{Error, ErrorKind, Result};
use vibeue_conversation::{Message, MessageId, MessageKind, Part};

impl History {
    /// Returns whether an event can be applied.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] if the event contradicts itself or names something that was never in
    /// this conversation; [`ErrorKind::Conflict`] if it names something that has changed: a message
    /// that was condensed or pinned, a compaction that was undone.
    pub fn check(&self, event: &Event) -> Result<()> {
        match event {
            Event::Message(message) => self.check_new_id(message.id),
            Event::Submit { parts } => check_submitted(parts),
            Event::Send { submit, message } => {
                self.check_waiting(*submit)?;
                self.check_new_id(*message)
            }
            Event::Withdraw { submit } => self.check_waiting(*submit),
            Event::Branch { before, message } => self.check_branch(*before, message),
            Event::Switch { begun } => self.check_switch(*begun),
            Event::Compaction(compaction) => self.check_compaction(compaction),
            Event::Undo { compaction } => match self.require_compaction(*compaction)?.undone_by {
                None => Ok(()),
                Some(by) => Err(conflict(format!(
                    "compaction {compaction} was undone before, by event {by}"
                ))),
            },
            Event::Pin { message, .. } => self.require_in_view(*message).map(|_| ()),
            Event::EditSummary { summary, .. } => self.check_edit(summary),
            Event::UndoEdit { summary } => self.check_undo_edit(*summary),
            Event::RedoEdit { summary } => self.check_redo_edit(*summary),
            Event::Rename { .. }
            | Event::Tools { .. }
            | Event::Request { .. }
            | Event::Learned { .. } => Ok(()),
        }
    }

    pub(super) fn check_new_id(&self, id: MessageId) -> Result<()> {
        if id.0 > Self::MAX_ID {
            return Err(input(format!(
                "message id {id} is above the highest, {}",
                MessageId(Self::MAX_ID)
            )));
        }
        if self.places.contains_key(&id) || self.branches.know(id) {
            return Err(input(format!("message id {id} is in use"))
                .hint(format!("the next free id is {}", self.next_id())));
        }
        Ok(())
    }

    fn check_waiting(&self, submit: u64) -> Result<()> {
        if self.waiting_message(submit).is_some() {
            return Ok(());
        }
        Err(conflict(format!("no message submitted by event {submit} is waiting"))
            .hint("it was sent or withdrawn before, or never submitted"))
    }

    fn check_compaction(&self, compaction: &Compaction) -> Result<()> {
        if compaction.replaced.is_empty() {
            if compaction.summary.is_some() {
                return Err(input("the compaction has a summary but replaces no message"));
            }
            if compaction.shortened.is_empty() {
                return Err(input("the compaction changes nothing"));
            }
        }
        if compaction.tokens_after >= compaction.tokens_before {
            return Err(input(format!(
                "the compaction frees nothing: {} tokens before, {} after",
                compaction.tokens_before, compaction.tokens_after
            )));
        }
        let mut named = HashSet::new();
        for id in &compaction.replaced {
            self.check_named(*id, &mut named)?;
        }
        for short in &compaction.shortened {
            let form = self.check_named(short.id, &mut named)?;
            if short.role != form.role || short.kind != form.kind || short.pinned {
                return Err(input(format!(
                    "the shortened form of {} differs from it in role, kind or pin",
                    short.id
                )));
            }
            if !same_pairs(short, &form) {
                return Err(input(format!(
                    "the shortened form of {} has other tool calls or results than it",
                    short.id
                )));
            }
        }
        if let Some(summary) = &compaction.summary {
            self.check_new_id(summary.id)?;
            check_summary(summary)?;
        }
        let gone = compaction.replaced.iter().copied().collect();
        if let Some((call, result)) = first_split_pair(&self.view, &gone) {
            return Err(conflict(format!(
                "the compaction would separate the tool call in {call} from its result in {result}"
            )));
        }
        Ok(())
    }

    /// Checks one message that a compaction names and returns its form in the
    /// view.
    fn check_named(&self, id: MessageId, named: &mut HashSet<MessageId>) -> Result<Arc<Message>> {
        if !named.insert(id) {
            return Err(input(format!("the compaction names message {id} twice")));
        }
        let form = self.require_in_view(id)?;
        if form.pinned {
            return Err(conflict(format!("message {id} is pinned")));
        }
        Ok(form)
    }

    fn check_edit(&self, summary: &Message) -> Result<()> {
        self.check_editable(summary.id)?;
        check_summary(summary)
    }

    /// The form of a message that the model sees now.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] if there never was such a message, [`ErrorKind::Conflict`] if the model
    /// no longer sees it.
    pub(crate) fn require_in_view(&self, id: MessageId) -> Result<Arc<Message>> {
        let Some(place) = self.places.get(&id) else {
            return Err(input(format!("there is no message {id} in this conversation")));
        };
        if !self.slots[*place].in_view {
            let error = conflict(format!("message {id} is no longer in the view"));
            return Err(match self.condensed_by(id) {
                Some(entry) => error.hint(format!("compaction {} condensed it", entry.seq)),
                None => error.hint("it is the summary of a compaction that was undone"),
            });
        }
        Ok(self.form(*place))
    }

    pub(super) fn require_compaction(&self, seq: u64) -> Result<&CompactionEntry> {
        self.compaction(seq).ok_or_else(|| {
            let numbers: Vec<String> =
                self.compactions.iter().rev().take(5).map(|entry| entry.seq.to_string()).collect();
            let error = input(format!("there is no compaction {seq} in this conversation"));
            if numbers.is_empty() {
                error
            } else {
                error.hint(format!("the newest are {}", numbers.join(", ")))
            }
        })
    }
}

/// A message of the user has content and makes no calls.
pub(super) fn check_submitted(parts: &[Part]) -> Result<()> {
    let has_content = parts.iter().any(|part| match part {
        Part::Text { text, .. } => !text.trim().is_empty(),
        Part::Image(_) => true,
        _ => false,
    });
    if !has_content {
        return Err(input("the message is empty").hint("write something"));
    }
    if parts.iter().any(|part| matches!(part, Part::ToolCall(_) | Part::ToolResult(_))) {
        return Err(input("a user message cannot contain tool calls or results"));
    }
    Ok(())
}

fn check_summary(summary: &Message) -> Result<()> {
    if summary.kind != MessageKind::Summary {
        return Err(input(format!("message {} is not marked as a summary", summary.id)));
    }
    if summary.tool_calls().next().is_some() || summary.tool_results().next().is_some() {
        return Err(input("a summary cannot contain tool calls or results"));
    }
    let empty = summary.parts.iter().all(|part| match part {
        Part::Text { text, .. } => text.trim().is_empty(),
        _ => false,
    });
    if empty { Err(input("the summary is empty")) } else { Ok(()) }
}

pub(super) fn input(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Input, message)
}

pub(super) fn conflict(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Conflict, message)
}
