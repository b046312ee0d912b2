//! Repairs what every provider refuses: broken pairs and empty messages.

use std::collections::{HashMap, VecDeque};

use serde_json::Value;

use super::openai::FUNCTION_CALL;
use super::repair::{Repair, Repairs};
use crate::pairing::{CallIds, NO_RESULT, shown};
use crate::{ContentForm, Extra, Message, MessageId, Part, Role, ToolResult};

/// Repairs messages so that [`check_pairs`] accepts them.
///
/// [`check_pairs`]: crate::pairing::check_pairs
///
/// - A call without a result is answered with [`NO_RESULT`] as an error.
/// - A result that is not directly after its call is moved there.
/// - A result without a call, and a second result of a call, is left out.
/// - Calls of one message that have the same id, or none, get new ids, and so
///   do their results. If two messages use the same id, that is left alone:
///   some servers number the calls of each message from the start.
/// - Empty messages are left out; a system message only if it has no content.
///
/// Messages keep their ids; new ones are numbered after the highest.
pub fn repair(messages: Vec<Message>) -> (Vec<Message>, Vec<Repair>) {
    let highest = messages.iter().map(|message| message.id.0).max().unwrap_or(0);
    let mut repairs = Repairs::default();
    let indexed = messages.into_iter().enumerate().map(|(at, message)| (message, Some(at)));
    let mut repaired = repair_indexed(indexed.collect(), Wire::OpenAi, &mut repairs);
    let mut next = highest;
    for message in repaired.iter_mut().filter(|message| message.id == NEW) {
        next += 1;
        message.id = MessageId(next);
    }
    (repaired, repairs.into_vec())
}

/// The id of a message that has none yet.
const NEW: MessageId = MessageId(0);

/// Repairs messages that carry their positions in a file.
pub(super) fn repair_indexed(
    messages: Vec<(Message, Option<usize>)>,
    wire: Wire,
    repairs: &mut Repairs,
) -> Vec<Message> {
    let mut repairer = Repairer::new(&messages, wire, repairs);
    for (message, index) in messages {
        repairer.take(message, index);
    }
    repairer.finish()
}

/// Whose rules and field names apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wire {
    /// Ids are unique among the calls of one message.
    OpenAi,
    /// Ids are unique in the whole conversation.
    Anthropic,
}

impl Wire {
    fn call_field(self, part: usize, number: usize) -> String {
        match self {
            Wire::OpenAi => format!("tool_calls[{number}].id"),
            Wire::Anthropic => format!("content[{part}].id"),
        }
    }

    fn result_field(self, part: usize) -> String {
        match self {
            Wire::OpenAi => "tool_call_id".to_owned(),
            Wire::Anthropic => format!("content[{part}].tool_use_id"),
        }
    }
}

/// A call that was seen.
struct Call {
    turn: usize,
    /// The id that the call has now.
    id: Box<str>,
    /// The tool's name, if this is the legacy form, which pairs by name.
    legacy_name: Option<Box<str>>,
    place: (Option<usize>, String),
    answered: bool,
}

/// A turn's messages that were moved or added.
#[derive(Default)]
struct Turn {
    /// Where in the output further results go.
    run_end: usize,
    added: Vec<Message>,
}

struct Repairer<'r> {
    repairs: &'r mut Repairs,
    out: Vec<Message>,
    turns: Vec<Turn>,
    calls: Vec<Call>,
    /// Unanswered calls of the newest turn, by their ids in the source.
    newest: HashMap<Box<str>, VecDeque<usize>>,
    /// Unanswered calls of earlier turns, by their ids in the source.
    earlier: HashMap<Box<str>, Vec<usize>>,
    /// The first call of the newest turn that may be unanswered.
    cursor: usize,
    /// Whether the next results belong directly after the newest turn.
    adjacent: bool,
    ids: CallIds,
    wire: Wire,
}

