//! What hurt the users of other systems, each case as a test.
//!
//! The issue or pull request in a test's first line is where users met the
//! fault. This is the table of the cases and of the tests that hold them,
//! wherever those are: `folder/file::test` below `tests/`, or below `src/` or
//! `tests/` of another crate, from its folder on. The last test in this file
//! checks that each of them is there.
//!
//! # Trigger and counting
//!
//! | case | tests |
//! |---|---|
//! | usage one token below, at and above the threshold | `peer_cases/trigger_and_counting::one_token_below_the_threshold_holds_and_the_threshold_itself_fires` |
//! | a threshold of 0, of 1, of NaN, in percent, not set | `peer_cases/trigger_and_counting::a_threshold_that_is_not_a_share_is_refused_when_it_is_set`, `peer_cases/trigger_and_counting::a_threshold_that_slipped_through_never_means_always` |
//! | a history of 60 % and a paste of 50 % | `peer_cases/trigger_and_counting::a_pending_paste_starts_a_compaction_before_it_is_sent`, `session/fitting::a_paste_that_does_not_fit_beside_the_history_is_waited_for` |
//! | a pending message that alone is larger than the window | `peer_cases/trigger_and_counting::a_pending_message_larger_than_the_window_is_refused_with_its_size`, `session/fitting::a_message_larger_than_the_window_is_refused_before_any_model_is_asked` |
//! | a system prompt and tools that alone are over the budget | `peer_cases/trigger_and_counting::a_system_prompt_and_tools_larger_than_the_budget_are_refused_by_name`, `session/fitting::tools_and_a_prompt_that_leave_no_room_are_named`, `summaries/models::what_cannot_fit_is_said_before_any_call` |
//! | 30,000 tokens of tool schemas beside a small history | `peer_cases/trigger_and_counting::tool_schemas_count_and_start_a_compaction` |
//! | an image of 3 MB in base64 | `peer_cases/trigger_and_counting::a_screenshot_of_three_megabytes_counts_as_an_image_wherever_it_is` |
//! | cached tokens within the input's or beside it | `peer_cases/trigger_and_counting::cached_tokens_are_in_the_prompt_once_whoever_reports_them` |
//! | a provider that reports no usage, or 0 | `peer_cases/trigger_and_counting::a_server_that_reports_nothing_leaves_the_estimate_in_force` |
//! | a server that counts twice as much | `peer_cases/trigger_and_counting::a_server_that_counts_twice_as_much_is_believed_the_second_time` |
//! | one number for the meter and the trigger | `peer_cases/trigger_and_counting::meter_trigger_and_planner_read_the_same_number` |
//! | a model that may write half of its window | `peer_cases/trigger_and_counting::a_large_maximum_output_does_not_take_half_of_the_window` |
//! | results in JSON, other scripts | `peer_cases/trigger_and_counting::json_results_calls_and_other_scripts_are_counted_in_full` |
//! | a window that the user set and the server does not have | `session/turns::the_server_s_window_holds_unless_the_user_set_one`, `session/turns::settings_that_do_not_suit_what_the_server_tells_are_told` |
//! | why it compacts now, with its numbers | `compaction/src/trigger::the_decision_explains_itself_with_its_arithmetic` |
//!
//! # Selection and pairing
//!
//! | case | tests |
//! |---|---|
//! | a cut between a call and its result | `peer_cases/selection_and_pairing::a_cut_between_a_call_and_its_result_takes_both_or_none` |
//! | three parallel calls, one of whose results has lost its call | `peer_cases/selection_and_pairing::of_mixed_results_only_the_orphan_is_removed` |
//! | a call without a result at the end, then a command to compact | `peer_cases/selection_and_pairing::an_interrupted_call_is_answered_and_the_next_request_is_valid`, `peer_cases/live::an_interrupted_tool_and_a_summary_leave_a_request_that_servers_take` |
//! | one tool loop that is the whole history | `peer_cases/selection_and_pairing::one_tool_loop_that_spans_the_whole_history_is_cut_inside` |
//! | the newest real request, verbatim | `peer_cases/selection_and_pairing::the_newest_real_request_stays_word_for_word` |
//! | a newest message larger than the room for the tail | `peer_cases/selection_and_pairing::a_newest_result_larger_than_the_budget_is_cut_with_a_marker`, `peer_cases/selection_and_pairing::a_newest_request_larger_than_the_target_stays_whole` |
//! | a history of none, one or two messages, or of a summary alone | `peer_cases/selection_and_pairing::where_there_is_nothing_to_compact_nothing_happens`, `session/summaries::having_nothing_to_condense_is_reported_and_no_model_is_asked` |
//! | pinned rules over five compactions | `peer_cases/selection_and_pairing::pinned_messages_are_the_same_bytes_after_five_compactions` |
//! | a thinking model's signatures after a compaction, and on the wire | `peer_cases/selection_and_pairing::thinking_is_kept_whole_or_goes_with_its_message`, `scenarios/live_summaries::a_thinking_models_signatures_hold_after_a_compaction`, `provider_wires/anthropic::thinking_whose_signature_no_longer_holds_is_left_out_once` |
//! | more condensed than was asked for | `peer_cases/selection_and_pairing::a_compaction_does_not_take_more_than_it_must` |
//! | a call whose result is awaited while its history is condensed | `peer_cases/selection_and_pairing::a_call_that_waits_for_its_result_stays_whatever_else_must_go`, `session/interleaving/mod::whatever_comes_between_nothing_is_lost_doubled_or_too_long` |
//! | words between a call and its result | `peer_cases/selection_and_pairing::words_between_a_call_and_its_result_do_not_part_them` |
//! | ids of calls that come again in every turn, and two compactions in a row | `peer_cases/selection_and_pairing::ids_that_are_used_again_in_every_turn_do_no_harm_to_chained_compactions`, `session/tools::calls_of_one_id_are_told_apart` |
//! | a text that is cut inside a character | `compaction/src/trim::a_cut_never_splits_a_character`, `summarizer/src/prompt/piece::hostile_texts_are_cut_between_characters_and_end` |
//! | a placeholder that is longer than what it replaces | `digest::a_placeholder_is_shorter_known_and_made_once` |
//! | arguments and results of JSON that are cut | `compaction/src/trim::cut_arguments_are_json_again`, `digest::error_details_are_never_swallowed` |
//! | tool noise, which goes before anything that was said | `cli/tests/compact::old_tool_results_are_pruned_before_anything_is_summarized` |
//!
//! # The call for a summary
//!
//! | case | tests |
//! |---|---|
//! | a summary that is empty, blank or only an analysis | `peer_cases/summarizer::a_summary_that_is_empty_or_only_an_analysis_is_rejected`, `peer_cases/summary::an_empty_summary_is_never_installed` |
//! | a summary above its cap | `peer_cases/summarizer::a_summary_above_its_cap_gets_one_shorter_try_and_is_then_cut` |
//! | a summary as large as what it replaces, or larger | `peer_cases/summarizer::a_model_that_writes_more_than_it_read_is_counted_and_makes_nothing_larger`, `peer_cases/summarizer::a_summary_never_makes_the_request_larger`, `peer_cases/summary::a_summary_that_would_not_be_smaller_is_not_made`, `peer_cases/summary::a_compaction_that_frees_nothing_is_never_installed` |
//! | a model that calls a tool instead | `peer_cases/summarizer::a_tool_call_of_the_summarizer_is_a_failure_and_is_not_run` |
//! | a summarizer whose own window is exceeded | `peer_cases/summarizer::after_an_overflow_no_request_is_sent_again_as_it_was`, `summaries/models::a_request_that_overflows_comes_again_strictly_smaller_and_not_for_ever` |
//! | 401, 429, 5xx, a timeout, a stream that ends early; an error's text as the summary | `peer_cases/summarizer::an_error_never_becomes_the_summary_and_never_ends_the_session`, `scenarios/live_summaries::a_summary_call_that_times_out_or_breaks_off_is_survived`, `summaries/models::what_may_pass_is_tried_once_more_after_a_while` |
//! | cancelled before its start, in the middle, before its commit | `session/cancelling::wherever_the_turn_is_cancelled_the_history_is_whole_and_the_next_turn_works`, `session/cancelling::wherever_the_summary_is_cancelled_the_history_is_whole_and_the_next_turn_works`, `session/model_written::a_cancelled_summary_leaves_the_history_as_it_was_and_a_send_says_why_it_cannot`, `summaries/cancelling::a_run_that_is_dropped_where_it_waits_leaves_nothing_behind`, `scenarios/live_native::a_native_compaction_that_is_cancelled_leaves_everything_as_it_was` |
//! | an order of a tool's output in the summary | `peer_cases/summarizer::an_order_in_a_tools_output_is_installed_as_quoted_data`, `peer_cases/summary::an_order_in_a_tools_result_is_quoted_data`, `summaries/facts::an_order_of_a_tools_output_ends_as_quoted_data_and_the_request_stays_as_it_was` |
//! | a summary on a summary: both facts, ten folds | `peer_cases/summary::a_second_summary_updates_the_first`, `peer_cases/summary::ten_summaries_of_summaries_do_not_grow_and_forget_no_rule`, `summaries/chain::a_second_summary_updates_the_first_and_both_facts_are_kept`, `summaries/chain::ten_summaries_of_summaries_do_not_grow_and_forget_no_rule` |
//! | amounts that are rounded, rules that decay, claims that become rules | `peer_cases/summarizer::what_the_model_rounds_or_drops_is_restored_in_the_summary`, `peer_cases/summary::amounts_and_rules_are_carried_as_they_were_said`, `peer_cases/summary::the_models_words_never_become_the_users_rules` |
//! | a span larger than the summarizer takes at once | `summaries/parts::parts_come_in_order_each_with_the_notes_so_far_and_nothing_is_left_out` |
//! | a rule that a later one takes back | `peer_cases/summary::a_rule_that_is_withdrawn_says_so_in_every_later_summary` |
//! | approvals that nobody gave | `summarizer/src/checked::rules_and_approvals_that_nobody_gave_are_left_out` |
//! | the system prompt after a summary, and after one that failed | `session/turns::the_system_prompt_and_the_rules_stand_first_and_once`, `session/model_written::a_model_that_fails_is_not_a_failure_of_the_conversation` |
//! | a chain of summaries that drifts away | `summaries/chain::at_the_chains_end_rules_take_over_and_say_so`, `session/summaries::a_summary_from_the_originals_has_no_summary_beneath_it` |
//! | where a summary's line comes from, and the passage itself | `summaries/answers::ids_that_do_not_exist_are_taken_off_and_lines_without_any_name_the_span`, `scenarios/live_recall::a_passage_among_ten_thousand_messages_is_found_and_read` |
//! | files that were touched, the weakest part of every system | `retention::every_file_that_a_condensed_call_touched_is_in_the_trail_with_its_last_outcome` |
//!
//! # Loops and recovery
//!
//! | case | tests |
//! |---|---|
//! | three compactions that gain nothing | `peer_cases/loop_and_recovery::three_compactions_that_gain_nothing_are_the_last_until_the_user_writes`, `session/fitting::three_compactions_that_gain_nothing_open_the_breaker_and_say_so` |
//! | an open breaker, an emergency and a command | `peer_cases/loop_and_recovery::an_open_breaker_lets_emergencies_and_commands_through` |
//! | usage that oscillates at the threshold | `peer_cases/loop_and_recovery::usage_that_oscillates_at_the_threshold_is_compacted_once_per_growth` |
//! | switched off, and an overflow | `peer_cases/loop_and_recovery::switched_off_means_off_above_the_budget_too`, `peer_cases/live::switched_off_is_not_switched_on_by_an_overflow`, `session/fitting::switched_off_means_an_error_on_every_path` |
//! | a switch to a smaller window | `peer_cases/loop_and_recovery::a_switch_to_a_smaller_window_never_leaves_a_request_too_large`, `session/fitting::switching_to_a_smaller_model_condenses_before_the_next_request`, `session/model_written::the_old_and_larger_model_writes_the_summary_for_the_smaller_one` |
//! | a finished request that is executed again | `peer_cases/loop_and_recovery::a_finished_request_keeps_its_answer_after_it_and_an_open_one_stays_last` |
//! | a window that is exceeded already | `peer_cases/loop_and_recovery::a_talk_many_times_the_window_is_brought_under_it_in_one_run`, `peer_cases/live::an_overflow_is_never_answered_with_the_same_request` |
//! | an endpoint that is down | `peer_cases/loop_and_recovery::no_rung_that_is_needed_needs_a_network`, `peer_cases/live::a_dead_endpoint_for_summaries_does_not_end_the_conversation` |
//! | a wait without end for a summary | `session/model_written::a_send_that_does_not_fit_waits_for_the_model_but_not_for_ever` |
//! | a summary by a cheaper model, and a cap on its cost | `summaries/models::the_next_model_is_asked_at_once_where_asking_again_cannot_help`, `session/model_written::beyond_the_session_s_calls_rules_write_and_the_breaker_is_seen` |
//! | a provider's own compaction as the only copy | `scenarios/live_native::a_block_of_the_provider_is_never_the_only_copy`, `scenarios/live_native::a_provider_that_does_not_know_the_block_gets_our_own_summary` |
//! | a prompt cache that every small cut breaks | `peer_cases/live::between_two_compactions_each_request_begins_with_the_one_before`, `compaction/src/replay/simulation::only_what_comes_before_the_first_change_is_cached_after_a_compaction` |
//! | settings that are tried on a recorded conversation | `cli/tests/tune::every_combination_is_replayed_and_one_is_best` |
//!
//! # Persistence and concurrency
//!
//! | case | tests |
//! |---|---|
//! | a message that comes while a summary runs | `peer_cases/persistence::words_that_come_while_a_summary_is_made_are_kept_once_after_it`, `peer_cases/persistence::a_result_that_comes_while_a_summary_is_made_finds_its_call`, `peer_cases/live::a_message_that_is_queued_while_a_summary_lands_is_answered_once`, `session/model_written::the_chat_goes_on_while_a_model_writes_and_the_summary_comes_before_what_was_said_since` |
//! | a crash before, between and after the writing of a summary | `peer_cases/persistence::a_crash_while_a_compaction_is_written_leaves_the_old_or_the_new_state`, `journal_kill::a_killed_writer_loses_nothing_that_was_acknowledged` |
//! | undo at once, after more turns, of the first of two nested ones | `peer_cases/persistence::undo_brings_the_originals_back_and_keeps_later_turns`, `peer_cases/persistence::undoing_the_first_of_two_nested_compactions_undoes_both`, `session/summaries::undo_restores_everything_and_redo_applies_it_again` |
//! | a run that failed or panicked, and the next one | `peer_cases/loop_and_recovery::after_a_failure_the_next_run_is_possible`, `session/model_written::a_panic_while_summarizing_is_a_failed_run_and_the_next_one_works` |
//! | two commands to compact at the same time | `peer_cases/persistence::of_two_compactions_at_the_same_time_one_is_installed`, `peer_cases/live::of_two_commands_to_summarize_one_runs_and_the_other_is_told` |
//! | random histories and budgets | `compaction::a_compaction_fits_or_says_why_it_cannot`, `compaction::ten_rounds_of_a_growing_conversation_stay_within_the_budget`, `history/random::any_history_keeps_its_promises`, `summaries/properties::any_conversation_with_any_answer_fits_or_says_why_it_cannot` |
//! | what a person is shown: started, then done, failed or cancelled, never before its time | `peer_cases/live::every_summarization_is_told_from_its_start_to_one_end`, `peer_cases/live::complete_is_never_said_before_it_is_true` |
//! | a preview, an undo, an edit of a summary | `session/summaries::a_preview_changes_nothing_and_can_be_accepted_with_another_text`, `session/summaries::a_summary_is_edited_and_its_tags_stay` |
//! | a message that waits behind a turn when the program dies | `session/waiting::what_waits_is_on_disk_and_a_crash_leaves_it_unsent` |
//! | two programs on one conversation | `session/hostile::of_two_sessions_that_begin_one_journal_at_once_one_gets_it` |
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[path = "../common/mod.rs"]
mod common;
#[path = "../support/prose.rs"]
mod prose;
#[path = "../common/script.rs"]
mod script;
#[allow(dead_code, unreachable_pub, reason = "not every helper is used here")]
#[path = "../session/scripted.rs"]
mod scripted;
#[allow(dead_code, unreachable_pub, reason = "not every helper is used here")]
#[path = "../session/talk.rs"]
mod talk;

