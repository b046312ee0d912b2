//! Writing to a client, and noticing when it has gone.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often a waiting server looks whether the client is still there.
const LOOK: Duration = Duration::from_millis(5);

/// How sending ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sent {
    /// All of it went out.
    Whole,
    /// The client closed the connection, or the server stops.
    Gone,
}

/// One client.
pub(crate) struct Connection {
    stream: Arc<TcpStream>,
    stopping: Arc<AtomicBool>,
}

impl Connection {
    pub(crate) fn new(stream: Arc<TcpStream>, stopping: Arc<AtomicBool>) -> Self {
        // Without this a single byte would wait for its neighbours.
        let _ = stream.set_nodelay(true);
        Self { stream, stopping }
    }

    pub(crate) fn send(&mut self, bytes: &[u8]) -> Sent {
        if self.stopping.load(Ordering::Relaxed) || (&*self.stream).write_all(bytes).is_err() {
            return Sent::Gone;
        }
        Sent::Whole
    }

    /// Waits, and looks whether the client is still there.
    pub(crate) fn wait(&mut self, duration: Duration) -> Sent {
        if duration < LOOK {
            std::thread::sleep(duration);
            return Sent::Whole;
        }
        let end = Instant::now() + duration;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if self.stopping.load(Ordering::Relaxed) || self.is_gone() {
                return Sent::Gone;
            }
            if left.is_zero() {
                return Sent::Whole;
            }
            std::thread::sleep(left.min(LOOK));
        }
    }

    fn is_gone(&self) -> bool {
        if self.stream.set_nonblocking(true).is_err() {
            return true;
        }
        let mut byte = [0];
        let gone = match self.stream.peek(&mut byte) {
            Ok(count) => count == 0,
            Err(error) => error.kind() != io::ErrorKind::WouldBlock,
        };
        self.stream.set_nonblocking(false).is_err() || gone
    }

    /// Closes the connection so that the client sees a reset.
    pub(crate) fn reset(&self) {
        // A linger time of zero discards what was not sent yet, so what was sent gets a moment to
        // arrive.
        std::thread::sleep(Duration::from_millis(20));
        let _ = socket2::SockRef::from(&*self.stream).set_linger(Some(Duration::ZERO));
    }
}

impl Read for Connection {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (&*self.stream).read(buffer)
    }
}

impl Write for Connection {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (&*self.stream).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        (&*self.stream).flush()
    }
}
