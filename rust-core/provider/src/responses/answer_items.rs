//! The items of an answer by position, and what was delivered of them.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use super::answer_item::{AnswerItem, arguments_of, call_id, content_of, is_named, kind_of};
use crate::answer_calls::{AnswerCalls, check_parts};
use crate::http::Sink;
use crate::{Delta, ProviderError};
use vibeue_conversation::Part;

/// The items of an answer by position, and what was delivered of them.
#[derive(Debug, Default)]
pub(super) struct AnswerItems {
    items: BTreeMap<u64, AnswerItem>,
    /// The positions of items by id, for events that name only the id.
    places: HashMap<String, u64>,
    calls: AnswerCalls,
}

impl AnswerItems {
    /// Finds the position of the item that an event is about.
    pub(super) fn place(&self, event: &Value) -> u64 {
        if let Some(place) = event.get("output_index").and_then(Value::as_u64) {
            return place;
        }
        let id = event.get("item_id").or_else(|| event.pointer("/item/id")).and_then(Value::as_str);
        let known = id.and_then(|id| self.places.get(id).copied());
        let is_new = event.get("item").is_some() && known.is_none();
        let last = self.items.keys().next_back().copied();
        match (known, last) {
            (Some(known), _) => known,
            (None, Some(last)) if is_new => last.saturating_add(1),
            (None, last) => last.unwrap_or(0),
        }
    }

    /// The item that an event is about.
    pub(super) fn item(&mut self, event: &Value) -> &mut AnswerItem {
        let place = self.place(event);
        self.items.entry(place).or_default()
    }

    /// Keeps the newest form of an item, and the position of its id.
    fn keep(&mut self, place: u64, value: Value) -> &mut AnswerItem {
        if let Some(id) = value.get("id").and_then(Value::as_str) {
            self.places.insert(id.to_owned(), place);
        }
        let item = self.items.entry(place).or_default();
        item.value = value;
        item
    }

    /// Adds an item in its first form.
    pub(super) fn added(
        &mut self,
        place: u64,
        value: Value,
        answer: Option<&str>,
        sink: &mut Sink<'_>,
    ) -> Result<(), ProviderError> {
        let item = self.keep(place, value);
        if kind_of(&item.value) == "function_call" && is_named(&item.value) {
            let value = item.value.clone();
            self.announce(place, &value, answer, sink)?;
            self.rest_of_arguments(place, &arguments_of(&value), sink);
        }
        Ok(())
    }

    /// Takes an item in its final form and delivers what no piece contained.
    pub(super) fn done(
        &mut self,
        place: u64,
        value: Value,
        answer: Option<&str>,
        sink: &mut Sink<'_>,
    ) -> Result<(), ProviderError> {
        let item = self.keep(place, value);
        item.done = true;
        match kind_of(&item.value) {
            "message" if item.text.is_empty() && item.refusal.is_empty() => {
                for part in content_of(&item.value) {
                    let text = part.get("text").or_else(|| part.get("refusal"));
                    sink.send(Delta::Text(text.and_then(Value::as_str).unwrap_or_default()));
                }
            }
            "reasoning" if !item.reasoned => {
                let parts = item.value.get("summary").and_then(Value::as_array);
                for (index, part) in parts.into_iter().flatten().enumerate() {
                    if index > 0 {
                        sink.send(Delta::Reasoning("\n\n"));
                    }
                    let text = part.get("text").and_then(Value::as_str);
                    sink.send(Delta::Reasoning(text.unwrap_or_default()));
                }
            }
            "function_call" => {
                let value = item.value.clone();
                self.announce(place, &value, answer, sink)?;
                self.rest_of_arguments(place, &arguments_of(&value), sink);
            }
            _ => {}
        }
        Ok(())
    }

    /// Announces a call when something of it first arrives.
    pub(super) fn announce(
        &mut self,
        place: u64,
        source: &Value,
        answer: Option<&str>,
        sink: &mut Sink<'_>,
    ) -> Result<(), ProviderError> {
        let item = self.items.entry(place).or_default();
        if item.call.is_some() {
            return Ok(());
        }
        let value = if is_named(&item.value) { &item.value } else { source };
        let (index, id) = self.calls.begin(call_id(value), answer)?;
        sink.send(Delta::ToolCall {
            index,
            id: &id,
            name: value.get("name").and_then(Value::as_str).unwrap_or_default(),
        });
        item.sent_id = call_id(value).to_owned();
        item.id = id;
        item.call = Some(index);
        Ok(())
    }

    /// Adds a piece of a call's arguments.
    pub(super) fn arguments(&mut self, place: u64, fragment: &str, sink: &mut Sink<'_>) {
        let Some(item) = self.items.get_mut(&place) else { return };
        item.arguments.push_str(fragment);
        if let Some(index) = item.call {
            sink.send(Delta::Arguments { index, fragment });
        }
    }

    /// Delivers the part of a call's complete arguments that no piece
    /// contained.
    pub(super) fn rest_of_arguments(&mut self, place: u64, whole: &str, sink: &mut Sink<'_>) {
        let Some(item) = self.items.get(&place) else { return };
        if let Some(rest) = whole.strip_prefix(item.arguments.as_str()) {
            let rest = rest.to_owned();
            self.arguments(place, &rest, sink);
        }
    }

    /// Returns whether the final form of an item arrived.
    pub(super) fn is_done(&self, place: u64) -> bool {
        self.items.get(&place).is_some_and(|known| known.done)
    }

    /// Checks that there are not more items than an answer can have.
    pub(super) fn check(&self) -> Result<(), ProviderError> {
        check_parts(self.items.len())
    }

    /// The parts of the message, and what had to be left out.
    pub(super) fn into_parts(self, is_cut: bool) -> (Vec<Part>, Vec<String>) {
        let mut parts = Vec::with_capacity(self.items.len());
        let mut warnings = Vec::new();
        for item in self.items.into_values() {
            item.into_parts(is_cut, &mut parts, &mut warnings);
        }
        (parts, warnings)
    }
}
