//! Reads a text file, or a part of it.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};

use serde_json::{Value, json};
use vibeue_core::provider::ToolDefinition;

use super::{Answer, Folder, number, text};

pub(super) const NAME: &str = "read_file";

/// Lines of one answer where the model asks for no number.
const LINES: u64 = 400;
/// The most bytes of one answer.
const MOST_BYTES: usize = 64 * 1024;
/// The most bytes of one line that are shown.
const MOST_LINE: u64 = 4 * 1024;

pub(super) fn definition() -> ToolDefinition {
    ToolDefinition {
        name: NAME.to_owned(),
        description: format!(
            "Reads a text file, with line numbers. Gives {LINES} lines from start_line on unless \
             told otherwise and says where to go on."
        ),
        parameters: json!({"type": "object", "properties": {
            "path": {"type": "string", "description": "The file, from the folder on."},
            "start_line": {"type": "integer", "description": "The first line, from 1."},
            "lines": {"type": "integer", "description": "How many lines."}},
            "required": ["path"]}),
    }
}

pub(super) fn run(folder: &Folder, arguments: &Value) -> Answer {
    let path = text(arguments, "path").ok_or("path is missing")?;
    let start = number(arguments, "start_line", 1)?.max(1);
    let wanted = number(arguments, "lines", LINES)?.max(1);
    let real = folder.find(path)?;
    if real.is_dir() {
        return Err(format!("{path} is a folder; use list_files"));
    }
    // A pipe or a device would never end.
    if !real.is_file() {
        return Err(format!("{path} is not a regular file"));
    }
    let failed = |error: std::io::Error| format!("{path}: cannot be read: {error}");
    let mut reader = BufReader::new(File::open(&real).map_err(failed)?);
    let mut out = String::new();
    let mut line = Vec::new();
    let mut at = 0;
    let mut shown = 0;
    loop {
        line.clear();
        // Bounded: one line may be a hundred megabytes.
        let read = (&mut reader).take(MOST_LINE).read_until(b'\n', &mut line).map_err(failed)?;
        if read == 0 {
            break;
        }
        let whole = line.last() == Some(&b'\n');
        if !whole && line.len() as u64 == MOST_LINE {
            skip_line(&mut reader).map_err(failed)?;
        }
        at += 1;
        if at == 1 && line.contains(&0) {
            return Err(format!("{path} is not a text file"));
        }
        if at < start {
            continue;
        }
        if shown == wanted || out.len() > MOST_BYTES {
            out.push_str(&format!("[more lines follow; go on with start_line {at}]\n"));
            return Ok(out);
        }
        let text = String::from_utf8_lossy(&line);
        let cut = if whole || (line.len() as u64) < MOST_LINE { "" } else { " [line cut]" };
        out.push_str(&format!("{at}\t{}{cut}\n", text.trim_end_matches(['\n', '\r'])));
        shown += 1;
    }
    if shown == 0 {
        let lines = if at == 1 { "1 line".to_owned() } else { format!("{at} lines") };
        return Ok(format!("[{path} has {lines}, none from line {start} on]\n"));
    }
    Ok(out)
}

/// Passes over the rest of a line without keeping it.
fn skip_line(reader: &mut impl std::io::BufRead) -> std::io::Result<()> {
    loop {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        if let Some(end) = buffer.iter().position(|byte| *byte == b'\n') {
            reader.consume(end + 1);
            return Ok(());
        }
        let all = buffer.len();
        reader.consume(all);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn workshop() -> (tempfile::TempDir, Folder) {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path()).unwrap();
        (place, folder)
    }

    #[test]
    fn a_file_is_read_in_parts_with_line_numbers() {
        let (place, folder) = workshop();
        std::fs::write(place.path().join("a.txt"), "one\r\ntwo\nthree").unwrap();
        let read = |arguments: Value| run(&folder, &arguments);
        assert_eq!(read(json!({"path": "a.txt"})), Ok("1\tone\n2\ttwo\n3\tthree\n".to_owned()));
        assert_eq!(
            read(json!({"path": "a.txt", "start_line": "2", "lines": 1})),
            Ok("2\ttwo\n[more lines follow; go on with start_line 3]\n".to_owned())
        );
        assert_eq!(
            read(json!({"path": "a.txt", "start_line": 9})),
            Ok("[a.txt has 3 lines, none from line 9 on]\n".to_owned())
        );
    }

    #[test]
    fn huge_lines_binary_files_and_folders_are_handled() {
        let (place, folder) = workshop();
        std::fs::write(place.path().join("long"), ["x".repeat(1 << 20), "\nend\n".into()].concat())
            .unwrap();
        std::fs::write(place.path().join("wrong"), b"a\xffb\n").unwrap();
        std::fs::write(place.path().join("binary"), b"\x7fELF\0\0").unwrap();
        std::fs::create_dir(place.path().join("sub")).unwrap();
        let long = run(&folder, &json!({"path": "long"})).unwrap();
        assert_eq!(long, format!("1\t{} [line cut]\n2\tend\n", "x".repeat(4096)));
        assert_eq!(run(&folder, &json!({"path": "wrong"})), Ok("1\ta\u{fffd}b\n".to_owned()));
        assert_eq!(
            run(&folder, &json!({"path": "binary"})),
            Err("binary is not a text file".to_owned())
        );
        assert_eq!(
            run(&folder, &json!({"path": "sub"})),
            Err("sub is a folder; use list_files".to_owned())
        );
    }
}
