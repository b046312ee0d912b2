//! The provider's own compaction in a whole session.

use std::sync::Arc;

use serde_json::Value;
use vibeue_core::compaction::{Rung, Strategy};
use vibeue_core::conversation::{MessageKind, Part, Protocol, Role};
use vibeue_core::session::live::{ModelChoice, SummaryEnd, TurnEnd};
use vibeue_core::settings::Mode;
use vibeue_scripted_server::{
    Answer, ErrorKind, Fault, Model, Operation, Script, Server, Step, Wire,
};

use crate::live::Live;
use crate::over_every_wire;
use crate::scene::{KEY, limits, model, provider};

/// What must not be lost, whoever condenses.
const RULE: &str = "Never touch /Game/Legacy/BP_Vault without asking me.";

/// Another model of the same server.
const OTHER: &str = "another-model";

/// A conversation of some length with a provider that has a compaction of its own, if its protocol
/// has one.
fn begun(wire: Wire) -> Live {
    let models = vec![Model::new(model(wire), 40_000), Model::new(OTHER, 40_000)];
    let script = Script { models, ..Script::default() };
    let mut live = Live::with(wire, script, |options| {
        options.settings.mode = Mode::Native;
        options.settings.recent_messages_to_keep = 2;
        options.settings.minimum_recent_messages = 1;
    });
    say(&mut live, RULE);
    for number in 0..7 {
        say(&mut live, &format!("Set SM_Gate_{number} to {number}.25 m/s."));
    }
    live
}

fn say(live: &mut Live, text: &str) {
    live.server.push(Answer::text(format!("Done. {}", "word ".repeat(200))));
    let told = live.turn(text);
    assert_eq!(told.end, TurnEnd::Completed, "{told:?}");
}

/// The blocks of the summary in the view that only their provider reads, and
/// its text.
fn summary(live: &Live) -> Option<(Vec<Value>, String)> {
    let snapshot = live.session.snapshot();
    let summary = snapshot.view.iter().find(|it| it.kind == MessageKind::Summary)?;
    let blocks = summary.parts.iter().filter_map(|part| match part {
        Part::Opaque { block } => Some((**block).clone()),
        _ => None,
    });
    Some((blocks.collect(), summary.joined_text()))
}

/// How often a value contains another.
fn occurrences(of: &Value, within: &Value) -> usize {
    let inner = match within {
        Value::Array(values) => values.iter().map(|value| occurrences(of, value)).sum(),
        Value::Object(fields) => fields.values().map(|value| occurrences(of, value)).sum(),
        _ => 0,
    };
    inner + usize::from(of == within)
}

/// The compaction items themselves: of what the server gave, the part that
/// only it can read.
fn opaque(blocks: &[Value]) -> &Value {
    let mut found = blocks.iter().filter(|block| block["type"] == "compaction");
    let block = found.next().expect("the provider's block is there");
    assert!(found.next().is_none(), "{blocks:?}");
    block
}

fn the_providers_block_and_our_own_record_stand_beside_each_other(wire: Wire) {
    let mut live = begun(wire);
    let has_one = matches!(wire, Wire::Responses | Wire::Anthropic);
    let before = live.session.snapshot();
    live.session.summarize(Some("Keep the gates.".to_owned()));
    let done = live.until_summarized();
    assert_eq!(done.outcome, SummaryEnd::Applied, "{done:?}");
    let (blocks, ours) = summary(&live).unwrap();
    assert!(ours.contains(RULE), "our own record is whole: {ours}");
    let record = done.record.clone().unwrap();
    let asked = live.server.exchanges();
    let native = asked.iter().filter(|it| it.operation == Operation::Compact).count();
    if !has_one {
        // Rules wrote it, and the user is told why.
        assert_eq!((native, blocks.len(), record.strategy), (0, 0, Strategy::Rules));
        let why = "does not offer compaction";
        assert!(done.warnings.iter().any(|it| it.contains(why)), "{:?}", done.warnings);
        return live.goes_on();
    }
    assert_eq!((native, record.strategy, record.rung), (1, Strategy::Native, Rung::Full));
    assert!(asked.iter().all(|it| it.violation.is_none()), "{asked:?}");
    let block = opaque(&blocks).clone();

    say(&mut live, "And the boss gate?");
    assert_eq!(occurrences(&block, &live.last_body()), 1, "it goes back as it came");
    assert!(live.session.snapshot().usage.used < before.usage.used);

    // Once undone, the originals are sent; once redone, the block.
    live.session.undo(done.compaction);
    live.until(|it| it.view.iter().all(|message| message.kind != MessageKind::Summary));
    say(&mut live, "Are you sure?");
    let body = live.last_body();
    assert_eq!(occurrences(&block, &body), 0);
    assert!(body.to_string().contains(RULE));
    live.session.redo(None);
    live.until(|it| it.view.iter().any(|message| message.kind == MessageKind::Summary));
    say(&mut live, "Good.");
    assert_eq!(occurrences(&block, &live.last_body()), 1);
    // Opened again from the journal it asks the very same, block included.
    live.goes_on();
}

