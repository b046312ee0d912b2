//! A spec host at work.

use std::io::{self, BufRead, BufReader, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A process that runs cases, and what it writes, line by line.
#[derive(Debug)]
pub(super) struct Running {
    child: Child,
    lines: Receiver<String>,
    /// The command that runs the same again.
    pub(super) rerun: String,
    /// Is removed when this is dropped.
    _project: TempDir,
}

/// What comes next of a process.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// A line, with its end.
    Line(String),
    /// Nothing more will come.
    End,
    /// Nothing came until the deadline.
    Silence,
}

impl Running {
    /// Starts a command; both of its streams are one here, so that a line of the
    /// log lies between the marks of the case that wrote it.
    pub(super) fn start(mut command: Command, project: TempDir, rerun: String) -> io::Result<Self> {
        let (reader, writer) = io::pipe()?;
        command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer);
        let child = command.spawn()?;
        // It holds the writing end, and would keep the pipe open.
        drop(command);
        let (sender, lines) = mpsc::channel();
        // Read while it runs, or a full pipe would hold it up.
        std::thread::spawn(move || each_line(reader, |line| sender.send(line).is_ok()));
        Ok(Self { child, lines, rerun, _project: project })
    }

    /// Waits for the next line.
    pub(super) fn hear(&self, deadline: Instant) -> Heard {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            // Also for one that never stops writing.
            return Heard::Silence;
        }
        match self.lines.recv_timeout(left) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Disconnected) => Heard::End,
            Err(RecvTimeoutError::Timeout) => Heard::Silence,
        }
    }

    /// Waits for its end, and brings it about at the deadline; returns how it
    /// ended, and whether it had to be killed.
    pub(super) fn end(mut self, deadline: Instant) -> io::Result<(ExitStatus, bool)> {
        loop {
            if let Some(status) = self.child.try_wait()? {
                return Ok((status, false));
            }
            if Instant::now() >= deadline {
                self.child.kill()?;
                return Ok((self.child.wait()?, true));
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// Hands on each line as text, until nobody wants more.
fn each_line(stream: impl Read, mut wanted: impl FnMut(String) -> bool) {
    let mut stream = BufReader::new(stream);
    let mut line = Vec::new();
    // What could be read before an error is still worth showing.
    while matches!(stream.read_until(b'\n', &mut line), Ok(read) if read > 0) {
        if !wanted(String::from_utf8_lossy(&line).into_owned()) {
            return;
        }
        line.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Running {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        Running::start(command, tempfile::tempdir().unwrap(), String::new()).unwrap()
    }

    #[test]
    fn both_streams_come_in_the_order_in_which_they_were_written() {
        let running = shell("echo one; echo two >&2; printf three");
        let deadline = Instant::now() + Duration::from_secs(600);
        let mut heard = Vec::new();
        while let Heard::Line(line) = running.hear(deadline) {
            heard.push(line);
        }
        assert_eq!(heard, ["one\n", "two\n", "three"]);
        let (status, killed) = running.end(deadline).unwrap();
        assert!(status.success() && !killed);
    }

    #[test]
    fn what_does_not_end_is_killed_at_the_deadline() {
        let running = shell("echo begun; exec sleep 600");
        let deadline = Instant::now() + Duration::from_secs(600);
        assert_eq!(running.hear(deadline), Heard::Line("begun\n".to_owned()));
        assert_eq!(running.hear(Instant::now()), Heard::Silence);
        let endless = shell("while :; do echo on; done");
        assert_eq!(endless.hear(Instant::now()), Heard::Silence);
        assert!(endless.end(Instant::now()).unwrap().1);
        let (status, killed) = running.end(Instant::now()).unwrap();
        assert!(!status.success() && killed);
    }
}
