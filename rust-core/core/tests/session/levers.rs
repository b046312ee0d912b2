//! The levers on one message: shortening it, putting it back, and a summary up
//! to it.

use std::path::Path;

use vibeue_core::compaction::{Strategy, summary_text};
use vibeue_core::conversation::{MessageId, MessageKind};
use vibeue_core::session::live::{
    ContextReport, Failure, FailureClass, FormChange, LineChange, SessionEvent, SummaryVersion,
    ToolAnswer,
};

use super::*;

fn report(talk: &Talk) -> ContextReport {
    talk.session.snapshot().context()
}

fn view(talk: &Talk) -> Vec<String> {
    talk.session.snapshot().view.iter().map(|message| message_words(message)).collect()
}

/// The text of the summary in view.
fn summary_of(talk: &Talk) -> String {
    let now = talk.session.snapshot();
    let summary = now.view.iter().find(|message| message.kind == MessageKind::Summary);
    summary_text(summary.expect("there is a summary"))
}

fn failure_of(talk: &Talk) -> Failure {
    match talk.until(|event| matches!(event, SessionEvent::Error { .. })).pop() {
        Some(SessionEvent::Error { failure, .. }) => failure,
        other => panic!("{other:?}"),
    }
}

/// A talk of one tool's result of this many words and a turn after it.
fn talk_with_a_result(count: usize) -> (Talk, MessageId) {
    talk_of(count, None)
}

fn talk_of(count: usize, journal: Option<&Path>) -> (Talk, MessageId) {
    let provider = Scripted::new([Answer::calls(&[("c1", "read_file", "{}")])])
        .rule(|_| Answer::text("It is locked."));
    let provider = Arc::new(provider);
    let mut options = options(&Arc::new(Scripted::new([])), 16_000);
    options.tools = vec![tool("read_file")];
    options.provider = Arc::clone(&provider) as _;
    options.journal = journal.map(Path::to_owned);
    let talk = Talk::open(provider, options);
    let turn = talk.session.submit_text("Read the door.");
    talk.until(|event| matches!(event, SessionEvent::ToolCall { .. }));
    talk.session.answer_tool("c1", ToolAnswer::text(words(3, count)));
    talk.until_ended(turn);
    talk.ask("And the window?");
    talk.until_idle();
    let id = report(&talk).heaviest[0].id;
    (talk, id)
}

