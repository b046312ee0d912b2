//! The process of a server or an agent, with everything that it started: its guard, its environment
//! and its last words.

#[cfg(unix)]
#[expect(unsafe_code, reason = "sets of signals, and what a child does before it is a program")]
mod broken_pipe;
mod environment;
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "what a child does before it is a program")]
mod family;
#[cfg(windows)]
#[expect(unsafe_code, reason = "jobs and their handles, which the system gives by pointers")]
mod job;
mod mark;
mod program;
mod stderr_tail;

use std::io;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

#[cfg(target_os = "linux")]
pub use family::{adopt_orphans, end_orphans};

#[cfg(unix)]
use broken_pipe::begin_with_broken_pipes;
#[cfg(unix)]
pub use broken_pipe::survive_broken_pipes;
use environment::harmless;
use mark::MARK;
pub use program::has_program;
pub use stderr_tail::StderrTail;

/// How long a program may take to end once its input was closed, and once it was
/// asked to.
const GRACE: Duration = Duration::from_millis(700);

/// A running program with its guard.
///
/// Dropping this kills it with its group; [`Process::end`] also finds processes that left the
/// group.
#[derive(Debug)]
pub struct Process {
    child: Child,
    #[cfg(target_os = "linux")]
    family: family::Family,
    #[cfg(windows)]
    _job: job::Job,
    #[cfg(unix)]
    group: Option<rustix::process::Pid>,
}

/// The standard streams of a program.
#[derive(Debug)]
pub struct Streams {
    /// Its standard input.
    pub stdin: ChildStdin,
    /// Its standard output.
    pub stdout: ChildStdout,
    /// Its standard error.
    pub stderr: ChildStderr,
}

/// Starts a program with an environment of its own. On Windows its name means
/// what it means to a shell there: `npx` is `npx.cmd`.
///
/// # Errors
/// If it cannot be started, or, on Windows, cannot be put into a job: in that case none of it has
/// run.
pub fn start(
    program: &Path,
    arguments: &[String],
    environment: &std::collections::BTreeMap<String, String>,
    folder: Option<&Path>,
) -> io::Result<(Process, Streams)> {
    let mark = mark();
    #[cfg(windows)]
    let program = &program::resolved(program, environment);
    let mut command = Command::new(program);
    command
        .args(arguments)
        .env_clear()
        .envs(harmless(std::env::vars_os()))
        .envs(environment)
        .env(MARK, &mark)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    if let Some(folder) = folder {
        command.current_dir(folder);
    }
    #[cfg(unix)]
    command.process_group(0);
    #[cfg(unix)]
    begin_with_broken_pipes(&mut command);
    #[cfg(target_os = "linux")]
    family::dies_with_us(&mut command);
    #[cfg(windows)]
    {
        use windows_sys::Win32::System::Threading::{CREATE_NO_WINDOW, CREATE_SUSPENDED};
        // No console window appears in front of the editor, and it does not run before it is in its
        // job.
        command.creation_flags(CREATE_NO_WINDOW | CREATE_SUSPENDED);
    }
    let mut child = command.spawn()?;
    let missing = || io::Error::other("the process has no standard streams");
    let streams = Streams {
        stdin: child.stdin.take().ok_or_else(missing)?,
        stdout: child.stdout.take().ok_or_else(missing)?,
        stderr: child.stderr.take().ok_or_else(missing)?,
    };
    let id = child.id();
    // If that fails, the child is dropped and thereby killed.
    #[cfg(windows)]
    let job = match (child.raw_handle(), id) {
        (Some(handle), Some(id)) => job::Job::of(handle, id)?,
        _ => return Err(io::Error::other("the process has ended")),
    };
    let process = Process {
        #[cfg(target_os = "linux")]
        family: family::Family::new(id, mark),
        #[cfg(windows)]
        _job: job,
        #[cfg(unix)]
        group: id.and_then(|id| i32::try_from(id).ok()).and_then(rustix::process::Pid::from_raw),
        child,
    };
    let _ = id;
    Ok((process, streams))
}

/// A mark that no other process on this machine has.
fn mark() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let nanos = since.map_or(0, |since| since.as_nanos());
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("{}-{nanos:x}-{count}", std::process::id())
}

impl Process {
    /// Waits until the process ends, and returns how.
    pub async fn ended(&mut self) -> String {
        match self.child.wait().await {
            Ok(status) => how(status),
            Err(error) => format!("it cannot be waited for: {error}"),
        }
    }

    /// Remembers what it has started so far: processes that later detach are found nevertheless.
    pub fn look(&mut self) {
        #[cfg(target_os = "linux")]
        self.family.look();
    }

    /// Ends the process and everything that it started: first by the end of its input, which the
    /// caller closed, then by a request, then by force.
    pub async fn end(mut self) {
        self.look();
        if timeout(GRACE, self.child.wait()).await.is_err() {
            self.ask_to_end();
            let _ = timeout(GRACE, self.child.wait()).await;
        }
        self.kill_group();
        #[cfg(target_os = "linux")]
        self.family.end().await;
        let _ = self.child.start_kill();
        let _ = timeout(GRACE, self.child.wait()).await;
    }

    fn ask_to_end(&self) {
        #[cfg(unix)]
        if let Some(group) = self.group {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::TERM);
        }
    }

    fn kill_group(&self) {
        #[cfg(unix)]
        if let Some(group) = self.group {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Once it was waited for, its id may belong to another process.
        if self.child.id().is_some() {
            self.kill_group();
        }
    }
}

fn how(status: std::process::ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("it was ended by signal {signal}");
    }
    match status.code() {
        Some(code) => format!("it ended with code {code}"),
        None => "it ended".to_owned(),
    }
}
