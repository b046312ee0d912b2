//! Splits a stream of JSON values into lines.

use std::borrow::Cow;

use memchr::memchr;

use super::TooLarge;

/// Splits bytes that arrive in arbitrary pieces into lines (NDJSON): blank ones
/// are skipped, a CR at the end is dropped.
#[derive(Debug)]
pub struct LineDecoder {
    buffer: Vec<u8>,
    start: usize,
    searched: usize,
    limit: usize,
}

impl LineDecoder {
    /// Accepts lines of up to this many bytes.
    pub fn new(limit: usize) -> Self {
        Self { buffer: Vec::new(), start: 0, searched: 0, limit }
    }

    /// Adds more bytes; read the lines that they complete before adding more.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.start > 0 {
            self.buffer.drain(..self.start);
            self.searched -= self.start;
            self.start = 0;
        }
        self.buffer.extend_from_slice(bytes);
    }

    /// Returns the next complete line, `None` until more bytes are pushed.
    ///
    /// # Errors
    /// [`TooLarge`] if a line exceeds the limit; nothing can be decoded after
    /// that.
    pub fn next_line(&mut self) -> Result<Option<Cow<'_, str>>, TooLarge> {
        let too_large = TooLarge { limit: self.limit };
        loop {
            let Some(found) = memchr(b'\n', &self.buffer[self.searched..]) else {
                self.searched = self.buffer.len();
                return match self.buffer.len() - self.start > self.limit {
                    true => Err(too_large),
                    false => Ok(None),
                };
            };
            let (from, to) = (self.start, self.searched + found);
            self.start = to + 1;
            self.searched = self.start;
            if to - from > self.limit {
                return Err(too_large);
            }
            if !self.buffer[from..to].trim_ascii().is_empty() {
                return Ok(Some(String::from_utf8_lossy(self.buffer[from..to].trim_ascii())));
            }
        }
    }

    /// Returns what is left at the end without a line break; it may be torn.
    pub fn finish(&mut self) -> Option<Cow<'_, str>> {
        let rest = self.buffer[self.start..].trim_ascii();
        (!rest.is_empty()).then(|| String::from_utf8_lossy(rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_the_same_wherever_the_bytes_are_cut() {
        let stream = "{\"a\":1}\r\n\n  \n{\"b\":\"grün 😀\"}\n{\"c\":";
        for size in 1..=stream.len() {
            let mut decoder = LineDecoder::new(100);
            let mut lines = Vec::new();
            for piece in stream.as_bytes().chunks(size) {
                decoder.push(piece);
                while let Some(line) = decoder.next_line().unwrap() {
                    lines.push(line.into_owned());
                }
            }
            lines.extend(decoder.finish().map(Cow::into_owned));
            assert_eq!(lines, ["{\"a\":1}", "{\"b\":\"grün 😀\"}", "{\"c\":"], "{size}");
        }
    }

    #[test]
    fn an_endless_line_is_refused_at_the_limit() {
        let mut decoder = LineDecoder::new(10);
        decoder.push(b"0123456789");
        assert_eq!(decoder.next_line(), Ok(None));
        decoder.push(b"0");
        assert_eq!(decoder.next_line(), Err(TooLarge { limit: 10 }));
        let mut decoder = LineDecoder::new(10);
        decoder.push(b"0123456789a\n");
        assert_eq!(decoder.next_line(), Err(TooLarge { limit: 10 }));
    }
}
