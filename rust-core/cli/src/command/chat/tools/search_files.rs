//! Finds lines in files.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};

use ignore::WalkBuilder;
use regex::bytes::{Regex, RegexBuilder};
use serde_json::{Value, json};
use vibeue_core::provider::ToolDefinition;

use super::{Answer, Folder, text};

pub(super) const NAME: &str = "search_files";

/// The most lines of one answer.
const MOST: usize = 200;
/// The most bytes of a line that are shown.
const MOST_SHOWN: usize = 300;
/// The most bytes of one file that are searched.
const MOST_OF_FILE: u64 = 16 * 1024 * 1024;
/// The most bytes of one search.
const MOST_OF_SEARCH: u64 = 512 * 1024 * 1024;

pub(super) fn definition() -> ToolDefinition {
    ToolDefinition {
        name: NAME.to_owned(),
        description: format!(
            "Finds lines by a regular expression, in any case unless case_sensitive is true; at \
             most {MOST}."
        ),
        parameters: json!({"type": "object", "properties": {
            "pattern": {"type": "string", "description": "The regular expression."},
            "path": {"type": "string", "description": "The file or folder; the top one otherwise."},
            "case_sensitive": {"type": "boolean"}},
            "required": ["pattern"]}),
    }
}

pub(super) fn run(folder: &Folder, arguments: &Value) -> Answer {
    let pattern = text(arguments, "pattern").ok_or("pattern is missing")?;
    let exact = arguments.get("case_sensitive").and_then(Value::as_bool).unwrap_or(false);
    let pattern = RegexBuilder::new(pattern)
        .case_insensitive(!exact)
        .size_limit(1 << 20)
        .build()
        .map_err(|error| format!("the pattern is not a regular expression: {error}"))?;
    let real = folder.find(text(arguments, "path").unwrap_or("."))?;
    let walk = WalkBuilder::new(&real)
        .follow_links(false)
        .require_git(false)
        .sort_by_file_name(Ord::cmp)
        .build();
    let mut found = Found { out: String::new(), lines: 0 };
    let mut left = MOST_OF_SEARCH;
    for entry in walk.flatten().filter(|e| e.file_type().is_some_and(|kind| kind.is_file())) {
        let Ok(file) = File::open(entry.path()) else { continue };
        let most = MOST_OF_FILE.min(left);
        if most == 0 {
            found.out.push_str("[stopped: too much to search; name a folder below]\n");
            break;
        }
        let name = folder.name(entry.path());
        // A file that cannot be read to its end gives what it gave.
        left -= search(file.take(most), &name, &pattern, &mut found).min(left);
        if found.lines == MOST {
            found.out.push_str("[stopped: there may be more; search more narrowly]\n");
            break;
        }
    }
    if found.out.is_empty() {
        found.out.push_str("[nothing found]\n");
    }
    Ok(found.out)
}

/// What was found so far.
struct Found {
    out: String,
    lines: usize,
}

/// Searches one file; returns the bytes that were read.
fn search(file: impl std::io::Read, name: &str, pattern: &Regex, found: &mut Found) -> u64 {
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    let mut bytes = 0;
    let mut at = 0;
    loop {
        line.clear();
        match reader.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return bytes,
            Ok(read) => bytes += read as u64,
        }
        at += 1;
        if at == 1 && line.contains(&0) {
            return bytes;
        }
        let text = line.trim_ascii_end();
        if let Some(hit) = pattern.find(text) {
            let shown = around(text, hit.start());
            found.out.push_str(&format!("{name}:{at}: {shown}\n"));
            found.lines += 1;
            if found.lines == MOST {
                return bytes;
            }
        }
    }
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
    use super::*;

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
        let search = |arguments: Value| run(&folder, &arguments).unwrap();
        assert_eq!(
            search(json!({"pattern": "door"})),
            "a.txt:1: Door\nb/c.txt:1: the door (BP_Door)\n"
        );
        assert_eq!(search(json!({"pattern": "^Door", "case_sensitive": true})), "a.txt:1: Door\n");
        assert_eq!(
            search(json!({"pattern": "BP_\\w+", "path": "b"})),
            "b/c.txt:1: the door (BP_Door)\n"
        );
        assert_eq!(search(json!({"pattern": "window"})), "[nothing found]\n");
        assert!(run(&folder, &json!({"pattern": "("})).unwrap_err().contains("not a regular"));
    }

    #[test]
    fn long_lines_are_cut_around_the_hit_and_many_hits_are_stopped() {
        let (place, folder) = place();
        let line = format!("{}needle{}\n", "x".repeat(5_000), "y".repeat(5_000));
        std::fs::write(place.path().join("long"), line).unwrap();
        let found = run(&folder, &json!({"pattern": "needle"})).unwrap();
        assert!(found.starts_with("long:1: …x") && found.contains("needle") && found.len() < 400);
        std::fs::write(place.path().join("many"), "hit\n".repeat(1_000)).unwrap();
        let found = run(&folder, &json!({"pattern": "hit"})).unwrap();
        assert_eq!(found.lines().count(), MOST + 1);
        assert!(found.ends_with("search more narrowly]\n"));
    }
}
