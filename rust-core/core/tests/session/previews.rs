//! Previews that are compared before one is applied: strategies, targets,
//! originals, messages that are kept.

use vibeue_core::compaction::StayReason;
use vibeue_core::conversation::{MessageId, Role};
use vibeue_core::session::live::{
    Failure, FailureClass, PreviewFate, PreviewOffer, PreviewOptions, PreviewSums, Price,
    SessionEvent, SummaryEnd, SummaryPreview, SummaryPurpose,
};
use vibeue_core::settings::Mode;

use super::model_written::notes;
use super::*;

/// A talk whose model costs something, and may write summaries.
fn priced_talk() -> (Arc<Scripted>, Talk) {
    let provider = Arc::new(Scripted::new([]).rule(|_| Answer::text(&words(5, 40))));
    let mut options = options(&provider, 16_000);
    options.model.price = Some(Price { input: 2.0, output: 8.0 });
    options.settings.mode = Mode::Hybrid;
    let talk = Talk::open(Arc::clone(&provider), options);
    for turn in 0..8 {
        talk.ask(&format!("Question {turn}: {}", words(turn, 60)));
    }
    talk.drain();
    (provider, talk)
}

fn view(talk: &Talk) -> Vec<MessageId> {
    talk.session.snapshot().view.iter().map(|message| message.id).collect()
}

fn tried(talk: &Talk, options: PreviewOptions) -> SummaryPreview {
    talk.session.try_preview(options);
    ready(talk)
}

fn ready(talk: &Talk) -> SummaryPreview {
    let events = talk.until(|event| matches!(event, SessionEvent::PreviewReady { .. }));
    let Some(SessionEvent::PreviewReady { preview }) = events.last() else { unreachable!() };
    (**preview).clone()
}

fn failure_of(talk: &Talk) -> Failure {
    let events = talk.until(|event| matches!(event, SessionEvent::Error { .. }));
    failures(&events).remove(0)
}

#[test]
fn a_preview_lists_every_message_with_what_becomes_of_it_and_adds_up() {
    let talk = long_talk();
    let shown = tried(&talk, PreviewOptions::default());
    let sums = shown.sums;
    assert_eq!((sums.before(), sums.after()), (shown.tokens_before, shown.tokens_after));
    // With the first summary comes the tool that reads the originals.
    assert!((1..=sums.other_after).contains(&sums.tool_after), "{sums:?}");
    assert_eq!(shown.tokens_now, talk.session.snapshot().usage.used);
    let ids: Vec<MessageId> = shown.messages.iter().map(|row| row.id).collect();
    assert_eq!(ids, view(&talk));
    let of = |fate| shown.messages.iter().filter(move |row| row.fate == fate);
    let goes: Vec<MessageId> = of(PreviewFate::Goes).map(|row| row.id).collect();
    assert_eq!(goes, shown.goes);
    assert_eq!(sums.goes, of(PreviewFate::Goes).map(|row| row.tokens_before).sum::<u64>());
    assert_eq!(sums.stays, of(PreviewFate::Stays).map(|row| row.tokens_after).sum::<u64>());
    let first = &shown.messages[0];
    assert_eq!((first.id, first.role, first.fate), (ids[0], Role::User, PreviewFate::Goes));
    assert!(first.first_words.starts_with("Question 0: "), "{first:?}");
    assert_eq!((first.tokens_after, first.can_be_kept, first.reason), (0, true, None));
    let reasons: Vec<Option<StayReason>> = of(PreviewFate::Stays).map(|row| row.reason).collect();
    let mut expected = vec![Some(StayReason::Recent); reasons.len()];
    expected[reasons.len() - 2] = Some(StayReason::NewestRequest);
    assert_eq!(reasons, expected);
    talk.session.accept_preview(None);
    talk.until_summarized();
    for turn in 8..14 {
        talk.ask(&format!("Question {turn}: {}", words(turn, 60)));
    }
    talk.drain();
    assert_eq!(tried(&talk, PreviewOptions::default()).sums.tool_after, 0, "it is there already");
}