fn change_of(talk: &Talk) -> FormChange {
    let changed = |event: &SessionEvent| {
        matches!(event, SessionEvent::Shortened { .. } | SessionEvent::Restored { .. })
    };
    match talk.until(changed).pop() {
        Some(SessionEvent::Shortened { change } | SessionEvent::Restored { change }) => change,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_result_is_shortened_and_put_back_with_the_tokens_before_and_after() {
    let (talk, id) = talk_with_a_result(1_500);
    let whole = view(&talk);
    let before = report(&talk);
    let heavy = &before.heaviest[0];
    assert_eq!((heavy.can_shorten, heavy.shortened), (true, false));
    talk.session.shorten(id);
    let change = change_of(&talk);
    let after = report(&talk);
    assert_eq!((change.message, change.tokens_before), (id, heavy.tokens));
    assert_eq!((change.request_before, change.request_after), (before.used, after.used));
    let heavy = after.heaviest.iter().find(|it| it.id == id).unwrap();
    assert_eq!((heavy.can_shorten, heavy.shortened), (false, true));
    assert_eq!(heavy.tokens, change.tokens_after);
    assert!(change.tokens_after * 5 < change.tokens_before, "{change:?}");
    let row = &after.summaries[0];
    assert_eq!((row.compaction, row.results_pruned, row.messages), (change.compaction, 1, 0));
    assert_eq!((row.tokens_before, row.tokens_after), (before.used, after.used));
    assert_eq!(row.reason, format!("shortening {id} was asked for"));
    // The whole one is in the archive, and the model may read it.
    let now = talk.session.snapshot();
    let said = now.transcript.iter().find(|it| it.id == id).unwrap().clone();
    assert_eq!(said.tool_results().next().unwrap().joined_text(), words(3, 1_500));
    let shown = now.view.iter().find(|it| it.id == id).unwrap().clone();
    let short = shown.tool_results().next().unwrap().joined_text();
    assert!(short.starts_with(&format!("[archived as {id}] [✓ read_file")), "{short}");

    talk.session.restore(id);
    let back = change_of(&talk);
    assert_eq!((back.message, back.compaction), (id, change.compaction));
    assert_eq!(
        (back.tokens_before, back.tokens_after),
        (change.tokens_after, change.tokens_before)
    );
    assert_eq!(view(&talk), whole);
    assert!(!report(&talk).summaries[0].in_force);
}

#[test]
fn what_is_shortened_stays_so_in_a_conversation_that_is_opened_again_and_can_be_put_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("talk.jsonl");
    let (talk, id) = talk_of(1_500, Some(&path));
    let whole = view(&talk);
    talk.session.shorten(id);
    let change = change_of(&talk);
    let short = view(&talk);
    drop(talk);
    let provider = Arc::new(Scripted::new([]));
    let mut options = options(&provider, 16_000);
    options.tools = vec![tool("read_file")];
    options.journal = Some(path);
    let talk = Talk::open(provider, options);
    assert_eq!(view(&talk), short);
    talk.session.restore(id);
    assert_eq!(change_of(&talk).tokens_after, change.tokens_before);
    assert_eq!(view(&talk), whole);
}

#[test]
fn the_model_reads_the_whole_of_what_was_shortened_by_the_recall_tool() {
    let (talk, id) = talk_with_a_result(1_500);
    talk.session.shorten(id);
    change_of(&talk);
    let asked = format!("{{\"message\":\"{id}\"}}");
    talk.provider.add(Answer::calls(&[("r1", "recall", &asked)]));
    talk.ask("What was in it again?");
    talk.until_idle();
    let read = view(&talk).into_iter().find(|text| text.contains(&words(3, 40)));
    assert!(read.is_some(), "{:#?}", view(&talk));
}

#[test]
fn what_may_not_be_shortened_is_refused_in_words_and_nothing_changes() {
    let (talk, id) = talk_with_a_result(1_500);
    let whole = view(&talk);
    let refused = |message: MessageId| {
        talk.session.shorten(message);
        let failure = failure_of(&talk);
        (failure.class, failure.message)
    };
    talk.session.pin(id, true);
    talk.until(|event| matches!(event, SessionEvent::Pinned { .. }));
    let pinned = format!("{id} is pinned: it stays word for word");
    assert_eq!(refused(id), (FailureClass::Invalid, pinned));
    let request = talk.session.snapshot().view.iter().find(|it| it.is_user_request()).unwrap().id;
    let said = format!("{request} is a user's request: it is never shortened on its own");
    assert_eq!(refused(request), (FailureClass::Invalid, said));
    let said = "there is no message m999 in this conversation".to_owned();
    assert_eq!(refused(MessageId(999)), (FailureClass::Invalid, said));
    let newest = talk.session.snapshot().view.iter().last().unwrap().id;
    let said = format!("{newest} would not become shorter");
    assert_eq!(refused(newest), (FailureClass::Invalid, said));
    talk.session.restore(newest);
    let failure = failure_of(&talk);
    assert_eq!(failure.message, format!("the model already sees {newest} in its original form"));
    assert_eq!((view(&talk), report(&talk).summaries), (whole, vec![]));
}

#[test]
fn a_result_that_frees_less_than_the_reading_tool_takes_is_refused_with_both_figures() {
    let (talk, id) = talk_with_a_result(60);
    talk.session.shorten(id);
    let failure = failure_of(&talk);
    assert_eq!(failure.class, FailureClass::NothingToCondense);
    assert!(failure.message.contains("but the recall tool adds"));
}

#[test]
fn a_summary_up_to_a_message_condenses_exactly_that_and_its_preview_said_so() {
    let talk = even_talk(8);
    let ids: Vec<MessageId> = talk.session.snapshot().view.iter().map(|it| it.id).collect();
    let last = ids[5];
    let kept = view(&talk)[6..].to_vec();
    talk.session.preview_up_to(last, None);
    let told = talk.until(|event| matches!(event, SessionEvent::PreviewReady { .. })).pop();
    let Some(SessionEvent::PreviewReady { preview }) = told else { panic!("{told:?}") };
    assert_eq!((&preview.goes[..], preview.up_to), (&ids[..6], Some(last)));
    assert_eq!((&preview.stays[..], preview.shortened), (&ids[6..], vec![]));
    talk.session.summarize_up_to(last, None);
    let done = talk.until_summarized();
    assert!(done.success, "{done:?}");
    assert_eq!((done.messages_summarized, done.tokens_after), (6, preview.tokens_after));
    assert_eq!(view(&talk)[1..], kept);
    let row = &report(&talk).summaries[0];
    assert!(row.reason.ends_with(&format!(", up to {last}")), "{}", row.reason);
    // Up to the summary itself there is nothing left.
    let summary = row.message.unwrap();
    talk.session.summarize_up_to(summary, None);
    let failure = failure_of(&talk);
    let said = format!("there is nothing left to condense up to {summary}");
    assert_eq!((failure.class, failure.message), (FailureClass::Invalid, said));
    talk.session.summarize_up_to(ids[0], None);
    let failure = failure_of(&talk);
    assert_eq!(failure.message, format!("message {} is no longer in the view", ids[0]));
}

#[test]
fn a_summary_up_to_a_call_takes_its_result_along_and_says_so() {
    let (talk, id) = talk_with_a_result(1_500);
    let call = talk.session.snapshot().view.iter().map(|it| it.id).find(|it| it.0 + 1 == id.0);
    talk.session.summarize_up_to(call.unwrap(), None);
    let done = talk.until_summarized();
    assert!(done.success, "{done:?}");
    assert_eq!(done.messages_summarized, 3);
    let said = format!(
        "the summary ends with {id}, not with {}: calls and their results stay together",
        call.unwrap()
    );
    assert_eq!(done.warnings, [said]);
}

#[test]
fn a_summary_tells_what_an_edit_and_a_second_writing_changed_line_by_line() {
    let talk = even_talk(8);
    talk.session.summarize(None);
    let first = talk.until_summarized().compaction.unwrap();
    let rows = |talk: &Talk| report(talk).summaries;
    assert_eq!(rows(&talk)[0].versions, []);
    let written = summary_of(&talk);
    let edited = written.replacen("- ", "- By hand: ", 1);
    talk.session.edit_summary(rows(&talk)[0].message.unwrap(), edited.as_str());
    talk.until(|event| matches!(event, SessionEvent::SummaryEdited { .. }));
    let versions = rows(&talk)[0].versions.clone();
    let told = |it: &SummaryVersion| (it.by, it.added, it.removed);
    let lines = written.lines().count() as u64;
    let by_rules = Some(Strategy::Rules);
    let two: Vec<_> = versions.iter().map(told).collect();
    assert_eq!(two, [(by_rules, lines, 0), (None, 1, 1)]);
    assert_eq!((versions[0].event, versions[1].text.trim_end()), (first, edited.trim_end()));
    let changed = versions[1].change.iter().filter(|line| line.kind != LineChange::Kept);
    let changed: Vec<&str> = changed.map(|line| line.text.as_str()).collect();
    assert_eq!(changed[1], changed[0].replacen("- ", "- By hand: ", 1));

    talk.session.undo(None);
    talk.until(|event| matches!(event, SessionEvent::Undone { .. }));
    talk.session.summarize(None);
    let second = talk.until_summarized().compaction.unwrap();
    let rows = rows(&talk);
    let three: Vec<_> = rows[1].versions.iter().map(told).collect();
    assert_eq!((rows[1].compaction, &three[..2]), (second, &two[..]));
    assert_eq!((three[2].0, rows[1].versions[2].event), (by_rules, second));
    let text = SummaryVersion::changes(&rows[1].versions);
    let heads: Vec<&str> = text.lines().filter(|line| line.starts_with("version")).collect();
    assert_eq!(heads[1], "version 2 of 3, by you: 1 line added, 1 removed");
    assert!(text.contains("\n+ - By hand: ") && text.contains("\n- - By hand: "), "{text}");
}
