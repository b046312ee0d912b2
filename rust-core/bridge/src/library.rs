//! The calls about the conversations of a folder.

use vibeue_core::Result;
use vibeue_core::session::library::Library;
use vibeue_core::session::live::{Clock, SystemClock};

use crate::fence::{fenced, fenced_status};
use crate::ffi::ffi::{ConversationForm, Status};
use crate::status;
use crate::tasks::{ConversationExport, ConversationImport, ConversationListing, form_of};

pub(crate) fn is_conversation_id(text: &str) -> bool {
    Library::is_id(text)
}

pub(crate) fn list_conversation_ids(folder: &str) -> Vec<String> {
    fenced(|_| Vec::new(), || Library::at(folder).ids().unwrap_or_default())
}

pub(crate) fn delete_conversation(folder: &str, id: &str) -> Status {
    fenced_status(|| Library::at(folder).delete(id).map_err(|error| status::of(&error)))
}

pub(crate) fn make_export_path(folder: &str, title: &str, time: &str, extension: &str) -> String {
    let place = || {
        let place = Library::at(folder).export_place(title, time, extension);
        place.to_string_lossy().into_owned()
    };
    fenced(|_| String::new(), place)
}

/// Does something with a library.
fn change(folder: &str, what: impl FnOnce(&Library) -> Result<()>) -> Status {
    fenced_status(|| what(&Library::at(folder)).map_err(|error| status::of(&error)))
}

pub(crate) fn discard_conversation(folder: &str, id: &str) -> Status {
    change(folder, |library| library.discard(id, SystemClock.now()))
}

pub(crate) fn restore_conversation(folder: &str, id: &str) -> Status {
    change(folder, |library| library.restore(id))
}

pub(crate) fn restore_deleted_conversation(folder: &str, id: &str, deleted_ms: u64) -> Status {
    change(folder, |library| library.restore_deleted(id, deleted_ms))
}

pub(crate) fn rename_conversation(folder: &str, id: &str, title: &str) -> Status {
    change(folder, |library| library.rename(id, title, SystemClock.now()))
}

pub(crate) fn pin_conversation(folder: &str, id: &str, pinned: bool) -> Status {
    change(folder, |library| library.pin(id, pinned).map(drop))
}

pub(crate) fn set_conversation_tags(folder: &str, id: &str, words: &str) -> Status {
    change(folder, |library| library.set_tags(id, words).map(drop))
}

pub(crate) fn start_listing(folder: &str, words: &str, most: u64) -> Box<ConversationListing> {
    Box::new(ConversationListing::start(folder, words, most))
}

pub(crate) fn start_trash_listing(folder: &str, most: u64) -> Box<ConversationListing> {
    Box::new(ConversationListing::start_trash(folder, most))
}

pub(crate) fn conversation_extension(form: ConversationForm) -> &'static str {
    form_of(form).extension()
}

pub(crate) fn start_conversation_export(
    folder: &str,
    id: &str,
    path: &str,
    form: ConversationForm,
) -> Box<ConversationExport> {
    Box::new(ConversationExport::start(folder, id, path, form))
}

pub(crate) fn start_conversation_import(folder: &str, files: &[String]) -> Box<ConversationImport> {
    Box::new(ConversationImport::start(folder, files))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ffi::ffi::StatusCode;

    #[test]
    fn a_folder_is_asked_as_the_core_answers() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().to_str().unwrap();
        std::fs::write(folder.path().join("a-1.jsonl"), b"{}\n").unwrap();
        assert_eq!(list_conversation_ids(at), ["a-1"]);
        assert_eq!(list_conversation_ids("\0"), [""; 0]);
        assert!(is_conversation_id("a-1") && !is_conversation_id("../a-1"));
        assert_eq!(delete_conversation(at, "../a-1").code, StatusCode::Input);
        assert_eq!(delete_conversation(at, "a-1"), status::ok());
        assert_eq!(list_conversation_ids(at), [""; 0]);
        std::fs::write(folder.path().join("b.jsonl"), b"{}\n").unwrap();
        assert_eq!(pin_conversation(at, "b", true), status::ok());
        assert_eq!(set_conversation_tags(at, "b", "x/y").code, StatusCode::Input);
        assert_eq!(rename_conversation(at, "b", "x").code, StatusCode::Input, "no journal");
        assert_eq!(discard_conversation(at, "b"), status::ok());
        assert_eq!(list_conversation_ids(at), [""; 0]);
        assert_eq!(restore_conversation(at, "b"), status::ok());
        assert_eq!(restore_conversation(at, "b").code, StatusCode::Input);
        assert_eq!(list_conversation_ids(at), ["b"]);
        let library = Library::at(at);
        library.discard("b", 100).unwrap();
        assert_eq!(restore_deleted_conversation(at, "b", 99).code, StatusCode::Input);
        assert_eq!(restore_deleted_conversation(at, "b", 100), status::ok());
        assert_eq!(list_conversation_ids(at), ["b"]);
        let export = make_export_path(at, "The door", "10-41", "md");
        assert!(export.ends_with("The door 10-41.md"), "{export}");
        // Writing to it fails with an error.
        let nowhere = make_export_path("\0", "The door", "10-41", "md");
        assert!(nowhere.ends_with("The door 10-41.md"), "{nowhere:?}");
    }
}