mod live;
mod loop_and_recovery;
mod persistence;
mod selection_and_pairing;
mod summarizer;
mod summary;
mod trigger_and_counting;

use prose::prose;
use serde_json::{Value, json};
use vibeue_core::compaction::{CompactRequest, Compaction, Outcome, compact};
use vibeue_core::conversation::pairing::check_pairs;
use vibeue_core::conversation::{Extra, Message, MessageId, MessageKind, Part, Role, ToolCall};
use vibeue_core::session::{Event, History};
use vibeue_core::settings::Settings;
use vibeue_core::tokens::Counter;
use vibeue_core::tokens::exact::Encoding;
use vibeue_core::{Error, Result};

/// Counts as the meter and the trigger do.
fn meter() -> Counter {
    let counter = Counter::for_encoding(Encoding::O200kBase);
    counter.warm();
    counter
}

/// A conversation that is being written.
#[derive(Default)]
struct Talk {
    messages: Vec<Message>,
    highest: u64,
}

impl Talk {
    fn new() -> Self {
        Self::default()
    }

    fn push(&mut self, mut message: Message) -> MessageId {
        self.highest += 1;
        message.id = MessageId(self.highest);
        self.messages.push(message);
        MessageId(self.highest)
    }

    fn say(&mut self, role: Role, text: impl Into<String>) -> MessageId {
        self.push(Message::text(MessageId(0), role, text))
    }

