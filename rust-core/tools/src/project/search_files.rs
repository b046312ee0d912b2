//! Finds lines in files.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read as _};
use std::path::Path;

use regex::bytes::{Regex, RegexBuilder};
use serde_json::{Value, json};
use vibeue_provider::ToolDefinition;

use super::file_kind::{HEAD, not_text};
use super::secrets::{Discretion, MOST_MASKED, Masked, SECRET, Showing};
use super::walk::walk;
use super::{Answer, Folder, MOST_BYTES, PassedOver, text};
use crate::Allowance;

pub(super) const NAME: &str = "search_files";

/// The maximum number of lines of one answer.
const MOST: usize = 200;
/// The maximum number of bytes of a line that are shown.
const MOST_SHOWN: usize = 300;
/// The maximum number of bytes of one file that are searched; a line has no more, either.
const MOST_OF_FILE: u64 = MOST_MASKED;
/// The maximum number of bytes of one search.
const MOST_OF_SEARCH: u64 = 512 * MEBIBYTE;
const MEBIBYTE: u64 = 1024 * 1024;

pub(super) fn definition() -> ToolDefinition {
    ToolDefinition {
        name: NAME.to_owned(),
        description: format!(
            "Finds lines by a regular expression, in any case unless case_sensitive is true; at \
             most {MOST}. What .gitignore leaves out and hidden files are not searched."
        ),
        parameters: json!({"type": "object", "properties": {
            "pattern": {"type": "string", "description": "The regular expression."},
            "path": {"type": "string", "description": "The file or folder; the root if omitted."},
            "case_sensitive": {"type": "boolean"}},
            "required": ["pattern"]}),
    }
}

pub(super) fn run(folder: &Folder, arguments: &Value, allowance: &Allowance) -> Answer {
    let pattern = text(arguments, "pattern").ok_or("pattern is missing")?;
    let exact = arguments.get("case_sensitive").and_then(Value::as_bool).unwrap_or(false);
    let pattern = RegexBuilder::new(pattern)
        .case_insensitive(!exact)
        .size_limit(1 << 20)
        .build()
        .map_err(|error| format!("the pattern is not a regular expression: {error}"))?;
    let given = text(arguments, "path").unwrap_or(".");
    let real = folder.find(given)?;
    let mut search = Search {
        pattern,
        allowance,
        discretion: Discretion::new(folder, allowance),
        given: real.is_file().then(|| Path::new(given)),
        out: String::new(),
        lines: 0,
        left: MOST_OF_SEARCH,
        ended: None,
    };
    let mut passed = PassedOver::default();
    let walked = walk(folder, &real, None, allowance, &mut passed, |entry, passed| {
        if entry.file_type().is_some_and(|kind| kind.is_file()) {
            search.file(entry.path(), &folder.name(entry.path()), passed);
        }
        search.ended.is_none()
    });
    let Search { mut out, ended, .. } = search;
    let ended = walked.err().or(ended);
    if out.is_empty() {
        // More than "nothing" may follow: what was skipped.
        out.push_str("[nothing found]\n");
    }
    passed.write(&mut out);
    if let Some(why) = ended {
        out.push_str(&format!("[{why}; search more narrowly, or name a folder below]\n"));
    }
    Ok(out)
}

/// A running search.
struct Search<'a> {
    pattern: Regex,
    allowance: &'a Allowance,
    discretion: Discretion<'a>,
    /// The name of the one file that is searched.
    given: Option<&'a Path>,
    /// What was found so far.
    out: String,
    lines: usize,
    /// Bytes that may still be read.
    left: u64,
    /// Why it ended early.
    ended: Option<String>,
}

