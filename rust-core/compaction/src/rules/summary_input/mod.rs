//! What the condensed messages contain, before it is known how much of it fits.

mod again;
mod carried;
mod newest_wish;
mod open_list;
mod operations;
mod requests;
mod said;
mod statements;
mod thought;

use std::borrow::Cow;
use std::cell::OnceCell;

use hashbrown::HashMap;

use self::said::Said;
use self::thought::thought;
use super::calculated::Calculated;
use super::carried_line::{RULE, carried_rule};
use super::deeds::changes_something;
use super::line::{Line, one_line, rank};
use super::mangled::without_mangled;
use super::operation::Operation;
use super::{Deeds, Envelope, Section, changed_mind, overruled};
use crate::digest::{self, DigestOptions, Judge, Judgement};
use crate::facts::{
    ArtifactTrail, Fact, FactIndex, FactKind, FactSet, Origin, Places, is_terminal_output,
};
use crate::prune::call_of;
use crate::work::{Work, count};
use vibeue_conversation::{Message, MessageId, MessageKind, Role, ToolCall, ToolResult};

/// The latest requests, whose tasks count as open.
const LATEST_REQUESTS: usize = 3;

/// What the condensed messages contain.
#[derive(Clone, Default)]
pub(crate) struct SummaryInput<'a> {
    /// Every fact, including those of an older summary.
    pub(crate) facts: FactSet,
    /// Every file and asset touched, including those of an older summary.
    pub(crate) trail: ArtifactTrail,
    /// What calls changed besides, including what an older summary says of it.
    pub(crate) deeds: Deeds,
    /// The newest of the condensed messages.
    pub(crate) newest: Option<MessageId>,
    /// The newest older summary that is included.
    pub(crate) parent: Option<Envelope>,
    /// Tokens of the condensed messages, without older summaries.
    pub(crate) tokens: u64,
    /// Tokens of the older summaries.
    pub(crate) carried_tokens: u64,
    /// How many of the condensed messages are not summaries.
    originals: u64,
    /// The lowest and the highest id of these.
    original_span: Option<(MessageId, MessageId)>,
    carried_messages: u64,
    requests: Said<'a>,
    /// What the agent said, or thought if it called a tool only to think.
    statements: Said<'a>,
    /// Terminal output, passed on in the user role.
    outputs: Said<'a>,
    operations: Vec<Operation<'a>>,
    carried: Vec<Line>,
    first_carried_request: bool,
    /// What the agent calculated with, here and in what stays.
    pub(crate) calculated: Calculated,
    /// Where the facts of the index are among these.
    places: Places,
}

impl<'a> SummaryInput<'a> {
    /// Adds what somebody says in a message.
    fn add_words(&mut self, message: &'a Message) {
        match message.role {
            Role::User if message.is_user_request() => {
                let text = joined(message);
                if is_terminal_output(&text) {
                    self.outputs.push(message, text);
                } else {
                    self.requests.push(message, text);
                }
            }
            Role::Assistant => {
                let text = message.texts().find(|text| !text.trim().is_empty());
                let text = text.map(Cow::Borrowed).or_else(|| thought(message).map(Cow::Owned));
                if let Some(text) = text {
                    self.statements.push(message, text);
                }
            }
            _ => {}
        }
    }

