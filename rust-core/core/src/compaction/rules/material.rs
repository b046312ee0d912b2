//! What the condensed messages hold, before it is known how much of it there
//! is room for.

use std::borrow::Cow;
use std::cell::OnceCell;

use hashbrown::HashMap;

use super::carried_line::{OPEN, RULE, SOLVED, carried_rule, closing_ids, is_note, leading_id};
use super::line::{Line, one_line, rank};
use super::operation::Operation;
use super::{Envelope, Section, worth};
use super::{changed_mind, overruled};
use crate::compaction::digest::{self, DigestOptions, Judge, Judgement};
use crate::compaction::facts::{
    ArtifactOutcome, ArtifactTrail, Fact, FactKind, FactSet, Origin, is_terminal_output, sentences,
};
use crate::compaction::prune::call_of;
use crate::conversation::{Message, MessageId, MessageKind, Role};

/// The latest operations that get a line of their own; older ones live on in
/// the artifact trail, the errors and the facts.
const OPERATIONS: usize = 80;
/// The latest statements of the assistant that are considered.
const STATEMENTS: usize = 600;
/// The latest requests that get a line of their own, beside the first one. A
/// summary never has room for as many; the rules and values of older ones are
/// facts.
const REQUESTS: usize = 4_000;
/// The latest statements that describe what was going on just before.
const ACTIVE: usize = 2;
/// The requests whose tasks count as open.
const LATEST_REQUESTS: usize = 3;
const LONG_REQUEST_CHARS: usize = 4_000;
const STATEMENT_CHARS: usize = 2_000;
const OUTPUT_CHARS: usize = 400;
const ANSWERED_CHARS: usize = 240;
/// The share of the conversation, from its end, in which a failure that nothing
/// settled counts as open, one in so many.
const FRESH: u64 = 2;
/// The longest reply that is told with what it answers, in bytes.
const SHORT_REPLY: usize = 160;
/// The longest reply that says little without its question, in bytes.
const BARE_REPLY: usize = 70;

