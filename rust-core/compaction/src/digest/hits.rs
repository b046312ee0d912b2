//! What a search found, by file.

use std::fmt::Write;

use super::cut;

/// The maximum number of lines that are read.
const MOST_LINES: usize = 4_000;
/// Longer text is not taken for a path.
const LONGEST_PATH: usize = 260;
/// Characters of a matching line that are shown.
const SHOWN_CHARS: usize = 60;

/// What a search found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Hits<'t> {
    /// The files in order of appearance, each with its matches.
    files: Vec<(&'t str, Vec<Match<'t>>)>,
    /// Matches beyond the lines that were read.
    more: usize,
}

/// A match: the number of its line, and the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Match<'t> {
    line: &'t str,
    text: &'t str,
}

impl<'t> Hits<'t> {
    /// Reads `path:line: text`, as most tools print matches, and bare paths. `None` if fewer than
    /// half of the lines have one of these forms.
    pub(super) fn of(text: &'t str) -> Option<Self> {
        let mut hits = Self::default();
        let (mut taken, mut others, mut seen) = (0, 0, 0);
        for line in text.lines().map(str::trim_end).filter(|line| !line.trim().is_empty()) {
            seen += 1;
            if seen > MOST_LINES {
                hits.more += 1;
                continue;
            }
            match place(line) {
                Some((path, found)) => {
                    taken += 1;
                    match hits.files.last_mut() {
                        Some((last, matches)) if *last == path => matches.extend(found),
                        _ => hits.files.push((path, found.into_iter().collect())),
                    }
                }
                None => others += 1,
            }
        }
        (taken > 0 && taken * 2 >= others).then_some(hits)
    }

    /// Returns whether any line numbers are given; otherwise it is a list of files.
    pub(super) fn names_lines(&self) -> bool {
        self.files.iter().any(|file| !file.1.is_empty())
    }

    /// `11 in 6 files`, `6 files`.
    pub(super) fn count(&self) -> String {
        let matches: usize = self.files.iter().map(|file| file.1.len()).sum();
        let files = self.files.len();
        let plural = if files == 1 { "" } else { "s" };
        let more = if self.more > 0 { "+" } else { "" };
        match matches {
            0 => format!("{files}{more} file{plural}"),
            _ => format!("{}{more} in {files} file{plural}", matches + self.more),
        }
    }

    /// The files with the numbers of their matching lines, the first match of
    /// each quoted, within `max` characters: `Door.cpp:29, 57 if (x); Door.h:37
    /// …`.
    pub(super) fn by_file(&self, max: usize) -> String {
        let mut out = String::new();
        // Line numbers of every file first; quoted matches if there is room.
        let numbers: usize = self.files.iter().map(|file| file.0.len() + 12).sum();
        let spare = max.saturating_sub(numbers) / self.files.len().max(1);
        for (nth, (path, matches)) in self.files.iter().enumerate() {
            let mut line = (*path).to_owned();
            for (at, found) in matches.iter().enumerate().take(8) {
                let _ = write!(line, "{}{}", if at == 0 { ":" } else { ", " }, found.line);
            }
            if matches.len() > 8 {
                let _ = write!(line, " +{}", matches.len() - 8);
            }
            if let Some(first) = matches.first().filter(|_| spare >= 16) {
                let words = cut::ellipsis(first.text.trim(), spare.min(SHOWN_CHARS));
                if !words.is_empty() {
                    let _ = write!(line, " {words}");
                }
            }
            let lead = if out.is_empty() { "" } else { "; " };
            if out.chars().count() + lead.len() + line.chars().count() + 10 > max {
                if !out.is_empty() {
                    let _ = write!(out, "; +{} files", self.files.len() - nth);
                }
                break;
            }
            out.push_str(lead);
            out.push_str(&line);
        }
        out
    }
}

/// The path at the head of a line, and the match if the line has a line number.
fn place(line: &str) -> Option<(&str, Option<Match<'_>>)> {
    // Windows drives have a colon of their own.
    let skip = if line.get(1..3).is_some_and(|it| it == ":\\" || it == ":/") { 2 } else { 0 };
    let end = memchr::memchr(b':', &line.as_bytes()[skip..]).map(|at| at + skip);
    let path = line[..end.unwrap_or(line.len())].trim();
    if !is_path(path) {
        return None;
    }
    let Some(end) = end else { return Some((path, None)) };
    let rest = &line[end + 1..];
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let text = rest[digits..].strip_prefix(':')?;
    if digits == 0 {
        return None;
    }
    // `path:line:column: text`.
    let column = text.bytes().take_while(u8::is_ascii_digit).count();
    let text = match text[column..].strip_prefix(':') {
        Some(rest) if column > 0 => rest,
        _ => text,
    };
    Some((path, Some(Match { line: &rest[..digits], text })))
}

fn is_path(text: &str) -> bool {
    (3..LONGEST_PATH).contains(&text.len())
        && (text.contains(['/', '\\']) || text.contains('.'))
        && !text.contains(char::is_whitespace)
        && !text.starts_with(['<', '{', '(', '"'])
        && !text.ends_with('.')
        && !text.contains("://")
}

/// Returns whether a search found nothing.
pub(super) fn is_none(text: &str) -> bool {
    let text = text.trim();
    if text.is_empty() || text == "[]" || text == "{}" {
        return true;
    }
    if text.len() > 400 {
        return false;
    }
    let first = text.lines().next().unwrap_or_default().trim().to_ascii_lowercase();
    let starts = |words: &str| first.starts_with(words);
    let counts = ["matches", "match", "results", "result", "hits", "files", "assets", "packages"];
    let none = counts.iter().any(|what| {
        ["no ", "0 ", "found 0 ", "found no "].iter().any(|no| {
            first.strip_prefix(no).is_some_and(|rest| {
                rest.strip_prefix(what).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
            })
        })
    });
    none || starts("no matching ")
        || starts("nothing found")
        || starts("nothing matches")
        || starts("no such symbol")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hits_are_told_by_file_with_their_lines() {
        let text = "5 matches in 3 files\nSource/Door.cpp:29:\tif (Key.IsNone())\n\
            Source/Door.cpp:57:\tOpen();\nDocs/doors.md:9:4: `HasKey` is gone\n\
            D:/Work/a.ini:148:;+x\nbash-$\n";
        let hits = Hits::of(text).unwrap();
        assert_eq!(hits.count(), "4 in 3 files");
        assert_eq!(
            hits.by_file(200),
            "Source/Door.cpp:29, 57 if (Key.IsNone()); Docs/doors.md:9 `HasKey` is gone; \
             D:/Work/a.ini:148 ;+x"
        );
        assert_eq!(hits.by_file(50), "Source/Door.cpp:29, 57; Docs/doors.md:9; +1 files");
        let files = Hits::of("/src/fields.py\n/src/door.py\n").unwrap();
        assert_eq!(
            (files.count(), files.by_file(80)),
            ("2 files".to_owned(), "/src/fields.py; /src/door.py".to_owned())
        );
        assert_eq!(Hits::of("All is well here.\nNothing to see."), None);
    }

    #[test]
    fn a_search_without_hits_is_known_by_its_words() {
        for text in [
            "",
            " \n",
            "[]",
            "No matches found",
            "0 results",
            "Found 0 matches for \"x\" in /src",
            "No files found.",
            "no matching assets",
        ] {
            assert!(is_none(text), "{text}");
        }
        for text in ["a.rs:1: No matches", "10 matches in 2 files", "No problem", "0 errors", "10"]
        {
            assert!(!is_none(text), "{text}");
        }
    }
}
