//! The answers of the tool that reads the archive.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::Value;

use super::search::{places, search, snippet_at};
use crate::History;
use crate::results::whole_texts;
use vibeue_compaction::digest::neutralize;
use vibeue_compaction::texts_of;
use vibeue_conversation::{Message, MessageId, WholeText};
use vibeue_tokens::Counter;

/// The maximum number of matches that one answer shows.
const MOST_HITS: usize = 20;

/// A call's arguments; unknown fields are ignored.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Arguments {
    query: Option<String>,
    message: Option<Value>,
    offset: Option<Value>,
}

/// Reads a call's arguments; empty ones are refused.
fn read(arguments: &str) -> Result<Arguments, String> {
    let arguments = arguments.trim();
    if arguments.is_empty() {
        return Ok(Arguments::default());
    }
    serde_json::from_str(arguments)
        .map_err(|error| format!("the arguments are not understood: {error}"))
}

/// The text in a file that has to be read before a call of the tool can be
/// answered; most need none.
pub fn kept_text<'h>(history: &'h History, arguments: &str) -> Option<&'h WholeText> {
    let id = number(read(arguments).ok()?.message.as_ref()?).map(MessageId)?;
    whole_texts(history.original(id)?).next()
}

/// Answers a call of the tool, in at most this many tokens. `kept` is the text that [`kept_text`]
/// named, or in words why it cannot be read: in that case only head and tail are available.
///
/// # Errors
/// What to tell the model if the arguments make no sense.
pub fn answer(
    history: &History,
    arguments: &str,
    kept: Option<Result<&str, &str>>,
    most: u64,
    counter: &Counter,
) -> Result<String, String> {
    let arguments = read(arguments)?;
    if let Some(message) = &arguments.message
        && !message.is_null()
    {
        let id = number(message).map(MessageId).ok_or_else(|| {
            format!("`{message}` is not a message id; ids look like m17, and a search gives them")
        })?;
        let offset = match &arguments.offset {
            None | Some(Value::Null) => 0,
            Some(offset) => number(offset)
                .ok_or_else(|| format!("`{offset}` is not an offset; use a number"))?,
        };
        let query = arguments.query.as_deref().map(str::trim).filter(|query| !query.is_empty());
        let message = history
            .original(id)
            .ok_or_else(|| format!("there is no message {id} in this conversation"))?;
        let (text, loss) = match kept {
            Some(Ok(text)) => (Cow::Borrowed(text), String::new()),
            Some(Err(why)) => (
                texts_of(message).join("\n").into(),
                format!("only head and tail of {id} are left, its file cannot be read: {why}\n"),
            ),
            None => (texts_of(message).join("\n").into(), String::new()),
        };
        let shown = match (query, offset) {
            // A call with an offset has already found the place.
            (Some(query), 0) => hits_within(id, &text, query, most, counter),
            _ => page(message, &text, offset, most, counter)?,
        };
        return Ok(loss + &shown);
    }
    match arguments.query.as_deref().map(str::trim).filter(|query| !query.is_empty()) {
        Some(query) => Ok(hits(history, query, most, counter)),
        None => Err("give `query` to search, or `message` to read one message".to_owned()),
    }
}

/// Reads `17`, `"17"` or `"m17"`.
fn number(value: &Value) -> Option<u64> {
    match value {
        Value::String(text) => text.trim().parse::<MessageId>().ok().map(|id| id.0),
        Value::Number(number) => number.as_u64(),
        _ => None,
    }
}

fn hits(history: &History, query: &str, most: u64, counter: &Counter) -> String {
    let (hits, all) = search(history, query, MOST_HITS);
    let beside = beside(history);
    if hits.is_empty() {
        return format!("nothing in the archive matches; try fewer or other words{beside}");
    }
    let mut lines: Vec<String> = Vec::new();
    let mut tokens = 40;
    for hit in &hits {
        let who = history.original(hit.message).map_or_else(String::new, speaker);
        let line = format!("{} {who}: {}", hit.message, neutralize(&hit.snippet));
        tokens += counter.text(&line).tokens + 1;
        if tokens > most && !lines.is_empty() {
            break;
        }
        lines.push(line);
    }
    let shown = if lines.len() < all {
        format!("the best {} of {all} matches", lines.len())
    } else {
        format!("{all} {}", if all == 1 { "match" } else { "matches" })
    };
    format!("{shown}; read one in full by `message`:\n{}{beside}", lines.join("\n"))
}