fn a_provider_that_does_not_know_the_block_gets_our_own_summary(wire: Wire) {
    if !matches!(wire, Wire::Responses | Wire::Anthropic) {
        return;
    }
    // The same protocol at another server is another provider.
    for other in [Wire::OpenaiChat, Wire::Responses, Wire::Anthropic, Wire::Gemini, Wire::Ollama] {
        let mut live = begun(wire);
        live.session.summarize(None);
        assert_eq!(live.until_summarized().outcome, SummaryEnd::Applied);
        let (blocks, ours) = summary(&live).unwrap();
        let block = opaque(&blocks).clone();

        let script =
            Script { key: Some(KEY.to_owned()), refuses_unknown_fields: true, ..Script::default() };
        let elsewhere = Server::start(script).unwrap();
        let home = Arc::clone(live.provider());
        let choice = (*live.session.snapshot().model).clone();
        let mut moved = ModelChoice::new(model(other));
        moved.limits.window = Some(40_000);
        moved.max_output_tokens = Some(1_000);
        live.session.switch_model(moved, Some(provider(other, &elsewhere.url(), limits())));
        elsewhere.push(Answer::text("From elsewhere."));
        let told = live.turn("Which rule holds?");
        assert_eq!((told.end, told.text.as_str()), (TurnEnd::Completed, "From elsewhere."));
        let asked = elsewhere.exchanges();
        let chat = asked.iter().rfind(|it| it.operation == Operation::Chat).unwrap();
        assert_eq!(chat.violation, None, "{wire:?} to {other:?}: {}", chat.body);
        let sent = format!("{:?}", chat.asked.as_ref().unwrap().items);
        assert!(sent.contains(RULE) && sent.contains("conversation-summary"), "{sent}");
        let secret = block["encrypted_content"].as_str().unwrap();
        assert!(!chat.body.to_string().contains(secret), "{wire:?} to {other:?}");

        // At home again the block is what is sent; our own text was kept.
        live.session.switch_model(choice, Some(home));
        say(&mut live, "And here?");
        assert_eq!(occurrences(&block, &live.last_body()), 1);
        assert_eq!(summary(&live).unwrap().1, ours);
        live.goes_on();
    }
}

fn another_model_of_the_same_server_gets_our_own_summary(wire: Wire) {
    if !matches!(wire, Wire::Responses | Wire::Anthropic) {
        return;
    }
    let mut live = begun(wire);
    live.session.summarize(None);
    let done = live.until_summarized();
    assert_eq!(done.outcome, SummaryEnd::Applied, "{done:?}");
    let native = done.record.unwrap().native.unwrap();
    assert_eq!(native.model, model(wire));
    assert!(live.server.url().ends_with(&native.server), "{native:?}");
    let (blocks, ours) = summary(&live).unwrap();
    let block = opaque(&blocks).clone();
    say(&mut live, "And the boss gate?");
    assert_eq!(occurrences(&block, &live.last_body()), 1);

    let home = (*live.session.snapshot().model).clone();
    let mut other = home.clone();
    other.model = OTHER.to_owned();
    live.session.switch_model(other, None);
    say(&mut live, "Which rule holds?");
    let body = live.last_body();
    assert_eq!(occurrences(&block, &body), 0, "another model cannot read it: {body}");
    assert!(body.to_string().contains(RULE), "{body}");

    live.session.switch_model(home, None);
    say(&mut live, "And here?");
    assert_eq!(occurrences(&block, &live.last_body()), 1, "its own model reads it again");
    assert_eq!(summary(&live).unwrap().1, ours);
    live.goes_on();
}

