//! What a call would do to a file.

use std::ops::Range;
use std::path::{Path, PathBuf};

use super::arguments::{Arguments, Change, EDIT, EDIT_GUARDED};
use super::finding::places;
use super::guard::{Guard, Ward};
use super::order::Order;
use super::place::{Content, MOST_EDITED, Place};
use super::seen::{Seen, Shown};
use super::target::target;
use super::text_file::TextFile;
use crate::Allowance;
use crate::diff::Diff;
use crate::project::secrets::{Discretion, MARK, Masked, SECRET, Showing, hidden};
use crate::project::{FileHash, Folder};

/// What a call would do to a file.
#[derive(Debug)]
pub(super) struct Plan {
    /// The file's path, relative to the folder.
    pub(super) inside: PathBuf,
    /// The same, as the model names it.
    pub(super) name: String,
    /// Its content; `None` if it does not exist.
    pub(super) old: Option<Content>,
    pub(super) before: Option<FileHash>,
    /// Its new content.
    pub(super) new: String,
    pub(super) after: FileHash,
    /// Whether the model knows the whole new content.
    pub(super) model_knows_all: bool,
    /// How much of the file may be shown to the model.
    pub(super) showing: Showing,
    /// What else the model should know.
    pub(super) notes: Vec<String>,
    old_text: String,
}

impl Plan {
    /// Computes what an order would do; writes nothing.
    ///
    /// # Errors
    /// Why it cannot be done, and what to do instead, in words for the caller.
    pub(super) fn make(
        folder: &Folder,
        guard: &Guard,
        seen: &Seen,
        order: Order<'_>,
        allowance: &Allowance,
    ) -> Result<Self, String> {
        let asked = order.arguments()?;
        let inside = target(folder, &asked.path)?;
        let name = folder.name(&folder.root().join(&inside));
        check_ward(&guard.ward(folder.root(), &inside), &name, order)?;
        let discretion = Discretion::new(folder, allowance);
        let showing = discretion.of(&folder.root().join(&inside), Some(Path::new(&asked.path)));
        let refused = |why: String| format!("{name}: not changed: {why}");
        let old = Place::open(folder.root(), &inside, None)
            .and_then(|place| place.map_or(Ok(None), |place| place.read(MOST_EDITED)))
            .map_err(|error| refused(error.to_string()))?;
        let before = old.as_ref().map(Content::hash);
        let shown = seen.of(&inside);
        check_known(&asked, before.as_ref(), shown.as_ref()).map_err(refused)?;
        let knew_all = before.is_none()
            || shown.as_ref().is_some_and(|it| it.whole && Some(&it.hash) == before.as_ref());
        let file = match &old {
            Some(old) => TextFile::read(old.bytes.clone()).map_err(refused)?,
            None => TextFile::read(Vec::new()).map_err(refused)?,
        };
        let whole = matches!(asked.change, Change::Whole(_) | Change::Exact(_));
        let kept = kept_from_model(showing, file.text());
        let (new, notes) = changed(&file, asked.change, old.is_some(), &kept).map_err(refused)?;
        if showing != Showing::All && new.matches(MARK).count() > file.text().matches(MARK).count()
        {
            return Err(refused(format!(
                "{MARK} is what you were shown in place of a value, not the value: change only the \
                 text around it, with old_text and new_text"
            )));
        }
        if new.len() as u64 > MOST_EDITED {
            return Err(refused(format!(
                "it would have {} bytes, and at most {MOST_EDITED} are written",
                new.len()
            )));
        }
        let after = FileHash::of(new.as_bytes());
        if before.as_ref() == Some(&after) {
            return Err(refused(
                "it already contains exactly that; there is nothing to do".to_owned(),
            ));
        }
        let old_text = old.as_ref().map(|old| String::from_utf8_lossy(&old.bytes).into_owned());
        let old_text = old_text.unwrap_or_default();
        let model_knows_all = whole || knew_all;
        Ok(Self {
            inside,
            name,
            old,
            before,
            new,
            after,
            model_knows_all,
            showing,
            notes,
            old_text,
        })
    }

    /// Whether source control, or something else, keeps the file from being written.
    pub(super) fn is_locked(&self) -> bool {
        self.old.as_ref().is_some_and(|old| old.read_only)
    }

