//! Figures about the whole view.

use std::collections::HashSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::library::title_of;
use vibeue_compaction::{Expectation, may_be_shortened, secrets};
use vibeue_conversation::{Message, MessageId, MessageKind, Role, ToolResult};

/// How many of the heaviest messages are listed.
const MOST_HEAVY: usize = 10;

/// How many of the last turns the growth rate is computed from.
const MOST_TURNS: usize = 5;

/// How many characters of a message its first words are taken from at most.
const BEGINNING: usize = 240;

/// Figures about the whole view, computed when it changes, by this program's own count.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::live) struct ContextFigures {
    /// The heaviest messages, the heaviest first.
    pub(in crate::live) heaviest: Vec<HeavyMessage>,
    /// The last turns that are completely and verbatim in view, newest first. The first of them may
    /// be running.
    pub(in crate::live) turns: Vec<Growth>,
    /// Tokens of each message that carries one result, by the message's id.
    pub(in crate::live) results: Vec<(MessageId, u64)>,
    /// Tokens of the request that this describes.
    pub(in crate::live) counted: u64,
    /// Whether these are the model's own counts.
    pub(in crate::live) exact: bool,
    /// What summarizing now would bring.
    pub(in crate::live) expectation: Option<Expectation>,
    /// The model that would write that summary; `None` for rules.
    pub(in crate::live) writer: Option<Writer>,
}

/// A model that would write the next summary.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::live) struct Writer {
    pub(in crate::live) model: String,
    /// US dollars per million tokens of request and answer, if both are known.
    pub(in crate::live) prices: Option<(f64, f64)>,
}

/// What was added in a turn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::live) struct Growth {
    pub(in crate::live) tokens: u64,
    pub(in crate::live) messages: u64,
}

/// One of the messages that take the most of the request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeavyMessage {
    /// The message.
    pub id: MessageId,
    /// Who speaks.
    pub role: Role,
    /// The tools that it calls, or whose results it carries, each once.
    pub tools: Vec<String>,
    /// It carries results of tools.
    pub is_tool_result: bool,
    /// Its tokens.
    pub tokens: u64,
    /// How many requests of the user came after it: 0 in the newest turn.
    pub turns_ago: u64,
    /// Its first words on one line, credentials masked; may be empty.
    pub first_words: String,
    /// It is never condensed.
    pub pinned: bool,
    /// It may be shortened by itself: see
    /// [`Session::shorten`](super::Session::shorten).
    #[serde(default)]
    pub can_shorten: bool,
    /// The model sees it in a shorter form than it was said.
    #[serde(default)]
    pub shortened: bool,
}

/// The view and its tokens.
pub(in crate::live) struct View<'a> {
    pub(in crate::live) messages: &'a [Arc<Message>],
    /// Tokens of each message.
    pub(in crate::live) tokens: &'a [u64],
    /// All requests of the user that were ever made, oldest first.
    pub(in crate::live) requests: &'a [MessageId],
    /// The newest message that the model does not see verbatim.
    pub(in crate::live) newest_condensed: Option<MessageId>,
    /// All of those.
    pub(in crate::live) condensed: &'a HashSet<MessageId>,
}

