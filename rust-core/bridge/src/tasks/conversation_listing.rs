//! The conversations of a folder.

use std::ops::Range;

use vibeue_core::session::library::{
    Library, LibraryEntry, LibraryUsage, SearchHit, SearchPlace, Speaker as CoreSpeaker, TrashEntry,
};
use vibeue_core::session::live::{Clock, CostLedger, SystemClock};
use vibeue_core::{ErrorKind, Result};

use super::job::{Cancel, Job};
use crate::ffi::ffi::{
    ConversationRow, ConversationTable, FoundPlace, FoundText, Speaker, Status, StatusCode,
    UsageRow,
};
use crate::status;

/// A list of conversations that is built in the background.
#[derive(Debug)]
pub struct ConversationListing {
    job: Job<ConversationTable>,
}

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl ConversationListing {
    pub(crate) fn start(folder: &str, words: &str, most: u64) -> Self {
        let words = words.to_owned();
        Self::begin(folder, most, move |library, most, cancel| list(library, &words, most, cancel))
    }

    pub(crate) fn start_trash(folder: &str, most: u64) -> Self {
        Self::begin(folder, most, list_trash)
    }

    fn begin(
        folder: &str,
        most: u64,
        list: impl FnOnce(&Library, usize, &Cancel) -> Result<ConversationTable> + Send + 'static,
    ) -> Self {
        let folder = folder.to_owned();
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let broken = status::failed(
            StatusCode::Internal,
            "the conversations could not be listed",
            "see the log, and close other programs",
        );
        let job = Job::start("vibeue-list", table(broken), move |cancel| {
            let library = Library::at(folder);
            clear_trash(&library)
                .and_then(|()| list(&library, most, cancel))
                .unwrap_or_else(|error| table(status::of(&error)))
        });
        Self { job }
    }

    pub fn is_finished(&self) -> bool {
        self.job.result().is_some()
    }

    pub fn table(&self) -> ConversationTable {
        self.job.result().cloned().unwrap_or_else(|| table(status::running()))
    }
}

fn table(status: Status) -> ConversationTable {
    ConversationTable {
        status,
        rows: Vec::new(),
        all: 0,
        trashed: 0,
        unsure: false,
        usage: Vec::new(),
    }
}

/// Permanently deletes what was in the trash for long enough. What cannot be deleted stays there,
/// and does not prevent the list.
fn clear_trash(library: &Library) -> Result<()> {
    let kept_since = SystemClock.now().saturating_sub(Library::TRASH_KEEPS);
    match library.empty_trash(kept_since) {
        Err(error) if error.kind() != ErrorKind::Io => Err(error),
        _ => Ok(()),
    }
}

fn list(library: &Library, words: &str, most: usize, cancel: &Cancel) -> Result<ConversationTable> {
    let catalogue = library.catalogue(|| cancel.is_cancelled())?;
    let usage = usage(&catalogue.usage());
    // An unreadable trash is reported when it is opened.
    let trashed = library.trash_count().unwrap_or_default() as u64;
    let table_of = |rows: Vec<ConversationRow>, all: usize, unsure| ConversationTable {
        status: status::ok(),
        rows,
        all: all as u64,
        trashed,
        unsure,
        usage,
    };
    if words.trim().is_empty() {
        let entries = catalogue.entries();
        let all = entries.len();
        let rows = entries.into_iter().take(most).map(row).collect();
        return Ok(table_of(rows, all, false));
    }
    let result = catalogue.search(words, most);
    let rows = result.hits.into_iter().map(hit).collect();
    Ok(table_of(rows, result.all, result.unsure))
}

fn list_trash(library: &Library, most: usize, cancel: &Cancel) -> Result<ConversationTable> {
    let rows = library.newest_trash(most, || cancel.is_cancelled())?;
    let count = library.trash_count()? as u64;
    Ok(ConversationTable {
        rows: rows.into_iter().map(trashed).collect(),
        all: count,
        trashed: count,
        ..table(status::ok())
    })
}

fn trashed(it: TrashEntry) -> ConversationRow {
    let kept_until_ms = it.deleted.saturating_add(Library::TRASH_KEEPS);
    ConversationRow { deleted_ms: it.deleted, kept_until_ms, ..row(it.entry) }
}

fn row(entry: LibraryEntry) -> ConversationRow {
    let fault = entry.fault.as_ref().or(entry.labels_fault.as_ref());
    ConversationRow {
        usage: of_all(&entry.usage),
        status: fault.map_or_else(status::ok, status::of),
        id: entry.id,
        path: entry.path.to_string_lossy().into_owned(),
        conversation: entry.conversation,
        title: entry.title,
        created_ms: entry.created,
        changed_ms: entry.changed,
        messages: entry.messages,
        bytes: entry.bytes,
        pinned: entry.labels.pinned,
        tags: entry.labels.tags,
        found: Vec::new(),
        deleted_ms: 0,
        kept_until_ms: 0,
    }
}

fn hit(hit: SearchHit) -> ConversationRow {
    let found = hit.places.iter().map(found).collect();
    ConversationRow { found, ..row(hit.entry) }
}

fn found(place: &SearchPlace) -> FoundPlace {
    FoundPlace {
        message: place.message.map_or(0, |id| id.0),
        branch: place.branch.unwrap_or(0),
        speaker: match place.speaker {
            CoreSpeaker::Person => Speaker::Person,
            CoreSpeaker::Model => Speaker::Model,
            CoreSpeaker::Tool => Speaker::Tool,
        },
        at_ms: place.at,
        words: pieces(&place.snippet, &place.marks),
    }
}