    /// What differs.
    pub(super) fn diff(&self) -> Diff<'_> {
        Diff::of(&self.old_text, &self.new)
    }

    /// What differs, as the model may read it; `None` if that is the same as for the user.
    pub(super) fn diff_for_model(&self) -> Option<String> {
        match self.showing {
            Showing::All => None,
            Showing::Masked => {
                let (old, new) = (Masked::of(&self.old_text).text, Masked::of(&self.new).text);
                let named = self.before.is_some().then_some(self.name.as_str());
                Some(Diff::of(&old, &new).unified(named, Some(&self.name)))
            }
            Showing::Nothing => Some(format!("[its lines are not shown: {SECRET}]\n")),
        }
    }

    /// What happens, on one line.
    pub(super) fn title(&self, diff: &Diff<'_>) -> String {
        let lines = |text: &str| text.lines().count();
        let name = &self.name;
        let now = lines(&self.new);
        if self.before.is_none() {
            return format!("create {name}: {now} lines, {} bytes", self.new.len());
        }
        let (added, removed) = (diff.added(), diff.removed());
        let first = if self.is_locked() { "; it will be checked out first" } else { "" };
        format!(
            "edit {name}: +{added} -{removed} lines ({} before, {now} after){first}",
            lines(&self.old_text)
        )
    }
}

fn check_ward(ward: &Ward, name: &str, order: Order<'_>) -> Result<(), String> {
    let guarded = order.is_guarded();
    match ward {
        Ward::Forbidden(why) => Err(format!(
            "{name}: not changed: no tool edits this file: {why}. Tell the user what you would \
             change and why"
        )),
        Ward::Guarded(_) | Ward::Free
            if order.is_whole() && guarded != matches!(ward, Ward::Guarded(_)) =>
        {
            Err(format!(
                "{name}: not changed: what this file decides changed after the user was asked; \
                 ask again"
            ))
        }
        Ward::Guarded(why) if !guarded => Err(format!(
            "{name}: not changed: {EDIT} does not edit this file: {why}. Call {EDIT_GUARDED} with \
             the same arguments; the user is asked about it separately"
        )),
        Ward::Free if guarded => {
            Err(format!("{name}: not changed: this file is not a guarded one; use {EDIT}"))
        }
        Ward::Guarded(_) | Ward::Free => Ok(()),
    }
}

/// The model has to know what it replaces.
fn check_known(
    asked: &Arguments,
    before: Option<&FileHash>,
    shown: Option<&Shown>,
) -> Result<(), String> {
    if let Change::Exact(_) = asked.change {
        return Ok(());
    }
    let again = "read it again with read_file, then edit what is there now";
    if let Some(expected) = &asked.expected_hash {
        return match before {
            None => Err("it is not there, so it does not have the expected_hash".to_owned()),
            Some(before) if before.is_named(expected) => Ok(()),
            Some(before) => {
                Err(format!("it has the hash {before}, not the expected_hash; {again}"))
            }
        };
    }
    let Some(before) = before else {
        return match asked.change {
            Change::Whole(_) | Change::Exact(_) => Ok(()),
            Change::Replace { .. } => {
                Err("there is no such file; to create it, give content".to_owned())
            }
        };
    };
    match (shown, &asked.change) {
        (Some(shown), _) if shown.hash != *before => {
            Err(format!("it was changed by somebody else since you read or wrote it; {again}"))
        }
        // Knowing the exact text is as good as having read the file.
        (_, Change::Replace { .. } | Change::Exact(_)) => Ok(()),
        (Some(shown), Change::Whole(_)) if shown.whole => Ok(()),
        (_, Change::Whole(_)) => Err(
            "it is there already, and you have not seen all of it: read all of it with read_file \
             in one call first, or change a part of it with old_text and new_text"
                .to_owned(),
        ),
    }
}

/// The parts of a text that the model must not learn: a sought text must contain all of such a part
/// or none of it, or the model could guess one character by character.
fn kept_from_model(showing: Showing, text: &str) -> Vec<Range<usize>> {
    match showing {
        Showing::All => Vec::new(),
        Showing::Masked => hidden(text),
        Showing::Nothing => {
            let mut at = 0;
            text.split_inclusive('\n')
                .map(|line| {
                    let begin = at;
                    at += line.len();
                    begin..begin + line.trim_end().len()
                })
                .collect()
        }
    }
}

fn changed(
    file: &TextFile,
    change: Change,
    is_there: bool,
    kept: &[Range<usize>],
) -> Result<(String, Vec<String>), String> {
    match change {
        Change::Replace { old, new, all } => {
            let places = places(file, &old, all, kept)?;
            let notes = match places.len() {
                0 | 1 => Vec::new(),
                count => vec![format!("{count} places were replaced")],
            };
            Ok((file.with(&places, &new), notes))
        }
        Change::Whole(content) if is_there => {
            let text = file.replaced(&content);
            let bytes = text.strip_prefix('\u{feff}').unwrap_or(&text);
            let note = "line ends, byte order mark and the line end at the end stay as they were";
            let notes = if bytes == content { Vec::new() } else { vec![note.to_owned()] };
            Ok((text, notes))
        }
        Change::Whole(content) | Change::Exact(content) => Ok((content, Vec::new())),
    }
}
