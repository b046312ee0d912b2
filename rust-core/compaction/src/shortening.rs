//! Shortening one message because the user asked for it.

use super::digest::{DigestOptions, is_placeholder};
use super::prune::prune;
use super::rewrite::shorten;
use super::round::rounds;
use crate::secrets::Masked;
use vibeue_conversation::{Error, ErrorKind, Result};
use vibeue_conversation::{Message, MessageKind, Role};
use vibeue_tokens::Counter;

/// How far back to look for the call of a result, and for an earlier run of it.
const NEIGHBOURS: usize = 64;

/// What an answer is cut to: an eighth of it, within these bounds, in tokens.
const PART: u64 = 8;
const LEAST: u64 = 64;
const MOST: u64 = 400;

/// A message in the shorter form that the user asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct ShortForm {
    /// The message under its own id, with the same calls and results.
    pub message: Message,
    /// Its tokens before.
    pub tokens_before: u64,
    /// Its tokens in the shorter form.
    pub tokens_after: u64,
}

/// Returns whether a message may have a shorter form, judging only by the message itself; what its
/// round and its length forbid, [`ShortForm::of`] says in words.
pub fn may_be_shortened(message: &Message) -> bool {
    protection(message).is_none() && !is_short(message)
}

impl ShortForm {
    /// The shorter form of the message at a place of the view: results of tools
    /// become what the ladder's first rung makes of them, a digest with the id
    /// of the archived message; an answer keeps its head and tail, with a mark
    /// that says what was cut. Secrets do not get into a digest.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] if the message has to stay as it is, with what helps, or would become
    /// no shorter.
    ///
    /// # Panics
    /// When there is no such place.
    pub fn of(
        view: &[&Message],
        at: usize,
        options: &DigestOptions,
        counter: &Counter,
    ) -> Result<Self> {
        let message = view[at];
        if let Some(why) = protection(message).or_else(|| held_by_round(view, at)) {
            return Err(why);
        }
        let tokens_before = counter.message(message).total();
        let short = if message.tool_results().next().is_some() {
            let from = at.saturating_sub(NEIGHBOURS);
            let masked = Masked::of(&view[from..=at]);
            prune(&masked.view(&view[from..=at]), at - from, tokens_before, options, counter)
        } else {
            shorten(message, (tokens_before / PART).clamp(LEAST, MOST), counter)
        };
        let Some((message, tokens_after)) = short else {
            let id = message.id;
            return Err(refused(format!("{id} would not become shorter"))
                .hint("its short form would take as many tokens"));
        };
        Ok(Self { message, tokens_before, tokens_after })
    }
}

/// Why a message stays as it is, whatever is around it.
fn protection(message: &Message) -> Option<Error> {
    let id = message.id;
    let error = if message.role == Role::System {
        refused(format!("{id} is a system message: instructions are never shortened"))
            .hint("change the system prompt itself")
    } else if message.kind == MessageKind::Summary {
        refused(format!("{id} is a summary")).hint("edit it, or undo its compaction")
    } else if message.pinned {
        refused(format!("{id} is pinned: it stays word for word")).hint("unpin it first")
    } else if message.is_user_request() {
        refused(format!("{id} is a user's request: it is never shortened on its own"))
            .hint("summarize up to it; a summary keeps what was asked")
    } else {
        return None;
    };
    Some(error)
}

/// Why the calls and results around a message keep it as it is.
fn held_by_round(view: &[&Message], at: usize) -> Option<Error> {
    let id = view[at].id;
    let round = rounds(view).into_iter().find(|round| round.contains(&at))?;
    let messages = &view[round];
    if let Some(pinned) = messages.iter().find(|message| message.pinned) {
        let what = format!("{id} belongs to the same round as {}, which is pinned", pinned.id);
        return Some(refused(what).hint("unpin that message first"));
    }
    let answered = |id: &str| {
        messages.iter().flat_map(|it| it.tool_results()).any(|result| *result.call_id == *id)
    };
    let open = messages.iter().flat_map(|it| it.tool_calls()).find(|call| !answered(&call.id))?;
    let what = format!("a call of {} in the round of {id} has no result yet", open.name);
    Some(refused(what).hint("shorten it once the result has arrived"))
}

/// Returns whether nothing is left in a message that could become shorter.
fn is_short(message: &Message) -> bool {
    let mut results = message.tool_results().peekable();
    let placeholders =
        |result: &vibeue_conversation::ToolResult| result.texts().any(is_placeholder);
    results.peek().is_some() && results.all(placeholders)
}

