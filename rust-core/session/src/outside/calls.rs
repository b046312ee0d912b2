//! The file of calls of other programs.

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use vibeue_conversation::{ErrorKind, Result};
use vibeue_tools::served::{Begun, Report};

use super::line::Line;
use crate::files::{Lock, Occupant, occupant, open_to_append, open_to_read, storage_error};
use crate::live::{Clock, SystemClock};

/// From this size on, in bytes, another file is begun; of the earlier ones the
/// newest is kept.
const MOST_BYTES: u64 = 2 << 20;

/// The most bytes of a file that are read, whoever wrote it.
const MOST_READ: u64 = 2 * MOST_BYTES;

/// The most calls that are named after an unforeseen end: as many as run at
/// once.
const MOST_CUT_OFF: usize = vibeue_tools::served::MOST_CALLS;

/// How a call ended that the end of the program cut off.
const LOST: &str = "lost";

/// A call that was under way when the program ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CutOff {
    /// What the program that called calls itself; nobody checked it.
    pub caller: String,
    /// The tool.
    pub tool: String,
    /// JSON text, without secrets, cut where it is long.
    pub arguments: String,
}

/// The file of calls of other programs: for its owner alone (0600), a line of
/// JSON for each step, at most about four mebibytes with its predecessor, which
/// has `.old` behind its name.
#[derive(Debug)]
pub struct OutsideCalls {
    path: PathBuf,
    /// Held by the first program that uses the file.
    lock: Option<Lock>,
    clock: Arc<dyn Clock>,
    run: String,
    cut_off: Vec<CutOff>,
    /// The calls that have begun.
    open: Mutex<HashSet<String>>,
}

impl OutsideCalls {
    /// Opens the file, which need not be there yet, and finds the calls that
    /// the end of an earlier run cut off; each is named once. Where another
    /// program uses the file at this moment, both write to it, and nothing
    /// counts as cut off.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] and [`ErrorKind::Input`] when something else is in its
    /// place, or the system refuses.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self> {
        Self::open_with(path, Arc::new(SystemClock))
    }

    /// As [`OutsideCalls::open`], with the time from elsewhere.
    ///
    /// # Errors
    /// As [`OutsideCalls::open`].
    pub fn open_with(path: impl Into<PathBuf>, clock: Arc<dyn Clock>) -> Result<Self> {
        let path = path.into();
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .map_err(|error| storage_error(folder, "cannot make the folder", &error))?;
        }
        let lock = match Lock::take(&path) {
            Ok(lock) => Some(lock),
            Err(error) if error.kind() == ErrorKind::Busy => None,
            Err(error) => return Err(error),
        };
        let run = format!("{}-{}", clock.now(), std::process::id());
        let mut calls =
            Self { path, lock, clock, run, cut_off: Vec::new(), open: Mutex::default() };
        if calls.lock.is_some() {
            calls.find_cut_off()?;
        }
        // What cannot be written to is known before the first call.
        calls.append(&[])?;
        Ok(calls)
    }

    /// The calls that were under way when an earlier run ended, the oldest
    /// first.
    pub fn cut_off(&self) -> &[CutOff] {
        &self.cut_off
    }

    /// Writes down that a call is about to run.
    ///
    /// # Errors
    /// As [`OutsideCalls::open`]: then it must not run.
    pub fn begins(&self, begun: &Begun) -> Result<()> {
        let line = Line {
            decided: begun.decided.name().to_owned(),
            ..self.line(&begun.call, &begun.caller.says)
        };
        self.append(&[line])?;
        self.lock_open().insert(begun.call.id.clone());
        Ok(())
    }

    /// Writes down how a call ended; one that never ran is told as a whole.
    ///
    /// # Errors
    /// As [`OutsideCalls::open`].
    pub fn ended(&self, report: &Report) -> Result<()> {
        let line = if self.lock_open().remove(&report.call.id) {
            let (run, call) = (self.run.clone(), report.call.id.clone());
            Line { at: self.clock.now(), run, call, ..Line::default() }
        } else {
            self.line(&report.call, &report.caller.says)
        };
        let end = report.end.name().to_owned();
        self.append(&[Line { end, why: report.why.clone(), ..line }])
    }

    fn line(&self, call: &vibeue_tools::Call, caller: &str) -> Line {
        Line {
            at: self.clock.now(),
            run: self.run.clone(),
            call: call.id.clone(),
            caller: caller.to_owned(),
            tool: call.name.clone(),
            arguments: call.arguments.clone(),
            ..Line::default()
        }
    }

    fn lock_open(&self) -> std::sync::MutexGuard<'_, HashSet<String>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds lines in one piece: others may write at the same time.
    fn append(&self, lines: &[Line]) -> Result<()> {
        let fault =
            |error: std::io::Error| storage_error(&self.path, "cannot write down a call", &error);
        let mut text = String::new();
        for line in lines {
            text.push_str(&serde_json::to_string(&line.clone().kept()).unwrap_or_default());
            text.push('\n');
        }
        let mut file = open_to_append(&self.path)?;
        if self.lock.is_some() && file.metadata().map_err(fault)?.len() >= MOST_BYTES {
            drop(file);
            fs::rename(&self.path, old(&self.path)).map_err(fault)?;
            file = open_to_append(&self.path)?;
        }
        let before = file.metadata().map_err(fault)?.len();
        file.write_all(text.as_bytes()).map_err(|error| {
            // Half a line would spoil the next one.
            let _ = file.set_len(before);
            fault(error)
        })
    }

    /// Finds the calls that began and never ended, and ends them.
    fn find_cut_off(&mut self) -> Result<()> {
        let mut begun: Vec<Line> = Vec::new();
        for path in [old(&self.path), self.path.clone()] {
            for line in read(&path)? {
                if line.end.is_empty() {
                    begun.push(line);
                } else {
                    begun.retain(|it| (&it.run, &it.call) != (&line.run, &line.call));
                }
            }
        }
        begun.drain(..begun.len().saturating_sub(MOST_CUT_OFF));
        let ended: Vec<Line> = begun
            .iter()
            .map(|line| {
                let (run, call) = (line.run.clone(), line.call.clone());
                Line { at: self.clock.now(), run, call, end: LOST.to_owned(), ..Line::default() }
            })
            .collect();
        self.append(&ended)?;
        let told = begun.into_iter().map(Line::kept);
        self.cut_off = told
            .map(|Line { caller, tool, arguments, .. }| CutOff { caller, tool, arguments })
            .collect();
        Ok(())
    }
}

/// The name of the file before this one.
fn old(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".old");
    name.into()
}

/// Reads the lines of a file, as far as they are lines.
fn read(path: &Path) -> Result<Vec<Line>> {
    if matches!(occupant(path)?, Occupant::Nothing) {
        return Ok(Vec::new());
    }
    let file = open_to_read(path)?;
    let lines =
        BufReader::new(file.take(MOST_READ)).split(b'\n').map_while(std::result::Result::ok);
    let lines = lines.filter_map(|line| serde_json::from_slice::<Line>(&line).ok());
    // What was cut off has to have a name.
    Ok(lines.filter(|line| !line.run.is_empty() && !line.call.is_empty()).collect())
}
