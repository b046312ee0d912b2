//! What compaction, appending and a session's memory cost, in one run.
//!
//! `cargo bench -p vibeue-core --bench compaction` prints each figure next to its limit. Times are
//! of this thread's own work, because other programs share the machine; the two sides of a
//! comparison take turns and medians are shown.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark prints its figures")]

#[path = "../tests/support/counting_allocator.rs"]
mod counting_allocator;
#[allow(dead_code, reason = "only the random numbers are used here")]
#[path = "../tests/support/strings.rs"]
mod strings;
#[path = "support/thread_clock.rs"]
mod thread_clock;
#[path = "../tests/support/workday.rs"]
mod workday;

use std::time::Duration;

use thread_clock::time;
use vibeue_core::compaction::{CompactRequest, Outcome, compact, texts_of};
use vibeue_core::conversation::{Message, MessageId, Role};
use vibeue_core::session::{Event, History};
use vibeue_core::settings::Settings;
use vibeue_core::tokens::exact::Encoding;
use vibeue_core::tokens::{Budget, Counter, Tally};
use workday::Workday;

#[global_allocator]
static ALLOCATOR: counting_allocator::Counting = counting_allocator::Counting;

const ROUNDS: usize = 7;

fn main() {
    let counter = Counter::for_encoding(Encoding::O200kBase);
    counter.warm();
    let million = Case::new(&counter, 10_000);
    million.describe();
    half_of_counting(&million);
    linear(&counter);
    appending(counter);
    memory(counter, &million);
}

/// A conversation whose messages are counted.
struct Case<'a> {
    counter: &'a Counter,
    messages: Vec<Message>,
    tokens: Vec<u64>,
}

impl<'a> Case<'a> {
    fn new(counter: &'a Counter, messages: usize) -> Self {
        let messages = Workday::new(7).messages(messages);
        let tokens = messages.iter().map(|m| counter.message(m).total()).collect();
        Self { counter, messages, tokens }
    }

    fn total(&self) -> u64 {
        self.tokens.iter().sum()
    }

    fn describe(&self) {
        let of = |role| {
            let own = self.messages.iter().zip(&self.tokens).filter(|(m, _)| m.role == role);
            100.0 * own.map(|(_, tokens)| tokens).sum::<u64>() as f64 / self.total() as f64
        };
        println!(
            "{} messages, {} tokens (o200k_base), {} bytes: {:.0} % results of tools, \
             {:.0} % assistant, {:.0} % user",
            self.messages.len(),
            self.total(),
            bytes(&self.messages),
            of(Role::Tool),
            of(Role::Assistant),
            of(Role::User)
        );
    }

    /// Compacts for a window; returns the rung and the tokens that are left.
    fn compact(&self, window: u64, forced: bool) -> String {
        let budget = Budget { window, reserve: 0, input_limit: None };
        let refs: Vec<&Message> = self.messages.iter().collect();
        let settings = Settings::default();
        let request = CompactRequest {
            messages: &refs,
            tokens: &self.tokens,
            fixed: 3,
            available: budget.available(),
            settings: &settings,
            reason: "benchmark",
            forced,
            next_id: MessageId(1_000_000),
            next_record: 1,
            now: 0,
        };
        match compact(&request, self.counter).unwrap() {
            Outcome::Compacted(done) => format!("{:?}, {} left", done.rung, done.tokens_after),
            Outcome::Unchanged(why) => panic!("nothing was measured: {why}"),
        }
    }
}

fn bytes(messages: &[Message]) -> usize {
    messages.iter().flat_map(texts_of).map(str::len).sum()
}

