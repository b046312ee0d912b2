//! The file of calls of other programs.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use vibeue_conversation::{Error, ErrorKind, Result};
use vibeue_tools::served::{Begun, Report};

use super::line::Line;
use super::refusals::{Counted, Refusals};
use super::run::{self, Run};
use crate::files::{Lock, Occupant, occupant, open_to_append, open_to_read, storage_error};
use crate::live::{Clock, SystemClock};

/// From this size on, in bytes, a new file is begun; only the newest of the earlier ones is kept.
const MOST_BYTES: u64 = 2 << 20;

/// The maximum number of bytes of a file that are read, even if another program wrote it.
const MOST_READ: u64 = 2 * MOST_BYTES;

/// The maximum number of calls that are named after an unforeseen end: as many as run at once.
const MOST_CUT_OFF: usize = vibeue_tools::served::MOST_CALLS;

/// How often, and how long each time, to wait for another program that reads the file or begins a
/// new one: neither takes long.
const WAITS: u32 = 50;
const WAIT: Duration = Duration::from_millis(10);

/// The end of a call that was cut off by the end of the program.
const LOST: &str = "lost";

/// A call that was running when the program ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CutOff {
    /// The name that the calling program gives itself, unverified.
    pub caller: String,
    /// The tool.
    pub tool: String,
    /// JSON text, without secrets, cut if it is long.
    pub arguments: String,
}

/// The file of calls of other programs: readable only by its owner (0600), with a line of JSON for
/// each step, at most about four mebibytes with its predecessor, which has `.old` appended to its
/// name. Several programs may write it at the same time; each holds a lock next to it as long as it
/// runs, and the lock of the file itself while it looks for calls that were cut off or begins a new
/// file.
#[derive(Debug)]
pub struct OutsideCalls {
    path: PathBuf,
    clock: Arc<dyn Clock>,
    run: Run,
    cut_off: Vec<CutOff>,
    /// Held by the thread that writes.
    pen: Mutex<()>,
    /// The calls that have begun.
    open: Mutex<HashSet<String>>,
    /// The calls that never ran.
    refusals: Mutex<Refusals<Line>>,
}

