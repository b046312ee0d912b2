//! The core's log, for a user who looks for the cause of a problem.

use std::collections::VecDeque;
use std::io::Write as _;
use std::sync::{Mutex, PoisonError};

use tracing::{Level, Subscriber};
use vibeue_core::session::log_lines::LogLines;

/// The maximum number of lines that are kept; the oldest go first.
const MOST: usize = 1_000;

/// The longest line, in characters.
const LONGEST: usize = 2_000;

/// The state of the log.
struct Log {
    /// Lines that are held back; `None` if each is shown at once.
    held: Option<VecDeque<String>>,
    /// All lines so far that are fit for strangers, if they are kept.
    kept: Option<VecDeque<String>>,
}

static LOG: Mutex<Log> = Mutex::new(Log { held: None, kept: None });

fn with<T>(act: impl FnOnce(&mut Log) -> T) -> T {
    act(&mut LOG.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Starts logging to standard error: notable events if `verbosity` is 1, everything from 2 on. With
/// `keep`, lines are also kept for [`kept`].
pub(crate) fn begin(verbosity: u8, keep: bool) {
    let shown = match verbosity {
        0 => None,
        1 => Some(Level::INFO),
        _ => Some(Level::DEBUG),
    };
    if shown.is_none() && !keep {
        return;
    }
    if keep {
        with(|log| log.kept = Some(VecDeque::new()));
    }
    // A second call in one process keeps the first one's.
    let _ = tracing::subscriber::set_global_default(listener(shown));
}

/// Holds lines back from now on: the caller shows those from [`take`] when they do not interrupt an
/// answer.
pub(crate) fn hold() {
    with(|log| {
        log.held.get_or_insert_default();
    });
}

/// Takes the lines that were held back.
pub(crate) fn take() -> Vec<String> {
    with(|log| log.held.as_mut().map(|held| held.drain(..).collect()).unwrap_or_default())
}

/// Shows lines at once again, first those that were held back.
pub(crate) fn release() {
    for line in with(|log| log.held.take()).into_iter().flatten() {
        show(&line);
    }
}

/// The lines so far, oldest first, if they are kept.
pub(crate) fn kept() -> Vec<String> {
    with(|log| log.kept.iter().flatten().cloned().collect())
}

fn show(line: &str) {
    // If nobody reads it any more, it is not missed.
    let _ = writeln!(std::io::stderr(), "vibeue: {line}");
}

fn push(lines: &mut VecDeque<String>, line: String) {
    if lines.len() == MOST {
        lines.pop_front();
    }
    lines.push_back(line);
}

/// Takes the events of this project's own crates and shows those up to a level.
fn listener(shown: Option<Level>) -> impl Subscriber + Send + Sync {
    LogLines(move |event| {
        let line = format!("{}: {event}", event.level.as_str().to_lowercase());
        let line: String =
            line.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
        let shown = shown.is_some_and(|shown| event.level <= shown);
        let now = with(|log| {
            if let Some(kept) = log.kept.as_mut().filter(|_| event.is_harmless()) {
                push(kept, line.clone());
            }
            match &mut log.held {
                Some(held) if shown => {
                    push(held, line);
                    None
                }
                _ => shown.then_some(line),
            }
        });
        if let Some(line) = now {
            show(&line);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_ours_are_kept_and_held_by_their_level_and_those_of_others_are_not() {
        begin_for_test();
        tracing::subscriber::with_default(listener(Some(Level::INFO)), || {
            tracing::info!(target: "vibeue::test", tokens = 7, "a summary\nwas made");
            tracing::debug!(target: "vibeue::test", "the model said hello");
            tracing::debug!(target: "vibeue::http", status = 200, "answered");
            tracing::error!(target: "hyper::client", "Authorization: secret");
        });
        let told = "info: vibeue::test: a summary was made tokens=7".to_owned();
        assert_eq!(take(), std::slice::from_ref(&told));
        assert_eq!(take(), Vec::<String>::new());
        assert_eq!(kept(), [told, "debug: vibeue::http: answered status=200".to_owned()]);
    }

    fn begin_for_test() {
        with(|log| log.kept = Some(VecDeque::new()));
        hold();
    }
}
