//! Runs a spec host and reads what it says.

use super::running::{Heard, Running};
use super::{Flavour, Program};
use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

/// The mark in front of everything that is meant for us.
const MARK: &str = "@@standin ";

/// What a line says to us. It may come after words of a log, which another thread was writing.
pub(super) fn said(line: &str) -> Option<&str> {
    line.find(MARK).map(|at| line[at + MARK.len()..].trim_end())
}

/// One spec case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The full name, e.g. `VibeUE.Session.starts empty`.
    pub name: String,
    /// Where it is written, `file:line`.
    pub place: String,
    /// False for a case that is switched off (`xIt`, `Disabled`).
    pub enabled: bool,
}

/// How a host is run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RunOptions {
    /// The modules to load, in order.
    pub modules: Vec<String>,
    /// The plugin's descriptor.
    pub plugin: Option<PathBuf>,
    /// Start as a commandlet.
    pub commandlet: bool,
    /// The engine's command line.
    pub arguments: String,
    /// Further environment.
    pub environment: Vec<(String, String)>,
    /// Where the widgets are written as a page.
    pub render: Option<PathBuf>,
}

/// The outcome of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// Whether the case passed and nothing was left behind.
    pub passed: bool,
    /// Errors, fatal messages and leaks, in order.
    pub problems: Vec<String>,
    /// Everything that was written to both streams.
    pub log: String,
    /// The command that runs this again.
    pub rerun: String,
}

impl Outcome {
    /// Returns problems, the end of the log and how to run it again.
    #[must_use]
    pub fn report(&self) -> String {
        let mut text = String::new();
        for problem in &self.problems {
            let _ = writeln!(text, "{problem}");
        }
        let lines: Vec<&str> = self.log.lines().filter(|line| !line.starts_with(MARK)).collect();
        let skipped = lines.len().saturating_sub(60);
        if skipped > 0 {
            let _ = writeln!(text, "... {skipped} lines of log left out");
        }
        for line in &lines[skipped..] {
            let _ = writeln!(text, "| {line}");
        }
        let _ = write!(text, "run it again: {}", self.rerun);
        text
    }
}

/// A spec host that can list its cases and run one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Host {
    program: Program,
    options: RunOptions,
    timeout: Duration,
    slow: bool,
}

impl Host {
    /// Makes a host of a program; a run may take three minutes, ten with
    /// sanitizers: what hangs is ended, and a busy machine is waited for.
    #[must_use]
    pub fn new(program: Program, options: RunOptions) -> Self {
        let slow = Flavour::default().sanitize.is_some();
        let minutes = if slow { 10 } else { 3 };
        Self { program, options, timeout: Duration::from_secs(60 * minutes), slow }
    }

    /// Sets the time after which a run is killed.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Has each run write what the widgets look like as a page.
    #[must_use]
    pub fn rendering(mut self, page: PathBuf) -> Self {
        self.options.render = Some(page);
        self
    }

    /// Sets a variable of the environment of each run.
    #[must_use]
    pub fn with_variable(mut self, name: &str, value: &str) -> Self {
        self.options.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Lists all cases, sorted by name.
    ///
    /// # Errors
    /// Fails when the host cannot be run or dies while listing.
    pub fn cases(&self) -> io::Result<Vec<Case>> {
        let output = Command::new(self.program.path()).arg("--list").output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            return Err(io::Error::other(format!(
                "the spec host could not list its cases: {said}"
            )));
        }
        Ok(said.lines().filter_map(parse_case).collect())
    }

    /// Runs one case in a fresh project folder.
    ///
    /// With sanitizers, which make a program many times slower, a case may run
    /// out of time: what fails without a report of theirs gets a second run.
    ///
    /// # Errors
    /// Fails when the host cannot be started or the folder not be made.
    pub fn run(&self, case: &str) -> io::Result<Outcome> {
        let outcome = self.start(&["--run", case])?;
        if self.may_be_slowness(&outcome) { self.start(&["--run", case]) } else { Ok(outcome) }
    }

    /// Starts and leaves without a case: the result is what is left behind.
    ///
    /// # Errors
    /// Fails when the host cannot be started or the folder not be made.
    pub fn exit_only(&self) -> io::Result<Outcome> {
        self.start(&["--exit-only"])
    }

    fn start(&self, what: &[&str]) -> io::Result<Outcome> {
        let running = self.launch(what)?;
        let deadline = Instant::now() + self.timeout;
        let mut log = String::new();
        while let Heard::Line(line) = running.hear(deadline) {
            log.push_str(&line);
        }
        let rerun = running.rerun.clone();
        let (status, late) = running.end(deadline)?;
        let mut problems = problems(&log);
        if late {
            problems.push(self.was_late());
        } else if !status.success() && problems.is_empty() {
            problems.push(format!("the spec host ended with {status} and without a word"));
        } else if !log.contains("@@standin bye ") && problems.is_empty() {
            problems.push("the spec host ended before it was through".to_owned());
        }
        let passed = status.success() && problems.is_empty();
        Ok(Outcome { passed, problems, log, rerun })
    }

    /// Starts the program in a project folder of its own.
    pub(super) fn launch(&self, what: &[&str]) -> io::Result<Running> {
        // The user's project lies anywhere: blanks and letters of other scripts must do.
        let project =
            tempfile::Builder::new().prefix("standin project \u{fc}\u{4e2d} ").tempdir()?;
        let arguments = self.arguments(what);
        let mut command = Command::new(self.program.path());
        command.args(&arguments).arg("--project").arg(project.path());
        command.envs(self.options.environment.iter().map(|(name, value)| (name, value)));
        Running::start(command, project, self.rerun(what))
    }

