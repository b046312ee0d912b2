//! What a session itself costs, with a provider that takes no time.
//!
//! `cargo bench -p vibeue-core --bench session`
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on should stop")]

use std::sync::Arc;
use std::time::Duration;

use divan::Bencher;
use divan::counter::ItemsCount;
use vibeue_core::conversation::{Part, Protocol};
use vibeue_core::provider::{
    Capabilities, ChatRequest, Delta, DeltaSink, ModelInfo, NativeCompaction, Pending, Provider,
    Reply, StopReason,
};
use vibeue_core::session::live::{
    ModelChoice, Session, SessionEvent, SessionOptions, SummaryEnd, TurnEnd, TurnId,
};
use vibeue_core::settings::{Mode, Settings};

fn main() {
    divan::main();
}

/// Nothing that is waited for takes longer.
const BOUND: Duration = Duration::from_secs(60);

/// Answers at once, in this many pieces; summaries by notes that keep the form
/// which is asked for.
#[derive(Debug)]
struct Instant {
    pieces: usize,
}

const PIECE: &str = " handle";
const NOTES: &str = "<summary>\n## Task\n- fix the door of the house\n## Open\n- the handle\n\
    </summary>";

impl Provider for Instant {
    fn protocol(&self) -> Protocol {
        Protocol::OpenaiChat
    }

    fn capabilities(&self, _: &str) -> Capabilities {
        Capabilities::default()
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest, sink: DeltaSink<'a>) -> Pending<'a, Reply> {
        Box::pin(async move {
            let text = if request.stream {
                for _ in 0..self.pieces {
                    sink(Delta::Text(PIECE));
                }
                PIECE.repeat(self.pieces)
            } else {
                NOTES.to_owned()
            };
            Ok(Reply::new(vec![Part::text(text)], StopReason::End))
        })
    }

    fn count<'a>(&'a self, _: &'a ChatRequest) -> Pending<'a, Option<u64>> {
        Box::pin(std::future::ready(Ok(None)))
    }

    fn describe<'a>(&'a self, _: &'a str) -> Pending<'a, ModelInfo> {
        Box::pin(std::future::ready(Ok(ModelInfo::default())))
    }

    fn models(&self) -> Pending<'_, Vec<ModelInfo>> {
        Box::pin(std::future::ready(Ok(Vec::new())))
    }

    fn compact<'a>(
        &'a self,
        _: &'a ChatRequest,
        _: Option<&'a str>,
    ) -> Pending<'a, Option<NativeCompaction>> {
        Box::pin(std::future::ready(Ok(None)))
    }
}

fn open(pieces: usize, mode: Mode) -> Session {
    let mut choice = ModelChoice::new("gpt-4o");
    // Nothing is condensed but when it is asked for.
    choice.limits.window = Some(100_000_000);
    let mut options = SessionOptions::new(Arc::new(Instant { pieces }), choice);
    options.settings = Settings { mode, ..Settings::default() };
    Session::open(options).unwrap()
}

/// Reads events until a turn ends; returns how many there were.
fn until_end(session: &Session, turn: TurnId) -> usize {
    let mut events = 0;
    loop {
        let event = session.events().next_timeout(BOUND).expect("the turn ends");
        events += 1;
        if let SessionEvent::TurnEnded { turn: ended, end } = event
            && ended == turn
        {
            assert_eq!(end, TurnEnd::Completed);
            return events;
        }
    }
}

fn talked(turns: usize, mode: Mode) -> Session {
    let session = open(40, mode);
    for number in 0..turns {
        let text = format!("Look at /Game/Doors/BP_Door{number} in line {number}: it is locked.");
        until_end(&session, session.submit_text(text));
    }
    session
}

/// A turn of one piece: what a session adds to any turn, by the length of the
/// conversation.
#[divan::bench(args = [0, 100, 1_000])]
fn whole_turn(bencher: Bencher<'_, '_>, turns: usize) {
    let session = talked(turns, Mode::Rules);
    bencher.bench_local(|| until_end(&session, session.submit_text("And now the next door.")));
}

/// A turn of ten thousand pieces, as items per second: what a session adds to
/// each piece.
#[divan::bench]
fn streamed_pieces(bencher: Bencher<'_, '_>) {
    const PIECES: usize = 10_000;
    let session = open(PIECES, Mode::Rules);
    bencher
        .counter(ItemsCount::new(PIECES))
        .bench_local(|| until_end(&session, session.submit_text("Tell me all.")));
}

/// A hundred commands, each with its events and its snapshot.
#[divan::bench]
fn commands_with_an_event_each(bencher: Bencher<'_, '_>) {
    let session = talked(100, Mode::Rules);
    bencher.counter(ItemsCount::new(100_usize)).bench_local(|| {
        for _ in 0..100 {
            session.approve_tool("nobody", vibeue_core::session::live::Approval::Allow);
        }
        let mut warnings = 0;
        while warnings < 100 {
            let event = session.events().next_timeout(BOUND).expect("each is answered");
            warnings += usize::from(matches!(event, SessionEvent::Warning { .. }));
        }
    });
}

/// Summarizing a conversation of two hundred turns down the ladder, only by rules, or with a model
/// that answers at once.
#[divan::bench(args = [Mode::Rules, Mode::Llm, Mode::Hybrid])]
fn ladder(bencher: Bencher<'_, '_>, mode: Mode) {
    bencher.with_inputs(|| talked(200, mode)).bench_local_values(|session| {
        session.summarize(None);
        loop {
            let event = session.events().next_timeout(BOUND).expect("it ends");
            if let SessionEvent::SummarizationComplete { completion } = event {
                assert_eq!(completion.outcome, SummaryEnd::Applied, "{:?}", completion.failure);
                return session;
            }
        }
    });
}

/// The state, as a window reads it before each frame.
#[divan::bench(args = [10, 1_000])]
fn snapshot(bencher: Bencher<'_, '_>, turns: usize) {
    let session = talked(turns, Mode::Rules);
    bencher.bench_local(|| divan::black_box(session.snapshot()).revision);
}

/// A look for events when there is none.
#[divan::bench]
fn idle_poll(bencher: Bencher<'_, '_>) {
    let session = talked(10, Mode::Rules);
    while !session.snapshot().state.is_idle() {}
    while session.events().next_timeout(Duration::from_millis(50)).is_some() {}
    bencher.bench_local(|| divan::black_box(session.events().try_next()).is_none());
}
