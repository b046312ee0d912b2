//! Finds the text that a call replaces, and says what helps if it is not there.

use std::ops::Range;

use super::text_file::TextFile;

/// The maximum number of matches that are named.
const MOST_NAMED: usize = 10;

/// Finds the matches of a text to be replaced, except those that overlap what is hidden from the
/// model.
///
/// # Errors
/// If it is not there, or there more than once but not all are meant; with advice, for the model.
pub(super) fn places(
    file: &TextFile,
    old: &str,
    all: bool,
    kept: &[Range<usize>],
) -> Result<Vec<Range<usize>>, String> {
    let mut places = file.places(old);
    places.retain(|place| {
        // Both are sorted, and a file may have thousands of either.
        let first = kept.partition_point(|part| part.end <= place.start);
        let mut near = kept[first..].iter().take_while(|part| part.start < place.end);
        near.all(|part| place.start <= part.start && part.end <= place.end)
    });
    match places.len() {
        0 => Err(not_there(file.text(), old)),
        1 => Ok(places),
        _ if all => Ok(places),
        count => {
            let mut lines = Vec::new();
            let (mut at, mut line) = (0, 1);
            for place in places.iter().take(MOST_NAMED) {
                line += newlines(&file.text()[at..place.start]);
                at = place.start;
                lines.push(line.to_string());
            }
            let more = if count > MOST_NAMED { ", …" } else { "" };
            Err(format!(
                "old_text is there {count} times, at lines {}{more}; give more of the lines around \
                 the one that is meant, or set replace_all",
                lines.join(", ")
            ))
        }
    }
}

fn not_there(text: &str, old: &str) -> String {
    if let Some(line) = loosely(text, old) {
        return format!(
            "old_text is not there as it is given; lines from {line} on differ from it in white \
             space alone. Read them with read_file and give them exactly"
        );
    }
    let numbered = |line: &str| {
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        digits > 0 && line[digits..].starts_with('\t')
    };
    if old.lines().next().is_some_and(numbered) {
        return "old_text is not there; it seems to have the line numbers of read_file: leave them \
                out"
            .to_owned();
    }
    "old_text is not there; read the file with read_file, and give the text exactly".to_owned()
}

/// The first line from which the sought lines match except for white space.
fn loosely(text: &str, old: &str) -> Option<usize> {
    /// How many lines of a sought text are compared.
    const MOST_COMPARED: usize = 200;
    let squeezed = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let sought: Vec<String> =
        old.trim().lines().take(MOST_COMPARED).map(squeezed).filter(|it| !it.is_empty()).collect();
    let lines: Vec<(usize, String)> = text
        .lines()
        .enumerate()
        .map(|(at, line)| (at + 1, squeezed(line)))
        .filter(|(_, line)| !line.is_empty())
        .collect();
    if sought.is_empty() {
        return None;
    }
    lines
        .windows(sought.len())
        .find(|window| window.iter().zip(&sought).all(|((_, line), it)| line == it))
        .map(|window| window[0].0)
}

pub(super) fn newlines(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(text: &str, old: &str, all: bool) -> Result<Vec<Range<usize>>, String> {
        places(&TextFile::read(text.as_bytes().to_vec()).unwrap(), old, all, &[])
    }

    #[test]
    fn what_is_there_several_times_is_named_by_its_lines() {
        let text = "a\nx\nb\nx\nx\n";
        assert_eq!(
            find(text, "x", false),
            Err("old_text is there 3 times, at lines 2, 4, 5; give more of the lines around the \
                 one that is meant, or set replace_all"
                .to_owned())
        );
        assert_eq!(find(text, "x", true), Ok(vec![2..3, 6..7, 8..9]));
        let place = 4..7;
        assert_eq!(find(text, "b\nx", false), Ok(vec![place]));
        let many = find(&"x\n".repeat(30), "x", false).unwrap_err();
        assert!(many.contains("30 times, at lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …;"), "{many}");
    }

    #[test]
    fn a_piece_of_what_is_kept_from_the_model_is_not_found() {
        let file = TextFile::read(b"KEY=sesame\n".to_vec()).unwrap();
        let kept = 4..10;
        let found = |old: &str| places(&file, old, false, std::slice::from_ref(&kept)).is_ok();
        for old in ["KEY=s", "s", "esame", "KEY=sesam", "e\n"] {
            assert!(!found(old), "{old}");
        }
        for old in ["KEY=", "KEY", "sesame", "KEY=sesame\n", "\n"] {
            assert!(found(old), "{old}");
        }
    }

    #[test]
    fn what_is_not_there_is_answered_with_what_helps() {
        let text = "void Open()\n{\n\tDoor->Open();\n}\n";
        let told = |old: &str| find(text, old, false).unwrap_err();
        assert!(told("{\n    Door->Open();\n}").contains("lines from 2 on differ"));
        assert!(told("3\t\tDoor->Open();").contains("leave them out"));
        assert_eq!(
            told("Door->Close();"),
            "old_text is not there; read the file with read_file, and give the text exactly"
        );
        assert!(told(" \n ").starts_with("old_text is not there; read"));
    }
}
