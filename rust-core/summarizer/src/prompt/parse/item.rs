//! Files one line of an answer under its field.

use super::heading::Field;
use crate::prompt::answer::{Answer, state_of};
use vibeue_compaction::record::{ActionItem, TaskState};

/// Files one line under its field, as long as there is room.
pub(super) fn push(answer: &mut Answer, field: Option<Field>, line: String) {
    let list = match field {
        None | Some(Field::Analysis) => return,
        Some(Field::Lines(section)) => {
            // The sum comes first: it keeps this cheap however many lines there
            // are.
            let most = Answer::MOST_LINES * Answer::SECTIONS.len();
            let held = || answer.lines.iter().filter(|held| held.0 == section).count();
            if answer.lines.len() < most && held() < Answer::MOST_LINES {
                answer.lines.push((section, line));
            }
            return;
        }
        Some(Field::ActionItems) => {
            if answer.action_items.len() < Answer::MOST_LINES {
                answer.action_items.extend(action_item(&line));
            }
            return;
        }
        Some(Field::KeyPoints) => &mut answer.key_points,
        Some(Field::Decisions) => &mut answer.decisions,
        Some(Field::Unresolved) => &mut answer.unresolved,
        Some(Field::Entities) => &mut answer.entities,
    };
    if list.len() < Answer::MOST_LINES {
        list.push(line);
    }
}

/// Models write "none" although the prompt says to leave a section empty.
pub(super) fn is_placeholder(line: &str) -> bool {
    let bare = line.trim_matches(|c: char| !c.is_alphanumeric());
    bare.is_empty()
        || ["none", "n/a", "empty", "nothing", "not applicable"]
            .iter()
            .any(|word| bare.eq_ignore_ascii_case(word))
}

/// Parses an action item from its line: `owner | task | due | state`.
fn action_item(line: &str) -> Option<ActionItem> {
    let parts: Vec<&str> = line.split('|').map(str::trim).collect();
    let due = |text: &str| {
        let none = text.trim_matches(|c: char| matches!(c, '-' | '–' | '—')).trim();
        (!is_placeholder(none)).then(|| none.to_owned())
    };
    match parts.as_slice() {
        [owner, task, when, state, ..] if !task.is_empty() => Some(ActionItem {
            owner: owner_of(owner),
            task: (*task).to_owned(),
            due: due(when),
            state: state_of(state),
        }),
        [owner, task, state] if !task.is_empty() => Some(ActionItem {
            owner: owner_of(owner),
            task: (*task).to_owned(),
            due: None,
            state: state_of(state),
        }),
        _ if line.trim().is_empty() => None,
        _ => Some(ActionItem {
            owner: owner_of(""),
            task: line.trim().to_owned(),
            due: None,
            state: TaskState::Pending,
        }),
    }
}

/// The owner of a task; a task without an owner is the assistant's.
pub(super) fn owner_of(text: &str) -> String {
    let text = text.trim();
    if text.is_empty() || text == "-" { "assistant".to_owned() } else { text.to_owned() }
}
