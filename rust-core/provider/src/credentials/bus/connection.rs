//! A connection to a bus.

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::io;
use std::os::unix::ffi::OsStrExt as _;

use secrecy::zeroize::Zeroizing;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::UnixStream;

use super::message::{ERROR, METHOD_RETURN, PREFIX, SIGNAL};
use super::{Call, Message, address};

/// Why there is no answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum BusFault {
    /// No one listens at the address, or the connection is refused.
    Unreachable,
    /// The connection ended.
    Closed,
    /// What came is not what the protocol says.
    Malformed,
    /// What was to be said is too long.
    TooLong,
    /// The error of this name.
    Answered(String),
}

impl From<io::Error> for BusFault {
    fn from(_: io::Error) -> Self {
        BusFault::Closed
    }
}

/// The maximum number of signals that wait to be examined.
const MOST_SIGNALS: usize = 64;

/// The longest line of the greeting.
const LONGEST_LINE: usize = 1 << 10;

/// A connection to a bus.
pub(crate) struct Bus {
    stream: UnixStream,
    serial: u32,
    signals: VecDeque<Message>,
}

impl Bus {
    /// Connects to the first of the addresses at which somebody listens.
    pub(crate) async fn connect(addresses: &str) -> Result<Self, BusFault> {
        for socket in address::sockets(addresses) {
            if let Ok(stream) = UnixStream::connect(OsStr::from_bytes(&socket)).await {
                let mut bus = Self { stream, serial: 0, signals: VecDeque::new() };
                bus.greet().await?;
                return Ok(bus);
            }
        }
        Err(BusFault::Unreachable)
    }

    /// Says who we are; the system vouches for it.
    async fn greet(&mut self) -> Result<(), BusFault> {
        self.stream.write_all(b"\0AUTH EXTERNAL\r\n").await?;
        let mut line = self.line().await?;
        if line.starts_with("DATA") {
            self.stream.write_all(b"DATA\r\n").await?;
            line = self.line().await?;
        }
        if !line.starts_with("OK ") {
            return Err(BusFault::Unreachable);
        }
        self.stream.write_all(b"BEGIN\r\n").await?;
        const BUS: &str = "org.freedesktop.DBus";
        self.call(&Call::new(BUS, "/org/freedesktop/DBus", BUS, "Hello")).await?;
        Ok(())
    }

    /// A line of the greeting, without its end.
    async fn line(&mut self) -> Result<String, BusFault> {
        let mut line = Vec::new();
        while !line.ends_with(b"\r\n") {
            if line.len() >= LONGEST_LINE {
                return Err(BusFault::Malformed);
            }
            line.push(self.stream.read_u8().await?);
        }
        line.truncate(line.len() - 2);
        String::from_utf8(line).map_err(|_| BusFault::Malformed)
    }

    /// Calls a method and waits for its answer.
    pub(crate) async fn call(&mut self, call: &Call<'_>) -> Result<Message, BusFault> {
        self.serial += 1;
        let bytes = call.bytes(self.serial).ok_or(BusFault::TooLong)?;
        self.stream.write_all(&bytes).await?;
        loop {
            let message = self.receive().await?;
            match message.kind {
                METHOD_RETURN if message.reply_to == self.serial => return Ok(message),
                ERROR if message.reply_to == self.serial => {
                    return Err(BusFault::Answered(message.error));
                }
                SIGNAL => {
                    self.signals.push_back(message);
                    if self.signals.len() > MOST_SIGNALS {
                        self.signals.pop_front();
                    }
                }
                _ => {}
            }
        }
    }

    /// Waits for a signal of an object.
    pub(crate) async fn signal(&mut self, path: &str, member: &str) -> Result<Message, BusFault> {
        loop {
            let message = match self.signals.pop_front() {
                Some(message) => message,
                None => self.receive().await?,
            };
            if message.kind == SIGNAL && message.path == path && message.member == member {
                return Ok(message);
            }
        }
    }

    async fn receive(&mut self) -> Result<Message, BusFault> {
        let mut prefix = [0; PREFIX];
        self.stream.read_exact(&mut prefix).await?;
        let length = Message::length(&prefix).ok_or(BusFault::Malformed)?;
        let mut bytes = Zeroizing::new(vec![0; length]);
        bytes[..PREFIX].copy_from_slice(&prefix);
        self.stream.read_exact(&mut bytes[PREFIX..]).await?;
        Message::read(&bytes).ok_or(BusFault::Malformed)
    }
}
