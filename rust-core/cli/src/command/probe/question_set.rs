//! Questions about the first part of a conversation, with their key.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use vibeue_core::conversation::Conversation;

use crate::args::ReadingArgs;
use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::input;
use crate::source::{Source, Written};

/// What a question is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    /// What must be observed throughout.
    Rules,
    /// What the user wants done.
    Requests,
    /// Why something was done, decided or broken.
    Reasons,
    /// What is done, open, in progress.
    State,
    /// Files, assets, ids.
    Artifacts,
    /// What failed, and how.
    Errors,
    /// Values.
    Numbers,
    /// What must not be done.
    MustNot,
}

impl Kind {
    /// All of them, in the order of the tables.
    #[cfg(test)]
    pub(super) const ALL: [Kind; 8] = [
        Kind::Rules,
        Kind::Requests,
        Kind::Reasons,
        Kind::State,
        Kind::Artifacts,
        Kind::Errors,
        Kind::Numbers,
        Kind::MustNot,
    ];

    /// The name in files and tables.
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Rules => "rules",
            Kind::Requests => "requests",
            Kind::Reasons => "reasons",
            Kind::State => "state",
            Kind::Artifacts => "artifacts",
            Kind::Errors => "errors",
            Kind::Numbers => "numbers",
            Kind::MustNot => "must-not",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One question.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    /// Its name in this set.
    pub(super) id: String,
    pub(super) kind: Kind,
    /// The messages that the key comes from, by their place in the file.
    pub(super) from: Vec<usize>,
    pub(super) question: String,
    /// What a full answer says.
    pub(super) key: String,
    /// Words of these messages that contain the answer.
    #[serde(default)]
    pub(super) evidence: Vec<String>,
}

/// The questions about one conversation.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct QuestionSet {
    /// The file's name without its ending.
    pub(super) name: String,
    /// Where it was read, for messages.
    pub(super) shown: String,
    /// The conversation's file.
    pub(super) conversation: PathBuf,
    /// How many of the file's messages the first part has; all if not given.
    pub(super) cut: Option<usize>,
    pub(super) questions: Vec<Question>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetFile {
    conversation: PathBuf,
    #[serde(default)]
    cut: Option<usize>,
    questions: Vec<Question>,
}

impl QuestionSet {
    /// Reads a file of questions.
    ///
    /// # Errors
    /// What is wrong with the file or a question of it, with its name.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let shown = input::shown(path);
        let bytes = input::read(path)?;
        let wrong = |what: String| {
            let hint = "the format is described in tests/data/README.md";
            Failure::input(what, hint).at(&shown)
        };
        let read: SetFile = serde_json::from_slice(&bytes)
            .map_err(|error| wrong(format!("this is not a set of questions: {error}")))?;
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let set = Self {
            name: stem.unwrap_or_else(|| "questions".to_owned()),
            conversation: path.parent().unwrap_or(Path::new("")).join(&read.conversation),
            cut: read.cut,
            questions: read.questions,
            shown: shown.clone(),
        };
        match set.problem() {
            Some(what) => Err(wrong(what)),
            None => Ok(set),
        }
    }

    /// The first thing that is wrong with it.
    fn problem(&self) -> Option<String> {
        if self.questions.is_empty() {
            return Some("there are no questions in it".to_owned());
        }
        let mut ids = BTreeSet::new();
        for question in &self.questions {
            let id = &question.id;
            let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
            if id.is_empty() || !id.chars().all(plain) {
                return Some(format!("the id {id:?} may contain only letters, digits and hyphens"));
            }
            if !ids.insert(id) {
                return Some(format!("two questions have the id {id}"));
            }
            if question.question.trim().is_empty() || question.key.trim().is_empty() {
                return Some(format!("{id} has no question or no key"));
            }
            let late = |from: &&usize| self.cut.is_some_and(|cut| **from >= cut);
            if let Some(late) = question.from.iter().find(late) {
                return Some(format!("{id} comes from message {late}, after the cut"));
            }
        }
        None
    }

    /// Reads the first part of its conversation: from where the set says, else
    /// from the folder that was given.
    ///
    /// # Errors
    /// As for [`Source::read`]; [`vibeue_core::ErrorKind::Input`] if the conversation is shorter
    /// than the cut.
    pub(super) fn first_part(
        &self,
        folder: Option<&Path>,
        console: &mut Console,
    ) -> Result<Source> {
        let reading = ReadingArgs { strict: false };
        let mut source = Source::read(&self.place(folder)?, &reading, console)?;
        if let Some(cut) = self.cut {
            let length = truncate(&mut source, cut);
            if length < cut {
                let what = format!("the cut is after message {cut}, but there are only {length}");
                return Err(Failure::input(what, "is it another conversation?").at(&self.shown));
            }
        }
        Ok(source)
    }

    fn place(&self, folder: Option<&Path>) -> Result<PathBuf> {
        if self.conversation.exists() {
            return Ok(self.conversation.clone());
        }
        let name = self.conversation.file_name().unwrap_or_default();
        let elsewhere = folder.map(|folder| folder.join(name)).filter(|path| path.exists());
        elsewhere.ok_or_else(|| {
            let what = format!("its conversation {} was not found", self.conversation.display());
            let hint = "name its folder with --conversations";
            Failure::input(what, hint).at(&self.shown)
        })
    }
}

/// Leaves the messages before a place of the file's list; returns how many the
/// list has.
fn truncate(source: &mut Source, cut: usize) -> usize {
    let Conversation { messages, .. } = &mut source.conversation;
    match &source.written {
        Written::Transcript { places: Some(places), .. } => {
            let behind = |place: &Option<usize>| place.is_some_and(|place| place >= cut);
            let keep = places.iter().position(behind).unwrap_or(places.len());
            messages.truncate(keep);
            places.iter().flatten().max().map_or(0, |last| last + 1)
        }
        Written::Transcript { places: None, .. } | Written::Journal { .. } => {
            let length = messages.len();
            messages.truncate(cut);
            length
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cut: Option<usize>, questions: &str) -> Option<String> {
        let questions: Vec<Question> = serde_json::from_str(questions).unwrap();
        let set = QuestionSet {
            name: "talk".to_owned(),
            shown: "talk.json".to_owned(),
            conversation: PathBuf::from("../talk.json"),
            cut,
            questions,
        };
        set.problem()
    }

    #[test]
    fn what_is_wrong_with_a_set_of_questions_is_named() {
        let good = r#"{"id":"a-1","kind":"must-not","from":[3],"question":"q","key":"k"}"#;
        assert_eq!(set(Some(4), &format!("[{good}]")), None);
        let problems = [
            set(None, "[]"),
            set(Some(3), &format!("[{good}]")),
            set(None, &format!("[{good},{good}]")),
            set(None, &format!("[{}]", good.replace("a-1", "a 1"))),
            set(None, &format!("[{}]", good.replace("\"k\"", "\" \""))),
        ];
        assert_eq!(
            problems.map(Option::unwrap),
            [
                "there are no questions in it",
                "a-1 comes from message 3, after the cut",
                "two questions have the id a-1",
                "the id \"a 1\" may contain only letters, digits and hyphens",
                "a-1 has no question or no key",
            ]
        );
    }

    #[test]
    fn every_kind_is_read_by_the_name_that_tables_show() {
        for kind in Kind::ALL {
            let read: Kind = serde_json::from_str(&format!("\"{kind}\"")).unwrap();
            assert_eq!(read, kind);
        }
    }
}