impl OutsideCalls {
    /// Opens the file, which need not exist yet, and finds the calls that the end of an earlier run
    /// cut off; each is reported once. Calls that are running in another program that uses the file
    /// do not count as cut off.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] and [`ErrorKind::Input`] if something else is in its place, or the system
    /// refuses.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self> {
        Self::open_with(path, Arc::new(SystemClock))
    }

    /// As [`OutsideCalls::open`], with another clock.
    ///
    /// # Errors
    /// As for [`OutsideCalls::open`].
    pub fn open_with(path: impl Into<PathBuf>, clock: Arc<dyn Clock>) -> Result<Self> {
        let path = path.into();
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .map_err(|error| storage_error(folder, "cannot create the folder", &error))?;
        }
        let run = Run::begin(&path, clock.now())?;
        let (pen, open, refusals) = (Mutex::default(), Mutex::default(), Mutex::default());
        let mut calls = Self { path, clock, run, cut_off: Vec::new(), pen, open, refusals };
        if let Some(lock) = wait_for(&calls.path)? {
            calls.find_cut_off()?;
            drop(lock);
        }
        // Finds out before the first call whether the file can be written.
        calls.append(&[])?;
        Ok(calls)
    }

    /// The calls that were running when an earlier run ended, oldest first.
    pub fn cut_off(&self) -> &[CutOff] {
        &self.cut_off
    }

    /// Records that a call is about to run.
    ///
    /// # Errors
    /// As [`OutsideCalls::open`]; in that case the call must not run.
    pub fn begins(&self, begun: &Begun) -> Result<()> {
        let line = Line {
            decided: begun.decided.name().to_owned(),
            ..self.line(&begun.call, &begun.caller.declared_name)
        };
        self.append_after_counts(line.kept())?;
        self.lock_open().insert(begun.call.id.clone());
        Ok(())
    }

    /// Records how a call ended; for one that never ran, with the call itself. If very many calls
    /// of a program never ran within a minute, or fill their share of the file, the rest are only
    /// counted, and the count is recorded.
    ///
    /// # Errors
    /// As for [`OutsideCalls::open`].
    pub fn ended(&self, report: &Report) -> Result<()> {
        let line = match self.last_line(report) {
            Ended::Ran(line) => return self.append(&[line]),
            Ended::NeverRan(line) => line,
        };
        let (now, caller) = (line.at, line.caller.clone());
        let bytes = line.text().len() as u64;
        let noted = self.lock_refusals().note(&caller, line, bytes, now);
        let Some(line) = noted else { return Ok(()) };
        let written = self.append_after_counts(line.clone());
        if written.is_err() {
            self.lock_refusals().count(&caller, line);
        }
        written
    }

    /// Records a call that the user denied: it always has a line of its own, however many others
    /// are only counted.
    ///
    /// # Errors
    /// As for [`OutsideCalls::open`].
    pub fn denied(&self, report: &Report) -> Result<()> {
        let (Ended::Ran(line) | Ended::NeverRan(line)) = self.last_line(report);
        self.append(&[line])
    }

    /// The last line of a call.
    fn last_line(&self, report: &Report) -> Ended {
        let (end, why) = (report.end.name().to_owned(), report.why.clone());
        if self.lock_open().remove(&report.call.id) {
            let (run, call) = (self.run.name().to_owned(), report.call.id.clone());
            let at = self.clock.now();
            return Ended::Ran(Line { at, run, call, end, why, ..Line::default() }.kept());
        }
        let line = Line { end, why, ..self.line(&report.call, &report.caller.declared_name) };
        Ended::NeverRan(line.kept())
    }

    /// Appends a line, preceded by the counts so far.
    fn append_after_counts(&self, line: Line) -> Result<()> {
        let due = self
            .lock_refusals()
            .due(self.clock.now(), |last| count_line(u64::MAX, last.clone()).text().len() as u64);
        let counts = due.iter().map(|it| count_line(it.count, it.last.clone()));
        let lines: Vec<Line> = counts.chain([line]).collect();
        let written = self.append(&lines);
        if written.is_err() {
            self.lock_refusals().put_back(due);
        }
        written
    }

    fn lock_refusals(&self) -> MutexGuard<'_, Refusals<Line>> {
        self.refusals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn line(&self, call: &vibeue_tools::Call, caller: &str) -> Line {
        Line {
            at: self.clock.now(),
            run: self.run.name().to_owned(),
            call: call.id.clone(),
            caller: caller.to_owned(),
            tool: call.name.clone(),
            arguments: call.arguments.clone(),
            ..Line::default()
        }
    }

    fn lock_open(&self) -> MutexGuard<'_, HashSet<String>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Appends lines, already redacted, in a single write: other programs may write at the same
    /// time.
    fn append(&self, lines: &[Line]) -> Result<()> {
        let mut text = String::new();
        for line in lines {
            text.push_str(&line.text());
        }
        let _pen = self.pen.lock().unwrap_or_else(PoisonError::into_inner);
        self.begin_another_when_long()?;
        let mut file = open_to_append(&self.path)?;
        // An incomplete line, left by a full disk or a killed program, would spoil the next one. If
        // that cannot be checked, for example because another program is just beginning a new file,
        // an empty line does no harm.
        if !text.is_empty() && is_torn(&self.path).unwrap_or(true) {
            text.insert(0, '\n');
        }
        file.write_all(text.as_bytes()).map_err(|error| self.fault(&error))
    }

    /// Renames a long file to that of its predecessor. If another program has the lock, the next
    /// line tries again.
    fn begin_another_when_long(&self) -> Result<()> {
        if !is_long(&self.path) {
            return Ok(());
        }
        let lock = match Lock::take(&self.path) {
            Err(error) if error.kind() == ErrorKind::Busy => return Ok(()),
            taken => taken?,
        };
        // Another program may have done it meanwhile.
        if is_long(&self.path) {
            fs::rename(&self.path, old(&self.path)).map_err(|error| self.fault(&error))?;
            self.lock_refusals().begin_file();
        }
        drop(lock);
        Ok(())
    }

    fn fault(&self, error: &io::Error) -> Error {
        storage_error(&self.path, "cannot record a call", error)
    }

    /// Finds the calls that began but never ended in a run that is no longer alive, and ends them.
    fn find_cut_off(&mut self) -> Result<()> {
        run::clear(&self.path);
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
        let mut lives: HashMap<String, bool> = HashMap::new();
        begun.retain(|line| {
            let looked = || self.run.is_beside(&self.path, &line.run);
            !*lives.entry(line.run.clone()).or_insert_with(looked)
        });
        begun.drain(..begun.len().saturating_sub(MOST_CUT_OFF));
        let ended: Vec<Line> = begun
            .iter()
            .map(|line| {
                let (run, call) = (line.run.clone(), line.call.clone());
                Line { at: self.clock.now(), run, call, end: LOST.to_owned(), ..Line::default() }
            })
            .collect();
        self.append(&ended)?;
        let lines = begun.into_iter().map(Line::kept);
        self.cut_off = lines
            .map(|Line { caller, tool, arguments, .. }| CutOff { caller, tool, arguments })
            .collect();
        Ok(())
    }
}

