//! What a text mentions with `@`.

use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use vibeue_core::conversation::Part;
use vibeue_core::session::library::Library;
use vibeue_core::session::writing::{Mentioned, Places, attach};
use vibeue_core::tools::project::Folder;
use vibeue_core::tools::{Allowance, Stop};

use super::job::Job;
use crate::ffi::ffi::{HostThing, MentionRow, Status, StatusCode};
use crate::live::lock;
use crate::{host_names, messages, status};

/// How long files are read for one message at most.
const LONGEST: Duration = Duration::from_secs(10);

/// What a text mentions, read in the background.
#[derive(Debug)]
pub struct MentionReading {
    job: Job<Read>,
}

/// A file may be on a server that has gone away: nobody waits for it.
impl Drop for MentionReading {
    fn drop(&mut self) {
        self.job.leave();
    }
}

/// What was read: for the window, and for the message.
#[derive(Debug, Default)]
struct Read {
    rows: Vec<MentionRow>,
    /// May include whole pictures; `None` once the message has them.
    parts: Mutex<Option<Vec<Part>>>,
}

/// Begins to read it.
pub(crate) fn start_mention_reading(
    text: &str,
    project: &str,
    conversations: &str,
    host: &[HostThing],
) -> Box<MentionReading> {
    let host = Some(host.iter().map(host_names::thing).collect());
    let [text, project, conversations] = [text, project, conversations].map(str::to_owned);
    let job = Job::start("vibeue-mentions", Read::default(), move |cancel| {
        let allowance = Allowance::begin(&Stop::from(cancel.clone()), LONGEST);
        let places = Places { host, ..places(&project, &conversations) };
        let found = attach(&text, &places, &allowance);
        let rows = found.iter().map(row).collect();
        let parts = found.into_iter().flat_map(Mentioned::into_parts).collect();
        Read { rows, parts: Mutex::new(Some(parts)) }
    });
    Box::new(MentionReading { job })
}

/// Where to find things; a path that is not a folder has nothing.
pub(crate) fn places(project: &str, conversations: &str) -> Places {
    let given = |text: &str| !text.is_empty();
    Places {
        project: Some(project)
            .filter(|it| given(it))
            .and_then(|it| Folder::open(Path::new(it)).ok()),
        conversations: Some(conversations).filter(|it| given(it)).map(Library::at),
        host: None,
    }
}

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl MentionReading {
    pub fn is_finished(&self) -> bool {
        self.job.result().is_some()
    }

    pub fn rows(&self) -> Vec<MentionRow> {
        self.job.result().map(|read| read.rows.clone()).unwrap_or_default()
    }

    /// Takes the parts of the message that was read; nothing is copied.
    ///
    /// # Errors
    /// If it is not read yet, or if another message has taken them.
    pub(crate) fn take_parts(&self) -> Result<Vec<Part>, Status> {
        let taken = self.job.result().and_then(|read| lock(&read.parts).take());
        taken.ok_or_else(|| {
            let what =
                "the mentions of the message have not been read, or another message took them";
            status::failed(StatusCode::Input, what.to_owned(), "read them again")
        })
    }
}

fn row(mentioned: &Mentioned) -> MentionRow {
    let name = mentioned.name.clone();
    match &mentioned.attached {
        Ok(attachment) => MentionRow {
            name,
            problem: String::new(),
            attachment: vec![messages::attachment(attachment)],
        },
        Err(problem) => MentionRow { name, problem: problem.clone(), attachment: Vec::new() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_text_mentions_is_read_in_the_background_as_parts_of_its_message() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.txt"), "one\n").unwrap();
        let at = folder.path().to_str().unwrap();
        let reading = start_mention_reading("@a.txt @../x @bob", at, "", &[]);
        while !reading.is_finished() {
            std::thread::yield_now();
        }
        let rows = reading.rows();
        let told: Vec<(&str, &str, usize)> = rows
            .iter()
            .map(|row| (row.name.as_str(), row.problem.as_str(), row.attachment.len()))
            .collect();
        assert_eq!(told, [("a.txt", "", 1), ("../x", "it is not in the project", 0)]);
        let parts = reading.take_parts().expect("it is read");
        let Part::Text { text, .. } = &parts[0] else { panic!("{parts:?}") };
        assert!(text.starts_with("<attached-file name=\"a.txt\" "), "{text}");
        assert_eq!(parts.len(), 1);
        let again = reading.take_parts().expect_err("the message has it");
        assert_eq!(again.code, StatusCode::Input);
    }
}