    fn system(&mut self, text: impl Into<String>) -> MessageId {
        self.say(Role::System, text)
    }

    fn user(&mut self, text: impl Into<String>) -> MessageId {
        self.say(Role::User, text)
    }

    fn assistant(&mut self, text: impl Into<String>) -> MessageId {
        self.say(Role::Assistant, text)
    }

    /// Calls one tool and gets its result.
    fn tool(&mut self, name: &str, arguments: &Value, result: impl Into<String>) {
        let id = format!("call_{}", self.highest + 1);
        self.push(calls(&[(&id, name, arguments.clone())]));
        self.push(Message::tool_result(MessageId(0), id, None, result, false));
    }

    /// Reads a file of about this many tokens.
    fn read(&mut self, nth: u64, words: usize) {
        self.tool(
            "read_file",
            &json!({"path": format!("Source/File{nth}.cpp")}),
            prose(nth, words),
        );
    }

    /// This many exchanges of words, each side with about this many tokens.
    fn exchanges(&mut self, count: u64, words: usize) {
        for _ in 0..count {
            self.user(prose(self.highest + 1, words));
            self.assistant(prose(self.highest + 1, words));
        }
    }

    fn compact(
        &self,
        fixed: u64,
        available: u64,
        settings: &Settings,
        forced: bool,
    ) -> Result<Outcome> {
        outcome(&self.messages, self.highest + 1, fixed, available, settings, forced)
    }