fn an_endpoint_that_is_gone_means_that_rules_write_and_it_is_not_asked_again(wire: Wire) {
    if wire != Wire::Responses {
        // Elsewhere the provider's compaction is a parameter of the chat.
        return;
    }
    for status in [404, 405, 501] {
        let mut live = begun(wire);
        let gone = Fault::Raw {
            status,
            content_type: "application/json".to_owned(),
            body: "{\"error\": {\"message\": \"Not Found\"}}".to_owned(),
        };
        for _ in 0..6 {
            live.server.push(Step::from(gone.clone()).on(Operation::Compact));
        }
        for round in 0..2 {
            live.session.summarize(None);
            let done = live.until_summarized();
            assert_eq!(done.outcome, SummaryEnd::Applied, "{status}: {done:?}");
            assert_eq!(done.record.unwrap().strategy, Strategy::Rules, "{status}");
            let why = "does not offer compaction";
            assert!(done.warnings.iter().any(|it| it.contains(why)), "{:?}", done.warnings);
            let asked = live.server.exchanges();
            let native = asked.iter().filter(|it| it.operation == Operation::Compact).count();
            assert_eq!(native, 1, "{status}, round {round}");
            let (blocks, ours) = summary(&live).unwrap();
            assert!(blocks.is_empty() && ours.contains(RULE), "{status}: {ours}");
            for number in 0..6 {
                say(&mut live, &format!("Now SM_Hatch_{round}_{number} to {number}.5 m/s."));
            }
        }
        live.goes_on();
    }
}

fn a_block_that_the_server_does_not_take_back_is_left_out_and_the_person_is_told(wire: Wire) {
    if !matches!(wire, Wire::Responses | Wire::Anthropic) {
        return;
    }
    let mut live = begun(wire);
    live.session.summarize(None);
    assert_eq!(live.until_summarized().outcome, SummaryEnd::Applied);
    let block = opaque(&summary(&live).unwrap().0).clone();
    let refusal = Fault::Raw {
        status: 400,
        content_type: "application/json".to_owned(),
        body: "{\"error\": {\"type\": \"invalid_request_error\", \"message\": \"The encrypted \
               content of this compaction could not be verified.\"}}"
            .to_owned(),
    };
    // The Responses wire tries it without the model's reasoning first.
    let refused = if wire == Wire::Responses { 2 } else { 1 };
    for _ in 0..refused {
        live.server.push(Step::from(refusal.clone()).on(Operation::Chat));
    }
    live.server.push(Answer::text("The vault is not to be touched."));
    let told = live.turn("Which rule holds?");
    assert_eq!(
        (told.end, told.text.as_str(), told.requests),
        (TurnEnd::Completed, "The vault is not to be touched.", refused + 1),
        "{told:?}"
    );
    assert!(told.warnings.iter().any(|it| it.contains("could not be verified")), "{told:?}");
    let body = live.last_body();
    assert_eq!(occurrences(&block, &body), 0);
    assert!(body.to_string().contains(RULE), "{body}");
    // The next turn does not try it again.
    say(&mut live, "Good.");
    assert_eq!(occurrences(&block, &live.last_body()), 0);
    // It is kept: another server may take it.
    assert_eq!(opaque(&summary(&live).unwrap().0), &block);
}

