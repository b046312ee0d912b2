//! A run as JSON lines: what was read, asked, answered and graded.
//!
//! The first line says how the run was made and has the prompts of readers and graders; a line for
//! each view has what was read; a line for each answer has the question, the key and the grades.
//! From these every prompt can be reconstructed as [`super::prompts`] does. A file may hold several
//! runs, one after the other.

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};
use vibeue_core::session::files::OutputFile;
use vibeue_core::{Error, ErrorKind};

use super::first_part::Size;
use super::outcome::{Graded, SetOutcome, ViewOutcome};
use super::prompts;
use super::view::View;
use crate::failure::{Failure, Result};
use crate::input;

/// How a run was made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Run {
    /// The version of the prompts.
    pub(super) prompts: u32,
    /// The prompt for readers.
    #[serde(rename = "reader_told")]
    pub(super) reader_prompt: String,
    /// The prompt for graders.
    #[serde(rename = "grader_told")]
    pub(super) grader_prompt: String,
    /// Who answered.
    pub(super) reader: String,
    /// Who graded.
    pub(super) graders: Vec<String>,
    /// The share of the tokens, if the size was given that way.
    pub(super) share: Option<f64>,
    /// The window, if the size was given that way.
    pub(super) window: Option<u64>,
    /// The tokenizer.
    pub(super) encoding: String,
}

impl Run {
    pub(super) fn new(reader: &str, graders: Vec<String>, size: Size, encoding: &str) -> Self {
        let (share, window) = match size {
            Size::Share(share) => (Some(share), None),
            Size::Window(window) => (None, Some(window)),
        };
        Self {
            prompts: prompts::VERSION,
            reader_prompt: prompts::READER.to_owned(),
            grader_prompt: prompts::GRADER.to_owned(),
            reader: reader.to_owned(),
            graders,
            share,
            window,
            encoding: encoding.to_owned(),
        }
    }

    pub(super) fn size(&self) -> Size {
        match (self.share, self.window) {
            (Some(share), _) => Size::Share(share),
            (None, Some(window)) => Size::Window(window),
            (None, None) => Size::DEFAULT,
        }
    }
}

/// One view of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ViewLine {
    pub(super) set: String,
    pub(super) way: String,
    /// The view's hash.
    pub(super) view: String,
    /// Its tokens.
    pub(super) tokens: u64,
    /// Tokens that it was made for; for baselines, those of the compaction.
    pub(super) room: u64,
    /// Tokens of the whole first part.
    pub(super) whole: u64,
    /// Tokens that the compaction should have come down to.
    pub(super) asked: u64,
    /// What was read; may be left out of a file that is kept for its figures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<String>,
}

/// A line of the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "snake_case")]
enum Line {
    Run(Run),
    View(ViewLine),
    Answer { set: String, way: String, graded: Graded },
}

/// A run that is being made.
#[derive(Debug)]
pub(super) struct Record {
    lines: Vec<Line>,
}

impl Record {
    pub(super) fn begin(run: Run) -> Self {
        Self { lines: vec![Line::Run(run)] }
    }

    /// Adds a view, before its answers.
    pub(super) fn view(&mut self, set: &str, view: &View, room: u64, whole: u64, asked: u64) {
        self.lines.push(Line::View(ViewLine {
            set: set.to_owned(),
            way: view.way.to_owned(),
            view: view.hash.clone(),
            tokens: view.tokens,
            room,
            whole,
            asked,
            text: Some(view.text.clone()),
        }));
    }

    /// Adds an answer.
    pub(super) fn answer(&mut self, set: &str, way: &str, graded: &Graded) {
        let (set, way) = (set.to_owned(), way.to_owned());
        self.lines.push(Line::Answer { set, way, graded: graded.clone() });
    }

    /// Writes it.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] if the disk is full or gone.
    pub(super) fn write(&self, mut file: OutputFile) -> Result {
        let mut bytes = Vec::new();
        for line in &self.lines {
            serde_json::to_writer(&mut bytes, line).map_err(|error| {
                Error::new(ErrorKind::Internal, format!("the record is not JSON: {error}"))
            })?;
            bytes.push(b'\n');
        }
        file.write(&bytes)?;
        Ok(file.finish()?)
    }
}

/// A record that was read.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Recorded {
    pub(super) sets: Vec<SetOutcome>,
    /// Each view with the run that it belongs to.
    pub(super) views: Vec<(Run, ViewLine)>,
}

impl Recorded {
    /// Reads a file of records.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] with the line that cannot be read, or that is out of place.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let shown = input::shown(path);
        let text = input::read_text(&path.display().to_string())?;
        let mut read = Self { sets: Vec::new(), views: Vec::new() };
        let mut run = None;
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            read.take(line, &mut run).map_err(|what| {
                let hint = "give a file that --record wrote";
                Failure::input(what, hint).at(&format!("{shown}:{}", at + 1))
            })?;
        }
        // The run ended before anything was answered about them.
        let answered: BTreeSet<(String, String)> = read
            .sets
            .iter()
            .flat_map(|set| set.views.iter().map(move |view| (set, view)))
            .filter(|(_, view)| !view.answers.is_empty())
            .map(|(set, view)| (set.set.clone(), view.way.clone()))
            .collect();
        for set in &mut read.sets {
            set.views.retain(|view| !view.answers.is_empty());
        }
        read.sets.retain(|set| !set.views.is_empty());
        read.views.retain(|(_, it)| answered.contains(&(it.set.clone(), it.way.clone())));
        if read.views.is_empty() {
            let hint = "give a file that --record wrote";
            return Err(Failure::input("there is no answered view in it", hint).at(&shown));
        }
        Ok(read)
    }

    fn take(&mut self, line: &str, run: &mut Option<Run>) -> std::result::Result<(), String> {
        let line = serde_json::from_str(line)
            .map_err(|error| format!("this is not a line of a record: {error}"))?;
        match line {
            Line::Run(begun) => *run = Some(begun),
            Line::View(view) => {
                let Some(run) = run else {
                    return Err("a view comes before the run that it belongs to".to_owned());
                };
                if self.view_of(&view.set, &view.way).is_some() {
                    return Err(format!("{} has a second view by {}", view.set, view.way));
                }
                self.begin_view(&view);
                self.views.push((run.clone(), view));
            }
            Line::Answer { set, way, graded } => {
                let Some(view) = self.view_of(&set, &way) else {
                    return Err(format!("an answer comes before its view: {set} by {way}"));
                };
                view.answers.push(graded);
            }
        }
        Ok(())
    }

    fn view_of(&mut self, set: &str, way: &str) -> Option<&mut ViewOutcome> {
        let set = self.sets.iter_mut().find(|it| it.set == set)?;
        set.views.iter_mut().find(|view| view.way == way)
    }

    fn begin_view(&mut self, view: &ViewLine) {
        let begun = ViewOutcome {
            way: view.way.clone(),
            view: view.view.clone(),
            tokens: view.tokens,
            answers: Vec::new(),
        };
        match self.sets.iter_mut().find(|set| set.set == view.set) {
            Some(set) => set.views.push(begun),
            None => self.sets.push(SetOutcome {
                set: view.set.clone(),
                whole: view.whole,
                asked: view.asked,
                views: vec![begun],
            }),
        }
    }
}
