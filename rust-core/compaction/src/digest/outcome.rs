//! How a tool round went, from the flag and the words of its result.

use std::cell::LazyCell;
use std::sync::LazyLock;

use memchr::memmem::Finder;
use serde_json::Value;

use super::json_value;
use crate::facts::{ErrorLines, error_lines};
use vibeue_conversation::ToolResult;

/// How a tool round went.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Outcome {
    /// The call did not do what it should have done.
    pub(crate) failed: bool,
    /// The exit code, if the result names one.
    pub(crate) exit_code: Option<i64>,
    /// The lines that report errors.
    pub(crate) errors: ErrorLines,
    /// The error message of a JSON result.
    message: Option<String>,
}

impl Outcome {
    /// Reads how the round went; `known` holds the error lines if they were
    /// already read. If the result is `content` that was asked for, its words
    /// say nothing about the outcome.
    pub(crate) fn of(
        result: &ToolResult,
        content: bool,
        text: &str,
        value: Option<&Value>,
        known: Option<&ErrorLines>,
    ) -> Self {
        let errors = LazyCell::new(|| known.cloned().unwrap_or_else(|| error_lines(text)));
        let exit_code = exit_code(text);
        let failed =
            has_failed(result, content, text, value, exit_code, || !errors.lines.is_empty());
        // Content that merely mentions errors did not fail.
        let errors =
            if failed || !content { ErrorLines::clone(&errors) } else { ErrorLines::default() };
        let message = value.and_then(json_value::error_text).map(str::to_owned);
        Self { failed, exit_code, errors, message }
    }

    /// Finds out only whether the call failed, and reads no more of the result
    /// than that needs. `reports_errors` says whether a line of it reports an
    /// error.
    pub(super) fn failed(
        result: &ToolResult,
        content: bool,
        text: &str,
        value: Option<&Value>,
        reports_errors: impl FnOnce() -> bool,
    ) -> bool {
        has_failed(result, content, text, value, exit_code(text), reports_errors)
    }

    /// The first error, or the first line of a result that failed without one.
    pub(crate) fn first_error<'t>(&'t self, text: &'t str) -> Option<&'t str> {
        self.failed.then(|| {
            // In a traceback the error is the exception, not the line where it
            // begins.
            let lines = || self.errors.lines.iter().map(|line| &**line);
            let exception = lines().find(|line| {
                let word = line.split([':', ' ']).next().unwrap_or_default();
                word.ends_with("Error") || word.ends_with("Exception")
            });
            let first = self.message.as_deref().or(exception).or(lines().next());
            first.unwrap_or_else(|| {
                text.lines().map(str::trim).find(|l| !l.is_empty()).unwrap_or("")
            })
        })
    }
}

fn has_failed(
    result: &ToolResult,
    content: bool,
    text: &str,
    value: Option<&Value>,
    exit_code: Option<i64>,
    reports_errors: impl FnOnce() -> bool,
) -> bool {
    result.is_error
        || value.and_then(json_value::failed).unwrap_or_else(|| {
            exit_code.is_some_and(|code| code != 0)
                || begins_with_error(text)
                || (!content && exit_code.is_none() && reports_errors())
        })
}

/// How editing tools report that they changed nothing.
static REFUSALS: LazyLock<[Finder<'_>; 6]> = LazyLock::new(|| {
    [
        "has introduced new syntax error",
        "was not applied",
        "were not applied",
        "No replacement was performed",
        "to replace was not found",
        "did not appear verbatim",
    ]
    .map(Finder::new)
});

/// How short results report that something was not found.
static MISSING: LazyLock<[Finder<'_>; 6]> = LazyLock::new(|| {
    [
        "No such file or directory",
        "command not found",
        "Permission denied",
        "not found.",
        "does not exist",
        "is not recognized as",
    ]
    .map(Finder::new)
});

/// Returns whether a result is nothing but an error.
fn begins_with_error(text: &str) -> bool {
    const STARTS: [&str; 8] = [
        "error:",
        "error ",
        "failed",
        "fatal:",
        "traceback (most",
        "exception:",
        "unable to ",
        "cannot ",
    ];
    let head = text.trim_start();
    let may_be = head.as_bytes().first().is_some_and(|byte| b"eftuc".contains(&(byte | 0x20)));
    may_be
        && STARTS.iter().any(|start| {
            head.get(..start.len()).is_some_and(|lead| lead.eq_ignore_ascii_case(start))
        })
        || holds_any(&*REFUSALS, super::cut::head(text, 300))
        || text.len() < 400 && holds_any(&*MISSING, text)
}

fn holds_any(finders: &[Finder<'_>], text: &str) -> bool {
    finders.iter().any(|finder| finder.find(text.as_bytes()).is_some())
}

/// Returns whether a text contains `exit`, in either case.
fn mentions_exit(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr2_iter(b'x', b'X', bytes).any(|at| {
        at.checked_sub(1)
            .and_then(|from| bytes.get(from..from + 4))
            .is_some_and(|word| word.eq_ignore_ascii_case(b"exit"))
    })
}

/// The last exit code that the result names, near its end or its beginning.
fn exit_code(text: &str) -> Option<i64> {
    // Exit codes are in the last lines, or in the first.
    let tail = super::cut::tail(text, 400);
    let head = super::cut::head(text, 200);
    [tail, head].into_iter().find_map(|part| {
        if !mentions_exit(part) {
            return None;
        }
        let lower = part.to_ascii_lowercase();
        [
            "exit code",
            "exited with code",
            "exit status",
            "exited with",
            "returned exit code",
            "exitcode",
        ]
        .iter()
        .filter_map(|words| {
            let at = lower.rfind(words)?;
            let rest = lower[at + words.len()..].trim_start_matches([' ', ':', '=', '"', '\'']);
            let end = rest
                .char_indices()
                .find(|(at, c)| !(c.is_ascii_digit() || (*at == 0 && *c == '-')))
                .map_or(rest.len(), |found| found.0);
            rest[..end].parse::<i64>().ok()
        })
        .next()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_codes_are_read_where_tools_write_them() {
        assert_eq!(exit_code("ok\n[exit code: 0]"), Some(0));
        assert_eq!(exit_code("Process exited with code 137."), Some(137));
        assert_eq!(exit_code("{\"exit_code\": 2}"), None);
        assert_eq!(exit_code("exit status -1"), Some(-1));
        assert_eq!(exit_code("no code here"), None);
    }
}
