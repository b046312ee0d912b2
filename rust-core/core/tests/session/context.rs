//! What the report of the context says, against what then happens.

use vibeue_core::conversation::{MessageId, Role};
use vibeue_core::session::live::{
    Breaker, BreakerLever, ContextForm, ContextKind, ContextReport, Forecast, OpenBreaker,
    SessionEvent, ToolAnswer,
};
use vibeue_core::settings::{Mode, Settings};

use super::*;

fn report(talk: &Talk) -> ContextReport {
    talk.session.snapshot().context()
}

#[test]
fn a_new_conversation_has_nothing_heavy_and_no_forecast() {
    let talk = Talk::new(answers(), 16_000);
    let report = report(&talk);
    assert_eq!((report.messages, report.condensed), (0, 0));
    assert_eq!((report.heaviest, report.summaries, report.breakers), (vec![], vec![], vec![]));
    assert_eq!(report.next.forecast, Forecast::Unknown);
    assert_eq!((report.next.turn_tokens, report.next.gain), (None, None));
    assert_eq!(report.window, 16_000);
}

#[test]
fn the_line_is_crossed_after_as_many_turns_as_were_expected() {
    let talk = even_talk(8);
    let before = report(&talk);
    let Forecast::InTurns(expected) = before.next.forecast else { panic!("{before:#?}") };
    let mut turns = 0;
    while talk.session.snapshot().summaries.is_empty() {
        turns += 1;
        talk.ask(&format!("Question {}: {}", 100 + turns, words(100 + turns, 120)));
        talk.until_idle();
        assert!(turns <= expected + 1, "expected after {expected} turns");
    }
    assert!(turns >= expected, "it came after {turns} turns and not after {expected}");
}

#[test]
fn a_summary_frees_about_what_the_report_said() {
    let talk = even_talk(10);
    let before = report(&talk);
    let gain = before.next.gain.unwrap();
    assert_eq!((before.next.writer, gain.dollars), (None, Some(0.0)));
    talk.session.summarize(None);
    let done = talk.until_summarized();
    assert_eq!(done.tokens_before, before.used);
    assert_eq!(done.messages_summarized, gain.messages);
    let freed = done.tokens_before - done.tokens_after;
    assert!(gain.frees <= freed && freed <= 2 * gain.frees, "{gain:?} and {freed}");
    let after = report(&talk);
    let summary = after.parts.iter().find(|part| part.kind == ContextKind::Summary).unwrap();
    assert!(summary.tokens > 0);
    assert_eq!(after.condensed, gain.messages);
}

#[test]
fn the_heaviest_message_is_the_result_of_a_tool_until_it_is_condensed() {
    let provider = Scripted::new([Answer::calls(&[("c1", "read_file", "{}")])])
        .rule(|_| Answer::text("It is locked."));
    let mut options = options(&Arc::new(Scripted::new([])), 16_000);
    options.tools = vec![tool("read_file")];
    let provider = Arc::new(provider);
    options.provider = Arc::clone(&provider) as _;
    let talk = Talk::open(provider, options);
    let turn = talk.session.submit_text("Read the door.");
    talk.until(|event| matches!(event, SessionEvent::ToolCall { .. }));
    talk.session.answer_tool("c1", ToolAnswer::text(words(3, 400)));
    talk.until_ended(turn);
    talk.ask("And the window?");
    talk.until_idle();
    let heaviest = report(&talk).heaviest;
    let read = &heaviest[0];
    assert_eq!((read.role, read.is_tool_result), (Role::Tool, true));
    assert_eq!(read.tools, ["read_file"]);
    assert_eq!((read.turns_ago, read.pinned), (1, false));
    assert!(words(3, 400).starts_with(read.first_words.trim_end_matches('…')), "{read:?}");
    talk.session.pin(read.id, true);
    talk.until(|event| matches!(event, SessionEvent::Pinned { .. }));
    assert_eq!(report(&talk).heaviest[0].id, read.id);
    assert!(report(&talk).heaviest[0].pinned);
    let calls = heaviest.iter().find(|it| it.role == Role::Assistant && !it.tools.is_empty());
    assert_eq!(calls.unwrap().tools, ["read_file"]);
}

#[test]
fn an_undone_summary_can_be_redone_until_it_no_longer_fits() {
    let talk = even_talk(8);
    talk.session.summarize(None);
    let first = talk.until_summarized().compaction.unwrap();
    assert_eq!(report(&talk).redoable, [] as [u64; 0]);
    talk.session.undo(None);
    talk.until(|event| matches!(event, SessionEvent::Undone { .. }));
    assert_eq!(report(&talk).redoable, [first]);
    talk.session.redo(Some(first));
    talk.until(|event| matches!(event, SessionEvent::Redone { .. }));
    // What it replaced is gone from the view: it cannot be applied twice.
    assert_eq!(report(&talk).redoable, [] as [u64; 0]);
    assert_eq!(report(&talk).summaries.len(), 2);
}

