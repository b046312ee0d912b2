//! The native library as C++ uses it: a program is compiled with the flags of
//! an Unreal module, linked with the real archive and run against a model
//! server on loopback.
//!
//! Needs a C++ compiler: `CXX`, else `c++`.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[allow(dead_code, reason = "the benchmark needs more of it")]
mod archive;
mod program;

use std::path::Path;

use vibeue_core::conversation::{Message, MessageId, Role};
use vibeue_core::session::Event;
use vibeue_core::session::journal::{Header, JournaledHistory, SyncPolicy};
use vibeue_scripted_server::{Answer, Rule, Script, Server, Step};

use program::Program;

static CONSUMER: Program = Program::new("tests/consumer/consumer.cpp");

/// Runs a scenario of `consumer.cpp`.
fn scenario(name: &str) -> String {
    let server = Server::start(Script::default()).unwrap();
    server.rule(Rule {
        user_contains: Some("slow".to_owned()),
        step: Step::from(Answer::text("one two three ".repeat(500)).slowly(5)),
        ..Rule::default()
    });
    let folder = tempfile::tempdir().unwrap();
    write_future(&folder.path().join("future.jsonl"));
    if name == "freed" {
        write_long(&folder.path().join("long.jsonl"));
    }
    CONSUMER.run(name, &server.url(), folder.path())
}

/// Writes a conversation of the year 3000: the clock went back since.
fn write_future(path: &Path) {
    let at = 32_503_680_000_000;
    let mut journal =
        JournaledHistory::create(path, Header::new("future", at), SyncPolicy::Never).unwrap();
    for (id, role, text) in [(1, Role::User, "Open it"), (2, Role::Assistant, "It is open.")] {
        let message = Message::text(MessageId(id), role, text);
        journal.append(Event::Message(message), at + id).unwrap();
    }
}

/// Writes a conversation that is not given back in a moment.
fn write_long(path: &Path) {
    let mut journal =
        JournaledHistory::create(path, Header::new("long", 1), SyncPolicy::Never).unwrap();
    for id in 1..=1_500 {
        let role = if id % 2 == 1 { Role::User } else { Role::Assistant };
        let message = Message::text(MessageId(id), role, format!("Look at door {id}."));
        journal.append(Event::Message(message), id).unwrap();
    }
}

#[test]
fn a_conversation_goes_from_its_first_word_to_its_next_opening() {
    scenario("story");
}

#[test]
fn tools_run_after_approval_and_answers_to_no_call_are_a_warning() {
    scenario("tool_rounds");
}

#[test]
fn an_edit_of_the_project_is_previewed_allowed_made_and_undone() {
    scenario("project_files");
}

#[test]
fn one_message_is_shortened_and_put_back_and_all_up_to_another_summarized() {
    scenario("levers");
}

#[test]
fn a_preview_is_edited_and_accepted_and_its_summary_edited_again() {
    scenario("previews");
}

#[test]
fn a_panic_is_a_status_and_a_line_in_the_log() {
    scenario("panics");
}

#[test]
fn the_archive_says_of_which_release_and_interface_it_is() {
    scenario("versions");
}

#[test]
fn the_sink_may_pump_close_and_destroy_its_session() {
    scenario("from_within");
}

#[test]
fn bytes_that_are_not_text_and_endless_text_do_no_harm() {
    scenario("hostile_text");
}

#[test]
fn absurd_settings_and_ids_are_refused_by_name() {
    scenario("hostile_settings");
}

#[test]
fn files_that_cannot_be_used_are_named_with_what_to_do() {
    scenario("hostile_files");
}

#[test]
fn connections_are_tested_and_conversations_exported_beside() {
    scenario("beside");
}

#[test]
fn no_thread_is_left_when_a_long_conversation_was_given_back() {
    scenario("freed");
}

#[test]
fn a_result_of_five_megabytes_takes_no_more_from_the_threads_heap_than_an_empty_one() {
    scenario("big_result");
}

#[test]
fn an_idle_frame_takes_nothing_from_the_heap() {
    scenario("idle");
}

#[test]
fn leaving_in_the_middle_of_an_answer_keeps_it_and_leaves_no_thread() {
    scenario("leave");
}

#[test]
fn the_archive_holds_no_cpp_object() {
    archive::expect_no_cpp();
}
