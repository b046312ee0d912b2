//! `vibeue history`

mod export;
mod list;
mod search;
mod spent;
mod usage;

use std::path::{Path, PathBuf};

use serde_json::json;
use vibeue_core::session::library::{Labels, Library};
use vibeue_core::{Error, ErrorKind};

use super::now::now;
use crate::args::{HistoryAction, HistoryArgs};
use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::output::{Printable, counted};

/// Lists, searches or changes a library of conversations.
///
/// # Errors
/// If there is no such folder or conversation, another process is writing it, or the system
/// refuses.
pub(crate) fn run(args: &HistoryArgs, console: &mut Console) -> Result {
    let library = library(args.folder.as_deref())?;
    let json = args.json;
    match args.action.as_ref().unwrap_or(&HistoryAction::List { tag: None }) {
        HistoryAction::List { tag } => list::list(&library, tag.as_deref(), json, console),
        HistoryAction::Search { words, limit } => {
            search::search(&library, words, *limit, json, console)
        }
        HistoryAction::Usage => usage::usage(&library, json, console),
        HistoryAction::Trash { empty: false } => list::trash(&library, json, console),
        HistoryAction::Trash { empty: true } => {
            let gone = library.empty_trash(u64::MAX)? as u64;
            if json {
                return console.json(&json!({ "deleted": gone }));
            }
            Ok(writeln!(console.out, "{} permanently deleted.", counted(gone, "conversation"))?)
        }
        HistoryAction::Export { id, format, view, out, force, with_secrets } => {
            let id = one_of(&library.ids()?, id)?;
            let export =
                export::Wanted { format: *format, view: *view, with_secrets: *with_secrets };
            export.write(&library, &id, out.as_deref(), *force, console)
        }
        HistoryAction::Import { file } => import(&library, file, json, console),
        other => change(&library, other, json, console),
    }
}

/// Actions that change conversations.
fn change(library: &Library, action: &HistoryAction, json: bool, console: &mut Console) -> Result {
    let ids = library.ids()?;
    // All are looked up before anything is done to the first.
    let several = |given: &[String]| -> Result<Vec<String>> {
        given.iter().map(|id| one_of(&ids, id)).collect()
    };
    let mut done = Vec::new();
    match action {
        HistoryAction::Pin { id } | HistoryAction::Unpin { id } => {
            let pinned = matches!(action, HistoryAction::Pin { .. });
            for id in several(id)? {
                library.pin(&id, pinned)?;
                done.push((id, if pinned { "pinned" } else { "no longer pinned" }.to_owned()));
            }
        }
        HistoryAction::Tag { id, tag } => {
            let id = one_of(&ids, id)?;
            let labels = retag(library, &id, tag, Library::tag)?;
            done.push((id, labels));
        }
        HistoryAction::Untag { id, tag } => {
            let id = one_of(&ids, id)?;
            let labels = retag(library, &id, tag, Library::untag)?;
            done.push((id, labels));
        }
        HistoryAction::Rename { id, title } => {
            let id = one_of(&ids, id)?;
            library.rename(&id, title, now())?;
            done.push((id, format!("renamed to {:?}", title.trim())));
        }
        HistoryAction::Delete { id, for_good: false } => {
            for id in several(id)? {
                library.discard(&id, now())?;
                done.push((id, "in the trash; `vibeue history restore` brings it back".to_owned()));
            }
        }
        HistoryAction::Delete { id, for_good: true } => {
            let mut all = trashed(library)?;
            all.extend(ids.iter().cloned());
            for id in id.iter().map(|id| one_of(&all, id)).collect::<Result<Vec<String>>>()? {
                library.delete(&id)?;
                library.delete_from_trash(&id)?;
                done.push((id, "permanently deleted".to_owned()));
            }
        }
        HistoryAction::Restore { id } => {
            let all = trashed(library)?;
            for id in id.iter().map(|id| one_of(&all, id)).collect::<Result<Vec<String>>>()? {
                library.restore(&id)?;
                done.push((id, "restored".to_owned()));
            }
        }
        _ => {}
    }
    if json {
        let ids: Vec<&String> = done.iter().map(|(id, _)| id).collect();
        return console.json(&json!({ "changed": ids }));
    }
    for (id, what) in done {
        writeln!(console.out, "{id}: {}", Printable(&what))?;
    }
    Ok(())
}