#[test]
fn a_chain_that_is_too_long_is_reported_with_the_lever_that_helps() {
    let talk = even_talk(8);
    talk.session.summarize(None);
    talk.until_summarized();
    let by_models = Settings { mode: Mode::Hybrid, max_chain_depth: 1, ..settings() };
    talk.session.set_settings(by_models).unwrap();
    talk.settle();
    let told = report(&talk).breakers;
    assert_eq!(told, [OpenBreaker::from(Breaker::ChainDepth)]);
    assert_eq!(told[0].lever, Some(BreakerLever::SummarizeOriginals));
    assert_eq!(report(&talk).next.writer, None);
}

#[test]
fn where_rules_write_summaries_it_is_no_news_that_no_model_does() {
    let talk = even_talk(8);
    talk.session.set_settings(Settings { max_chain_depth: 1, ..settings() }).unwrap();
    talk.session.summarize(None);
    talk.until_summarized();
    talk.until_reported();
    assert_eq!(warnings(&talk.drain()), [] as [&str; 0]);
    assert_eq!(report(&talk).breakers, []);
    // As soon as models should write, it is.
    let by_models = Settings { mode: Mode::Hybrid, max_chain_depth: 1, ..settings() };
    talk.session.set_settings(by_models).unwrap();
    let events = talk.until(|event| matches!(event, SessionEvent::Warning { .. }));
    assert_eq!(warnings(&events), [Breaker::ChainDepth.explanation()]);
    assert_eq!(report(&talk).breakers, [OpenBreaker::from(Breaker::ChainDepth)]);
    talk.session.set_settings(settings()).unwrap();
    talk.settle();
    assert_eq!(report(&talk).breakers, []);
}

#[test]
fn a_setting_that_moves_only_what_is_said_of_the_next_summary_is_reported() {
    let talk = even_talk(8);
    talk.session.summarize(None);
    talk.until_summarized();
    let by_models = Settings { mode: Mode::Hybrid, ..settings() };
    talk.session.set_settings(by_models.clone()).unwrap();
    talk.until_reported();
    talk.drain();
    assert!(report(&talk).breakers.is_empty());
    talk.session.set_settings(Settings { max_chain_depth: 1, ..by_models }).unwrap();
    talk.until(|event| matches!(event, SessionEvent::Usage { .. }));
    assert_eq!(report(&talk).breakers, [OpenBreaker::from(Breaker::ChainDepth)]);
}

#[test]
fn switched_off_means_that_none_is_expected() {
    let talk = even_talk(4);
    talk.session.set_settings(Settings { enabled: false, ..settings() }).unwrap();
    talk.settle();
    assert_eq!(report(&talk).next.forecast, Forecast::Off);
}

#[test]
fn the_report_is_written_as_json_and_as_a_table_without_keys() {
    let talk = even_talk(6);
    talk.ask("My key is sk-proj-4f9QzT7kLmN2pRs8vWxY3bCd, \"keep\" it.");
    talk.session.summarize(None);
    talk.until_summarized();
    let report = report(&talk);
    let json = report.write(ContextForm::Json);
    let read: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(read, serde_json::to_value(&report).unwrap());
    let parts = read["parts"].as_array().unwrap();
    let sum: u64 = parts.iter().map(|part| part["tokens"].as_u64().unwrap()).sum();
    assert_eq!((read["used"].as_u64(), sum), (Some(report.used), report.used));
    let table = report.write(ContextForm::Csv);
    assert!(!json.contains("4f9QzT7k") && !table.contains("4f9QzT7k"), "{table}");
    let mut lines = table.split("\r\n");
    assert_eq!(lines.next(), Some("section,id,name,tokens,percent,turns_ago,detail"));
    let of = |section: &str| table.matches(&format!("\r\n{section},")).count();
    assert_eq!((of("part"), of("room"), of("message")), (9, 7, report.heaviest.len()));
    assert_eq!((of("next"), of("summary")), (3 + usize::from(report.next.gain.is_some()), 1));
    let tokens = |row: &str| row.split(',').nth(3).and_then(|cell| cell.parse::<u64>().ok());
    let parts = table.split("\r\n").filter(|row| row.starts_with("part,"));
    assert_eq!(parts.map(|row| tokens(row).unwrap()).sum::<u64>(), report.used);
    // The words of a message, quoted as they must be.
    assert!(table.contains("\"My key is [secret], \"\"keep\"\" it.\""), "{table}");
    assert!(report.heaviest.iter().all(|message| message.id != MessageId(0)));
}
