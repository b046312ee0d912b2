//! Reads what a summary model wrote, in whatever form it came.
//!
//! [`parse`] accepts a JSON object, wherever it is and however torn, and tagged
//! text with headings close to those that were requested. What has neither form
//! is not a summary: an apology, an error text or a chat message never becomes
//! one.

mod heading;
mod item;
mod json;
mod tagged;
mod torn;

use super::answer::Answer;

/// Why an answer is not a summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoSummary {
    /// It is empty.
    Empty,
    /// It contains an analysis and nothing after it.
    OnlyAnalysis,
    /// It does not have a form that was requested.
    NotInForm,
}

impl NoSummary {
    /// The class, as used in reports, and an explanation for people.
    pub(crate) fn class_and_words(self) -> (&'static str, &'static str) {
        match self {
            NoSummary::Empty => ("empty_summary", "the answer was empty"),
            NoSummary::OnlyAnalysis => {
                ("empty_summary", "the answer contained an analysis but no summary")
            }
            NoSummary::NotInForm => {
                ("invalid_summary", "the answer was not in the form that was asked for")
            }
        }
    }
}

/// The longest answer that is read, in bytes: no summary is longer.
const LONGEST: usize = 1 << 21;

/// Reads an answer.
pub(crate) fn parse(text: &str) -> Result<Answer, NoSummary> {
    let text = &text[..text.floor_char_boundary(LONGEST)];
    if text.trim().is_empty() {
        return Err(NoSummary::Empty);
    }
    // Local models think aloud.
    let text = match text.trim_start().strip_prefix("<think>") {
        Some(thought) => match thought.split_once("</think>") {
            Some((_, rest)) if !rest.trim().is_empty() => rest,
            _ => return Err(NoSummary::OnlyAnalysis),
        },
        None => text,
    };
    let found = json::read(text);
    if let Some(answer) = &found
        && !answer.is_empty()
    {
        return found.ok_or(NoSummary::Empty);
    }
    match tagged::read(text) {
        Some(answer) if !answer.is_empty() => Ok(answer),
        Some(_) => Err(NoSummary::OnlyAnalysis),
        None if found.is_some() => Err(NoSummary::OnlyAnalysis),
        None => Err(NoSummary::NotInForm),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_compaction::record::{ActionItem, TaskState};
    use vibeue_compaction::rules::Section;

    fn lines(text: &str) -> Vec<(Section, String)> {
        parse(text).expect("an answer").lines
    }

    fn line(section: Section, text: &str) -> (Section, String) {
        (section, text.to_owned())
    }

    #[test]
    fn json_is_read_between_prose_in_fences_and_nested() {
        let expected = [line(Section::Overview, "a door (m2)"), line(Section::Active, "b")];
        let object = r#"{"analysis":"x","overview":["a door (m2)"],"active":["b"]}"#;
        for text in [
            object.to_owned(),
            format!("Sure! Here {{it}} is:\n```json\n{object}\n```\nHope it helps."),
            format!("{{\"summary\": {object}}}"),
            format!("[{object}]"),
            format!("<think>{{\"overview\":[\"a draft\"]}}</think>\n{object}"),
        ] {
            assert_eq!(lines(&text), expected, "{text}");
        }
    }

    #[test]
    fn torn_json_gives_what_is_whole() {
        let object = r#"{"analysis":"x","overview":["first","second \"q\" \u00e9"],"progress":["third","four"],"entities":["E"]}"#;
        let mut most = 0;
        for end in object.char_indices().map(|(at, _)| at).chain([object.len()]) {
            let read = parse(&object[..end]);
            let count = read.as_ref().map_or(0, |answer| answer.lines.len());
            assert!(count >= most, "{end}: {read:?}");
            most = count;
        }
        assert_eq!(most, 4);
        assert_eq!(
            lines(&object[..object.find("\"four").expect("is there") + 3]),
            [
                line(Section::Overview, "first"),
                line(Section::Overview, "second \"q\" é"),
                line(Section::Progress, "third"),
                line(Section::Progress, "fo…"),
            ]
        );
    }

    #[test]
    fn wrong_types_are_read_as_far_as_they_mean_something() {
        let answer = parse(
            r#"{"overview":"- one\n- two","foundation":{"engine":"5.6","fps":60},"codebase":null,
            "problems":[["nested"],7,true,{"a":"b"}],"action_items":["call Ann",{"task":"x",
            "owner":3,"state":"COMPLETED","due":null},{"owner":"user"}],"entities":"Door, Vault"}"#,
        )
        .expect("an answer");
        assert_eq!(
            answer.lines,
            [
                line(Section::Overview, "one"),
                line(Section::Overview, "two"),
                line(Section::Foundation, "engine: 5.6"),
                line(Section::Foundation, "fps: 60"),
                line(Section::Problems, "nested"),
                line(Section::Problems, "7"),
                line(Section::Problems, "true"),
                line(Section::Problems, "a: b"),
            ]
        );
        let item = |owner: &str, task: &str, state| ActionItem {
            owner: owner.to_owned(),
            task: task.to_owned(),
            due: None,
            state,
        };
        assert_eq!(
            answer.action_items,
            [item("assistant", "call Ann", TaskState::Pending), item("3", "x", TaskState::Done)]
        );
    }

    #[test]
    fn tagged_text_is_read_with_headings_of_any_level_and_wrapped_lines() {
        let text = "<analysis>\n## Overview\n- not this\n</analysis>\n<summary>\n# 1. Overview:\n\
            - the goal\n  goes on\n* and more\n**Current work**\nplain words\n### Next steps\n\
            1. do it\n## Action items\n- user | send the key | Friday | in_progress\n- bare task\n\
            ## Decisions\n- use UE 5.6\n</summary>\nBye.";
        let answer = parse(text).expect("an answer");
        assert_eq!(
            answer.lines,
            [
                line(Section::Overview, "the goal goes on"),
                line(Section::Overview, "and more"),
                line(Section::Active, "plain words"),
                line(Section::Continuation, "do it"),
            ]
        );
        assert_eq!(
            answer.action_items,
            [
                ActionItem {
                    owner: "user".to_owned(),
                    task: "send the key".to_owned(),
                    due: Some("Friday".to_owned()),
                    state: TaskState::InProgress,
                },
                ActionItem {
                    owner: "assistant".to_owned(),
                    task: "bare task".to_owned(),
                    due: None,
                    state: TaskState::Pending,
                },
            ]
        );
        assert_eq!(answer.decisions, ["use UE 5.6"]);
    }

    #[test]
    fn what_was_written_down_is_read_back() {
        let answer = Answer {
            lines: vec![line(Section::Overview, "a (m1)"), line(Section::Problems, "Open: b")],
            key_points: vec!["k".to_owned()],
            decisions: vec!["d".to_owned()],
            action_items: vec![ActionItem {
                owner: "assistant".to_owned(),
                task: "t".to_owned(),
                due: Some("now".to_owned()),
                state: TaskState::Done,
            }],
            unresolved: vec!["u".to_owned()],
            entities: vec!["E".to_owned()],
        };
        assert_eq!(parse(&answer.to_notes()), Ok(answer));
    }

    #[test]
    fn what_is_not_a_summary_is_reported_as_none() {
        assert_eq!(parse(" \n\t"), Err(NoSummary::Empty));
        for text in [
            "<analysis>all of it</analysis>",
            "<analysis>torn off",
            "<think>{\"overview\":[\"a draft\"]}",
            "<think>all of it</think> ",
            "<analysis>a</analysis><summary></summary>",
            r#"{"analysis":"thinking","overview":[]}"#,
        ] {
            assert_eq!(parse(text), Err(NoSummary::OnlyAnalysis), "{text}");
        }
        for text in [
            "I'm sorry, I can't help with that.",
            "Error generating summary: 429 Too Many Requests",
            "{\"error\": {\"message\": \"overloaded\"}}",
            "{{{{{{",
            "The door opens. What shall I do next?",
        ] {
            assert_eq!(parse(text), Err(NoSummary::NotInForm), "{text}");
        }
    }

    #[test]
    fn hostile_depth_and_length_end_soon() {
        assert_eq!(parse(&"[".repeat(500_000)), Err(NoSummary::NotInForm));
        assert_eq!(parse(&"{\"a\":".repeat(300_000)), Err(NoSummary::NotInForm));
        let many = format!("{{\"overview\":[{}\"x\"]}}", "\"y\",".repeat(100_000));
        assert_eq!(lines(&many).len(), Answer::MOST_LINES);
        let deep = format!("{{\"overview\":{}\"x\"{}}}", "[".repeat(100), "]".repeat(100));
        assert_eq!(lines(&deep), [line(Section::Overview, "x")]);
    }
}