fn refused(message: String) -> Error {
    Error::new(ErrorKind::Input, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_conversation::{Extra, MessageId, Part, ToolCall};
    use vibeue_tokens::exact::Encoding;

    fn counter() -> Counter {
        let counter = Counter::for_encoding(Encoding::O200kBase);
        counter.warm();
        counter
    }

    fn call(id: u64, tool: &str) -> Message {
        let call = ToolCall {
            id: format!("c{id}").into(),
            name: tool.into(),
            arguments: r#"{"path":"Saved/Logs/Editor.log"}"#.to_owned(),
            extra: Extra::new(),
        };
        Message::new(MessageId(id), Role::Assistant, vec![Part::ToolCall(Box::new(call))])
    }

    fn result(id: u64, text: &str) -> Message {
        Message::tool_result(MessageId(id), format!("c{}", id - 1), None, text, false)
    }

    fn log() -> String {
        let lines = (0..400).map(|at| format!("LogTemp: Warning: door {at} is shut\n"));
        lines.collect::<String>() + "password = hunter2-Tr0ub4dor\n"
    }

    fn talk() -> Vec<Message> {
        let mut summary = Message::text(MessageId(2), Role::User, "what was before");
        summary.kind = MessageKind::Summary;
        let mut pinned = Message::text(MessageId(3), Role::Assistant, "Doors open inwards.");
        pinned.pinned = true;
        vec![
            Message::text(MessageId(1), Role::System, "You help."),
            summary,
            pinned,
            Message::text(MessageId(4), Role::User, "Read the log."),
            call(5, "read_file"),
            result(6, &log()),
            Message::text(MessageId(7), Role::Assistant, "The doors are shut. ".repeat(400)),
            call(8, "read_file"),
        ]
    }

    fn short(talk: &[Message], at: usize) -> Result<ShortForm> {
        let view: Vec<&Message> = talk.iter().collect();
        ShortForm::of(&view, at, &DigestOptions::default(), &counter())
    }

    fn refusal(talk: &[Message], at: usize) -> (String, String) {
        let error = short(talk, at).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Input);
        (error.message().to_owned(), error.hint_text().unwrap().to_owned())
    }

    #[test]
    fn a_result_becomes_the_digest_of_the_first_rung_and_an_answer_keeps_head_and_tail() {
        let talk = talk();
        let read = short(&talk, 5).unwrap();
        let view: Vec<&Message> = talk.iter().collect();
        let masked = Masked::of(&view);
        let options = DigestOptions::default();
        let counter = counter();
        let rung = prune(&masked.view(&view), 5, read.tokens_before, &options, &counter);
        assert_eq!(rung, Some((read.message.clone(), read.tokens_after)));
        let text = read.message.tool_results().next().unwrap().joined_text();
        assert!(text.starts_with("[archived as m6] [✓ read_file: "), "{text}");
        assert!(!text.contains("hunter2"), "{text}");
        assert!(read.tokens_before > 4_000 && read.tokens_after < 120, "{read:?}");
        let answer = short(&talk, 6).unwrap();
        let text = answer.message.joined_text();
        assert!(text.starts_with("The doors are shut.") && text.contains("archived as m7"));
        assert!(text.trim_end().ends_with("are shut."), "{text}");
        assert!((200..=MOST).contains(&answer.tokens_after), "{}", answer.tokens_after);
    }

    #[test]
    fn what_has_to_stay_is_refused_with_what_helps() {
        let mut talk = talk();
        for (at, why, hint) in [
            (0, "m1 is a system message: instructions are never shortened", "change the system"),
            (1, "m2 is a summary", "edit it"),
            (2, "m3 is pinned: it stays word for word", "unpin it first"),
            (3, "m4 is a user's request: it is never shortened on its own", "summarize up to"),
            (7, "a call of read_file in the round of m8 has no result yet", "shorten it once"),
        ] {
            let said = refusal(&talk, at);
            assert_eq!((said.0.as_str(), said.1.starts_with(hint)), (why, true), "{said:?}");
            assert_eq!(may_be_shortened(&talk[at]), at == 7, "{why}");
        }
        talk[4].pinned = true;
        let said = refusal(&talk, 5);
        assert_eq!(said.0, "m6 belongs to the same round as m5, which is pinned");
    }

    #[test]
    fn what_is_short_already_is_not_shortened_again() {
        let mut talk = talk();
        talk[5] = short(&talk, 5).unwrap().message;
        assert!(!may_be_shortened(&talk[5]));
        assert_eq!(refusal(&talk, 5).0, "m6 would not become shorter");
        talk[6] = Message::text(MessageId(7), Role::Assistant, "It is shut.");
        assert_eq!(refusal(&talk, 6).0, "m7 would not become shorter");
    }
}
