//! Decodes `text/event-stream` from bytes that arrive in arbitrary pieces.

use std::borrow::Cow;

use memchr::{memchr, memchr2};

/// One server-sent event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SseEvent<'a> {
    /// The event's name, if it has one.
    pub name: Option<Cow<'a, str>>,
    /// Its data; several lines are joined by line breaks. Bytes that are not
    /// UTF-8 are replaced by U+FFFD.
    pub data: Cow<'a, str>,
}

/// An event or line is larger than the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge {
    /// The limit in bytes.
    pub limit: usize,
}

/// Decodes server-sent events as the HTML standard specifies, from bytes that
/// may be cut anywhere: inside a line ending, a field or a character.
///
/// Ids and reconnection times are ignored: a request that costs money is not
/// repeated automatically. Some servers send errors as a field `error` of its
/// own; that becomes an event of this name.
///
/// <https://html.spec.whatwg.org/multipage/server-sent-events.html>
#[derive(Debug)]
pub struct SseDecoder {
    buffer: Vec<u8>,
    /// Where the first line begins that was not yet returned.
    start: usize,
    /// How far the buffer has been searched for the end of a line.
    searched: usize,
    /// Whether a CR ended the last line: an LF that follows belongs to it.
    after_cr: bool,
    /// Whether nothing was decoded yet: a byte order mark may come first.
    at_start: bool,
    name: Vec<u8>,
    data: Vec<u8>,
    has_data: bool,
    /// Whether the last event was returned; its data is dropped before the next
    /// line.
    given: bool,
    limit: usize,
}

/// A buffer smaller than this, in bytes, is not compacted after each event.
const COMPACT: usize = 64 * 1024;

impl SseDecoder {
    /// Accepts events of up to this many bytes.
    pub fn new(limit: usize) -> Self {
        Self {
            buffer: Vec::new(),
            start: 0,
            searched: 0,
            after_cr: false,
            at_start: true,
            name: Vec::new(),
            data: Vec::new(),
            has_data: false,
            given: false,
            limit,
        }
    }

    /// Adds more bytes. Read the events that they complete with
    /// [`SseDecoder::next_event`] before adding more, so that memory stays
    /// bounded.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.start == self.buffer.len() {
            self.buffer.clear();
            (self.start, self.searched) = (0, 0);
        } else if self.start > COMPACT && self.start > self.buffer.len() / 2 {
            self.buffer.drain(..self.start);
            self.searched -= self.start;
            self.start = 0;
        }
        self.buffer.extend_from_slice(bytes);
    }

    /// Returns the next complete event, `None` until more bytes are pushed.
    ///
    /// # Errors
    /// [`TooLarge`] if an event exceeds the limit; nothing can be decoded after
    /// that.
    pub fn next_event(&mut self) -> Result<Option<SseEvent<'_>>, TooLarge> {
        self.forget_given();
        while let Some((from, to)) = self.next_line() {
            let line = &self.buffer[from..to];
            if line.is_empty() {
                if self.has_data {
                    return Ok(Some(self.give()));
                }
                self.name.clear();
                continue;
            }
            let (field, value) = split(line);
            match field {
                b"data" => {
                    if self.data.len() + value.len() >= self.limit {
                        return Err(TooLarge { limit: self.limit });
                    }
                    if self.has_data {
                        self.data.push(b'\n');
                    }
                    self.data.extend_from_slice(value);
                    self.has_data = true;
                }
                b"event" if value.len() <= self.limit => {
                    self.name.clear();
                    self.name.extend_from_slice(value);
                }
                b"error" if value.len() <= self.limit && !self.has_data => {
                    self.name = b"error".to_vec();
                    self.data.extend_from_slice(value);
                    self.has_data = true;
                }
                _ => {}
            }
        }
        match self.buffer.len() - self.start > self.limit {
            true => Err(TooLarge { limit: self.limit }),
            false => Ok(None),
        }
    }

    /// Returns the event at the end of the stream that lacks its final blank
    /// line; the standard drops it, but some servers close that way. It may be
    /// torn.
    pub fn finish(&mut self) -> Option<SseEvent<'_>> {
        self.forget_given();
        if self.start < self.buffer.len() {
            self.push(b"\n");
            if self.next_event().is_err() {
                return None;
            }
        }
        self.has_data.then(|| self.give())
    }

    /// Finds the next line; returns its range without the line ending.
    fn next_line(&mut self) -> Option<(usize, usize)> {
        if self.after_cr && self.start < self.buffer.len() {
            self.after_cr = false;
            if self.buffer[self.start] == b'\n' {
                self.start += 1;
            }
        }
        self.searched = self.searched.max(self.start);
        if self.at_start {
            const MARK: &[u8] = b"\xef\xbb\xbf";
            let rest = &self.buffer[self.start..];
            if rest.len() < MARK.len() && MARK.starts_with(rest) {
                return None;
            }
            if rest.starts_with(MARK) {
                self.start += MARK.len();
                self.searched = self.start;
            }
            self.at_start = false;
        }
        let Some(found) = memchr2(b'\n', b'\r', &self.buffer[self.searched..]) else {
            self.searched = self.buffer.len();
            return None;
        };
        let end = self.searched + found;
        let from = self.start;
        self.after_cr = self.buffer[end] == b'\r';
        self.start = end + 1;
        self.searched = self.start;
        Some((from, end))
    }

    fn give(&mut self) -> SseEvent<'_> {
        self.given = true;
        SseEvent {
            name: (!self.name.is_empty()).then(|| String::from_utf8_lossy(&self.name)),
            data: String::from_utf8_lossy(&self.data),
        }
    }

    fn forget_given(&mut self) {
        if self.given {
            self.given = false;
            self.has_data = false;
            self.name.clear();
            self.data.clear();
        }
    }
}