/// What the condensed messages hold.
#[derive(Clone, Default)]
pub(crate) struct Material<'a> {
    /// Every fact, those of an older summary included.
    pub(crate) facts: FactSet,
    /// Every file and asset touched, those of an older summary included.
    pub(crate) trail: ArtifactTrail,
    /// The condensed messages, oldest first.
    pub(crate) condensed: Vec<MessageId>,
    /// The newest older summary taken in.
    pub(crate) parent: Option<Envelope>,
    /// Tokens of the condensed messages, older summaries aside.
    pub(crate) tokens: u64,
    /// Tokens of the older summaries.
    pub(crate) carried_tokens: u64,
    /// Those of them that are no summaries.
    originals: Vec<MessageId>,
    carried_messages: u64,
    requests: Vec<(MessageId, Cow<'a, str>)>,
    statements: Vec<(MessageId, &'a str)>,
    /// What a terminal printed, handed on in the person's role.
    outputs: Vec<(MessageId, Cow<'a, str>)>,
    operations: Vec<Operation<'a>>,
    carried: Vec<Line>,
    first_carried_request: bool,
}

impl<'a> Material<'a> {
    /// Takes in the message at `at`.
    pub(crate) fn add(&mut self, messages: &[&'a Message], at: usize, tokens: u64) {
        let message = messages[at];
        self.condensed.push(message.id);
        if message.kind == MessageKind::Summary {
            self.carried_tokens += tokens;
            self.take_in(message);
            return;
        }
        self.tokens += tokens;
        self.originals.push(message.id);
        let mut judge = if self.facts.extend_noting_errors(message) {
            Judge::default()
        } else {
            Judge::of_quiet()
        };
        self.trail.extend_judged(message, &mut judge);
        match message.role {
            Role::User if message.is_user_request() => {
                let text = joined(message);
                if is_terminal_output(&text) {
                    self.outputs.push((message.id, text));
                } else {
                    self.requests.push((message.id, text));
                }
            }
            Role::Assistant => {
                if let Some(text) = message.texts().find(|text| !text.trim().is_empty()) {
                    self.statements.push((message.id, text));
                }
            }
            _ => {}
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
                digest: OnceCell::new(),
                target: target.map_or_else(OnceCell::new, OnceCell::from),
            };
            if !failed {
                self.solve(&operation);
            }
            self.operations.push(operation);
        }
    }

    /// A success settles the earlier failures of the same tool on the same
    /// target.
    fn solve(&mut self, success: &Operation<'_>) {
        let (tool, target) = (success.tool(), success.target());
        for line in &mut self.carried {
            // A failure of an earlier summary is known by its digest alone.
            if line.text.starts_with(OPEN)
                && line.text.contains(&format!("❌ {tool}"))
                && (line.text.contains(target) || tool.contains("build") || tool.contains("test"))
            {
                line.text.replace_range(..OPEN.len(), SOLVED);
                line.rank = rank::SOLVED_ERROR - rank::AGE;
            }
        }
        for earlier in self.operations.iter_mut().rev().take(64) {
            if earlier.failed
                && earlier.tool() == success.tool()
                && earlier.target() == success.target()
            {
                earlier.solved = true;
            }
        }
    }

    /// Takes an older summary apart: its lines compete again, its facts are
    /// facts again, its trail goes on.
    fn take_in(&mut self, message: &Message) {
        let text = message.joined_text();
        let Some((envelope, body)) = Envelope::unwrap(&text) else {
            self.facts.add_text(&text, Origin::Summary, message.id);
            return;
        };
        let first = envelope.span.map_or(message.id, |span| span.0);
        self.carried_messages += envelope.messages;
        let mut section = Section::Overview;
        for (number, raw) in body.lines().enumerate() {
            if let Some(next) = Section::from_heading(raw) {
                section = next;
                continue;
            }
            let text = raw.trim().trim_start_matches("- ");
            if text.is_empty() {
                continue;
            }
            let id = leading_id(text).or_else(|| closing_ids(text)).unwrap_or(first);
            match section {
                Section::Codebase if !is_note(text) => self.trail.parse_line(text),
                Section::Foundation | Section::Ledger if !is_note(text) => {
                    for (kind, label, fact) in super::fact_list::parse_facts(text) {
                        self.facts.insert(Fact {
                            kind,
                            text: fact.into(),
                            label: label.map(Into::into),
                            origin: Origin::Summary,
                            first: id,
                            last: id,
                            messages: 1,
                        });
                    }
                }
                _ => {
                    self.carry_facts(section, text, id);
                    let rank = self.carried_rank(section, text);
                    let order = (id.0, u32::try_from(number).unwrap_or(u32::MAX));
                    self.carried.push(Line { section, rank, order, text: text.to_owned() });
                }
            }
        }
        self.parent = Some(envelope);
    }

    /// Takes the literals out of an older summary's line. The line itself is
    /// carried as a line: its sentences and errors are not facts once more.
    fn carry_facts(&mut self, section: Section, text: &str, id: MessageId) {
        let origin = match section {
            Section::Overview | Section::Continuation => Origin::User,
            _ if text.contains(" user: \"") => Origin::User,
            _ => Origin::Summary,
        };
        let mut literals = FactSet::new();
        literals.add_text(text, origin, id);
        for fact in literals.iter() {
            // Not the ids of messages, with which our own lines begin.
            if !fact.kind.is_line() && fact.text.parse::<MessageId>().is_err() {
                self.facts.insert(fact.clone());
            }
        }
        if let Some(rule) = carried_rule(text) {
            self.facts.insert(Fact {
                kind: FactKind::Rule,
                text: rule.into(),
                label: None,
                origin: Origin::User,
                first: id,
                last: id,
                messages: 1,
            });
        }
    }

    fn carried_rank(&mut self, section: Section, text: &str) -> u32 {
        let rank = match section {
            Section::Overview if text.starts_with(RULE) => return rank::RULE,
            Section::Overview if !self.first_carried_request => {
                self.first_carried_request = true;
                return rank::FIRST_REQUEST;
            }
            Section::Overview => rank::REQUEST,
            Section::Problems if text.starts_with(OPEN) => rank::OPEN_ERROR,
            Section::Problems => rank::SOLVED_ERROR,
            _ if text.contains(" user: \"") => rank::REQUEST,
            Section::Progress => rank::STATEMENT + rank::RECENCY,
            Section::Continuation => rank::TASK,
            Section::Active => rank::STATEMENT,
            _ => rank::OPERATION - rank::AGE,
        };
        rank - rank::AGE
    }

    /// How many messages a summary of this stands for.
    pub(crate) fn messages(&self) -> u64 {
        self.originals.len() as u64 + self.carried_messages
    }

    /// First and last message that a summary of this stands for.
    pub(crate) fn span(&self) -> Option<(MessageId, MessageId)> {
        let parent = self.parent.as_ref().and_then(|parent| parent.span);
        let own = self.originals.iter().copied();
        let first = own.clone().chain(parent.map(|span| span.0)).min()?;
        let last = own.chain(parent.map(|span| span.1)).max()?;
        Some((first, last))
    }

    /// All lines that could be written, best first.
    pub(crate) fn lines(&self, options: &DigestOptions) -> Vec<Line> {
        let mut lines = self.carried.clone();
        lines.retain(|line| {
            line.section != Section::Continuation
                || self.is_open_task(MessageId(line.order.0), &line.text)
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
        self.request_lines(&mut lines);
        self.statement_lines(&mut lines);
        self.operation_lines(options, &mut lines);
        self.output_lines(&mut lines);
        self.fact_lines(FactKind::Task, Section::Continuation, rank::TASK, &mut lines);
        for line in &mut lines {
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

    /// The rules that a later one replaces, with the message of the later one.
    pub(super) fn overruled(&self) -> HashMap<&str, MessageId> {
        overruled::overruled(&self.facts)
    }

    fn rule_lines(&self, overruled: &HashMap<&str, MessageId>, lines: &mut Vec<Line>) {
        let carried: hashbrown::HashSet<&str> =
            self.carried.iter().filter_map(|line| carried_rule(&line.text)).collect();
        for (at, fact) in self.facts.of_kind(FactKind::Rule).enumerate() {
            // One that came with an older summary has its line already.
            if !carried.contains(&*fact.text) {
                let mut text = format!("{RULE} ({}): {}", fact.first, one_line(&fact.text, 300));
                if let Some(by) = overruled.get(&*fact.text) {
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

    fn request_lines(&self, lines: &mut Vec<Line>) {
        let replaced = changed_mind::replaced(&self.requests);
        let latest = self.requests.len().saturating_sub(REQUESTS);
        for (at, (id, text)) in self.requests.iter().enumerate() {
            if at > 0 && at < latest {
                continue;
            }
            let rank = if at == 0 && !self.first_carried_request {
                rank::FIRST_REQUEST
            } else {
                rank::REQUEST + recency(at, self.requests.len())
            };
            lines.push(Line {
                section: if rank == rank::FIRST_REQUEST {
                    Section::Overview
                } else {
                    Section::Progress
                },
                rank,
                order: (id.0, 0),
                text: match replaced.get(id) {
                    Some(by) => overruled::marked(&self.request_text(*id, text), *by),
                    None => self.request_text(*id, text),
                },
            });
        }
    }

    /// A request in the person's words; one that says little by itself goes
    /// with what it answers.
    fn request_text(&self, id: MessageId, text: &str) -> String {
        let said = one_line(text, LONG_REQUEST_CHARS);
        let before = self.statements.partition_point(|(statement, _)| *statement < id);
        let asked = before
            .checked_sub(1)
            .and_then(|at| self.statements.get(at))
            .filter(|(asked, statement)| self.is_answered(*asked, statement))
            .and_then(|(asked, statement)| Some((asked, answered(statement, &said)?)));
        match asked {
            Some((asked, what)) => format!("{id} user: \"{said}\" (answers {asked}: {what})"),
            None => format!("{id} user: \"{said}\""),
        }
    }

    fn statement_lines(&self, lines: &mut Vec<Line>) {
        let skipped = self.statements.len().saturating_sub(STATEMENTS);
        let latest = &self.statements[skipped..];
        for (at, (id, text)) in latest.iter().enumerate() {
            let rank = if at + ACTIVE >= latest.len() {
                rank::ACTIVE
            } else if self.is_answered(*id, text) {
                rank::QUESTION + recency(at, latest.len())
            } else {
                rank::STATEMENT + recency(at, latest.len())
            };
            lines.push(Line {
                section: Section::Progress,
                rank,
                order: (id.0, 1),
                text: format!("{id}: {}", one_line(text, STATEMENT_CHARS)),
            });
        }
    }

    /// Tells whether a statement asks something that the person's next words
    /// answer so briefly that they say little without it.
    fn is_answered(&self, id: MessageId, text: &str) -> bool {
        let after = self.requests.partition_point(|(request, _)| *request <= id);
        let Some((answer, said)) = self.requests.get(after) else { return false };
        let next = self.statements.partition_point(|(statement, _)| *statement <= id);
        let direct = self.statements.get(next).is_none_or(|(later, _)| later > answer);
        let asks = text.contains(['?', '？']) || !options_named(said).is_empty();
        direct && said.len() <= SHORT_REPLY && asks
    }

    fn operation_lines(&self, options: &DigestOptions, lines: &mut Vec<Line>) {
        let recent = self.operations.len().saturating_sub(OPERATIONS);
        for (at, operation) in self.operations.iter().enumerate() {
            if at < recent && !operation.failed {
                continue;
            }
            let text = operation.told(options);
            let bonus = recency(at, self.operations.len());
            let solved = operation.solved || self.settled_since(operation);
            // What failed long ago was left behind or went another way.
            let newest = self.condensed.last().map_or(0, |id| id.0);
            let fresh = newest - operation.id.0.min(newest) <= newest / FRESH;
            let (section, rank, text) = match (operation.failed, solved) {
                (true, false) => (
                    Section::Problems,
                    if fresh { rank::OPEN_ERROR + bonus } else { rank::OLD_ERROR + bonus },
                    format!("{OPEN} {}: {text}", operation.id),
                ),
                (true, true) => (
                    Section::Problems,
                    rank::SOLVED_ERROR + bonus,
                    format!("{SOLVED} {}: {text}", operation.id),
                ),
                _ => (
                    Section::Operations,
                    rank::OPERATION + bonus,
                    format!("{}: {text}", operation.id),
                ),
            };
            lines.push(Line { section, rank, order: (operation.id.0, 2 + at as u32), text });
        }
    }

    fn output_lines(&self, lines: &mut Vec<Line>) {
        let recent = self.outputs.len().saturating_sub(OPERATIONS);
        for (at, (id, text)) in self.outputs.iter().enumerate().skip(recent) {
            let told: Vec<&str> = text
                .lines()
                .map(str::trim)
                .filter(|line| !line.is_empty() && !line.starts_with('('))
                .collect();
            let text = match &told[..] {
                [] => continue,
                [first, .., last] if told.len() > 4 => {
                    format!("{first} … {last} ({} lines)", told.len())
                }
                few => few.join(" "),
            };
            lines.push(Line {
                section: Section::Operations,
                rank: rank::OPERATION + recency(at, self.outputs.len()),
                order: (id.0, 2),
                text: format!("{id}: printed {}", one_line(&text, OUTPUT_CHARS)),
            });
        }
    }

    /// What the archive holds, and how to read it again.
    pub(super) fn archive_line(&self) -> String {
        let span = self.span().map_or(String::new(), |(first, last)| format!(" {first}-{last}"));
        format!(
            "Archive: the {} messages{span} with all results are kept word for word; recall them \
             by these ids or by their words.",
            self.messages()
        )
    }

    /// Tells whether a task is likely open: it belongs to the latest requests,
    /// or its words put it off. What was asked for before the person moved on
    /// stands among the requests; to plan it once more would do it twice.
    fn is_open_task(&self, said: MessageId, text: &str) -> bool {
        let latest = self.requests.iter().rev().nth(LATEST_REQUESTS - 1);
        latest.is_none_or(|(id, _)| said >= *id)
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

    /// Tells whether a file or asset that a call failed on was worked on with
    /// success later, by whatever tool.
    fn settled_since(&self, operation: &Operation<'_>) -> bool {
        operation.failed
            && self.trail.get(operation.target()).is_some_and(|artifact| {
                artifact.last > operation.id && artifact.outcome == ArtifactOutcome::Done
            })
    }

    fn fact_lines(&self, kind: FactKind, section: Section, rank: u32, lines: &mut Vec<Line>) {
        let facts: Vec<&Fact> = self.facts.of_kind(kind).collect();
        let told = |line: &'_ Line| line.text.split_once(": ").map(|it| it.1.to_owned());
        let carried: hashbrown::HashSet<String> = self.carried.iter().filter_map(told).collect();
        for (at, fact) in facts.iter().enumerate() {
            if carried.contains(&*fact.text)
                || (kind == FactKind::Task && !self.is_open_task(fact.last, &fact.text))
            {
                continue;
            }
            // What the agent means to do is not what the person asked for.
            let rank = if fact.origin == Origin::User { rank } else { rank::QUESTION };
            lines.push(Line {
                section,
                rank: rank + recency(at, facts.len()),
                order: (fact.last.0, 3),
                text: format!("{}: {}", fact.first, one_line(&fact.text, 300)),
            });
        }
    }

    /// The failures that nothing has settled yet, oldest first, one line each.
    pub(crate) fn open_errors(&self, options: &DigestOptions) -> Vec<String> {
        let carried = self
            .carried
            .iter()
            .filter(|line| line.section == Section::Problems && line.text.starts_with(OPEN))
            .map(|line| line.text.clone());
        let own = self
            .operations
            .iter()
            .filter(|operation| {
                operation.failed && !operation.solved && !self.settled_since(operation)
            })
            .map(|operation| operation.digest(options).to_owned());
        carried.chain(own).collect()
    }
}

/// What of a statement a short reply answers: the options that it names, else,
/// where it says little by itself, the last question.
fn answered(statement: &str, reply: &str) -> Option<String> {
    let folded = one_line(statement, STATEMENT_CHARS);
    let told = sentences(&folded);
    let mut named: Vec<&str> = Vec::new();
    for mark in options_named(reply) {
        let option = told.iter().find(|sentence| {
            let bare = sentence.trim_start_matches(['-', '*', ' ', '(']);
            bare.strip_prefix(mark.as_str()).is_some_and(|rest| rest.starts_with([')', '.', ':']))
        });
        named.extend(option);
    }
    if named.is_empty() && reply.len() <= BARE_REPLY {
        let question = told.iter().rposition(|sentence| sentence.ends_with(['?', '？']))?;
        // A bare `OK?` asks for what stands before it.
        let from = if told[question].len() < 24 { question.saturating_sub(1) } else { question };
        if worth::is_filler(told[question]) {
            return None;
        }
        named.extend(&told[from..=question]);
    }
    (!named.is_empty()).then(|| one_line(&named.join(" "), ANSWERED_CHARS))
}

/// The letters and numbers of options that a reply names: at the beginning of
/// its sentences, or behind the word; the last letter alone, which takes back
/// those before.
fn options_named(reply: &str) -> Vec<String> {
    let mut letters = Vec::new();
    let mut numbers = Vec::new();
    for sentence in reply.split(['.', '!', ',', ';']) {
        let mut words = sentence.split_whitespace();
        let first = words.next().unwrap_or_default().trim_matches(['(', ')', '"']);
        let mark = if first.eq_ignore_ascii_case("option") {
            words.next().unwrap_or_default()
        } else {
            first
        };
        let mark = mark.to_lowercase();
        let letter = mark.len() == 1 && mark.bytes().all(|b| b.is_ascii_lowercase() && b != b'i');
        if letter {
            letters.push(mark);
        } else if (1..=2).contains(&mark.len()) && mark.bytes().all(|b| b.is_ascii_digit()) {
            numbers.push(mark);
        }
    }
    letters.drain(..letters.len().saturating_sub(1));
    letters.into_iter().chain(numbers).take(3).collect()
}

fn recency(at: usize, of: usize) -> u32 {
    (rank::RECENCY as usize * (at + 1) / of.max(1)) as u32
}

/// The text parts of a message joined by line breaks; one alone is not copied.
fn joined(message: &Message) -> Cow<'_, str> {
    let mut texts = message.texts();
    match (texts.next(), texts.next()) {
        (Some(text), None) => Cow::Borrowed(text),
        _ => Cow::Owned(message.joined_text()),
    }
}
