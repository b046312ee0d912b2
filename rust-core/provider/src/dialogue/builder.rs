//! Puts messages in order.

use std::borrow::{Borrow, Cow};
use std::collections::{HashMap, VecDeque};

use super::foreign::{can_come_from, words_of};
use super::{Answer, Call, Dialogue, Piece, Rules, Turn, is_blank};
use vibeue_conversation::pairing::{CallIds, IdForm};
use vibeue_conversation::{Message, Part, Protocol, Role, ToolCall, ToolResult};

/// Puts messages in order in two passes: the first finds the result of each
/// call, the second writes the turns. Both take linear time.
pub(super) struct Builder<'a, 'r, M> {
    messages: &'a [M],
    rules: &'r Rules,
    calls: Vec<FoundCall<'a>>,
    /// What happens to each result, in the order of the results.
    results: VecDeque<Fate>,
}

struct FoundCall<'a> {
    call: &'a ToolCall,
    answer: Option<(&'a ToolResult, Option<Protocol>)>,
}

/// What happens to a result at its position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// It answers a call and is written there.
    Answers,
    /// Its call has another result.
    Second,
    /// It belongs to no call.
    Orphan,
}

impl<'a, 'r, M: Borrow<Message>> Builder<'a, 'r, M> {
    pub(super) fn new(messages: &'a [M], rules: &'r Rules) -> Self {
        let mut builder = Self { messages, rules, calls: Vec::new(), results: VecDeque::new() };
        builder.pair();
        builder
    }

    /// Finds the result of each call.
    fn pair(&mut self) {
        // Unanswered calls by id, one group for each message that has the id:
        // the newest message's calls are answered first, in order.
        let mut open: HashMap<&'a str, Vec<VecDeque<usize>>> = HashMap::new();
        let mut met: HashMap<&'a str, ()> = HashMap::new();
        // The newest message with calls, and the first of them that may be
        // unanswered.
        let mut newest = 0..0;
        for message in self.messages {
            let message: &'a Message = message.borrow();
            if message.role == Role::Assistant {
                let start = self.calls.len();
                for call in message.tool_calls() {
                    let index = self.calls.len();
                    let groups = open.entry(&call.id).or_default();
                    match groups.last_mut().filter(|group| group.back() >= Some(&start)) {
                        Some(group) => group.push_back(index),
                        None => groups.push(VecDeque::from([index])),
                    }
                    met.insert(&call.id, ());
                    self.calls.push(FoundCall { call, answer: None });
                }
                if self.calls.len() > start {
                    newest = start..self.calls.len();
                }
            }
            for result in message.tool_results() {
                let id = result.call_id.as_ref();
                let mut found = None;
                if let Some(groups) = open.get_mut(id) {
                    found = groups.last_mut().and_then(VecDeque::pop_front);
                    if groups.last().is_some_and(VecDeque::is_empty) {
                        groups.pop();
                    }
                }
                // If one side has lost its id, the order decides.
                if found.is_none() && id.is_empty() {
                    while newest.start < newest.end && self.calls[newest.start].answer.is_some() {
                        newest.start += 1;
                    }
                    found = (newest.start < newest.end).then_some(newest.start);
                }
                let fate = match found {
                    Some(index) if self.calls[index].answer.is_none() => {
                        self.calls[index].answer = Some((result, message.origin));
                        Fate::Answers
                    }
                    Some(_) => Fate::Second,
                    None if !id.is_empty() && met.contains_key(id) => Fate::Second,
                    None => Fate::Orphan,
                };
                self.results.push_back(fate);
            }
        }
    }