/// Splits a line into its field and value; a comment has an empty field.
fn split(line: &[u8]) -> (&[u8], &[u8]) {
    match memchr(b':', line) {
        Some(colon) => {
            let value = &line[colon + 1..];
            (&line[..colon], value.strip_prefix(b" ").unwrap_or(value))
        }
        None => (line, b""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Owned = (Option<String>, String);

    fn owned(event: &SseEvent<'_>) -> Owned {
        (event.name.as_deref().map(str::to_owned), event.data.to_string())
    }

    /// Decodes bytes that arrive in pieces of a given size.
    fn decoded(bytes: &[u8], size: usize) -> Vec<Owned> {
        let mut decoder = SseDecoder::new(1_000);
        let mut events = Vec::new();
        for piece in bytes.chunks(size) {
            decoder.push(piece);
            while let Some(event) = decoder.next_event().unwrap() {
                events.push(owned(&event));
            }
        }
        events.extend(decoder.finish().as_ref().map(owned));
        events
    }

    fn data(text: &str) -> Owned {
        (None, text.to_owned())
    }

    #[test]
    fn events_are_the_same_wherever_the_bytes_are_cut() {
        let stream = "\u{feff}: hello\r\n\r\ndata: a\n\nevent: x\rdata:b\r\rdata:  c\r\n\
            data\r\ndata: grün 😀\r\n\r\nid: 7\nretry: 5\nevent: none\n\nevent: y\ndata: d";
        let expected = vec![
            data("a"),
            (Some("x".to_owned()), "b".to_owned()),
            data(" c\n\ngrün 😀"),
            (Some("y".to_owned()), "d".to_owned()),
        ];
        for size in 1..=stream.len() {
            assert_eq!(decoded(stream.as_bytes(), size), expected, "pieces of {size}");
        }
    }

    #[test]
    fn an_event_without_data_is_none_and_its_name_is_forgotten() {
        assert_eq!(decoded(b"event: a\n\ndata: 1\n\ndata\n\n", 3), [data("1"), data("")]);
    }

    #[test]
    fn an_error_field_is_an_event_of_that_name() {
        let expected = (Some("error".to_owned()), r#"{"code":500}"#.to_owned());
        assert_eq!(decoded(b"error: {\"code\":500}\n\n", 4), [expected]);
    }

    #[test]
    fn bytes_that_are_not_utf_8_are_replaced() {
        assert_eq!(decoded(b"data: a\xffb\n\n", 2), [data("a\u{fffd}b")]);
    }

    #[test]
    fn an_endless_line_or_event_is_refused_at_the_limit() {
        let mut decoder = SseDecoder::new(100);
        decoder.push(&[b'x'; 100]);
        assert_eq!(decoder.next_event(), Ok(None));
        decoder.push(b"x");
        assert_eq!(decoder.next_event(), Err(TooLarge { limit: 100 }));
        let mut decoder = SseDecoder::new(100);
        let mut taken = 0;
        let error = loop {
            decoder.push(b"data: ten bytes!\n");
            taken += 1;
            if let Err(error) = decoder.next_event() {
                break error;
            }
        };
        assert_eq!((taken, error), (10, TooLarge { limit: 100 }));
    }

    #[test]
    fn memory_stays_bounded_by_what_is_unread() {
        let mut decoder = SseDecoder::new(1 << 20);
        let mut count = 0;
        for _ in 0..2_000 {
            decoder.push(&b"data: 0123456789\n\n".repeat(50)[..890]);
            while decoder.next_event().unwrap().is_some() {
                count += 1;
            }
        }
        assert!(count > 90_000 && decoder.buffer.capacity() < 1 << 20);
    }
}