    /// Adds the message at `at`; its facts come from the index if there is one
    /// that has them.
    pub(crate) fn add(
        &mut self,
        messages: &[&'a Message],
        at: usize,
        tokens: u64,
        index: Option<&FactIndex>,
    ) {
        count(Work::Gathered, 1);
        let message = messages[at];
        self.newest = Some(message.id);
        if message.kind == MessageKind::Summary {
            self.carried_tokens += tokens;
            self.take_in(message);
            return;
        }
        self.tokens += tokens;
        self.originals += 1;
        let (first, last) = self.original_span.unwrap_or((message.id, message.id));
        self.original_span = Some((first.min(message.id), last.max(message.id)));
        let known =
            index.and_then(|index| index.copy(at, message.id, &mut self.facts, &mut self.places));
        let mut judge = if known.unwrap_or_else(|| self.facts.extend_noting_errors(message)) {
            Judge::default()
        } else {
            Judge::of_quiet()
        };
        self.trail.extend_judged(message, &mut judge);
        self.add_words(message);
        for call in message.tool_calls() {
            self.facts.insert(tool_fact(&call.name, message.id));
            self.calculated.read(&call.arguments);
        }
        for result in message.tool_results() {
            let call = call_of(messages, at, result);
            let Judgement { failed, errors, target } = judge.judge(call, result);
            let operation = Operation {
                id: message.id,
                call,
                result,
                failed,
                errors,
                solved: false,
                before: self.before(call),
                digest: OnceCell::new(),
                target: target.map_or_else(OnceCell::new, OnceCell::from),
                subject: OnceCell::new(),
            };
            // Most results are long, and of calls that change nothing.
            if let Some(call) = call.filter(|call| changes_something(call)) {
                self.deeds.add(call, &result.joined_text(), failed, message.id);
            }
            if !failed {
                self.solve(&operation);
            }
            self.operations.push(operation);
        }
    }

    /// Frees what is only needed while messages are added.
    pub(crate) fn settle(&mut self) {
        self.places = Places::default();
    }

    /// The previous result of the same tool: with the same arguments, if there
    /// was one recently, otherwise with others.
    fn before(&self, call: Option<&ToolCall>) -> Option<&'a ToolResult> {
        let call = call?;
        let arguments =
            |it: &&Operation<'a>| it.call.is_some_and(|c| c.arguments == call.arguments);
        let lately = || self.operations.iter().rev().take(32).filter(|it| it.tool() == &*call.name);
        lately().find(arguments).or_else(|| lately().next()).map(|it| it.result)
    }

    /// How many messages a summary of this replaces.
    pub(crate) fn messages(&self) -> u64 {
        self.originals + self.carried_messages
    }

    /// The first and the last message that a summary of this replaces.
    pub(crate) fn span(&self) -> Option<(MessageId, MessageId)> {
        let parent = self.parent.as_ref().and_then(|parent| parent.span);
        let spans = [self.original_span, parent].into_iter().flatten();
        spans.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
    }

    /// All lines that could be written, best first.
    pub(crate) fn lines(&self, options: &DigestOptions) -> Vec<Line> {
        let mut lines = self.carried.clone();
        lines.retain(|line| {
            let id = MessageId(line.order.0);
            line.section != Section::Continuation || self.is_open_task(id, &line.text)
        });
        let overruled = self.overruled();
        for line in &mut lines {
            let marked = carried_rule(&line.text).and_then(|rule| {
                let by = overruled.get(rule)?;
                Some(overruled::marked(overruled::unmarked(&line.text), *by))
            });
            if let Some(text) = marked {
                line.text = text;
            }
        }
        self.rule_lines(&overruled, &mut lines);
        let replaced = changed_mind::replaced(self.wishes());
        for line in &mut lines {
            let by = line.is_of_user().then(|| replaced.get(&MessageId(line.order.0))).flatten();
            if let Some(by) = by {
                line.text = overruled::marked(overruled::unmarked(&line.text), *by);
            }
        }
        self.request_lines(&replaced, &mut lines);
        self.raise_newest_wish(&mut lines);
        self.statement_lines(&mut lines);
        self.operation_lines(options, &mut lines);
        self.output_lines(&mut lines);
        self.task_lines(&mut lines);
        self.open_list_lines(&mut lines);
        for line in &mut lines {
            if let Cow::Owned(readable) = without_mangled(&line.text) {
                line.text = readable;
            }
            if let Cow::Owned(neutral) = digest::neutralize(&line.text) {
                line.text = neutral;
            }
        }
        lines.sort_by_key(|line| std::cmp::Reverse((line.rank, line.order)));
        let mut seen = hashbrown::HashSet::new();
        let first: Vec<bool> =
            lines.iter().map(|line| seen.insert((line.section, line.text.as_str()))).collect();
        drop(seen);
        let mut first = first.into_iter();
        lines.retain(|_| first.next().unwrap_or(true));
        lines
    }