impl<'r> Repairer<'r> {
    fn new(messages: &[(Message, Option<usize>)], wire: Wire, repairs: &'r mut Repairs) -> Self {
        let calls = messages.iter().flat_map(|(message, _)| message.tool_calls());
        Self {
            repairs,
            out: Vec::with_capacity(messages.len()),
            turns: Vec::new(),
            calls: Vec::new(),
            newest: HashMap::new(),
            earlier: HashMap::new(),
            cursor: 0,
            adjacent: false,
            ids: CallIds::new(calls.map(|call| call.id.as_ref())),
            wire,
        }
    }

    fn note(&mut self, message: Option<usize>, field: &str, what: String, done: impl Into<String>) {
        let field = field.to_owned();
        self.repairs.push(Repair { message, field, what, done: done.into() });
    }

    fn take(&mut self, mut message: Message, index: Option<usize>) {
        // The top-level `system` may be null; a message of that role may not.
        let unsaid = message.role == Role::System
            && (self.wire == Wire::OpenAi || index.is_some())
            && message.parts.is_empty()
            && matches!(message.form, ContentForm::Absent | ContentForm::Null);
        if is_empty(&message) || unsaid {
            let what = format!("the {} message is empty", message.role.as_str());
            self.note(index, "content", what, "it was left out");
            return;
        }
        if message.role != Role::Assistant {
            self.unmake_calls(&mut message, index);
        }
        let calls = message.tool_calls().next().is_some();
        let results = message.tool_results().next().is_some();
        if calls {
            self.open_turn(&mut message, index);
        }
        if results {
            self.take_results(message, index);
        } else {
            self.adjacent = calls;
            self.out.push(message);
            if calls {
                self.mark_run_end();
            }
        }
    }

    /// Turns calls in messages that are not the model's into text.
    fn unmake_calls(&mut self, message: &mut Message, index: Option<usize>) {
        let role = message.role.as_str();
        for part in &mut message.parts {
            if let Part::ToolCall(call) = part {
                let what = format!("a {role} message cannot make the call `{}`", shown(&call.id));
                let text = format!("(tool call {} {})", call.name, call.arguments);
                *part = Part::text(text);
                let field = "content".to_owned();
                let done = "it is now a text".to_owned();
                self.repairs.push(Repair { message: index, field, what, done });
            }
        }
    }

    /// Begins a turn with the calls of a message and gives them unique ids.
    fn open_turn(&mut self, message: &mut Message, index: Option<usize>) {
        for (id, mut open) in self.newest.drain() {
            self.earlier.entry(id).or_default().extend(open.drain(..));
        }
        if self.wire == Wire::OpenAi {
            self.ids.release();
        }
        self.cursor = self.calls.len();
        let turn = self.turns.len();
        self.turns.push(Turn::default());
        let calls = message.parts.iter_mut().enumerate().filter_map(|(at, part)| match part {
            Part::ToolCall(call) => Some((at, call)),
            _ => None,
        });
        for (number, (at, call)) in calls.enumerate() {
            let legacy = call.extra.get("type").and_then(Value::as_str) == Some(FUNCTION_CALL);
            let field = self.wire.call_field(at, number);
            let source = call.id.clone();
            call.id = if source.is_empty() {
                let base = format!("call_{}_{number}", index.unwrap_or_default());
                self.ids.unique(&base)
            } else {
                self.ids.unique(&source)
            };
            // The legacy form has no ids: it misses nothing.
            if call.id != source && !legacy {
                let what = if source.is_empty() {
                    "the call has no id".to_owned()
                } else {
                    format!("an earlier call has the same id `{}`", shown(&source))
                };
                let done = format!("it is now `{}`", shown(&call.id));
                self.repairs.push(Repair { message: index, field: field.clone(), what, done });
            }
            self.newest.entry(source).or_default().push_back(self.calls.len());
            self.calls.push(Call {
                turn,
                id: call.id.clone(),
                legacy_name: legacy.then(|| call.name.clone()),
                place: (index, field),
                answered: false,
            });
        }
    }

