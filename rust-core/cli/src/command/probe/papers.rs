//! Papers for people: what to answer and to grade, and what they wrote.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use vibeue_core::session::files::{OutputFile, Readers, Replacing};
use vibeue_core::{Error, ErrorKind};

use super::outcome::Grade;
use super::question_set::QuestionSet;
use super::view::View;
use crate::failure::{Failure, Result};
use crate::input;

/// The name of a view's papers: it shows the set and the view, but not how the view was made.
pub(super) fn name(set: &QuestionSet, view: &View) -> String {
    format!("{}-{}", set.name, &view.hash[..8])
}

/// Writes a paper; creates the folder if it is missing.
///
/// # Errors
/// [`ErrorKind::Io`] and [`ErrorKind::Input`] with the path.
pub(super) fn write(folder: &Path, name: &str, text: &str, source: &Path) -> Result<PathBuf> {
    fs::create_dir_all(folder).map_err(|error| {
        let what = format!("cannot create the folder: {error}");
        Error::new(ErrorKind::Io, what).at(folder.display().to_string())
    })?;
    let path = folder.join(format!("{name}.txt"));
    OutputFile::put(&path, Replacing::Files, Readers::Of(source), text.as_bytes())?;
    Ok(path)
}

/// Reads what the user wrote about a view; `None` if there is no file.
///
/// # Errors
/// [`ErrorKind::Input`] if a question is left out.
pub(super) fn read(folder: &Path, name: &str, set: &QuestionSet) -> Result<Option<Vec<String>>> {
    if !folder.is_dir() {
        let hint = "give the folder that holds what was written";
        return Err(Failure::input("there is no such folder", hint).at(&input::shown(folder)));
    }
    let path = folder.join(format!("{name}.txt"));
    if !path.exists() {
        return Ok(None);
    }
    let shown = input::shown(&path);
    let text = input::read_text(&shown)?;
    let ids: Vec<&str> = set.questions.iter().map(|question| question.id.as_str()).collect();
    lines_by_id(&text, &ids).map(Some).map_err(|missing| {
        let hint = "one line each: the question's id, a colon, the answer";
        Failure::input(format!("there is no answer to {missing}"), hint).at(&shown)
    })
}

/// The text for each id, in the order of the ids; the error is the first missing id. Lines without
/// an id belong to the line before.
fn lines_by_id(text: &str, ids: &[&str]) -> std::result::Result<Vec<String>, String> {
    let mut answers: BTreeMap<&str, String> = BTreeMap::new();
    let mut current = None;
    for line in text.lines() {
        let bare = line.trim_start_matches(['-', '*', '#', '`', ' ', '\t']);
        let headed = ids.iter().find_map(|id| {
            let rest = bare.strip_prefix(id)?.trim_start_matches(['*', '`', ' ']);
            Some((*id, rest.strip_prefix(':')?.trim_start_matches(['*', '`', ' '])))
        });
        match (headed, current) {
            (Some((id, rest)), _) => {
                answers.insert(id, rest.trim_end().to_owned());
                current = Some(id);
            }
            (None, Some(id)) => {
                let so_far = answers.entry(id).or_default();
                so_far.push('\n');
                so_far.push_str(line.trim_end());
            }
            (None, None) => {}
        }
    }
    let of =
        |id: &&str| answers.get(id).map(|it| it.trim().to_owned()).ok_or_else(|| (*id).to_owned());
    ids.iter().map(of).collect()
}

/// Reads a grader's grades of a view; `None` if there are none.
///
/// # Errors
/// [`ErrorKind::Input`] if one is missing or not a grade.
pub(super) fn read_grades(
    folder: &Path,
    name: &str,
    set: &QuestionSet,
) -> Result<Option<Vec<Grade>>> {
    let Some(lines) = read(folder, name, set)? else { return Ok(None) };
    let by =
        folder.file_name().map_or_else(|| input::shown(folder), |it| it.to_string_lossy().into());
    let grade = |(question, line): (&super::question_set::Question, &String)| {
        Grade::parse(&by, line).ok_or_else(|| {
            let shown = folder.join(format!("{name}.txt")).display().to_string();
            let what = format!("{} has no grade: {line:?}", question.id);
            Failure::input(what, "write 1, 0.5 or 0, a colon, the reason").at(&shown)
        })
    };
    set.questions.iter().zip(&lines).map(grade).collect::<Result<Vec<Grade>>>().map(Some)
}

/// Names of papers in a folder that belong to no current view.
pub(super) fn strangers(folder: &Path, names: &[String]) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut strange: Vec<String> = entries
        .filter_map(|entry| {
            entry.file_name().to_string_lossy().strip_suffix(".txt").map(str::to_owned)
        })
        .filter(|name| !names.contains(name))
        .collect();
    strange.sort();
    strange
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_found_behind_the_ids_in_any_hand() {
        let text = "My answers:\n\n- **b-1**: two\n lines\na-1: 0.5: half\n`b-10`: ten\n";
        let said = |ids: &[&str]| lines_by_id(text, ids);
        assert_eq!(
            said(&["a-1", "b-1", "b-10"]).unwrap(),
            ["0.5: half", "two\n lines", "ten"].map(str::to_owned)
        );
        assert_eq!(said(&["a-1", "c-1"]), Err("c-1".to_owned()));
        assert_eq!(lines_by_id("a-1:\n", &["a-1"]).unwrap(), [String::new()]);
    }
}