fn half_of_counting(case: &Case<'_>) {
    let reference = tiktoken_rs::o200k_base_singleton();
    let count = || -> usize {
        let texts = case.messages.iter().flat_map(texts_of);
        texts.map(|text| reference.encode_ordinary(text).len()).sum()
    };
    let windows = [(1_048_576, false), (1_048_576, true), (131_072, true)];
    let mut times = vec![Vec::new(); windows.len() + 1];
    let mut outcomes = Vec::new();
    for round in 0..ROUNDS {
        times[0].push(time(count));
        for (at, (window, forced)) in windows.into_iter().enumerate() {
            let mut outcome = String::new();
            times[at + 1].push(time(|| outcome = case.compact(window, forced)));
            if round == 0 {
                outcomes.push(outcome);
            }
        }
    }
    let [counting, rest @ ..] = &mut times[..] else { unreachable!("four series") };
    let counting = median(counting);
    println!("\n{:<44} {:>9}", "all texts once with tiktoken-rs", milliseconds(counting));
    for ((window, forced), (times, outcome)) in windows.iter().zip(rest.iter_mut().zip(&outcomes)) {
        let how = if *forced { "forced" } else { "by itself" };
        row(
            &format!("compacted {how}, window {window}"),
            median(times),
            ratio(median(times), counting),
            0.5,
        );
        println!("{:<44} {outcome}", "");
    }
}

/// Ten times the messages in at most eleven times the time. The window grows
/// with the conversation, or stays what it is.
fn linear(counter: &Counter) {
    println!();
    for (few, many) in [(1_000, 10_000), (2_000, 20_000)] {
        let (small, large) = (Case::new(counter, few), Case::new(counter, many));
        let windows = [
            ("by itself, as large", false, None),
            ("forced, as large", true, None),
            ("forced, 131072", true, Some(131_072)),
        ];
        for (name, forced, window) in windows {
            let window = |case: &Case<'_>| window.unwrap_or(case.total());
            let (mut short, mut long) = (Vec::new(), Vec::new());
            for _ in 0..ROUNDS {
                short.push(time(|| {
                    for _ in 0..4 {
                        small.compact(window(&small), forced);
                    }
                }));
                long.push(time(|| {
                    large.compact(window(&large), forced);
                }));
            }
            let (short, long) = (median(&mut short) / 4, median(&mut long));
            row(&format!("{few} to {many} messages, {name}"), long, ratio(long, short), 11.0);
        }
    }
}

/// Appending to a long session compared with appending to an empty one.
fn appending(counter: Counter) {
    const MANY: usize = 10_000;
    const BATCH: usize = 500;
    let mut day = Workday::new(11);
    let mut long = (History::new(), Tally::new(counter));
    append(&mut long, day.messages(MANY));
    let (mut to_long, mut to_empty) = (Vec::new(), Vec::new());
    for round in 0..4 * ROUNDS {
        let batch = day.messages(BATCH);
        let mut empty = (History::new(), Tally::new(counter));
        // The second side finds the words in the counter's memo.
        for side in [round % 2, 1 - round % 2] {
            let (session, times) =
                if side == 0 { (&mut long, &mut to_long) } else { (&mut empty, &mut to_empty) };
            let batch = batch.clone();
            times.push(time(|| append(session, batch)));
        }
    }
    let (to_long, to_empty) = (median(&mut to_long), median(&mut to_empty));
    println!(
        "\n{:<44} {:>9}",
        format!("{BATCH} messages to an empty session"),
        milliseconds(to_empty)
    );
    row(&format!("{BATCH} to one of {MANY} and more"), to_long, ratio(to_long, to_empty), 1.2);
}

fn append((history, tally): &mut (History, Tally), messages: Vec<Message>) {
    for message in messages {
        tally.push(&message);
        history.apply(Event::Message(message)).unwrap();
    }
}

/// The heap that a session takes for each byte of its text.
fn memory(counter: Counter, case: &Case<'_>) {
    let text = bytes(&case.messages);
    let (session, heap) = counting_allocator::heap_of(|| {
        let mut session = (History::new(), Tally::new(counter));
        append(&mut session, Workday::new(7).messages(case.messages.len()));
        session
    });
    assert_eq!(session.0.view().len(), case.messages.len());
    let share = heap as f64 / text as f64;
    println!("\n{:<44} {heap:>9} bytes for {text} of text", "heap of a session");
    println!("{:<44} {share:>9.2} x   (at most 2.5)", "");
}

fn row(name: &str, taken: Duration, ratio: f64, bound: f64) {
    println!("{name:<44} {:>9} {ratio:>7.2} x   (at most {bound})", milliseconds(taken));
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

fn ratio(one: Duration, other: Duration) -> f64 {
    one.as_secs_f64() / other.as_secs_f64()
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}
