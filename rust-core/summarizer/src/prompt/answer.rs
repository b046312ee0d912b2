//! What a summary model wrote, parsed.

use vibeue_compaction::record::{ActionItem, TaskState};
use vibeue_compaction::rules::Section;

/// The notes of a model: lines by section, and what a record holds besides
/// them. Nothing in it was checked against the conversation yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Answer {
    /// The lines of the eight sections, in order.
    pub(crate) lines: Vec<(Section, String)>,
    /// The most important points.
    pub(crate) key_points: Vec<String>,
    /// What was decided.
    pub(crate) decisions: Vec<String>,
    /// What is to be done.
    pub(crate) action_items: Vec<ActionItem>,
    /// What is open.
    pub(crate) unresolved: Vec<String>,
    /// What the conversation is about.
    pub(crate) entities: Vec<String>,
}

impl Answer {
    /// The sections that a model writes: all except the ledger of facts, which
    /// is written by program.
    pub(crate) const SECTIONS: [Section; 8] = [
        Section::Overview,
        Section::Foundation,
        Section::Codebase,
        Section::Problems,
        Section::Progress,
        Section::Active,
        Section::Operations,
        Section::Continuation,
    ];

    /// The maximum number of lines that are taken from one section or list.
    pub(crate) const MOST_LINES: usize = 200;

    /// Returns whether there is nothing that could be a summary. Lists alone are not one: they do
    /// not say what happened.
    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The notes as text, in the form that is requested without a schema.
    pub(crate) fn to_notes(&self) -> String {
        let mut out = String::new();
        for section in Self::SECTIONS {
            let lines = self.lines.iter().filter(|line| line.0 == section);
            list(&mut out, section.heading(), lines.map(|line| line.1.clone()));
        }
        list(&mut out, "## Key points", self.key_points.iter().cloned());
        list(&mut out, "## Decisions", self.decisions.iter().cloned());
        list(&mut out, "## Action items", self.action_items.iter().map(action_line));
        list(&mut out, "## Unresolved", self.unresolved.iter().cloned());
        list(&mut out, "## Entities", self.entities.iter().cloned());
        out
    }

    /// How badly each line would be missed: in each section the first one most.
    fn worths(&self) -> Vec<i32> {
        let mut nth = [0; Section::ALL.len()];
        let worth_of = |line: &(Section, String)| {
            let nth: &mut i32 = &mut nth[line.0 as usize];
            *nth += 1;
            worth(line.0) * STEP - (*nth - 1)
        };
        self.lines.iter().map(worth_of).collect()
    }

    /// Drops what matters least, line by line, until the notes have at most
    /// `limit` tokens. The best line always stays.
    pub(crate) fn cut(&mut self, limit: u64, tokens: impl Fn(&str) -> u64) {
        let mut used = tokens(&self.to_notes());
        for list in [&mut self.entities, &mut self.key_points] {
            while used > limit
                && let Some(line) = list.pop()
            {
                used = used.saturating_sub(tokens(&line) + 2);
            }
        }
        while used > limit && self.lines.len() > 1 {
            let worths = self.worths();
            let least = worths.iter().min().copied();
            if least >= Some(DECISION * STEP)
                && let Some(line) = self.decisions.pop()
            {
                used = used.saturating_sub(tokens(&line) + 2);
                continue;
            }
            let last_of = |at: &usize| (worths[*at], std::cmp::Reverse(*at));
            let Some(at) = (0..self.lines.len()).min_by_key(last_of) else {
                break;
            };
            let (_, line) = self.lines.remove(at);
            used = used.saturating_sub(tokens(&line) + 2);
        }
        while used > limit
            && let Some(line) = self.decisions.pop()
        {
            used = used.saturating_sub(tokens(&line) + 2);
        }
    }
}

/// How many lines into its section a line is missed only as badly as the first
/// line of a section that ranks one lower.
const STEP: i32 = 2;

/// How badly a decision would be missed: its reason is written nowhere else.
const DECISION: i32 = 3;

/// How badly the lines of a section would be missed.
fn worth(section: Section) -> i32 {
    match section {
        Section::Operations | Section::Ledger => 0,
        Section::Codebase => 1,
        Section::Progress => 2,
        Section::Foundation => 3,
        Section::Problems => 4,
        Section::Active => 5,
        Section::Continuation => 6,
        Section::Overview => 7,
    }
}

fn list(out: &mut String, heading: &str, lines: impl Iterator<Item = String>) {
    for (at, line) in lines.enumerate() {
        if at == 0 {
            out.push_str(heading);
            out.push('\n');
        }
        out.push_str("- ");
        out.push_str(&line);
        out.push('\n');
    }
}

/// An action item on one line: `owner | task | due | state`.
pub(super) fn action_line(item: &ActionItem) -> String {
    let state = match item.state {
        TaskState::Pending => "pending",
        TaskState::InProgress => "in_progress",
        TaskState::Done => "done",
    };
    format!("{} | {} | {} | {state}", item.owner, item.task, item.due.as_deref().unwrap_or("-"))
}

/// Reads a task's state by the words that models use for it.
pub(super) fn state_of(text: &str) -> TaskState {
    let text = text.trim().to_ascii_lowercase();
    match text.as_str() {
        "done" | "completed" | "complete" | "finished" | "closed" | "resolved" => TaskState::Done,
        "in_progress" | "in progress" | "in-progress" | "active" | "started" | "ongoing" => {
            TaskState::InProgress
        }
        _ => TaskState::Pending,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_drops_operations_first_and_keeps_the_best_line() {
        let line = |section, text: &str| (section, text.to_owned());
        let mut answer = Answer {
            lines: vec![
                line(Section::Overview, "goal"),
                line(Section::Operations, "one two three"),
                line(Section::Operations, "four five six"),
                line(Section::Continuation, "next"),
            ],
            entities: vec!["Door".to_owned()],
            ..Answer::default()
        };
        let words = |text: &str| text.split_whitespace().count() as u64;
        let mut some = answer.clone();
        some.cut(words(&answer.to_notes()) - 8, words);
        assert_eq!(
            some.lines,
            [
                line(Section::Overview, "goal"),
                line(Section::Operations, "one two three"),
                line(Section::Continuation, "next"),
            ]
        );
        let mut decided = Answer {
            lines: vec![line(Section::Overview, "goal"), line(Section::Codebase, "a file changed")],
            decisions: vec!["b because it is simpler".to_owned()],
            ..Answer::default()
        };
        decided.cut(words(&decided.to_notes()) - 1, words);
        assert_eq!((decided.lines.len(), decided.decisions.len()), (1, 1), "{decided:?}");
        decided.lines.push(line(Section::Progress, "done"));
        decided.cut(0, words);
        assert_eq!((decided.lines.len(), decided.decisions.len()), (1, 0), "{decided:?}");
        answer.cut(0, words);
        assert_eq!(answer.lines, [line(Section::Overview, "goal")]);
    }
}
