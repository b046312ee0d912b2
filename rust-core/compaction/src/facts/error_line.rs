//! Finds lines that report an error, with its code and place.

use super::FactKind;
use super::class::{ceil_boundary, floor_boundary};
use super::scanner::Scanner;

/// The longest part of a line that is kept, in bytes.
const LONGEST: usize = 160;

/// Returns whether a word can be part of an error line. Called for every word, so it checks the
/// first byte first.
pub(super) fn is_hint(word: &[u8]) -> bool {
    match word[0] | 0x20 {
        b'e' => {
            matches!(word.len(), 5 | 6) && word[..5].eq_ignore_ascii_case(b"error")
                || word.eq_ignore_ascii_case(b"exception")
                || word.eq_ignore_ascii_case(b"exit")
                || word.eq_ignore_ascii_case(b"exited")
                || word.ends_with(b"Error")
                || word.ends_with(b"Exception")
        }
        b'f' => {
            word.eq_ignore_ascii_case(b"failed")
                || word.eq_ignore_ascii_case(b"fatal")
                || word.eq_ignore_ascii_case(b"failure")
                || word == b"FAIL"
        }
        b't' if word == b"Traceback" => true,
        b'h' if word == b"HTTP" => true,
        b'a' if word == b"Assertion" => true,
        b'e'..=b'z' | b'a'..=b'd' => {
            let last = word[word.len() - 1];
            (last == b'r' && word.ends_with(b"Error"))
                || (last == b'n' && word.ends_with(b"Exception"))
        }
        _ => false,
    }
}

/// Examines the line around a hint and takes it if it reports an error.
pub(super) fn take(scanner: &mut Scanner<'_, '_, '_>, start: usize, end: usize) {
    if start < scanner.error_until {
        return;
    }
    let text = scanner.text;
    // A line without end (a minified result) is examined only around the hint.
    let from = scanner.line.max(ceil_boundary(text, start.saturating_sub(100)));
    let to = scanner.line_end(end, LONGEST);
    if &text[start..end] == "Traceback" {
        if text[end..to].starts_with(" (most recent call last)") {
            scanner.open_traceback();
            scanner.error_until = to;
        }
        return;
    }
    if !reports(&text[from..start], &text[start..end], &text[end..to], scanner.out.is_prose()) {
        return;
    }
    let line = text[from..to].trim();
    scanner.out.add(FactKind::Error, &line[..floor_boundary(line, LONGEST.max(end - from))]);
    scanner.error_until = to;
}

/// Returns whether a line reports an error, judging by the hint and by what comes before and after
/// it.
fn reports(before: &str, hint: &str, after: &str, prose: bool) -> bool {
    if is_source_text(before, hint, after) || counts_none(before, after) {
        return false;
    }
    let lead = before.trim_start();
    match hint {
        "exit" | "Exit" | "exited" | "Exited" => has_exit_code(after),
        "HTTP" => has_error_status(after),
        // Go's `--- FAIL: TestDoor (0.00s)`, `FAIL\texample.com/door`, Jest's
        // `FAIL src/door.test.js`.
        "FAIL" => {
            !prose
                && matches!(lead.trim_end(), "" | "---")
                && after.starts_with([':', '\t', ' '])
                && !after.trim_start_matches([':', '\t', ' ']).is_empty()
        }
        // ESLint's `✖ 3 problems (2 errors, 1 warning)`.
        "errors" | "error" if lead.starts_with('✖') => {
            before.trim_end().ends_with(|c: char| c.is_ascii_digit())
        }
        "failed" | "Failed" | "FAILED" | "failure" | "Failure" | "FAILURE" | "Assertion" => {
            if prose {
                after.starts_with(':') || hint == "FAILED"
            } else {
                !before.ends_with(['"', '\'', '.', '_'])
                    && !after.starts_with(['"', '\'', '(', '='])
            }
        }
        _ if hint.len() > 6 && (hint.ends_with("Error") || hint.ends_with("Exception")) => {
            // `ValueError: …` at the head of a line (`E   ` is pytest's mark),
            // or inside a JSON text.
            after.starts_with(": ")
                && lead
                    .trim_start_matches(|c: char| {
                        c.is_ascii_alphanumeric() || ".-_ :\"{\\/[]()*".contains(c)
                    })
                    .is_empty()
                && lead.len() < 60
        }
        _ => has_message(after, prose),
    }
}

/// Returns whether a line is source code that names an error but reports none.
fn is_source_text(before: &str, hint: &str, after: &str) -> bool {
    let lead = before.trim_start();
    after.trim_matches([':', ' ', '\r']).is_empty() && !hint.starts_with(['F', 'f', 'e'])
        || lead.starts_with("except")
        || lead.starts_with("raise ")
        || lead.starts_with(':')
        || before.trim_end().ends_with(" as")
        || before.ends_with(['$', '>'])
}

/// Returns whether `exit` is followed by a code other than 0.
fn has_exit_code(after: &str) -> bool {
    let code = after.trim_start_matches(" with").trim_start_matches(" code");
    code.len() < after.len()
        && code
            .trim_start_matches([' ', ':', '='])
            .starts_with(|c: char| matches!(c, '1'..='9' | '-'))
}

/// Returns whether `HTTP` is followed by an error status: `HTTP 503`, `HTTP/1.1 503 Service
/// Unavailable`.
fn has_error_status(after: &str) -> bool {
    let version = |c: char| c.is_ascii_digit() || c == '.';
    let status = match after.strip_prefix('/') {
        Some(rest) => rest.trim_start_matches(version),
        None => after,
    };
    let status = status.trim_start().as_bytes();
    matches!(status, [b'4' | b'5', b'0'..=b'9', b'0'..=b'9', ..])
        && status.get(3).is_none_or(|byte| !byte.is_ascii_alphanumeric())
}

/// Returns whether `error` is followed by a message or a code: `error: no door`, `error[E0308]`,
/// `error C2065`.
fn has_message(after: &str, prose: bool) -> bool {
    let after = after.trim_start_matches("(s)");
    match after.as_bytes() {
        [b':', rest, ..] => !prose || *rest == b' ',
        [b'['] => false,
        [b'[', code, ..] => code.is_ascii_alphanumeric(),
        [b' ', code, digit, ..] => code.is_ascii_uppercase() && has_code(&after[1..], *digit),
        _ => false,
    }
}

/// Returns whether a line counts failures and finds none: `0 failed`, `0 tests failed`, `Failures:
/// 0`, `errors=0`.
fn counts_none(before: &str, after: &str) -> bool {
    let mut words = before.split_whitespace().rev();
    if words.by_ref().take(2).any(|word| word.trim_start_matches('(') == "0") {
        return true;
    }
    let count = after.trim_start_matches(['s', '(', ')']).trim_start();
    let Some(count) = count.strip_prefix([':', '=']) else {
        return false;
    };
    let count = count.trim_start();
    count.starts_with('0')
        && count[1..].chars().next().is_none_or(|c| matches!(c, ',' | ' ' | ';' | ')' | '\r'))
}

/// Returns whether a text begins with capitals and digits: `C2065`, `LNK2019`.
fn has_code(text: &str, second: u8) -> bool {
    let capitals = text.bytes().take_while(u8::is_ascii_uppercase).count();
    let digits = text.bytes().skip(capitals).take_while(u8::is_ascii_digit).count();
    (second.is_ascii_digit() || second.is_ascii_uppercase()) && capitals <= 5 && digits >= 2
}
