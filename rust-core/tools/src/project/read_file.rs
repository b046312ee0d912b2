//! Reads a text file, or a part of it.

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read as _};
use std::path::Path;

use serde_json::{Value, json};
use vibeue_provider::ToolDefinition;

use super::file_kind::{HEAD, not_text};
use super::secrets::{Discretion, MOST_MASKED, Masked, SECRET, Showing};
use super::{Folder, MOST_BYTES, number, text};
use crate::Allowance;

pub(super) const NAME: &str = "read_file";

/// The default number of lines of one answer.
const LINES: u64 = 400;
/// The maximum number of bytes of one line that are shown.
const MOST_LINE: u64 = 4 * 1024;

pub(super) fn definition() -> ToolDefinition {
    ToolDefinition {
        name: NAME.to_owned(),
        description: format!(
            "Reads a text file, with line numbers. Returns {LINES} lines from start_line by default and says where to continue."
        ),
        parameters: json!({"type": "object", "properties": {
            "path": {"type": "string", "description": "The file's path, relative to the folder."},
            "start_line": {"type": "integer", "description": "The first line, from 1."},
            "lines": {"type": "integer", "description": "How many lines."}},
            "required": ["path"]}),
    }
}

/// A part of a file.
pub(super) struct Page {
    /// Its lines.
    pub(super) text: String,
    /// Whether it is the whole file, with no line cut.
    pub(super) is_whole: bool,
}

impl From<String> for Page {
    /// A part after which more follows.
    fn from(text: String) -> Self {
        Self { text, is_whole: false }
    }
}

pub(super) fn run(
    folder: &Folder,
    arguments: &Value,
    allowance: &Allowance,
) -> Result<Page, String> {
    let path = text(arguments, "path").ok_or("path is missing")?;
    let start = number(arguments, "start_line", 1)?.max(1);
    let wanted = number(arguments, "lines", LINES)?.max(1);
    let Opened { mut reader, note } = open(folder, path, allowance)?;
    let failed = |error: std::io::Error| format!("{path}: cannot be read: {error}");
    let mut line = Vec::new();
    let mut at = 0;
    let mut shown = 0;
    let mut is_whole = start == 1 && note.is_none();
    let mut out = note.map_or_else(String::new, |note| format!("[{note}]\n"));
    let begin = out.len();
    loop {
        if let Some(why) = allowance.is_over() {
            out.push_str(&format!("[{why}, at line {}; search_files may find it]\n", at + 1));
            return Ok(out.into());
        }
        line.clear();
        // Bounded: one line may be a hundred megabytes.
        let read = (&mut reader).take(MOST_LINE).read_until(b'\n', &mut line).map_err(failed)?;
        if read == 0 {
            break;
        }
        let whole = line.last() == Some(&b'\n');
        let cut = !whole && line.len() as u64 == MOST_LINE;
        at += 1;
        if at >= start {
            if shown == wanted || out.len() - begin > MOST_BYTES {
                out.push_str(&format!("[more lines follow; go on with start_line {at}]\n"));
                return Ok(out.into());
            }
            let text = String::from_utf8_lossy(&line);
            let mark = if cut { " [line cut]" } else { "" };
            out.push_str(&format!("{at}\t{}{mark}\n", text.trim_end_matches(['\n', '\r'])));
            shown += 1;
        }
        is_whole &= !cut;
        if cut && !skip_line(&mut reader, allowance).map_err(failed)? {
            out.push_str(&format!(
                "[line {at} is incomplete; the rest of the file was not read]\n"
            ));
            return Ok(out.into());
        }
    }
    if shown == 0 {
        let lines = if at == 1 { "1 line".to_owned() } else { format!("{at} lines") };
        let text = format!("[{path} has {lines}, none from line {start} on]\n");
        return Ok(Page { text, is_whole });
    }
    Ok(Page { text: out, is_whole })
}

/// A file of text, from its beginning on.
pub(super) struct Opened {
    pub(super) reader: Box<dyn BufRead>,
    /// A note about what differs from the file.
    note: Option<String>,
}

