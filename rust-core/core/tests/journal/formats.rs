//! Journals that earlier versions wrote, kept as they were written.
//!
//! All of them have format 1; kinds of events and fields were added. To add another one, keep what
//! is here and add a sample: see the page next to them.

use vibeue_core::compaction::{Account, NativeHome};
use vibeue_core::conversation::{Protocol, Reasoning, WholeText};
use vibeue_core::tokens::{Counter, Experience, ServerUsage};

use vibeue_core::session::ChosenModel;
use vibeue_core::session::live::CostLedger;

use super::all_fields::{in_every_form, on_every_rung, spent};
use super::*;

fn stored(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/journals");
    fs::read(folder.join(name)).unwrap()
}

/// The events of the second sample: answers say which protocol they came by.
fn with_origin() -> Vec<Event> {
    let mut all = events();
    for event in &mut all {
        if let Event::Message(message) = event
            && message.role == Role::Assistant
        {
            message.origin = Some(Protocol::Anthropic);
        }
    }
    all
}

/// The events of the fourth sample: messages that wait for their turn.
fn with_waiting() -> Vec<Event> {
    let mut all = with_origin();
    let submit = |text: &str| Event::Submit { parts: vec![Part::text(text)] };
    let first = all.len() as u64 + 1;
    all.extend([
        submit("And the hatch?"),
        submit("Never mind."),
        submit("Still waiting"),
        Event::Send { submit: first, message: MessageId(9) },
        Event::Withdraw { submit: first + 1 },
    ]);
    all
}

/// The events of the fifth sample: compactions say what they kept and took, and
/// who reads a provider's block.
fn with_account() -> Vec<Event> {
    let mut all = with_waiting();
    for event in &mut all {
        if let Event::Compaction(compaction) = event
            && compaction.record.is_some()
        {
            if let Some(record) = &mut compaction.record {
                record.native = Some(NativeHome {
                    server: "api.openai.com".to_owned(),
                    model: "gpt-5".to_owned(),
                });
            }
            compaction.account = Some(Box::new(Account {
                budget: 10_000,
                facts_found: 40,
                facts_kept: 38,
                story_found: 12,
                story_kept: 11,
                model_calls: 2,
                dollars: Some(0.012_5),
                duration_ms: 1_200,
            }));
        }
    }
    all
}

/// The events of the sixth sample: a request that was said again in other words, and both branches
/// from there.
pub(super) fn with_branches() -> Vec<Event> {
    let mut all = with_account();
    let begun = all.len() as u64 + 1;
    all.extend([
        Event::Branch {
            before: MessageId(6),
            message: Message::text(MessageId(10), Role::User, "Thank you. Not yet."),
        },
        Event::Message(Message::text(MessageId(11), Role::Assistant, "I wait.")),
        Event::Switch { begun: 0 },
        Event::Message(Message::text(MessageId(12), Role::User, "The hatch, then.")),
        Event::Switch { begun },
    ]);
    all
}

/// The events of the seventh sample: an edit of a summary is undone.
pub(super) fn with_edits() -> Vec<Event> {
    let mut all = with_branches();
    let summary = MessageId(7);
    all.extend([
        Event::UndoEdit { summary },
        Event::RedoEdit { summary },
        Event::UndoEdit { summary },
    ]);
    all
}

/// A long result's file.
fn whole() -> WholeText {
    WholeText { sha256: "0b".repeat(32).into(), bytes: 2_000_000 }
}

/// The events of the eighth sample: a result says how long its call ran, and where the full text of
/// a long one is.
pub(super) fn with_results() -> Vec<Event> {
    let mut all = with_edits();
    for event in &mut all {
        let Event::Message(message) = event else { continue };
        for part in &mut message.parts {
            if let Part::ToolResult(result) = part {
                result.ran_ms = Some(412);
                result.whole = Some(Box::new(whole()));
            }
        }
    }
    all
}

/// The events of the ninth sample: the user chose a model for the conversation,
/// what was learned of it has all that is learned today, and an edit of a summary
/// brings a record of its own.
pub(super) fn with_chosen() -> Vec<Event> {
    let mut all = with_results();
    let record = all.iter().find_map(|event| match event {
        Event::Compaction(compaction) => compaction.record.clone(),
        _ => None,
    });
    let mut experience = Experience::new(&Counter::for_model("a-model"));
    for (counted, input, output, reasoning) in [(900, 1_000, 120, 0), (1_800, 2_010, 80, 40)] {
        experience
            .observe(counted, &ServerUsage { input, output, reasoning, ..Default::default() });
    }
    all.extend([
        Event::Request {
            fields: extra("model", json!("a-model")),
            chosen: Some(ChosenModel {
                model: "a-model".to_owned(),
                server: "api.example.com/v1".to_owned(),
            }),
        },
        Event::Learned { model: "a-model".to_owned(), experience: Box::new(experience) },
        Event::EditSummary {
            summary: summary(7, "The door opens outwards."),
            record: record.map(Box::new),
        },
    ]);
    all
}