/// Says which results were searched only in part: their full texts are in files, which are searched
/// one at a time.
fn beside(history: &History) -> String {
    let long = history.originals().filter(|message| whole_texts(message).next().is_some());
    let mut ids: Vec<String> = long.map(|message| message.id.to_string()).collect();
    if ids.is_empty() {
        return String::new();
    }
    let all = ids.len();
    let shown = ids.split_off(all.saturating_sub(MOST_HITS)).join(", ");
    format!(
        "\nonly head and tail were searched of {shown}; search in all of one by `message` and `query`"
    )
}

/// The places of a phrase in one message, each with the offset to read from.
fn hits_within(id: MessageId, text: &str, query: &str, most: u64, counter: &Counter) -> String {
    let places = places(text, query);
    if places.is_empty() {
        return format!("{id} does not have {query:?}; it has {} bytes", text.len());
    }
    let mut lines: Vec<String> = Vec::new();
    let mut tokens = 40;
    for at in places.iter().take(MOST_HITS) {
        let snippet = snippet_at(text, *at);
        let line = format!("offset {at}: {}", neutralize(&snippet));
        tokens += counter.text(&line).tokens + 1;
        if tokens > most && !lines.is_empty() {
            break;
        }
        lines.push(line);
    }
    let all = places.len();
    let shown = if lines.len() < all {
        format!("the first {} of {all} places", lines.len())
    } else {
        format!("{all} {}", if all == 1 { "place" } else { "places" })
    };
    format!("{id}, {shown}; read on from one by `offset`:\n{}", lines.join("\n"))
}

fn page(
    message: &Message,
    text: &str,
    offset: u64,
    most: u64,
    counter: &Counter,
) -> Result<String, String> {
    let id = message.id;
    let start = usize::try_from(offset).unwrap_or(usize::MAX);
    if start > 0 && start >= text.len() {
        return Err(format!("message {id} ends at offset {}", text.len()));
    }
    let start = text.floor_char_boundary(start);
    let rest = &text[start..];
    let piece = piece(rest, most.saturating_sub(60).max(20), counter);
    let end = start + piece.len();
    let more = if end < text.len() {
        format!("; give `query`, too, to search in it; read on with offset {end}")
    } else {
        "; this is its end".to_owned()
    };
    Ok(format!(
        "{id} {}, bytes {start} to {end} of {}{more}:\n{}",
        speaker(message),
        text.len(),
        neutralize(piece)
    ))
}

/// The longest beginning of a text that has at most about this many tokens.
fn piece<'a>(text: &'a str, most: u64, counter: &Counter) -> &'a str {
    let mut bytes = usize::try_from(most.saturating_mul(6)).unwrap_or(usize::MAX).min(text.len());
    loop {
        let end = text.floor_char_boundary(bytes);
        // An empty piece would make reading never end.
        let end = if end == 0 { text.ceil_char_boundary(1.min(text.len())) } else { end };
        let piece = &text[..end];
        if bytes < 8 || !counter.exceeds(piece, most) {
            return piece;
        }
        bytes = bytes * 4 / 5;
    }
}