/// Adds or removes tags; reports the resulting ones.
fn retag(
    library: &Library,
    id: &str,
    tags: &[String],
    each: impl Fn(&Library, &str, &str) -> Result<Labels, Error>,
) -> Result<String> {
    for tag in tags {
        // If one of several is invalid, none must be added.
        Labels::tag_of(tag).map_err(|error| error.at(tag.clone()))?;
    }
    let mut labels = Labels::default();
    for tag in tags {
        labels = each(library, id, tag)?;
    }
    Ok(list::tags_of(&labels).unwrap_or_else(|| "no tags".to_owned()))
}

/// Imports files independently: the first that is refused decides the exit code.
fn import(library: &Library, files: &[PathBuf], json: bool, console: &mut Console) -> Result {
    let (mut taken, mut refused) = (Vec::new(), Vec::new());
    for (file, imported) in files.iter().zip(library.import_all(files, now(), || false)) {
        let imported = match imported {
            Ok(imported) => imported,
            Err(error) => {
                refused.push(error);
                continue;
            }
        };
        for repair in &imported.repairs {
            console.note(format!("{}: {repair}", file.display()));
        }
        if json {
            taken.push(json!({ "id": imported.id, "messages": imported.messages }));
        } else {
            let file = file.display().to_string();
            let messages = counted(imported.messages, "message");
            writeln!(console.out, "{}: {messages}, as {}", Printable(&file), imported.id)?;
        }
    }
    if json && (refused.is_empty() || !taken.is_empty()) {
        console.json(&json!({ "imported": taken }))?;
    }
    let mut refused = refused.into_iter();
    let Some(first) = refused.next() else { return Ok(()) };
    refused.for_each(|error| console.complain(error));
    Err(first.into())
}

/// The library of an existing folder.
fn library(folder: Option<&Path>) -> Result<Library> {
    let folder = match folder {
        Some(folder) => folder.to_owned(),
        None => {
            let saved = Path::new("Saved").join("VibeUE");
            if saved.is_dir() { saved } else { PathBuf::from(".") }
        }
    };
    if folder.is_dir() {
        return Ok(Library::at(folder));
    }
    let (what, hint) = if folder.exists() {
        ("this is not a folder", "name the folder with the conversations")
    } else {
        ("there is no such folder", "name the folder with the conversations")
    };
    Err(Failure::input(what, hint).at(&folder.display().to_string()))
}

/// The conversations of the trash.
fn trashed(library: &Library) -> Result<Vec<String>> {
    Ok(library.trash()?.into_iter().map(|it| it.entry.id).collect())
}

/// The one conversation that a text names, by its id or the beginning of it.
fn one_of(ids: &[String], text: &str) -> Result<String> {
    let mut found: Vec<&String> = ids.iter().filter(|id| id.starts_with(text)).collect();
    found.sort();
    found.dedup();
    if let Some(exact) = found.iter().find(|id| **id == text) {
        return Ok((*exact).clone());
    }
    let wrong = |what: String, hint: &str| {
        let error = Error::new(ErrorKind::Input, what).hint(hint);
        Err(error.at(Printable(text).to_string()).into())
    };
    match found[..] {
        _ if text.is_empty() => {
            wrong("an id consists of letters".to_owned(), "`vibeue history` lists them")
        }
        [one] => Ok(one.clone()),
        [] => wrong("there is no such conversation".to_owned(), "`vibeue history` lists them"),
        _ => wrong(
            format!(
                "{} have ids that begin with this",
                counted(found.len() as u64, "conversation")
            ),
            "give more of the id",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_may_be_cut_short_while_it_is_the_only_one() {
        let ids = ["abc", "abd", "ab"].map(str::to_owned);
        let found = |text: &str| one_of(&ids, text).ok();
        assert_eq!(found("abc"), Some("abc".to_owned()));
        assert_eq!(found("ab"), Some("ab".to_owned()));
        assert_eq!((found("a"), found("x"), found("")), (None, None, None));
        assert_eq!(one_of(&ids[..1], "a").ok(), Some("abc".to_owned()));
    }
}
