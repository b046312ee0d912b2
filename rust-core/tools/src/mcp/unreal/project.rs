//! Which project an editor has open.

use std::path::Path;

use serde_json::Value;

/// How deep JSON inside JSON is followed.
const DEPTH: usize = 6;

/// Finds the `.uproject` file in entries of an editor's log that hold its command line; `None` if
/// there is not exactly one.
pub(crate) fn project_of(text: &str) -> Option<String> {
    let mut lines = Vec::new();
    strings(text, DEPTH, &mut lines);
    let mut found: Vec<String> = Vec::new();
    for line in lines {
        let lower = line.to_ascii_lowercase();
        let Some(begin) = lower.find("commandline=") else { continue };
        let begin = begin + "commandline=".len();
        if let Some(path) = path(&line[begin..])
            && !found.iter().any(|known| same(known, &path))
        {
            found.push(path);
        }
    }
    (found.len() == 1).then(|| found.remove(0))
}

/// All texts in JSON, and in JSON that is written in a text.
fn strings(text: &str, depth: usize, out: &mut Vec<String>) {
    match serde_json::from_str::<Value>(text) {
        Ok(value @ (Value::Object(_) | Value::Array(_))) if depth > 0 => walk(&value, depth, out),
        _ => out.extend(text.lines().map(str::to_owned)),
    }
}

fn walk(value: &Value, depth: usize, out: &mut Vec<String>) {
    match value {
        Value::String(text) => strings(text, depth - 1, out),
        Value::Array(list) if depth > 1 => list.iter().for_each(|it| walk(it, depth - 1, out)),
        Value::Object(fields) if depth > 1 => {
            fields.values().for_each(|it| walk(it, depth - 1, out));
        }
        _ => {}
    }
}

/// The path of a `.uproject` file in a command line: up to the quotation mark
/// before it, or from where an absolute path begins.
fn path(line: &str) -> Option<String> {
    let end = line.to_ascii_lowercase().find(".uproject")? + ".uproject".len();
    let head = line.get(..end)?;
    let path = head.rsplit(['"', '\'']).next().unwrap_or(head).trim();
    let path = match path.find(":/").or_else(|| path.find(":\\")) {
        // A drive's letter comes before it.
        Some(at) if at > 0 && path.is_char_boundary(at - 1) => &path[at - 1..],
        _ => path,
    };
    let is_absolute = path.starts_with('/') || path.get(1..2) == Some(":");
    is_absolute.then(|| path.to_owned())
}

/// Returns whether an editor's project is this one.
pub(crate) fn matches(named: &str, project: &Path) -> bool {
    let wanted = project.canonicalize().unwrap_or_else(|_| project.to_owned());
    let named_path = Path::new(named).canonicalize().unwrap_or_else(|_| named.into());
    same(&named_path.to_string_lossy(), &wanted.to_string_lossy())
        || same(named, &project.to_string_lossy())
}

/// Windows paths are equal regardless of the kind of slash and of case.
fn same(one: &str, other: &str) -> bool {
    let plain = |path: &str| {
        let path = path.strip_prefix(r"\\?\").unwrap_or(path).replace('\\', "/");
        let mut parts: Vec<&str> = Vec::new();
        for part in path.split('/') {
            match part {
                "." => {}
                "" if !parts.is_empty() => {}
                ".." => {
                    parts.pop();
                }
                part => parts.push(part),
            }
        }
        parts.join("/")
    };
    let (one, other) = (plain(one), plain(other));
    let on_windows = |path: &str| path.as_bytes().get(1) == Some(&b':');
    if on_windows(&one) && on_windows(&other) {
        one.to_lowercase() == other.to_lowercase()
    } else {
        one == other
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_project_is_read_from_the_command_line_in_the_log() {
        for (line, project) in [
            (
                r#"LogCsvProfiler: Display: Metadata set : commandline=""D:\My Games\Lyra\Lyra.uproject" -Log""#,
                Some(r"D:\My Games\Lyra\Lyra.uproject"),
            ),
            (
                "Metadata set : commandline=\" /home/me/Lyra/Lyra.uproject -nosplash\"",
                Some("/home/me/Lyra/Lyra.uproject"),
            ),
            (
                r#"CommandLine="C:\UE\UnrealEditor.exe" "C:/Games/A.UProject""#,
                Some("C:/Games/A.UProject"),
            ),
            ("commandline=UnrealEditor C:/Games/A.uproject", Some("C:/Games/A.uproject")),
            ("commandline=Lyra -game", None),
            ("commandline=Lyra.uproject", None),
            ("opened /home/me/Lyra/Lyra.uproject", None),
        ] {
            let text = json!({"returnValue": [{"message": line}]}).to_string();
            assert_eq!(project_of(&text).as_deref(), project, "{line}");
            let nested = json!({"returnValue": text}).to_string();
            assert_eq!(project_of(&nested).as_deref(), project, "{line}");
        }
        let two = json!(["commandline=/a/A.uproject", "commandline=/b/B.uproject"]).to_string();
        assert_eq!(project_of(&two), None);
        let same = json!(["commandline=C:/a/A.uproject", r"commandline=c:\A\a.uproject"]);
        assert_eq!(project_of(&same.to_string()).as_deref(), Some("C:/a/A.uproject"));
    }

    #[test]
    fn one_project_is_not_another_by_its_name() {
        let is = |said: &str, project: &str| matches(said, Path::new(project));
        assert!(is(r"D:\Games\Lyra\Lyra.uproject", "d:/games/lyra/Lyra.uproject"));
        assert!(is("/home/me/./Lyra/../Lyra/Lyra.uproject", "/home/me/Lyra/Lyra.uproject"));
        assert!(!is("/home/me/Lyra/Lyra.uproject", "/home/me/Lyra2/Lyra.uproject"));
        assert!(!is("/home/me/lyra/Lyra.uproject", "/home/me/Lyra/Lyra.uproject"));
        assert!(!is("D:/Games/Other/Lyra.uproject", "D:/Games/Lyra/Lyra.uproject"));
    }
}
