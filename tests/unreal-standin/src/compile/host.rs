//! Runs a spec host and reads what it says.

use super::{Flavour, Program};
use std::fmt::Write as _;
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The mark in front of every line that is meant for us.
const MARK: &str = "@@standin ";

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

/// What became of a run.
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

/// A spec host that can be asked for its cases and told to run one.
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
        let final_word = outcome.passed || !self.slow || outcome.log.lines().any(is_report);
        if final_word { Ok(outcome) } else { self.start(&["--run", case]) }
    }

    /// Runs all cases in one process, in an order that follows from the seed;
    /// what a case leaves behind for the next one counts against it.
    ///
    /// # Errors
    /// Fails when the host cannot be started or the folder not be made.
    pub fn run_all(&self, seed: u64) -> io::Result<Outcome> {
        self.start(&["--all", "--shuffle", &seed.to_string()])
    }

    /// Starts and leaves, without a case: what is left behind is the result.
    ///
    /// # Errors
    /// Fails when the host cannot be started or the folder not be made.
    pub fn exit_only(&self) -> io::Result<Outcome> {
        self.start(&["--exit-only"])
    }

    fn start(&self, what: &[&str]) -> io::Result<Outcome> {
        // A person's project lies anywhere: blanks and letters of other scripts must do.
        let project =
            tempfile::Builder::new().prefix("standin project \u{fc}\u{4e2d} ").tempdir()?;
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
        let mut rerun = self.program.path().display().to_string();
        for argument in &arguments {
            let _ = write!(rerun, " {}", quoted(argument));
        }
        rerun.push_str(" --project \"$(mktemp -d)\"");

        let mut command = Command::new(self.program.path());
        command.args(&arguments).arg("--project").arg(project.path());
        command.envs(self.options.environment.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        // Both streams are read while it runs, or a full pipe would hold it up.
        let readers = [
            child.stdout.take().map(|stream| std::thread::spawn(move || drain(stream))),
            child.stderr.take().map(|stream| std::thread::spawn(move || drain(stream))),
        ];
        let deadline = Instant::now() + self.timeout;
        let mut late = false;
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if Instant::now() >= deadline {
                late = true;
                child.kill()?;
                break child.wait()?;
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        let mut log = String::new();
        for reader in readers.into_iter().flatten() {
            let bytes = reader.join().unwrap_or_default();
            log.push_str(&String::from_utf8_lossy(&bytes));
        }
        let mut problems = problems(&log);
        if late {
            problems.push(format!("killed: it did not end within {} s", self.timeout.as_secs()));
        } else if !status.success() && problems.is_empty() {
            problems.push(format!("the spec host ended with {status} and without a word"));
        } else if !log.contains("@@standin bye ") && problems.is_empty() {
            problems.push("the spec host ended before it was through".to_owned());
        }
        let passed = status.success() && problems.is_empty();
        Ok(Outcome { passed, problems, log, rerun })
    }
}

fn drain(mut stream: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What could be read before an error is still worth showing.
    let _ = stream.read_to_end(&mut bytes);
    bytes
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
    let mut fields = line.strip_prefix(MARK)?.strip_prefix("case\t")?.splitn(3, '\t');
    let enabled = fields.next()? == "enabled";
    let place = fields.next()?.to_owned();
    let name = fields.next()?.to_owned();
    Some(Case { name, place, enabled })
}

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

/// Takes what counts against a run out of its log; where the run was of several
/// cases, each problem names its own.
fn problems(log: &str) -> Vec<String> {
    let several = log.lines().filter_map(begun).nth(1).is_some();
    let mut case = None;
    let mut problems = Vec::new();
    for line in log.lines() {
        case = begun(line).or(case);
        if let Some(text) = problem(line) {
            problems.push(match case {
                Some(case) if several => format!("{case}: {text}"),
                _ => text,
            });
        }
        if line.strip_prefix(MARK) == Some("exit") {
            case = None;
        }
    }
    problems
}

/// The name of the case that begins with this line.
fn begun(line: &str) -> Option<&str> {
    line.strip_prefix(MARK)?.strip_prefix("begin ")
}

/// Takes what counts against a run out of a line.
fn problem(line: &str) -> Option<String> {
    if is_report(line) {
        return Some(line.trim_start_matches('=').to_owned());
    }
    let said = line.strip_prefix(MARK)?;
    let (kind, text) = said.split_once(' ')?;
    match kind {
        "error" | "fatal" => Some(text.to_owned()),
        "leak" => Some(format!("left behind: {text}")),
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
        assert_eq!(problem("@@standin warning x.cpp:3: hm"), None);
        assert_eq!(problem("error x.cpp:3: only a log line"), None);
    }

    #[test]
    fn a_problem_names_its_case_where_several_ran() {
        let log = "@@standin begin A.x\n@@standin error x.cpp:3: wrong\n@@standin begin A.y\n\
                   @@standin exit\n@@standin leak ticker: one\n";
        assert_eq!(
            problems(log),
            ["A.x: x.cpp:3: wrong".to_owned(), "left behind: ticker: one".to_owned()]
        );
        let one = "@@standin begin A.x\n@@standin error x.cpp:3: wrong\n";
        assert_eq!(problems(one), ["x.cpp:3: wrong".to_owned()]);
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