impl Search<'_> {
    /// Searches one file.
    fn file(&mut self, path: &Path, name: &str, passed: &mut PassedOver) {
        if self.left == 0 {
            let most = MOST_OF_SEARCH / MEBIBYTE;
            self.ended = Some(format!("stopped: {most} MiB were searched"));
            return;
        }
        let showing = self.discretion.of(path, self.given);
        if showing == Showing::Nothing {
            return passed.note(format!("{name} was not searched: {SECRET}"));
        }
        let most = MOST_OF_FILE.min(self.left);
        let outcome = File::open(path).and_then(|file| {
            let size = file.metadata()?.len();
            let mut reader = BufReader::with_capacity(HEAD, file.take(most));
            if not_text(reader.fill_buf()?).is_some() {
                passed.binary();
                return Ok(());
            }
            let read = match showing {
                // What is not shown is not found, either: otherwise it could be guessed character
                // by character.
                Showing::Masked => {
                    let mut content = Vec::new();
                    let read = reader.read_to_end(&mut content)?;
                    let masked = Masked::of_bytes(&content, size > read as u64);
                    passed.masked(masked.values);
                    self.lines(&mut Cursor::new(masked.text), name)?;
                    read as u64
                }
                Showing::All | Showing::Nothing => self.lines(&mut reader, name)?,
            };
            self.left = self.left.saturating_sub(read);
            if read >= most && size > read && self.ended.is_none() {
                let (read, size) = (shown(read), shown(size));
                passed.note(format!("only the first {read} of {name} ({size}) were searched"));
            }
            Ok(())
        });
        if let Err(error) = outcome {
            passed.unreadable(name, &error);
        }
    }

    /// Searches all lines; returns the bytes that were read.
    fn lines(&mut self, reader: &mut impl BufRead, name: &str) -> io::Result<u64> {
        let mut line = Vec::new();
        let mut bytes = 0;
        let mut at = 0;
        loop {
            self.ended = self.allowance.is_over();
            if self.ended.is_some() {
                return Ok(bytes);
            }
            line.clear();
            let read = reader.read_until(b'\n', &mut line)?;
            if read == 0 {
                return Ok(bytes);
            }
            bytes += read as u64;
            at += 1;
            let text = line.trim_ascii_end();
            if let Some(hit) = self.pattern.find(text) {
                let shown = around(text, hit.start());
                self.out.push_str(&format!("{name}:{at}: {shown}\n"));
                self.lines += 1;
                if self.lines == MOST || self.out.len() > MOST_BYTES {
                    self.ended = Some("stopped: there may be more".to_owned());
                    return Ok(bytes);
                }
            }
        }
    }
}

/// A readable number of bytes.
fn shown(bytes: u64) -> String {
    if bytes < MEBIBYTE { format!("{bytes} bytes") } else { format!("{} MiB", bytes / MEBIBYTE) }
}

