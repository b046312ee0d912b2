//! Reads lines of any file within a memory limit.

use std::io::{self, BufRead, Read};

/// Reads line by line.
#[derive(Debug)]
pub(super) struct LineReader<R> {
    reader: R,
    limit: usize,
    number: u64,
    offset: u64,
}

/// Where a line is and how it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line {
    /// Counted from 1.
    pub(super) number: u64,
    /// The offset of its first byte in the file.
    pub(super) offset: u64,
    /// Its length in bytes, the line break included.
    pub(super) bytes: u64,
    /// A line break closes it.
    pub(super) closed: bool,
    /// It is longer than the limit; only its beginning was kept.
    pub(super) too_long: bool,
}

impl<R: BufRead> LineReader<R> {
    pub(super) fn new(reader: R, limit: usize) -> Self {
        Self { reader, limit, number: 0, offset: 0 }
    }

    /// Continues after lines that were read before.
    pub(super) fn behind(reader: R, limit: usize, number: u64, offset: u64) -> Self {
        Self { reader, limit, number, offset }
    }

    /// How many lines were read.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Sets the limit for the lines to come, in bytes.
    pub(super) fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
    }

    /// Reads the next line into the buffer, without its line break (`\n` or
    /// `\r\n`). `None` at the end of the file.
    pub(super) fn next(&mut self, buffer: &mut Vec<u8>) -> io::Result<Option<Line>> {
        buffer.clear();
        let limit = self.limit as u64;
        let mut bytes = self.reader.by_ref().take(limit).read_until(b'\n', buffer)? as u64;
        if bytes == 0 {
            return Ok(None);
        }
        let mut closed = buffer.last() == Some(&b'\n');
        let mut too_long = false;
        if !closed && bytes == limit {
            let (rest, break_found) = self.skip_line()?;
            bytes += rest;
            closed = break_found;
            too_long = rest > 0;
        }
        if buffer.last() == Some(&b'\n') {
            buffer.pop();
        }
        if buffer.last() == Some(&b'\r') {
            buffer.pop();
        }
        self.number += 1;
        let line = Line { number: self.number, offset: self.offset, bytes, closed, too_long };
        self.offset += bytes;
        Ok(Some(line))
    }

    /// Skips the rest of a line; returns its length and whether a line break closed it.
    fn skip_line(&mut self) -> io::Result<(u64, bool)> {
        let mut skipped = 0;
        loop {
            let chunk = match self.reader.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                return Ok((skipped, false));
            }
            let found = chunk.iter().position(|byte| *byte == b'\n');
            let taken = found.map_or(chunk.len(), |at| at + 1);
            self.reader.consume(taken);
            skipped += taken as u64;
            if found.is_some() {
                return Ok((skipped, true));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8], limit: usize) -> Vec<(Vec<u8>, u64, u64, bool, bool)> {
        let mut reader = LineReader::new(text, limit);
        let mut buffer = Vec::new();
        let mut lines = Vec::new();
        while let Some(line) = reader.next(&mut buffer).unwrap() {
            assert_eq!(line.number, lines.len() as u64 + 1);
            lines.push((buffer.clone(), line.offset, line.bytes, line.closed, line.too_long));
        }
        lines
    }

    #[test]
    fn both_line_breaks_close_a_line() {
        assert_eq!(
            lines(b"one\r\n\ntwo", 100),
            [
                (b"one".to_vec(), 0, 5, true, false),
                (b"".to_vec(), 5, 1, true, false),
                (b"two".to_vec(), 6, 3, false, false),
            ]
        );
    }

    #[test]
    fn a_line_over_the_limit_is_cut_and_the_next_one_is_whole() {
        assert_eq!(
            lines(b"123456789\nnext\n", 5),
            [(b"12345".to_vec(), 0, 10, true, true), (b"next".to_vec(), 10, 5, true, false)]
        );
        assert_eq!(lines(b"1234\n", 5), [(b"1234".to_vec(), 0, 5, true, false)]);
        assert_eq!(lines(b"12345", 5), [(b"12345".to_vec(), 0, 5, false, false)]);
        assert_eq!(lines(b"123456", 5), [(b"12345".to_vec(), 0, 6, false, true)]);
    }
}
