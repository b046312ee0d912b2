//! One program on standard streams.

use std::io::{self, BufRead, Read as _, Write};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::message::{self, INVALID_REQUEST};
use super::peer::{Handled, Peer};
use super::tools::ServedTools;
use super::{MOST_CALLS, MOST_MESSAGE, lock};

/// How many calls, including refused ones, may have unread answers.
const MOST_UNREAD: usize = 4 * MOST_CALLS;

/// Serves one program that writes messages, one per line, and reads the answers, until it closes
/// its end. Then stops its calls and waits for them.
///
/// # Errors
/// If a stream breaks.
pub fn serve_streams<W: Write + Send + 'static>(
    tools: &Arc<ServedTools>,
    mut input: impl BufRead,
    output: W,
) -> io::Result<()> {
    let output = Arc::new(Mutex::new(output));
    let peer = Arc::new(Peer::default());
    let mut calls = Vec::new();
    let read = loop {
        let line = match next_line(&mut input) {
            Ok(Some(line)) => line,
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        };
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let handled = if line.len() > MOST_MESSAGE {
            let why = format!("a message has at most {MOST_MESSAGE} bytes");
            Handled::Answer(message::failure(&Value::Null, INVALID_REQUEST, &why))
        } else {
            match message::read(&line) {
                Ok(message) => peer.handle(tools, message),
                Err(answer) => Handled::Answer(answer),
            }
        };
        let written = match handled {
            Handled::Nothing => Ok(()),
            Handled::Answer(answer) => write(&output, &answer),
            Handled::Call(call) => {
                let (tools, peer) = (Arc::clone(tools), Arc::clone(&peer));
                let output = Arc::clone(&output);
                let work = move || write(&output, &peer.perform(&tools, &call));
                calls.retain(|call: &thread::JoinHandle<_>| !call.is_finished());
                // Stops reading from a program that does not read its answers.
                while calls.len() >= MOST_UNREAD {
                    thread::sleep(Duration::from_millis(10));
                    calls.retain(|call| !call.is_finished());
                }
                let begun = thread::Builder::new().name("vibeue-served".to_owned()).spawn(work);
                begun.map(|call| calls.push(call))
            }
        };
        if written.is_err() {
            break written;
        }
    };
    peer.stop();
    for call in calls {
        // A write error no longer matters.
        let _ = call.join();
    }
    read
}

/// Reads a line without its end; if it is too long, just enough to detect that. `None` at the end.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let most = MOST_MESSAGE as u64 + 1;
    if input.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() > MOST_MESSAGE && line.last() != Some(&b'\n') {
        pass_over_line(input)?;
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    }
    Ok(Some(line))
}

/// Reads up to the end of a line, and discards it.
fn pass_over_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let more = input.fill_buf()?;
        let end = more.iter().position(|byte| *byte == b'\n');
        let passed = end.map_or(more.len(), |end| end + 1);
        let is_over = end.is_some() || more.is_empty();
        input.consume(passed);
        if is_over {
            return Ok(());
        }
    }
}

fn write(output: &Mutex<impl Write>, message: &Value) -> io::Result<()> {
    let mut text = message.to_string();
    text.push('\n');
    let mut output = lock(output);
    output.write_all(text.as_bytes())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_passed_over_and_the_next_one_read() {
        let long = "x".repeat(MOST_MESSAGE + 9);
        let text = format!("{long}\nshort\r\nlast");
        let mut input = text.as_bytes();
        let mut next = || next_line(&mut input).unwrap();
        assert_eq!(next().map(|line| line.len()), Some(MOST_MESSAGE + 1));
        assert_eq!(next().as_deref(), Some(&b"short\r"[..]));
        assert_eq!(next().as_deref(), Some(&b"last"[..]));
        assert_eq!(next(), None);
    }
}
