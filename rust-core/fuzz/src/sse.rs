//! Streams of events, cut anywhere.

use vibeue_core::provider::http::{LineDecoder, SseDecoder};

/// An event's name and data, and whether the stream ended within it.
type Event = (Option<String>, String, bool);

/// Decodes the bytes as server-sent events and as lines of JSON: whole, byte by
/// byte, and cut as the first bytes say. What comes out is the same each time,
/// and no event is larger than the limit.
///
/// # Panics
/// If that does not hold.
pub fn sse(data: &[u8]) {
    let Some((head, stream)) = data.split_first_chunk::<2>() else { return };
    let limit = 16 + 4 * usize::from(head[0]);
    let step = 1 + usize::from(head[1]);
    compare(events(stream, stream.len(), limit), events(stream, step, limit));
    compare(events(stream, stream.len(), limit), events(stream, 1, limit));
    compare(lines(stream, stream.len(), limit), lines(stream, step, limit));
    compare(lines(stream, stream.len(), limit), lines(stream, 1, limit));
}

/// What was decoded, and whether something was too large.
type Decoded<T> = (Vec<T>, bool);

/// A line that is too long is noticed earlier if it arrives in pieces: up to there both must have
/// yielded the same.
fn compare<T: PartialEq + std::fmt::Debug>(whole: Decoded<T>, cut: Decoded<T>) {
    let both = whole.0.len().min(cut.0.len());
    assert_eq!(whole.0[..both], cut.0[..both], "it does not matter where the pieces are cut");
    if !whole.1 && !cut.1 {
        assert_eq!(whole.0.len(), cut.0.len(), "{whole:?} {cut:?}");
    }
    if whole.1 {
        assert!(cut.1, "what is too large in one piece is too large in several");
    }
}

fn events(stream: &[u8], step: usize, limit: usize) -> Decoded<Event> {
    let mut decoder = SseDecoder::new(limit);
    let mut out = Vec::new();
    for piece in stream.chunks(step.max(1)) {
        decoder.push(piece);
        loop {
            match decoder.next_event() {
                Ok(Some(event)) => {
                    out.push((event.name.map(Into::into), event.data.into_owned(), false));
                }
                Ok(None) => break,
                Err(error) => {
                    assert_eq!(error.limit, limit);
                    return (out, true);
                }
            }
        }
    }
    if let Some(event) = decoder.finish() {
        out.push((event.name.map(Into::into), event.data.into_owned(), true));
    }
    for (_, data, _) in &out {
        // A byte that is not UTF-8 takes three as its replacement.
        assert!(data.len() <= 3 * limit, "{} bytes of {limit}", data.len());
    }
    (out, false)
}

fn lines(stream: &[u8], step: usize, limit: usize) -> Decoded<String> {
    let mut decoder = LineDecoder::new(limit);
    let mut out = Vec::new();
    for piece in stream.chunks(step.max(1)) {
        decoder.push(piece);
        loop {
            match decoder.next_line() {
                Ok(Some(line)) => out.push(line.into_owned()),
                Ok(None) => break,
                Err(error) => {
                    assert_eq!(error.limit, limit);
                    return (out, true);
                }
            }
        }
    }
    out.extend(decoder.finish().map(Into::into));
    (out, false)
}
