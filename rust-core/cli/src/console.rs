//! Everything that the program prints goes through here.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal as _, Write};

use anstream::AutoStream;

use crate::failure::{Failure, Result};
use crate::output::{Printable, error_columns, style, wrapped};

/// Standard output and standard error of one run.
///
/// Styles are always written, and removed again if the stream is not a terminal or `NO_COLOR` is
/// set, so that no command asks about colours.
pub(crate) struct Console {
    /// Where results go.
    pub(crate) out: Box<dyn Write>,
    /// Where errors and notes go.
    err: Box<dyn Write>,
    /// Whether standard error is a terminal.
    watched: bool,
    /// Whether a status line is shown.
    in_status: bool,
}

impl Console {
    /// Creates the console of this process.
    pub(crate) fn of_process() -> Self {
        Self {
            // Not locked permanently: another thread that ends the program has to write, too.
            out: Box::new(BufWriter::new(AutoStream::auto(io::stdout()))),
            err: Box::new(AutoStream::auto(io::stderr())),
            watched: io::stderr().is_terminal()
                && std::env::var_os("TERM").is_none_or(|term| term != "dumb"),
            in_status: false,
        }
    }

    /// Returns whether standard error is a terminal, so that a progress bar is useful.
    pub(crate) fn is_watched(&self) -> bool {
        self.watched
    }

    /// Writes one JSON document with a line break.
    pub(crate) fn json(&mut self, value: &impl serde::Serialize) -> Result {
        serde_json::to_writer(&mut self.out, value).map_err(io::Error::from)?;
        self.out.write_all(b"\n")?;
        Ok(())
    }

    /// Writes a note, which is not a result, to standard error.
    pub(crate) fn note(&mut self, text: impl Display) {
        let label = style::NOTE;
        let text = labelled("vibeue: note: ", &text.to_string());
        let _ = writeln!(self.err, "vibeue: {label}note:{label:#} {text}");
    }

    /// Reports an error without ending.
    pub(crate) fn complain(&mut self, text: impl Display) {
        let label = style::ERROR;
        let text = labelled("vibeue: ", &text.to_string());
        let _ = writeln!(self.err, "{label}vibeue:{label:#} {text}");
    }

    /// Shows what is running on a line that the next one replaces, if standard error is a terminal;
    /// `None` removes it.
    pub(crate) fn status(&mut self, text: Option<&str>) {
        if !self.watched || (text.is_none() && !self.in_status) {
            return;
        }
        // What was written so far belongs above.
        let _ = self.out.flush();
        // The sequences that move the cursor are not colours: they are needed even if colours are
        // unwanted. Automatic wrapping is turned off, so a text that is too long is cut, and
        // clearing the line clears all of it.
        let _ = write!(io::stderr(), "\r\u{1b}[2K\u{1b}[?7l");
        let _ = write!(self.err, "{}", text.unwrap_or_default());
        // Whatever is typed now, even the `^C` of Ctrl-C, overwrites the line instead of following
        // it, where it might begin another.
        let _ = write!(io::stderr(), "\u{1b}[?7h\r");
        let _ = self.err.flush();
        self.in_status = text.is_some();
    }

    /// Says why a command ended early.
    pub(crate) fn report(&mut self, failure: &Failure) {
        // What was written so far belongs before the error.
        let _ = self.out.flush();
        match failure {
            Failure::Error(error) | Failure::Provider(error, _) => self.complain(error),
            Failure::Cancelled => self.complain("cancelled"),
            Failure::Ended(ending) => self.complain(ending.what()),
            Failure::OutputClosed | Failure::Reported(_) => {}
        }
    }

    /// Flushes both streams.
    pub(crate) fn finish(&mut self) -> Result {
        Ok(self.out.flush()?)
    }
}

/// A text after a label, wrapped to the terminal.
fn labelled(label: &str, text: &str) -> String {
    let text = format!("{label}{}", Printable(text));
    // So narrow that the label itself would break.
    let columns = error_columns().filter(|columns| *columns > 2 * label.len());
    wrapped(&text, 2, columns).split_off(label.len())
}