fn a_compaction_that_the_provider_refuses_is_made_by_rules(wire: Wire) {
    if !matches!(wire, Wire::Responses | Wire::Anthropic) {
        return;
    }
    let faults = [
        Fault::error(ErrorKind::InvalidRequest),
        Fault::error(ErrorKind::Server),
        Fault::Cut { after: 40 },
        Fault::Html { status: 502 },
    ];
    for fault in faults {
        let mut live = begun(wire);
        for _ in 0..6 {
            live.server.push(Step::from(fault.clone()).on(Operation::Compact));
        }
        live.session.summarize(None);
        let done = live.until_summarized();
        assert_eq!(done.outcome, SummaryEnd::Applied, "{fault:?}: {done:?}");
        assert_eq!(done.record.unwrap().strategy, Strategy::Rules, "{fault:?}");
        assert!(!done.warnings.is_empty(), "{fault:?}: the person is told");
        let (blocks, ours) = summary(&live).unwrap();
        assert!(blocks.is_empty() && ours.contains(RULE), "{fault:?}: {ours}");
        live.goes_on();
    }
}

fn a_native_compaction_that_is_cancelled_leaves_everything_as_it_was(wire: Wire) {
    if !matches!(wire, Wire::Responses | Wire::Anthropic) {
        return;
    }
    let mut live = begun(wire);
    let before = live.session.snapshot().view.clone();
    live.server.push(Step::from(Fault::SlowHeaders { ms: 60_000 }).on(Operation::Compact));
    live.session.summarize(None);
    live.until(|it| it.state.summary.is_some());
    live.session.cancel_summary();
    assert_eq!(live.until_summarized().outcome, SummaryEnd::Cancelled);
    let after = live.session.snapshot();
    assert_eq!((after.view.clone(), after.summaries.len()), (before, 0));
    // Nothing of it arrives later, and the next one is made.
    live.server.script(|script| script.steps.clear());
    live.session.summarize(None);
    let done = live.until_summarized();
    assert_eq!(done.outcome, SummaryEnd::Applied, "{done:?}");
    opaque(&summary(&live).unwrap().0);
    live.goes_on();
}

fn a_block_of_the_provider_is_never_the_only_copy(wire: Wire) {
    if !matches!(wire, Wire::Responses | Wire::Anthropic) {
        return;
    }
    // A second compaction on the first: block on block, text on text.
    let mut live = begun(wire);
    live.session.summarize(None);
    assert_eq!(live.until_summarized().outcome, SummaryEnd::Applied);
    let first = opaque(&summary(&live).unwrap().0).clone();
    for number in 0..6 {
        say(&mut live, &format!("Now SM_Door_{number} to {number}.75 m/s."));
    }
    live.session.summarize(None);
    let done = live.until_summarized();
    assert_eq!(done.outcome, SummaryEnd::Applied, "{done:?}");
    let all = live.server.exchanges();
    let asked = all.iter().rfind(|it| it.operation == Operation::Compact).unwrap();
    assert_eq!(asked.violation, None);
    assert_eq!(done.record.map(|it| it.strategy), Some(Strategy::Native), "{:?}", done.warnings);
    assert_eq!(occurrences(&first, &asked.body), 1, "the provider builds on its own block");
    let (blocks, ours) = summary(&live).unwrap();
    opaque(&blocks);
    for fact in [RULE, "SM_Gate_3", "3.25 m/s", "SM_Door_2", "2.75 m/s"] {
        assert!(ours.contains(fact), "{fact} is lost: {ours}");
    }
    let snapshot = live.session.snapshot();
    let said = |message: &Arc<vibeue_core::conversation::Message>| message.role == Role::User;
    assert!(snapshot.transcript.iter().filter(|it| said(it)).count() >= 14, "originals are kept");
    let summary = snapshot.view.iter().find(|it| it.kind == MessageKind::Summary).unwrap();
    let origin = if wire == Wire::Responses { Protocol::Responses } else { Protocol::Anthropic };
    assert_eq!(summary.origin, Some(origin));
    live.goes_on();
}

over_every_wire! {
    the_providers_block_and_our_own_record_stand_beside_each_other
    a_provider_that_does_not_know_the_block_gets_our_own_summary
    another_model_of_the_same_server_gets_our_own_summary
    an_endpoint_that_is_gone_means_that_rules_write_and_it_is_not_asked_again
    a_block_that_the_server_does_not_take_back_is_left_out_and_the_person_is_told
    a_compaction_that_the_provider_refuses_is_made_by_rules
    a_native_compaction_that_is_cancelled_leaves_everything_as_it_was
    a_block_of_the_provider_is_never_the_only_copy
}