    /// Processes a message with results: each stays, is moved, or is left out.
    fn take_results(&mut self, mut message: Message, index: Option<usize>) {
        let carrier = matches!(message.role, Role::Tool | Role::User);
        if !carrier && message.tool_calls().next().is_none() {
            self.adjacent = false;
        }
        let in_run = self.adjacent && carrier;
        let parts = std::mem::take(&mut message.parts);
        let whole = parts.len() == 1;
        let mut kept = Vec::new();
        let mut words = Vec::new();
        let mut moved = Vec::new();
        for (at, part) in parts.into_iter().enumerate() {
            let Part::ToolResult(mut result) = part else {
                words.push(part);
                continue;
            };
            let field = self.wire.result_field(at);
            let Some(call) = self.resolve(&result, &message, index, &field) else { continue };
            result.call_id = self.calls[call].id.clone();
            self.fit_form(call, &mut message, &mut result, index);
            if in_run && self.calls[call].turn + 1 == self.turns.len() {
                if !words.is_empty() {
                    let what =
                        format!("the result of `{}` comes after text", shown(&result.call_id));
                    self.note(index, &format!("content[{at}]"), what, "it comes first now");
                }
                kept.push(Part::ToolResult(result));
            } else {
                moved.push((call, result, field));
            }
        }
        for (call, result, field) in moved {
            let shown = shown(&self.calls[call].id);
            let what = format!("the result of `{shown}` does not follow its call");
            self.note(index, &field, what, "it was moved there");
            let source = whole.then_some(&message);
            let message = self.carrier(call, *result, source);
            self.turns[self.calls[call].turn].added.push(message);
        }
        self.put(message, kept, words);
    }

    /// Outputs a message with the results that stay in it and the text after
    /// them; one in which nothing is left is dropped.
    fn put(&mut self, mut message: Message, results: Vec<Part>, words: Vec<Part>) {
        if message.role == Role::Tool && !words.is_empty() {
            message.role = Role::User;
        } else if message.role == Role::User && !results.is_empty() && words.is_empty() {
            message.role = Role::Tool;
        }
        let calls = words.iter().any(|part| matches!(part, Part::ToolCall(_)));
        message.parts = results;
        message.parts.extend(words);
        if message.parts.is_empty() {
            return;
        }
        let role = message.role;
        if is_empty(&message) {
            return;
        }
        self.out.push(message);
        if calls {
            self.adjacent = true;
            self.mark_run_end();
        } else if role == Role::Tool {
            self.mark_run_end();
        } else {
            self.adjacent = false;
        }
    }

    /// Gives a result the form of its call: the legacy form, without ids, on
    /// both sides or on neither.
    fn fit_form(
        &mut self,
        call: usize,
        message: &mut Message,
        result: &mut ToolResult,
        index: Option<usize>,
    ) {
        let legacy = message.extra.get("role").and_then(Value::as_str) == Some("function");
        let (what, done) = match (&self.calls[call].legacy_name, legacy) {
            (Some(name), false) => {
                message.extra.insert("role", Value::from("function"));
                result.name = Some(name.clone());
                ("a tool message answers a function call", "it is now a function message")
            }
            (None, true) => {
                message.extra.remove("role");
                ("a function message answers a tool call", "it is now a tool message")
            }
            _ => return,
        };
        self.note(index, "role", what.to_owned(), done);
    }