    /// Compacts by itself and applies the result.
    fn shrink(&mut self, available: u64, settings: &Settings) -> Compaction {
        let compaction = applied(self.compact(0, available, settings, false));
        self.messages = compaction.apply(&self.messages);
        self.highest += 1;
        compaction
    }

    /// The same by command: a summary even where pruning would do.
    fn summarize(&mut self, available: u64, settings: &Settings) -> Compaction {
        let compaction = applied(self.compact(0, available, settings, true));
        self.messages = compaction.apply(&self.messages);
        self.highest += 1;
        compaction
    }

    fn tokens(&self) -> u64 {
        total(&self.messages)
    }

    fn summary(&self) -> &Message {
        let summaries: Vec<&Message> =
            self.messages.iter().filter(|m| m.kind == MessageKind::Summary).collect();
        assert_eq!(summaries.len(), 1, "there is one summary");
        summaries[0]
    }
}

fn total(messages: &[Message]) -> u64 {
    let meter = meter();
    messages.iter().map(|message| meter.message(message).total()).sum()
}

fn outcome(
    messages: &[Message],
    next_id: u64,
    fixed: u64,
    available: u64,
    settings: &Settings,
    forced: bool,
) -> Result<Outcome> {
    let meter = meter();
    let refs: Vec<&Message> = messages.iter().collect();
    let tokens: Vec<u64> = refs.iter().map(|message| meter.message(message).total()).collect();
    let request = CompactRequest {
        messages: &refs,
        tokens: &tokens,
        fixed,
        available,
        settings,
        reason: "test",
        forced,
        next_id: MessageId(next_id),
        next_record: 1,
        now: 1_795_212_000_000,
    };
    compact(&request, &meter)
}

