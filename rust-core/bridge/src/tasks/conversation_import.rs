//! Imports files as conversations.

use std::path::{Path, PathBuf};

use vibeue_core::Result;
use vibeue_core::session::library::{Imported, Library};
use vibeue_core::session::live::{Clock, SystemClock};

use super::job::Job;
use crate::ffi::ffi::{ImportedFile, Status, StatusCode};
use crate::status;

/// Files that are imported as conversations in the background.
#[derive(Debug)]
pub struct ConversationImport {
    job: Job<Vec<ImportedFile>>,
}

/// One of them may be large, or on a server that has gone away: nobody waits for it.
impl Drop for ConversationImport {
    fn drop(&mut self) {
        self.job.leave();
    }
}

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl ConversationImport {
    pub(crate) fn start(folder: &str, files: &[String]) -> Self {
        let library = Library::at(folder);
        let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
        let broken = |file: &PathBuf| {
            let what = format!("{}: it could not be imported", file.display());
            let hint = "see the log, and close other programs";
            refused(file, status::failed(StatusCode::Internal, what, hint))
        };
        let instead = files.iter().map(broken).collect();
        let job = Job::start("vibeue-import", instead, move |cancel| {
            let came = library.import_all(&files, SystemClock.now(), || cancel.is_cancelled());
            files.iter().zip(came).map(to_ffi).collect()
        });
        Self { job }
    }

    pub fn is_finished(&self) -> bool {
        self.job.result().is_some()
    }

    pub fn cancel(&self) {
        self.job.cancel();
    }

    pub fn files(&self) -> Vec<ImportedFile> {
        self.job.result().cloned().unwrap_or_default()
    }
}

fn to_ffi((file, came): (&PathBuf, Result<Imported>)) -> ImportedFile {
    match came {
        Ok(Imported { id, messages, repairs }) => {
            ImportedFile { name: name_of(file), status: status::ok(), id, messages, repairs }
        }
        Err(error) => refused(file, status::of(&error)),
    }
}

fn refused(file: &Path, status: Status) -> ImportedFile {
    let (id, messages, repairs) = (String::new(), 0, Vec::new());
    ImportedFile { name: name_of(file), status, id, messages, repairs }
}

fn name_of(file: &Path) -> String {
    file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(import: &ConversationImport) -> Vec<ImportedFile> {
        while !import.is_finished() {
            std::thread::yield_now();
        }
        import.files()
    }

    #[test]
    fn each_file_becomes_a_conversation_or_says_why_not() {
        let folder = tempfile::tempdir().unwrap();
        let talks = folder.path().join("talks").to_str().unwrap().to_owned();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path.to_str().unwrap().to_owned()
        };
        let odd = r#"[{"role":"user","content":"Hi"},{"role":"wizard","content":"ok"}]"#;
        let files = [file("door.json", odd), file("words.txt", "hello")];
        let came = wait(&ConversationImport::start(&talks, &files));
        let [door, words] = &came[..] else { panic!("{came:?}") };
        assert_eq!((door.name.as_str(), &door.status), ("door.json", &status::ok()));
        assert_eq!((door.messages, door.repairs.len()), (2, 1));
        assert_eq!((words.name.as_str(), words.status.code), ("words.txt", StatusCode::Input));
        assert!(words.id.is_empty() && !words.status.message.is_empty(), "{words:?}");
        assert_eq!(Library::at(&talks).ids().unwrap(), std::slice::from_ref(&door.id));
    }
}
