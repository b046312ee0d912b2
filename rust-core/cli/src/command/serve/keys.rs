//! What the user types at the terminal, and the signals that end the program.

use std::io::stdin;
use std::sync::mpsc::{self, Sender};

use super::event::Event;
#[cfg(unix)]
use crate::failure::Ending;

/// The lines that the user types, read one at a time, while there is a question.
pub(super) struct Keys {
    events: Sender<Event>,
    /// To the thread that reads, once there is one.
    wanted: Option<Sender<()>>,
    is_reading: bool,
    /// Whether the line that is being typed was begun for an earlier question.
    is_stale: bool,
}

impl Keys {
    pub(super) fn new(events: Sender<Event>) -> Self {
        Self { events, wanted: None, is_reading: false, is_stale: false }
    }

    /// Reads the next line. What was typed before the question appeared is discarded: it was not an
    /// answer to it.
    pub(super) fn read(&mut self) {
        if self.is_reading {
            self.is_stale = true;
            return;
        }
        forget_typed();
        let wanted = self.wanted.get_or_insert_with(|| start(&self.events));
        self.is_reading = wanted.send(()).is_ok();
        if !self.is_reading {
            let _ = self.events.send(Event::Typed(None));
        }
    }

    /// The line has arrived. Returns whether it was begun for the current question.
    pub(super) fn has_read(&mut self) -> bool {
        self.is_reading = false;
        !std::mem::take(&mut self.is_stale)
    }
}

/// Starts the thread that reads. It is never joined: only a line ends a read from a terminal.
fn start(events: &Sender<Event>) -> Sender<()> {
    let (wanted, to_read) = mpsc::channel();
    let events = events.clone();
    let read = move || {
        for () in to_read {
            let mut line = String::new();
            let typed = match stdin().read_line(&mut line) {
                Ok(0) => None,
                Ok(_) => Some(line),
                // Input that is not text is not an answer.
                Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                    Some(String::new())
                }
                Err(_) => None,
            };
            if events.send(Event::Typed(typed)).is_err() {
                return;
            }
        }
    };
    let _ = std::thread::Builder::new().name("vibeue-keys".to_owned()).spawn(read);
    wanted
}

#[cfg(unix)]
fn forget_typed() {
    use rustix::termios::{QueueSelector, tcflush};
    // If it is not a terminal, nothing was typed.
    let _ = tcflush(stdin(), QueueSelector::IFlush);
}

#[cfg(not(unix))]
fn forget_typed() {}

/// Listens for Ctrl-C and for signals that end the program, from now on.
#[cfg(unix)]
pub(super) fn listen(events: &Sender<Event>) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    // If listening is impossible, a signal ends the program as usual.
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) else { return };
    let events = events.clone();
    let work = move || {
        for signal in signals.forever() {
            let event = match signal {
                SIGINT => Event::Interrupted,
                SIGHUP => Event::Ending(Ending::HungUp),
                _ => Event::Ending(Ending::Terminated),
            };
            if events.send(event).is_err() {
                return;
            }
        }
    };
    let _ = std::thread::Builder::new().name("vibeue-signals".to_owned()).spawn(work);
}

/// Listens for Ctrl-C from now on.
#[cfg(not(unix))]
pub(super) fn listen(events: &Sender<Event>) {
    let events = std::sync::Mutex::new(events.clone());
    let _ = ctrlc::set_handler(move || {
        if let Ok(events) = events.lock() {
            let _ = events.send(Event::Interrupted);
        }
    });
}