fn applied(outcome: Result<Outcome>) -> Compaction {
    match outcome {
        Ok(Outcome::Compacted(compaction)) => *compaction,
        other => panic!("no compaction: {other:?}"),
    }
}

fn refused(outcome: Result<Outcome>) -> Error {
    match outcome {
        Err(error) => error,
        Ok(outcome) => panic!("no error: {outcome:?}"),
    }
}

/// Plans a compaction of what the model sees.
fn plan(history: &History, available: u64, settings: &Settings, forced: bool) -> Compaction {
    let view: Vec<Message> = history.view().iter().map(|message| Message::clone(message)).collect();
    applied(outcome(&view, history.next_id().0, 0, available, settings, forced))
}

fn history_of(talk: &Talk) -> History {
    let mut history = History::new();
    for message in &talk.messages {
        history.apply(Event::Message(message.clone())).unwrap();
    }
    history
}

/// An assistant's message with calls: id, tool, arguments.
fn calls(calls: &[(&str, &str, Value)]) -> Message {
    let parts = calls.iter().map(|(id, name, arguments)| {
        Part::ToolCall(Box::new(ToolCall {
            id: (*id).into(),
            name: (*name).into(),
            arguments: arguments.to_string(),
            extra: Extra::new(),
        }))
    });
    Message::new(MessageId(0), Role::Assistant, parts.collect())
}

