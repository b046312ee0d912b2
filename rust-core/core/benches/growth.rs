//! Whether the second compaction of a conversation, and a replay of all of it,
//! take time in proportion to its size.
//!
//! `cargo bench -p vibeue-core --bench growth` takes sizes of 1, 2 and 4 in one run. The
//! conversation consists of what one summary carries into the next: rules, wishes, statements and
//! failures, each with words that others have as well. Times are of this thread's own work and the
//! best of several, because other programs share the machine. It fails if the time grows with the
//! square.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark prints its figures")]

#[path = "support/thread_clock.rs"]
mod thread_clock;

use std::time::Duration;

use vibeue_core::compaction::replay::Replay;
use vibeue_core::compaction::{CompactRequest, Outcome, compact};
use vibeue_core::conversation::{Conversation, Message, MessageId, Part, Role, ToolCall};
use vibeue_core::settings::Settings;
use vibeue_core::tokens::Counter;
use vibeue_core::tokens::exact::Encoding;

const ROUNDS: usize = 5;

/// Bytes of the smallest conversation: that of the middle size is as large as
/// the file of 276 KB whose second compaction once took eleven seconds.
const SMALLEST: usize = 138_000;

/// Four times the messages may take this many times as long: a memory that no
/// longer fits a cache is slower.
const BOUND: f64 = 5.0;

/// Beyond this the program fails: what is compared each with each other takes
/// sixteen times as long. Between the two it may be the machine, which others
/// share; how the work grows without it, the tests of the ladder count.
const ALARM: f64 = 8.0;

fn main() {
    let counter = Counter::for_encoding(Encoding::O200kBase);
    counter.warm();
    println!("{:<44} {:>9} {:>9} {:>9}   {:>5}", "bytes of the conversation", "1x", "2x", "4x", "");
    let sizes = [1, 2, 4].map(|times| Case::new(&counter, times * SMALLEST));
    let shown = sizes.each_ref().map(|case| format!("{:>9}", bytes(&case.messages)));
    println!("{:<44} {}", "", shown.join(" "));
    row("the second compaction", sizes.each_ref().map(|case| best(|| case.second())));
    row("the same, by itself", sizes.each_ref().map(|case| best(|| case.second_by_itself())));
    row(
        "a replay, compacting at each quarter",
        sizes.each_ref().map(|case| best(|| case.replay())),
    );
}

fn row(name: &str, times: [Duration; 3]) {
    let shown = times.map(|time| format!("{:>6.1} ms", time.as_secs_f64() * 1e3));
    let ratio = times[2].as_secs_f64() / times[0].as_secs_f64();
    println!("{name:<44} {}   {ratio:.2} x (at most {BOUND})", shown.join(" "));
    assert!(ratio <= ALARM, "{name}: {ratio:.2} times as long for four times as much");
}

fn best(mut work: impl FnMut()) -> Duration {
    (0..ROUNDS).map(|_| thread_clock::time(&mut work)).min().unwrap()
}

/// A conversation, and the result of condensing its first half.
struct Case<'a> {
    counter: &'a Counter,
    settings: Settings,
    messages: Vec<Message>,
    half_condensed: Vec<Message>,
}

impl<'a> Case<'a> {
    fn new(counter: &'a Counter, size: usize) -> Self {
        let mut messages = Vec::new();
        let mut made = 0;
        while made < size {
            let begun = messages.len();
            round(&mut messages);
            made += bytes(&messages[begun..]);
        }
        // No cap on a summary: what is carried grows with the conversation.
        let settings = Settings { summary_max_tokens: 10_000_000, ..Settings::default() };
        let mut case = Self { counter, settings, messages, half_condensed: Vec::new() };
        let (before, after) = case.messages.split_at(case.messages.len() / 2);
        let mut half = case.compacted(before, true);
        half.extend_from_slice(after);
        case.half_condensed = half;
        case
    }

    fn tokens(&self, messages: &[Message]) -> Vec<u64> {
        messages.iter().map(|message| self.counter.message(message).total()).collect()
    }

    /// Condenses messages for a window that they just fill.
    fn compacted(&self, messages: &[Message], forced: bool) -> Vec<Message> {
        let tokens = self.tokens(messages);
        let refs: Vec<&Message> = messages.iter().collect();
        let request = CompactRequest {
            messages: &refs,
            tokens: &tokens,
            fixed: 3,
            available: tokens.iter().sum(),
            settings: &self.settings,
            reason: "benchmark",
            forced,
            next_id: MessageId(10_000_000),
            next_record: 1,
            now: 0,
        };
        match compact(&request, self.counter).unwrap() {
            Outcome::Compacted(done) => done.apply(messages),
            Outcome::Unchanged(why) => panic!("nothing was measured: {why}"),
        }
    }

    fn second(&self) {
        self.compacted(&self.half_condensed, true);
    }

    fn second_by_itself(&self) {
        self.compacted(&self.half_condensed, false);
    }

    /// As `vibeue tune` does, with a window of a quarter of the conversation.
    fn replay(&self) {
        let tokens = self.tokens(&self.messages);
        let available = tokens.iter().sum::<u64>() / 4;
        let talk = Conversation { messages: self.messages.clone(), ..Conversation::default() };
        let replay = Replay::of(&talk, &tokens, 3, available, &self.settings, self.counter);
        assert!(replay.compactions() > 2, "nothing was measured");
    }
}

fn bytes(messages: &[Message]) -> usize {
    messages.iter().flat_map(vibeue_core::compaction::texts_of).map(str::len).sum()
}

/// What the user asks for, with a rule, and the outcome.
fn round(messages: &mut Vec<Message>) {
    let at = messages.len();
    let id = |nth: usize| MessageId((at + nth) as u64 + 1);
    let place = format!("/Game/Rooms/BP_Door_{at}");
    messages.push(Message::text(
        id(0),
        Role::User,
        format!(
            "Never move {place} by more than {} units. Set its height to {} cm.",
            at % 90,
            at % 77
        ),
    ));
    let call = ToolCall {
        id: format!("c{at}").into(),
        name: "set_height".into(),
        arguments: format!(r#"{{"actor":"{place}","height":{}}}"#, at % 77),
        extra: vibeue_core::conversation::Extra::new(),
    };
    messages.push(Message::new(id(1), Role::Assistant, vec![Part::ToolCall(Box::new(call))]));
    let failed = at.is_multiple_of(12);
    let said = if failed {
        format!("error: {place} is locked by user_{at}, revision {}", at * 7)
    } else {
        format!(r#"{{"actor":"{place}","height":{},"saved":true,"revision":{}}}"#, at % 77, at * 7)
    };
    messages.push(Message::tool_result(id(2), format!("c{at}"), None, said, failed));
    messages.push(Message::text(
        id(3),
        Role::Assistant,
        format!("The height of {place} is {} cm because revision {} was wrong.", at % 77, at * 7),
    ));
}
