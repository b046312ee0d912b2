//! What becomes of a conversation before it is known how much of it fits.

use super::SummaryInput;
use crate::digest::DigestOptions;
use crate::rules::{Section, rank};
use vibeue_conversation::{Extra, Message, MessageId, Part, Role, ToolCall};

fn message(id: u64, role: Role, text: &str) -> Message {
    Message::text(MessageId(id), role, text)
}

fn call(id: u64, name: &str, arguments: &str) -> Message {
    let call = ToolCall {
        id: format!("c{id}").into(),
        name: name.into(),
        arguments: arguments.to_owned(),
        extra: Extra::new(),
    };
    Message::new(MessageId(id), Role::Assistant, vec![Part::ToolCall(Box::new(call))])
}

fn result(id: u64, text: &str, failed: bool) -> Message {
    Message::tool_result(MessageId(id), format!("c{}", id - 1), None, text, failed)
}

/// The lines of a conversation that contain some words.
fn lines_with(messages: &[Message], words: &str) -> Vec<String> {
    let messages: Vec<&Message> = messages.iter().collect();
    let mut input = SummaryInput::default();
    for at in 0..messages.len() {
        input.add(&messages, at, 10, None);
    }
    let lines = input.lines(&DigestOptions::default()).into_iter().map(|line| line.text);
    lines.filter(|text| text.contains(words)).collect()
}

#[test]
fn a_yes_is_told_with_the_proposal_that_it_agrees_to() {
    let talk = [
        message(
            1,
            Role::Assistant,
            "A rename would touch the kiosk. What I can do: duplicate the prompt as WBP_Prompt \
             and leave the old one alone. UI_Toast has the wrong prefix, too.",
        ),
        message(2, Role::User, "duplicate, yes. good catch. rename the toast properly"),
        message(3, Role::Assistant, "I would also correct the tag."),
        message(4, Role::User, "leave it"),
    ];
    assert_eq!(
        lines_with(&talk, " user: "),
        [
            "m2 user: \"duplicate, yes. good catch. rename the toast properly\" (answers m1: What I \
             can do: duplicate the prompt as WBP_Prompt and leave the old one alone.)",
            "m4 user: \"leave it\"",
        ]
    );
}

#[test]
fn the_overview_tells_what_the_user_wants_and_not_how_they_said_hello() {
    let hello = message(2, Role::User, "Hi! I need to make some changes to my flight.");
    let asked = message(3, Role::Assistant, "I can help you with that.");
    let wish = message(4, Role::User, "I want to change my outgoing flight to a nonstop one.");
    let overview = |talk: &[Message]| {
        let messages: Vec<&Message> = talk.iter().collect();
        let mut input = SummaryInput::default();
        (0..talk.len()).for_each(|at| input.add(&messages, at, 10, None));
        let lines = input.lines(&DigestOptions::default());
        let told = lines.into_iter().filter(|line| line.section == Section::Overview);
        told.map(|line| line.text).collect::<Vec<_>>()
    };
    let topic = "m4 user: \"I want to change my outgoing flight to a nonstop one.\"";
    assert_eq!(overview(&[hello.clone(), asked.clone(), wish.clone()]), [topic]);
    assert_eq!(lines_with(&[hello.clone(), asked.clone(), wish.clone()], "Hi!").len(), 1);
    // If nothing says more, or the greeting names a thing, it is the topic.
    let only = overview(&[hello, asked.clone()]);
    assert_eq!(only, ["m2 user: \"Hi! I need to make some changes to my flight.\""]);
    let named = message(2, Role::User, "Hi! I need BP_Door_2 to open.");
    let beside = overview(&[named, asked, wish]);
    assert_eq!(beside, ["m2 user: \"Hi! I need BP_Door_2 to open.\"", topic]);
}

#[test]
fn the_first_request_after_a_summary_is_the_newest_wish_unless_it_only_greets() {
    let hello = message(8, Role::User, "Hi! I need to make some changes to my flight.");
    let wish = message(9, Role::User, "I want to change my outgoing flight to a nonstop one.");
    let ranks = |talk: &[Message]| {
        let messages: Vec<&Message> = talk.iter().collect();
        let mut input = SummaryInput::default();
        // The summary told what the conversation is about.
        input.carried_rank(Section::Overview, "m1 user: \"Book me a flight to Oslo.\"");
        (0..talk.len()).for_each(|at| input.add(&messages, at, 10, None));
        let lines = input.lines(&DigestOptions::default()).into_iter();
        let told = lines.filter(|line| line.text.contains(" user: "));
        told.map(|line| (line.order.0, line.section, line.rank)).collect::<Vec<_>>()
    };
    let newest = (9, Section::Overview, rank::NEWEST_WISH);
    assert_eq!(ranks(std::slice::from_ref(&wish)), [newest]);
    assert_eq!(ranks(&[hello, wish]), [newest, (8, Section::Progress, rank::QUESTION)]);
}