fn assert_pairs(messages: &[Message]) {
    assert_eq!(check_pairs(messages), Ok(()));
}

fn by_id(messages: &[Message], id: MessageId) -> Option<&Message> {
    messages.iter().find(|message| message.id == id)
}

/// A test that was renamed or taken out must not stay in the table.
#[test]
fn every_test_that_the_table_names_is_there() {
    let core = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut cases = 0;
    let mut named = 0;
    for row in include_str!("main.rs").lines().take_while(|line| line.starts_with("//!")) {
        let Some((case, names)) = row.strip_prefix("//! | ").and_then(|row| row.split_once(" | "))
        else {
            continue;
        };
        let names: Vec<&str> = names.split('`').skip(1).step_by(2).collect();
        if case == "case" {
            continue;
        }
        assert!(!names.is_empty(), "no test holds the case: {case}");
        cases += 1;
        for name in names {
            let (file, test) = name.split_once("::").unwrap();
            let of_a_crate = matches!(file.split('/').nth(1), Some("src" | "tests"));
            let base = if of_a_crate { core.join("..") } else { core.join("tests") };
            let path = base.join(file).with_extension("rs");
            let source = std::fs::read_to_string(&path).unwrap_or_else(|error| {
                panic!("{name}: {error}");
            });
            assert!(is_test(&source, test), "{name} is not a test there");
            named += 1;
        }
    }
    assert!(cases >= 70 && named >= 120, "{cases} cases, {named} tests");
}

/// Returns whether a source has a test of this name, by itself or one for each wire.
fn is_test(source: &str, name: &str) -> bool {
    let Some(at) = source.find(&format!("fn {name}(")) else { return false };
    let head: Vec<&str> = source[..at].lines().rev().take(4).collect();
    let marked = head.iter().any(|line| line.contains("test]"));
    let listed = source
        .split_once("over_every_wire! {")
        .is_some_and(|(_, list)| list.lines().any(|line| line.trim() == name));
    marked || listed
}