/// The events of the tenth sample: summaries say which model wrote them.
pub(super) fn with_writer() -> Vec<Event> {
    let mut all = with_chosen();
    for event in &mut all {
        let record = match event {
            Event::Compaction(compaction) => compaction.record.as_mut(),
            Event::EditSummary { record, .. } => record.as_deref_mut(),
            _ => None,
        };
        if let Some(record) = record {
            record.writer = Some("gpt-5-mini".to_owned());
        }
    }
    all
}

/// The events of the eleventh sample: answers have what the model thought, one in its own words and
/// one in a block that its provider wants back.
pub(super) fn with_reasoning() -> Vec<Event> {
    let mut all = with_writer();
    for event in &mut all {
        let Event::Message(message) = event else { continue };
        if message.role == Role::Assistant {
            let blocks = message.parts.iter().any(|part| matches!(part, Part::Opaque { .. }));
            let text = if blocks { String::new() } else { "First weigh it.\n".to_owned() };
            message.reasoning = Some(Box::new(Reasoning { text, took_ms: Some(12_400) }));
        }
    }
    all
}

/// The events of the newest sample: all fields, and all names of a choice, that no earlier sample
/// has. What was [`spent`] is in it, too.
pub(super) fn with_all_fields() -> Vec<Event> {
    let mut all = with_reasoning();
    all.extend(in_every_form());
    all.extend(on_every_rung());
    all
}

/// CRC-32 as the format states it, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |rest, byte| {
        (0..8).fold(rest ^ u32::from(*byte), |rest, _| {
            if rest & 1 == 1 { (rest >> 1) ^ 0xEDB8_8320 } else { rest >> 1 }
        })
    })
}

/// The journal of a chat: events, and what was spent before some of them.
///
/// Only a session records that, so it is put into the lines here, with all its zeros; [`salvage`]
/// then writes every line as a session does.
fn written_by_a_chat(events: &[Event], spent: &[(u64, CostLedger)]) -> Vec<u8> {
    let (folder, path) = folder();
    drop(write(&path, events));
    let mut text = fs::read_to_string(&path).unwrap();
    for (seq, spent) in spent {
        let begin = format!("{{\"seq\":{seq},");
        let line = text.lines().find(|line| line.starts_with(&begin)).unwrap().to_owned();
        let (body, _) = line.rsplit_once(",\"crc\":").unwrap();
        let body = format!("{body},\"spent\":{}", serde_json::to_string(spent).unwrap());
        let sealed = format!("{body},\"crc\":\"{:08x}\"}}", crc32(body.as_bytes()));
        text = text.replace(&line, &sealed);
    }
    fs::write(&path, text).unwrap();
    let whole = folder.path().join("whole.jsonl");
    let report = salvage(&path, &whole, BEGIN).unwrap();
    assert_eq!((report.header_lost, report.dropped_lines), (false, vec![]));
    fs::read(&whole).unwrap()
}

/// What was spent before events of a sample, by their numbers.
fn spent_in(name: &str) -> Vec<(u64, CostLedger)> {
    let (entries, _) = read(&stored(name)).unwrap();
    entries.into_iter().filter_map(|it| Some((it.seq, *it.spent?))).collect()
}

/// Reads a sample, opens a copy of it and continues it.
fn opens(name: &str) -> History {
    let bytes = stored(name);
    let read = ReadHistory::of_bytes(&bytes, name).unwrap();
    assert_eq!((read.torn, &read.header), (None, &header()));

    let (_folder, path) = folder();
    fs::write(&path, &bytes).unwrap();
    let Opened { mut journal, torn } = open(&path).unwrap();
    assert_eq!((torn, journal.history()), (None, &read.history));
    journal.append(Event::Rename { title: "Goes on".to_owned() }, BEGIN + 99).unwrap();
    drop(journal);
    let now = fs::read(&path).unwrap();
    assert!(now.starts_with(&bytes), "what was written stays as it was");
    assert_eq!(ReadHistory::read(&path).unwrap().history.title(), Some("Goes on"));
    read.history
}

#[test]
fn the_first_format_opens_with_all_that_was_said() {
    assert_eq!(opens("1-first.jsonl"), state_after(&events()));
}

#[test]
fn the_format_that_says_where_answers_came_from_opens_with_all_that_was_said() {
    assert_eq!(opens("2-origin.jsonl"), state_after(&with_origin()));
}

#[test]
fn the_format_that_keeps_what_was_learned_of_a_model_opens_with_all_of_it() {
    let history = opens("3-learned.jsonl");
    let before = state_after(&with_origin());
    assert_eq!(history.view(), before.view());
    assert_eq!(history.version(), before.version() + 1);
    assert!(history.learned("claude-sonnet-4-5").is_some());
}

