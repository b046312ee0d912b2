//! What a text names by `@`.

use std::path::Path;
use std::time::Duration;

use vibeue_core::session::library::Library;
use vibeue_core::session::writing::{Mentioned, Places, attach};
use vibeue_core::tools::project::Folder;
use vibeue_core::tools::{Allowance, Stop};

use super::job::Job;
use crate::ffi::ffi::{HostThing, MentionRow};
use crate::{host_names, messages};

/// The longest that files are read for one message.
const LONGEST: Duration = Duration::from_secs(10);

/// What a text names, which is read beside.
#[derive(Debug)]
pub struct MentionReading {
    job: Job<Vec<MentionRow>>,
}

/// Begins to read it.
pub(crate) fn start_mention_reading(
    text: &str,
    project: &str,
    conversations: &str,
    host: &[HostThing],
    whole: bool,
) -> Box<MentionReading> {
    let host = Some(host.iter().map(host_names::thing).collect());
    let [text, project, conversations] = [text, project, conversations].map(str::to_owned);
    let job = Job::start("vibeue-mentions", Vec::new(), move |cancel| {
        let allowance = Allowance::begin(&Stop::from(cancel.clone()), LONGEST);
        let places = Places { host, ..places(&project, &conversations) };
        let found = attach(&text, &places, &allowance);
        found.into_iter().map(|it| row(it, whole)).collect()
    });
    Box::new(MentionReading { job })
}

/// Where things are; a path that is not a folder has nothing.
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
        self.job.result().cloned().unwrap_or_default()
    }
}

fn row(mentioned: Mentioned, whole: bool) -> MentionRow {
    let Mentioned { name, attached, picture } = mentioned;
    match attached {
        Ok(attachment) => MentionRow {
            name,
            problem: String::new(),
            attachment: vec![messages::attachment(&attachment)],
            part: match picture {
                Some(picture) if whole => format!("{attachment}\n{}", picture.address()),
                _ => attachment.to_string(),
            },
        },
        Err(problem) => MentionRow { name, problem, attachment: Vec::new(), part: String::new() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_text_names_comes_beside_as_parts_of_its_message() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.txt"), "one\n").unwrap();
        let at = folder.path().to_str().unwrap();
        let reading = start_mention_reading("@a.txt @../x @bob", at, "", &[], true);
        while !reading.is_finished() {
            std::thread::yield_now();
        }
        let rows = reading.rows();
        let told: Vec<(&str, &str, usize)> = rows
            .iter()
            .map(|row| (row.name.as_str(), row.problem.as_str(), row.attachment.len()))
            .collect();
        assert_eq!(told, [("a.txt", "", 1), ("../x", "it is not in the project", 0)]);
        assert!(rows[0].part.starts_with("<attached-file name=\"a.txt\" "), "{}", rows[0].part);
    }
}
