//! How long and how large an exchange with a server may be.

use std::time::Duration;

/// The limits on time and size of every call.
///
/// All of them apply at once; exceeding one is an error that names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// How long connecting may take, including TLS.
    pub connect: Duration,
    /// How long the server may think before the first piece of an answer: a
    /// large prompt on a slow machine, or reasoning that is not shown, takes
    /// minutes.
    pub first_piece: Duration,
    /// How long a stream may be silent after the first piece. Comments and
    /// pings count as activity.
    pub idle: Duration,
    /// How long one attempt may take as a whole.
    pub whole: Duration,
    /// How long a question about the server itself may take: its models, its
    /// context length, a count.
    pub question: Duration,
    /// The maximum number of bytes of an error's body that are read.
    pub error_body: usize,
    /// The maximum number of bytes of one event or line of a stream.
    pub event: usize,
    /// The maximum number of bytes of one answer.
    pub total: usize,
    /// How often a failed request is repeated.
    pub retries: u32,
    /// The longest wait before another attempt. If a server asks for more,
    /// there is no other attempt: the caller is told at once how long to wait.
    pub retry_wait: Duration,
    /// The wait before the first repetition; each further one doubles it, up to
    /// eight seconds.
    pub backoff: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            // The vendors' own clients wait this long for an answer.
            first_piece: Duration::from_secs(600),
            idle: Duration::from_secs(90),
            whole: Duration::from_secs(3_600),
            question: Duration::from_secs(20),
            error_body: 64 * 1024,
            event: 4 * 1024 * 1024,
            total: 64 * 1024 * 1024,
            retries: 2,
            retry_wait: Duration::from_secs(60),
            backoff: Duration::from_millis(500),
        }
    }
}
