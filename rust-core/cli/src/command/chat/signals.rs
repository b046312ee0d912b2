//! Signals of the system during a chat.

use std::io::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use vibeue_core::session::live::Session;

use super::silence::Silence;
use super::terminal;
use crate::failure::{Ending, Failure};

/// How long leaving waits for what is running.
pub(super) const FAREWELL: Duration = Duration::from_secs(2);

/// Signals of one chat.
///
/// Ctrl-C is about the running turn and is handled by its follower. A signal that ends the program
/// is handled where that is safe: in a turn by its follower, which lets the session keep what was
/// written so far; at the prompt, where nobody checks for it, by the thread that receives the
/// signal.
pub(super) struct Signals {
    session: Arc<Session>,
    interrupted: AtomicBool,
    ending: OnceLock<Ending>,
    /// Whether the program waits for the user at the keyboard.
    at_prompt: Mutex<bool>,
}

impl Signals {
    /// How long the program may take to end by itself: it has [`FAREWELL`] for the turn and as much
    /// for the session, and a write to a blocked terminal never returns.
    const PATIENCE: Duration = FAREWELL.saturating_mul(2).saturating_add(Duration::from_secs(1));

    /// Listens from now on, for as long as the program runs.
    pub(super) fn listen(session: &Arc<Session>) -> Arc<Self> {
        let signals = Arc::new(Self {
            session: Arc::clone(session),
            interrupted: AtomicBool::new(false),
            ending: OnceLock::new(),
            at_prompt: Mutex::new(false),
        });
        terminal::remember();
        system::listen(&signals);
        signals
    }

    /// Returns whether Ctrl-C was pressed, once for each time.
    pub(super) fn take_interrupt(&self) -> bool {
        self.interrupted.swap(false, Ordering::Relaxed)
    }

    /// Returns whether the turn should end, because of Ctrl-C or because the program ends.
    pub(super) fn wants_end(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed) || self.ending().is_some()
    }

    /// Ctrl-C was read as a key.
    pub(super) fn interrupt(&self) {
        self.interrupted.store(true, Ordering::Relaxed);
    }

    /// The signal that ends the program, if any.
    pub(super) fn ending(&self) -> Option<Ending> {
        self.ending.get().copied()
    }

    /// Reads what the user types; `None` if the program is about to end. A signal that ends the
    /// program meanwhile ends it from its own thread: this call never returns then.
    pub(super) fn at_prompt<T>(&self, read: impl FnOnce() -> T) -> Option<T> {
        {
            let mut at_prompt = lock(&self.at_prompt);
            if self.ending().is_some() {
                return None;
            }
            *at_prompt = true;
        }
        let read = read();
        *lock(&self.at_prompt) = false;
        Some(read)
    }

    /// Ctrl-C, as a signal. A second one, before the first was handled, ends the program: nothing
    /// acknowledged is lost, because the journal has it.
    fn handle_interrupt(&self) {
        if self.interrupted.swap(true, Ordering::Relaxed) {
            Silence::end_all();
            terminal::restore();
            std::process::exit(i32::from(Failure::CANCELLED));
        }
    }

    /// A signal that ends the program.
    #[cfg_attr(not(unix), allow(dead_code, reason = "other systems end a program without asking"))]
    fn handle_ending(&self, ending: Ending) {
        let at_prompt = lock(&self.at_prompt);
        let _ = self.ending.set(ending);
        if *at_prompt {
            self.session.shutdown(FAREWELL);
            Silence::end_all();
            terminal::restore();
            terminal::tidy();
            let _ = writeln!(std::io::stderr(), "vibeue: {}", ending.what());
            std::process::exit(i32::from(ending.exit_code()))
        }
        drop(at_prompt);
        std::thread::park_timeout(Self::PATIENCE);
        // What should have ended the program hangs, perhaps in the middle of writing: nothing more
        // is written.
        self.session.shutdown(FAREWELL);
        Silence::end_all();
        terminal::restore();
        std::process::exit(i32::from(ending.exit_code()))
    }
}

fn lock(mutex: &Mutex<bool>) -> std::sync::MutexGuard<'_, bool> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
mod system {
    use std::sync::Arc;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals as SystemSignals;

    use super::Signals;
    use crate::failure::Ending;

    pub(super) fn listen(signals: &Arc<Signals>) {
        // If nobody can listen, a signal ends the program as it always did.
        let Ok(mut incoming) = SystemSignals::new([SIGINT, SIGTERM, SIGHUP]) else { return };
        let signals = Arc::clone(signals);
        let work = move || {
            for signal in incoming.forever() {
                match signal {
                    SIGINT => signals.handle_interrupt(),
                    SIGHUP => signals.handle_ending(Ending::HungUp),
                    _ => signals.handle_ending(Ending::Terminated),
                }
            }
        };
        let _ = std::thread::Builder::new().name("vibeue-signals".to_owned()).spawn(work);
    }
}

#[cfg(not(unix))]
mod system {
    use std::sync::Arc;

    use super::Signals;

    pub(super) fn listen(signals: &Arc<Signals>) {
        let signals = Arc::clone(signals);
        // If nobody can listen, Ctrl-C ends the program as it always did.
        let _ = ctrlc::set_handler(move || signals.handle_interrupt());
    }
}
