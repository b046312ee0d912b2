//! Rendered answers before they are bytes.

use serde_json::Value;

/// An answer in its protocol.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Rendered {
    /// Server-sent events.
    Events(Vec<Frame>),
    /// Lines of JSON.
    Lines(Vec<Frame>),
    /// One JSON document.
    Whole(Value),
}

/// One event or line.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Frame {
    /// The event's name, if the protocol has names.
    pub(crate) event: Option<String>,
    /// The data; a JSON string is sent without quotes.
    pub(crate) data: Value,
    /// It carries a piece of what the model says, so that delays apply.
    pub(crate) is_piece: bool,
    /// It belongs to the end of the answer.
    pub(crate) is_end: bool,
}

impl Frame {
    pub(crate) fn new(data: Value) -> Self {
        Self { event: None, data, is_piece: false, is_end: false }
    }

    /// Makes a frame whose event has the name of its `type` field.
    pub(crate) fn typed(data: Value) -> Self {
        let event = data.get("type").and_then(Value::as_str).map(str::to_owned);
        Self { event, ..Self::new(data) }
    }

    pub(crate) fn piece(mut self) -> Self {
        self.is_piece = true;
        self
    }

    pub(crate) fn end(mut self) -> Self {
        self.is_end = true;
        self
    }

    /// Writes it as an event of an SSE stream.
    pub(crate) fn to_event(&self) -> Vec<u8> {
        let mut out = String::new();
        if let Some(event) = &self.event {
            out.push_str("event: ");
            out.push_str(event);
            out.push('\n');
        }
        out.push_str("data: ");
        match &self.data {
            Value::String(text) => out.push_str(text),
            data => out.push_str(&data.to_string()),
        }
        out.push_str("\n\n");
        out.into_bytes()
    }

    /// Writes it as a line.
    pub(crate) fn to_line(&self) -> Vec<u8> {
        let mut out = self.data.to_string();
        out.push('\n');
        out.into_bytes()
    }
}

/// Cuts arguments into the fragments in which they are streamed.
pub(crate) fn piece_of(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let mut cut = rest.len().min(9);
        while !rest.is_char_boundary(cut) {
            cut += 1;
        }
        let (piece, tail) = rest.split_at(cut);
        pieces.push(piece);
        rest = tail;
    }
    pieces
}