    /// Finds the call that a result answers.
    fn resolve(
        &mut self,
        result: &ToolResult,
        message: &Message,
        index: Option<usize>,
        field: &str,
    ) -> Option<usize> {
        let id = result.call_id.as_ref();
        let legacy = message.extra.get("role").and_then(Value::as_str) == Some("function");
        let mut by_place = None;
        let mut found = self.newest.get_mut(id).and_then(VecDeque::pop_front);
        if found.is_none() && !id.is_empty() {
            found = self.earlier.get_mut(id).and_then(Vec::pop);
        }
        // If one side has lost its id, the order decides.
        if found.is_none() && id.is_empty() && self.adjacent {
            while self.calls.get(self.cursor).is_some_and(|call| call.answered) {
                self.cursor += 1;
            }
            by_place = (self.cursor < self.calls.len()).then_some(self.cursor);
        } else if found.is_none() && self.adjacent && !self.ids.in_source(id) {
            by_place = self.newest.get_mut("").and_then(VecDeque::pop_front);
        }
        match found.or(by_place).filter(|&call| !self.calls[call].answered) {
            Some(call) => {
                self.calls[call].answered = true;
                if (id.is_empty() && !legacy) || (by_place.is_some() && !id.is_empty()) {
                    let what = match id {
                        "" => "the result names no call".to_owned(),
                        id => format!("no call has the id `{}`", shown(id)),
                    };
                    let done = format!(
                        "it is now `{}`, going by its position",
                        shown(&self.calls[call].id)
                    );
                    self.note(index, field, what, done);
                }
                Some(call)
            }
            None => {
                let what = match id {
                    "" => "the result names no call".to_owned(),
                    id if self.ids.was_met(id) => {
                        format!("a second result of the call `{}`", shown(id))
                    }
                    id if self.ids.in_source(id) => {
                        format!("the result comes before its call `{}`", shown(id))
                    }
                    id => format!("no call has the id `{}`", shown(id)),
                };
                self.note(index, field, what, "the result was left out");
                None
            }
        }
    }

    /// Creates a message that carries only a result.
    fn carrier(&self, call: usize, result: ToolResult, source: Option<&Message>) -> Message {
        let parts = vec![Part::ToolResult(Box::new(result))];
        if let Some(source) = source.filter(|source| source.role == Role::Tool) {
            return Message { parts, ..source.clone() };
        }
        let mut message = Message::new(NEW, Role::Tool, parts);
        if self.calls[call].legacy_name.is_some() {
            message.extra.insert("role", Value::from("function"));
        }
        message
    }

    fn mark_run_end(&mut self) {
        if let Some(turn) = self.turns.last_mut() {
            turn.run_end = self.out.len();
        }
    }

    /// Answers the calls that are still open and assembles the output.
    fn finish(mut self) -> Vec<Message> {
        for at in 0..self.calls.len() {
            let call = &self.calls[at];
            if call.answered {
                continue;
            }
            let result = ToolResult {
                call_id: call.id.clone(),
                name: call.legacy_name.clone(),
                parts: vec![Part::text(NO_RESULT)],
                is_error: true,
                whole: None,
                ran_ms: None,
                extra: Extra::new(),
            };
            let turn = call.turn;
            let (index, field) = call.place.clone();
            let field = field.strip_suffix(".id").unwrap_or(&field).to_owned();
            let what = format!("the call `{}` has no result", shown(&call.id));
            let message = self.carrier(at, result, None);
            self.note(index, &field, what, format!("it is answered with `{NO_RESULT}`"));
            self.turns[turn].added.push(message);
        }
        if self.turns.iter().all(|turn| turn.added.is_empty()) {
            return self.out;
        }
        let mut turns = self.turns.into_iter().filter(|turn| !turn.added.is_empty()).peekable();
        let mut repaired = Vec::with_capacity(self.out.len() + self.calls.len());
        for (at, message) in self.out.into_iter().enumerate() {
            while let Some(turn) = turns.next_if(|turn| turn.run_end == at) {
                repaired.extend(turn.added);
            }
            repaired.push(message);
        }
        repaired.extend(turns.flat_map(|turn| turn.added));
        repaired
    }
}

/// Returns whether a message has nothing that a provider would accept as content.
fn is_empty(message: &Message) -> bool {
    const WORDS_ELSEWHERE: [&str; 5] =
        ["refusal", "audio", "reasoning_content", "reasoning", "reasoning_details"];
    message.role != Role::System
        && message
            .parts
            .iter()
            .all(|part| matches!(part, Part::Text { text, .. } if text.trim().is_empty()))
        && !WORDS_ELSEWHERE.iter().any(|name| match message.extra.get(name) {
            None | Some(Value::Null) => false,
            Some(Value::String(text)) => !text.trim().is_empty(),
            Some(Value::Array(list)) => !list.is_empty(),
            Some(_) => true,
        })
}
