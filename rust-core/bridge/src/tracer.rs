//! What the core says about its work, as lines for the host's log.

use std::fmt::{self, Write as _};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

use crate::ffi::ffi::LogLevel;
use crate::log;

/// Takes the events of this library's own crates; holds no spans.
pub(crate) struct Tracer;

impl Subscriber for Tracer {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        // Libraries below may tell what goes over the wire.
        metadata.is_event()
            && metadata.target().starts_with("vibeue")
            && *metadata.level() <= Level::DEBUG
    }

    fn event(&self, event: &Event<'_>) {
        let metadata = event.metadata();
        let level = match *metadata.level() {
            Level::ERROR => LogLevel::Error,
            Level::WARN => LogLevel::Warning,
            Level::INFO => LogLevel::Info,
            _ => LogLevel::Verbose,
        };
        let mut line = Line::default();
        event.record(&mut line);
        let target = metadata.target();
        let text = format!("{target}:{}{}", line.message, line.fields);
        log::add(level, &text);
        // What is told beside may quote what a model or a server said.
        if level != LogLevel::Verbose || target == "vibeue::http" {
            log::keep(level, &text);
        }
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// The words of an event and its fields behind them.
#[derive(Default)]
struct Line {
    message: String,
    fields: String,
}

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        // Writing to a text does not fail.
        let _ = if field.name() == "message" {
            // A field of that name comes beside the words themselves.
            let between = if self.message.is_empty() { "" } else { ":" };
            write!(self.message, "{between} {value:?}")
        } else {
            write!(self.fields, " {}={value:?}", field.name())
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_of_ours_is_a_line_and_one_of_others_is_none() {
        tracing::subscriber::with_default(Tracer, || {
            tracing::debug!(target: "vibeue::test", retries = 2, "the server was busy");
            tracing::info!(target: "vibeue::test", "a summary was made");
            tracing::error!(target: "hyper::client", "Authorization: secret");
        });
        let lines = log::take();
        let told = |text: &str| lines.iter().any(|line| line.text.contains(text));
        assert!(told("vibeue::test: the server was busy retries=2"), "{lines:?}");
        assert!(!told("secret"), "{lines:?}");
        let level = |text: &str| lines.iter().find(|line| line.text.contains(text)).unwrap().level;
        assert_eq!(level("the server was busy"), LogLevel::Verbose);
        assert_eq!(level("a summary was made"), LogLevel::Info);
        let kept = log::newest();
        assert!(kept.contains(&"info: vibeue::test: a summary was made".to_owned()), "{kept:?}");
        assert!(!kept.iter().any(|line| line.contains("the server was busy")), "{kept:?}");
    }
}
