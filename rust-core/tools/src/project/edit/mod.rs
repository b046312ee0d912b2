//! Edits of text files.

mod arguments;
mod finding;
mod guard;
mod order;
mod place;
#[cfg(not(unix))]
mod place_other;
#[cfg(unix)]
mod place_unix;
mod plan;
mod seen;
mod target;
mod text_file;

#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::Arc;

pub(super) use arguments::{EDIT, EDIT_GUARDED, definition, guarded_definition};
use guard::{Guard, Ward};
pub(super) use order::Order;
pub(super) use place::{Content, MOST_EDITED, Place, PlaceError};
use plan::Plan;
pub(super) use seen::{Seen, Shown};
use target::target;

use super::check_out::CheckOut;
use super::secrets::{Masked, SECRET, Showing};
use super::undo::{ChangeStore, Intent};
use super::{Answer, Folder};
use crate::{Allowance, Preview};

/// The maximum number of lines, and of bytes, of a result that show what was written.
const MOST_SHOWN_LINES: usize = 40;
const MOST_SHOWN_BYTES: usize = 4 * 1024;

/// The rules for edits.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EditRules {
    /// The folder in which the old contents of files are kept, only for this conversation; created
    /// if missing.
    pub backups: PathBuf,
    /// Files and folders that are never edited, wherever they are: settings, permissions, journals.
    /// The folder of backups is always included.
    pub protected: Vec<PathBuf>,
}

/// Edits files of a folder.
#[derive(Debug)]
pub(super) struct Editor {
    guard: Guard,
    store: Arc<ChangeStore>,
    check_out: Option<Arc<dyn CheckOut>>,
}

impl Editor {
    pub(super) fn new(
        rules: &EditRules,
        store: Arc<ChangeStore>,
        check_out: Option<Arc<dyn CheckOut>>,
    ) -> Self {
        let protected = rules.protected.iter().cloned().chain([rules.backups.clone()]);
        Self { guard: Guard::new(protected), store, check_out }
    }

    /// Checks files out, if source control is in use.
    fn source_control(&self) -> Option<&dyn CheckOut> {
        self.check_out.as_deref().filter(|it| it.is_on())
    }

    /// Says what a call would do.
    pub(super) fn preview(
        &self,
        folder: &Folder,
        seen: &Seen,
        order: Order<'_>,
        allowance: &Allowance,
    ) -> Preview {
        let plan = Plan::make(folder, &self.guard, seen, order, allowance);
        match plan.and_then(|plan| self.unlockable(plan)) {
            Ok(plan) => {
                seen.previewed((allowance.turn(), order.hash()), plan.before.clone());
                let diff = plan.diff();
                let old = plan.before.is_some().then_some(plan.name.as_str());
                let preview =
                    Preview::diff(plan.title(&diff), &diff.unified(old, Some(&plan.name)));
                preview.for_model(plan.diff_for_model().as_deref())
            }
            Err(why) => Preview::refused("this call would be refused", &why),
        }
    }

    /// Where a path leads, relative to the folder, and whether the file there is guarded or not
    /// editable at all.
    ///
    /// # Errors
    /// If it is not a path in the folder, in words for the caller.
    pub(super) fn ward(
        &self,
        folder: &Folder,
        path: &str,
    ) -> Result<(PathBuf, bool, bool), String> {
        let inside = target(folder, path)?;
        let ward = self.guard.ward(folder.root(), &inside);
        let is_guarded = matches!(ward, Ward::Guarded(_));
        Ok((inside, is_guarded, matches!(ward, Ward::Forbidden(_))))
    }

    /// Carries out an order.
    ///
    /// # Errors
    /// Why nothing was written, and what to do, in words for the model.
    pub(super) fn run(
        &self,
        folder: &Folder,
        seen: &Seen,
        order: Order<'_>,
        allowance: &Allowance,
    ) -> Answer {
        let shown = seen.take_preview(&(allowance.turn(), order.hash()));
        let plan = Plan::make(folder, &self.guard, seen, order, allowance)
            .and_then(|plan| self.unlockable(plan))?;
        if shown.is_some_and(|before| before != plan.before) {
            return Err(format!(
                "{}: not changed: the file changed after the user was shown what this call would \
                 do. Read it again and call again",
                plan.name
            ));
        }
        if let Some(why) = allowance.is_over() {
            return Err(format!("{}: not changed: {why}", plan.name));
        }
        if !plan.is_locked() {
            return self.write(folder, seen, &plan, allowance);
        }
        let was = plan.before.clone();
        let refused = |why: &str| format!("{}: not changed: {why}", plan.name);
        if let Some(control) = self.source_control() {
            control
                .check_out(&folder.root().join(&plan.inside), allowance)
                .map_err(|why| refused(&format!("it could not be checked out: {why}")))?;
        }
        // The check-out may have updated the file.
        let mut plan = Plan::make(folder, &self.guard, seen, order, allowance)?;
        if plan.before != was {
            return Err(refused("checking it out changed it. Read it again and call again"));
        }
        if plan.is_locked() {
            return Err(refused("it is still read-only after it was checked out; ask the user"));
        }
        plan.notes.push("it was checked out of source control".to_owned());
        self.write(folder, seen, &plan, allowance)
    }

