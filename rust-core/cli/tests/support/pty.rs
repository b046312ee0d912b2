//! A terminal of the test's own, and a program in it.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::os::fd::AsFd as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{InputModes, LocalModes, OutputModes, Winsize, tcgetattr, tcsetwinsize};

/// Far beyond what any step takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// What the other end of the terminal has shown so far.
#[derive(Default)]
struct Seen {
    bytes: Mutex<Vec<u8>>,
    more: Condvar,
}

/// A program in a terminal.
pub(crate) struct Terminal {
    child: Child,
    keys: File,
    /// Kept open, so that the terminal outlives the program.
    screen: File,
    seen: Arc<Seen>,
    reader: Option<JoinHandle<()>>,
    before: Modes,
}

/// What a program may have changed of a terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Modes(InputModes, OutputModes, LocalModes);

impl Terminal {
    /// Starts a program in a terminal of 100 columns.
    pub(crate) fn start(mut command: Command) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
        let screen = OpenOptions::new()
            .read(true)
            .write(true)
            .custom_flags(rustix::fs::OFlags::NOCTTY.bits() as i32)
            .open(name)
            .unwrap();
        let size = Winsize { ws_row: 40, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&master, size).unwrap();
        let before = Self::modes_of(&screen);
        let end = || screen.try_clone().unwrap();
        command.stdin(end()).stdout(end()).stderr(end()).env("TERM", "xterm");
        let child = command.spawn().unwrap();
        // The command holds ends of its own.
        drop(command);
        let keys = File::from(master);
        let seen = Arc::new(Seen::default());
        let reader = std::thread::spawn({
            let (mut from, seen) = (keys.try_clone().unwrap(), Arc::clone(&seen));
            move || {
                let mut buffer = [0; 4096];
                while let Ok(read @ 1..) = from.read(&mut buffer) {
                    seen.bytes.lock().unwrap().extend(&buffer[..read]);
                    seen.more.notify_all();
                }
            }
        });
        Self { child, keys, screen, seen, reader: Some(reader), before }
    }

    /// Waits until the screen has shown a text.
    pub(crate) fn wait_for(&self, text: &str) {
        let until = Instant::now() + PATIENCE;
        let mut bytes = self.seen.bytes.lock().unwrap();
        while !contains(&bytes, text) {
            let left = until.saturating_duration_since(Instant::now());
            let shown = String::from_utf8_lossy(&bytes).into_owned();
            assert!(!left.is_zero(), "{text:?} was never shown: {shown}");
            bytes = self.seen.more.wait_timeout(bytes, left).unwrap().0;
        }
    }

    /// Waits until the prompt was shown this many times.
    pub(crate) fn wait_for_prompt(&self, times: usize) {
        // The line editor switches the marking of pasted text on for each line.
        let until = Instant::now() + PATIENCE;
        let mut bytes = self.seen.bytes.lock().unwrap();
        while count(&bytes, "\u{1b}[?2004h") < times {
            let left = until.saturating_duration_since(Instant::now());
            let shown = String::from_utf8_lossy(&bytes).into_owned();
            assert!(!left.is_zero(), "no prompt {times}: {shown}");
            bytes = self.seen.more.wait_timeout(bytes, left).unwrap().0;
        }
    }

    /// Everything that was shown so far.
    pub(crate) fn shown(&self) -> String {
        String::from_utf8_lossy(&self.seen.bytes.lock().unwrap()).into_owned()
    }

    /// Presses keys.
    pub(crate) fn press(&mut self, keys: impl AsRef<[u8]>) {
        self.keys.write_all(keys.as_ref()).unwrap();
    }

    /// Sends a signal to the program.
    pub(crate) fn signal(&self, signal: Signal) {
        let id = i32::try_from(self.child.id()).unwrap();
        kill_process(Pid::from_raw(id).unwrap(), signal).unwrap();
    }

    /// Waits until the program has ended.
    pub(crate) fn end(&mut self) -> ExitStatus {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(Instant::now() < until, "it goes on: {}", self.shown());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// How the terminal was before the program began.
    pub(crate) fn before(&self) -> &Modes {
        &self.before
    }

    /// How the terminal is now.
    pub(crate) fn modes(&self) -> Modes {
        Self::modes_of(&self.screen)
    }

    fn modes_of(screen: &File) -> Modes {
        let modes = tcgetattr(screen.as_fd()).unwrap();
        Modes(modes.input_modes, modes.output_modes, modes.local_modes)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        // The reader ends when nobody holds the terminal any more; it is not
        // waited for, because the test may have failed in the middle.
        self.reader.take();
    }
}

fn contains(bytes: &[u8], text: &str) -> bool {
    count(bytes, text) > 0
}

fn count(bytes: &[u8], text: &str) -> usize {
    bytes.windows(text.len()).filter(|window| *window == text.as_bytes()).count()
}
