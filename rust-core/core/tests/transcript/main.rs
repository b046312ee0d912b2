//! Reading and writing conversations as a caller sees it.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod bad_input;
mod crossing;
mod formats;
mod random_repairs;
mod repairs;
mod round_trip;
mod samples;

use serde_json::Value;
use vibeue_core::conversation::transcript::{ReadOptions, Transcript, read};

fn parse(text: &str) -> Transcript {
    read(text.as_bytes(), &ReadOptions::default().named("chat.json")).unwrap()
}

fn parse_value(value: &Value) -> Transcript {
    parse(&value.to_string())
}

/// Writes a transcript as it was read, as a value.
fn written(transcript: &Transcript) -> Value {
    serde_json::from_str(&transcript.to_text().unwrap()).unwrap()
}

fn repairs(transcript: &Transcript) -> Vec<String> {
    transcript.repairs.iter().map(ToString::to_string).collect()
}
