//! Edits of files in the lent folder, and undoing them.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use etcetera::{BaseStrategy as _, choose_base_strategy};
use vibeue_core::session::results::ResultFiles;
use vibeue_core::tools::mcp::SignIns;
use vibeue_core::tools::project::{EditRules, ProjectFiles, backups_beside};

use crate::args::ChatArgs;
use crate::config::{Environment, SettingsFile};
use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::output::{Printable, counted, style};

/// How many chats without a journal have their old contents kept.
const MOST_CHATS: usize = 20;

/// The rules for edits: old contents are kept next to the journal, otherwise in the user's data
/// folder.
///
/// # Errors
/// If there is no place for them.
pub(super) fn rules(args: &ChatArgs, environment: &Environment) -> Result<EditRules> {
    let mut protected = Vec::new();
    if let Some(settings) = SettingsFile::find(args.connect.config.as_deref(), environment) {
        protected.push(settings.path.with_file_name("permissions.json"));
        protected.push(settings.path.with_file_name(SignIns::FILE_NAME));
        protected.push(settings.path);
    }
    let backups = match &args.journal {
        Some(journal) => {
            let mut lock = journal.clone().into_os_string();
            lock.push(".lock");
            protected.extend([
                journal.clone(),
                PathBuf::from(lock),
                ResultFiles::folder_of(journal),
            ]);
            backups_beside(journal)
        }
        None => of_this_run()?,
    };
    Ok(EditRules { backups: absolute(&backups)?, protected })
}

/// A folder for what edits replace, if no journal is kept.
///
/// # Errors
/// If there is no place for it.
pub(in crate::command) fn of_this_run() -> Result<PathBuf> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let name = format!("{}-{}", now.as_millis(), std::process::id());
    let all = of_all_runs("edits")?;
    forget_old(&all);
    Ok(all.join(name))
}

/// A file or folder of this program in the user's data folder.
///
/// # Errors
/// If there is no place for it.
pub(in crate::command) fn of_all_runs(name: &str) -> Result<PathBuf> {
    let folders = choose_base_strategy().map_err(|_| {
        Failure::input(
            "there is nowhere to store edits and what they replace",
            "set HOME, or keep a conversation with --journal FILE",
        )
    })?;
    Ok(folders.data_dir().join("vibeue").join(name))
}

/// Removes what the oldest chats left if there are many.
fn forget_old(all: &Path) {
    let Ok(entries) = fs::read_dir(all) else { return };
    let begun = |name: &str| name.split('-').next()?.parse::<u128>().ok();
    let mut chats: Vec<(u128, PathBuf)> = entries
        .flatten()
        .filter_map(|entry| Some((begun(entry.file_name().to_str()?)?, entry.path())))
        .collect();
    chats.sort();
    let old = chats.len().saturating_sub(MOST_CHATS - 1);
    for (_, chat) in &chats[..old] {
        let _ = fs::remove_dir_all(chat);
    }
}

fn absolute(path: &Path) -> Result<PathBuf> {
    std::path::absolute(path).map_err(|error| {
        Failure::input(format!("{}: {error}", path.display()), "give the whole path of the journal")
    })
}

/// Lists the turns that edited files.
///
/// # Errors
/// If the list cannot be read, or the output not be written.
pub(super) fn list(files: Option<&ProjectFiles>, console: &mut Console) -> Result {
    let sets = files.map(ProjectFiles::changes).transpose()?.unwrap_or_default();
    if sets.is_empty() {
        writeln!(console.out, "no files were edited in this conversation")?;
    }
    for set in sets {
        let faint = style::FAINT;
        let back = if set.restored { " (undone)" } else { "" };
        let names = set.files().join(", ");
        writeln!(console.out, "{faint}{}{back}{faint:#} {}", set.id, Printable(&names))?;
    }
    console.finish()
}

/// Undoes what a turn edited, and reports the outcome.
///
/// # Errors
/// If there is nothing to undo, or the output cannot be written.
pub(super) fn take_back(
    files: Option<&ProjectFiles>,
    number: Option<u64>,
    console: &mut Console,
) -> Result {
    let Some(files) = files else {
        let hint = "--tools DIR --edit lets the model edit files";
        return Err(Failure::input("no files were edited in this chat", hint));
    };
    let done = files.restore(number)?;
    for (what, paths) in [("restored", &done.restored), ("removed", &done.removed)] {
        for path in paths {
            writeln!(console.out, "{what} {}", Printable(path))?;
        }
    }
    for left in &done.left {
        console.note(format!("{} stays as it is: {}", left.path, left.why));
    }
    let files = counted((done.restored.len() + done.removed.len()) as u64, "file");
    writeln!(console.out, "undid the edits {}: {files}", done.set)?;
    console.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_newest_chats_keep_what_they_replaced() {
        let place = tempfile::tempdir().unwrap();
        for number in 0..MOST_CHATS + 3 {
            fs::create_dir(place.path().join(format!("{}-7", 99_990 + number))).unwrap();
        }
        fs::create_dir(place.path().join("mine")).unwrap();
        forget_old(place.path());
        let there = |name: &str| place.path().join(name).exists();
        assert_eq!(
            ["99990-7", "99993-7", "99994-7", "100012-7", "mine"].map(there),
            [false, false, true, true, true]
        );
    }
}
