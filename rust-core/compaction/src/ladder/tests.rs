//! How the work grows with what is compacted, counted and not timed.

use std::cell::Cell;

use super::*;
use crate::work::taken;
use vibeue_conversation::{Extra, Part, ToolCall};

/// About four bytes a token; counts what it is asked.
#[derive(Default)]
struct Counting(Cell<usize>);

impl Measure for Counting {
    fn text(&self, text: &str) -> u64 {
        self.0.set(self.0.get() + 1);
        text.len() as u64 / 4 + 1
    }

    fn message(&self, message: &Message) -> u64 {
        self.text(&texts_of(message).concat()) + 3
    }
}

/// Condenses messages for a window of the given tokens.
fn condensed(messages: &[Message], available: Option<u64>, settings: &Settings) -> Compaction {
    let measure = Counting::default();
    let tokens: Vec<u64> = messages.iter().map(|message| measure.message(message)).collect();
    let refs: Vec<&Message> = messages.iter().collect();
    let request = CompactRequest {
        messages: &refs,
        tokens: &tokens,
        fixed: 3,
        available: available.unwrap_or_else(|| tokens.iter().sum()),
        settings,
        reason: "test",
        forced: true,
        next_id: MessageId(10_000_000),
        next_record: 1,
        now: 0,
    };
    match compact(&request, &measure).expect("it can be condensed") {
        Outcome::Compacted(done) => *done,
        Outcome::Unchanged(why) => panic!("nothing was condensed: {why}"),
    }
}

/// What one summary carries into the next: a rule, a wish, a failure, what was
/// said about it, each with words that others have as well.
fn round(messages: &mut Vec<Message>) {
    let at = messages.len();
    let id = |nth: usize| MessageId((at + nth) as u64 + 1);
    let place = format!("/Game/Rooms/BP_Door_{at}");
    let (most, height) = (at % 90, at % 77);
    let asked = format!(
        "Never move {place} by more than {most} units. Use beam {at} instead of beam {}. Set its \
         height to {height} cm.",
        at.saturating_sub(40)
    );
    messages.push(Message::text(id(0), Role::User, asked));
    let call = ToolCall {
        id: format!("c{at}").into(),
        name: "set_height".into(),
        arguments: format!(r#"{{"actor":"{place}","height":{height}}}"#),
        extra: Extra::new(),
    };
    messages.push(Message::new(id(1), Role::Assistant, vec![Part::ToolCall(Box::new(call))]));
    let failed = at.is_multiple_of(12);
    let said = if failed {
        format!("error: {place} is locked by user_{at}, revision {}", at * 7)
    } else {
        format!(r#"{{"actor":"{place}","height":{height},"saved":true,"revision":{}}}"#, at * 7)
    };
    messages.push(Message::tool_result(id(2), format!("c{at}"), None, said, failed));
    let told = format!("The height of {place} is {height} cm because of revision {}.", at * 7);
    messages.push(Message::text(id(3), Role::Assistant, told));
}

/// The work of a second compaction of `rounds` rounds, half of which were already condensed:
/// messages gathered, comparisons, texts measured.
fn work_of_a_second(rounds: usize) -> [usize; 3] {
    // No cap on a summary: what is carried grows with the conversation.
    let settings = Settings { summary_max_tokens: 10_000_000, ..Settings::default() };
    let mut messages = Vec::new();
    (0..rounds).for_each(|_| round(&mut messages));
    let (before, after) = messages.split_at(messages.len() / 2);
    let mut half = condensed(before, None, &settings).apply(before);
    half.extend_from_slice(after);
    let measure = Counting::default();
    let tokens: Vec<u64> = half.iter().map(|message| measure.message(message)).collect();
    let refs: Vec<&Message> = half.iter().collect();
    let request = CompactRequest {
        messages: &refs,
        tokens: &tokens,
        fixed: 3,
        available: tokens.iter().sum(),
        settings: &settings,
        reason: "test",
        forced: true,
        next_id: MessageId(20_000_000),
        next_record: 2,
        now: 0,
    };
    let (_, before) = (taken(), measure.0.get());
    let done = compact(&request, &measure).expect("it can be condensed");
    let [gathered, compared] = taken();
    let Outcome::Compacted(done) = done else { panic!("nothing was condensed: {done:?}") };
    let summary = done.summary.expect("a summary").joined_text();
    assert!(summary.matches("Rule (").count() > rounds / 8, "what is carried: {summary}");
    [gathered, compared, measure.0.get() - before]
}

#[test]
fn a_second_compaction_of_four_times_as_much_takes_at_most_four_and_a_half_times_the_work() {
    let (few, many) = (work_of_a_second(120), work_of_a_second(480));
    for (few, many) in few.into_iter().zip(many) {
        assert!(few > 100, "nothing was counted: {few}");
        assert!(2 * many <= 9 * few, "{few} for 120 rounds, {many} for 480");
    }
}

#[test]
fn messages_are_gathered_once_however_many_recent_ones_give_way() {
    let mut messages = Vec::new();
    (0..100).for_each(|_| round(&mut messages));
    let mut given_way = Vec::new();
    for recent in [10, 100, 300] {
        let settings = Settings { recent_messages_to_keep: recent, ..Settings::default() };
        taken();
        let done = condensed(&messages, Some(4_000), &settings);
        let [gathered, _] = taken();
        assert_eq!(gathered, done.replaced.len(), "{recent} recent messages");
        let kept = messages.len() - done.replaced.len();
        given_way.push((recent as usize).saturating_sub(kept));
    }
    assert!(given_way.is_sorted() && given_way[2] > 200, "they did not: {given_way:?}");
}