/// Opens a text file, as far as it may be shown.
///
/// # Errors
/// Why it is not shown, or what it is if not text, in words for the caller.
pub(super) fn open(folder: &Folder, path: &str, allowance: &Allowance) -> Result<Opened, String> {
    let real = folder.find(path)?;
    if real.is_dir() {
        return Err(format!("{path} is a folder; use list_files"));
    }
    let showing = Discretion::new(folder, allowance).of(&real, Some(Path::new(path)));
    if showing == Showing::Nothing {
        return Err(format!("{path} is not shown: {SECRET}; ask the user for what you need of it"));
    }
    // A pipe or a device would never end.
    if !real.is_file() {
        return Err(format!("{path} is not a regular file"));
    }
    let read = |real: &Path| -> std::io::Result<_> {
        let file = File::open(real)?;
        let size = file.metadata()?.len();
        let mut reader = BufReader::with_capacity(HEAD, file);
        let kind = not_text(reader.fill_buf()?);
        Ok((reader, size, kind))
    };
    let failed = |error: std::io::Error| format!("{path}: cannot be read: {error}");
    match read(&real).map_err(failed)? {
        (reader, size, None) if showing == Showing::Masked => masked(reader, size).map_err(failed),
        (reader, _, None) => Ok(Opened { reader: Box::new(reader), note: None }),
        (_, size, Some(kind)) => Err(format!(
            "{path} is not a text file: {kind}, {size} bytes; this tool reads text alone"
        )),
    }
}

/// Reads a whole file to mask the credentials in it: one may span several lines, with its name
/// before it.
fn masked(reader: BufReader<File>, size: u64) -> std::io::Result<Opened> {
    let mut content = Vec::new();
    reader.take(MOST_MASKED).read_to_end(&mut content)?;
    let is_cut = size > MOST_MASKED;
    let masked = Masked::of_bytes(&content, is_cut);
    let cut = is_cut.then(|| format!("only the first {MOST_MASKED} of its {size} bytes are shown"));
    let notes: Vec<String> = masked.note().into_iter().chain(cut).collect();
    let note = (!notes.is_empty()).then(|| notes.join("; "));
    Ok(Opened { reader: Box::new(Cursor::new(masked.text.into_bytes())), note })
}

/// The maximum number of bytes of a line that are skipped to find the next one.
const MOST_SKIPPED: u64 = 256 * 1024 * 1024;

