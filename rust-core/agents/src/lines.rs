//! Lines of limited length.

use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};

/// The maximum number of bytes of one message.
pub(crate) const MOST_LINE: usize = 16 * 1024 * 1024;

/// A line of an agent's output.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Its bytes, without its end.
    Whole(Vec<u8>),
    /// It was longer than [`MOST_LINE`] and is not kept.
    TooLong,
}

/// Reads lines.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    from: BufReader<R>,
    most: usize,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(crate) fn new(from: R) -> Self {
        Self { from: BufReader::with_capacity(64 * 1024, from), most: MOST_LINE }
    }

    /// The next line; `None` at the end. Text after the last line end is a line, too.
    pub(crate) async fn next(&mut self) -> Option<Line> {
        let mut line = Vec::new();
        let (mut any, mut too_long) = (false, false);
        loop {
            let bytes = self.from.fill_buf().await.unwrap_or_default();
            if bytes.is_empty() {
                return any.then_some(if too_long { Line::TooLong } else { Line::Whole(line) });
            }
            any = true;
            let end = bytes.iter().position(|byte| *byte == b'\n');
            let piece = &bytes[..end.unwrap_or(bytes.len())];
            too_long |= line.len() + piece.len() > self.most;
            if too_long {
                line = Vec::new();
            } else {
                line.extend_from_slice(piece);
            }
            let taken = end.map_or(bytes.len(), |end| end + 1);
            self.from.consume(taken);
            if end.is_some() {
                return Some(if too_long { Line::TooLong } else { Line::Whole(line) });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &'static str, most: usize) -> Vec<Line> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let mut lines = Lines { from: BufReader::with_capacity(3, text.as_bytes()), most };
            let mut all = Vec::new();
            while let Some(line) = lines.next().await {
                all.push(line);
            }
            all
        })
    }

    #[test]
    fn a_line_is_whole_or_too_long_and_the_next_one_is_read() {
        let whole = |text: &str| Line::Whole(text.as_bytes().to_vec());
        assert_eq!(lines("a\n\nbc", 4), [whole("a"), whole(""), whole("bc")]);
        assert_eq!(lines("abcd\nabcde\nx\n", 4), [whole("abcd"), Line::TooLong, whole("x")]);
        assert_eq!(lines("abcdefgh", 4), [Line::TooLong]);
        assert_eq!(lines("", 4), []);
    }
}
