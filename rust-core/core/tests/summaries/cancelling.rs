//! Drops the future at every point where it waits.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use vibeue_core::provider::ErrorClass;

use super::*;

/// Polls a run this many times and drops it; returns whether it was done.
fn polled(talk: &Talk, provider: &Arc<Script>, cache: &SummaryCache, times: usize) -> bool {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let _inside = runtime.enter();
    let models = [model(provider, "gpt-4o")];
    let mut future = pin!(run(talk.job(), &models, cache));
    let mut context = Context::from_waker(Waker::noop());
    (0..times).any(|_| matches!(future.as_mut().poll(&mut context), Poll::Ready(Ok(_))))
}

#[test]
fn a_run_that_is_dropped_where_it_waits_leaves_nothing_behind() {
    let mut talk = Talk::long(Mode::Llm);
    talk.settings.summary_max_tokens = 1_500;
    talk.settings.summary_chunk_tokens = 4_000;
    let before = talk.messages.clone();
    for (stops, times) in (1..200).enumerate() {
        let cache = SummaryCache::new();
        let provider = Arc::new(Script::new([Step::Slowly(3, good())]));
        let done = polled(&talk, &provider, &cache, times);
        assert_eq!(talk.messages, before);
        if done {
            assert!(stops >= 6, "it waited {stops} times only");
            assert_eq!(cache.len(), 1);
            return;
        }
        assert!(cache.is_empty(), "nothing is remembered of a run that was dropped");
        // The future held the only other reference to its messages.
        assert!(talk.messages.iter().all(|message| Arc::strong_count(message) == 2));
    }
    panic!("it never ended");
}

#[test]
fn a_run_that_is_dropped_while_it_waits_for_a_server_asks_no_more() {
    let talk = Talk::long(Mode::Llm);
    let provider = Arc::new(Script::new([Step::Fail(ErrorClass::Transport)]));
    assert!(!polled(&talk, &provider, &SummaryCache::new(), 5));
    assert_eq!(provider.seen().len(), 1);
}