    /// A plan for a file that can be written, or checked out first.
    fn unlockable(&self, plan: Plan) -> Result<Plan, String> {
        if plan.is_locked() && self.source_control().is_none() {
            return Err(format!(
                "{}: not changed: it is locked: read-only on the disk, as source control \
                 (Perforce) leaves a file that is not checked out. Ask the user to check it out \
                 in the editor or their Perforce client, then call again; do not change its \
                 permissions",
                plan.name
            ));
        }
        Ok(plan)
    }

    fn write(&self, folder: &Folder, seen: &Seen, plan: &Plan, allowance: &Allowance) -> Answer {
        let refused = |error: PlaceError| format!("{}: not changed: {error}", plan.name);
        // Noted before it is done, so that it can be undone whatever happens.
        let intent = Intent {
            turn: allowance.turn(),
            path: plan.name.clone(),
            before: plan.old.as_ref().map(|old| (old.bytes.as_slice(), old.mode)),
            after: plan.after.clone(),
        };
        let noted = self.store.note(&intent).map_err(|why| {
            format!("{}: not changed: its old content cannot be kept: {why}", plan.name)
        })?;
        let mut made = Vec::new();
        let place = match Place::open(folder.root(), &plan.inside, Some(&mut made)) {
            Ok(Some(place)) => place,
            Ok(None) => return Err(refused(PlaceError::Moved)),
            Err(error) => {
                self.not_done(folder, noted, &made);
                return Err(refused(error));
            }
        };
        let mode = plan.old.as_ref().map(|old| old.mode);
        let written = place.write(plan.new.as_bytes(), mode, plan.before.as_ref(), MOST_EDITED);
        match written {
            Ok(()) => {}
            Err(error @ PlaceError::NotKept) => {
                self.store.made_folders(noted, &made);
                return Err(format!("{}: written, but {error}", plan.name));
            }
            Err(error) => {
                self.not_done(folder, noted, &made);
                return Err(refused(error));
            }
        }
        self.store.made_folders(noted, &made);
        seen.show(&plan.inside, Shown { hash: plan.after.clone(), whole: plan.model_knows_all });
        Ok(result_text(plan))
    }

    /// Removes all traces of a failed write.
    fn not_done(&self, folder: &Folder, noted: u64, made: &[PathBuf]) {
        self.store.not_done(noted);
        for made in made.iter().rev() {
            let _ = std::fs::remove_dir(folder.root().join(made));
        }
    }
}

/// The result of a change for the model.
fn result_text(plan: &Plan) -> String {
    let diff = plan.diff();
    let before = match &plan.before {
        Some(before) => format!("hash {before} before, "),
        None => String::new(),
    };
    let mut out = format!("{}; {before}{} now.\n", plan.title(&diff), plan.after);
    for note in &plan.notes {
        out.push_str(&format!("[{note}]\n"));
    }
    if plan.showing == Showing::Nothing {
        out.push_str(&format!("[its lines are not shown: {SECRET}]\n"));
        return out;
    }
    let new = diff.new_lines();
    let first = new.start.saturating_sub(2);
    let end = new.end + 2;
    let masked = (plan.showing == Showing::Masked).then(|| Masked::of(&plan.new));
    let text = masked.as_ref().map_or(plan.new.as_str(), |masked| masked.text.as_str());
    let lines = text.lines().enumerate().skip(first).take(end - first);
    out.push_str("It reads now, as read back:\n");
    let begin = out.len();
    for (shown, (at, line)) in lines.enumerate() {
        if shown == MOST_SHOWN_LINES || out.len() - begin > MOST_SHOWN_BYTES {
            out.push_str("[more lines follow; read_file shows them]\n");
            break;
        }
        let line = line.trim_end_matches('\r');
        let cut = &line[..line.floor_char_boundary(MOST_SHOWN_BYTES)];
        let mark = if cut.len() < line.len() { " [line cut]" } else { "" };
        out.push_str(&format!("{}\t{cut}{mark}\n", at + 1));
    }
    if out.len() == begin {
        out.push_str("[empty]\n");
    }
    out
}
