//! One turn of an agent, from the message to its end.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::{Duration, Instant};

use agent_client_protocol_schema::v1::{StopReason, ToolCallUpdateFields};
use serde_json::{Value, json};

use crate::AgentFailure;
use crate::ask::{Ask, What, Writing, tool_for};
use crate::call::Call;
use crate::shown::cut;
use crate::spending::Spending;

/// The tool of calls that an agent runs without asking.
pub(crate) const RUNS: &str = "agent_runs";

/// The tool for writing files for an agent.
pub(crate) const WRITES: &str = "agent_asks_to_write";

/// The same for files that decide what runs, or which instructions agents get: a permission for
/// other files does not cover these.
pub(crate) const WRITES_GUARDED: &str = "agent_asks_to_write_guarded";

/// The tool for an agent's condensing of its own context.
pub(crate) const CONDENSES: &str = "agent_condenses";

/// The maximum number of a turn's questions that wait for the user.
const MOST_QUESTIONS: usize = 16;

/// The maximum number of bytes of a call's id.
const MOST_ID: usize = 1_024;

/// How long a call that just began waits for a question that may belong to it, before it is shown
/// as running.
const SETTLING: Duration = Duration::from_millis(300);

/// The maximum number of calls, and of questions, of one turn.
const MOST_CALLS: usize = 10_000;

/// The maximum number of a turn's items that wait for the session.
const MOST_ITEMS: usize = 1_024;

/// The maximum number of bytes of words that wait for the session.
const MOST_WORDS: usize = 16 * 1024 * 1024;

/// The maximum number of bytes that are kept of the calls and open questions of one turn.
const MOST_WEIGHT: usize = 64 * 1024 * 1024;

/// One turn of an agent.
#[derive(Debug, Default)]
pub(crate) struct Turn {
    pub(crate) number: u64,
    /// It was asked to stop, by this time.
    pub(crate) stops_by: Option<Instant>,
    /// How it ended.
    pub(crate) ended: Option<Result<StopReason, AgentFailure>>,
    /// Its cost, compared with its limit.
    pub(crate) spending: Spending,
    items: VecDeque<Item>,
    /// The bytes of the words among them.
    words: usize,
    pub(crate) calls: HashMap<String, Call>,
    weight: usize,
    /// Calls that began and are not shown yet.
    held: Vec<(String, Instant)>,
    pub(crate) questions: BTreeMap<u64, Ask>,
    next_ask: u64,
    /// Calls of the session that represent calls and questions of the agent.
    pub(crate) raised: HashMap<String, Raised>,
}

/// An item, in order of arrival.
#[derive(Debug)]
enum Item {
    Text(String),
    Thought(String),
    Call(String),
    Ask(u64),
}

/// What a call of the session represents.
#[derive(Debug, Clone, Default)]
pub(crate) struct Raised {
    pub(crate) call: Option<String>,
    pub(crate) ask: Option<u64>,
}

/// A call for the session.
#[derive(Debug, PartialEq)]
pub(crate) struct Rise {
    pub(crate) id: String,
    pub(crate) name: &'static str,
    pub(crate) arguments: String,
}

/// The next step of a turn.
#[derive(Debug)]
pub(crate) enum Step {
    Text(String),
    Thought(String),
    /// The session runs these; the turn continues after them.
    Raise(Vec<Rise>),
    End(Result<StopReason, AgentFailure>),
    /// Nothing, until something arrives or this time is reached.
    Wait(Option<Instant>),
}

impl Turn {
    pub(crate) fn new(number: u64, spending: Spending) -> Self {
        Self { number, spending, ..Self::default() }
    }

    /// Whether nothing more is read until some items were taken.
    pub(crate) fn is_full(&self) -> bool {
        self.items.len() >= MOST_ITEMS || self.words >= MOST_WORDS
    }

    pub(crate) fn append(&mut self, text: String, is_thought: bool) {
        self.words += text.len();
        match (self.items.back_mut(), is_thought) {
            (Some(Item::Text(before)), false) | (Some(Item::Thought(before)), true)
                if before.len() < 64 * 1024 =>
            {
                before.push_str(&text);
            }
            (_, false) => self.items.push_back(Item::Text(text)),
            (_, true) => self.items.push_back(Item::Thought(text)),
        }
    }

    /// An update of a call; `weight` is the length of the message.
    pub(crate) fn call(&mut self, id: &str, fields: ToolCallUpdateFields, weight: usize) {
        self.change_call(id, |call, room| call.update(fields, weight, room));
    }