impl Drop for OutsideCalls {
    fn drop(&mut self) {
        let rest = self.lock_refusals().rest();
        let lines: Vec<Line> =
            rest.into_iter().map(|Counted { count, last, .. }| count_line(count, last)).collect();
        if !lines.is_empty()
            && let Err(error) = self.append(&lines)
        {
            tracing::warn!("calls of other programs that were not run are not counted: {error}");
        }
    }
}

/// The last line of a call, by whether it ran.
enum Ended {
    Ran(Line),
    NeverRan(Line),
}

/// The line about calls of a program that never ran and have no line of their own.
fn count_line(count: u64, last: Line) -> Line {
    let why = format!("and {count} more that were not run, this one being the last");
    Line { arguments: String::new(), why, ..last }
}

/// The name of the file before this one.
fn old(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".old");
    name.into()
}

/// Takes the lock of the file; `None` if another program keeps it.
fn wait_for(path: &Path) -> Result<Option<Lock>> {
    for _ in 0..WAITS {
        match Lock::take(path) {
            Err(error) if error.kind() == ErrorKind::Busy => std::thread::sleep(WAIT),
            taken => return taken.map(Some),
        }
    }
    Ok(None)
}

fn is_long(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|facts| facts.is_file() && facts.len() >= MOST_BYTES)
}

/// Returns whether a file ends within a line.
fn is_torn(path: &Path) -> Result<bool> {
    let fault = |error: io::Error| storage_error(path, "cannot read the file", &error);
    let mut file = open_to_read(path)?;
    if file.metadata().map_err(fault)?.len() == 0 {
        return Ok(false);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1)).map_err(fault)?;
    file.read_exact(&mut last).map_err(fault)?;
    Ok(last != *b"\n")
}

/// Reads the valid lines of a file.
fn read(path: &Path) -> Result<Vec<Line>> {
    if matches!(occupant(path)?, Occupant::Nothing) {
        return Ok(Vec::new());
    }
    let file = open_to_read(path)?;
    let lines =
        BufReader::new(file.take(MOST_READ)).split(b'\n').map_while(std::result::Result::ok);
    let lines = lines.filter_map(|line| serde_json::from_slice::<Line>(&line).ok());
    // A call that was cut off must have a valid name.
    Ok(lines.filter(|line| run::is_name(&line.run) && !line.call.is_empty()).collect())
}
