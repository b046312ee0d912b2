//! What these crates log, as lines for a host's log.

use std::fmt::{self, Write as _};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// One line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogLine {
    /// How important it is.
    pub level: Level,
    /// The module that logged it.
    pub target: String,
    /// The message, followed by its fields.
    pub text: String,
}

impl LogLine {
    /// Returns whether the line may be shown to strangers: other lines may quote a model or a
    /// server.
    pub fn is_harmless(&self) -> bool {
        self.level <= Level::INFO || self.target == "vibeue::http"
    }
}

impl fmt::Display for LogLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.target, self.text)
    }
}

/// Passes the events of these crates on as lines; keeps no spans.
///
/// Events of other libraries are left out: they may reveal what goes over the wire.
pub struct LogLines<F: Fn(LogLine)>(pub F);

impl<F: Fn(LogLine) + 'static> Subscriber for LogLines<F> {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.is_event()
            && metadata.target().starts_with("vibeue")
            && *metadata.level() <= Level::DEBUG
    }

    fn event(&self, event: &Event<'_>) {
        let mut words = Words::default();
        event.record(&mut words);
        let metadata = event.metadata();
        (self.0)(LogLine {
            level: *metadata.level(),
            target: metadata.target().to_owned(),
            text: words.message + &words.fields,
        });
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// The message of an event, followed by its fields.
#[derive(Default)]
struct Words {
    message: String,
    fields: String,
}

impl Visit for Words {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        // Writing to a text does not fail.
        let _ = if field.name() == "message" {
            // A field of that name comes in addition to the message itself.
            let between = if self.message.is_empty() { "" } else { ":" };
            write!(self.message, "{between} {value:?}")
        } else {
            write!(self.fields, " {}={value:?}", field.name())
        };
    }
}
