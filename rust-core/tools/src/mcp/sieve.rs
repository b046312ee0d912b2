//! Filters what a server writes to its standard output.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// The maximum number of bytes of one message.
pub(super) const MOST_LINE: usize = 16 * 1024 * 1024;

/// The maximum number of characters that are kept of a line that is not a message.
const MOST_STRAY: usize = 300;

/// What was noticed on a server's standard output besides its messages.
#[derive(Debug, Clone, Default)]
pub(super) struct Notes(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    /// The first line that was not a message.
    stray: Mutex<Option<String>>,
    /// Notified when a message was discarded for its size.
    oversized: Notify,
    /// Whether the connection ended because of one.
    was_oversized: AtomicBool,
    /// Cancelled once everything was read.
    ended: CancellationToken,
}

impl Notes {
    /// The first line that was not a message.
    pub(super) fn stray(&self) -> Option<String> {
        self.0.stray.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Waits until a message is discarded for its size.
    pub(super) async fn oversized(&self) {
        self.0.oversized.notified().await;
    }

    /// The connection ends because of a message's size.
    pub(super) fn note_oversized(&self) {
        self.0.was_oversized.store(true, Ordering::Release);
    }

    /// Returns whether the connection ends because of a message's size.
    pub(super) fn was_oversized(&self) -> bool {
        self.0.was_oversized.load(Ordering::Acquire)
    }

    /// Waits until all of it was read.
    pub(super) async fn ended(&self) {
        self.0.ended.cancelled().await;
    }

    fn note_stray(&self, line: &[u8]) {
        let mut stray = self.0.stray.lock().unwrap_or_else(PoisonError::into_inner);
        if stray.is_none() {
            let text = String::from_utf8_lossy(&line[..line.len().min(4 * MOST_STRAY)]);
            let text = text.trim().chars().map(|c| if c.is_control() { ' ' } else { c });
            *stray = Some(text.take(MOST_STRAY).collect());
        }
    }
}

/// Passes on the lines that can be messages: those that begin like a JSON object or list, within
/// the size limit, with `?` for what is not UTF-8. Programs print banners, warnings and worse where
/// only messages belong; a call must not wait for ever because one byte of its answer is wrong.
pub(super) async fn sift(from: impl AsyncRead + Unpin, to: impl AsyncWrite + Unpin, notes: Notes) {
    sift_lines(from, to, &notes).await;
    notes.0.ended.cancel();
}

async fn sift_lines(from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin, notes: &Notes) {
    let mut from = BufReader::with_capacity(64 * 1024, from);
    let mut line = Vec::new();
    let mut skipping = false;
    loop {
        let (used, ended) = match from.fill_buf().await {
            Ok([]) | Err(_) => return,
            Ok(bytes) => {
                let end = bytes.iter().position(|byte| *byte == b'\n');
                let used = end.map_or(bytes.len(), |end| end + 1);
                if !skipping {
                    line.extend_from_slice(&bytes[..used]);
                }
                (used, end.is_some())
            }
        };
        from.consume(used);
        if !skipping && line.len() > MOST_LINE {
            skipping = true;
            line = Vec::new();
            notes.0.oversized.notify_waiters();
        }
        if !ended {
            continue;
        }
        if !std::mem::take(&mut skipping) {
            if matches!(line.trim_ascii_start().first(), Some(b'{' | b'[')) {
                if to.write_all(&readable(&mut line)).await.is_err() {
                    return;
                }
            } else if !line.trim_ascii().is_empty() {
                notes.note_stray(&line);
            }
        }
        line.clear();
    }
}

/// The line with `?` for each byte that is not part of a character.
fn readable(line: &mut Vec<u8>) -> Vec<u8> {
    let bytes = std::mem::take(line);
    if std::str::from_utf8(&bytes).is_ok() {
        return bytes;
    }
    let mut whole = Vec::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        whole.extend_from_slice(chunk.valid().as_bytes());
        whole.extend(chunk.invalid().iter().map(|_| b'?'));
    }
    whole
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt as _;

    use super::*;

    fn sifted(bytes: Vec<u8>) -> (String, Option<String>) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async move {
            let notes = Notes::default();
            let (to, mut read) = tokio::io::duplex(1024);
            let sieve = sift(bytes.as_slice(), to, notes.clone());
            let mut out = String::new();
            let (_, count) = tokio::join!(sieve, read.read_to_string(&mut out));
            count.unwrap();
            (out, notes.stray())
        })
    }

    #[test]
    fn only_lines_that_can_be_messages_are_handed_on_and_the_first_other_is_kept() {
        let mut bytes = b"Starting \x1b[1mserver\x1b[0m...\n\n {\"a\":\"x\xff\xfey\"}\r\n".to_vec();
        bytes.extend_from_slice(b"ready\n[{}]\nno end");
        let (out, stray) = sifted(bytes);
        assert_eq!(out, " {\"a\":\"x??y\"}\r\n[{}]\n");
        assert_eq!(stray.as_deref(), Some("Starting  [1mserver [0m..."));
    }

    #[test]
    fn a_message_beyond_the_bound_is_thrown_away_and_the_next_one_is_read() {
        let mut bytes = b"{\"a\":\"".to_vec();
        bytes.resize(MOST_LINE + 100, b'x');
        bytes.extend_from_slice(b"\"}\n{\"b\":1}\n");
        assert_eq!(sifted(bytes), ("{\"b\":1}\n".to_owned(), None));
    }
}
