//! The last words of a program's standard error.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio_util::sync::CancellationToken;

/// The maximum number of bytes that are kept.
const MOST: usize = 8 * 1024;

/// The last lines of what a program wrote to its standard error.
#[derive(Debug, Clone, Default)]
pub struct StderrTail {
    kept: Arc<Mutex<VecDeque<u8>>>,
    ended: CancellationToken,
}

impl StderrTail {
    /// Reads to the end, and keeps the last part.
    pub async fn follow(self, mut stderr: impl AsyncRead + Unpin) {
        let mut buffer = [0; 4096];
        while let Ok(count) = stderr.read(&mut buffer).await {
            if count == 0 {
                break;
            }
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.extend(&buffer[..count]);
            let over = kept.len().saturating_sub(MOST);
            kept.drain(..over);
        }
        self.ended.cancel();
    }

    /// Waits until all of it was read.
    pub async fn ended(&self) {
        self.ended.cancelled().await;
    }

    /// The last lines, at most `most` characters, without control characters.
    pub fn last_words(&self, most: usize) -> String {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = kept.iter().copied().collect();
        drop(kept);
        let text = String::from_utf8_lossy(&bytes);
        let text: String =
            text.chars().map(|c| if c.is_control() && c != '\n' { ' ' } else { c }).collect();
        let text = text.trim();
        let count = text.chars().count();
        match text.char_indices().nth(count.saturating_sub(most)) {
            Some((at, _)) if at > 0 => format!("…{}", &text[at..]),
            _ => text.to_owned(),
        }
    }
}