/// A line in pieces, some of which match the search.
fn pieces(text: &str, marks: &[Range<usize>]) -> Vec<FoundText> {
    let mut pieces = Vec::new();
    let mut add = |text: &str, found| {
        if !text.is_empty() {
            pieces.push(FoundText { text: text.to_owned(), found });
        }
    };
    let mut at = 0;
    for mark in marks {
        add(&text[at..mark.start], false);
        add(&text[mark.clone()], true);
        at = mark.end;
    }
    add(&text[at..], false);
    pieces
}

fn usage(usage: &LibraryUsage) -> Vec<UsageRow> {
    let month = |(month, spent): (_, &CostLedger)| of(format!("{month}"), spent);
    let mut rows: Vec<UsageRow> = usage.months.iter().rev().map(month).collect();
    rows.push(of_all(usage));
    rows
}

/// All months together, with what belongs to no month.
fn of_all(usage: &LibraryUsage) -> UsageRow {
    let (unknown, untold) = (usage.unknown(), usage.unreported());
    UsageRow { unknown, untold, ..of(String::new(), &usage.total()) }
}

fn of(month: String, spent: &CostLedger) -> UsageRow {
    UsageRow {
        month,
        calls: spent.calls(),
        tokens: spent.tokens(),
        dollars: spent.dollars(),
        unknown: spent.unknown(),
        untold: spent.unreported(),
    }
}

#[cfg(test)]
mod tests {
    use vibeue_core::tokens::ServerUsage;

    use super::*;

    fn wait(listing: &ConversationListing) -> ConversationTable {
        while !listing.is_finished() {
            let code = listing.table().status.code;
            // It may have ended since the check.
            if !listing.is_finished() {
                assert_eq!(code, StatusCode::Busy);
            }
            std::thread::yield_now();
        }
        listing.table()
    }

    #[test]
    fn a_list_is_made_in_the_background_with_what_is_damaged_and_why() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("torn.jsonl");
        std::fs::write(&path, b"no journal\n").unwrap();
        let table = wait(&ConversationListing::start(&folder.path().to_string_lossy(), "", 10));
        assert_eq!((table.status, table.all), (status::ok(), 1));
        let [row] = &table.rows[..] else { panic!("{:?}", table.rows) };
        assert_eq!(
            (row.id.as_str(), row.path.as_str(), row.changed_ms, row.bytes, row.status.code),
            ("torn", path.to_str().unwrap(), 0, 11, StatusCode::Input)
        );
        assert_eq!(table.usage, [of(String::new(), &CostLedger::default())]);
    }

    #[test]
    fn the_trash_is_counted_beside_and_listed_by_itself_with_how_long_it_keeps_each() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        let now = SystemClock.now();
        for (words, deleted) in
            [("door", now - 1), ("tower", now), ("ladder", now - Library::TRASH_KEEPS - 1)]
        {
            let talk = folder.path().join("talk.json");
            let said = format!(r#"[{{"role":"user","content":"About the {words}"}}]"#);
            std::fs::write(&talk, said).unwrap();
            library.discard(&library.import(&talk, 7).unwrap().id, deleted).unwrap();
        }
        let folder = folder.path().to_string_lossy().into_owned();
        let listed = wait(&ConversationListing::start(&folder, "", 9));
        assert_eq!((listed.rows.len(), listed.all, listed.trashed), (0, 0, 2), "one was too old");
        let trash = wait(&ConversationListing::start_trash(&folder, 9));
        let told = |it: &ConversationRow| (it.title.clone(), it.deleted_ms, it.kept_until_ms);
        let rows: Vec<_> = trash.rows.iter().map(told).collect();
        let row = |title: &str, at| (title.to_owned(), at, at + 30 * 24 * 60 * 60 * 1000);
        assert_eq!(rows, [row("About the tower", now), row("About the door", now - 1)]);
        let whole = (trash.status, trash.all, trash.trashed, trash.usage);
        assert_eq!(whole, (status::ok(), 2, 2, Vec::new()));
        let part = wait(&ConversationListing::start_trash(&folder, 1));
        assert_eq!((part.rows.len(), part.all), (1, 2));
    }

    #[test]
    fn calls_of_unknown_tokens_are_told_apart_from_those_of_unknown_price() {
        let counted = ServerUsage { input: 90, cached: 0, output: 20, reasoning: 0 };
        let mut spent = CostLedger::default();
        spent.chat.add(Some(&counted), Some(0.5));
        spent.chat.add(Some(&counted), None);
        spent.summaries.add(None, None);
        let mut all = LibraryUsage { unrecorded: 4, ..LibraryUsage::default() };
        all.add(0, &spent);
        let row = |month: &str, unknown, untold| UsageRow {
            month: month.to_owned(),
            calls: 3,
            tokens: 220,
            dollars: 0.5,
            unknown,
            untold,
        };
        assert_eq!(usage(&all), [row("1970-01", 2, 1), row("", 6, 5)]);
    }

    #[test]
    fn a_search_comes_in_pieces_of_which_some_are_what_was_looked_for() {
        let folder = tempfile::tempdir().unwrap();
        let talk = folder.path().join("talk.json");
        std::fs::write(&talk, r#"[{"role":"user","content":"Is the Tür red?"}]"#).unwrap();
        let library = Library::at(folder.path());
        library.import(&talk, 7).unwrap();
        library.import(&talk, 8).unwrap();
        let folder = folder.path().to_string_lossy().into_owned();
        let table = wait(&ConversationListing::start(&folder, "tur", 1));
        assert_eq!((table.rows.len(), table.all, table.unsure), (1, 2, false));
        let found = &table.rows[0].found[0];
        let words: Vec<_> = found.words.iter().map(|it| (it.text.as_str(), it.found)).collect();
        assert_eq!(words, [("Is the ", false), ("Tür", true), (" red?", false)]);
        assert_eq!((found.message, found.speaker, found.at_ms), (1, Speaker::Person, 8));
    }
}