    fn arguments(&self, what: &[&str]) -> Vec<String> {
        let mut arguments: Vec<String> = what.iter().map(|&w| w.to_owned()).collect();
        for module in &self.options.modules {
            arguments.extend(["--module".to_owned(), module.clone()]);
        }
        if let Some(plugin) = &self.options.plugin {
            arguments.extend(["--plugin".to_owned(), plugin.display().to_string()]);
        }
        if self.options.commandlet {
            arguments.push("--commandlet".to_owned());
        }
        if let Some(page) = &self.options.render {
            arguments.extend(["--render".to_owned(), page.display().to_string()]);
        }
        if !self.options.arguments.is_empty() {
            arguments.extend(["--args".to_owned(), self.options.arguments.clone()]);
        }
        arguments
    }

    /// Returns the command that runs something again.
    pub(super) fn rerun(&self, what: &[&str]) -> String {
        let mut rerun = self.program.path().display().to_string();
        for argument in self.arguments(what) {
            let _ = write!(rerun, " {}", quoted(&argument));
        }
        rerun.push_str(" --project \"$(mktemp -d)\"");
        rerun
    }

    /// How long a case may take.
    pub(super) fn timeout(&self) -> Duration {
        self.timeout
    }

    pub(super) fn was_late(&self) -> String {
        format!("killed: it did not end within {} s", self.timeout.as_secs())
    }

    /// Whether a failure may be due to sanitizers that make the program slow: one that is not a
    /// report of theirs.
    pub(super) fn may_be_slowness(&self, outcome: &Outcome) -> bool {
        // What is left at the exit does not depend on time.
        let is_left = |problem: &String| problem.starts_with(LEFT);
        self.slow
            && !outcome.passed
            && !outcome.problems.iter().any(is_left)
            && !outcome.log.lines().any(is_report)
    }
}

fn quoted(argument: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=".contains(c);
    if !argument.is_empty() && argument.chars().all(plain) {
        argument.to_owned()
    } else {
        format!("'{}'", argument.replace('\'', "'\\''"))
    }
}

fn parse_case(line: &str) -> Option<Case> {
    let mut fields = said(line)?.strip_prefix("case\t")?.splitn(3, '\t');
    let enabled = fields.next()? == "enabled";
    let place = fields.next()?.to_owned();
    let name = fields.next()?.to_owned();
    Some(Case { name, place, enabled })
}

/// The words that say that something is left at the exit that should be gone.
const LEFT: &str = "left behind";

/// What the sanitizers write in front of what they found.
const REPORTS: [&str; 6] = [
    "ERROR: AddressSanitizer:",
    "ERROR: LeakSanitizer:",
    "WARNING: ThreadSanitizer:",
    "FATAL: ThreadSanitizer:",
    "ERROR: ThreadSanitizer:",
    ": runtime error: ",
];

fn is_report(line: &str) -> bool {
    REPORTS.iter().any(|report| line.contains(report))
}

/// Takes what counts against a run out of its log.
pub(super) fn problems(log: &str) -> Vec<String> {
    log.lines().filter_map(problem).collect()
}

/// Takes what counts against a run out of a line.
fn problem(line: &str) -> Option<String> {
    if is_report(line) {
        return Some(line.trim_start_matches('=').to_owned());
    }
    let (kind, text) = said(line)?.split_once(' ')?;
    match kind {
        "error" | "fatal" => Some(text.to_owned()),
        "leak" => Some(format!("{LEFT}: {text}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listed_case_keeps_its_name_whole() {
        let line = "@@standin case\tdisabled\t/a/x.spec.cpp:7\tA.b c.d: e, f";
        let case =
            Case { name: "A.b c.d: e, f".into(), place: "/a/x.spec.cpp:7".into(), enabled: false };
        assert_eq!(parse_case(line), Some(case));
        assert_eq!(parse_case("LogTemp: case\tenabled\tx\ty"), None);
    }

    #[test]
    fn only_errors_and_leaks_count_against_a_run() {
        assert_eq!(problem("@@standin error x.cpp:3: wrong"), Some("x.cpp:3: wrong".to_owned()));
        assert_eq!(
            problem("@@standin leak ticker: one"),
            Some("left behind: ticker: one".to_owned())
        );
        assert_eq!(
            problem("LogTemp: on its w@@standin error x.cpp:3: wrong"),
            Some("x.cpp:3: wrong".to_owned())
        );
        assert_eq!(problem("@@standin warning x.cpp:3: hm"), None);
        assert_eq!(problem("error x.cpp:3: only a log line"), None);
    }

    #[test]
    fn what_a_sanitizer_reports_counts_against_a_run() {
        for line in [
            "==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x1",
            "WARNING: ThreadSanitizer: data race (pid=7)",
            "x.cpp:3:9: runtime error: signed integer overflow: 1 + 2",
        ] {
            assert_eq!(problem(line), Some(line.trim_start_matches('=').to_owned()));
        }
        assert_eq!(problem("SUMMARY: ThreadSanitizer: data race x.cpp:3"), None);
    }

    #[test]
    fn an_argument_is_quoted_for_the_shell_where_it_must_be() {
        assert_eq!(quoted("--run"), "--run");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