/// The part of a line around a hit.
fn around(line: &[u8], hit: usize) -> String {
    if line.len() <= MOST_SHOWN {
        return String::from_utf8_lossy(line).into_owned();
    }
    let from = hit.saturating_sub(MOST_SHOWN / 3).min(line.len() - MOST_SHOWN);
    format!("…{}…", String::from_utf8_lossy(&line[from..from + MOST_SHOWN]))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ample, spent};
    use super::*;

    const BINARY: &str = "[1 file that is not text was passed over]\n";

    fn find(folder: &Folder, arguments: &Value) -> Answer {
        run(folder, arguments, &ample())
    }

    fn place() -> (tempfile::TempDir, Folder) {
        let place = tempfile::tempdir().unwrap();
        std::fs::write(place.path().join("a.txt"), "Door\nnothing\n").unwrap();
        std::fs::create_dir(place.path().join("b")).unwrap();
        std::fs::write(place.path().join("b/c.txt"), "the door (BP_Door)\n").unwrap();
        std::fs::write(place.path().join("d.bin"), b"door\0\n").unwrap();
        let folder = Folder::open(place.path()).unwrap();
        (place, folder)
    }

    #[test]
    fn lines_are_found_in_any_case_in_all_text_files() {
        let (_place, folder) = place();
        let search = |arguments: Value| find(&folder, &arguments).unwrap();
        assert_eq!(
            search(json!({"pattern": "door"})),
            "a.txt:1: Door\nb/c.txt:1: the door (BP_Door)\n\
             [1 file that is not text was passed over]\n"
        );
        assert_eq!(
            search(json!({"pattern": "^Door", "case_sensitive": true})),
            format!("a.txt:1: Door\n{BINARY}")
        );
        assert_eq!(
            search(json!({"pattern": "BP_\\w+", "path": "b"})),
            "b/c.txt:1: the door (BP_Door)\n"
        );
        assert_eq!(search(json!({"pattern": "window"})), format!("[nothing found]\n{BINARY}"));
        assert!(find(&folder, &json!({"pattern": "("})).unwrap_err().contains("not a regular"));
    }

    #[test]
    fn what_holds_secrets_is_named_and_not_searched() {
        let place = tempfile::tempdir().unwrap();
        std::fs::write(place.path().join("a.txt"), "no door\n").unwrap();
        std::fs::write(place.path().join("server.key"), "the door's key\n").unwrap();
        let folder = Folder::open(place.path()).unwrap();
        let told = "[not complete: server.key was not searched: a file of that name usually holds secrets]\n";
        let found = find(&folder, &json!({"pattern": "door"}));
        assert_eq!(found, Ok(format!("a.txt:1: no door\n{told}")));
        let alone = find(&folder, &json!({"pattern": "door", "path": "server.key"}));
        assert_eq!(alone, Ok(format!("[nothing found]\n{told}")));
    }

    #[test]
    fn credentials_in_a_file_of_configuration_are_not_found_by_any_pattern() {
        let place = tempfile::tempdir().unwrap();
        std::fs::create_dir(place.path().join(".git")).unwrap();
        let token = format!("ghp_{}", "a1B2".repeat(9));
        let config = format!("[remote \"origin\"]\n\turl = https://u:{token}@github.com/a/b\n");
        std::fs::write(place.path().join(".git/config"), config).unwrap();
        let folder = Folder::open(place.path()).unwrap();
        let told = "[not shown and not searched: 1 value that looks like a credential]\n";
        let search = |pattern: &str| find(&folder, &json!({"path": ".git", "pattern": pattern}));
        assert_eq!(
            search("url"),
            Ok(format!(".git/config:2: \turl = https://u:[secret]@github.com/a/b\n{told}"))
        );
        for pattern in ["ghp_", "a1B2", "u:g"] {
            assert_eq!(search(pattern), Ok(format!("[nothing found]\n{told}")), "{pattern}");
        }
    }

    #[test]
    fn long_lines_are_cut_around_the_hit_and_many_hits_are_stopped() {
        let (place, folder) = place();
        let line = format!("{}needle{}\n", "x".repeat(5_000), "y".repeat(5_000));
        std::fs::write(place.path().join("long"), line).unwrap();
        let found = find(&folder, &json!({"pattern": "needle"})).unwrap();
        assert!(found.starts_with("long:1: …x") && found.contains("needle") && found.len() < 400);
        std::fs::write(place.path().join("many"), "hit\n".repeat(1_000)).unwrap();
        let found = find(&folder, &json!({"pattern": "hit"})).unwrap();
        // After the lines: the file that is not text, and why the result ends.
        assert_eq!(found.lines().count(), MOST + 2);
        assert!(found.ends_with(
            "[stopped: there may be more; search more narrowly, or name a folder below]\n"
        ));
    }

    #[test]
    fn a_file_that_is_searched_in_part_says_so_also_where_nothing_was_found() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path()).unwrap();
        let mut file = File::create(place.path().join("big.log")).unwrap();
        io::Write::write_all(&mut file, &b"x".repeat(2 * HEAD)).unwrap();
        // Sparse: 20 GiB take no room.
        file.set_len(20 << 30).unwrap();
        assert_eq!(
            find(&folder, &json!({"pattern": "needle"})),
            Ok("[nothing found]\n[not complete: only the first 16 MiB of big.log (20480 MiB) were \
                searched]\n"
                .to_owned())
        );
    }

    #[test]
    fn a_search_whose_time_is_over_says_so() {
        let (_place, folder) = place();
        let found = run(&folder, &json!({"pattern": "door"}), &spent()).unwrap();
        assert_eq!(
            found,
            "[nothing found]\n[stopped: 0 seconds have passed; search more narrowly, or name a folder \
             below]\n"
        );
    }
}