    pub(super) fn build(mut self) -> Dialogue<'a> {
        let mut dialogue = Dialogue { system: Vec::new(), turns: Vec::new() };
        let mut ids = CallIds::new(self.calls.iter().map(|found| found.call.id.as_ref()));
        let form = IdForm { allowed: self.rules.id_char, longest: self.rules.id_length };
        let mut calls = std::mem::take(&mut self.calls).into_iter();
        for message in self.messages {
            let message: &'a Message = message.borrow();
            if message.role == Role::System {
                self.results.drain(..message.tool_results().count());
                let texts: Vec<&str> = message.texts().filter(|text| !is_blank(text)).collect();
                if dialogue.turns.is_empty() {
                    dialogue.system.extend(texts);
                } else if !texts.is_empty() {
                    dialogue.turns.push(Turn::System(texts));
                }
                continue;
            }
            let mut pieces = Vec::with_capacity(message.parts.len());
            let mut answers = Vec::new();
            for part in &message.parts {
                match part {
                    Part::ToolCall(call) if message.role == Role::Assistant => {
                        // Both passes see the same calls in the same order.
                        let Some(found) = calls.next() else { continue };
                        let id: Cow<'a, str> = match ids.unique_as(&call.id, form) {
                            id if *id == *call.id => Cow::Borrowed(&call.id),
                            id => Cow::Owned(id.into()),
                        };
                        let name = self.name(&call.name);
                        answers.push(Answer {
                            id: id.clone(),
                            name: name.clone(),
                            origin: message.origin,
                            result: found.answer.map(|(result, _)| result),
                            result_origin: found.answer.and_then(|(_, origin)| origin),
                        });
                        pieces.push(Piece::Call(Call { call, id, name }));
                    }
                    Part::ToolResult(result) => {
                        if self.results.pop_front() == Some(Fate::Orphan) {
                            pieces.push(Piece::Words(Cow::Owned(orphan(result))));
                        }
                    }
                    _ => pieces.extend(self.piece(message, part)),
                }
            }
            if !pieces.is_empty() {
                self.push(&mut dialogue.turns, message, pieces, answers);
            }
        }
        dialogue
    }

    /// Adds the content of a message, and after calls their answers.
    fn push(
        &self,
        turns: &mut Vec<Turn<'a>>,
        message: &'a Message,
        mut pieces: Vec<Piece<'a>>,
        answers: Vec<Answer<'a>>,
    ) {
        if message.role != Role::Assistant {
            turns.push(Turn::User(message, pieces));
            return;
        }
        // Some protocols allow text after calls; in others it would be between
        // the calls and their results.
        if message.origin != Some(self.rules.protocol) && !answers.is_empty() {
            pieces.sort_by_key(|piece| matches!(piece, Piece::Call(_)));
        }
        turns.push(Turn::Assistant(message, pieces));
        if !answers.is_empty() {
            turns.push(Turn::Results(answers));
        }
    }

    /// Returns what is sent of a part that is neither a result nor a call of
    /// the model's.
    fn piece(&self, message: &Message, part: &'a Part) -> Option<Piece<'a>> {
        match part {
            Part::Text { text, .. } => (!is_blank(text)).then_some(Piece::Part(part)),
            Part::Image(image) if self.rules.accept_image(message.origin, &image.source) => {
                Some(Piece::Part(part))
            }
            Part::Image(_) => {
                let words = "(an image that only its provider can read was left out)";
                Some(Piece::Words(words.into()))
            }
            Part::Opaque { block }
                if self.rules.accept(message.origin, block)
                    && can_come_from(message.role, block) =>
            {
                Some(Piece::Part(part))
            }
            Part::Opaque { block } => Some(Piece::Words(words_of(block)?.into())),
            Part::ToolCall(call) => {
                let words = format!("(tool call {} {})", call.name, call.arguments);
                Some(Piece::Words(words.into()))
            }
            Part::ToolResult(_) => None,
        }
    }

    fn name(&self, name: &'a str) -> Cow<'a, str> {
        let form = IdForm { allowed: self.rules.name_char, longest: self.rules.name_length };
        match form.fit(name) {
            name if name.is_empty() => Cow::Borrowed("unknown"),
            name => name,
        }
    }
}

/// Describes in words a result that belongs to no call.
fn orphan(result: &ToolResult) -> String {
    let name = result.name.as_deref().unwrap_or("a tool");
    let state = if result.is_error { "failed" } else { "gave" };
    format!("({name} {state}, in a call that is not shown: {})", result.joined_text())
}

impl<'a> Dialogue<'a> {
    /// Puts messages in order.
    ///
    /// - A call is answered directly after it: by the result that names it,
    ///   wherever that is, or else by a note that there is none.
    /// - A result without a call becomes text of the user; a second result of a
    ///   call is left out.
    /// - A call in a message that is not the model's becomes text.
    /// - Blank texts, other providers' blocks with nothing to convey, and
    ///   messages that end up empty are left out.
    /// - The calls of a turn that came through another protocol are moved to its
    ///   end.
    /// - Ids are unique in the whole request and have an accepted form.
    pub(crate) fn of<M: Borrow<Message>>(messages: &'a [M], rules: &Rules) -> Self {
        Builder::new(messages, rules).build()
    }
}

#[cfg(test)]
#[expect(clippy::needless_pass_by_value, reason = "what is tried is written in place")]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::dialogue::rules::is_plain;
    use vibeue_conversation::{Extra, MessageId};

    fn rules() -> Rules {
        Rules {
            protocol: Protocol::Anthropic,
            owns: |block| block["type"] == "thinking",
            owns_source: |_| false,
            id_char: is_plain,
            id_length: 64,
            name_char: is_plain,
            name_length: 64,
        }
    }

    fn call(id: &str) -> Part {
        Part::ToolCall(Box::new(ToolCall {
            id: id.into(),
            name: "look".into(),
            arguments: "{}".to_owned(),
            extra: Extra::new(),
        }))
    }

    fn calls(ids: &[&str]) -> Message {
        Message::new(MessageId(1), Role::Assistant, ids.iter().map(|id| call(id)).collect())
    }

    fn result(id: &str, text: &str) -> Message {
        Message::tool_result(MessageId(1), id, None, text, false)
    }

    fn message(role: Role, text: &str) -> Message {
        Message::text(MessageId(1), role, text)
    }

    /// Shows a dialogue, one line per turn.
    fn shown(messages: Vec<Message>) -> Vec<String> {
        let dialogue = Dialogue::of(&messages, &rules());
        let mut lines = Vec::new();
        if !dialogue.system.is_empty() {
            lines.push(format!("prompt {}", dialogue.system.join("|")));
        }
        let pieces = |pieces: &[Piece<'_>]| {
            let shown = pieces.iter().map(|piece| match piece {
                Piece::Part(Part::Text { text, .. }) => text.clone(),
                Piece::Part(_) => "part".to_owned(),
                Piece::Call(call) => format!("{}={}", call.name, call.id),
                Piece::Words(words) => format!("words {words}"),
            });
            shown.collect::<Vec<_>>().join("|")
        };
        lines.extend(dialogue.turns.iter().map(|turn| match turn {
            Turn::System(texts) => format!("system {}", texts.join("|")),
            Turn::User(_, shown) => format!("user {}", pieces(shown)),
            Turn::Assistant(_, shown) => format!("assistant {}", pieces(shown)),
            Turn::Results(answers) => {
                let shown = answers.iter().map(|answer| {
                    let text = answer.result.map_or("none".to_owned(), ToolResult::joined_text);
                    format!("{}:{text}", answer.id)
                });
                format!("results {}", shown.collect::<Vec<_>>().join("|"))
            }
        }));
        lines
    }

    #[test]
    fn results_are_put_after_their_calls_in_the_order_of_the_calls() {
        let messages = vec![
            message(Role::System, "Be brief."),
            message(Role::User, "look"),
            calls(&["a", "b"]),
            message(Role::User, "hurry"),
            result("b", "B"),
            message(Role::System, "reminder"),
            result("a", "A"),
        ];
        assert_eq!(
            shown(messages),
            [
                "prompt Be brief.",
                "user look",
                "assistant look=a|look=b",
                "results a:A|b:B",
                "user hurry",
                "system reminder",
            ]
        );
    }

    #[test]
    fn missing_doubled_and_orphaned_results_are_repaired() {
        let messages = vec![
            result("z", "nobody's"),
            calls(&["a", "b"]),
            result("a", "A"),
            result("a", "again"),
            message(Role::Assistant, "done"),
        ];
        assert_eq!(
            shown(messages),
            [
                "user words (a tool gave, in a call that is not shown: nobody's)",
                "assistant look=a|look=b",
                "results a:A|b:none",
                "assistant done",
            ]
        );
    }

    #[test]
    fn ids_that_repeat_are_told_apart_and_answered_newest_first() {
        let messages = vec![
            calls(&["0", "0"]),
            result("0", "first"),
            result("0", "second"),
            calls(&["0"]),
            result("0", "third"),
            calls(&["", "x.1"]),
            result("", "fourth"),
            result("x.1", "fifth"),
        ];
        assert_eq!(
            shown(messages),
            [
                "assistant look=0|look=0_2",
                "results 0:first|0_2:second",
                "assistant look=0_3",
                "results 0_3:third",
                "assistant look=call_2|look=x_1",
                "results call_2:fourth|x_1:fifth",
            ]
        );
    }

    #[test]
    fn words_of_another_providers_turn_come_before_its_calls() {
        let mut message = calls(&["a", "b"]);
        message.parts.insert(1, Part::text("and"));
        assert_eq!(
            shown(vec![message.clone()]),
            ["assistant and|look=a|look=b", "results a:none|b:none"]
        );
        message.origin = Some(Protocol::Anthropic);
        assert_eq!(shown(vec![message]), ["assistant look=a|and|look=b", "results a:none|b:none"]);
    }

    #[test]
    fn blank_texts_foreign_blocks_and_calls_of_others_are_left_out_or_put_in_words() {
        let opaque = |block| Part::Opaque { block: Box::new(block) };
        let mut foreign = Message::new(
            MessageId(1),
            Role::Assistant,
            vec![
                opaque(json!({"type": "thinking", "thinking": "hm"})),
                opaque(json!({"type": "refusal", "refusal": "I will not."})),
            ],
        );
        foreign.origin = Some(Protocol::OpenaiChat);
        let own =
            Message::new(MessageId(1), Role::Assistant, vec![opaque(json!({"type": "thinking"}))]);
        let user = Message::new(MessageId(1), Role::User, vec![call("a"), Part::text(" \n")]);
        assert_eq!(
            shown(vec![message(Role::User, " \u{a0}\n"), foreign, own, user]),
            ["assistant words I will not.", "assistant part", "user words (tool call look {})"]
        );
    }
}