/// Skips the rest of a line without keeping it; returns whether its end was found in time.
fn skip_line(reader: &mut impl BufRead, allowance: &Allowance) -> std::io::Result<bool> {
    let mut skipped = 0;
    while skipped < MOST_SKIPPED && allowance.is_over().is_none() {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            return Ok(true);
        }
        if let Some(end) = buffer.iter().position(|byte| *byte == b'\n') {
            reader.consume(end + 1);
            return Ok(true);
        }
        let all = buffer.len();
        skipped += all as u64;
        reader.consume(all);
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ample, spent};
    use super::*;

    fn read(folder: &Folder, arguments: &Value) -> Result<String, String> {
        run(folder, arguments, &ample()).map(|page| page.text)
    }

    fn workshop() -> (tempfile::TempDir, Folder) {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path()).unwrap();
        (place, folder)
    }

    #[test]
    fn what_holds_secrets_is_not_shown_nor_by_a_link_to_it() {
        let (place, folder) = workshop();
        std::fs::write(place.path().join(".env"), "KEY=sesame\n").unwrap();
        let refused = |path: &str| {
            let why = "a file of that name usually holds secrets";
            Err(format!("{path} is not shown: {why}; ask the user for what you need of it"))
        };
        assert_eq!(read(&folder, &json!({"path": ".env"})), refused(".env"));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(".env", place.path().join("notes.txt")).unwrap();
            assert_eq!(read(&folder, &json!({"path": "notes.txt"})), refused("notes.txt"));
        }
    }

    #[test]
    fn a_file_of_configuration_is_shown_without_the_credentials_in_it() {
        let (place, folder) = workshop();
        let list = r#"{"mcpServers": {
  "git": {"command": "npx", "env": {"GITHUB_TOKEN": "open-sesame", "DEBUG": "1"}}
}}
"#;
        std::fs::write(place.path().join(".mcp.json"), list).unwrap();
        let shown = "[1 value that looks like a credential is shown as [secret]: leave such values \
                     out of what you edit]\n1\t{\"mcpServers\": {\n2\t  \"git\": {\"command\": \
                     \"npx\", \"env\": {\"GITHUB_TOKEN\": \"[secret]\", \"DEBUG\": \"1\"}}\n3\t}}\n";
        let page = run(&folder, &json!({"path": ".mcp.json"}), &ample()).unwrap();
        assert_eq!((page.text.as_str(), page.is_whole), (shown, false));
        let part = read(&folder, &json!({"path": ".mcp.json", "start_line": 2, "lines": 1}));
        assert!(!part.unwrap().contains("sesame"));
    }

    #[test]
    fn no_more_of_a_file_of_configuration_is_shown_than_was_looked_through() {
        let (place, folder) = workshop();
        let mut file = File::create(place.path().join("big.json")).unwrap();
        std::io::Write::write_all(&mut file, &b"[1]\n".repeat(4 * HEAD)).unwrap();
        file.set_len(MOST_MASKED + 1).unwrap();
        let found = read(&folder, &json!({"path": "big.json", "lines": 1})).unwrap();
        assert_eq!(
            found,
            "[only the first 16777216 of its 16777217 bytes are shown]\n1\t[1]\n[more lines follow; \
             go on with start_line 2]\n"
        );
    }

    #[test]
    fn a_file_is_read_in_parts_with_line_numbers() {
        let (place, folder) = workshop();
        std::fs::write(place.path().join("a.txt"), "one\r\ntwo\nthree").unwrap();
        let read = |arguments: Value| read(&folder, &arguments);
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
    fn a_page_knows_whether_it_is_all_of_the_file() {
        let (place, folder) = workshop();
        std::fs::write(place.path().join("a"), "one\ntwo\n").unwrap();
        std::fs::write(place.path().join("long"), "x".repeat(5_000)).unwrap();
        std::fs::write(place.path().join("empty"), "").unwrap();
        for (arguments, whole) in [
            (json!({"path": "a"}), true),
            (json!({"path": "a", "lines": 2}), true),
            (json!({"path": "a", "lines": 1}), false),
            (json!({"path": "a", "start_line": 2}), false),
            (json!({"path": "long"}), false),
            (json!({"path": "empty"}), true),
        ] {
            let page = run(&folder, &arguments, &ample()).unwrap();
            assert_eq!(page.is_whole, whole, "{arguments}: {}", page.text);
        }
    }

    #[test]
    fn huge_lines_binary_files_and_folders_are_handled() {
        let (place, folder) = workshop();
        std::fs::write(place.path().join("long"), ["x".repeat(1 << 20), "\nend\n".into()].concat())
            .unwrap();
        std::fs::write(place.path().join("wrong"), b"a\xffb\n").unwrap();
        std::fs::write(place.path().join("binary"), b"\x7fELF\0\0").unwrap();
        std::fs::create_dir(place.path().join("sub")).unwrap();
        let long = read(&folder, &json!({"path": "long"})).unwrap();
        assert_eq!(long, format!("1\t{} [line cut]\n2\tend\n", "x".repeat(4096)));
        assert_eq!(read(&folder, &json!({"path": "wrong"})), Ok("1\ta\u{fffd}b\n".to_owned()));
        assert_eq!(
            read(&folder, &json!({"path": "binary"})),
            Err("binary is not a text file: an ELF program or library, 6 bytes; this tool reads \
                 text alone"
                .to_owned())
        );
        assert_eq!(
            read(&folder, &json!({"path": "sub"})),
            Err("sub is a folder; use list_files".to_owned())
        );
    }

    #[test]
    fn a_picture_is_refused_with_its_kind_and_size() {
        let (place, folder) = workshop();
        let picture = [&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], &[7; 100]].concat();
        std::fs::write(place.path().join("door.png"), &picture).unwrap();
        assert_eq!(
            read(&folder, &json!({"path": "door.png"})),
            Err("door.png is not a text file: a PNG image, 116 bytes; this tool reads text alone"
                .to_owned())
        );
    }

    #[test]
    fn a_huge_file_without_line_ends_is_given_up_within_bounds() {
        let (place, folder) = workshop();
        let path = place.path().join("endless");
        let mut file = File::create(&path).unwrap();
        std::io::Write::write_all(&mut file, &b"x".repeat(2 * HEAD)).unwrap();
        // Sparse: 20 GiB take no room.
        file.set_len(20 << 30).unwrap();
        let found = read(&folder, &json!({"path": "endless"})).unwrap();
        let begin = format!("1\t{} [line cut]\n", "x".repeat(4096));
        assert_eq!(found, begin + "[line 1 is incomplete; the rest of the file was not read]\n");
    }

    #[test]
    fn a_call_that_is_stopped_ends_and_says_so() {
        let (place, folder) = workshop();
        std::fs::write(place.path().join("a.txt"), "one\n").unwrap();
        assert_eq!(
            run(&folder, &json!({"path": "a.txt"}), &spent()).map(|page| page.text),
            Ok("[stopped: 0 seconds have passed, at line 1; search_files may find it]\n"
                .to_owned())
        );
    }
}
