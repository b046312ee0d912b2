//! Reads the events of an answer from its bytes.

use std::borrow::Cow;
use std::time::Duration;

use super::body::{has_too_many_values, json_of, no_json, too_many_values};
use super::response::Response;
use super::{AnswerReader, Framing, LineDecoder, Progress, Sink, SseDecoder, TooLarge, html_page};
use crate::{ErrorClass, ProviderError, Reply};

/// How many bytes are enough to tell what a body is.
const SNIFFED: usize = 8;

/// How long a server may continue after an answer is complete, to add its
/// usage.
const LAST_WORDS: Duration = Duration::from_secs(10);

/// Reads an answer to its end.
///
/// Whether the body is a stream, one JSON value or a web page is decided by its
/// first bytes, not by its content type, which servers get wrong.
pub(super) async fn read(
    response: &mut Response,
    framing: Framing,
    reader: &mut impl AnswerReader,
    sink: &mut Sink<'_>,
) -> Result<Reply, ProviderError> {
    let first = first_bytes(response).await?;
    let start = first.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&first);
    let whole = match (start.first(), framing) {
        (None, _) => return Err(no_json(&response.host, b"", None)),
        (Some(b'<'), _) => true,
        (Some(b'{' | b'['), Framing::Sse) => true,
        (Some(b'['), Framing::Lines) => true,
        _ => false,
    };
    if whole {
        let body = response.rest(first).await?;
        reader.whole(json_of(&response.host, &body)?, sink)?;
        return reader.finish(sink);
    }
    match events(response, framing, first, reader, sink).await? {
        End::Done => reader.finish(sink),
        End::Closed(_) if reader.is_complete() => reader.finish(sink),
        End::Closed(Some(error)) => Err(error),
        End::Closed(None) => Err(ProviderError::new(
            ErrorClass::Transport,
            format!("{} ended the stream in the middle of its answer", response.host),
        )
        .hint(
            "try again; if it keeps happening, check the server's log and the proxy in front of it",
        )),
    }
}

/// The first bytes of a body: enough to tell what it is, or all of a shorter
/// body.
async fn first_bytes(response: &mut Response) -> Result<Vec<u8>, ProviderError> {
    let mut first: Vec<u8> = Vec::new();
    while first.len() < SNIFFED {
        match response.chunk(response.limits.first_piece).await? {
            // White space before an answer means nothing, and may never end.
            Some(chunk) if first.is_empty() => first.extend_from_slice(chunk.trim_ascii_start()),
            Some(chunk) => first.extend_from_slice(&chunk),
            None => break,
        }
    }
    Ok(first)
}

/// How a stream ended.
enum End {
    /// An event marked the end.
    Done,
    /// The connection closed, perhaps with an error.
    Closed(Option<ProviderError>),
}

/// Passes the events of a stream to the reader, up to the stream's end.
async fn events(
    response: &mut Response,
    framing: Framing,
    first: Vec<u8>,
    reader: &mut impl AnswerReader,
    sink: &mut Sink<'_>,
) -> Result<End, ProviderError> {
    let mut decoder = match framing {
        Framing::Sse => Decoder::Sse(SseDecoder::new(response.limits.event)),
        Framing::Lines => Decoder::Lines(LineDecoder::new(response.limits.event)),
    };
    let mut chunk = first;
    let mut ending = false;
    let end = loop {
        decoder.push(&chunk);
        while let Some((name, data)) =
            decoder.next().map_err(|error| response.too_large(error.limit, "an event"))?
        {
            if take(&response.host, name.as_deref(), &data, reader, sink)? == Progress::Done {
                return Ok(End::Done);
            }
        }
        // A server that keeps the connection open must not hold back a complete
        // answer, and its comments are not a reason to wait.
        if !ending && reader.is_complete() {
            ending = true;
            response.end_within(LAST_WORDS.min(response.limits.idle));
        }
        let wait =
            if sink.delivered() { response.limits.idle } else { response.limits.first_piece };
        match response.chunk(wait).await {
            Ok(Some(next)) => chunk = next.into(),
            Ok(None) => break None,
            Err(error) => break Some(error),
        }
    };
    // What is left at the end counts as an event only if it is complete.
    if let Some((name, data)) = decoder.finish()
        && (data.trim() == "[DONE]" || serde_json::from_str::<serde::de::IgnoredAny>(&data).is_ok())
        && take(&response.host, name.as_deref(), &data, reader, sink)? == Progress::Done
    {
        return Ok(End::Done);
    }
    Ok(End::Closed(end))
}

fn take(
    host: &str,
    name: Option<&str>,
    data: &str,
    reader: &mut impl AnswerReader,
    sink: &mut Sink<'_>,
) -> Result<Progress, ProviderError> {
    let data = data.trim();
    if data == "[DONE]" {
        return Ok(Progress::Done);
    }
    if data.is_empty() {
        return Ok(Progress::More);
    }
    if has_too_many_values(data) {
        return Err(too_many_values(host));
    }
    match serde_json::from_str(data) {
        Ok(json) => reader.event(name, json, sink),
        Err(_) if html_page::is_html(data.as_bytes()) => Err(no_json(host, data.as_bytes(), None)),
        // An error in plain text still comes from the server.
        Err(_) if name == Some("error") => Err(ProviderError::new(
            ErrorClass::Overloaded { retry_after: None },
            format!("{host} reported an error: {}", super::classify::shortened(data)),
        )),
        Err(error) => Err(ProviderError::new(
            ErrorClass::Protocol,
            format!("{host} sent an event that is not JSON ({error})"),
        )
        .hint(
            "check the address and the protocol; if they are right, report it to whoever runs the \
             server",
        )),
    }
}

enum Decoder {
    Sse(SseDecoder),
    Lines(LineDecoder),
}

/// An event's name, if it has one, and its data.
type Piece<'a> = (Option<Cow<'a, str>>, Cow<'a, str>);

impl Decoder {
    fn push(&mut self, bytes: &[u8]) {
        match self {
            Decoder::Sse(decoder) => decoder.push(bytes),
            Decoder::Lines(decoder) => decoder.push(bytes),
        }
    }

    fn next(&mut self) -> Result<Option<Piece<'_>>, TooLarge> {
        Ok(match self {
            Decoder::Sse(decoder) => decoder.next_event()?.map(|event| (event.name, event.data)),
            Decoder::Lines(decoder) => decoder.next_line()?.map(|line| (None, line)),
        })
    }

    fn finish(&mut self) -> Option<Piece<'_>> {
        match self {
            Decoder::Sse(decoder) => decoder.finish().map(|event| (event.name, event.data)),
            Decoder::Lines(decoder) => decoder.finish().map(|line| (None, line)),
        }
    }
}