    /// The rules that a later one replaces, with the later one's message.
    pub(super) fn overruled(&self) -> HashMap<&str, MessageId> {
        overruled::overruled(&self.facts)
    }

    fn rule_lines(&self, overruled: &HashMap<&str, MessageId>, lines: &mut Vec<Line>) {
        let carried: hashbrown::HashSet<&str> =
            self.carried.iter().filter_map(|line| carried_rule(&line.text)).collect();
        for (at, fact) in self.facts.of_kind(FactKind::Rule).enumerate() {
            // A rule that came with an older summary already has its line.
            if !carried.contains(fact.text) {
                let mut text = format!("{RULE} ({}): {}", fact.first, one_line(fact.text, 300));
                if let Some(by) = overruled.get(fact.text) {
                    text = overruled::marked(&text, *by);
                }
                lines.push(Line {
                    section: Section::Overview,
                    rank: rank::RULE,
                    order: (fact.first.0, at as u32),
                    text,
                });
            }
        }
    }

    /// A line that says what the archive contains and how to recall it.
    pub(super) fn archive_line(&self) -> String {
        let span = self.span().map_or(String::new(), |(first, last)| format!(" {first}-{last}"));
        format!(
            "Archive: the {} messages{span} with all results are kept word for word; recall them \
             by these ids or by their words.",
            self.messages()
        )
    }

    /// Returns whether a task is likely still open: it belongs to the latest requests, or its words
    /// defer it. Older requests are listed as requests; listing them as plans, too, would have them
    /// done twice.
    fn is_open_task(&self, message: MessageId, text: &str) -> bool {
        let latest = self.requests.iter().rev().nth(LATEST_REQUESTS - 1);
        latest.is_none_or(|(id, _)| message >= id)
            || [
                "remind",
                "TODO",
                "later",
                "not now",
                "still",
                "before we finish",
                "on the list",
                "- [ ]",
            ]
            .iter()
            .any(|word| text.contains(word))
    }

    /// What was put off, and when.
    fn task_lines(&self, lines: &mut Vec<Line>) {
        let facts: Vec<Fact<'_>> = self.facts.of_kind(FactKind::Task).collect();
        let words_of = |line: &'_ Line| line.text.split_once(": ").map(|it| it.1.to_owned());
        let carried: hashbrown::HashSet<String> =
            self.carried.iter().filter_map(words_of).collect();
        for (at, fact) in facts.iter().enumerate() {
            if carried.contains(fact.text) || !self.is_open_task(fact.last, fact.text) {
                continue;
            }
            let text = one_line(fact.text, 300);
            // What the agent means to do is not what the user asked for.
            let rank = if fact.origin == Origin::User { rank::TASK } else { rank::QUESTION };
            lines.push(Line {
                section: Section::Continuation,
                rank: rank + rank::recency(at, facts.len()),
                order: (fact.last.0, 3),
                text: format!("{}: {text}", fact.first),
            });
        }
    }
}

/// The fact that a tool was called: whoever continues knows by name what is
/// available.
fn tool_fact(name: &str, id: MessageId) -> Fact<'_> {
    Fact {
        kind: FactKind::Identifier,
        text: name,
        label: Some("tool"),
        origin: Origin::CallArgument,
        first: id,
        last: id,
        messages: 1,
    }
}

/// The text parts of a message joined by line breaks; a single part is not
/// copied.
fn joined(message: &Message) -> Cow<'_, str> {
    let mut texts = message.texts();
    match (texts.next(), texts.next()) {
        (Some(text), None) => Cow::Borrowed(text),
        _ => Cow::Owned(message.joined_text()),
    }
}

#[cfg(test)]
mod tests;