#[test]
fn the_format_with_messages_that_wait_opens_with_all_that_was_said() {
    assert_eq!(opens("4-waiting.jsonl"), state_after(&with_waiting()));
}

#[test]
fn the_format_with_what_a_compaction_kept_and_took_opens_with_all_of_it() {
    let history = opens("5-account.jsonl");
    assert_eq!(history, state_after(&with_account()));
    assert!(history.compactions().iter().any(|entry| entry.compaction.account.is_some()));
}

#[test]
fn the_format_with_branches_opens_in_the_branch_that_was_in_view_and_has_the_others() {
    let history = opens("6-branches.jsonl");
    assert_eq!(history, state_after(&with_branches()));
    assert_eq!(history.branch(), 2);
    let ids = |branch| history.originals_of(branch).map(|it| it.id.0).collect::<Vec<_>>();
    let other = [1, 2, 3, 4, 5, 6, 8, 9, 12].to_vec();
    assert_eq!((ids(1), ids(2)), (other, vec![1, 2, 3, 4, 5, 10, 11]));
}

#[test]
fn the_format_with_edits_that_were_taken_back_opens_with_the_text_before_them() {
    let history = opens("7-edits.jsonl");
    assert_eq!(history, state_after(&with_edits()));
    let summary = history.original(MessageId(7)).unwrap().joined_text();
    assert_eq!(summary, "<conversation-summary>\nThe door opens.");
    assert!(history.plan_redo_edit(MessageId(7)).is_ok());
}

#[test]
fn the_format_with_how_long_calls_ran_and_where_long_results_are_opens_with_all_of_it() {
    let history = opens("8-results.jsonl");
    assert_eq!(history, state_after(&with_results()));
    let results = history.originals().flat_map(|message| message.tool_results());
    let found: Vec<_> = results.map(|it| (it.ran_ms, it.whole.as_deref().cloned())).collect();
    assert_eq!(found, [(Some(412), Some(whole()))]);
    let before = opens("7-edits.jsonl");
    let mut older = before.originals().flat_map(|message| message.tool_results());
    assert!(older.all(|it| it.ran_ms.is_none() && it.whole.is_none()));
}

#[test]
fn the_format_with_a_model_that_the_user_chose_opens_with_all_of_it() {
    let history = opens("9-chosen.jsonl");
    assert_eq!(history, state_after(&with_chosen()));
    assert_eq!(history.chosen_model("api.example.com/v1"), Some("a-model"));
    assert_eq!(history.chosen_model("api.example.org/v1"), None);
    assert_eq!(opens("8-results.jsonl").chosen_model("api.example.com/v1"), None);
}

#[test]
fn the_format_with_the_model_that_wrote_a_summary_opens_with_it_and_older_ones_without() {
    let history = opens("10-writer.jsonl");
    assert_eq!(history, state_after(&with_writer()));
    let writers = |history: &History| {
        let records = history.compactions().iter().filter_map(|it| it.compaction.record.clone());
        records.map(|record| record.writer).collect::<Vec<_>>()
    };
    assert_eq!(writers(&history), [Some("gpt-5-mini".to_owned())]);
    assert_eq!(writers(&opens("9-chosen.jsonl")), [None]);
}

#[test]
fn the_format_with_what_a_model_thought_opens_with_it_and_older_ones_without() {
    let history = opens("11-reasoning.jsonl");
    assert_eq!(history, state_after(&with_reasoning()));
    let kept = |history: &History| {
        let answers =
            history.originals().filter_map(|message| message.reasoning.as_deref().cloned());
        answers.map(|it| (it.text, it.took_ms)).collect::<Vec<_>>()
    };
    let words = "First weigh it.\n".to_owned();
    let own = (words, Some(12_400));
    assert_eq!(kept(&history), [(String::new(), Some(12_400)), own.clone(), own]);
    assert_eq!(kept(&opens("10-writer.jsonl")), []);
}

#[test]
fn the_format_with_what_was_spent_opens_with_all_of_it_and_older_ones_without() {
    assert_eq!(opens("12-spent.jsonl"), state_after(&with_all_fields()));
    assert_eq!(spent_in("12-spent.jsonl"), spent());
    assert_eq!(spent_in("11-reasoning.jsonl"), []);
}

#[test]
fn the_newest_sample_is_what_is_written_today() {
    let written = written_by_a_chat(&with_all_fields(), &spent());
    if std::env::var_os("VIBEUE_SHOW_JOURNAL").is_some() {
        eprintln!("{}", String::from_utf8_lossy(&written));
    }
    assert!(
        written == stored("12-spent.jsonl"),
        "what is written has changed: keep this sample and add one of the new form \
         (VIBEUE_SHOW_JOURNAL=1 prints it)"
    );
}