#[test]
fn other_targets_and_strategies_are_tried_and_nothing_changes() {
    let (provider, talk) = priced_talk();
    let before = talk.session.snapshot();
    let rules = Some(Mode::Rules);
    let usual = tried(&talk, PreviewOptions { strategy: rules, ..PreviewOptions::default() });
    let low = PreviewOptions { strategy: rules, target: Some(0.05), ..PreviewOptions::default() };
    let tight = tried(&talk, low.clone());
    assert!(tight.tokens_after < usual.tokens_after, "{tight:#?}");
    assert_eq!((&tight.options, tight.strategy, tight.target), (&low, Mode::Rules, 0.05));
    assert_eq!(usual.target, before.settings.target_ratio);
    assert_eq!(provider.summary_requests().len(), 0, "rules ask nobody");
    let now = talk.session.snapshot();
    assert_eq!((&now.settings, &now.view), (&before.settings, &before.view));
    assert_eq!(now.summaries.len(), 0);
    // Only the next one asks a model.
    provider.add_summary(notes());
    let by_model = tried(&talk, PreviewOptions { target: Some(0.05), ..PreviewOptions::default() });
    assert_eq!(by_model.strategy, Mode::Hybrid);
    assert_eq!(provider.summary_requests().len(), 1);
    // The last one is what is applied.
    talk.session.accept_preview_of(tight.summary, None);
    let failure = failure_of(&talk);
    assert_eq!(failure.class, FailureClass::Conflict);
    assert_eq!(failure.message, format!("{} is no longer the latest preview", tight.summary));
    talk.session.accept_preview_of(by_model.summary, None);
    let done = talk.until_summarized();
    assert_eq!((done.outcome, done.tokens_after), (SummaryEnd::Applied, by_model.tokens_after));
    assert_eq!(talk.session.snapshot().settings, before.settings);
}

#[test]
fn what_each_strategy_would_cost_is_told_before_anybody_is_asked() {
    let (_, talk) = priced_talk();
    let rules = PreviewOptions { strategy: Some(Mode::Rules), ..PreviewOptions::default() };
    let shown = tried(&talk, rules);
    let PreviewSums { goes, summary, .. } = shown.sums;
    let by_model = |strategy| PreviewOffer {
        strategy,
        model: Some("gpt-4o".to_owned()),
        reads: goes,
        writes: summary,
        dollars: Some((goes as f64 * 2.0 + summary as f64 * 8.0) / 1e6),
        obstacle: None,
    };
    let by_rules = PreviewOffer {
        strategy: Mode::Rules,
        model: None,
        reads: 0,
        writes: 0,
        dollars: Some(0.0),
        obstacle: None,
    };
    let expected = [by_rules, by_model(Mode::Llm), by_model(Mode::Hybrid), by_model(Mode::Native)];
    assert_eq!(shown.offers, expected);
    let request = |tokens: u64| Some(2.0 / 1e6 * tokens as f64);
    assert_eq!(shown.request_dollars_before, request(shown.tokens_before));
    assert_eq!(shown.request_dollars_after, request(shown.tokens_after));
    assert_eq!(shown.dollars, Some(0.0));
}

#[test]
fn a_newer_try_ends_the_older_one_whose_late_result_changes_nothing() {
    let (provider, talk) = priced_talk();
    let gate = gate();
    provider.add_summary(notes().gated(&gate));
    talk.session.try_preview(PreviewOptions::default());
    let begun = talk.until(|event| matches!(event, SessionEvent::PreviewStarted { .. }));
    let Some(SessionEvent::PreviewStarted { summary: older }) = begun.last() else {
        unreachable!()
    };
    let rules = PreviewOptions { strategy: Some(Mode::Rules), ..PreviewOptions::default() };
    talk.session.try_preview(rules.clone());
    let events = talk.until(|event| matches!(event, SessionEvent::PreviewReady { .. }));
    let ended = events.iter().find_map(|event| match event {
        SessionEvent::PreviewFailed { summary, failure, .. } => Some((*summary, failure.clone())),
        _ => None,
    });
    let said = Failure::new(FailureClass::Cancelled, "another preview was asked for");
    assert_eq!(ended, Some((*older, said)));
    let Some(SessionEvent::PreviewReady { preview }) = events.last() else { unreachable!() };
    assert_eq!(preview.options, rules);
    gate.add_permits(1);
    talk.session.accept_preview_of(preview.summary, None);
    assert_eq!(talk.until_summarized().tokens_after, preview.tokens_after);
}

#[test]
fn kept_messages_stay_and_are_pinned_when_it_is_applied_and_not_before() {
    let talk = long_talk();
    let plain = tried(&talk, PreviewOptions::default());
    let (kept, other) = (plain.goes[1], plain.goes[2]);
    let shown =
        tried(&talk, PreviewOptions { keep: vec![kept, other], ..PreviewOptions::default() });
    let row = shown.messages.iter().find(|row| row.id == kept).unwrap();
    assert_eq!((row.fate, row.reason), (PreviewFate::Stays, Some(StayReason::Pinned)));
    assert!(row.kept && !shown.goes.contains(&kept));
    let pinned = |talk: &Talk| -> Vec<MessageId> {
        let snapshot = talk.session.snapshot();
        snapshot.view.iter().filter(|message| message.pinned).map(|message| message.id).collect()
    };
    assert_eq!(pinned(&talk), []);
    talk.session.accept_preview_of(shown.summary, None);
    assert!(talk.until_summarized().success);
    assert_eq!(pinned(&talk), [kept, other]);
    assert!(!view(&talk).contains(&plain.goes[0]));
    let summary = talk.session.snapshot().summary_in_view().unwrap().id;
    for (keep, said) in [
        (MessageId(9_999), "there is no message m9999 that could be summarized".to_owned()),
        (summary, format!("{summary} is an earlier summary, which a new one replaces")),
    ] {
        talk.session.try_preview(PreviewOptions { keep: vec![keep], ..PreviewOptions::default() });
        let failure = failure_of(&talk);
        assert_eq!((failure.class, failure.message), (FailureClass::Invalid, said));
    }
}