impl View<'_> {
    /// The messages that take the most tokens, heaviest first, the older one first if equal.
    /// Without system messages and summaries, which have commands of their own.
    pub(in crate::live) fn heaviest(&self) -> Vec<HeavyMessage> {
        let movable = |at: &usize| {
            let message = &self.messages[*at];
            message.role != Role::System && message.kind == MessageKind::Normal
        };
        let mut places: Vec<usize> = (0..self.messages.len()).filter(movable).collect();
        let weight = |at: &usize| (std::cmp::Reverse(self.tokens[*at]), *at);
        if places.len() > MOST_HEAVY {
            places.select_nth_unstable_by_key(MOST_HEAVY, weight);
            places.truncate(MOST_HEAVY);
        }
        places.sort_unstable_by_key(weight);
        places.into_iter().map(|at| self.heavy(at)).collect()
    }

    /// Tokens of each message that carries one result, by its id.
    pub(in crate::live) fn results(&self) -> Vec<(MessageId, u64)> {
        let carries_one = |message: &Message| message.tool_results().count() == 1;
        let all = self.messages.iter().zip(self.tokens);
        let mut results: Vec<(MessageId, u64)> = all
            .filter(|(message, _)| carries_one(message))
            .map(|(message, tokens)| (message.id, *tokens))
            .collect();
        results.sort_unstable_by_key(|(id, _)| *id);
        results
    }

    fn heavy(&self, at: usize) -> HeavyMessage {
        let message = &*self.messages[at];
        HeavyMessage {
            id: message.id,
            role: message.role,
            tools: self.tools(at),
            is_tool_result: message.tool_results().next().is_some(),
            tokens: self.tokens[at],
            turns_ago: (self.requests.len()
                - self.requests.partition_point(|request| *request <= message.id))
                as u64,
            first_words: first_words(message),
            pinned: message.pinned,
            can_shorten: may_be_shortened(message),
            shortened: self.condensed.contains(&message.id),
        }
    }

    /// The tools of a message, in order. A result that does not name its tool answers the nearest
    /// preceding call with its id.
    pub(in crate::live) fn tools(&self, at: usize) -> Vec<String> {
        let message = &self.messages[at];
        let called = |id: &str| {
            let mut before = self.messages[..at].iter().rev().flat_map(|it| it.tool_calls());
            before.find(|call| *call.id == *id).map(|call| call.name.to_string())
        };
        let answered = message.tool_results().filter_map(|result| {
            result.name.as_deref().map(str::to_owned).or_else(|| called(&result.call_id))
        });
        let mut seen = HashSet::new();
        let all = message.tool_calls().map(|call| call.name.to_string()).chain(answered);
        all.filter(|name| seen.insert(name.clone())).collect()
    }

    /// The last complete turns, newest first. One in which something was condensed, and those
    /// before it, do not show how fast the conversation grows.
    pub(in crate::live) fn turns(&self) -> Vec<Growth> {
        let mut turns = Vec::new();
        let mut turn = Growth::default();
        for (message, tokens) in self.messages.iter().zip(self.tokens).rev() {
            let condensed = self.newest_condensed.is_some_and(|newest| message.id <= newest);
            if condensed || message.kind == MessageKind::Summary {
                break;
            }
            turn.tokens += tokens;
            turn.messages += u64::from(message.role != Role::System);
            if message.is_user_request() {
                turns.push(std::mem::take(&mut turn));
                // One more than needed: the newest may be under way.
                if turns.len() > MOST_TURNS {
                    break;
                }
            }
        }
        turns
    }
}

/// What turns add on average; `None` if there is none.
pub(in crate::live) fn pace(turns: &[Growth], running: bool) -> Option<Growth> {
    let whole = turns.get(usize::from(running)..).unwrap_or_default();
    let whole = &whole[..whole.len().min(MOST_TURNS)];
    let count = (whole.len() as u64).max(1);
    let average = |of: fn(&Growth) -> u64| whole.iter().map(of).sum::<u64>().div_ceil(count);
    let pace = Growth { tokens: average(|it| it.tokens), messages: average(|it| it.messages) };
    (pace.tokens > 0).then_some(pace)
}