#[test]
fn the_latest_list_of_what_is_open_is_told_and_older_ones_are_not() {
    let talk = [
        message(1, Role::Assistant, "Open so far:\n1. The clunk is double.\n2. No tag."),
        message(2, Role::User, "I set the tag."),
        message(
            3,
            Role::Assistant,
            "Saved.\n\nStill open:\n- The clunk is double.\n- [x] The tag.",
        ),
        message(4, Role::User, "Thanks."),
    ];
    assert_eq!(lines_with(&talk, "still open: "), ["m3: still open: The clunk is double."]);
}

#[test]
fn what_the_latest_failed_change_was_given_is_told_without_what_the_person_said() {
    let book =
        r#"{"user": "ann_7", "flights": [{"number": "HAT082", "date": "2024-05-17"}], "bags": 3}"#;
    let mut talk = vec![
        message(1, Role::User, "I am ann_7, book it."),
        call(2, "book_flight", book),
        result(3, "Error: the total is 1002, but 957 was paid", true),
    ];
    let failed = lines_with(&talk, "book_flight: ");
    assert_eq!(failed.len(), 1, "{failed:?}");
    assert!(
        failed[0].ends_with(" (tried with bags 3; flights number HAT082, date 2024-05-17)"),
        "{failed:?}"
    );
    // Looking does not change that, another change does.
    talk.extend([
        call(4, "get_flight", r#"{"id": "HAT082"}"#),
        result(5, "there are 3 seats", false),
    ]);
    assert_eq!(lines_with(&talk, " (tried with ").len(), 1);
    talk.extend([call(6, "send_mail", r#"{"to": "bo"}"#), result(7, "sent", false)]);
    assert_eq!(lines_with(&talk, " (tried with "), Vec::<String>::new());
}

#[test]
fn a_failure_is_solved_by_the_same_work_with_other_values_and_not_by_other_work() {
    let change = |cabin: &str, card: &str| {
        format!(r#"{{"reservation_id": "OBUT9V", "cabin": "{cabin}", "payment_id": "{card}"}}"#)
    };
    let mut talk = vec![
        call(1, "update_reservation_flights", &change("economy", "gift_card_7")),
        result(2, "Error: gift card balance is not enough", true),
        call(3, "update_reservation_flights", r#"{"reservation_id": "Q0ZF0J"}"#),
        result(4, r#"{"status": "changed"}"#, false),
    ];
    assert_eq!(
        lines_with(&talk, "balance"),
        [
            "Open m2: [❌ update_reservation_flights: OBUT9V | Error: gift card balance is not enough]"
        ]
    );
    talk.extend([
        call(5, "update_reservation_flights", &change("business", "credit_card_9")),
        result(6, r#"{"status": "changed"}"#, false),
    ]);
    let solved = lines_with(&talk, "balance");
    assert!(solved.len() == 1 && solved[0].starts_with("Solved m2: "), "{solved:?}");
}

#[test]
fn what_the_user_put_off_is_told_whole_beside_the_agents_list() {
    let mut talk = vec![
        message(1, Role::User, "widget: rename it but later, door first."),
        message(2, Role::User, "the clunk plays twice. put it on the list, not now"),
        message(3, Role::User, "remind me before we finish to send bo the doors. bo@example.com"),
    ];
    talk.extend((4..8).map(|id| message(id, Role::User, "go on")));
    let continuation = |talk: &[Message]| {
        let messages: Vec<&Message> = talk.iter().collect();
        let mut input = SummaryInput::default();
        (0..talk.len()).for_each(|at| input.add(&messages, at, 10, None));
        let mut lines = input.lines(&DigestOptions::default());
        lines.retain(|line| line.section == Section::Continuation);
        lines.sort_by_key(|line| line.order);
        lines.into_iter().map(|line| line.text).collect::<Vec<_>>()
    };
    let widget = "m1: widget: rename it but later, door first.";
    let clunk = "m2: the clunk plays twice. put it on the list, not now";
    let doors = "m3: remind me before we finish to send bo the doors. bo@example.com";
    assert_eq!(continuation(&talk), [widget, clunk, doors]);
    talk.push(message(
        8,
        Role::Assistant,
        "Saved.\n\nOpen so far:\n1. Double clunk.\n2. The hatch.",
    ));
    talk.push(message(9, Role::Assistant, "Noted as 3: the list of doors for Bo."));
    assert_eq!(
        continuation(&talk),
        [
            widget,
            clunk,
            doors,
            "m8: still open: Double clunk.",
            "m8: still open: The hatch.",
            "m9: still open: the list of doors for Bo."
        ]
    );
}

#[test]
fn a_failure_that_repeats_others_is_told_once_with_what_was_different_then() {
    let book = |id: u64, paid: u64| {
        let arguments = format!(r#"{{"origin": "SFO", "to": "JFK", "bags": 3, "amount": {paid}}}"#);
        let failed = format!("Error: amount does not add up, total is 1002, but paid {paid}");
        [call(id, "book_trip", &arguments), result(id + 1, &failed, true)]
    };
    let talk = [message(1, Role::User, "Book it.")];
    let tries = [book(2, 957), book(4, 1047), book(6, 957)].into_iter().flatten();
    let talk: Vec<Message> = talk.into_iter().chain(tries).collect();
    let lines = lines_with(&talk, "Open m");
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with("Open m7 (3rd time, after m3, m5 … paid 1047): [❌ book_trip"));
    let talk: Vec<Message> = [book(2, 957), book(4, 957)].into_iter().flatten().collect();
    let lines = lines_with(&talk, "Open m");
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with("Open m5 (2nd time, after the same call in m3): "), "{lines:?}");
    // What failed in another way is told by itself.
    let talk: Vec<Message> = [
        [call(2, "book_trip", r#"{"origin": "SFO"}"#), result(3, "Error: no seats", true)],
        [call(4, "book_trip", r#"{"origin": "SFO"}"#), result(5, "Error: card expired", true)],
    ]
    .into_iter()
    .flatten()
    .collect();
    assert_eq!(lines_with(&talk, "Open m").len(), 2);
}

#[test]
fn what_a_failed_call_was_given_names_each_list_and_key_once_and_what_has_no_id_last() {
    let arguments = r#"{"trip_type": "one_way", "bags": 3, "people": [{"first": "Raj", "born":
        "1986-09-12"}], "flights": [{"number": "HAT023", "date": "2024-05-26"}, {"number": "HAT134",
        "date": "2024-05-28"}], "payments": [{"id": "card_1", "amount": 500}, {"id": "card_2",
        "amount": 250}]}"#;
    let talk = [call(2, "book_trip", arguments), result(3, "Error: no seats", true)];
    let lines = lines_with(&talk, "Open m");
    let tried = lines[0].split_once(" (tried with ").map(|it| it.1);
    assert_eq!(
        tried,
        Some(
            "bags 3; flights number HAT023, date 2024-05-26; HAT134, \
             2024-05-28; payments id card_1, amount 500; card_2, 250; people first Raj, born \
             1986-09-12)"
        )
    );
}

#[test]
fn a_choice_is_told_with_the_option_wherever_the_sentence_names_it() {
    let talk = [
        message(
            1,
            Role::Assistant,
            "1. **Option 1:**\n   - Flight Number: HAT041\n\n2. **Option \
             2:**\n   - Flight Number: HAT056\n\nWhich one would you like?",
        ),
        message(2, Role::User, "I'll go with Option 2. Let's book that."),
    ];
    assert_eq!(
        lines_with(&talk, " user: "),
        ["m2 user: \"I'll go with Option 2. Let's book that.\" (answers m1: 2. Option 2: Flight \
          Number: HAT056)"]
    );
}

#[test]
fn a_thought_without_a_figure_ranks_below_what_was_told_and_below_one_with_figures() {
    let thought = |id: u64, text: &str| {
        call(id, "think", &serde_json::json!({ "thought": text }).to_string())
    };
    let rank = |last: Message| {
        let id = last.id.0;
        let talk =
            [message(1, Role::User, "Book it."), message(2, Role::Assistant, "I look."), last];
        let messages: Vec<&Message> = talk.iter().collect();
        let mut input = SummaryInput::default();
        (0..talk.len()).for_each(|at| input.add(&messages, at, 10, None));
        let lines = input.lines(&DigestOptions::default());
        lines.iter().find(|line| line.order.0 == id).unwrap().rank
    };
    assert_eq!(rank(message(3, Role::Assistant, "The flight is full.")), rank::ACTIVE);
    assert_eq!(rank(thought(3, "The second cheapest is $290.")), rank::ACTIVE);
    assert!(rank(thought(3, "I verify the details.")) < rank::ACTIVE);
}
