//! Many cases in one process, as an editor runs them.

use super::host::{problems, said};
use super::running::Heard;
use super::{Host, Outcome};
use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Instant;

/// A case of a series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The case's full name.
    pub case: String,
    /// Where the page of its widgets is written; nowhere when there is none.
    pub page: Option<PathBuf>,
}

/// How far a process came.
struct Part {
    /// How many cases ended in it, the one that ended it as well.
    ended: usize,
    /// What came before the first case and after the last one.
    around: Outcome,
}

impl Host {
    /// Runs cases one after the other in one process and passes on the outcome of each when it has
    /// ended; what a case leaves behind for the next one counts against it. One that ends the
    /// process, or does not end, has failed, and those after it run in another process. Problems
    /// from starting and leaving count against the last case.
    ///
    /// With sanitizers, which make a program many times slower, a case may run
    /// out of time: what fails without a report of theirs runs again by itself.
    ///
    /// # Errors
    /// Fails when the host cannot be started or a folder not be made.
    pub fn run_series(
        &self,
        series: &[Step],
        each: &mut dyn FnMut(&str, Outcome),
    ) -> io::Result<()> {
        let mut left = series;
        while !left.is_empty() {
            let mut last = None;
            let part = self.run_part(left, &mut |case, outcome| {
                // Held back until it is known how the process ended.
                if let Some((case, outcome)) = last.replace((case.to_owned(), outcome)) {
                    self.hand_on(&case, outcome, each);
                }
            })?;
            match last {
                Some((case, mut outcome)) => {
                    if !part.around.passed {
                        outcome.passed = false;
                        outcome.problems.extend(part.around.problems);
                        outcome.log.push_str(&part.around.log);
                    }
                    self.hand_on(&case, outcome, each);
                }
                // It does not even start.
                None => left.iter().for_each(|step| each(&step.case, part.around.clone())),
            }
            left = if part.ended == 0 { &[] } else { &left[part.ended..] };
        }
        Ok(())
    }

    fn hand_on(&self, case: &str, outcome: Outcome, each: &mut dyn FnMut(&str, Outcome)) {
        let again = self.may_be_slowness(&outcome).then(|| self.run(case).ok()).flatten();
        each(case, again.unwrap_or(outcome));
    }

    /// Runs cases until all are done or the process ends.
    fn run_part(&self, series: &[Step], each: &mut dyn FnMut(&str, Outcome)) -> io::Result<Part> {
        let mut list = tempfile::NamedTempFile::new()?;
        io::Write::write_all(&mut list, text(series).as_bytes())?;
        let path = list.path().display().to_string();
        let running = self.launch(&["--series", &path])?;
        let mut deadline = Instant::now() + self.timeout();
        let mut around = String::new();
        let mut case: Option<(&str, String)> = None;
        let mut all_passed = true;
        let mut ended = 0;
        let mut finish = |(name, log): (&str, String), problem: Option<String>| {
            let mut problems = problems(&log);
            problems.extend(problem);
            let ended_well = log.lines().filter_map(said).any(|it| it.starts_with("end passed"));
            if problems.is_empty() && !ended_well {
                problems.push("it did not say that it passed".to_owned());
            }
            let passed = problems.is_empty();
            all_passed &= passed;
            let rerun = self.rerun(&["--run", name]);
            each(name, Outcome { passed, problems, log, rerun });
        };
        while let Heard::Line(line) = running.hear(deadline) {
            let mark = said(&line);
            let begun = mark.and_then(|mark| mark.strip_prefix("begin "));
            let next = series.get(ended).filter(|step| begun == Some(step.case.as_str()));
            if next.is_some() || mark == Some("exit") {
                if let Some(done) = case.take() {
                    finish(done, None);
                }
                deadline = Instant::now() + self.timeout();
            }
            if let Some(step) = next {
                case = Some((step.case.as_str(), String::new()));
                ended += 1;
            }
            case.as_mut().map_or(&mut around, |(_, log)| log).push_str(&line);
        }
        let rerun = running.rerun.clone();
        let (status, late) = running.end(deadline)?;
        let mut around_problems = problems(&around);
        if let Some((name, log)) = case.take() {
            let said_why = !problems(&log).is_empty();
            let why = if late {
                Some(self.was_late())
            } else {
                (!said_why).then(|| format!("the spec host ended with {status} in this case"))
            };
            finish((name, log), why);
        } else if late {
            around_problems.push(self.was_late());
        } else if around_problems.is_empty() {
            let is_through = ended == series.len();
            around_problems.extend(end_of(&around, is_through, all_passed, status));
        }
        let passed = around_problems.is_empty();
        Ok(Part {
            ended,
            around: Outcome { passed, problems: around_problems, log: around, rerun },
        })
    }
}

/// What there is to say of how a process ended that said nothing against itself.
fn end_of(log: &str, is_through: bool, all_passed: bool, status: ExitStatus) -> Option<String> {
    let has_left = log.lines().filter_map(said).any(|it| it.starts_with("bye "));
    if !has_left || !is_through {
        return Some("the spec host ended before it was through".to_owned());
    }
    (all_passed && !status.success())
        .then(|| format!("the spec host ended with {status} and without a word"))
}

/// What the file of a series says: a case a line, and after a tab its page.
fn text(series: &[Step]) -> String {
    series.iter().fold(String::new(), |mut text, step| {
        text.push_str(&step.case);
        if let Some(page) = &step.page {
            let _ = write!(text, "\t{}", page.display());
        }
        text.push('\n');
        text
    })
}