/// The first words of a message, or of the first result that it carries.
pub(in crate::live) fn first_words(message: &Message) -> String {
    let results = message.tool_results().flat_map(ToolResult::texts);
    let text = message.texts().chain(results).find(|text| !text.trim().is_empty());
    let text = text.unwrap_or_default().trim_start();
    let end = text.char_indices().nth(BEGINNING).map_or(text.len(), |(at, _)| at);
    // It may be shown to others: a key is recognized only as a whole, so it is masked before the
    // text is cut.
    title_of(&secrets::mask(&text[..end]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_conversation::{Extra, Part, ToolCall};

    fn say(id: u64, role: Role, text: &str) -> Arc<Message> {
        Arc::new(Message::text(MessageId(id), role, text))
    }

    fn call(id: u64, call_id: &str, tool: &str) -> Arc<Message> {
        let call = ToolCall {
            id: call_id.into(),
            name: tool.into(),
            arguments: "{}".to_owned(),
            extra: Extra::new(),
        };
        let parts = vec![Part::ToolCall(Box::new(call))];
        Arc::new(Message::new(MessageId(id), Role::Assistant, parts))
    }

    fn talk() -> (Vec<Arc<Message>>, Vec<u64>) {
        let mut pinned = Message::text(MessageId(2), Role::User, "Never touch BP_Legacy.");
        pinned.pinned = true;
        let messages = vec![
            say(1, Role::System, "You help."),
            Arc::new(pinned),
            say(3, Role::Assistant, "All right."),
            say(4, Role::User, "Read the door."),
            call(5, "c1", "read_file"),
            Arc::new(Message::tool_result(
                MessageId(6),
                "c1",
                None,
                "  key = sk-proj-4f9QzT7kLmN2pRs8vWxY3bCd\nand more",
                false,
            )),
            say(7, Role::Assistant, "It is locked."),
        ];
        (messages, vec![900, 10, 5, 8, 12, 700, 8])
    }

    fn none() -> &'static HashSet<MessageId> {
        static NONE: std::sync::LazyLock<HashSet<MessageId>> =
            std::sync::LazyLock::new(HashSet::new);
        &NONE
    }

    fn view<'a>(messages: &'a [Arc<Message>], tokens: &'a [u64]) -> View<'a> {
        const REQUESTS: [MessageId; 2] = [MessageId(2), MessageId(4)];
        View { messages, tokens, requests: &REQUESTS, newest_condensed: None, condensed: none() }
    }

    #[test]
    fn the_heaviest_messages_are_named_with_their_age_and_without_keys() {
        let (messages, tokens) = talk();
        let heaviest = view(&messages, &tokens).heaviest();
        let ids: Vec<u64> = heaviest.iter().map(|it| it.id.0).collect();
        assert_eq!(ids, [6, 5, 2, 4, 7, 3]);
        assert_eq!(
            heaviest[0],
            HeavyMessage {
                id: MessageId(6),
                role: Role::Tool,
                tools: vec!["read_file".to_owned()],
                is_tool_result: true,
                tokens: 700,
                turns_ago: 0,
                first_words: "key = [secret] and more".to_owned(),
                pinned: false,
                can_shorten: true,
                shortened: false,
            }
        );
        assert_eq!(
            (heaviest[1].tools.as_slice(), &*heaviest[1].first_words),
            (&["read_file".to_owned()][..], "")
        );
        assert_eq!((heaviest[2].turns_ago, heaviest[2].pinned), (1, true));
        let levers: Vec<bool> = heaviest.iter().map(|it| it.can_shorten).collect();
        assert_eq!(levers, [true, true, false, false, true, true]);
    }

    #[test]
    fn of_many_messages_the_ten_heaviest_are_named() {
        let messages: Vec<_> = (1..=300).map(|id| say(id, Role::User, "word")).collect();
        let tokens: Vec<u64> = (1..=300).map(|id| (id * 7) % 101).collect();
        let heaviest = view(&messages, &tokens).heaviest();
        let mut all: Vec<(u64, u64)> = (1..=300).map(|id| ((id * 7) % 101, id)).collect();
        all.sort_by_key(|(tokens, id)| (std::cmp::Reverse(*tokens), *id));
        let named: Vec<(u64, u64)> = heaviest.iter().map(|it| (it.tokens, it.id.0)).collect();
        assert_eq!(named, all[..10]);
    }

    #[test]
    fn the_pace_is_that_of_the_last_whole_turns() {
        let (messages, tokens) = talk();
        let mut view = view(&messages, &tokens);
        let turns = view.turns();
        let (second, first) =
            (Growth { tokens: 728, messages: 4 }, Growth { tokens: 15, messages: 2 });
        assert_eq!(turns, [second, first]);
        assert_eq!(pace(&turns, false), Some(Growth { tokens: 372, messages: 3 }));
        assert_eq!(pace(&turns, true), Some(first));
        assert_eq!(pace(&turns[..1], true), None);
        assert_eq!(pace(&[], false), None);
        // A partly condensed turn does not count as a whole one.
        view.newest_condensed = Some(MessageId(3));
        assert_eq!(view.turns(), [second]);
        view.newest_condensed = Some(MessageId(6));
        assert_eq!(view.turns(), []);
    }

    #[test]
    fn no_more_than_the_last_turns_tell_the_pace() {
        let messages: Vec<_> = (1..=40).map(|id| say(id, Role::User, "word")).collect();
        let tokens: Vec<u64> = (1..=40).collect();
        let turns = view(&messages, &tokens).turns();
        assert_eq!(turns.len(), 6);
        assert_eq!(pace(&turns, false).map(|it| it.tokens), Some(38));
        assert_eq!(pace(&turns, true).map(|it| it.tokens), Some(37));
    }
}
