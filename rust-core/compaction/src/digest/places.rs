//! Error lines, grouped by the file that they name.

use hashbrown::HashMap;

/// An error line taken apart.
struct Placed<'l> {
    path: &'l str,
    /// Line, or line and column, as printed.
    place: &'l str,
    rest: &'l str,
}

/// Error lines that are written as one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group {
    /// The text that is written.
    pub(super) text: String,
    /// How many error lines it represents.
    pub(super) lines: usize,
}

/// Groups error lines by file: the file is named once, and lines with the same
/// message are joined.
///
/// `A.cpp(28): x`, `A.cpp(37): x`, `A.cpp(40): y` become `A.cpp(28, 37): x` and
/// `(40): y`. rustc prints the place on the line after the message; it is
/// looked up in `text`.
pub(super) fn by_file(lines: &[Box<str>], text: &str) -> Vec<Group> {
    let below = places_below(text);
    let mut out: Vec<Group> = Vec::with_capacity(lines.len());
    let mut groups: Vec<(String, Vec<String>, String)> = Vec::new();
    for line in lines {
        let placed = match below.get(line.trim()) {
            Some(place) => taken_apart(place).map(|it| Placed { rest: line, ..it }),
            None => taken_apart(line),
        };
        match placed {
            Some(placed) => {
                let same = groups
                    .iter_mut()
                    .find(|group| group.0 == placed.path && group.2 == placed.rest);
                match same {
                    Some(group) => group.1.push(placed.place.to_owned()),
                    None => groups.push((
                        placed.path.to_owned(),
                        vec![placed.place.to_owned()],
                        placed.rest.to_owned(),
                    )),
                }
            }
            None => groups.push((String::new(), Vec::new(), line.to_string())),
        }
    }
    let mut last = String::new();
    for (path, places, rest) in groups {
        if places.is_empty() {
            out.push(Group { text: rest, lines: 1 });
            last.clear();
            continue;
        }
        let name = if path == last { "" } else { path.as_str() };
        let text = format!("{name}({}): {rest}", places.join(", "));
        out.push(Group { text, lines: places.len() });
        last = path;
    }
    out
}

/// `path(12): rest`, `path(12,3): rest`, `path:12:3: rest`, `path:12: rest`,
/// `path:12:3`.
fn taken_apart(line: &str) -> Option<Placed<'_>> {
    let line = line.trim();
    let is_path = |path: &str| {
        (3..260).contains(&path.len())
            && path.contains('.')
            && !path.contains(['"', '<', '>', '|', '*'])
            && path.split_whitespace().count() <= 3
    };
    if let Some(open) = line.find('(')
        && let Some(length) = line[open..].find(')')
        && let place = &line[open + 1..open + length]
        && place.starts_with(|c: char| c.is_ascii_digit())
        && place.bytes().all(|byte| byte.is_ascii_digit() || b", ".contains(&byte))
        && let Some(rest) = line[open + length + 1..].trim_start().strip_prefix(':')
        && is_path(&line[..open])
    {
        return Some(Placed { path: &line[..open], place, rest: rest.trim_start() });
    }
    let skip = if line.get(1..3).is_some_and(|it| it == ":\\" || it == ":/") { 2 } else { 0 };
    let end = skip + line[skip..].find(':')?;
    let path = &line[..end];
    let behind = &line[end + 1..];
    let length = behind.find(|c: char| !c.is_ascii_digit() && c != ':').unwrap_or(behind.len());
    let place = behind[..length].trim_end_matches(':');
    (!place.is_empty() && place.starts_with(|c: char| c.is_ascii_digit()) && is_path(path))
        .then(|| Placed { path, place, rest: behind[length..].trim_start() })
}

/// The places that follow messages, as rustc prints them.
fn places_below(text: &str) -> HashMap<&str, &str> {
    let mut found = HashMap::new();
    if memchr::memmem::find(text.as_bytes(), b"--> ").is_none() {
        return found;
    }
    let mut before = "";
    for line in text.lines() {
        let line = line.trim();
        if let Some(place) = line.strip_prefix("--> ")
            && !before.is_empty()
            && found.len() < 256
        {
            found.entry(before).or_insert(place);
        }
        before = line;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grouped(lines: &[&str], text: &str) -> Vec<String> {
        let lines: Vec<Box<str>> = lines.iter().map(|line| Box::from(*line)).collect();
        by_file(&lines, text).into_iter().map(|group| group.text).collect()
    }

    #[test]
    fn each_compilers_errors_are_told_by_file() {
        assert_eq!(
            grouped(
                &[
                    "D:\\W\\LampSway.cpp(28): error C2065: 'Rest': undeclared identifier",
                    "D:\\W\\LampSway.cpp(37): error C2065: 'Rest': undeclared identifier",
                    "D:\\W\\LampSway.cpp(40,7): error C2039: 'Get': is not a member",
                    "Result: Failed (OtherCompilationError)",
                    "D:\\W\\LampSway.cpp(50): error C1: x",
                ],
                ""
            ),
            [
                "D:\\W\\LampSway.cpp(28, 37): error C2065: 'Rest': undeclared identifier",
                "(40,7): error C2039: 'Get': is not a member",
                "Result: Failed (OtherCompilationError)",
                "D:\\W\\LampSway.cpp(50): error C1: x",
            ]
        );
        assert_eq!(
            grouped(
                &["src/a.cpp:4:12: error: no member", "src/a.cpp:9:1: error: expected ';'"],
                ""
            ),
            ["src/a.cpp(4:12): error: no member", "(9:1): error: expected ';'"]
        );
        let rustc = "error[E0425]: cannot find value `x`\n  --> src/lib.rs:12:5\n   |\n";
        assert_eq!(
            grouped(&["error[E0425]: cannot find value `x`"], rustc),
            ["src/lib.rs(12:5): error[E0425]: cannot find value `x`"]
        );
        assert_eq!(grouped(&["fatal: not a git repository"], ""), ["fatal: not a git repository"]);
        assert_eq!(grouped(&[], ""), Vec::<String>::new());
    }
}