#[test]
fn a_preview_from_the_originals_takes_no_summary_of_a_summary_and_undoes_as_one() {
    let talk = long_talk();
    let originals = PreviewOptions { originals: true, ..PreviewOptions::default() };
    let first = tried(&talk, originals.clone());
    assert_eq!(
        (first.has_originals, &first.warnings[..]),
        (false, &["there is no earlier summary: the messages are the originals".to_owned()][..])
    );
    for round in 0..2 {
        talk.session.summarize(None);
        assert!(talk.until_summarized().success);
        for turn in 0..6 {
            talk.ask(&words(100 * round + turn, 60));
        }
    }
    talk.drain();
    let short = view(&talk);
    let shown = tried(&talk, originals);
    assert!(shown.has_originals && shown.tokens_now < shown.tokens_before, "{shown:#?}");
    assert!(shown.messages.iter().all(|row| !row.is_summary));
    assert_eq!(shown.goes[0], MessageId(1), "the first original is read again");
    assert_eq!(shown.record.as_ref().map(|record| record.depth), Some(0));
    assert_eq!(
        (shown.sums.before(), shown.sums.after()),
        (shown.tokens_before, shown.tokens_after)
    );
    assert_eq!(view(&talk), short);
    talk.session.accept_preview_of(shown.summary, Some("From the beginning.".to_owned()));
    let done = talk.until_summarized();
    assert_eq!(
        (done.outcome, done.purpose, done.depth),
        (SummaryEnd::Applied, SummaryPurpose::FromOriginals, 0)
    );
    let snapshot = talk.session.snapshot();
    assert_eq!(snapshot.summaries.iter().filter(|row| row.in_force).count(), 1);
    assert!(message_words(&snapshot.summary_in_view().unwrap()).contains("From the beginning."));
}

#[test]
fn instructions_are_read_by_a_model_and_rules_say_that_they_are_not() {
    let (provider, talk) = priced_talk();
    let instructions = Some("Keep the asset paths.".to_owned());
    let wish = PreviewOptions { instructions, ..PreviewOptions::default() };
    let shown = tried(&talk, PreviewOptions { strategy: Some(Mode::Rules), ..wish.clone() });
    assert_eq!(shown.warnings, ["the instructions have no effect: rules wrote this summary"]);
    provider.add_summary(notes());
    let shown = tried(&talk, wish);
    assert_eq!(shown.warnings, [] as [String; 0]);
    let asked = provider.summary_requests().remove(0);
    let text: String = asked.messages.iter().map(|message| message_words(message)).collect();
    assert!(text.contains("Keep the asset paths."), "{text}");
}

#[test]
fn what_is_discarded_cannot_be_accepted_and_what_contradicts_itself_is_refused() {
    let talk = long_talk();
    let shown = tried(&talk, PreviewOptions::default());
    talk.session.discard_preview();
    talk.session.accept_preview_of(shown.summary, None);
    let failure = failure_of(&talk);
    assert_eq!(
        (failure.class, failure.message.as_str()),
        (FailureClass::Invalid, "there is no preview to accept")
    );
    talk.session.try_preview(PreviewOptions { target: Some(7.0), ..PreviewOptions::default() });
    let failure = failure_of(&talk);
    assert_eq!(failure.hint.as_deref(), Some("use 0.07: a share, not a percentage"));
    // A preview that is being made ends with it.
    let (provider, talk) = priced_talk();
    let gate = gate();
    provider.add_summary(notes().gated(&gate));
    talk.session.try_preview(PreviewOptions::default());
    talk.until(|event| matches!(event, SessionEvent::PreviewStarted { .. }));
    talk.session.discard_preview();
    let events = talk.until(|event| matches!(event, SessionEvent::PreviewFailed { .. }));
    let Some(SessionEvent::PreviewFailed { failure, .. }) = events.last() else { unreachable!() };
    assert_eq!(failure.class, FailureClass::Cancelled);
}

#[test]
fn while_a_summary_is_made_for_good_a_preview_is_refused_by_its_name() {
    let (provider, talk) = priced_talk();
    let gate = gate();
    provider.add_summary(notes().gated(&gate));
    talk.session.summarize(None);
    talk.until(|event| matches!(event, SessionEvent::SummarizationStarted { .. }));
    talk.session.try_preview(PreviewOptions::default());
    let failure = failure_of(&talk);
    assert_eq!(failure.class, FailureClass::Busy);
    gate.add_permits(1);
    assert!(talk.until_summarized().success);
}