/// Who wrote a message, and with which tool.
fn speaker(message: &Message) -> String {
    let mut tools = message.tool_results().filter_map(|result| result.name.as_deref());
    match tools.next() {
        Some(tool) => format!("result of {tool}"),
        None => message.role.as_str().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Event;
    use vibeue_compaction::{Compaction, Rung};
    use vibeue_conversation::{MessageKind, Role};
    use vibeue_tokens::exact::Encoding;

    fn counter() -> Counter {
        let counter = Counter::for_encoding(Encoding::O200kBase);
        counter.warm();
        counter
    }

    /// A history of a condensed tool result.
    fn history(text: &str) -> History {
        let mut history = History::new();
        let result = Message::tool_result(MessageId(1), "a", Some("read_file"), text, false);
        history.apply(Event::Message(result)).unwrap();
        let mut summary = Message::text(MessageId(2), Role::User, "a summary");
        summary.kind = MessageKind::Summary;
        let compaction = Compaction {
            replaced: vec![MessageId(1)],
            summary: Some(summary),
            tokens_before: 2,
            tokens_after: 1,
            ..Compaction::new("", Rung::Rules)
        };
        history.apply(Event::Compaction(Box::new(compaction))).unwrap();
        history
    }

    #[test]
    fn a_search_names_message_and_tool() {
        let history = history("The Needle <conversation-summary> is here");
        assert_eq!(
            answer(&history, r#"{"query": "needle"}"#, None, 500, &counter()),
            Ok("1 match; read one in full by `message`:\n\
                m1 result of read_file: The Needle ‹conversation-summary> is here"
                .to_owned())
        );
    }

    #[test]
    fn one_big_result_is_searched_and_read_on_from_what_was_found() {
        let log: String = (0..5_000)
            .map(|line| match line {
                1_700 | 4_200 => format!("{line}: error C2065: 'Hatch' undeclared\n"),
                _ => format!("{line}: compiling\n"),
            })
            .collect();
        let history = history(&log);
        let counter = counter();
        let ask = |arguments: &str| answer(&history, arguments, None, 500, &counter).unwrap();
        let found = ask(r#"{"message": "m1", "query": "ERROR c2065"}"#);
        assert!(
            found.starts_with("m1, 2 places; read on from one by `offset`:\noffset "),
            "{found}"
        );
        assert!(found.contains("1699: compiling 1700: error C2065: 'Hatch' undeclared"), "{found}");
        let second = found.lines().nth(2).unwrap();
        let offset = second["offset ".len()..].split(':').next().unwrap();
        let page = ask(&format!(r#"{{"message": "m1", "query": "error", "offset": {offset}}}"#));
        assert!(page.contains("bytes") && page.contains(":\nerror C2065: 'Hatch'"), "{page}");
        let many = ask(r#"{"message": 1, "query": "compiling"}"#);
        assert!(many.contains(" of 4998 places;") && counter.text(&many).tokens <= 500, "{many}");
        assert_eq!(
            ask(r#"{"message": 1, "query": "nowhere"}"#),
            format!("m1 does not have \"nowhere\"; it has {} bytes", log.len())
        );
    }

    #[test]
    fn pages_put_together_are_the_message() {
        let text: String = (0..3_000).map(|number| format!("Zeile {number} ü\n")).collect();
        let history = history(&text);
        let counter = counter();
        let (mut offset, mut read, mut pages) = (0, String::new(), 0);
        loop {
            let arguments = serde_json::json!({"message": "m1", "offset": offset}).to_string();
            let page = answer(&history, &arguments, None, 1_000, &counter).unwrap();
            assert!(counter.text(&page).tokens <= 1_000);
            let (head, body) = page.split_once(":\n").unwrap();
            read.push_str(body);
            pages += 1;
            match head.split_once("offset ") {
                Some((_, next)) => offset = next.parse().unwrap(),
                None => break,
            }
        }
        assert_eq!(read, text);
        assert!(pages > 5, "{pages}");
    }

    #[test]
    fn arguments_without_sense_are_told_to_the_model() {
        let history = history("text");
        let say = |arguments: &str| answer(&history, arguments, None, 500, &counter()).unwrap_err();
        assert!(say("{\"query\": ").starts_with("the arguments are not understood"));
        assert_eq!(say("{}"), "give `query` to search, or `message` to read one message");
        assert_eq!(say(""), "give `query` to search, or `message` to read one message");
        assert_eq!(say(r#"{"message": "m99"}"#), "there is no message m99 in this conversation");
        assert_eq!(
            say(r#"{"message": "x"}"#),
            "`\"x\"` is not a message id; ids look like m17, and a search gives them"
        );
        assert_eq!(say(r#"{"message": 1, "offset": 900}"#), "message m1 ends at offset 4");
        assert_eq!(say(r#"{"message": 1, "offset": -1}"#), "`-1` is not an offset; use a number");
    }
}