    /// Changes a call, if there is room for it; the session is notified of one that is new, and of
    /// the end of one that it left.
    pub(crate) fn change_call(&mut self, id: &str, change: impl FnOnce(&mut Call, usize)) {
        let is_new = !self.calls.contains_key(id);
        let Some(call) = self.weigh(id, change) else { return };
        if is_new || (call.is_left && call.is_over()) {
            call.is_left = false;
            self.items.push_back(Item::Call(id.to_owned()));
        }
    }

    /// Changes a call within the limits; `None` if it is one too many.
    fn weigh(&mut self, id: &str, change: impl FnOnce(&mut Call, usize)) -> Option<&mut Call> {
        let is_one_more = !self.calls.contains_key(id);
        if id.len() > MOST_ID || (is_one_more && self.calls.len() >= MOST_CALLS) {
            return None;
        }
        let room = self.room();
        let call = self.calls.entry(id.to_owned()).or_default();
        let before = call.weight();
        change(call, room);
        call.touch(Instant::now());
        self.weight = (self.weight + call.weight()).saturating_sub(before);
        Some(call)
    }

    /// The number of bytes for which there is room.
    fn room(&self) -> usize {
        MOST_WEIGHT.saturating_sub(self.weight)
    }

    /// A question about a call; `weight` is the length of the message.
    ///
    /// # Errors
    /// Why it cannot be asked, for the agent.
    pub(crate) fn ask_for(
        &mut self,
        ask: Ask,
        fields: ToolCallUpdateFields,
        weight: usize,
    ) -> Result<(), &'static str> {
        self.may_ask(weight)?;
        if let What::Permission { call, .. } = &ask.what {
            // What is known about a call stays; what the question says about it is added.
            self.weigh(call, |call, room| call.update(fields, weight, room))
                .ok_or("the turn has too many calls")?;
        }
        self.ask(ask)
    }

    /// A question; its size counts until it is answered.
    ///
    /// # Errors
    /// Why it cannot be asked, for the agent.
    pub(crate) fn ask(&mut self, ask: Ask) -> Result<(), &'static str> {
        self.may_ask(ask.weight)?;
        let number = self.next_ask;
        self.next_ask += 1;
        self.weight += ask.weight;
        self.questions.insert(number, ask);
        self.items.push_back(Item::Ask(number));
        Ok(())
    }

    /// Refuses questions that cannot be shown to the user.
    fn may_ask(&self, weight: usize) -> Result<(), &'static str> {
        if self.questions.len() >= MOST_QUESTIONS {
            return Err("too many questions are open");
        }
        if self.next_ask >= MOST_CALLS as u64 {
            return Err("the turn has asked too many questions");
        }
        if weight > self.room() {
            return Err("the turn holds too much data: end finished calls, then ask again");
        }
        Ok(())
    }

    /// Removes a question that is being answered.
    pub(crate) fn take_ask(&mut self, number: u64) -> Option<Ask> {
        let ask = self.questions.remove(&number)?;
        self.weight = self.weight.saturating_sub(ask.weight);
        Some(ask)
    }

    /// Removes all questions, which are being answered.
    pub(crate) fn take_questions(&mut self) -> Vec<Ask> {
        let numbers: Vec<u64> = self.questions.keys().copied().collect();
        numbers.into_iter().filter_map(|number| self.take_ask(number)).collect()
    }

    /// What a call of the session asks the user to have written.
    pub(crate) fn writing(&self, key: &str) -> Option<&Writing> {
        match &self.questions.get(&self.raised.get(key)?.ask?)?.what {
            What::Write(writing) => Some(writing),
            What::Permission { .. } => None,
        }
    }

    /// The calls that go to the session now, or words that arrived, or the end.
    pub(crate) fn next(&mut self, now: Instant, fresh: &mut dyn FnMut() -> String) -> Step {
        if let (true, None, Some(what)) =
            (self.spending.is_late(now), &self.ended, &self.spending.passed)
        {
            return Step::End(Err(AgentFailure::Spent { what: what.clone() }));
        }
        let mut questions = Vec::new();
        loop {
            match self.items.front() {
                Some(Item::Text(_) | Item::Thought(_))
                    if !self.held.is_empty() || !questions.is_empty() =>
                {
                    return self.raise(questions, |_, _| true, fresh);
                }
                None => break,
                Some(_) => {}
            }
            match self.items.pop_front() {
                Some(Item::Text(text)) => {
                    self.words -= text.len();
                    return Step::Text(text);
                }
                Some(Item::Thought(text)) => {
                    self.words -= text.len();
                    return Step::Thought(text);
                }
                Some(Item::Call(id)) => self.held.push((id, now)),
                Some(Item::Ask(number)) => questions.push(number),
                None => {}
            }
        }
        let ended = self.ended.is_some();
        let is_ripe = |call: &Call, since: Instant| {
            ended || call.has_begun() || now.duration_since(since) >= SETTLING
        };
        let any = self
            .held
            .iter()
            .any(|(id, since)| self.calls.get(id).is_none_or(|call| is_ripe(call, *since)));
        if any || !questions.is_empty() {
            return self.raise(questions, is_ripe, fresh);
        }
        match &self.ended {
            Some(ended) => Step::End(ended.clone()),
            None => {
                let ripe = self.held.iter().map(|(_, since)| *since + SETTLING);
                Step::Wait(ripe.chain(self.spending.stops_by).min())
            }
        }
    }

    fn raise(
        &mut self,
        questions: Vec<u64>,
        is_ripe: impl Fn(&Call, Instant) -> bool,
        fresh: &mut dyn FnMut() -> String,
    ) -> Step {
        let mut rises = Vec::new();
        for number in questions {
            let Some(ask) = self.questions.get(&number) else { continue };
            let key = fresh();
            let (name, mut shown, call) = match &ask.what {
                What::Permission { call, options } => {
                    // Its question made it.
                    let about = self.calls.entry(call.clone()).or_default();
                    let mut shown = about.shown();
                    shown["choices"] = options.iter().map(|option| cut(&option.name)).collect();
                    (tool_for(about.kind), shown, Some(call.clone()))
                }
                What::Write(Writing { path, text, is_guarded }) => {
                    let shown = json!({"path": path, "text": cut(text), "bytes": text.len()});
                    (if *is_guarded { WRITES_GUARDED } else { WRITES }, shown, None)
                }
            };
            if let Some(call) = &call {
                self.held.retain(|(id, _)| id != call);
            }
            shown["call"] = Value::String(key.clone());
            rises.push(Rise { id: key.clone(), name, arguments: shown.to_string() });
            self.raised.insert(key, Raised { call, ask: Some(number) });
        }
        let mut held = std::mem::take(&mut self.held);
        held.retain(|(id, since)| {
            let Some(call) = self.calls.get(id) else { return false };
            if !is_ripe(call, *since) {
                return true;
            }
            let key = fresh();
            let mut shown = call.shown();
            shown["call"] = Value::String(key.clone());
            let name = if call.is_compaction { CONDENSES } else { RUNS };
            rises.push(Rise { id: key.clone(), name, arguments: shown.to_string() });
            self.raised.insert(key, Raised { call: Some(id.clone()), ask: None });
            false
        });
        self.held = held;
        // If all of it was answered meanwhile, the caller continues.
        if rises.is_empty() { Step::Text(String::new()) } else { Step::Raise(rises) }
    }

    /// The session got its answer to a call: what was kept for it is dropped.
    pub(crate) fn settle(&mut self, id: &str) {
        if let Some(call) = self.calls.get_mut(id) {
            let before = call.weight();
            call.forget();
            self.weight = (self.weight + call.weight()).saturating_sub(before);
            call.is_left = false;
        }
        self.held.retain(|(held, _)| held != id);
        self.items.retain(|item| !matches!(item, Item::Call(call) if call == id));
    }

    /// Whether something else arrived that the user is waiting to see.
    pub(crate) fn has_words(&self) -> bool {
        self.items.iter().any(|item| matches!(item, Item::Text(_) | Item::Thought(_)))
    }

    /// Whether a question other than this one waits for the user's answer.
    pub(crate) fn has_other_questions(&self, own: Option<u64>) -> bool {
        self.questions.keys().any(|number| Some(*number) != own)
    }

    /// The turn of the session in which the user allowed exactly this text to replace the current
    /// content of a file; `None` if not allowed.
    pub(crate) fn allowed_writing(
        &self,
        path: &str,
        before: Option<&str>,
        text: &str,
    ) -> Option<u64> {
        self.calls
            .values()
            .find_map(|call| call.allowed_in.filter(|_| call.shows_writing(path, before, text)))
    }

    /// Drops what arrived but is no longer wanted.
    pub(crate) fn clear(&mut self) {
        self.items.clear();
        self.words = 0;
        self.held.clear();
    }
}

#[cfg(test)]
#[path = "turn_tests.rs"]
mod tests;
