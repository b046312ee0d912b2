//! The structured event that each summarization leaves in the log. Alone in its
//! program, because a subscriber hears the whole process.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on should stop; not every helper is used here"
)]

#[path = "session/scripted.rs"]
mod scripted;
#[path = "session/talk.rs"]
mod talk;

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use scripted::{Answer, Scripted, gate};
use talk::*;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};
use vibeue_core::session::live::{SessionEvent, SummaryCompletion, SummaryEnd};
use vibeue_core::settings::Mode;

type Fields = BTreeMap<&'static str, String>;

/// Keeps the events of summaries.
#[derive(Debug, Clone, Default)]
struct Listener(Arc<Mutex<Vec<Fields>>>);

#[derive(Default)]
struct Visitor(Fields);

impl Visit for Visitor {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }
}

impl Subscriber for Listener {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        // Whatever the core tells at the default level.
        metadata.target().starts_with("vibeue") && *metadata.level() <= Level::INFO
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut visitor = Visitor::default();
        event.record(&mut visitor);
        visitor.0.insert("level", event.metadata().level().to_string());
        self.0.lock().unwrap().push(visitor.0);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// What the log must say about a run, judging by what the host was told.
fn expected(done: &SummaryCompletion, reason: &str, available: u64) -> Fields {
    let mut fields: Fields = [
        ("level", "INFO".to_owned()),
        ("summary", done.summary.0.to_string()),
        ("purpose", format!("{:?}", done.purpose)),
        ("reason", reason.to_owned()),
        ("outcome", format!("{:?}", done.outcome)),
        ("messages_condensed", done.messages_summarized.to_string()),
        ("budget", available.to_string()),
        ("ratio", format!("{:?}", done.ratio)),
        ("strategy", format!("{:?}", done.strategy)),
        ("depth", done.depth.to_string()),
        ("story_found", done.story_found.to_string()),
        ("story_kept", done.story_kept.to_string()),
        ("tokens_before", done.tokens_before.to_string()),
        ("tokens_after", done.tokens_after.to_string()),
        ("rung", format!("{:?}", done.rung)),
        ("duration_ms", done.duration_ms.to_string()),
        ("model_calls", done.model_calls.to_string()),
        ("facts_found", done.facts_found.to_string()),
        ("facts_kept", done.facts_kept.to_string()),
    ]
    .into();
    if let Some(dollars) = done.dollars {
        fields.insert("dollars", format!("{dollars:?}"));
    }
    fields
}

#[test]
fn each_summarization_leaves_one_event_with_all_that_is_measured() {
    let listener = Listener::default();
    tracing::subscriber::set_global_default(listener.clone()).unwrap();
    let logged = || std::mem::take(&mut *listener.0.lock().unwrap());
    let provider =
        Arc::new(Scripted::new([]).rule(|it| Answer::text(&words(it.messages.len() as u64, 90))));
    let gate = gate();
    let summary = "<summary>\n## Overview\n- The doors are looked at (m1-m4)\n</summary>";
    provider.add_summary(Answer::text(summary).usage(2_000, 100));
    provider.add_summary(Answer::text(summary).gated(&gate));
    let mut options = options(&provider, 8_000);
    options.settings.mode = Mode::Hybrid;
    options.settings.summary_models = vec!["gpt-4.1-mini".to_owned()];
    let talk = Talk::open(Arc::clone(&provider), options);
    for turn in 0..6 {
        talk.ask(&format!("/Game/Doors/BP_Door_{turn} fails with C2065: {}", words(turn, 60)));
    }
    assert_eq!(logged(), [] as [Fields; 0], "nothing was summarized");
    let available = talk.session.snapshot().usage.available;

    // Applied, by a model.
    talk.session.summarize(None);
    let done = talk.until_summarized();
    assert_eq!((done.outcome, done.model_calls), (SummaryEnd::Applied, 1));
    assert!(done.facts_found > 0 && done.facts_kept > 0, "{done:?}");
    assert!(done.story_found > 0 && done.story_kept > 0 && done.ratio < 1.0, "{done:?}");
    assert_eq!(logged(), [expected(&done, "Manual", available)]);

    // Cancelled.
    for turn in 0..4 {
        talk.ask(&words(turn, 60));
    }
    talk.drain();
    talk.session.summarize(None);
    talk.until(|event| matches!(event, SessionEvent::SummarizationStarted { .. }));
    talk.session.cancel_summary();
    let done = talk.until_summarized();
    assert_eq!(done.outcome, SummaryEnd::Cancelled);
    assert_eq!(logged(), [expected(&done, "Manual", available)]);

    // Failed: the preview that is accepted is for another conversation.
    gate.add_permits(100);
    talk.session.preview(None);
    talk.until(|event| matches!(event, SessionEvent::PreviewReady { .. }));
    assert_eq!(logged(), [] as [Fields; 0], "a preview has its own events");
    talk.session.undo(None);
    talk.until(|event| matches!(event, SessionEvent::Undone { .. }));
    talk.session.accept_preview(None);
    let done = talk.until_summarized();
    assert_eq!(done.outcome, SummaryEnd::Failed);
    let log = logged();
    // The job of an accepted preview is that of the view as it is.
    assert_eq!(log, [expected(&done, "Manual", available)]);

    // By itself, because the window fills.
    let mut automatic = None;
    for turn in 0..40 {
        let events = talk.ask(&words(turn, 90));
        talk.until_idle();
        automatic = completions(&events).into_iter().chain(completions(&talk.drain())).next();
        if automatic.is_some() {
            break;
        }
    }
    let done = automatic.expect("the window was filled");
    assert_eq!(logged(), [expected(&done, "Threshold", available)]);
}
