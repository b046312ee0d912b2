//! What was condensed can be looked up again, over every wire.

use std::path::Path;

use vibeue_core::conversation::{Message, MessageId, Role};
use vibeue_core::session::Event;
use vibeue_core::session::journal::{Header, JournaledHistory, SyncPolicy};
use vibeue_core::settings::Mode;
use vibeue_core::tokens::Counter;
use vibeue_scripted_server::{Answer, Item, Operation, Script, Wire};

use crate::live::Live;
use crate::over_every_wire;

/// Messages of the archive, and the one that has what is looked for.
const MESSAGES: u64 = 10_000;
const PLANTED: MessageId = MessageId(4_322);

const NEEDLE: &str = "the vault opens with the word chrysanthemum";

/// What was said in the message with the needle: long enough for several
/// pages, with characters of several bytes.
fn planted() -> String {
    let mut text: String =
        (0..400).map(|line| format!("Zeile {line}: die Tür {} ist größer.\n", line * 7)).collect();
    text.push_str(NEEDLE);
    text
}

/// A conversation of ten thousand messages that nothing was condensed of.
fn write_archive(path: &Path) {
    let events = (1..=MESSAGES).map(|id| {
        let role = if id % 2 == 1 { Role::User } else { Role::Assistant };
        let text = match MessageId(id) {
            PLANTED => planted(),
            _ => format!("Step {id}: door {} of level {} was moved.", id * 31 % 977, id % 13),
        };
        Event::Message(Message::text(MessageId(id), role, text))
    });
    let header = Header::new("archive", 1_795_212_000_000);
    JournaledHistory::create_with(path, header, events, SyncPolicy::Never).unwrap();
}

/// The last result of a tool that the server was sent.
fn last_result(live: &Live) -> String {
    let all = live.server.exchanges();
    let last = all.iter().rfind(|exchange| exchange.operation == Operation::Chat).unwrap();
    let items = last.asked.as_ref().unwrap().items.iter().rev();
    let text = items.into_iter().find_map(|item| match item {
        Item::Result { text, .. } => Some(text.clone()),
        _ => None,
    });
    let text = text.expect("the model got a result");
    // Gemini's results are objects.
    match serde_json::from_str::<serde_json::Value>(&text) {
        Ok(object) => object["output"].as_str().expect("an object with our text").to_owned(),
        Err(_) => text,
    }
}

/// One turn in which the model calls `recall` with these arguments.
fn recalled(live: &mut Live, arguments: &serde_json::Value) -> String {
    live.server.push(Answer::call("", "recall", &arguments.to_string()));
    live.server.push(Answer::text("I see."));
    let told = live.turn("Look it up.");
    assert_eq!((told.text.as_str(), told.requests), ("I see.", 2), "{told:?}");
    assert!(told.calls.is_empty(), "the host has no part in it: {told:?}");
    last_result(live)
}

fn a_passage_among_ten_thousand_messages_is_found_and_read(wire: Wire) {
    let mut live = Live::with(wire, Script::default(), |options| {
        write_archive(options.journal.as_deref().unwrap());
        options.settings.mode = Mode::Rules;
    });
    // The first request does not fit and is condensed before it leaves.
    live.server.push(Answer::text("Fine."));
    assert_eq!(live.turn("Go on.").text, "Fine.");
    let snapshot = live.session.snapshot();
    assert!(snapshot.condensed.len() > 9_000, "{}", snapshot.condensed.len());
    let asked = live.last_body().to_string();
    assert!(!asked.contains("chrysanthemum"), "it is not in the view any more");

    let found = recalled(&mut live, &serde_json::json!({"query": "vault word chrysanthemum"}));
    let hit = found.lines().find(|line| line.contains("chrysanthemum")).expect(&found);
    assert!(hit.starts_with("m4322 assistant: "), "{hit}");

    // The whole message, page by page, by the id that the search gave.
    let counter = Counter::for_model(crate::scene::model(wire));
    counter.warm();
    let (mut read, mut offset, mut pages) = (String::new(), 0, 0);
    loop {
        let before = live.session.snapshot().usage.breakdown.tool_results;
        let page = recalled(&mut live, &serde_json::json!({"message": "m4322", "offset": offset}));
        let tokens = counter.text(&page).tokens;
        let usage = live.session.snapshot().usage;
        // A sixteenth of the window at most, as the server counts.
        let calibrated = tokens * usage.used / usage.breakdown.total();
        assert!(calibrated <= 2_500, "answers are capped: {calibrated}");
        let counted = usage.breakdown.tool_results - before;
        assert!(counted >= tokens, "the answer is counted: {counted} < {tokens}");
        let (head, body) = page.split_once(":\n").unwrap();
        read.push_str(body);
        pages += 1;
        match head.split_once("read on with offset ") {
            Some((_, next)) => offset = next.parse::<usize>().unwrap(),
            None => break,
        }
    }
    assert_eq!(read, planted());
    assert!((2..12).contains(&pages), "{pages}");
    live.goes_on();
}

over_every_wire! {
    a_passage_among_ten_thousand_messages_is_found_and_read
}
