//! What programs say that speak on their standard input and output.

use std::io::{self, Write as _};
use std::thread::sleep;
use std::time::Duration;

/// Writes a line to the standard output.
pub(crate) fn print_line(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    // The process that started it may be gone.
    let _ = out.write_all(bytes).and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush());
}

/// Writes a line to the standard error.
pub(crate) fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Says nothing more, and does not end.
pub(crate) fn wait_for_ever() -> ! {
    loop {
        sleep(Duration::from_secs(60));
    }
}
